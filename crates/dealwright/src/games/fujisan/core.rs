//! The part of a dead mountain that is stuck by itself.
//!
//! A space that is *relaxed* may be landed on after one to five free spaces, whatever its value. Relaxing more never makes
//! a solvable mountain unsolvable: every move stays legal.

use super::{Fujisan, Move, Priests};
use crate::puzzle::Puzzle;

/// A mountain with some values relaxed.
pub(super) struct Relaxed<'a> {
    pub game: &'a Fujisan,
    /// Spaces whose values count, by [`super::bit`].
    pub kept: u32,
}

impl Puzzle for Relaxed<'_> {
    type State = Priests;
    type Move = Move;

    fn start(&self) -> Priests {
        self.game.start
    }

    fn moves(&self, priests: &Priests, out: &mut Vec<Move>) {
        let lands = |row, column, walked| {
            self.kept & super::bit(row, column) == 0 || self.game.value(row, column) == walked
        };
        for space in priests.spaces() {
            self.game.push_moves_where(*priests, space, &lands, out);
        }
    }

    fn play(&self, priests: &mut Priests, mv: Move) {
        self.game.play(priests, mv);
    }

    fn is_solved(&self, priests: &Priests) -> bool {
        self.game.is_solved(priests)
    }
}
