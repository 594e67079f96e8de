//! Laying changed keys over others.

use super::fault::{Fault, nearest};
use super::value::{Kind, Table, Value};

/// Keys that take one value or one for each player.
const PER_PLAYER: [&str; 2] = ["pairs", "wall"];

/// Keys of which one takes the place of the other.
const START_KEYS: [&str; 2] = ["layout", "start"];

/// Lays `over` on `rules`: a key replaces the key of that name, but a value
/// for one player leaves the other player's as it was.
pub(super) fn lay(rules: &mut Table, over: &Table, layer: usize) {
    for key in START_KEYS {
        if over.get(key).is_some() {
            for other in START_KEYS.into_iter().filter(|&other| other != key) {
                rules.remove(other);
            }
        }
    }
    if over.get("start").is_some() {
        rules.remove("layout_shift");
    }
    for (key, value) in &over.0 {
        let value = value.clone().with_layer(layer);
        let value = match rules.get(key) {
            Some(old) if PER_PLAYER.contains(&key.as_str()) => complete(value, old),
            _ => value,
        };
        rules.insert(key, value);
    }
}

/// Sets the key at the dotted `path`, one entry of a table included.
pub(super) fn set(
    rules: &mut Table,
    path: &str,
    value: Value,
    layer: usize,
) -> Result<(), Box<Fault>> {
    let Some((key, entry)) = path.split_once('.') else {
        lay(rules, &Table(vec![(path.to_string(), value)]), layer);
        return Ok(());
    };
    let mut table = match rules.get(key).map(|old| (&old.kind, old)) {
        Some((Kind::Table(table), _)) => table.clone(),
        Some((_, old)) if PER_PLAYER.contains(&key) => both(old),
        None => Table::default(),
        Some((_, old)) => {
            return Err(Box::new(Fault {
                place: value.place.clone(),
                key: path.to_string(),
                value: Some(value.text.clone()),
                problem: format!("{key} is {}, so it has no entry `{entry}`", old.kind_name()),
                right: format!("write {key}=VALUE"),
                changed_by: None,
            }));
        }
    };
    let whole = Value {
        kind: Kind::Table(Table::default()),
        ..value.clone()
    };
    table.insert(entry, value);
    let kind = Kind::Table(table);
    rules.insert(key, Value { kind, ..whole }.with_layer(layer));
    Ok(())
}

/// Fills in from `old` what `new` leaves unsaid about a player.
fn complete(new: Value, old: &Value) -> Value {
    let Kind::Table(said) = &new.kind else {
        return new;
    };
    let mut table = match &old.kind {
        Kind::Table(table) => table.clone(),
        _ => both(old),
    };
    for (side, value) in &said.0 {
        table.insert(side, value.clone());
    }
    Value {
        kind: Kind::Table(table),
        ..new
    }
}

fn both(value: &Value) -> Table {
    Table(
        ["a", "b"]
            .map(|side| (side.to_string(), value.clone()))
            .to_vec(),
    )
}

/// "did you mean …?" or the list of what there is.
pub(super) fn suggestion<'a>(
    word: &str,
    known: impl Iterator<Item = &'a str> + Clone,
    what: &str,
) -> String {
    match nearest(word, known.clone()) {
        Some(name) => format!("did you mean `{name}`?"),
        None => {
            let list: Vec<&str> = known.collect();
            if list.is_empty() {
                format!("there are no {what} here")
            } else {
                format!("the {what} are {}", list.join(", "))
            }
        }
    }
}
