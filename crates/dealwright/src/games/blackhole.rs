//! Black Hole, a patience by David Parlett.
//!
//! **Rules.** The ace of spades lies in the middle as the base. All other cards of the deck are dealt face up into fans of three.
//! The top card of a fan goes onto the base if it is one rank higher or lower than the card there, whatever the suits; the king and
//! the ace are neighbours too. The challenge is solved when all cards are on the base.
//!
//! Every move takes a card from a fan: plays are finite, and all solutions have the same length.

mod build;
mod core;
mod dealt;
mod info;
mod reasons;
mod steps;
mod walks;

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

/// Most cards of a fan.
const MOST_IN_FAN: usize = 8;
/// Most fans side by side on the board: with the base, as many as a narrow screen has room for.
const MOST_ABREAST: usize = 6;

/// A Black Hole challenge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlackHole {
    suits: u8,
    ranks: u8,
    /// Cards of a full fan; the last one may have fewer.
    holds: u8,
    /// The fans as they were dealt, each from its bottom card on.
    fans: Vec<Vec<Card>>,
    start: Position,
}

/// How many cards each fan has left, and the card on the base.
#[derive(Debug, Clone, Copy)]
pub struct Position {
    /// Four bits for each of the first sixteen fans and so on.
    heights: [u64; 4],
    /// Its suit is only to look at.
    base: Card,
}

/// Suits never matter, so two positions with bases of one rank are the same.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.heights == other.heights && self.base.rank() == other.base.rank()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.heights.hash(state);
        self.base.rank().hash(state);
    }
}

impl Position {
    fn height(&self, fan: usize) -> usize {
        (self.heights[fan / 16] >> (4 * (fan % 16)) & 15) as usize
    }

    fn take_from(&mut self, fan: usize) {
        self.heights[fan / 16] -= 1 << (4 * (fan % 16));
    }
}

/// The card that goes onto the base.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(Card);

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The card that every game begins with.
fn first_base() -> Card {
    Card::new(1, 0)
}

impl BlackHole {
    /// A challenge from its fans, each from its bottom card on.
    pub fn new(fans: Vec<Vec<Card>>) -> Result<Self, TextError> {
        let placed = |(fan, cards): (usize, &Vec<Card>)| {
            let placed = |(n, card): (usize, &Card)| (format!("fan {}, card {}", fan + 1, n + 1), *card);
            cards.iter().enumerate().map(placed).collect::<Vec<_>>()
        };
        let mut cards: Vec<(String, Card)> = vec![("the base".into(), first_base())];
        cards.extend(fans.iter().enumerate().flat_map(placed));
        let (suits, ranks) = deck_of(&cards)?;
        check_deck(suits.into(), ranks.into(), 2).map_err(|message| TextError::at("layout", message))?;
        let holds = fans.first().map_or(0, Vec::len);
        if !(1..=MOST_IN_FAN).contains(&holds) {
            let message = format!("has {}, expected 1 to {MOST_IN_FAN}", counted(holds as u64, "card"));
            return Err(TextError::at("fan 1", message));
        }
        for (n, fan) in fans.iter().enumerate() {
            let is_last = n + 1 == fans.len();
            if fan.len() != holds && !(is_last && (1..holds).contains(&fan.len())) {
                let found = counted(fan.len() as u64, "card");
                let message =
                    format!("has {found}, expected {holds} as in fan 1; only the last fan may have fewer");
                return Err(TextError::at(format!("fan {}", n + 1), message));
            }
        }
        let mut heights = [0; 4];
        for (n, fan) in fans.iter().enumerate() {
            heights[n / 16] |= (fan.len() as u64) << (4 * (n % 16));
        }
        let start = Position { heights, base: first_base() };
        Ok(Self { suits, ranks, holds: holds as u8, fans, start })
    }

    /// The top card of a fan.
    fn top(&self, position: &Position, fan: usize) -> Option<Card> {
        self.fans[fan].get(position.height(fan).checked_sub(1)?).copied()
    }

    fn fits(&self, card: Card, base: Card) -> bool {
        let apart = card.rank().abs_diff(base.rank());
        apart == 1 || apart == self.ranks - 1
    }

    fn left(&self, position: &Position) -> usize {
        (0..self.fans.len()).map(|fan| position.height(fan)).sum()
    }

    fn fan_of(&self, position: &Position, card: Card) -> Option<usize> {
        (0..self.fans.len()).find(|&fan| self.top(position, fan) == Some(card))
    }

    fn shape(&self) -> Shape {
        Shape { fans: self.fans.len(), holds: self.holds.into() }
    }

    /// The square on which a card of a fan is drawn.
    fn square(&self, fan: usize, depth: usize) -> Square {
        let shape = self.shape();
        let (row, column) = shape.spot(fan);
        patience::square(shape.rows(), (row + depth, column))
    }

    fn base_square(&self) -> Square {
        let shape = self.shape();
        patience::square(shape.rows(), shape.base())
    }
}

/// How the fans lie on the board: in tiers, the base to the right of the first.
struct Shape {
    fans: usize,
    holds: usize,
}

impl Shape {
    fn tiers(&self) -> usize {
        self.fans.div_ceil(MOST_ABREAST).max(1)
    }

    fn abreast(&self) -> usize {
        self.fans.div_ceil(self.tiers())
    }

    /// Rows from the top of a tier to the next: a whole card is about as high as three rows.
    fn pitch(&self) -> usize {
        self.holds + 3
    }

    fn rows(&self) -> usize {
        self.pitch() * (self.tiers() - 1) + self.holds
    }

    fn columns(&self) -> usize {
        self.abreast() + 1
    }

    fn spot(&self, fan: usize) -> (usize, usize) {
        (self.pitch() * (fan / self.abreast()), fan % self.abreast())
    }

    fn base(&self) -> (usize, usize) {
        (0, self.abreast())
    }
}

impl Puzzle for BlackHole {
    type State = Position;
    type Move = Move;

    fn start(&self) -> Position {
        self.start
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        let tops = (0..self.fans.len()).filter_map(|fan| self.top(position, fan));
        out.extend(tops.filter(|top| self.fits(*top, position.base)).map(Move));
    }

    fn play(&self, position: &mut Position, mv: Move) {
        if let Some(fan) = self.fan_of(position, mv.0) {
            position.take_from(fan);
            position.base = mv.0;
        }
    }

    fn is_solved(&self, position: &Position) -> bool {
        position.heights == [0; 4]
    }

    /// Each move takes one card.
    fn bound(&self, position: &Position) -> u32 {
        self.left(position) as u32
    }
}

impl Game for BlackHole {
    const INFO: GameInfo = info::INFO;
    const VERDICT_SOLVER: &'static str = "steps";
    const SHORTEST_SOLVER: &'static str = "steps";

    fn read(_rules: &[RuleText<'_>], layout: &str) -> Result<Self, TextError> {
        let deal = read_deal(layout, "fan")?;
        if let Some(card) = deal.base.iter().find(|card| **card != first_base()) {
            return Err(TextError::at("base", format!("is {card}, Black Hole begins on {}", first_base())));
        }
        if deal.stock.is_some_and(|stock| !stock.is_empty()) {
            return Err(TextError::at("stock", "Black Hole has no stock"));
        }
        Self::new(deal.stacks)
    }

    fn layout(&self) -> String {
        self.fans.iter().map(|fan| patience::listed(fan)).collect::<Vec<_>>().join("/")
    }

    fn parameters(&self) -> Vec<u32> {
        vec![self.suits.into(), self.ranks.into(), self.holds.into()]
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, MoveError> {
        let text = text.trim();
        let malformed = || MoveError::Malformed(format!("{} is not a card such as 7H", quoted(text)));
        let Ok((Reading::Card(card), "")) = read_card(text) else { return Err(malformed()) };
        match self.fan_of(position, card) {
            Some(_) if self.fits(card, position.base) => Ok(Move(card)),
            Some(_) => Err(MoveError::Illegal(format!(
                "{card} does not fit onto {}: only cards one rank higher or lower do",
                position.base
            ))),
            None => Err(MoveError::Illegal(self.where_is(position, card))),
        }
    }

    fn board(&self, position: &Position) -> Board {
        let shape = self.shape();
        let mut table = Table::new(shape.rows(), shape.columns());
        for (fan, cards) in self.fans.iter().enumerate() {
            let left = &cards[..position.height(fan)];
            table.stack(shape.spot(fan), "", left.iter().map(|card| patience::face(*card)));
        }
        table.put(shape.base(), Space { kind: SpaceKind::Goal, ..patience::face(position.base) });
        table.board()
    }

    fn touches(&self, position: &Position, mv: Move) -> Touches {
        let from = self.fan_of(position, mv.0).map(|fan| self.square(fan, position.height(fan) - 1));
        Touches {
            from,
            to: Some(self.base_square()),
            lifted: from.into_iter().collect(),
            words: format!("onto {}", position.base),
            ..Touches::default()
        }
    }

    fn move_between(&self, position: &Position, from: Square, to: Square) -> Result<Move, MoveError> {
        let illegal = |message: String| Err(MoveError::Illegal(message));
        if to != self.base_square() {
            return illegal(format!("cards only go onto the base, {}", self.base_square()));
        }
        let lies = |(fan, depth): &(usize, usize)| self.square(*fan, *depth) == from;
        let cards =
            (0..self.fans.len()).flat_map(|fan| (0..position.height(fan)).map(move |depth| (fan, depth)));
        match cards.into_iter().find(lies) {
            Some((fan, depth)) => self.read_move(position, &self.fans[fan][depth].to_string()),
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
        let heights = self.fans.iter().map(|fan| fan.len() as u64 + 1);
        heights.fold(1, u64::saturating_mul) <= patience::MOST_HEIGHTS
    }

    fn own_solvers() -> &'static [(SolverInfo, Solver<Self>)] {
        const {
            &[(
                SolverInfo {
                    name: "steps",
                    about: "depth first, steps between ranks counted exactly, like cards exchanged",
                    shortest: true,
                    proves_unsolvable: true,
                },
                steps::steps,
            )]
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
        relaxed: "even if all other cards of fans were off the table and cards of their ranks could be put onto the base as often as you like",
        // They are the rest of the deck, wherever they lie.
        whatever_they_are: true,
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

    fn fixed(parameters: &Parameters) -> Vec<(usize, u8)> {
        dealt::fixed(parameters)
    }

    fn takes(symbol: u8, parameters: &Parameters) -> bool {
        dealt::takes(symbol, parameters)
    }

    fn from_cells(
        parameters: &Parameters,
        _rules: &[RuleText<'_>],
        cells: &[u8],
        _dice: &Dice,
    ) -> Result<Self, TextError> {
        dealt::from_cells(parameters, cells)
    }

    fn cells(&self) -> Vec<u8> {
        self.fans.iter().flatten().chain([&first_base()]).map(|card| card.symbol()).collect()
    }

    const BUILDS: &'static [BuildInfo] = build::BUILDS;

    fn build_by_hand(_by: &str, parameters: &Parameters, _moves: u32, lots: &Lots<'_>) -> Construction<Move> {
        build::build(parameters, lots)
    }

    fn gathered(&self, dealt: &[u8], moves: &[Move]) -> Vec<usize> {
        dealt::gathered(self, dealt, moves)
    }
}

impl BlackHole {
    /// Where a card is that cannot be moved.
    fn where_is(&self, position: &Position, card: Card) -> String {
        for (fan, cards) in self.fans.iter().enumerate() {
            let left = &cards[..position.height(fan)];
            if let (Some(at), Some(top)) = (left.iter().position(|other| *other == card), left.last()) {
                let on_it = counted((left.len() - 1 - at) as u64, "card");
                return format!("{card} cannot be moved: {on_it} on it in its fan, the top one is {top}");
            }
        }
        match self.fans.iter().flatten().chain([&first_base()]).any(|other| *other == card) {
            true => format!("{card} is on the base already"),
            false => format!("{card} is not of this deck"),
        }
    }
}

#[cfg(test)]
mod tests;
