//! What designs died of, and how that is tried on others.
//!
//! A dead board of one kit is seldom a board of another. But kits that are neighbours have boards that are much alike, and
//! what is dead on one is mostly dead on the other: so the board of the new kit that is most like a remembered one is
//! tried. Where a part of a dead board is stuck whatever lies around it, any board that shows that part is dead.

use crate::challenge::Challenge;
use crate::dealing::Dice;
use crate::search::Limits;
use crate::setup::deal::Dealer;
use std::collections::BTreeSet;

/// A board without a solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadBoard {
    /// The symbols on its cells, as the player sees them.
    pub cells: Vec<u8>,
    /// Cells that are stuck whatever lies on the others; none where that is not known.
    pub core: Option<Vec<usize>>,
}

/// Positions that the search for a stuck part may look at, each time.
const CORE_STATES: u64 = 20_000;

impl DeadBoard {
    /// Of a challenge that has no solution.
    pub fn of(dealer: &Dealer<'_>, challenge: &Challenge) -> Self {
        let cells = challenge.cells();
        let limits = Limits { states: CORE_STATES, ..Limits::default() };
        let core = challenge.core(&limits).ok().filter(|core| core.whatever_else);
        let core = core.map(|core| {
            let is_in = |cell: &usize| core.squares.contains(&dealer.setup.square(*cell));
            (0..cells.len()).filter(is_in).collect()
        });
        Self { cells, core }
    }
}

/// Boards that are remembered, and how many of these a design is tried on.
const MOST: usize = 64;
const MOST_TRIED: usize = 12;
/// Deals that a design has lived through whose death is worth remembering: those of bad designs are found by chance at once.
const WORTH: u64 = 20;

/// What designs died of.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    boards: Vec<Remembered>,
    next: u64,
}

#[derive(Debug, Clone)]
struct Remembered {
    number: u64,
    board: DeadBoard,
    kills: u32,
}

impl Memory {
    /// Remembers what a design died of: a new board, or once more one that is known.
    pub fn see(&mut self, trial: &super::Trial) {
        let Some(dead) = &trial.dead else { return };
        if let Some(known) = trial.known {
            if let Some(board) = self.boards.iter_mut().find(|board| board.number == known) {
                board.kills += 1;
            }
        } else if trial.lived >= WORTH && !self.boards.iter().any(|known| known.board.cells == dead.cells) {
            self.boards.push(Remembered { number: self.next, board: dead.clone(), kills: 0 });
            self.next += 1;
        }
        // Those that killed most first, and the newest before the others.
        self.boards.sort_by_key(|board| (std::cmp::Reverse(board.kills), std::cmp::Reverse(board.number)));
        // A new one must have its chance: of the last it is the oldest that goes.
        if self.boards.len() > MOST {
            self.boards.pop();
        }
    }

    /// How many boards are remembered.
    pub fn len(&self) -> usize {
        self.boards.len()
    }

    /// Whether nothing is remembered.
    pub fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }

    /// Boards of a design to be tried first, each with the number of the one that it is like.
    pub fn boards_for<'m>(&'m self, dealer: &'m Dealer<'_>) -> impl Iterator<Item = (u64, Vec<u8>)> + 'm {
        // Dice that are rolled for the game belong to a challenge, but are not remembered.
        let most = if dealer.plan.dice.is_empty() { MOST_TRIED } else { 0 };
        let likeness = Likeness::new(dealer);
        let board = move |known: &Remembered| {
            let core = known.board.core.as_ref().and_then(|core| {
                let shown = |(cell, &symbol): (usize, &u8)| core.contains(&cell).then_some(symbol);
                dealer.board_with(&known.board.cells.iter().enumerate().map(shown).collect::<Vec<_>>())
            });
            let cells = core.or_else(|| likeness.as_ref()?.nearest(&known.board.cells))?;
            dealer.accepts(&cells, &Dice::default()).then_some((known.number, cells))
        };
        self.boards.iter().take(most).filter_map(board)
    }
}

/// What is needed to find the board of a kit that is most like another board.
struct Likeness<'a> {
    dealer: &'a Dealer<'a>,
    /// Piles with the seats and pieces of each.
    piles: Vec<(Vec<usize>, Vec<u16>)>,
    /// Symbols that can have each other's names.
    names: Vec<u8>,
}

impl<'a> Likeness<'a> {
    /// None where pieces are shuffled twice.
    fn new(dealer: &'a Dealer<'_>) -> Option<Self> {
        let plan = &dealer.plan;
        let mut mixed = BTreeSet::new();
        let mut piles = Vec::new();
        for mix in &plan.mixes {
            if !mix.known || mix.places.iter().any(|place| !mixed.insert(*place)) {
                return None;
            }
            let seats = (0..plan.seats.len()).filter(|&seat| mix.places.contains(&plan.seats[seat].place));
            piles.push((
                seats.collect(),
                mix.places.iter().map(|&place| plan.table[place as usize]).collect(),
            ));
        }
        let renames = dealer.setup.game.info.symmetries.iter().any(|symmetry| symmetry.name == "colours");
        let names = if renames { dealer.shown_symbols().into_iter().collect() } else { Vec::new() };
        Some(Self { dealer, piles, names })
    }

    /// How many cells of a seat are as wanted at best when a piece lies on it, and which way it lies then.
    fn fit(&self, seat: usize, piece: u16, wanted: &[u8]) -> (usize, usize) {
        let seat = &self.dealer.plan.seats[seat];
        let seen = self.dealer.setup.game.seen;
        let looks = self.dealer.plan.looks[piece as usize].iter().take(seat.turns);
        let equal = |look: &Vec<u8>| {
            seat.cells.iter().filter(|&&(of_piece, cell)| seen(look[of_piece]) == wanted[cell]).count()
        };
        let fits = looks.map(equal).enumerate().map(|(turn, equal)| (equal, turn));
        fits.fold((0, 0), |best, fit| if fit.0 > best.0 { fit } else { best })
    }

    /// How like a board could be at most: every seat by itself.
    fn at_most(&self, wanted: &[u8]) -> usize {
        let best = |(seats, pieces): &(Vec<usize>, Vec<u16>)| -> usize {
            let of_seat = |&seat: &usize| pieces.iter().map(|&piece| self.fit(seat, piece, wanted).0).max();
            seats.iter().filter_map(of_seat).sum()
        };
        self.piles.iter().map(best).sum()
    }

    /// The same board under the names that suit the kit best, as far as exchanging two at a time leads.
    fn renamed(&self, cells: &[u8]) -> Vec<u8> {
        let mut best = cells.to_vec();
        let mut value = self.at_most(&best);
        loop {
            let before = value;
            for (n, &one) in self.names.iter().enumerate() {
                for &other in &self.names[n + 1..] {
                    let exchanged = |&symbol: &u8| match symbol {
                        s if s == one => other,
                        s if s == other => one,
                        s => s,
                    };
                    let board: Vec<u8> = best.iter().map(exchanged).collect();
                    let of_board = self.at_most(&board);
                    if of_board > value {
                        (best, value) = (board, of_board);
                    }
                }
            }
            if value == before {
                return best;
            }
        }
    }

    /// The board of the kit that has the most cells in common with another one.
    fn nearest(&self, cells: &[u8]) -> Option<Vec<u8>> {
        if cells.len() != self.dealer.setup.places.cells() {
            return None;
        }
        let wanted = self.renamed(cells);
        let plan = &self.dealer.plan;
        let mut layout: Vec<(u16, usize)> =
            plan.seats.iter().map(|seat| (plan.table[seat.place as usize], 0)).collect();
        for (seats, pieces) in &self.piles {
            let greatest = seats.iter().map(|&seat| plan.seats[seat].cells.len()).max().unwrap_or(0);
            let cost = |seat: usize, piece: usize| {
                (greatest - self.fit(seats[seat], pieces[piece], &wanted).0) as i64
            };
            for (seat, piece) in assign(seats.len(), pieces.len(), cost).into_iter().enumerate() {
                let turn = self.fit(seats[seat], pieces[piece], &wanted).1;
                layout[seats[seat]] = (pieces[piece], turn);
            }
        }
        let mut board = wanted;
        for (cell, faces) in &plan.rolls {
            if !faces.contains(&board[*cell]) {
                board[*cell] = faces[0];
            }
        }
        self.dealer.show(layout.into_iter(), &mut board);
        Some(board)
    }
}

/// Gives each of so many rows a column of its own so that the costs add up to the least (the Hungarian method). There are at
/// least as many columns as rows.
fn assign(rows: usize, columns: usize, cost: impl Fn(usize, usize) -> i64) -> Vec<usize> {
    // Counted from 1; row 0 and column 0 stand for none.
    let (mut of_row, mut of_column) = (vec![0; rows + 1], vec![0; columns + 1]);
    let mut taken = vec![0; columns + 1];
    for row in 1..=rows {
        taken[0] = row;
        let mut column = 0;
        let (mut least, mut from) = (vec![i64::MAX; columns + 1], vec![0; columns + 1]);
        let mut seen = vec![false; columns + 1];
        while taken[column] != 0 {
            seen[column] = true;
            let at = taken[column];
            let (mut step, mut next) = (i64::MAX, 0);
            for other in (1..=columns).filter(|&other| !seen[other]).collect::<Vec<_>>() {
                let reduced = cost(at - 1, other - 1) - of_row[at] - of_column[other];
                if reduced < least[other] {
                    (least[other], from[other]) = (reduced, column);
                }
                if least[other] < step {
                    (step, next) = (least[other], other);
                }
            }
            for other in 0..=columns {
                if seen[other] {
                    of_row[taken[other]] += step;
                    of_column[other] -= step;
                } else if least[other] < i64::MAX {
                    least[other] -= step;
                }
            }
            column = next;
        }
        while column != 0 {
            taken[column] = taken[from[column]];
            column = from[column];
        }
    }
    let mut assigned = vec![0; rows];
    for (column, &row) in taken.iter().enumerate().skip(1).filter(|(_, row)| **row != 0) {
        assigned[row - 1] = column - 1;
    }
    assigned
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Registry;
    use crate::rng::Stream;
    use crate::tune::always::Trial;

    #[test]
    fn costs_of_an_assignment_are_the_least_there_are() {
        for index in 0..200 {
            let mut random = Stream::new(&["assign"], index);
            let (rows, columns) = (1 + index as usize % 4, 4 + index as usize % 2);
            let costs: Vec<Vec<i64>> =
                (0..rows).map(|_| (0..columns).map(|_| i64::from(random.below(9))).collect()).collect();
            let found = assign(rows, columns, |row, column| costs[row][column]);
            assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), rows, "each has its own");
            let sum: i64 = found.iter().enumerate().map(|(row, &column)| costs[row][column]).sum();
            fn least(costs: &[Vec<i64>], used: &mut Vec<usize>) -> i64 {
                let Some(row) = costs.get(used.len()) else { return 0 };
                let mut best = i64::MAX;
                for (column, cost) in row.iter().enumerate() {
                    if !used.contains(&column) {
                        used.push(column);
                        best = best.min(cost + least(costs, used));
                        used.pop();
                    }
                }
                best
            }
            assert_eq!(sum, least(&costs, &mut Vec::new()), "{costs:?}");
        }
    }

    fn remembered(cells: Vec<u8>, core: Option<Vec<usize>>) -> Memory {
        let mut memory = Memory::default();
        let dead = Some(DeadBoard { cells, core });
        memory.see(&Trial { lived: WORTH, dead, known: None, undecided: 0, measured: None });
        memory
    }

    #[test]
    fn a_board_that_the_kit_can_show_is_found_whatever_its_colours_are_called() {
        let setup = Registry::standard().setup("boxoff/ltiles", &[]).unwrap();
        let dealer = Dealer::new(&setup).unwrap();
        for index in 0..40 {
            let dealt = dealer.deal("memory", index).unwrap().cells;
            let memory = remembered(dealt.clone(), None);
            let found: Vec<_> = memory.boards_for(&dealer).collect();
            assert_eq!(found, [(0, dealt.clone())]);
            // A and C exchanged, as in the same kit under other names.
            let renamed: Vec<u8> = dealt.iter().map(|&c| [0, 3, 2, 1, 4][c as usize]).collect();
            let (_, near) = remembered(renamed.clone(), None).boards_for(&dealer).next().unwrap();
            assert!(dealer.layout_of(&near).is_some(), "it is a board of the kit");
        }
    }

    #[test]
    fn a_stuck_part_is_found_on_any_board_that_can_show_it() {
        let setup = Registry::standard().setup("fujisan/dominoes", &[]).unwrap();
        let dealer = Dealer::new(&setup).unwrap();
        let mut shown = 0;
        for index in 0..60 {
            let deal = dealer.deal("core", index).unwrap();
            let challenge = dealer.challenge(&deal).unwrap();
            if challenge.solve_by_numbers(&Limits::default()).verdict != crate::search::Verdict::Unsolvable {
                continue;
            }
            let board = DeadBoard::of(&dealer, &challenge);
            let core = board.core.clone().unwrap();
            assert!(!core.is_empty() && core.len() < 24);
            // Another order of the same dominoes, but with the stuck part as it was.
            let memory = remembered(board.cells.clone(), board.core.clone());
            let (_, other) = memory.boards_for(&dealer).next().unwrap();
            assert!(core.iter().all(|&cell| other[cell] == board.cells[cell]));
            let challenge = dealer.build(&other, &Default::default()).unwrap();
            let verdict = challenge.solve("bfs", &Limits::default()).unwrap().verdict;
            assert_eq!(verdict, crate::search::Verdict::Unsolvable);
            shown += 1;
        }
        assert!(shown > 2, "{shown}");
    }

    #[test]
    fn boards_that_kill_are_tried_before_others() {
        let mut memory = Memory::default();
        let trial = |cells: Vec<u8>, known: Option<u64>| Trial {
            lived: 100,
            dead: Some(DeadBoard { cells, core: None }),
            known,
            undecided: 0,
            measured: None,
        };
        (0..80).for_each(|n| memory.see(&trial(vec![n], None)));
        assert_eq!(memory.len(), MOST);
        memory.see(&trial(vec![9], Some(70)));
        assert_eq!(memory.boards[0].number, 70);
        assert_eq!(memory.boards[1].number, 79);
    }
}
