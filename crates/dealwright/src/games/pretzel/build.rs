//! Deals that are built up backwards: from the solved rows, cards go back into holes.
//!
//! A card that lies to the right of its predecessor may have come from any hole. Whoever lays it there has made a hole where it can be
//! moved to again, so the moves played the other way round are a solution. Nothing can get stuck: where no card can go back any more, the
//! deal is done.

use super::{Grid, Move, Pretzel};
use crate::construct::{BuildInfo, BuildWork, Construction, Lots};
use crate::dealing::Parameters;
use crate::kit::cards::Card;

pub(super) const BUILDS: &[BuildInfo] = &[BuildInfo {
    name: "moves back",
    about: "cards are moved back into holes from the solved rows",
    needs: "two dice of different colours with as many sides as there are rows",
    told: "Lay every suit in a row of its own from the ace to its highest card: the aces are the left edge, and one hole is at the end of \
           each row. Roll both dice. The first says a row, and with it a suit: take the highest of its cards that lies to the right \
           of the card one rank lower of its suit (if there is none, of the next suit, after the last the first). The second die says a hole, \
           counted row by row: put the card there. Go on until {moves} moves are made, or until no card lies to the right of the one below \
           it. The moves played the other way round are a solution.",
    takes_moves: true,
    last_laid_first: true,
    can_get_stuck: false,
    takes_off: true,
    slips: |_| 0,
    dice: |parameters, moves| vec![parameters.get("suits").min(255) as u8; 2 * moves as usize],
    fits: whole_deck,
}];

fn whole_deck(parameters: &Parameters, pieces: &[u8]) -> Result<(), String> {
    let (suits, ranks) = (parameters.get("suits") as u8, parameters.get("ranks") as u8);
    let deck = (0..suits).flat_map(|suit| (1..=ranks).map(move |rank| Card::new(rank, suit).symbol()));
    let (mut wanted, mut there): (Vec<u8>, Vec<u8>) = (deck.collect(), pieces.to_vec());
    wanted.sort_unstable();
    there.sort_unstable();
    match wanted == there {
        true => Ok(()),
        false => {
            Err("the rows are built of a whole deck: every card of every suit once, the aces too".into())
        }
    }
}

/// Builds a deal with so many moves, or fewer where no more can be made.
pub(super) fn build(parameters: &Parameters, moves: u32, lots: &Lots<'_>) -> Construction<Move> {
    let (suits, ranks) = (parameters.get("suits") as u8, parameters.get("ranks") as u8);
    let cells: Vec<Option<Card>> = (0..suits)
        .flat_map(|suit| (2..=ranks + 1).map(move |rank| (rank <= ranks).then(|| Card::new(rank, suit))))
        .collect();
    let Ok(game) = Pretzel::new(suits.into(), ranks.into(), false, &cells) else {
        return Construction::nothing();
    };
    let mut grid = game.start;
    let mut work = BuildWork { lay: u32::from(suits) * u32::from(ranks), ..BuildWork::default() };
    let mut line = Vec::new();
    for dice in lots.dice.chunks_exact(2).take(moves as usize) {
        let movable = (0..suits).find_map(|n| highest(&game, &grid, (dice[0] + n) % suits));
        let Some((card, at)) = movable else { break };
        let holes = (0..game.cells()).filter(|&cell| grid.0[cell].is_none());
        let Some(hole) = holes.into_iter().nth(dice[1].into()) else { break };
        grid.0.swap(at, hole);
        line.push(Move { card, to: game.square(at) });
        work.lay += 1;
        work.roll += 1;
    }
    line.reverse();
    // Holes are where the aces would have been taken away.
    let mut aces = (0..suits).map(|suit| Card::new(1, suit).symbol());
    let symbol = |card: &Option<Card>| card.map_or_else(|| aces.next().unwrap_or_default(), Card::symbol);
    let board = grid.0[..game.cells()].iter().map(symbol).collect();
    Construction { cells: Some(board), line, work }
}

/// The highest card of a suit that lies to the right of its predecessor, and where it lies.
fn highest(game: &Pretzel, grid: &Grid, suit: u8) -> Option<(Card, usize)> {
    let columns = game.ranks as usize;
    (2..=game.ranks).rev().find_map(|rank| {
        let card = Card::new(rank, suit);
        let at = game.place_of(grid, card)?;
        let follows = match at % columns {
            0 => rank == 2 && usize::from(suit) == at / columns,
            _ => grid.0[at - 1].is_some_and(|left| left.rank() < game.ranks && left.next() == card),
        };
        follows.then_some((card, at))
    })
}
