//! Studies of the paper's own size, drawn again and again from our records: how often would its test reject?

use dealwright::rng::Stream;
use dealwright::stats::{Counts, kruskal_wallis, mann_whitney, student};

/// Studies that are drawn.
const STUDIES: u64 = 1000;
/// Trials of the paper, and challenges in each.
const TRIALS: usize = 10;
const CHALLENGES: u32 = 100;
/// What the paper calls significant.
const LEVEL: f64 = 0.05;

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

/// Share of studies in which Student's test on ten trials of 100 finds the first share greater, and those in which it finds
/// any difference.
pub fn share_tests(first: f64, second: f64, names: [&str; 2]) -> (f64, f64) {
    let (mut above, mut any) = (0, 0);
    for study in 0..STUDIES {
        let random = &mut stream(&["shares", names[0], names[1]], study);
        let (a, b) = (trial_shares(first, random), trial_shares(second, random));
        // Equal trials without any spread leave nothing to test; different ones are beyond doubt.
        let (difference, p) = match student(&a, &b, 0.95) {
            Some(test) => (test.difference, test.p),
            None => (a[0] - b[0], if a == b { 1.0 } else { 0.0 }),
        };
        above += u64::from(p < LEVEL && difference > 0.0);
        any += u64::from(p < LEVEL);
    }
    (above as f64 / STUDIES as f64, any as f64 / STUDIES as f64)
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

/// The middle 95% of medians of samples of a size.
pub fn medians(counts: &Counts, size: u64, name: &str) -> Option<(f64, f64)> {
    let draw = |study| drawn(counts, size, &mut stream(&["median", name], study)).median();
    middle((0..STUDIES).map(draw).collect::<Option<Vec<f64>>>()?)
}

/// The middle 95% of the greatest values of samples of a size.
pub fn greatest(counts: &Counts, size: u64, name: &str) -> Option<(f64, f64)> {
    let draw = |study| drawn(counts, size, &mut stream(&["greatest", name], study)).max();
    middle((0..STUDIES).map(draw).collect::<Option<Vec<f64>>>()?)
}

fn middle(mut values: Vec<f64>) -> Option<(f64, f64)> {
    values.sort_by(f64::total_cmp);
    let at = |share: f64| values.get((share * (values.len() as f64 - 1.0)).round() as usize).copied();
    Some((at(0.025)?, at(0.975)?))
}

/// Share of studies in which the Mann–Whitney test finds the first values smaller.
pub fn smaller(first: (&Counts, u64), second: (&Counts, u64), name: &str) -> f64 {
    let rejects = |study: &u64| {
        let random = &mut stream(&["smaller", name], *study);
        let (a, b) = (drawn(first.0, first.1, random), drawn(second.0, second.1, random));
        mann_whitney(&a, &b).is_some_and(|test| test.p < LEVEL && test.superiority < 0.5)
    };
    (0..STUDIES).filter(rejects).count() as f64 / STUDIES as f64
}

/// Share of studies in which the Kruskal–Wallis test finds a difference, and the middle 95% of its p values.
pub fn kruskal(samples: &[(&Counts, u64)], name: &str) -> Option<(f64, (f64, f64))> {
    let p_of = |study| {
        let random = &mut stream(&["kruskal", name], study);
        let drawn: Vec<Counts> = samples.iter().map(|(counts, size)| drawn(counts, *size, random)).collect();
        Some(kruskal_wallis(&drawn.iter().collect::<Vec<_>>())?.p)
    };
    let values = (0..STUDIES).map(p_of).collect::<Option<Vec<f64>>>()?;
    let rejected = values.iter().filter(|p| **p < LEVEL).count() as f64 / STUDIES as f64;
    Some((rejected, middle(values)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_shares_are_told_apart_in_one_study_of_twenty_and_distant_ones_always() {
        let (above, any) = share_tests(0.5, 0.5, ["a", "b"]);
        assert!((0.02..0.09).contains(&any) && above < any, "{above} {any}");
        assert_eq!(share_tests(0.9, 0.3, ["a", "b"]), (1.0, 1.0));
        assert_eq!(share_tests(0.3, 0.9, ["a", "b"]), (0.0, 1.0));
        assert_eq!(share_tests(1.0, 1.0, ["a", "b"]), (0.0, 0.0));
    }

    #[test]
    fn samples_are_drawn_in_proportion() {
        let mut counts = Counts::new();
        counts.add_many(1.0, 300);
        counts.add_many(2.0, 700);
        let sample = drawn(&counts, 10_000, &mut stream(&["x"], 0));
        assert!((6800.0..7200.0).contains(&(sample.count(2.0) as f64)), "{sample:?}");
        assert_eq!(medians(&counts, 1001, "x"), Some((2.0, 2.0)));
    }
}
