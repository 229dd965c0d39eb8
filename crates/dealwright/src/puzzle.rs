//! One challenge as search sees it.

use std::fmt::Display;
use std::hash::Hash;

/// One challenge. The implementor holds what never changes; [`Puzzle::State`] is only what moves.
///
/// Two positions that play alike must be equal states: pieces that cannot be told apart have no order.
pub trait Puzzle {
    /// What changes during play.
    type State: Clone + Eq + Hash;
    /// One legal action, written the way people write it: one word, not a number, and the same in upper and lower case.
    type Move: Copy + Ord + Display;

    /// The position the challenge begins with.
    fn start(&self) -> Self::State;

    /// Appends every legal move to `out`, always in the same order. `out` comes in empty. A solved position has no moves, no
    /// move is listed twice, each changes something, and no two lead to the same position.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// Plays a move that [`Puzzle::moves`] listed for this very state.
    fn play(&self, state: &mut Self::State, mv: Self::Move);

    /// Whether the goal is reached.
    fn is_solved(&self, state: &Self::State) -> bool;

    /// A number of moves that no solution from here can undercut. It falls by at most 1 with a move, and is 0 at the goal.
    fn bound(&self, _state: &Self::State) -> u32 {
        0
    }
}
