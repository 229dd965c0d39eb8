//! The board that the pieces lie on: with files and ranks, and the places of large pieces; in parts where no page is large
//! enough.

use super::cut::{Point, block_marks};
use super::paper::{EDGE, FINE, Paper, SIDE, furnish, hairline};
use dealwright::board::{Board, Ink};
use dealwright::setup::deal::Dealer;
use dealwright_draw::picture::View;
use dealwright_draw::svg::{Inks, Svg, number};

/// Parts of a board beyond which nobody would glue it together.
const MOST_PARTS: usize = 60;
/// Room for marks around a part.
const REACH: f64 = 5.0;

/// The board without its pieces.
fn bare(board: &Board) -> Board {
    let mut bare = board.clone();
    for space in bare.rows.iter_mut().flatten() {
        space.face.clear();
        space.sign.clear();
        space.ink = Ink::Plain;
        space.pawn = false;
    }
    bare
}

/// Where a board is cut so that each part fits: lines from 0 to its length, at the edges of spaces, in parts that are as
/// alike as may be.
fn cuts(edges: &[f64], length: f64, room: f64) -> Option<Vec<f64>> {
    let parts = greedy(edges, length, room)?.len();
    let mut best = room;
    for percent in (1..100).rev() {
        let less = room * f64::from(percent) / 100.0;
        match greedy(edges, length, less) {
            Some(lines) if lines.len() == parts => best = less,
            _ => break,
        }
    }
    greedy(edges, length, best)
}

/// The same with each part as large as it can be.
fn greedy(edges: &[f64], length: f64, room: f64) -> Option<Vec<f64>> {
    let mut lines = vec![0.0];
    let mut last = 0.0;
    while length - last > room + 1e-6 {
        let next = edges.iter().copied().filter(|edge| *edge > last + 1e-6 && edge - last <= room + 1e-6);
        last = next.fold(None, |most: Option<f64>, edge| Some(most.map_or(edge, |m| m.max(edge))))?;
        lines.push(last);
    }
    lines.push(length);
    Some(lines)
}

/// How a board is divided: paper, and lines from left to right and from top to bottom.
struct Split {
    paper: Paper,
    lefts: Vec<f64>,
    tops: Vec<f64>,
}

impl Split {
    fn parts(&self) -> usize {
        (self.lefts.len() - 1) * (self.tops.len() - 1)
    }

    /// None where not even one space fits.
    fn new(view: &View<'_>, paper: Paper) -> Option<Self> {
        let columns = view.board.rows.first().map_or(0, Vec::len);
        let (pitch_x, pitch_y) = view.pitch();
        // Half of the gap between spaces belongs to each of them.
        // Where spaces cover each other there is no gap.
        let edge = |start: f64, size: f64, pitch: f64| (start - (pitch - size).max(0.0) / 2.0) / FINE;
        let xs = (0..columns).map(|n| view.space(0, n)).map(|(x, _, wide, _)| edge(x, wide, pitch_x));
        let ys = (0..view.board.rows.len())
            .map(|n| view.space(n, 0))
            .map(|(_, y, _, high)| edge(y, high, pitch_y));
        let (width, height) = view.size();
        let room = (paper.width - 2.0 * (SIDE + REACH), paper.height - 2.0 * (EDGE + REACH));
        let lefts = cuts(&xs.collect::<Vec<_>>(), width / FINE, room.0)?;
        let tops = cuts(&ys.collect::<Vec<_>>(), height / FINE, room.1)?;
        Some(Self { paper, lefts, tops })
    }
}

/// The board of a setup on as many pages as it takes. `space` is the width and height of a space in millimetres.
pub fn board_pages(
    dealer: &Dealer<'_>,
    space: (f64, f64),
    paper: Paper,
    inks: Inks,
    title: &str,
) -> Result<Vec<Svg>, String> {
    let deal = dealer.deal("board", 0).map_err(|error| error.to_string())?;
    let challenge = dealer.challenge(&deal).map_err(|error| error.to_string())?;
    let board = challenge.board();
    let empty = bare(&board);
    let mut view = View::of(&board);
    view.side = false;
    view.tiles = dealer.pieces_on_board();
    view.fit_space((space.0 * FINE, space.1 * FINE));
    let view = view.onto(&empty);
    // Paper lies on its side if that saves parts.
    let turned = Paper { width: paper.height, height: paper.width };
    let ways = [paper, turned].into_iter().filter_map(|paper| Split::new(&view, paper));
    let split = ways.min_by_key(Split::parts).filter(|split| split.parts() <= MOST_PARTS).ok_or_else(|| {
        format!(
            "the spaces of the board are {:.1} x {:.1} mm, too large for this paper: take larger paper, a smaller --scale, \
             or leave the board out with --parts pieces,leaflet",
            space.0, space.1
        )
    })?;
    let (paper, all) = (split.paper, split.parts());
    let mut pages = Vec::new();
    for down in split.tops.windows(2) {
        for across in split.lefts.windows(2) {
            let part = pages.len() + 1;
            let what = if all == 1 { "the board".into() } else { format!("the board, part {part} of {all}") };
            let mut svg = paper.page(title, inks);
            let note = neighbours((split.lefts.len() - 1, split.tops.len() - 1), part);
            furnish(&mut svg, paper, &format!("{title} \u{2013} {what}"), &note);
            let size = (across[1] - across[0], down[1] - down[0]);
            let at = ((paper.width - size.0) / 2.0, (paper.height - size.1) / 2.0);
            window(&mut svg, &view, at, (across[0], down[0]), size);
            for (from, to) in block_marks(&[at.0, at.0 + size.0], &[at.1, at.1 + size.1]) {
                svg.line(from, to, &hairline());
            }
            pages.push(svg);
        }
    }
    Ok(pages)
}

/// A part of the board: what is seen through a window of a size from a place of the board on.
fn window(svg: &mut Svg, view: &View<'_>, at: Point, from: Point, size: (f64, f64)) {
    let frame = [at.0, at.1, size.0, size.1].map(number);
    let part = [from.0, from.1, size.0, size.1].map(|mm| number(mm * FINE)).join(" ");
    svg.begin_window(&[
        ("x", &frame[0]),
        ("y", &frame[1]),
        ("width", &frame[2]),
        ("height", &frame[3]),
        ("viewBox", &part),
        ("overflow", "hidden"),
    ]);
    view.draw(svg, (0.0, 0.0));
    svg.end_window();
}

/// Which part joins where.
fn neighbours((columns, rows): (usize, usize), part: usize) -> String {
    let (row, column) = ((part - 1) / columns, (part - 1) % columns);
    let right = (column + 1 < columns).then(|| format!("part {} to the right", part + 1));
    let below = (row + 1 < rows).then(|| format!("part {} below", part + columns));
    let joined: Vec<String> = right.into_iter().chain(below).collect();
    match joined.is_empty() {
        true => String::new(),
        false => format!("Cut along the marks and join edge to edge: {}.", joined.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_cut_only_between_spaces() {
        let edges = [5.0, 30.0, 55.0, 80.0];
        assert_eq!(cuts(&edges, 105.0, 200.0), Some(vec![0.0, 105.0]));
        assert_eq!(cuts(&edges, 105.0, 60.0), Some(vec![0.0, 55.0, 105.0]));
        assert_eq!(cuts(&edges, 105.0, 26.0), Some(vec![0.0, 5.0, 30.0, 55.0, 80.0, 105.0]));
        assert_eq!(cuts(&edges, 105.0, 20.0), None, "no space fits");
    }
}
