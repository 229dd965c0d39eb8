//! The search with free rows: all positions, positions taken together that lead to each other.
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
use super::strata::{Deck, Key, LONG, Table, Waiting};
use super::twos::{First, each_after, line_along};
use super::{Move, Pretzel};
use crate::search::{Limits, Outcome, Reason};

/// The part of the memory, in fifths, that is for classes to open: up to three classes in ten have to be opened by themselves, the others
/// come of rows that have all begun.
const NODES_FIFTHS: u64 = 2;

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
    let for_nodes = limits.memory / 5 * NODES_FIFTHS;
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

/// A class, and those that twos' entries led to on the way to it.
struct Step<const WORDS: usize> {
    to: Table,
    number: Number<WORDS>,
    entries: Vec<Table>,
}

/// A two that has just entered a first cell, and the cell it left.
struct Entry {
    two: usize,
    from: u8,
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
        let mut found = Vec::new();
        self.each_worth_it(here, None, &[], self.numbers.of(self.deck, here), &mut found);
        for found in found.chunks(MOST_AT_ONCE) {
            let mut numbers = [[0; WORDS]; MOST_AT_ONCE];
            for (number, step) in numbers.iter_mut().zip(found) {
                *number = step.number;
            }
            let are_new = self.seen.insert_all(&numbers[..found.len()])?;
            for step in (0..found.len()).filter(|n| are_new >> n & 1 == 1).map(|n| &found[n]) {
                let depth = depth + 1 + step.entries.len() as i32;
                if let Some(found) = self.look_at(&step.to, step.number, at, depth)? {
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }

    /// The classes after this one that are worth keeping.
    ///
    /// A two that enters a first cell while the twos there can be put in any order need not do so before something depends on it: a
    /// move to the cell that it left, a move of its three, or another two that enters. Any other move could be made before it, and the two could
    /// still enter afterwards, with the same result: the first cells have as many holes as before or more, and whatever a three may follow in
    /// a row afterwards it may follow before. So in any solution the two can wait, move by move, until such a move follows it or
    /// none at all. A class that a two's entry leads to is not kept then, only what comes of it by such moves.
    fn each_worth_it(
        &self,
        here: &Table,
        entry: Option<Entry>,
        entries: &[Table],
        number: Number<WORDS>,
        found: &mut Vec<Step<WORDS>>,
    ) {
        let (deck, numbers) = (self.deck, self.numbers);
        let twos = deck.suits.min(deck.cards());
        let is_open = First::of(deck, here).is_open();
        each_after(deck, here, &mut |there, card| {
            let from = here.place[card];
            let enters = is_open && card < twos && !(from as usize).is_multiple_of(deck.ranks);
            let depends = |entry: &Entry| card == entry.two + deck.suits || there.place[card] == entry.from;
            if !enters && entry.as_ref().is_some_and(|entry| !depends(entry)) {
                return;
            }
            // The card that moved lies elsewhere, and the twos may.
            let moved = (0..twos).chain((card >= twos).then_some(card));
            let number = moved.fold(number, |number, card| {
                numbers.moved(number, card, here.place[card], there.place[card])
            });
            if enters && !is_solved(deck, &there) {
                let entries: Vec<Table> = entries.iter().copied().chain([there]).collect();
                self.each_worth_it(&there, Some(Entry { two: card, from }), &entries, number, found);
            } else {
                found.push(Step { to: there, number, entries: entries.to_vec() });
            }
        });
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

        if features.settled == deck.cards() {
            return Ok(Some(self.line_to(before, table)));
        }
        if table.is_dead(deck) {
            return Ok(None);
        }
        if let Some(found) = self.closed.search(table, self.numbers, number, &mut self.seen) {
            return Ok(found?.map(|rest| self.line_to(before, table).into_iter().chain(rest).collect()));
        }
        let at = self.nodes.push(deck.key(table), before)?;
        self.waiting.push(&features, depth, at);
        Ok(None)
    }

    /// The moves to a class. What twos' entries led to in between is worked out again, so that it need not be kept.
    fn line_to(&self, before: u32, table: &Table) -> Vec<Move> {
        let kept = self.nodes.path_to(self.deck, before, table);
        let mut path: Vec<Table> = kept.first().copied().into_iter().collect();
        for pair in kept.windows(2) {
            let mut found = Vec::new();
            self.each_worth_it(&pair[0], None, &[], self.numbers.of(self.deck, &pair[0]), &mut found);
            let step = found.into_iter().find(|step| step.to.place == pair[1].place);
            path.extend(step.into_iter().flat_map(|step| step.entries));
            path.push(pair[1]);
        }
        line_along(self.deck, &path)
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
            for index in 0..100 {
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
