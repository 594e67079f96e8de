//! Elo: scores as rating differences.
//!
//! ```text
//! logistic     s(e) = 1 / (1 + 10^(−e/400))        e(s) = −400 · log₁₀(1/s − 1)
//! normalised   n    = (s − ½) / σ · 800 / ln 10,   σ = √2 · σ_pair
//! ```
//!
//! σ_pair is the spread, between pairs, of the mean score of a pair; σ is what
//! the spread of a game would be were the games of a pair independent. The
//! normalised difference measures how many games it takes to tell two players
//! apart: equal luck makes 100 logistic points of senet much harder to see
//! than 100 of chess (M. Van den Bergh, "Normalized Elo", 2020). Near s = ½
//! and σ = ½, both scales agree.

use std::f64::consts::LN_10;

use super::pentanomial::{MANY, Spread};
use super::{Confidence, Interval, Pentanomial};

/// The score that a difference of `elo` stands for.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference that a score stands for: infinite for 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// Elo points in a natural-logarithm unit of odds.
pub const ELO_PER_LOGIT: f64 = 400.0 / LN_10;

impl Pentanomial {
    /// Elo difference of the first player; `None` without a pair or where it
    /// would be infinite.
    pub fn elo(&self) -> Option<f64> {
        finite(elo_of_score(self.score()?))
    }

    /// The interval of the score, in Elo; an end may be infinite.
    pub fn elo_interval(&self, confidence: Confidence) -> Option<Interval> {
        let score = self.interval(confidence)?;
        Some(Interval {
            lo: elo_of_score(score.lo),
            hi: elo_of_score(score.hi),
        })
    }

    /// Normalised Elo difference; `None` where all pairs have the same result.
    pub fn normalised_elo(&self) -> Option<f64> {
        let spread = (2.0 * self.variance()?).sqrt();
        finite((self.score()? - 0.5) / spread * 2.0 * ELO_PER_LOGIT)
    }

    /// Interval of the normalised difference. With t = (s − ½)/σ_pair the
    /// variance of its estimate is (1 + t²/2)/n for normal scores (delta
    /// method), which is close for the small t that occur; for few pairs by
    /// Student's law.
    pub fn normalised_interval(&self, confidence: Confidence) -> Option<Interval> {
        let centre = self.normalised_elo()?;
        let t = (self.score()? - 0.5) / self.variance()?.sqrt();
        let error = ((1.0 + t * t / 2.0) / self.pairs() as f64).sqrt();
        let unit = 2.0 * ELO_PER_LOGIT / 2f64.sqrt();
        let quantile = match self.pairs() {
            pairs if pairs >= MANY => confidence.normal_quantile(),
            pairs => confidence.student_quantile((pairs - 1) as f64),
        };
        Some(Interval::around(centre, quantile * error * unit))
    }

    /// Likelihood of superiority: Φ((s − ½)/standard error), the chance that
    /// the first player is the better one, every difference held equally
    /// likely beforehand. With few pairs, or pairs all alike, centre and error are
    /// those of [`Self::interval`]. `None` for fewer than two pairs.
    pub fn superiority(&self) -> Option<f64> {
        let Spread { centre, error } = self.spread(Confidence::P95)?;
        Some(superiority((centre - 0.5) / error))
    }
}

/// Φ(z).
pub fn superiority(z: f64) -> f64 {
    use statrs::distribution::{ContinuousCDF, Normal};
    Normal::standard().cdf(z)
}

fn finite(figure: f64) -> Option<f64> {
    figure.is_finite().then_some(figure)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_differences() {
        assert_eq!(score_of_elo(0.0), 0.5);
        assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-15);
        for elo in [-700.0, -35.5, 0.0, 5.0, 190.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
    }

    /// One win and one loss in each half: σ_pair = √(1/8), so σ = ½.
    #[test]
    fn the_scales_agree_near_even_games() {
        let pairs = Pentanomial([240, 0, 500, 0, 260]);
        let (elo, normalised) = (pairs.elo().unwrap(), pairs.normalised_elo().unwrap());
        assert!((elo - normalised).abs() < 0.05, "{elo} {normalised}");
        let interval = pairs.elo_interval(Confidence::P95).unwrap();
        assert!(interval.contains(elo));
        let normal = pairs.normalised_interval(Confidence::P95).unwrap();
        assert!((normal.width() - interval.width()).abs() < 0.2);
    }

    #[test]
    fn luck_shared_within_pairs_raises_the_normalised_difference() {
        let (noisy, quiet) = (
            Pentanomial([240, 0, 500, 0, 260]),
            Pentanomial([40, 0, 900, 0, 60]),
        );
        assert_eq!(noisy.elo(), quiet.elo());
        assert!(quiet.normalised_elo() > noisy.normalised_elo());
        assert!(quiet.superiority() > noisy.superiority());
    }

    #[test]
    fn missing_figures_are_none() {
        assert_eq!(Pentanomial([0, 0, 0, 0, 7]).elo(), None);
        assert_eq!(Pentanomial([0, 0, 7, 0, 0]).normalised_elo(), None);
        assert_eq!(Pentanomial([0, 0, 7, 0, 0]).superiority(), Some(0.5));
        assert_eq!(Pentanomial([0, 0, 1, 0, 0]).superiority(), None);
        assert_eq!(Pentanomial::default().elo_interval(Confidence::P95), None);
    }
}
