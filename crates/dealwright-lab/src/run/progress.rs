//! How far a run is, for whoever wants to know.

use dealwright::study::{Extent, Study};
use dealwright::text::{counted, grouped};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// What a run consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunKind {
    /// A known number of challenges.
    Fixed,
    /// Challenges until an interval is narrow enough: how many is not known beforehand.
    Until,
    /// Climbs of a hunt. One can take hours, so their number alone says nothing for a long time.
    Climbs,
}

/// How far a run is.
pub struct RunProgress {
    /// What it consists of.
    pub kind: RunKind,
    /// Challenges or climbs that were missing when it began; the most there may be where that is not known.
    pub to_do: u64,
    done: AtomicU64,
    message: Mutex<String>,
    climbs_under_way: AtomicU64,
    /// Layouts that the climbs of this run have looked at, and all that they will.
    layouts: AtomicU64,
    all_layouts: u64,
}

impl RunProgress {
    /// Of a known number of challenges.
    pub(crate) fn of_challenges(to_do: u64) -> Self {
        Self::new(&Study::of(Vec::new()), to_do)
    }

    pub(super) fn new(study: &Study, to_do: u64) -> Self {
        let steps = study.hunt.map_or(0, |hunt| hunt.steps);
        let kind = match study.extent {
            Extent::Until { .. } => RunKind::Until,
            _ if study.hunt.is_some() => RunKind::Climbs,
            _ => RunKind::Fixed,
        };
        Self {
            kind,
            to_do,
            done: AtomicU64::default(),
            message: Mutex::default(),
            climbs_under_way: AtomicU64::default(),
            layouts: AtomicU64::default(),
            all_layouts: to_do.saturating_mul(steps),
        }
    }

    /// Challenges or climbs that are done.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// What was found so far, in a few words.
    pub fn message(&self) -> String {
        self.message.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How far the climbs of a hunt are: "2 climbs under way, 200,000 of 800,000 layouts, about 3 min left".
    pub fn climbs_in_words(&self, elapsed: Duration) -> String {
        let layouts = self.layouts.load(Ordering::Relaxed);
        let under_way = counted(self.climbs_under_way.load(Ordering::Relaxed), "climb");
        let mut words =
            format!("{under_way} under way, {} of {} layouts", grouped(layouts), grouped(self.all_layouts));
        // The first layouts take the longest: a hundredth of them is enough to guess by.
        if layouts > 0 && layouts >= self.all_layouts / 100 {
            let to_come = self.all_layouts.saturating_sub(layouts);
            let left = elapsed.as_secs_f64() * to_come as f64 / layouts as f64;
            words += &format!(", about {} left", duration(left));
        }
        words
    }

    pub(crate) fn add(&self, done: u64) {
        self.done.fetch_add(done, Ordering::Relaxed);
    }

    pub(super) fn say(&self, message: String) {
        *self.message.lock().unwrap_or_else(PoisonError::into_inner) = message;
    }

    pub(super) fn begin_climb(&self) {
        self.climbs_under_way.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn end_climb(&self) {
        self.climbs_under_way.fetch_sub(1, Ordering::Relaxed);
    }

    pub(super) fn step(&self) {
        self.layouts.fetch_add(1, Ordering::Relaxed);
    }
}

/// "40 s", "3 min", "2.5 h".
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{s:.0} s"),
        s if s < 5400.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dealwright::hunt::{Hunt, Quarry};

    #[test]
    fn a_hunt_says_what_is_true_before_the_first_climb_is_done() {
        let mut study = Study::of(Vec::new());
        study.hunt = Some(Hunt { quarry: Quarry::new("length", true).unwrap(), steps: 100_000 });
        let progress = RunProgress::new(&study, 8);
        progress.begin_climb();
        progress.begin_climb();
        let words = |seconds| progress.climbs_in_words(Duration::from_secs(seconds));
        assert_eq!(words(60), "2 climbs under way, 0 of 800,000 layouts");
        progress.layouts.store(7_999, Ordering::Relaxed);
        assert!(!words(60).contains("left"), "no estimate before there is one");
        progress.layouts.store(200_000, Ordering::Relaxed);
        assert_eq!(words(60), "2 climbs under way, 200,000 of 800,000 layouts, about 3 min left");
    }
}
