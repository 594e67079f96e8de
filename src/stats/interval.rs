use std::fmt;

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};
use thiserror::Error;

/// A two-sided confidence level, strictly between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Confidence(f64);

/// A confidence level outside (0, 1).
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("a confidence level lies strictly between 0 and 1 (0.95 for 95 %), not {0}")]
pub struct ConfidenceError(pub f64);

impl Confidence {
    pub const P90: Confidence = Confidence(0.90);
    pub const P95: Confidence = Confidence(0.95);
    pub const P99: Confidence = Confidence(0.99);

    pub fn new(level: f64) -> Result<Confidence, ConfidenceError> {
        if level > 0.0 && level < 1.0 {
            Ok(Confidence(level))
        } else {
            Err(ConfidenceError(level))
        }
    }

    /// The level, 0 to 1.
    pub fn level(self) -> f64 {
        self.0
    }

    /// z with P(|Z| ≤ z) = level, Z standard normal (1.96 for 95 %).
    pub fn normal_quantile(self) -> f64 {
        Normal::standard().inverse_cdf(self.upper_tail())
    }

    /// t with P(|T| ≤ t) = level, T of Student's law with `freedom` > 0 degrees.
    pub fn student_quantile(self, freedom: f64) -> f64 {
        StudentsT::new(0.0, 1.0, freedom)
            .expect("positive degrees of freedom")
            .inverse_cdf(self.upper_tail())
    }

    fn upper_tail(self) -> f64 {
        0.5 + self.0 / 2.0
    }
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Rounded to 10 digits, so that 0.95 reads 95 % and not 94.99999 %.
        write!(f, "{} %", (self.0 * 1e12).round() / 1e10)
    }
}

/// A closed interval, `lo <= hi`, in the units of what it encloses.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    pub lo: f64,
    pub hi: f64,
}

impl Interval {
    /// `centre ± half`.
    pub fn around(centre: f64, half: f64) -> Interval {
        Interval {
            lo: centre - half,
            hi: centre + half,
        }
    }

    /// What of it lies within `lo` to `hi`, which it meets.
    pub fn cut(&self, lo: f64, hi: f64) -> Interval {
        Interval {
            lo: self.lo.clamp(lo, hi),
            hi: self.hi.clamp(lo, hi),
        }
    }

    pub fn width(&self) -> f64 {
        self.hi - self.lo
    }

    pub fn contains(&self, value: f64) -> bool {
        self.lo <= value && value <= self.hi
    }

    /// Both ends times `factor` (a change of unit); a negative one turns them round.
    pub fn scaled(&self, factor: f64) -> Interval {
        let (a, b) = (self.lo * factor, self.hi * factor);
        Interval {
            lo: a.min(b),
            hi: a.max(b),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_of_the_tables() {
        assert!((Confidence::P95.normal_quantile() - 1.959_963_985).abs() < 1e-8);
        assert!((Confidence::P99.normal_quantile() - 2.575_829_304).abs() < 1e-8);
        assert!((Confidence::P95.student_quantile(1.0) - 12.706_204_7).abs() < 1e-5);
        assert!((Confidence::P95.student_quantile(9.0) - 2.262_157_16).abs() < 1e-7);
        assert!((Confidence::P90.student_quantile(30.0) - 1.697_260_89).abs() < 1e-7);
    }

    #[test]
    fn levels_outside_are_refused() {
        for level in [0.0, 1.0, -0.1, 95.0, f64::NAN] {
            assert!(Confidence::new(level).is_err(), "{level}");
        }
        assert_eq!(Confidence::new(0.95), Ok(Confidence::P95));
        assert_eq!(Confidence::P95.to_string(), "95 %");
    }

    #[test]
    fn a_negative_scale_keeps_the_order() {
        let interval = Interval { lo: 1.0, hi: 3.0 }.scaled(-2.0);
        assert_eq!(interval, Interval { lo: -6.0, hi: -2.0 });
    }
}
