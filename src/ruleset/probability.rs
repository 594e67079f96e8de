//! Exact chances of a single stick.

use std::fmt;
use std::str::FromStr;

/// A chance between 0 and 1 as an exact fraction in lowest terms.
///
/// Read from a decimal (`0.6` is 3/5, exactly) or from a fraction (`3/5`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Probability {
    numerator: u128,
    denominator: u128,
}

/// Why a text is no [`Probability`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no chance from 0 to 1 written as a decimal (0.6) or a fraction (3/5)")]
pub struct ProbabilityError(pub String);

impl Probability {
    pub const HALF: Probability = Probability {
        numerator: 1,
        denominator: 2,
    };

    /// `None` unless `0 ≤ numerator ≤ denominator` and `denominator > 0`.
    pub fn new(numerator: u128, denominator: u128) -> Option<Probability> {
        if denominator == 0 || numerator > denominator {
            return None;
        }
        let divisor = gcd(numerator, denominator);
        Some(Probability {
            numerator: numerator / divisor,
            denominator: denominator / divisor,
        })
    }

    pub fn numerator(self) -> u128 {
        self.numerator
    }

    pub fn denominator(self) -> u128 {
        self.denominator
    }

    /// The nearest floating-point number.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

impl FromStr for Probability {
    type Err = ProbabilityError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parsed = match text.split_once('/') {
            Some((numerator, denominator)) => numerator.parse().ok().zip(denominator.parse().ok()),
            None => parse_decimal(text),
        };
        parsed
            .and_then(|(numerator, denominator)| Probability::new(numerator, denominator))
            .ok_or_else(|| ProbabilityError(text.to_string()))
    }
}

/// A decimal without sign or exponent as numerator and power of ten.
pub(super) fn parse_decimal(text: &str) -> Option<(u128, u128)> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = format!("{whole}{fraction}").replace('_', "");
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let places = fraction.replace('_', "").len();
    let power = 10u128.checked_pow(u32::try_from(places).ok()?)?;
    Some((digits.parse().ok()?, power))
}

/// The decimal where it ends within 18 places, else the fraction.
impl fmt::Display for Probability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut power = 1u128;
        for places in 0..=18 {
            if power.is_multiple_of(self.denominator) {
                let digits = self.numerator * (power / self.denominator);
                if places == 0 {
                    return write!(f, "{digits}");
                }
                return write!(f, "{}.{:0places$}", digits / power, digits % power);
            }
            power *= 10;
        }
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

pub(super) fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_exact_and_come_back_as_typed() {
        for (text, numerator, denominator) in [
            ("0.6", 3, 5),
            ("0.5", 1, 2),
            ("1", 1, 1),
            ("0", 0, 1),
            ("0.05", 1, 20),
        ] {
            let p: Probability = text.parse().unwrap();
            assert_eq!((p.numerator(), p.denominator()), (numerator, denominator));
            assert_eq!(p.to_string(), text);
        }
        assert_eq!("2/6".parse::<Probability>().unwrap().to_string(), "1/3");
        let shortest = format!("{}", 0.1f64 + 0.2f64);
        assert!(shortest.parse::<Probability>().is_ok());
    }

    #[test]
    fn what_is_no_chance_is_refused() {
        for text in ["1.1", "-0.1", "", ".", "1/0", "3/2", "half", "1e-1"] {
            assert!(text.parse::<Probability>().is_err(), "{text}");
        }
    }
}
