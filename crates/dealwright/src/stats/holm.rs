//! Several tests at once.

/// Adjusts the p values of several tests so that the chance of even one false alarm stays below the level (Holm 1979,
/// step-down Bonferroni).
///
/// Each adjusted value stands in the place of its original and can be compared with the level directly. Assumes nothing
/// of how the tests depend on each other. `None` if a value is not a number from 0 to 1.
pub fn holm(p_values: &[f64]) -> Option<Vec<f64>> {
    if !p_values.iter().all(|p| (0.0..=1.0).contains(p)) {
        return None;
    }
    let mut ordered: Vec<(usize, f64)> = p_values.iter().copied().enumerate().collect();
    ordered.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut adjusted = p_values.to_vec();
    let mut largest = 0.0f64;
    for (rank, (place, p)) in ordered.into_iter().enumerate() {
        largest = largest.max((p_values.len() - rank) as f64 * p).min(1.0);
        if let Some(slot) = adjusted.get_mut(place) {
            *slot = largest;
        }
    }
    Some(adjusted)
}

#[cfg(test)]
mod tests {
    use super::super::assert_close;
    use super::*;

    #[test]
    fn adjusted_values_are_those_of_statsmodels() {
        // statsmodels.stats.multitest.multipletests(p, method="holm")[1]
        for (p, expected) in [
            (&[0.01, 0.04, 0.03, 0.005, 0.5, 0.04][..], &[0.05, 0.12, 0.12, 0.03, 0.5, 0.12][..]),
            (&[1e-300, 0.9, 0.6], &[3e-300, 1.0, 1.0]),
        ] {
            let found = holm(p).unwrap();
            assert_eq!(found.len(), expected.len());
            for (&found, &expected) in found.iter().zip(expected) {
                assert_close(found, expected, 1e-15);
            }
        }
    }

    #[test]
    fn one_value_stays_and_what_is_no_probability_is_refused() {
        assert_eq!(holm(&[]), Some(vec![]));
        assert_eq!(holm(&[0.03]), Some(vec![0.03]));
        assert_eq!(holm(&[0.0, 0.0, 1.0]), Some(vec![0.0, 0.0, 1.0]));
        for wrong in [f64::NAN, -0.1, 1.1] {
            assert_eq!(holm(&[0.5, wrong]), None);
        }
    }
}
