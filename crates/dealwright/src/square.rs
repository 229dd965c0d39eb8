//! Squares of a board: files a, b, c … from the left, ranks 1, 2 … from the bottom.

use std::fmt;

/// One square. Squares are ordered by file, then by rank: a1 < a2 < b1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// 0 for file a.
    pub file: u8,
    /// 1 for the bottom row.
    pub rank: u8,
}

impl Square {
    /// The square in a column counted from the left and a row counted from the top, both from 0.
    pub fn from_top(row: u8, column: u8, rows: u8) -> Self {
        Self { file: column, rank: rows.saturating_sub(row) }
    }

    /// The row counted from the top, from 0, if the square is on a board of that many rows and columns.
    pub fn row_on(self, rows: u8, columns: u8) -> Option<u8> {
        (self.file < columns && (1..=rows).contains(&self.rank)).then(|| rows - self.rank)
    }

    /// Reads a square at the beginning of `text` and gives the rest. Either case.
    pub fn read_prefix(text: &str) -> Option<(Self, &str)> {
        let mut chars = text.chars();
        let file = chars.next().map(|c| c.to_ascii_lowercase()).filter(char::is_ascii_lowercase)?;
        let rest = chars.as_str();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let rank: u8 = rest.get(..digits)?.parse().ok()?;
        (rank > 0).then_some((Self { file: file as u8 - b'a', rank }, rest.get(digits..)?))
    }

    /// Reads two squares, with or without a dash between them.
    pub fn read_two(text: &str) -> Option<(Self, Self)> {
        let (first, rest) = Self::read_prefix(text)?;
        let rest = rest.strip_prefix(['-', '–', ':']).unwrap_or(rest);
        let (second, rest) = Self::read_prefix(rest)?;
        rest.is_empty().then_some((first, second))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file.min(25)) as char, self.rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_read_back_as_they_are_written() {
        for (row, column) in [(0, 0), (3, 5), (63, 25)] {
            let square = Square::from_top(row, column, 64);
            let text = square.to_string();
            assert_eq!(Square::read_prefix(&text), Some((square, "")));
            assert_eq!(square.row_on(64, 26), Some(row));
        }
    }

    #[test]
    fn text_that_is_no_square_is_refused() {
        for text in ["", "a", "a0", "7", "é1", "a999", "-a1"] {
            assert_eq!(Square::read_prefix(text), None, "{text}");
        }
        assert_eq!(Square::read_two("a1b1x"), None);
        assert_eq!(Square::read_two("A1-b12").map(|(a, b)| format!("{a}{b}")), Some("a1b12".into()));
    }
}
