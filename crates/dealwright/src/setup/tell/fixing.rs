//! How a deal that breaks a requirement is put right, in words.

use super::super::condition::{Condition, Holds, Test};
use super::super::{By, Change, Setup, Step, Verb, With};
use crate::kit::Group;

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

/// How pieces of this kit are turned when something is put right: to the next of their ways.
fn way_to_turn(setup: &Setup, piece: &str) -> String {
    let turned = || setup.kit.iter().filter(|group| group.turns.len() > 1);
    match (turned().all(|group| group.turns.len() == 2), turned().any(Group::is_two_sided)) {
        (true, true) => format!("turn over {piece}"),
        (true, false) => format!("turn round {piece}"),
        _ => format!("turn {piece}, to the next way in which it looks different"),
    }
}

pub(super) fn in_words(setup: &Setup, what: &Condition, change: &Change, tries: u32) -> String {
    let piece = match &what.test {
        Test::Cells { holds: Holds::Differ(_), .. } => "the second of them, in reading order,",
        Test::Cells { holds: Holds::Count { most: 0, .. }, .. } => "the first such piece, in reading order,",
        Test::Cells { holds: Holds::Count { least: 0, .. }, .. } => {
            "the first one too many, in reading order,"
        }
        Test::Cells { holds: Holds::Count { .. }, .. } => "the first other piece there, in reading order,",
        Test::Cells { holds: Holds::Game(_), .. } | Test::Structure(_) => {
            "the first of its pieces, in reading order,"
        }
    };
    let fix = match change {
        Change::Turn => way_to_turn(setup, piece.trim_end_matches(',')),
        Change::Swap(with) => {
            let other = match with {
                With::Side(0, 1) => "the piece to its right (at the right edge, to its left)".to_string(),
                With::Side(0, _) => "the piece to its left (at the left edge, to its right)".into(),
                With::Side(1, _) => "the piece below it (at the bottom, above it)".into(),
                With::Side(..) => "the piece above it (at the top, below it)".into(),
                With::Next => "the piece that was laid next (the last one with the first)".into(),
                With::Cell(cell) => format!("the piece on {}", setup.places.cell_name(*cell)),
            };
            format!("swap {piece} with {other}")
        }
    };
    let again = match tries {
        1 => "If it is still so, gather everything and begin again.".to_string(),
        tries => format!(
            "Look again; if it is still so after {tries} such changes, gather everything and begin again."
        ),
    };
    format!("If {}, {fix}. {again}", what.broken_when)
}
