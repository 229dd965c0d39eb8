//! Pieces as they look in print.

use dealwright::kit::Shape;
use dealwright::kit::faces::Faces;
use dealwright::setup::Setup;
use dealwright::setup::sheet::{Cut, Face, Form, Symbol, sheet};
use dealwright_draw::picture::{Mirror, face};
use dealwright_draw::svg::Svg;
use std::collections::BTreeMap;

/// Units of a square.
const SQUARE: f64 = 44.0;

/// A piece that was drawn.
pub struct Drawn {
    /// The picture.
    pub svg: String,
}

/// One symbol on its square.
pub fn symbol(faces: Faces, word: &str) -> String {
    let symbol = faces.read(word).and_then(|read| read.first().copied()).unwrap_or(0);
    let mut svg = Svg::new(SQUARE, SQUARE, word);
    let form = Form::Cells { shape: Shape::SINGLE, cell: SQUARE };
    let shown = Symbol { face: faces.write(symbol), ink: faces.ink(symbol) };
    face(&mut svg, form, &Face::Cells(vec![shown]), Mirror::No, 0.0);
    svg.finish()
}

/// The pieces of each group as they are printed, alike ones once, in the order of the kit.
pub fn pieces(setup: &Setup) -> BTreeMap<String, Vec<Drawn>> {
    let mut found: BTreeMap<String, Vec<Drawn>> = BTreeMap::new();
    for cut in sheet(setup, 1.0).cuts {
        found.entry(cut.group.clone()).or_default().push(Drawn { svg: picture(&cut) });
    }
    found
}

fn picture(cut: &Cut) -> String {
    let (width, height) = cut.form.size();
    let form = cut.form.scaled(88.0 / width.max(height).max(1.0));
    let (width, height) = form.size();
    let mut svg = Svg::new(width, height, &cut.group);
    face(&mut svg, form, &cut.front, Mirror::No, 0.0);
    svg.finish()
}
