//! Reading squares, points, and tables by player or by number.

use std::fmt::Display;
use std::ops::RangeInclusive;

use super::reader::Section;
use super::value::{Kind, Value};
use crate::types::{ByPlayer, MAX_POINTS, PointSet, Square, SquareSet};

impl<'t> Section<'t> {
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
