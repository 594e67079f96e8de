/// Holm's correction for several tests at once (Holm 1979, "A simple
/// sequentially rejective multiple test procedure", Scandinavian Journal of
/// Statistics 6).
///
/// Returns the adjusted p-values in the order given: with the p-values sorted,
/// p̃₍ᵢ₎ = max over j ≤ i of min(1, (m − j + 1)·p₍ⱼ₎). Rejecting where
/// p̃ ≤ α keeps the chance of any false rejection at or below α, whatever the
/// tests have to do with each other.
///
/// # Panics
///
/// If a p-value is NaN or outside 0 to 1.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    for p in p_values {
        assert!((0.0..=1.0).contains(p), "a p-value is 0 to 1, not {p}");
    }
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![0.0; p_values.len()];
    let mut largest = 0.0f64;
    for (rank, &index) in order.iter().enumerate() {
        let factor = (p_values.len() - rank) as f64;
        largest = largest.max((factor * p_values[index]).min(1.0));
        adjusted[index] = largest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn worked_by_hand() {
        // Sorted: 0.005·4, 0.01·3, 0.03·2, then 0.04·1 raised to 0.06.
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (got, expected) in adjusted.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((got - expected).abs() < 1e-15, "{adjusted:?}");
        }
        assert!(holm(&[]).is_empty());
        assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
    }

    #[test]
    #[should_panic(expected = "0 to 1")]
    fn no_p_value() {
        holm(&[0.5, f64::NAN]);
    }

    proptest! {
        #[test]
        fn between_none_and_bonferroni(p in prop::collection::vec(0.0f64..=1.0, 1..20)) {
            let m = p.len() as f64;
            for (raw, adjusted) in p.iter().zip(holm(&p)) {
                prop_assert!(*raw <= adjusted && adjusted <= (m * raw).min(1.0));
            }
            let (least, at) = p.iter().zip(holm(&p))
                .fold((2.0, 0.0), |best, (r, a)| if *r < best.0 { (*r, a) } else { best });
            prop_assert!((at - (m * least).min(1.0)).abs() < 1e-12);
        }
    }
}
