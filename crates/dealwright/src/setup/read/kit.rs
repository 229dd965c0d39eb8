//! The `[kit]` of a setup file: pieces by shorthand, as lists, or from a CSV file.

use super::super::Fault;
use super::super::tree::{Node, Table};
use super::{Beside, cards, mapping, tiles};
use crate::dealing::Parameters;
use crate::kit::{Group, Mapping, Piece, PieceKind, Shape};
use crate::registry::Entry;

pub(super) const MOST_PIECES: usize = 256;

const KINDS: &str = "deck (cards), piecepack (coins), set (dominoes), colours (tokens), dice, pawns, or list or file \
                     with a shape (tiles)";

/// Groups in the order of the file.
pub(super) fn read(
    node: &Node<'_>,
    game: &Entry,
    parameters: &Parameters,
    cells: usize,
    beside: Beside<'_>,
) -> Result<Vec<Group>, Fault> {
    let mut keys = node.any_table()?.keys();
    keys.sort_by_key(|(offset, ..)| *offset);
    if keys.is_empty() {
        return Err(node.fault("the kit is empty"));
    }
    let mut groups = Vec::new();
    for (_, name, node) in keys {
        let read_one = |node: &Node<'_>, parameters: &Parameters| {
            read_group(&name, node, game, parameters, cells, beside)
        };
        let group = match variants(&node, parameters)? {
            None => read_one(&node, parameters)?,
            Some(variants) => {
                // Those that are not wanted now are read too: a fault in them should not wait.
                let mut chosen = None;
                for variant in &variants {
                    let fits = variant.parameters == *parameters;
                    if fits || variant.node.any_table()?.get("list").is_some() {
                        let group = read_one(&variant.node, &variant.parameters)?;
                        chosen = chosen.or(fits.then_some(group));
                    }
                }
                let known: Vec<&str> = variants.iter().map(|variant| variant.words.as_str()).collect();
                let message =
                    || format!("there are no {name} for these parameters, only for {}", known.join("; "));
                chosen.ok_or_else(|| node.fault(message()))?
            }
        };
        if group.pieces.len() > MOST_PIECES {
            return Err(
                node.fault(format!("{} pieces are too many, at most {MOST_PIECES}", group.pieces.len()))
            );
        }
        groups.push(group);
    }
    Ok(groups)
}

/// A group for certain parameters.
struct Variant<'a> {
    node: Node<'a>,
    /// The parameters in force, changed to those it is for.
    parameters: Parameters,
    words: String,
}

/// The variants of a group; none for a group that is for all parameters.
fn variants<'a>(node: &Node<'a>, parameters: &Parameters) -> Result<Option<Vec<Variant<'a>>>, Fault> {
    if !node.is_array() && node.any_table()?.get("when").is_none() {
        return Ok(None);
    }
    let names: Vec<&str> = parameters.0.iter().map(|(name, _)| name.as_str()).collect();
    let mut variants = Vec::new();
    for item in if node.is_array() { node.items()? } else { vec![*node] } {
        let mut variant =
            Variant { node: item, parameters: parameters.clone(), words: "all parameters".into() };
        if let Some(when) = item.any_table()?.get("when") {
            let mut conditions = when.table(&names)?.keys();
            conditions.sort_by_key(|(offset, ..)| *offset);
            let mut words = Vec::new();
            for (_, name, value) in conditions {
                let value = value.number()?;
                variant.parameters.0.iter_mut().filter(|(n, _)| *n == name).for_each(|(_, v)| *v = value);
                words.push(format!("{name}={value}"));
            }
            variant.words = words.join(" ");
        }
        variants.push(variant);
    }
    Ok(Some(variants))
}

/// Sets of dominoes by name, and their greatest number of pips.
pub const DOMINO_SETS: [(&str, u8); 6] = [
    ("double-six", 6),
    ("double-nine", 9),
    ("double-twelve", 12),
    ("double-five", 5),
    ("double-four", 4),
    ("double-three", 3),
];

/// The kinds of groups: the key that tells the kind, and the keys that go with it.
const KEYS: [(&str, &[&str]); 8] = [
    ("deck", &["suits", "ranks", "decks"]),
    ("piecepack", &[]),
    ("set", &[]),
    ("colours", &["each"]),
    ("dice", &["values"]),
    ("pawns", &[]),
    ("list", &["shape", "turns"]),
    ("file", &["shape", "turns"]),
];

fn read_group(
    name: &str,
    node: &Node<'_>,
    game: &Entry,
    parameters: &Parameters,
    cells: usize,
    beside: Beside<'_>,
) -> Result<Group, Fault> {
    let any = node.any_table()?;
    let Some((kind, with)) = KEYS.into_iter().find(|(key, _)| any.get(key).is_some()) else {
        return Err(node.fault(format!("it is not said what {name} are, expected one of {KINDS}")));
    };
    let counts_as: &[&str] = if kind == "pawns" { &[] } else { &["counts_as"] };
    let table = node.table(&[&[kind, "when"], counts_as, with].concat())?;
    let mut group = read_kind(name, &table, game, parameters, cells, beside)?;
    if group.listed_at.is_empty() {
        group.listed_at = vec![node.offset; group.pieces.len()];
    }
    if let Some(node) = table.get("counts_as") {
        group.counts_as = mapping::read(&node, &group, game)?;
    }
    Ok(group)
}

/// The group without what its pieces count as.
fn read_kind(
    name: &str,
    table: &Table<'_>,
    game: &Entry,
    parameters: &Parameters,
    cells: usize,
    beside: Beside<'_>,
) -> Result<Group, Fault> {
    let plain = |kind: PieceKind, pieces: Vec<Piece>| Group {
        name: name.to_string(),
        noun: kind.noun(),
        kind,
        pieces,
        turns: vec![vec![0]],
        counts_as: Mapping::default(),
        listed_at: Vec::new(),
    };
    if let Some(deck) = table.get("deck") {
        deck.word(&[("french", ())])?;
        return Ok(plain(PieceKind::Cards, cards::read(table, parameters)?));
    }
    if let Some(piecepack) = table.get("piecepack") {
        piecepack.word(&[("coins", ())])?;
        let coin = |suit: u8| {
            (0..6).map(move |value| Piece {
                suit: Some(suit),
                value: Some(value),
                ..Piece::of_cells(vec![value])
            })
        };
        return Ok(plain(PieceKind::Coins, (0..4).flat_map(coin).collect()));
    }
    if let Some(set) = table.get("set") {
        let greatest: u8 = set.word(&DOMINO_SETS)?;
        let from = |low: u8| (low..=greatest).map(move |high| Piece::of_cells(vec![low, high]));
        let pieces = (0..=greatest).flat_map(from).collect();
        let turns = Shape::PAIR.turns("half").unwrap_or_default();
        return Ok(Group { turns, ..plain(PieceKind::Dominoes, pieces) });
    }
    if let Some(colours) = table.get("colours") {
        return Ok(plain(PieceKind::Tokens, read_tokens(table, &colours, parameters, cells)?));
    }
    if let Some(dice) = table.get("dice") {
        // By default they are the dice that everybody has.
        let faces = table.get("values").map_or(Ok((1..=6).collect()), |values| read_range(&values))?;
        let kind = PieceKind::Dice { count: few(&dice, parameters)?, faces };
        return Ok(plain(kind, Vec::new()));
    }
    if let Some(pawns) = table.get("pawns") {
        return Ok(plain(PieceKind::Pawns { count: few(&pawns, parameters)? }, Vec::new()));
    }
    let tiles = tiles::read(name, table, game, beside)?;
    let kind = PieceKind::Tiles { shape: tiles.shape };
    let noun = if tiles.are_cards { PieceKind::Cards.noun() } else { kind.noun() };
    Ok(Group { turns: tiles.turns, noun, listed_at: tiles.listed_at, ..plain(kind, tiles.pieces) })
}

/// A number of dice or pawns.
fn few(node: &Node<'_>, parameters: &Parameters) -> Result<u32, Fault> {
    let number = size(node, parameters)?;
    if number as usize > MOST_PIECES {
        return Err(node.fault(format!("{number} are too many, at most {MOST_PIECES}")));
    }
    Ok(number)
}

/// A number, or the name of a size.
pub(super) fn size(node: &Node<'_>, parameters: &Parameters) -> Result<u32, Fault> {
    if !node.is_text() {
        return node.number();
    }
    let names: Vec<(&str, u32)> = parameters.0.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    node.word(&names)
}

fn read_tokens(
    table: &Table<'_>,
    node: &Node<'_>,
    parameters: &Parameters,
    cells: usize,
) -> Result<Vec<Piece>, Fault> {
    let colours = size(node, parameters)? as usize;
    if colours == 0 || colours > 26 {
        return Err(node.fault(format!("{colours} colours cannot be, expected 1 to 26")));
    }
    let each = match table.get("each") {
        Some(each) => size(&each, parameters)? as usize,
        None if cells.is_multiple_of(colours) => cells / colours,
        None => {
            let message = format!("{cells} squares cannot be shared evenly by {colours} colours");
            return Err(node.fault(message));
        }
    };
    if each > MOST_PIECES {
        return Err(node.fault(format!("{each} tokens of each colour are too many, at most {MOST_PIECES}")));
    }
    let colour = |colour: u8| {
        std::iter::repeat_n(Piece { value: Some(colour), ..Piece::of_cells(vec![colour]) }, each)
    };
    Ok((1..=colours as u8).flat_map(colour).collect())
}

/// `0-5`, or a list of values.
fn read_range(node: &Node<'_>) -> Result<Vec<u8>, Fault> {
    let wrong = || node.fault("expected values such as \"0-5\" or [0, 1, 2]");
    let values: Vec<u8> = if node.is_array() {
        let numbers: Vec<u32> = node.items()?.iter().map(Node::number).collect::<Result<_, _>>()?;
        numbers.into_iter().map(|n| u8::try_from(n).map_err(|_| wrong())).collect::<Result<_, _>>()?
    } else {
        let text = node.text()?;
        let (from, to) = text.split_once('-').ok_or_else(wrong)?;
        let number = |part: &str| part.trim().parse::<u8>().map_err(|_| wrong());
        (number(from)?..=number(to)?).collect()
    };
    if values.is_empty() || values.len() > 100 { Err(wrong()) } else { Ok(values) }
}
