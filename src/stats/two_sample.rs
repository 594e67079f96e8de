use statrs::distribution::{ContinuousCDF, StudentsT};

use super::{Confidence, Interval, Moments, Proportion};

/// Two means compared by Welch's method (Welch 1947, "The generalization of
/// 'Student's' problem when several different population variances are
/// involved", Biometrika 34): no equal variances assumed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanDifference {
    /// x̄ − ȳ, in the units of the samples.
    pub difference: f64,
    /// √(s²ₓ/nₓ + s²ᵧ/nᵧ).
    pub standard_error: f64,
    /// Welch and Satterthwaite's degrees of freedom,
    /// (u + v)² / (u²/(nₓ−1) + v²/(nᵧ−1)) with u = s²ₓ/nₓ, v = s²ᵧ/nᵧ.
    pub freedom: f64,
}

impl MeanDifference {
    pub fn interval(&self, confidence: Confidence) -> Interval {
        let quantile = confidence.student_quantile(self.freedom);
        Interval::around(self.difference, quantile * self.standard_error)
    }

    /// Two-sided p-value of "the means are equal", 0 to 1.
    pub fn p_value(&self) -> f64 {
        let statistic = (self.difference / self.standard_error).abs();
        let law = StudentsT::new(0.0, 1.0, self.freedom).expect("positive degrees of freedom");
        (2.0 * law.sf(statistic)).min(1.0)
    }
}

/// The mean of `x` less that of `y`, samples drawn apart from each other.
/// `None` where either has fewer than two values or neither varies.
pub fn difference_of_means(x: &Moments, y: &Moments) -> Option<MeanDifference> {
    let (nx, ny) = (x.count() as f64, y.count() as f64);
    let (u, v) = (x.variance()? / nx, y.variance()? / ny);
    if u + v == 0.0 {
        return None;
    }
    Some(MeanDifference {
        difference: x.mean()? - y.mean()?,
        standard_error: (u + v).sqrt(),
        freedom: (u + v).powi(2) / (u * u / (nx - 1.0) + v * v / (ny - 1.0)),
    })
}

/// Interval for p₁ − p₂ of samples drawn apart from each other, from their
/// Wilson intervals (l₁, u₁), (l₂, u₂) (Newcombe 1998, "Interval estimation for
/// the difference between independent proportions", Statistics in Medicine 17,
/// method 10):
///
/// d − √((p₁−l₁)² + (u₂−p₂)²) to d + √((u₁−p₁)² + (p₂−l₂)²), d = p₁ − p₂.
///
/// `None` where either is empty.
pub fn difference_of_proportions(
    first: &Proportion,
    second: &Proportion,
    confidence: Confidence,
) -> Option<Interval> {
    let (p1, p2) = (first.share()?, second.share()?);
    let (w1, w2) = (first.wilson(confidence)?, second.wilson(confidence)?);
    let difference = p1 - p2;
    Some(Interval {
        lo: difference - (p1 - w1.lo).hypot(w2.hi - p2),
        hi: difference + (w1.hi - p1).hypot(p2 - w2.lo),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(values: &[u64]) -> Moments {
        let mut moments = Moments::default();
        values.iter().for_each(|&value| moments.record(value));
        moments
    }

    /// Student's sleep data taken as two groups, shifted by +2 h, in tenths.
    /// Published for Welch's test: t = −1.8608, 17.776 degrees of freedom,
    /// p = 0.07939, 95 % interval −3.3654832 to 0.2054832 hours.
    #[test]
    fn welch_sleep_data() {
        let first = moments(&[27, 4, 18, 8, 19, 54, 57, 28, 20, 40]);
        let second = moments(&[39, 28, 31, 21, 19, 64, 75, 36, 66, 54]);
        let welch = difference_of_means(&first, &second).unwrap();
        assert!((welch.difference / welch.standard_error + 1.8608).abs() < 5e-5);
        assert!((welch.freedom - 17.776).abs() < 1e-3);
        assert!((welch.p_value() - 0.07939).abs() < 1e-5);
        let interval = welch.interval(Confidence::P95);
        assert!((interval.lo + 33.654_832).abs() < 1e-5, "{interval:?}");
        assert!((interval.hi - 2.054_832).abs() < 1e-5, "{interval:?}");
    }

    #[test]
    fn too_little_to_compare() {
        assert_eq!(difference_of_means(&moments(&[1]), &moments(&[1, 2])), None);
        assert_eq!(
            difference_of_means(&moments(&[2, 2]), &moments(&[1, 1])),
            None
        );
        let (none, some) = (Proportion::default(), Proportion::new(1, 2));
        assert_eq!(
            difference_of_proportions(&none, &some, Confidence::P95),
            None
        );
    }

    /// Newcombe's table II, method 10: 56/70 − 48/80 and 10/10 − 0/10.
    #[test]
    fn newcombe_table() {
        let expected = [
            ((56, 70), (48, 80), 0.0524, 0.3339),
            ((10, 10), (0, 10), 0.6075, 1.0),
        ];
        for ((a, m), (b, n), lo, hi) in expected {
            let interval = difference_of_proportions(
                &Proportion::new(a, m),
                &Proportion::new(b, n),
                Confidence::P95,
            )
            .unwrap();
            assert!((interval.lo - lo).abs() < 5e-5, "{interval:?}");
            assert!((interval.hi - hi).abs() < 5e-5, "{interval:?}");
        }
    }
}
