use serde::{Deserialize, Serialize};

use super::{Confidence, Interval, Merge};

/// A share of games won (or of anything else), counted in half points so that
/// a draw counts as half a win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proportion {
    half_points: u64,
    count: u64,
}

impl Proportion {
    /// `successes` of `count`, no draws.
    ///
    /// # Panics
    ///
    /// If `successes > count`.
    pub fn new(successes: u64, count: u64) -> Proportion {
        Proportion::with_draws(successes, 0, count)
    }

    /// `wins + ½ draws` of `count`.
    ///
    /// # Panics
    ///
    /// If `wins + draws > count`.
    pub fn with_draws(wins: u64, draws: u64, count: u64) -> Proportion {
        assert!(
            wins + draws <= count,
            "{wins} wins and {draws} draws are more than {count} games"
        );
        Proportion {
            half_points: 2 * wins + draws,
            count,
        }
    }

    pub fn count(&self) -> u64 {
        self.count
    }

    /// p̂ = (wins + ½ draws)/n, 0 to 1; `None` for n = 0.
    pub fn share(&self) -> Option<f64> {
        (self.count > 0).then(|| self.half_points as f64 / 2.0 / self.count as f64)
    }

    /// Wilson's score interval (Wilson 1927, "Probable inference, the law of
    /// succession, and statistical inference", JASA 22):
    ///
    /// (p̂ + z²/2n ± z·√(p̂(1−p̂)/n + z²/4n²)) / (1 + z²/n),
    ///
    /// within 0 to 1; `None` for n = 0. A draw makes the outcome vary less
    /// than the binomial law says, so with draws it errs on the wide side.
    pub fn wilson(&self, confidence: Confidence) -> Option<Interval> {
        let share = self.share()?;
        let n = self.count as f64;
        let z = confidence.normal_quantile();
        let z2 = z * z;
        let scale = 1.0 + z2 / n;
        let centre = (share + z2 / (2.0 * n)) / scale;
        let spread = share * (1.0 - share) / n + z2 / (4.0 * n * n);
        let interval = Interval::around(centre, z * spread.sqrt() / scale);
        // The ends are 0 and 1 exactly for none and all, whatever the rounding.
        Some(Interval {
            lo: if self.half_points == 0 {
                0.0
            } else {
                interval.lo.max(0.0)
            },
            hi: if self.half_points == 2 * self.count {
                1.0
            } else {
                interval.hi.min(1.0)
            },
        })
    }
}

impl Merge for Proportion {
    fn merge(&mut self, other: &Self) {
        self.half_points += other.half_points;
        self.count += other.count;
    }
}

#[cfg(test)]
mod tests {
    use super::super::merge::tests::obeys_the_law;
    use super::*;
    use proptest::prelude::*;

    fn close(interval: Interval, lo: f64, hi: f64) -> bool {
        (interval.lo - lo).abs() < 5e-5 && (interval.hi - hi).abs() < 5e-5
    }

    /// The examples of Newcombe 1998, "Two-sided confidence intervals for the
    /// single proportion", Statistics in Medicine 17, table I, method 3.
    #[test]
    fn newcombe_table() {
        let expected = [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ];
        for (successes, count, lo, hi) in expected {
            let interval = Proportion::new(successes, count).wilson(Confidence::P95);
            assert!(close(interval.unwrap(), lo, hi), "{interval:?}");
        }
    }

    #[test]
    fn draws_are_half_wins() {
        let drawn = Proportion::with_draws(3, 4, 10);
        assert_eq!(drawn, Proportion::new(5, 10));
        assert_eq!(drawn.share(), Some(0.5));
    }

    #[test]
    fn ends_are_exact() {
        let none = Proportion::new(0, 7).wilson(Confidence::P95).unwrap();
        let all = Proportion::new(7, 7).wilson(Confidence::P95).unwrap();
        assert_eq!((none.lo, all.hi), (0.0, 1.0));
        assert!((none.hi + all.lo - 1.0).abs() < 1e-15);
        assert_eq!(Proportion::default().wilson(Confidence::P95), None);
        assert_eq!(Proportion::default().share(), None);
    }

    #[test]
    #[should_panic(expected = "more than 10 games")]
    fn more_wins_than_games() {
        Proportion::with_draws(8, 3, 10);
    }

    proptest! {
        #[test]
        fn merge_law(a in prop::collection::vec(0u64..3, 0..20),
                     b in prop::collection::vec(0u64..3, 0..20),
                     c in prop::collection::vec(0u64..3, 0..20)) {
            let of = |points: &[u64]| Proportion::with_draws(
                points.iter().filter(|&&p| p == 2).count() as u64,
                points.iter().filter(|&&p| p == 1).count() as u64,
                points.len() as u64,
            );
            obeys_the_law(of, &a, &b, &c);
        }

        #[test]
        fn wilson_encloses_the_share(count in 1u64..1_000_000, of_a_million in 0u64..=1_000_000) {
            let proportion = Proportion::new(count * of_a_million / 1_000_000, count);
            let interval = proportion.wilson(Confidence::P95).unwrap();
            prop_assert!(0.0 <= interval.lo && interval.hi <= 1.0);
            prop_assert!(interval.contains(proportion.share().unwrap()));
        }
    }
}
