//! Cards that can never be uncovered: a question with all conditions but the order of moves left out, asked at every position of a search.
//!
//! Four sets of cards grow until none of them can grow any more:
//!
//! - *open*: cards that are uncovered at some time: the top card of a column; a card that everything on it can leave; cards of the
//!   stock that are in reach, and all of the stock as soon as one card of it can leave;
//! - *bearing*: cards that something can be put onto in a column: open cards of columns; cards of the stock, or of a foundation
//!   if they may come back, that can get onto a column;
//! - *leaving*: cards that can leave where they lie: face up, or open; and onto a bearing card, as kings into a column that can be emptied,
//!   or, being open, to their foundation, if all lower cards of their suit are open or there;
//! - columns that can be emptied: those whose bottom card can leave.
//!
//! In a solution each card that is uncovered, borne or moved for the first time needs only cards for which that was so before: by the
//! order of a solution's moves all of them are in these sets. In the end every card is uncovered. So if some card is never open, there is no solution.

use super::thoughtful::{Deck, Number, Place};

/// The red cards of all ranks.
const RED: u64 = 0x6666_6666_6666_6666;

/// The cards that a card may lie on.
fn bearers(number: Number) -> u64 {
    let rank = 15u64.checked_shl(4 * (u32::from(number) / 4 + 1)).unwrap_or(0);
    if 1 << number & RED == 0 { rank & RED } else { rank & !RED }
}

/// The lower cards of a card's suit.
fn lower(number: Number) -> u64 {
    (0x1111_1111_1111_1111 << (number % 4)) & ((1 << number) - 1)
}

/// The cards that are uncovered at some time, those on foundations among them.
pub(super) fn open_cards(deck: &Deck, place: &Place) -> u64 {
    let mut up = 0u64;
    for suit in 0..deck.suits {
        let rank = u32::from(place.up[usize::from(suit)]);
        up |= (0x1111_1111_1111_1111 << suit) & (1u64 << (4 * rank)).wrapping_sub(1);
    }
    let row = &place.row[..usize::from(place.in_row)];
    let row_mask = row.iter().fold(0u64, |mask, number| mask | 1 << number);
    let (now, again) = deck.in_reach(place);
    let mut open = up;
    for (at, number) in row.iter().enumerate() {
        open |= u64::from((now | again) >> at & 1 == 1) << number;
    }
    let (mut leaving, mut bearing) = (0u64, 0u64);
    let mut emptied = place.columns[..deck.columns].iter().any(|column| column.length == 0);
    let is_king = |number: Number| number / 4 + 1 == deck.ranks;
    loop {
        let before = (open, leaving, bearing, emptied);
        for (n, column) in place.columns[..deck.columns].iter().enumerate() {
            let (down, length) = (usize::from(column.down), usize::from(column.length));
            let mut uncovered = true;
            for depth in (0..down + length).rev() {
                let is_up = depth >= down;
                let number = if is_up { column.run[depth - down] } else { deck.dealt[n][depth] };
                let bit = 1u64 << number;
                if uncovered {
                    open |= bit;
                    bearing |= bit;
                }
                if leaving & bit == 0 && (is_up || uncovered) {
                    let goes = bearers(number) & bearing != 0
                        || is_king(number) && emptied
                        || uncovered && lower(number) & !open == 0;
                    leaving |= u64::from(goes) << number;
                }
                uncovered = leaving & bit != 0;
                if !uncovered && !is_up {
                    break;
                }
            }
            emptied |= uncovered;
        }
        // Cards that may come from the stock or from a foundation.
        let mut from = open & row_mask | if deck.worry { up } else { 0 };
        while from != 0 {
            let number = from.trailing_zeros() as Number;
            from &= from - 1;
            let lands = bearers(number) & bearing != 0 || is_king(number) && emptied;
            bearing |= u64::from(lands) << number;
            if row_mask >> number & 1 == 1 && (lands || lower(number) & !open == 0) {
                open |= row_mask;
            }
        }
        if before == (open, leaving, bearing, emptied) {
            return open;
        }
    }
}

/// Whether some card can never be uncovered.
pub(super) fn is_blocked(deck: &Deck, place: &Place) -> bool {
    open_cards(deck, place) & deck.all != deck.all
}
