//! The generalised sequential probability ratio test on pairs of games.
//!
//! For the hypotheses "the mean score is s₀" and "it is s₁", each outcome
//! distribution is fitted by maximum likelihood under its own constraint, and
//!
//! ```text
//! LLR = n · Σᵢ p̂ᵢ · ln( q₁ᵢ / q₀ᵢ ),      qᵢ = p̂ᵢ / (1 + θ·(aᵢ − s))
//! ```
//!
//! with p̂ the observed shares, aᵢ the score of cell i and θ the root of
//! Σ p̂ᵢ·(aᵢ − s)/(1 + θ·(aᵢ − s)) = 0. The test goes on while
//! ln(β/(1 − α)) < LLR < ln((1 − β)/α), Wald's bounds (A. Wald 1945; X. Li,
//! J. Liu, Z. Ying, "Generalized sequential probability ratio test for separate
//! families of hypotheses", Sequential Analysis 33, 2014). It is the test of
//! Stockfish's Fishtest (M. Van den Bergh, "The generalized maximum likelihood
//! ratio for the expectation value of a distribution", 2019), without its
//! correction for overshoot: the error rates stay at or below α and β, at the
//! price of slightly longer tests.
//!
//! As there, a cell never seen counts as a thousandth of a pair, so that both
//! fits exist.

use super::Pentanomial;
use super::elo::score_of_elo;
use super::pentanomial::SCORES;

/// What a cell without a pair counts as.
const UNSEEN: f64 = 1e-3;

/// The hypotheses and error rates of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gsprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// What the test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Neither bound is reached.
    Continue,
    /// The difference is `elo0` rather than `elo1`.
    AcceptH0,
    /// The difference is `elo1` rather than `elo0`.
    AcceptH1,
}

/// Parameters that make no test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum GsprtError {
    #[error("elo0 = {elo0} must be below elo1 = {elo1}, both between -1000 and 1000")]
    Elo { elo0: f64, elo1: f64 },
    #[error("{name} = {value} must lie above 0 and below 0.5")]
    Rate { name: &'static str, value: f64 },
}

impl Gsprt {
    /// A test of `elo0` against `elo1` (logistic Elo of the first player) with
    /// error rates `alpha` (H1 accepted though H0 holds) and `beta` (H0
    /// accepted though H1 holds).
    ///
    /// # Errors
    /// Differences out of order or range, rates outside 0 … ½.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Gsprt, GsprtError> {
        if !(-1000.0 <= elo0 && elo0 < elo1 && elo1 <= 1000.0) {
            return Err(GsprtError::Elo { elo0, elo1 });
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(GsprtError::Rate { name, value });
            }
        }
        Ok(Gsprt {
            elo0,
            elo1,
            alpha,
            beta,
        })
    }

    /// (elo0, elo1).
    pub fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// ln(β/(1 − α)) and ln((1 − β)/α).
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The log-likelihood ratio of the pairs seen; 0 without any.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|n| if n == 0 { UNSEEN } else { n as f64 });
        let (s0, s1) = (score_of_elo(self.elo0), score_of_elo(self.elo1));
        let (theta0, theta1) = (multiplier(&counts, s0), multiplier(&counts, s1));
        counts
            .iter()
            .zip(SCORES)
            .map(|(n, a)| n * ((theta0 * (a - s0)).ln_1p() - (theta1 * (a - s1)).ln_1p()))
            .sum()
    }

    pub fn decision(&self, pairs: &Pentanomial) -> Decision {
        let (lower, upper) = self.bounds();
        match self.llr(pairs) {
            llr if llr <= lower => Decision::AcceptH0,
            llr if llr >= upper => Decision::AcceptH1,
            _ => Decision::Continue,
        }
    }
}

/// The root θ of Σ nᵢ·(aᵢ − s)/(1 + θ·(aᵢ − s)), which falls in θ between the
/// poles −1/(1 − s) and 1/s; by bisection, to the last bits.
fn multiplier(counts: &[f64; 5], s: f64) -> f64 {
    let slope = |theta: f64| -> f64 {
        counts
            .iter()
            .zip(SCORES)
            .map(|(n, a)| n * (a - s) / (1.0 + theta * (a - s)))
            .sum()
    };
    let (mut lo, mut hi) = (-1.0 / (1.0 - s), 1.0 / s);
    for _ in 0..80 {
        let middle = 0.5 * (lo + hi);
        if slope(middle) > 0.0 {
            lo = middle;
        } else {
            hi = middle;
        }
    }
    0.5 * (lo + hi)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::elo_of_score;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{Rng, SeedableRng};

    fn test() -> Gsprt {
        Gsprt::new(0.0, 30.0, 0.05, 0.05).unwrap()
    }

    /// For many pairs and near hypotheses the ratio is that of normal means:
    /// n·(s₁ − s₀)·(2s − s₀ − s₁)/(2σ²).
    #[test]
    fn near_hypotheses_give_the_normal_approximation() {
        let gsprt = Gsprt::new(0.0, 2.0, 0.05, 0.05).unwrap();
        let pairs = Pentanomial([1500, 200, 6500, 250, 1600]);
        let (s0, s1) = (score_of_elo(0.0), score_of_elo(2.0));
        let (score, variance) = (pairs.score().unwrap(), pairs.variance().unwrap());
        let normal = pairs.pairs() as f64 * (s1 - s0) * (2.0 * score - s0 - s1) / (2.0 * variance);
        assert!((gsprt.llr(&pairs) - normal).abs() < 0.01 * normal.abs());
    }

    /// Turned round, with the hypotheses turned round, the ratio is negated.
    #[test]
    fn symmetric() {
        let pairs = Pentanomial([10, 3, 50, 4, 21]);
        let there = Gsprt::new(-5.0, 12.0, 0.05, 0.1).unwrap().llr(&pairs);
        let back = Gsprt::new(-12.0, 5.0, 0.05, 0.1)
            .unwrap()
            .llr(&pairs.turned());
        assert!((there + back).abs() < 1e-9, "{there} {back}");
    }

    #[test]
    fn parameters_out_of_range_are_refused() {
        assert!(Gsprt::new(5.0, 5.0, 0.05, 0.05).is_err());
        assert!(Gsprt::new(0.0, 2000.0, 0.05, 0.05).is_err());
        assert!(Gsprt::new(f64::NAN, 5.0, 0.05, 0.05).is_err());
        assert!(Gsprt::new(0.0, 5.0, 0.0, 0.05).is_err());
        assert!(Gsprt::new(0.0, 5.0, 0.05, 0.5).is_err());
        assert_eq!(test().decision(&Pentanomial::default()), Decision::Continue);
    }

    /// Pairs as senet has them: mostly one game each, few draws, and the mean
    /// moved to `score` by shifting chance from two losses to two wins.
    fn accepts_h1(gsprt: &Gsprt, score: f64, seed: u64) -> bool {
        let shift = score - 0.5;
        let chances = [0.19 - shift, 0.01, 0.6, 0.01, 0.19 + shift];
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut pairs = Pentanomial::default();
        loop {
            for _ in 0..16 {
                let mut left = (generator.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
                let cell = chances.iter().position(|chance| {
                    left -= chance;
                    left < 0.0
                });
                pairs.record(cell.unwrap_or(4));
            }
            match gsprt.decision(&pairs) {
                Decision::Continue => {}
                decision => return decision == Decision::AcceptH1,
            }
        }
    }

    /// 3000 tests at each hypothesis, decided after every 16 pairs. With a true
    /// rate of 5 % the count has a standard deviation of 12, so 186 is three
    /// of them above the mean of 150; a rate far below would mean a test that
    /// wastes games.
    #[test]
    fn error_rates_hold_in_simulation() {
        let gsprt = test();
        let (s0, s1) = (score_of_elo(0.0), score_of_elo(30.0));
        assert!((elo_of_score(s1) - 30.0).abs() < 1e-9);
        let runs = 3000;
        let false_alarms = (0..runs).filter(|&i| accepts_h1(&gsprt, s0, i)).count();
        let misses = (0..runs)
            .filter(|&i| !accepts_h1(&gsprt, s1, runs + i))
            .count();
        for (what, count) in [("alpha", false_alarms), ("beta", misses)] {
            assert!((60..=186).contains(&count), "{what}: {count} of {runs}");
        }
        // Half way between, either answer is as good.
        let between = (0..400)
            .filter(|&i| accepts_h1(&gsprt, 0.5 * (s0 + s1), 2 * runs + i))
            .count();
        assert!((150..=250).contains(&between), "{between}");
    }
}
