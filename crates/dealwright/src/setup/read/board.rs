//! The `[board]` of a setup file: places for pieces of several cells, and squares that stay empty.

use super::super::tree::Node;
use super::super::{Block, Fault, Slot};
use crate::places::Places;
use crate::registry::Entry;
use crate::square::Square;
use crate::text::quoted;

const MOST_SLOTS: usize = 256;
const KEYS: [&str; 3] = ["slots", "block", "empty"];

/// The cells that stay empty.
pub(super) fn read_empty(
    board: Option<Node<'_>>,
    game: &Entry,
    places: &Places,
) -> Result<Vec<usize>, Fault> {
    let Some(board) = board else { return Ok(Vec::new()) };
    let Some(node) = board.table(&KEYS)?.get("empty") else { return Ok(Vec::new()) };
    if game.empty.is_none() {
        return Err(node.fault(format!("in {} every place is filled, none stays empty", game.info.title)));
    }
    let mut cells = read_places(&node, places)?;
    cells.sort_unstable();
    match cells.len() == places.cells() {
        true => Err(node.fault("every place would stay empty")),
        false => Ok(cells),
    }
}

/// The cells of places that are named one by one or in a list.
pub(super) fn read_places(node: &Node<'_>, places: &Places) -> Result<Vec<usize>, Fault> {
    let items = if node.is_array() { node.items()? } else { vec![*node] };
    let (mut names, mut named) = (Vec::new(), Vec::new());
    for item in items {
        names.push(item.text()?);
        named = places.named_together(&names).map_err(|message| item.fault(message))?;
    }
    match named.is_empty() {
        true => Err(node.fault(format!("no place is named, expected {}", places.names()))),
        false => Ok(named.into_iter().flat_map(|place| places.list()[place].cells()).collect()),
    }
}

/// Slots in dealing order, and the block they repeat, if they do. Without slots every cell that is not empty is one.
pub(super) fn read(
    board: Option<Node<'_>>,
    places: &Places,
    empty: &[usize],
) -> Result<(Vec<Slot>, Option<Block>), Fault> {
    let cells =
        || (0..places.cells()).filter(|cell| !empty.contains(cell)).map(|cell| Slot(vec![Some(cell)]));
    let Some(board) = board else { return Ok((cells().collect(), None)) };
    let table = board.table(&KEYS)?;
    let (slots, block) = match (table.get("slots"), table.get("block")) {
        (Some(slots), Some(_)) => return Err(slots.fault("a board has either slots or a block, not both")),
        (None, None) => return Ok((cells().collect(), None)),
        (None, Some(block)) => {
            let (slots, block) = read_blocks(&block, places)?;
            (slots, Some(block))
        }
        (Some(slots), None) if slots.is_text() => {
            let lines = |count: usize, is_row: bool| {
                let line = |number: usize| {
                    let here = |cell: &usize| {
                        let (row, column) = places.spot(*cell);
                        number == if is_row { row } else { column }
                    };
                    Slot((0..places.cells()).filter(here).map(Some).collect())
                };
                (0..count).map(line).filter(|slot| !slot.0.is_empty()).collect::<Vec<_>>()
            };
            let or = |fault: Fault| Fault {
                message: format!("{}, or a list of places such as [\"a1 b1\"]", fault.message),
                ..fault
            };
            let slots = match slots.word(&[("cells", 0), ("columns", 1), ("rows", 2)]).map_err(or)? {
                1 => lines(places.columns, false),
                2 => lines(places.rows, true),
                _ => cells().collect(),
            };
            (slots, None)
        }
        (Some(slots), None) => {
            let items = slots.items()?;
            if items.len() > MOST_SLOTS {
                return Err(slots.fault(format!("{} slots are too many, at most {MOST_SLOTS}", items.len())));
            }
            (items.iter().map(|item| read_slot(item, places)).collect::<Result<_, _>>()?, None)
        }
    };
    if let Some(&cell) =
        empty.iter().find(|cell| slots.iter().any(|slot: &Slot| slot.0.contains(&Some(**cell))))
    {
        let node = table.get("empty").unwrap_or(board);
        return Err(node.fault(format!("{} stays empty, but a slot covers it", places.cell_name(cell))));
    }
    Ok((slots, block))
}

/// A block that is repeated over the whole board, block by block as one reads, its slots each time.
fn read_blocks(node: &Node<'_>, places: &Places) -> Result<(Vec<Slot>, Block), Fault> {
    if !places.is_rectangle() {
        return Err(node.fault("only boards that are a rectangle have blocks; list the slots instead"));
    }
    let table = node.table(&["rows", "columns", "slots"])?;
    let side = |key: &str, of_board: usize| -> Result<usize, Fault> {
        let divisors: Vec<String> =
            (1..=of_board).filter(|n| of_board.is_multiple_of(*n)).map(|n| n.to_string()).collect();
        Ok(table.need_as(key, || divisors.join(", "))?.number()? as usize)
    };
    let (rows, columns) = (side("rows", places.rows)?, side("columns", places.columns)?);
    if rows == 0
        || columns == 0
        || !places.rows.is_multiple_of(rows)
        || !places.columns.is_multiple_of(columns)
    {
        return Err(node.fault(format!(
            "blocks of {rows} x {columns} do not fill a board of {} x {}",
            places.rows, places.columns
        )));
    }
    let block = Places::rectangle(rows, columns);
    let slots = table.need_as("slots", || {
        format!(
            "the places of a block one by one, such as [\"a1 b1\"], each with squares from a1 to {}",
            block.square(columns - 1)
        )
    })?;
    let slots = slots.items()?;
    let slots: Vec<Slot> = slots.iter().map(|item| read_slot(item, &block)).collect::<Result<_, _>>()?;
    let mut all = Vec::new();
    for top in (0..places.rows).step_by(rows) {
        for left in (0..places.columns).step_by(columns) {
            let moved = |cell: usize| (top + cell / columns) * places.columns + left + cell % columns;
            all.extend(slots.iter().map(|slot| Slot(slot.0.iter().map(|cell| cell.map(moved)).collect())));
        }
    }
    Ok((all, Block { rows, columns, slots: slots.len() }))
}

/// Squares between blanks, `-` for a covered one. On boards with stacks: the name of a place, for its lowest piece.
pub(super) fn read_slot(node: &Node<'_>, places: &Places) -> Result<Slot, Fault> {
    let text = node.text()?;
    if places.has_stacks() {
        let named = places.named(&text).map_err(|message| node.fault(message))?;
        return match named.as_slice() {
            [place] => Ok(Slot(vec![Some(places.list()[*place].first)])),
            _ => Err(node.fault(format!(
                "{} names several places, expected one of {}",
                quoted(&text),
                places.single_names()
            ))),
        };
    }
    let mut cells = Vec::new();
    for word in text.split_whitespace() {
        if word == "-" {
            cells.push(None);
            continue;
        }
        let square = Square::read_prefix(word).filter(|(_, rest)| rest.is_empty()).map(|(square, _)| square);
        let Some(square) = square else {
            return Err(node.fault(format!(
                "{} is not a square, expected {}, or - where it is covered",
                quoted(word),
                places.single_names()
            )));
        };
        match places.cell_of(square) {
            Some(cell) => cells.push(Some(cell)),
            None => {
                return Err(node.fault(format!("{square} is not here, expected {}", places.single_names())));
            }
        }
    }
    if cells.is_empty() {
        return Err(node.fault("a slot without squares"));
    }
    Ok(Slot(cells))
}
