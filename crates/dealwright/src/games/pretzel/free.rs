//! The verdict with free rows (Gaps, Montana): three searches, one after the other, until one decides.
//!
//! The first takes the most promising positions of all kinds, and decides what is easy. The second gives each suit a row of
//! its own, in all ways, and asks whether the deal can be solved with these rows fixed: play is finite then, and blockades
//! are noticed. That finds solutions where twos need not wander. The third looks at all positions.

use super::classes::classes;
use super::anchors::Deck;
use super::deep::deep_in;
use super::strata::strata;
use super::{Move, Pretzel, each_order};
use crate::search::{Limits, Outcome, Verdict};

/// Positions of the first search.
const FIRST: u64 = 300_000;
/// Positions of the second search for each way to give suits their rows.
const FIXED: u64 = 200_000;
/// With more suits there are too many ways.
const MOST_SUITS_IN_ROWS: u8 = 4;

pub(super) fn free(challenge: &Pretzel, limits: &Limits) -> Outcome<Move> {
    // A program that has to be small has the first search only, and is undecided more often.
    if !crate::WHOLE {
        return strata(challenge, limits);
    }
    let mut outcome = strata(challenge, &Limits { states: limits.states.min(FIRST), ..*limits });
    if outcome.verdict != Verdict::Undecided || limits.states <= FIRST {
        return outcome;
    }
    let mut states = outcome.states;
    if challenge.suits <= MOST_SUITS_IN_ROWS {
        let mut rows: Vec<u8> = (0..challenge.suits).collect();
        let mut found = None;
        each_order(&mut rows, 0, &mut |rows| {
            let left = limits.states.saturating_sub(states).min(FIXED);
            if found.is_some() || left == 0 {
                return;
            }
            let tried = with_rows(challenge, rows, &Limits { states: left, ..*limits });
            states += tried.states;
            found = (tried.verdict == Verdict::Solvable).then_some(tried);
        });
        if let Some(found) = found {
            return Outcome { states, ..found };
        }
    }
    let left = Limits { states: limits.states.saturating_sub(states), ..*limits };
    if left.states > 0 {
        outcome = classes(challenge, &left);
        outcome.states += states;
    }
    if outcome.reason.as_ref().is_some_and(|reason| !reason.is_memory()) {
        outcome.reason = Some(crate::search::Reason::States(limits.states));
    }
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
