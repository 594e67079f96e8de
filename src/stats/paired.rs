use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

use super::deviations::sample_variance;
use super::{Confidence, Interval, Merge};

/// The law that an interval for a mean is taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// The limit for many samples.
    Normal,
    /// Student's t with n − 1 degrees of freedom (Student 1908, "The probable
    /// error of a mean", Biometrika 6).
    Student,
}

/// Differences of two measurements made under the same conditions, one a
/// pair: integers, in any unit (plies; half points, so that a win against a
/// loss is 2 and against a draw 1).
///
/// Sums of squares must stay below 2¹²⁶.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairedDifference {
    count: u64,
    sum: i128,
    squares: u128,
}

impl PairedDifference {
    /// One pair: `difference` is the second measurement minus the first.
    #[inline]
    pub fn record(&mut self, difference: i64) {
        let size = u128::from(difference.unsigned_abs());
        let squares = self.squares.checked_add(size * size);
        self.squares = squares.expect("the sum of squares overflows 128 bits");
        self.sum += i128::from(difference);
        self.count += 1;
    }

    /// Pairs seen.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Sum of the differences.
    pub fn sum(&self) -> i128 {
        self.sum
    }

    /// d̄ = Σdᵢ/n; `None` for n = 0.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }

    /// s² = Σ(dᵢ − d̄)²/(n − 1); `None` for n < 2.
    pub fn variance(&self) -> Option<f64> {
        sample_variance(self.count, self.sum, self.squares)
    }

    /// Standard error of the mean, s/√n; `None` for n < 2.
    pub fn standard_error(&self) -> Option<f64> {
        self.variance().map(|v| (v / self.count as f64).sqrt())
    }

    /// d̄ ± q·s/√n, q the quantile of `law`; `None` for n < 2.
    pub fn interval(&self, law: Law, confidence: Confidence) -> Option<Interval> {
        let (mean, error) = (self.mean()?, self.standard_error()?);
        Some(mean_interval(mean, error, self.count, law, confidence))
    }

    /// Two-sided p-value of "the mean difference is 0", by d̄/(s/√n).
    /// `None` for n < 2 and where all differences are equal (s = 0).
    pub fn p_value(&self, law: Law) -> Option<f64> {
        let (mean, error) = (self.mean()?, self.standard_error()?);
        if error == 0.0 {
            return None;
        }
        let statistic = (mean / error).abs();
        let tail = match law {
            Law::Normal => Normal::standard().sf(statistic),
            Law::Student => StudentsT::new(0.0, 1.0, (self.count - 1) as f64)
                .expect("at least one degree of freedom")
                .sf(statistic),
        };
        Some((2.0 * tail).min(1.0))
    }
}

impl Merge for PairedDifference {
    fn merge(&mut self, other: &Self) {
        let squares = self.squares.checked_add(other.squares);
        self.squares = squares.expect("the sum of squares overflows 128 bits");
        self.sum += other.sum;
        self.count += other.count;
    }
}

/// `mean ± q·error` for a mean of `count` ≥ 2 values.
pub(super) fn mean_interval(
    mean: f64,
    error: f64,
    count: u64,
    law: Law,
    confidence: Confidence,
) -> Interval {
    let quantile = match law {
        Law::Normal => confidence.normal_quantile(),
        Law::Student => confidence.student_quantile((count - 1) as f64),
    };
    Interval::around(mean, quantile * error)
}

#[cfg(test)]
mod tests {
    use super::super::merge::tests::obeys_the_law;
    use super::*;
    use proptest::prelude::*;

    fn of(differences: &[i64]) -> PairedDifference {
        let mut paired = PairedDifference::default();
        differences.iter().for_each(|&d| paired.record(d));
        paired
    }

    /// Student's own sleep data (1908): extra hours of ten patients, the
    /// second drug minus the first, here in tenths of an hour.
    /// Published: mean 1.58, t = 4.0621, p = 0.002833, 95 % interval 0.7001 to 2.4599.
    #[test]
    fn student_sleep_data() {
        let paired = of(&[12, 24, 13, 13, 0, 10, 18, 8, 46, 14]);
        assert_eq!(paired.mean(), Some(15.8));
        let t = paired.mean().unwrap() / paired.standard_error().unwrap();
        assert!((t - 4.0621).abs() < 1e-4);
        assert!((paired.p_value(Law::Student).unwrap() - 0.002_833).abs() < 1e-6);
        let interval = paired.interval(Law::Student, Confidence::P95).unwrap();
        assert!((interval.lo - 7.001_142).abs() < 1e-5, "{interval:?}");
        assert!((interval.hi - 24.598_858).abs() < 1e-5, "{interval:?}");
        let normal = paired.interval(Law::Normal, Confidence::P95).unwrap();
        assert!(normal.width() < interval.width());
    }

    #[test]
    fn missing_figures_are_none() {
        assert_eq!(of(&[]).mean(), None);
        assert_eq!(of(&[-4]).mean(), Some(-4.0));
        assert_eq!(of(&[-4]).interval(Law::Normal, Confidence::P95), None);
        assert_eq!(of(&[-4, -4]).p_value(Law::Student), None);
    }

    proptest! {
        #[test]
        fn merge_law(a in prop::collection::vec(-(1i64 << 40)..1 << 40, 0..20),
                     b in prop::collection::vec(-(1i64 << 40)..1 << 40, 0..20),
                     c in prop::collection::vec(-(1i64 << 40)..1 << 40, 0..20)) {
            obeys_the_law(of, &a, &b, &c);
        }

        #[test]
        fn turned_round_is_the_negative(a in prop::collection::vec(-1000i64..1000, 2..40)) {
            let (there, back) = (of(&a), of(&a.iter().map(|d| -d).collect::<Vec<_>>()));
            prop_assert_eq!(there.mean().unwrap(), -back.mean().unwrap());
            let (v, w) = (there.variance().unwrap(), back.variance().unwrap());
            prop_assert!((v - w).abs() <= 1e-12 * v.max(1.0));
        }
    }
}
