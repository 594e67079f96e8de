//! Is one mean above another? A test that may be asked after every sample.
//!
//! The test is the t-test made safe to look at all the time. With `n`
//! differences so far, mean `m` and `S` the sum of squared deviations from it,
//!
//! ```text
//! E = (1 + ng)^−½ · ( (S + n m²) / (S + n m² / (1 + ng)) )^(n/2)
//! ```
//!
//! is the Bayes factor of a difference, in standard deviations, drawn from
//! N(0, g), against none, whatever the standard deviation is. For independent
//! normal samples of mean 0 it is a test martingale, so by Ville's inequality
//! it ever reaches 1/α with a chance of at most α: one may look, and stop, at
//! any time. The samples here are differences of block means, each of sixteen
//! games, which are near normal. `g` only says at which `n` the test is
//! sharpest. M. F. Pérez-Ortiz, T. Lardy, R. de Heide, P. Grünwald, E-statistics,
//! group invariance and anytime-valid testing, Annals of Statistics 52 (2024);
//! H. Wang, A. Ramdas, Anytime-valid t-tests and confidence sequences for
//! Gaussian means with unknown variance (2023).

/// The number of samples at which the test is sharpest.
const SHARPEST: f64 = 32.0;

/// What is known of a mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Open,
    Positive,
    Negative,
}

/// Running mean and variance of a difference, with its test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairTest {
    /// ln 1/α.
    threshold: f64,
    g: f64,
    moments: Moments,
}

/// Mean and sum of squared deviations (Welford).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Moments {
    pub count: u64,
    pub mean: f64,
    squares: f64,
}

impl Moments {
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let from_old = value - self.mean;
        self.mean += from_old / self.count as f64;
        self.squares += from_old * (value - self.mean);
    }

    /// Of a single sample; 0 for fewer than two.
    pub fn standard_deviation(&self) -> f64 {
        match self.count {
            0 | 1 => 0.0,
            n => (self.squares / (n - 1) as f64).sqrt(),
        }
    }

    /// Of the mean; `None` for fewer than two samples.
    pub fn standard_error(&self) -> Option<f64> {
        (self.count > 1).then(|| self.standard_deviation() / (self.count as f64).sqrt())
    }
}

impl PairTest {
    /// A test that is ever wrong with a chance of at most `alpha`, 0 < alpha < 1.
    pub fn new(alpha: f64) -> PairTest {
        let threshold = -alpha.ln();
        PairTest {
            threshold,
            g: (2.0 * threshold + (2.0 * threshold + 1.0).ln()) / SHARPEST,
            moments: Moments::default(),
        }
    }

    pub fn add(&mut self, difference: f64) {
        self.moments.add(difference);
    }

    /// ln E.
    fn evidence(&self) -> f64 {
        let Moments {
            count,
            mean,
            squares,
        } = self.moments;
        let n = count as f64;
        let growth = 1.0 + n * self.g;
        let pull = n * mean * mean;
        let ratio = (squares + pull) / (squares + pull / growth);
        // Nothing but zeros so far.
        let ratio = if ratio.is_nan() { 1.0 } else { ratio };
        n / 2.0 * ratio.ln() - growth.ln() / 2.0
    }

    pub fn verdict(&self) -> Verdict {
        if self.evidence() < self.threshold {
            Verdict::Open
        } else if self.moments.mean > 0.0 {
            Verdict::Positive
        } else {
            Verdict::Negative
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    /// How many of 2000 sequences of up to 500 samples with this mean are ever
    /// called positive, and how many negative; each sample is the mean of
    /// `games` draws from a skewed distribution of variance 0.21.
    fn called(mean: f64, games: u32) -> (u32, u32) {
        let mut counts = (0, 0);
        for run in 0..2000 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(run);
            let mut test = PairTest::new(0.05);
            for _ in 0..500 {
                let won = (0..games).filter(|_| rng.random::<f64>() < 0.3).count();
                test.add(won as f64 / f64::from(games) - 0.3 + mean);
                match test.verdict() {
                    Verdict::Open => continue,
                    Verdict::Positive => counts.0 += 1,
                    Verdict::Negative => counts.1 += 1,
                }
                break;
            }
        }
        counts
    }

    #[test]
    fn looking_all_the_time_keeps_the_stated_error() {
        let (positive, negative) = called(0.0, 16);
        // 5 % of 2000.
        assert!(positive + negative <= 100, "{positive} {negative}");
        assert!(positive.min(negative) > 0, "a test that never errs is idle");
    }

    #[test]
    fn a_real_difference_is_found_with_its_sign() {
        let (positive, negative) = called(0.05, 16);
        assert!(positive > 1900 && negative <= 50, "{positive} {negative}");
    }

    #[test]
    fn nothing_is_said_of_one_sample_or_of_zeros() {
        let mut test = PairTest::new(0.05);
        assert_eq!(test.verdict(), Verdict::Open);
        for _ in 0..100 {
            test.add(0.0);
            assert_eq!(test.verdict(), Verdict::Open);
        }
        let mut test = PairTest::new(0.05);
        test.add(1.0);
        assert_eq!(test.verdict(), Verdict::Open);
    }
}
