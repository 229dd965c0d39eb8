//! Random challenges of many sizes, the same ones every time.
#![allow(dead_code)]

use dealwright::rng::Stream;

/// BoxOff boards of up to `most_cells` cells and six colours, some cells empty.
pub fn boxoff(index: u64, most_cells: u32) -> String {
    let mut random = Stream::new(&["test", "boxoff"], index);
    let (rows, columns) = loop {
        let (rows, columns) = (1 + random.below(5), 1 + random.below(6));
        if rows * columns >= 2 && rows * columns <= most_cells {
            break (rows, columns);
        }
    };
    let colours = 1 + random.below(6);
    let mut cells = Vec::new();
    while cells.len() + 2 <= (rows * columns) as usize {
        let cell = if random.below(12) == 0 { '.' } else { (b'A' + random.below(colours) as u8) as char };
        cells.extend([cell, cell]);
    }
    cells.resize((rows * columns) as usize, '.');
    random.shuffle(&mut cells);
    cells.chunks(columns as usize).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
}

/// A shuffled Pretzel deal.
pub fn pretzel(index: u64, suits: usize, ranks: usize) -> String {
    let mut random = Stream::new(&["test", "pretzel", &format!("{suits} {ranks}")], index);
    let mut cells: Vec<String> = Vec::new();
    for suit in "SHDCEFGI".chars().take(suits) {
        cells.push("--".into());
        cells.extend("23456789TJQK".chars().take(ranks - 1).map(|rank| format!("{rank}{suit}")));
    }
    random.shuffle(&mut cells);
    cells.chunks(ranks).map(|row| row.concat()).collect::<Vec<_>>().join("/")
}

/// A Pretzel deal close to its solution: the solved grid with random moves taken back. Large decks stay tractable so.
pub fn nearly_solved_pretzel(index: u64, suits: usize, ranks: usize, back: u32) -> String {
    let mut random = Stream::new(&["test", "nearly", &format!("{suits} {ranks}")], index);
    let cards: Vec<char> = "23456789TJQK".chars().take(ranks - 1).collect();
    let mut rows: Vec<Vec<String>> = "SHDCEFGI"
        .chars()
        .take(suits)
        .map(|suit| cards.iter().map(|rank| format!("{rank}{suit}")).chain(["--".to_string()]).collect())
        .collect();
    for _ in 0..back {
        let (mut from, mut to) = (Vec::new(), Vec::new());
        for (row, cards_of_row) in rows.iter().enumerate() {
            for (column, card) in cards_of_row.iter().enumerate() {
                if card == "--" {
                    to.push((row, column));
                } else if column == 0 {
                    if card.starts_with('2') && "SHDCEFGI".chars().nth(row) == card.chars().nth(1) {
                        from.push((row, column));
                    }
                } else {
                    // It may have come from anywhere, since it lies behind its predecessor.
                    let left = &cards_of_row[column - 1];
                    let rank = cards.iter().position(|c| card.starts_with(*c)).unwrap_or(0);
                    if rank > 0 && left[1..] == card[1..] && left.starts_with(cards[rank - 1]) {
                        from.push((row, column));
                    }
                }
            }
        }
        if let (Some(&(r, c)), Some(&(row, column))) = (random.choose(&from), random.choose(&to)) {
            rows[row][column] = std::mem::replace(&mut rows[r][c], "--".into());
        }
    }
    rows.iter().map(|row| row.concat()).collect::<Vec<_>>().join("/")
}

/// A Fujisan mountain with any values.
pub fn fujisan(index: u64) -> String {
    let mut random = Stream::new(&["test", "fujisan"], index);
    let mut row = || (0..12).map(|_| (b'0' + random.below(6) as u8) as char).collect::<String>();
    format!("{}/{}", row(), row())
}

/// A shuffled deck as text, card by card.
fn shuffled_deck(game: &str, index: u64, suits: usize, ranks: usize) -> Vec<String> {
    let mut random = Stream::new(&["test", game, &format!("{suits} {ranks}")], index);
    let rank = |suit: char| "A23456789TJQK".chars().take(ranks).map(move |rank| format!("{rank}{suit}"));
    let mut cards: Vec<String> = "SHDCEFGI".chars().take(suits).flat_map(rank).collect();
    random.shuffle(&mut cards);
    cards
}

/// A shuffled Black Hole deal.
pub fn blackhole(index: u64, suits: usize, ranks: usize, holds: usize) -> String {
    let mut cards = shuffled_deck("blackhole", index, suits, ranks);
    cards.retain(|card| card != "AS");
    cards.chunks(holds).map(<[String]>::concat).collect::<Vec<_>>().join("/")
}

/// A shuffled Golf deal.
pub fn golf(index: u64, [suits, ranks]: [usize; 2], [columns, deep]: [usize; 2]) -> String {
    let mut cards = shuffled_deck("golf", index, suits, ranks);
    let stock = cards.split_off(columns * deep);
    let columns = cards.chunks(deep).map(<[String]>::concat);
    columns.chain([stock.concat()]).collect::<Vec<_>>().join("/")
}

/// A shuffled Klondike deal.
pub fn klondike(index: u64, suits: usize, ranks: usize, columns: usize) -> String {
    let mut cards = shuffled_deck("klondike", index, suits, ranks);
    let mut stacks = Vec::new();
    for holds in 1..=columns {
        let rest = cards.split_off(holds);
        stacks.push(std::mem::replace(&mut cards, rest).concat());
    }
    stacks.push(cards.concat());
    stacks.join("/")
}
