//! Shortest Pretzel solutions: A* on compact positions.
//!
//! Positions are kept as keys. Only a position that is opened is written out; what a move does to the key and to the
//! lower bound (cards that are not in their place) is computed from the card that moves. Safe moves are made at once:
//! they change no solution's length. Deals without a solution are left to the depth-first search, which finds that out
//! sooner.

use super::anchors::{Deck, Key};
use super::deep::deep;
use super::{Move, Pretzel};
use crate::search::{self, Limits, Outcome, Reason, Verdict, Visited};

/// How a position was reached, and how far it is.
struct Note {
    /// The position before, and the card that moved; none for the start.
    step: Option<(u32, u8)>,
    depth: u16,
    /// Cards that are not in their place.
    away: u8,
}

/// Finds a shortest solution.
pub(super) fn short(challenge: &Pretzel, limits: &Limits) -> Outcome<Move> {
    let Some(deck) = Deck::new(challenge) else { return search::astar(challenge, limits) };
    let verdict = deep(challenge, limits);
    if verdict.verdict != Verdict::Solvable {
        return verdict;
    }
    let mut seen = Visited::new(limits, 0);
    match run(&deck, &mut seen) {
        Ok(Some(goal)) => {
            let line = line_to(&deck, &seen, goal);
            Outcome::solved(challenge, line, true, verdict.states + seen.len())
        }
        Ok(None) => Outcome::unsolvable(verdict.states + seen.len()),
        Err(reason) => Outcome::undecided(reason, verdict.states + seen.len()),
    }
}

/// Bytes of an entry in a list that doubles when it grows.
const ENTRY: u64 = 2 * size_of::<(u32, u16)>() as u64;

fn run(deck: &Deck, seen: &mut Visited<Key, Note>) -> Result<Option<u32>, Reason> {
    let (start, key) = (deck.start(), Key(0));
    let away =
        (0..deck.suits * deck.ranks).filter(|&card| start.place[card] != deck.home[card]).count() as u8;
    seen.insert(key, Note { step: None, depth: 0, away })?;
    // Positions to open, by moves made plus bound; of equals the newest, which is the deepest.
    let mut open: Vec<Vec<(u32, u16)>> = vec![Vec::new(); usize::from(away) + 1];
    open[usize::from(away)].push((0, 0));
    let mut least = usize::from(away);
    while let Some(bucket) = open.get_mut(least) {
        let Some((from, depth)) = bucket.pop() else {
            least += 1;
            continue;
        };
        let &(key, Note { depth: shortest, away, .. }) = seen.get(from);
        if shortest < depth {
            continue; // reached by a shorter way since
        }
        if away == 0 {
            return Ok(Some(from));
        }
        let table = deck.table(key);
        for &(hole, card) in table.moves_to_try(deck).as_slice() {
            let number = card as usize;
            let leaves_home = table.place[number] == deck.home[number];
            let comes_home = table.holes[hole as usize] == deck.home[number];
            let away = away + u8::from(leaves_home) - u8::from(comes_home);
            let depth = depth + 1;
            let note = Note { step: Some((from, card)), depth, away };
            let (to, new) = seen.insert(table.key_after(deck, key, number), note)?;
            let known = seen.note_mut(to);
            if !new {
                if known.depth <= depth {
                    continue;
                }
                *known = Note { step: Some((from, card)), depth, away };
            }
            seen.take(ENTRY)?;
            let total = usize::from(depth) + usize::from(away);
            if open.len() <= total {
                open.resize_with(total + 1, Vec::new);
            }
            open[total].push((to, depth));
            least = least.min(total);
        }
    }
    Ok(None)
}

/// The moves to a position: cards from the back, places by playing them.
fn line_to(deck: &Deck, seen: &Visited<Key, Note>, goal: u32) -> Vec<Move> {
    let mut cards = Vec::new();
    let mut at = goal;
    while let Some((from, card)) = seen.get(at).1.step {
        cards.push(card);
        at = from;
    }
    let mut table = deck.start();
    let mut line = Vec::with_capacity(cards.len());
    for &card in cards.iter().rev() {
        let moves = table.moves(deck);
        let Some(&(hole, card)) = moves.as_slice().iter().find(|(_, c)| *c == card) else { break };
        line.push(deck.written(card as usize, table.holes[hole as usize]));
        table.play(deck, hole as usize, card as usize);
    }
    line
}
