//! Studies of the paper's own size, drawn again and again from our records: how often would its test reject?

use super::judge::{LEVEL, Printed};
use dealwright::rng::Stream;
use dealwright::stats::{Counts, kruskal_wallis, mann_whitney, student};

/// Studies that are drawn.
const STUDIES: u64 = 1000;
/// Trials of the paper, and challenges in each.
const TRIALS: usize = 10;
const CHALLENGES: u32 = 100;

/// A stream of its own for everything that is drawn, so that claims can be run one by one.
fn stream(what: &[&str], study: u64) -> Stream {
    let name: Vec<&str> = ["resample"].into_iter().chain(what.iter().copied()).collect();
    Stream::new(&name, study)
}

fn trial_shares(share: f64, random: &mut Stream) -> Vec<f64> {
    const UNIT: u32 = 1 << 24;
    let below = (share * f64::from(UNIT)).round() as u32;
    let wins = |random: &mut Stream| (0..CHALLENGES).filter(|_| random.below(UNIT) < below).count();
    (0..TRIALS).map(|_| wins(random) as f64 / f64::from(CHALLENGES)).collect()
}

/// Shares of studies by what their test says of two setups.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tests {
    /// The first is greater.
    pub above: f64,
    /// The first is smaller.
    pub below: f64,
    /// No significant difference.
    pub none: f64,
}

fn share_of(studies: u64) -> f64 {
    studies as f64 / STUDIES as f64
}

/// What Student's test on ten trials of 100 says of two shares.
pub fn share_tests(first: f64, second: f64, names: [&str; 2]) -> Tests {
    let (mut above, mut below) = (0, 0);
    for study in 0..STUDIES {
        let random = &mut stream(&["shares", names[0], names[1]], study);
        let (a, b) = (trial_shares(first, random), trial_shares(second, random));
        // Equal trials without any spread leave nothing to test; different ones are certain.
        let (difference, p) = match student(&a, &b, 0.95) {
            Some(test) => (test.difference, test.p),
            None => (a[0] - b[0], if a == b { 1.0 } else { 0.0 }),
        };
        above += u64::from(p < LEVEL && difference > 0.0);
        below += u64::from(p < LEVEL && difference < 0.0);
    }
    Tests { above: share_of(above), below: share_of(below), none: share_of(STUDIES - above - below) }
}

/// A sample of a table of values, with replacement.
fn drawn(counts: &Counts, size: u64, random: &mut Stream) -> Counts {
    let mut ends = Vec::new();
    let mut end = 0u64;
    for (value, count) in counts.iter() {
        end += count;
        ends.push((end, value));
    }
    let mut sample = Counts::new();
    for _ in 0..size {
        let number = u64::from(random.below(u32::try_from(end).unwrap_or(u32::MAX)));
        let place = ends.partition_point(|(end, _)| *end <= number);
        if let Some((_, value)) = ends.get(place) {
            sample.add(*value);
        }
    }
    sample
}

/// A number that every study gives: the middle 95% and the median of them, and the share of those that give what the paper gives.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Studies {
    pub low: f64,
    pub median: f64,
    pub high: f64,
    pub found_in: f64,
}

impl Studies {
    fn new(mut values: Vec<f64>, is_the_papers: impl Fn(f64) -> bool) -> Option<Self> {
        values.sort_by(f64::total_cmp);
        let at = |share: f64| values.get((share * (values.len() as f64 - 1.0)).round() as usize).copied();
        let found = values.iter().filter(|value| is_the_papers(**value)).count();
        Some(Self {
            low: at(0.025)?,
            median: at(0.5)?,
            high: at(0.975)?,
            found_in: found as f64 / values.len() as f64,
        })
    }
}

/// Medians of samples of a size.
pub fn medians(counts: &Counts, size: u64, paper: Printed, name: &str) -> Option<Studies> {
    let draw = |study| drawn(counts, size, &mut stream(&["median", name], study)).median();
    let values = (0..STUDIES).map(draw).collect::<Option<Vec<f64>>>()?;
    Studies::new(values, |value| paper.stands_for(value))
}

/// The greatest values of samples of a size.
pub fn greatest(counts: &Counts, size: u64, paper: Printed, name: &str) -> Option<Studies> {
    let draw = |study| drawn(counts, size, &mut stream(&["greatest", name], study)).max();
    let values = (0..STUDIES).map(draw).collect::<Option<Vec<f64>>>()?;
    Studies::new(values, |value| paper.stands_for(value))
}

/// Share of studies in which the Mann–Whitney test finds the first values smaller.
pub fn smaller(first: (&Counts, u64), second: (&Counts, u64), name: &str) -> f64 {
    let rejects = |study: &u64| {
        let random = &mut stream(&["smaller", name], *study);
        let (a, b) = (drawn(first.0, first.1, random), drawn(second.0, second.1, random));
        mann_whitney(&a, &b).is_some_and(|test| test.p < LEVEL && test.superiority < 0.5)
    };
    share_of((0..STUDIES).filter(rejects).count() as u64)
}

/// What the Kruskal–Wallis test says in the studies.
pub struct Kruskal {
    /// Share of studies in which it finds a difference, and in which it does not.
    pub rejects: f64,
    pub keeps: f64,
    /// Its p values; the paper's is found by those that reject at least as strongly.
    pub p: Studies,
}

pub fn kruskal(samples: &[(&Counts, u64)], paper: f64, name: &str) -> Option<Kruskal> {
    let p_of = |study| {
        let random = &mut stream(&["kruskal", name], study);
        let drawn: Vec<Counts> = samples.iter().map(|(counts, size)| drawn(counts, *size, random)).collect();
        Some(kruskal_wallis(&drawn.iter().collect::<Vec<_>>())?.p)
    };
    let values = (0..STUDIES).map(p_of).collect::<Option<Vec<f64>>>()?;
    let rejects = values.iter().filter(|p| **p < LEVEL).count() as u64;
    let p = Studies::new(values, |p| p <= paper)?;
    Some(Kruskal { rejects: share_of(rejects), keeps: share_of(STUDIES - rejects), p })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_shares_are_told_apart_in_one_study_of_twenty_and_distant_ones_always() {
        let equal = share_tests(0.5, 0.5, ["a", "b"]);
        assert!((0.91..0.98).contains(&equal.none), "{equal:?}");
        assert!((equal.above + equal.below + equal.none - 1.0).abs() < 1e-12, "{equal:?}");
        let tests = |above, below, none| Tests { above, below, none };
        assert_eq!(share_tests(0.9, 0.3, ["a", "b"]), tests(1.0, 0.0, 0.0));
        assert_eq!(share_tests(0.3, 0.9, ["a", "b"]), tests(0.0, 1.0, 0.0));
        assert_eq!(share_tests(1.0, 1.0, ["a", "b"]), tests(0.0, 0.0, 1.0));
    }

    #[test]
    fn samples_are_drawn_in_proportion() {
        let mut counts = Counts::new();
        counts.add_many(1.0, 300);
        counts.add_many(2.0, 700);
        let sample = drawn(&counts, 10_000, &mut stream(&["x"], 0));
        assert!((6800.0..7200.0).contains(&(sample.count(2.0) as f64)), "{sample:?}");
        let medians = medians(&counts, 1001, Printed::new(2.0, 0), "x");
        assert_eq!(medians, Some(Studies { low: 2.0, median: 2.0, high: 2.0, found_in: 1.0 }));
    }

    #[test]
    fn the_share_of_studies_that_give_the_papers_value_is_counted() {
        let values: Vec<f64> = (0..1000).map(|n| f64::from(n % 10)).collect();
        let studies = Studies::new(values, |value| value <= 2.0).unwrap();
        assert_eq!(studies, Studies { low: 0.0, median: 5.0, high: 9.0, found_in: 0.3 });
    }
}
