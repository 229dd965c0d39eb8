//! An interval for a median that assumes no distribution.

use super::tail::{error_of, normal_critical};
use super::{Counts, Interval};

/// Up to this many values the ranks of the interval come from the binomial distribution itself.
const EXACT_UP_TO: u64 = 100_000;

/// An interval for the median of the distribution that a sample came from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MedianInterval {
    /// The interval. Its ends are values of the sample.
    pub interval: Interval,
    /// Whether the ranks are exact (up to 100,000 values) or from the normal approximation.
    pub exact: bool,
}

impl Counts {
    /// An interval for the median, from order statistics (Thompson 1936; the sign test turned round).
    ///
    /// It is the narrowest that runs from the r-th smallest to the r-th largest value and holds the median with at
    /// least the confidence. The number of values below the median is binomial with chance one half; above 100,000
    /// values it is taken as normal, with continuity correction.
    ///
    /// Assumes independent values of one distribution, of whatever shape; when values repeat, the confidence is higher
    /// than asked for. `None` when there are too few values: with a confidence of 0.95 fewer than six.
    pub fn median_interval(&self, confidence: f64) -> Option<MedianInterval> {
        let n = self.len();
        let exact = n <= EXACT_UP_TO;
        let rank = if exact { exact_rank(n, error_of(confidence)?) } else { normal_rank(n, confidence)? };
        let (low, high) = (self.at(rank.checked_sub(1)?)?, self.at(n.checked_sub(rank)?)?);
        Some(MedianInterval { interval: Interval { low, high }, exact })
    }
}

/// The largest r such that fewer than r of n values are below the median with a chance of at most `error / 2`; 0 if
/// there is none.
fn exact_rank(n: u64, error: f64) -> u64 {
    // The chances of 0..=n/2 values, as multiples of the one in the middle, until they no longer matter.
    let middle = n / 2;
    let mut chances = vec![1.0];
    let mut chance = 1.0;
    for k in (1..=middle).rev() {
        chance *= k as f64 / (n - k + 1) as f64;
        if chance < 1e-300 {
            break;
        }
        chances.push(chance);
    }
    // Both halves, with the middle counted once when n is even.
    let half: f64 = chances.iter().rev().sum();
    let all = if n.is_multiple_of(2) { 2.0 * half - 1.0 } else { 2.0 * half };
    // A chance that equals the error must not be lost to rounding.
    let most = all * error / 2.0 * (1.0 + 1e-12);
    let mut rank = middle + 1 - chances.len() as u64;
    let mut below = 0.0;
    for chance in chances.iter().rev() {
        below += chance;
        if below > most {
            break;
        }
        rank += 1;
    }
    rank
}

/// The same from the normal distribution with the mean and the variance of the binomial one.
fn normal_rank(n: u64, confidence: f64) -> Option<u64> {
    let n = n as f64;
    let rank = (n / 2.0 + 0.5 - normal_critical(confidence)? * n.sqrt() / 2.0).floor();
    Some(rank.max(0.0) as u64)
}

#[cfg(test)]
mod tests {
    use super::super::table;
    use super::*;
    use crate::rng::Stream;

    /// The interval of the sample 1, 2, ..., n: its ends are the ranks.
    fn ranks(n: u64, confidence: f64) -> Option<(u64, u64)> {
        let values: Vec<f64> = (1..=n).map(|value| value as f64).collect();
        let found = table(&values).median_interval(confidence)?;
        assert_eq!(found.exact, n <= EXACT_UP_TO);
        Some((found.interval.low as u64, found.interval.high as u64))
    }

    #[test]
    fn ranks_are_those_of_scipy() {
        // scipy.stats.quantile_test(numpy.arange(1, n + 1), q=n / 2, p=0.5).confidence_interval(confidence)
        assert_eq!(ranks(5, 0.9), Some((1, 5)));
        assert_eq!(ranks(6, 0.95), Some((1, 6)));
        assert_eq!(ranks(10, 0.95), Some((2, 9)));
        assert_eq!(ranks(25, 0.95), Some((8, 18)));
        assert_eq!(ranks(26, 0.99), Some((7, 20)));
        assert_eq!(ranks(101, 0.9), Some((42, 60)));
        assert_eq!(ranks(1000, 0.95), Some((469, 532)));
        assert_eq!(ranks(5000, 0.999), Some((2384, 2617)));
        assert_eq!(ranks(100_000, 0.95), Some((49_690, 50_311)));
        // Here the ranks come from the normal distribution; SciPy's from the binomial one are the same.
        assert_eq!(ranks(100_001, 0.95), Some((49_691, 50_311)));
        assert_eq!(ranks(1_000_000, 0.95), Some((499_020, 500_981)));
    }

    #[test]
    fn a_chance_equal_to_the_error_is_allowed() {
        assert_eq!(ranks(3, 0.75), Some((1, 3))); // 1 - 2 / 2^3
        assert_eq!(ranks(20, 1.0 - 2.0 * 211.0 / 1_048_576.0), Some((3, 18))); // 1 + 20 + 190 of 2^20 on either side
    }

    #[test]
    fn too_few_values_for_the_confidence_have_no_interval() {
        for n in 0..6 {
            assert_eq!(ranks(n, 0.95), None, "{n}");
        }
        assert_eq!(ranks(1, 0.1), None);
        for confidence in [0.0, 1.0, f64::NAN] {
            assert_eq!(ranks(100, confidence), None);
            assert_eq!(ranks(100_001, confidence), None);
        }
    }

    #[test]
    fn equal_values_and_huge_samples_have_an_interval() {
        let mut counts = Counts::new();
        assert!(counts.add_many(7.0, 1 << 60) && counts.add_many(9.0, 1 << 40));
        let interval = Interval { low: 7.0, high: 7.0 };
        assert_eq!(counts.median_interval(0.99), Some(MedianInterval { interval, exact: false }));
    }

    #[test]
    fn the_interval_covers_the_median_as_often_as_promised() {
        let (mut stream, mut covered) = (Stream::new(&["stats", "median"], 0), 0);
        for _ in 0..2000 {
            let values: Vec<f64> = (0..40).map(|_| f64::from(stream.below(1_000_001)).powi(3)).collect();
            covered += u32::from(
                table(&values).median_interval(0.95).unwrap().interval.contains(500_000f64.powi(3)),
            );
        }
        assert!((1890..=1960).contains(&covered), "{covered}"); // 0.9615 is expected for ranks 14 and 27 of 40
    }
}
