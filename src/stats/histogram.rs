use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Confidence, Interval, Law, Merge, Moments};

/// Values below this are counted in a dense table, the rest in a tree.
const DENSE_LIMIT: u64 = 1 << 14;

/// How often each non-negative integer was seen.
///
/// The dense part grows to the largest value seen below 2¹⁴, so a histogram of
/// small values stays small; larger values cost a tree node each. Two
/// histograms that have seen the same are equal. Written and read by serde as
/// the list of `[value, count]`, values ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<(u64, u64)>", into = "Vec<(u64, u64)>")]
pub struct Histogram {
    /// No zero at the end, so that equal contents are equal fields.
    dense: Vec<u64>,
    sparse: BTreeMap<u64, u64>,
}

impl Histogram {
    #[inline]
    pub fn record(&mut self, value: impl Into<u64>) {
        self.record_n(value, 1);
    }

    /// Records `value` `times` times over; 0 times is nothing.
    #[inline]
    pub fn record_n(&mut self, value: impl Into<u64>, times: u64) {
        let value = value.into();
        let place = usize::try_from(value).ok();
        if let Some(count) = place.and_then(|place| self.dense.get_mut(place)) {
            *count += times;
        } else if times > 0 {
            self.record_beyond(value, times);
        }
    }

    #[cold]
    fn record_beyond(&mut self, value: u64, times: u64) {
        if value < DENSE_LIMIT {
            self.dense.resize(value as usize + 1, 0);
            self.dense[value as usize] = times;
        } else {
            *self.sparse.entry(value).or_default() += times;
        }
    }

    /// Times `value` was seen.
    pub fn count_of(&self, value: u64) -> u64 {
        let place = usize::try_from(value).ok();
        let dense = place.and_then(|place| self.dense.get(place));
        *dense.or_else(|| self.sparse.get(&value)).unwrap_or(&0)
    }

    /// `(value, count)`, values ascending, counts above 0.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let dense = self.dense.iter().enumerate();
        dense
            .filter(|&(_, &count)| count > 0)
            .map(|(value, &count)| (value as u64, count))
            .chain(self.sparse.iter().map(|(&value, &count)| (value, count)))
    }

    pub fn is_empty(&self) -> bool {
        self.dense.is_empty() && self.sparse.is_empty()
    }

    /// Values recorded.
    pub fn count(&self) -> u64 {
        self.dense.iter().sum::<u64>() + self.sparse.values().sum::<u64>()
    }

    /// Count and exact sums, from which mean and spread come.
    pub fn moments(&self) -> Moments {
        let mut moments = Moments::default();
        for (value, count) in self.iter() {
            moments.record_n(value, count);
        }
        moments
    }

    /// `None` when empty.
    pub fn mean(&self) -> Option<f64> {
        self.moments().mean()
    }

    /// Sample standard deviation; `None` for fewer than two values.
    pub fn sd(&self) -> Option<f64> {
        self.moments().sd()
    }

    /// Standard error of the mean; `None` for fewer than two values.
    pub fn standard_error(&self) -> Option<f64> {
        self.moments().standard_error()
    }

    /// Interval for the mean; `None` for fewer than two values.
    pub fn interval(&self, law: Law, confidence: Confidence) -> Option<Interval> {
        self.moments().interval(law, confidence)
    }

    /// `None` when empty.
    pub fn min(&self) -> Option<u64> {
        self.iter().next().map(|(value, _)| value)
    }

    /// `None` when empty.
    pub fn max(&self) -> Option<u64> {
        let sparse = self.sparse.last_key_value().map(|(&value, _)| value);
        sparse.or_else(|| self.dense.len().checked_sub(1).map(|last| last as u64))
    }

    /// Nearest-rank percentile: the smallest value with at least
    /// ⌈percent/100 · n⌉ values (and at least one) at or below it
    /// (Hyndman & Fan 1996, "Sample quantiles in statistical packages",
    /// definition 1). Always a value that was seen; `None` when empty.
    ///
    /// # Panics
    ///
    /// If `percent` is above 100.
    pub fn percentile(&self, percent: u32) -> Option<u64> {
        assert!(percent <= 100, "a percentile is 0 to 100, not {percent}");
        let wanted = u128::from(self.count()) * u128::from(percent);
        let rank = wanted.div_ceil(100).max(1);
        let mut seen = 0u128;
        self.iter()
            .find(|&(_, count)| {
                seen += u128::from(count);
                seen >= rank
            })
            .map(|(value, _)| value)
    }

    /// Nearest-rank median.
    pub fn median(&self) -> Option<u64> {
        self.percentile(50)
    }

    /// Share of the values at or below `value`, 0 to 1; `None` when empty.
    pub fn share_up_to(&self, value: u64) -> Option<f64> {
        let below: u64 = self
            .iter()
            .take_while(|&(v, _)| v <= value)
            .map(|(_, count)| count)
            .sum();
        (!self.is_empty()).then(|| below as f64 / self.count() as f64)
    }
}

impl Merge for Histogram {
    fn merge(&mut self, other: &Self) {
        if self.dense.len() < other.dense.len() {
            self.dense.resize(other.dense.len(), 0);
        }
        for (count, more) in self.dense.iter_mut().zip(&other.dense) {
            *count += more;
        }
        for (&value, &more) in &other.sparse {
            *self.sparse.entry(value).or_default() += more;
        }
    }
}

impl FromIterator<(u64, u64)> for Histogram {
    /// From `(value, count)` in any order; counts of a repeated value add up.
    fn from_iter<I: IntoIterator<Item = (u64, u64)>>(counts: I) -> Self {
        let mut histogram = Histogram::default();
        for (value, count) in counts {
            histogram.record_n(value, count);
        }
        histogram
    }
}

impl From<Vec<(u64, u64)>> for Histogram {
    fn from(counts: Vec<(u64, u64)>) -> Self {
        counts.into_iter().collect()
    }
}

impl From<Histogram> for Vec<(u64, u64)> {
    fn from(histogram: Histogram) -> Self {
        histogram.iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::merge::tests::obeys_the_law;
    use super::*;
    use proptest::prelude::*;

    fn of(values: &[u64]) -> Histogram {
        let mut histogram = Histogram::default();
        values.iter().for_each(|&value| histogram.record(value));
        histogram
    }

    /// The usual example of the nearest-rank method.
    #[test]
    fn nearest_rank() {
        let histogram = of(&[15, 20, 35, 40, 50]);
        let expected = [(0, 15), (5, 15), (30, 20), (40, 20), (50, 35), (100, 50)];
        for (percent, value) in expected {
            assert_eq!(histogram.percentile(percent), Some(value), "{percent} %");
        }
    }

    #[test]
    fn empty_has_no_figures() {
        let histogram = Histogram::default();
        assert_eq!(histogram.count(), 0);
        assert_eq!(histogram.mean(), None);
        assert_eq!(histogram.min(), None);
        assert_eq!(histogram.max(), None);
        assert_eq!(histogram.median(), None);
        assert_eq!(histogram.share_up_to(7), None);
    }

    #[test]
    fn zero_times_leaves_no_trace() {
        let mut histogram = of(&[3]);
        histogram.record_n(9u32, 0);
        histogram.record_n(1u64 << 40, 0);
        assert_eq!(histogram, of(&[3]));
        assert_eq!(histogram.max(), Some(3));
    }

    #[test]
    fn large_values_are_counted_too() {
        let histogram = of(&[2, DENSE_LIMIT - 1, DENSE_LIMIT, u64::from(u32::MAX)]);
        assert_eq!(histogram.max(), Some(u64::from(u32::MAX)));
        assert_eq!(histogram.count_of(DENSE_LIMIT), 1);
        assert_eq!(histogram.percentile(75), Some(DENSE_LIMIT));
        assert_eq!(histogram.share_up_to(DENSE_LIMIT - 1), Some(0.5));
    }

    #[test]
    fn serde_round_trip() {
        let histogram = of(&[0, 5, 5, 1 << 20]);
        let text = serde_json::to_string(&histogram).unwrap();
        assert_eq!(text, "[[0,1],[5,2],[1048576,1]]");
        assert_eq!(serde_json::from_str::<Histogram>(&text).unwrap(), histogram);
    }

    fn values() -> impl Strategy<Value = Vec<u64>> {
        let near_limit = DENSE_LIMIT - 5..DENSE_LIMIT + 5;
        prop::collection::vec(prop_oneof![0u64..200, near_limit, 0u64..1 << 40], 0..30)
    }

    proptest! {
        #[test]
        fn merge_law(a in values(), b in values(), c in values()) {
            obeys_the_law(of, &a, &b, &c);
        }

        #[test]
        fn figures_are_those_of_the_sorted_list(mut list in values(), percent in 0u32..=100) {
            let histogram = of(&list);
            list.sort_unstable();
            prop_assert_eq!(histogram.count(), list.len() as u64);
            prop_assert_eq!(histogram.min(), list.first().copied());
            prop_assert_eq!(histogram.max(), list.last().copied());
            let rank = (list.len() * percent as usize).div_ceil(100).max(1);
            prop_assert_eq!(histogram.percentile(percent), list.get(rank - 1).copied());
        }
    }
}
