//! Pieces as pictures: one alone, or all of a kind on one sheet for digital tables, which cut it into ten columns and seven
//! rows.

use super::cut::Placed;
use super::paper::FINE;
use dealwright::setup::sheet::{Cut, Face};
use dealwright_draw::picture::{Mirror, face};
use dealwright_draw::svg::{Inks, Svg, number};

/// Columns and rows of a sheet.
pub const COLUMNS: usize = 10;
pub const ROWS: usize = 7;
/// The longest side of a sheet in pixels.
pub const MOST: u32 = 4096;

/// What a piece is called: as it is written in the setup file, or its kind.
pub fn name_of(cut: &Cut) -> String {
    match &cut.front {
        Face::Cells(symbols) => symbols.iter().map(|symbol| symbol.face.as_str()).collect(),
        Face::Card(symbol) | Face::Value(symbol) => symbol.face.clone(),
        Face::Pips(top, bottom) => format!("{top}:{bottom}"),
        Face::Figure | Face::Sides(_) | Face::Neutral | Face::Plain | Face::CoinSuit(_) => cut.group.clone(),
    }
}

/// One side of a piece in its true size.
pub fn piece(cut: &Cut, back: bool, inks: Inks) -> String {
    let (width, height) = cut.form.size();
    let mut svg = Svg::page(width, height, &name_of(cut), inks);
    let mirror = if back { Mirror::Columns } else { Mirror::No };
    let placed = Placed { cut, mirror, at: (0.0, 0.0), turned: false };
    placed.draw(&mut svg);
    placed.draw_outline(&mut svg);
    svg.finish()
}

/// A sheet of a kind of pieces.
pub struct Table<'a> {
    /// The kind.
    pub group: &'a str,
    pieces: Vec<&'a Cut>,
    /// Width and height of one field in pixels.
    pub field: (u32, u32),
}

/// Sheets for all kinds of pieces that lie on a table: those that stand and roll are there already. `width` is that of a
/// sheet.
pub fn tables(cuts: &[Cut], width: u32) -> Vec<Table<'_>> {
    let flat =
        |cut: &&Cut| matches!(cut.front, Face::Cells(_) | Face::Card(_) | Face::Value(_) | Face::Pips(..));
    let mut groups: Vec<(&str, Vec<&Cut>)> = Vec::new();
    for cut in cuts.iter().filter(flat) {
        let pieces = std::iter::repeat_n(cut, cut.count);
        match groups.iter_mut().find(|(group, _)| *group == cut.group) {
            Some((_, all)) => all.extend(pieces),
            None => groups.push((&cut.group, pieces.collect())),
        }
    }
    // The last field is what others see of a hidden piece.
    let sheets = groups.into_iter().flat_map(|(group, pieces)| {
        let parts: Vec<Vec<&Cut>> = pieces.chunks(COLUMNS * ROWS - 1).map(<[&Cut]>::to_vec).collect();
        parts.into_iter().map(move |pieces| (group, pieces))
    });
    sheets
        .filter_map(|(group, pieces)| {
            let (wide, high) = pieces.first()?.form.size();
            let (across, down) = (f64::from(width / COLUMNS as u32), f64::from(width / ROWS as u32));
            let scale = (across / wide).min(down / high);
            let field = ((wide * scale).floor().max(1.0) as u32, (high * scale).floor().max(1.0) as u32);
            Some(Table { group, pieces, field })
        })
        .collect()
}

impl Table<'_> {
    /// Width and height of the sheet in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.field.0 * COLUMNS as u32, self.field.1 * ROWS as u32)
    }

    /// The picture: fronts, or backs in the same places.
    pub fn picture(&self, back: bool, inks: Inks) -> String {
        let (width, height) = self.size();
        let mut svg = Svg::new(f64::from(width), f64::from(height), self.group).in_inks(inks);
        let mirror = if back { Mirror::Columns } else { Mirror::No };
        for (n, cut) in self.pieces.iter().enumerate() {
            let shown = if back { cut.back.as_ref().unwrap_or(&Face::Plain) } else { &cut.front };
            self.field(&mut svg, n, cut, shown, mirror);
        }
        if let Some(cut) = self.pieces.first() {
            self.field(&mut svg, COLUMNS * ROWS - 1, cut, &Face::Plain, mirror);
        }
        svg.finish()
    }

    fn field(&self, svg: &mut Svg, n: usize, cut: &Cut, shown: &Face, mirror: Mirror) {
        let (wide, _) = cut.form.size();
        let (row, column) = ((n / COLUMNS) as f64, (n % COLUMNS) as f64);
        let at = (column * f64::from(self.field.0), row * f64::from(self.field.1));
        let scale = f64::from(self.field.0) / wide / FINE;
        let place = format!("translate({} {}) scale({scale:.5})", number(at.0), number(at.1));
        svg.begin(&[("transform", &place)]);
        face(svg, cut.form.scaled(FINE), shown, mirror, 0.0);
        svg.end();
    }
}
