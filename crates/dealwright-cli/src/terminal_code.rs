//! A QR code in the terminal, for a phone that looks at the screen.

use anstyle::{AnsiColor, Style};
use dealwright_draw::code::Code;
use std::fmt::Write;

/// The code, two rows of modules in a line. Light modules are drawn, since most terminals are dark; colours make it right on all
/// others.
pub fn lines(code: &Code) -> String {
    let paint =
        Style::new().fg_color(Some(AnsiColor::BrightWhite.into())).bg_color(Some(AnsiColor::Black.into()));
    let size = code.modules();
    let is_light = |row: u32, column: u32| row < size && !code.is_dark(row, column);
    let mut out = String::new();
    for row in (0..size).step_by(2) {
        let letters: String = (0..size)
            .map(|column| match (is_light(row, column), is_light(row + 1, column)) {
                (true, true) => '\u{2588}',
                (true, false) => '\u{2580}',
                (false, true) => '\u{2584}',
                (false, false) => ' ',
            })
            .collect();
        let _ = writeln!(out, "{paint}{letters}{paint:#}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_program_reads_the_code_from_the_letters() {
        for text in ["http://192.168.1.5:8464/", "http://[2001:db8::1234:5678]:65535/"] {
            let lines = lines(&Code::of(text).unwrap());
            let rows: Vec<Vec<char>> = lines
                .lines()
                .map(|line| line.chars().filter(|c| " \u{2580}\u{2584}\u{2588}".contains(*c)).collect())
                .collect();
            let width = rows[0].len();
            assert!(rows.iter().all(|row| row.len() == width) && width <= 80, "it fits into a terminal");
            // Each module becomes so many pixels; a letter is two modules high.
            const PIXELS: usize = 4;
            let light = |x: usize, y: usize| {
                let letter = rows[y / PIXELS / 2][x / PIXELS];
                letter == '\u{2588}'
                    || letter == if (y / PIXELS).is_multiple_of(2) { '\u{2580}' } else { '\u{2584}' }
            };
            let (wide, high) = (width * PIXELS, rows.len() * 2 * PIXELS);
            let mut image =
                rqrr::PreparedImage::prepare_from_greyscale(
                    wide,
                    high,
                    |x, y| if light(x, y) { 255 } else { 0 },
                );
            let grids = image.detect_grids();
            assert_eq!(grids[0].decode().unwrap().1, text);
        }
    }
}
