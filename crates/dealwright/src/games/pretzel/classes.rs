//! The last search with free rows: all positions, depth first, positions taken together that lead to each other.
//!
//! **Classes.** While some first cell of a row is a hole, the twos in first cells can be put in any order: each goes to the
//! hole, and leaves another. Nothing else moves meanwhile. So all these positions have a solution or none has, and one of
//! them stands for all: its twos suit by suit in those rows that a two or a hole begins, then the holes. A three may go
//! behind any of these rows then if its two is among them. When the last such hole is filled, the order is chosen: each
//! of them is a class of its own.
//!
//! **Memory.** A position is its key and nothing else, in one flat table. The way to a position is what is on the stack.

use super::closed::Closed;
use super::flat::Flat;
use super::numbers::Numbers;
use super::strata::{Deck, HOLE, Table};
use super::{MOST_SUITS, Move, Pretzel};
use crate::search::{Limits, Outcome, Reason};

/// With more suits there are too many orders of twos, and each position is a class of its own.
const MOST_ORDERED: usize = 5;

/// Classes that are looked up together.
const MOST_AT_ONCE: usize = u32::BITS as usize;

/// The part of the memory that is for the stack.
const STACK_SHARE: u64 = 16;

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
    let mut seen = Flat::<WORDS>::new(limits, limits.memory - limits.memory / STACK_SHARE);
    let closed = Closed::new(challenge, deck);
    match search_with(deck, numbers, closed, &mut seen, limits.memory / STACK_SHARE) {
        Ok(Some(line)) => Outcome::solved(challenge, line, false, seen.count),
        Ok(None) => Outcome::unsolvable(seen.count),
        Err(Reason::Memory(_)) => Outcome::undecided(Reason::Memory(limits.memory), seen.count),
        Err(reason) => Outcome::undecided(reason, seen.count),
    }
}

/// The moves of a solution.
fn search_with<const WORDS: usize>(
    deck: &Deck,
    numbers: &Numbers<WORDS>,
    mut closed: Closed<'_>,
    seen: &mut Flat<WORDS>,
    stack_bytes: u64,
) -> Result<Option<Vec<Move>>, Reason> {
    let most = (stack_bytes / (2 * size_of::<(usize, Table)>() as u64)) as usize;
    let mut start = deck.start;
    let is_solved = |table: &Table| table.features(deck).settled == deck.cards();
    if is_solved(&start) {
        return Ok(Some(Vec::new()));
    }
    if start.is_dead(deck) {
        return Ok(None);
    }
    First::of(deck, &start).put_in_order(&mut start);
    seen.insert(numbers.of(deck, &start))?;
    // Positions to look at, with the number of moves before; and those on the way to the present one.
    let mut waiting = vec![(0, start)];
    let mut path: Vec<Table> = Vec::new();
    let mut next: Vec<(i32, Table)> = Vec::new();
    let (mut found, mut keys) = (Vec::new(), Vec::new());
    let twos = deck.suits.min(deck.cards());
    while let Some((depth, here)) = waiting.pop() {
        path.truncate(depth);
        path.push(here);
        if let Some(found) = closed.search(&here, numbers, numbers.of(deck, &here), seen) {
            match found? {
                Some(rest) => {
                    let mut line = line_along(deck, &path);
                    line.extend(rest);
                    return Ok(Some(line));
                }
                None => continue,
            }
        }
        let mut solved = None;
        found.clear();
        keys.clear();
        let number = numbers.of(deck, &here);
        each_after(deck, &here, &mut |there, card| {
            // The card that moved lies elsewhere, and the twos may.
            let moved = (0..twos).chain((card >= twos).then_some(card));
            keys.push(moved.fold(number, |number, card| {
                numbers.moved(number, card, here.place[card], there.place[card])
            }));
            found.push(there);
        });
        for (keys, found) in keys.chunks(MOST_AT_ONCE).zip(found.chunks(MOST_AT_ONCE)) {
            let are_new = seen.insert_all(keys)?;
            for (_, there) in found.iter().enumerate().filter(|(at, _)| are_new >> at & 1 == 1) {
                if is_solved(there) {
                    solved = Some(*there);
                } else if !there.is_dead(deck) {
                    next.push((promise(deck, there), *there));
                }
            }
        }
        if let Some(there) = solved {
            path.push(there);
            return Ok(Some(line_along(deck, &path)));
        }
        // The most promising one is looked at first.
        next.sort_by_key(|(promise, _)| *promise);
        waiting.extend(next.drain(..).map(|(_, table)| (depth + 1, table)));
        if waiting.len() + path.len() > most {
            return Err(Reason::Memory(stack_bytes));
        }
    }
    Ok(None)
}

/// What a position is judged by: cards in rows that are begun, pairs, and holes that nothing fits into.
fn promise(deck: &Deck, table: &Table) -> i32 {
    let features = table.features(deck);
    features.promise() - 2 * features.blind_holes as i32
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
