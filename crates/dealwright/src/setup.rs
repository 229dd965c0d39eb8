//! A setup is data: the pieces, and what hands do with them. Everything else follows from that list.
//!
//! [`read`] turns a setup file into a [`Setup`]; [`plan`] works out once what the steps come to (which piles are mixed,
//! which piece goes to which cells). `deal`, `enumerate` and `count` all read that one plan, so they cannot disagree;
//! `tell` and `effort` read the steps themselves. Each of these is one `match` over [`Verb`]: a new verb does not
//! compile until every answer knows it.

mod along;
pub mod arrange;
pub mod choices;
pub mod condition;
pub mod count;
pub mod cover;
pub mod deal;
pub mod design;
pub mod effort;
pub mod enumerate;
mod fault;
pub mod fingerprint;
pub mod hands;
mod impossible;
pub mod load;
pub mod notes;
pub mod plan;
pub mod proof;
pub mod read;
pub mod repair;
pub mod seed;
pub mod settle;
pub mod sheet;
pub mod shuffle;
pub mod stopwatch;
pub mod tell;
pub(crate) mod tree;
mod which;
pub mod write;

use crate::construct::BuildInfo;
use crate::dealing::{Dice, DiceInfo, Parameters};
use crate::kit::cards::rank_letter;
use crate::kit::{CARD_SUITS, COIN_SUITS, Group, Piece, PieceKind};
use crate::places::Places;
use crate::registry::Entry;
use crate::square::Square;
use crate::text::TextError;
pub use along::{Along, Sweep};
pub use condition::Condition;
pub use fault::{Fault, SetupError};
use shuffle::Shuffling;
pub use which::Which;

/// The form of setup files as a JSON Schema: every key, and every word that does not depend on the game.
pub const SCHEMA: &str = include_str!("../setups/setup.schema.json");

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
    /// The parameters for which the kit has pieces of its own, beside those in force.
    pub variants: Vec<Parameters>,
    /// Rule switches in force, in the words of IDs.
    pub rules: Vec<String>,
    /// The pieces.
    pub kit: Vec<Group>,
    /// The places to fill.
    pub places: Places,
    /// Cells that stay empty.
    pub empty: Vec<usize>,
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
    /// How long actions take; part of no name or fingerprint.
    pub weights: effort::Weights,
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
    /// Line and column in the file, from 1.
    pub place: (usize, usize),
    /// The byte offsets of the values of its keys.
    pub keys: Vec<(String, usize)>,
    /// What is done.
    pub verb: Verb,
    /// How often it is done, where the file says so.
    pub when: Option<When>,
}

/// How often a step is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// Once for a kit, before the first deal.
    Once,
    /// For every deal.
    EveryDeal,
}

impl Step {
    /// Where a key's value stands in the file; where the step stands, if it has no such key.
    pub fn offset_of(&self, key: &str) -> usize {
        self.keys.iter().find(|(own, _)| own == key).map_or(self.offset, |(_, offset)| *offset)
    }

    /// Whether it is done only once for a kit. Where the file says nothing, pieces are sorted out once and everything else is done
    /// for every deal.
    pub fn is_once(&self) -> bool {
        match self.when {
            Some(when) => when == When::Once,
            None => matches!(self.verb, Verb::Remove { .. }),
        }
    }
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
    /// Put the pieces of each pile into a stated order.
    Arrange { group: usize, order: Arrangement },
    /// Put one piece somewhere, found by what it shows.
    Place { group: usize, which: Which, at: Slot },
    /// Turn pieces face up that lie face down on these places; on all where none are named.
    Reveal { at: Vec<String> },
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
    /// Build the challenge up in a way of the game's, so that it can be solved.
    Build { group: usize, by: &'static BuildInfo, moves: u32 },
    /// Ask something of the deal.
    Require { what: Condition, by: By },
}

impl Verb {
    /// The group of pieces it is about, if it is about one.
    pub fn group(&self) -> Option<usize> {
        match self {
            Verb::Remove { group, .. }
            | Verb::Split { group, .. }
            | Verb::Shuffle { group, .. }
            | Verb::Arrange { group, .. }
            | Verb::Place { group, .. }
            | Verb::Keep { group, .. }
            | Verb::Turn { group }
            | Verb::Lay { group, .. }
            | Verb::Roll { group, .. }
            | Verb::Stand { group, .. }
            | Verb::Cover { group, .. }
            | Verb::Build { group, .. } => Some(*group),
            Verb::Reveal { .. } | Verb::Move { .. } | Verb::Require { .. } => None,
        }
    }
}

/// Which piles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piles {
    /// All pieces together.
    All,
    /// Each pile by itself.
    Each,
    /// Each of these by itself; the others stay as they are.
    These(Vec<PileName>),
}

/// A pile among several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PileName {
    /// By its number in the row of piles, from 1.
    Number(usize),
    /// By a suit or value that lies in it, and the word for it in the file.
    Label(u8, String),
}

impl PileName {
    /// Whether a pile is meant, by its number from 0 and the suits or values in it.
    pub fn is(&self, number: usize, label: Option<&Vec<u8>>) -> bool {
        match self {
            PileName::Number(n) => *n == number + 1,
            PileName::Label(value, _) => label.is_some_and(|label| label.contains(value)),
        }
    }
}

/// The order that pieces are put into, from the top of a pile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arrangement {
    /// The other way round.
    Reversed,
    /// From the lowest rank, value or colour to the highest, pieces of the same one as they were.
    ByValue,
    /// Suit by suit, pieces of the same suit as they were.
    BySuit,
    /// As listed: one description for each piece.
    Listed(Vec<Which>),
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
    /// The names of the places they go to; all free ones where none are named.
    pub to: Vec<String>,
    /// How many pieces are laid; by default as many as are in hand, or as the named places hold.
    pub count: Option<usize>,
    /// Which pieces lie face down.
    pub face: FaceUp,
}

/// Which pieces of a deal lie face up. All games here are played with everything known: this is for the instructions and for
/// the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FaceUp {
    /// All.
    #[default]
    All,
    /// None.
    None,
    /// The top one of each place.
    Top,
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

/// Where dice go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rolled {
    /// Their values become the values of the spaces.
    Spaces,
    /// They are a list of dice that the game asks for.
    List(&'static DiceInfo),
}

/// How a requirement is met.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum By {
    /// It holds for every deal of this kit: proved.
    Kit,
    /// Deals that break it are gathered and dealt again.
    DealingAgain,
    /// The piece that breaks it is put right by hand; where that does not help, everything is dealt again.
    Fix {
        /// What is done with the piece.
        change: Change,
        /// How often this is tried.
        tries: u32,
    },
}

/// What hands do with a piece that breaks a requirement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// It is turned to the next way in which it can lie.
    Turn,
    /// It changes places with another piece.
    Swap(With),
}

/// What a piece can be swapped with, beside one on a certain place, as files say it.
pub(crate) const WITH: &str = "'right', 'left', 'above', 'below', 'next'";

/// The other piece of a swap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum With {
    /// The one on this side: rows down and columns right. At the edge the one on the opposite side.
    Side(i8, i8),
    /// The one that was laid next; for the last one, the first.
    Next,
    /// The one on this cell.
    Cell(usize),
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

    /// Whether a deal may have to be gathered and dealt again: something is asked of it, or hands that build it may get stuck.
    pub fn deals_again(&self) -> bool {
        let can_get_stuck = |step: &Step| matches!(&step.verb, Verb::Build { by, .. } if by.can_get_stuck);
        self.asked().next().is_some() || self.steps.iter().any(can_get_stuck)
    }

    /// What is asked of each deal, and how it is met: everything but what the kit sees to by itself.
    pub fn asked(&self) -> impl Iterator<Item = (&Condition, &By)> + '_ {
        self.steps.iter().filter_map(|step| match &step.verb {
            Verb::Require { what, by } if *by != By::Kit => Some((what, by)),
            _ => None,
        })
    }

    /// The numbers of places by name; of all places where none is named.
    pub fn named_places(&self, names: &[String]) -> Result<Vec<usize>, String> {
        if names.is_empty() {
            return Ok((0..self.places.list().len()).collect());
        }
        self.places.named_together(names)
    }

    /// Why a piece cannot come onto the board because of something it shows.
    fn refused(&self, group: &Group, piece: &Piece, face: u8) -> String {
        let printed = which::face_in_words(face, group, self);
        let what = match piece.faces.len() + piece.back.len() {
            1 => format!("the {} {printed}", group.singular()),
            _ => format!(
                "the {} {} shows {printed}, which",
                group.singular(),
                which::piece_in_words(piece, group, self)
            ),
        };
        self.refused_face(group, &what)
    }

    /// "The card 4D has no place on this board: …", with what is allowed.
    fn refused_face(&self, group: &Group, what: &str) -> String {
        let what =
            what.strip_suffix(", which").map_or_else(|| what.to_string(), |what| format!("{what}, which"));
        let has = if what.contains("shows") && !what.ends_with("which") { ", which has" } else { " has" };
        let counts = match group.counts_as.is_none() {
            true => "take it out of the kit, or say what it counts as, by counts_as",
            false => "say in counts_as what it counts as, or take it out of the kit",
        };
        format!("{what}{has} no place on this board, allowed are {}; {counts}", self.allowed_symbols())
    }

    /// The symbols that the game takes with these sizes, in words.
    fn allowed_symbols(&self) -> String {
        let taken: Vec<u8> = (0..=u8::MAX)
            .filter(|&symbol| {
                (self.game.takes)(symbol, &self.parameters) && self.game.faces.is_symbol(symbol)
            })
            .collect();
        self.game.faces.in_words(&taken)
    }

    /// The square of a cell.
    pub fn square(&self, cell: usize) -> Square {
        self.places.square(cell)
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

    /// What a suit or value is called, for pieces of a group.
    pub(crate) fn name_of(self, value: u8, group: &Group, setup: &Setup) -> String {
        let suits: &[&str] = if group.kind == PieceKind::Coins { &COIN_SUITS } else { &CARD_SUITS };
        match (self, &group.kind) {
            (Property::Suit, _) => {
                suits.get(value as usize).map_or("a further suit".to_string(), ToString::to_string)
            }
            (Property::Value, PieceKind::Cards) => rank_letter(value).to_string(),
            (Property::Value, PieceKind::Coins) => value.to_string(),
            (Property::Value, _) => setup.game.faces.write(value),
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
