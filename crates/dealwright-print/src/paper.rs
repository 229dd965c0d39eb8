//! Paper: its size, and what stands at the edges of every sheet.

use super::font;
use dealwright_draw::svg::{Anchor, INK, Inks, Svg, number};
use std::str::FromStr;

/// A size in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Paper {
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
}

/// Sizes by name.
const NAMES: [(&str, Paper); 3] = [
    ("A4", Paper { width: 210.0, height: 297.0 }),
    ("Letter", Paper { width: 215.9, height: 279.4 }),
    ("A5", Paper { width: 148.0, height: 210.0 }),
];
/// The shortest and the longest side of paper of another size.
const LEAST: f64 = 60.0;
const MOST: f64 = 1000.0;

/// Where nothing but names and rulers stands: at the top and the bottom; at the sides.
pub const EDGE: f64 = 10.5;
pub const SIDE: f64 = 5.0;
/// The length of the ruler.
pub const RULER: f64 = 50.0;

impl FromStr for Paper {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some((_, paper)) = NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(text)) {
            return Ok(*paper);
        }
        let side = |text: &str| text.parse::<f64>().ok().filter(|side| (LEAST..=MOST).contains(side));
        text.split_once(['x', 'X'])
            .and_then(|(width, height)| Some(Paper { width: side(width)?, height: side(height)? }))
            .ok_or_else(|| {
                format!(
                    "expected A4, Letter, A5, or width x height in millimetres such as 120x180 ({LEAST} to {MOST} \
                     each), found '{text}'"
                )
            })
    }
}

impl Paper {
    /// An empty page of this size.
    pub fn page(self, title: &str, inks: Inks) -> Svg {
        Svg::page(self.width, self.height, title, inks)
    }
}

/// The name of a sheet at its top and what to do with it, and a ruler at its bottom to see whether the printer kept the size.
pub fn furnish(svg: &mut Svg, paper: Paper, name: &str, note: &str) {
    for (words, size, y) in [(name, 2.8, 6.4), (note, 2.5, 9.8)] {
        let lines = font::lines(words, size, paper.width - 2.0 * SIDE, false);
        svg.text((SIDE, y), size, Anchor::Start, lines.first().map_or("", String::as_str), &[]);
    }
    let (x, y) = (SIDE, paper.height - 5.5);
    for part in 0..=10 {
        let tall = if part % 5 == 0 { 2.0 } else { 1.2 };
        let x = x + f64::from(part) * RULER / 10.0;
        svg.line((x, y), (x, y - tall), &hairline());
    }
    let mut look = hairline().to_vec();
    look.push(("class", "ruler"));
    svg.line((x, y), (x + RULER, y), &look);
    let words = "This line is 50 mm long if the printer kept the size: print at 100%, not \u{201c}fit to page\u{201d}.";
    let room = paper.width - RULER - 3.0 - 2.0 * SIDE;
    let lines = if room < 20.0 { Vec::new() } else { font::lines(words, 2.4, room, false) };
    for (n, line) in lines.iter().enumerate() {
        let up = (lines.len() - 1 - n) as f64 * 2.8;
        svg.text((x + RULER + 3.0, y - up), 2.4, Anchor::Start, line, &[]);
    }
}

/// The look of lines to cut along and to measure with.
pub fn hairline() -> [(&'static str, &'static str); 2] {
    [("stroke", INK), ("stroke-width", "0.15")]
}

/// Begins a part of a page whose unit is a quarter of a millimetre, which pictures are drawn in; ended with [`Svg::end`].
pub fn begin_picture(svg: &mut Svg, at: (f64, f64)) {
    let place = format!("translate({} {}) scale({})", number(at.0), number(at.1), number(1.0 / FINE));
    svg.begin(&[("transform", &place)]);
}

/// Units of pictures in a millimetre.
pub const FINE: f64 = 4.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_by_name_and_in_millimetres() {
        assert_eq!("a4".parse(), Ok(Paper { width: 210.0, height: 297.0 }));
        assert_eq!("120x180.5".parse(), Ok(Paper { width: 120.0, height: 180.5 }));
        for wrong in ["", "A3x", "x", "10x10", "120", "NaNx100", "1e9x100", "-120x180", "120x180x3"] {
            assert!(wrong.parse::<Paper>().unwrap_err().contains("120x180"), "{wrong}");
        }
    }
}
