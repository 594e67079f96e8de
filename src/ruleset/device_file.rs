//! The written form of a casting device, in a file of its own or within a
//! ruleset.

use super::device::{Cast, Device};
use super::fault::{Fault, Place};
use super::probability::{gcd, parse_decimal};
use super::reader::Section;
use super::value::{Kind, Table, Value};
use super::words::joined;
use crate::types::{MAX_POINTS, PointSet, ThrowTable, ThrowTableError};

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
