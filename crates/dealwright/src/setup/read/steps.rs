//! The `[[step]]`s of a setup file.

mod require;

use super::super::tree::{Node, Table};
use super::super::which::allowed;
use super::super::{
    Along, Arrangement, FaceUp, Fault, Lay, Order, PileName, Piles, Property, Rolled, Setup, Step, Sweep,
    Verb, When, Which,
};
use super::board;
use crate::kit::{Group, PieceKind};
use crate::text::{did_you_mean, quoted};

const MOST_STEPS: usize = 64;

const VERBS: [&str; 15] = [
    "remove", "split", "shuffle", "arrange", "keep", "turn", "lay", "deal", "place", "reveal", "roll",
    "stand", "cover", "move", "require",
];

/// Reads the steps one after the other into the setup, so that a step can refer to those before it.
pub(super) fn read(node: &Node<'_>, setup: &mut Setup) -> Result<(), Fault> {
    let items = node.items()?;
    if items.len() > MOST_STEPS {
        return Err(node.fault(format!("{} steps are too many, at most {MOST_STEPS}", items.len())));
    }
    for item in items {
        let step = read_step(&item, setup)?;
        setup.steps.push(step);
    }
    Ok(())
}

fn read_step(item: &Node<'_>, setup: &Setup) -> Result<Step, Fault> {
    let table = item.any_table()?;
    let (at, word, node) = table.only_beside("when")?;
    let verb = match word.as_str() {
        "remove" => {
            let table = node.table(&["what", "where"])?;
            let list = table.need("where")?;
            let nodes = if list.is_array() { list.items()? } else { vec![list] };
            let group = group(table.get("what"), setup, &node)?;
            let which = nodes.iter().map(|n| read_which(n, group, setup)).collect::<Result<_, _>>()?;
            Verb::Remove { group, which }
        }
        "split" => read_split(&node, setup)?,
        "shuffle" => read_shuffle(&node, setup)?,
        "arrange" => {
            let table = node.table(&["what", "order"])?;
            let group = group(table.get("what"), setup, &node)?;
            Verb::Arrange { group, order: read_order(&table.need("order")?, group, setup)? }
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
        "place" => {
            let table = node.table(&["what", "piece", "at"])?;
            let group = group(table.get("what"), setup, &node)?;
            let which = read_which(&table.need("piece")?, group, setup)?;
            Verb::Place { group, which, at: board::read_slot(&table.need("at")?, &setup.places)? }
        }
        "reveal" => {
            let node = if node.is_table() { node.table(&["at"])?.need("at")? } else { node };
            let at =
                if node.is_text() && node.text()? == "all" { Vec::new() } else { read_names(&node, setup)? };
            Verb::Reveal { at }
        }
        "roll" => {
            let table = node.table(&["what", "into", "along", "from", "to_and_fro"])?;
            let lists = setup.game.info.dice.iter().map(|list| (list.name, Rolled::List(list)));
            let known: Vec<(&str, Rolled)> =
                std::iter::once(("spaces", Rolled::Spaces)).chain(lists).collect();
            let into = table.need("into")?.word(&known)?;
            let along = read_along(&table, setup)?;
            if along == Along::Slots {
                return Err(node.fault("dice are rolled along rows or columns"));
            }
            let dice = |g: &Group| matches!(g.kind, PieceKind::Dice { .. });
            Verb::Roll { group: group_of(table.get("what"), setup, &node, dice, "dice")?, into, along }
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
        "require" => require::read(&node, setup)?,
        other => {
            let hint = did_you_mean(other, VERBS);
            let known = VERBS.join(", ");
            return Err(Fault::new(at, format!("{} is not a verb, known are {known}{hint}", quoted(other))));
        }
    };
    let when = table.get("when").map(|node| read_when(&node, &verb)).transpose()?;
    Ok(Step { offset: node.offset, verb, when })
}

fn read_when(node: &Node<'_>, verb: &Verb) -> Result<When, Fault> {
    let when = node.word(&[("once", When::Once), ("every deal", When::EveryDeal)])?;
    let by_chance = matches!(
        verb,
        Verb::Shuffle { .. }
            | Verb::Turn { .. }
            | Verb::Roll { .. }
            | Verb::Require { .. }
            | Verb::Keep { .. }
    );
    match when == When::Once && by_chance {
        true => Err(node.fault("this step belongs to every deal: it cannot be done once for all of them")),
        false => Ok(when),
    }
}

fn read_split(node: &Node<'_>, setup: &Setup) -> Result<Verb, Fault> {
    let table = node.table(&["what", "by", "together"])?;
    let by = table.need("by")?.word(&[
        ("suit", Property::Suit),
        ("value", Property::Value),
        ("rank", Property::Value),
        ("colour", Property::Value),
    ])?;
    let group = group(table.get("what"), setup, node)?;
    let together = match table.get("together") {
        None => Vec::new(),
        Some(list) => {
            let set =
                |node: &Node<'_>| node.items()?.iter().map(|n| read_label(n, by, setup, group)).collect();
            list.items()?.iter().map(set).collect::<Result<_, Fault>>()?
        }
    };
    Ok(Verb::Split { group, by, together })
}

/// One suit or value of a group's pieces: "spades", "K", 3.
fn read_label(item: &Node<'_>, by: Property, setup: &Setup, group: usize) -> Result<u8, Fault> {
    let kit = &setup.kit[group];
    let mut values: Vec<u8> = kit.pieces.iter().filter_map(|piece| by.of(piece)).collect();
    values.sort_unstable();
    values.dedup();
    let text = if item.is_text() { item.text()? } else { item.number()?.to_string() };
    let is = |&value: &u8| {
        let name = by.name_of(value, kit, setup);
        let number = by == Property::Value && value.to_string() == text;
        name.eq_ignore_ascii_case(&text) || number || (name == "T" && text == "10")
    };
    values.iter().copied().find(is).ok_or_else(|| {
        let names: Vec<String> = values.iter().map(|&value| by.name_of(value, kit, setup)).collect();
        let what = if by == Property::Suit { "suit" } else { "value" };
        item.fault(format!(
            "{} is no {what} of the {}, expected {}",
            quoted(&text),
            kit.plural(),
            names.join(", ")
        ))
    })
}

fn read_shuffle(node: &Node<'_>, setup: &Setup) -> Result<Verb, Fault> {
    if node.is_table() {
        let table = node.table(&["what", "piles"])?;
        let group = group(table.get("what"), setup, node)?;
        let piles = table.get("piles").map_or(Ok(Piles::All), |n| read_piles(&n, setup, group))?;
        return Ok(Verb::Shuffle { group, piles });
    }
    // The name of a group says which pieces, where there are several.
    if node.is_text()
        && let text = node.text()?
        && let Some(group) = setup.kit.iter().position(|group| group.name == text && group.is_laid())
    {
        return Ok(Verb::Shuffle { group, piles: Piles::All });
    }
    let group = group(None, setup, node)?;
    Ok(Verb::Shuffle { group, piles: read_piles(node, setup, group)? })
}

/// "all", "each pile", or some piles by name or number.
fn read_piles(node: &Node<'_>, setup: &Setup, group: usize) -> Result<Piles, Fault> {
    if node.is_text() && node.text()? == "all" {
        return Ok(Piles::All);
    }
    if node.is_text() && node.text()? == "each pile" {
        return Ok(Piles::Each);
    }
    let by = setup.steps.iter().rev().find_map(|step| match step.verb {
        Verb::Split { group: of, by, .. } if of == group => Some(by),
        _ => None,
    });
    let items = if node.is_array() { node.items()? } else { vec![*node] };
    let name = |item: &Node<'_>| match (item.is_text(), by) {
        (false, _) => Ok(PileName::Number(item.number()? as usize)),
        (true, Some(by)) => {
            let text = item.text()?;
            let label = read_label(item, by, setup, group).map_err(|fault| {
                // A word alone may be meant for all piles.
                let hint = did_you_mean(&text, ["all", "each pile"]);
                let or =
                    if node.is_array() { String::new() } else { format!(", or 'all', 'each pile'{hint}") };
                Fault { message: format!("{}{or}", fault.message), ..fault }
            })?;
            Ok(PileName::Label(label, text))
        }
        (true, None) => {
            let text = item.text()?;
            let hint = did_you_mean(&text, ["all", "each pile"]);
            Err(item.fault(format!(
                "{} is not known here, expected 'all', 'each pile', or after a split the name or number of a pile{hint}",
                quoted(&text)
            )))
        }
    };
    let names: Vec<PileName> = items.iter().map(name).collect::<Result<_, Fault>>()?;
    match names.is_empty() {
        true => Err(node.fault("no pile is named")),
        false => Ok(Piles::These(names)),
    }
}

fn read_order(node: &Node<'_>, group: usize, setup: &Setup) -> Result<Arrangement, Fault> {
    if !node.is_array() {
        return node.word(&[
            ("reversed", Arrangement::Reversed),
            ("by rank", Arrangement::ByValue),
            ("by value", Arrangement::ByValue),
            ("by colour", Arrangement::ByValue),
            ("by suit", Arrangement::BySuit),
        ]);
    }
    let list =
        node.items()?.iter().map(|item| read_which(item, group, setup)).collect::<Result<Vec<_>, _>>()?;
    Ok(Arrangement::Listed(list))
}

fn read_lay(node: &Node<'_>, deal: bool, setup: &Setup) -> Result<Verb, Fault> {
    let table = node.table(&[
        "what",
        "to",
        "count",
        "face",
        "piles",
        "round",
        "at_a_time",
        "along",
        "from",
        "to_and_fro",
        "layers",
    ])?;
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
    let along = read_along(&table, setup)?;
    if let Some(node) = table.get("layers").filter(|_| along != Along::Slots) {
        return Err(node.fault("only places that are listed as slots are built up in layers"));
    }
    if let Some(node) = table.get("to").filter(|_| along == Along::Slots) {
        return Err(node.fault("slots name their places themselves; leave out 'to', or say along = \"rows\""));
    }
    let lay = Lay {
        deal,
        piles,
        at_a_time,
        along,
        layers,
        to: table.get("to").map_or(Ok(Vec::new()), |node| read_names(&node, setup))?,
        count: table.get("count").map(|node| node.number().map(|n| n as usize)).transpose()?,
        face: table.get("face").map_or(Ok(FaceUp::All), |node| {
            node.word(&[("up", FaceUp::All), ("down", FaceUp::None), ("top up", FaceUp::Top)])
        })?,
    };
    Ok(Verb::Lay { group: group(table.get("what"), setup, node)?, lay })
}

/// Names of places, each of which the board has.
fn read_names(node: &Node<'_>, setup: &Setup) -> Result<Vec<String>, Fault> {
    let items = if node.is_array() { node.items()? } else { vec![*node] };
    let mut names = Vec::new();
    for item in items {
        let name = item.text()?;
        setup.places.named(&name).map_err(|message| item.fault(message))?;
        names.push(name);
    }
    match names.is_empty() {
        true => Err(node.fault(format!("no place is named, expected {}", setup.places.names()))),
        false => Ok(names),
    }
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

fn read_along(table: &Table<'_>, setup: &Setup) -> Result<Along, Fault> {
    let from = table.get("from");
    let (from_bottom, from_right) = from.map_or(Ok((false, false)), |from| from.word(&CORNERS))?;
    let to_and_fro = table.get("to_and_fro").map_or(Ok(false), |node| node.flag())?;
    let sweep = Sweep { from_right, from_bottom, to_and_fro };
    let stacks = setup.places.has_stacks();
    let words = match stacks {
        false => vec![
            ("rows", Along::Rows(sweep)),
            ("columns", Along::Columns(sweep)),
            ("slots", Along::Slots),
            ("places", Along::Places(sweep)),
        ],
        // Stacks stand beside each other: they are filled one by one, or all of them round by round.
        true => vec![("places", Along::Places(sweep)), ("rounds", Along::Rounds(sweep))],
    };
    let along = table.get("along").map_or(Ok(words[0].1), |along| along.word(&words))?;
    match (along, from, table.get("to_and_fro")) {
        (Along::Slots, Some(node), _) | (Along::Slots, _, Some(node)) => {
            Err(node.fault("slots are laid as they are listed; list them in another order instead"))
        }
        (Along::Places(_) | Along::Rounds(_), Some(node), _) if from_bottom => {
            Err(node.fault("places are filled from the 'left' or from the 'right'"))
        }
        (Along::Places(_), _, Some(node)) => {
            Err(node.fault("only rows, columns and rounds can be filled to and fro"))
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
            Err(step.fault(format!(
                "the kit has several groups of {wanted}: say which by what = one of {}",
                names.join(", ")
            )))
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
