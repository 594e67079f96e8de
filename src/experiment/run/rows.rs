//! The rows of the tables: each is a struct with its sheet beside it, and goes
//! to disk as JSON while an experiment runs.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::report::{Cell, p_value};
use crate::stats::holm;

/// Which game a row tells of.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Variant {
    pub ruleset: String,
    pub digest: String,
    /// Readings and keys changed, joined by `;`.
    pub changes: String,
    /// What the change is called in the experiment; `as written` for none.
    pub variant: String,
    pub pieces: u64,
    pub device: String,
    /// Chance of a stick's light face; none without sticks.
    pub stick_p: Option<f64>,
}

/// What a ruleset as written is called among variants.
pub const AS_WRITTEN: &str = "as written";

/// Something that stands in a cell.
pub trait ToCell {
    fn cell(&self) -> Cell;
}

impl ToCell for String {
    fn cell(&self) -> Cell {
        Cell::Text(self.clone())
    }
}

impl ToCell for u64 {
    fn cell(&self) -> Cell {
        Cell::Whole(*self)
    }
}

impl ToCell for f64 {
    fn cell(&self) -> Cell {
        Cell::Real(*self)
    }
}

impl<T: ToCell> ToCell for Option<T> {
    fn cell(&self) -> Cell {
        self.as_ref().map_or(Cell::Empty, ToCell::cell)
    }
}

/// The unit of p-values, which stand with few digits.
pub const P_VALUE: &str = "p-value";

/// The cell of a figure in a unit.
pub fn cell_of(unit: &str, figure: &impl ToCell) -> Cell {
    match figure.cell() {
        Cell::Real(p) if unit == P_VALUE => p_value(p),
        cell => cell,
    }
}

/// p-values after Holm's correction, in the order given, from questions and
/// their p-values. The same question with the same answer is one test, however
/// often it stands there: a game under two names is not two games.
pub fn corrected(tests: Vec<(String, Option<f64>)>) -> Vec<Option<f64>> {
    let key = |(question, p): &(String, Option<f64>)| p.map(|p| (question.clone(), p.to_bits()));
    let different: BTreeMap<(String, u64), f64> = tests
        .iter()
        .filter_map(|test| Some((key(test)?, test.1?)))
        .collect();
    let raw: Vec<f64> = different.values().copied().collect();
    let adjusted: BTreeMap<_, f64> = different.into_keys().zip(holm(&raw)).collect();
    let find = |test| key(test).map(|key| adjusted[&key]);
    tests.iter().map(find).collect()
}

/// A row struct that begins with a [`Variant`], and its sheet.
macro_rules! table {
    ($(#[$about_row:meta])* $row:ident, $sheet:ident, $file:literal, $version:literal, $about:literal;
     $($name:ident: $type:ty, $unit:literal, $text:literal;)*) => {
        $(#[$about_row])*
        #[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
        pub struct $row {
            pub variant: $crate::experiment::run::rows::Variant,
            $(#[doc = $text] pub $name: $type,)*
        }

        #[doc = concat!("`", $file, "`.")]
        pub static $sheet: $crate::report::Sheet<$row> = $crate::report::Sheet {
            file: $file,
            version: $version,
            about: $about,
            columns: &[
                $crate::report::column!("ruleset", "text", "id of the ruleset", |r| r.variant.ruleset.as_str()),
                $crate::report::column!("digest", "text", "identity of its mechanics, changes included", |r| r.variant.digest.as_str()),
                $crate::report::column!("changes", "text", "readings and keys changed, joined by `;`", |r| r.variant.changes.as_str()),
                $crate::report::column!("variant", "text", "what the experiment calls the change; `as written` for none", |r| r.variant.variant.as_str()),
                $crate::report::column!("pieces", "pieces", "pieces a side", |r| r.variant.pieces),
                $crate::report::column!("device", "text", "casting device", |r| r.variant.device.as_str()),
                $crate::report::column!("stick_p", "chance", "chance that a stick shows its light face; empty without sticks", |r| r.variant.stick_p),
                $($crate::report::column!(stringify!($name), $unit, $text, |r| $crate::experiment::run::rows::cell_of($unit, &r.$name)),)*
            ],
        };
    };
}
pub(crate) use table;

/// A figure with its 95 % interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    pub value: Option<f64>,
    pub lo: Option<f64>,
    pub hi: Option<f64>,
}

impl Estimate {
    pub fn new(value: Option<f64>, interval: Option<crate::stats::Interval>) -> Estimate {
        Estimate {
            value,
            lo: interval.map(|i| i.lo),
            hi: interval.map(|i| i.hi),
        }
    }

    /// Its interval cut to what is possible.
    pub fn within(self, least: f64, most: f64) -> Estimate {
        Estimate {
            value: self.value,
            lo: self.lo.map(|lo| lo.max(least)),
            hi: self.hi.map(|hi| hi.min(most)),
        }
    }

    pub fn scaled(self, factor: f64) -> Estimate {
        let scale = |figure: Option<f64>| figure.map(|figure| figure * factor);
        let (lo, hi) = (scale(self.lo), scale(self.hi));
        Estimate {
            value: scale(self.value),
            lo: if factor < 0.0 { hi } else { lo },
            hi: if factor < 0.0 { lo } else { hi },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::corrected;

    /// Two names of one game doubled the number of tests.
    #[test]
    fn a_game_under_two_names_is_one_test() {
        let test = |question: &str, p| (question.to_string(), p);
        let tests = vec![
            test("a", Some(0.02)),
            test("a", Some(0.02)),
            test("b", Some(0.5)),
            test("c", None),
        ];
        let found = corrected(tests);
        assert_eq!(found, [Some(0.04), Some(0.04), Some(0.5), None]);
        // Other throws are another test.
        let found = corrected(vec![test("a", Some(0.02)), test("a", Some(0.03))]);
        assert_eq!(found, [Some(0.04), Some(0.04)]);
    }
}
