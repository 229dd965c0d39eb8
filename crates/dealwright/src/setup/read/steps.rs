//! The `[[step]]`s of a setup file.

use super::super::tree::{Node, Table};
use super::super::which::allowed;
use super::super::{Along, By, Fault, Lay, Order, Piles, Property, Rolled, Setup, Step, Sweep, Verb, Which};
use crate::kit::{Group, PieceKind};
use crate::text::{did_you_mean, quoted};

const MOST_STEPS: usize = 64;

const VERBS: [&str; 12] = [
    "remove", "split", "shuffle", "keep", "turn", "lay", "deal", "roll", "stand", "cover", "move", "require",
];

pub(super) fn read(node: &Node<'_>, setup: &Setup) -> Result<Vec<Step>, Fault> {
    let items = node.items()?;
    if items.len() > MOST_STEPS {
        return Err(node.fault(format!("{} steps are too many, at most {MOST_STEPS}", items.len())));
    }
    items.iter().map(|item| read_step(item, setup)).collect()
}

fn read_step(item: &Node<'_>, setup: &Setup) -> Result<Step, Fault> {
    let (word, node) = item.any_table()?.only()?;
    let verb = match word.as_str() {
        "remove" => {
            let table = node.table(&["what", "where"])?;
            let list = table.need("where")?;
            let nodes = if list.is_array() { list.items()? } else { vec![list] };
            let group = group(table.get("what"), setup, &node)?;
            let which = nodes.iter().map(|n| read_which(n, group, setup)).collect::<Result<_, _>>()?;
            Verb::Remove { group, which }
        }
        "split" => {
            let table = node.table(&["what", "by", "together"])?;
            let by = table.need("by")?.word(&[
                ("suit", Property::Suit),
                ("value", Property::Value),
                ("rank", Property::Value),
                ("colour", Property::Value),
            ])?;
            let group = group(table.get("what"), setup, &node)?;
            let together = match table.get("together") {
                None => Vec::new(),
                Some(list) => list
                    .items()?
                    .iter()
                    .map(|n| read_together(n, by, setup, group))
                    .collect::<Result<_, _>>()?,
            };
            Verb::Split { group, by, together }
        }
        "shuffle" => {
            let piles = [("all", Piles::All), ("each pile", Piles::Each)];
            if node.is_text() {
                Verb::Shuffle { group: group(None, setup, &node)?, piles: node.word(&piles)? }
            } else {
                let table = node.table(&["what", "piles"])?;
                let piles = table.get("piles").map_or(Ok(Piles::All), |n| n.word(&piles))?;
                Verb::Shuffle { group: group(table.get("what"), setup, &node)?, piles }
            }
        }
        "keep" => {
            if node.is_table() {
                let table = node.table(&["what", "count"])?;
                let count = table.need("count")?.number()? as usize;
                Verb::Keep { group: group(table.get("what"), setup, &node)?, count }
            } else {
                Verb::Keep { group: group(None, setup, &node)?, count: node.number()? as usize }
            }
        }
        "turn" => {
            if node.is_text() {
                node.word(&[("by chance", ())])?;
                Verb::Turn { group: group(None, setup, &node)? }
            } else {
                let table = node.table(&["what", "how"])?;
                table.need("how")?.word(&[("by chance", ())])?;
                Verb::Turn { group: group(table.get("what"), setup, &node)? }
            }
        }
        "lay" | "deal" => read_lay(&node, word == "deal", setup)?,
        "roll" => {
            let table = node.table(&["what", "into", "along", "from", "to_and_fro"])?;
            let lists = setup.game.info.dice.iter().map(|list| (list.name, Rolled::List(list)));
            let known: Vec<(&str, Rolled)> =
                std::iter::once(("spaces", Rolled::Spaces)).chain(lists).collect();
            let into = table.need("into")?.word(&known)?;
            let along = read_along(&table)?;
            if along == Along::Slots {
                return Err(node.fault("dice are rolled along rows or columns"));
            }
            Verb::Roll {
                group: group_of(
                    table.get("what"),
                    setup,
                    &node,
                    |g| matches!(g.kind, PieceKind::Dice { .. }),
                    "dice",
                )?,
                into,
                along,
            }
        }
        "stand" => {
            let table = node.table(&["what", "at"])?;
            let pawns = |g: &Group| matches!(g.kind, PieceKind::Pawns { .. });
            Verb::Stand {
                group: group_of(table.get("what"), setup, &node, pawns, "pawns")?,
                at: table.need("at")?.text()?,
            }
        }
        "cover" => {
            let table = node.table(&["what", "count", "at"])?;
            let count = table.need("count")?.number()? as usize;
            Verb::Cover {
                group: group(table.get("what"), setup, &node)?,
                count,
                at: table.need("at")?.text()?,
            }
        }
        "move" => {
            let table = node.table(&["what", "to"])?;
            let Some(taken_off) = &setup.game.info.taken_off else {
                let title = setup.game.info.title;
                return Err(node.fault(format!("{title} takes no pieces off the board again")));
            };
            let which = table.need("what")?.word(&[(taken_off.what, Which::Aces)])?;
            Verb::Move { which, to: table.need("to")?.word(&[(taken_off.to, taken_off.to.to_string())])? }
        }
        "require" => {
            let table = node.table(&["what", "by"])?;
            let known: Vec<_> = setup.game.requirements.iter().map(|r| (r.name, r)).collect();
            let what = table.need("what")?;
            if known.is_empty() {
                return Err(what.fault(format!("{} knows no requirements", setup.game.info.title)));
            }
            let by = table.need("by")?.word(&[("the kit", By::Kit), ("dealing again", By::DealingAgain)])?;
            Verb::Require { what: what.word(&known)?, by }
        }
        other => {
            let hint = did_you_mean(other, VERBS);
            return Err(item.fault(format!(
                "{} is not a verb, known are {}{hint}",
                quoted(other),
                VERBS.join(", ")
            )));
        }
    };
    Ok(Step { offset: node.offset, verb })
}

fn read_lay(node: &Node<'_>, deal: bool, setup: &Setup) -> Result<Verb, Fault> {
    let table =
        node.table(&["what", "piles", "round", "at_a_time", "along", "from", "to_and_fro", "layers"])?;
    let piles = table.get("piles").map_or(Ok(Order::InOrder), |n| {
        n.word(&[("in order", Order::InOrder), ("in turn", Order::InTurn)])
    })?;
    let piles = match table.get("round") {
        None => piles,
        Some(round) => {
            round.word(&[("shuffled", ())])?;
            if piles != Order::InTurn {
                return Err(round.fault("only piles that are used in turn make rounds"));
            }
            Order::InShuffledRounds
        }
    };
    let at_a_time = table.get("at_a_time").map_or(Ok(1), |n| n.number())? as usize;
    if let Some(node) = table.get("at_a_time").filter(|_| piles == Order::InOrder) {
        return Err(node.fault("only piles that are used in turn can be laid several at a time"));
    }
    if at_a_time == 0 {
        return Err(node.fault("at_a_time is 0, so nothing would ever be laid"));
    }
    let layers = match table.get("layers") {
        None => Vec::new(),
        Some(list) => {
            list.items()?.iter().map(|n| n.number().map(|n| n as usize)).collect::<Result<_, _>>()?
        }
    };
    let along = read_along(&table)?;
    if let Some(node) = table.get("layers").filter(|_| along != Along::Slots) {
        return Err(node.fault("only places that are listed as slots are built up in layers"));
    }
    let lay = Lay { deal, piles, at_a_time, along, layers };
    Ok(Verb::Lay { group: group(table.get("what"), setup, node)?, lay })
}

/// The corners that a way over the board can begin in.
const CORNERS: [(&str, (bool, bool)); 8] = [
    ("left", (false, false)),
    ("right", (false, true)),
    ("top", (false, false)),
    ("bottom", (true, false)),
    ("top left", (false, false)),
    ("top right", (false, true)),
    ("bottom left", (true, false)),
    ("bottom right", (true, true)),
];

fn read_along(table: &Table<'_>) -> Result<Along, Fault> {
    let from = table.get("from");
    let (from_bottom, from_right) = from.map_or(Ok((false, false)), |from| from.word(&CORNERS))?;
    let to_and_fro = table.get("to_and_fro").map_or(Ok(false), |node| node.flag())?;
    let sweep = Sweep { from_right, from_bottom, to_and_fro };
    let Some(along) = table.get("along") else { return Ok(Along::Rows(sweep)) };
    let along = along.word(&[
        ("rows", Along::Rows(sweep)),
        ("columns", Along::Columns(sweep)),
        ("slots", Along::Slots),
    ])?;
    match from.or(table.get("to_and_fro")) {
        Some(node) if along == Along::Slots => {
            Err(node.fault("slots are laid as they are listed; list them in another order instead"))
        }
        _ => Ok(along),
    }
}

/// The group of laid pieces that is meant: the named one, or the only one.
fn group(what: Option<Node<'_>>, setup: &Setup, step: &Node<'_>) -> Result<usize, Fault> {
    group_of(what, setup, step, Group::is_laid, "pieces to lay")
}

fn group_of(
    what: Option<Node<'_>>,
    setup: &Setup,
    step: &Node<'_>,
    fits: impl Fn(&Group) -> bool,
    wanted: &str,
) -> Result<usize, Fault> {
    let fitting: Vec<(&str, usize)> = (setup.kit.iter().zip(0..))
        .filter(|(group, _)| fits(group))
        .map(|(group, number)| (group.name.as_str(), number))
        .collect();
    match (what, fitting.as_slice()) {
        (_, []) => Err(step.fault(format!("the kit has no {wanted}"))),
        (Some(what), fitting) => what.word(fitting),
        (None, [(_, only)]) => Ok(*only),
        (None, several) => {
            let names: Vec<&str> = several.iter().map(|(name, _)| *name).collect();
            Err(step.fault(format!("which {wanted}? Say what = one of {}", names.join(", "))))
        }
    }
}

/// Which pieces of a group are meant.
fn read_which(node: &Node<'_>, group: usize, setup: &Setup) -> Result<Which, Fault> {
    let text = node.text()?;
    let group = &setup.kit[group];
    Which::read(&text, group, setup).ok_or_else(|| {
        let allowed = allowed(group, setup);
        node.fault(format!("{} is not understood for {}, expected {allowed}", quoted(&text), group.plural()))
    })
}

/// A list of suits or values that share a pile: `["spades", "hearts"]`, `[0, 1]`.
fn read_together(node: &Node<'_>, by: Property, setup: &Setup, group: usize) -> Result<Vec<u8>, Fault> {
    let coins = setup.kit[group].kind == PieceKind::Coins;
    let names: Vec<(&str, u8)> = match coins {
        true => crate::kit::COIN_SUITS.into_iter().zip(0..).collect(),
        false => crate::kit::CARD_SUITS.into_iter().zip(0..).collect(),
    };
    let one = |item: &Node<'_>| match by {
        Property::Suit => item.word(&names),
        Property::Value => {
            let number = item.number()?;
            u8::try_from(number).map_err(|_| item.fault(format!("{number} is not a value of these pieces")))
        }
    };
    node.items()?.iter().map(one).collect()
}
