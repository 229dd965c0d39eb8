//! A table of values with counts, and what can be said of one sample.

use std::cmp::Ordering;
use std::collections::BTreeMap;

/// A sample as a table: every value with how often it was seen.
///
/// Values are finite. Tables of parts of a sample can be merged, and every answer is worked out from the table in the
/// order of values, so it is the same to the last bit whatever the order of adding and merging.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    table: BTreeMap<Value, u64>,
    len: u64,
}

/// A finite number, never -0, so that equal numbers are one entry.
#[derive(Debug, Clone, Copy)]
struct Value(f64);

impl Value {
    fn new(value: f64) -> Option<Self> {
        value.is_finite().then_some(Self(value + 0.0)) // -0 + 0 is 0, anything else stays as it is
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Value {}

impl Counts {
    /// An empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// The table of some values. `None` if one of them is not finite.
    pub fn from_values(values: &[f64]) -> Option<Self> {
        let mut counts = Self::new();
        values.iter().all(|&value| counts.add(value)).then_some(counts)
    }

    /// Adds all values of another table; not one that would take the total beyond a `u64`.
    pub fn add_all(&mut self, other: Self) {
        if self.table.is_empty() {
            *self = other;
            return;
        }
        for (value, count) in other.table {
            self.add_many(value.0, count);
        }
    }

    /// Adds a value. `false`, and nothing changes, if it is not finite.
    pub fn add(&mut self, value: f64) -> bool {
        self.add_many(value, 1)
    }

    /// Adds a value `count` times. `false`, and nothing changes, if it is not finite or the total would not fit a `u64`.
    pub fn add_many(&mut self, value: f64, count: u64) -> bool {
        let (Some(value), Some(len)) = (Value::new(value), self.len.checked_add(count)) else { return false };
        if count > 0 {
            *self.table.entry(value).or_default() += count;
            self.len = len;
        }
        true
    }

    /// Adds all values of another table. `false`, and nothing changes, if the total would not fit a `u64`.
    pub fn merge(&mut self, other: &Self) -> bool {
        if self.len.checked_add(other.len).is_none() {
            return false;
        }
        other.iter().all(|(value, count)| self.add_many(value, count))
    }

    /// How many values there are, each counted as often as it was added.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How often a value was added.
    pub fn count(&self, value: f64) -> u64 {
        Value::new(value).and_then(|value| self.table.get(&value)).copied().unwrap_or(0)
    }

    /// The different values in ascending order, each with its count.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (f64, u64)> {
        self.table.iter().map(|(value, &count)| (value.0, count))
    }

    /// The smallest value.
    pub fn min(&self) -> Option<f64> {
        self.iter().next().map(|(value, _)| value)
    }

    /// The largest value.
    pub fn max(&self) -> Option<f64> {
        self.iter().next_back().map(|(value, _)| value)
    }

    /// The arithmetic mean. `None` without values, or if their sum is too large for an `f64`.
    pub fn mean(&self) -> Option<f64> {
        let (min, max) = (self.min()?, self.max()?);
        let mean = sum(self.iter().map(|(value, count)| value * count as f64)) / self.len as f64;
        // Rounding could lead outside, and then equal values would seem to vary.
        mean.is_finite().then_some(mean.clamp(min, max))
    }

    /// The variance of the sample, with n - 1 as divisor. `None` for fewer than two values, or if it is too large for an
    /// `f64`.
    ///
    /// In two passes, with the correction for the rounding of the mean (Chan, Golub and LeVeque 1983).
    pub fn variance(&self) -> Option<f64> {
        if self.len < 2 {
            return None;
        }
        let mean = self.mean()?;
        let squares = sum(self.iter().map(|(value, count)| (value - mean) * (value - mean) * count as f64));
        let rest = sum(self.iter().map(|(value, count)| (value - mean) * count as f64));
        let n = self.len as f64;
        let variance = ((squares - rest * rest / n) / (n - 1.0)).max(0.0);
        (squares.is_finite() && variance.is_finite()).then_some(variance)
    }

    /// The standard deviation of the sample: the root of [`variance`](Self::variance).
    pub fn sd(&self) -> Option<f64> {
        self.variance().map(f64::sqrt)
    }

    /// The quantile at `p`, from 0 to 1: linear between the two nearest values (type 7 of Hyndman and Fan 1996, the
    /// default of NumPy and R).
    pub fn quantile(&self, p: f64) -> Option<f64> {
        let last = self.len.checked_sub(1)?;
        if !(0.0..=1.0).contains(&p) {
            return None;
        }
        let place = last as f64 * p;
        let below = (place as u64).min(last);
        let part = place - below as f64;
        let (a, b) = (self.at(below)?, self.at(below.saturating_add(1).min(last))?);
        // From the nearer side, as NumPy does it, so that part 1 gives exactly b.
        let between = if part < 0.5 { a + (b - a) * part } else { b - (b - a) * (1.0 - part) };
        between.is_finite().then_some(between)
    }

    /// The median: the middle value, or halfway between the two in the middle.
    pub fn median(&self) -> Option<f64> {
        self.quantile(0.5)
    }

    /// The value at a place, from 0, of all values in ascending order.
    pub(super) fn at(&self, place: u64) -> Option<f64> {
        let mut before = 0;
        for (value, count) in self.iter() {
            before += count;
            if place < before {
                return Some(value);
            }
        }
        None
    }
}

/// A sum that keeps what rounding loses (Neumaier 1974).
fn sum(terms: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut lost) = (0.0f64, 0.0);
    for term in terms {
        let next = sum + term;
        lost += if sum.abs() >= term.abs() { (sum - next) + term } else { (term - next) + sum };
        sum = next;
    }
    sum + lost
}

#[cfg(test)]
mod tests {
    use super::super::{assert_close, table};
    use super::*;
    use crate::rng::Stream;

    const VALUES: [f64; 10] = [12.0, 7.0, 9.0, 9.0, 15.0, 21.0, 7.0, 7.0, 10.5, -3.0];

    #[test]
    fn mean_and_spread_are_those_of_numpy() {
        let counts = table(&VALUES);
        assert_eq!((counts.len(), counts.min(), counts.max()), (10, Some(-3.0), Some(21.0)));
        assert_close(counts.mean().unwrap(), 9.45, 1e-15); // x.mean()
        assert_close(counts.variance().unwrap(), 38.35833333333333, 1e-15); // x.var(ddof=1)
        assert_close(counts.sd().unwrap(), 6.193410476735199, 1e-15); // x.std(ddof=1)
        // The variance does not drown in a large mean: numpy.var([1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16], ddof=1)
        assert_close(table(&[1e9 + 4.0, 1e9 + 7.0, 1e9 + 13.0, 1e9 + 16.0]).variance().unwrap(), 30.0, 1e-15);
        let next = 1.0 + f64::EPSILON;
        assert_close(table(&[1.0, next]).variance().unwrap(), f64::EPSILON * f64::EPSILON / 2.0, 1e-15);
    }

    #[test]
    fn quantiles_are_those_of_numpy() {
        let counts = table(&VALUES);
        // numpy.quantile(x, p)
        for (p, expected) in [
            (0.0, -3.0),
            (0.1, 6.0),
            (0.25, 7.0),
            (0.5, 9.0),
            (0.77, 11.895),
            (0.9, 15.599999999999998),
            (1.0, 21.0),
        ] {
            assert_eq!(counts.quantile(p), Some(expected), "{p}");
        }
        assert_eq!(table(&[1.0, 2.0]).median(), Some(1.5));
        for p in [-0.1, 1.1, f64::NAN] {
            assert_eq!(counts.quantile(p), None);
        }
    }

    #[test]
    fn an_empty_table_and_one_value_have_only_what_is_defined() {
        let empty = Counts::new();
        assert!(empty.is_empty());
        assert_eq!(
            (empty.mean(), empty.sd(), empty.min(), empty.max(), empty.median()),
            (None, None, None, None, None)
        );
        let one = table(&[4.0]);
        assert_eq!(
            (one.mean(), one.sd(), one.median(), one.quantile(1.0)),
            (Some(4.0), None, Some(4.0), Some(4.0))
        );
    }

    #[test]
    fn equal_values_do_not_vary() {
        let mut counts = Counts::new();
        assert!(counts.add_many(0.1, 3)); // 0.1 * 3 / 3 is not 0.1
        assert_eq!((counts.mean(), counts.sd()), (Some(0.1), Some(0.0)));
    }

    #[test]
    fn what_is_not_finite_is_refused_and_minus_zero_is_zero() {
        let mut counts = Counts::new();
        assert!(
            !counts.add(f64::NAN) && !counts.add(f64::INFINITY) && !counts.add_many(f64::NEG_INFINITY, 0)
        );
        assert!(counts.add(-0.0) && counts.add(0.0) && counts.add_many(5.0, 0));
        let entries: Vec<_> = counts.iter().map(|(value, count)| (value.to_bits(), count)).collect();
        assert_eq!((entries, counts.count(-0.0), counts.count(5.0)), (vec![(0, 2)], 2, 0));
        assert_eq!(Counts::from_values(&[1.0, f64::NAN]), None);
    }

    #[test]
    fn totals_that_do_not_fit_are_refused_and_huge_ones_work() {
        let mut counts = Counts::new();
        assert!(counts.add_many(1.0, u64::MAX - 1) && counts.add(3.0));
        assert!(!counts.add(1.0));
        let before = counts.clone();
        assert!(!counts.merge(&table(&[7.0])));
        assert_eq!(counts, before);
        assert_eq!((counts.median(), counts.quantile(1.0), counts.mean()), (Some(1.0), Some(3.0), Some(1.0)));
        // Sums beyond an f64 have no answer.
        let huge = table(&[f64::MAX, f64::MAX, -f64::MAX]);
        assert_eq!((huge.variance(), huge.median()), (None, Some(f64::MAX)));
    }

    #[test]
    fn the_order_of_adding_and_merging_does_not_change_a_bit() {
        let mut stream = Stream::new(&["stats", "merge"], 0);
        let mut values: Vec<f64> = (0..500).map(|_| f64::from(stream.below(90)) * 0.1 - 3.0).collect();
        let all = table(&values);
        for _ in 0..20 {
            stream.shuffle(&mut values);
            let mut parts: Vec<Counts> = values.chunks(37).map(table).collect();
            stream.shuffle(&mut parts);
            let mut merged = Counts::new();
            assert!(parts.iter().all(|part| merged.merge(part)));
            assert_eq!(merged, all);
            let bits = |counts: &Counts| {
                [counts.mean(), counts.sd(), counts.quantile(0.3)].map(|answer| answer.map(f64::to_bits))
            };
            assert_eq!(bits(&merged), bits(&all));
        }
    }
}
