//! What a game must know so that setups can deal its challenges.
//!
//! To a setup, a board is a grid of cells, and what lies on a cell is a *symbol*, one byte whose meaning is the game's:
//! a colour, a card, a value.

use super::{Challenge, GameInfo, boxoff::BoxOff, fujisan::Fujisan, pretzel::Pretzel};
use crate::board::Ink;
use crate::explain::Explained;
use crate::id::{self, RuleText};

use crate::text::TextError;
use num_bigint::BigUint;

/// The sizes of a challenge, by name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sizes(pub Vec<(String, u32)>);

impl Sizes {
    /// A size by name; 0 for one that is not there.
    pub fn get(&self, name: &str) -> u32 {
        self.0.iter().find(|(n, _)| n == name).map_or(0, |(_, value)| *value)
    }
}

/// The cells that setups fill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grid {
    /// Rows of cells.
    pub rows: usize,
    /// Columns of cells.
    pub columns: usize,
    /// The file of the first column, 0 for a.
    pub first_file: u8,
}

impl Grid {
    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.rows * self.columns
    }
}

/// A condition on deals that a setup may ask for: it must hold for each of a list of cell groups.
#[derive(Debug)]
pub struct Requirement {
    /// Its name in setup files.
    pub name: &'static str,
    /// What must not be seen, to be put behind "if": "two steps show the same two values".
    pub broken_when: &'static str,
    /// The groups of cells it speaks about.
    pub scopes: fn(&Sizes) -> Vec<Vec<usize>>,
    /// Whether it holds for the symbols on one group.
    pub holds: fn(&[u8]) -> bool,
}

/// Whether the pieces that end up on the board may differ from deal to deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variation {
    /// Any symbols in any number make a challenge.
    Any,
    /// Every symbol must come in an even number.
    EvenCounts,
    /// It must always be the same ones.
    Never,
}

/// One symmetry of a board: where cells come from, what symbols become, and how many symmetries it stands for.
#[derive(Debug, Clone)]
pub struct Element {
    /// Cell n of the image shows what cell `cells[n]` showed.
    pub cells: Vec<usize>,
    /// Symbols that become others; all else stays.
    pub symbols: Vec<(u8, u8)>,
    /// Die n of the image shows what die `dice[n]` showed, where four dice belong to the challenge.
    pub dice: [usize; 4],
    /// Symmetries of the same kind.
    pub count: BigUint,
}

/// A game that can be dealt.
pub trait Dealt: Explained {
    /// Conditions that setups may ask for.
    const REQUIREMENTS: &'static [Requirement] = &[];
    /// Whether pieces may differ from deal to deal.
    const VARIATION: Variation;
    /// What stands on pieces, for error messages.
    const FACES: &'static str;

    /// The cells to fill, or why these sizes cannot be.
    fn grid(sizes: &Sizes) -> Result<Grid, String>;

    /// Reads the symbols of a piece in its footprint's order. None when something is not a symbol of this game.
    fn read_faces(text: &str) -> Option<Vec<u8>>;

    /// Writes a symbol.
    fn write_face(symbol: u8) -> String;

    /// Whether a symbol can stand on a board of this size.
    fn takes(symbol: u8, sizes: &Sizes) -> bool;

    /// The suit and the rank, value or colour that a piece with this symbol can be sorted by.
    fn suit_and_value(symbol: u8) -> (Option<u8>, Option<u8>) {
        (None, Some(symbol))
    }

    /// How a symbol is coloured where it is drawn.
    fn ink(symbol: u8) -> Ink {
        Self::suit_and_value(symbol).0.map_or(Ink::Plain, Ink::Suit)
    }

    /// Refuses rules that contradict each other.
    fn check_rules(_rules: &[RuleText<'_>]) -> Result<(), TextError> {
        Ok(())
    }

    /// What the challenge keeps of a symbol: symbols with the same answer are alike to the player.
    fn seen(symbol: u8) -> u8 {
        symbol
    }

    /// The challenge that lies on the table.
    fn from_cells(
        sizes: &Sizes,
        rules: &[RuleText<'_>],
        cells: &[u8],
        dice: Option<[u8; 4]>,
    ) -> Result<Self, TextError>;

    /// The symbols that lie on the cells, as far as the challenge keeps them: the reverse of [`Dealt::from_cells`].
    fn cells(&self) -> Vec<u8>;

    /// The cells in the order in which their pieces are taken up after these moves of a game; `dealt` has the symbols that
    /// were dealt, also those that the challenge does not keep. A cell may be named again, the first time counts. Pieces
    /// that stay where they lie are taken up row by row.
    fn gathered(&self, dealt: &[u8], _moves: &[Self::Move]) -> Vec<usize> {
        (0..dealt.len()).collect()
    }

    /// The group of the named symmetries on boards of this size; none when it is too large to list.
    fn group(
        sizes: &Sizes,
        rules: &[String],
        symmetries: &[&str],
        symbols: &[(u8, usize)],
    ) -> Option<Vec<Element>>;
}

/// A game that can be dealt, with its type forgotten.
pub struct DealInfo {
    /// The game.
    pub game: &'static GameInfo,
    /// See [`Dealt::REQUIREMENTS`].
    pub requirements: &'static [Requirement],
    /// See [`Dealt::VARIATION`].
    pub variation: Variation,
    /// See [`Dealt::FACES`].
    pub faces: &'static str,
    /// See [`Dealt::grid`].
    pub grid: fn(&Sizes) -> Result<Grid, String>,
    /// See [`Dealt::read_faces`].
    pub read_faces: fn(&str) -> Option<Vec<u8>>,
    /// See [`Dealt::write_face`].
    pub write_face: fn(u8) -> String,
    /// See [`Dealt::takes`].
    pub takes: fn(u8, &Sizes) -> bool,
    /// See [`Dealt::suit_and_value`].
    pub suit_and_value: fn(u8) -> (Option<u8>, Option<u8>),
    /// See [`Dealt::ink`].
    pub ink: fn(u8) -> Ink,
    /// Recognises rule words and refuses those that contradict each other.
    pub check_rules: fn(&[String]) -> Result<(), TextError>,
    /// See [`Dealt::seen`].
    pub seen: fn(u8) -> u8,
    /// Builds the challenge from cells, under rules in the words of IDs.
    #[expect(clippy::type_complexity, reason = "a function pointer of the trait's own shape")]
    pub build: fn(&Sizes, &[String], &[u8], Option<[u8; 4]>) -> Result<Challenge, TextError>,
    /// See [`Dealt::group`].
    #[expect(clippy::type_complexity, reason = "a function pointer of the trait's own shape")]
    pub group: fn(&Sizes, &[String], &[&str], &[(u8, usize)]) -> Option<Vec<Element>>,
}

const fn info<G: Dealt>() -> DealInfo {
    DealInfo {
        game: const { &G::INFO },
        requirements: G::REQUIREMENTS,
        variation: G::VARIATION,
        faces: G::FACES,
        grid: G::grid,
        read_faces: G::read_faces,
        write_face: G::write_face,
        takes: G::takes,
        suit_and_value: G::suit_and_value,
        ink: G::ink,
        check_rules: check_rules::<G>,
        seen: G::seen,
        build: build::<G>,
        group: G::group,
    }
}

fn check_rules<G: Dealt>(rules: &[String]) -> Result<(), TextError> {
    let words: Vec<&str> = rules.iter().map(String::as_str).collect();
    G::check_rules(&id::read_rules(&words, G::INFO.rules)?)
}

fn build<G: Dealt>(
    sizes: &Sizes,
    rules: &[String],
    cells: &[u8],
    dice: Option<[u8; 4]>,
) -> Result<Challenge, TextError> {
    let words: Vec<&str> = rules.iter().map(String::as_str).collect();
    let rules = id::read_rules(&words, G::INFO.rules)?;
    G::from_cells(sizes, &rules, cells, dice).map(Challenge::new)
}

static GAMES: [DealInfo; 3] = [info::<BoxOff>(), info::<Pretzel>(), info::<Fujisan>()];

/// The game with a name.
pub fn dealt_game(name: &str) -> Option<&'static DealInfo> {
    GAMES.iter().find(|info| info.game.name == name)
}

/// Every order of `0..n`.
pub(super) fn orders(n: u8) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    for item in 0..n {
        let longer = |order: Vec<u8>| {
            (0..=order.len()).map(move |at| {
                let mut longer = order.clone();
                longer.insert(at, item);
                longer
            })
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}
