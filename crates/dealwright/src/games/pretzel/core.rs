//! The part of a dead Pretzel that is stuck by itself.
//!
//! A card that is *relaxed* is taken off the table: it is in nobody's way, need not come home, and its successor may go into
//! any hole as if the card lay before it. Relaxing more never makes a solvable deal unsolvable: every move stays legal.

use super::{Card, Grid, MOST_CELLS, Move, Pretzel};
use crate::puzzle::Puzzle;

/// A deal with some cards relaxed; fixed rows only.
pub(super) struct Relaxed<'a> {
    pub game: &'a Pretzel,
    /// Cells whose cards count, as they were dealt.
    pub kept: u64,
}

impl Relaxed<'_> {
    fn is_kept(&self, card: Card) -> bool {
        self.game.place_of(&self.game.start, card).is_some_and(|cell| self.kept >> cell & 1 == 1)
    }
}

impl Puzzle for Relaxed<'_> {
    type State = Grid;
    type Move = Move;

    fn start(&self) -> Grid {
        let mut grid = Grid([None; MOST_CELLS]);
        for cell in (0..self.game.cells()).filter(|cell| self.kept >> cell & 1 == 1) {
            grid.0[cell] = self.game.start.0[cell];
        }
        grid
    }

    /// Moves that bring a card home come first.
    fn moves(&self, grid: &Grid, out: &mut Vec<Move>) {
        let ranks = self.game.ranks as usize;
        let holes = || (0..self.game.cells()).filter(|&cell| grid.0[cell].is_none());
        for (cell, card) in grid.0[..self.game.cells()].iter().enumerate() {
            let Some(card) = *card else { continue };
            let before = (card.rank() > 2).then(|| Card::new(card.rank() - 1, card.suit()));
            for hole in holes() {
                let fits = match before {
                    None => hole == card.suit() as usize * ranks,
                    Some(before) if self.is_kept(before) => {
                        hole % ranks != 0 && grid.0[hole - 1] == Some(before)
                    }
                    Some(_) => hole % ranks != 0,
                };
                if fits && hole != cell {
                    out.push(Move { card, to: self.game.square(hole) });
                }
            }
        }
        out.sort_by_key(|mv| self.game.cell(mv.to) != Some(self.game.home(mv.card)));
    }

    fn play(&self, grid: &mut Grid, mv: Move) {
        self.game.play(grid, mv);
    }

    fn is_solved(&self, grid: &Grid) -> bool {
        let cells = grid.0[..self.game.cells()].iter().enumerate();
        cells
            .filter_map(|(cell, card)| card.map(|card| (cell, card)))
            .all(|(cell, card)| cell == self.game.home(card))
    }
}
