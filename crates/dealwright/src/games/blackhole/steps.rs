//! The solver of its own: depth first, with three things that make it fast.
//!
//! 1. **Walks.** A position is left at once when its cards could not even be played with nothing covering them ([`super::walks`]).
//! 2. **Last cards later.** If two top cards have one rank and the first is the last card of its fan, the first is not played now. Proof: take a
//!    solution that plays it now, and the other one later. Play the other one now and the first one where the other one was played. Suits
//!    never matter, so the base shows the same ranks all along; the fan of the other one is one card further in between, so what was
//!    uncovered in the solution is uncovered now; and nothing lay under the first one. If what lies under two equal top cards has the same ranks from the
//!    top on, it makes no difference which is played: one of them is enough.
//! 3. **One position for all that are alike.** Fans that show the same ranks from their bottom card up to their top are alike. Among
//!    the fans whose bottom cards have one rank and that are down to it or empty, the first ones are taken to be those that are
//!    not empty. Positions are kept with that order.

use super::walks::{Circle, Counts, Odd, exists};
use super::{BlackHole, Move};
use crate::games::patience::MOST_CARDS;
use crate::kit::cards::MOST_RANKS;
use crate::puzzle::Puzzle;
use crate::search::{Keys, Limits, Number, Outcome, Reason};

/// The fans as ranks from 0, and what never changes.
struct Fans {
    ranks: usize,
    /// Bits of a height in a key.
    bits: u32,
    /// The ranks of each fan, from its bottom card on.
    cards: Vec<Vec<u8>>,
    /// For each fan those whose bottom cards have the same rank, itself among them.
    alike: Vec<Vec<usize>>,
    circle: Option<Circle>,
}

/// Heights of fans.
type Heights = [u8; MOST_CARDS];

/// A position with what is kept up to date.
#[derive(Clone, Copy)]
struct Place {
    heights: Heights,
    base: u8,
    counts: Counts,
    odd: Option<Odd>,
}

impl Fans {
    fn new(game: &BlackHole) -> Self {
        let ranks_of = |fan: &Vec<crate::kit::cards::Card>| fan.iter().map(|card| card.rank() - 1).collect();
        let cards: Vec<Vec<u8>> = game.fans.iter().map(ranks_of).collect();
        let same = |fan: &Vec<u8>| (0..cards.len()).filter(|&other| cards[other][0] == fan[0]).collect();
        let alike = cards.iter().map(same).collect();
        let ranks = usize::from(game.ranks);
        let bits = u8::BITS - game.holds.leading_zeros();
        Self { ranks, bits, cards, alike, circle: Circle::new(ranks) }
    }

    fn start(&self, game: &BlackHole) -> Place {
        let position = game.start();
        let mut heights = [0; MOST_CARDS];
        (0..self.cards.len()).for_each(|fan| heights[fan] = position.height(fan) as u8);
        let mut counts = [0; MOST_RANKS];
        for (fan, height) in self.cards.iter().zip(&heights) {
            fan[..usize::from(*height)].iter().for_each(|rank| counts[usize::from(*rank)] += 1);
        }
        let odd = self.circle.as_ref().map(|circle| circle.of(&counts));
        let mut place = Place { heights, base: position.base.rank() - 1, counts, odd };
        (0..self.cards.len()).for_each(|fan| self.settle(&mut place.heights, fan));
        place
    }

    fn key_bits(&self) -> u32 {
        self.bits * self.cards.len() as u32 + 4
    }

    fn key(&self, place: &Place) -> u128 {
        let heights = place.heights[..self.cards.len()]
            .iter()
            .fold(0, |key, height| key << self.bits | u128::from(*height));
        heights << 4 | u128::from(place.base)
    }

    fn has_walk(&self, place: &Place) -> bool {
        match (&self.circle, &place.odd) {
            (Some(circle), Some(odd)) => circle.has_walk(odd, place.base.into()),
            _ => exists(&place.counts, self.ranks, place.base.into()),
        }
    }

    /// Brings fans like this one that are down to their bottom card or empty into their order.
    fn settle(&self, heights: &mut Heights, fan: usize) {
        if heights[fan] > 1 {
            return;
        }
        let alike = &self.alike[fan];
        let mut full = alike.iter().filter(|&&other| heights[other] == 1).count();
        for &other in alike {
            if heights[other] <= 1 {
                heights[other] = u8::from(full > 0);
                full = full.saturating_sub(1);
            }
        }
    }

    /// Plays the top card of a fan.
    fn play(&self, place: &Place, fan: usize) -> Place {
        let mut next = *place;
        let rank = self.top(place, fan);
        next.heights[fan] -= 1;
        self.settle(&mut next.heights, fan);
        next.counts[usize::from(rank)] -= 1;
        next.odd = match (&self.circle, &place.odd) {
            (Some(circle), Some(odd)) => Some(circle.without(odd, rank.into())),
            _ => None,
        };
        next.base = rank;
        next
    }

    fn top(&self, place: &Place, fan: usize) -> u8 {
        self.cards[fan][usize::from(place.heights[fan]) - 1]
    }

    /// What lies under the top card of a fan.
    fn rest(&self, place: &Place, fan: usize) -> &[u8] {
        &self.cards[fan][..usize::from(place.heights[fan]) - 1]
    }

    /// Adds the fans whose top cards are worth playing, the best one last.
    fn worth(&self, place: &Place, all: &mut Vec<u8>) {
        let ranks = self.ranks as u8;
        let (up, down) = ((place.base + 1) % ranks, (place.base + ranks - 1) % ranks);
        let begin = all.len();
        for fan in 0..self.cards.len() {
            let found = &all[begin..];
            if place.heights[fan] == 0 || ![up, down].contains(&self.top(place, fan)) {
                continue;
            }
            let top = self.top(place, fan);
            let rest = self.rest(place, fan);
            let same = |other: &u8| self.top(place, usize::from(*other)) == top;
            if rest.is_empty() && found.iter().any(same) {
                continue;
            }
            if found.iter().any(|other| same(other) && self.rest(place, usize::from(*other)) == rest) {
                continue;
            }
            match found
                .iter()
                .position(|other| same(other) && self.rest(place, usize::from(*other)).is_empty())
            {
                Some(n) => all[begin + n] = fan as u8,
                None => all.push(fan as u8),
            }
        }
        // The longest fans first: what lies deepest needs the most moves.
        all[begin..].sort_by_key(|fan| place.heights[usize::from(*fan)]);
    }
}

/// Depth first on compact positions.
pub(super) fn steps(game: &BlackHole, limits: &Limits) -> Outcome<Move> {
    let fans = Fans::new(game);
    let (found, states) = if fans.key_bits() <= u64::BITS {
        search_with(&fans, game, Keys::new(limits), |key| key as u64)
    } else {
        search_with(&fans, game, Keys::new(limits), |key| key)
    };
    match found {
        Ok(Some(line)) => Outcome::solved(game, line, true, states),
        Ok(None) => Outcome::unsolvable(states),
        Err(reason) => Outcome::undecided(reason, states),
    }
}

type Found = (Result<Option<Vec<Move>>, Reason>, u64);

fn search_with<K: Number>(
    fans: &Fans,
    game: &BlackHole,
    mut seen: Keys<K>,
    number: impl Fn(u128) -> K,
) -> Found {
    (run(fans, game, &mut seen, number), seen.len())
}

fn run<K: Number>(
    fans: &Fans,
    game: &BlackHole,
    seen: &mut Keys<K>,
    number: impl Fn(u128) -> K,
) -> Result<Option<Vec<Move>>, Reason> {
    let start = fans.start(game);
    seen.insert(number(fans.key(&start)))?;
    if start.counts.iter().all(|count| *count == 0) {
        return Ok(Some(Vec::new()));
    }
    if !fans.has_walk(&start) {
        return Ok(None);
    }
    // What is still to be tried: of each position on the path from where it says on.
    let mut to_try = Vec::new();
    fans.worth(&start, &mut to_try);
    let mut path = vec![(start, 0, 0u8)];
    loop {
        let Some((place, begin, played)) = path.last_mut() else { return Ok(None) };
        let Some(&fan) = to_try.get(*begin..).and_then(<[u8]>::last) else {
            path.pop();
            continue;
        };
        to_try.pop();
        *played = fan;
        let next = fans.play(place, usize::from(fan));
        if !fans.has_walk(&next) || !seen.insert(number(fans.key(&next)))? {
            continue;
        }
        if next.counts.iter().all(|count| *count == 0) {
            let line = path.iter().map(|(place, _, fan)| (place, usize::from(*fan)));
            return Ok(Some(written(fans, game, line)));
        }
        let begin = to_try.len();
        fans.worth(&next, &mut to_try);
        path.push((next, begin, 0));
    }
}

/// The moves of a path: a card of a fan that is longer than its bottom card is played from that very fan, a bottom card from any
/// fan that is down to a bottom card of its rank.
fn written<'a>(fans: &Fans, game: &BlackHole, path: impl Iterator<Item = (&'a Place, usize)>) -> Vec<Move> {
    let mut position = game.start();
    let mut line = Vec::new();
    for (place, fan) in path {
        let is_it = |real: &usize| match place.heights[fan] {
            1 => position.height(*real) == 1 && fans.cards[*real][0] == fans.cards[fan][0],
            _ => *real == fan,
        };
        let real = (0..fans.cards.len()).find(is_it).and_then(|real| game.top(&position, real));
        let Some(mv) = real.map(Move) else { break };
        line.push(mv);
        game.play(&mut position, mv);
    }
    debug_assert!(game.is_solved(&position), "{}", crate::game::id_of(game));
    line
}
