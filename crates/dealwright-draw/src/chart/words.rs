//! Words in charts: how wide they are, and where to break them.

use crate::svg::{Anchor, Svg};

/// The size of letters.
pub const SIZE: f64 = 12.0;

/// From one line of words to the next.
pub const LINE: f64 = 15.0;

/// From the middle of letters down to their base line.
pub const HALF: f64 = SIZE * 0.36;

/// The thin ring of paper around words that lie on something.
pub const HALO: [(&str, &str); 4] =
    [("paint-order", "stroke"), ("stroke", "#FFFFFF"), ("stroke-width", "3.5"), ("stroke-linejoin", "round")];

/// Bold words, for headings.
pub const BOLD: [(&str, &str); 1] = [("font-weight", "bold")];

/// About how wide words are, by the font that is wanted first, which is also the widest of them.
pub fn width(words: &str) -> f64 {
    SIZE * words.chars().map(letter).sum::<f64>()
}

/// The same for bold words.
pub fn bold_width(words: &str) -> f64 {
    1.12 * width(words)
}

fn letter(letter: char) -> f64 {
    match letter {
        'i' | 'j' | 'l' | '\'' | '’' | '‘' => 0.28,
        'I' | 'J' | ' ' | '.' | ',' | '·' => 0.32,
        'f' | 't' | '-' | '(' | ')' | '/' | ':' | ';' | '[' | ']' => 0.39,
        'r' | '!' => 0.41,
        's' | 'z' | 'c' | 'L' | 'F' | '–' => 0.56,
        'm' | '%' | 'W' | '—' | '…' => 1.0,
        'w' | 'M' | 'O' | 'Q' | 'G' | 'D' | '+' | '=' | '<' | '>' | '≥' | '≤' | '×' | '−' | '±' | '→' => {
            0.84
        }
        'A'..='Z' => 0.72,
        _ => 0.636,
    }
}

/// Words in lines of at most this width, broken at spaces; a single word may be wider.
pub fn wrapped(words: &str, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line) + width(" ") + width(word) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}

/// The width of the widest.
pub fn widest<'a>(words: impl IntoIterator<Item = &'a String>) -> f64 {
    words.into_iter().map(|words| width(words)).fold(0.0, f64::max)
}

/// Writes words at their base line.
pub fn write(svg: &mut Svg, at: (f64, f64), anchor: Anchor, words: &str, look: &[(&str, &str)]) {
    svg.text(at, SIZE, anchor, words, look);
}

/// Writes lines of words around a height.
pub fn write_around(svg: &mut Svg, at: (f64, f64), anchor: Anchor, lines: &[String], look: &[(&str, &str)]) {
    let top = at.1 - LINE * (lines.len() as f64 - 1.0) / 2.0 + HALF;
    for (index, line) in lines.iter().enumerate() {
        write(svg, (at.0, top + LINE * index as f64), anchor, line, look);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_broken_at_spaces_only() {
        assert_eq!(wrapped("L-Tiles and more", width("L-Tiles and")), ["L-Tiles and", "more"]);
        assert_eq!(wrapped("incomprehensible", 10.0), ["incomprehensible"]);
        assert!(wrapped(" ", 10.0).is_empty());
    }
}
