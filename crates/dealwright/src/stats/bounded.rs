//! The mean of values between 0 and 1, for samples of any size from one value up.
//!
//! What a sample says about the true mean is told by two *curves*, distributions over the means that it leaves possible
//! (Gaffke 2005; Learned-Miller and Thomas 2019). Every value of the sample gets a random weight, all weights together 1
//! and every split equally likely, and one more value that was not seen is counted in: a 1 for the curve whose upper tail
//! bounds the mean from above, a 0 for the one that bounds it from below. For shares (values 0 and 1) the bounds are those
//! of Clopper and Pearson, which are proved; for other values it is conjectured, and confirmed by all simulations, ours
//! among them, that they cover at least as often as they say. For large samples they become those of the normal
//! distribution.

use super::tail::{normal_above, normal_critical, normal_score};
use super::{Counts, Interval};
use statrs::function::beta::beta_reg;

/// Up to so many different values the tails are worked out by integration, which is exact; beyond by a saddlepoint
/// approximation, whose error is far below what the sample leaves open.
const INTEGRATED: usize = 64;
/// Weights up to which the library's beta function is used for two values; for larger ones it is no longer exact.
const BETA: f64 = 3000.0;
/// Tables longer than this are made shorter: values closer to each other than a small part of the standard deviation
/// become one.
const LONG: usize = 2000;
/// That part: it changes the width of an interval by about one part in a million.
const CLOSE: f64 = 1.0 / 256.0;

/// A sample of values between 0 and 1, with both of its curves.
#[derive(Debug, Clone)]
pub struct Bounded {
    mean: f64,
    /// Distribution of means that bounds the true one from below.
    low: Curve,
    /// The same from above.
    high: Curve,
}

impl Bounded {
    /// The curves of a table of values; values outside are taken as 0 or 1. `None` without values.
    pub fn new(counts: &Counts) -> Option<Self> {
        let mean = counts.mean()?.clamp(0.0, 1.0);
        let values: Vec<(f64, f64)> =
            counts.iter().map(|(value, count)| (value.clamp(0.0, 1.0), count as f64)).collect();
        let spread = counts.variance().unwrap_or(0.0).sqrt();
        Some(Self::from_weights(mean, shortened(values, spread)))
    }

    /// A share: so many of so many. Numbers need not be whole.
    pub fn share(successes: f64, of: f64) -> Option<Self> {
        let possible = of > 0.0 && (0.0..=of).contains(&successes) && of.is_finite();
        possible.then(|| Self::from_weights(successes / of, vec![(0.0, of - successes), (1.0, successes)]))
    }

    /// A mean that is known exactly.
    pub fn exact(mean: f64) -> Self {
        let curve = Curve { points: vec![(mean, 1.0)] };
        Self { mean, low: curve.clone(), high: curve }
    }

    fn from_weights(mean: f64, mut points: Vec<(f64, f64)>) -> Self {
        points.retain(|(_, weight)| *weight > 0.0);
        let with = |value: f64| {
            let mut points = points.clone();
            match points.iter_mut().find(|(known, _)| *known == value) {
                Some((_, weight)) => *weight += 1.0,
                None => points.push((value, 1.0)),
            }
            points.sort_by(|a, b| a.0.total_cmp(&b.0));
            Curve { points }
        };
        Self { mean, low: with(0.0), high: with(1.0) }
    }

    /// The mean of the sample.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// Where the true mean lies, with at least this confidence.
    pub fn interval(&self, confidence: f64) -> Option<Interval> {
        let z = normal_critical(confidence)?;
        Some(Interval { low: self.low.at(-z).min(self.mean), high: self.high.at(z).max(self.mean) })
    }

    /// The mean of this sample less that of another: where the true difference lies, with at least this confidence,
    /// whatever the sizes of the samples (melding: Fay, Proschan and Brittain 2015).
    pub fn difference(&self, other: &Self, confidence: f64) -> Option<Apart> {
        let z = normal_critical(confidence)?;
        let difference = self.mean - other.mean;
        let (below, above) = (Melded::new(&self.low, &other.high), Melded::new(&other.low, &self.high));
        let interval = Interval { low: below.at(-z).min(difference), high: (-above.at(-z)).max(difference) };
        let p = 2.0 * below.tails(0.0).below.min(above.tails(0.0).below);
        Some(Apart { difference, interval, p: p.min(1.0) })
    }
}

/// How far two means are apart.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Apart {
    /// The first less the second.
    pub difference: f64,
    /// Where the true difference lies.
    pub interval: Interval,
    /// The two-sided p value of equal means: twice the smaller tail. For shares it is that of Fisher's exact test.
    pub p: f64,
}

/// Makes a long table shorter.
fn shortened(values: Vec<(f64, f64)>, spread: f64) -> Vec<(f64, f64)> {
    if values.len() <= LONG {
        return values;
    }
    let mut short: Vec<(f64, f64)> = Vec::new();
    let mut begin = f64::NEG_INFINITY;
    for (value, weight) in values {
        match short.last_mut() {
            Some((mean, so_far)) if value - begin < spread * CLOSE => {
                *so_far += weight;
                *mean += (value - *mean) * (weight / *so_far);
            }
            _ => {
                begin = value;
                short.push((value, weight));
            }
        }
    }
    short
}

/// Chances of being at most, and of being above.
#[derive(Debug, Clone, Copy)]
struct Tails {
    below: f64,
    above: f64,
}

impl Tails {
    /// From the smaller one.
    fn from_above(above: f64) -> Self {
        let above = above.clamp(0.0, 1.0);
        Self { below: 1.0 - above, above }
    }

    fn turned(self) -> Self {
        Self { below: self.above, above: self.below }
    }

    fn of_score(score: f64) -> Self {
        Self { below: normal_above(-score), above: normal_above(score) }
    }

    /// The standard normal value with these tails.
    fn score(self) -> f64 {
        if self.above < self.below { -normal_score(self.above) } else { normal_score(self.below) }
    }
}

/// The distribution of a mean with random weights: values with the shape of their gamma distributed weights.
#[derive(Debug, Clone)]
struct Curve {
    /// In ascending order, no value twice.
    points: Vec<(f64, f64)>,
}

impl Curve {
    fn ends(&self) -> (f64, f64) {
        let value = |point: Option<&(f64, f64)>| point.map_or(0.0, |point| point.0);
        (value(self.points.first()), value(self.points.last()))
    }

    /// The chances that the mean is at most this, and that it is above.
    fn tails(&self, mean: f64) -> Tails {
        let (first, last) = self.ends();
        if mean >= last {
            return Tails { below: 1.0, above: 0.0 };
        }
        if mean < first || (mean == first && self.points.len() > 1) {
            return Tails { below: 0.0, above: 1.0 };
        }
        if let [(low, fewer), (high, more)] = self.points[..]
            && fewer + more < BETA
        {
            // Two values: a beta distribution.
            let place = (mean - low) / (high - low);
            let (below, above) = (beta_reg(more, fewer, place), beta_reg(fewer, more, 1.0 - place));
            return Tails { below, above };
        }
        // The mean is above t when the sum of weights times (value - t) is above 0.
        let sum =
            GammaSum { terms: self.points.iter().map(|(value, shape)| (value - mean, *shape)).collect() };
        match self.points.len() <= INTEGRATED {
            true => sum.integrated(),
            false => Tails::of_score(sum.saddlepoint_score()),
        }
    }

    /// The mean whose lower tail is that of this standard normal value.
    fn at(&self, score: f64) -> f64 {
        let (first, last) = self.ends();
        if first == last {
            return first;
        }
        let (mean, spread) = self.mean_and_spread();
        solve((first, last), (mean, spread), score, |mean| self.tails(mean).score())
    }

    /// Mean and standard deviation of the distribution.
    fn mean_and_spread(&self) -> (f64, f64) {
        let weight: f64 = self.points.iter().map(|(_, shape)| shape).sum();
        let mean = self.points.iter().map(|(value, shape)| value * shape).sum::<f64>() / weight;
        let squares = self.points.iter().map(|(value, shape)| (value - mean).powi(2) * shape).sum::<f64>();
        (mean, (squares / weight / (weight + 1.0)).sqrt())
    }
}

/// Where an increasing function from -∞ at the one end to ∞ at the other has a value. It is nearly that of a normal
/// distribution with this mean and standard deviation.
fn solve(
    (mut low, mut high): (f64, f64),
    (mean, spread): (f64, f64),
    value: f64,
    function: impl Fn(f64) -> f64,
) -> f64 {
    let narrow = 1e-13 * (high - low);
    let mut slope = spread.recip();
    let mut next = mean + value * spread;
    let mut before: Option<(f64, f64)> = None;
    for _ in 0..100 {
        if !(next > low && next < high) {
            next = low + (high - low) / 2.0;
        }
        if high - low <= narrow || next <= low || next >= high {
            break;
        }
        let found = function(next);
        if (found - value).abs() < 1e-10 {
            return next;
        }
        if found < value {
            low = next
        } else {
            high = next
        }
        if let Some((place, at)) = before
            && (found - at).is_finite()
            && (found - at) / (next - place) > 0.0
        {
            slope = (found - at) / (next - place);
        }
        before = Some((next, found));
        // A line through the last two places; outside of what is left, half way.
        next += (value - found) / slope;
    }
    low + (high - low) / 2.0
}

/// A sum of independent gamma distributed weights, each times a factor; some factors are below 0, some above.
struct GammaSum {
    /// Factors in ascending order, with the shapes of their weights.
    terms: Vec<(f64, f64)>,
}

impl GammaSum {
    fn ends(&self) -> (f64, f64) {
        let factor = |term: Option<&(f64, f64)>| term.map_or(0.0, |term| term.0);
        (factor(self.terms.first()), factor(self.terms.last()))
    }

    /// The logarithm of the moment generating function, and its first three derivatives.
    fn cumulants(&self, s: f64) -> [f64; 4] {
        let mut sums = [0.0; 4];
        for &(factor, shape) in &self.terms {
            let rate = factor / (1.0 - s * factor);
            sums[0] -= shape * (-s * factor).ln_1p();
            sums[1] += shape * rate;
            sums[2] += shape * rate * rate;
            sums[3] += 2.0 * shape * rate * rate * rate;
        }
        sums
    }

    /// The chances of being at most and of being above 0, by integrating the transform along a line through the saddle
    /// of the integrand (trapezoid rule, whose error falls exponentially there).
    fn integrated(&self) -> Tails {
        let mean: f64 = self.terms.iter().map(|(factor, shape)| factor * shape).sum();
        if mean > 0.0 {
            // The other tail is the smaller one.
            let terms = self.terms.iter().rev().map(|(factor, shape)| (-factor, *shape)).collect();
            return Tails::from_above(Self { terms }.above()).turned();
        }
        Tails::from_above(self.above())
    }

    fn above(&self) -> f64 {
        let most = 1.0 / self.ends().1;
        // The least of φ(s) / s between 0 and the pole: its logarithm is convex.
        let (mut low, mut high) = (0.0, most);
        let mut centre = most / 2.0;
        for _ in 0..100 {
            let [_, slope, curve, _] = self.cumulants(centre);
            let (slope, curve) = (slope - 1.0 / centre, curve + 1.0 / (centre * centre));
            if slope > 0.0 {
                high = centre
            } else {
                low = centre
            }
            let next = centre - slope / curve;
            let next = if next > low && next < high { next } else { (low + high) / 2.0 };
            if (next - centre).abs() <= 1e-9 * centre {
                break;
            }
            centre = next;
        }
        let [height, _, curve, _] = self.cumulants(centre);
        let width = (curve + 1.0 / (centre * centre)).sqrt().recip();
        // φ(s) / s at s = centre + i y, over its value on the real axis: size and angle.
        let integrand = |y: f64| {
            let (mut size, mut angle) = (0.0, 0.0);
            for &(factor, shape) in &self.terms {
                let ratio = -y * factor / (1.0 - centre * factor);
                size -= 0.5 * shape * (ratio * ratio).ln_1p();
                angle -= shape * ratio.atan();
            }
            let ratio = y / centre;
            size -= 0.5 * (ratio * ratio).ln_1p();
            angle -= ratio.atan();
            size.exp() * angle.cos()
        };
        const STEP: f64 = 0.2;
        let mut sum = 0.5; // at y = 0, counted half
        let mut small = 0;
        for n in 1..400 {
            let u = STEP * f64::from(n);
            let term = integrand(width * u.sinh()) * u.cosh();
            sum += term;
            small = if term.abs() < 1e-12 * sum.abs() { small + 1 } else { 0 };
            if small > 4 {
                break;
            }
        }
        (height - centre.ln()).exp() * width * STEP * sum / std::f64::consts::PI
    }

    /// The standard normal value whose upper tail is the chance of being above 0 (Lugannani and Rice 1980, in the form of
    /// Barndorff-Nielsen 1986).
    fn saddlepoint_score(&self) -> f64 {
        let (first, last) = self.ends();
        let (mut low, mut high) = (1.0 / first, 1.0 / last);
        let mut saddle = 0.0;
        for _ in 0..100 {
            let [_, slope, curve, _] = self.cumulants(saddle);
            if slope > 0.0 {
                high = saddle
            } else {
                low = saddle
            }
            let next = saddle - slope / curve;
            let next = if next > low && next < high { next } else { (low + high) / 2.0 };
            let done = (next - saddle).abs() <= 1e-12 / curve.sqrt();
            saddle = next;
            if done {
                break;
            }
        }
        let [height, _, curve, third] = self.cumulants(saddle);
        let r = (-2.0 * height).max(0.0).sqrt().copysign(saddle);
        let u = saddle * curve.sqrt();
        if r.abs() < 1e-3 { r + third / curve.powf(1.5) / 6.0 } else { r + (u / r).ln() / r }
    }
}

/// The difference of two independent curves.
struct Melded<'a> {
    first: &'a Curve,
    second: &'a Curve,
    /// The narrower of the two at equally spaced standard normal values, with their chances.
    nodes: Vec<(f64, f64)>,
    first_is_narrow: bool,
}

impl<'a> Melded<'a> {
    /// The first less the second.
    fn new(first: &'a Curve, second: &'a Curve) -> Self {
        let first_is_narrow = first.mean_and_spread().1 <= second.mean_and_spread().1;
        let narrow = if first_is_narrow { first } else { second };
        // The wider curve changes slowly along the narrower one, so the trapezoid rule is exact to many digits; small
        // samples have corners where a curve begins or ends, and need smaller steps.
        let weight = |curve: &Curve| curve.points.iter().map(|(_, shape)| shape).sum::<f64>();
        let steps = match weight(first).min(weight(second)) {
            ..8.0 => 8,
            ..30.0 => 4,
            _ => 2,
        };
        let node = |n: i32| {
            let z = f64::from(n) / f64::from(steps);
            (narrow.at(z), (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() / f64::from(steps))
        };
        let nodes = match narrow.points.len() {
            1 => vec![(narrow.at(0.0), 1.0)],
            _ => (-7 * steps..=7 * steps).map(node).collect(),
        };
        Self { first, second, nodes, first_is_narrow }
    }

    fn tails(&self, difference: f64) -> Tails {
        let mut sum = Tails { below: 0.0, above: 0.0 };
        for &(value, chance) in &self.nodes {
            let tails = match self.first_is_narrow {
                true => self.second.tails(value - difference).turned(),
                false => self.first.tails(difference + value),
            };
            sum.below += chance * tails.below;
            sum.above += chance * tails.above;
        }
        sum
    }

    fn at(&self, score: f64) -> f64 {
        let ((a, b), (c, d)) = (self.first.ends(), self.second.ends());
        if a - d == b - c {
            return a - d;
        }
        let ((m1, s1), (m2, s2)) = (self.first.mean_and_spread(), self.second.mean_and_spread());
        solve((a - d, b - c), (m1 - m2, s1.hypot(s2)), score, |difference| self.tails(difference).score())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{assert_close, table};
    use super::*;

    const SIX: [f64; 6] = [0.1, 0.4, 0.35, 0.8, 0.0, 0.65];

    fn interval(values: &[f64], confidence: f64) -> Interval {
        Bounded::new(&table(values)).unwrap().interval(confidence).unwrap()
    }

    fn ends_are(found: Interval, [low, high]: [f64; 2], error: f64) {
        assert!(
            (found.low - low).abs() < error && (found.high - high).abs() < error,
            "{found:?} {low} {high}"
        );
    }

    #[test]
    fn bounds_of_shares_are_those_of_clopper_and_pearson() {
        // scipy.stats.beta.ppf((1 - c) / 2, k, n - k + 1), beta.ppf((1 + c) / 2, k + 1, n - k)
        for (k, n, confidence, low, high) in [
            (0.0, 2.0, 0.95, 0.0, 0.841886116991581),
            (1.0, 2.0, 0.95, 0.01257911709342506, 0.9874208829065749),
            (3.0, 10.0, 0.95, 0.0667395111777345, 0.6524528500599973),
            (437.0, 1000.0, 0.99, 0.3964799714083772, 0.47812817396812746),
            (0.0, 3.0, 0.999, 0.0, 0.920629947401593),
            (123_456.0, 1_000_000.0, 0.95, 0.12281184162962973, 0.12410234027680268),
        ] {
            let found = Bounded::share(k, n).unwrap().interval(confidence).unwrap();
            ends_are(found, [low, high], 1e-10);
            // The same from a table of values.
            let mut counts = Counts::new();
            counts.add_many(0.0, (n - k) as u64);
            counts.add_many(1.0, k as u64);
            ends_are(Bounded::new(&counts).unwrap().interval(confidence).unwrap(), [low, high], 1e-10);
        }
    }

    #[test]
    fn bounds_of_means_are_those_of_numerical_integration() {
        // mpmath: quad of the inverse transform along another line, findroot
        ends_are(interval(&[0.2, 0.7], 0.95), [0.0591607978309961, 0.9225403330758517], 1e-10);
        ends_are(interval(&SIX, 0.95), [0.139260666003913, 0.7080554675022789], 1e-10);
        ends_are(interval(&SIX, 0.99), [0.09699461809420565, 0.7770384909849016], 1e-10);
        ends_are(interval(&[0.5; 3], 0.95), [0.1462008869106435, 0.8537991130893564], 1e-10);
    }

    #[test]
    fn differences_of_shares_are_those_of_numerical_integration() {
        // scipy.integrate.quad over one beta distribution of the tail of the other, brentq
        for (k1, n1, k2, n2, confidence, low, high) in [
            (2.0, 2.0, 0.0, 2.0, 0.95, -0.3776670227115216, 1.0),
            (1.0, 2.0, 1.0, 2.0, 0.95, -0.8836623658670331, 0.8836623658670331),
            (7.0, 10.0, 2.0, 10.0, 0.95, -0.03105631362801666, 0.8318988383246055),
            (7.0, 10.0, 2.0, 10.0, 0.999, -0.30531633168823596, 0.9324039830653356),
            (60.0, 100.0, 45.0, 100.0, 0.95, 0.001746734147815335, 0.2921293104367303),
            (600.0, 1000.0, 550.0, 1000.0, 0.95, 0.005676132489712424, 0.09412947278272055),
            (3.0, 5.0, 40.0, 50.0, 0.99, -0.7502534625305369, 0.25513817099147673),
        ] {
            let (a, b) = (Bounded::share(k1, n1).unwrap(), Bounded::share(k2, n2).unwrap());
            ends_are(
                a.difference(&b, confidence).unwrap().interval,
                [low, high],
                if n1 < 5.0 { 5e-4 } else { 1e-5 },
            );
        }
    }

    #[test]
    fn p_values_of_shares_are_those_of_fishers_exact_test() {
        // scipy.stats.hypergeom: twice the smaller tail
        for (k1, n1, k2, n2, p) in [
            (2.0, 2.0, 0.0, 2.0, 0.3333333333333333),
            (3.0, 3.0, 0.0, 3.0, 0.1),
            (7.0, 10.0, 2.0, 10.0, 0.06977851869492736),
            (60.0, 100.0, 45.0, 100.0, 0.04716548538301931),
            (600.0, 1000.0, 550.0, 1000.0, 0.026635537710440943),
        ] {
            let (a, b) = (Bounded::share(k1, n1).unwrap(), Bounded::share(k2, n2).unwrap());
            assert_close(a.difference(&b, 0.95).unwrap().p, p, 1e-4);
            assert_close(b.difference(&a, 0.95).unwrap().p, p, 1e-4);
        }
    }

    #[test]
    fn differences_of_means_are_those_of_random_weights() {
        // NumPy: quantiles of four million draws of both sums with exponential weights; their error is about 0.0003
        let (a, b) =
            (Bounded::new(&table(&SIX)).unwrap(), Bounded::new(&table(&[0.9, 0.5, 0.75, 1.0])).unwrap());
        ends_are(a.difference(&b, 0.95).unwrap().interval, [-0.73813, 0.23681], 1e-3);
    }

    #[test]
    fn saddlepoint_and_integration_agree() {
        // 64 values and the one that is added: the last that could be integrated, and just as well approximated.
        let values: Vec<f64> = (0..64).map(|n| f64::from(n * n % 67) / 70.0).collect();
        let curve = Bounded::new(&table(&values)).unwrap().high;
        for mean in [0.3, 0.4, 0.45, 0.48, 0.5, 0.55, 0.6, 0.65] {
            let sum = GammaSum {
                terms: curve.points.iter().map(|(value, shape)| (value - mean, *shape)).collect(),
            };
            let (exact, near) = (sum.integrated().score(), sum.saddlepoint_score());
            assert!((exact - near).abs() < 3e-3, "{mean}: {exact} {near}");
        }
    }

    #[test]
    fn large_samples_have_the_usual_width() {
        // 1.96 standard errors; long tables are shortened on the way.
        let values: Vec<f64> = (0..20_000).map(|n| (f64::from(n) + 0.5) / 20_000.0).collect();
        let counts = table(&values);
        let usual = 2.0 * 1.959964 * (counts.variance().unwrap() / 20_000.0).sqrt();
        let found = Bounded::new(&counts).unwrap().interval(0.95).unwrap();
        assert!(((found.high - found.low) / usual - 1.0).abs() < 0.01, "{found:?} {usual}");
        let thousand = table(&values.iter().step_by(20).copied().collect::<Vec<_>>());
        let (a, b) = (Bounded::new(&thousand).unwrap(), Bounded::share(500.0, 1000.0).unwrap());
        let usual = 2.0 * 1.959964 * (thousand.variance().unwrap() / 1000.0 + 0.25 / 999.0).sqrt();
        let found = a.difference(&b, 0.95).unwrap().interval;
        assert!(((found.high - found.low) / usual - 1.0).abs() < 0.03, "{found:?} {usual}");
    }

    #[test]
    fn what_is_known_exactly_has_no_width() {
        let (a, b) = (Bounded::exact(0.6), Bounded::exact(0.25));
        assert_eq!(a.interval(0.95).unwrap().ends(), [0.6, 0.6]);
        ends_are(a.difference(&b, 0.95).unwrap().interval, [0.35, 0.35], 1e-12);
        // One side exact: the other's own interval, moved.
        let sample = Bounded::share(30.0, 100.0).unwrap();
        let own = sample.interval(0.95).unwrap();
        ends_are(sample.difference(&b, 0.95).unwrap().interval, [own.low - 0.25, own.high - 0.25], 1e-9);
    }

    #[test]
    fn impossible_samples_have_no_answer() {
        assert!(Bounded::new(&Counts::new()).is_none());
        assert!(Bounded::share(1.0, 0.0).is_none() && Bounded::share(3.0, 2.0).is_none());
        assert!(Bounded::share(1.0, 2.0).unwrap().interval(1.0).is_none());
    }
}
