//! Edits of the board: where pieces go, in which order, and what stays empty.

use super::document::{Like, before_steps, insert, take, value_of};
use super::edit::Edited;
use dealwright::InvalidInput;
use dealwright::kit::Shape;
use dealwright::places::Places;
use dealwright::setup::{Setup, Slot, cover};
use dealwright::text::{counted, quoted};
use std::ops::ControlFlow;
use toml_edit::{Array, Item, Table, Value};

/// Places at most: as the reader has it.
const MOST_PLACES: usize = 256;
/// Steps of a search for places that cover the board.
const MOST_LOOKS: u64 = 200_000;

fn setup(file: &Edited<'_>) -> Result<Setup, InvalidInput> {
    file.outline.setup.clone().ok_or_else(|| InvalidInput("there is no board of these sizes".into()))
}

/// The board of the file, made where there is none.
fn board<'f>(file: &'f mut Edited<'_>) -> Result<Like<'f>, InvalidInput> {
    if file.document.get("board").is_none() {
        let mut table = Table::new();
        table.set_position(before_steps(&file.document));
        file.document.insert("board", Item::Table(table));
    }
    file.document
        .get_mut("board")
        .and_then(Like::of)
        .ok_or_else(|| InvalidInput("'board' is no table: mend that in the file first".into()))
}

/// Takes the board out of the file when nothing is said about it any more.
fn tidy(file: &mut Edited<'_>) {
    let is_empty =
        file.document.get_mut("board").and_then(Like::of).is_some_and(|board| board.keys().is_empty());
    if is_empty {
        file.document.remove("board");
    }
}

/// A place as files have it: its squares, or the name of a stack.
pub fn name_of(setup: &Setup, slot: &Slot) -> String {
    let name = |cell: usize| match setup.places.has_stacks() {
        true => setup
            .places
            .list()
            .iter()
            .find(|place| place.cells().contains(&cell))
            .map_or_else(String::new, |place| place.name.clone()),
        false => setup.square(cell).to_string(),
    };
    slot.0.iter().map(|cell| cell.map_or("-".into(), name)).collect::<Vec<_>>().join(" ")
}

/// The places of the file as a list; made one where they are not.
fn listed<'f>(file: &'f mut Edited<'_>) -> Result<Like<'f>, InvalidInput> {
    let setup = setup(file)?;
    let mut board = board(file)?;
    let is_list = board.value("slots").is_some_and(|value| value.is_array());
    if !is_list {
        // Every square for itself is what holds where nothing is said: a first place is drawn on an empty board.
        let is_plain = board.value("block").is_none()
            && board.value("slots").is_none_or(|word| word.as_str() == Some("cells"));
        let names: Array = match is_plain {
            true => Array::new(),
            false => setup.slots.iter().map(|slot| name_of(&setup, slot)).collect(),
        };
        board.remove("block");
        board.put("slots", Value::Array(names));
    }
    Ok(board)
}

fn list<'f>(board: &'f mut Like<'_>) -> Result<&'f mut Array, InvalidInput> {
    board
        .value_mut("slots")
        .and_then(Value::as_array_mut)
        .ok_or_else(|| InvalidInput("there is no list of places".into()))
}

pub fn set(file: &mut Edited<'_>, value: &serde_json::Value) -> Result<(), InvalidInput> {
    let mut board = board(file)?;
    board.remove("block");
    match value_of(value) {
        Some(value) => board.put("slots", value),
        None => board.remove("slots"),
    }
    tidy(file);
    Ok(())
}

/// The order of squares in which a piece of this form lies on them; none where it cannot.
fn footprint_on(places: &Places, shape: Shape, cells: &[usize]) -> Option<Vec<usize>> {
    if shape.cells() != cells.len() {
        return None;
    }
    let fits =
        |order: &[usize]| shape.fits(&order.iter().map(|&cell| Some(places.spot(cell))).collect::<Vec<_>>());
    // As it is drawn first; then every way to lie, with each square as the first of the footprint.
    let footprint = shape.footprint();
    let spots: Vec<(usize, usize)> = cells.iter().map(|&cell| places.spot(cell)).collect();
    let (top, left) = (spots.iter().map(|spot| spot.0).min()?, spots.iter().map(|spot| spot.1).min()?);
    let straight: Option<Vec<usize>> = footprint
        .iter()
        .map(|&(row, column)| {
            let spot = (top + usize::from(row), left + usize::from(column));
            spots.iter().position(|other| *other == spot).map(|at| cells[at])
        })
        .collect();
    if let Some(order) = straight.filter(|order| fits(order)) {
        return Some(order);
    }
    for &first in cells {
        let (row, column) = places.spot(first);
        for form in shape.lying() {
            let order: Option<Vec<usize>> = std::iter::once(Some(first))
                .chain(form.iter().map(|&(down, right)| {
                    let cell =
                        places.cell_at(row.checked_add_signed(down)?, column.checked_add_signed(right)?)?;
                    cells.contains(&cell).then_some(cell)
                }))
                .collect();
            if let Some(order) = order.filter(|order| fits(order)) {
                return Some(order);
            }
        }
    }
    None
}

/// One more place. Its squares may be named in any order: they are put into that of the pieces that fit.
pub fn add(file: &mut Edited<'_>, names: &[String]) -> Result<(), InvalidInput> {
    let setup = setup(file)?;
    if names.is_empty() || names.len() > 12 {
        return Err(InvalidInput(format!("a place has 1 to 12 squares, found {}", names.len())));
    }
    let mut cells: Vec<usize> = Vec::new();
    for name in names {
        for place in setup.places.named(name).map_err(InvalidInput)? {
            let first = setup.places.list()[place].first;
            if !cells.contains(&first) {
                cells.push(first);
            }
        }
    }
    if let Some(&cell) = cells.iter().find(|cell| setup.empty.contains(cell)) {
        return Err(InvalidInput(format!("{} stays empty", setup.places.cell_name(cell))));
    }
    let mut shapes: Vec<Shape> = Vec::new();
    for group in setup.kit.iter().filter(|group| group.is_laid()) {
        if !shapes.contains(&group.shape()) {
            shapes.push(group.shape());
        }
    }
    let fitting = shapes.iter().find_map(|&shape| footprint_on(&setup.places, shape, &cells));
    let Some(cells) = fitting else {
        let forms: Vec<String> = shapes.iter().map(|shape| counted(shape.cells() as u64, "square")).collect();
        let squares: Vec<String> = cells.iter().map(|&cell| setup.places.cell_name(cell)).collect();
        return Err(InvalidInput(format!(
            "no piece of the kit has the form of {}; they are of {}",
            squares.join(" "),
            if forms.is_empty() { "no form yet".into() } else { forms.join(" or ") }
        )));
    };
    let word = name_of(&setup, &Slot(cells.iter().copied().map(Some).collect()));
    let (had_block, is_list) = match file.document.get_mut("board").and_then(Like::of) {
        Some(board) => {
            (board.value("block").is_some(), board.value("slots").is_some_and(|slots| slots.is_array()))
        }
        None => (false, false),
    };
    // A place that shares squares with others takes their place: people draw over what was there.
    let overlaps: Vec<usize> = match is_list || had_block {
        true => (0..setup.slots.len())
            .filter(|&n| setup.slots[n].0.iter().flatten().any(|cell| cells.contains(cell)))
            .collect(),
        false => Vec::new(),
    };
    let mut board = listed(file)?;
    let list = list(&mut board)?;
    overlaps.into_iter().rev().for_each(|place| {
        take(list, place);
    });
    if list.len() >= MOST_PLACES {
        return Err(InvalidInput(format!("{MOST_PLACES} places are the most")));
    }
    let at = list.len();
    insert(list, at, word.into());
    Ok(())
}

pub fn remove(file: &mut Edited<'_>, place: usize) -> Result<(), InvalidInput> {
    let mut board = listed(file)?;
    take(list(&mut board)?, place)
        .map(|_| ())
        .ok_or_else(|| InvalidInput(format!("there is no place {}", place + 1)))
}

pub fn shift(file: &mut Edited<'_>, from: usize, to: usize) -> Result<(), InvalidInput> {
    let mut board = listed(file)?;
    let list = list(&mut board)?;
    if from >= list.len() || to >= list.len() {
        return Err(InvalidInput(format!("there are only {}", counted(list.len() as u64, "place"))));
    }
    let mut texts: Vec<Value> = list.iter().cloned().collect();
    let own = texts.remove(from);
    texts.insert(to, own);
    for (at, text) in texts.into_iter().enumerate() {
        if let Some(value) = list.get_mut(at) {
            super::document::replace(value, text);
        }
    }
    Ok(())
}

/// Covers what is not empty with places for pieces of a group, as far as that can be done.
pub fn fill(file: &mut Edited<'_>, group: &str) -> Result<(), InvalidInput> {
    let setup = setup(file)?;
    let kit = setup.kit.iter().find(|known| known.name == group);
    let kit =
        kit.ok_or_else(|| InvalidInput(format!("the pieces of {} cannot be read yet", quoted(group))))?;
    let shape = kit.shape();
    if shape == Shape::SINGLE {
        return set(file, &serde_json::Value::Null);
    }
    let found = covering(&setup, shape).ok_or_else(|| {
        InvalidInput(format!("the board cannot be covered by pieces of this form without gaps; draw the places, or change the sizes ({} squares)", setup.places.cells() - setup.empty.len()))
    })?;
    let names: Array = found.iter().map(|slot| name_of(&setup, slot)).collect();
    let mut board = board(file)?;
    board.remove("block");
    board.put("slots", Value::Array(names));
    Ok(())
}

/// One way to cover the board; none where there is none, or none was found soon.
pub fn covering(setup: &Setup, shape: Shape) -> Option<Vec<Slot>> {
    let mut found = None;
    cover::each(setup, shape, MOST_LOOKS, &mut |slots| {
        found = Some(slots.to_vec());
        ControlFlow::Break(())
    });
    found
}

pub fn toggle_empty(file: &mut Edited<'_>, name: &str) -> Result<(), InvalidInput> {
    let setup = setup(file)?;
    let named = setup.places.named(name).map_err(InvalidInput)?;
    let [place] = named.as_slice() else {
        return Err(InvalidInput(format!("{} is not one place", quoted(name))));
    };
    let cell = setup.places.list()[*place].first;
    let mut empty = setup.empty.clone();
    match empty.iter().position(|&other| other == cell) {
        Some(at) => {
            empty.remove(at);
        }
        None => empty.push(cell),
    }
    empty.sort_unstable();
    let names: Array = empty.iter().map(|&cell| setup.places.cell_name(cell)).collect();
    let mut board = board(file)?;
    match names.is_empty() {
        true => board.remove("empty"),
        false => board.put("empty", Value::Array(names)),
    }
    tidy(file);
    Ok(())
}
