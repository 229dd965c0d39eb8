//! What setups need: the places, the deal on the table, how cards are taken up, what is alike.

use super::table::Shape;
use super::{Klondike, Move, Switches, check_shape};
use crate::dealing::{Element, Parameters};
use crate::games::patience;
use crate::kit::cards::Card;
use crate::places::Places;
use crate::puzzle::Puzzle;
use crate::text::TextError;
use num_bigint::BigUint;
use num_traits::One;

fn shape_of(parameters: &Parameters) -> Result<Shape, String> {
    let size = |name| parameters.get(name) as usize;
    let (suits, ranks, columns) = (size("suits"), size("ranks"), size("columns"));
    check_shape(suits, ranks, columns)?;
    Ok(Shape { suits, ranks, columns, stock: suits * ranks - columns * (columns + 1) / 2 })
}

/// The columns and the stock, each from its bottom card on: what is drawn first is on top.
pub(super) fn places(parameters: &Parameters) -> Result<Places, String> {
    let shape = shape_of(parameters)?;
    let at = |spot| patience::square(shape.rows(), spot);
    let mut places = Places::none(shape.rows(), shape.across());
    for column in 0..shape.columns {
        let squares = (0..=column).map(|depth| at((depth, column))).collect();
        places = places.stack(format!("column {}", column + 1), "columns", squares);
    }
    Ok(places.stack("stock", "", (0..shape.stock).rev().map(|after| at(shape.stock(after))).collect()))
}

pub(super) fn takes(symbol: u8, parameters: &Parameters) -> bool {
    let fits = |card: Card| {
        u32::from(card.suit()) < parameters.get("suits") && u32::from(card.rank()) <= parameters.get("ranks")
    };
    Card::from_symbol(symbol).is_some_and(fits)
}

pub(super) fn from_cells(
    parameters: &Parameters,
    switches: Switches,
    cells: &[u8],
) -> Result<Klondike, TextError> {
    let shape = shape_of(parameters).map_err(TextError::whole)?;
    let cards: Option<Vec<Card>> = cells.iter().map(|&symbol| Card::from_symbol(symbol)).collect();
    let cards = cards.filter(|cards| cards.len() == shape.suits * shape.ranks);
    let mut rest = cards.ok_or_else(|| TextError::at("layout", "a place without a card"))?;
    let mut columns = Vec::new();
    for holds in 1..=shape.columns {
        let behind = rest.split_off(holds);
        columns.push(std::mem::replace(&mut rest, behind));
    }
    rest.reverse();
    Klondike::new(columns, rest, switches)
}

/// The foundations one after the other, each turned over so that its ace is on top; then waste, stock and columns as they lie in the end.
pub(super) fn gathered(game: &Klondike, dealt: &[u8], moves: &[Move]) -> Vec<usize> {
    let mut position = game.start();
    moves.iter().for_each(|&mv| game.play(&mut position, mv));
    let up = (0..game.suits)
        .flat_map(|suit| (1..=position.up[usize::from(suit)]).map(move |rank| Card::new(rank, suit)));
    let row: Vec<Card> =
        game.on_waste(&position).chain(game.in_stock(&position)).map(|n| game.stock[n]).collect();
    let columns = game.columns.iter().enumerate().flat_map(|(n, cards)| {
        let column = &position.columns[n];
        let down = cards[..usize::from(column.down)].iter().rev().copied();
        column.run().iter().rev().copied().chain(down).collect::<Vec<_>>()
    });
    let cell = |card: Card| dealt.iter().position(|&symbol| symbol == card.symbol());
    up.chain(row).chain(columns).filter_map(cell).collect()
}

/// Ways to exchange suits that keep two of a colour of one colour: the two of a colour with each other, and the colours.
fn exchanges(suits: u8) -> Vec<[u8; 4]> {
    let all = [
        [0, 1, 2, 3],
        [3, 1, 2, 0],
        [0, 2, 1, 3],
        [3, 2, 1, 0],
        [1, 0, 3, 2],
        [1, 3, 0, 2],
        [2, 0, 3, 1],
        [2, 3, 0, 1],
    ];
    // Suits that the deck does not have stay where they are.
    let keeps = |names: &[u8; 4]| (0..suits).all(|suit| names[usize::from(suit)] < suits);
    all.into_iter().filter(keeps).collect()
}

fn renamed(cards: &[Card], names: [u8; 4]) -> Vec<Card> {
    cards.iter().map(|card| Card::new(card.rank(), names[usize::from(card.suit())])).collect()
}

/// The least deal of all exchanges of suits.
pub(super) fn canonical(game: &Klondike, symmetries: &[&str]) -> Klondike {
    if !symmetries.contains(&"suits") {
        return game.clone();
    }
    let image = |names: [u8; 4]| {
        let columns: Vec<Vec<Card>> = game.columns.iter().map(|column| renamed(column, names)).collect();
        (columns, renamed(&game.stock, names))
    };
    let least = exchanges(game.suits).into_iter().map(image).min();
    let twin = least.and_then(|(columns, stock)| Klondike::new(columns, stock, game.rules).ok());
    twin.unwrap_or_else(|| game.clone())
}

pub(super) fn group(parameters: &Parameters, symmetries: &[&str]) -> Option<Vec<Element>> {
    let shape = shape_of(parameters).ok()?;
    let cells = shape.suits * shape.ranks;
    if !symmetries.contains(&"suits") {
        return Some(vec![Element::identity(cells)]);
    }
    let element = |names: [u8; 4]| {
        let of_suit = |suit: u8| {
            let symbol = move |rank: u8, suit: u8| Card::new(rank, suit).symbol();
            (1..=shape.ranks as u8)
                .map(move |rank| (symbol(rank, suit), symbol(rank, names[usize::from(suit)])))
        };
        let symbols = (0..shape.suits as u8).flat_map(of_suit).collect();
        Element { cells: (0..cells).collect(), symbols, dice: Vec::new(), count: BigUint::one() }
    };
    Some(exchanges(shape.suits as u8).into_iter().map(element).collect())
}
