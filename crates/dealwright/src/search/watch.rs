//! How far searches are, for whoever waits for them.

use std::sync::atomic::{AtomicU64, Ordering};

/// Counts the positions that searches look at while they run. Another thread may read it at any time; when a search has
/// ended, every position it kept is counted, so on one thread the count is the same each time.
#[derive(Debug, Default)]
pub struct Watch {
    positions: AtomicU64,
}

impl Watch {
    /// Nothing looked at yet.
    pub const fn new() -> Self {
        Self { positions: AtomicU64::new(0) }
    }

    /// Positions looked at so far by all searches that were given this watch.
    pub fn positions(&self) -> u64 {
        self.positions.load(Ordering::Relaxed)
    }

    pub(crate) fn add(&self, positions: u64) {
        self.positions.fetch_add(positions, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Registry;
    use crate::search::{Keys, Limits, Visited};

    fn watched() -> (&'static Watch, Limits) {
        let watch: &'static Watch = Box::leak(Box::default());
        (watch, Limits { watch: Some(watch), ..Limits::default() })
    }

    #[test]
    fn a_search_counts_while_it_runs_and_to_the_position_when_it_ends() {
        let (watch, limits) = watched();
        let mut keys = Keys::new(&limits);
        for key in 0..10_000u64 {
            keys.insert(key).unwrap();
            assert!(watch.positions() <= key + 1 && key < watch.positions() + 5000, "{key}");
        }
        drop(keys);
        assert_eq!(watch.positions(), 10_000);
        let mut set = Visited::new(&limits, 0);
        for state in 0..300_000u64 {
            set.insert(state, ()).unwrap();
            assert!(state < watch.positions() - 10_000 + 70_000, "{state}");
        }
        drop(set);
        assert_eq!(watch.positions(), 310_000);
    }

    #[test]
    fn every_solver_counts_what_it_says_it_looked_at() {
        let ids = [
            "boxoff:AACCBD/BBDACB/ABBDDC/CDDCAA",
            "pretzel:2C2H4H--/3H2D4D--/4C2S3D4S/3C3S----",
            "pretzel.free-rows:2C2H4H--/3H2D4D--/4C2S3D4S/3C3S----",
            "fujisan:551102224335/244331001054",
        ];
        for id in ids {
            let challenge = Registry::standard().challenge(id).unwrap();
            for solver in challenge.solvers() {
                let (watch, limits) = watched();
                let outcome = challenge.solve(solver.name, &limits).unwrap();
                let seen = watch.positions();
                // A solved position at the end of a line is not always kept; random play ends up to 1,000 lines.
                let ends = if solver.name == "walk" { 1000 } else { 1 };
                assert!(
                    seen.abs_diff(outcome.states) <= ends,
                    "{id} {}: {seen}, {}",
                    solver.name,
                    outcome.states
                );
            }
            let (watch, limits) = watched();
            let graph = challenge.graph(&limits).unwrap();
            assert_eq!(watch.positions(), graph.reachable, "{id}");
        }
    }

    #[test]
    fn being_watched_changes_no_answer() {
        let (_, limits) = watched();
        let limits = Limits { states: 700, ..limits };
        let plain = Limits { watch: None, ..limits };
        for id in ["fujisan:551102224335/244331001054", "pretzel:2C2H4H--/3H2D4D--/4C2S3D4S/3C3S----"] {
            let challenge = Registry::standard().challenge(id).unwrap();
            for solver in challenge.solvers() {
                let outcome = challenge.solve(solver.name, &limits);
                assert_eq!(outcome, challenge.solve(solver.name, &plain), "{id} {}", solver.name);
            }
        }
    }

    #[test]
    fn limits_are_written_and_compared_without_their_watch() {
        // Studies know their plan again by this text.
        let (_, limits) = watched();
        let plain = Limits::default();
        assert_eq!(format!("{limits:?}"), "Limits { states: 4294967295, memory: 2147483648 }");
        assert_eq!(format!("{limits:#?}"), format!("{plain:#?}"));
        assert_eq!(limits, plain);
        assert_ne!(limits, Limits { states: 1, ..limits });
    }
}
