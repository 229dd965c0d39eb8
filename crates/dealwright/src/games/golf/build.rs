//! Deals that are built around a play: hands play cards onto each other as they find them in the pile, and deal what they played from its end.
//!
//! The cards that were put onto a neighbour make up the columns, dealt from the last one to the first, so whatever covers a card was played before it. The
//! others were turned up as they came, and are the stock in this order. Hands put nothing onto the highest rank and do not step from it to
//! the ace, so the play is one under every rule.

use super::Move;
use crate::construct::{BuildInfo, BuildWork, Construction, Lots};
use crate::dealing::Parameters;
use crate::games::patience::{cards_of, whole_deck};
use crate::kit::cards::Card;

/// Sides of the die.
const SIDES: u8 = 6;

pub(super) const BUILDS: &[BuildInfo] = &[BuildInfo {
    name: "play",
    about: "hands play cards onto each other as they find them in the pile, and deal the cards of the columns from the last one",
    needs: "a die with six sides, and for each card of a column a slip with the column's number",
    told: "Put the top card of the pile face up on the table: it begins the waste. Beside it begin two heaps, one for the columns and one for the stock. Roll the \
           die. On a 1 put the top card of the pile onto the heap for the stock. On any other number look through the pile from its top for the first card that is one \
           rank higher or lower than the card that you put down last, and put it onto the heap for the columns; if there is none, or if that card is of \
           the highest rank, put the top card of the pile onto the heap for the stock. Keep the order of the pile. Go on until the heap for the columns has all its cards; \
           if the stock has all its cards before, a 1 counts as any other number, and where nothing fits then, take everything off and begin again. What is left of the pile goes \
           face up onto the heap for the stock as it comes; turn that heap over. Shuffle the slips and deal the heap for the columns from its top, each card face \
           up onto the column that the next slip names. The cards can go in the order in which you put them down: of the columns the one that you dealt \
           last is the first.",
    takes_moves: false,
    last_laid_first: true,
    can_get_stuck: true,
    takes_off: false,
    slips: in_columns,
    // A card is put down after each roll but the first of all.
    dice: |parameters, _| {
        vec![SIDES; ((parameters.get("suits") * parameters.get("ranks")) as usize).saturating_sub(1)]
    },
    fits: whole_deck,
}];

fn in_columns(parameters: &Parameters) -> usize {
    (parameters.get("columns") * parameters.get("depth")) as usize
}

/// Builds a deal; without cells where hands got stuck.
pub(super) fn build(parameters: &Parameters, lots: &Lots<'_>) -> Construction<Move> {
    let (depth, of_columns) = (parameters.get("depth") as usize, in_columns(parameters));
    let highest = parameters.get("ranks") as u8;
    let mut pile = cards_of(lots.pieces);
    let mut work = BuildWork { lay: 1, ..BuildWork::default() };
    if pile.len() <= of_columns || lots.slips.len() != of_columns {
        return Construction::nothing();
    }
    let of_stock = pile.len() - of_columns - 1;
    let first = pile.remove(0);
    let (mut onto, mut heap, mut stock, mut line) = (first, Vec::new(), Vec::new(), Vec::new());
    let mut dice = lots.dice.iter();
    while heap.len() < of_columns {
        let Some(&rolled) = dice.next() else { return Construction { work, ..Construction::nothing() } };
        work.roll += 1;
        let has_room = stock.len() < of_stock;
        let fits = |card: &Card| onto.rank() != highest && card.rank().abs_diff(onto.rank()) == 1;
        let looks = onto.rank() != highest && !(rolled == 0 && has_room);
        let found = pile.iter().position(fits).filter(|_| looks);
        if looks {
            work.look += found.map_or(pile.len(), |at| at + 1) as u32;
        }
        work.lay += 1;
        onto = match found {
            Some(at) => {
                let card = pile.remove(at);
                heap.push(card);
                line.push(Move::Card(card));
                card
            }
            None if has_room => {
                let card = pile.remove(0);
                stock.push(card);
                line.push(Move::Draw);
                card
            }
            None => return Construction { work, ..Construction::nothing() },
        };
    }
    stock.extend(pile);
    work.lay += of_columns as u32;
    let mut columns: Vec<Vec<Card>> = vec![Vec::new(); of_columns / depth];
    for (card, slip) in heap.iter().rev().zip(lots.slips) {
        columns[usize::from(*slip) / depth].push(*card);
    }
    // Of the stock the card that is turned up last lies at the bottom.
    let all = columns.iter().flatten().chain([&first]).chain(stock.iter().rev());
    Construction { cells: Some(all.map(|card| card.symbol()).collect()), line, work }
}
