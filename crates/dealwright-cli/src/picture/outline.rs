//! Outlines of pieces that cover several squares.

use super::view::View;
use crate::svg::{INK, PAPER, Svg, number};

/// Corners of the grid: a column and a row of grid lines.
type Corner = (usize, usize);

/// The sides of a group of spaces (row, column) that it does not share with itself, each from a corner to a corner.
pub fn sides(spaces: &[(usize, usize)]) -> Vec<(Corner, Corner)> {
    let mut sides = Vec::new();
    for &(row, column) in spaces {
        let (right, below) = (column + 1, row + 1);
        let with = |row: Option<usize>, column: Option<usize>| {
            row.zip(column).is_some_and(|space| spaces.contains(&space))
        };
        let around = [
            (with(row.checked_sub(1), Some(column)), (column, row), (right, row)),
            (with(Some(below), Some(column)), (column, below), (right, below)),
            (with(Some(row), column.checked_sub(1)), (column, row), (column, below)),
            (with(Some(row), Some(right)), (right, row), (right, below)),
        ];
        sides.extend(around.into_iter().filter(|(shared, ..)| !shared).map(|(_, from, to)| (from, to)));
    }
    sides
}

/// Draws the outlines of a view's tiles; where two tiles meet there is one line.
pub fn outlines(svg: &mut Svg, view: &View<'_>) {
    let mut all: Vec<(Corner, Corner)> = Vec::new();
    for tile in view.tiles.iter().filter(|tile| tile.len() > 1) {
        let spaces: Vec<(usize, usize)> = tile.iter().filter_map(|square| view.find(*square)).collect();
        all.extend(sides(&spaces));
    }
    all.sort_unstable();
    all.dedup();
    let corner = |(column, row): Corner| {
        let (wide, high) = view.pitch();
        let (x, y, inner, tall) = view.space(row, column);
        (x - (wide - inner) / 2.0, y - (high - tall) / 2.0)
    };
    let words: Vec<String> = all
        .iter()
        .map(|&(from, to)| {
            let (from, to) = (corner(from), corner(to));
            format!("M{},{} L{},{}", number(from.0), number(from.1), number(to.0), number(to.1))
        })
        .collect();
    if words.is_empty() {
        return;
    }
    let path = words.join(" ");
    for (ink, width) in [(PAPER, 0.15), (INK, 0.09)] {
        let width = number(view.unit * width);
        let look = [
            ("fill", "none"),
            ("stroke", ink),
            ("stroke-width", width.as_str()),
            ("stroke-linecap", "round"),
        ];
        svg.path(&path, &look);
    }
}
