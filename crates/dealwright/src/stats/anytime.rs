//! An interval for a share that may be looked at as often as one likes.

use super::Interval;
use super::tail::{bisect, error_of};
use std::f64::consts::PI;

/// An interval for a share that stays valid under optional stopping: with at least the confidence, the true share lies
/// in *all* the intervals of a growing sample, so one may look after every challenge and stop when it pleases.
///
/// A confidence sequence by the method of mixtures (Robbins 1970). Under the true share p the ratio
/// B(1 + s, 1 + f) / (p^s (1 - p)^f) is a martingale that starts at 1: the chance of the results when p is drawn
/// uniformly, over their chance. By Ville's inequality (1939) it ever reaches 1 / error with a chance of at most `error`.
/// The interval is every p for which it has not. It needs no approximation, and is wider than [`wilson`](super::wilson).
///
/// Assumes independent challenges of one true share. Without any it is 0 to 1. `None` only for an impossible confidence
/// or counts whose sum does not fit a `u64`.
pub fn anytime(successes: u64, failures: u64, confidence: f64) -> Option<Interval> {
    successes.checked_add(failures)?;
    of_sums(successes as f64, failures as f64, confidence)
}

/// The same for the mean of values between 0 and 1: their sum, and how many there are.
///
/// For such values the ratio that [`anytime`] is built on shrinks on average at least as fast as for shares of the same
/// mean (it is convex in each value), so the promise holds; how little the values vary is not made use of.
pub fn anytime_mean(sum: f64, n: f64, confidence: f64) -> Option<Interval> {
    (n >= 0.0 && n.is_finite() && (0.0..=n).contains(&sum)).then_some(())?;
    of_sums(sum, n - sum, confidence)
}

fn of_sums(s: f64, f: f64, confidence: f64) -> Option<Interval> {
    let most = -error_of(confidence)?.ln();
    let n = s + f;
    if n == 0.0 {
        return Some(Interval { low: 0.0, high: 1.0 });
    }
    let least = -(n + 1.0).ln() - ln_chance_of_mode(s, f, n);
    let too_far = |p: f64| least + deviance(s, n * p) + deviance(f, n * (1.0 - p)) >= most;
    // The ratio is least at s / n and grows to both sides. The ends are the last numbers outside, so that rounding makes
    // the interval wider, not narrower.
    let (mut low, mut high) = (0.0, 1.0);
    if s > 0.0 {
        bisect(&mut low, &mut (s / n), |p| Some(too_far(p)))?;
    }
    if f > 0.0 {
        bisect(&mut (s / n), &mut high, |p| Some(!too_far(p)))?;
    }
    Some(Interval { low, high })
}

/// [`anytime`] when some challenges are undecided: the lower end takes all of them as unsolvable, the upper end all as
/// solvable. Either end moves one way with the number of successes, so the promise holds whatever they are.
pub fn anytime_with_undecided(
    solvable: u64,
    unsolvable: u64,
    undecided: u64,
    confidence: f64,
) -> Option<Interval> {
    let low = anytime(solvable, unsolvable.checked_add(undecided)?, confidence)?.low;
    let high = anytime(solvable.checked_add(undecided)?, unsolvable, confidence)?.high;
    Some(Interval { low, high })
}

// The logarithm of the ratio is split as Loader (2000) does for the binomial distribution, so that no large terms
// cancel: -ln(n + 1), minus the logarithm of the chance of s successes when the share is s / n, plus the two deviances.

/// The logarithm of the binomial chance of s successes of n when the share is s / n.
fn ln_chance_of_mode(s: f64, f: f64, n: f64) -> f64 {
    if s == 0.0 || f == 0.0 {
        return 0.0;
    }
    stirling_rest(n) - stirling_rest(s) - stirling_rest(f) + 0.5 * (n / s / (2.0 * PI * f)).ln()
}

/// What Stirling's formula leaves of ln n!, for a number n above 0, by which ln Γ(n + 1) is meant if it is not whole.
fn stirling_rest(n: f64) -> f64 {
    if n > 15.0 {
        let m = n * n;
        (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - (1.0 / 1680.0 - 1.0 / 1188.0 / m) / m) / m) / m) / n
    } else if n.fract() == 0.0 {
        let factorial: f64 = (1..=n as u32).map(f64::from).product();
        factorial.ln() - (n + 0.5) * n.ln() + n - 0.5 * (2.0 * PI).ln()
    } else {
        // Γ(n + 1) = Γ(n + 2) / (n + 1), up to where the formula is exact enough.
        let above = n + 1.0;
        let grow = |n: f64| (n + 0.5) * n.ln() - n;
        stirling_rest(above) + grow(above) - grow(n) - above.ln()
    }
}

/// x ln(x / expected) + expected - x.
fn deviance(x: f64, expected: f64) -> f64 {
    let distance = x - expected;
    if distance.abs() < 0.1 * (x + expected) {
        // Near each other the terms would cancel: a series instead.
        let v = distance / (x + expected);
        let (mut sum, mut term) = (distance * v, 2.0 * x * v);
        for odd in (3..).step_by(2) {
            term *= v * v;
            let next = sum + term / f64::from(odd);
            if next == sum {
                break;
            }
            sum = next;
        }
        sum
    } else if x == 0.0 {
        expected
    } else {
        x * (x / expected).ln() - distance
    }
}

#[cfg(test)]
mod tests {
    use super::super::{assert_close, wilson};
    use super::*;
    use crate::rng::Stream;

    #[test]
    fn ends_are_where_the_ratio_reaches_its_limit() {
        // mpmath with 60 digits: bisection for
        // loggamma(1 + s) + loggamma(1 + f) - loggamma(2 + s + f) - s * log(p) - f * log(1 - p) = -log(1 - confidence)
        for (s, f, confidence, low, high) in [
            (0, 1, 0.95, 0.0, 0.975),
            (1, 0, 0.95, 0.025000000000000022, 1.0),
            (3, 7, 0.95, 0.03664029037550997, 0.7332594738358065),
            (0, 100, 0.99, 0.0, 0.08807990422530476),
            (16, 15, 0.9, 0.2801542716576642, 0.7471816859436403),
            (40, 2, 0.5, 0.8241477157007225, 0.9960199507519766),
            (437, 563, 0.95, 0.3823137014319154, 0.49272945300599885),
            (123_456_789, 876_543_211, 0.95, 0.12340264153405037, 0.12351095007195519),
            (500_000_000, 500_000_000, 0.999, 0.49990768641336436, 0.5000923135866356),
            (0, 1_000_000_000, 0.95, 0.0, 2.3718997830204968e-08),
            (1, 999_999_999, 0.95, 4.999999995250004e-20, 2.7015405033702214e-08),
            (1_000_000_000, 0, 0.95, 0.9999999762810021, 1.0),
        ] {
            let found = anytime(s, f, confidence).unwrap();
            assert_close(found.low, low, 1e-13);
            assert_close(found.high, high, 1e-13);
        }
    }

    #[test]
    fn means_have_the_ends_of_shares_and_what_lies_between() {
        assert_eq!(anytime_mean(3.0, 10.0, 0.95), anytime(3, 7, 0.95));
        // mpmath as above, with s = 2.5, f = 7.25
        let found = anytime_mean(2.5, 9.75, 0.95).unwrap();
        assert_close(found.low, 0.02244835735031706, 1e-12);
        assert_close(found.high, 0.7017155927974544, 1e-12);
        assert_eq!(anytime_mean(-0.1, 3.0, 0.95), None);
        assert_eq!(anytime_mean(3.1, 3.0, 0.95), None);
        assert_eq!(anytime_mean(0.0, 0.0, 0.95).unwrap().ends(), [0.0, 1.0]);
    }

    #[test]
    fn nothing_seen_leaves_everything_possible() {
        assert_eq!(anytime(0, 0, 0.95), Some(Interval { low: 0.0, high: 1.0 }));
        assert_eq!(anytime_with_undecided(0, 0, 9, 0.95), Some(Interval { low: 0.0, high: 1.0 }));
        assert_eq!(anytime(1, 2, 1.0), None);
        assert_eq!(anytime(1, 2, f64::NAN), None);
        assert_eq!(anytime(u64::MAX, 1, 0.95), None);
        assert_eq!(anytime_with_undecided(u64::MAX, 0, 1, 0.95), None);
        let huge = anytime(u64::MAX / 2, u64::MAX / 2, 0.95).unwrap();
        assert!(huge.contains(0.5) && huge.high - huge.low < 1e-8);
    }

    #[test]
    fn it_mirrors_and_is_wider_than_wilson() {
        for (s, f) in [(1, 4), (10, 3), (70, 30), (1000, 0), (31_415, 92_653)] {
            let (one, other) = (anytime(s, f, 0.95).unwrap(), anytime(f, s, 0.95).unwrap());
            assert!(
                (one.low - (1.0 - other.high)).abs() < 1e-14 && (one.high - (1.0 - other.low)).abs() < 1e-14
            );
            let fixed = wilson(s, s + f, 0.95).unwrap();
            assert!(one.low < fixed.low && one.high >= fixed.high);
        }
    }

    #[test]
    fn either_end_rises_with_the_successes_so_undecided_ones_are_between() {
        let all: Vec<Interval> = (0..=60).map(|s| anytime(s, 60 - s, 0.95).unwrap()).collect();
        assert!(all.windows(2).all(|pair| pair[0].low < pair[1].low && pair[0].high < pair[1].high));
        let found = anytime_with_undecided(30, 20, 10, 0.95).unwrap();
        assert_eq!((found.low, found.high), (all[30].low, all[40].high));
        assert_eq!(anytime_with_undecided(30, 30, 0, 0.95), anytime(30, 30, 0.95));
    }

    #[test]
    fn it_covers_the_true_share_at_all_times_as_often_as_promised_and_wilson_does_not() {
        let (runs, mut always, mut always_wilson) = (400, 0, 0);
        for run in 0..runs {
            let mut stream = Stream::new(&["stats", "anytime"], run);
            let (mut s, mut covered, mut covered_wilson) = (0, true, true);
            for n in 1..=400 {
                s += u64::from(stream.below(10) < 3);
                covered = covered && anytime(s, n - s, 0.9).unwrap().contains(0.3);
                covered_wilson = covered_wilson && wilson(s, n, 0.9).unwrap().contains(0.3);
            }
            always += u64::from(covered);
            always_wilson += u64::from(covered_wilson);
        }
        assert!(always * 10 >= runs * 9, "{always} of {runs}");
        assert!(always_wilson * 10 < runs * 6, "{always_wilson} of {runs}");
    }
}
