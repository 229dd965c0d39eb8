//! Edits of single pieces. Only the piece's own text changes, and what is around it stays.

use super::document::{Like, insert, replace, take};
use super::edit::{At, Edited};
use dealwright::InvalidInput;
use dealwright::kit::faces::Faces;
use dealwright::kit::{PieceKind, Shape};
use dealwright::text::quoted;
use toml_edit::{Array, InlineTable, Value};

/// Pieces of a group at most: as the reader has it.
const MOST_PIECES: usize = 256;

/// What a piece shows: its front, and its back if it has one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Look {
    /// The symbols on the front.
    pub front: Vec<u8>,
    /// Those on the back.
    pub back: Option<Vec<u8>>,
}

impl Look {
    /// Reads a piece as it stands in a list.
    pub fn read(text: &str, faces: Faces) -> Option<Self> {
        match text.split_once('|') {
            None => Some(Self { front: faces.read(text)?, back: None }),
            Some((front, back)) => {
                Some(Self { front: faces.read(front.trim())?, back: Some(faces.read(back.trim())?) })
            }
        }
    }

    /// As it stands in a list.
    pub fn write(&self, faces: Faces) -> String {
        let side = |side: &Vec<u8>| side.iter().map(|&symbol| faces.write(symbol)).collect::<String>();
        match &self.back {
            None => side(&self.front),
            Some(back) => format!("{}|{}", side(&self.front), side(back)),
        }
    }

    fn side(&mut self, back: bool) -> Option<&mut Vec<u8>> {
        if back { self.back.as_mut() } else { Some(&mut self.front) }
    }
}

/// The form that a group gives its pieces, by name or drawn.
pub fn shape_in(group: &Like<'_>) -> Option<Shape> {
    let value = group.value("shape")?;
    if let Some(name) = value.as_str() {
        return Shape::NAMES.iter().find(|(known, _)| *known == name).map(|(_, shape)| *shape);
    }
    let lines: Option<Vec<String>> =
        value.as_array()?.iter().map(|line| line.as_str().map(String::from)).collect();
    Shape::drawn(&lines?).ok()
}

/// How a group has its pieces.
enum Way {
    /// One by one.
    Listed,
    /// So many of each colour.
    Counted,
    /// So many, under this key.
    Number(&'static str),
}

fn way(file: &mut Edited<'_>, group: &str) -> Result<Way, InvalidInput> {
    let table = file.group(group)?;
    let keys = table.keys();
    let has = |key: &str| keys.iter().any(|own| own == key);
    if has("list") {
        return Ok(Way::Listed);
    }
    if has("colours") {
        return Ok(Way::Counted);
    }
    for key in ["dice", "pawns"] {
        if has(key) {
            return Ok(Way::Number(key));
        }
    }
    Err(InvalidInput(format!(
        "the pieces of {} are a set: write them down one by one first, then each can be changed",
        quoted(group)
    )))
}

fn faces_of(file: &Edited<'_>) -> Result<Faces, InvalidInput> {
    file.outline.game.map(|game| game.faces).ok_or_else(|| InvalidInput("the file names no game yet".into()))
}

fn symbol(file: &Edited<'_>, word: &str) -> Result<u8, InvalidInput> {
    let faces = faces_of(file)?;
    match faces.read(word).as_deref() {
        Some([symbol]) => Ok(*symbol),
        _ => Err(InvalidInput(format!(
            "{} is no symbol of this game, expected {}",
            quoted(word),
            faces.kinds()
        ))),
    }
}

fn none(at: &At) -> InvalidInput {
    InvalidInput(format!("there is no piece {} in {}", at.piece + 1, quoted(&at.group)))
}

/// The list of a group.
fn list<'f>(table: &'f mut Like<'_>, group: &str) -> Result<&'f mut Array, InvalidInput> {
    table.value_mut("list").and_then(Value::as_array_mut).ok_or_else(|| {
        InvalidInput(format!("the list of {} is no list in [ ]: mend that in the file first", quoted(group)))
    })
}

/// Changes what a listed piece shows.
fn change(
    file: &mut Edited<'_>,
    at: &At,
    change: impl FnOnce(&mut Look) -> Option<()>,
) -> Result<(), InvalidInput> {
    let faces = faces_of(file)?;
    let mut table = file.group(&at.group)?;
    let value = list(&mut table, &at.group)?.get_mut(at.piece).ok_or_else(|| none(at))?;
    let text = value.as_str().unwrap_or_default().to_string();
    let unread =
        || InvalidInput(format!("{} cannot be read as a piece: mend it in the file first", quoted(&text)));
    let mut look = Look::read(&text, faces).ok_or_else(unread)?;
    let before = look.clone();
    change(&mut look).ok_or_else(|| InvalidInput(format!("piece {} has no such square", at.piece + 1)))?;
    if look != before {
        replace(value, look.write(faces).into());
    }
    Ok(())
}

/// Changes the colours of tokens, which are then counted one by one.
fn recount(
    file: &mut Edited<'_>,
    group: &str,
    change: impl FnOnce(&mut Vec<u8>) -> Result<(), InvalidInput>,
) -> Result<(), InvalidInput> {
    let faces = faces_of(file)?;
    let setup = file.outline.setup.as_ref();
    let kit = setup.and_then(|setup| {
        setup.kit.iter().find(|known| known.name == group && known.kind == PieceKind::Tokens)
    });
    let kit = kit.ok_or_else(|| {
        InvalidInput(format!("the numbers of {} cannot be read: mend them in the file first", quoted(group)))
    })?;
    let mut colours: Vec<u8> = kit.pieces.iter().map(|piece| piece.faces[0]).collect();
    let order = kit.tokens_of_each();
    change(&mut colours)?;
    if colours.is_empty() || colours.len() > MOST_PIECES {
        return Err(InvalidInput(format!(
            "{} are {} pieces, expected 1 to {MOST_PIECES}",
            quoted(group),
            colours.len()
        )));
    }
    let mut known: Vec<u8> = order.iter().map(|(colour, _)| *colour).collect();
    known.extend(
        colours
            .iter()
            .copied()
            .filter(|colour| !known.contains(colour))
            .collect::<std::collections::BTreeSet<u8>>(),
    );
    let count = |colour: &u8| colours.iter().filter(|other| *other == colour).count();
    let counts: InlineTable = known
        .iter()
        .filter(|colour| count(colour) > 0)
        .map(|colour| (faces.write(*colour), Value::from(count(colour) as i64)))
        .collect();
    let mut table = file.group(group)?;
    table.put("colours", Value::InlineTable(counts));
    table.remove("each");
    Ok(())
}

/// One more or one less of what is only counted.
fn count(file: &mut Edited<'_>, group: &str, key: &str, by: i64) -> Result<(), InvalidInput> {
    let sizes = file.outline.parameters.clone();
    let mut table = file.group(group)?;
    let now = table.value(key).and_then(|value| {
        value.as_integer().or_else(|| value.as_str().map(|size| i64::from(sizes.get(size))))
    });
    let next = now.unwrap_or(0) + by;
    if !(1..=MOST_PIECES as i64).contains(&next) {
        return Err(InvalidInput(format!("{next} are too many or too few, expected 1 to {MOST_PIECES}")));
    }
    table.put(key, next.into());
    Ok(())
}

pub fn paint(file: &mut Edited<'_>, at: &At, word: &str) -> Result<(), InvalidInput> {
    let symbol = symbol(file, word)?;
    match way(file, &at.group)? {
        Way::Listed => change(file, at, |look| {
            *look.side(at.back)?.get_mut(at.cell)? = symbol;
            Some(())
        }),
        Way::Counted => recount(file, &at.group, |colours| {
            *colours.get_mut(at.piece).ok_or_else(|| none(at))? = symbol;
            Ok(())
        }),
        Way::Number(_) => Err(InvalidInput("what these pieces show is not painted".into())),
    }
}

pub fn swap(file: &mut Edited<'_>, one: &At, other: &At) -> Result<(), InvalidInput> {
    let faces = faces_of(file)?;
    let mut shown = |at: &At| -> Result<u8, InvalidInput> {
        match way(file, &at.group)? {
            Way::Listed => {
                let mut found = None;
                let mut table = file.group(&at.group)?;
                let value = list(&mut table, &at.group)?.get(at.piece).and_then(Value::as_str);
                if let Some(mut look) = value.and_then(|text| Look::read(text, faces)) {
                    found = look.side(at.back).and_then(|side| side.get(at.cell).copied());
                }
                found.ok_or_else(|| none(at))
            }
            _ => {
                let setup = file.outline.setup.as_ref();
                let kit = setup.and_then(|setup| setup.kit.iter().find(|known| known.name == at.group));
                let face = kit.and_then(|kit| kit.pieces.get(at.piece)).and_then(|piece| piece.faces.first());
                face.copied().ok_or_else(|| none(at))
            }
        }
    };
    let (first, second) = (shown(one)?, shown(other)?);
    if first == second {
        return Ok(());
    }
    if one.group == other.group && matches!(way(file, &one.group)?, Way::Counted) {
        return Err(InvalidInput(format!(
            "the pieces of {} have no order, so there is nothing to swap",
            quoted(&one.group)
        )));
    }
    paint(file, one, &faces.write(second))?;
    paint(file, other, &faces.write(first))
}

pub fn add(file: &mut Edited<'_>, group: &str, word: Option<&str>) -> Result<(), InvalidInput> {
    let faces = faces_of(file)?;
    let chosen = word.map(|word| symbol(file, word)).transpose()?;
    match way(file, group)? {
        Way::Listed => {
            let mut table = file.group(group)?;
            let shape = shape_in(&table)
                .ok_or_else(|| InvalidInput("the shape cannot be read: mend it in the file first".into()))?;
            let list = list(&mut table, group)?;
            if list.len() >= MOST_PIECES {
                return Err(InvalidInput(format!("{MOST_PIECES} pieces are the most")));
            }
            let last = list.iter().last().and_then(Value::as_str).and_then(|text| Look::read(text, faces));
            let look = match (chosen, last) {
                (None, Some(last)) => last,
                (chosen, last) => {
                    let symbols = vec![chosen.unwrap_or(1); shape.cells()];
                    Look { back: last.and_then(|last| last.back).map(|_| symbols.clone()), front: symbols }
                }
            };
            let at = list.len();
            insert(list, at, look.write(faces).into());
            Ok(())
        }
        Way::Counted => recount(file, group, |colours| {
            colours.extend(chosen.or(colours.last().copied()));
            Ok(())
        }),
        Way::Number(key) => count(file, group, key, 1),
    }
}

pub fn remove(file: &mut Edited<'_>, at: &At) -> Result<(), InvalidInput> {
    match way(file, &at.group)? {
        Way::Listed => {
            let mut table = file.group(&at.group)?;
            let list = list(&mut table, &at.group)?;
            if list.len() == 1 {
                return Err(InvalidInput("the last piece stays: take out the whole group instead".into()));
            }
            take(list, at.piece).map(|_| ()).ok_or_else(|| none(at))
        }
        Way::Counted => recount(file, &at.group, |colours| {
            if at.piece >= colours.len() {
                return Err(none(at));
            }
            colours.remove(at.piece);
            Ok(())
        }),
        Way::Number(key) => count(file, &at.group, key, -1),
    }
}

pub fn copy(file: &mut Edited<'_>, at: &At) -> Result<(), InvalidInput> {
    match way(file, &at.group)? {
        Way::Listed => {
            let mut table = file.group(&at.group)?;
            let list = list(&mut table, &at.group)?;
            if list.len() >= MOST_PIECES {
                return Err(InvalidInput(format!("{MOST_PIECES} pieces are the most")));
            }
            let own = list.get(at.piece).ok_or_else(|| none(at))?.clone().decorated("", "");
            insert(list, at.piece + 1, own);
            Ok(())
        }
        Way::Counted => recount(file, &at.group, |colours| {
            let own = *colours.get(at.piece).ok_or_else(|| none(at))?;
            colours.insert(at.piece, own);
            Ok(())
        }),
        Way::Number(key) => count(file, &at.group, key, 1),
    }
}

pub fn shift(file: &mut Edited<'_>, at: &At, to: usize) -> Result<(), InvalidInput> {
    if !matches!(way(file, &at.group)?, Way::Listed) {
        return Err(InvalidInput("only pieces that are listed one by one have an order".into()));
    }
    let mut table = file.group(&at.group)?;
    let list = list(&mut table, &at.group)?;
    if at.piece >= list.len() || to >= list.len() {
        return Err(none(at));
    }
    // What stands around a piece in the list stays there.
    let mut texts: Vec<Value> = list.iter().cloned().collect();
    let own = texts.remove(at.piece);
    texts.insert(to, own);
    for (place, text) in texts.into_iter().enumerate() {
        if let Some(value) = list.get_mut(place) {
            replace(value, text);
        }
    }
    Ok(())
}

/// Turns a piece to the next of its looks, in a fixed order, so that all of them are met.
pub fn turn(file: &mut Edited<'_>, at: &At) -> Result<(), InvalidInput> {
    if !matches!(way(file, &at.group)?, Way::Listed) {
        return Err(InvalidInput("only pieces that are listed one by one are turned by hand".into()));
    }
    let shape = shape_in(&file.group(&at.group)?);
    let ways = shape.and_then(|shape| shape.turns("any")).unwrap_or_default();
    let mut turns_look_alike = false;
    change(file, at, |look| {
        let mut looks = vec![look.clone()];
        for way in &ways {
            let turned =
                |side: &Vec<u8>| way.iter().map(|&cell| side.get(cell).copied()).collect::<Option<Vec<u8>>>();
            let front = turned(&look.front)?;
            let back = look.back.as_ref().map(turned);
            looks.push(Look { front, back: back.flatten() });
        }
        for turned in looks.clone() {
            if let Some(back) = turned.back {
                looks.push(Look { front: back, back: Some(turned.front) });
            }
        }
        looks.sort();
        looks.dedup();
        let own = looks.iter().position(|other| other == look)?;
        *look = looks[(own + 1) % looks.len()].clone();
        turns_look_alike = looks.len() == 1;
        Some(())
    })?;
    match turns_look_alike {
        true => {
            Err(InvalidInput(format!("piece {} looks the same whichever way it is turned", at.piece + 1)))
        }
        false => Ok(()),
    }
}

/// Another form: squares that both have keep their symbols.
pub fn reshape(file: &mut Edited<'_>, group: &str, drawing: &[String]) -> Result<(), InvalidInput> {
    if drawing.len() > 40 || drawing.iter().any(|line| line.len() > 40) {
        return Err(InvalidInput("a drawing has at most 40 lines of 40 letters".into()));
    }
    let shape = Shape::drawn(drawing).map_err(InvalidInput)?;
    let faces = faces_of(file)?;
    if !matches!(way(file, group)?, Way::Listed) {
        return Err(InvalidInput("only pieces that are listed one by one can have another shape".into()));
    }
    let mut table = file.group(group)?;
    let old = shape_in(&table);
    let name: Value = match shape.name() {
        Some(name) => name.into(),
        None => Value::Array(shape.drawing().iter().map(String::as_str).collect()),
    };
    table.put("shape", name);
    let turns = table.value("turns").and_then(Value::as_str).unwrap_or("none").to_string();
    let list = list(&mut table, group)?;
    let mut two_sided = false;
    for place in 0..list.len() {
        let Some(value) = list.get_mut(place) else { continue };
        let Some(look) = value.as_str().and_then(|text| Look::read(text, faces)) else { continue };
        two_sided |= look.back.is_some();
        let moved = |side: &Vec<u8>| -> Vec<u8> {
            let at = |cell: &(u8, u8)| {
                let known = old.and_then(|old| old.footprint().iter().position(|other| other == cell));
                known.and_then(|known| side.get(known)).or(side.last()).copied().unwrap_or(1)
            };
            shape.footprint().iter().map(at).collect()
        };
        let next = Look { front: moved(&look.front), back: look.back.as_ref().map(moved) };
        replace(value, next.write(faces).into());
    }
    let ways = if two_sided { shape.two_sided_turns(&turns) } else { shape.turns(&turns) };
    if ways.is_none() {
        table.remove("turns");
    }
    Ok(())
}

/// Gives all pieces of a group a back like their front, or takes the backs off.
pub fn sides(file: &mut Edited<'_>, group: &str, two: bool) -> Result<(), InvalidInput> {
    let faces = faces_of(file)?;
    if !matches!(way(file, group)?, Way::Listed) {
        return Err(InvalidInput(
            "only pieces that are listed one by one can have two sides of their own".into(),
        ));
    }
    let mut table = file.group(group)?;
    let shape = shape_in(&table);
    let list = list(&mut table, group)?;
    for place in 0..list.len() {
        let Some(value) = list.get_mut(place) else { continue };
        let Some(mut look) = value.as_str().and_then(|text| Look::read(text, faces)) else { continue };
        look.back = two.then(|| look.back.unwrap_or_else(|| look.front.clone()));
        replace(value, look.write(faces).into());
    }
    let turns = table.value("turns").and_then(Value::as_str).unwrap_or("none").to_string();
    let ways = shape.and_then(|shape| if two { shape.two_sided_turns(&turns) } else { shape.turns(&turns) });
    if ways.is_none() {
        table.remove("turns");
    }
    Ok(())
}
