//! What pieces count as, where they show something else than the game asks for: `counts_as = { 0 = "A", 1 = "B" }`.

use super::super::Fault;
use super::super::tree::Node;
use crate::dealing::Parameters;
use crate::kit::cards::{Card, MOST_RANKS, rank_letter, rank_of};
use crate::kit::faces::Faces;
use crate::kit::{CARD_SUITS, Group, Mapping, PieceKind};
use crate::registry::Entry;
use crate::text::quoted;
use std::collections::BTreeSet;

/// What is printed: one symbol, or all cards of a suit or rank.
enum Printed {
    Symbol(u8),
    Suit(u8),
    Rank(u8),
}

/// What it counts as.
enum Counts {
    Symbol(u8),
    Suit(u8),
    Rank(u8),
}

pub(super) fn read(
    node: &Node<'_>,
    group: &Group,
    game: &Entry,
    parameters: &Parameters,
) -> Result<Mapping, Fault> {
    let mut keys = node.any_table()?.keys();
    keys.sort_by_key(|(offset, ..)| *offset);
    if keys.is_empty() {
        return Err(node.fault("nothing is said here, expected what is printed = what it counts as"));
    }
    let printed = printed_symbols(group);
    let mut words = Vec::new();
    let mut rules = Vec::new();
    for (offset, key, value) in keys {
        let from =
            read_printed(&key, group, game, &printed).map_err(|message| Fault::new(offset, message))?;
        let text = if value.is_text() { value.text()? } else { value.number()?.to_string() };
        let to = read_counts(&text, &from, game).map_err(|message| value.fault(message))?;
        if let Counts::Symbol(symbol) = to
            && !(game.takes)(symbol, parameters)
        {
            let taken: Vec<u8> = (0..=u8::MAX)
                .filter(|&one| (game.takes)(one, parameters) && game.faces.is_symbol(one))
                .collect();
            return Err(value.fault(format!(
                "{} counts as {}, which has no place on this board, allowed are {}",
                quoted(&key),
                quoted(&text),
                game.faces.in_words(&taken)
            )));
        }
        words.push((key, text));
        rules.push((offset, from, to));
    }
    let by_suit =
        rules.iter().find(|(_, from, to)| matches!((from, to), (Printed::Suit(_), Counts::Symbol(_))));
    let by_rank =
        rules.iter().any(|(_, from, to)| matches!((from, to), (Printed::Rank(_), Counts::Symbol(_))));
    if let Some((offset, ..)) = by_suit.filter(|_| by_rank) {
        return Err(Fault::new(*offset, "cards count by their suit or by their rank, not by both"));
    }
    // Cards that count by rank in a game of numbers: those that are not named count as their own number.
    let is_by_number = by_rank && matches!(game.faces, Faces::Values { .. });
    let counts = |symbol: u8| match (seen(symbol, &rules), Card::from_symbol(symbol)) {
        (same, Some(card)) if is_by_number && same == symbol && !is_named(card, &rules) => card.rank(),
        (seen, _) => seen,
    };
    let symbols = printed.iter().map(|&symbol| (symbol, counts(symbol))).filter(|(from, to)| from != to);
    Ok(Mapping { words, symbols: symbols.collect() })
}

/// Whether something is said of a card or of its rank.
fn is_named(card: Card, rules: &[(usize, Printed, Counts)]) -> bool {
    rules.iter().any(|(_, from, _)| match from {
        Printed::Symbol(symbol) => *symbol == card.symbol(),
        Printed::Rank(rank) => *rank == card.rank(),
        Printed::Suit(_) => false,
    })
}

/// What a printed symbol counts as.
fn seen(symbol: u8, rules: &[(usize, Printed, Counts)]) -> u8 {
    let one = rules.iter().find_map(|(_, from, to)| match (from, to) {
        (Printed::Symbol(printed), Counts::Symbol(seen)) if *printed == symbol => Some(*seen),
        _ => None,
    });
    let Some(card) = Card::from_symbol(symbol).filter(|_| one.is_none()) else {
        return one.unwrap_or(symbol);
    };
    let (mut suit, mut rank) = (card.suit(), card.rank());
    for (_, from, to) in rules {
        match (from, to) {
            (Printed::Suit(printed), Counts::Symbol(seen)) if *printed == card.suit() => return *seen,
            (Printed::Rank(printed), Counts::Symbol(seen)) if *printed == card.rank() => return *seen,
            (Printed::Suit(printed), Counts::Suit(seen)) if *printed == card.suit() => suit = *seen,
            (Printed::Rank(printed), Counts::Rank(seen)) if *printed == card.rank() => rank = *seen,
            _ => {}
        }
    }
    // Pieces that are no cards have no rules about suits and ranks, and stay what they are.
    if (suit, rank) == (card.suit(), card.rank()) { symbol } else { Card::new(rank, suit).symbol() }
}

/// Everything that is printed on the pieces.
fn printed_symbols(group: &Group) -> BTreeSet<u8> {
    match &group.kind {
        PieceKind::Dice { faces, .. } => faces.iter().copied().collect(),
        _ => group.pieces.iter().flat_map(|piece| piece.symbols()).collect(),
    }
}

fn read_printed(key: &str, group: &Group, game: &Entry, printed: &BTreeSet<u8>) -> Result<Printed, String> {
    let cards = || printed.iter().filter_map(|&symbol| Card::from_symbol(symbol));
    let found = match &group.kind {
        PieceKind::Cards => {
            let suit = CARD_SUITS.iter().position(|suit| *suit == key).map(|suit| suit as u8);
            let rank = rank_of(key).map(|rank| rank as u8);
            let card = Faces::Cards.read(key).filter(|faces| faces.len() == 1).map(|faces| faces[0]);
            match (suit, rank, card) {
                (Some(suit), ..) => cards().any(|card| card.suit() == suit).then_some(Printed::Suit(suit)),
                (_, Some(rank), _) => cards().any(|card| card.rank() == rank).then_some(Printed::Rank(rank)),
                (_, _, card) => card.filter(|card| printed.contains(card)).map(Printed::Symbol),
            }
        }
        PieceKind::Tokens | PieceKind::Tiles { .. } => {
            let face = game.faces.read(key).filter(|faces| faces.len() == 1).map(|faces| faces[0]);
            face.filter(|face| printed.contains(face)).map(Printed::Symbol)
        }
        _ => key.parse().ok().filter(|value| printed.contains(value)).map(Printed::Symbol),
    };
    found.ok_or_else(|| {
        let is = match group.kind {
            PieceKind::Cards => {
                let ranks = (1..=MOST_RANKS as u8).filter(|rank| cards().any(|card| card.rank() == *rank));
                let ranks: Vec<String> = ranks.map(|rank| rank_letter(rank).to_string()).collect();
                let suits = (0..8).filter(|suit| cards().any(|card| card.suit() == *suit));
                let suits: Vec<&str> = suits.map(|suit| CARD_SUITS[suit as usize]).collect();
                format!("a suit ({}), a rank ({}) or a card such as 2H", suits.join(", "), ranks.join(" "))
            }
            PieceKind::Tokens | PieceKind::Tiles { .. } => {
                printed.iter().map(|&face| game.faces.write(face)).collect::<Vec<_>>().join(" ")
            }
            _ => printed.iter().map(u8::to_string).collect::<Vec<_>>().join(" "),
        };
        format!("{} is not printed on the {}, expected {is}", quoted(key), group.plural())
    })
}

fn read_counts(text: &str, from: &Printed, game: &Entry) -> Result<Counts, String> {
    if game.faces == Faces::Cards {
        let suit = CARD_SUITS.iter().position(|suit| *suit == text).map(|suit| suit as u8);
        let rank = rank_of(text).map(|rank| rank as u8);
        match (from, suit, rank) {
            (Printed::Suit(_), Some(suit), _) => return Ok(Counts::Suit(suit)),
            (Printed::Rank(_), _, Some(rank)) => return Ok(Counts::Rank(rank)),
            (Printed::Suit(_), None, _) => {
                return Err(format!("{} is not a suit, expected {}", quoted(text), CARD_SUITS.join(", ")));
            }
            (Printed::Rank(_), _, None) => {
                return Err(format!("{} is not a rank, expected A, 2 to 10, J, Q or K", quoted(text)));
            }
            (Printed::Symbol(_), ..) => {}
        }
    }
    let one = game.faces.read(text).filter(|faces| faces.len() == 1).map(|faces| faces[0]);
    one.map(Counts::Symbol).ok_or_else(|| {
        let title = game.info.title;
        format!("{} is nothing that {title} knows, expected one of its {}", quoted(text), game.faces.kinds())
    })
}
