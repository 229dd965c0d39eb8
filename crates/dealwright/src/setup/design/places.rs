//! Ways to place the pieces of a kit on a board, and to deal them.

use super::super::{Along, Order, Setup, Slot, Sweep, Verb, cover};
use super::Way;
use crate::kit::Shape;
use std::ops::ControlFlow;

/// Ways to fill a board that are looked for.
const MOST_TILINGS: usize = 5000;
/// Places that are tried in looking for them: a few seconds.
const MOST_LOOKS: u64 = 50_000_000;

/// All ways to fill the board with pieces of a shape.
pub(super) fn tilings(setup: &Setup, shape: Shape) -> Result<Vec<Vec<Slot>>, String> {
    if setup.slots.iter().any(|slot| slot.0.iter().any(Option::is_none)) {
        return Err("places that cover each other cannot be opened".into());
    }
    let by_slots = |verb: &Verb| matches!(verb, Verb::Lay { lay, .. } if lay.along == Along::Slots);
    if shape == Shape::SINGLE || !setup.steps.iter().any(|step| by_slots(&step.verb)) {
        return Err("only pieces of several cells that are laid along slots have places to choose".into());
    }
    let mut found = Vec::new();
    let whole = cover::each(setup, shape, MOST_LOOKS, &mut |slots| {
        found.push(slots.to_vec());
        if found.len() > MOST_TILINGS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if found.len() > MOST_TILINGS {
        return Err(format!(
            "there are more than {MOST_TILINGS} ways to place the pieces; open something else"
        ));
    }
    if !whole {
        return Err(
            "the ways to place the pieces on this board are too many to look through; open something else"
                .into(),
        );
    }
    Ok(found)
}

/// Ways to deal the piles of a group; the first is the setup's own.
pub(super) fn ways_to_deal(setup: &Setup, group: usize) -> Result<Vec<Way>, String> {
    let own = setup.steps.iter().find_map(|step| match &step.verb {
        Verb::Lay { group: of, lay } if *of == group => Some((lay.piles, lay.at_a_time, lay.along)),
        _ => None,
    });
    let own = own.filter(|(_, _, along)| *along != Along::Slots);
    let own = own.ok_or("only pieces that are laid along rows or columns can be dealt in another way")?;
    let mut ways = vec![own];
    let stacks = setup.places.has_stacks();
    let orders = [(Order::InOrder, 1), (Order::InTurn, 1), (Order::InTurn, 2), (Order::InTurn, 3)];
    for (order, at_a_time) in orders.into_iter().chain([(Order::InShuffledRounds, 1)]) {
        for from_right in [false, true] {
            let sweep = Sweep { from_right, ..Sweep::default() };
            let alongs = match stacks {
                false => [Along::Rows(sweep), Along::Columns(sweep)],
                true => [Along::Places(sweep), Along::Rounds(sweep)],
            };
            for along in alongs {
                if (order, at_a_time, along) != own {
                    ways.push((order, at_a_time, along));
                }
            }
        }
    }
    Ok(ways)
}

pub(super) fn way_in_words((order, at_a_time, along): &Way) -> String {
    let order = match order {
        Order::InOrder => "pile after pile".to_string(),
        Order::InTurn if *at_a_time == 1 => "piles in turn".to_string(),
        Order::InTurn => format!("piles in turn, {at_a_time} at a time"),
        Order::InShuffledRounds => "in shuffled rounds".to_string(),
    };
    let (way, sweep) = match along {
        Along::Rows(sweep) => ("rows", *sweep),
        Along::Columns(sweep) => ("columns", *sweep),
        Along::Slots => ("slots", Sweep::default()),
        Along::Places(sweep) => ("places", *sweep),
        Along::Rounds(sweep) => ("rounds", *sweep),
    };
    let from = match sweep.corner() {
        "left" => String::new(),
        corner => format!(" from the {corner}"),
    };
    format!("{order} along {way}{from}{}", if sweep.to_and_fro { ", to and fro" } else { "" })
}
