//! The first search with free rows: all positions, positions taken together that lead to each other.
//!
//! **Classes.** While some first cell of a row is a hole, the twos in first cells can be put in any order: each goes to the
//! hole, and leaves another. Nothing else moves meanwhile. So all these positions have a solution or none has, and one of
//! them stands for all: its twos suit by suit in those rows that a two or a hole begins, then the holes. A three may go
//! behind any of these rows then if its two is among them. When the last such hole is filled, the order is chosen: each
//! of them is a class of its own.
//!
//! **Order.** The most promising class of each stratum is opened in turn (`strata.rs`). When every row has begun, the suits
//! have their rows, and everything that can come of it is looked at on the spot, depth first (`closed.rs`): these are nine
//! classes of ten, but what comes of one of them is little.
//!
//! **Memory.** A class is its number and nothing else, in one flat table. Those that are opened one by one are kept with the class before,
//! for the way back.

use super::closed::Closed;
use super::flat::Flat;
use super::numbers::{Number, Numbers};
use super::strata::{Deck, HOLE, Key, LONG, Table, Waiting};
use super::{MOST_SUITS, Move, Pretzel};
use crate::search::{Limits, Outcome, Reason};

/// With more suits there are too many orders of twos, and each position is a class of its own.
const MOST_ORDERED: usize = 5;

/// The part of the memory that is for classes to open: about one class in ten has to be opened by itself, the others come of rows that
/// have all begun.
const NODES_SHARE: u64 = 6;

/// Looks at every class of positions.
pub(super) fn classes(challenge: &Pretzel, limits: &Limits) -> Outcome<Move> {
    let deck = Deck::new(challenge);
    // One word suffices for the usual deck.
    match Numbers::<1>::new(&deck) {
        Some(numbers) => run(challenge, &deck, &numbers, limits),
        None => match Numbers::<2>::new(&deck) {
            Some(numbers) => run(challenge, &deck, &numbers, limits),
            // No size that can be dealt needs more (the tests try the largest).
            None => Outcome::undecided(Reason::Memory(limits.memory), 0),
        },
    }
}

fn run<const WORDS: usize>(
    challenge: &Pretzel,
    deck: &Deck,
    numbers: &Numbers<WORDS>,
    limits: &Limits,
) -> Outcome<Move> {
    let for_nodes = limits.memory / NODES_SHARE;
    let mut search = Search {
        deck,
        numbers,
        closed: Closed::new(challenge, deck),
        seen: Flat::new(limits, limits.memory - for_nodes),
        nodes: Nodes::new(for_nodes),
        waiting: Waiting::new(deck),
    };
    let found = search.run();
    let states = search.seen.count;
    match found {
        Ok(Some(line)) => Outcome::solved(challenge, line, false, states),
        Ok(None) => Outcome::unsolvable(states),
        Err(Reason::Memory(_)) => Outcome::undecided(Reason::Memory(limits.memory), states),
        Err(reason) => Outcome::undecided(reason, states),
    }
}

/// Classes that are looked up together.
const MOST_AT_ONCE: usize = u32::BITS as usize;

struct Search<'a, const WORDS: usize> {
    deck: &'a Deck,
    numbers: &'a Numbers<WORDS>,
    closed: Closed<'a>,
    seen: Flat<WORDS>,
    nodes: Nodes,
    waiting: Waiting,
}

impl<const WORDS: usize> Search<'_, WORDS> {
    /// The moves of a solution.
    fn run(&mut self) -> Result<Option<Vec<Move>>, Reason> {
        let deck = self.deck;
        let mut start = deck.start;
        if is_solved(deck, &start) {
            return Ok(Some(Vec::new()));
        }
        if start.is_dead(deck) {
            return Ok(None);
        }
        First::of(deck, &start).put_in_order(&mut start);
        let number = self.numbers.of(deck, &start);
        self.seen.insert(number)?;
        if let Some(found) = self.look_at(&start, number, NONE, 0)? {
            return Ok(Some(found));
        }
        while self.waiting.count > 0 {
            for stratum in 0..self.waiting.strata.len() {
                let Some((value, at)) = self.waiting.pop(stratum) else { continue };
                let here = deck.table(&self.nodes.get(at).0);
                let depth = here.features(deck).promise() + LONG - value;
                if let Some(found) = self.open(&here, at, depth)? {
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }

    /// Looks at every new class after this one; gives the moves if one of them leads to a solution at once.
    fn open(&mut self, here: &Table, at: u32, depth: i32) -> Result<Option<Vec<Move>>, Reason> {
        let (deck, numbers) = (self.deck, self.numbers);
        let twos = deck.suits.min(deck.cards());
        let number = numbers.of(deck, here);
        let (mut found, mut keys) = (Vec::new(), Vec::new());
        each_after(deck, here, &mut |there, card| {
            // The card that moved lies elsewhere, and the twos may.
            let moved = (0..twos).chain((card >= twos).then_some(card));
            let key = moved.fold(number, |number, card| {
                numbers.moved(number, card, here.place[card], there.place[card])
            });
            keys.push(key);
            found.push(there);
        });
        for (keys, found) in keys.chunks(MOST_AT_ONCE).zip(found.chunks(MOST_AT_ONCE)) {
            let are_new = self.seen.insert_all(keys)?;
            for n in (0..keys.len()).filter(|n| are_new >> n & 1 == 1) {
                if let Some(found) = self.look_at(&found[n], keys[n], at, depth + 1)? {
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }

    /// Puts a new class on the list of those to open; what comes of it when every row has begun is looked at on the spot.
    fn look_at(
        &mut self,
        table: &Table,
        number: Number<WORDS>,
        before: u32,
        depth: i32,
    ) -> Result<Option<Vec<Move>>, Reason> {
        let deck = self.deck;
        let features = table.features(deck);
        let line_to = |nodes: &Nodes| line_along(deck, &nodes.path_to(deck, before, table));
        if features.settled == deck.cards() {
            return Ok(Some(line_to(&self.nodes)));
        }
        if table.is_dead(deck) {
            return Ok(None);
        }
        if let Some(found) = self.closed.search(table, self.numbers, number, &mut self.seen) {
            return Ok(found?.map(|rest| line_to(&self.nodes).into_iter().chain(rest).collect()));
        }
        let at = self.nodes.push(deck.key(table), before)?;
        self.waiting.push(&features, depth, at);
        Ok(None)
    }
}

fn is_solved(deck: &Deck, table: &Table) -> bool {
    table.features(deck).settled == deck.cards()
}

/// Classes that were put on the list, each with the one before it. They lie in blocks that never move.
struct Nodes {
    blocks: Vec<Vec<(Key<7>, u32)>>,
    most: usize,
}

/// Before the start there is none.
const NONE: u32 = u32::MAX;

const BLOCK: usize = 1 << 12;
/// Bytes for each of them, with its place in a list that grows by doubling.
const NODE_BYTES: u64 = size_of::<(Key<7>, u32)>() as u64 + 12;

impl Nodes {
    fn new(bytes: u64) -> Self {
        Self { blocks: Vec::new(), most: (bytes / NODE_BYTES).min(u64::from(u32::MAX)) as usize }
    }

    fn push(&mut self, key: Key<7>, before: u32) -> Result<u32, Reason> {
        let full = self.blocks.len() * BLOCK;
        let number = self.blocks.last().map_or(0, |last| full - BLOCK + last.len());
        if number == self.most {
            return Err(Reason::Memory(self.most as u64 * NODE_BYTES));
        }
        if number == full {
            self.blocks.push(Vec::with_capacity(BLOCK.min(self.most - number)));
        }
        if let Some(block) = self.blocks.last_mut() {
            block.push((key, before));
        }
        Ok(number as u32)
    }

    fn get(&self, number: u32) -> &(Key<7>, u32) {
        &self.blocks[number as usize / BLOCK][number as usize % BLOCK]
    }

    /// The classes on the way to this one, the start first.
    fn path_to(&self, deck: &Deck, before: u32, last: &Table) -> Vec<Table> {
        let mut path = vec![*last];
        let mut at = before;
        while at != NONE {
            let (key, before) = self.get(at);
            path.push(deck.table(key));
            at = *before;
        }
        path.reverse();
        path
    }
}

/// The first cells of rows: which of them a two or a hole begins, and whether twos can change their order.
struct First {
    /// Rows that begin with a two or a hole.
    rows: [u8; MOST_SUITS],
    count: usize,
    /// The twos among them, by suit.
    twos: u8,
    ranks: usize,
    suits: usize,
}

impl First {
    fn of(deck: &Deck, table: &Table) -> Self {
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
    fn is_open(&self) -> bool {
        self.holes() > 0 && self.suits <= MOST_ORDERED
    }

    fn cell(&self, number: usize) -> u8 {
        (self.rows[number] as usize * self.ranks) as u8
    }

    fn suits_in(twos: u8) -> impl Iterator<Item = usize> {
        (0..MOST_SUITS).filter(move |suit| twos >> suit & 1 == 1)
    }

    /// Puts the twos suit by suit, then the holes, if they can be put in any order.
    fn put_in_order(&self, table: &mut Table) {
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
fn each_after(
    deck: &Deck,
    here: &Table,
    found: &mut impl FnMut(Table, usize),
) {
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

/// Calls `found` with every order of some twos.
fn each_order(
    twos: &mut [usize],
    fixed: usize,
    found: &mut impl FnMut(&[usize]),
) {
    if fixed == twos.len() {
        return found(twos);
    }
    for next in fixed..twos.len() {
        twos.swap(fixed, next);
        each_order(twos, fixed + 1, found);
        twos.swap(fixed, next);
    }
}

/// The moves along a path of classes, with those that put twos in order in between.
fn line_along(deck: &Deck, path: &[Table]) -> Vec<Move> {
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

#[cfg(test)]
mod tests {
    use super::super::strata::strata;
    use super::super::strata::tests::{is_replayed, shuffled};
    use super::*;
    use crate::game::{Game, id_of};
    use crate::puzzle::Puzzle;
    use crate::rng::Stream;
    use crate::search::{self, Verdict};

    #[test]
    fn the_verdict_is_that_of_plain_search_at_small_sizes_and_solutions_can_be_replayed() {
        let limits = Limits::default();
        let sizes =
            [(1, 1), (1, 4), (2, 1), (2, 2), (2, 6), (3, 2), (3, 5), (3, 6), (4, 3), (4, 4), (5, 3), (8, 2)];
        let mut solved = 0;
        for (suits, ranks) in sizes {
            for index in 0..60 {
                let challenge = shuffled(suits, ranks, index);
                let plain = search::dfs(&challenge, &limits);
                let found = classes(&challenge, &limits);
                assert_eq!(found.verdict, plain.verdict, "{}", id_of(&challenge));
                assert!(found.states <= plain.states.max(1) || found.solution.is_some());
                if let Some(line) = found.solution {
                    assert!(is_replayed(&challenge, &line), "{}", id_of(&challenge));
                    solved += 1;
                }
            }
        }
        assert!(solved > 200, "{solved}");
    }

    #[test]
    fn it_agrees_with_the_strata_on_larger_decks() {
        for index in 0..40 {
            let challenge = shuffled(4, 6, 2000 + index);
            let (one, other) =
                (strata(&challenge, &Limits::default()), classes(&challenge, &Limits::default()));
            assert_eq!(one.verdict, other.verdict, "{}", id_of(&challenge));
            assert!(other.solution.is_none_or(|line| is_replayed(&challenge, &line)));
        }
    }

    #[test]
    fn classes_are_what_plain_moves_lead_to_when_twos_change_places() {
        // Along random plays: from each position, the classes after one move are those of the positions that plain moves
        // lead to from any order of the twos.
        for index in 0..30 {
            let challenge = shuffled(4, 5, 3000 + index);
            let deck = Deck::new(&challenge);
            let mut random = Stream::new(&["classes", "play"], index);
            let mut grid = challenge.start();
            for _ in 0..60 {
                let table_of =
                    |grid: &super::super::Grid| Deck::new(&challenge.starting_at(grid).unwrap()).start;
                let class_of = |mut table: Table| {
                    First::of(&deck, &table).put_in_order(&mut table);
                    table.place
                };
                let here = class_of(table_of(&grid));
                let mut around = vec![grid];
                let mut known = std::collections::HashSet::from([grid]);
                let mut after = std::collections::BTreeSet::new();
                while let Some(grid) = around.pop() {
                    let mut moves = Vec::new();
                    challenge.moves(&grid, &mut moves);
                    for mv in moves {
                        let mut there = grid;
                        challenge.play(&mut there, mv);
                        let class = class_of(table_of(&there));
                        if class != here {
                            after.insert(class);
                        } else if known.insert(there) {
                            around.push(there);
                        }
                    }
                }
                let mut table = table_of(&grid);
                First::of(&deck, &table).put_in_order(&mut table);
                let mut found = std::collections::BTreeSet::new();
                each_after(&deck, &table, &mut |there, _| {
                    found.insert(there.place);
                });
                assert_eq!(found, after);
                let mut moves = Vec::new();
                challenge.moves(&grid, &mut moves);
                let Some(&mv) = random.choose(&moves) else { break };
                challenge.play(&mut grid, mv);
            }
        }
    }

    #[test]
    fn limits_that_run_out_leave_a_full_deck_undecided() {
        let few = Limits { states: 60_000, ..Limits::default() };
        let is_hard = |challenge: &Pretzel| classes(challenge, &few).verdict == Verdict::Undecided;
        let hard = (0..100).map(|index| shuffled(4, 13, index)).find(is_hard).unwrap();
        let found = classes(&hard, &few);
        assert_eq!((found.states, found.reason), (60_000, Some(Reason::States(60_000))));
        let limits = Limits { memory: 1 << 20, ..Limits::default() };
        let found = classes(&hard, &limits);
        assert_eq!((found.verdict, found.reason), (Verdict::Undecided, Some(Reason::Memory(1 << 20))));
    }
}
