use serde::{Deserialize, Serialize};

use super::deviations::sample_variance;
use super::paired::mean_interval;
use super::{Confidence, Interval, Law, Merge};

/// Count, mean and spread of non-negative integers, by exact sums.
///
/// The sum of squares must stay below 2¹²⁶ (2⁶² values below 2³²); recording
/// past 2¹²⁸ panics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moments {
    count: u64,
    sum: u128,
    squares: u128,
}

impl Moments {
    #[inline]
    pub fn record(&mut self, value: u64) {
        self.record_n(value, 1);
    }

    /// Records `value` `times` times over.
    #[inline]
    pub fn record_n(&mut self, value: u64, times: u64) {
        let value = u128::from(value);
        let wide_times = u128::from(times);
        let squares = (value * value)
            .checked_mul(wide_times)
            .and_then(|more| self.squares.checked_add(more));
        self.squares = squares.expect("the sum of squares overflows 128 bits");
        self.sum += value * wide_times;
        self.count += times;
    }

    pub fn count(&self) -> u64 {
        self.count
    }

    /// Σxᵢ.
    pub fn sum(&self) -> u128 {
        self.sum
    }

    /// x̄ = Σxᵢ/n; `None` for n = 0.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }

    /// s² = Σ(xᵢ − x̄)²/(n − 1); `None` for n < 2.
    pub fn variance(&self) -> Option<f64> {
        let sum = i128::try_from(self.sum).expect("a sum below 2^127");
        sample_variance(self.count, sum, self.squares)
    }

    /// Sample standard deviation s; `None` for n < 2.
    pub fn sd(&self) -> Option<f64> {
        self.variance().map(f64::sqrt)
    }

    /// Standard error of the mean, s/√n; `None` for n < 2.
    pub fn standard_error(&self) -> Option<f64> {
        self.variance().map(|v| (v / self.count as f64).sqrt())
    }

    /// x̄ ± q·s/√n, q the quantile of `law`; `None` for n < 2.
    pub fn interval(&self, law: Law, confidence: Confidence) -> Option<Interval> {
        let (mean, error) = (self.mean()?, self.standard_error()?);
        Some(mean_interval(mean, error, self.count, law, confidence))
    }
}

impl Merge for Moments {
    fn merge(&mut self, other: &Self) {
        let squares = self.squares.checked_add(other.squares);
        self.squares = squares.expect("the sum of squares overflows 128 bits");
        self.sum += other.sum;
        self.count += other.count;
    }
}

#[cfg(test)]
mod tests {
    use super::super::merge::tests::obeys_the_law;
    use super::*;
    use proptest::prelude::*;

    fn of(values: &[u64]) -> Moments {
        let mut moments = Moments::default();
        values.iter().for_each(|&value| moments.record(value));
        moments
    }

    #[test]
    fn hand_calculated() {
        // mean 5, squared deviations 9+1+1+1+0+0+4+16 = 32
        let moments = of(&[2, 4, 4, 4, 5, 5, 7, 9]);
        assert_eq!(moments.mean(), Some(5.0));
        assert_eq!(moments.variance(), Some(32.0 / 7.0));
        let error = moments.standard_error().unwrap();
        assert!((error - (4.0f64 / 7.0).sqrt()).abs() < 1e-15);
    }

    #[test]
    fn missing_figures_are_none() {
        assert_eq!(of(&[]).mean(), None);
        assert_eq!(of(&[]).sd(), None);
        assert_eq!(of(&[3]).mean(), Some(3.0));
        assert_eq!(of(&[3]).sd(), None);
        assert_eq!(of(&[3]).interval(Law::Student, Confidence::P95), None);
        assert_eq!(of(&[3, 3]).sd(), Some(0.0));
    }

    /// The naive formula loses every digit here.
    #[test]
    fn large_offset_keeps_its_digits() {
        let base = 4_000_000_000;
        assert_eq!(
            of(&[base + 4, base + 7, base + 13, base + 16]).variance(),
            Some(30.0)
        );
    }

    proptest! {
        #[test]
        fn merge_law(a in prop::collection::vec(0u64..1 << 40, 0..20),
                     b in prop::collection::vec(0u64..1 << 40, 0..20),
                     c in prop::collection::vec(0u64..1 << 40, 0..20)) {
            obeys_the_law(of, &a, &b, &c);
        }

        #[test]
        fn variance_is_that_of_two_passes(values in prop::collection::vec(0u64..10_000, 2..50)) {
            let n = values.len() as f64;
            let mean = values.iter().sum::<u64>() as f64 / n;
            let squares: f64 = values.iter().map(|&v| (v as f64 - mean).powi(2)).sum();
            let expected = squares / (n - 1.0);
            let variance = of(&values).variance().unwrap();
            prop_assert!((variance - expected).abs() <= 1e-9 * expected.max(1.0));
        }
    }
}
