//! Whether lengths of solutions look like Poisson or like normal values.

use super::Counts;
use super::tail::normal_two_sided;
use statrs::distribution::{Discrete, Poisson};
use std::f64::consts::PI;

/// Above this not every whole number is an `f64`.
const LARGEST: f64 = 9_007_199_254_740_992.0;

/// How well a distribution describes a sample.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Model {
    /// The logarithm of the chance of the sample.
    pub log_likelihood: f64,
    /// Akaike's information criterion (1974), 2 × parameters - 2 × log-likelihood: smaller is better, and only
    /// differences between models of one sample mean anything.
    pub aic: f64,
}

/// How well two distributions describe lengths.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    /// Poisson, with the mean of the sample: one parameter. `None` if a length is below the minimum.
    pub poisson: Option<Model>,
    /// Normal, with the mean and the standard deviation (divisor n) of the sample: two parameters. A length k stands for
    /// k - 1/2 to k + 1/2. `None` if the lengths do not vary.
    ///
    /// These parameters are the best ones before rounding to whole lengths, so the log-likelihood is not quite the
    /// largest: it is too low by about n / (576 sd⁴).
    pub normal: Option<Model>,
    /// Variance (divisor n - 1) over mean, 1 for Poisson values (index of dispersion, Fisher 1950). `None` for fewer than
    /// two lengths or a mean of 0.
    pub dispersion: Option<f64>,
}

/// Compares lengths with a Poisson and with a normal distribution.
///
/// When no length can be below a known `minimum`, it is taken off before comparison with Poisson and in the index of
/// dispersion; 0 leaves lengths as they are. The minimum must be known beforehand: one read off the sample would be a
/// parameter. Assumes independent lengths. `None` without lengths, or if one is not a whole number of at most 2^53.
pub fn fit(lengths: &Counts, minimum: u64) -> Option<Fit> {
    if lengths.iter().any(|(length, _)| length.fract() != 0.0 || length.abs() > LARGEST) {
        return None;
    }
    let (n, mean, shift) = (lengths.len() as f64, lengths.mean()?, minimum as f64);
    let variance = lengths.variance();
    let above = mean - shift;
    let sd = variance.map_or(0.0, |variance| (variance * ((n - 1.0) / n)).sqrt());
    Some(Fit {
        poisson: poisson(lengths, shift, above),
        normal: if sd > 0.0 { model(lengths, 2.0, |length| ln_normal(length, mean, sd)) } else { None },
        dispersion: if above > 0.0 { variance.map(|variance| variance / above) } else { None },
    })
}

fn poisson(lengths: &Counts, shift: f64, mean: f64) -> Option<Model> {
    if lengths.min()? < shift {
        return None;
    }
    match Poisson::new(mean) {
        Ok(poisson) => model(lengths, 1.0, |length| Some(poisson.ln_pmf((length - shift) as u64))),
        // A mean of 0: every length is the minimum, as it must be.
        Err(_) => model(lengths, 1.0, |_| Some(0.0)),
    }
}

fn model(lengths: &Counts, parameters: f64, ln_chance: impl Fn(f64) -> Option<f64>) -> Option<Model> {
    let terms = lengths.iter().map(|(length, count)| Some(ln_chance(length)? * count as f64));
    let log_likelihood = terms.sum::<Option<f64>>()?;
    let aic = 2.0 * parameters - 2.0 * log_likelihood;
    aic.is_finite().then_some(Model { log_likelihood, aic })
}

/// The logarithm of the chance that a normal value rounds to a length.
fn ln_normal(length: f64, mean: f64, sd: f64) -> Option<f64> {
    // On the upper side of the mean, by symmetry, where tails keep their digits.
    let distance = (length - mean).abs();
    let (near, far) = ((distance - 0.5) / sd, (distance + 0.5) / sd);
    if near > 20.0 {
        let (tail, rest) = (ln_far_tail(near), ln_far_tail(far));
        return Some(tail + (-(rest - tail).exp()).ln_1p());
    }
    let (near_tail, far_tail) = (normal_two_sided(near)? / 2.0, normal_two_sided(far)? / 2.0);
    Some(if near > 0.0 { (near_tail - far_tail).ln() } else { (-near_tail - far_tail).ln_1p() })
}

/// The logarithm of the chance of a standard normal value above z, for z far from 0, where the chance itself may be too
/// small for an `f64` (continued fraction of Laplace 1805).
fn ln_far_tail(z: f64) -> f64 {
    let fraction = (1..=20).rev().fold(z, |fraction, k| z + f64::from(k) / fraction);
    -z * z / 2.0 - (2.0 * PI).sqrt().ln() - fraction.ln()
}

#[cfg(test)]
mod tests {
    use super::super::{assert_close, table};
    use super::*;

    const LENGTHS: [f64; 11] = [4.0, 5.0, 5.0, 6.0, 6.0, 6.0, 7.0, 7.0, 8.0, 9.0, 12.0];

    #[test]
    fn likelihoods_are_those_of_scipy() {
        let found = fit(&table(&LENGTHS), 0).unwrap();
        let (poisson, normal) = (found.poisson.unwrap(), found.normal.unwrap());
        // scipy.stats.poisson.logpmf(x, x.mean()).sum()
        assert_close(poisson.log_likelihood, -23.965295497216275, 1e-13);
        assert_close(poisson.aic, 49.93059099443255, 1e-13);
        // numpy.log(scipy.stats.norm.cdf(x + 0.5, x.mean(), x.std()) - scipy.stats.norm.cdf(x - 0.5, ...)).sum()
        assert_close(normal.log_likelihood, -23.896923809798295, 1e-13);
        assert_close(normal.aic, 51.79384761959659, 1e-13);
        // x.var(ddof=1) / x.mean()
        assert_close(found.dispersion.unwrap(), 0.7279999999999999, 1e-14);
    }

    #[test]
    fn a_known_minimum_is_taken_off_first() {
        let found = fit(&table(&LENGTHS), 4).unwrap();
        // scipy.stats.poisson.logpmf(x - 4, x.mean() - 4).sum()
        assert_close(found.poisson.unwrap().log_likelihood, -23.114259073721136, 1e-13);
        assert_close(found.dispersion.unwrap(), 1.7612903225806449, 1e-14);
        assert_eq!(found.normal, fit(&table(&LENGTHS), 0).unwrap().normal);
        // Lengths below the minimum cannot be.
        let wrong = fit(&table(&LENGTHS), 5).unwrap();
        assert!(wrong.poisson.is_none() && wrong.normal.is_some());
    }

    #[test]
    fn far_outliers_have_a_likelihood_that_is_finite() {
        let mut lengths = Counts::new();
        for (length, count) in [(1.0, 2000), (2.0, 2000), (3.0, 2000), (1e4, 1)] {
            assert!(lengths.add_many(length, count));
        }
        // mpmath with 2000 digits; the outlier is 77 standard deviations away
        let normal = fit(&lengths, 0).unwrap().normal.unwrap();
        assert_close(normal.log_likelihood, -37681.32843506929, 1e-12);
    }

    #[test]
    fn near_and_far_tails_agree_where_they_meet() {
        for z in [20.0f64, 25.0, 35.0] {
            assert_close(ln_far_tail(z), (normal_two_sided(z).unwrap() / 2.0).ln(), 1e-14);
        }
        assert_eq!(ln_normal(113.0, 100.0, 2.0), ln_normal(87.0, 100.0, 2.0));
        assert_eq!(ln_normal(0.0, 0.0, 1e-3), Some(0.0));
    }

    #[test]
    fn undefined_parts_are_none() {
        assert_eq!(fit(&Counts::new(), 0), None);
        assert_eq!(fit(&table(&[1.0, 2.5]), 0), None);
        assert_eq!(fit(&table(&[1.0, 1e300]), 0), None);
        let one = fit(&table(&[7.0]), 0).unwrap();
        assert!(one.poisson.is_some() && one.normal.is_none() && one.dispersion.is_none());
        let equal = fit(&table(&[7.0; 9]), 7).unwrap();
        assert_eq!(equal.poisson, Some(Model { log_likelihood: 0.0, aic: 2.0 }));
        assert_eq!((equal.normal, equal.dispersion), (None, None));
        assert_eq!(fit(&table(&[7.0; 9]), 0).unwrap().dispersion, Some(0.0));
        assert_eq!(fit(&table(&[-1.0, 1.0]), 0).unwrap().poisson, None);
    }
}
