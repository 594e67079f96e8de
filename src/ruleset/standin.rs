//! What keys at fault are taken for, so that the rest can still be checked.
//!
//! The whole game is looked at several times: with the base's values in the
//! place of the faulty ones, with the values that hinder the pieces least, and
//! with misspelt keys taken for what they probably mean. Only what is at fault
//! every time is reported, so that one slip brings no second message about.

use super::build;
use super::check::{self, GAME_KEYS};
use super::fault::{Fault, Place, nearest};
use super::reader::Section;
use super::value::{Kind, Table, Value};
use crate::types::MAX_POINTS;

/// The faults of the whole game that are there whatever the keys named in
/// `faults` should have been.
pub(super) fn check_game(
    rules: &Table,
    base: &Table,
    whole: Place,
    faults: &[Fault],
) -> Vec<Fault> {
    let repaired = [Source::Base(base), Source::Lenient]
        .into_iter()
        .filter_map(|source| repair(rules, source, faults));
    let meant = misspelt(rules, faults);
    let mut tables: Vec<Table> = repaired.collect();
    if let (Some(table), false) = (tables.first(), meant.is_empty()) {
        let mut table = table.clone();
        for (written, name) in meant {
            if let Some(value) = table.remove(written) {
                table.insert(name, value);
            }
        }
        tables.push(table);
    }
    let replaced = |fault: &Fault| {
        let of = |key: &str| key.split('.').nth(1).map(str::to_string);
        let whole_key = |other: &Fault| of(&other.key) == of(&fault.key) && !is_entry(&other.key);
        faults.iter().any(whole_key)
    };
    let mut found = tables.iter().map(|table| {
        let mut section = Section::new(table, "rules", whole.clone());
        let (mechanics, _) = build::read(&mut section);
        // They have been reported, or are those of a stand-in.
        section.faults.clear();
        check::game(&mut section, &mechanics);
        section.faults
    });
    let mut common = found.next().unwrap_or_default();
    for others in found {
        common.retain(|fault| {
            let same = |other: &Fault| other.key == fault.key && other.problem == fault.problem;
            others.iter().any(same)
        });
    }
    common.retain(|fault| !replaced(fault));
    common
}

/// Whether the key names an entry of a table, like `rules.off.26`.
fn is_entry(key: &str) -> bool {
    key.split('.').count() > 2
}

/// Unknown keys, each with the key of the game that it is probably meant for.
fn misspelt<'t>(rules: &'t Table, faults: &[Fault]) -> Vec<(&'t str, &'static str)> {
    let unknown = |key: &&str| {
        let path = format!("rules.{key}");
        !GAME_KEYS.contains(key) && faults.iter().any(|fault| fault.key == path)
    };
    let written = rules.0.iter().map(|(key, _)| key.as_str()).filter(unknown);
    written
        .filter_map(|key| Some((key, nearest(key, GAME_KEYS)?)))
        .filter(|(_, name)| rules.get(name).is_none_or(|value| value.layer == 0))
        .collect()
}

/// Where stand-ins come from.
#[derive(Clone, Copy)]
enum Source<'t> {
    /// What the faulty keys are laid over, or else as `Lenient`.
    Base(&'t Table),
    /// What leaves the pieces most freedom.
    Lenient,
}

/// `rules` with stand-ins for the keys of the game that are at fault; `None`
/// where there is none to be had.
fn repair(rules: &Table, source: Source<'_>, faults: &[Fault]) -> Option<Table> {
    let mut table = rules.clone();
    for fault in faults {
        let mut parts = fault.key.split('.').skip(1);
        let (key, entry) = (parts.next().unwrap_or_default(), parts.next());
        let Some(&key) = GAME_KEYS.iter().find(|&&known| known == key) else {
            continue;
        };
        if let ("off", Some(entry)) = (key, entry)
            && let Some(Kind::Table(off)) = table.get("off").map(|off| &off.kind)
        {
            let mut off = off.clone();
            off.insert(entry, any_points());
            let whole = table.remove("off")?;
            let kind = Kind::Table(off);
            table.insert("off", Value { kind, ..whole });
            continue;
        }
        let of_base = match source {
            Source::Base(base) => base.get(key).filter(|value| rules.get(key) != Some(value)),
            Source::Lenient => None,
        };
        match of_base {
            Some(value) => table.insert(key, value.clone()),
            None => lenient(&mut table, key)?,
        }
    }
    Some(table)
}

/// Sets `key` so that it hinders no piece.
fn lenient(table: &mut Table, key: &str) -> Option<()> {
    match key {
        "off" | "right_of_exit" => return None,
        "throws" => {
            table.remove("stick_p");
            let points = (1..=MAX_POINTS).map(|points| (points.to_string(), number(1)));
            let points = value(Kind::Table(Table(points.collect())));
            let device = Table(vec![("points".to_string(), points)]);
            table.insert(key, value(Kind::Table(device)));
        }
        "pieces" => table.insert(key, number(1)),
        "layout" | "start" | "layout_shift" => {
            table.remove("start");
            table.remove("layout_shift");
            table.insert("layout", word("odd"));
        }
        "refuge" => {
            table.insert(key, number(1));
            table.insert("refuge_search", word("after"));
        }
        "backward" => table.insert(key, word("forced")),
        _ => {
            table.remove(key);
        }
    }
    Some(())
}

fn value(kind: Kind) -> Value {
    Value {
        kind,
        text: String::new(),
        place: Place::File("".into()),
        layer: 0,
    }
}

fn number(number: u8) -> Value {
    Value {
        text: number.to_string(),
        ..value(Kind::Integer(Some(number.into())))
    }
}

fn word(text: &str) -> Value {
    value(Kind::Text(text.to_string()))
}

fn any_points() -> Value {
    value(Kind::List((1..=MAX_POINTS).map(number).collect()))
}
