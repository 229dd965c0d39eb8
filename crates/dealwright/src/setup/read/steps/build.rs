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
    let by = table.need("by")?.word(&ways)?;
    let moves = match (table.get("moves"), by.takes_moves) {
        (Some(given), false) => {
            return Err(
                given.fault(format!("'{}' takes no number of moves: the whole board is built up", by.name))
            );
        }
        (Some(given), true) => match given.number()? {
            0 => return Err(given.fault("moves is 0, so nothing would be left to solve")),
            moves if moves > MOST_MOVES => {
                return Err(given.fault(format!("{moves} moves are too many, at most {MOST_MOVES}")));
            }
            moves => moves,
        },
        (None, true) => table.need("moves")?.number()?,
        (None, false) => 0,
    };
    Ok(Verb::Build { group: group(table.get("what"), setup, node)?, by, moves })
}
