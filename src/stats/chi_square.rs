use statrs::distribution::{ChiSquared, ContinuousCDF};
use thiserror::Error;

/// Outcome of a χ² test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChiSquare {
    /// χ² = Σ (Oᵢ − Eᵢ)²/Eᵢ.
    pub statistic: f64,
    /// Degrees of freedom: cells with a weight, less one.
    pub freedom: u32,
    /// P(χ² at least this large) if the law holds, 0 to 1.
    pub p_value: f64,
    /// The smallest Eᵢ. The law of χ² is a limit; below about 5 (Cochran 1954,
    /// "Some methods for strengthening the common χ² tests", Biometrics 10)
    /// the p-value is not to be trusted.
    pub smallest_expected: f64,
}

/// Why a χ² test cannot be made.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ChiSquareError {
    #[error("{observed} observed cells but {weights} weights; there must be as many of each")]
    Lengths { observed: usize, weights: usize },
    #[error("weight {index} is {weight}; weights must be finite and not negative")]
    Weight { index: usize, weight: f64 },
    #[error("fewer than two cells have a weight above 0")]
    TooFewCells,
    #[error("nothing was observed")]
    Empty,
}

/// Pearson's test of goodness of fit (Pearson 1900, Philosophical Magazine 50):
/// do `observed` counts follow the law proportional to `weights`?
///
/// Weights need not sum to 1. A cell of weight 0 takes no part, unless
/// something was observed in it: that refutes the law (χ² = ∞, p = 0).
///
/// # Errors
///
/// [`ChiSquareError`] where the input describes no test.
pub fn chi_square_fit(observed: &[u64], weights: &[f64]) -> Result<ChiSquare, ChiSquareError> {
    if observed.len() != weights.len() {
        return Err(ChiSquareError::Lengths {
            observed: observed.len(),
            weights: weights.len(),
        });
    }
    let bad = |weight: &f64| !weight.is_finite() || *weight < 0.0;
    if let Some(index) = weights.iter().position(bad) {
        let weight = weights[index];
        return Err(ChiSquareError::Weight { index, weight });
    }
    let cells = weights.iter().filter(|&&weight| weight > 0.0).count();
    let freedom = match cells.checked_sub(1) {
        Some(freedom) if freedom > 0 => freedom as u32,
        _ => return Err(ChiSquareError::TooFewCells),
    };
    let count: u64 = observed.iter().sum();
    if count == 0 {
        return Err(ChiSquareError::Empty);
    }

    let total: f64 = weights.iter().sum();
    let (mut statistic, mut smallest_expected) = (0.0, f64::INFINITY);
    for (&seen, &weight) in observed.iter().zip(weights) {
        let expected = count as f64 * weight / total;
        if weight > 0.0 {
            statistic += (seen as f64 - expected).powi(2) / expected;
            smallest_expected = smallest_expected.min(expected);
        } else if seen > 0 {
            statistic = f64::INFINITY;
        }
    }
    let p_value = if statistic.is_infinite() {
        0.0
    } else {
        ChiSquared::new(f64::from(freedom))
            .expect("at least one degree of freedom")
            .sf(statistic)
    };
    Ok(ChiSquare {
        statistic,
        freedom,
        p_value,
        smallest_expected,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mendel's peas (1866): 315, 101, 108, 32 against 9:3:3:1;
    /// χ² = 0.470, 3 degrees of freedom, p = 0.925.
    #[test]
    fn mendels_peas() {
        let test = chi_square_fit(&[315, 101, 108, 32], &[9.0, 3.0, 3.0, 1.0]).unwrap();
        assert!((test.statistic - 0.470_024).abs() < 1e-6, "{test:?}");
        assert_eq!(test.freedom, 3);
        assert!((test.p_value - 0.925_4).abs() < 1e-4, "{test:?}");
        assert_eq!(test.smallest_expected, 34.75);
    }

    /// The 5 % point of the law with one degree of freedom is 3.841.
    #[test]
    fn five_percent_point() {
        let test = chi_square_fit(&[5980, 6196], &[1.0, 1.0]).unwrap();
        assert!((test.statistic - 3.832).abs() < 1e-3, "{test:?}");
        assert!((test.p_value - 0.050_3).abs() < 1e-4, "{test:?}");
    }

    #[test]
    fn the_impossible_refutes() {
        let test = chi_square_fit(&[5, 5, 1], &[1.0, 1.0, 0.0]).unwrap();
        assert_eq!((test.p_value, test.freedom), (0.0, 1));
        let test = chi_square_fit(&[5, 5, 0], &[1.0, 1.0, 0.0]).unwrap();
        assert_eq!((test.p_value, test.statistic), (1.0, 0.0));
    }

    #[test]
    fn what_is_no_test() {
        use ChiSquareError::*;
        assert!(matches!(
            chi_square_fit(&[1], &[1.0, 1.0]),
            Err(Lengths { .. })
        ));
        assert_eq!(chi_square_fit(&[1], &[1.0]), Err(TooFewCells));
        assert_eq!(chi_square_fit(&[], &[]), Err(TooFewCells));
        assert_eq!(chi_square_fit(&[0, 0], &[1.0, 1.0]), Err(Empty));
        assert!(matches!(
            chi_square_fit(&[1, 1], &[1.0, f64::NAN]),
            Err(Weight { index: 1, .. })
        ));
    }
}
