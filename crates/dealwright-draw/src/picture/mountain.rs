//! The mountain of Fujisan: spaces that grow darker with every step, a grey summit, and a view from the side.

use super::pieces::{Rect, centred, middle, pawn};
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

/// A space with its value and its priest. Where a priest stands the value moves into the corner.
pub fn space(svg: &mut Svg, rect: Rect, space: &Space, height: u8) {
    let (x, y, wide, high) = rect;
    let ground = space.kind == SpaceKind::Edge;
    let dash = if ground { "3 3" } else { "none" };
    let stroke = if ground { "#AAAAAA" } else { "#6B6252" };
    let inset = if ground { wide * 0.06 } else { 0.0 };
    let round = number(if ground { wide * 0.12 } else { 0.0 });
    let look = [
        ("rx", round.as_str()),
        ("fill", svg.area(fill_of(height, space.kind))),
        ("stroke", stroke),
        ("stroke-width", "1"),
        ("stroke-dasharray", dash),
    ];
    svg.rect(x + inset, y + inset, wide - 2.0 * inset, high - 2.0 * inset, &look);
    let bold = [("font-weight", "bold")];
    let centre = middle(rect);
    if space.pawn {
        pawn(svg, (centre.0 + if ground { 0.0 } else { wide * 0.08 }, centre.1 + high * 0.03), high * 0.74);
        centred(svg, (x + wide * 0.2, y + high * 0.25), high * 0.28, &space.face, &bold);
    } else if !space.face.is_empty() {
        centred(svg, centre, high * 0.44, &space.face, &bold);
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
    let width = number(view.unit * 0.1);
    let look = [("fill", "none"), ("stroke", INK), ("stroke-width", width.as_str())];
    svg.rect(first.0, first.1, last.0 + last.2 - first.0, last.1 + last.3 - first.1, &look);
}

/// The mountain from the side, layer on layer, above the board; `layer` is the height of one.
pub fn side_view(svg: &mut Svg, view: &View<'_>, layer: f64) {
    let heights = &view.board.heights;
    let highest = heights.iter().copied().max().unwrap_or(0);
    let (_, top, ..) = view.space(0, 0);
    let base = top - view.unit * 0.24;
    let kind = |column: usize| {
        view.board.rows.first().and_then(|row| row.get(column)).map_or(SpaceKind::Open, |space| space.kind)
    };
    svg.begin(&[("class", "side"), ("aria-hidden", "true")]);
    for height in 1..=highest {
        // Every layer reaches from its first to its last column.
        let Some(first) = heights.iter().position(|h| *h >= height) else { continue };
        let last = heights.iter().rposition(|h| *h >= height).unwrap_or(first);
        let ((x, ..), (end, _, wide, _)) = (view.space(0, first), view.space(0, last));
        let goal = height == highest && kind(first) == SpaceKind::Goal;
        let look = [
            ("fill", svg.area(fill_of(height, if goal { SpaceKind::Goal } else { SpaceKind::Open }))),
            ("stroke", if goal { INK } else { "#6B6252" }),
            ("stroke-width", if goal { "1.6" } else { "0.8" }),
        ];
        svg.rect(x, base - layer * f64::from(height), end + wide - x, layer, &look);
    }
    let ((x, ..), (end, _, wide, _)) = (view.space(0, 0), view.space(0, heights.len().saturating_sub(1)));
    svg.line((x, base), (end + wide, base), &[("stroke", INK), ("stroke-width", "1.4")]);
    svg.end();
}
