//! The games written a second time, as plainly as possible, on characters instead of masks. Nothing here calls
//! the library: it checks the library's rules, solutions and counts.
#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

mod patience;

use std::collections::{BTreeSet, HashMap};

/// A challenge as text in, positions as text.
pub struct Reference {
    game: String,
    rules: Vec<String>,
    layout: String,
}

impl Reference {
    pub fn new(id: &str) -> Self {
        let (head, layout) = id.split_once(':').unwrap();
        let mut words = head.split('.').map(String::from);
        Self { game: words.next().unwrap(), rules: words.collect(), layout: layout.to_string() }
    }

    pub fn start(&self) -> String {
        match self.game.as_str() {
            "fujisan" => "P............P/P............P".into(),
            "blackhole" => patience::blackhole_start(&self.layout),
            "golf" => patience::golf_start(&self.layout),
            "klondike" => patience::klondike_start(&self.layout),
            _ => self.layout.clone(),
        }
    }

    /// Every legal move as text, with the position it leads to.
    pub fn successors(&self, position: &str) -> Vec<(String, String)> {
        let grid: Vec<Vec<char>> = position.split('/').map(|row| row.chars().collect()).collect();
        match self.game.as_str() {
            "boxoff" => boxoff(&grid),
            "pretzel" => pretzel(position, self.has("free-rows")),
            "fujisan" => self.fujisan(&grid, position == self.start()),
            "blackhole" => patience::blackhole(&self.layout, position),
            "golf" => patience::golf(&self.layout, &self.rules, position),
            "klondike" => patience::klondike(&self.layout, &self.rules, position),
            other => panic!("{other}"),
        }
    }

    pub fn solved(&self, position: &str) -> bool {
        match self.game.as_str() {
            "boxoff" => position.chars().all(|c| c == '.' || c == '/'),
            "pretzel" => pretzel_solved(position, self.has("free-rows")),
            "blackhole" => patience::is_bare(position, self.layout.split('/').count()),
            "golf" => patience::is_bare(position, self.layout.split('/').count() - 1),
            "klondike" => patience::klondike_solved(&self.layout, position),
            _ => position == "......PP....../......PP......",
        }
    }

    fn has(&self, rule: &str) -> bool {
        self.rules.iter().any(|r| r == rule)
    }

    fn fujisan(&self, grid: &[Vec<char>], at_start: bool) -> Vec<(String, String)> {
        let values: Vec<Vec<i32>> = self
            .layout
            .split('/')
            .map(|row| {
                let inner = row.chars().map(|c| c.to_digit(10).unwrap() as i32);
                std::iter::once(-1).chain(inner).chain(std::iter::once(-1)).collect()
            })
            .collect();
        let summit = |c: usize| c == 6 || c == 7;
        let mut found = Vec::new();
        for row in 0..2 {
            for column in (0..14).filter(|&c| grid[row][c] == 'P') {
                for to_row in 0..2 {
                    for to_column in 0..14usize {
                        if grid[to_row][to_column] == 'P' {
                            continue;
                        }
                        let ground = column == 0 || column == 13;
                        let change_row = to_row != row && to_column == column && !ground;
                        let sideways =
                            self.has("free") && to_row == row && summit(column) && summit(to_column);
                        let passed = column.min(to_column) + 1..column.max(to_column);
                        let free_spaces = passed.filter(|&c| grid[row][c] == '.').count() as i32 + 1;
                        let walk = to_row == row && !summit(column) && values[row][to_column] == free_spaces;
                        if change_row || sideways || walk {
                            found.push((row, column, to_row, to_column));
                        }
                    }
                }
            }
        }
        let dice = self.rules.iter().find_map(|r| r.strip_prefix("dice-"));
        if let Some(dice) = dice.filter(|_| found.is_empty() && at_start) {
            let corners = [(0, 0), (0, 13), (1, 0), (1, 13)];
            for ((row, column), die) in corners.into_iter().zip(dice.chars()) {
                let die = die.to_digit(10).unwrap() as usize;
                if die > 0 {
                    found.push((row, column, row, if column == 0 { die } else { 13 - die }));
                }
            }
        }
        let name = |row: usize, column: usize| format!("{}{}", (b'a' + column as u8) as char, 2 - row);
        found
            .into_iter()
            .map(|(row, column, to_row, to_column)| {
                let mut next = grid.to_vec();
                next[row][column] = '.';
                next[to_row][to_column] = 'P';
                (format!("{}-{}", name(row, column), name(to_row, to_column)), joined(&next))
            })
            .collect()
    }
}

fn joined(grid: &[Vec<char>]) -> String {
    grid.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
}

fn boxoff(grid: &[Vec<char>]) -> Vec<(String, String)> {
    let (rows, columns) = (grid.len(), grid[0].len());
    let cells: Vec<(usize, usize)> = (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))).collect();
    let mut found = Vec::new();
    for &(r1, c1) in &cells {
        for &(r2, c2) in cells.iter().filter(|&&other| other > (r1, c1)) {
            if grid[r1][c1] == '.' || grid[r1][c1] != grid[r2][c2] {
                continue;
            }
            let in_box = |&&(r, c): &&(usize, usize)| {
                r >= r1.min(r2) && r <= r1.max(r2) && c >= c1.min(c2) && c <= c1.max(c2)
            };
            if cells.iter().filter(in_box).filter(|&&(r, c)| grid[r][c] != '.').count() > 2 {
                continue;
            }
            let mut squares = [(c1, rows - r1), (c2, rows - r2)];
            squares.sort();
            let text: String =
                squares.iter().map(|(c, rank)| format!("{}{rank}", (b'a' + *c as u8) as char)).collect();
            let mut next = grid.to_vec();
            next[r1][c1] = '.';
            next[r2][c2] = '.';
            found.push((text, joined(&next)));
        }
    }
    found
}

const RANKS: &str = "A23456789TJQK";
const SUITS: &str = "SHDCEFGI";

fn cards(position: &str) -> Vec<Vec<String>> {
    let pairs =
        |row: &str| row.as_bytes().chunks(2).map(|c| String::from_utf8(c.to_vec()).unwrap()).collect();
    position.split('/').map(pairs).collect()
}

fn pretzel(position: &str, free_rows: bool) -> Vec<(String, String)> {
    let grid = cards(position);
    let (rows, columns) = (grid.len(), grid[0].len());
    let mut found = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            for (from_row, from_column) in (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))) {
                let card = &grid[from_row][from_column];
                if grid[row][column] != "--" || card == "--" {
                    continue;
                }
                let suit = SUITS.find(&card[1..]).unwrap();
                let rank = RANKS.find(&card[..1]).unwrap();
                let left = if column > 0 {
                    grid[row][column - 1].clone()
                } else if free_rows || suit == row {
                    format!("A{}", &card[1..])
                } else {
                    "--".into()
                };
                if left != "--" && left[1..] == card[1..] && RANKS.find(&left[..1]).unwrap() + 1 == rank {
                    let mut next = grid.clone();
                    next[row][column] = card.clone();
                    next[from_row][from_column] = "--".into();
                    let text = format!("{card}{}{}", (b'a' + column as u8) as char, rows - row);
                    let next: Vec<String> = next.iter().map(|row| row.concat()).collect();
                    found.push((text, next.join("/")));
                }
            }
        }
    }
    found
}

fn pretzel_solved(position: &str, free_rows: bool) -> bool {
    let in_order = |row: &[String], suit: char| {
        row.iter().enumerate().all(|(column, card)| match RANKS.chars().nth(column + 1) {
            Some(rank) if column + 1 < row.len() => *card == format!("{rank}{suit}"),
            _ => card == "--",
        })
    };
    let suits = |row: usize| if free_rows { SUITS.into() } else { SUITS[row..row + 1].to_string() };
    cards(position).iter().enumerate().all(|(n, row)| suits(n).chars().any(|suit| in_order(row, suit)))
}

/// What an exhaustive look at a challenge shows.
#[derive(Debug, PartialEq)]
pub struct Facts {
    pub reachable: u64,
    pub dead_ends: u64,
    pub lost: u64,
    pub shortest: Option<u32>,
    pub shortest_count: u128,
    pub random_win: Option<f64>,
}

/// Looks at everything. None when there are more than `most` positions.
pub fn facts(reference: &Reference, most: usize) -> Option<Facts> {
    let mut numbers = HashMap::from([(reference.start(), 0usize)]);
    let mut positions = vec![reference.start()];
    let mut next: Vec<Vec<usize>> = Vec::new();
    let mut depth = vec![0u32];
    let mut ways = vec![1u128];
    while next.len() < positions.len() {
        let here = next.len();
        let position = positions[here].clone();
        let mut targets = Vec::new();
        if !reference.solved(&position) {
            for (_, there) in reference.successors(&position) {
                let number = *numbers.entry(there.clone()).or_insert_with(|| {
                    positions.push(there);
                    depth.push(depth[here] + 1);
                    ways.push(0);
                    positions.len() - 1
                });
                if depth[number] == depth[here] + 1 {
                    ways[number] += ways[here];
                }
                targets.push(number);
            }
        }
        next.push(targets);
        if positions.len() > most {
            return None;
        }
    }
    let solved: Vec<usize> = (0..positions.len()).filter(|&n| reference.solved(&positions[n])).collect();
    let shortest = solved.iter().map(|&n| depth[n]).min();
    // Positions that can be won: spread backwards until nothing changes.
    let mut winnable: BTreeSet<usize> = solved.iter().copied().collect();
    loop {
        let before = winnable.len();
        for n in (0..positions.len()).rev() {
            if next[n].iter().any(|t| winnable.contains(t)) {
                winnable.insert(n);
            }
        }
        if winnable.len() == before {
            break;
        }
    }
    Some(Facts {
        reachable: positions.len() as u64,
        dead_ends: (0..positions.len()).filter(|n| next[*n].is_empty() && !solved.contains(n)).count() as u64,
        lost: (positions.len() - winnable.len()) as u64,
        shortest,
        shortest_count: solved.iter().filter(|&&n| Some(depth[n]) == shortest).map(|&n| ways[n]).sum(),
        random_win: random_win(&next, &solved),
    })
}

/// By repeated averaging: after as many rounds as the longest play has moves the chances stand still. None when plays
/// can be longer than there are positions, that is, go round in a circle.
fn random_win(next: &[Vec<usize>], solved: &[usize]) -> Option<f64> {
    let mut longest = vec![0usize; next.len()];
    let mut chance: Vec<f64> = (0..next.len()).map(|n| f64::from(u8::from(solved.contains(&n)))).collect();
    for round in 0.. {
        let mut changed = false;
        for n in (0..next.len()).rev().filter(|&n| !next[n].is_empty()) {
            let length = 1 + next[n].iter().map(|&t| longest[t]).max().unwrap();
            let mean = next[n].iter().map(|&t| chance[t]).sum::<f64>() / next[n].len() as f64;
            changed |= length != longest[n] || mean != chance[n];
            (longest[n], chance[n]) = (length, mean);
        }
        if !changed {
            return Some(chance[0]);
        }
        if longest.iter().any(|&l| l > next.len()) || round > next.len() {
            return None;
        }
    }
    None
}

/// Plays a line by looking each move up among the legal ones. Gives the last position.
pub fn replay(reference: &Reference, line: &[String]) -> Result<String, String> {
    let mut position = reference.start();
    for (n, mv) in line.iter().enumerate() {
        let found = reference.successors(&position).into_iter().find(|(text, _)| text == mv);
        position = found.ok_or_else(|| format!("move {} {mv} is not legal in {position}", n + 1))?.1;
    }
    Ok(position)
}
