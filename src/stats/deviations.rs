//! Spread from exact sums, without the cancellation of the naive formula.

/// Σ(xᵢ − x̄)² of integers from n, Σxᵢ and Σxᵢ²; 0 for n = 0.
///
/// With Σx = q·n + r, 0 ≤ r < n, the sum about the integer q is
/// D = Σx² − q·Σx − q·r, and the sum about the mean is D − r²/n. Everything
/// but the last fraction is integer arithmetic, so the only error is the
/// rounding of the result to a float (compare Chan, Golub & LeVeque 1983,
/// "Algorithms for computing the sample variance", on shifted data).
///
/// Requires Σx² < 2¹²⁶, which by Cauchy and Schwarz bounds everything else.
pub(super) fn squared_deviations(n: u64, sum: i128, squares: u128) -> f64 {
    if n == 0 {
        return 0.0;
    }
    let n_wide = i128::from(n);
    let quotient = sum.div_euclid(n_wide);
    let remainder = sum.rem_euclid(n_wide);
    let squares = i128::try_from(squares).expect("the sum of squares stays below 2^126");
    let about_quotient = (squares - quotient * sum - quotient * remainder) as u128;
    let remainder_squared = (remainder as u128) * (remainder as u128);
    let n_wide = u128::from(n);
    let whole = about_quotient - remainder_squared / n_wide;
    let fraction = (remainder_squared % n_wide) as f64 / n as f64;
    whole as f64 - fraction
}

/// Sample variance Σ(xᵢ − x̄)²/(n − 1); `None` for n < 2.
pub(super) fn sample_variance(n: u64, sum: i128, squares: u128) -> Option<f64> {
    (n >= 2).then(|| squared_deviations(n, sum, squares) / (n - 1) as f64)
}
