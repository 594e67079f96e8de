//! Casting devices: what a cast can show, and how likely.

use std::sync::LazyLock;

use super::builtin;
use super::device_file::read_device;
use super::fault::Place;
use super::probability::Probability;
use super::value::parse_document;
use crate::types::{PointSet, ThrowTable, ThrowTableError};

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
