//! How a position lies on the board, and what moves do there.

use super::{Klondike, Move, Place, Position};
use crate::board::{Board, Ink, Space, SpaceKind};
use crate::game::{Game, MoveError, Touches};
use crate::games::patience::{self, Table};
use crate::kit::cards::Card;
use crate::square::Square;
use crate::text::counted;

/// How the cards lie on the board: the columns at the left; at the right the stock in threes, the waste in threes, the foundations.
pub(super) struct Shape {
    pub suits: usize,
    pub ranks: usize,
    pub columns: usize,
    pub stock: usize,
}

/// Cards that lie on each other in stock and waste, and rows from one to the next: a whole card is about as high as three.
const THREES: usize = 3;
const PITCH: usize = THREES + 3;

impl Shape {
    /// Room for the longest run on the longest column, and for the foundations.
    pub fn rows(&self) -> usize {
        (self.columns - 1 + self.ranks).max(2 * PITCH + 1)
    }

    pub fn across(&self) -> usize {
        self.columns + 1 + self.stock.div_ceil(THREES).max(self.suits)
    }

    /// The spot of the stock's card that comes after so many others.
    pub fn stock(&self, after: usize) -> (usize, usize) {
        (after % THREES, self.columns + 1 + after / THREES)
    }

    /// The spot of the waste's card that lies on so many others.
    pub fn waste(&self, on: usize) -> (usize, usize) {
        (PITCH + on % THREES, self.columns + 1 + on / THREES)
    }

    pub fn foundation(&self, suit: usize) -> (usize, usize) {
        (2 * PITCH, self.columns + 1 + suit)
    }
}

impl Klondike {
    fn shape(&self) -> Shape {
        Shape {
            suits: self.suits.into(),
            ranks: self.ranks.into(),
            columns: self.columns.len(),
            stock: self.stock.len(),
        }
    }

    pub(super) fn at(&self, spot: (usize, usize)) -> Square {
        patience::square(self.shape().rows(), spot)
    }

    /// The spot of a card that can be moved.
    fn spot(&self, position: &Position, card: Card) -> Option<(usize, usize)> {
        match self.find(position, card) {
            Place::Run(column, at) => Some((usize::from(position.columns[column].down) + at, column)),
            Place::Waste => Some(self.shape().waste(self.on_waste(position).count() - 1)),
            Place::Foundation => Some(self.shape().foundation(card.suit().into())),
            _ => None,
        }
    }

    /// The spots of these cards as far as they are in the stock or on the waste.
    pub(super) fn spots_beside(&self, position: &Position, cards: &[Card]) -> Vec<(usize, usize)> {
        let (shape, is_one) = (self.shape(), |number: usize| cards.contains(&self.stock[number]));
        let in_stock = self.in_stock(position).enumerate().filter(|(_, number)| is_one(*number));
        let on_waste = self.on_waste(position).enumerate().filter(|(_, number)| is_one(*number));
        in_stock.map(|(n, _)| shape.stock(n)).chain(on_waste.map(|(n, _)| shape.waste(n))).collect()
    }

    pub(super) fn drawn(&self, position: &Position) -> Board {
        let shape = self.shape();
        let mut table = Table::new(shape.rows(), shape.across());
        for (n, cards) in self.columns.iter().enumerate() {
            let column = &position.columns[n];
            let down = cards[..usize::from(column.down)].iter().map(|card| Space {
                kind: SpaceKind::Turned,
                spoken: format!("{card}, face down"),
                ..patience::face(*card)
            });
            let run = column.run().iter().map(|card| Space { takes_along: true, ..patience::face(*card) });
            table.stack((0, n), "empty column", down.chain(run));
        }
        let mut threes = |cards: Vec<usize>, spot: &dyn Fn(usize) -> (usize, usize), bare: &str| {
            table.stack(spot(0), bare, std::iter::empty());
            for (n, cards) in cards.chunks(THREES).enumerate() {
                let faces = cards.iter().map(|card| patience::face(self.stock[*card]));
                table.stack(spot(n * THREES), bare, faces);
            }
        };
        threes(self.in_stock(position).collect(), &|n| shape.stock(n), "empty stock");
        threes(self.on_waste(position).collect(), &|n| shape.waste(n), "empty waste");
        for suit in 0..self.suits {
            let space = match position.up[usize::from(suit)] {
                0 => Space {
                    spoken: format!("empty foundation of {}", Card::suit_letter(suit)),
                    kind: SpaceKind::Goal,
                    ink: Ink::Suit(suit),
                    ..Space::default()
                },
                rank => Space { kind: SpaceKind::Goal, ..patience::face(Card::new(rank, suit)) },
            };
            table.put(shape.foundation(suit.into()), space);
        }
        table.board()
    }

    pub(super) fn touched(&self, position: &Position, mv: Move) -> Touches {
        let shape = self.shape();
        let Move::To(card, to) = mv else {
            let stock = self.in_stock(position).count();
            let words = match stock.min(self.draws()) {
                0 => "the waste is turned over".to_string(),
                drawn => counted(drawn as u64, "card"),
            };
            // Without a place to go to: pointing at the stock is enough, at the card that is seen whole and at any other.
            let from = shape.stock(stock.clamp(1, THREES) - 1);
            let lifted = (0..stock).map(|n| self.at(shape.stock(n))).collect();
            return Touches { from: Some(self.at(from)), lifted, words, ..Touches::default() };
        };
        let from = self.spot(position, card);
        let lifted = match self.find(position, card) {
            Place::Run(column, at) => (at..usize::from(position.columns[column].length))
                .map(|at| self.at((usize::from(position.columns[column].down) + at, column)))
                .collect(),
            _ => from.into_iter().map(|spot| self.at(spot)).collect(),
        };
        let to = match usize::from(to).checked_sub(1) {
            None => shape.foundation(card.suit().into()),
            Some(column) => {
                let pile = &position.columns[column];
                (usize::from(pile.down + pile.length).saturating_sub(1), column)
            }
        };
        let words = match mv {
            Move::To(_, 0) => "to its foundation".to_string(),
            Move::To(_, column) => format!("onto column {column}"),
            Move::Draw => String::new(),
        };
        Touches {
            from: from.map(|spot| self.at(spot)),
            to: Some(self.at(to)),
            lifted,
            words,
            ..Touches::default()
        }
    }

    pub(super) fn meant(&self, position: &Position, from: Square, to: Square) -> Result<Move, MoveError> {
        let illegal = |message: String| Err(MoveError::Illegal(message));
        let shape = self.shape();
        let board = self.board(position);
        if (0..self.stock.len().max(1)).any(|n| self.at(shape.stock(n)) == from) {
            return self.read_move(position, "draw");
        }
        let Some(card) = board.space(from).map(|space| &space.face).filter(|face| !face.is_empty()) else {
            return illegal(format!("no card lies on {from}"));
        };
        let file = usize::from(to.file);
        let column = match file < self.columns.len() {
            true => file + 1,
            false if (0..shape.suits).any(|suit| self.at(shape.foundation(suit)) == to) => 0,
            false => return illegal(format!("cards go onto columns and foundations, {to} is neither")),
        };
        self.read_move(position, &format!("{card}-{column}"))
    }
}
