//! The verdict with free rows (Gaps, Montana).
//!
//! All positions are looked at, the most promising of each kind first (`classes.rs`). If that does not decide within the memory, each
//! suit is given a row of its own, in all ways, and the solver for fixed rows is asked: that finds solutions where twos need not
//! wander.

use super::anchors::Deck;
use super::classes::classes;
use super::deep::deep_in;
use super::strata::strata;
use super::{Move, Pretzel, each_order};
use crate::search::{Limits, Outcome, Verdict};

/// Positions for each way to give suits their rows.
const FIXED: u64 = 200_000;
/// With more suits there are too many ways.
const MOST_SUITS_IN_ROWS: u8 = 4;

pub(super) fn free(challenge: &Pretzel, limits: &Limits) -> Outcome<Move> {
    // A program that has to be small has a smaller search, and is undecided more often.
    if !crate::WHOLE {
        return strata(challenge, limits);
    }
    let mut outcome = classes(challenge, limits);
    if outcome.verdict != Verdict::Undecided || challenge.suits > MOST_SUITS_IN_ROWS {
        return outcome;
    }
    let mut rows: Vec<u8> = (0..challenge.suits).collect();
    each_order(&mut rows, 0, &mut |rows| {
        let left = limits.states.saturating_sub(outcome.states).min(FIXED);
        if outcome.verdict != Verdict::Undecided || left == 0 {
            return;
        }
        let tried = with_rows(challenge, rows, &Limits { states: left, ..*limits });
        outcome.states += tried.states;
        if tried.verdict == Verdict::Solvable {
            outcome = Outcome { states: outcome.states, ..tried };
        }
    });
    outcome
}

/// The verdict if suit s has to fill row `rows[s]`. Without a solution here there may be one with free rows.
fn with_rows(challenge: &Pretzel, rows: &[u8], limits: &Limits) -> Outcome<Move> {
    // What is found may be a shortest solution, but with these rows only.
    Outcome { shortest: false, ..deep_in(challenge, &Deck::with_rows(challenge, rows), limits) }
}

#[cfg(test)]
mod tests {
    use super::super::strata::tests::{is_replayed, shuffled};
    use super::*;
    use crate::game::id_of;

    #[test]
    fn a_solution_with_rows_fixed_is_one_with_free_rows() {
        let mut solved = 0;
        for index in 0..40 {
            let challenge = shuffled(4, 5, 4000 + index);
            let verdict = strata(&challenge, &Limits::default()).verdict;
            let mut rows: Vec<u8> = (0..4).collect();
            each_order(&mut rows, 0, &mut |rows| {
                let found = with_rows(&challenge, rows, &Limits::default());
                if let Some(line) = found.solution {
                    assert_eq!(verdict, Verdict::Solvable, "{}", id_of(&challenge));
                    assert!(is_replayed(&challenge, &line), "{}", id_of(&challenge));
                    solved += 1;
                }
            });
        }
        assert!(solved > 40, "{solved}");
    }
}
