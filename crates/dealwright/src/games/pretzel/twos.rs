//! Twos in first cells: the classes of positions that lead to each other by putting twos in another order, the moves
//! between classes, and the way back from classes to moves.

use super::strata::{Deck, HOLE, Table};
use super::{MOST_SUITS, Move, each_order};

/// With more suits there are too many orders of twos, and each position is a class of its own.
const MOST_ORDERED: usize = 5;

/// The first cells of rows: which of them a two or a hole begins, and whether twos can change their order.
pub(super) struct First {
    /// Rows that begin with a two or a hole.
    rows: [u8; MOST_SUITS],
    count: usize,
    /// The twos among them, by suit.
    twos: u8,
    ranks: usize,
    suits: usize,
}

impl First {
    pub fn of(deck: &Deck, table: &Table) -> Self {
        let mut first =
            Self { rows: [0; MOST_SUITS], count: 0, twos: 0, ranks: deck.ranks, suits: deck.suits };
        for row in 0..deck.suits {
            let card = table.cells[row * deck.ranks];
            let is_two = (card as usize) < deck.suits.min(deck.cards());
            if card == HOLE || is_two {
                first.rows[first.count] = row as u8;
                first.count += 1;
                first.twos |= if is_two { 1 << card } else { 0 };
            }
        }
        first
    }

    /// First cells that are holes.
    fn holes(&self) -> usize {
        self.count - self.twos.count_ones() as usize
    }

    /// Whether the twos can be put in any order.
    pub fn is_open(&self) -> bool {
        self.holes() > 0 && self.suits <= MOST_ORDERED
    }

    fn cell(&self, number: usize) -> u8 {
        (self.rows[number] as usize * self.ranks) as u8
    }

    fn suits_in(twos: u8) -> impl Iterator<Item = usize> {
        (0..MOST_SUITS).filter(move |suit| twos >> suit & 1 == 1)
    }

    /// Puts the twos suit by suit, then the holes, if they can be put in any order.
    pub fn put_in_order(&self, table: &mut Table) {
        if self.is_open() {
            self.put(table, Self::suits_in(self.twos));
        }
    }

    /// Puts twos into these rows in an order, then the holes.
    fn put(&self, table: &mut Table, twos: impl Iterator<Item = usize>) {
        let holes: [bool; MOST_SUITS] =
            std::array::from_fn(|hole| hole < self.suits && self.is_first(table.holes[hole]));
        let mut filled = 0;
        for two in twos {
            let cell = self.cell(filled);
            table.place[two] = cell;
            table.cells[cell as usize] = two as u8;
            filled += 1;
        }
        for hole in (0..self.suits).filter(|&hole| holes[hole]) {
            table.holes[hole] = self.cell(filled);
            table.cells[self.cell(filled) as usize] = HOLE;
            filled += 1;
        }
    }

    fn is_first(&self, cell: u8) -> bool {
        (cell as usize).is_multiple_of(self.ranks)
    }
}

/// Calls `found` with each class that a move leads to, and the card that moved.
pub(super) fn each_after(deck: &Deck, here: &Table, found: &mut dyn FnMut(Table, usize)) {
    let first = First::of(deck, here);
    let twos = deck.suits.min(deck.cards());
    let after = |hole: usize, card: usize| {
        let mut there = *here;
        there.play(card, hole, here.holes[hole]);
        there
    };
    let mut is_begun = false;
    for hole in 0..deck.suits {
        let cell = here.holes[hole] as usize;
        if first.is_open() && first.is_first(cell as u8) {
            // All holes in first cells are alike, and the twos there are where they can be put anyway.
            if std::mem::replace(&mut is_begun, true) {
                continue;
            }
            for card in (0..twos).filter(|card| first.twos >> card & 1 == 0) {
                let mut there = after(hole, card);
                let begun = First::of(deck, &there);
                if begun.is_open() {
                    begun.put_in_order(&mut there);
                    found(there, card);
                    continue;
                }
                let mut order: Vec<usize> = First::suits_in(begun.twos).collect();
                each_order(&mut order, 0, &mut |order| {
                    let mut there = there;
                    begun.put(&mut there, order.iter().copied());
                    found(there, card);
                });
            }
            continue;
        }
        let begins = cell % deck.ranks == 1 && first.is_open() && {
            let left = here.cells[cell - 1];
            left == HOLE || (left as usize) < twos
        };
        let fitting = match begins {
            true => deck.suits..2 * deck.suits,
            false => here.fitting(deck, hole),
        };
        for card in fitting.filter(|&card| card < deck.cards()) {
            if begins && first.twos >> (card - deck.suits) & 1 == 0 {
                continue;
            }
            let mut there = after(hole, card);
            First::of(deck, &there).put_in_order(&mut there);
            found(there, card);
        }
    }
}

/// The moves along a path of classes, with those that put twos in order in between.
pub(super) fn line_along(deck: &Deck, path: &[Table]) -> Vec<Move> {
    let twos = deck.suits.min(deck.cards());
    let mut walker = Walker { deck, table: deck.start, line: Vec::new() };
    for step in path.windows(2) {
        let (before, after) = (&step[0], &step[1]);
        let is_first = |cell: u8| (cell as usize).is_multiple_of(deck.ranks);
        let is_open = First::of(deck, before).is_open() || First::of(deck, after).is_open();
        // Twos in first cells of both may be in another order, no more.
        let moved = (0..deck.cards()).find(|&card| {
            let (from, to) = (before.place[card], after.place[card]);
            from != to && !(is_open && card < twos && is_first(from) && is_first(to))
        });
        let Some(card) = moved else { continue };
        let to = after.place[card];
        if card < twos && First::of(deck, before).is_open() {
            if First::of(deck, after).is_open() {
                let hole = walker.first_hole();
                walker.go(card, hole);
            } else {
                walker.close(after, card);
            }
            continue;
        }
        let left = (to as usize).wrapping_sub(1);
        if !is_first(to) && is_first(left as u8) && card >= deck.suits && card < 2 * deck.suits {
            walker.begin_row(card - deck.suits, left as u8);
        }
        walker.go(card, to);
    }
    walker.line
}

/// Makes moves one by one.
struct Walker<'a> {
    deck: &'a Deck,
    table: Table,
    line: Vec<Move>,
}

impl Walker<'_> {
    fn go(&mut self, card: usize, to: u8) {
        if let Some(hole) = self.table.holes[..self.deck.suits].iter().position(|&hole| hole == to) {
            self.table.play(card, hole, to);
            self.line.push(self.deck.written(card, to));
        }
    }

    /// A hole that begins a row.
    fn first_hole(&self) -> u8 {
        let holes = &self.table.holes[..self.deck.suits];
        holes.iter().copied().find(|hole| (*hole as usize).is_multiple_of(self.deck.ranks)).unwrap_or(0)
    }

    /// Brings a two that begins a row to the beginning of this one.
    fn begin_row(&mut self, two: usize, cell: u8) {
        if self.table.place[two] == cell {
            return;
        }
        let there = self.table.cells[cell as usize];
        if there != HOLE {
            let hole = self.first_hole();
            self.go(there as usize, hole);
        }
        self.go(two, cell);
    }

    /// Puts the twos that begin rows where they are in the end, then the last one into the last hole.
    fn close(&mut self, after: &Table, last: usize) {
        let is_first = |cell: u8| (cell as usize).is_multiple_of(self.deck.ranks);
        let twos: Vec<usize> = (0..self.deck.suits)
            .filter(|&two| two != last && is_first(self.table.place[two]) && is_first(after.place[two]))
            .collect();
        loop {
            let hole = self.first_hole();
            let wanted = twos.iter().copied().find(|&two| after.place[two] == hole);
            let misplaced = || twos.iter().copied().find(|&two| self.table.place[two] != after.place[two]);
            match wanted.or_else(misplaced) {
                Some(two) => self.go(two, hole),
                None => break,
            }
        }
        self.go(last, after.place[last]);
    }
}
