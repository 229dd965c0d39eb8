//! Pretzel solitaire, named by N. G. de Bruijn; with free rows it is Gaps or Montana without a redeal.
//!
//! **Rules.** A deck of `k` suits and `n` ranks is dealt face up into `k` rows of `n` cards. The aces are taken out
//! and laid in a column to the left, one for each row, in the order spades, hearts, diamonds, clubs (then four more
//! suits) from the top; they leave `k` holes. A card may move into a hole when the card to the left of the hole is of
//! its suit and one rank lower. The challenge is solved when every row runs from its ace to the highest rank.
//!
//! **Switch `free-rows`.** There are no ace cards at the left: any two may be moved into a hole of the first column,
//! and any suit may fill any row in the end.
//!
//! With fixed rows a card moves only to the right of its predecessor's present place, so a card of rank r moves at
//! most r - 1 times and plays are finite. With free rows a two can wander between first columns without end.

mod anchors;
mod build;
mod classes;
mod closed;
mod core;
mod dealt;
mod deep;
mod flat;
mod free;
mod info;
mod measures;
mod numbers;
mod reading;
mod reasons;
mod short;
mod strata;
mod twos;
mod walk;

use crate::board::{Board, Ink, Space, SpaceKind};
use crate::construct::{BuildInfo, Construction, Lots};
use crate::dealing::{Dice, Element, Parameters, Variation};
use crate::explain::{Cause, Relaxation};
use crate::game::{Game, GameInfo, MoveError, Solver, SolverInfo, Touches};
use crate::id::RuleText;
use crate::kit::cards::{Card, MOST_RANKS, MOST_SUITS, Reading, read_card};
use crate::kit::faces::Faces;
use crate::measure::Moved;
use crate::places::Places;
use crate::puzzle::Puzzle;
use crate::search::{self, Limits, Scored, Verdict, lookahead};
use crate::square::Square;
use crate::text::{TextError, counted, quoted};
use reading::{check_card, check_size, read_row, wrong_count};
use std::fmt;

/// Most cells of a grid.
pub const MOST_CELLS: usize = 64;

/// A Pretzel challenge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pretzel {
    suits: u8,
    ranks: u8,
    free_rows: bool,
    start: Grid,
}

/// The grid, row by row from the top; cells after the last row are holes and never looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Grid([Option<Card>; MOST_CELLS]);

/// A card and the hole it goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    card: Card,
    to: Square,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.card, self.to)
    }
}

impl Pretzel {
    /// A challenge from cells row by row from the top; a hole is `None`.
    pub fn new(
        suits: usize,
        ranks: usize,
        free_rows: bool,
        cells: &[Option<Card>],
    ) -> Result<Self, TextError> {
        check_size(suits, ranks)?;
        let mut grid = Grid([None; MOST_CELLS]);
        if cells.len() != suits * ranks {
            return Err(TextError::at("layout", "cells must fill the grid"));
        }
        grid.0[..cells.len()].copy_from_slice(cells);
        let challenge = Self { suits: suits as u8, ranks: ranks as u8, free_rows, start: grid };
        for suit in 0..challenge.suits {
            for rank in 2..=challenge.ranks {
                let card = Card::new(rank, suit);
                let count = cells.iter().filter(|c| **c == Some(card)).count();
                if count != 1 {
                    return Err(TextError::at("layout", wrong_count(card, count, suits)));
                }
            }
        }
        // All cards are there once, so what is left over are exactly the holes, one for each suit, unless a card
        // beyond the deck takes their place.
        match cells
            .iter()
            .position(|c| c.is_some_and(|c| c.suit() >= challenge.suits || c.rank() > challenge.ranks))
        {
            Some(cell) => Err(TextError::at(format!("cell {}", cell + 1), "is not a card of this deck")),
            None => Ok(challenge),
        }
    }

    fn cells(&self) -> usize {
        self.suits as usize * self.ranks as usize
    }

    fn square(&self, cell: usize) -> Square {
        let columns = self.ranks as usize;
        Square::from_top((cell / columns) as u8, (cell % columns) as u8, self.suits)
    }

    fn cell(&self, square: Square) -> Option<usize> {
        let row = square.row_on(self.suits, self.ranks)?;
        Some(row as usize * self.ranks as usize + square.file as usize)
    }

    fn place_of(&self, grid: &Grid, card: Card) -> Option<usize> {
        grid.0[..self.cells()].iter().position(|c| *c == Some(card))
    }

    /// The cards that fit into a hole: at most one, but for a first column that any two may start.
    fn fitting(&self, grid: &Grid, hole: usize) -> impl Iterator<Item = Card> {
        let (row, column) = (hole / self.ranks as usize, hole % self.ranks as usize);
        let suits = if column > 0 {
            let left = grid.0[hole - 1];
            return Fitting::One(left.filter(|card| card.rank() < self.ranks).map(Card::next));
        } else if self.ranks < 2 {
            0..0
        } else if self.free_rows {
            0..self.suits
        } else {
            row as u8..row as u8 + 1
        };
        Fitting::Twos(suits)
    }

    /// Cards of a row that stand where they do in a solution with this suit in the row. The last column stays a hole.
    fn in_place(&self, grid: &Grid, row: usize, suit: u8) -> u32 {
        let columns = self.ranks as usize;
        let row = &grid.0[row * columns..(row + 1) * columns - 1];
        row.iter().zip(2..).filter(|(cell, rank)| **cell == Some(Card::new(*rank, suit))).count() as u32
    }

    fn suits_of_row(&self, row: usize) -> std::ops::Range<u8> {
        if self.free_rows { 0..self.suits } else { row as u8..row as u8 + 1 }
    }

    /// Cards in place, each row taken at its best.
    fn settled(&self, grid: &Grid) -> u32 {
        (0..self.suits as usize)
            .map(|row| self.suits_of_row(row).map(|suit| self.in_place(grid, row, suit)).max().unwrap_or(0))
            .sum()
    }

    fn cards(&self) -> u32 {
        u32::from(self.suits) * (u32::from(self.ranks) - 1)
    }

    /// Rows in another order and suits renamed: row r comes from `rows[r]`, suit s becomes `suits[s]`.
    fn rearranged(&self, rows: &[u8], suits: &[u8]) -> Self {
        let columns = self.ranks as usize;
        let mut other = self.clone();
        for (row, &from) in rows.iter().enumerate() {
            for column in 0..columns {
                let card = self.start.0[from as usize * columns + column];
                other.start.0[row * columns + column] =
                    card.map(|c| Card::new(c.rank(), suits[c.suit() as usize]));
            }
        }
        other
    }
}

enum Fitting {
    One(Option<Card>),
    Twos(std::ops::Range<u8>),
}

impl Iterator for Fitting {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        match self {
            Fitting::One(card) => card.take(),
            Fitting::Twos(suits) => suits.next().map(|suit| Card::new(2, suit)),
        }
    }
}

impl Puzzle for Pretzel {
    type State = Grid;
    type Move = Move;

    fn start(&self) -> Grid {
        self.start
    }

    fn moves(&self, grid: &Grid, out: &mut Vec<Move>) {
        for hole in (0..self.cells()).filter(|&cell| grid.0[cell].is_none()) {
            let to = self.square(hole);
            out.extend(self.fitting(grid, hole).map(|card| Move { card, to }));
        }
    }

    fn play(&self, grid: &mut Grid, mv: Move) {
        if let (Some(from), Some(to)) = (self.place_of(grid, mv.card), self.cell(mv.to)) {
            grid.0.swap(from, to);
        }
    }

    fn is_solved(&self, grid: &Grid) -> bool {
        self.settled(grid) == self.cards()
    }

    /// Every card that does not stand in its place has to move. With free rows: cards that never move and share a row
    /// end up in one row, so they are of one suit, and the best suit of each row is the most that can stay.
    fn bound(&self, grid: &Grid) -> u32 {
        self.cards() - self.settled(grid)
    }
}

impl Scored for Pretzel {
    /// The sum over holes of how useful each is: behind a card of the highest rank -1 (nothing fits), behind another
    /// hole 0 (nothing fits yet), behind cards that are all in place 2, else 1.
    fn score(&self, grid: &Grid) -> i32 {
        let columns = self.ranks as usize;
        let hole_score = |hole: usize| {
            let (row, column) = (hole / columns, hole % columns);
            match grid.0[hole.saturating_sub(1)] {
                _ if column == 0 => 2,
                Some(left) if left.rank() == self.ranks => -1,
                None => 0,
                Some(_) => {
                    let before = &grid.0[row * columns..hole];
                    let fits =
                        |suit| before.iter().zip(2..).all(|(c, rank)| *c == Some(Card::new(rank, suit)));
                    1 + i32::from(self.suits_of_row(row).any(fits))
                }
            }
        };
        (0..self.cells()).filter(|&cell| grid.0[cell].is_none()).map(hole_score).sum()
    }
}

impl Game for Pretzel {
    const INFO: GameInfo = info::INFO;
    const VERDICT_SOLVER: &'static str = "deep";
    const SHORTEST_SOLVER: &'static str = "short";

    fn read(rules: &[RuleText<'_>], layout: &str) -> Result<Self, TextError> {
        let rows = layout.split('/').enumerate().map(|(n, row)| read_row(n + 1, row));
        let rows: Vec<Vec<Reading>> = rows.collect::<Result<_, _>>()?;
        let (suits, ranks) = (rows.len(), rows.first().map_or(0, Vec::len));
        for (number, row) in rows.iter().enumerate() {
            if row.len() != ranks {
                let message =
                    format!("has {}, expected {ranks} as in row 1", counted(row.len() as u64, "cell"));
                return Err(TextError::at(format!("row {}", number + 1), message));
            }
        }
        check_size(suits, ranks)?;
        let mut cells = Vec::with_capacity(suits * ranks);
        let mut aces = [false; MOST_SUITS];
        for (row, column) in (0..suits).flat_map(|row| (0..ranks).map(move |column| (row, column))) {
            let place = || format!("row {}, cell {}", row + 1, column + 1);
            let Reading::Card(card) = rows[row][column] else {
                cells.push(None);
                continue;
            };
            check_card(card, suits, ranks).map_err(|message| TextError::at(place(), message))?;
            if card.rank() == 1 {
                if std::mem::replace(&mut aces[card.suit() as usize], true) {
                    return Err(TextError::at(place(), format!("the ace {card} appears twice")));
                }
                cells.push(None);
                continue;
            }
            if cells.contains(&Some(card)) {
                return Err(TextError::at(place(), format!("{card} appears twice, a deck has it once")));
            }
            cells.push(Some(card));
        }
        Self::new(suits, ranks, rules.iter().any(|rule| rule.name == "free-rows"), &cells)
    }

    fn rules(&self) -> Vec<String> {
        self.free_rows.then(|| "free-rows".to_string()).into_iter().collect()
    }

    fn layout(&self) -> String {
        let cell = |c: &Option<Card>| c.map_or("--".to_string(), |card| card.to_string());
        let rows = self.start.0[..self.cells()].chunks(self.ranks as usize);
        rows.map(|row| row.iter().map(cell).collect::<String>()).collect::<Vec<_>>().join("/")
    }

    fn parameters(&self) -> Vec<u32> {
        vec![self.suits.into(), self.ranks.into()]
    }

    fn read_move(&self, grid: &Grid, text: &str) -> Result<Move, MoveError> {
        let malformed = || {
            let message =
                format!("{} is not a card and a square, expected something like 3Hb4", quoted(text));
            MoveError::Malformed(message)
        };
        let (Reading::Card(card), rest) = read_card(text).map_err(|_| malformed())? else {
            return Err(malformed());
        };
        let rest = rest.strip_prefix(['-', '–', ':']).unwrap_or(rest);
        let to = match Square::read_prefix(rest) {
            Some((to, "")) => to,
            _ => return Err(malformed()),
        };
        let illegal = |message: String| Err(MoveError::Illegal(message));
        if card.rank() == 1 {
            return illegal(format!("{card} is an ace, aces never move"));
        }
        if let Err(message) = check_card(card, self.suits.into(), self.ranks.into()) {
            return illegal(message);
        }
        let Some(hole) = self.cell(to) else {
            return illegal(format!(
                "{to} is not on the grid of {} columns and {} rows",
                self.ranks, self.suits
            ));
        };
        if let Some(other) = grid.0[hole] {
            return illegal(format!("{to} is not a hole, {other} lies there"));
        }
        if self.fitting(grid, hole).any(|fits| fits == card) {
            return Ok(Move { card, to });
        }
        let left = match hole.checked_sub(1).filter(|_| to.file > 0).map(|left| grid.0[left]) {
            None if self.free_rows => "only a two can start a row".to_string(),
            None => format!("this row begins with {}", Card::new(2, (hole / self.ranks as usize) as u8)),
            Some(None) => "the cell to its left is a hole too".to_string(),
            Some(Some(left)) if left.rank() == self.ranks => format!("nothing follows {left}"),
            Some(Some(left)) => format!("only {} follows {left}", left.next()),
        };
        illegal(format!("{card} does not fit into {to}: {left}"))
    }

    fn board(&self, grid: &Grid) -> Board {
        let columns = self.ranks as usize;
        let card_space = |card: Card, kind| Space {
            face: card.to_string(),
            sign: card.with_sign(),
            ink: Ink::Suit(card.suit()),
            kind,
            ..Space::default()
        };
        let row = |row: usize| {
            let ace = match self.free_rows {
                true => Space { kind: SpaceKind::Edge, ..Space::default() },
                false => card_space(Card::new(1, row as u8), SpaceKind::Edge),
            };
            let cells = grid.0[row * columns..(row + 1) * columns].iter().map(|cell| match cell {
                Some(card) => card_space(*card, SpaceKind::Open),
                None => Space { kind: SpaceKind::Hole, ..Space::default() },
            });
            std::iter::once(ace).chain(cells).collect()
        };
        let files = (b'a'..).take(columns).map(|file| (file as char).to_string());
        Board {
            rows: (0..self.suits as usize).map(row).collect(),
            files: std::iter::once(String::new()).chain(files).collect(),
            heights: vec![0; columns + 1],
        }
    }

    fn is_finite(&self) -> bool {
        !self.free_rows
    }

    fn starting_at(&self, grid: &Grid) -> Option<Self> {
        Some(Self { start: *grid, ..self.clone() })
    }

    fn touches(&self, grid: &Grid, mv: Move) -> Touches {
        let from = self.place_of(grid, mv.card).map(|cell| self.square(cell));
        let behind = self.cell(mv.to).filter(|_| mv.to.file > 0).and_then(|hole| grid.0[hole - 1]);
        Touches {
            from,
            to: Some(mv.to),
            lifted: from.into_iter().collect(),
            words: match behind {
                Some(left) => format!("after {left}"),
                None => "to the start of its row".into(),
            },
            ..Touches::default()
        }
    }

    fn move_between(&self, grid: &Grid, from: Square, to: Square) -> Result<Move, MoveError> {
        let Some(cell) = self.cell(from) else {
            return Err(MoveError::Illegal(format!("{from} is not on the grid")));
        };
        match grid.0[cell] {
            Some(card) => self.read_move(grid, &Move { card, to }.to_string()),
            None => Err(MoveError::Illegal(format!("{from} is a hole, there is no card to move"))),
        }
    }

    fn board_measures(&self) -> Vec<(&'static str, f64)> {
        self.shapes()
    }

    fn moved(&self, line: &[Move]) -> Option<Vec<Moved>> {
        let moved = |mv: &Move| Moved { piece: 16 * mv.card.suit() + mv.card.rank(), group: mv.card.suit() };
        Some(line.iter().map(moved).collect())
    }

    fn reasons(&self) -> Vec<Cause> {
        self.named_reasons()
    }

    fn patterns(&self) -> Vec<Cause> {
        self.eye_catchers()
    }

    const RELAXATION: Option<Relaxation> = Some(Relaxation {
        piece: "card",
        relaxed: "even if all other cards were off the table and their successors could go into any hole",
        whatever_they_are: true,
    });

    fn pieces(&self) -> Vec<Square> {
        if self.free_rows {
            return Vec::new();
        }
        let is_card = |cell: &usize| self.start.0[*cell].is_some();
        (0..self.cells()).filter(is_card).map(|cell| self.square(cell)).collect()
    }

    fn is_solvable_with(&self, kept: &[Square], limits: &Limits) -> Verdict {
        let kept = kept.iter().filter_map(|square| self.cell(*square)).fold(0, |mask, cell| mask | 1 << cell);
        search::dfs(&core::Relaxed { game: self, kept }, limits).verdict
    }

    const FACES: Faces = Faces::Cards;
    const VARIATION: Variation = Variation::Never;

    fn places(parameters: &Parameters) -> Result<Places, String> {
        let (suits, ranks) = (parameters.get("suits") as usize, parameters.get("ranks") as usize);
        check_size(suits, ranks).map_err(|_| {
            format!(
                "{suits} suits of {ranks} ranks cannot be: 1 to {MOST_SUITS} suits, 1 to {MOST_RANKS} ranks, at most {MOST_CELLS} cards"
            )
        })?;
        Ok(Places::rectangle(suits, ranks))
    }

    fn takes(symbol: u8, parameters: &Parameters) -> bool {
        let fits = |card: Card| {
            u32::from(card.suit()) < parameters.get("suits")
                && u32::from(card.rank()) <= parameters.get("ranks")
        };
        Card::from_symbol(symbol).is_some_and(fits)
    }

    fn seen(symbol: u8) -> u8 {
        // All aces leave a hole, and holes are alike.
        Card::from_symbol(symbol).filter(|card| card.rank() > 1).map_or(0, Card::symbol)
    }

    fn from_cells(
        parameters: &Parameters,
        rules: &[RuleText<'_>],
        cells: &[u8],
        _dice: &Dice,
    ) -> Result<Self, TextError> {
        let cells: Vec<Option<Card>> =
            cells.iter().map(|&symbol| Card::from_symbol(Self::seen(symbol))).collect();
        let free_rows = rules.iter().any(|rule| rule.name == "free-rows");
        Self::new(parameters.get("suits") as usize, parameters.get("ranks") as usize, free_rows, &cells)
    }

    fn cells(&self) -> Vec<u8> {
        self.start.0[..Pretzel::cells(self)].iter().map(|card| card.map_or(0, Card::symbol)).collect()
    }

    fn gathered(&self, dealt: &[u8], moves: &[Move]) -> Vec<usize> {
        dealt::gathered(self, dealt, moves)
    }

    fn group(
        parameters: &Parameters,
        rules: &[String],
        symmetries: &[&str],
        _: &[(u8, usize)],
    ) -> Option<Vec<Element>> {
        dealt::group(parameters, rules, symmetries)
    }

    fn canonical(&self, symmetries: &[&str]) -> Self {
        if !symmetries.contains(&"suits") {
            return self.clone();
        }
        let mut least: Option<(String, Self)> = None;
        let mut rows: Vec<u8> = (0..self.suits).collect();
        each_order(&mut rows, 0, &mut |rows| {
            let image = if self.free_rows {
                self.rearranged(rows, &dealt::first_seen_names(self, rows))
            } else {
                // Suit s moves with its row to where that row comes to lie.
                let mut suits = [0u8; MOST_SUITS];
                rows.iter().zip(0..).for_each(|(&from, to)| suits[from as usize] = to);
                self.rearranged(rows, &suits)
            };
            let layout = image.layout();
            if least.as_ref().is_none_or(|(best, _)| layout < *best) {
                least = Some((layout, image));
            }
        });
        least.map_or_else(|| self.clone(), |(_, image)| image)
    }

    const BUILDS: &'static [BuildInfo] = build::BUILDS;

    fn build_by_hand(_by: &str, parameters: &Parameters, moves: u32, lots: &Lots<'_>) -> Construction<Move> {
        build::build(parameters, moves, lots)
    }

    fn own_solvers() -> &'static [(SolverInfo, Solver<Self>)] {
        const {
            &[
                (
                    SolverInfo {
                        name: "deep",
                        about: "depth first on compact positions, safe moves made at once, blockades noticed; with free rows the most promising position of each kind in turn, twos in every order at once",
                        shortest: false,
                        proves_unsolvable: true,
                    },
                    deep::deep,
                ),
                (
                    SolverInfo {
                        name: "short",
                        about: "A* on compact positions, safe moves made at once (plain with free rows)",
                        shortest: true,
                        proves_unsolvable: true,
                    },
                    short::short,
                ),
                (
                    SolverInfo {
                        name: "lookahead",
                        about: "always makes the move that leaves the most useful holes",
                        shortest: false,
                        proves_unsolvable: false,
                    },
                    lookahead::<Self>,
                ),
            ]
        }
    }
}

/// Calls `f` with every order of the items.
fn each_order<T>(items: &mut [T], fixed: usize, f: &mut impl FnMut(&[T])) {
    if fixed == items.len() {
        return f(items);
    }
    for next in fixed..items.len() {
        items.swap(fixed, next);
        each_order(items, fixed + 1, f);
        items.swap(fixed, next);
    }
}

#[cfg(test)]
mod tests;
