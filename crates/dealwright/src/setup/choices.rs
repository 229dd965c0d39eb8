//! What can be chosen at a place of a setup file, as words that the reader takes there: for menus.

use super::read::known_requirements;
use super::which::{Which, piece_in_words};
use super::{Setup, Verb};
use crate::kit::{CARD_SUITS, COIN_SUITS, PieceKind};

/// What `where` can say of the pieces of a group: names, then "with a …", then pieces one by one.
pub fn which(setup: &Setup, group: usize) -> Vec<String> {
    let group = &setup.kit[group];
    let mut words: Vec<String> = vec!["aces".into(), "doubles".into()];
    let mut faces: Vec<u8> = group.pieces.iter().flat_map(|piece| piece.symbols()).collect();
    faces.sort_unstable();
    faces.dedup();
    let printed = group.printed(setup.game.faces);
    let suits: &[&str] = if group.kind == PieceKind::Coins { &COIN_SUITS } else { &CARD_SUITS };
    words.extend(suits.iter().map(|suit| format!("with {suit}")));
    words.extend(
        ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
            .map(|rank| format!("with a {rank}")),
    );
    words.extend(faces.iter().map(|&face| format!("with a {}", printed.write(face))));
    words.extend(group.pieces.iter().map(|piece| Which::Showing(piece.faces.clone()).text(group, setup)));
    let mut known: Vec<String> = Vec::new();
    let means_something = |word: &String| {
        Which::read(word, group, setup).is_some_and(|which| group.pieces.iter().any(|piece| which.is(piece)))
    };
    for word in words.into_iter().filter(means_something) {
        if !known.contains(&word) {
            known.push(word);
        }
    }
    known
}

/// The pieces of a group as `piece` names them, each once.
pub fn pieces(setup: &Setup, group: usize) -> Vec<String> {
    let group = &setup.kit[group];
    let mut known: Vec<String> = Vec::new();
    for piece in &group.pieces {
        let word = Which::Showing(piece.faces.clone()).text(group, setup);
        if !known.contains(&word) {
            known.push(word);
        }
    }
    known
}

/// A piece in words: "3H", "0:6", "AB|BA".
pub fn piece_words(setup: &Setup, group: usize, piece: usize) -> String {
    let group = &setup.kit[group];
    group.pieces.get(piece).map_or_else(String::new, |piece| piece_in_words(piece, group, setup))
}

/// Names of places, those of several at once first.
pub fn places(setup: &Setup) -> Vec<String> {
    let places = &setup.places;
    let mut names: Vec<String> = Vec::new();
    let mut add = |name: String| {
        if !name.is_empty() && !names.contains(&name) && places.named(&name).is_ok() {
            names.push(name);
        }
    };
    for name in ["all", "top row", "bottom row", "left column", "right column"] {
        add(name.into());
    }
    (1..=places.rows).for_each(|row| add(format!("row {row}")));
    let file =
        |column: usize| char::from(b'a'.saturating_add(places.first_file).saturating_add(column as u8));
    (0..places.columns).for_each(|column| add(format!("column {}", file(column))));
    places.list().iter().for_each(|place| add(place.family.into()));
    places.list().iter().for_each(|place| add(place.name.clone()));
    names
}

/// The piles of a group after the steps before a step, by the words that stand for them; none where it was never split.
pub fn piles(setup: &Setup, group: usize, before: usize) -> Vec<String> {
    let by = setup.steps.iter().take(before).rev().find_map(|step| match &step.verb {
        Verb::Split { group: of, by, .. } if *of == group => Some(*by),
        _ => None,
    });
    let Some(by) = by else { return Vec::new() };
    let group = &setup.kit[group];
    let mut values: Vec<u8> = group.pieces.iter().filter_map(|piece| by.of(piece)).collect();
    values.sort_unstable();
    values.dedup();
    values.into_iter().map(|value| by.name_of(value, group, setup)).collect()
}

/// What can be required of a deal.
pub fn requirements(setup: &Setup) -> Vec<String> {
    known_requirements(setup)
}

/// The symbols that can stand on this board, in the order of the game.
pub fn symbols(setup: &Setup) -> Vec<u8> {
    super::read::known_symbols(setup)
}
