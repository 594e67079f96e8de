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

/// From so many pairs on, intervals are normal ones; below, the spread of the
/// pairs is not known well enough.
pub(super) const MANY: u64 = 100;

/// What an interval is made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spread {
    pub centre: f64,
    pub error: f64,
}

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

    /// Interval of the score, cut to 0 … 1: the normal one, or where pairs are few
    /// (below 100) or all alike that of Agresti and Coull. `None` for fewer than
    /// two pairs.
    pub fn interval(&self, confidence: Confidence) -> Option<Interval> {
        let Spread { centre, error } = self.spread(confidence)?;
        let whole = Interval::around(centre, confidence.normal_quantile() * error);
        Some(whole.cut(0.0, 1.0))
    }

    /// Where an interval of the score has its centre, and the standard error that
    /// it is made of: those of the pairs or, where these are few or all alike, of
    /// them and z² pairs more, half with 0 and half with 2 points. Their scores
    /// vary more than any, so the interval is on the wide side. A. Agresti, B.
    /// Coull, "Approximate is better than 'exact' for interval estimation of
    /// binomial proportions", The American Statistician 52 (1998).
    pub(super) fn spread(&self, confidence: Confidence) -> Option<Spread> {
        let (score, error) = (self.score()?, self.standard_error()?);
        if self.pairs() >= MANY && error > 0.0 {
            let centre = score;
            return Some(Spread { centre, error });
        }
        let more = confidence.normal_quantile().powi(2);
        let weight = self.pairs() as f64 + more;
        let centre = (self.pairs() as f64 * score + more / 2.0) / weight;
        let cells = SCORES.iter().zip(&self.0);
        let squares: f64 = cells
            .map(|(cell, &n)| n as f64 * (cell - centre).powi(2))
            .sum();
        let ends = more / 2.0 * (centre.powi(2) + (1.0 - centre).powi(2));
        Some(Spread {
            centre,
            error: ((squares + ends) / weight / weight).sqrt(),
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

    /// A pair of one win and one loss says nothing: the spread is 0, though not
    /// what it may be.
    #[test]
    fn shared_luck_falls_out() {
        let even = of(&[2; 500]);
        assert_eq!(even.variance(), Some(0.0));
        let interval = even.interval(Confidence::P95).unwrap();
        assert!(interval.contains(0.5) && interval.width() > 0.0);
        assert!(interval.width() < 0.01);
        assert_eq!(of(&[]).score(), None);
        assert_eq!(of(&[4]).variance(), None);
        assert_eq!(of(&[4]).interval(Confidence::P95), None);
    }

    /// "100.00 ± 0.00 %" was printed for two pairs.
    #[test]
    fn few_pairs_that_are_alike_have_a_wide_interval() {
        let won = of(&[4, 4]).interval(Confidence::P95).unwrap();
        assert!(won.lo < 0.35 && won.hi == 1.0, "{won:?}");
        let many = Pentanomial([3, 20, 60, 25, 12]);
        let half = Confidence::P95.normal_quantile() * many.standard_error().unwrap();
        let plain = Interval::around(many.score().unwrap(), half);
        assert_eq!(many.interval(Confidence::P95).unwrap(), plain);
    }

    /// Summed over everything that a few pairs can bring, an interval of 95 %
    /// holds the mean in 94 % of the matches or more.
    #[test]
    fn few_pairs_are_covered() {
        let laws = [
            [0.0, 0.1, 0.8, 0.1, 0.0],
            [0.02, 0.18, 0.5, 0.25, 0.05],
            [0.25, 0.0, 0.5, 0.0, 0.25],
            [0.0, 0.0, 0.1, 0.2, 0.7],
        ];
        for (law, pairs) in laws.iter().flat_map(|law| [(law, 2), (law, 6), (law, 20)]) {
            let mean: f64 = law.iter().zip(SCORES).map(|(p, score)| p * score).sum();
            let mut covered = 0.0;
            each_match(pairs, &mut |cells| {
                let chance = chance_of(&cells, law);
                let interval = Pentanomial(cells).interval(Confidence::P95).unwrap();
                covered += chance * f64::from(u8::from(interval.contains(mean)));
            });
            assert!(covered > 0.94, "{law:?}, {pairs} pairs: {covered}");
        }
    }

    fn each_match(pairs: u64, see: &mut impl FnMut([u64; 5])) {
        for a in 0..=pairs {
            for b in 0..=pairs - a {
                for c in 0..=pairs - a - b {
                    for d in 0..=pairs - a - b - c {
                        see([a, b, c, d, pairs - a - b - c - d]);
                    }
                }
            }
        }
    }

    /// Multinomial.
    fn chance_of(cells: &[u64; 5], law: &[f64; 5]) -> f64 {
        let factorial = |n: u64| (1..=n).map(|k| k as f64).product::<f64>();
        let whole = factorial(cells.iter().sum());
        let parts = cells.iter().zip(law);
        parts.fold(whole, |chance, (&n, p)| {
            chance * p.powi(n as i32) / factorial(n)
        })
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
