//! The part of a dead deal that is stuck by itself.
//!
//! A card that is *relaxed* is in nobody's way: it covers nothing in its column, bears a card at any time wherever it lies, counts as one that is on its
//! foundation, and need not go there. In stock and waste it keeps its place, so that draws show what they show, until it lies on top of the
//! waste, where it may be taken away. Relaxing more never makes a dead deal of a solvable one: play the solution and leave out the moves
//! of relaxed cards, but for those that take them from the waste. What was put onto one of them is put there; a column in which only they lie
//! is an empty one; and each card lies uncovered at the latest when it did.
//!
//! Which column is which makes no difference, so a position says of each card only whether it lies where it was dealt, on which of
//! the two cards that may bear it (a king: in an empty column), or on its foundation.

use super::{Klondike, Move, thoughtful};
use crate::kit::cards::Card;
use crate::puzzle::Puzzle;
use crate::search::{self, Limits, Verdict};
use crate::square::Square;

/// Where a card is, two bits each; in the stock it is where it was dealt.
const DEALT: u8 = 0;
const UP: u8 = 3;

/// A deal with some cards relaxed.
struct Relaxed<'a> {
    game: &'a Klondike,
    /// The kept cards, by [`number`].
    kept: u64,
    /// The kept cards of each column that lie where they were dealt, from the bottom one on.
    dealt: Vec<Vec<Card>>,
    start: Place,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Place {
    wheres: u128,
    /// As in [`super::Position`].
    stock: u64,
    turned: u8,
    over: u8,
}

fn number(card: Card) -> u32 {
    4 * (u32::from(card.rank()) - 1) + u32::from(card.suit())
}

/// The two cards that may bear a card, as far as the deck has them; where it lies on them, it is 1 and 2.
fn bearers(game: &Klondike, card: Card) -> impl Iterator<Item = (u8, Card)> + use<> {
    let suits = if super::is_red(card) { [0, 3] } else { [1, 2] };
    let there = (card.rank() < game.ranks).then_some(card.rank() + 1);
    let (most, numbered) = (game.suits, suits.into_iter().zip([1, 2]));
    let of = move |(suit, what)| Some((what, Card::new(there?, suit))).filter(|_| suit < most);
    numbered.filter_map(of)
}

impl Place {
    fn of(&self, card: Card) -> u8 {
        (self.wheres >> (2 * number(card)) & 3) as u8
    }

    fn put(&mut self, card: Card, what: u8) {
        let shift = 2 * number(card);
        self.wheres = self.wheres & !(3 << shift) | u128::from(what) << shift;
    }
}

impl<'a> Relaxed<'a> {
    fn new(game: &'a Klondike, is_kept: impl Fn(Card) -> bool) -> Self {
        let position = game.start();
        let mut start =
            Place { wheres: 0, stock: position.stock, turned: position.turned, over: position.over };
        let mut kept = 0;
        let mut keep = |card: Card, what: u8| {
            if is_kept(card) {
                kept |= 1 << number(card);
                start.put(card, what);
            }
            is_kept(card)
        };
        for suit in 0..game.suits {
            for rank in 1..=position.up[usize::from(suit)] {
                keep(Card::new(rank, suit), UP);
            }
        }
        // What was in the stock and is not there any more lies in a column or on a foundation.
        for (_, card) in game.stock.iter().enumerate().filter(|(n, _)| position.stock >> n & 1 == 1) {
            keep(*card, DEALT);
        }
        let mut dealt = Vec::new();
        for (n, cards) in game.columns.iter().enumerate() {
            let column = &position.columns[n];
            let down = usize::from(column.down);
            let mut lying: Vec<Card> =
                cards[..down].iter().copied().filter(|card| keep(*card, DEALT)).collect();
            for (at, card) in column.run().iter().enumerate() {
                let was_dealt = at == 0 && cards.get(down) == Some(card);
                // What is no king lies on the card before it.
                let on = at.checked_sub(1).and_then(|below| {
                    bearers(game, *card).find(|(_, bearer)| *bearer == column.run()[below])
                });
                let what = if was_dealt { DEALT } else { on.map_or(1, |(what, _)| what) };
                if keep(*card, what) && was_dealt {
                    lying.push(*card);
                }
            }
            dealt.push(lying);
        }
        Self { game, kept, dealt, start }
    }

    fn is_kept(&self, card: Card) -> bool {
        self.kept >> number(card) & 1 == 1
    }

    /// The card that lies on one, if any.
    fn on(&self, place: &Place, lower: Card) -> Option<Card> {
        let upper = lower.rank().checked_sub(1).filter(|rank| *rank > 0)?;
        let lies = |card: &Card| {
            let bears = bearers(self.game, *card).find(|(_, bearer)| *bearer == lower);
            self.is_kept(*card) && bears.is_some_and(|(what, _)| place.of(*card) == what)
        };
        (0..self.game.suits).map(|suit| Card::new(upper, suit)).find(lies)
    }

    /// The cards that still lie where they were dealt, column by column.
    fn lying(&self, place: &Place) -> impl Iterator<Item = &[Card]> {
        self.dealt.iter().map(|cards| {
            let left = cards.iter().take_while(|card| place.of(**card) == DEALT).count();
            &cards[..left]
        })
    }

    fn suit_is_up_to(&self, place: &Place, card: Card) -> bool {
        let lower = (1..card.rank()).map(|rank| Card::new(rank, card.suit()));
        lower.filter(|lower| self.is_kept(*lower)).all(|lower| place.of(lower) == UP)
    }

    fn top_of_waste(&self, place: &Place) -> Option<usize> {
        (0..usize::from(place.turned)).rev().find(|n| place.stock >> n & 1 == 1)
    }

    /// Whether a card lies face up in a column or run, or on a relaxed card.
    fn is_open(&self, place: &Place, card: Card) -> bool {
        match place.of(card) {
            UP => false,
            DEALT => self.lying(place).any(|cards| cards.last() == Some(&card)),
            _ => true,
        }
    }
}

impl Puzzle for Relaxed<'_> {
    type State = Place;
    /// A column 0 is a foundation; other numbers say what bears the card, as in a position. A relaxed card is taken away.
    type Move = Move;

    fn start(&self) -> Place {
        self.start.clone()
    }

    /// Moves to foundations come first, draws last.
    fn moves(&self, place: &Place, out: &mut Vec<Move>) {
        let game = self.game;
        let waste = self.top_of_waste(place).map(|n| game.stock[n]);
        let kings = |suit: u8| Card::new(game.ranks, suit);
        let standing =
            (0..game.suits).filter(|suit| self.is_kept(kings(*suit)) && place.of(kings(*suit)) == 1);
        let full = self.lying(place).filter(|cards| !cards.is_empty()).count() + standing.count();
        let has_empty = full < game.columns.len();
        let deck = (0..game.suits).flat_map(|suit| (1..=game.ranks).map(move |rank| Card::new(rank, suit)));
        let kept: Vec<Card> = deck.filter(|card| self.is_kept(*card)).collect();
        let mut onto = Vec::new();
        for &card in &kept {
            let is_up = place.of(card) == UP;
            let is_top = || {
                let higher = (card.rank() + 1..=game.ranks).map(|rank| Card::new(rank, card.suit()));
                !higher.into_iter().any(|other| self.is_kept(other) && place.of(other) == UP)
            };
            let comes = match is_up {
                true => !game.rules.no_worry && is_top(),
                false => waste == Some(card) || self.is_open(place, card),
            };
            if !comes {
                continue;
            }
            if !is_up && self.on(place, card).is_none() && self.suit_is_up_to(place, card) {
                out.push(Move::To(card, 0));
            }
            if card.rank() == game.ranks {
                // A king that lies at the bottom of a column stays there.
                let at_bottom = place.of(card) == 1 || self.lying(place).any(|cards| cards == [card]);
                onto.extend((has_empty && !at_bottom).then_some(Move::To(card, 1)));
            }
            for (what, bearer) in bearers(game, card) {
                let bears = !self.is_kept(bearer) || self.is_open(place, bearer);
                if bears && self.on(place, bearer).is_none() {
                    onto.push(Move::To(card, what));
                }
            }
        }
        out.append(&mut onto);
        out.extend(waste.filter(|card| !self.is_kept(*card)).map(|card| Move::To(card, 0)));
        let position =
            super::Position { stock: place.stock, turned: place.turned, over: place.over, ..game.start };
        out.extend(game.can_draw(&position).is_ok().then_some(Move::Draw));
    }

    fn play(&self, place: &mut Place, mv: Move) {
        let game = self.game;
        let mut position =
            super::Position { stock: place.stock, turned: place.turned, over: place.over, ..game.start };
        match mv {
            Move::Draw => game.play(&mut position, Move::Draw),
            Move::To(card, to) => {
                let top = self.top_of_waste(place).filter(|n| game.stock[*n] == card);
                if let Some(top) = top {
                    position.stock &= !(1 << top);
                    position.turned = game.on_waste(&position).next_back().map_or(0, |below| below as u8 + 1);
                }
                place.put(card, if to == 0 { UP } else { to });
            }
        }
        (place.stock, place.turned, place.over) = (position.stock, position.turned, position.over);
    }

    fn is_solved(&self, place: &Place) -> bool {
        (0..super::MOST_SUITS * crate::kit::cards::MOST_RANKS)
            .filter(|n| self.kept >> n & 1 == 1)
            .all(|n| place.wheres >> (2 * n) & 3 == u128::from(UP))
    }
}

impl Klondike {
    /// Every card that is not on a foundation, with its square.
    fn cards_left(&self) -> Vec<(Card, Square)> {
        let position = self.start();
        let mut left = Vec::new();
        for (n, cards) in self.columns.iter().enumerate() {
            let column = &position.columns[n];
            let all = cards[..usize::from(column.down)].iter().chain(column.run());
            left.extend(all.enumerate().map(|(depth, card)| (*card, self.at((depth, n)))));
        }
        let beside = self.stock.iter().flat_map(|card| {
            let spots = self.spots_beside(&position, &[*card]);
            spots.into_iter().map(|spot| (*card, self.at(spot)))
        });
        left.extend(beside);
        left
    }

    pub(super) fn squares_left(&self) -> Vec<Square> {
        self.cards_left().into_iter().map(|(_, square)| square).collect()
    }

    /// Whether the cards of the kept squares can all go up when the others are relaxed.
    pub(super) fn solvable_with(&self, kept: &[Square], limits: &Limits) -> Verdict {
        let relaxed: Vec<Card> = self
            .cards_left()
            .into_iter()
            .filter(|(_, square)| !kept.contains(square))
            .map(|(card, _)| card)
            .collect();
        if relaxed.is_empty() {
            return thoughtful::thoughtful(self, limits).verdict;
        }
        search::dfs(&Relaxed::new(self, |card| !relaxed.contains(&card)), limits).verdict
    }
}
