//! The `[kit]` of a setup file: pieces by shorthand, as lists, or from a CSV file.

use super::super::Fault;
use super::super::tree::{Node, Table};
use super::Beside;
use crate::dealing::Parameters;
use crate::kit::cards::{Card, MOST_RANKS, MOST_SUITS, rank_of};
use crate::kit::{Group, Piece, PieceKind, Shape, TURNS};
use crate::registry::Entry;
use crate::text::quoted;

const MOST_PIECES: usize = 256;

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
                    || format!("there are no {name} for these sizes, only for {}", known.join("; "));
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

/// A group for certain sizes.
struct Variant<'a> {
    node: Node<'a>,
    /// The sizes in force, changed to those it is for.
    parameters: Parameters,
    words: String,
}

/// The variants of a group; none for a group that is for all sizes.
fn variants<'a>(node: &Node<'a>, parameters: &Parameters) -> Result<Option<Vec<Variant<'a>>>, Fault> {
    if !node.is_array() && node.any_table()?.get("when").is_none() {
        return Ok(None);
    }
    let names: Vec<&str> = parameters.0.iter().map(|(name, _)| name.as_str()).collect();
    let mut variants = Vec::new();
    for item in if node.is_array() { node.items()? } else { vec![*node] } {
        let mut variant = Variant { node: item, parameters: parameters.clone(), words: "all sizes".into() };
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

/// The kinds of groups: the key that tells the kind, and the keys that go with it.
const KEYS: [(&str, &[&str]); 8] = [
    ("deck", &["suits", "ranks"]),
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
    let table = node.table(&[&[kind, "when"], with].concat())?;
    let plain = |kind, pieces: Vec<Piece>| Group {
        name: name.to_string(),
        kind,
        pieces,
        turns: vec![vec![0]],
        listed_at: Vec::new(),
    };
    if let Some(deck) = table.get("deck") {
        deck.word(&[("french", ())])?;
        return Ok(plain(PieceKind::Cards, read_cards(&table, parameters)?));
    }
    if let Some(piecepack) = table.get("piecepack") {
        piecepack.word(&[("coins", ())])?;
        let coin = |suit: u8| {
            (0..6).map(move |value| Piece { faces: vec![value], suit: Some(suit), value: Some(value) })
        };
        return Ok(plain(PieceKind::Coins, (0..4).flat_map(coin).collect()));
    }
    if let Some(set) = table.get("set") {
        let greatest: u8 = set.word(&[("double-six", 6), ("double-nine", 9)])?;
        let from = |low: u8| {
            (low..=greatest).map(move |high| Piece { faces: vec![low, high], suit: None, value: None })
        };
        let pieces = (0..=greatest).flat_map(from).collect();
        let turns = Shape::PAIR.turns("half").unwrap_or_default();
        return Ok(Group {
            name: name.to_string(),
            kind: PieceKind::Dominoes,
            pieces,
            turns,
            listed_at: Vec::new(),
        });
    }
    if let Some(colours) = table.get("colours") {
        return Ok(plain(PieceKind::Tokens, read_tokens(&table, &colours, parameters, cells)?));
    }
    if let Some(dice) = table.get("dice") {
        let values = table.need("values")?;
        let kind = PieceKind::Dice { count: few(&dice, parameters)?, faces: read_range(&values)? };
        return Ok(plain(kind, Vec::new()));
    }
    if let Some(pawns) = table.get("pawns") {
        return Ok(plain(PieceKind::Pawns { count: few(&pawns, parameters)? }, Vec::new()));
    }
    read_tiles(name, &table, game, beside)
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
fn size(node: &Node<'_>, parameters: &Parameters) -> Result<u32, Fault> {
    if !node.is_text() {
        return node.number();
    }
    let names: Vec<(&str, u32)> = parameters.0.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    node.word(&names)
}

fn read_cards(table: &Table<'_>, parameters: &Parameters) -> Result<Vec<Piece>, Fault> {
    let suits = table.get("suits").map_or(Ok(parameters.get("suits")), |node| size(&node, parameters))?;
    let ranks = match table.get("ranks") {
        None => parameters.get("ranks"),
        Some(node) if node.is_text() && node.text()?.contains('-') => read_ranks(&node)?,
        Some(node) => size(&node, parameters)?,
    };
    if suits as usize > MOST_SUITS || ranks as usize > MOST_RANKS {
        let message =
            format!("{suits} suits of {ranks} ranks: a deck has at most {MOST_SUITS} of {MOST_RANKS}");
        return Err(Fault::new(table.offset, message));
    }
    let suit = |suit: u8| {
        (1..=ranks as u8).map(move |rank| Piece {
            faces: vec![Card::new(rank, suit).symbol()],
            suit: Some(suit),
            value: Some(rank),
        })
    };
    Ok((0..suits as u8).flat_map(suit).collect())
}

/// `A-4`: from the ace to some rank.
fn read_ranks(node: &Node<'_>) -> Result<u32, Fault> {
    let text = node.text()?;
    text.split_once('-')
        .filter(|(from, _)| from.trim().eq_ignore_ascii_case("a"))
        .and_then(|(_, to)| rank_of(to.trim()))
        .ok_or_else(|| {
            node.fault(format!("{} is no range of ranks, expected A-4, A-T, A-K …", quoted(&text)))
        })
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
        std::iter::repeat_n(Piece { faces: vec![colour], suit: None, value: Some(colour) }, each)
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

/// A shape by name, or drawn as a list of lines.
fn read_shape(node: &Node<'_>) -> Result<Shape, Fault> {
    if !node.is_array() {
        return node.word(&Shape::NAMES);
    }
    let lines = node.items()?.iter().map(Node::text).collect::<Result<Vec<_>, _>>()?;
    Shape::drawn(&lines).map_err(|message| node.fault(message))
}

fn read_tiles(name: &str, table: &Table<'_>, game: &Entry, beside: Beside<'_>) -> Result<Group, Fault> {
    let shape = read_shape(&table.need("shape")?)?;
    let turns = match table.get("turns") {
        None => shape.turns("none").unwrap_or_default(),
        Some(node) => {
            let words: Vec<(&str, &str)> = TURNS.iter().map(|word| (*word, *word)).collect();
            let word = node.word(&words)?;
            shape.turns(word).ok_or_else(|| {
                let allowed = shape.allowed_turns();
                node.fault(format!(
                    "{name} of this shape cannot be turned by '{word}', allowed are {allowed}"
                ))
            })?
        }
    };
    let piece = |node: &Node<'_>, text: &str, place: String| -> Result<Piece, Fault> {
        let faces = game.faces.read(text).ok_or_else(|| {
            node.fault(format!("{place}{} is not a tile, expected {}", quoted(text), game.faces.words()))
        })?;
        if faces.len() != shape.cells() {
            let message = format!(
                "{place}{} has {} cells, tiles of this shape have {}",
                quoted(text),
                faces.len(),
                shape.cells()
            );
            return Err(node.fault(message));
        }
        let (suit, value) = if faces.len() == 1 { game.faces.suit_and_value(faces[0]) } else { (None, None) };
        Ok(Piece { faces, suit, value })
    };
    let pieces = match (table.get("list"), table.get("file")) {
        (Some(list), None) => list
            .items()?
            .iter()
            .map(|item| piece(item, &item.text()?, String::new()))
            .collect::<Result<Vec<_>, Fault>>()?,
        (None, Some(file)) => {
            let file_name = file.text()?;
            let text =
                beside(&file_name).map_err(|error| file.fault(format!("{}: {error}", quoted(&file_name))))?;
            let mut pieces = Vec::new();
            for (number, line) in text.lines().enumerate().map(|(n, line)| (n + 1, line.trim())) {
                // A heading, blank lines and comments.
                if line.is_empty() || line.starts_with('#') || (number == 1 && line.starts_with("faces")) {
                    continue;
                }
                let (faces, count) = line.split_once(',').unwrap_or((line, "1"));
                let place = format!("{file_name}, line {number}: ");
                let count: usize =
                    count.trim().parse().ok().filter(|n| *n <= MOST_PIECES).ok_or_else(|| {
                        file.fault(format!("{place}{} is not a number of tiles", quoted(count.trim())))
                    })?;
                let piece = piece(&file, faces.trim().trim_matches('"'), place)?;
                pieces.extend(std::iter::repeat_n(piece, count));
                if pieces.len() > MOST_PIECES {
                    break;
                }
            }
            pieces
        }
        _ => Vec::new(), // one of the two is there, and never both
    };
    let listed_at = match table.get("list") {
        Some(list) => list.items()?.iter().map(|item| item.offset).collect(),
        None => Vec::new(),
    };
    Ok(Group { name: name.to_string(), kind: PieceKind::Tiles { shape }, pieces, turns, listed_at })
}
