//! The mountain of Fujisan: spaces that grow darker with every step, a grey summit, and a view from the side.

use super::faces::pips as pips_of;
use super::pieces::{Rect, around, centred, middle, pawn};
use super::view::View;
use crate::svg::{INK, Svg, number};
use dealwright::board::{Space, SpaceKind};

/// Fills of the steps from the ground up; the last one is for all that is higher.
const STEPS: [&str; 6] = ["#FFFFFF", "#FDFAF2", "#FAF3E2", "#F6EBD0", "#F2E3BE", "#EDDAAB"];
/// The fill of the summit.
const SUMMIT: &str = "#BDBDBD";

/// The fill of a space or layer of a height.
pub fn fill_of(height: u8, kind: SpaceKind) -> &'static str {
    match kind {
        SpaceKind::Goal => SUMMIT,
        _ => STEPS[(height as usize).min(STEPS.len() - 1)],
    }
}

/// The classes of the same on a screen.
const STEP_PARTS: [&str; 6] = ["step-0", "step-1", "step-2", "step-3", "step-4", "step-5"];

fn part_of(svg: &Svg, height: u8, kind: SpaceKind) -> &'static str {
    match kind {
        SpaceKind::Goal => svg.part("goal"),
        _ => svg.part(STEP_PARTS[(height as usize).min(STEP_PARTS.len() - 1)]),
    }
}

/// The ground of a space.
pub fn ground(svg: &mut Svg, (x, y, wide, high): Rect, space: &Space, height: u8) {
    let ground = space.kind == SpaceKind::Edge;
    let dash = if ground { "3 3" } else { "none" };
    let stroke = if ground { "#AAAAAA" } else { "#6B6252" };
    let inset = if ground { wide.min(high) * 0.06 } else { 0.0 };
    let round = number(if ground { wide.min(high) * 0.12 } else { 0.0 });
    let look = [
        ("class", part_of(svg, height, space.kind)),
        ("rx", round.as_str()),
        ("fill", svg.area(fill_of(height, space.kind))),
        ("stroke", stroke),
        ("stroke-width", "1"),
        ("stroke-dasharray", dash),
    ];
    svg.rect(x + inset, y + inset, wide - 2.0 * inset, high - 2.0 * inset, &look);
}

/// Its value and its priest. Where a priest stands the value moves into the corner.
pub fn value(svg: &mut Svg, rect: Rect, space: &Space, pips: bool) {
    let (x, y, wide, high) = rect;
    let short = wide.min(high);
    let ground = space.kind == SpaceKind::Edge;
    let bold =
        [("font-weight", "bold"), ("class", svg.part(if pips && !ground { "on-ivory" } else { "on-step" }))];
    let centre = middle(rect);
    if space.pawn {
        centred(svg, (x + short * 0.2, y + high * 0.25), short * 0.28, &space.face, &bold);
        if svg.is_for_screen() {
            // What is lifted when the priest moves.
            svg.begin(&[("class", "lift")]);
        }
        pawn(svg, (centre.0 + if ground { 0.0 } else { short * 0.08 }, centre.1 + high * 0.03), high * 0.74);
        if svg.is_for_screen() {
            svg.end();
        }
    } else if let Some(value) = space.face.parse::<u8>().ok().filter(|_| pips) {
        for &(across, down) in pips_of(value) {
            let at = (centre.0 + across * short * 0.25, centre.1 + down * short * 0.25);
            svg.circle(at, short * 0.085, &[("fill", INK)]);
        }
    } else if !space.face.is_empty() {
        centred(svg, centre, short * 0.44, &space.face, &bold);
    }
}

/// The mountain's steps with a domino on each of the tiles of a view: ivory, with a line across its middle.
pub fn dominoes(svg: &mut Svg, view: &View<'_>) {
    for (row, spaces) in view.board.rows.iter().enumerate() {
        for (column, space) in spaces.iter().enumerate() {
            let height = view.board.heights.get(column).copied().unwrap_or(0);
            ground(svg, view.space(row, column), space, height);
        }
    }
    for tile in view.tiles.iter().filter(|tile| tile.len() == 2) {
        let [Some(one), Some(other)] = [view.place(tile[0]), view.place(tile[1])] else { continue };
        let (x, y, wide, high) = around(one, other);
        let inset = view.unit * 0.05;
        let round = number(view.unit * 0.12);
        let look = [
            ("class", svg.part("ivory")),
            ("rx", round.as_str()),
            ("fill", svg.area("#FFFDF4")),
            ("stroke", INK),
            ("stroke-width", "1.4"),
        ];
        svg.rect(x + inset, y + inset, wide - 2.0 * inset, high - 2.0 * inset, &look);
        let across = view.unit * 0.16;
        let (a, b) = match wide > high {
            true => ((x + wide / 2.0, y + across), (x + wide / 2.0, y + high - across)),
            false => ((x + across, y + high / 2.0), (x + wide - across, y + high / 2.0)),
        };
        svg.line(a, b, &[("stroke", INK), ("stroke-width", "1.2")]);
    }
}

/// A heavy frame around the spaces that have to be reached.
pub fn summit_frame(svg: &mut Svg, view: &View<'_>) {
    let rows = view.board.rows.iter().enumerate();
    let goals: Vec<Rect> = rows
        .flat_map(|(row, spaces)| spaces.iter().enumerate().map(move |(column, space)| (row, column, space)))
        .filter(|(.., space)| space.kind == SpaceKind::Goal)
        .map(|(row, column, _)| view.space(row, column))
        .collect();
    let (Some(first), Some(last)) = (goals.first(), goals.last()) else { return };
    let width = number(view.unit * if view.screen { 0.07 } else { 0.1 });
    let look =
        [("class", svg.part("frame")), ("fill", "none"), ("stroke", INK), ("stroke-width", width.as_str())];
    svg.rect(first.0, first.1, last.0 + last.2 - first.0, last.1 + last.3 - first.1, &look);
}

/// The mountain from the side, layer on layer, above the board, or beside it where it stands upright; `layer` is the height of one.
pub fn side_view(svg: &mut Svg, view: &View<'_>, layer: f64) {
    let heights = &view.board.heights;
    let highest = heights.iter().copied().max().unwrap_or(0);
    let (left, top, ..) = view.space(0, 0);
    let base = if view.upright { left } else { top } - view.unit * 0.24;
    let kind = |column: usize| {
        view.board.rows.first().and_then(|row| row.get(column)).map_or(SpaceKind::Open, |space| space.kind)
    };
    // From the beginning of a column to the end of another, along the mountain.
    let along = |first: usize, last: usize| {
        let (one, other) = (view.space(0, first), view.space(0, last));
        if view.upright { (one.1, other.1 + other.3) } else { (one.0, other.0 + other.2) }
    };
    svg.begin(&[("class", "side"), ("aria-hidden", "true")]);
    for height in 1..=highest {
        // Every layer reaches from its first to its last column.
        let Some(first) = heights.iter().position(|h| *h >= height) else { continue };
        let last = heights.iter().rposition(|h| *h >= height).unwrap_or(first);
        let goal = height == highest && kind(first) == SpaceKind::Goal;
        let kind = if goal { SpaceKind::Goal } else { SpaceKind::Open };
        let look = [
            ("class", part_of(svg, height, kind)),
            ("fill", svg.area(fill_of(height, kind))),
            ("stroke", if goal { INK } else { "#6B6252" }),
            ("stroke-width", if goal { "1.6" } else { "0.8" }),
        ];
        let (from, to) = along(first, last);
        let start = base - layer * f64::from(height);
        match view.upright {
            true => svg.rect(start, from, layer, to - from, &look),
            false => svg.rect(from, start, to - from, layer, &look),
        }
    }
    let (from, to) = along(0, heights.len().saturating_sub(1));
    let (a, b) = if view.upright { ((base, from), (base, to)) } else { ((from, base), (to, base)) };
    svg.line(a, b, &[("class", svg.part("frame")), ("stroke", INK), ("stroke-width", "1.4")]);
    svg.end();
}
