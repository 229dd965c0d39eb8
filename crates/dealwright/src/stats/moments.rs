//! Means of many values.

use super::Counts;

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
}

impl From<&Counts> for Moments {
    fn from(counts: &Counts) -> Self {
        let mut moments = Self::default();
        counts.iter().for_each(|(value, count)| moments.add(value, count as f64));
        moments
    }
}

#[cfg(test)]
mod tests {
    use super::super::assert_close;
    use super::*;

    #[test]
    fn the_error_of_a_mean_is_that_of_numpy() {
        // numpy: a.var(ddof=1) / 6
        let moments = Moments::from(&Counts::from_values(&[0.1, 0.4, 0.35, 0.8, 0.0, 0.65]).unwrap());
        assert_close(moments.mean().unwrap(), 0.38333333333333336, 1e-12);
        assert_close(moments.error().unwrap(), 0.01577777777777778, 1e-9);
        assert_eq!(Moments::default().error(), None);
    }
}
