//! How a deal that breaks a requirement is put right, in words.

use super::super::condition::{Condition, Holds, Test};
use super::super::{By, Change, Setup, Slot, Step, Verb, With};
use super::places;
use crate::kit::{Group, Piece};
use crate::text::listed;

/// One that is put right may break another that was looked at before.
pub(super) const LOOK_BACK: &str = "At last look once more at what was asked before this; if it is broken now, gather everything and begin again.";

/// Whether a step is the last one that puts something right by hand, and others are asked before it.
pub(super) fn is_last_with_others_before(setup: &Setup, step: &Step) -> bool {
    let asked: Vec<&Step> = (setup.steps.iter())
        .filter(|step| matches!(&step.verb, Verb::Require { by, .. } if *by != By::Kit))
        .collect();
    let last = asked.iter().rposition(|step| matches!(step.verb, Verb::Require { by: By::Fix { .. }, .. }));
    last.is_some_and(|last| last > 0 && std::ptr::eq(asked[last], step))
}

/// Whether some pieces show the game the same every way they lie, so that turning them cannot help.
fn turned_in_vain(setup: &Setup) -> bool {
    setup.kit.iter().filter(|group| group.turns.len() > 1).any(|group| {
        let look = |piece: &Piece, turn: &Vec<usize>| -> Vec<u8> {
            turn.iter().map(|&n| group.counts_as.seen(piece.symbol(n))).collect()
        };
        let is_alike =
            |piece: &Piece| group.turns.iter().all(|turn| look(piece, turn) == look(piece, &group.turns[0]));
        group.pieces.iter().any(is_alike)
    })
}

/// How pieces of this kit are turned when something is put right: to the next of their ways.
fn way_to_turn(setup: &Setup, piece: &str) -> String {
    let turned = || setup.kit.iter().filter(|group| group.turns.len() > 1);
    match (turned().all(|group| group.turns.len() == 2), turned().any(Group::is_two_sided)) {
        (true, true) => format!("turn over {piece}"),
        (true, false) => format!("turn round {piece}"),
        _ => format!("turn {piece}, to the next way in which it looks different"),
    }
}

/// Said where pieces may come to places that are named the other way round: they are turned with them.
fn turned_with_the_place(setup: &Setup) -> &'static str {
    let spot = |cell: &Option<usize>| cell.map(|cell| setup.places.spot(cell));
    let way = |slot: &Slot| -> Option<Vec<(isize, isize)>> {
        let spots = slot.0.iter().map(spot).collect::<Option<Vec<_>>>()?;
        let (row, column) = *spots.first()?;
        let from = |(r, c): (usize, usize)| (r as isize - row as isize, c as isize - column as isize);
        Some(spots.into_iter().map(from).collect())
    };
    let placed = setup.steps.iter().filter_map(|step| match &step.verb {
        Verb::Place { at, .. } => Some(at),
        _ => None,
    });
    let mut ways: Vec<Vec<(isize, isize)>> =
        setup.slots.iter().chain(placed).filter_map(way).filter(|way| way.len() > 1).collect();
    ways.dedup();
    match ways.len() > 1 {
        true => {
            ", each turned so that what lay on the square named first for its place lies on the square named first for the other"
        }
        false => "",
    }
}

/// Said where the game always has the same piece on a place: hands do not move it.
fn what_stays(setup: &Setup) -> String {
    let fixed = (setup.game.fixed)(&setup.parameters);
    let names: Vec<String> = fixed.iter().map(|(cell, _)| places::piece_on(setup, *cell)).collect();
    match names.is_empty() {
        true => String::new(),
        false => format!("; where that is {}, gather everything and begin again", listed(&names)),
    }
}

pub(super) fn in_words(setup: &Setup, what: &Condition, change: &Change, tries: u32) -> String {
    let begin = match &what.test {
        Test::Structure(name) => setup.game.info.begin_with.iter().find(|(structure, _)| structure == name),
        Test::Cells { .. } => None,
    };
    let of_structure = begin
        .map_or("the first of its pieces, in reading order,".to_string(), |(_, begin)| {
            format!("the first of its pieces, in reading order ({begin}),")
        });
    let piece = match &what.test {
        // On stacks it is the one that lies on the other.
        Test::Cells { holds: Holds::Differ(_), scopes }
            if setup.places.has_stacks() && scopes.iter().all(|two| two.len() == 2) =>
        {
            "the first such piece, in reading order,"
        }
        Test::Cells { holds: Holds::Differ(_), .. } => "the second of them, in reading order,",
        Test::Cells { holds: Holds::Count { most: 0, .. }, .. } => "the first such piece, in reading order,",
        Test::Cells { holds: Holds::Count { least: 0, .. }, .. } => {
            "the first one too many, in reading order,"
        }
        Test::Cells { holds: Holds::Count { .. }, .. } => "the first other piece there, in reading order,",
        Test::Cells { holds: Holds::Game(_), .. } | Test::Structure(_) => of_structure.as_str(),
    };
    let fix = match change {
        Change::Turn => {
            let alike = match turned_in_vain(setup) {
                true => "; if it would look the same to the game, gather everything and begin again",
                false => "",
            };
            format!("{}{alike}", way_to_turn(setup, piece.trim_end_matches(',')))
        }
        Change::Swap(with) => {
            let other = match with {
                With::Side(0, 1) => "the piece to its right (at the right edge, to its left)".to_string(),
                With::Side(0, _) => "the piece to its left (at the left edge, to its right)".into(),
                With::Side(1, _) => "the piece below it (at the bottom, above it)".into(),
                With::Side(..) => "the piece above it (at the top, below it)".into(),
                With::Next => "the piece that was laid next (the last one with the first)".into(),
                With::Cell(cell) => places::piece_on(setup, *cell),
            };
            format!("swap {piece} with {other}{}{}", turned_with_the_place(setup), what_stays(setup))
        }
    };
    let again = match tries {
        1 => "If it is still so, gather everything and begin again.".to_string(),
        tries => format!(
            "Look again; if it is still so after {tries} such changes, gather everything and begin again."
        ),
    };
    let sentence = format!("If {}, {fix}. {again}", what.broken_when);
    match setup.places.has_stacks() {
        true => sentence.replace("in reading order", "from the left, each stack from the bottom"),
        false => sentence,
    }
}
