//! The `[[step]]`s of a setup file.

mod build;
mod printed;
pub(super) mod require;

use super::super::tree::{Node, Table, list};
use super::super::which::{allowed, one_of, piece_in_words};
use super::super::{
    Along, Arrangement, FaceUp, Fault, Lay, Order, PileName, Piles, Property, Rolled, Setup, Step, Sweep,
    Verb, When, Which,
};
use super::board;
use crate::kit::{Group, PieceKind};
use crate::text::{did_you_mean, listed, quoted};

pub(super) const MOST_STEPS: usize = 64;

const VERBS: [&str; 16] = [
    "remove", "split", "shuffle", "arrange", "keep", "turn", "lay", "deal", "place", "build", "reveal",
    "roll", "stand", "cover", "move", "require",
];

/// Reads the steps one after the other into the setup, so that a step can refer to those before it.
pub(super) fn read(node: &Node<'_>, setup: &mut Setup) -> Result<(), Fault> {
    if node.is_table() {
        return Err(
            node.fault("steps are a list: write [[step]] with two pairs of brackets, once for each step")
        );
    }
    let items = node.items()?;
    if items.is_empty() {
        return Err(node.fault(format!("there are no steps, expected [[step]] with {}", list(&VERBS))));
    }
    if items.len() > MOST_STEPS {
        return Err(node.fault(format!("{} steps are too many, at most {MOST_STEPS}", items.len())));
    }
    for item in items {
        let step = read_step(&item, setup)?;
        setup.steps.push(step);
    }
    Ok(())
}

/// One step; those before it are in the setup.
pub(super) fn read_step(item: &Node<'_>, setup: &Setup) -> Result<Step, Fault> {
    let table = item.any_table()?;
    let (at, word, node) = table.only_beside("when", &VERBS)?;
    let verb = match word.as_str() {
        "remove" => {
            if !node.is_table() {
                let group = group(None, setup, &node)?;
                let allowed = allowed(&setup.kit[group], setup);
                return Err(node.fault(format!(
                    "expected a table such as {{ where = \"…\" }} that says which {} are taken out: {allowed}",
                    setup.kit[group].plural()
                )));
            }
            let table = node.table(&["what", "where"])?;
            let group = group(table.get("what"), setup, &node)?;
            let list = table.need_as("where", || allowed(&setup.kit[group], setup))?;
            let nodes = if list.is_array() { list.items()? } else { vec![list] };
            if nodes.is_empty() {
                return Err(
                    list.fault(format!("nothing is named, expected {}", allowed(&setup.kit[group], setup)))
                );
            }
            let which = nodes.iter().map(|n| read_which(n, group, setup)).collect::<Result<_, _>>()?;
            Verb::Remove { group, which }
        }
        "split" => read_split(&node, setup)?,
        "shuffle" => read_shuffle(&node, setup)?,
        "arrange" => {
            let table = node.table(&["what", "order"])?;
            let group = group(table.get("what"), setup, &node)?;
            let order = table.need_as("order", || {
                format!("{}, or a list of all pieces", list(&ORDERS.map(|(word, _)| word)))
            })?;
            Verb::Arrange { group, order: read_order(&order, group, setup)? }
        }
        "keep" => {
            if node.is_table() {
                let table = node.table(&["what", "count"])?;
                let count = read_count(&table.need_as("count", || "how many are kept".into())?)?;
                Verb::Keep { group: group(table.get("what"), setup, &node)?, count }
            } else {
                let count = read_count(&node)?;
                Verb::Keep { group: group(None, setup, &node)?, count }
            }
        }
        "turn" => {
            if node.is_text() {
                node.word(&[("by chance", ())])?;
                Verb::Turn { group: group(None, setup, &node)? }
            } else {
                let table = node.table(&["what", "how"])?;
                table.need_word("how", &[("by chance", ())])?;
                Verb::Turn { group: group(table.get("what"), setup, &node)? }
            }
        }
        "lay" | "deal" => read_lay(&node, word == "deal", setup)?,
        "place" => {
            let table = node.table(&["what", "piece", "at"])?;
            let group = group(table.get("what"), setup, &node)?;
            let piece = table
                .need_as("piece", || one_of(setup.kit[group].pieces.iter(), &setup.kit[group], setup))?;
            let which = read_which(&piece, group, setup)?;
            let at = table.need_as("at", || setup.places.single_names())?;
            Verb::Place { group, which, at: board::read_slot(&at, &setup.places)? }
        }
        "reveal" => {
            let names = || format!("'all' or {}", setup.places.names());
            let node = if node.is_table() { node.table(&["at"])?.need_as("at", names)? } else { node };
            let at =
                if node.is_text() && node.text()? == "all" { Vec::new() } else { read_names(&node, setup)? };
            Verb::Reveal { at }
        }
        "roll" => {
            let table = node.table(&["what", "into", "along", "from", "to_and_fro"])?;
            let lists = setup.game.info.dice.iter().map(|list| (list.name, Rolled::List(list)));
            let known: Vec<(&str, Rolled)> =
                std::iter::once(("spaces", Rolled::Spaces)).chain(lists).collect();
            let into = table.need_word("into", &known)?;
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
                at: table.need_as("at", || "words for the instructions, in quotes".into())?.text()?,
            }
        }
        "cover" => {
            let table = node.table(&["what", "count", "at"])?;
            let count = read_count(&table.need_as("count", || "how many pieces".into())?)?;
            Verb::Cover {
                group: group(table.get("what"), setup, &node)?,
                count,
                at: table.need_as("at", || "words for the instructions, in quotes".into())?.text()?,
            }
        }
        "move" => {
            let table = node.table(&["what", "to"])?;
            let Some(taken_off) = &setup.game.info.taken_off else {
                let title = setup.game.info.title;
                return Err(node.fault(format!("{title} takes no pieces off the board again")));
            };
            let which = table.need_word("what", &[(taken_off.what, Which::Aces)])?;
            Verb::Move { which, to: table.need_word("to", &[(taken_off.to, taken_off.to.to_string())])? }
        }
        "build" => build::read(&node, setup)?,
        "require" => require::read(&node, setup)?,
        other => {
            let hint = did_you_mean(other, VERBS);
            let known = VERBS.join(", ");
            return Err(Fault::new(at, format!("{} is not a verb, known are {known}{hint}", quoted(other))));
        }
    };
    let when = table.get("when").map(|node| read_when(&node, &verb, setup)).transpose()?;
    let keys = match node.is_table() {
        true => node.any_table()?.keys().into_iter().map(|(_, key, value)| (key, value.offset)).collect(),
        false => Vec::new(),
    };
    Ok(Step { offset: node.offset, place: (0, 0), keys, verb, when })
}

/// How many pieces; none would be no step.
fn read_count(node: &Node<'_>) -> Result<usize, Fault> {
    match node.number()? {
        0 => Err(node.fault("0 pieces are none, expected 1 or more")),
        count => Ok(count as usize),
    }
}

fn read_when(node: &Node<'_>, verb: &Verb, setup: &Setup) -> Result<When, Fault> {
    let when = node.word(&[("once", When::Once), ("every deal", When::EveryDeal)])?;
    let by_chance = matches!(
        verb,
        Verb::Shuffle { .. }
            | Verb::Turn { .. }
            | Verb::Roll { .. }
            | Verb::Require { .. }
            | Verb::Build { .. }
            | Verb::Keep { .. }
    );
    if when == When::EveryDeal {
        return Ok(when);
    }
    if by_chance {
        return Err(node.fault("this step belongs to every deal: it cannot be done once for all of them"));
    }
    // What is sorted again for every deal does not stay as it was put before the first one. Taking out what was put back for
    // other games changes nothing about the rest.
    let undone = |step: &&Step| {
        let same = verb.group().is_some() && step.verb.group() == verb.group();
        same && !step.is_once() && !matches!(step.verb, Verb::Remove { .. })
    };
    match setup.steps.iter().position(|step| undone(&step)) {
        Some(before) => Err(node.fault(format!(
            "step {} handles the same pieces before this one and is done for every deal, so this one cannot be done once; say \
             when = 'once' there too, or 'every deal' here",
            before + 1
        ))),
        None => Ok(when),
    }
}

fn read_split(node: &Node<'_>, setup: &Setup) -> Result<Verb, Fault> {
    let table = node.table(&["what", "by", "together"])?;
    let group = group(table.get("what"), setup, node)?;
    let kit = &setup.kit[group];
    let by = table.need_word("by", &PROPERTIES)?;
    if kit.pieces.iter().any(|piece| by.of(piece).is_none()) {
        let at = table.need("by")?;
        let what = if by == Property::Suit { "suit" } else { "single value" };
        let others: Vec<&str> = PROPERTIES
            .iter()
            .filter(|(_, by)| kit.pieces.iter().all(|piece| by.of(piece).is_some()))
            .map(|(word, _)| *word)
            .collect();
        let others = if others.is_empty() { String::new() } else { format!(", expected {}", list(&others)) };
        return Err(at.fault(format!("{} have no {what} to be split by{others}", kit.plural())));
    }
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

/// What piles are made by, as files say it.
const PROPERTIES: [(&str, Property); 4] = [
    ("suit", Property::Suit),
    ("value", Property::Value),
    ("rank", Property::Value),
    ("colour", Property::Value),
];

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
        (false, _) => {
            let number = item.number_or(
                "such as 2 for the second pile, 'all', 'each pile', or the name of a pile after a split",
            )?;
            Ok(PileName::Number(number as usize))
        }
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
        let or = |fault: Fault| {
            let pieces = setup.kit[group].pieces.iter().take(2);
            let names: Vec<String> = pieces
                .map(|piece| format!("\"{}\"", piece_in_words(piece, &setup.kit[group], setup)))
                .collect();
            let message = format!(
                "{}, or a list of all pieces from the top such as [{}, …]",
                fault.message,
                names.join(", ")
            );
            Fault { message, ..fault }
        };
        return node.word(&ORDERS).map_err(or);
    }
    let list =
        node.items()?.iter().map(|item| read_which(item, group, setup)).collect::<Result<Vec<_>, _>>()?;
    Ok(Arrangement::Listed(list))
}

/// The orders that have a name.
const ORDERS: [(&str, Arrangement); 5] = [
    ("reversed", Arrangement::Reversed),
    ("by rank", Arrangement::ByValue),
    ("by value", Arrangement::ByValue),
    ("by colour", Arrangement::ByValue),
    ("by suit", Arrangement::BySuit),
];

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
    let at_a_time = table.get("at_a_time").map_or(Ok(1), |n| read_count(&n))?;
    if let Some(node) = table.get("at_a_time").filter(|_| piles == Order::InOrder) {
        return Err(node.fault("only piles that are used in turn can be laid several at a time"));
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
        let message = "slots name their places themselves: list them in [board] in the order in which they are filled and leave \
                       out 'to', or for pieces of one square say along = 'rows'";
        return Err(node.fault(message));
    }
    let lay = Lay {
        deal,
        piles,
        at_a_time,
        along,
        layers,
        to: table.get("to").map_or(Ok(Vec::new()), |node| read_names(&node, setup))?,
        count: table.get("count").map(|node| read_count(&node)).transpose()?,
        face: table.get("face").map_or(Ok(FaceUp::All), |node| {
            node.word(&[("up", FaceUp::All), ("down", FaceUp::None), ("top up", FaceUp::Top)])
        })?,
    };
    Ok(Verb::Lay { group: group(table.get("what"), setup, node)?, lay })
}

/// Names of places, each of which the board has and adds something to those before.
fn read_names(node: &Node<'_>, setup: &Setup) -> Result<Vec<String>, Fault> {
    let items = if node.is_array() { node.items()? } else { vec![*node] };
    let mut names = Vec::new();
    for item in items {
        names.push(item.text()?);
        setup.places.named_together(&names).map_err(|message| item.fault(message))?;
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
        (_, []) => {
            let others: Vec<String> = setup
                .kit
                .iter()
                .filter_map(|group| match group.kind {
                    PieceKind::Dice { .. } => Some(format!("the {} are rolled", group.plural())),
                    PieceKind::Pawns { .. } => Some(format!("the {} are stood", group.plural())),
                    _ => None,
                })
                .collect();
            let others = if others.is_empty() { String::new() } else { format!(": {}", listed(&others)) };
            Err(step.fault(format!("the kit has no {wanted}{others}")))
        }
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
    let which = Which::read(&text, group, setup).ok_or_else(|| {
        let allowed = allowed(group, setup);
        node.fault(format!("{} is not understood for {}, expected {allowed}", quoted(&text), group.plural()))
    })?;
    match group.pieces.iter().any(|piece| which.is(piece)) {
        true => Ok(which),
        false => {
            let allowed = allowed(group, setup);
            Err(node.fault(format!(
                "none of the {} is {}, expected {allowed}",
                group.plural(),
                quoted(&text)
            )))
        }
    }
}
