//! Tails of distributions and their inverses, shared by the tests and intervals of this module.

use statrs::distribution::{ChiSquared, ContinuousCDF, Normal, StudentsT};

/// The chance of error that a confidence leaves.
pub(super) fn error_of(confidence: f64) -> Option<f64> {
    (confidence > 0.0 && confidence < 1.0).then_some(1.0 - confidence)
}

/// The standard normal value that is exceeded with a chance of `error / 2`, from a confidence.
pub(super) fn normal_critical(confidence: f64) -> Option<f64> {
    Some(-Normal::standard().inverse_cdf(error_of(confidence)? / 2.0))
}

/// The chance of a standard normal value at least as far from 0 as `z`.
pub(super) fn normal_two_sided(z: f64) -> Option<f64> {
    // The square is chi-squared, whose tail statrs works out to 13 digits; that of its normal distribution has only ten.
    chi_squared_above(z * z, 1.0)
}

/// The chance of a standard normal value above `z`.
pub(super) fn normal_above(z: f64) -> f64 {
    let half = 0.5 * normal_two_sided(z).unwrap_or(0.0);
    if z > 0.0 { half } else { 1.0 - half }
}

/// The standard normal value below which there is this chance; infinite for 0 and 1.
pub(super) fn normal_score(below: f64) -> f64 {
    Normal::standard().inverse_cdf(below)
}

/// The chance of a chi-squared value above `x`.
pub(crate) fn chi_squared_above(x: f64, df: f64) -> Option<f64> {
    probability(ChiSquared::new(df).ok()?.sf(x))
}

/// The chance of a value of Student's t at least as far from 0 as `t`.
pub(super) fn t_two_sided(t: f64, df: f64) -> Option<f64> {
    probability(2.0 * StudentsT::new(0.0, 1.0, df).ok()?.sf(t.abs()))
}

/// The value of Student's t that is exceeded with a chance of `error / 2`, from a confidence.
pub(super) fn t_critical(confidence: f64, df: f64) -> Option<f64> {
    let error = error_of(confidence)?;
    let (mut low, mut high) = (0.0, 1.0);
    while t_two_sided(high, df)? > error {
        (low, high) = (high, 2.0 * high);
    }
    bisect(&mut low, &mut high, |t| Some(t_two_sided(t, df)? > error))?;
    Some(high)
}

/// Narrows `low..high` until no number lies between: `is_low` holds at `low` and not at `high`.
pub(super) fn bisect(low: &mut f64, high: &mut f64, is_low: impl Fn(f64) -> Option<bool>) -> Option<()> {
    loop {
        let middle = *low + (*high - *low) / 2.0;
        if middle <= *low || middle >= *high {
            return Some(());
        }
        if is_low(middle)? {
            *low = middle;
        } else {
            *high = middle;
        }
    }
}

/// Rounding may lead a little above 1. What is no number is no probability.
fn probability(p: f64) -> Option<f64> {
    (p >= 0.0).then_some(p.min(1.0))
}

#[cfg(test)]
mod tests {
    use super::super::assert_close;
    use super::*;

    #[test]
    fn critical_values_of_the_normal_distribution_are_those_of_scipy() {
        // scipy.stats.norm.isf((1 - confidence) / 2)
        assert_close(normal_critical(0.5).unwrap(), 0.6744897501960817, 1e-14);
        assert_close(normal_critical(0.9).unwrap(), 1.6448536269514729, 1e-14);
        assert_close(normal_critical(0.95).unwrap(), 1.959963984540054, 1e-14);
        assert_close(normal_critical(0.99).unwrap(), 2.5758293035489004, 1e-14);
        assert_close(normal_critical(0.999999).unwrap(), 4.8916384756929325, 1e-13);
        assert_close(normal_critical(1.0 - 1e-12).unwrap(), 7.130509892879273, 1e-13);
    }

    #[test]
    fn critical_values_of_students_t_are_those_of_scipy() {
        // scipy.stats.t.isf((1 - confidence) / 2, df)
        assert_close(t_critical(0.95, 1.0).unwrap(), 12.706204736174694, 1e-12);
        assert_close(t_critical(0.95, 5.0).unwrap(), 2.5705818356363146, 1e-12);
        assert_close(t_critical(0.99, 9.0).unwrap(), 3.249835541592126, 1e-12);
        assert_close(t_critical(0.95, 7.3).unwrap(), 2.345066736547703, 1e-12);
        assert_close(t_critical(0.999, 200.0).unwrap(), 3.3398354062756783, 1e-12);
        assert_close(t_critical(0.5, 3.0).unwrap(), 0.7648923284043444, 1e-12);
    }

    #[test]
    fn tails_keep_their_digits_down_to_the_smallest_numbers() {
        // mpmath: erfc(z / sqrt(2))
        assert_close(normal_two_sided(0.001).unwrap(), 0.9992021155721779, 1e-14);
        assert_close(normal_two_sided(-5.0).unwrap(), 5.733031437583878e-07, 1e-13);
        assert_close(normal_two_sided(37.0).unwrap(), 1.1451142445049154e-299, 1e-12);
        assert_close(normal_two_sided(37.4).unwrap(), 3.9073631232979844e-306, 1e-12);
        // mpmath: betainc(df / 2, 1 / 2, 0, df / (df + t * t), regularized=True)
        assert_close(t_two_sided(1.5, 3.7).unwrap(), 0.21359816920201352, 1e-12);
        assert_close(t_two_sided(1e-5, 12.0).unwrap(), 0.9999921854738957, 1e-12);
        assert_close(t_two_sided(-40.0, 10.0).unwrap(), 2.2808577430857547e-12, 1e-12);
        assert_close(t_two_sided(2.5, 1000.0).unwrap(), 0.012578567801090797, 1e-11);
        assert_close(t_two_sided(1e9, 33.0).unwrap(), 1.566294752036016e-273, 1e-12);
        assert_close(t_two_sided(37.5, 5000.0).unwrap(), 1.98015805576408e-271, 1e-10);
        assert_eq!(t_two_sided(0.0, 5.0), Some(1.0));
        // mpmath: gammainc(df / 2, x / 2, regularized=True)
        assert_close(chi_squared_above(0.5, 1.0).unwrap(), 0.4795001221869535, 1e-13);
        assert_close(chi_squared_above(3.0, 2.0).unwrap(), 0.22313016014842982, 1e-13);
        assert_close(chi_squared_above(1370.0, 1.0).unwrap(), 6.942937364643268e-300, 1e-12);
        assert_close(chi_squared_above(1390.0, 3.0).unwrap(), 4.356067937864678e-301, 1e-12);
        assert_close(chi_squared_above(1400.0, 10.0).unwrap(), 9.920391479800145e-295, 1e-12);
        assert_eq!(chi_squared_above(0.0, 2.0), Some(1.0));
    }

    #[test]
    fn what_is_no_confidence_or_no_number_has_no_answer() {
        for confidence in [0.0, 1.0, -0.5, 1.5, f64::NAN, f64::INFINITY] {
            assert_eq!(normal_critical(confidence), None);
            assert_eq!(t_critical(confidence, 5.0), None);
        }
        assert_eq!(normal_two_sided(f64::NAN), None);
        assert_eq!(t_two_sided(1.0, 0.0), None);
        assert_eq!(t_two_sided(1.0, f64::NAN), None);
        assert_eq!(chi_squared_above(1.0, 0.0), None);
    }
}
