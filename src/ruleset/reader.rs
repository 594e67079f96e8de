//! Reading a table key by key: a bad key does not hide the next one, and a key
//! nobody asked for is unknown.

use std::fmt::Display;
use std::ops::RangeInclusive;

use super::fault::{Fault, Place, UNKNOWN_KEY, nearest};
use super::value::{Kind, Table, Value};

/// A table being read, with the faults found in it.
pub(crate) struct Section<'t> {
    table: &'t Table,
    /// Dotted path of the table, empty for the top of a file.
    path: String,
    /// Named as the place of what is missing.
    whole: Place,
    asked: Vec<&'static str>,
    /// Whether the table lacks keys that are given elsewhere.
    is_part: bool,
    pub faults: Vec<Fault>,
}

impl<'t> Section<'t> {
    pub fn new(table: &'t Table, path: &str, whole: Place) -> Section<'t> {
        Section {
            table,
            path: path.to_string(),
            whole,
            asked: Vec::new(),
            is_part: false,
            faults: Vec::new(),
        }
    }

    /// A table of which nothing can be called missing.
    pub fn of_part(table: &'t Table, path: &str, whole: Place) -> Section<'t> {
        Section {
            is_part: true,
            ..Section::new(table, path, whole)
        }
    }

    /// The value of `key`, which is known from now on.
    pub fn get(&mut self, key: &'static str) -> Option<&'t Value> {
        if !self.asked.contains(&key) {
            self.asked.push(key);
        }
        self.table.get(key)
    }

    /// Reports `value` of `key` as wrong.
    pub fn fault(
        &mut self,
        key: impl Display,
        value: &Value,
        problem: impl Into<String>,
        right: impl Into<String>,
    ) {
        self.faults.push(Fault {
            place: value.place.clone(),
            key: self.dotted(key),
            value: (!value.text.is_empty()).then(|| value.text.clone()),
            problem: problem.into(),
            right: right.into(),
            changed_by: None,
        });
    }

    /// Reports a key that had to be there.
    pub fn missing(&mut self, key: &str, right: impl Into<String>) {
        if self.is_part {
            return;
        }
        self.faults.push(Fault {
            place: self.whole.clone(),
            key: self.dotted(key),
            value: None,
            problem: "this key is missing".into(),
            right: right.into(),
            changed_by: None,
        });
    }

    fn dotted(&self, key: impl Display) -> String {
        if self.path.is_empty() {
            key.to_string()
        } else {
            format!("{}.{key}", self.path)
        }
    }

    /// Whether no fault was found so far in any of `keys`.
    pub fn sound(&self, keys: &[&str]) -> bool {
        keys.iter().all(|key| {
            let key = self.dotted(key);
            !self.faults.iter().any(|fault| {
                fault
                    .key
                    .strip_prefix(&key)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            })
        })
    }

    /// Reports every key that was never asked for and says how many there are.
    pub fn report_unknown(&mut self) -> usize {
        let mut unknown = Vec::new();
        for (key, value) in &self.table.0 {
            if self.asked.contains(&key.as_str()) {
                continue;
            }
            let right = match nearest(key, self.asked.iter().copied()) {
                Some(name) => format!("did you mean `{name}`?"),
                None => format!("the keys here are {}", self.asked.join(", ")),
            };
            unknown.push(Fault {
                place: value.place.clone(),
                key: self.dotted(key),
                value: (!value.text.is_empty()).then(|| value.text.clone()),
                problem: UNKNOWN_KEY.into(),
                right,
                changed_by: None,
            });
        }
        let count = unknown.len();
        self.faults.extend(unknown);
        count
    }

    /// Reports every key that was never asked for; returns all faults.
    pub fn finish(mut self) -> Vec<Fault> {
        self.report_unknown();
        self.faults
    }

    pub fn wrong_kind(&mut self, key: impl Display, value: &Value, right: impl Into<String>) {
        self.fault(key, value, format!("this is {}", value.kind_name()), right);
    }

    pub fn text(&mut self, key: &'static str) -> Option<String> {
        let value = self.get(key)?;
        match &value.kind {
            Kind::Text(text) => Some(text.clone()),
            _ => {
                self.wrong_kind(key, value, "give text in quotation marks");
                None
            }
        }
    }

    /// Text, or a bare number taken as text, like a year.
    pub fn text_or_number(&mut self, key: &'static str) -> Option<String> {
        match self.get(key)? {
            Value {
                kind: Kind::Integer(_),
                text,
                ..
            } => Some(text.clone()),
            _ => self.text(key),
        }
    }

    /// A list of texts; one text counts as a list of one.
    pub fn texts(&mut self, key: &'static str) -> Vec<String> {
        let items = self.placed_texts(key);
        items.into_iter().map(|(text, _)| text).collect()
    }

    /// The same, each with its value, so that a fault can name its line.
    pub fn placed_texts(&mut self, key: &'static str) -> Vec<(String, &'t Value)> {
        match self.get(key) {
            Some(value) => self.texts_of(key, value),
            None => Vec::new(),
        }
    }

    /// The texts of `value`, which stands at `key`.
    pub fn texts_of(&mut self, key: impl Display, value: &'t Value) -> Vec<(String, &'t Value)> {
        let items = match &value.kind {
            Kind::List(items) => items.as_slice(),
            _ => std::slice::from_ref(value),
        };
        let mut texts = Vec::new();
        for item in items {
            match &item.kind {
                Kind::Text(text) => texts.push((text.clone(), item)),
                _ => self.wrong_kind(&key, item, "give a list of texts in quotation marks"),
            }
        }
        texts
    }

    /// One word of `words`.
    pub fn word<T: Copy>(&mut self, key: &'static str, words: &[(&str, T)]) -> Option<T> {
        let value = self.get(key)?;
        let list = words
            .iter()
            .map(|(word, _)| format!("\"{word}\""))
            .collect::<Vec<_>>()
            .join(" or ");
        let Kind::Text(text) = &value.kind else {
            self.wrong_kind(key, value, format!("it is one of {list}"));
            return None;
        };
        if let Some(&(_, meaning)) = words.iter().find(|(word, _)| word == text) {
            return Some(meaning);
        }
        let right = match nearest(text, words.iter().map(|(word, _)| *word)) {
            Some(word) => format!("did you mean \"{word}\"? It is one of {list}"),
            None => format!("it is one of {list}"),
        };
        self.fault(key, value, "this word is not known here", right);
        None
    }

    /// A whole number within `range`.
    pub fn number(&mut self, key: &'static str, range: RangeInclusive<u8>) -> Option<u8> {
        let value = self.get(key)?;
        self.number_of(key, value, range)
    }

    pub fn number_of(
        &mut self,
        key: impl Display,
        value: &Value,
        range: RangeInclusive<u8>,
    ) -> Option<u8> {
        let right = format!(
            "it is a whole number from {} to {}",
            range.start(),
            range.end()
        );
        let Kind::Integer(number) = value.kind else {
            self.wrong_kind(key, value, right);
            return None;
        };
        let fits = number
            .and_then(|number| u8::try_from(number).ok())
            .filter(|number| range.contains(number));
        if fits.is_none() {
            self.fault(key, value, "this number is out of range", right);
        }
        fits
    }
}
