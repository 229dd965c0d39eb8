//! The verdict on a Pretzel: depth first on compact positions.

use super::anchors::{ANCHORS, Deck, Table};
use super::free::free;
use super::walk::{Known, walk};
use super::{Move, Pretzel};
use crate::search::{Keys, Limits, Number, Outcome, Reason};
use std::ops::{Add, Sub};

/// Depth first on compact positions, safe moves made at once, cyclic blockades noticed. With free rows searches of their own.
pub(super) fn deep(challenge: &Pretzel, limits: &Limits) -> Outcome<Move> {
    match Deck::new(challenge) {
        Some(deck) => deep_in(challenge, &deck, limits),
        None => free(challenge, limits),
    }
}

/// The same for suits that have to fill the rows that this deck says.
pub(super) fn deep_in(challenge: &Pretzel, deck: &Deck, limits: &Limits) -> Outcome<Move> {
    // Most decks need less than 64 bits: half the memory, and the table stays longer in the processor's caches.
    let (found, states) = if deck.key_bits() <= u64::BITS {
        search_with(deck, limits, |part| part as u64)
    } else {
        search_with(deck, limits, |part| part)
    };
    match found {
        Ok(Some(line)) => Outcome::solved(challenge, line, false, states),
        Ok(None) => Outcome::unsolvable(states),
        Err(reason) => Outcome::undecided(reason, states),
    }
}

/// The anchors of all cards as one number.
struct Anchored<K> {
    /// By card and anchor.
    parts: Vec<[K; ANCHORS]>,
    seen: Keys<K>,
}

impl<K: Number + Add<Output = K> + Sub<Output = K>> Known for Anchored<K> {
    type Number = K;

    fn after(&self, _: &Deck, table: &Table, number: K, _: usize, card: usize) -> K {
        let (from, to) = table.anchors(card);
        number + (self.parts[card][to] - self.parts[card][from])
    }

    fn note_all(&mut self, numbers: &[K]) -> Result<u32, Reason> {
        self.seen.insert_all(numbers)
    }
}

/// What a search finds, and how many positions it saw.
fn search_with<K>(
    deck: &Deck,
    limits: &Limits,
    number: impl Fn(u128) -> K,
) -> (Result<Option<Vec<Move>>, Reason>, u64)
where
    K: Number + Add<Output = K> + Sub<Output = K>,
{
    let parts = (0..deck.suits * deck.ranks).map(|card| deck.parts(card).map(&number)).collect();
    let first = number(0);
    let mut known = Anchored { parts, seen: Keys::new(limits) };
    let table = deck.start();
    let found = match known.seen.insert(first) {
        Err(reason) => Err(reason),
        Ok(_) if table.is_solved(deck) => Ok(Some(Vec::new())),
        Ok(_) if table.is_dead(deck) => Ok(None),
        Ok(_) => walk(deck, table, first, &mut known),
    };
    (found, known.seen.len())
}

#[cfg(test)]
mod tests {
    use super::super::anchors::{Key, grid_of};
    use super::super::short::short;
    use super::*;
    use crate::game::Game;
    use crate::puzzle::Puzzle;
    use crate::rng::Stream;
    use crate::search;

    fn shuffled(suits: usize, ranks: usize, index: u64) -> Pretzel {
        let mut cells: Vec<Option<super::super::Card>> = Vec::new();
        for suit in 0..suits as u8 {
            cells.push(None);
            cells.extend((2..=ranks as u8).map(|rank| Some(super::super::Card::new(rank, suit))));
        }
        Stream::new(&["deep"], index).shuffle(&mut cells);
        Pretzel::new(suits, ranks, false, &cells).unwrap()
    }

    #[test]
    fn compact_positions_are_the_plain_ones_along_random_plays() {
        for index in 0..300 {
            let (suits, ranks) =
                [(4, 13), (5, 12), (8, 8), (6, 10), (7, 9), (1, 13), (3, 2), (2, 1)][index as usize % 8];
            let challenge = shuffled(suits, ranks, index);
            let deck = Deck::new(&challenge).unwrap();
            let mut random = Stream::new(&["deep", "play"], index);
            let (mut grid, mut table, mut key) = (challenge.start(), deck.start(), Key(0));
            loop {
                assert!(grid_of(&deck, &table) == grid);
                assert!(grid_of(&deck, &deck.table(key)) == grid, "the key says it all");
                assert_eq!(table.is_solved(&deck), challenge.is_solved(&grid));
                let mut plain = Vec::new();
                challenge.moves(&grid, &mut plain);
                let moves = table.moves(&deck);
                let mut fast: Vec<Move> = moves
                    .as_slice()
                    .iter()
                    .map(|&(h, c)| deck.written(c as usize, table.holes[h as usize]))
                    .collect();
                plain.sort();
                fast.sort();
                assert_eq!(fast, plain);
                let Some(&(hole, card)) = random.choose(moves.as_slice()) else { break };
                let before = table.clone();
                let mv = deck.written(card as usize, table.holes[hole as usize]);
                key = table.key_after(&deck, key, card as usize);
                let undo = table.play(&deck, hole as usize, card as usize);
                let mut back = table.clone();
                back.take_back(&deck, hole as usize, card as usize, undo);
                assert!(
                    back.anchor == before.anchor
                        && back.cell == before.cell
                        && back.settled == before.settled
                );
                challenge.play(&mut grid, mv);
            }
        }
    }

    #[test]
    fn own_solvers_agree_with_the_plain_ones_at_all_small_sizes() {
        let limits = Limits::default();
        for suits in 1..=4 {
            for ranks in 1..=6 {
                for index in 0..150 {
                    let challenge = shuffled(suits, ranks, 1000 + index);
                    let plain = search::bfs(&challenge, &limits);
                    let (deep, short) = (deep(&challenge, &limits), short(&challenge, &limits));
                    let id = crate::game::id_of(&challenge);
                    assert_eq!(deep.verdict, plain.verdict, "{id}");
                    assert_eq!(short.verdict, plain.verdict, "{id}");
                    assert_eq!(short.solution.map(|s| s.len()), plain.solution.map(|s| s.len()), "{id}");
                    if let Some(line) = deep.solution {
                        let mut grid = challenge.start();
                        for mv in line {
                            assert_eq!(challenge.read_move(&grid, &mv.to_string()), Ok(mv), "{id}");
                            challenge.play(&mut grid, mv);
                        }
                        assert!(challenge.is_solved(&grid), "{id}");
                    }
                }
            }
        }
    }
}
