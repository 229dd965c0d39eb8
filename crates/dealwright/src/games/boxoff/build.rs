//! Boards that are built up pair by pair, so that the pairs can go again.
//!
//! **First pair first.** Two free squares with no other free square in the box around them get the next pair. The free squares are what
//! the board will hold when it is played in the same order, so every pair can go in its turn. There is always such a pair of squares: of two
//! free ones that are nearest to each other, counted along rows and columns, no third is in the box, for it would be nearer to both.
//!
//! **Last pair first.** The board is played from its end: two free squares with no piece in the box around them get the next pair, which
//! can then be the first to go. Here a square may be left alone; hands see to it that every free square has a free neighbour, and begin again
//! where no squares are left for a pair.

use super::Move;
use crate::construct::{BuildInfo, BuildWork, Construction, Lots, no_dice};
use crate::dealing::Parameters;
use crate::square::Square;

pub(super) const FIRST_FIRST: &str = "first pair first";
const LAST_FIRST: &str = "last pair first";
/// Squares whose partners are compared. With one alone most pairs are neighbours, and boards are easy.
const COMPARED: usize = 3;

pub(super) const BUILDS: &[BuildInfo] = &[
    BuildInfo {
        name: FIRST_FIRST,
        about: "pairs are laid in the order in which they can go",
        needs: "a slip with the name of each square",
        told: "Shuffle the slips. Take the top token and the next one of its colour. For each of the first three free squares that the slips name, \
               look for partners: other free squares such that the box around both holds no third free square. Put the tokens on \
               the two that are farthest apart, counted in steps along rows and columns; of equally far ones the first by the \
               slips. Put the slips of filled squares aside; the others keep their order. Go on until the board is full: there is always a \
               partner. The pairs can go in the order in which you laid them.",
        takes_moves: false,
        last_laid_first: false,
        can_get_stuck: false,
        takes_off: false,
        slips: squares,
        dice: no_dice,
        fits: pairs_that_fill,
    },
    BuildInfo {
        name: LAST_FIRST,
        about: "pairs are laid in the opposite order: the last one can go first",
        needs: "a slip with the name of each square",
        told: "Shuffle the slips. Take the top token and the next one of its colour. For each of the first three free squares that the slips name \
               and that have any, look for partners: other free squares such that the box around both holds no token and every square that \
               stays free has a free neighbour. Put the tokens on the two that are farthest apart, counted in steps along rows and columns; of \
               equally far ones the first by the slips. Put the slips of filled squares aside; the others keep their order. Go on until \
               the board is full; where no square has a partner, take everything off and begin again. The pairs can go in the opposite order, the \
               last one first.",
        takes_moves: false,
        last_laid_first: true,
        can_get_stuck: true,
        takes_off: false,
        slips: squares,
        dice: no_dice,
        fits: pairs_that_fill,
    },
];

fn squares(parameters: &Parameters) -> usize {
    (parameters.get("rows") * parameters.get("columns")) as usize
}

fn pairs_that_fill(parameters: &Parameters, pieces: &[u8]) -> Result<(), String> {
    let squares = squares(parameters);
    if pieces.len() != squares {
        return Err(format!(
            "a board of {squares} squares is built of as many pieces, not of {}",
            pieces.len()
        ));
    }
    match pieces.iter().find(|piece| pieces.iter().filter(|other| other == piece).count() % 2 == 1) {
        Some(&odd) => Err(format!(
            "pieces are laid in pairs, but there is an odd number of colour {}",
            super::letter(odd)
        )),
        None => Ok(()),
    }
}

/// The board while it is built.
struct Site {
    rows: usize,
    columns: usize,
    free: u64,
}

impl Site {
    /// The cells of the box around two cells, without the two.
    fn between(&self, a: usize, b: usize) -> u64 {
        let (row, other_row) = (a / self.columns, b / self.columns);
        let (column, other_column) = (a % self.columns, b % self.columns);
        let mut cells = 0;
        for row in row.min(other_row)..=row.max(other_row) {
            for column in column.min(other_column)..=column.max(other_column) {
                cells |= 1u64 << (row * self.columns + column);
            }
        }
        cells & !(1 << a | 1 << b)
    }

    fn is_free(&self, cell: usize) -> bool {
        self.free & 1 << cell != 0
    }

    fn neighbours(&self, cell: usize) -> u64 {
        let (row, column) = (cell / self.columns, cell % self.columns);
        let mut cells = 0;
        let mut add = |there: bool, cell: usize| cells |= if there { 1u64 << cell } else { 0 };
        add(row > 0, cell.wrapping_sub(self.columns) % 64);
        add(row + 1 < self.rows, (cell + self.columns) % 64);
        add(column > 0, cell.wrapping_sub(1) % 64);
        add(column + 1 < self.columns, (cell + 1) % 64);
        cells
    }

    /// Whether a pair may lie on two free cells.
    fn takes(&self, a: usize, b: usize, first_first: bool) -> bool {
        let between = self.between(a, b);
        if first_first {
            return between & self.free == 0;
        }
        let left = self.free & !(1 << a | 1 << b);
        // What lies in the box lies there already, whatever is free.
        between & !self.free == 0 && super::sets::Bits(left).all(|cell| self.neighbours(cell) & left != 0)
    }

    /// Of the first squares that the slips name and that have a partner, the one with the farthest partner, and that one; of equally far ones
    /// the first by the slips. Also how many slips and partners were looked at.
    fn choose(&self, slips: &[usize], first_first: bool) -> (Option<(usize, usize)>, u32) {
        let (mut best, mut looked_at, mut with_partner) = (None, 0, 0);
        for &first in slips {
            looked_at += 1;
            let partners =
                slips.iter().filter(|&&second| second != first && self.takes(first, second, first_first));
            let before = looked_at;
            for &second in partners {
                looked_at += 1;
                let far = self.steps(first, second);
                if best.is_none_or(|(farthest, _)| far > farthest) {
                    best = Some((far, (first, second)));
                }
            }
            with_partner += usize::from(looked_at > before);
            if with_partner == COMPARED {
                break;
            }
        }
        (best.map(|(_, pair)| pair), looked_at)
    }

    /// Steps along rows and columns.
    fn steps(&self, a: usize, b: usize) -> usize {
        (a / self.columns).abs_diff(b / self.columns) + (a % self.columns).abs_diff(b % self.columns)
    }
}

/// Builds a board; without cells where hands got stuck.
pub(super) fn build(by: &str, parameters: &Parameters, lots: &Lots<'_>) -> Construction<Move> {
    let (rows, columns) = (parameters.get("rows") as usize, parameters.get("columns") as usize);
    let cells = rows * columns;
    let first_first = by == FIRST_FIRST;
    if cells == 0 || cells > super::MOST_CELLS || lots.pieces.len() != cells {
        return Construction::nothing();
    }
    let mut site = Site { rows, columns, free: u64::MAX >> (64 - cells) };
    let mut slips: Vec<usize> = lots.slips.iter().map(|&slip| slip.into()).collect();
    let mut pile = lots.pieces.to_vec();
    let mut board = vec![0; cells];
    let (mut line, mut work) = (Vec::new(), BuildWork::default());
    let square = |cell: usize| Square::from_top((cell / columns) as u8, (cell % columns) as u8, rows as u8);
    while !pile.is_empty() {
        let colour = pile.remove(0);
        let partner = pile.iter().position(|&other| other == colour);
        let (found, looked_at) = site.choose(&slips, first_first);
        work.look += looked_at + partner.map_or(0, |at| at as u32 + 1);
        let (Some(partner), Some((a, b))) = (partner, found) else {
            return Construction { cells: None, line: Vec::new(), work };
        };
        pile.remove(partner);
        (board[a], board[b]) = (colour, colour);
        site.free &= !(1 << a | 1 << b);
        slips.retain(|&cell| site.is_free(cell));
        let (a, b) = (square(a), square(b));
        line.push(Move(a.min(b), a.max(b)));
        work.lay += 2;
    }
    if !first_first {
        line.reverse();
    }
    Construction { cells: Some(board), line, work }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reason why the first way never gets stuck, tried on every set of free squares of a small board.
    #[test]
    fn any_free_square_has_a_partner_with_no_free_square_between() {
        for free in 0u64..1 << 12 {
            let site = Site { rows: 3, columns: 4, free };
            let cells: Vec<usize> = super::super::sets::Bits(free).collect();
            for &cell in cells.iter().filter(|_| cells.len() > 1) {
                assert!(cells.iter().any(|&other| other != cell && site.takes(cell, other, true)));
            }
        }
    }

    #[test]
    fn neighbours_stay_on_the_board() {
        let site = Site { rows: 2, columns: 3, free: 0 };
        assert_eq!(site.neighbours(0), 0b001_010);
        assert_eq!(site.neighbours(4), 0b101_010);
    }

    #[test]
    fn pieces_that_leave_one_over_are_refused() {
        let sizes = Parameters(vec![("rows".into(), 1), ("columns".into(), 4)]);
        assert!(pairs_that_fill(&sizes, &[1, 1, 2, 2]).is_ok());
        assert!(pairs_that_fill(&sizes, &[1, 1, 1, 2]).unwrap_err().contains("odd number of colour A"));
        assert!(pairs_that_fill(&sizes, &[1, 1]).unwrap_err().contains("a board of 4 squares"));
    }
}
