//! Chances that come from sampled plays. A challenge always gets the same plays, so where a challenge comes up several times
//! their luck does not average out over the deals, and in a census it is all the luck there is.

use super::Choice;
use crate::stats::{Bounded, Interval};
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// Most different challenges that are told apart. Beyond, new ones count as coming up once: among so many the luck of one
/// matters little.
const MOST: usize = 1 << 20;

/// What is known of the plays of a line.
#[derive(Debug, Clone, Default)]
pub(super) struct Plays {
    /// For each challenge whose chance is sampled: its weight and its chance.
    seen: HashMap<u64, (f64, f64)>,
    /// The challenges in the order in which they first came up: which of them are told apart must not depend on the table.
    order: Vec<u64>,
    /// Fewest plays of one of them.
    least: u64,
}

impl Plays {
    /// Counts in a challenge.
    pub fn add(&mut self, id: &str, weight: u64, chance: f64, plays: u64) {
        self.least = if self.seen.is_empty() { plays } else { self.least.min(plays) };
        let mut hasher = DefaultHasher::new();
        id.hash(&mut hasher);
        self.count_in(hasher.finish(), weight as f64, chance);
    }

    fn count_in(&mut self, key: u64, weight: f64, chance: f64) {
        if let Some(there) = self.seen.get_mut(&key) {
            there.0 += weight;
        } else if self.seen.len() < MOST {
            self.seen.insert(key, (weight, chance));
            self.order.push(key);
        }
    }

    /// Counts in the challenges of another, which come later.
    pub fn add_all(&mut self, later: Self) {
        if later.order.is_empty() {
            return;
        }
        self.least = if self.seen.is_empty() { later.least } else { self.least.min(later.least) };
        for key in later.order {
            let (weight, chance) = later.seen[&key];
            self.count_in(key, weight, chance);
        }
    }

    /// How far below and above the true mean chance the sampled one can be by the luck that the deals do not show, all
    /// weights together being `total`.
    ///
    /// Of the mean, the part a p of each challenge is uncertain, with a = w / total (in a sample √(w² - w) / total: the rest
    /// shows in the deals). Its variance, the sum of a² p (1 - p) / plays, is at most that of S times a share of
    /// `plays S / max a` single plays that has the mean of p weighted by a, with S the sum of all a. Challenges whose chance
    /// is exact take no part, so a small chance of a few sampled ones stays a small share of few plays.
    pub fn reach(&self, choice: Choice, total: f64, confidence: f64) -> (f64, f64) {
        let mut entries: Vec<(f64, f64)> = self.seen.values().copied().collect();
        // In a fixed order, so that the sums do not depend on the order of the table.
        entries.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let (mut sum, mut largest, mut wins) = (0.0f64, 0.0f64, 0.0f64);
        for (weight, chance) in entries {
            let part = match choice {
                Choice::Census => weight,
                Choice::Sample | Choice::Until => (weight * weight - weight).max(0.0).sqrt(),
            } / total;
            sum += part;
            largest = largest.max(part);
            wins += part * chance;
        }
        if sum <= 0.0 || self.least == 0 {
            return (0.0, 0.0);
        }
        let plays = self.least as f64 * sum / largest;
        let mean = (wins / sum).clamp(0.0, 1.0);
        let interval = Bounded::share(mean * plays, plays).and_then(|share| share.interval(confidence));
        interval.map_or((0.0, 0.0), |interval| (sum * (mean - interval.low), sum * (interval.high - mean)))
    }
}

/// An interval around a value, made wider by an independent error that reaches so far down and up, and cut to what is
/// possible.
pub(super) fn widened(
    value: f64,
    interval: Interval,
    (down, up): (f64, f64),
    possible: (f64, f64),
) -> Interval {
    Interval {
        low: (value - (value - interval.low).hypot(down)).max(possible.0),
        high: (value + (interval.high - value).hypot(up)).min(possible.1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_challenge_dealt_again_and_again_is_known_no_better_than_its_plays() {
        let mut plays = Plays::default();
        (0..1000).for_each(|_| plays.add("a", 1, 0.3, 100));
        let (down, up) = plays.reach(Choice::Sample, 1000.0, 0.95);
        let once = Bounded::share(30.0, 100.0).unwrap().interval(0.95).unwrap();
        assert!((0.3 - down - once.low).abs() < 1e-3 && (0.3 + up - once.high).abs() < 1e-3, "{down} {up}");
    }

    #[test]
    fn different_challenges_show_their_luck_in_the_deals_but_not_in_a_census() {
        let mut plays = Plays::default();
        (0..100).for_each(|n| plays.add(&format!("{n}"), 1, 0.3, 100));
        assert_eq!(plays.reach(Choice::Sample, 100.0, 0.95), (0.0, 0.0));
        let (down, up) = plays.reach(Choice::Census, 100.0, 0.95);
        // Ten thousand plays in all.
        assert!((down - 0.009).abs() < 5e-4 && (up - 0.009).abs() < 5e-4, "{down} {up}");
    }

    #[test]
    fn one_sampled_challenge_among_exact_ones_is_a_share_of_its_own_plays() {
        // Twelve outcomes, of which eleven are dead; no play of a hundred won.
        let mut plays = Plays::default();
        plays.add("a", 1, 0.0, 100);
        let (down, up) = plays.reach(Choice::Census, 12.0, 0.95);
        let clopper_pearson = 1.0 - 0.025f64.powf(0.01);
        assert!(down == 0.0 && (up - clopper_pearson / 12.0).abs() < 1e-9, "{down} {up}");
    }

    #[test]
    fn independent_errors_add_up_like_the_sides_of_a_right_angle() {
        let found = widened(0.5, Interval { low: 0.47, high: 0.54 }, (0.04, 0.03), (0.0, 1.0));
        assert!((found.low - 0.45).abs() < 1e-12 && (found.high - 0.55).abs() < 1e-12);
        assert_eq!(widened(0.9, Interval { low: 0.8, high: 1.0 }, (2.0, 2.0), (0.0, 1.0)).ends(), [0.0, 1.0]);
    }
}
