//! The part of a dead mountain that is stuck by itself.
//!
//! A space that is *relaxed* may be landed on after one to five free spaces, whatever its value. Relaxing more never makes
//! a solvable mountain unsolvable: every move stays legal.

use super::{COLUMNS, Fujisan, GREATEST_VALUE, LAST, Move, Priests, SUMMIT, square};
use crate::puzzle::Puzzle;

/// A mountain with some values relaxed.
pub(super) struct Relaxed<'a> {
    pub game: &'a Fujisan,
    /// Spaces whose values count, by [`super::bit`].
    pub kept: u32,
}

impl Relaxed<'_> {
    fn lands(&self, row: u8, column: u8, walked: u8) -> bool {
        walked <= GREATEST_VALUE
            && (self.kept & super::bit(row, column) == 0 || self.game.value(row, column) == walked)
    }
}

impl Puzzle for Relaxed<'_> {
    type State = Priests;
    type Move = Move;

    fn start(&self) -> Priests {
        self.game.start
    }

    fn moves(&self, priests: &Priests, out: &mut Vec<Move>) {
        for (row, column) in priests.spaces() {
            let from = square(row, column);
            let mut go = |row, column| out.push(Move { from, to: square(row, column) });
            if SUMMIT.contains(&column) {
                if self.game.free_summit && !priests.stands_on(row, LAST - column) {
                    go(row, LAST - column);
                }
            } else {
                let left = (1..column).rev();
                let right = column + 1..COLUMNS - 1;
                for way in [left.collect::<Vec<_>>(), right.collect()] {
                    let free = way.into_iter().filter(|&to| !priests.stands_on(row, to));
                    for (to, walked) in free.zip(1..) {
                        if self.lands(row, to, walked) {
                            go(row, to);
                        }
                    }
                }
            }
            if (1..LAST).contains(&column) && !priests.stands_on(1 - row, column) {
                go(1 - row, column);
            }
        }
    }

    fn play(&self, priests: &mut Priests, mv: Move) {
        self.game.play(priests, mv);
    }

    fn is_solved(&self, priests: &Priests) -> bool {
        self.game.is_solved(priests)
    }
}
