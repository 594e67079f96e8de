//! Casting devices: what a cast can show, and how likely.

use std::sync::LazyLock;

use super::builtin;
use super::fault::{Fault, Place};
use super::probability::{Probability, gcd, parse_decimal};
use super::reader::Section;
use super::value::{Kind, Table, Value, parse_document};
use super::words::joined;
use crate::types::{MAX_POINTS, PointSet, ThrowTable, ThrowTableError};

/// A casting device, named or written out in a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Device {
    /// Name of the file under `data/throws`; empty for one written in a ruleset.
    pub name: String,
    /// What it is, in a sentence.
    pub text: String,
    /// Where its counting or its weights come from.
    pub source: String,
    pub cast: Cast,
    /// Points that grant another throw, unless the ruleset says otherwise.
    pub again: PointSet,
}

/// How a device makes points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cast {
    /// Two-sided sticks: the points are the light faces up, `blank` where
    /// there are none.
    Sticks { count: u8, blank: u8 },
    /// A fixed table, like a die's.
    Weights(ThrowTable),
}

impl Device {
    /// The throws, exactly. `stick` is the chance of a single stick's light
    /// face; a device without sticks takes no notice of it.
    ///
    /// # Errors
    /// [`ThrowTableError::Overflow`] where `stick` has so many digits that the
    /// weights do not fit.
    pub fn table(&self, stick: Probability) -> Result<ThrowTable, ThrowTableError> {
        match &self.cast {
            Cast::Sticks { count, blank } => binomial(*count, *blank, stick),
            Cast::Weights(table) => Ok(table.clone()),
        }
    }

    /// The points that this device can make, whatever its chances.
    pub fn points(&self) -> PointSet {
        match &self.cast {
            Cast::Sticks { count, blank } => (1..=*count).chain([*blank]).collect(),
            Cast::Weights(table) => table.points(),
        }
    }

    /// The name, or a short description where it has none.
    pub fn title(&self) -> String {
        match &self.cast {
            _ if !self.name.is_empty() => self.name.clone(),
            Cast::Sticks { count, blank } => format!("{count} sticks, blank {blank}"),
            Cast::Weights(_) => "weights".to_string(),
        }
    }

    pub fn has_sticks(&self) -> bool {
        matches!(self.cast, Cast::Sticks { .. })
    }
}

/// The devices that come with the program, by name.
pub fn devices() -> &'static [Device] {
    static DEVICES: LazyLock<Vec<Device>> = LazyLock::new(|| {
        builtin::DEVICES
            .iter()
            .map(|file| {
                let (table, mut faults) = parse_document(&file.label(), file.text);
                let device = read_device(&table, "", Place::File(file.label().into()), &mut faults);
                assert!(faults.is_empty(), "{faults:?}");
                let device = device.expect("a device without faults");
                Device {
                    name: file.id.to_string(),
                    ..device
                }
            })
            .collect()
    });
    &DEVICES
}

/// The built-in device of that name.
pub fn device(name: &str) -> Option<&'static Device> {
    devices().iter().find(|device| device.name == name)
}

/// C(n, k) aᵏ (b − a)ⁿ⁻ᵏ for a chance of a/b.
fn binomial(count: u8, blank: u8, stick: Probability) -> Result<ThrowTable, ThrowTableError> {
    let dark = stick.denominator() - stick.numerator();
    let weight = |light: u8| {
        let ways =
            (0..u128::from(light)).fold(1u128, |ways, i| ways * (u128::from(count) - i) / (i + 1));
        stick
            .numerator()
            .checked_pow(u32::from(light))?
            .checked_mul(dark.checked_pow(u32::from(count - light))?)?
            .checked_mul(ways)
    };
    let throws: Option<Vec<(u8, u128)>> = (0..=count)
        .map(|light| Some((if light == 0 { blank } else { light }, weight(light)?)))
        .collect();
    ThrowTable::new(throws.ok_or(ThrowTableError::Overflow)?)
}

/// Reads a device's table, adding to `faults`; `None` where it cannot be used.
pub(super) fn read_device(
    table: &Table,
    path: &str,
    whole: Place,
    faults: &mut Vec<Fault>,
) -> Option<Device> {
    let mut section = Section::new(table, path, whole);
    let text = section.text("text").unwrap_or_default();
    let source = section.text("source").unwrap_or_default();
    let again = match section.get("again") {
        Some(value) => section.points_of("again", value),
        None => PointSet::default(),
    };
    let sticks = section.get("sticks");
    let points = section.get("points");
    let blank = section.get("blank");
    let of = section.get("of");
    let cast = match (sticks, points) {
        (Some(_), None) => read_sticks(&mut section),
        (None, Some(_)) => read_weights(&mut section),
        (Some(both), Some(_)) => {
            section.fault(
                "sticks",
                both,
                "both `sticks` and `points` are given",
                "give sticks = 4, blank = 5, or points = { 1 = 1, 2 = 1 }, not both",
            );
            None
        }
        (None, None) => {
            section.missing(
                "sticks",
                "give sticks = 4, blank = 5, or points = { 1 = 1, 2 = 1 }",
            );
            None
        }
    };
    if let (None, Some(blank)) = (sticks, blank) {
        section.fault(
            "blank",
            blank,
            "there are no sticks to be blank",
            "give `sticks` too",
        );
    }
    if let (None, Some(of)) = (points, of) {
        section.fault("of", of, "there are no weights to sum", "give `points` too");
    }
    let device = cast.map(|cast| Device {
        name: String::new(),
        text,
        source,
        cast,
        again,
    });
    if let (Some(device), Some(value)) = (&device, table.get("again")) {
        never_thrown(&mut section, "again", value, again, device.points());
    }
    faults.extend(section.finish());
    device
}

/// Reports points of `listed` that are not among `thrown`.
pub(super) fn never_thrown(
    section: &mut Section<'_>,
    key: &str,
    value: &Value,
    listed: PointSet,
    thrown: PointSet,
) {
    for points in listed.iter().filter(|&points| !thrown.contains(points)) {
        section.fault(
            key,
            value,
            format!("{points} is never thrown"),
            format!(
                "the throws are {}",
                joined(thrown.iter().map(|t| t.to_string()), "and")
            ),
        );
    }
}

fn read_sticks(section: &mut Section<'_>) -> Option<Cast> {
    let count = section.number("sticks", 1..=MAX_POINTS);
    if section.get("blank").is_none() {
        section.missing(
            "blank",
            "say how many points it is when no light face shows",
        );
        return None;
    }
    let blank = section.number("blank", 0..=MAX_POINTS);
    Some(Cast::Sticks {
        count: count?,
        blank: blank?,
    })
}

fn read_weights(section: &mut Section<'_>) -> Option<Cast> {
    let entries = section.numbered("points", 0..=MAX_POINTS, "{ 1 = 4, 2 = 6 }");
    let mut weights = Vec::new();
    for &(points, value) in &entries {
        match decimal(value) {
            Some(weight) => weights.push((points, weight)),
            None => section.fault(
                format!("points.{points}"),
                value,
                "this is no weight",
                "a weight is a number of 0 or more, like 4 or 0.25",
            ),
        }
    }
    if weights.len() < entries.len() {
        return None;
    }
    let all = section.get("points")?;
    let of = match section.get("of") {
        Some(value) => match decimal(value) {
            Some(of) => Some((value, of)),
            None => {
                section.fault(
                    "of",
                    value,
                    "this is no sum of weights",
                    "it is a number like 16",
                );
                return None;
            }
        },
        None => None,
    };
    let scale = weights
        .iter()
        .map(|&(_, (_, power))| power)
        .chain(of.map(|(_, (_, p))| p))
        .max();
    let scaled = |(number, power): (u128, u128)| number.checked_mul(scale? / power);
    let integers: Option<Vec<(u8, u128)>> = weights
        .iter()
        .map(|&(points, weight)| Some((points, scaled(weight)?)))
        .collect();
    let table = integers
        .ok_or(ThrowTableError::Overflow)
        .and_then(|integers| {
            let sum = integers
                .iter()
                .try_fold(0u128, |sum, &(_, w)| sum.checked_add(w));
            Ok((sum, ThrowTable::new(integers)?))
        });
    let (sum, table) = match table {
        Ok(table) => table,
        Err(error) => {
            section.fault(
                "points",
                all,
                error.to_string(),
                "give each throw a weight, like { 1 = 4, 2 = 6 }",
            );
            return None;
        }
    };
    if let Some((value, of)) = of
        && sum != scaled(of)
    {
        let total = sum
            .zip(scale)
            .map_or_else(|| "more".to_string(), |(sum, scale)| ratio(sum, scale));
        section.fault(
            "of",
            value,
            format!("the weights of `points` sum to {total}"),
            "correct the weights or the sum",
        );
        return None;
    }
    Some(Cast::Weights(table))
}

fn ratio(sum: u128, scale: u128) -> String {
    let divisor = gcd(sum, scale).max(1);
    match scale / divisor {
        1 => (sum / divisor).to_string(),
        _ => (sum as f64 / scale as f64).to_string(),
    }
}

fn decimal(value: &Value) -> Option<(u128, u128)> {
    match value.kind {
        Kind::Integer(_) | Kind::Decimal => parse_decimal(&value.text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights(name: &str, stick: &str) -> Vec<(u8, u128)> {
        let table = device(name).unwrap().table(stick.parse().unwrap()).unwrap();
        table
            .throws()
            .iter()
            .map(|t| (t.points, t.weight))
            .collect()
    }

    #[test]
    fn fair_sticks_follow_the_binomial_law() {
        assert_eq!(
            weights("sticks-5", "0.5"),
            [(1, 4), (2, 6), (3, 4), (4, 1), (5, 1)]
        );
        assert_eq!(
            weights("sticks-6", "0.5"),
            [(1, 4), (2, 6), (3, 4), (4, 1), (6, 1)]
        );
        assert_eq!(weights("long-die", "0.5"), [(1, 1), (2, 1), (3, 1), (4, 1)]);
        assert_eq!(
            weights("astragali", "0.5"),
            [(1, 1), (3, 4), (4, 4), (6, 1)]
        );
    }

    #[test]
    fn unfair_sticks_have_exact_weights() {
        // 0.6 = 3/5: C(4, k) 3ᵏ 2⁴⁻ᵏ of 625.
        assert_eq!(
            weights("sticks-5", "0.6"),
            [(1, 96), (2, 216), (3, 216), (4, 81), (5, 16)]
        );
        assert_eq!(weights("sticks-5", "1"), [(4, 1)]);
        assert_eq!(weights("sticks-5", "0"), [(5, 1)]);
    }

    #[test]
    fn too_many_digits_are_refused_instead_of_rounded() {
        let long: Probability = "0.12345678901234567".parse().unwrap();
        assert_eq!(
            device("sticks-5").unwrap().table(long),
            Err(ThrowTableError::Overflow)
        );
    }
}
