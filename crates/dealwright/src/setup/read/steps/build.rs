//! `build`: the challenge is built up by hand in a way of the game's.

use super::super::super::tree::Node;
use super::super::super::{Fault, Setup, Verb};
use super::group;
use crate::construct::BuildInfo;

/// Moves that can be asked for.
const MOST_MOVES: u32 = 200;

pub(super) fn read(node: &Node<'_>, setup: &Setup) -> Result<Verb, Fault> {
    let table = node.table(&["what", "by", "moves"])?;
    let game = setup.game;
    if game.builds.is_empty() {
        let title = game.info.title;
        return Err(node.fault(format!(
            "{title} does not say how a challenge is built up by hand; lay the pieces instead"
        )));
    }
    let ways: Vec<(&str, &'static BuildInfo)> = game.builds.iter().map(|by| (by.name, by)).collect();
    let by = table.need_word("by", &ways)?;
    let moves = match (table.get("moves"), by.takes_moves) {
        (Some(given), false) => {
            return Err(
                given.fault(format!("'{}' takes no number of moves: the whole board is built up", by.name))
            );
        }
        (Some(given), true) => match given.number()? {
            0 => {
                return Err(given.fault(format!(
                    "moves is 0, so nothing would be left to solve, expected 1 to {MOST_MOVES}"
                )));
            }
            moves if moves > MOST_MOVES => {
                return Err(given.fault(format!("{moves} moves are too many, expected 1 to {MOST_MOVES}")));
            }
            moves => moves,
        },
        (None, true) => table.need_as("moves", || format!("1 to {MOST_MOVES}"))?.number()?,
        (None, false) => 0,
    };
    Ok(Verb::Build { group: group(table.get("what"), setup, node)?, by, moves })
}
