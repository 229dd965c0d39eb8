//! The `[kit]` of a setup file: pieces by shorthand, as lists, or from a CSV file.

use super::super::Fault;
use super::super::tree::{Node, Table};
use super::tiles::Tiles;
use super::{Beside, cards, mapping, tiles};
use crate::dealing::Parameters;
use crate::kit::{Group, Mapping, Piece, PieceKind, Shape};
use crate::registry::Entry;
use crate::text::{did_you_mean, quoted};

pub(super) const MOST_PIECES: usize = 256;

const KINDS: &str = "deck (cards), piecepack (coins), set (dominoes), colours (tokens), dice, pawns, or list or file \
                     with a shape (tiles)";

/// What a kit is for.
pub(super) struct Board<'b> {
    pub game: &'b Entry,
    pub parameters: &'b Parameters,
    /// Cells to fill, and those that stay empty.
    pub cells: (usize, usize),
    pub beside: Beside<'b>,
}

/// Groups in the order of the file, and all other parameters that variants of a group name.
pub(super) fn read(node: &Node<'_>, board: &Board<'_>) -> Result<(Vec<Group>, Vec<Parameters>), Fault> {
    let mut keys = node.any_table()?.keys();
    keys.sort_by_key(|(offset, ..)| *offset);
    if keys.is_empty() {
        return Err(node.fault(format!(
            "the kit is empty, expected groups of pieces by name, each with one of {KINDS}"
        )));
    }
    let mut groups = Vec::new();
    let mut others: Vec<Parameters> = Vec::new();
    for (_, name, node) in keys {
        let (group, more) = read_named(&name, &node, board)?;
        others.extend(more.into_iter().filter(|sizes| !others.contains(sizes)).collect::<Vec<_>>());
        groups.push(group);
    }
    Ok((groups, others))
}

/// One group by its name, of several variants the one in force, and the other parameters that its variants name.
pub(super) fn read_named(
    name: &str,
    node: &Node<'_>,
    board: &Board<'_>,
) -> Result<(Group, Vec<Parameters>), Fault> {
    let Board { game, parameters, cells: (cells, empty), beside } = *board;
    let mut others: Vec<Parameters> = Vec::new();
    let read_one = |node: &Node<'_>, parameters: &Parameters, cells: usize| {
        read_group(name, node, game, parameters, cells, beside)
    };
    let group = match variants(node, parameters)? {
        None => read_one(node, parameters, cells)?,
        Some(variants) => {
            // Those that are not wanted now are read too: a fault in them should not wait.
            let mut chosen = None;
            for variant in &variants {
                if variant.parameters != *parameters && !others.contains(&variant.parameters) {
                    others.push(variant.parameters.clone());
                }
                let fits = variant.parameters == *parameters;
                // Squares that stay empty are named for the sizes in force, so how many tokens fill another board is known
                // only where none stays empty. Sizes that are no board are never asked for.
                let board = (game.places)(&variant.parameters).map(|places| places.cells());
                let is_shared = {
                    let table = variant.node.any_table()?;
                    table.get("colours").is_some_and(|colours| !colours.is_table())
                        && table.get("each").is_none()
                };
                let cells_there = match board {
                    _ if fits => Some(cells),
                    Ok(all) if !is_shared || empty == 0 => Some(all),
                    _ => None,
                };
                if let Some(cells) = cells_there {
                    let group = read_one(&variant.node, &variant.parameters, cells)?;
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
        return Err(node.fault(format!("{} pieces are too many, at most {MOST_PIECES}", group.pieces.len())));
    }
    Ok((group, others))
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
        let kinds = || KEYS.iter().map(|(key, _)| *key);
        let hint = any.keys().into_iter().find_map(|(offset, key, _)| {
            let hint = did_you_mean(&key, kinds());
            (!hint.is_empty()).then(|| {
                Fault::new(
                    offset,
                    format!("{} is not known here, expected one of {KINDS}{hint}", quoted(&key)),
                )
            })
        });
        return Err(hint.unwrap_or_else(|| {
            node.fault(format!("it is not said what {name} are, expected one of {KINDS}"))
        }));
    };
    // "list" and "file" are two ways to say the same; all else would be two kinds of pieces at once.
    let second = KEYS.iter().find(|(key, _)| *key != kind && any.get(key).is_some());
    if let Some((second, node)) = second.and_then(|(key, _)| Some((*key, any.get(key)?))) {
        return Err(node.fault(format!(
            "'{kind}' says already what {name} are, so '{second}' has no meaning beside it; each group has one of {KINDS}"
        )));
    }
    let counts_as: &[&str] = if kind == "pawns" { &[] } else { &["counts_as"] };
    let table = node.table(&[&[kind, "when"], counts_as, with].concat())?;
    let mut group = read_kind(name, &table, game, parameters, cells, beside)?;
    if group.listed_at.is_empty() {
        group.listed_at = vec![node.offset; group.pieces.len()];
    }
    if let Some(node) = table.get("counts_as") {
        group.counts_as = mapping::read(&node, &group, game, parameters)?;
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
        listed_in: Vec::new(),
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
        return Ok(plain(PieceKind::Tokens, read_tokens(table, &colours, game, parameters, cells)?));
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
    let Tiles { turns, listed_at, listed_in, pieces, .. } = tiles;
    Ok(Group { turns, noun, listed_at, listed_in, ..plain(kind, pieces) })
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
    let names: Vec<(&str, u32)> = parameters.0.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    if names.is_empty() {
        return node.number();
    }
    let words: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
    if !node.is_text() {
        return node.number_or(&format!("or the name of a size ({})", words.join(", ")));
    }
    node.word(&names).map_err(|fault| {
        let message =
            fault.message.replacen("expected ", "expected a whole number or the name of a size, ", 1);
        Fault { message, ..fault }
    })
}

/// Tokens: a number of colours, a list of them, or how many there are of each.
fn read_tokens(
    table: &Table<'_>,
    node: &Node<'_>,
    game: &Entry,
    parameters: &Parameters,
    cells: usize,
) -> Result<Vec<Piece>, Fault> {
    if node.is_table() {
        if let Some(each) = table.get("each") {
            return Err(each.fault("colours says already how many tokens there are of each: leave out each"));
        }
        let mut keys = node.any_table()?.keys();
        keys.sort_by_key(|(offset, ..)| *offset);
        let mut tokens = Vec::new();
        for (offset, word, count) in keys {
            tokens.push((chosen_colour(&word, offset, &tokens, game)?, few(&count, parameters)? as usize));
        }
        if tokens.iter().all(|(_, count)| *count == 0) {
            return Err(
                node.fault("there are no tokens, expected colours with numbers such as { A = 4, B = 2 }")
            );
        }
        return Ok(tokens.into_iter().flat_map(|(colour, count)| tokens_of(colour, count)).collect());
    }
    let mut chosen: Vec<(u8, usize)> = Vec::new();
    if node.is_array() {
        for item in node.items()? {
            let word = if item.is_text() { item.text()? } else { item.number()?.to_string() };
            chosen.push((chosen_colour(&word, item.offset, &chosen, game)?, 0));
        }
    } else {
        let colours = size(node, parameters)?;
        if colours == 0 || colours > 26 {
            return Err(node.fault(format!("{colours} colours cannot be, expected 1 to 26")));
        }
        chosen.extend((1..=colours as u8).map(|colour| (colour, 0)));
    }
    let colours = chosen.len();
    if colours == 0 {
        return Err(node.fault("the list of colours is empty, expected one such as [\"A\", \"C\"]"));
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
    Ok(chosen.into_iter().flat_map(|(colour, _)| tokens_of(colour, each)).collect())
}

fn tokens_of(colour: u8, count: usize) -> impl Iterator<Item = Piece> {
    std::iter::repeat_n(Piece { value: Some(colour), ..Piece::of_cells(vec![colour]) }, count)
}

/// A colour of tokens by name, which must not have been named before.
fn chosen_colour(word: &str, offset: usize, before: &[(u8, usize)], game: &Entry) -> Result<u8, Fault> {
    let colour = game.faces.read(word).filter(|faces| faces.len() == 1).map(|faces| faces[0]);
    let Some(colour) = colour else {
        let message = format!("{} is not a colour of tokens, expected {}", quoted(word), game.faces.words());
        return Err(Fault::new(offset, message));
    };
    match before.iter().any(|(other, _)| *other == colour) {
        true => Err(Fault::new(offset, format!("the colour {} is named twice", quoted(word)))),
        false => Ok(colour),
    }
}

/// `0-5`, or a list of values.
fn read_range(node: &Node<'_>) -> Result<Vec<u8>, Fault> {
    let wrong =
        || node.fault("expected values such as \"0-5\", the lowest first, or [0, 1, 2], from 0 to 255");
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
