//! The font that comes along, so that output is the same everywhere, and how wide words are in it.

use resvg::usvg::fontdb::Database;
use std::sync::{Arc, LazyLock};
use ttf_parser::Face;

const REGULAR: &[u8] = include_bytes!("../font/DejaVuSans.ttf");
const BOLD: &[u8] = include_bytes!("../font/DejaVuSans-Bold.ttf");

/// The fonts that pictures are rendered with: these and no others.
pub static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_data(REGULAR.to_vec());
    fonts.load_font_data(BOLD.to_vec());
    fonts.set_sans_serif_family("DejaVu Sans");
    Arc::new(fonts)
});

static FACES: LazyLock<[Option<Face<'static>>; 2]> =
    LazyLock::new(|| [REGULAR, BOLD].map(|font| Face::parse(font, 0).ok()));

/// The width of words in a size. Kerning is left out: it makes words a little narrower, never wider than a hair.
pub fn width(words: &str, size: f64, bold: bool) -> f64 {
    let Some(face) = &FACES[usize::from(bold)] else { return words.chars().count() as f64 * size };
    let units = f64::from(face.units_per_em());
    let advance = |letter: char| {
        let glyph = face.glyph_index(letter).unwrap_or_default();
        f64::from(face.glyph_hor_advance(glyph).unwrap_or(face.units_per_em()))
    };
    words.chars().map(advance).sum::<f64>() / units * size
}

/// Words in lines that are no wider than so much; a word that is wider by itself is broken.
pub fn lines(words: &str, size: f64, most: f64, bold: bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in words.split_whitespace() {
        let longer = if line.is_empty() { word.to_string() } else { format!("{line} {word}") };
        if width(&longer, size, bold) <= most {
            line = longer;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        for letter in word.chars() {
            line.push(letter);
            if width(&line, size, bold) > most && line.chars().count() > 1 {
                line.pop();
                lines.push(std::mem::replace(&mut line, letter.to_string()));
            }
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_no_wider_than_they_may_be_and_lose_nothing() {
        let words =
            "Take out every domino with a 6 and all doubles; fujisan:551102224335/244331001054 is left.";
        let found = lines(words, 4.0, 40.0, false);
        assert!(found.len() > 3 && found.iter().all(|line| width(line, 4.0, false) <= 40.0), "{found:?}");
        assert_eq!(found.concat().replace(' ', ""), words.replace(' ', ""));
        assert_eq!(lines("", 4.0, 40.0, false), Vec::<String>::new());
        // Too narrow for a single letter: one a line, and no endless loop.
        assert_eq!(lines("abc", 4.0, 0.1, true), ["a", "b", "c"]);
    }

    #[test]
    fn widths_are_those_of_the_font() {
        // DejaVu Sans: a digit is 1303 of 2048 units wide, a bold one 1425.
        assert!((width("0123456789", 2048.0, false) - 13030.0).abs() < 1e-6);
        assert!((width("0", 2048.0, true) - 1425.0).abs() < 1e-6);
    }
}
