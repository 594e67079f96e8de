use super::{Confidence, Interval};

/// Interval for the ratio of the variances of two measurements made on the same
/// things (E. Pitman, "A note on normal correlation", and W. Morgan, "A test for
/// the significance of the difference between the two variances in a sample from
/// a normal bivariate population", both Biometrika 31, 1939):
///
/// F·(K − √(K² − 1)) to F·(K + √(K² − 1)), K = 1 + 2·(1 − r²)·t²/(n − 2),
///
/// F > 0 the ratio found, r (−1 to 1) the correlation of the two, n the number of
/// things and t the quantile of Student's law with n − 2 degrees of freedom.
/// Measurements with shorter tails than the normal law's, such as wins and
/// losses, are known better than it says. `None` for n < 3.
pub fn variance_ratio_interval(
    ratio: f64,
    correlation: f64,
    count: u64,
    confidence: Confidence,
) -> Option<Interval> {
    let freedom = count.checked_sub(2).filter(|&freedom| freedom > 0)? as f64;
    let t = confidence.student_quantile(freedom);
    let apart = (1.0 - correlation * correlation).max(0.0);
    let k = 1.0 + 2.0 * apart * t * t / freedom;
    let root = (k * k - 1.0).sqrt();
    Some(Interval {
        lo: ratio * (k - root),
        hi: ratio * (k + root),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The interval ends where Pitman's statistic of equal variances,
    /// (F − 1)·√(n − 2) / (2·√(F·(1 − r²))), reaches the quantile.
    #[test]
    fn ends_are_those_of_the_test() {
        for (r, n) in [(0.0, 10), (0.9, 50), (-0.5, 200)] {
            let interval = variance_ratio_interval(1.0, r, n, Confidence::P95).unwrap();
            let freedom = (n - 2) as f64;
            let statistic =
                |f: f64| (f - 1.0) * freedom.sqrt() / (2.0 * (f * (1.0 - r * r)).sqrt());
            let t = Confidence::P95.student_quantile(freedom);
            assert!((statistic(interval.hi) - t).abs() < 1e-9, "{interval:?}");
            assert!((statistic(interval.lo) + t).abs() < 1e-9, "{interval:?}");
        }
    }

    #[test]
    fn two_things_tell_nothing() {
        assert_eq!(variance_ratio_interval(1.0, 0.5, 2, Confidence::P95), None);
        let same = variance_ratio_interval(2.0, 1.0, 9, Confidence::P95).unwrap();
        assert_eq!((same.lo, same.hi), (2.0, 2.0));
    }
}
