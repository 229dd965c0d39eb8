//! Shares: intervals for one, comparison of two. For sizes of sample that were fixed in advance.

use super::Interval;
use super::tail::{normal_critical, normal_two_sided};
use std::f64::consts::PI;

/// The score interval for a share (Wilson 1927), without continuity correction.
///
/// Assumes independent challenges and a sample size that did not depend on the results. It covers the true share with
/// about the confidence on average, also near 0 and 1; for single shares it may cover a little less.
/// `None` for an empty sample or more successes than challenges.
pub fn wilson(successes: u64, n: u64, confidence: f64) -> Option<Interval> {
    let failures = n.checked_sub(successes)?;
    let z2 = normal_critical(confidence)?.powi(2);
    if n == 0 {
        return None;
    }
    let (s, f, n) = (successes as f64, failures as f64, n as f64);
    // The roots of p² (n + z²) - p (2s + z²) + s²/n = 0; the smaller one from the product of both, which loses no digits.
    let middle = 2.0 * s + z2 + (z2 * (z2 + 4.0 * s * (f / n))).sqrt();
    let low = 2.0 * s * (s / n) / middle;
    let high = if failures == 0 { 1.0 } else { (middle / (2.0 * (n + z2))).min(1.0) };
    Some(Interval { low: low.min(high), high })
}

/// [`wilson`] when some challenges are undecided: the lower end takes all of them as unsolvable, the upper end all as
/// solvable. It covers at least as well as the interval that knows them would.
pub fn wilson_with_undecided(
    solvable: u64,
    unsolvable: u64,
    undecided: u64,
    confidence: f64,
) -> Option<Interval> {
    let n = solvable.checked_add(unsolvable)?.checked_add(undecided)?;
    let low = wilson(solvable, n, confidence)?.low;
    let high = wilson(solvable + undecided, n, confidence)?.high;
    Some(Interval { low, high })
}

/// How two shares differ.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TwoProportions {
    /// The first share minus the second.
    pub difference: f64,
    /// Interval for the difference: hybrid of two score intervals (Newcombe 1998, method 10).
    pub interval: Interval,
    /// The statistic of the test with pooled variance. `None` if the successes are none or all in both samples.
    pub z: Option<f64>,
    /// Two-sided p value of `z` by the normal distribution.
    pub p: Option<f64>,
    /// Effect size: the difference of the angles 2 asin √share (Cohen 1988).
    pub cohens_h: f64,
}

/// Compares the shares of two independent samples of fixed size; the confidence is that of the interval.
///
/// The p value is an approximation for large samples: fair when each sample expects five or more of either kind.
/// `None` if a sample is empty or has more successes than challenges.
pub fn two_proportions(s1: u64, n1: u64, s2: u64, n2: u64, confidence: f64) -> Option<TwoProportions> {
    let (one, two) = (wilson(s1, n1, confidence)?, wilson(s2, n2, confidence)?);
    let (n1f, n2f) = (n1 as f64, n2 as f64);
    let (p1, p2) = (s1 as f64 / n1f, s2 as f64 / n2f);
    // In whole numbers, so that nearly equal shares lose no digits.
    let (a, b) = (u128::from(s1) * u128::from(n2), u128::from(s2) * u128::from(n1));
    let size = a.abs_diff(b) as f64 / n1f / n2f;
    let difference = if a < b { -size } else { size };
    let interval = Interval {
        low: (difference - (p1 - one.low).hypot(two.high - p2)).max(-1.0),
        high: (difference + (one.high - p1).hypot(p2 - two.low)).min(1.0),
    };
    let pooled = wide(s1, s2) / wide(n1, n2) * (wide(n1 - s1, n2 - s2) / wide(n1, n2));
    let z = (pooled > 0.0).then(|| difference / (pooled * (1.0 / n1f + 1.0 / n2f)).sqrt());
    let p = z.and_then(normal_two_sided);
    Some(TwoProportions { difference, interval, z, p, cohens_h: angle(s1, n1) - angle(s2, n2) })
}

/// The interval of [`two_proportions`] for counts of solvable, unsolvable and undecided challenges: it holds whatever the
/// undecided ones would turn out to be.
pub fn difference_with_undecided(one: [u64; 3], two: [u64; 3], confidence: f64) -> Option<Interval> {
    let all = |[solvable, unsolvable, undecided]: [u64; 3]| {
        solvable.checked_add(unsolvable)?.checked_add(undecided)
    };
    let (n1, n2) = (all(one)?, all(two)?);
    let low = two_proportions(one[0], n1, two[0] + two[2], n2, confidence)?.interval.low;
    let high = two_proportions(one[0] + one[2], n1, two[0], n2, confidence)?.interval.high;
    Some(Interval { low, high })
}

/// The sum of two counts, which need not fit a `u64`.
fn wide(a: u64, b: u64) -> f64 {
    (u128::from(a) + u128::from(b)) as f64
}

/// 2 asin √(s/n), by a formula that is as precise near 1 as near 0.
fn angle(s: u64, n: u64) -> f64 {
    if s == n { PI } else { 2.0 * (s as f64).sqrt().atan2(((n - s) as f64).sqrt()) }
}

#[cfg(test)]
mod tests {
    use super::super::assert_close;
    use super::*;
    use crate::rng::Stream;

    #[test]
    fn undecided_challenges_widen_the_difference_both_ways() {
        let plain = two_proportions(60, 100, 50, 100, 0.95).unwrap().interval;
        assert_eq!(difference_with_undecided([60, 40, 0], [50, 50, 0], 0.95), Some(plain));
        let wide = difference_with_undecided([60, 30, 10], [50, 45, 5], 0.95).unwrap();
        assert_eq!(wide.low, two_proportions(60, 100, 55, 100, 0.95).unwrap().interval.low);
        assert_eq!(wide.high, two_proportions(70, 100, 50, 100, 0.95).unwrap().interval.high);
        assert_eq!(difference_with_undecided([0, 0, 0], [1, 1, 0], 0.95), None);
    }

    #[test]
    fn wilson_intervals_are_those_of_statsmodels() {
        // statsmodels.stats.proportion.proportion_confint(s, n, 1 - confidence, method="wilson")
        for (s, n, confidence, low, high) in [
            (0, 10, 0.95, 0.0, 0.2775327998628892),
            (3, 10, 0.95, 0.10779126740630099, 0.6032218525388546),
            (437, 1000, 0.99, 0.397143624109053, 0.47768686266877625),
            (1, 1_000_000_000, 0.95, 1.7652455495696247e-10, 5.664934243297438e-09),
            (999_999_999, 1_000_000_000, 0.95, 0.9999999943350657, 0.9999999998234754),
            (123_456_789, 1_000_000_000, 0.999999, 0.12340591198722753, 0.12350768403271956),
            (1, 1, 0.9, 0.269865948784054, 1.0),
            (10, 10, 0.95, 0.7224672001371107, 1.0),
        ] {
            let found = wilson(s, n, confidence).unwrap();
            assert_close(found.low, low, 1e-12);
            assert_close(found.high, high, 1e-12);
        }
        assert_eq!(wilson(0, 10, 0.95).unwrap().low, 0.0);
        assert_eq!(wilson(10, 10, 0.95).unwrap().high, 1.0);
    }

    #[test]
    fn shares_of_nothing_and_impossible_counts_have_no_interval() {
        assert_eq!(wilson(0, 0, 0.95), None);
        assert_eq!(wilson(2, 1, 0.95), None);
        assert_eq!(wilson(1, 2, 1.0), None);
        assert_eq!(wilson(1, 2, f64::NAN), None);
        assert_eq!(wilson_with_undecided(0, 0, 0, 0.95), None);
        assert_eq!(wilson_with_undecided(u64::MAX, 1, 0, 0.95), None);
        let huge = wilson(u64::MAX / 2, u64::MAX, 0.95).unwrap();
        assert!(huge.contains(0.5) && huge.high - huge.low < 1e-9);
    }

    #[test]
    fn undecided_challenges_widen_the_interval_to_both_sides() {
        let found = wilson_with_undecided(60, 30, 10, 0.95).unwrap();
        assert_eq!(found.low, wilson(60, 100, 0.95).unwrap().low);
        assert_eq!(found.high, wilson(70, 100, 0.95).unwrap().high);
        assert_eq!(wilson_with_undecided(60, 40, 0, 0.95), wilson(60, 100, 0.95));
        let unknown = wilson_with_undecided(0, 0, 5, 0.95).unwrap();
        assert_eq!((unknown.low, unknown.high), (0.0, 1.0));
    }

    #[test]
    fn wilson_covers_the_true_share_about_as_often_as_promised() {
        let (mut stream, mut covered) = (Stream::new(&["stats", "wilson"], 0), 0);
        for _ in 0..4000 {
            // At many shares, because at a single one the interval covers sometimes more and sometimes less.
            let share = stream.below(1001);
            let successes = (0..100).filter(|_| stream.below(1000) < share).count() as u64;
            covered += u32::from(wilson(successes, 100, 0.95).unwrap().contains(f64::from(share) / 1000.0));
        }
        assert!((3740..=3860).contains(&covered), "{covered}"); // 0.95 of 4000 is 3800, standard deviation 14
    }

    #[test]
    fn comparisons_of_two_shares_are_those_of_statsmodels() {
        // statsmodels.stats.proportion: difference; confint_proportions_2indep(s1, n1, s2, n2, method="newcomb",
        // compare="diff"); proportions_ztest([s1, s2], [n1, n2]); proportion_effectsize(s1 / n1, s2 / n2)
        for ((s1, n1, s2, n2), difference, low, high, z, p, h) in [
            (
                (437, 1000, 391, 1000),
                0.046,
                0.002830810082795676,
                0.08892784315755337,
                2.088304648850065,
                0.03677036237895926,
                0.0934289113124267,
            ),
            (
                (3, 10, 9, 12),
                -0.45,
                -0.7007667901955255,
                -0.0357056674427616,
                -2.110687091920543,
                0.034799216209864314,
                -0.9351156216657868,
            ),
            (
                (0, 20, 5, 25),
                -0.2,
                -0.3913095036954034,
                -0.004117448685351827,
                -2.121320343559643,
                0.033894853524689246,
                -0.9272952180016122,
            ),
            (
                (500_000, 1_000_000, 480_000, 1_000_000),
                0.02,
                0.018614599001303116,
                0.021385292389755384,
                28.289929799333578,
                4.596841623694679e-176,
                0.04001067435398897,
            ),
        ] {
            let found = two_proportions(s1, n1, s2, n2, 0.95).unwrap();
            assert_close(found.difference, difference, 1e-14);
            assert_close(found.interval.low, low, 1e-10);
            assert_close(found.interval.high, high, 1e-10);
            assert_close(found.z.unwrap(), z, 1e-12);
            assert_close(found.p.unwrap(), p, 1e-11);
            assert_close(found.cohens_h, h, 1e-12);
        }
    }

    #[test]
    fn tiny_p_values_and_tiny_differences_keep_their_digits() {
        // mpmath with 60 digits
        let far = two_proportions(513_050, 1_000_000, 486_950, 1_000_000, 0.95).unwrap();
        assert_close(far.p.unwrap(), 3.081217493314822e-298, 1e-10);
        let near = two_proportions(500_000_001, 1_000_000_000, 500_000_000, 1_000_000_000, 0.95).unwrap();
        assert_close(near.difference, 1e-9, 1e-15);
        assert_close(near.z.unwrap(), 4.4721359549995795e-05, 1e-14);
        assert_close(near.p.unwrap(), 0.9999643175176889, 1e-14);
    }

    #[test]
    fn shares_that_are_none_or_all_in_both_samples_have_no_test_but_an_interval() {
        // confint_proportions_2indep as above
        let all = two_proportions(20, 20, 20, 20, 0.95).unwrap();
        assert_eq!((all.z, all.p, all.difference, all.cohens_h), (None, None, 0.0, 0.0));
        assert_close(all.interval.low, -0.16112515805281957, 1e-12);
        assert_close(all.interval.high, 0.16112515805281957, 1e-12);
        let none = two_proportions(0, 7, 0, 9, 0.95).unwrap();
        assert_eq!((none.z, none.p), (None, None));
        assert_close(none.interval.low, -0.29914504841954415, 1e-12);
        assert_close(none.interval.high, 0.3543304350666875, 1e-12);
        assert_eq!(two_proportions(0, 0, 1, 2, 0.95), None);
        assert_eq!(two_proportions(3, 2, 1, 2, 0.95), None);
        assert_eq!(two_proportions(u64::MAX, u64::MAX, 0, u64::MAX, 0.95).unwrap().cohens_h, PI);
    }
}
