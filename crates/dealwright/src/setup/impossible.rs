//! Requirements that no deal can meet because of what is on the board in all of them.

use super::condition::{Alike, Condition, Holds, Test};
use super::deal::{Dealer, Laid, NoDeal};
use super::{By, Setup, Step, Verb};
use crate::rng::Stream;
use std::collections::BTreeSet;

/// Tries after which a requirement that none of them met is taken to be the one to blame.
const TRIES: u64 = 1000;

/// The first step that asks for what cannot be, and why; none where that is not known. `laid` is any deal.
pub(super) fn first<'a>(dealer: &Dealer<'a>, laid: &Laid) -> Option<(&'a Step, String)> {
    let all_alike = !dealer.plan.varies(dealer.can_turn());
    dealer.setup.steps.iter().find_map(|step| match &step.verb {
        Verb::Require { what, by } if *by != By::Kit => {
            let why = if all_alike { cannot_be(dealer.setup, what, &laid.cells) } else { None };
            why.map(|why| (step, format!("no deal can meet '{}': {why}", what.in_full())))
        }
        _ => None,
    })
}

/// Why a condition cannot hold on any board that shows the same symbols as this one in another order.
fn cannot_be(setup: &Setup, what: &Condition, cells: &[u8]) -> Option<String> {
    let Test::Cells { scopes, holds } = &what.test else { return None };
    let seen = |cell: &usize| (setup.game.seen)(cells[*cell]);
    match holds {
        Holds::Game(_) => None,
        Holds::Count { of, least, most } => {
            let there = (0..cells.len()).filter(|cell| of.contains(&seen(cell))).count();
            // Of none the places are asked one by one: what may lie on none of them must lie beside all of them.
            let asked: BTreeSet<usize> = scopes.iter().flatten().copied().collect();
            let beside = cells.len() - asked.len();
            if there < *least {
                return Some(match there {
                    0 => "none of these is ever on the board".into(),
                    there => format!("only {there} of these are on the board"),
                });
            }
            (there > most.saturating_add(beside)).then(|| {
                let outside = match beside {
                    0 => "no place is left for any other".to_string(),
                    n => format!("only {n} of them can lie elsewhere"),
                };
                format!("{there} of these are always on the board, and {outside}")
            })
        }
        Holds::Differ(alike) => {
            let key = |symbol: u8| {
                let (suit, value) = setup.game.faces.suit_and_value(symbol);
                match alike {
                    Alike::Same => Some(symbol).filter(|symbol| setup.game.empty != Some(*symbol)),
                    Alike::Suit => suit,
                    Alike::Value => value,
                }
            };
            let keys: Vec<Option<u8>> = (0..cells.len()).map(|cell| key(seen(&cell))).collect();
            let different = keys.iter().flatten().collect::<BTreeSet<_>>().len();
            let without = keys.iter().filter(|key| key.is_none()).count();
            let places = scopes.iter().map(Vec::len).max().unwrap_or(0);
            (places > different + without).then(|| {
                format!("{places} places would have to differ, and there are only {different} different ones")
            })
        }
    }
}

/// Which requirement keeps a setup from being dealt, after very many deals in vain: the first that not one of some deals met.
pub(super) fn to_blame(dealer: &Dealer<'_>) -> NoDeal {
    let mut random = Stream::new(&["to blame"], 0);
    let deals: Vec<Laid> = (0..TRIES).map(|_| dealer.once(&mut random)).collect();
    let never =
        |what: &Condition| deals.iter().all(|laid| what.broken_at(dealer, &laid.cells, &laid.dice).is_some());
    let mut asked = dealer.setup.steps.iter().enumerate().filter_map(|(number, step)| match &step.verb {
        Verb::Require { what, by } if *by != By::Kit => Some((number, what)),
        _ => None,
    });
    match asked.find(|(_, what)| never(what)) {
        Some((number, what)) => {
            NoDeal { blame: format!("'{}' (step {})", what.in_full(), number + 1), step: Some(number) }
        }
        None => NoDeal { blame: "all requirements together".into(), step: None },
    }
}
