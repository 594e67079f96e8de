use serde::{Deserialize, Serialize};

use super::{Confidence, Interval, Merge};

/// Results of pairs of games, the seats swapped within a pair: how often the
/// first player took 0, ½, 1, 1½ and 2 points of the two.
///
/// The two games of a pair share their throws, so they are not independent;
/// the pairs are, and every interval here is taken from the spread between
/// pairs. Scores are points a game, 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

/// The score a game that belongs to each cell.
pub(super) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

impl Pentanomial {
    /// One pair in which the player took `half_points`, 0 to 4.
    ///
    /// # Panics
    /// With more half points than a pair has.
    #[inline]
    pub fn record(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Mean score a game; `None` without a pair.
    pub fn score(&self) -> Option<f64> {
        let pairs = self.pairs();
        let quarters: u64 = (0..).zip(&self.0).map(|(i, n)| i * n).sum();
        (pairs > 0).then(|| quarters as f64 / (4 * pairs) as f64)
    }

    /// Sample variance, between pairs, of the score a game; `None` for fewer
    /// than two pairs.
    pub fn variance(&self) -> Option<f64> {
        let pairs = self.pairs();
        let mean = self.score().filter(|_| pairs > 1)?;
        let squares: f64 = SCORES
            .iter()
            .zip(&self.0)
            .map(|(score, &n)| n as f64 * (score - mean).powi(2))
            .sum();
        Some(squares / (pairs - 1) as f64)
    }

    /// Standard error of [`Self::score`].
    pub fn standard_error(&self) -> Option<f64> {
        Some((self.variance()? / self.pairs() as f64).sqrt())
    }

    /// Normal interval of the score, cut to 0 … 1.
    pub fn interval(&self, confidence: Confidence) -> Option<Interval> {
        let half = confidence.normal_quantile() * self.standard_error()?;
        let whole = Interval::around(self.score()?, half);
        Some(Interval {
            lo: whole.lo.max(0.0),
            hi: whole.hi.min(1.0),
        })
    }

    /// The same pairs seen by the other player.
    pub fn turned(&self) -> Pentanomial {
        let mut cells = self.0;
        cells.reverse();
        Pentanomial(cells)
    }
}

impl Merge for Pentanomial {
    fn merge(&mut self, other: &Self) {
        for (cell, more) in self.0.iter_mut().zip(other.0) {
            *cell += more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::merge::tests::obeys_the_law;
    use super::*;
    use proptest::prelude::*;

    fn of(pairs: &[usize]) -> Pentanomial {
        let mut pentanomial = Pentanomial::default();
        pairs.iter().for_each(|&half| pentanomial.record(half));
        pentanomial
    }

    #[test]
    fn hand_calculated() {
        // Scores 1, ½, ½, 0, ¾: mean 0.55, squares 0.2025+0.0025·2+0.3025+0.04.
        let pairs = of(&[4, 2, 2, 0, 3]);
        assert!((pairs.score().unwrap() - 0.55).abs() < 1e-15);
        assert!((pairs.variance().unwrap() - 0.55 / 4.0).abs() < 1e-15);
        let turned = pairs.turned();
        assert!((turned.score().unwrap() - 0.45).abs() < 1e-15);
        assert_eq!(turned.turned(), pairs);
    }

    /// A pair of one win and one loss says nothing: the spread is 0.
    #[test]
    fn shared_luck_falls_out() {
        let even = of(&[2; 50]);
        assert_eq!(even.interval(Confidence::P95).unwrap().width(), 0.0);
        assert_eq!(of(&[]).score(), None);
        assert_eq!(of(&[4]).variance(), None);
    }

    proptest! {
        #[test]
        fn merge_law(a in prop::collection::vec(0usize..5, 0..20),
                     b in prop::collection::vec(0usize..5, 0..20),
                     c in prop::collection::vec(0usize..5, 0..20)) {
            obeys_the_law(of, &a, &b, &c);
        }
    }
}
