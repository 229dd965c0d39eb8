//! A setup is data: the pieces, and what hands do with them. Everything else follows from that list.
//!
//! [`read`] turns a setup file into a [`Setup`]; [`plan`] works out once what the steps come to (which piles are mixed,
//! which piece goes to which cells). `deal`, `enumerate` and `count` all read that one plan, so they cannot disagree;
//! `tell` and `effort` read the steps themselves. Each of these is one `match` over [`Verb`]: a new verb does not
//! compile until every answer knows it.

pub mod arrange;
pub mod count;
pub mod deal;
pub mod design;
pub mod effort;
pub mod enumerate;
pub mod fingerprint;
pub mod hands;
pub mod load;
pub mod plan;
pub mod proof;
pub mod read;
pub mod repair;
pub mod seed;
pub mod sheet;
pub mod shuffle;
pub mod tell;
pub(crate) mod tree;
mod which;
pub mod write;

use crate::dealing::{Dice, DiceInfo, Grid, Parameters, Requirement};
use crate::kit::{Group, Piece};
use crate::registry::Entry;
use crate::square::Square;
use crate::text::TextError;
use shuffle::Shuffling;
pub use which::Which;

/// A setup, read and complete.
#[derive(Clone)]
pub struct Setup {
    /// The game it deals.
    pub game: &'static Entry,
    /// The name within the game ("banded").
    pub name: String,
    /// The name people use.
    pub title: String,
    /// What is special about it, in a sentence.
    pub about: String,
    /// The parameters in force.
    pub parameters: Parameters,
    /// Parameters that may be chosen, with their values by default.
    pub open: Vec<OpenParameter>,
    /// Rule switches in force, in the words of IDs.
    pub rules: Vec<String>,
    /// The pieces.
    pub kit: Vec<Group>,
    /// The cells to fill.
    pub grid: Grid,
    /// Places for pieces of several cells, in dealing order.
    pub slots: Vec<Slot>,
    /// How slots repeat: rows and columns of a block, and slots in each. None where they are listed one by one.
    pub block: Option<Block>,
    /// What the hands do.
    pub steps: Vec<Step>,
    /// What a search for better components may change.
    pub tunable: Vec<design::Part>,
    /// How well they shuffle, and what they begin with.
    pub shuffling: Shuffling,
}

/// A pattern of slots that is repeated over the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    /// Rows of cells.
    pub rows: usize,
    /// Columns of cells.
    pub columns: usize,
    /// Slots in each.
    pub slots: usize,
}

/// A parameter that the file lets people choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenParameter {
    /// Its name.
    pub name: String,
    /// Its value by default.
    pub default: u32,
    /// The values it may take.
    pub values: Vec<u32>,
}

/// A place for a piece: for each cell of the piece's footprint the board's cell, or none where it is covered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot(pub Vec<Option<usize>>);

/// A step and where it stands in the file.
#[derive(Debug, Clone)]
pub struct Step {
    /// Byte offset in the file.
    pub offset: usize,
    /// What is done.
    pub verb: Verb,
}

/// Physical actions of a setup. Groups of pieces are numbers into [`Setup::kit`].
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "fields are named after the keys of the file, which FORMATS explains")]
pub enum Verb {
    /// Sort pieces out for good.
    Remove { group: usize, which: Vec<Which> },
    /// Make one pile for each suit or value, or for several together.
    Split { group: usize, by: Property, together: Vec<Vec<u8>> },
    /// Shuffle.
    Shuffle { group: usize, piles: Piles },
    /// Count off so many from the top; the rest is set aside.
    Keep { group: usize, count: usize },
    /// Turn each piece one way or another by chance.
    Turn { group: usize },
    /// Put pieces onto the board.
    Lay { group: usize, lay: Lay },
    /// Roll dice.
    Roll { group: usize, into: Rolled, along: Along },
    /// Put pawns somewhere.
    Stand { group: usize, at: String },
    /// Put left-over pieces somewhere, face down.
    Cover { group: usize, count: usize, at: String },
    /// Take pieces off the board again, leaving holes.
    Move { which: Which, to: String },
    /// Ask something of the deal.
    Require { what: &'static Requirement, by: By },
}

impl Verb {
    /// The group of pieces it is about, if it is about one.
    pub fn group(&self) -> Option<usize> {
        match self {
            Verb::Remove { group, .. }
            | Verb::Split { group, .. }
            | Verb::Shuffle { group, .. }
            | Verb::Keep { group, .. }
            | Verb::Turn { group }
            | Verb::Lay { group, .. }
            | Verb::Roll { group, .. }
            | Verb::Stand { group, .. }
            | Verb::Cover { group, .. } => Some(*group),
            Verb::Move { .. } | Verb::Require { .. } => None,
        }
    }
}

/// Which piles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piles {
    /// All pieces together.
    All,
    /// Each pile by itself.
    Each,
}

/// What piles are made by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Property {
    /// The suit.
    Suit,
    /// The rank, value or colour.
    Value,
}

/// How pieces are laid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lay {
    /// Whether the file says `deal` rather than `lay`.
    pub deal: bool,
    /// In which order piles are used up.
    pub piles: Order,
    /// Pieces taken from a pile before the next one has its turn.
    pub at_a_time: usize,
    /// The way over the board.
    pub along: Along,
    /// Pieces in each layer, for mountains that are built up.
    pub layers: Vec<usize>,
}

impl Lay {
    /// The pieces of the piles in the order in which they are laid; `shuffle` is given every round that is shuffled.
    pub(crate) fn sequence<T: Copy>(&self, piles: &[Vec<T>], mut shuffle: impl FnMut(&mut [T])) -> Vec<T> {
        if self.piles == Order::InOrder {
            return piles.concat();
        }
        let mut rest: Vec<&[T]> = piles.iter().map(Vec::as_slice).collect();
        let mut sequence = Vec::new();
        while rest.iter().any(|pile| !pile.is_empty()) {
            let round = sequence.len();
            for pile in &mut rest {
                let (now, later) = pile.split_at(self.at_a_time.min(pile.len()));
                sequence.extend_from_slice(now);
                *pile = later;
            }
            if self.piles == Order::InShuffledRounds {
                shuffle(&mut sequence[round..]);
            }
        }
        sequence
    }
}

/// In which order piles are used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// One pile after the other.
    InOrder,
    /// A piece from each pile in turn.
    InTurn,
    /// A piece from each pile, and each such round is shuffled before it is laid.
    InShuffledRounds,
}

/// Ways over the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Along {
    /// Row by row.
    Rows(Sweep),
    /// Column by column.
    Columns(Sweep),
    /// Slot by slot as they are listed.
    Slots,
}

/// Where a way over the board begins, and which way it goes on. By default from the top left, each row or column in the
/// same direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sweep {
    /// It begins on the right.
    pub from_right: bool,
    /// It begins at the bottom.
    pub from_bottom: bool,
    /// Every other row or column is filled in the opposite direction.
    pub to_and_fro: bool,
}

impl Sweep {
    /// The corner it begins in, as setup files say it.
    pub fn corner(self) -> &'static str {
        match (self.from_bottom, self.from_right) {
            (false, false) => "left",
            (false, true) => "right",
            (true, false) => "bottom left",
            (true, true) => "bottom right",
        }
    }
}

impl Along {
    /// The cells of a board of these rows and columns in the order of the way; none for slots.
    pub fn cells(self, rows: usize, columns: usize) -> Option<Vec<usize>> {
        let (is_rows, sweep) = match self {
            Along::Rows(sweep) => (true, sweep),
            Along::Columns(sweep) => (false, sweep),
            Along::Slots => return None,
        };
        let (lines, length) = if is_rows { (rows, columns) } else { (columns, rows) };
        // Which line comes first, and from which end each is filled.
        let (last_first, backwards) = match is_rows {
            true => (sweep.from_bottom, sweep.from_right),
            false => (sweep.from_right, sweep.from_bottom),
        };
        let mut cells = Vec::new();
        for number in 0..lines {
            let line = if last_first { lines - 1 - number } else { number };
            let backwards = backwards != (sweep.to_and_fro && number % 2 == 1);
            for step in 0..length {
                let at = if backwards { length - 1 - step } else { step };
                cells.push(if is_rows { line * columns + at } else { at * columns + line });
            }
        }
        Some(cells)
    }
}

/// Where dice go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rolled {
    /// Their values become the values of the spaces.
    Spaces,
    /// They are a list of dice that the game asks for.
    List(&'static DiceInfo),
}

/// How a requirement is met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// It holds for every deal of this kit: proved.
    Kit,
    /// Deals that break it are gathered and dealt again.
    DealingAgain,
}

impl Setup {
    /// The name everywhere: `pretzel/banded`.
    pub fn full_name(&self) -> String {
        format!("{}/{}", self.game.info.name, self.name)
    }

    /// The full name with everything that can be chosen: "pretzel/banded with suits=4 ranks=9".
    pub fn name_with_choices(&self) -> String {
        let chosen: Vec<String> = self
            .open
            .iter()
            .map(|open| format!("{}={}", open.name, self.parameters.get(&open.name)))
            .chain((!self.rules.is_empty()).then(|| format!("rules={}", self.rules.join(","))))
            .chain(self.shuffling.options().iter().map(|(name, value)| format!("{name}={value}")))
            .collect();
        match chosen.is_empty() {
            true => self.full_name(),
            false => format!("{} with {}", self.full_name(), chosen.join(" ")),
        }
    }

    /// The open sizes and rules that differ from what the file says, and how it is shuffled if not perfectly, as
    /// `name=value`.
    pub fn options(&self) -> Vec<(String, String)> {
        let size = |open: &OpenParameter| {
            let value = self.parameters.get(&open.name);
            (value != open.default).then(|| (open.name.clone(), value.to_string()))
        };
        let mut options: Vec<(String, String)> = self.open.iter().filter_map(size).collect();
        if !self.rules.is_empty() {
            options.push(("rules".into(), self.rules.join(",")));
        }
        options.extend(self.shuffling.options());
        options
    }

    /// Requirements that are met by dealing again.
    pub fn redealt(&self) -> impl Iterator<Item = &'static Requirement> + '_ {
        self.steps.iter().filter_map(|step| match step.verb {
            Verb::Require { what, by: By::DealingAgain } => Some(what),
            _ => None,
        })
    }

    /// The square of a cell.
    pub fn square(&self, cell: usize) -> Square {
        Square {
            file: self.grid.first_file + (cell % self.grid.columns) as u8,
            rank: (self.grid.rows - cell / self.grid.columns) as u8,
        }
    }

    /// The challenge that lies on the table. [`deal::Dealer::build`] reads the rules only once.
    pub fn build(&self, cells: &[u8], dice: &Dice) -> Result<crate::challenge::Challenge, TextError> {
        self.game.build_with(&self.parameters, &self.rules, cells, dice)
    }
}

impl Property {
    /// The property of a piece; none for pieces without a suit.
    pub fn of(self, piece: &Piece) -> Option<u8> {
        match self {
            Property::Suit => piece.suit,
            Property::Value => piece.value,
        }
    }

    /// The values that make up each pile, in the order in which they are met, or as they are put together.
    pub fn piles<'a>(self, pieces: impl Iterator<Item = &'a Piece>, together: &[Vec<u8>]) -> Vec<Vec<u8>> {
        if !together.is_empty() {
            return together.to_vec();
        }
        let mut values: Vec<Vec<u8>> = Vec::new();
        for value in pieces.filter_map(|piece| self.of(piece)) {
            if !values.contains(&vec![value]) {
                values.push(vec![value]);
            }
        }
        values
    }
}

/// Why a setup file is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct SetupError {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// What was found and what is expected.
    pub message: String,
}

/// A fault at a place in the text, before the place has been counted out in lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Byte offset.
    pub offset: usize,
    /// What was found and what is expected.
    pub message: String,
}

impl Fault {
    pub(crate) fn new(offset: usize, message: impl Into<String>) -> Self {
        Self { offset, message: message.into() }
    }

    /// The same with line and column.
    pub fn in_text(self, text: &str) -> SetupError {
        let before: &str = text.get(..self.offset.min(text.len())).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        SetupError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message: self.message,
        }
    }
}
