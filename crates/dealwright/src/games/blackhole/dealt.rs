//! What setups need: the places, the deal on the table, how cards are taken up, what is alike.

use super::{BlackHole, MOST_IN_FAN, Move, Shape, first_base};
use crate::dealing::{Element, Parameters};
use crate::games::patience::{self, check_deck, named_in_order};
use crate::kit::cards::Card;
use crate::places::Places;
use crate::text::TextError;

fn shape_of(parameters: &Parameters) -> Result<(usize, Shape), String> {
    let size = |name| parameters.get(name) as usize;
    let (suits, ranks, holds) = (size("suits"), size("ranks"), size("depth"));
    check_deck(suits, ranks, 2)?;
    let cards = suits * ranks - 1;
    match (1..=MOST_IN_FAN.min(cards)).contains(&holds) {
        true => Ok((cards, Shape { fans: cards.div_ceil(holds), holds })),
        false => Err(format!(
            "fans of {holds} cannot be: 1 to {MOST_IN_FAN} cards each, and {cards} cards make at least one fan"
        )),
    }
}

/// The fans, each from its bottom card on, and the base.
pub(super) fn places(parameters: &Parameters) -> Result<Places, String> {
    let (cards, shape) = shape_of(parameters)?;
    let rows = shape.rows();
    let mut places = Places::none(rows, shape.columns());
    for fan in 0..shape.fans {
        let (row, column) = shape.spot(fan);
        let holds = shape.holds.min(cards - fan * shape.holds);
        let squares = (0..holds).map(|depth| patience::square(rows, (row + depth, column)));
        places = places.stack(format!("fan {}", fan + 1), "fans", squares.collect());
    }
    Ok(places.stack("base", "", vec![patience::square(rows, shape.base())]))
}

/// The base, and the card that every game begins on.
pub(super) fn fixed(parameters: &Parameters) -> Vec<(usize, u8)> {
    shape_of(parameters).map_or_else(|_| Vec::new(), |(cards, _)| vec![(cards, first_base().symbol())])
}

pub(super) fn takes(symbol: u8, parameters: &Parameters) -> bool {
    let fits = |card: Card| {
        u32::from(card.suit()) < parameters.get("suits") && u32::from(card.rank()) <= parameters.get("ranks")
    };
    Card::from_symbol(symbol).is_some_and(fits)
}

pub(super) fn from_cells(parameters: &Parameters, cells: &[u8]) -> Result<BlackHole, TextError> {
    let (_, shape) = shape_of(parameters).map_err(TextError::whole)?;
    let cards: Option<Vec<Card>> = cells.iter().map(|&symbol| Card::from_symbol(symbol)).collect();
    let cards = cards.ok_or_else(|| TextError::at("layout", "a place without a card"))?;
    match cards.split_last() {
        Some((base, cards)) if *base == first_base() => {
            BlackHole::new(cards.chunks(shape.holds).map(<[Card]>::to_vec).collect())
        }
        Some((base, _)) => {
            Err(TextError::at("base", format!("{base} lies there, the game begins on {}", first_base())))
        }
        None => Err(TextError::at("layout", "has no cards")),
    }
}

/// The pile on the base is turned over, so that the first card played is on top; then the fans, each from its top card on.
pub(super) fn gathered(game: &BlackHole, dealt: &[u8], moves: &[Move]) -> Vec<usize> {
    let cell = |card: Card| dealt.iter().position(|&symbol| symbol == card.symbol());
    let played = [first_base()].into_iter().chain(moves.iter().map(|mv| mv.0));
    let fans = game.fans.iter().flat_map(|fan| fan.iter().rev().copied());
    played.chain(fans).filter_map(cell).collect()
}

/// Fans in a fixed order, suits named within each rank in the order in which they are met. Neither depends on the other: fans are
/// compared by their ranks first.
pub(super) fn canonical(game: &BlackHole, symmetries: &[&str]) -> BlackHole {
    let mut twin = game.clone();
    let suits = symmetries.contains(&"suits");
    if symmetries.contains(&"fans") {
        let full = twin.fans.iter().filter(|fan| fan.len() == usize::from(twin.holds)).count();
        let ranks = |fan: &Vec<Card>| fan.iter().map(|card| card.rank()).collect::<Vec<_>>();
        match suits {
            true => twin.fans[..full].sort_by_key(ranks),
            false => twin.fans[..full].sort(),
        }
    }
    if suits {
        named_in_order(twin.fans.iter_mut().flatten(), |rank| u8::from(rank == 1));
    }
    twin
}

pub(super) fn group(
    parameters: &Parameters,
    symmetries: &[&str],
    symbols: &[(u8, usize)],
) -> Option<Vec<Element>> {
    let (cards, shape) = shape_of(parameters).ok()?;
    let full = if symmetries.contains(&"fans") { cards / shape.holds } else { 0 };
    let stacks: Vec<_> = (0..full).map(|fan| fan * shape.holds..(fan + 1) * shape.holds).collect();
    let suits = if symmetries.contains(&"suits") { parameters.get("suits") as u8 } else { 0 };
    // The ace of spades stays the base.
    let of_rank =
        |rank: u8| (u8::from(rank == 1)..suits).map(|suit| Card::new(rank, suit).symbol()).collect();
    let exchanged: Vec<Vec<u8>> = (1..=parameters.get("ranks") as u8).map(of_rank).collect();
    patience::group(cards + 1, &stacks, &exchanged, symbols)
}
