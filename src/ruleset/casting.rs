//! The keys of `[rules]` about throws: `throws`, `stick_p`, `again`.

use super::build::required;
use super::device::{self, Device};
use super::device_file::{never_thrown, read_device};
use super::overlay::suggestion;
use super::probability::Probability;
use super::reader::Section;
use super::value::Kind;
use crate::types::{PointSet, ThrowTable};

/// With what a ruleset's throws are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Casting {
    pub device: Device,
    /// The chance of a single stick's light face.
    pub stick: Probability,
}

/// Reads `throws` and `stick_p`.
pub(super) fn read_casting(section: &mut Section<'_>) -> Option<(Casting, ThrowTable)> {
    let stick_value = section.get("stick_p");
    let names = || device::devices().iter().map(|device| device.name.as_str());
    let value = required(
        section,
        "throws",
        "name a casting device, like \"sticks-5\"",
    )?;
    let device = match &value.kind {
        Kind::Text(name) => match device::device(name) {
            Some(device) => device.clone(),
            None => {
                let right = suggestion(name, names(), "devices");
                section.fault("throws", value, "there is no such casting device", right);
                return None;
            }
        },
        Kind::Table(table) => read_device(
            table,
            "rules.throws",
            value.place.clone(),
            &mut section.faults,
        )?,
        _ => {
            section.fault(
                "throws",
                value,
                format!("this is {}", value.kind_name()),
                "name a device, like \"sticks-5\", or write one out, like \
                 { sticks = 5, blank = 6 } or { points = { 1 = 4, 2 = 6 } }",
            );
            return None;
        }
    };
    let mut stick = Probability::HALF;
    if let Some(typed) = stick_value {
        let text = match &typed.kind {
            Kind::Text(text) => text.as_str(),
            _ => typed.text.as_str(),
        };
        match text.parse() {
            Ok(_) if !device.has_sticks() && typed.layer >= value.layer => {
                section.fault(
                    "stick_p",
                    typed,
                    format!("throws = {} has no sticks", value.text),
                    "leave this key out, or choose a device with sticks",
                );
                return None;
            }
            Ok(chance) => stick = chance,
            Err(_) => {
                section.fault(
                    "stick_p",
                    typed,
                    "this is no chance",
                    "it is a number from 0 to 1, like 0.6, or a fraction in quotation marks",
                );
                return None;
            }
        }
    }
    match device.table(stick) {
        Ok(table) => Some((Casting { device, stick }, table)),
        Err(error) => {
            section.fault(
                "stick_p",
                stick_value.unwrap_or(value),
                error.to_string(),
                "give a chance with fewer digits; the weights are kept exactly",
            );
            None
        }
    }
}

/// Reads `again`, or takes the device's.
pub(super) fn read_again(section: &mut Section<'_>, device: Option<&Device>) -> PointSet {
    let Some(value) = section.get("again") else {
        return device.map_or(PointSet::default(), |device| device.again);
    };
    let again = section.points_of("again", value);
    let chosen_later = section
        .get("throws")
        .is_some_and(|throws| throws.layer > value.layer);
    if let Some(device) = device
        && !chosen_later
    {
        never_thrown(section, "again", value, again, device.points());
    }
    again
}
