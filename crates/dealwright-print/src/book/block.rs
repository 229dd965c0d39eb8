//! One challenge in a book: its number and level, its picture, its ID, rules and code.

use super::BookOptions;
use super::choose::Chosen;
use crate::font;
use crate::leaflet::{Picture, rules_in_force};
use dealwright::board::Board;
use dealwright_draw::code::Code;
use dealwright_draw::svg::{Anchor, Svg};

/// Between two challenges.
pub const GAP: f64 = 8.0;
/// The narrowest that a challenge may be beside another one, and the smallest spaces that are still easily read.
const NARROW: f64 = 68.0;
const SMALL_SPACE: f64 = 8.0;
/// What a picture may be made smaller by to save paper.
const SHRINK: f64 = 0.8;
/// Spaces that nobody can read.
const LEAST_SPACE: f64 = 3.0;
/// Sizes of letters: headings and lines.
const LARGE: f64 = 4.4;
const LINE: f64 = 2.7;
/// The width of a code, and the least width of one of its modules.
const CODE: f64 = 19.0;
const MODULE: f64 = 0.42;

pub struct Block<'a> {
    chosen: &'a Chosen,
    /// None where it stands alone.
    number: Option<usize>,
    board: Board,
    pub width: f64,
    /// How many of its kind stand side by side.
    pub columns: usize,
    picture: (f64, f64),
    /// The room that the picture is fitted into.
    room: (f64, f64),
    lines: Vec<String>,
    code: Option<(Code, f64)>,
}

impl<'a> Block<'a> {
    /// Fits a challenge onto pages with so much room.
    pub fn new(
        chosen: &'a Chosen,
        number: Option<usize>,
        options: &BookOptions,
        (width, height): (f64, f64),
    ) -> Result<Self, String> {
        let board = chosen.challenge.board();
        let columns_of_board = board.rows.iter().map(Vec::len).max().unwrap_or(1) as f64;
        let half = (width - GAP) / 2.0;
        let columns = if half >= NARROW && half / (columns_of_board + 1.0) >= SMALL_SPACE { 2 } else { 1 };
        let width = if columns == 2 { half } else { width };
        let text = match &options.link {
            Some(link) => link.play(&chosen.challenge.id()),
            None => chosen.challenge.id(),
        };
        let code = Code::of(&text).map(|code| {
            let across = CODE.max(f64::from(code.modules()) * MODULE).min(width * 0.5);
            (code, across)
        });
        let beside = width - code.as_ref().map_or(0.0, |(_, across)| across + 2.0);
        let mut lines = font::lines(&chosen.challenge.id(), LINE, beside, false);
        let rules = rules_in_force(chosen.challenge.info().rules, &chosen.challenge.rules());
        let words = format!("{}. {}", chosen.challenge.in_words(), rules.join(" "));
        lines.extend(font::lines(words.trim(), LINE, beside, false));
        let mut block = Self {
            chosen,
            number,
            board,
            width,
            columns,
            picture: (0.0, 0.0),
            room: (0.0, 0.0),
            lines,
            code,
        };
        let words = block.heading() + block.footing();
        let mut room = (width, height - words);
        let mut size = block.picture().size_within(room);
        // A little smaller if that brings one more onto the page.
        let rows = ((height + GAP) / (words + size.1 + GAP)).floor();
        let lower = (height + GAP) / (rows + 1.0) - GAP - words;
        if rows >= 1.0 && lower >= size.1 * SHRINK {
            room.1 = lower;
            size = block.picture().size_within(room);
        }
        let space = size.0 / (columns_of_board + 1.0);
        if room.1 < 10.0 || space < LEAST_SPACE {
            let id = block.chosen.challenge.id();
            return Err(format!(
                "{id} does not fit on this paper in a size that can be read: take larger paper"
            ));
        }
        (block.picture, block.room) = (size, room);
        Ok(block)
    }

    fn picture(&self) -> Picture<'_> {
        Picture::new(&self.board, self.chosen.pieces.clone())
    }

    /// The height of what stands above the picture.
    fn heading(&self) -> f64 {
        LARGE * 1.2 + 1.5
    }

    /// The height of what stands below it.
    fn footing(&self) -> f64 {
        let words = self.lines.len() as f64 * LINE * 1.35 + 1.0;
        1.0 + words.max(self.code.as_ref().map_or(0.0, |(_, across)| *across))
    }

    pub fn height(&self) -> f64 {
        self.heading() + self.picture.1 + self.footing()
    }

    pub fn draw(&self, svg: &mut Svg, (x, y): (f64, f64)) {
        let level = self.chosen.level_in_words();
        let heading = match self.number {
            Some(number) => format!("{number}  {level}"),
            None if level.is_empty() => self.chosen.challenge.info().title.into(),
            None => format!("{}, {level}", self.chosen.challenge.info().title),
        };
        svg.text((x, y + LARGE), LARGE, Anchor::Start, heading.trim(), &[("font-weight", "bold")]);
        let used = font::width(&heading, LARGE, true) + 3.0;
        let source = font::lines(&self.chosen.source, LINE, (self.width - used).max(5.0), false);
        if let [source] = source.as_slice() {
            svg.text((x + self.width, y + LARGE), LINE, Anchor::End, source, &[]);
        }
        let top = y + self.heading();
        let left = x + (self.width - self.picture.0) / 2.0;
        self.picture().draw(svg, (if self.columns == 2 { x } else { left }, top), self.room);
        let below = top + self.picture.1 + 1.0;
        let mut across = x;
        if let Some((code, size)) = &self.code {
            code.draw(svg, (x, below), *size);
            across += size + 2.0;
        }
        for (n, line) in self.lines.iter().enumerate() {
            let at = (across, below + 2.0 + LINE + n as f64 * LINE * 1.35);
            svg.text(at, LINE, Anchor::Start, line, &[]);
        }
    }
}
