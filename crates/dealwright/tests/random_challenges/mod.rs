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

/// A Fujisan mountain with any values.
pub fn fujisan(index: u64) -> String {
    let mut random = Stream::new(&["test", "fujisan"], index);
    let mut row = || (0..12).map(|_| (b'0' + random.below(6) as u8) as char).collect::<String>();
    format!("{}/{}", row(), row())
}
