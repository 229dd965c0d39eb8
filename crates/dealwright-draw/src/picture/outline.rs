//! Outlines of pieces that cover several squares.

use super::pieces::Rect;
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

/// Draws outlines around groups of spaces; where two groups meet there is one line. `corner` gives the places of the
/// grid's corners.
pub fn around(
    svg: &mut Svg,
    groups: &[Vec<(usize, usize)>],
    corner: impl Fn(Corner) -> (f64, f64),
    width: f64,
    halo: bool,
) {
    let mut all: Vec<(Corner, Corner)> = groups.iter().flat_map(|group| sides(group)).collect();
    all.sort_unstable();
    all.dedup();
    let side = |&(from, to): &(Corner, Corner)| {
        let (from, to) = (corner(from), corner(to));
        format!("M{},{} L{},{}", number(from.0), number(from.1), number(to.0), number(to.1))
    };
    let path = all.iter().map(side).collect::<Vec<_>>().join(" ");
    if path.is_empty() {
        return;
    }
    let wide = width * if halo { 1.7 } else { 1.0 };
    for (ink, width, part) in [(PAPER, number(wide), "halo"), (INK, number(width), "outline")] {
        let look = [
            ("class", svg.part(part)),
            ("fill", "none"),
            ("stroke", ink),
            ("stroke-width", width.as_str()),
            ("stroke-linecap", "round"),
        ];
        svg.path(&path, &look);
    }
}

/// Draws the outlines of a view's tiles.
pub fn outlines(svg: &mut Svg, view: &View<'_>) {
    if view.pips {
        // Dominoes are drawn with their edges.
        return;
    }
    let groups: Vec<Vec<(usize, usize)>> = view
        .tiles
        .iter()
        .filter(|tile| tile.len() > 1)
        .map(|tile| tile.iter().filter_map(|square| view.find(*square)).collect())
        .collect();
    let corner = |(column, row): Corner| {
        let (wide, high) = view.pitch();
        let (x, y, inner, tall) = view.space(row, column);
        (x - (wide - inner) / 2.0, y - (high - tall) / 2.0)
    };
    // Spaces of a mountain have no gaps between them that a light edge could fill.
    let flat = view.board.heights.iter().all(|height| *height == 0);
    // On paper the edges of tiles are for the knife; on a screen they are seen beside marks.
    let width = if view.screen || !flat { 0.06 } else { 0.09 };
    around(svg, &groups, corner, view.unit * width, flat);
}

/// A rounded frame around a part of a board, with a light edge to be seen on any ground.
pub fn frame(svg: &mut Svg, (x, y, width, height): Rect, line: f64, dash: &str) {
    for (ink, line, dash) in [(PAPER, number(line * 2.0), "none"), (INK, number(line), dash)] {
        let look = [
            ("rx", "7"),
            ("fill", "none"),
            ("stroke", ink),
            ("stroke-width", line.as_str()),
            ("stroke-dasharray", dash),
            ("stroke-linecap", "round"),
        ];
        svg.rect(x, y, width, height, &look);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_goes_around_a_tile_and_not_through_it() {
        assert_eq!(sides(&[(0, 0)]).len(), 4);
        assert_eq!(sides(&[(0, 0), (0, 1)]).len(), 6);
        let l = sides(&[(0, 0), (0, 1), (1, 0)]);
        assert_eq!(l.len(), 8);
        assert!(!l.contains(&((1, 0), (1, 1))) && l.contains(&((1, 1), (1, 2))), "{l:?}");
    }
}
