//! Short solutions where they are near: A* for a while, then the verdict of the other solver.

use super::{Klondike, Move, thoughtful::thoughtful};
use crate::search::{self, Limits, Outcome, Reason, Verdict};

/// Positions that A* may keep. Full decks need far more than memory holds.
const FIRST: u64 = 20_000;

/// A shortest solution if A* finds one within its positions, else what `thoughtful` finds, which is not said to be shortest.
pub(super) fn brief(game: &Klondike, limits: &Limits) -> Outcome<Move> {
    let first = search::astar(game, &Limits { states: limits.states.min(FIRST), ..*limits });
    if first.verdict != Verdict::Undecided {
        return first;
    }
    let left = Limits { states: limits.states.saturating_sub(first.states), ..*limits };
    let mut found = thoughtful(game, &left);
    found.states += first.states;
    // The number that was given, not what was left of it.
    if let Some(Reason::States(states)) = &mut found.reason {
        *states = limits.states;
    }
    found
}
