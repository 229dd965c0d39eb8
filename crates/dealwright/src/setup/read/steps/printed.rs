//! What players see of what is asked: the words for what is printed on the pieces, where it counts as something else.

use super::super::super::Setup;
use super::super::super::condition::Alike;
use super::super::super::which::rank_name;
use crate::kit::cards::{Card, rank_of};
use crate::kit::{CARD_SUITS, Group, PieceKind};
use crate::text::listed;
use std::collections::BTreeSet;

/// A symbol that is printed on pieces of a group, and what the game sees.
struct Printed<'a> {
    group: &'a Group,
    symbol: u8,
    seen: u8,
}

/// Everything that is printed on pieces that come onto the board.
fn printed(setup: &Setup) -> Vec<Printed<'_>> {
    let of_group = |group| -> Vec<Printed<'_>> {
        let group: &Group = group;
        let symbols: BTreeSet<u8> = match &group.kind {
            PieceKind::Dice { faces, .. } => faces.iter().copied().collect(),
            _ => group.pieces.iter().flat_map(|piece| piece.symbols()).collect(),
        };
        symbols
            .into_iter()
            .map(|symbol| Printed { group, symbol, seen: group.counts_as.seen(symbol) })
            .collect()
    };
    setup.kit.iter().flat_map(of_group).collect()
}

/// Whether some piece counts as something else than it shows.
pub(super) fn is_mapped(setup: &Setup) -> bool {
    setup.kit.iter().any(|group| !group.counts_as.words.is_empty())
}

/// The words for symbols of the game as players find them: "hearts (which count as A)". `word` is what the game calls them.
pub(super) fn named(setup: &Setup, symbols: &[u8], word: &str) -> String {
    if !is_mapped(setup) {
        return word.to_string();
    }
    let (word, remark) =
        word.split_once(" (").map_or((word, String::new()), |(word, rest)| (word, format!(" ({rest}")));
    let mut names: Vec<String> = Vec::new();
    for group in &setup.kit {
        let own: Vec<u8> = printed(setup)
            .into_iter()
            .filter(|one| std::ptr::eq(one.group, group) && symbols.contains(&one.seen))
            .map(|one| one.symbol)
            .collect();
        let is_same = own.iter().all(|symbol| symbols.contains(symbol)) && group.kind != PieceKind::Cards
            || group.counts_as.words.is_empty();
        let name = match (own.is_empty(), is_same) {
            (true, _) => continue,
            (_, true) => word.to_string(),
            _ => of_group(setup, group, &own),
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let seen = names.join(" or ");
    if names.is_empty() || seen == word {
        return format!("{word}{remark}");
    }
    let count = if names.len() == 1 && !names[0].ends_with('s') && !names[0].contains(" and ") {
        "counts"
    } else {
        "count"
    };
    format!("{seen} (which {count} as {word}){remark}")
}

/// Printed symbols of one group in words: suits or ranks where they are all of them.
fn of_group(setup: &Setup, group: &Group, symbols: &[u8]) -> String {
    let cards: Vec<Card> = symbols.iter().filter_map(|&symbol| Card::from_symbol(symbol)).collect();
    if group.kind == PieceKind::Cards && cards.len() == symbols.len() {
        let all: Vec<Card> =
            group.pieces.iter().flat_map(|piece| piece.symbols()).filter_map(Card::from_symbol).collect();
        let suits: BTreeSet<u8> = cards.iter().map(|card| card.suit()).collect();
        let ranks: BTreeSet<u8> = cards.iter().map(|card| card.rank()).collect();
        if all.iter().all(|card| suits.contains(&card.suit()) == cards.contains(card)) {
            return listed(
                &suits.iter().map(|&suit| CARD_SUITS[usize::from(suit)].to_string()).collect::<Vec<_>>(),
            );
        }
        if all.iter().all(|card| ranks.contains(&card.rank()) == cards.contains(card)) {
            return listed(&ranks.iter().map(|&rank| format!("{}s", rank_name(rank))).collect::<Vec<_>>());
        }
    }
    let faces = group.printed(setup.game.faces);
    let names: Vec<String> = symbols.iter().map(|&symbol| faces.write(symbol)).collect();
    names.join(" or ")
}

/// How it is said that pieces are alike: the verb for one and for several, and what they share. `word` is what the game calls that.
pub(super) fn alike(setup: &Setup, alike: Alike, word: &'static str) -> ([&'static str; 2], &'static str) {
    const SHOW: [&str; 2] = ["shows", "show"];
    if !is_mapped(setup) {
        return (SHOW, word);
    }
    let all = printed(setup);
    let seen = |one: &Printed<'_>| {
        let (suit, value) = setup.game.faces.suit_and_value(one.seen);
        match alike {
            Alike::Same => Some(one.seen),
            Alike::Suit => suit,
            Alike::Value => value,
        }
    };
    let card =
        |one: &Printed<'_>| Card::from_symbol(one.symbol).filter(|_| one.group.kind == PieceKind::Cards);
    let suit = |one: &Printed<'_>| card(one).map(Card::suit);
    let rank = |one: &Printed<'_>| card(one).map(Card::rank);
    let value = |one: &Printed<'_>| Some(one.symbol);
    let agrees = |key: &dyn Fn(&Printed<'_>) -> Option<u8>| {
        all.iter().all(|one| all.iter().all(|other| (key(one) == key(other)) == (seen(one) == seen(other))))
    };
    let cards = all.iter().all(|one| card(one).is_some());
    let numbers = all
        .iter()
        .all(|one| matches!(one.group.kind, PieceKind::Dice { .. } | PieceKind::Coins | PieceKind::Dominoes));
    match (cards, numbers) {
        (true, _) if agrees(&suit) => (SHOW, "suit"),
        (true, _) if agrees(&rank) => (SHOW, "rank"),
        (false, true) if agrees(&value) => (SHOW, "value"),
        (false, false) if agrees(&value) && all.iter().all(|one| card(one).is_none()) => (SHOW, word),
        _ => (["counts as", "count as"], word),
    }
}

/// What is taken off the board, as it is printed: "aces", or "7s" where these count as aces.
pub(super) fn taken_off(setup: &Setup, what: &str) -> String {
    let mut ranks = setup
        .kit
        .iter()
        .flat_map(|group| &group.counts_as.words)
        .filter(|(printed, seen)| seen == "A" && printed != "A" && what == "aces")
        .filter_map(|(printed, _)| rank_of(printed).map(|rank| format!("{}s", rank_name(rank as u8))));
    ranks.next().unwrap_or_else(|| what.to_string())
}
