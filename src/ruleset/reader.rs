//! Reading a table key by key: a bad key does not hide the next one, and a key
//! nobody asked for is unknown.

use std::fmt::Display;
use std::ops::RangeInclusive;

use super::fault::{Fault, Place, nearest};
use super::value::{Kind, Table, Value};
use crate::types::{ByPlayer, MAX_POINTS, PointSet, Square, SquareSet};

/// A table being read, with the faults found in it.
pub(super) struct Section<'t> {
    table: &'t Table,
    /// Dotted path of the table, empty for the top of a file.
    path: String,
    /// Named as the place of what is missing.
    whole: Place,
    asked: Vec<&'static str>,
    pub faults: Vec<Fault>,
}

impl<'t> Section<'t> {
    pub fn new(table: &'t Table, path: &str, whole: Place) -> Section<'t> {
        Section {
            table,
            path: path.to_string(),
            whole,
            asked: Vec::new(),
            faults: Vec::new(),
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
                problem: "there is no such key".into(),
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

    fn wrong_kind(&mut self, key: impl Display, value: &Value, right: impl Into<String>) {
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
        let Some(value) = self.get(key) else {
            return Vec::new();
        };
        let items = match &value.kind {
            Kind::List(items) => items.as_slice(),
            _ => std::slice::from_ref(value),
        };
        let mut texts = Vec::new();
        for item in items {
            match &item.kind {
                Kind::Text(text) => texts.push(text.clone()),
                _ => self.wrong_kind(key, item, "give a list of texts in quotation marks"),
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

    /// A square of a track of `length` squares.
    pub fn square_of(&mut self, key: impl Display, value: &Value, length: u8) -> Option<Square> {
        let Kind::Integer(number) = value.kind else {
            self.wrong_kind(
                key,
                value,
                format!("give a square, a number from 1 to {length}"),
            );
            return None;
        };
        let square = number
            .and_then(|number| u8::try_from(number).ok())
            .filter(|&number| number <= length)
            .and_then(Square::new);
        if square.is_none() {
            self.fault(
                key,
                value,
                format!("{} is no square of the track", value.text),
                format!("squares are 1 to {length}"),
            );
        }
        square
    }

    /// A square, or `None` for the word "none" or an absent key.
    pub fn optional_square(&mut self, key: &'static str, length: u8) -> Option<Square> {
        let value = self.get(key)?;
        match &value.kind {
            Kind::Text(word) if word == "none" => None,
            _ => self.square_of(key, value, length),
        }
    }

    /// A list of squares, empty where the key is absent.
    pub fn squares(&mut self, key: &'static str, length: u8) -> SquareSet {
        match self.get(key) {
            Some(value) => self.squares_of(key, value, length),
            None => SquareSet::EMPTY,
        }
    }

    pub fn squares_of(&mut self, key: impl Display, value: &Value, length: u8) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        let Kind::List(items) = &value.kind else {
            self.wrong_kind(key, value, "give a list of squares, like [28, 29]");
            return set;
        };
        for item in items {
            if let Some(square) = self.square_of(&key, item, length) {
                if set.contains(square) {
                    self.fault(
                        &key,
                        item,
                        format!("square {square} stands there twice"),
                        "",
                    );
                }
                set.insert(square);
            }
        }
        set
    }

    /// A list of points; one number counts as a list of one.
    pub fn points_of(&mut self, key: impl Display, value: &Value) -> PointSet {
        let mut set = PointSet::default();
        let items = match &value.kind {
            Kind::List(items) => items.as_slice(),
            Kind::Integer(_) => std::slice::from_ref(value),
            _ => {
                self.wrong_kind(key, value, "give a list of points, like [1, 4, 5]");
                return set;
            }
        };
        for item in items {
            if let Some(points) = self.number_of(&key, item, 0..=MAX_POINTS) {
                set.insert(points);
            }
        }
        set
    }

    /// One value for both players, or a table `{ a = …, b = … }`.
    pub fn by_player<T: Clone>(
        &mut self,
        key: &'static str,
        mut read: impl FnMut(&mut Self, &str, &Value) -> Option<T>,
    ) -> Option<ByPlayer<T>> {
        let value = self.get(key)?;
        let Kind::Table(table) = &value.kind else {
            return read(self, key, value).map(ByPlayer::both);
        };
        let mut sides = [None, None];
        for (side, name) in sides.iter_mut().zip(["a", "b"]) {
            match table.get(name) {
                Some(value) => *side = read(self, &format!("{key}.{name}"), value),
                None => self.fault(
                    key,
                    value,
                    format!("nothing is said of player {}", name.to_uppercase()),
                    "give one value for both, or { a = …, b = … }",
                ),
            }
        }
        for (name, stranger) in &table.0 {
            if name != "a" && name != "b" {
                self.fault(
                    format!("{key}.{name}"),
                    stranger,
                    "there is no such player",
                    "the players are `a`, who throws first, and `b`",
                );
            }
        }
        let [a, b] = sides;
        Some(ByPlayer::new(a?, b?))
    }

    /// A table whose keys are numbers within `range`, with their values.
    pub fn numbered(
        &mut self,
        key: &'static str,
        range: RangeInclusive<u8>,
        example: &str,
    ) -> Vec<(u8, &'t Value)> {
        let Some(value) = self.get(key) else {
            return Vec::new();
        };
        let Kind::Table(table) = &value.kind else {
            self.wrong_kind(key, value, format!("give a table, like {example}"));
            return Vec::new();
        };
        let mut entries = Vec::new();
        for (name, value) in &table.0 {
            match name.parse().ok().filter(|number| range.contains(number)) {
                Some(number) => entries.push((number, value)),
                None => self.fault(
                    format!("{key}.{name}"),
                    value,
                    format!("`{name}` cannot stand before the ="),
                    format!(
                        "it is a number from {} to {}, like {example}",
                        range.start(),
                        range.end()
                    ),
                ),
            }
        }
        entries.sort_by_key(|&(number, _)| number);
        entries
    }
}
