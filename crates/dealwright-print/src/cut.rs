//! A piece on a page: where it is cut, how far its colour reaches beyond that, and the marks that show it.

use super::paper::{FINE, begin_picture, hairline};
use dealwright::board::Ink;
use dealwright::setup::sheet::{Cut, Face, Form};
use dealwright_draw::picture::{Mirror, cells_of, face};
use dealwright_draw::svg::{Svg, number};

/// How far colour reaches beyond the edge of a piece.
pub const BLEED: f64 = 3.0;
/// The length of a crop mark, and how far it keeps from a piece without bleed.
const MARK: f64 = 3.5;
const CLEAR: f64 = 1.0;

/// A place in millimetres from the top left corner of the page.
pub type Point = (f64, f64);

/// What is cut along.
#[derive(Debug, Clone, PartialEq)]
pub enum Outline {
    Corners(Vec<Point>),
    Circle { centre: Point, radius: f64 },
}

/// One side of a piece on a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed<'a> {
    pub cut: &'a Cut,
    /// The back; its cells are then mirrored.
    pub mirror: Mirror,
    /// The top left corner of the smallest upright rectangle around it.
    pub at: Point,
    /// Lying on its side.
    pub turned: bool,
}

/// How pieces of a kind are spread over a page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// Between two pieces; none where one cut frees both.
    pub gap: f64,
    /// How far bleed and marks reach beyond a piece.
    pub reach: f64,
}

/// Whether colour goes over the edge, so that a piece needs bleed.
fn bleeds(cut: &Cut) -> bool {
    let coloured = |face: &Face| match face {
        Face::Cells(symbols) => symbols.iter().any(|symbol| !matches!(symbol.ink, Ink::Suit(_))),
        _ => false,
    };
    coloured(&cut.front) || cut.back.as_ref().is_some_and(coloured)
}

pub fn spread(cut: &Cut) -> Spread {
    match cut.form {
        _ if bleeds(cut) => Spread { gap: 2.0 * BLEED + MARK + 0.5, reach: BLEED + MARK },
        Form::Disc { .. } => Spread { gap: 2.0 * CLEAR + MARK, reach: CLEAR + MARK },
        Form::Cube { .. } => Spread { gap: 3.0, reach: 2.0 },
        _ => Spread { gap: 0.0, reach: CLEAR + MARK },
    }
}

impl Placed<'_> {
    /// Width and height on the page.
    pub fn size(&self) -> (f64, f64) {
        let (width, height) = self.cut.form.size();
        if self.turned { (height, width) } else { (width, height) }
    }

    /// What is cut along.
    pub fn outline(&self) -> Outline {
        let (x, y) = self.at;
        let (width, height) = self.size();
        match self.cut.form {
            Form::Cells { shape, cell } => {
                let cells = cells_of(shape, self.mirror);
                let corner =
                    |(row, column): (usize, usize)| (x + column as f64 * cell, y + row as f64 * cell);
                Outline::Corners(around(&cells).into_iter().map(corner).collect())
            }
            Form::Rectangle { .. } => {
                Outline::Corners(vec![(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
            }
            Form::Disc { across } => {
                Outline::Circle { centre: (x + across / 2.0, y + across / 2.0), radius: across / 2.0 }
            }
            Form::Cube { edge, flap } => {
                Outline::Corners(net(edge, flap).into_iter().map(|(a, b)| (x + a, y + b)).collect())
            }
        }
    }

    /// Draws the side that is up.
    pub fn draw(&self, svg: &mut Svg) {
        let shown = if self.mirror == Mirror::No { Some(&self.cut.front) } else { self.cut.back.as_ref() };
        let Some(shown) = shown else { return };
        begin_picture(svg, self.at);
        if self.turned {
            let down = number(self.size().1 * FINE);
            svg.begin(&[("transform", &format!("translate(0 {down}) rotate(-90)"))]);
        }
        face(svg, self.cut.form.scaled(FINE), shown, self.mirror, BLEED * FINE);
        if self.turned {
            svg.end();
        }
        svg.end();
    }

    /// The lines to cut along, where corners and colours alone do not show them.
    pub fn draw_outline(&self, svg: &mut Svg) {
        let mut look = vec![("fill", "none"), ("class", "cut")];
        look.extend(match self.cut.form {
            Form::Disc { .. } | Form::Cube { .. } => hairline(),
            Form::Cells { .. } if !svg.spares_ink() => return,
            // Pale: it may stay on a piece that is cut a hair too large.
            Form::Cells { .. } | Form::Rectangle { .. } => [("stroke", "#BBBBBB"), ("stroke-width", "0.1")],
        });
        match self.outline() {
            Outline::Circle { centre, radius } => svg.circle(centre, radius, &look),
            Outline::Corners(corners) => {
                let words: Vec<String> =
                    corners.iter().map(|(x, y)| format!("{},{}", number(*x), number(*y))).collect();
                svg.path(&format!("M{}Z", words.join(" L")), &look);
            }
        }
    }

    /// Crop marks: what the edges would be if they went on beyond the corners.
    pub fn marks(&self) -> Vec<(Point, Point)> {
        let clear = if bleeds(self.cut) { BLEED } else { CLEAR };
        let (near, far) = (clear, clear + MARK);
        match (self.outline(), self.cut.form) {
            (_, Form::Cube { .. }) => Vec::new(),
            (Outline::Circle { centre: (x, y), radius }, _) => {
                // Between two pieces there is room for one tick from either side.
                let (near, far) = (radius + CLEAR, radius + CLEAR + MARK / 2.0);
                [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)]
                    .map(|(dx, dy)| ((x + dx * near, y + dy * near), (x + dx * far, y + dy * far)))
                    .to_vec()
            }
            (Outline::Corners(corners), _) => {
                let count = corners.len();
                let mut marks = Vec::new();
                for n in 0..count {
                    let (before, here, after) =
                        (corners[(n + count - 1) % count], corners[n], corners[(n + 1) % count]);
                    // At a corner that goes in, the edges end inside of the piece.
                    if turn(before, here, after) < 0.0 {
                        continue;
                    }
                    marks.extend([before, after].map(|from| beyond(from, here, near, far)));
                }
                marks
            }
        }
    }
}

/// A line on from a corner, away from another one.
pub fn beyond(from: Point, corner: Point, near: f64, far: f64) -> (Point, Point) {
    let (dx, dy) = ((corner.0 - from.0).signum(), (corner.1 - from.1).signum());
    let (dx, dy) = if (corner.0 - from.0).abs() > 1e-9 { (dx, 0.0) } else { (0.0, dy) };
    let at = |far: f64| (corner.0 + dx * far, corner.1 + dy * far);
    (at(near), at(far))
}

/// Marks around a block of pieces that lie edge to edge, at each end of each cut.
pub fn block_marks(lefts: &[f64], tops: &[f64]) -> Vec<(Point, Point)> {
    let (Some(left), Some(right)) = (lefts.first(), lefts.last()) else { return Vec::new() };
    let (Some(top), Some(bottom)) = (tops.first(), tops.last()) else { return Vec::new() };
    let (near, far) = (CLEAR, CLEAR + MARK);
    let upright = lefts.iter().flat_map(|&x| {
        [beyond((x, *bottom), (x, *top), near, far), beyond((x, *top), (x, *bottom), near, far)]
    });
    let across = tops.iter().flat_map(|&y| {
        [beyond((*right, y), (*left, y), near, far), beyond((*left, y), (*right, y), near, far)]
    });
    upright.chain(across).collect()
}

/// Positive where the way turns right, as around a corner that goes out.
fn turn(a: Point, b: Point, c: Point) -> f64 {
    (b.0 - a.0) * (c.1 - b.1) - (b.1 - a.1) * (c.0 - b.0)
}

/// The corners around cells that touch, clockwise.
fn around(cells: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // Each free side of a cell from corner to corner, the cell on its right.
    let mut sides: Vec<((usize, usize), (usize, usize))> = Vec::new();
    for &(row, column) in cells {
        let with = |row: Option<usize>, column: Option<usize>| {
            row.zip(column).is_some_and(|other| cells.contains(&other))
        };
        let corners = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)];
        let shared = [
            with(row.checked_sub(1), Some(column)),
            with(Some(row), Some(column + 1)),
            with(Some(row + 1), Some(column)),
            with(Some(row), column.checked_sub(1)),
        ];
        for n in (0..4).filter(|&n| !shared[n]) {
            sides.push((corners[n], corners[(n + 1) % 4]));
        }
    }
    let Some(&(start, _)) = sides.first() else { return Vec::new() };
    let mut way = vec![start];
    let mut here = start;
    while let Some(&(_, next)) = sides.iter().find(|(from, _)| *from == here) {
        if next == start || way.len() > sides.len() {
            break;
        }
        way.push(next);
        here = next;
    }
    // Corners on a straight line are none.
    let count = way.len();
    let straight = |n: usize| {
        let (a, b, c) = (way[(n + count - 1) % count], way[n], way[(n + 1) % count]);
        (a.0 == b.0 && b.0 == c.0) || (a.1 == b.1 && b.1 == c.1)
    };
    (0..count).filter(|&n| !straight(n)).map(|n| way[n]).collect()
}

/// The corners of an unfolded cube with its flaps, clockwise.
fn net(edge: f64, flap: f64) -> Vec<Point> {
    // Corners in edges of the cube; those where a flap begins are marked.
    const WAY: [(f64, f64, bool); 14] = [
        (0.0, 1.0, true),
        (1.0, 1.0, false),
        (1.0, 0.0, false),
        (2.0, 0.0, false),
        (2.0, 1.0, true),
        (3.0, 1.0, true),
        (4.0, 1.0, true),
        (4.0, 2.0, true),
        (3.0, 2.0, true),
        (2.0, 2.0, false),
        (2.0, 3.0, false),
        (1.0, 3.0, false),
        (1.0, 2.0, true),
        (0.0, 2.0, false),
    ];
    let slant = flap * 0.6;
    let mut way = Vec::new();
    for (n, &(x, y, has_flap)) in WAY.iter().enumerate() {
        let (next_x, next_y, _) = WAY[(n + 1) % WAY.len()];
        let ((x, y), (dx, dy)) = ((x * edge, y * edge), (next_x - x, next_y - y));
        way.push((x, y));
        if has_flap {
            // To the left of the way, which goes clockwise: outside.
            let out = |along: f64| (x + dx * along + dy * flap, y + dy * along - dx * flap);
            way.extend([out(slant), out(edge - slant)]);
        }
    }
    way
}
