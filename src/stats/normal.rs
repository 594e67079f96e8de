use statrs::distribution::{ContinuousCDF, Normal};

/// P(|Z| ≥ |z|), Z standard normal: how often chance alone is so far off.
pub fn two_sided_p(z: f64) -> f64 {
    2.0 * Normal::standard().cdf(-z.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_of_the_tables() {
        assert!((two_sided_p(1.959_963_985) - 0.05).abs() < 1e-9);
        assert!((two_sided_p(-3.290_526_731) - 0.001).abs() < 1e-9);
        assert_eq!(two_sided_p(0.0), 1.0);
    }
}
