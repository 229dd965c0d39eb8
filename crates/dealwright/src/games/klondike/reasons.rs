//! Named dead ends and measures.

use super::{Klondike, lies_on, thoughtful};
use crate::explain::Cause;
use crate::kit::cards::Card;
use crate::puzzle::Puzzle;

/// Cards that can never be uncovered.
pub(super) const BLOCKED: &str = "blocked cards";

impl Klondike {
    pub(super) fn named_reasons(&self) -> Vec<Cause> {
        let closed = thoughtful::never_open(self);
        if closed.is_empty() {
            return Vec::new();
        }
        let position = self.start();
        // In each column the lowest card that can be reached, and stays on those that cannot.
        let mut blockers = Vec::new();
        for (n, cards) in self.columns.iter().enumerate() {
            let column = &position.columns[n];
            let down = &cards[..usize::from(column.down)];
            let all: Vec<Card> = down.iter().chain(column.run()).copied().collect();
            if let Some(at) = all.iter().rposition(|card| closed.contains(card)) {
                blockers.extend(all.get(at + 1).map(|card| (*card, (at + 1, n))));
            }
        }
        let words = |cards: &[Card]| cards.iter().map(Card::to_string).collect::<Vec<_>>().join(", ");
        let blocking: Vec<Card> = blockers.iter().map(|(card, _)| *card).collect();
        let words = match blocking.is_empty() {
            true => format!("{} can never be drawn to the top of the waste.", words(&closed)),
            false => format!(
                "{} can never leave: each card that could bear them, or has to be on a foundation before them, lies under one of them, or waits \
                 for one that does. So {} can never be uncovered.",
                words(&blocking),
                words(&closed)
            ),
        };
        // Where no column is to blame, it is the cards of the stock that cannot be drawn.
        let spots: Vec<(usize, usize)> = match blockers.is_empty() {
            true => self.spots_beside(&position, &closed),
            false => blockers.iter().map(|(_, spot)| *spot).collect(),
        };
        let squares = spots.into_iter().map(|spot| self.at(spot)).collect();
        vec![Cause { name: BLOCKED, words, squares }]
    }

    pub(super) fn measured(&self) -> Vec<(&'static str, f64)> {
        let position = self.start();
        let pairs = self.columns.iter().flat_map(|column| column.windows(2));
        let links = pairs.filter(|two| lies_on(two[1], two[0])).count();
        let on_low = |column: &Vec<Card>| {
            let deep = |(at, card): (usize, &Card)| if card.rank() <= 2 { column.len() - 1 - at } else { 0 };
            column.iter().enumerate().map(deep).sum::<usize>()
        };
        let mut moves = Vec::new();
        self.moves(&position, &mut moves);
        vec![
            ("links", links as f64),
            ("on_low", self.columns.iter().map(on_low).sum::<usize>() as f64),
            ("openings", moves.len() as f64),
        ]
    }
}
