//! Switches and numbers of a spec.

use crate::ruleset::{Kind, Section, Value};

pub fn switch(section: &mut Section<'_>, key: &'static str, usual: bool) -> bool {
    match section.get(key) {
        None => usual,
        Some(value) => match value.kind {
            Kind::Switch(on) => on,
            _ => {
                section.wrong_kind(key, value, "it is true or false");
                usual
            }
        },
    }
}

pub fn decimal(section: &mut Section<'_>, key: &'static str) -> Option<f64> {
    let value = section.get(key)?;
    let number = match value.kind {
        Kind::Decimal | Kind::Integer(_) => value.text.parse().ok(),
        _ => None,
    };
    if number.is_none() {
        section.wrong_kind(key, value, "it is a number, like 0.5");
    }
    number
}

pub fn whole_number(
    section: &mut Section<'_>,
    key: &'static str,
    from: u64,
    to: u64,
) -> Option<u64> {
    let value = section.get(key)?;
    one_number(section, key, value, from, to)
}

pub fn one_number(
    section: &mut Section<'_>,
    key: &str,
    value: &Value,
    from: u64,
    to: u64,
) -> Option<u64> {
    let right = format!("it is a whole number from {from} to {to}");
    let Kind::Integer(number) = value.kind else {
        section.wrong_kind(key, value, right);
        return None;
    };
    let number = number.and_then(|number| u64::try_from(number).ok());
    let fits = number.filter(|number| (from..=to).contains(number));
    if fits.is_none() {
        section.fault(key, value, "this number is out of range", right);
    }
    fits
}

/// A list of whole numbers; one number counts as a list of one.
pub fn whole_numbers(section: &mut Section<'_>, key: &'static str, from: u64, to: u64) -> Vec<u64> {
    let Some(value) = section.get(key) else {
        return Vec::new();
    };
    let items = match &value.kind {
        Kind::List(items) => items.as_slice(),
        _ => std::slice::from_ref(value),
    };
    let mut found = Vec::new();
    for item in items {
        found.extend(one_number(section, key, item, from, to));
    }
    found
}
