//! Pretzel positions as numbers of at most 91 bits, exactly.
//!
//! With fixed rows a card is only ever where it was dealt, or directly behind its predecessor of that moment. So a card
//! of rank r stands where some card of its suit was dealt, as many cells to the right as their ranks differ, or so
//! behind its ace. The difference of ranks is the card's *anchor*: 0 where it was dealt, r - 1 when the ace is the one.
//! A move gives a card its predecessor's anchor plus one, which is always more than it had: predecessors' anchors only
//! grow. Hence, along a suit, each anchor is at most one more than the one before it. Such sequences are counted by the
//! Catalan numbers: 742,900 for thirteen ranks, 20 bits for a suit instead of twelve cells of six bits.
//!
//! The number of a sequence is a sum of one part for each card (how many sequences have a smaller anchor there), so a
//! move changes the number by a difference of two parts: positions are numbered without being written out.
//!
//! Two sequences never stand for one position: a card dealt directly behind its predecessor could claim anchor 0 or 1,
//! but it can move only after its predecessor has left, which then never comes back.

use super::{Card, MOST_RANKS, MOST_SUITS, Move, Pretzel};
use crate::square::Square;

/// A cell without a card.
pub(super) const HOLE: u8 = u8::MAX;
/// Cells with a column for the aces at the left: at most 8 rows of 9, or 5 of 13.
const CELLS: usize = 128;
/// More than any anchor.
pub(super) const ANCHORS: usize = 16;

/// A position: one number for each suit, side by side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key(pub u128);

/// What never changes. Cards are numbered suit by suit, the ace of a suit first.
pub(super) struct Deck {
    pub suits: usize,
    pub ranks: usize,
    /// Where each card was dealt; an ace at the left of its row.
    dealt: [u8; CELLS],
    /// The next card of the suit; HOLE after the last one, and after a hole.
    pub next: [u8; 256],
    /// Each card's rank, from 0.
    pub rank: [u8; CELLS],
    pub suit: [u8; CELLS],
    /// Where each card ends.
    pub home: [u8; CELLS],
    /// Whether a cell is the last of its row.
    pub last_column: [bool; CELLS],
    /// The bit of a cell in a mask of all cells without the aces' column.
    spot: [u8; CELLS],
    /// The first cells of all rows.
    row_starts: u64,
    /// For each suit, the number of its row's first cell in such a mask.
    first_home: [u8; MOST_SUITS],
    /// Bits for the number of a suit.
    bits: u32,
    /// By rank and anchor: how many sequences have a smaller anchor there.
    parts: [[u32; MOST_RANKS + 1]; MOST_RANKS + 1],
    /// By card and anchor: the same where the suit's number is in the key.
    in_key: Vec<[u128; ANCHORS]>,
}

/// A position written out.
#[derive(Clone)]
pub(super) struct Table {
    /// The card on each cell.
    pub cell: [u8; CELLS],
    /// The cell of each card.
    pub place: [u8; CELLS],
    pub anchor: [u8; CELLS],
    /// By rank and suit, the card's cell as a bit.
    bits: [[u64; MOST_SUITS]; MOST_RANKS],
    pub holes: [u8; MOST_SUITS],
    /// For each suit, how many cards stand in order from the ace on: those never move again.
    pub settled: [u8; MOST_SUITS],
}

impl Deck {
    /// None with free rows, where twos may wander.
    pub fn new(challenge: &Pretzel) -> Option<Self> {
        let rows: Vec<u8> = (0..challenge.suits).collect();
        (!challenge.free_rows).then(|| Self::with_rows(challenge, &rows))
    }

    /// The same cards where suit s has to fill row `rows[s]`.
    pub fn with_rows(challenge: &Pretzel, rows: &[u8]) -> Self {
        let (suits, ranks) = (challenge.suits as usize, challenge.ranks as usize);
        let mut deck = Self {
            suits,
            ranks,
            dealt: [0; CELLS],
            next: [HOLE; 256],
            rank: [0; CELLS],
            suit: [0; CELLS],
            home: [0; CELLS],
            last_column: [false; CELLS],
            spot: [0; CELLS],
            row_starts: 0,
            first_home: [0; MOST_SUITS],
            bits: 1,
            parts: [[0; MOST_RANKS + 1]; MOST_RANKS + 1],
            in_key: Vec::with_capacity(suits * ranks),
        };
        for (suit, &row) in rows.iter().take(suits).enumerate() {
            let row = row as usize;
            for rank in 0..ranks {
                let card = suit * ranks + rank;
                deck.rank[card] = rank as u8;
                deck.suit[card] = suit as u8;
                deck.home[card] = deck.cell(row, rank) as u8;
                if rank + 1 < ranks {
                    deck.next[card] = card as u8 + 1;
                }
            }
            deck.dealt[suit * ranks] = deck.cell(row, 0) as u8;
            deck.first_home[suit] = (row * ranks) as u8;
            deck.last_column[deck.cell(suit, ranks)] = true;
            deck.row_starts |= 1 << (suit * ranks);
            for column in 1..=ranks {
                deck.spot[deck.cell(suit, column)] = (suit * ranks + column - 1) as u8;
            }
        }
        for (n, card) in challenge.start.0[..suits * ranks].iter().enumerate() {
            if let Some(card) = card {
                let number = card.suit() as usize * ranks + card.rank() as usize - 1;
                deck.dealt[number] = deck.cell(n / ranks, n % ranks + 1) as u8;
            }
        }
        deck.number_sequences();
        deck
    }

    fn number_sequences(&mut self) {
        // endings[rank][anchor]: ways to go on from a card with this anchor.
        let mut endings = [[0u32; MOST_RANKS + 2]; MOST_RANKS + 1];
        let last = self.ranks - 1;
        endings[last] = [1; MOST_RANKS + 2];
        for rank in (0..last).rev() {
            for anchor in 0..=rank {
                endings[rank][anchor] = endings[rank + 1][..=anchor + 1].iter().sum();
            }
        }
        for (parts, endings) in self.parts.iter_mut().zip(&endings) {
            for anchor in 1..=last {
                parts[anchor] = parts[anchor - 1].saturating_add(endings[anchor - 1]);
            }
        }
        self.bits = (u32::BITS - (endings[0][0] - 1).leading_zeros()).max(1);
        for card in 0..self.suits * self.ranks {
            let parts = &self.parts[self.rank[card] as usize];
            let shift = u32::from(self.suit[card]) * self.bits;
            self.in_key.push(std::array::from_fn(|anchor| {
                u128::from(parts.get(anchor).copied().unwrap_or(0)) << shift
            }));
        }
    }

    /// A cell; column 0 is the ace's.
    fn cell(&self, row: usize, column: usize) -> usize {
        row * (self.ranks + 1) + column
    }

    /// A cell in a mask of all cells without the aces' column.
    fn bit(&self, cell: u8) -> u64 {
        1 << (self.spot[cell as usize] & 63)
    }

    /// Bits of a position's key.
    pub fn key_bits(&self) -> u32 {
        self.suits as u32 * self.bits
    }

    /// By anchor, what a card adds to the key.
    pub fn parts(&self, card: usize) -> &[u128; ANCHORS] {
        &self.in_key[card]
    }

    /// The position as it was dealt.
    pub fn start(&self) -> Table {
        self.table(Key(0))
    }

    /// Writes a position out.
    pub fn table(&self, key: Key) -> Table {
        let mut table = Table::empty();
        for suit in 0..self.suits {
            let mut number = (key.0 >> (suit as u32 * self.bits)) as u32 & ((1 << self.bits) - 1);
            let mut anchor = 0;
            for card in suit * self.ranks..(suit + 1) * self.ranks {
                let rank = self.rank[card] as usize;
                // The greatest anchor whose part still fits; at most one more than the card before had.
                let most = if rank == 0 { 0 } else { anchor + 1 };
                anchor = (0..=most).rev().find(|&a| self.parts[rank][a] <= number).unwrap_or(0);
                number -= self.parts[rank][anchor];
                table.anchor[card] = anchor as u8;
                table.put(self, card, self.dealt[card - anchor] + anchor as u8);
            }
        }
        table.complete(self);
        table
    }

    /// A position that need not come of this deal: by suit and rank from the twos, cells without the aces' column. Its
    /// anchors mean nothing.
    pub fn table_as(&self, places: &[Vec<u8>]) -> Table {
        let mut table = Table::empty();
        for (suit, places) in places.iter().enumerate() {
            let ace = suit * self.ranks;
            table.put(self, ace, self.dealt[ace]);
            for (&plain, card) in places.iter().zip(ace + 1..) {
                let (row, column) = (plain as usize / self.ranks, plain as usize % self.ranks);
                table.put(self, card, self.cell(row, column + 1) as u8);
            }
        }
        table.complete(self);
        table
    }

    /// A cell's number when the aces' column is left out.
    pub fn plain(&self, cell: u8) -> u8 {
        self.spot[cell as usize]
    }

    /// A card's number when cards are counted rank by rank from the twos.
    pub fn by_rank(&self, card: usize) -> usize {
        (self.rank[card] as usize - 1) * self.suits + self.suit[card] as usize
    }

    /// A card and a cell as a move.
    pub fn written(&self, card: usize, cell: u8) -> Move {
        let (row, column) = (cell as usize / (self.ranks + 1), cell as usize % (self.ranks + 1));
        Move {
            card: Card::new(self.rank[card] + 1, self.suit[card]),
            to: Square::from_top(row as u8, column as u8 - 1, self.suits as u8),
        }
    }
}

impl Table {
    fn empty() -> Self {
        Self {
            cell: [HOLE; CELLS],
            place: [0; CELLS],
            anchor: [0; CELLS],
            bits: [[0; MOST_SUITS]; MOST_RANKS],
            holes: [0; MOST_SUITS],
            settled: [0; MOST_SUITS],
        }
    }

    fn put(&mut self, deck: &Deck, card: usize, place: u8) {
        self.place[card] = place;
        self.cell[place as usize] = card as u8;
        self.bits[deck.rank[card] as usize][deck.suit[card] as usize] = deck.bit(place);
    }

    /// Finds the holes, and what is in order, when all cards lie.
    fn complete(&mut self, deck: &Deck) {
        let mut holes = self.holes.iter_mut();
        for row in 0..deck.suits {
            for column in 1..=deck.ranks {
                let cell = deck.cell(row, column);
                if self.cell[cell] == HOLE
                    && let Some(hole) = holes.next()
                {
                    *hole = cell as u8;
                }
            }
        }
        for suit in 0..deck.suits {
            self.settle(deck, suit);
        }
    }

    /// Counts on from the cards of a suit that stand in order already.
    pub fn settle(&mut self, deck: &Deck, suit: usize) {
        let mut settled = self.settled[suit] as usize;
        while settled < deck.ranks
            && self.place[suit * deck.ranks + settled] == deck.home[suit * deck.ranks + settled]
        {
            settled += 1;
        }
        self.settled[suit] = settled as u8;
    }

    pub fn is_solved(&self, deck: &Deck) -> bool {
        self.settled[..deck.suits].iter().all(|&settled| settled as usize == deck.ranks)
    }

    /// The card that fits into a hole, or HOLE.
    pub fn fitting(&self, deck: &Deck, hole: u8) -> u8 {
        deck.next[self.cell[hole as usize - 1] as usize]
    }

    /// Whether a legal move is one to make at once, with nothing to choose.
    ///
    /// The card goes behind cards that never move again, so this is the only move it can ever make from here, and only
    /// this card can ever fill the hole. Making it now can hurt only its successor, which might have followed the card to
    /// where it stands: not if the card is the last of its suit, or stands at the end of a row, or has its successor
    /// behind it already. Then, in any solution, this move can be made first without changing any other: all moves stay
    /// legal, and the solution is as long as before. So neither the verdict nor the shortest length changes.
    pub fn is_safe(&self, deck: &Deck, card: u8) -> bool {
        let number = card as usize;
        if self.settled[deck.suit[number] as usize] != deck.rank[number] {
            return false;
        }
        let place = self.place[number] as usize;
        deck.next[number] == HOLE || deck.last_column[place] || self.cell[place + 1] == deck.next[number]
    }

    /// Legal moves as (number of the hole, card).
    pub fn moves(&self, deck: &Deck) -> Moves {
        let mut moves = Moves { list: [(0, 0); MOST_SUITS], count: 0 };
        for (number, &hole) in self.holes[..deck.suits].iter().enumerate() {
            let card = self.fitting(deck, hole);
            moves.list[moves.count as usize % MOST_SUITS] = (number as u8, card);
            moves.count += u8::from(card != HOLE);
        }
        moves
    }

    /// All legal moves, or a single safe one.
    pub fn moves_to_try(&self, deck: &Deck) -> Moves {
        let mut moves = self.moves(deck);
        if moves.count > 1
            && let Some(&safe) = moves.as_slice().iter().find(|(_, card)| self.is_safe(deck, *card))
        {
            moves.list[0] = safe;
            moves.count = 1;
        }
        moves
    }

    /// Whether some card can never come home, by a simpler game in which nothing is ever used up: a card may be in all
    /// the places it has ever been able to go to at once, and a cell that can be left counts as a hole for good.
    ///
    /// Whatever can happen in the real game can happen there, move by move, so a card that cannot come home even there
    /// is stuck for good. Cyclic blockades, Ducking Crabs and Duelling Deuces among them, are what it finds: each card
    /// waits for another one's cell, so none is ever left.
    pub fn is_dead(&self, deck: &Deck) -> bool {
        match deck.suits {
            4 => self.is_dead_in::<4>(deck),
            _ => self.is_dead_in::<MOST_SUITS>(deck),
        }
    }

    /// The same for a deck of up to so many suits, which are gone through side by side: rank by rank, all suits at once,
    /// so that the processor need not wait for one card before it looks at the next.
    fn is_dead_in<const SUITS: usize>(&self, deck: &Deck) -> bool {
        let mut holes = self.holes[..deck.suits].iter().fold(0, |mask, &hole| mask | deck.bit(hole));
        let first_homes: [u64; SUITS] =
            std::array::from_fn(|suit| if suit < deck.suits { 1 << (deck.first_home[suit] & 63) } else { 0 });
        loop {
            let before = holes;
            let mut away = 0;
            // Where each card belongs, and the cells behind the card before it: for twos, the first of their row.
            let mut home = first_homes;
            let mut behind = first_homes;
            for here in &self.bits[1..deck.ranks] {
                let mut left = 0;
                for suit in 0..SUITS {
                    let gone = behind[suit] & holes;
                    left |= if gone != 0 { here[suit] } else { 0 };
                    let reach = here[suit] | gone;
                    away |= home[suit] & !reach;
                    home[suit] <<= 1;
                    behind[suit] = reach << 1 & !deck.row_starts;
                }
                holes |= left;
            }
            if away == 0 {
                return false;
            }
            if holes == before {
                return true;
            }
        }
    }

    /// The anchors of a card before and after a move.
    pub fn anchors(&self, card: usize) -> (usize, usize) {
        (self.anchor[card] as usize % ANCHORS, (self.anchor[card - 1] as usize + 1) % ANCHORS)
    }

    /// The key behind a move.
    pub fn key_after(&self, deck: &Deck, key: Key, card: usize) -> Key {
        let (from, to) = self.anchors(card);
        Key(key.0 + (deck.parts(card)[to] - deck.parts(card)[from]))
    }

    /// Makes a move; gives what is needed to take it back.
    pub fn play(&mut self, deck: &Deck, hole: usize, card: usize) -> Undo {
        let suit = deck.suit[card] as usize;
        let undo = Undo { anchor: self.anchor[card], settled: self.settled[suit] };
        self.anchor[card] = self.anchor[card - 1] + 1;
        self.exchange(deck, hole, card);
        if self.settled[suit] == deck.rank[card] {
            self.settle(deck, suit);
        }
        undo
    }

    pub fn take_back(&mut self, deck: &Deck, hole: usize, card: usize, undo: Undo) {
        self.exchange(deck, hole, card);
        self.anchor[card] = undo.anchor;
        self.settled[deck.suit[card] as usize] = undo.settled;
    }

    fn exchange(&mut self, deck: &Deck, hole: usize, card: usize) {
        let (to, from) = (self.holes[hole], self.place[card]);
        self.cell[from as usize] = HOLE;
        self.cell[to as usize] = card as u8;
        self.place[card] = to;
        self.bits[deck.rank[card] as usize][deck.suit[card] as usize] = deck.bit(to);
        self.holes[hole] = from;
    }
}

/// What a move changed beside the places.
#[derive(Clone, Copy, Default)]
pub(super) struct Undo {
    anchor: u8,
    settled: u8,
}

/// At most one move for each hole.
#[derive(Clone, Copy)]
pub(super) struct Moves {
    list: [(u8, u8); MOST_SUITS],
    count: u8,
}

impl Moves {
    pub fn as_slice(&self) -> &[(u8, u8)] {
        &self.list[..self.count as usize]
    }
}

/// The grid of a position, for comparing with the plain rules.
#[cfg(test)]
pub(super) fn grid_of(deck: &Deck, table: &Table) -> super::Grid {
    let mut grid = super::Grid([None; super::MOST_CELLS]);
    for card in (0..deck.suits * deck.ranks).filter(|&card| deck.rank[card] > 0) {
        let place = table.place[card] as usize;
        let (row, column) = (place / (deck.ranks + 1), place % (deck.ranks + 1));
        grid.0[row * deck.ranks + column - 1] = Some(Card::new(deck.rank[card] + 1, deck.suit[card]));
    }
    grid
}
