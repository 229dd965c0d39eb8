//! How cards are taken up after a game, and the symmetries of a deal.

use super::{Move, Pretzel};
use crate::dealing::{Element, Parameters, orders};
use crate::kit::cards::Card;
use crate::puzzle::Puzzle;
use num_bigint::BigUint;
use num_traits::One;

/// Groups with more elements than this are not listed.
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
    let element = |rows: &Vec<u8>, names: &Vec<u8>| {
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
            count: BigUint::one(),
        }
    };
    if !rules.iter().any(|rule| rule == "free-rows") {
        // Row r of the image shows row rows[r], whose suit is renamed to r.
        let names = |rows: &Vec<u8>| {
            let mut names = vec![0; rows.len()];
            rows.iter().zip(0..).for_each(|(&from, to)| names[from as usize] = to);
            names
        };
        return Some(orders.iter().map(|rows| element(rows, &names(rows))).collect());
    }
    if orders.len() * orders.len() > MOST_ELEMENTS {
        return None;
    }
    Some(orders.iter().flat_map(|rows| orders.iter().map(|names| element(rows, names))).collect())
}
