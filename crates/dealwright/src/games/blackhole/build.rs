//! Deals that are built around a walk: hands walk round the circle of ranks, one card a step, and deal what they walked from its end.
//!
//! Between each two neighbouring ranks lie as many matches as there are suits, save that one is missing beside the ace. Each step burns a
//! match. A walk along all matches, each once, comes to every rank as often as there are cards of it: half of the matches that lie beside
//! it, and the two ranks beside the missing match are where it begins and ends. Such a walk never gets stuck if it takes a match without which the
//! other matches fall apart only where there is no other (Fleury). On a circle that is the last match of a gap, as soon as some other gap
//! is empty.
//!
//! The cards are dealt from the last one of the walk to the first. So whatever covers a card was walked to before it, and the cards
//! can be played in the order of the walk.

use super::{Move, first_base};
use crate::construct::{BuildInfo, BuildWork, Construction, Lots};
use crate::dealing::Parameters;
use crate::games::patience::{cards_of, whole_deck};
use crate::kit::cards::Card;

pub(super) const BUILDS: &[BuildInfo] = &[BuildInfo {
    name: "walk",
    about: "hands walk round the circle of ranks, one card a step, and deal the cards of the walk from its end",
    needs: "a coin, a match for each card, and for each card of a fan a slip with the fan's number",
    told: "Put the ace of spades down as the base and sort all other cards by rank into piles, which lie in a circle. Between every two neighbouring \
           piles lay as many matches as there are suits. Toss the coin. On heads take one match away between the ace and the highest rank, on tails \
           between the ace and the two. Now walk round the circle, beginning at the aces. For each step toss the coin: heads is one rank up, tails one \
           rank down. Take a match away on that side, and put the top card of the pile that you come to face up onto a new pile. Go to the other side instead \
           if there is no match on this one. Go to the other side too if the match is the last one on this side, the other side still has one, and \
           somewhere else in the circle all matches are gone. When the last match is taken, all cards are on the new pile. Shuffle the slips and deal \
           the new pile from its top, each card face up onto the fan that the next slip names. The cards can go in the order of your walk: the card that \
           you dealt last is the first.",
    takes_moves: false,
    last_laid_first: true,
    can_get_stuck: false,
    takes_off: false,
    slips: |parameters| cards(parameters).saturating_sub(1),
    dice: |parameters, _| vec![2; cards(parameters)],
    fits: whole_deck,
}];

fn cards(parameters: &Parameters) -> usize {
    (parameters.get("suits") * parameters.get("ranks")) as usize
}

/// The matches that are left between each rank and the next one up.
struct Circle(Vec<u32>);

impl Circle {
    /// Whether the next step from a rank goes up; none where no match lies beside it.
    fn goes_up(&self, rank: usize, heads: bool) -> Option<bool> {
        let sides = [rank, (rank + self.0.len() - 1) % self.0.len()];
        let [up, down] = sides.map(|gap| self.0[gap]);
        let may_take = |side: usize, other: u32| {
            let elsewhere = || self.0.iter().enumerate().any(|(gap, left)| gap != sides[side] && *left == 0);
            self.0[sides[side]] > 1 || self.0[sides[side]] == 1 && (other == 0 || !elsewhere())
        };
        match (may_take(0, down), may_take(1, up)) {
            (true, true) => Some(heads),
            (true, false) => Some(true),
            (false, true) => Some(false),
            (false, false) => None,
        }
    }
}

/// Builds a deal.
pub(super) fn build(parameters: &Parameters, lots: &Lots<'_>) -> Construction<Move> {
    let (suits, ranks) = (parameters.get("suits"), parameters.get("ranks") as usize);
    let depth = parameters.get("depth") as usize;
    let deck = cards_of(lots.pieces);
    let mut coins = lots.dice.iter().map(|&side| side == 0);
    let mut piles: Vec<Vec<Card>> = vec![Vec::new(); ranks];
    let sorted = deck.iter().copied().filter(|card| *card != first_base());
    sorted.for_each(|card| piles[usize::from(card.rank()) - 1].push(card));
    let mut circle = Circle(vec![suits; ranks]);
    let missing = if coins.next() == Some(true) { ranks - 1 } else { 0 };
    circle.0[missing] -= 1;
    let mut line = Vec::new();
    let mut rank = 0;
    while let Some(up) = circle.goes_up(rank, coins.next() == Some(true)) {
        let next = if up { rank + 1 } else { rank + ranks - 1 } % ranks;
        circle.0[if up { rank } else { next }] -= 1;
        let Some(card) = piles[next].pop() else { break };
        line.push(card);
        rank = next;
    }
    let steps = line.len() as u32;
    let work = BuildWork { lay: deck.len() as u32 + 2 * steps, look: 0, roll: 1 + steps };
    if line.len() != lots.slips.len() || line.len() + 1 != deck.len() {
        return Construction { work, ..Construction::nothing() };
    }
    let mut fans: Vec<Vec<Card>> = vec![Vec::new(); line.len().div_ceil(depth)];
    for (card, slip) in line.iter().rev().zip(lots.slips) {
        fans[usize::from(*slip) / depth].push(*card);
    }
    let cells = fans.iter().flatten().chain([&first_base()]).map(|card| card.symbol()).collect();
    Construction { cells: Some(cells), line: line.into_iter().map(Move).collect(), work }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Stream;

    /// Every walk on small circles, and walks on large ones by chance: none gets stuck before all matches are gone.
    #[test]
    fn no_walk_gets_stuck() {
        fn all(circle: &mut Circle, rank: usize, walks: &mut u64) {
            let ranks = circle.0.len();
            let mut ways: Vec<bool> =
                [true, false].into_iter().filter_map(|heads| circle.goes_up(rank, heads)).collect();
            ways.dedup();
            if ways.is_empty() {
                assert_eq!(circle.0.iter().sum::<u32>(), 0, "stuck at {rank}: {:?}", circle.0);
                *walks += 1;
            }
            for up in ways {
                let next = if up { rank + 1 } else { rank + ranks - 1 } % ranks;
                let gap = if up { rank } else { next };
                circle.0[gap] -= 1;
                all(circle, next, walks);
                circle.0[gap] += 1;
            }
        }
        let mut walks = 0;
        for (suits, ranks) in
            [(1, 2), (1, 5), (2, 2), (2, 3), (2, 5), (3, 4), (4, 3), (2, 6), (3, 5), (4, 5), (3, 7)]
        {
            for missing in [0, ranks - 1] {
                let mut circle = Circle(vec![suits; ranks]);
                circle.0[missing] -= 1;
                all(&mut circle, 0, &mut walks);
            }
        }
        assert!(walks > 1000, "{walks}");
        let mut random = Stream::new(&["walk"], 0);
        for _ in 0..2000 {
            let mut circle = Circle(vec![4; 13]);
            circle.0[12] -= 1;
            let mut rank = 0;
            while let Some(up) = circle.goes_up(rank, random.below(2) == 0) {
                let next = if up { rank + 1 } else { rank + 12 } % 13;
                circle.0[if up { rank } else { next }] -= 1;
                rank = next;
            }
            assert_eq!(circle.0, vec![0; 13]);
        }
    }
}
