//! Pieces to be cut out, from both sides. What a piece shows is told by `setup::sheet`; here it is drawn, the corner of
//! the piece at the origin. Colour never stands alone: forms, letters, pips and signs say the same.

use super::pieces::{
    Rect, TILE, centred, fill_of, form, middle, pawn, plate, rank_and_letter, suit_ink, suit_sign,
};
use crate::svg::{INK, PALETTE, PAPER, Svg, number};
use dealwright::board::Ink;
use dealwright::kit::Shape;
use dealwright::setup::sheet::{FIGURE, FOOT, Face, Form, Symbol, footprint};

/// How the cells of a piece lie: as listed, or as they are seen from behind when it was turned over sideways or upwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mirror {
    /// As it is.
    No,
    /// Left and right exchanged.
    Columns,
    /// Top and bottom exchanged.
    Rows,
}

/// Signs of the suits of a piecepack, their letters and inks: suns, moons, crowns, arms.
const COIN_SUITS: [(&str, &str, &str); 4] = [
    (
        "M0,-48 L9,-25 L30,-37 L26,-13 L48,0 L26,13 L30,37 L9,25 L0,48 L-9,25 L-30,37 L-26,13 L-48,0 L-26,-13 \
         L-30,-37 L-9,-25Z",
        "S",
        "#D23B1E",
    ),
    ("M16,-44 A45,45 0 1 0 16,44 A36,44 0 0 1 16,-44Z", "M", INK),
    ("M-42,34 L-48,-26 L-22,0 L0,-40 L22,0 L48,-26 L42,34Z", "C", PALETTE[2]),
    ("M-38,-42 H38 V4 C38,28 14,42 0,48 C-14,42 -38,28 -38,4Z", "A", PALETTE[0]),
];

/// Rows and columns of the cells of a tile, in the order of its footprint.
pub fn cells_of(shape: Shape, mirror: Mirror) -> Vec<(usize, usize)> {
    let cells = footprint(shape);
    let last = |of: fn(&(usize, usize)) -> usize| cells.iter().map(of).max().unwrap_or(0);
    let (rows, columns) = (last(|cell| cell.0), last(|cell| cell.1));
    let mirrored = |&(row, column): &(usize, usize)| match mirror {
        Mirror::No => (row, column),
        Mirror::Columns => (row, columns - column),
        Mirror::Rows => (rows - row, column),
    };
    cells.iter().map(mirrored).collect()
}

/// Draws a side of a piece; areas of colour reach beyond its edge by the bleed.
pub fn face(svg: &mut Svg, piece: Form, face: &Face, mirror: Mirror, bleed: f64) {
    let (width, height) = piece.size();
    let whole = (0.0, 0.0, width, height);
    match (piece, face) {
        (Form::Cells { shape, cell }, Face::Cells(symbols)) => {
            let cells = cells_of(shape, mirror);
            for (at, symbol) in cells.iter().zip(symbols) {
                cell_ground(svg, &cells, *at, cell, bleed, symbol.ink);
            }
            inner_lines(svg, &cells, cell);
            for (&(row, column), symbol) in cells.iter().zip(symbols) {
                let rect = (column as f64 * cell, row as f64 * cell, cell, cell);
                cell_symbol(svg, rect, symbol);
            }
        }
        (Form::Cells { shape, cell }, Face::Plain) => {
            for (row, column) in cells_of(shape, mirror) {
                lattice(svg, (column as f64 * cell, row as f64 * cell, cell, cell));
            }
        }
        (Form::Rectangle { .. }, Face::Plain) => lattice(svg, whole),
        (Form::Disc { across }, Face::Plain) => rings(svg, across),
        (_, Face::Card(symbol)) => card(svg, whole, symbol),
        (_, Face::Value(symbol)) => value(svg, whole, symbol),
        (_, Face::CoinSuit(suit)) => coin_suit(svg, whole, *suit),
        (_, Face::Pips(top, bottom)) => domino(svg, whole, *top, *bottom),
        (_, Face::Figure) => figure(svg, whole),
        (Form::Cube { edge, .. }, Face::Sides(sides)) => cube(svg, edge, sides),
        (_, Face::Neutral) => neutral(svg, width),
        (_, Face::Cells(_) | Face::Sides(_) | Face::Plain) => {}
    }
}

/// The ground of a cell, beyond its free sides by the bleed.
fn cell_ground(svg: &mut Svg, cells: &[(usize, usize)], at: (usize, usize), cell: f64, bleed: f64, ink: Ink) {
    let (row, column) = at;
    let out = |row: Option<usize>, column: Option<usize>| {
        let shared = row.zip(column).is_some_and(|other| cells.contains(&other));
        if shared { 0.0 } else { bleed }
    };
    let left = out(Some(row), column.checked_sub(1));
    let right = out(Some(row), Some(column + 1));
    let top = out(row.checked_sub(1), Some(column));
    let bottom = out(Some(row + 1), Some(column));
    let fill = svg.area(match ink {
        Ink::Token(colour) => fill_of(colour),
        Ink::Plain => TILE,
        Ink::Suit(_) => PAPER,
    });
    let (x, y) = (column as f64 * cell, row as f64 * cell);
    svg.rect(x - left, y - top, cell + left + right, cell + top + bottom, &[("fill", fill)]);
}

/// Lines only between cells: at the edges the knife decides.
fn inner_lines(svg: &mut Svg, cells: &[(usize, usize)], cell: f64) {
    let look = [("stroke", INK), ("stroke-width", "0.8")];
    for &(row, column) in cells {
        let (x, y) = (column as f64 * cell, row as f64 * cell);
        if cells.contains(&(row, column + 1)) {
            svg.line((x + cell, y), (x + cell, y + cell), &look);
        }
        if cells.contains(&(row + 1, column)) {
            svg.line((x, y + cell), (x + cell, y + cell), &look);
        }
    }
}

fn cell_symbol(svg: &mut Svg, rect: Rect, symbol: &Symbol) {
    let (x, y, wide, high) = rect;
    match symbol.ink {
        Ink::Token(colour) => plate(svg, middle(rect), wide * 0.76, colour, &symbol.face),
        Ink::Plain => centred(svg, middle(rect), wide * 0.5, &symbol.face, &[("font-weight", "bold")]),
        Ink::Suit(suit) => {
            let (rank, letter) = rank_and_letter(&symbol.face);
            let look = [("font-weight", "bold"), ("fill", suit_ink(suit))];
            let words = if suit < 4 { rank } else { format!("{rank}{letter}") };
            centred(svg, (x + wide * 0.5, y + high * 0.28), wide * 0.36, &words, &look);
            suit_sign(svg, suit, (x + wide * 0.5, y + high * 0.68), wide * 0.4);
        }
    }
}

/// A playing card with its rank in two corners, so that it can be read either way round.
fn card(svg: &mut Svg, rect: Rect, symbol: &Symbol) {
    let (_, _, wide, high) = rect;
    let Ink::Suit(suit) = symbol.ink else { return value(svg, rect, symbol) };
    let (rank, letter) = rank_and_letter(&symbol.face);
    let look = [("font-weight", "bold"), ("fill", suit_ink(suit))];
    let (cx, cy) = middle(rect);
    for turn in ["rotate(0)".to_string(), format!("rotate(180 {} {})", number(cx), number(cy))] {
        svg.begin(&[("transform", &turn)]);
        centred(svg, (wide * 0.14, high * 0.095), wide * 0.17, &rank, &look);
        suit_sign(svg, suit, (wide * 0.14, high * 0.205), wide * 0.14);
        if suit >= 4 {
            // Nobody knows these signs by heart: the letter that moves are written with stands beside them.
            centred(svg, (wide * 0.14, high * 0.29), wide * 0.11, &letter, &look);
        }
        svg.end();
    }
    centred(svg, (cx, high * 0.37), wide * 0.34, &rank, &look);
    suit_sign(svg, suit, (cx, high * 0.64), wide * 0.34);
}

fn value(svg: &mut Svg, rect: Rect, symbol: &Symbol) {
    let (centre, wide) = (middle(rect), rect.2.min(rect.3));
    let line = number(wide * 0.025);
    let look = [("fill", "none"), ("stroke", INK), ("stroke-width", line.as_str())];
    svg.circle(centre, wide * 0.41, &look);
    centred(svg, centre, wide * 0.5, &symbol.face, &[("font-weight", "bold")]);
}

fn coin_suit(svg: &mut Svg, rect: Rect, suit: u8) {
    let (centre, wide) = (middle(rect), rect.2);
    let (path, letter, ink) = COIN_SUITS[suit as usize % COIN_SUITS.len()];
    form(svg, path, centre, wide * 0.72, &[("fill", ink)]);
    // The letter of the suit, for signs that have lost their colour; the moon is too thin to carry it and holds it.
    let (at, fill) = match letter {
        "M" => ((centre.0 + wide * 0.1, centre.1), INK),
        _ => ((centre.0, centre.1 + wide * 0.02), PAPER),
    };
    centred(svg, at, wide * 0.26, letter, &[("font-weight", "bold"), ("fill", fill)]);
}

/// A domino, upright: pips above and below a line.
fn domino(svg: &mut Svg, (_, _, wide, high): Rect, top: u8, bottom: u8) {
    let line = number(wide * 0.03);
    let look = [("stroke", INK), ("stroke-width", line.as_str()), ("stroke-linecap", "round")];
    svg.line((wide * 0.12, high / 2.0), (wide * 0.88, high / 2.0), &look);
    for (value, y) in [(top, high * 0.25), (bottom, high * 0.75)] {
        for &(across, down) in pips(value) {
            let step = wide * 0.26;
            svg.circle((wide / 2.0 + across * step, y + down * step), wide * 0.085, &[("fill", INK)]);
        }
    }
}

/// Where the pips of a value are, in steps from the middle.
pub fn pips(value: u8) -> &'static [(f64, f64)] {
    const CORNERS: [(f64, f64); 9] = [
        (-1.0, -1.0),
        (1.0, 1.0),
        (1.0, -1.0),
        (-1.0, 1.0),
        (-1.0, 0.0),
        (1.0, 0.0),
        (0.0, -1.0),
        (0.0, 1.0),
        (0.0, 0.0),
    ];
    const ODD: [(f64, f64); 7] =
        [(0.0, 0.0), (-1.0, -1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, 0.0), (1.0, 0.0)];
    match value {
        1 | 3 | 5 | 7 => &ODD[..value as usize],
        value => &CORNERS[..(value as usize).min(9)],
    }
}

/// A standing figure, to be folded along the dashed lines: foot, body, body, foot.
fn figure(svg: &mut Svg, (_, _, wide, high): Rect) {
    let foot = high * FOOT / FIGURE.1;
    let body = high / 2.0 - foot;
    for y in [foot, high / 2.0, high - foot] {
        let look = [("stroke", "#777777"), ("stroke-width", "0.8"), ("stroke-dasharray", "6 4")];
        svg.line((0.0, y), (wide, y), &look);
    }
    let upright = (wide / 2.0, high - foot - body * 0.47);
    pawn(svg, upright, body * 0.86);
    svg.begin(&[("transform", &format!("rotate(180 {} {})", number(wide / 2.0), number(high / 2.0)))]);
    pawn(svg, upright, body * 0.86);
    svg.end();
}

/// A die to be folded and glued; opposite sides are first and last, second and last but one, and the two in the middle.
fn cube(svg: &mut Svg, edge: f64, sides: &[Symbol]) {
    let at = [(0.0, 1.0), (1.0, 1.0), (2.0, 1.0), (3.0, 1.0), (1.0, 0.0), (1.0, 2.0)];
    let fold =
        [("fill", "none"), ("stroke", "#777777"), ("stroke-width", "0.8"), ("stroke-dasharray", "6 4")];
    for (number, (column, row)) in [0, 1, 5, 4, 2, 3].into_iter().zip(at) {
        let (x, y) = (column * edge, row * edge);
        svg.rect(x, y, edge, edge, &fold);
        let face = sides.get(number).map_or("", |symbol| symbol.face.as_str());
        centred(svg, (x + edge / 2.0, y + edge / 2.0), edge * 0.55, face, &[("font-weight", "bold")]);
    }
}

/// A token that only covers: rings and a cross, alike on all.
fn neutral(svg: &mut Svg, across: f64) {
    rings(svg, across);
    let (middle, arm) = (across / 2.0, across * 0.12);
    let line = number(across * 0.045);
    let look = [("stroke", INK), ("stroke-width", line.as_str()), ("stroke-linecap", "round")];
    svg.line((middle - arm, middle - arm), (middle + arm, middle + arm), &look);
    svg.line((middle - arm, middle + arm), (middle + arm, middle - arm), &look);
}

fn rings(svg: &mut Svg, across: f64) {
    let line = number(across * 0.02);
    for part in [0.41, 0.32] {
        let look = [("fill", "none"), ("stroke", "#777777"), ("stroke-width", line.as_str())];
        svg.circle((across / 2.0, across / 2.0), across * part, &look);
    }
}

/// Small diamonds within a frame: a back that looks the same either way round.
fn lattice(svg: &mut Svg, (x, y, wide, high): Rect) {
    let inset = wide.min(high) * 0.09;
    let (wide, high) = (wide - 2.0 * inset, high - 2.0 * inset);
    let round = number(inset * 0.6);
    let look = [("rx", round.as_str()), ("fill", "none"), ("stroke", "#777777"), ("stroke-width", "1.2")];
    svg.rect(x + inset, y + inset, wide, high, &look);
    let aim = wide.min(high) / 6.0;
    let (columns, rows) = ((wide / aim).floor().max(1.0), (high / aim).floor().max(1.0));
    let (across, down) = (wide / columns, high / rows);
    let mut path = String::new();
    for row in 0..rows as usize {
        for column in 0..columns as usize {
            let (cx, cy) =
                (x + inset + (column as f64 + 0.5) * across, y + inset + (row as f64 + 0.5) * down);
            let (a, d) = (across * 0.3, down * 0.3);
            let corner = |x: f64, y: f64| format!("{},{}", number(x), number(y));
            path.push_str(&format!(
                "M{} L{} L{} L{}Z ",
                corner(cx, cy - d),
                corner(cx + a, cy),
                corner(cx, cy + d),
                corner(cx - a, cy)
            ));
        }
    }
    svg.path(path.trim_end(), &[("fill", "none"), ("stroke", "#777777"), ("stroke-width", "0.8")]);
}
