//! How cards are taken up after a game, and the symmetries of a deal.

use super::{MOST_SUITS, Move, Pretzel};
use crate::dealing::{Element, Parameters, orders, partitions, permutations_with};
use crate::kit::cards::Card;
use crate::puzzle::Puzzle;
use num_bigint::BigUint;
use num_traits::One;

/// Groups with more elements than this are listed by kinds.
const MOST_ELEMENTS: usize = 50_000;

/// Row by row as the cards lie in the end, the ace of each row first.
pub(super) fn gathered(game: &Pretzel, dealt: &[u8], moves: &[Move]) -> Vec<usize> {
    let mut grid = game.start();
    moves.iter().for_each(|&mv| game.play(&mut grid, mv));
    let rows = grid.0[..game.cells()].chunks(game.ranks as usize).zip(0..);
    let cards = rows.flat_map(|(row, suit)| {
        std::iter::once(Card::new(1, suit)).chain(row.iter().copied().flatten()).map(Card::symbol)
    });
    cards.filter_map(|symbol| dealt.iter().position(|&other| other == symbol)).collect()
}

/// Suits renamed together with their rows; with free rows, suits and rows each by themselves.
pub(super) fn group(parameters: &Parameters, rules: &[String], symmetries: &[&str]) -> Option<Vec<Element>> {
    let (suits, ranks) = (parameters.get("suits") as u8, parameters.get("ranks") as u8);
    let orders = if symmetries.contains(&"suits") { orders(suits) } else { vec![(0..suits).collect()] };
    let element = |rows: &Vec<u8>, names: &Vec<u8>, count: BigUint| {
        let columns = ranks as usize;
        let cells = (0..suits as usize * columns).map(|n| rows[n / columns] as usize * columns + n % columns);
        let renamed = |suit: u8| {
            let name = names[suit as usize];
            (2..=ranks).map(move |rank| (Card::new(rank, suit).symbol(), Card::new(rank, name).symbol()))
        };
        Element {
            cells: cells.collect(),
            symbols: (0..suits).flat_map(renamed).collect(),
            dice: Vec::new(),
            count,
        }
    };
    if !rules.iter().any(|rule| rule == "free-rows") {
        // Row r of the image shows row rows[r], whose suit is renamed to r.
        let names = |rows: &Vec<u8>| {
            let mut names = vec![0; rows.len()];
            rows.iter().zip(0..).for_each(|(&from, to)| names[from as usize] = to);
            names
        };
        return Some(orders.iter().map(|rows| element(rows, &names(rows), BigUint::one())).collect());
    }
    // Rows and suits are exchanged each by themselves, so one order of each kind stands for all of its kind.
    let orders: Vec<(Vec<u8>, BigUint)> = match orders.len() * orders.len() > MOST_ELEMENTS {
        true => kinds_of_orders(suits),
        false => orders.into_iter().map(|order| (order, BigUint::one())).collect(),
    };
    let with_names = |(rows, ways): &(Vec<u8>, BigUint)| -> Vec<Element> {
        orders.iter().map(|(names, more)| element(rows, names, ways * more)).collect()
    };
    Some(orders.iter().flat_map(with_names).collect())
}

/// One order of `0..n` for each list of lengths that its circles can have, and how many orders there are with these. Among them are
/// the one that exchanges the first two and the one that moves all in a circle: from these two come all others.
fn kinds_of_orders(n: u8) -> Vec<(Vec<u8>, BigUint)> {
    let kind = |lengths: Vec<usize>| {
        let mut order: Vec<u8> = Vec::new();
        for &length in &lengths {
            let first = order.len() as u8;
            order.extend((0..length as u8).map(|at| first + (at + 1) % length as u8));
        }
        (order, permutations_with(&lengths))
    };
    partitions(n.into(), n.into()).into_iter().map(kind).collect()
}

/// Names for the suits in the order in which their cards are met, rows taken in the given order. The least ID among
/// all renamings need not be this one, but equal challenges get the same one, and that is all that counts.
pub(super) fn first_seen_names(challenge: &Pretzel, rows: &[u8]) -> [u8; MOST_SUITS] {
    let columns = challenge.ranks as usize;
    let mut names = [u8::MAX; MOST_SUITS];
    let mut next = 0;
    let cells =
        rows.iter().flat_map(|&row| &challenge.start.0[row as usize * columns..(row as usize + 1) * columns]);
    for card in cells.flatten() {
        let name = &mut names[card.suit() as usize];
        if *name == u8::MAX {
            *name = next;
            next += 1;
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// The lengths of the circles of an order.
    fn lengths(order: &[u8]) -> Vec<usize> {
        let mut seen = vec![false; order.len()];
        let mut all = Vec::new();
        for first in 0..order.len() {
            let (mut at, mut length) = (first, 0);
            while !std::mem::replace(&mut seen[at], true) {
                (at, length) = (order[at] as usize, length + 1);
            }
            if length > 0 {
                all.push(length);
            }
        }
        all.sort_unstable();
        all
    }

    #[test]
    fn kinds_stand_for_all_orders_of_their_kind() {
        for n in 1..=6 {
            let mut all: BTreeMap<Vec<usize>, BigUint> = BTreeMap::new();
            for order in orders(n) {
                *all.entry(lengths(&order)).or_default() += 1u8;
            }
            let kinds =
                kinds_of_orders(n).into_iter().map(|(order, count)| (lengths(&order), count)).collect();
            assert_eq!(all, kinds, "{n}");
        }
    }
}
