//! Values that know where they were written.
//!
//! The TOML of files and of `--set` becomes one tree of [`Value`]s, so that
//! layers can be laid over each other and every fault still names its place.

use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fault::{Fault, Overlay, Place};

/// A value with its text as typed and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    pub kind: Kind,
    /// As it was written, so that decimals stay exact.
    pub text: String,
    pub place: Place,
    /// 0 for the first base, higher for what was laid over it.
    pub layer: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `None` beyond 64 bits.
    Integer(Option<i64>),
    Decimal,
    Text(String),
    Switch(bool),
    List(Vec<Value>),
    Table(Table),
    Date,
}

/// Keys in the order of their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Table(pub Vec<(String, Value)>);

impl Table {
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, v)| v)
    }

    pub fn remove(&mut self, key: &str) -> Option<Value> {
        let at = self.0.iter().position(|(name, _)| name == key)?;
        Some(self.0.remove(at).1)
    }

    pub fn insert(&mut self, key: &str, value: Value) {
        match self.0.iter_mut().find(|(name, _)| name == key) {
            Some((_, old)) => *old = value,
            None => self.0.push((key.to_string(), value)),
        }
    }
}

impl Value {
    /// What kind of value this is, for messages.
    pub fn kind_name(&self) -> &'static str {
        match self.kind {
            Kind::Integer(_) => "a whole number",
            Kind::Decimal => "a decimal number",
            Kind::Text(_) => "text",
            Kind::Switch(_) => "true or false",
            Kind::List(_) => "a list",
            Kind::Table(_) => "a table",
            Kind::Date => "a date",
        }
    }

    /// The same value written in another place.
    pub fn with_layer(mut self, layer: usize) -> Value {
        self.set_layer(layer);
        self
    }

    fn set_layer(&mut self, layer: usize) {
        self.layer = layer;
        match &mut self.kind {
            Kind::List(items) => items.iter_mut().for_each(|item| item.set_layer(layer)),
            Kind::Table(table) => table.0.iter_mut().for_each(|(_, v)| v.set_layer(layer)),
            _ => {}
        }
    }
}

/// Reads a TOML document named `file`. Syntax faults do not hide each other:
/// what could be read is returned beside them.
pub(crate) fn parse_document(file: &str, text: &str) -> (Table, Vec<Fault>) {
    let file: Arc<str> = file.into();
    let place = |at: usize| Place::Line {
        file: file.clone(),
        line: 1 + text[..at.min(text.len())].matches('\n').count(),
    };
    let (root, errors) = DeTable::parse_recoverable(text);
    let faults = errors
        .iter()
        .map(|error| syntax_fault(place(error.span().map_or(0, |span| span.start)), error))
        .collect();
    (convert_table(root.get_ref(), text, &place), faults)
}

/// Reads one value, typed as `--set KEY=VALUE` for `ruleset`: TOML, or else
/// bare text.
pub(super) fn parse_set_value(ruleset: &str, key: &str, typed: &str) -> Value {
    let place = Place::Overlay(Arc::new(Overlay {
        ruleset: ruleset.to_string(),
        readings: Vec::new(),
        sets: vec![format!("{key}={typed}")],
    }));
    match DeValue::parse(typed) {
        Ok(value) => convert(&value, typed, &|_| place.clone()),
        Err(_) => Value {
            kind: Kind::Text(typed.to_string()),
            text: typed.to_string(),
            place,
            layer: 0,
        },
    }
}

fn syntax_fault(place: Place, error: &toml::de::Error) -> Fault {
    Fault {
        place,
        key: String::new(),
        value: None,
        problem: format!("this is no TOML: {}", error.message().replace('\n', ", ")),
        right: "a line reads `key = value`; lists stand in [ ], text in quotation marks".into(),
        changed_by: None,
    }
}

fn convert(value: &Spanned<DeValue<'_>>, source: &str, place: &dyn Fn(usize) -> Place) -> Value {
    let span = value.span();
    let text = source.get(span.clone()).unwrap_or_default();
    let kind = match value.get_ref() {
        DeValue::String(text) => Kind::Text(text.to_string()),
        DeValue::Integer(number) => {
            Kind::Integer(i64::from_str_radix(number.as_str(), number.radix()).ok())
        }
        DeValue::Float(_) => Kind::Decimal,
        DeValue::Boolean(switch) => Kind::Switch(*switch),
        DeValue::Datetime(_) => Kind::Date,
        DeValue::Array(items) => Kind::List(
            items
                .iter()
                .map(|item| convert(item, source, place))
                .collect(),
        ),
        DeValue::Table(table) => Kind::Table(convert_table(table, source, place)),
    };
    Value {
        kind,
        text: text.split_whitespace().collect::<Vec<_>>().join(" "),
        place: place(span.start),
        layer: 0,
    }
}

fn convert_table(table: &DeTable<'_>, source: &str, place: &dyn Fn(usize) -> Place) -> Table {
    Table(
        table
            .iter()
            .map(|(key, value)| {
                let mut value = convert(value, source, place);
                // A dotted key's or a header's table has no text of its own.
                value.place = place(key.span().start);
                (key.get_ref().to_string(), value)
            })
            .collect(),
    )
}
