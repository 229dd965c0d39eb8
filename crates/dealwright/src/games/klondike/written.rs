//! Moves as people write them, and why a move cannot be made.

use super::{Klondike, Move, Place, Position};
use crate::game::MoveError;
use crate::kit::cards::{Card, Reading, read_card};
use crate::puzzle::Puzzle;
use crate::text::quoted;

impl Klondike {
    /// Reads a move, or says why it cannot be made.
    pub(super) fn read_written(&self, position: &Position, text: &str) -> Result<Move, MoveError> {
        let illegal = |message: String| Err(MoveError::Illegal(message));
        if self.is_solved(position) {
            return illegal("all cards are on the foundations: it is solved".into());
        }
        if text.eq_ignore_ascii_case("draw") {
            return match self.can_draw(position) {
                Ok(()) => Ok(Move::Draw),
                Err(why) => illegal(why.into()),
            };
        }
        let read = read_card(text).ok().and_then(|(reading, rest)| match reading {
            Reading::Card(card) => {
                Some((card, rest.trim().trim_start_matches('-').trim().parse::<u8>().ok()?))
            }
            Reading::Hole => None,
        });
        let Some((card, to)) = read.filter(|(_, to)| usize::from(*to) <= self.columns.len()) else {
            let most = self.columns.len();
            let message = format!(
                "{} is neither draw nor a card and a column 1 to {most} or 0 for its foundation, such as 7H-3",
                quoted(text)
            );
            return Err(MoveError::Malformed(message));
        };
        match self.why_not(position, card, to) {
            None => Ok(Move::To(card, to)),
            Some(why) => illegal(why),
        }
    }

    /// Why a card cannot be put there; none if it can.
    fn why_not(&self, position: &Position, card: Card, to: u8) -> Option<String> {
        let place = self.find(position, card);
        let target = usize::from(to).checked_sub(1);
        match place {
            Place::Nowhere => return Some(format!("{card} is not of this deck")),
            Place::Down => return Some(format!("{card} lies face down")),
            Place::UnderWaste => return Some(format!("{card} is on the waste, but not on top of it")),
            Place::Stock => return Some(format!("{card} is in the stock: draw first")),
            Place::UnderFoundation => return Some(format!("{card} is on its foundation under other cards")),
            Place::Foundation if self.rules.no_worry => {
                return Some(format!("{card} is on its foundation, and nothing comes back from there"));
            }
            Place::Foundation if to == 0 => return Some(format!("{card} is on its foundation already")),
            Place::Run(from, _) if target == Some(from) => {
                return Some(format!("{card} is in column {to} already"));
            }
            _ => {}
        }
        match target {
            None => {
                if let Place::Run(column, at) = place
                    && at + 1 < usize::from(position.columns[column].length)
                {
                    return Some(format!(
                        "{card} is covered, only the top card of a column goes to its foundation"
                    ));
                }
                let next = position.up[usize::from(card.suit())] + 1;
                (next != card.rank()).then(|| {
                    format!(
                        "{card} does not fit onto its foundation, which needs {}",
                        Card::new(next, card.suit())
                    )
                })
            }
            Some(column) if self.takes_card(position, column, card) => None,
            Some(column) => Some(match position.columns[column].top() {
                Some(top) => format!(
                    "{card} does not fit onto {top}: cards go onto the next higher rank of the other colour"
                ),
                None => format!("column {to} is empty, and only a king goes there"),
            }),
        }
    }
}
