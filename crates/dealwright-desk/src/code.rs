//! A QR code on the screen, for whoever wants to go on with another device.

use crate::budget::{Budget, Question};
use dealwright::{InvalidInput, Registry};
use dealwright_draw::code::Code;
use dealwright_draw::svg::Svg;
use serde::{Deserialize, Serialize};

/// Letters of an address, which may hold a whole kit.
const MOST_LETTERS: usize = 2300;
/// Units of the picture for each module.
const MODULE: f64 = 8.0;

/// Draw a text as a code.
#[derive(Deserialize)]
pub struct DrawCode {
    text: String,
}

/// The picture.
#[derive(Serialize)]
pub struct DrawnCode {
    svg: String,
}

impl Question for DrawCode {
    type Answer = DrawnCode;
    const NAME: &'static str = "code";

    fn turn(&mut self, _: &Registry, _: &Budget<'_>) -> Result<Option<DrawnCode>, InvalidInput> {
        let letters = self.text.chars().count();
        if letters == 0 || letters > MOST_LETTERS {
            return Err(InvalidInput(format!(
                "'text': expected 1 to {MOST_LETTERS} letters, found {letters}"
            )));
        }
        let code =
            Code::of(&self.text).ok_or_else(|| InvalidInput("'text': too long for a QR code".into()))?;
        let width = f64::from(code.modules()) * MODULE;
        let mut svg = Svg::new(width, width, &self.text);
        code.draw(&mut svg, (0.0, 0.0), width);
        Ok(Some(DrawnCode { svg: svg.finish() }))
    }
}
