//! Rows of cards read from text, and what can be wrong with them.

use super::MOST_CELLS;
use crate::kit::cards::{Card, MOST_RANKS, MOST_SUITS, Reading, read_card};
use crate::text::{TextError, counted};

pub(super) fn read_row(number: usize, text: &str) -> Result<Vec<Reading>, TextError> {
    let mut cells = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let place = || format!("row {number}, cell {}", cells.len() + 1);
        let (cell, behind) = read_card(rest).map_err(|message| TextError::at(place(), message))?;
        cells.push(cell);
        rest = behind.trim_start();
    }
    if cells.is_empty() {
        return Err(TextError::at(format!("row {number}"), "is empty, rows are separated by a single /"));
    }
    Ok(cells)
}

pub(super) fn check_size(suits: usize, ranks: usize) -> Result<(), TextError> {
    if !(1..=MOST_SUITS).contains(&suits)
        || !(1..=MOST_RANKS).contains(&ranks)
        || suits.saturating_mul(ranks) > MOST_CELLS
    {
        let message = format!(
            "{} of {ranks}, expected 1 to {MOST_SUITS} rows of 1 to {MOST_RANKS} cells and at most {MOST_CELLS} cells",
            counted(suits as u64, "row")
        );
        return Err(TextError::at("layout", message));
    }
    Ok(())
}

pub(super) fn check_card(card: Card, suits: usize, ranks: usize) -> Result<(), String> {
    if card.suit() as usize >= suits {
        let used: String = (0..suits as u8).map(Card::suit_letter).collect();
        return Err(format!(
            "{card} is not of this deck: {} can only hold the suits {used}",
            counted(suits as u64, "row")
        ));
    }
    if card.rank() as usize > ranks {
        return Err(format!("{card} is not of this deck: rows of {ranks} can only hold ranks up to {ranks}"));
    }
    Ok(())
}

pub(super) fn wrong_count(card: Card, count: usize, suits: usize) -> String {
    match count {
        0 => format!(
            "{card} is missing; every card from the twos up appears once, and {}",
            counted(suits as u64, "hole")
        ),
        _ => format!("{card} appears {count} times, a deck has it once"),
    }
}
