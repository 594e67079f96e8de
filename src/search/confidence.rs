//! Is one mean above another? A test that may be asked after every sample.
//!
//! The test is an asymptotic confidence sequence for the mean of independent,
//! identically distributed differences: with `n` of them so far, mean `m` and
//! standard deviation `s`,
//!
//! ```text
//! m ± s · √( 2(nρ² + 1)/(n²ρ²) · ln( √(nρ² + 1) / α ) )
//! ```
//!
//! covers the true mean at all `n` at once with a chance of at least 1 − α, up
//! to the error of the normal approximation, which vanishes as the first look
//! moves out. The mean may therefore be looked at, and the sampling stopped,
//! at any time. I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy,
//! A. Ramdas, Time-uniform central limit theory and asymptotic confidence
//! sequences, Annals of Statistics 52 (2024); the boundary is H. Robbins'
//! normal mixture (1970). ρ only says at which `n` it is tightest.

/// The first number of samples at which a verdict is given.
const FIRST_LOOK: u64 = 16;

/// The number of samples at which the sequence is tightest.
const TIGHTEST: f64 = 64.0;

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
    alpha: f64,
    rho_squared: f64,
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
        let two_log = -2.0 * alpha.ln();
        PairTest {
            alpha,
            rho_squared: (two_log + (two_log + 1.0).ln()) / TIGHTEST,
            moments: Moments::default(),
        }
    }

    pub fn add(&mut self, difference: f64) {
        self.moments.add(difference);
    }

    /// Half the width of the interval around the mean; infinite before the
    /// first look.
    pub fn half_width(&self) -> f64 {
        if self.moments.count < FIRST_LOOK {
            return f64::INFINITY;
        }
        let n = self.moments.count as f64;
        let scaled = n * self.rho_squared + 1.0;
        let per_deviation =
            (2.0 * scaled / (n * n * self.rho_squared) * (scaled.sqrt() / self.alpha).ln()).sqrt();
        self.moments.standard_deviation() * per_deviation
    }

    pub fn verdict(&self) -> Verdict {
        let (mean, half) = (self.moments.mean, self.half_width());
        if mean > half {
            Verdict::Positive
        } else if mean < -half {
            Verdict::Negative
        } else {
            Verdict::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    /// How many of 2000 sequences of up to 1000 skewed samples with this mean
    /// are ever called positive, and how many negative.
    fn called(mean: f64) -> (u32, u32) {
        let mut counts = (0, 0);
        for run in 0..2000 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(run);
            let mut test = PairTest::new(0.05);
            for _ in 0..1000 {
                let won: bool = rng.random::<f64>() < 0.3;
                test.add(if won { 0.7 } else { -0.3 } + mean);
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
        let (positive, negative) = called(0.0);
        // 5 % of 2000, and room for the noise of this very simulation.
        assert!(positive + negative <= 100, "{positive} {negative}");
    }

    #[test]
    fn a_real_difference_is_found_with_its_sign() {
        let (positive, negative) = called(0.15);
        assert!(positive > 1900 && negative <= 50, "{positive} {negative}");
    }

    #[test]
    fn no_verdict_comes_before_the_first_look() {
        let mut test = PairTest::new(0.05);
        for _ in 1..FIRST_LOOK {
            test.add(1.0);
            assert_eq!(test.verdict(), Verdict::Open);
        }
        test.add(1.0);
        assert_eq!(test.verdict(), Verdict::Positive);
    }
}
