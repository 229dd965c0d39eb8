//! QR codes, drawn as one path.

use crate::svg::{INK, PAPER, Svg, number};
use qrcodegen::{QrCode, QrCodeEcc};

/// The white around a code that readers need, in modules.
const QUIET: i32 = 4;

/// A code to be drawn.
pub struct Code(QrCode);

impl Code {
    /// None for a text that no code can hold.
    pub fn of(text: &str) -> Option<Self> {
        QrCode::encode_text(text, QrCodeEcc::Medium).ok().map(Self)
    }

    /// Modules across with the white around them.
    pub fn modules(&self) -> u32 {
        (self.0.size() + 2 * QUIET) as u32
    }

    /// Whether there is a dark module in a row and a column, counted with the white around them.
    pub fn is_dark(&self, row: u32, column: u32) -> bool {
        self.0.get_module(column as i32 - QUIET, row as i32 - QUIET)
    }

    /// Draws it below a picture, which grows by as much; its modules are so many units wide.
    pub fn draw_below(&self, svg: &mut Svg, module: f64) {
        let (width, height) = svg.size();
        let across = f64::from(self.modules()) * module;
        svg.grow((width.max(across), height + across));
        self.draw(svg, (0.0, height), across);
    }

    /// Draws it into a square: left, top, width.
    pub fn draw(&self, svg: &mut Svg, (x, y): (f64, f64), width: f64) {
        svg.rect(x, y, width, width, &[("fill", PAPER)]);
        let mut path = String::new();
        for row in 0..self.0.size() {
            let mut column = 0;
            while column < self.0.size() {
                let begin = column;
                while self.0.get_module(column, row) {
                    column += 1;
                }
                if column > begin {
                    let long = column - begin;
                    path.push_str(&format!("M{} {}h{long}v1h-{long}z", begin + QUIET, row + QUIET));
                }
                column += 1;
            }
        }
        let scale = width / f64::from(self.modules());
        let place = format!("translate({} {}) scale({scale:.5})", number(x), number(y));
        svg.path(&path, &[("transform", &place), ("fill", INK), ("class", "code")]);
    }
}
