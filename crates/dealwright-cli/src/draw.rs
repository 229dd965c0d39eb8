//! Boards in the terminal.

use anstyle::{AnsiColor, Color, RgbColor, Style as Paint};
use dealwright::board::{Board, Ink, Space, SpaceKind};
use dealwright::square::Square;
use std::io::{self, IsTerminal, Write};

/// How to draw.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Letters, digits and brackets only.
    Plain,
    /// Colours and the signs of real pieces. Colours are dropped on the way where they are not wanted.
    Fancy,
}

impl Style {
    /// Fancy on a terminal, plain elsewhere or when asked for.
    pub fn for_stdout(plain: bool) -> Self {
        if plain || !io::stdout().is_terminal() { Style::Plain } else { Style::Fancy }
    }
}

/// Draws a board with its files below and its ranks at the left.
pub fn draw(out: &mut impl Write, board: &Board, style: Style) -> io::Result<()> {
    draw_marked(out, board, style, &[])
}

/// The same with some squares marked: in brackets, and the other way round in colour.
pub fn draw_marked(out: &mut impl Write, board: &Board, style: Style, marked: &[Square]) -> io::Result<()> {
    if board.rows.is_empty() {
        return writeln!(out, "  (this game draws no board)");
    }
    let fancy = style == Style::Fancy;
    let pawns = board.rows.iter().flatten().any(|space| space.pawn);
    let faces = board.rows.iter().flatten().map(|space| space.face.len());
    let width = faces.max().unwrap_or(1).max(1);
    for (row, spaces) in board.rows.iter().enumerate() {
        let mut line = format!("{:>3} ", board.rows.len() - row);
        let rank = board.rows.len() - row;
        for (space, file) in spaces.iter().zip(&board.files) {
            let is_marked = marked.iter().any(|square| square.to_string() == format!("{file}{rank}"));
            let text = text_of(space, width, pawns, fancy, is_marked);
            let paint = if fancy { paint_of(space) } else { Paint::new() };
            let paint = if fancy && is_marked { paint.invert() } else { paint };
            line += &format!("{paint}{text}{paint:#}");
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    let cell = width + usize::from(pawns) + 2;
    if board.heights.iter().any(|h| *h > 0) {
        let profile: String = board.heights.iter().map(|h| height(*h, cell, fancy)).collect();
        writeln!(out, "    {}", profile.trim_end())?;
    }
    let files: String = board.files.iter().map(|file| format!(" {file:<w$}", w = cell - 1)).collect();
    writeln!(out, "    {}", files.trim_end())
}

fn text_of(space: &Space, width: usize, pawns: bool, fancy: bool, marked: bool) -> String {
    let face = match space.kind {
        SpaceKind::Nothing => String::new(),
        SpaceKind::Hole if width == 1 => if fancy { "·" } else { "." }.to_string(),
        SpaceKind::Hole => if fancy { "·" } else { "-" }.repeat(width),
        _ if fancy => space.sign.clone(),
        _ => space.face.clone(),
    };
    let (open, close) = match (marked, space.kind) {
        (true, _) => ('(', ')'),
        (false, SpaceKind::Goal) => ('[', ']'),
        (false, SpaceKind::Turned) => ('<', '>'),
        (false, _) => (' ', ' '),
    };
    let pawn = match (pawns, space.pawn, fancy) {
        (false, ..) => "",
        (true, false, _) => " ",
        (true, true, true) => "♟",
        (true, true, false) => "P",
    };
    format!("{open}{face:<width$}{pawn}{close}")
}

/// A side view of the mountain: one block for each step.
fn height(height: u8, cell: usize, fancy: bool) -> String {
    const BLOCKS: [char; 8] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇'];
    if fancy {
        BLOCKS[(height as usize).min(7)].to_string().repeat(cell)
    } else {
        let level = if height == 0 { String::new() } else { format!("^{height}") };
        format!(" {level:<w$}", w = cell - 1)
    }
}

/// Okabe and Ito's colours, which nearly all eyes can tell apart; a ninth colour begins again, its letter differs.
const TOKENS: [RgbColor; 8] = [
    RgbColor(0, 114, 178),
    RgbColor(230, 159, 0),
    RgbColor(0, 158, 115),
    RgbColor(213, 94, 0),
    RgbColor(86, 180, 233),
    RgbColor(204, 121, 167),
    RgbColor(240, 228, 66),
    RgbColor(120, 120, 120),
];
const WHITE: RgbColor = RgbColor(240, 238, 230);

fn paint_of(space: &Space) -> Paint {
    let color = |c: AnsiColor| Some(Color::Ansi(c));
    match (space.ink, space.kind) {
        (Ink::Token(token), _) => {
            let back = if token == Ink::WHITE { WHITE } else { TOKENS[token as usize % TOKENS.len()] };
            let bright = u32::from(back.0) * 3 + u32::from(back.1) * 6 + u32::from(back.2) > 1100;
            let ink = if bright { AnsiColor::Black } else { AnsiColor::BrightWhite };
            Paint::new().bg_color(Some(Color::Rgb(back))).fg_color(color(ink)).bold()
        }
        (Ink::Suit(suit), kind) => {
            let ink = [None, color(AnsiColor::Red), color(AnsiColor::Red), None];
            let more = [AnsiColor::Blue, AnsiColor::Green, AnsiColor::Magenta, AnsiColor::Cyan].map(color);
            let ink = ink.into_iter().chain(more).nth(suit as usize).flatten();
            let paint = Paint::new().fg_color(ink);
            match kind {
                SpaceKind::Edge | SpaceKind::Turned => paint.dimmed(),
                _ => paint.bold(),
            }
        }
        (Ink::Plain, SpaceKind::Goal) => Paint::new().bold(),
        (Ink::Plain, SpaceKind::Hole) => Paint::new().dimmed(),
        (Ink::Plain, _) => Paint::new(),
    }
}
