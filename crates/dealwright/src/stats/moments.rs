//! Means of many values, and how two of them differ.

use super::tail::{normal_critical, normal_two_sided};
use super::{Counts, Interval};

/// Sums from which a mean and its error follow.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Moments {
    /// How many values, each as often as it counts.
    pub weight: f64,
    sum: f64,
    squares: f64,
}

impl Moments {
    /// Adds a value that counts so often.
    pub fn add(&mut self, value: f64, weight: f64) {
        self.weight += weight;
        self.sum += weight * value;
        self.squares += weight * value * value;
    }

    /// Adds all values of another.
    pub fn merge(&mut self, other: &Self) {
        self.weight += other.weight;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The mean.
    pub fn mean(&self) -> Option<f64> {
        (self.weight > 0.0).then(|| self.sum / self.weight)
    }

    /// Variance of the mean.
    pub fn error(&self) -> Option<f64> {
        let mean = self.mean()?;
        (self.weight > 1.0).then(|| (self.squares / self.weight - mean * mean).max(0.0) / (self.weight - 1.0))
    }

    /// Where the true mean lies, by the normal distribution: for large samples.
    pub fn interval(&self, confidence: f64) -> Option<Interval> {
        let (mean, error) = (self.mean()?, normal_critical(confidence)? * self.error()?.sqrt());
        Some(Interval { low: mean - error, high: mean + error })
    }
}

impl From<&Counts> for Moments {
    fn from(counts: &Counts) -> Self {
        let mut moments = Self::default();
        counts.iter().for_each(|(value, count)| moments.add(value, count as f64));
        moments
    }
}

/// How two means differ.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TwoMeans {
    /// The first mean minus the second.
    pub difference: f64,
    /// Interval for the difference.
    pub interval: Interval,
    /// Two-sided p value. `None` if neither sample varies.
    pub p: Option<f64>,
}

/// Compares the means of two independent large samples by the normal distribution, each with its own variance.
pub fn two_means(a: &Moments, b: &Moments, confidence: f64) -> Option<TwoMeans> {
    let difference = a.mean()? - b.mean()?;
    let error = (a.error()? + b.error()?).sqrt();
    let reach = normal_critical(confidence)? * error;
    let p = (error > 0.0).then(|| normal_two_sided(difference / error)).flatten();
    Some(TwoMeans { difference, interval: Interval { low: difference - reach, high: difference + reach }, p })
}

#[cfg(test)]
mod tests {
    use super::super::assert_close;
    use super::*;

    #[test]
    fn differences_of_means_are_those_of_scipy() {
        // se = sqrt(a.var(ddof=1) / 6 + b.var(ddof=1) / 4); scipy.stats.norm.ppf(0.975), norm.sf
        let moments = |values: &[f64]| Moments::from(&Counts::from_values(values).unwrap());
        let a = moments(&[0.1, 0.4, 0.35, 0.8, 0.0, 0.65]);
        let b = moments(&[0.9, 0.5, 0.75, 1.0]);
        let found = two_means(&a, &b, 0.95).unwrap();
        assert_close(found.difference, -0.4041666666666667, 1e-12);
        assert_close(found.interval.low, EXPECTED[0], 1e-9);
        assert_close(found.interval.high, EXPECTED[1], 1e-9);
        assert_close(found.p.unwrap(), EXPECTED[2], 1e-9);
    }

    const EXPECTED: [f64; 3] = [-0.7297844351174907, -0.07854889821584271, 0.014983946106881772];

    #[test]
    fn what_does_not_vary_has_no_p_value() {
        let mut same = Moments::default();
        same.add(0.5, 10.0);
        assert_eq!(two_means(&same, &same, 0.95).unwrap().p, None);
        assert_eq!(Moments::default().interval(0.95), None);
    }
}
