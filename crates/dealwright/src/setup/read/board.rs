//! The `[board]` of a setup file: places for pieces of several cells.

use super::super::tree::Node;
use super::super::{Block, Fault, Slot};
use crate::dealing::Grid;
use crate::square::Square;
use crate::text::quoted;

const MOST_SLOTS: usize = 256;

/// Slots in dealing order, and the block they repeat, if they do. Without a `[board]` every cell is a slot, row by row.
pub(super) fn read(board: Option<Node<'_>>, grid: &Grid) -> Result<(Vec<Slot>, Option<Block>), Fault> {
    if let Some(board) = board
        && let table = board.table(&["slots", "block"])?
        && let Some(block) = table.get("block")
    {
        if let Some(slots) = table.get("slots") {
            return Err(slots.fault("a board has either slots or a block, not both"));
        }
        let (slots, block) = read_blocks(&block, grid)?;
        return Ok((slots, Some(block)));
    }
    Ok((read_slots(board, grid)?, None))
}

fn read_slots(board: Option<Node<'_>>, grid: &Grid) -> Result<Vec<Slot>, Fault> {
    let cells = || (0..grid.cells()).map(|cell| Slot(vec![Some(cell)])).collect();
    let Some(board) = board else { return Ok(cells()) };
    let table = board.table(&["slots", "block"])?;
    match table.get("slots") {
        None => Ok(cells()),
        Some(slots) if slots.is_text() => {
            slots.word(&[("cells", ()), ("columns", ()), ("rows", ())])?;
            let (rows, columns) = (grid.rows, grid.columns);
            Ok(match slots.text()?.as_str() {
                "columns" => (0..columns)
                    .map(|column| Slot((0..rows).map(|row| Some(row * columns + column)).collect()))
                    .collect(),
                "rows" => (0..rows)
                    .map(|row| Slot((0..columns).map(|c| Some(row * columns + c)).collect()))
                    .collect(),
                _ => cells(),
            })
        }
        Some(slots) => {
            let items = slots.items()?;
            if items.len() > MOST_SLOTS {
                return Err(slots.fault(format!("{} slots are too many, at most {MOST_SLOTS}", items.len())));
            }
            items.iter().map(|item| read_slot(item, grid.rows, grid.columns, grid.first_file)).collect()
        }
    }
}

/// A block that is repeated over the whole board, block by block as one reads, its slots each time.
fn read_blocks(node: &Node<'_>, grid: &Grid) -> Result<(Vec<Slot>, Block), Fault> {
    let table = node.table(&["rows", "columns", "slots"])?;
    let (rows, columns) = (table.need("rows")?.number()? as usize, table.need("columns")?.number()? as usize);
    if rows == 0 || columns == 0 || !grid.rows.is_multiple_of(rows) || !grid.columns.is_multiple_of(columns) {
        return Err(node.fault(format!(
            "blocks of {rows} x {columns} do not fill a board of {} x {}",
            grid.rows, grid.columns
        )));
    }
    let slots = table.need("slots")?.items()?;
    let slots: Vec<Slot> =
        slots.iter().map(|item| read_slot(item, rows, columns, 0)).collect::<Result<_, _>>()?;
    let mut all = Vec::new();
    for top in (0..grid.rows).step_by(rows) {
        for left in (0..grid.columns).step_by(columns) {
            let moved = |cell: usize| (top + cell / columns) * grid.columns + left + cell % columns;
            all.extend(slots.iter().map(|slot| Slot(slot.0.iter().map(|cell| cell.map(moved)).collect())));
        }
    }
    Ok((all, Block { rows, columns, slots: slots.len() }))
}

/// Squares between blanks, `-` for a covered one.
fn read_slot(node: &Node<'_>, rows: usize, columns: usize, first_file: u8) -> Result<Slot, Fault> {
    let text = node.text()?;
    let mut cells = Vec::new();
    for word in text.split_whitespace() {
        if word == "-" {
            cells.push(None);
            continue;
        }
        let square = Square::read_prefix(word).filter(|(_, rest)| rest.is_empty()).map(|(square, _)| square);
        let Some(square) = square else {
            return Err(node.fault(format!(
                "{} is not a square, expected one like b2, or - where it is covered",
                quoted(word)
            )));
        };
        let file = square.file.checked_sub(first_file).map(usize::from).filter(|&file| file < columns);
        let row = rows.checked_sub(square.rank as usize).filter(|_| square.rank > 0);
        match (file, row) {
            (Some(file), Some(row)) => cells.push(Some(row * columns + file)),
            _ => {
                let last = Square { file: first_file + columns as u8 - 1, rank: rows as u8 };
                let first = Square { file: first_file, rank: 1 };
                return Err(node.fault(format!("{square} is not here, squares go from {first} to {last}")));
            }
        }
    }
    if cells.is_empty() {
        return Err(node.fault("a slot without squares"));
    }
    Ok(Slot(cells))
}
