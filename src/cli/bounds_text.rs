//! Proven bounds in decimal digits that still hold: the lower one rounded down,
//! the upper one up.

/// Digits behind the point, whatever the bounds.
const LEAST: usize = 9;
/// More say nothing of numbers in 53 bits.
const MOST: usize = 15;

/// A value between its proven bounds, as they are printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundsText {
    pub value: String,
    pub lower: String,
    pub upper: String,
    /// Digits behind the point.
    pub digits: usize,
}

impl BoundsText {
    /// With so many digits that the width of the interval shows by two of them,
    /// at least [`LEAST`] and at most [`MOST`].
    ///
    /// All three are from 0 to 1, the value not outside its bounds.
    pub fn new(value: f64, lower: f64, upper: f64) -> BoundsText {
        let digits = match upper - lower {
            width if width > 0.0 => digits(width),
            _ if !cut(lower, LEAST).1 => LEAST,
            _ => MOST,
        };
        BoundsText {
            value: format!("{value:.digits$}"),
            lower: down(lower, digits),
            upper: up(upper, digits),
            digits,
        }
    }
}

fn digits(width: f64) -> usize {
    let first = (-width.log10()).ceil().max(0.0) as usize;
    (first + 1).clamp(LEAST, MOST)
}

/// The largest number of so many digits that is not above `x`.
fn down(x: f64, digits: usize) -> String {
    decimal(cut(x, digits).0, digits)
}

/// The smallest number of so many digits that is not below `x`.
fn up(x: f64, digits: usize) -> String {
    let (units, rest) = cut(x, digits);
    decimal(units + u64::from(rest), digits)
}

/// How often 10^−`digits` goes into `x`, and whether anything is left.
fn cut(x: f64, digits: usize) -> (u64, bool) {
    // Every digit of a number in 53 bits: none of the smallest has more.
    let text = format!("{:.1074}", x.max(0.0));
    let (whole, behind) = text.split_once('.').expect("digits behind the point");
    let (kept, rest) = behind.split_at(digits);
    let units = format!("{whole}{kept}").parse().expect("digits");
    (units, rest.bytes().any(|digit| digit != b'0'))
}

fn decimal(units: u64, digits: usize) -> String {
    let scale = 10u64.pow(digits as u32);
    format!("{}.{:0digits$}", units / scale, units % scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_rounded_away_from_each_other() {
        assert_eq!(down(0.129, 2), "0.12");
        assert_eq!(up(0.121, 2), "0.13");
        assert_eq!(
            (down(0.5, 9), up(0.5, 9)),
            ("0.500000000".into(), "0.500000000".into())
        );
        assert_eq!(
            (up(0.9999, 3), down(0.9999, 3)),
            ("1.000".into(), "0.999".into())
        );
        assert_eq!(
            (down(1.0, 4), up(5e-324, 2), down(0.0, 1)),
            ("1.0000".into(), "0.01".into(), "0.0".into())
        );
    }

    #[test]
    fn the_width_shows_by_two_digits() {
        let text = BoundsText::new(0.5123584354, 0.5123584354 - 2e-12, 0.5123584354 + 2e-12);
        assert_eq!(text.digits, 13);
        let words = [&text.lower, &text.value, &text.upper];
        assert!(words[0] < words[1] && words[1] < words[2], "{words:?}");
        assert_eq!(BoundsText::new(0.5, 0.0, 1.0).lower, "0.000000000");
        assert_eq!(BoundsText::new(0.5, 0.5, 0.5).digits, 9);
        let third = 1.0 / 3.0;
        assert_eq!(BoundsText::new(third, third, third).digits, 15);
    }
}
