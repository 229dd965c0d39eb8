//! The verdict on a Pretzel: depth first on compact positions.

use super::anchors::{Deck, Key, Moves, Table, Undo};
use super::free::free;
use super::{Move, Pretzel};
use crate::search::{Keys, Limits, Number, Outcome, Reason};

/// How often, in moves along a line, it is asked whether a card can never come home. Asking costs as much as several
/// positions; what is dead stays dead below, so asking at each position finds little more (docs/solvers.md has figures).
const ASK_EVERY: usize = 6;

/// One move down the tree, and what is left to try beside it.
struct Frame {
    moves: Moves,
    tried: usize,
    undo: Undo,
}

/// Depth first on compact positions, safe moves made at once, cyclic blockades noticed. With free rows searches of their own.
pub(super) fn deep(challenge: &Pretzel, limits: &Limits) -> Outcome<Move> {
    let Some(deck) = Deck::new(challenge) else { return free(challenge, limits) };
    // Most decks need less than 64 bits: half the memory, and the table stays longer in the processor's caches.
    let (found, states) = if deck.key_bits() <= u64::BITS {
        search_with(&deck, Keys::new(limits), |key| key.0 as u64)
    } else {
        search_with(&deck, Keys::new(limits), |key| key.0)
    };
    match found {
        Ok(Some(line)) => Outcome::solved(challenge, line, false, states),
        Ok(None) => Outcome::unsolvable(states),
        Err(reason) => Outcome::undecided(reason, states),
    }
}

/// What a search finds, and how many positions it saw.
fn search_with<K: Number>(
    deck: &Deck,
    mut seen: Keys<K>,
    number: impl Fn(Key) -> K,
) -> (Result<Option<Vec<Move>>, Reason>, u64) {
    (run(deck, &mut seen, number), seen.len())
}

fn run<K: Number>(
    deck: &Deck,
    seen: &mut Keys<K>,
    number: impl Fn(Key) -> K,
) -> Result<Option<Vec<Move>>, Reason> {
    let mut table: Table = deck.start();
    seen.insert(number(table.key))?;
    if table.is_solved(deck) {
        return Ok(Some(Vec::new()));
    }
    if table.is_dead(deck) {
        return Ok(None);
    }
    let mut path: Vec<(usize, usize)> = Vec::new();
    let mut frames: Vec<Frame> = Vec::new();
    let mut moves = table.moves(deck, true);
    let mut tried = 0;
    loop {
        let Some(&(hole, card)) = moves.as_slice().get(tried) else {
            // Nothing left here: one step back.
            let (Some(frame), Some((hole, card))) = (frames.pop(), path.pop()) else { return Ok(None) };
            table.take_back(deck, hole, card, frame.undo);
            (moves, tried) = (frame.moves, frame.tried);
            continue;
        };
        tried += 1;
        let (hole, card) = (hole as usize, card as usize);
        let key = table.key_after(deck, card);
        if !seen.insert(number(key))? {
            continue;
        }
        let undo = table.play_to(deck, hole, card, key);
        path.push((hole, card));
        if table.is_solved(deck) {
            return Ok(Some(written(deck, &path)));
        }
        frames.push(Frame { moves, tried, undo });
        (moves, tried) = (table.moves(deck, true), 0);
        if path.len().is_multiple_of(ASK_EVERY) && table.is_dead(deck) {
            tried = usize::MAX;
        }
    }
}

/// The moves of a path, played once more from the start.
fn written(deck: &Deck, path: &[(usize, usize)]) -> Vec<Move> {
    let mut table = deck.start();
    let mut line = Vec::with_capacity(path.len());
    for &(hole, card) in path {
        line.push(deck.written(card, table.holes[hole]));
        table.play(deck, hole, card);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::super::anchors::grid_of;
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
            let (mut grid, mut table) = (challenge.start(), deck.start());
            loop {
                assert!(grid_of(&deck, &table) == grid);
                assert!(grid_of(&deck, &deck.table(table.key)) == grid, "the key says it all");
                assert_eq!(table.is_solved(&deck), challenge.is_solved(&grid));
                let mut plain = Vec::new();
                challenge.moves(&grid, &mut plain);
                let moves = table.moves(&deck, false);
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
                let undo = table.play(&deck, hole as usize, card as usize);
                let mut back = table.clone();
                back.take_back(&deck, hole as usize, card as usize, undo);
                assert!(back.key == before.key && back.cell == before.cell && back.settled == before.settled);
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
