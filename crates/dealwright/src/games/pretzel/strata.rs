//! The verdict with free rows (Gaps, Montana): the most promising position of each stratum in turn.
//!
//! A position's *stratum* says how many cards stand in rows that are begun with a two and go on without a gap, and how
//! many holes lie behind a card of the highest rank, where nothing fits. A search that always takes the best position of
//! all digs where it began; taking one of each stratum in turn keeps all kinds of positions alive. It ends when every
//! position was looked at, so it proves as well as finds.
//!
//! **Positions as keys, exactly.** With free rows too, a card is only ever where it was dealt, or directly behind its
//! predecessor of that moment. So it stands where a card of its suit was dealt, as many cells to the right as their ranks
//! differ, or in a row as far from the first column as its rank says. That is at most one of 16 (a deck has at most 64
//! cards), so four bits for each card say it all. Where two of the 16 are one cell, the first is written.

use super::{Card, MOST_CELLS, Move, Pretzel};
use crate::search::{Limits, Outcome, Reason, Visited};

pub(super) const HOLE: u8 = u8::MAX;
/// Cards that move: at most 8 suits of 7 of them, or 5 of 11.
const MOST_CARDS: usize = 56;
const MOST_SUITS: usize = super::MOST_SUITS;
const MOST_RANKS: usize = super::MOST_RANKS;
/// Anchors of a card: where cards of its suit were dealt, then the rows.
const ANCHORS: usize = 16;
/// Moves until the number of moves no longer counts against a position.
pub(super) const LONG: i32 = 128;
/// Bytes for each position beside its key and parent: its number in a list that grows by doubling.
const FRONTIER_BYTES: usize = 12;

/// Four bits for each card.
pub(super) type Key<const WORDS: usize> = [u32; WORDS];

/// Best of each stratum in turn, on compact positions, dead positions left out.
pub(super) fn strata(challenge: &Pretzel, limits: &Limits) -> Outcome<Move> {
    let deck = Deck::new(challenge);
    // Six words suffice for the usual deck.
    if deck.cards() <= 48 { run::<6>(challenge, &deck, limits) } else { run::<7>(challenge, &deck, limits) }
}

fn run<const WORDS: usize>(challenge: &Pretzel, deck: &Deck, limits: &Limits) -> Outcome<Move> {
    let mut seen: Visited<Key<WORDS>, u32> = Visited::new(limits, FRONTIER_BYTES);
    let found = search_with(deck, &mut seen);
    let states = seen.len();
    match found {
        Ok(Some(line)) => Outcome::solved(challenge, line, false, states),
        Ok(None) => Outcome::unsolvable(states),
        Err(reason) => Outcome::undecided(reason, states),
    }
}

fn search_with<const WORDS: usize>(
    deck: &Deck,
    seen: &mut Visited<Key<WORDS>, u32>,
) -> Result<Option<Vec<Move>>, Reason> {
    let start = deck.start;
    let (first, _) = seen.insert(deck.key(&start), 0)?;
    let features = start.features(deck);
    if features.settled == deck.cards() {
        return Ok(Some(Vec::new()));
    }
    if start.is_dead(deck) {
        return Ok(None);
    }
    let mut waiting = Waiting::new(deck);
    waiting.push(&features, 0, first);
    while waiting.count > 0 {
        for stratum in 0..waiting.strata.len() {
            let Some((value, number)) = waiting.pop(stratum) else { continue };
            let key = seen.get(number).0;
            let mut table = deck.table(&key);
            let depth = table.features(deck).promise() + LONG - value;
            for hole in 0..deck.suits {
                for card in table.fitting(deck, hole) {
                    let (from, to) = (table.place[card], table.holes[hole]);
                    let (reached, is_new) = seen.insert(deck.moved(key, card, to), number)?;
                    if !is_new {
                        continue;
                    }
                    table.play(card, hole, to);
                    let features = table.features(deck);
                    if features.settled == deck.cards() {
                        return Ok(Some(line_to(deck, seen, reached)));
                    }
                    if !table.is_dead(deck) {
                        waiting.push(&features, depth + 1, reached);
                    }
                    table.play(card, hole, from);
                    table.holes[hole] = to;
                }
            }
        }
    }
    Ok(None)
}

/// The moves to a position, from the keys of the positions before it.
fn line_to<const WORDS: usize>(deck: &Deck, seen: &Visited<Key<WORDS>, u32>, mut number: u32) -> Vec<Move> {
    let mut line = Vec::new();
    while number != 0 {
        let (key, parent) = seen.get(number);
        let (after, before) = (deck.table(key), deck.table(&seen.get(*parent).0));
        if let Some(card) = (0..deck.cards()).find(|&card| after.place[card] != before.place[card]) {
            line.push(deck.written(card, after.place[card]));
        }
        number = *parent;
    }
    line.reverse();
    line
}

/// Positions that are still to be looked at: for each stratum, lists by how much they promise.
pub(super) struct Waiting {
    pub strata: Vec<Vec<Vec<u32>>>,
    /// The lists of a stratum after this one are empty.
    best: Vec<usize>,
    pub count: u64,
    fins: usize,
    holes: usize,
}

impl Waiting {
    pub fn new(deck: &Deck) -> Self {
        let fins = deck.cards() + 1;
        let holes = deck.suits + 1;
        let strata = fins * holes * holes;
        Self { strata: vec![Vec::new(); strata], best: vec![0; strata], count: 0, fins, holes }
    }

    /// Each move made counts against a position, so that among like ones those that are reached sooner come first.
    pub fn push(&mut self, features: &Features, depth: i32, number: u32) {
        let kind = features.dead_holes * self.holes + features.blind_holes;
        let stratum = kind * self.fins + features.settled;
        let value = (features.promise() + LONG - depth).max(0) as usize;
        let lists = &mut self.strata[stratum];
        if lists.len() <= value {
            lists.resize_with(value + 1, Vec::new);
        }
        lists[value].push(number);
        self.best[stratum] = self.best[stratum].max(value);
        self.count += 1;
    }

    pub fn pop(&mut self, stratum: usize) -> Option<(i32, u32)> {
        let lists = &mut self.strata[stratum];
        let best = &mut self.best[stratum];
        loop {
            let list = lists.get_mut(*best)?;
            if let Some(number) = list.pop() {
                self.count -= 1;
                return Some((*best as i32, number));
            }
            *best = best.checked_sub(1)?;
        }
    }
}

/// What a position is judged by.
pub(super) struct Features {
    /// Cards in rows that begin with a two, up to the first that does not follow.
    pub settled: usize,
    /// Other cards directly behind their predecessor.
    pairs: usize,
    /// Holes behind a card of the highest rank, but for those at the end of finished rows.
    dead_holes: usize,
    /// Holes behind another hole.
    pub blind_holes: usize,
}

impl Features {
    pub fn promise(&self) -> i32 {
        4 * self.settled as i32 + self.pairs as i32 - 2 * self.dead_holes as i32 + 2 * MOST_SUITS as i32
    }
}

/// What never changes. Cards are numbered rank by rank from the twos, so a successor is `suits` further on.
pub(super) struct Deck {
    pub suits: usize,
    pub ranks: usize,
    pub start: Table,
    /// The cell that each anchor of a card stands for, 0 where it stands for none.
    cell: [[u8; ANCHORS]; MOST_CARDS],
    /// The first anchor that stands for a cell.
    anchor: [[u8; MOST_CELLS]; MOST_CARDS],
    /// The first cell of each row, as bits.
    row_starts: u64,
}

/// A position.
#[derive(Clone, Copy)]
pub(super) struct Table {
    pub cells: [u8; MOST_CELLS],
    pub place: [u8; MOST_CARDS],
    pub holes: [u8; MOST_SUITS],
}

impl Deck {
    pub fn new(challenge: &Pretzel) -> Self {
        let (suits, ranks) = (challenge.suits as usize, challenge.ranks as usize);
        let mut start = Table { cells: [HOLE; MOST_CELLS], place: [0; MOST_CARDS], holes: [0; MOST_SUITS] };
        let mut holes = 0;
        for (cell, card) in challenge.start.0[..suits * ranks].iter().enumerate() {
            match card {
                Some(card) => {
                    let number = (card.rank() as usize - 2) * suits + card.suit() as usize;
                    start.cells[cell] = number as u8;
                    start.place[number] = cell as u8;
                }
                None => {
                    start.holes[holes] = cell as u8;
                    holes += 1;
                }
            }
        }
        let mut deck = Self {
            suits,
            ranks,
            start,
            cell: [[0; ANCHORS]; MOST_CARDS],
            anchor: [[0; MOST_CELLS]; MOST_CARDS],
            row_starts: (0..suits).fold(0, |mask, row| mask | 1 << (row * ranks)),
        };
        for card in 0..deck.cards() {
            let (rank, suit) = (card / suits, card % suits);
            let dealt =
                (0..=rank).map(|lower| (lower, start.place[lower * suits + suit] as usize + rank - lower));
            let rows = (0..suits).map(|row| (ranks - 1 + row, row * ranks + rank));
            let anchors: Vec<(usize, usize)> =
                dealt.chain(rows).filter(|(_, cell)| *cell < suits * ranks).collect();
            for (anchor, cell) in anchors.into_iter().rev() {
                deck.cell[card][anchor] = cell as u8;
                deck.anchor[card][cell] = anchor as u8;
            }
        }
        deck
    }

    /// Cards that move.
    pub fn cards(&self) -> usize {
        self.suits * (self.ranks - 1)
    }

    pub fn key<const WORDS: usize>(&self, table: &Table) -> Key<WORDS> {
        (0..self.cards()).fold([0; WORDS], |key, card| self.moved(key, card, table.place[card]))
    }

    /// The key of a position with a card in another place.
    pub fn moved<const WORDS: usize>(&self, mut key: Key<WORDS>, card: usize, to: u8) -> Key<WORDS> {
        let shift = card % 8 * 4;
        let word = &mut key[card / 8];
        *word = *word & !(0xF << shift) | u32::from(self.anchor[card][to as usize]) << shift;
        key
    }

    pub fn table<const WORDS: usize>(&self, key: &Key<WORDS>) -> Table {
        let mut table = Table { cells: [HOLE; MOST_CELLS], place: [0; MOST_CARDS], holes: [0; MOST_SUITS] };
        let mut empty = u64::MAX >> (u64::BITS as usize - self.suits * self.ranks);
        for card in 0..self.cards() {
            let place = self.cell[card][(key[card / 8] >> (card % 8 * 4) & 0xF) as usize];
            table.place[card] = place;
            table.cells[place as usize] = card as u8;
            empty &= !(1 << place);
        }
        for hole in &mut table.holes[..self.suits] {
            *hole = empty.trailing_zeros() as u8;
            empty &= empty - 1;
        }
        table
    }

    pub fn written(&self, card: usize, to: u8) -> Move {
        let to = super::Square::from_top(
            (to as usize / self.ranks) as u8,
            (to as usize % self.ranks) as u8,
            self.suits as u8,
        );
        Move { card: Card::new((card / self.suits) as u8 + 2, (card % self.suits) as u8), to }
    }
}

impl Table {
    /// The cards that fit into a hole.
    pub fn fitting(&self, deck: &Deck, hole: usize) -> std::ops::Range<usize> {
        let cell = self.holes[hole] as usize;
        if cell.is_multiple_of(deck.ranks) {
            return 0..deck.suits.min(deck.cards());
        }
        match self.cells[cell - 1] {
            HOLE => 0..0,
            left => {
                let next = left as usize + deck.suits;
                next..next + usize::from(next < deck.cards())
            }
        }
    }

    /// Puts a card into a cell; where it was is that hole now.
    pub fn play(&mut self, card: usize, hole: usize, to: u8) {
        let from = self.place[card];
        self.cells[from as usize] = HOLE;
        self.cells[to as usize] = card as u8;
        self.place[card] = to;
        self.holes[hole] = from;
    }

    pub fn features(&self, deck: &Deck) -> Features {
        let mut features = Features { settled: 0, pairs: 0, dead_holes: 0, blind_holes: 0 };
        let highest = deck.cards().saturating_sub(deck.suits) as u8;
        for row in self.cells[..deck.suits * deck.ranks].chunks_exact(deck.ranks) {
            let mut run = usize::from((row[0] as usize) < deck.suits.min(deck.cards()));
            while run > 0 && run < deck.ranks && follows(deck, row[run - 1], row[run]) {
                run += 1;
            }
            features.settled += run;
            let is_finished = run + 1 == deck.ranks;
            for at in run.max(1)..deck.ranks {
                let (left, here) = (row[at - 1], row[at]);
                if here == HOLE {
                    features.blind_holes += usize::from(left == HOLE);
                    features.dead_holes += usize::from(left != HOLE && left >= highest && !is_finished);
                } else {
                    features.pairs += usize::from(follows(deck, left, here));
                }
            }
        }
        features
    }

    /// Whether no suit can be brought home any more in one way or another, by a simpler game in which nothing is ever
    /// used up: a card may be in all the places it has ever been able to go to at once, and a cell that can be left counts
    /// as a hole for good.
    ///
    /// Whatever can happen in the real game can happen there, move by move. At the end each suit fills a row of its own, so
    /// where no choice of rows lets every suit come home even in the simpler game, the position is lost.
    pub fn is_dead(&self, deck: &Deck) -> bool {
        match deck.suits {
            4 => self.is_dead_in::<4>(deck),
            _ => self.is_dead_in::<MOST_SUITS>(deck),
        }
    }

    /// The same for a deck of up to so many suits, which are gone through side by side.
    fn is_dead_in<const SUITS: usize>(&self, deck: &Deck) -> bool {
        let mut holes = self.holes[..deck.suits].iter().fold(0u64, |mask, &hole| mask | 1 << hole);
        let mut here = [[0u64; SUITS]; MOST_RANKS];
        for card in 0..deck.cards() {
            here[card / deck.suits][card % deck.suits] = 1 << self.place[card];
        }
        loop {
            let before = holes;
            // The rows that each suit may fill, as bits of their first cells, and the cells behind the card before.
            let mut rows = [deck.row_starts; SUITS];
            let mut behind = [deck.row_starts; SUITS];
            for (rank, here) in here[..deck.ranks - 1].iter().enumerate() {
                let mut left = 0;
                for suit in 0..SUITS {
                    let gone = behind[suit] & holes;
                    // A card that could only go where it is stays there.
                    left |= if gone & !here[suit] != 0 { here[suit] } else { 0 };
                    let reach = here[suit] | gone;
                    rows[suit] &= reach >> rank;
                    behind[suit] = reach << 1 & !deck.row_starts;
                }
                holes |= left;
            }
            if has_a_row_each(&rows[..deck.suits], 0) {
                return false;
            }
            if holes == before {
                return true;
            }
        }
    }
}

/// Whether a cell holds the successor of the card to its left.
fn follows(deck: &Deck, left: u8, here: u8) -> bool {
    left != HOLE && here != HOLE && here as usize == left as usize + deck.suits
}

/// Whether each suit can have a row of its own.
fn has_a_row_each(rows: &[u64], taken: u64) -> bool {
    let Some((first, others)) = rows.split_first() else { return true };
    let mut free = first & !taken;
    while free != 0 {
        let row = free & free.wrapping_neg();
        if has_a_row_each(others, taken | row) {
            return true;
        }
        free &= !row;
    }
    false
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::game::{Game, id_of};
    use crate::puzzle::Puzzle;
    use crate::rng::Stream;
    use crate::search::{self, Verdict};

    pub fn shuffled(suits: usize, ranks: usize, index: u64) -> Pretzel {
        let mut cells: Vec<Option<Card>> = Vec::new();
        for suit in 0..suits as u8 {
            cells.push(None);
            cells.extend((2..=ranks as u8).map(|rank| Some(Card::new(rank, suit))));
        }
        Stream::new(&["strata"], index).shuffle(&mut cells);
        Pretzel::new(suits, ranks, true, &cells).unwrap()
    }

    pub fn is_replayed(challenge: &Pretzel, line: &[Move]) -> bool {
        let mut grid = challenge.start();
        for mv in line {
            assert_eq!(challenge.read_move(&grid, &mv.to_string()), Ok(*mv), "{}", id_of(challenge));
            challenge.play(&mut grid, *mv);
        }
        challenge.is_solved(&grid)
    }

    #[test]
    fn the_verdict_is_that_of_plain_search_at_small_sizes_and_solutions_can_be_replayed() {
        let limits = Limits::default();
        let sizes =
            [(1, 1), (1, 4), (2, 1), (2, 2), (2, 6), (3, 2), (3, 5), (3, 6), (4, 3), (4, 4), (5, 3), (8, 2)];
        for (suits, ranks) in sizes {
            for index in 0..60 {
                let challenge = shuffled(suits, ranks, index);
                let plain = search::dfs(&challenge, &limits);
                let found = strata(&challenge, &limits);
                assert_eq!(found.verdict, plain.verdict, "{}", id_of(&challenge));
                if let Some(line) = found.solution {
                    assert!(is_replayed(&challenge, &line), "{}", id_of(&challenge));
                }
            }
        }
    }

    #[test]
    fn keys_say_it_all_and_dead_positions_are_lost_along_random_plays() {
        let sizes = [(4, 13), (5, 12), (8, 8), (6, 10), (7, 9), (1, 13), (4, 4), (3, 5)];
        for index in 0..160 {
            let (suits, ranks) = sizes[index as usize % sizes.len()];
            let challenge = shuffled(suits, ranks, 1000 + index);
            let deck = Deck::new(&challenge);
            let mut random = Stream::new(&["strata", "play"], index);
            let mut grid = challenge.start();
            for _ in 0..200 {
                let here = Deck::new(&challenge.starting_at(&grid).unwrap()).start;
                let key: Key<7> = deck.key(&here);
                let table = deck.table(&key);
                assert!(table.cells == here.cells && table.place == here.place && table.holes == here.holes);
                let is_done = here.features(&deck).settled == deck.cards();
                assert_eq!(is_done, challenge.is_solved(&grid));
                assert!(!(is_done && here.is_dead(&deck)));
                if suits * ranks <= 16 && here.is_dead(&deck) {
                    let plain = search::dfs(&challenge.starting_at(&grid).unwrap(), &Limits::default());
                    assert_eq!(plain.verdict, Verdict::Unsolvable);
                }
                let mut plain = Vec::new();
                challenge.moves(&grid, &mut plain);
                let mut fast: Vec<Move> = (0..suits)
                    .flat_map(|hole| table.fitting(&deck, hole).map(move |card| (card, hole)))
                    .map(|(card, hole)| deck.written(card, table.holes[hole]))
                    .collect();
                plain.sort();
                fast.sort();
                assert_eq!(fast, plain);
                let Some(&mv) = random.choose(&plain) else { break };
                challenge.play(&mut grid, mv);
            }
        }
    }

    #[test]
    fn a_limit_that_runs_out_leaves_a_full_deck_undecided() {
        let limits = Limits { states: 50, ..Limits::default() };
        let found = strata(&shuffled(4, 13, 3), &limits);
        assert_eq!((found.verdict, found.reason), (Verdict::Undecided, Some(Reason::States(50))));
    }
}
