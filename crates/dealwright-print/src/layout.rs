//! Pieces spread over pages, and their backs where they come to lie when the paper is turned over or folded.

use super::cut::{Placed, Point, Spread, block_marks, spread};
use super::paper::{EDGE, Paper, SIDE};
use dealwright::setup::sheet::{Cut, Face};
use dealwright_draw::picture::Mirror;
use std::str::FromStr;

/// How backs come behind their fronts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Backs {
    /// On the same page: fold it in the middle, glue it, then cut
    Fold,
    /// On the next page, for printers that turn paper over its long edge
    Long,
    /// On the next page, for printers that turn paper over its short edge
    Short,
    /// Not at all: fronts only
    None,
}

impl FromStr for Backs {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "fold" => Ok(Self::Fold),
            "long" => Ok(Self::Long),
            "short" => Ok(Self::Short),
            "none" => Ok(Self::None),
            _ => Err("expected fold, long, short or none".into()),
        }
    }
}

/// A page of pieces.
#[derive(Debug, Clone, PartialEq)]
pub struct Spot<'a> {
    /// What is on it: "24 coins".
    pub name: String,
    pub placed: Vec<Placed<'a>>,
    pub marks: Vec<(Point, Point)>,
    /// The line to fold along.
    pub fold: Option<(Point, Point)>,
    /// Whether it holds the backs of the page before it.
    pub is_back: bool,
}

/// The line that backs are mirrored at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Axis {
    /// Upright, so far from the left edge.
    Upright(f64),
    /// Across, so far from the top.
    Across(f64),
}

impl Axis {
    /// The other side of a piece, behind it.
    pub fn behind<'a>(self, front: &Placed<'a>) -> Placed<'a> {
        let (width, height) = front.size();
        let (x, y) = front.at;
        let (at, mirror) = match self {
            Axis::Upright(middle) => ((2.0 * middle - x - width, y), Mirror::Columns),
            Axis::Across(middle) => ((x, 2.0 * middle - y - height), Mirror::Rows),
        };
        Placed { at, mirror, ..front.clone() }
    }

    fn mark(self, (from, to): (Point, Point)) -> (Point, Point) {
        let point = |(x, y): Point| match self {
            Axis::Upright(middle) => (2.0 * middle - x, y),
            Axis::Across(middle) => (x, 2.0 * middle - y),
        };
        (point(from), point(to))
    }
}

/// A part of a page: left, top, right, bottom.
type Area = (f64, f64, f64, f64);

/// A kind of pieces that are laid out together.
struct Batch<'a> {
    pieces: Vec<&'a Cut>,
    backs: bool,
}

/// Spreads pieces over pages; pieces with backs first, so that odd pages are fronts.
pub fn lay_out<'a>(
    cuts: &'a [Cut],
    paper: Paper,
    backs: Backs,
    plain: bool,
) -> Result<Vec<Spot<'a>>, String> {
    let wants_back = |cut: &Cut| match &cut.back {
        _ if backs == Backs::None => false,
        Some(Face::Plain) => plain,
        back => back.is_some(),
    };
    let mut batches: Vec<Batch<'a>> = Vec::new();
    for cut in cuts {
        let alike = |batch: &Batch<'_>| {
            let first = batch.pieces.first();
            first.is_some_and(|other| other.form == cut.form && other.group == cut.group)
                && batch.backs == wants_back(cut)
        };
        let pieces = std::iter::repeat_n(cut, cut.count);
        match batches.last_mut().filter(|batch| alike(batch)) {
            Some(batch) => batch.pieces.extend(pieces),
            None => batches.push(Batch { pieces: pieces.collect(), backs: wants_back(cut) }),
        }
    }
    let whole = (SIDE, EDGE, paper.width - SIDE, paper.height - EDGE);
    let mut pages = Vec::new();
    for batch in batches.iter().filter(|batch| batch.backs) {
        pages.extend(two_sided(batch, paper, whole, backs)?);
    }
    let single: Vec<&Batch<'a>> = batches.iter().filter(|batch| !batch.backs).collect();
    pages.extend(fill(&single, whole)?);
    Ok(pages)
}

/// Fronts and backs of one kind of pieces.
fn two_sided<'a>(
    batch: &Batch<'a>,
    paper: Paper,
    whole: Area,
    backs: Backs,
) -> Result<Vec<Spot<'a>>, String> {
    let (middle_x, middle_y) = (paper.width / 2.0, paper.height / 2.0);
    let (across, upright) = (Axis::Across(middle_y), Axis::Upright(middle_x));
    // Portrait paper that is turned over its long edge is turned sideways.
    let (over_long, over_short) =
        if paper.height >= paper.width { (upright, across) } else { (across, upright) };
    let add_backs = |fronts: Vec<Spot<'a>>, axis: Axis| {
        fronts.into_iter().flat_map(move |front| {
            let placed = front.placed.iter().map(|piece| axis.behind(piece)).collect();
            let marks = front.marks.iter().map(|mark| axis.mark(*mark)).collect();
            let back =
                Spot { name: format!("{}, backs", front.name), placed, marks, is_back: true, fold: None };
            [front, back]
        })
    };
    match backs {
        Backs::Long => Ok(add_backs(fill(&[batch], whole)?, over_long).collect()),
        Backs::Short => Ok(add_backs(fill(&[batch], whole)?, over_short).collect()),
        Backs::Fold | Backs::None => {
            let left = (whole.0, whole.1, middle_x, whole.3);
            let top = (whole.0, whole.1, whole.2, middle_y);
            let (left, top) = (fill(&[batch], left), fill(&[batch], top));
            let (pages, axis) = match (left, top) {
                (Ok(left), Ok(top)) if top.len() < left.len() => (top, across),
                (Ok(left), _) => (left, upright),
                (Err(_), top) => (top?, across),
            };
            let line = match axis {
                Axis::Upright(x) => ((x, whole.1), (x, whole.3)),
                Axis::Across(y) => ((whole.0, y), (whole.2, y)),
            };
            let folded = pages.into_iter().map(|mut page| {
                let backs: Vec<Placed<'a>> = page.placed.iter().map(|piece| axis.behind(piece)).collect();
                let marks: Vec<_> = page.marks.iter().map(|mark| axis.mark(*mark)).collect();
                page.placed.extend(backs);
                page.marks.extend(marks);
                page.fold = Some(line);
                page
            });
            Ok(folded.collect())
        }
    }
}

/// Columns and rows that fit into a space.
fn fitting((width, height): (f64, f64), piece: (f64, f64), Spread { gap, reach }: Spread) -> (usize, usize) {
    // A hair more than nothing, so that what fits exactly fits.
    let count =
        |room: f64, size: f64| ((room - 2.0 * reach + gap) / (size + gap) + 1e-6).floor().max(0.0) as usize;
    (count(width, piece.0), count(height, piece.1))
}

/// Kinds of pieces one below the other, in rows, over as many pages as it takes.
fn fill<'a>(batches: &[&Batch<'a>], area: Area) -> Result<Vec<Spot<'a>>, String> {
    let (left, top, right, bottom) = area;
    let mut pages: Vec<Spot<'a>> = Vec::new();
    let mut y = bottom;
    for batch in batches {
        let Some(&first) = batch.pieces.first() else { continue };
        let spread = spread(first);
        let (width, height) = first.form.size();
        let room = (right - left, bottom - top);
        let many = |size: (f64, f64)| {
            let (columns, rows) = fitting(room, size, spread);
            columns * rows
        };
        // Pieces that are cut edge to edge may lie on their side.
        let turned = spread.gap == 0.0 && many((height, width)) > many((width, height));
        let size = if turned { (height, width) } else { (width, height) };
        if many(size) == 0 {
            return Err(format!(
                "one of the {} is {width:.1} x {height:.1} mm, and there is room for {:.1} x {:.1} mm: take larger paper, a \
                 smaller --scale, or --backs long",
                first.group,
                room.0 - 2.0 * spread.reach,
                room.1 - 2.0 * spread.reach
            ));
        }
        let mut rest: &[&'a Cut] = &batch.pieces;
        while !rest.is_empty() {
            let (columns, mut rows) = fitting((room.0, bottom - y), size, spread);
            if rows == 0 {
                let name = String::new();
                pages.push(Spot { name, placed: Vec::new(), marks: Vec::new(), fold: None, is_back: false });
                y = top;
                rows = fitting(room, size, spread).1;
            }
            let Some(page) = pages.last_mut() else { break };
            let count = rest.len().min(columns * rows);
            let (now, later) = rest.split_at(count);
            rest = later;
            y = block(page, now, (left, y, right), size, (columns.min(count), turned), spread);
            let words = match now.len() {
                1 => format!("1 of the {}", first.group),
                n => format!("{n} {}", first.group),
            };
            page.name = if page.name.is_empty() { words } else { format!("{}, {words}", page.name) };
        }
    }
    Ok(pages)
}

/// Puts pieces in rows from a height on, centred; the height below them.
fn block<'a>(
    page: &mut Spot<'a>,
    pieces: &[&'a Cut],
    (left, top, right): (f64, f64, f64),
    (width, height): (f64, f64),
    (columns, turned): (usize, bool),
    Spread { gap, reach }: Spread,
) -> f64 {
    let wide = columns as f64 * (width + gap) - gap;
    let x = left + (right - left - wide) / 2.0;
    let y = top + reach;
    let rows = pieces.len().div_ceil(columns.max(1));
    for (n, cut) in pieces.iter().enumerate() {
        let (row, column) = ((n / columns) as f64, (n % columns) as f64);
        let at = (x + column * (width + gap), y + row * (height + gap));
        let placed = Placed { cut, mirror: Mirror::No, at, turned };
        if gap > 0.0 {
            page.marks.extend(placed.marks());
        }
        page.placed.push(placed);
    }
    if gap == 0.0 {
        let lines =
            |start: f64, step: f64, count: usize| (0..=count).map(|n| start + n as f64 * step).collect();
        let (lefts, tops): (Vec<f64>, Vec<f64>) = (lines(x, width, columns), lines(y, height, rows));
        page.marks.extend(block_marks(&lefts, &tops));
    }
    y + rows as f64 * (height + gap) - gap + reach
}

/// "sheet 3 of 5: 24 coins".
pub fn sheet_name(title: &str, number: usize, all: usize, what: &str) -> String {
    format!("{title} \u{2013} sheet {number} of {all}: {what}")
}
