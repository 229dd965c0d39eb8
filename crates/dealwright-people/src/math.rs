//! The numerical methods that the fits need, each small and tested against SciPy, statsmodels or scikit-learn.

mod logistic;
mod nnls;
mod ranks;
mod solve;

pub use logistic::{Logistic, logistic};
pub use nnls::nnls;
pub use ranks::{kendall, spearman};
pub use solve::{independent, solve};

use dealwright::rng::Stream;
use dealwright::stats::{self, Interval};

/// The confidence of every interval.
pub const CONFIDENCE: f64 = 0.95;

/// A mean over people, with the interval and the p value of Student's t for one sample.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeanOver {
    /// The mean.
    pub mean: f64,
    /// Its 95% interval; none where everybody has the same value or there are too few.
    pub interval: Option<Interval>,
    /// Two-sided p value of no difference from 0; none where there is no interval.
    pub p: Option<f64>,
    /// How many people.
    pub people: usize,
}

impl MeanOver {
    /// The same for values that cannot be outside of these bounds: the interval ends there too.
    pub fn within(self, low: f64, high: f64) -> Self {
        let cut = |i: Interval| Interval { low: i.low.clamp(low, high), high: i.high.clamp(low, high) };
        Self { interval: self.interval.map(cut), ..self }
    }
}

/// People whose values are needed for an interval.
pub const FEWEST: usize = 5;

/// The mean of one value for each person; none if there are no values.
pub fn mean_over(values: &[f64]) -> Option<MeanOver> {
    let people = values.len();
    if people == 0 || values.iter().any(|value| !value.is_finite()) {
        return None;
    }
    let mean = values.iter().sum::<f64>() / people as f64;
    let test = if people < FEWEST { None } else { stats::one_sample(values, CONFIDENCE) };
    Some(MeanOver { mean, interval: test.map(|test| test.interval), p: test.map(|test| test.p), people })
}

/// The quantile of values by linear interpolation, as NumPy's default; none without values.
pub fn quantile(values: &mut [f64], share: f64) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let last = values.len().checked_sub(1)?;
    let at = share.clamp(0.0, 1.0) * last as f64;
    let (low, part) = (at.floor() as usize, at.fract());
    Some(values[low] + part * (values[(low + 1).min(last)] - values[low]))
}

/// A uniform number from 0 up to 1.
pub fn uniform(random: &mut Stream) -> f64 {
    const PARTS: u32 = 1 << 26;
    (f64::from(random.below(PARTS)) + f64::from(random.below(PARTS)) / f64::from(PARTS)) / f64::from(PARTS)
}

/// A standard normal number (Box and Muller).
pub fn normal(random: &mut Stream) -> f64 {
    let radius = (-2.0 * (1.0 - uniform(random)).ln()).sqrt();
    radius * (std::f64::consts::TAU * uniform(random)).cos()
}

/// How often each of so many people is drawn in a bootstrap sample of the same size.
pub fn resampled(people: usize, random: &mut Stream) -> Vec<f64> {
    let mut times = vec![0.0; people];
    for _ in 0..people {
        times[random.below(people as u32) as usize] += 1.0;
    }
    times
}

/// The shares of a bootstrap distribution at which a 95% interval for so many people ends. Plain percentiles are too narrow for few
/// people; these are widened to what Student's t would give for normal means (Hesterberg 2015, "expanded percentiles").
pub fn bootstrap_shares(people: usize) -> Option<[f64; 2]> {
    let df = people.checked_sub(1).filter(|df| *df > 0)? as f64;
    let reach = stats::t_reach(CONFIDENCE, df)? * ((df + 1.0) / df).sqrt();
    let below = stats::normal_tail(reach);
    Some([below, 1.0 - below])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_over_people_are_those_of_scipy() {
        // scipy.stats.ttest_1samp(x, 0), .confidence_interval(0.95), SciPy 1.17
        let found = mean_over(&[0.3, -0.1, 0.25, 0.4, 0.05, 0.2]).unwrap();
        assert!((found.mean - 0.18333333333333332).abs() < 1e-15);
        let interval = found.interval.unwrap();
        assert!((interval.low - GOLDEN_MEAN[0]).abs() < 1e-12, "{interval:?}");
        assert!((interval.high - GOLDEN_MEAN[1]).abs() < 1e-12, "{interval:?}");
        assert!((found.p.unwrap() - GOLDEN_MEAN[2]).abs() < 1e-12, "{:?}", found.p);
        assert_eq!(mean_over(&[]), None);
        assert_eq!(mean_over(&[1.0; 6]).unwrap().interval, None, "no spread, no interval");
        assert_eq!(mean_over(&[1.0, 2.0, 3.0]).unwrap().interval, None, "too few");
        assert_eq!(mean_over(&[1.0, f64::NAN]), None);
    }

    #[test]
    fn quantiles_are_those_of_numpy() {
        // numpy.quantile([3, 1, 4, 1, 5, 9, 2, 6], [0, 0.025, 0.5, 0.9, 1])
        let mut values = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0];
        for (share, expected) in [(0.0, 1.0), (0.025, 1.0), (0.5, 3.5), (0.9, 6.9), (1.0, 9.0)] {
            assert!((quantile(&mut values, share).unwrap() - expected).abs() < 1e-12);
        }
        assert_eq!(quantile(&mut [], 0.5), None);
    }

    #[test]
    fn expanded_percentiles_are_those_of_scipy() {
        // scipy.stats.norm.cdf(-scipy.stats.t.ppf(0.975, n - 1) * (n / (n - 1)) ** 0.5)
        for (people, expected) in GOLDEN_SHARES {
            let found = bootstrap_shares(people).unwrap()[0];
            assert!((found - expected).abs() < 1e-9, "{people}: {found}");
        }
        assert_eq!(bootstrap_shares(1), None);
    }

    #[test]
    fn normal_numbers_have_mean_0_and_variance_1() {
        let mut random = Stream::new(&["normal"], 0);
        let values: Vec<f64> = (0..20_000).map(|_| normal(&mut random)).collect();
        let mean = values.iter().sum::<f64>() / 20_000.0;
        let variance = values.iter().map(|v| v * v).sum::<f64>() / 20_000.0;
        let fourth = values.iter().map(|v| v.powi(4)).sum::<f64>() / 20_000.0;
        assert!(mean.abs() < 0.03 && (variance - 1.0).abs() < 0.04 && (fourth - 3.0).abs() < 0.25);
    }

    const GOLDEN_MEAN: [f64; 3] = [-0.006340848624237949, 0.37300751529090465, 0.055523981201079556];
    const GOLDEN_SHARES: [(usize, f64); 4] = [
        (2, 1.6952190726058738e-72),
        (5, 0.0009541005518824907),
        (12, 0.010756614916552488),
        (40, 0.020257536362843834),
    ];
}
