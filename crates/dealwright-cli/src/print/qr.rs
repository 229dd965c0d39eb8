//! QR codes, drawn as one path.

use dealwright_draw::svg::{INK, PAPER, Svg, number};
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
