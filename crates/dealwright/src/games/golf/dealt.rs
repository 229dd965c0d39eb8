//! What setups need: the places, the deal on the table, how cards are taken up, what is alike.

use super::{Golf, Move, Shape, check_shape};
use crate::dealing::{Element, Parameters};
use crate::games::patience::{self, check_deck, named_in_order};
use crate::kit::cards::Card;
use crate::places::Places;
use crate::text::TextError;

fn shape_of(parameters: &Parameters) -> Result<Shape, String> {
    let size = |name| parameters.get(name) as usize;
    let (suits, ranks, columns, deep) = (size("suits"), size("ranks"), size("columns"), size("depth"));
    check_deck(suits, ranks, 2)?;
    let stock = (suits * ranks).saturating_sub(columns.saturating_mul(deep));
    check_shape(columns, deep, stock)?;
    Ok(Shape { columns, deep, stock })
}

/// The columns, the card that begins the waste, and the stock, each from its bottom card on: what is turned up first is on top. The
/// stock is there without a card too, so that setups can name it.
pub(super) fn places(parameters: &Parameters) -> Result<Places, String> {
    let shape = shape_of(parameters)?;
    let at = |spot| patience::square(shape.rows(), spot);
    let mut places = Places::none(shape.rows(), shape.across());
    for column in 0..shape.columns {
        let squares = (0..shape.deep).map(|depth| at((depth, column))).collect();
        places = places.stack(format!("column {}", column + 1), "columns", squares);
    }
    places = places.stack("waste", "", vec![at(shape.waste())]);
    let stock: Vec<_> = (1..shape.stock).rev().map(|after| at(shape.stock(after))).collect();
    Ok(places.stack("stock", "", stock))
}

pub(super) fn takes(symbol: u8, parameters: &Parameters) -> bool {
    let fits = |card: Card| {
        u32::from(card.suit()) < parameters.get("suits") && u32::from(card.rank()) <= parameters.get("ranks")
    };
    Card::from_symbol(symbol).is_some_and(fits)
}

pub(super) fn from_cells(
    parameters: &Parameters,
    switches: [bool; 2],
    cells: &[u8],
) -> Result<Golf, TextError> {
    let shape = shape_of(parameters).map_err(TextError::whole)?;
    let cards: Option<Vec<Card>> = cells.iter().map(|&symbol| Card::from_symbol(symbol)).collect();
    let cards = cards.filter(|cards| cards.len() == shape.columns * shape.deep + shape.stock);
    let cards = cards.ok_or_else(|| TextError::at("layout", "a place without a card"))?;
    let (columns, stock) = cards.split_at(shape.columns * shape.deep);
    let (first, rest) = stock.split_at(1);
    let stock = first.iter().chain(rest.iter().rev()).copied().collect();
    Golf::new(columns.chunks(shape.deep).map(<[Card]>::to_vec).collect(), stock, switches)
}

/// The waste is turned over, so that its first card is on top; then the stock, then the columns, each from its top card on.
pub(super) fn gathered(game: &Golf, dealt: &[u8], moves: &[Move]) -> Vec<usize> {
    let cell = |card: Card| dealt.iter().position(|&symbol| symbol == card.symbol());
    let mut turned = game.stock.iter().copied();
    let mut waste: Vec<Card> = turned.next().into_iter().collect();
    for mv in moves {
        match mv {
            Move::Card(card) => waste.push(*card),
            Move::Draw => waste.extend(turned.next()),
        }
    }
    let columns = game.columns.iter().flat_map(|column| column.iter().rev().copied());
    waste.into_iter().chain(turned).chain(columns).filter_map(cell).collect()
}

/// Columns in a fixed order, suits named within each rank in the order in which they are met. Neither depends on the other: columns
/// are compared by their ranks first.
pub(super) fn canonical(game: &Golf, symmetries: &[&str]) -> Golf {
    let mut twin = game.clone();
    let suits = symmetries.contains(&"suits");
    if symmetries.contains(&"columns") {
        let ranks = |column: &Vec<Card>| column.iter().map(|card| card.rank()).collect::<Vec<_>>();
        match suits {
            true => twin.columns.sort_by_key(ranks),
            false => twin.columns.sort(),
        }
    }
    if suits {
        named_in_order(twin.columns.iter_mut().flatten().chain(&mut twin.stock), |_| 0);
        twin.start.waste = twin.stock[0];
    }
    twin
}

pub(super) fn group(
    parameters: &Parameters,
    symmetries: &[&str],
    symbols: &[(u8, usize)],
) -> Option<Vec<Element>> {
    let shape = shape_of(parameters).ok()?;
    let columns = if symmetries.contains(&"columns") { shape.columns } else { 0 };
    let stacks: Vec<_> = (0..columns).map(|column| column * shape.deep..(column + 1) * shape.deep).collect();
    let suits = if symmetries.contains(&"suits") { parameters.get("suits") as u8 } else { 0 };
    let of_rank = |rank: u8| (0..suits).map(|suit| Card::new(rank, suit).symbol()).collect();
    let exchanged: Vec<Vec<u8>> = (1..=parameters.get("ranks") as u8).map(of_rank).collect();
    patience::group(shape.columns * shape.deep + shape.stock, &stacks, &exchanged, symbols)
}
