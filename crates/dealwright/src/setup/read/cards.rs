//! Decks of cards in a setup file.

use super::super::Fault;
use super::super::tree::{Node, Table};
use super::kit::{MOST_PIECES, size};
use crate::dealing::Parameters;
use crate::kit::cards::{Card, MOST_RANKS, MOST_SUITS, rank_letter, rank_of};
use crate::kit::{CARD_SUITS, Piece};
use crate::text::quoted;

/// The cards of a deck, suit by suit; of several decks one after the other.
pub(super) fn read(table: &Table<'_>, parameters: &Parameters) -> Result<Vec<Piece>, Fault> {
    let suits = read_suits(table, parameters)?;
    let ranks = read_ranks(table, parameters)?;
    let most = MOST_PIECES / (suits.len() * ranks.len()).max(1);
    let decks = table.get("decks").map_or(Ok(1), |node| match size(&node, parameters)? {
        0 => Err(node.fault(format!("0 decks have no cards, expected 1 to {most}"))),
        decks if decks as usize > most => {
            Err(node.fault(format!("{decks} decks are too many, expected 1 to {most}")))
        }
        decks => Ok(decks as usize),
    })?;
    if decks * suits.len() * ranks.len() > MOST_PIECES {
        let cards = decks * suits.len() * ranks.len();
        return Err(Fault::new(table.offset, format!("{cards} cards are too many, at most {MOST_PIECES}")));
    }
    let card = |suit: u8, rank: u8| Piece {
        suit: Some(suit),
        value: Some(rank),
        ..Piece::of_cells(vec![Card::new(rank, suit).symbol()])
    };
    let deck: Vec<Piece> =
        suits.iter().flat_map(|&suit| ranks.iter().map(move |&rank| card(suit, rank))).collect();
    Ok(std::iter::repeat_n(deck, decks).flatten().collect())
}

/// A number of suits, the name of a parameter, or a list of suits by name.
fn read_suits(table: &Table<'_>, parameters: &Parameters) -> Result<Vec<u8>, Fault> {
    let Some(node) = table.get("suits") else {
        return count(parameters.get("suits"), MOST_SUITS, "suits", table.offset);
    };
    if !node.is_array() {
        return count(size(&node, parameters)?, MOST_SUITS, "suits", node.offset);
    }
    let names: Vec<(&str, u8)> = CARD_SUITS.into_iter().zip(0..).collect();
    let mut suits = Vec::new();
    for item in node.items()? {
        let suit = item.word(&names)?;
        if suits.contains(&suit) {
            return Err(item.fault("this suit is named twice; for more cards say decks = 2"));
        }
        suits.push(suit);
    }
    match suits.is_empty() {
        true => Err(node.fault("no suits, expected at least one such as \"hearts\"")),
        false => Ok(suits.into_iter().collect()),
    }
}

/// A number of ranks from the ace on, the name of a parameter, a range such as `3-K`, or a list of ranks.
fn read_ranks(table: &Table<'_>, parameters: &Parameters) -> Result<Vec<u8>, Fault> {
    let Some(node) = table.get("ranks") else {
        return count_from_one(parameters.get("ranks"), table.offset);
    };
    let rank = |node: &Node<'_>, text: &str| {
        rank_of(text.trim()).map(|rank| rank as u8).ok_or_else(|| {
            node.fault(format!("{} is no rank, expected A, 2 to 10, J, Q or K", quoted(text.trim())))
        })
    };
    if node.is_array() {
        let mut ranks = Vec::new();
        for item in node.items()? {
            let text = if item.is_text() { item.text()? } else { item.number()?.to_string() };
            let rank = rank(&item, &text)?;
            if ranks.contains(&rank) {
                return Err(item.fault(format!("rank {} is named twice", rank_letter(rank))));
            }
            ranks.push(rank);
        }
        return match ranks.is_empty() {
            true => Err(node.fault("no ranks, expected at least one such as \"A\"")),
            false => Ok(ranks),
        };
    }
    if node.is_text()
        && let text = node.text()?
        && let Some((from, to)) = text.split_once('-')
    {
        let (from, to) = (rank(&node, from)?, rank(&node, to)?);
        return match from <= to {
            true => Ok((from..=to).collect()),
            false => Err(node.fault(format!(
                "{} is no range of ranks: the lower rank comes first, the ace is the lowest",
                quoted(&text)
            ))),
        };
    }
    count_from_one(size(&node, parameters)?, node.offset)
}

fn count_from_one(number: u32, offset: usize) -> Result<Vec<u8>, Fault> {
    Ok(count(number, MOST_RANKS, "ranks", offset)?.into_iter().map(|n| n + 1).collect())
}

/// So many, from 0 on.
fn count(number: u32, most: usize, what: &str, offset: usize) -> Result<Vec<u8>, Fault> {
    match number as usize {
        0 => Err(Fault::new(
            offset,
            format!("it is not said how many {what} the deck has, expected {what} = 1 to {most}"),
        )),
        n if n > most => {
            Err(Fault::new(offset, format!("{n} {what} are too many, a deck has at most {most}")))
        }
        n => Ok((0..n as u8).collect()),
    }
}
