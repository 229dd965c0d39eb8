//! How a deal that breaks a requirement is put right, in words.

use super::super::condition::{Condition, Holds, Test};
use super::super::{Change, Setup, With};

pub(super) fn in_words(setup: &Setup, what: &Condition, change: &Change, tries: u32) -> String {
    let piece = match &what.test {
        Test::Cells { holds: Holds::Differ(_), .. } => "the second of them, as one reads,",
        Test::Cells { holds: Holds::Count { most: 0, .. }, .. } => "the first such piece, as one reads,",
        Test::Cells { holds: Holds::Count { least: 0, .. }, .. } => "the first one too many, as one reads,",
        Test::Cells { holds: Holds::Count { .. }, .. } => "the first other piece there, as one reads,",
        Test::Cells { holds: Holds::Game(_), .. } | Test::Structure(_) => {
            "the first of its pieces, as one reads,"
        }
    };
    let fix = match change {
        Change::Turn => format!("turn {piece} to the next way in which it looks different"),
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
