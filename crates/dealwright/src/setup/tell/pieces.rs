//! Pieces by name, where the instructions must say which ones, or in which order.

use super::super::which::face_in_words;
use super::super::{Property, Setup, Verb};
use crate::kit::{COIN_SUITS, Piece, PieceKind};

/// Pieces of a group by name, in this order; none where they all look the same, so that the order makes no difference.
pub(super) fn in_order(setup: &Setup, group: usize, numbers: &[usize]) -> Option<String> {
    let pieces = &setup.kit[group].pieces;
    let names: Vec<String> = numbers.iter().map(|&number| name(setup, group, &pieces[number])).collect();
    let mut runs: Vec<(&String, usize)> = Vec::new();
    for name in &names {
        match runs.last_mut() {
            Some((last, times)) if *last == name => *times += 1,
            _ => runs.push((name, 1)),
        }
    }
    let run = |(name, times): &(&String, usize)| match times {
        1 => name.to_string(),
        times => format!("{name} ({times} times)"),
    };
    (runs.len() > 1).then(|| runs.iter().map(run).collect::<Vec<_>>().join(", "))
}

fn name(setup: &Setup, group: usize, piece: &Piece) -> String {
    let kit = &setup.kit[group];
    let faces: Vec<String> = piece.faces.iter().map(|&face| face_in_words(face, kit, setup)).collect();
    match kit.kind {
        PieceKind::Dominoes => faces.join(":"),
        // The suit of a coin is on its back: it matters only to those who sort by it.
        PieceKind::Coins if is_split_by_suit(setup, group) => {
            let suit = piece.suit.and_then(|suit| COIN_SUITS.get(suit as usize)).unwrap_or(&"no suit");
            format!("{} of {suit}", faces.concat())
        }
        _ => faces.concat(),
    }
}

fn is_split_by_suit(setup: &Setup, group: usize) -> bool {
    setup
        .steps
        .iter()
        .any(|step| matches!(step.verb, Verb::Split { group: of, by: Property::Suit, .. } if of == group))
}
