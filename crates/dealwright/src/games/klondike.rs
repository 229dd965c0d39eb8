//! Klondike, the patience, with every card known ("thoughtful").
//!
//! **Rules.** Columns of one, two … seven cards are dealt, only the last card of each face up; the other twenty-four cards are the
//! stock. All of them are known.
//!
//! - *Columns* are built down in alternating colours. Any part of a face-up run moves, from one of its cards to its end. Only kings, with
//!   the run on them, go into empty columns. A card that lies face down and is uncovered is turned up at once.
//! - *Foundations* are built up in suit from the ace. The top card of a foundation may come back onto a column.
//! - *Stock.* `draw` turns three cards, or the rest, onto the waste, or, with an empty stock, turns the waste over to be the stock
//!   again. Each of these is one move. Only the top card of the waste can be played.
//!
//! The challenge is solved when all cards are on the foundations.
//!
//! **Switch `draw-1`.** One card is drawn at a time.
//!
//! **Switch `redeals-N`.** The waste is turned over at most N times.
//!
//! **Switch `no-worry`.** Nothing comes back from a foundation.

mod brief;
mod build;
mod core;
mod dealt;
mod info;
mod reach;
mod reasons;
mod switches;
mod table;
mod thoughtful;
mod written;

use super::patience::{self, deck_of, read_deal};
use crate::board::Board;
use crate::construct::{BuildInfo, Construction, Lots};
use crate::dealing::{Dice, Element, Parameters, Variation};
use crate::explain::{Cause, Relaxation};
use crate::game::{Game, GameInfo, MoveError, Solver, SolverInfo, Touches};
use crate::id::RuleText;
use crate::kit::cards::{Card, MOST_RANKS};
use crate::kit::faces::Faces;
use crate::places::Places;
use crate::puzzle::Puzzle;
use crate::search::{Limits, Verdict};
use crate::square::Square;
use crate::text::{TextError, counted};
use std::fmt;
use switches::Switches;

/// Most columns and suits.
const MOST_COLUMNS: usize = 8;
const MOST_SUITS: usize = 4;
/// A Klondike challenge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Klondike {
    suits: u8,
    ranks: u8,
    rules: Switches,
    /// The columns as they were dealt, each from its bottom card on.
    columns: Vec<Vec<Card>>,
    /// In the order in which it is drawn.
    stock: Vec<Card>,
    start: Position,
}

/// A column: cards face down, as they were dealt, and the run on them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Column {
    down: u8,
    length: u8,
    /// Behind the last card there is always the same one.
    run: [Card; MOST_RANKS],
}

impl Column {
    fn run(&self) -> &[Card] {
        &self.run[..usize::from(self.length)]
    }

    fn top(&self) -> Option<Card> {
        self.run().last().copied()
    }

    fn is_empty(&self) -> bool {
        self.length == 0
    }

    fn push(&mut self, card: Card) {
        self.run[usize::from(self.length)] = card;
        self.length += 1;
    }

    fn cut(&mut self, at: usize) {
        self.run[at..].fill(nothing());
        self.length = at as u8;
    }
}

/// What stands behind the last card of a run.
fn nothing() -> Card {
    Card::new(1, 0)
}

/// What changes during play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    columns: [Column; MOST_COLUMNS],
    /// Cards on the foundation of each suit.
    up: [u8; MOST_SUITS],
    /// The cards of stock and waste, a bit for each card that was in the stock.
    stock: u64,
    /// Those before this one are on the waste; the last of these is there.
    turned: u8,
    /// How often the waste was turned over; always 0 where there is no limit.
    over: u8,
}

/// What a player does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Cards onto the waste, or the waste turned over.
    Draw,
    /// A card, with the run on it, onto a column, counted from 1, or 0: to its foundation.
    To(Card, u8),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Draw => f.write_str("draw"),
            Move::To(card, to) => write!(f, "{card}-{to}"),
        }
    }
}

/// Where a card is.
enum Place {
    /// Column and place in its run.
    Run(usize, usize),
    /// Face down in a column.
    Down,
    /// On top of the waste.
    Waste,
    /// Under it.
    UnderWaste,
    Stock,
    /// On top of its foundation.
    Foundation,
    /// Under it.
    UnderFoundation,
    Nowhere,
}

fn is_red(card: Card) -> bool {
    matches!(card.suit(), 1 | 2)
}

/// Whether a card may lie on another in a column.
fn lies_on(upper: Card, lower: Card) -> bool {
    lower.rank() == upper.rank() + 1 && is_red(upper) != is_red(lower)
}

impl Klondike {
    /// A challenge from its columns, each from its bottom card on, and the stock in the order in which it is drawn.
    fn new(columns: Vec<Vec<Card>>, stock: Vec<Card>, rules: Switches) -> Result<Self, TextError> {
        let placed = |(column, cards): (usize, &Vec<Card>)| {
            let placed =
                |(n, card): (usize, &Card)| (format!("column {}, card {}", column + 1, n + 1), *card);
            cards.iter().enumerate().map(placed).collect::<Vec<_>>()
        };
        let mut cards: Vec<(String, Card)> = columns.iter().enumerate().flat_map(placed).collect();
        cards.extend(stock.iter().enumerate().map(|(n, card)| (format!("stock, card {}", n + 1), *card)));
        let (suits, ranks) = deck_of(&cards)?;
        for (n, column) in columns.iter().enumerate() {
            if column.len() != n + 1 {
                let found = counted(column.len() as u64, "card");
                return Err(TextError::at(
                    format!("column {}", n + 1),
                    format!("has {found}, expected {}", n + 1),
                ));
            }
        }
        check_shape(suits.into(), ranks.into(), columns.len())
            .map_err(|message| TextError::at("layout", message))?;
        let empty = Column { down: 0, length: 0, run: [nothing(); MOST_RANKS] };
        let mut start = Position {
            columns: [empty; MOST_COLUMNS],
            up: [0; MOST_SUITS],
            stock: (1 << stock.len()) - 1,
            turned: 0,
            over: 0,
        };
        for (column, cards) in start.columns.iter_mut().zip(&columns) {
            column.down = cards.len() as u8 - 1;
            cards.last().into_iter().for_each(|card| column.push(*card));
        }
        Ok(Self { suits, ranks, rules, columns, stock, start })
    }

    fn king(&self, card: Card) -> bool {
        card.rank() == self.ranks
    }

    /// The places of stock cards that are on the waste, the top one last.
    fn on_waste(&self, position: &Position) -> impl DoubleEndedIterator<Item = usize> + use<> {
        let stock = position.stock;
        (0..usize::from(position.turned)).filter(move |n| stock >> n & 1 == 1)
    }

    fn in_stock(&self, position: &Position) -> impl DoubleEndedIterator<Item = usize> + use<> {
        let stock = position.stock;
        (usize::from(position.turned)..self.stock.len()).filter(move |n| stock >> n & 1 == 1)
    }

    fn top_of_waste(&self, position: &Position) -> Option<Card> {
        self.on_waste(position).next_back().map(|n| self.stock[n])
    }

    fn draws(&self) -> usize {
        if self.rules.draw_one { 1 } else { 3 }
    }

    fn fits_up(&self, position: &Position, card: Card) -> bool {
        position.up[usize::from(card.suit())] + 1 == card.rank()
    }

    /// Whether a column takes a card.
    fn takes_card(&self, position: &Position, column: usize, card: Card) -> bool {
        match position.columns[column].top() {
            Some(top) => lies_on(card, top),
            None => self.king(card),
        }
    }

    fn can_draw(&self, position: &Position) -> Result<(), &'static str> {
        if self.in_stock(position).next().is_some() {
            Ok(())
        } else if position.turned == 0 {
            Err("stock and waste are empty")
        } else if self.rules.redeals.is_some_and(|most| position.over >= most) {
            Err("the stock is empty, and the waste may not be turned over again")
        } else {
            Ok(())
        }
    }

    fn find(&self, position: &Position, card: Card) -> Place {
        for (n, cards) in self.columns.iter().enumerate() {
            let column = &position.columns[n];
            if let Some(at) = column.run().iter().position(|other| *other == card) {
                return Place::Run(n, at);
            }
            if cards[..usize::from(column.down)].contains(&card) {
                return Place::Down;
            }
        }
        let there = self.stock.iter().position(|other| *other == card);
        if let Some(n) = there.filter(|n| position.stock >> n & 1 == 1) {
            return match n < usize::from(position.turned) {
                true if self.top_of_waste(position) == Some(card) => Place::Waste,
                true => Place::UnderWaste,
                false => Place::Stock,
            };
        }
        match position.up.get(usize::from(card.suit())) {
            Some(up) if *up == card.rank() => Place::Foundation,
            Some(up) if *up > card.rank() => Place::UnderFoundation,
            _ => Place::Nowhere,
        }
    }
}

fn check_shape(suits: usize, ranks: usize, columns: usize) -> Result<(), String> {
    let dealt = columns * (columns + 1) / 2;
    let fits = (1..=MOST_SUITS).contains(&suits)
        && (2..=MOST_RANKS).contains(&ranks)
        && (1..=MOST_COLUMNS).contains(&columns)
        && dealt <= suits * ranks;
    match fits {
        true => Ok(()),
        false => Err(format!(
            "{} of {} in {} cannot be: 1 to {MOST_SUITS} suits, 2 to {MOST_RANKS} ranks, 1 to {MOST_COLUMNS} columns, and enough cards for them",
            counted(suits as u64, "suit"),
            counted(ranks as u64, "rank"),
            counted(columns as u64, "column")
        )),
    }
}

impl Puzzle for Klondike {
    type State = Position;
    type Move = Move;

    fn start(&self) -> Position {
        self.start
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        if self.is_solved(position) {
            return;
        }
        let columns = 0..self.columns.len();
        let mut onto = |card: Card, from: Option<usize>| {
            let takes = |to: &usize| Some(*to) != from && self.takes_card(position, *to, card);
            out.extend(columns.clone().filter(takes).map(|to| Move::To(card, to as u8 + 1)));
        };
        for from in columns.clone() {
            position.columns[from].run().iter().for_each(|card| onto(*card, Some(from)));
        }
        let waste = self.top_of_waste(position);
        waste.into_iter().for_each(|card| onto(card, None));
        if !self.rules.no_worry {
            let top = |suit: u8| Some(position.up[usize::from(suit)]).filter(|up| *up > 0);
            let tops = (0..self.suits).filter_map(|suit| top(suit).map(|rank| Card::new(rank, suit)));
            tops.for_each(|card| onto(card, None));
        }
        let tops = columns.filter_map(|n| position.columns[n].top()).chain(waste);
        out.extend(tops.filter(|card| self.fits_up(position, *card)).map(|card| Move::To(card, 0)));
        if self.can_draw(position).is_ok() {
            out.push(Move::Draw);
        }
    }

    fn play(&self, position: &mut Position, mv: Move) {
        let Move::To(card, to) = mv else {
            let drawn: Vec<usize> = self.in_stock(position).take(self.draws()).collect();
            match drawn.last() {
                Some(last) => position.turned = *last as u8 + 1,
                None => {
                    position.turned = 0;
                    position.over += u8::from(self.rules.redeals.is_some());
                }
            }
            return;
        };
        let mut taken = [nothing(); MOST_RANKS];
        let mut count = 1;
        taken[0] = card;
        match self.find(position, card) {
            Place::Run(from, at) => {
                let column = &mut position.columns[from];
                count = column.run()[at..].len();
                taken[..count].copy_from_slice(&column.run()[at..]);
                column.cut(at);
                if column.is_empty() && column.down > 0 {
                    column.down -= 1;
                    column.push(self.columns[from][usize::from(column.down)]);
                }
            }
            Place::Waste => {
                if let Some(top) = self.on_waste(position).next_back() {
                    position.stock &= !(1 << top);
                    position.turned = self.on_waste(position).next_back().map_or(0, |below| below as u8 + 1);
                }
            }
            Place::Foundation => position.up[usize::from(card.suit())] -= 1,
            _ => return,
        }
        match usize::from(to).checked_sub(1) {
            None => position.up[usize::from(card.suit())] += 1,
            Some(to) => taken[..count].iter().for_each(|card| position.columns[to].push(*card)),
        }
    }

    fn is_solved(&self, position: &Position) -> bool {
        position.up[..usize::from(self.suits)].iter().all(|up| *up == self.ranks)
    }

    /// Each move sends one card up at most.
    fn bound(&self, position: &Position) -> u32 {
        position.up[..usize::from(self.suits)].iter().map(|up| u32::from(self.ranks - up)).sum()
    }
}

impl Game for Klondike {
    const INFO: GameInfo = info::INFO;
    const VERDICT_SOLVER: &'static str = "thoughtful";
    const SHORTEST_SOLVER: &'static str = "brief";

    fn read(rules: &[RuleText<'_>], layout: &str) -> Result<Self, TextError> {
        let deal = read_deal(layout, "column")?;
        if let Some(card) = deal.base.first() {
            return Err(TextError::at(
                "layout",
                format!("{card} is on the waste or a foundation, a deal begins with none there"),
            ));
        }
        let mut columns = deal.stacks;
        let stock = match deal.stock {
            Some(stock) => stock,
            None if deal.is_id => columns.pop().unwrap_or_default(),
            None => Vec::new(),
        };
        // Some programs write the longest column first.
        if !deal.is_id && columns.first().map(Vec::len) > columns.last().map(Vec::len) {
            columns.reverse();
        }
        Self::new(columns, stock, Switches::read(rules)?)
    }

    fn rules(&self) -> Vec<String> {
        self.rules.words()
    }

    fn check_rules(rules: &[RuleText<'_>]) -> Result<(), TextError> {
        Switches::read(rules).map(|_| ())
    }

    fn layout(&self) -> String {
        let stacks = self.columns.iter().chain([&self.stock]);
        stacks.map(|cards| patience::listed(cards)).collect::<Vec<_>>().join("/")
    }

    fn parameters(&self) -> Vec<u32> {
        vec![self.suits.into(), self.ranks.into(), self.columns.len() as u32]
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, MoveError> {
        self.read_written(position, text.trim())
    }

    fn board(&self, position: &Position) -> Board {
        self.drawn(position)
    }

    fn touches(&self, position: &Position, mv: Move) -> Touches {
        self.touched(position, mv)
    }

    fn move_between(&self, position: &Position, from: Square, to: Square) -> Result<Move, MoveError> {
        self.meant(position, from, to)
    }

    fn starting_at(&self, position: &Position) -> Option<Self> {
        Some(Self { start: *position, ..self.clone() })
    }

    fn own_solvers() -> &'static [(SolverInfo, Solver<Self>)] {
        const {
            &[
                (
                    SolverInfo {
                        name: "thoughtful",
                        about: "depth first over whole turns in several orders; safe cards go up at once, blocked cards noticed",
                        shortest: false,
                        proves_unsolvable: true,
                    },
                    thoughtful::thoughtful,
                ),
                (
                    SolverInfo {
                        name: "brief",
                        about: "A* as long as that is short, a shortest solution then; else thoughtful",
                        shortest: false,
                        proves_unsolvable: true,
                    },
                    brief::brief,
                ),
            ]
        }
    }

    fn board_measures(&self) -> Vec<(&'static str, f64)> {
        self.measured()
    }

    fn is_counter(&self, before: &Position, after: &Position) -> Option<bool> {
        Some(after.up.iter().sum::<u8>() < before.up.iter().sum())
    }

    fn reasons(&self) -> Vec<Cause> {
        self.named_reasons()
    }

    const RELAXATION: Option<Relaxation> = Some(Relaxation {
        piece: "card",
        relaxed: "even if all other cards were in nobody's way and could bear cards wherever they lie",
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
        _symbols: &[(u8, usize)],
    ) -> Option<Vec<Element>> {
        dealt::group(parameters, symmetries)
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
        dealt::from_cells(parameters, Switches::read(rules)?, cells)
    }

    fn cells(&self) -> Vec<u8> {
        // Of the stock the card that is drawn last lies at the bottom.
        self.columns.iter().flatten().chain(self.stock.iter().rev()).map(|card| card.symbol()).collect()
    }

    const BUILDS: &'static [BuildInfo] = build::BUILDS;

    fn build_by_hand(_by: &str, parameters: &Parameters, _moves: u32, lots: &Lots<'_>) -> Construction<Move> {
        build::build(parameters, lots)
    }

    fn gathered(&self, dealt: &[u8], moves: &[Move]) -> Vec<usize> {
        dealt::gathered(self, dealt, moves)
    }
}

#[cfg(test)]
mod tests;
