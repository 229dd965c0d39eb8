//! Golf, a patience.
//!
//! **Rules.** The deck is dealt face up into seven columns of five cards; one card begins the waste, and the other sixteen are the
//! stock. All of them are known. The top card of a column goes onto the waste if it is one rank higher or lower than the top card
//! there, whatever the suits. At any time the next card of the stock may be turned up onto the waste. The challenge is solved when
//! the columns are empty.
//!
//! The king and the ace are no neighbours; a queen goes onto a king.
//!
//! **Switch `wrap`.** The king and the ace are neighbours.
//!
//! **Switch `kings-closed`.** Nothing goes onto a king but a card from the stock.
//!
//! Every move takes a card from a column or from the stock: plays are finite.

mod build;
mod chains;
mod core;
mod dealt;
mod info;
mod reasons;

use super::patience::{self, Table, check_deck, deck_of, read_deal};
use crate::board::{Board, Space, SpaceKind};
use crate::construct::{BuildInfo, Construction, Lots};
use crate::dealing::{Dice, Element, Parameters, Variation};
use crate::explain::{Cause, Relaxation};
use crate::game::{Game, GameInfo, MoveError, Solver, SolverInfo, Touches};
use crate::id::RuleText;
use crate::kit::cards::{Card, Reading, read_card};
use crate::kit::faces::Faces;
use crate::places::Places;
use crate::puzzle::Puzzle;
use crate::search::{Limits, Verdict};
use crate::square::Square;
use crate::text::{TextError, counted, quoted};
use std::fmt;
use std::hash::{Hash, Hasher};

/// Most columns, most cards of each, most cards of the stock: files of a board end with z.
const MOST_COLUMNS: usize = 12;
const MOST_DEEP: usize = 8;
const MOST_STOCK: usize = 24;

/// A Golf challenge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Golf {
    suits: u8,
    ranks: u8,
    wrap: bool,
    kings_closed: bool,
    /// The columns as they were dealt, each from its bottom card on.
    columns: Vec<Vec<Card>>,
    /// The card that begins the waste, then the stock in the order in which it is turned up.
    stock: Vec<Card>,
    start: Position,
}

/// How many cards each column has left, how many of the stock were turned up, and the top card of the waste.
#[derive(Debug, Clone, Copy)]
pub struct Position {
    /// Four bits for each column.
    heights: u64,
    /// Cards turned up, the first of the waste among them.
    turned: u8,
    /// Its suit is only to look at.
    waste: Card,
}

/// Suits never matter, so two positions with top cards of one rank are the same.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        let what = |position: &Self| (position.heights, position.turned, position.waste.rank());
        what(self) == what(other)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.heights, self.turned, self.waste.rank()).hash(state);
    }
}

impl Position {
    fn height(&self, column: usize) -> usize {
        (self.heights >> (4 * column) & 15) as usize
    }
}

/// The top card of a column goes onto the waste, or a card is turned up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A card of a column.
    Card(Card),
    /// The next card of the stock.
    Draw,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Card(card) => card.fmt(f),
            Move::Draw => f.write_str("draw"),
        }
    }
}

impl Golf {
    /// A challenge from its columns, each from its bottom card on, and the stock in the order in which it is turned up, the card
    /// that begins the waste first. The two switches are `wrap` and `kings-closed`.
    pub fn new(
        columns: Vec<Vec<Card>>,
        stock: Vec<Card>,
        [wrap, kings_closed]: [bool; 2],
    ) -> Result<Self, TextError> {
        let placed = |(column, cards): (usize, &Vec<Card>)| {
            let placed =
                |(n, card): (usize, &Card)| (format!("column {}, card {}", column + 1, n + 1), *card);
            cards.iter().enumerate().map(placed).collect::<Vec<_>>()
        };
        let mut cards: Vec<(String, Card)> = columns.iter().enumerate().flat_map(placed).collect();
        cards.extend(stock.iter().enumerate().map(|(n, card)| (format!("stock, card {}", n + 1), *card)));
        let (suits, ranks) = deck_of(&cards)?;
        let layout = |message| TextError::at("layout", message);
        check_deck(suits.into(), ranks.into(), 2).map_err(layout)?;
        let deep = columns.first().map_or(0, Vec::len);
        check_shape(columns.len(), deep, stock.len()).map_err(layout)?;
        if let Some(n) = columns.iter().position(|column| column.len() != deep) {
            let found = counted(columns[n].len() as u64, "card");
            let message = format!("has {found}, expected {deep} as in column 1");
            return Err(TextError::at(format!("column {}", n + 1), message));
        }
        let heights = (0..columns.len()).fold(0, |all, column| all | (deep as u64) << (4 * column));
        let start = Position { heights, turned: 1, waste: stock[0] };
        Ok(Self { suits, ranks, wrap, kings_closed, columns, stock, start })
    }

    /// The top card of a column.
    fn top(&self, position: &Position, column: usize) -> Option<Card> {
        self.columns[column].get(position.height(column).checked_sub(1)?).copied()
    }

    fn fits(&self, card: Card, waste: Card) -> bool {
        let apart = card.rank().abs_diff(waste.rank());
        (apart == 1 || self.wrap && apart == self.ranks - 1)
            && !(self.kings_closed && waste.rank() == self.ranks)
    }

    fn column_of(&self, position: &Position, card: Card) -> Option<usize> {
        (0..self.columns.len()).find(|&column| self.top(position, column) == Some(card))
    }

    fn shape(&self) -> Shape {
        Shape {
            columns: self.columns.len(),
            deep: self.columns.first().map_or(0, Vec::len),
            stock: self.stock.len(),
        }
    }

    fn at(&self, spot: (usize, usize)) -> Square {
        patience::square(self.shape().rows(), spot)
    }
}

fn check_shape(columns: usize, deep: usize, stock: usize) -> Result<(), String> {
    let fits = (1..=MOST_COLUMNS).contains(&columns)
        && (1..=MOST_DEEP).contains(&deep)
        && (1..=MOST_STOCK + 1).contains(&stock);
    match fits {
        true => Ok(()),
        false => Err(format!(
            "{} of {deep} and {} cannot be: 1 to {MOST_COLUMNS} columns of 1 to {MOST_DEEP} cards, 1 to {} others",
            counted(columns as u64, "column"),
            counted(stock as u64, "other card"),
            MOST_STOCK + 1
        )),
    }
}

/// How the cards lie on the board: the columns above, the waste and the stock below.
struct Shape {
    columns: usize,
    deep: usize,
    /// The first card of the waste among them.
    stock: usize,
}

impl Shape {
    /// A whole card is about as high as three rows.
    fn rows(&self) -> usize {
        self.deep + 4
    }

    fn across(&self) -> usize {
        self.columns.max(self.stock + 1)
    }

    fn waste(&self) -> (usize, usize) {
        (self.rows() - 1, 0)
    }

    /// The spot of the card that is turned up after so many.
    fn stock(&self, after: usize) -> (usize, usize) {
        (self.rows() - 1, after + 1)
    }
}

impl Puzzle for Golf {
    type State = Position;
    type Move = Move;

    fn start(&self) -> Position {
        self.start
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        if self.is_solved(position) {
            return;
        }
        let tops = (0..self.columns.len()).filter_map(|column| self.top(position, column));
        out.extend(tops.filter(|top| self.fits(*top, position.waste)).map(Move::Card));
        if usize::from(position.turned) < self.stock.len() {
            out.push(Move::Draw);
        }
    }

    fn play(&self, position: &mut Position, mv: Move) {
        match mv {
            Move::Card(card) => {
                if let Some(column) = self.column_of(position, card) {
                    position.heights -= 1 << (4 * column);
                    position.waste = card;
                }
            }
            Move::Draw => {
                position.waste = self.stock[usize::from(position.turned)];
                position.turned += 1;
            }
        }
    }

    fn is_solved(&self, position: &Position) -> bool {
        position.heights == 0
    }

    /// Each move takes one card from a column at most.
    fn bound(&self, position: &Position) -> u32 {
        (0..self.columns.len()).map(|column| position.height(column) as u32).sum()
    }
}

impl Game for Golf {
    const INFO: GameInfo = info::INFO;
    const VERDICT_SOLVER: &'static str = "chains";
    const SHORTEST_SOLVER: &'static str = "fewest";

    fn read(rules: &[RuleText<'_>], layout: &str) -> Result<Self, TextError> {
        let deal = read_deal(layout, "column")?;
        let mut columns = deal.stacks;
        let stock = match deal.stock {
            Some(stock) => deal.base.into_iter().chain(stock).collect(),
            None if deal.is_id => columns.pop().unwrap_or_default(),
            None => deal.base,
        };
        Self::new(columns, stock, switches(rules)?)
    }

    fn rules(&self) -> Vec<String> {
        let words = [(self.wrap, "wrap"), (self.kings_closed, "kings-closed")];
        words.iter().filter(|(on, _)| *on).map(|(_, word)| word.to_string()).collect()
    }

    fn check_rules(rules: &[RuleText<'_>]) -> Result<(), TextError> {
        switches(rules).map(|_| ())
    }

    fn layout(&self) -> String {
        let stacks = self.columns.iter().chain([&self.stock]);
        stacks.map(|cards| patience::listed(cards)).collect::<Vec<_>>().join("/")
    }

    fn parameters(&self) -> Vec<u32> {
        let shape = self.shape();
        vec![self.suits.into(), self.ranks.into(), shape.columns as u32, shape.deep as u32]
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, MoveError> {
        let text = text.trim();
        let illegal = |message: String| Err(MoveError::Illegal(message));
        if self.is_solved(position) {
            return illegal("the columns are empty: it is solved".into());
        }
        if text.eq_ignore_ascii_case("draw") {
            return match usize::from(position.turned) < self.stock.len() {
                true => Ok(Move::Draw),
                false => illegal("the stock is empty".into()),
            };
        }
        let Ok((Reading::Card(card), "")) = read_card(text) else {
            return Err(MoveError::Malformed(format!(
                "{} is neither a card such as 7H nor draw",
                quoted(text)
            )));
        };
        match self.column_of(position, card) {
            Some(_) if self.fits(card, position.waste) => Ok(Move::Card(card)),
            Some(_) => illegal(self.why_not(card, position.waste)),
            None => illegal(self.where_is(position, card)),
        }
    }

    fn board(&self, position: &Position) -> Board {
        let shape = self.shape();
        let mut table = Table::new(shape.rows(), shape.across());
        for (column, cards) in self.columns.iter().enumerate() {
            let left = &cards[..position.height(column)];
            table.stack((0, column), "", left.iter().map(|card| patience::face(*card)));
        }
        table.put(shape.waste(), Space { kind: SpaceKind::Goal, ..patience::face(position.waste) });
        for (after, card) in self.stock.iter().enumerate().skip(1) {
            let left = after >= usize::from(position.turned);
            table.put(shape.stock(after), if left { patience::face(*card) } else { patience::empty("") });
        }
        table.board()
    }

    fn touches(&self, position: &Position, mv: Move) -> Touches {
        let from = match mv {
            Move::Card(card) => {
                self.column_of(position, card).map(|column| (position.height(column) - 1, column))
            }
            Move::Draw => Some(self.shape().stock(position.turned.into())),
        };
        let from = from.map(|spot| self.at(spot));
        let words = match mv {
            Move::Card(_) => format!("onto {}", position.waste),
            Move::Draw => format!("{} is turned up", self.stock[usize::from(position.turned)]),
        };
        let lifted = from.into_iter().collect();
        Touches { from, to: Some(self.at(self.shape().waste())), lifted, words, ..Touches::default() }
    }

    fn move_between(&self, position: &Position, from: Square, to: Square) -> Result<Move, MoveError> {
        let illegal = |message: String| Err(MoveError::Illegal(message));
        let shape = self.shape();
        if to != self.at(shape.waste()) {
            return illegal(format!("cards only go onto the waste, {}", self.at(shape.waste())));
        }
        let of_stock =
            (usize::from(position.turned)..shape.stock).find(|&after| self.at(shape.stock(after)) == from);
        match of_stock {
            Some(after) if after == usize::from(position.turned) => return self.read_move(position, "draw"),
            Some(_) => {
                return illegal(format!(
                    "the cards of the stock are turned up from the left: not yet {from}"
                ));
            }
            None => {}
        }
        let cards = (0..shape.columns)
            .flat_map(|column| (0..position.height(column)).map(move |depth| (depth, column)));
        match cards.into_iter().find(|spot| self.at(*spot) == from) {
            Some((depth, column)) => self.read_move(position, &self.columns[column][depth].to_string()),
            None => illegal(format!("no card lies on {from}")),
        }
    }

    fn starting_at(&self, position: &Position) -> Option<Self> {
        Some(Self { start: *position, ..self.clone() })
    }

    fn is_finite(&self) -> bool {
        true
    }

    /// Full decks have millions of positions.
    fn has_small_graph(&self) -> bool {
        let heights =
            self.columns.iter().map(|column| column.len() as u64 + 1).chain([self.stock.len() as u64]);
        heights.fold(1, u64::saturating_mul) <= patience::MOST_HEIGHTS
    }

    fn own_solvers() -> &'static [(SolverInfo, Solver<Self>)] {
        const {
            &[
                (
                    SolverInfo {
                        name: "chains",
                        about: "depth first; what is left must divide into chains of neighbours, like cards exchanged",
                        shortest: false,
                        proves_unsolvable: true,
                    },
                    chains::chains,
                ),
                (
                    SolverInfo {
                        name: "fewest",
                        about: "the same with no card of the stock, then one, then two …",
                        shortest: true,
                        proves_unsolvable: true,
                    },
                    chains::fewest,
                ),
            ]
        }
    }

    fn board_measures(&self) -> Vec<(&'static str, f64)> {
        self.measured()
    }

    fn reasons(&self) -> Vec<Cause> {
        self.named_reasons()
    }

    const RELAXATION: Option<Relaxation> = Some(Relaxation {
        piece: "card",
        relaxed: "even if all other cards of columns were off the table and cards of their ranks could be put onto the waste as often as you like",
        // The stock counts as well.
        whatever_they_are: false,
    });

    fn pieces(&self) -> Vec<Square> {
        self.squares_left()
    }

    fn is_solvable_with(&self, kept: &[Square], limits: &Limits) -> Verdict {
        self.solvable_with(kept, limits)
    }

    fn canonical(&self, symmetries: &[&str]) -> Self {
        dealt::canonical(self, symmetries)
    }

    fn group(
        parameters: &Parameters,
        _rules: &[String],
        symmetries: &[&str],
        symbols: &[(u8, usize)],
    ) -> Option<Vec<Element>> {
        dealt::group(parameters, symmetries, symbols)
    }

    const FACES: Faces = Faces::Cards;
    const VARIATION: Variation = Variation::Never;

    fn places(parameters: &Parameters) -> Result<Places, String> {
        dealt::places(parameters)
    }

    fn takes(symbol: u8, parameters: &Parameters) -> bool {
        dealt::takes(symbol, parameters)
    }

    fn from_cells(
        parameters: &Parameters,
        rules: &[RuleText<'_>],
        cells: &[u8],
        _dice: &Dice,
    ) -> Result<Self, TextError> {
        dealt::from_cells(parameters, switches(rules)?, cells)
    }

    fn cells(&self) -> Vec<u8> {
        // Of the stock the card that is turned up last lies at the bottom.
        let (first, stock) = self.stock.split_at(1);
        let cards = self.columns.iter().flatten().chain(first).chain(stock.iter().rev());
        cards.map(|card| card.symbol()).collect()
    }

    const BUILDS: &'static [BuildInfo] = build::BUILDS;

    fn build_by_hand(_by: &str, parameters: &Parameters, _moves: u32, lots: &Lots<'_>) -> Construction<Move> {
        build::build(parameters, lots)
    }

    fn gathered(&self, dealt: &[u8], moves: &[Move]) -> Vec<usize> {
        dealt::gathered(self, dealt, moves)
    }
}

/// Whether `wrap` and `kings-closed` are on.
fn switches(rules: &[RuleText<'_>]) -> Result<[bool; 2], TextError> {
    let on = ["wrap", "kings-closed"].map(|name| rules.iter().any(|rule| rule.name == name));
    match on {
        [true, true] => Err(TextError::at(
            "rules",
            "'wrap' and 'kings-closed' contradict each other: an ace either goes onto a king or not",
        )),
        on => Ok(on),
    }
}

impl Golf {
    fn why_not(&self, card: Card, waste: Card) -> String {
        match self.kings_closed && waste.rank() == self.ranks {
            true => format!("nothing goes onto {waste}: draw instead"),
            false => format!("{card} does not fit onto {waste}: only cards one rank higher or lower do"),
        }
    }

    /// Where a card is that cannot be moved.
    fn where_is(&self, position: &Position, card: Card) -> String {
        for (column, cards) in self.columns.iter().enumerate() {
            let left = &cards[..position.height(column)];
            if let (Some(at), Some(top)) = (left.iter().position(|other| *other == card), left.last()) {
                let on_it = counted((left.len() - 1 - at) as u64, "card");
                return format!("{card} cannot be moved: {on_it} on it in its column, the top one is {top}");
            }
        }
        if self.stock[usize::from(position.turned)..].contains(&card) {
            return format!("{card} is in the stock");
        }
        match self.columns.iter().flatten().chain(&self.stock).any(|other| *other == card) {
            true => format!("{card} is on the waste already"),
            false => format!("{card} is not of this deck"),
        }
    }
}

#[cfg(test)]
mod tests;
