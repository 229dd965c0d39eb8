//! Tiles in a setup file: pieces of one or more cells that are listed one by one, there or in a CSV file.

use super::super::Fault;
use super::super::tree::{Node, Table};
use super::Beside;
use super::kit::MOST_PIECES;
use crate::kit::faces::Faces;
use crate::kit::{Piece, Shape, TURNS};
use crate::registry::Entry;
use crate::text::{counted, quoted};

/// What a file says of a group of tiles.
pub(super) struct Tiles {
    pub shape: Shape,
    pub turns: Vec<Vec<usize>>,
    pub pieces: Vec<Piece>,
    /// Where each stands in the file; empty for those of another file.
    pub listed_at: Vec<usize>,
    /// The same for those of another file, with its name.
    pub listed_in: Vec<String>,
    /// Whether each is a playing card.
    pub are_cards: bool,
}

pub(super) fn read(name: &str, table: &Table<'_>, game: &Entry, beside: Beside<'_>) -> Result<Tiles, Fault> {
    let shape = read_shape(&table.need_as("shape", shapes)?)?;
    let reader = Reader { game, shape };
    let (pieces, listed_at, listed_in, node) = match (table.get("list"), table.get("file")) {
        (Some(list), None) => {
            let items = list.items()?;
            let piece = |item: &Node<'_>| reader.piece(item, &item.text()?, "");
            let pieces = items.iter().map(piece).collect::<Result<Vec<_>, Fault>>()?;
            (pieces, items.iter().map(|item| item.offset).collect(), Vec::new(), list)
        }
        (_, Some(file)) => {
            let (pieces, places) = reader.file(&file, beside)?;
            (pieces, Vec::new(), places, file)
        }
        (None, None) => return Err(Fault::new(table.offset, format!("{name} need a list or a file"))),
    };
    if pieces.is_empty() {
        return Err(node.fault(format!("the list of {name} is empty")));
    }
    let two_sided = pieces.iter().filter(|piece| !piece.back.is_empty()).count();
    if two_sided > 0 && two_sided < pieces.len() {
        return Err(node.fault(
            "some pieces have a back and some have none: write FRONT|BACK for all of them, or make two groups",
        ));
    }
    let turns = read_turns(name, table, shape, two_sided > 0)?;
    let are_cards = shape == Shape::SINGLE && game.faces == Faces::Cards;
    Ok(Tiles { shape, turns, pieces, listed_at, listed_in, are_cards })
}

/// What a shape can be.
fn shapes() -> String {
    let names: Vec<String> = Shape::NAMES.iter().map(|(name, _)| quoted(name)).collect();
    format!("{}, or a drawing line by line such as [\"XXX\", \"X\"]", names.join(", "))
}

/// A shape by name, or drawn as a list of lines.
fn read_shape(node: &Node<'_>) -> Result<Shape, Fault> {
    if !node.is_array() {
        let name = node.text()?;
        return Shape::NAMES.iter().find(|(known, _)| *known == name).map(|(_, shape)| *shape).ok_or_else(
            || node.fault(format!("{} is no shape that has a name, expected {}", quoted(&name), shapes())),
        );
    }
    let lines = node.items()?.iter().map(Node::text).collect::<Result<Vec<_>, _>>()?;
    Shape::drawn(&lines).map_err(|message| node.fault(message))
}

fn read_turns(
    name: &str,
    table: &Table<'_>,
    shape: Shape,
    two_sided: bool,
) -> Result<Vec<Vec<usize>>, Fault> {
    let turns = |word: &str| if two_sided { shape.two_sided_turns(word) } else { shape.turns(word) };
    let Some(node) = table.get("turns") else { return Ok(turns("none").unwrap_or_default()) };
    let words: Vec<(&str, &str)> = TURNS.iter().map(|word| (*word, *word)).collect();
    let word = node.word(&words)?;
    turns(word).ok_or_else(|| {
        let allowed = shape.allowed_turns(two_sided);
        node.fault(format!("{name} of this shape cannot be turned by '{word}', allowed are {allowed}"))
    })
}

struct Reader<'a> {
    game: &'a Entry,
    shape: Shape,
}

impl Reader<'_> {
    /// A piece as it is listed: its symbols, or those of the front and of the back with a bar between them.
    fn piece(&self, node: &Node<'_>, text: &str, place: &str) -> Result<Piece, Fault> {
        let (front, back) = match text.split_once('|') {
            Some((front, back)) => (front.trim(), Some(back.trim())),
            None => (text, None),
        };
        let faces = self.faces(node, front, place)?;
        let back = back.map_or(Ok(Vec::new()), |back| self.faces(node, back, place))?;
        // A piece with two sides has no one value to be sorted by.
        let (suit, value) = match faces.as_slice() {
            [face] if back.is_empty() => self.game.faces.suit_and_value(*face),
            _ => (None, None),
        };
        Ok(Piece { faces, back, suit, value })
    }

    fn faces(&self, node: &Node<'_>, text: &str, place: &str) -> Result<Vec<u8>, Fault> {
        let words = self.game.faces.words();
        let faces =
            self.game.faces.read(text).ok_or_else(|| {
                node.fault(format!("{place}{} is not a tile, expected {words}", quoted(text)))
            })?;
        if faces.len() != self.shape.cells() {
            return Err(node.fault(format!(
                "{place}{} has {}, tiles of this shape have {}",
                quoted(text),
                counted(faces.len() as u64, "cell"),
                self.shape.cells()
            )));
        }
        Ok(faces)
    }

    /// Pieces from a CSV file: what stands on them, and how many there are; and the line of each.
    fn file(&self, node: &Node<'_>, beside: Beside<'_>) -> Result<(Vec<Piece>, Vec<String>), Fault> {
        let file_name = node.text()?;
        let text = beside(&file_name).map_err(|error| {
            let why = error.strip_prefix(&format!("{file_name}: ")).unwrap_or(&error);
            node.fault(format!("{}: {why}", quoted(&file_name)))
        })?;
        let (mut pieces, mut places) = (Vec::new(), Vec::new());
        for (number, line) in text.lines().enumerate().map(|(n, line)| (n + 1, line.trim())) {
            // A heading, blank lines and comments.
            if line.is_empty() || line.starts_with('#') || (number == 1 && line.starts_with("faces")) {
                continue;
            }
            let (faces, count) = line.split_once(',').unwrap_or((line, "1"));
            let line = format!("{file_name}, line {number}");
            let place = format!("{line}: ");
            let count: usize = count.trim().parse().ok().filter(|n| *n <= MOST_PIECES).ok_or_else(|| {
                node.fault(format!("{place}{} is not a number of tiles", quoted(count.trim())))
            })?;
            let piece = self.piece(node, faces.trim().trim_matches('"'), &place)?;
            pieces.extend(std::iter::repeat_n(piece, count));
            places.extend(std::iter::repeat_n(line, count));
            if pieces.len() > MOST_PIECES {
                break;
            }
        }
        Ok((pieces, places))
    }
}
