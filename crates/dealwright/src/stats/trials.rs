//! Tests between two series of trials, such as the rates of success of two groups of players or of repeated runs.

use super::tail::{t_critical, t_two_sided};
use super::{Counts, Interval};

/// The result of a t test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TTest {
    /// The mean of the first sample minus that of the second.
    pub difference: f64,
    /// Interval for the difference of the means, under the same assumptions as the test.
    pub interval: Interval,
    /// The statistic.
    pub t: f64,
    /// Degrees of freedom.
    pub df: f64,
    /// Two-sided p value.
    pub p: f64,
    /// Effect size: the difference over the pooled standard deviation (Cohen 1988), not corrected for small samples.
    pub cohens_d: f64,
}

/// Welch's t test (1947), with degrees of freedom by Satterthwaite (1946): the variances may differ.
///
/// Assumes independent values and means that are about normal. `None` if a sample has fewer than two values, a value is
/// not finite, or neither sample varies.
pub fn welch(a: &[f64], b: &[f64], confidence: f64) -> Option<TTest> {
    let (a, b) = (Sample::new(a)?, Sample::new(b)?);
    let (va, vb) = (a.variance / a.n, b.variance / b.n);
    // As shares of the sum, so that tiny variances do not vanish when squared.
    let (share_a, share_b) = (va / (va + vb), vb / (va + vb));
    let df = 1.0 / (share_a * share_a / (a.n - 1.0) + share_b * share_b / (b.n - 1.0));
    t_test(&a, &b, (va + vb).sqrt(), df, confidence)
}

/// Student's t test (1908) for two samples: as [`welch`], but it also assumes that both variances are the same.
pub fn student(a: &[f64], b: &[f64], confidence: f64) -> Option<TTest> {
    let (a, b) = (Sample::new(a)?, Sample::new(b)?);
    let error = pooled_sd(&a, &b) * (1.0 / a.n + 1.0 / b.n).sqrt();
    t_test(&a, &b, error, a.n + b.n - 2.0, confidence)
}

/// Student's t test of one sample: is the mean different from 0? The effect size is the mean over the standard deviation.
///
/// Assumes independent values and a mean that is about normal. `None` if there are fewer than two values, one is not finite, or they
/// do not vary.
pub fn one_sample(values: &[f64], confidence: f64) -> Option<TTest> {
    let Sample { n, mean, variance } = Sample::new(values)?;
    let (error, df) = ((variance / n).sqrt(), n - 1.0);
    let (t, cohens_d) = (mean / error, mean / variance.sqrt());
    if !(error > 0.0 && error.is_finite() && t.is_finite() && cohens_d.is_finite()) {
        return None;
    }
    let reach = t_critical(confidence, df)? * error;
    let interval = Interval { low: mean - reach, high: mean + reach };
    Some(TTest { difference: mean, interval, t, df, p: t_two_sided(t, df)?, cohens_d })
}

struct Sample {
    n: f64,
    mean: f64,
    variance: f64,
}

impl Sample {
    fn new(values: &[f64]) -> Option<Self> {
        // By way of a table, so that the order of the values does not matter.
        let counts = Counts::from_values(values)?;
        Some(Self { n: counts.len() as f64, mean: counts.mean()?, variance: counts.variance()? })
    }
}

fn pooled_sd(a: &Sample, b: &Sample) -> f64 {
    (((a.n - 1.0) * a.variance + (b.n - 1.0) * b.variance) / (a.n + b.n - 2.0)).sqrt()
}

fn t_test(a: &Sample, b: &Sample, error: f64, df: f64, confidence: f64) -> Option<TTest> {
    let difference = a.mean - b.mean;
    let (t, cohens_d) = (difference / error, difference / pooled_sd(a, b));
    // Not so when neither sample varies, or when values are too large or too close for an f64.
    if !(error > 0.0 && error.is_finite() && t.is_finite() && cohens_d.is_finite() && df.is_finite()) {
        return None;
    }
    let reach = t_critical(confidence, df)? * error;
    let interval = Interval { low: difference - reach, high: difference + reach };
    Some(TTest { difference, interval, t, df, p: t_two_sided(t, df)?, cohens_d })
}

#[cfg(test)]
mod tests {
    use super::super::assert_close;
    use super::*;

    const A: [f64; 6] = [0.42, 0.45, 0.39, 0.51, 0.48, 0.44];
    const B: [f64; 5] = [0.36, 0.41, 0.33, 0.38, 0.40];

    /// Expected: t, df, p, difference, low, high, Cohen's d.
    #[track_caller]
    fn check(found: Option<TTest>, expected: [f64; 7]) {
        let found = found.unwrap();
        let interval = found.interval;
        let values =
            [found.t, found.df, found.p, found.difference, interval.low, interval.high, found.cohens_d];
        for (found, expected) in values.into_iter().zip(expected) {
            assert_close(found, expected, 1e-11);
        }
    }

    #[test]
    fn welch_is_that_of_scipy() {
        // r = scipy.stats.ttest_ind(a, b, equal_var=False); r.confidence_interval(confidence)
        let (t, df, p, difference) =
            (3.2068187342613013, 8.943336486874982, 0.01080037957266385, 0.0723333333333333);
        let d = 1.8885041346791716; // (mean(a) - mean(b)) / sqrt((5 * var(a, ddof=1) + 4 * var(b, ddof=1)) / 9)
        check(welch(&A, &B, 0.95), [t, df, p, difference, 0.021258560354737263, 0.12340810631192935, d]);
        check(welch(&A, &B, 0.999), [t, df, p, difference, -0.035792099853264314, 0.18045876651993273, d]);
        check(
            welch(&[1.0, 2.0], &[3.0, 5.0], 0.95),
            [
                -2.23606797749979,
                1.4705882352941178,
                0.19872738893452602,
                -2.5,
                -9.418522830071064,
                4.418522830071064,
                -2.23606797749979,
            ],
        );
    }

    #[test]
    fn student_is_that_of_scipy() {
        // r = scipy.stats.ttest_ind(a, b, equal_var=True); r.confidence_interval(confidence)
        let (t, p, difference) = (3.1187619338596204, 0.012343236449678632, 0.0723333333333333);
        let d = 1.8885041346791716;
        check(student(&A, &B, 0.95), [t, 9.0, p, difference, 0.0198672036385378, 0.1247994630281288, d]);
        check(student(&A, &B, 0.999), [t, 9.0, p, difference, -0.038550200276978905, 0.18321686694364736, d]);
    }

    #[test]
    fn one_sample_may_be_constant() {
        let (a, b) = ([0.5; 3], [0.4, 0.6, 0.55, 0.7]);
        // scipy.stats.ttest_ind as above
        check(
            welch(&a, &b, 0.95),
            [
                -1.0,
                3.0,
                0.3910022189557704,
                -0.0625,
                -0.26140289408023165,
                0.13640289408023168,
                -0.645497224367903,
            ],
        );
        check(
            student(&a, &b, 0.95),
            [
                -0.8451542547285168,
                5.0,
                0.43658806102038195,
                -0.0625,
                -0.2525970903576387,
                0.12759709035763872,
                -0.645497224367903,
            ],
        );
    }

    #[test]
    fn too_few_values_or_none_that_vary_have_no_test() {
        for test in [welch, student] {
            assert_eq!(test(&[], &B, 0.95), None);
            assert_eq!(test(&[0.5], &B, 0.95), None);
            assert_eq!(test(&A, &[0.5], 0.95), None);
            assert_eq!(test(&[0.1; 3], &[0.2; 4], 0.95), None);
            assert_eq!(test(&[0.1, f64::NAN], &B, 0.95), None);
            assert_eq!(test(&[f64::MAX, -f64::MAX], &B, 0.95), None);
            assert_eq!(test(&A, &B, 1.0), None);
        }
    }

    #[test]
    fn equal_means_give_1_and_far_ones_a_tiny_p_that_is_not_0() {
        let same = welch(&A, &A, 0.95).unwrap();
        assert_eq!((same.t, same.p, same.cohens_d), (0.0, 1.0, 0.0));
        let a: Vec<f64> = (0..17).map(|i| f64::from(i % 2)).collect();
        let b: Vec<f64> = (0..18).map(|i| 1e9 + f64::from(i % 2)).collect();
        let far = student(&a, &b, 0.95).unwrap();
        assert!(far.p > 0.0 && far.p < 1e-270, "{far:?}");
    }

    #[test]
    fn the_order_of_values_does_not_change_a_bit() {
        let mut turned = A;
        turned.reverse();
        assert_eq!(welch(&A, &B, 0.95), welch(&turned, &B, 0.95));
    }
}
