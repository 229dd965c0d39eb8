//! BoxOff, Stephen Myers' game of removing pairs.
//!
//! **Rules.** A grid is filled with coloured squares, an even number of each colour. Two squares of one colour may be
//! removed together when the smallest box around them holds no third square, whatever its colour (so two neighbours
//! can always go). The challenge is solved when the grid is empty.
//!
//! Every move removes two squares: plays are finite, and all solutions have the same length.

mod build;
mod core;
mod info;
mod measures;
mod pairs;
mod reasons;
mod sets;
mod steps;
mod symmetries;

use crate::WHOLE;
use crate::board::{Board, Ink, Space, SpaceKind};
use crate::construct::{BuildInfo, Construction, Lots};
use crate::dealing::{Dice, Element, Parameters, Variation};
use crate::explain::{Cause, Relaxation};
use crate::game::{Game, GameInfo, MoveError, Solver, SolverInfo, Touches};
use crate::id::RuleText;
use crate::places::Places;
use crate::puzzle::Puzzle;
use crate::search::{self, Limits, Map, Positions, Reason, Verdict};
use crate::square::Square;
use crate::text::{TextError, counted, quoted};
use sets::Bits;
use std::fmt;

const MOST_CELLS: usize = 64;
const MOST_COLUMNS: usize = 26;

/// A BoxOff challenge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoxOff {
    rows: u8,
    columns: u8,
    /// Row by row from the top; 0 is empty, 1 is colour A.
    cells: Vec<u8>,
    /// Every two squares of one colour, in the order of their moves.
    pairs: Vec<Pair>,
}

/// Two squares of one colour as masks over the cells.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Pair {
    mv: Move,
    both: u64,
    /// The other cells of the box around them.
    between: u64,
}

impl Pair {
    /// The rule of the game: both are there, and nothing else is in their box.
    fn is_open(&self, state: u64) -> bool {
        state & (self.both | self.between) == self.both
    }
}

/// Two squares to remove, the smaller first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(Square, Square);

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0, self.1)
    }
}

impl BoxOff {
    /// A challenge from colours row by row from the top, 0 for empty, 1 to 26 for colours.
    pub fn new(rows: usize, columns: usize, cells: Vec<u8>) -> Result<Self, TextError> {
        if rows == 0 || columns == 0 || rows * columns > MOST_CELLS || columns > MOST_COLUMNS {
            return Err(TextError::at(
                "layout",
                format!(
                    "{} of {columns} are too many, a board has at most {MOST_CELLS} squares and {MOST_COLUMNS} columns",
                    counted(rows as u64, "row")
                ),
            ));
        }
        if cells.len() != rows * columns || cells.iter().any(|&c| c > 26) {
            return Err(TextError::at("layout", "cells must fill the board with colours 0 to 26"));
        }
        let mut counts = [0; 27];
        cells.iter().for_each(|&colour| counts[colour as usize] += 1);
        for (colour, count) in (0..).zip(counts).skip(1) {
            if count % 2 == 1 {
                let message = format!(
                    "colour {} has {}, an odd number can never be cleared in pairs",
                    letter(colour),
                    counted(count, "square")
                );
                return Err(TextError::at("layout", message));
            }
        }
        let mut board = Self { rows: rows as u8, columns: columns as u8, cells, pairs: Vec::new() };
        board.pairs = board.all_pairs();
        Ok(board)
    }

    fn all_pairs(&self) -> Vec<Pair> {
        let (rows, columns) = (self.rows as usize, self.columns as usize);
        // For each height, the first cells of so many rows: a row of a box times these is the box.
        let mut row_starts = [0u64; MOST_CELLS + 1];
        for row in 0..rows {
            row_starts[row + 1] = row_starts[row] | 1 << (row * columns);
        }
        // Coloured cells in the order of their squares: column by column from the left, each from the bottom.
        let mut squares = Vec::with_capacity(self.cells.len());
        for column in 0..columns {
            for row in (0..rows).rev() {
                let cell = row * columns + column;
                if self.cells[cell] != 0 {
                    squares.push((self.cells[cell], row, column, self.square(cell)));
                }
            }
        }
        let mut pairs = Vec::with_capacity(64);
        for (n, &(colour, row, left, square)) in squares.iter().enumerate() {
            for &(_, other, right, second) in squares[n + 1..].iter().filter(|second| second.0 == colour) {
                let both = 1 << (row * columns + left) | 1 << (other * columns + right);
                let (top, height) = (row.min(other), row.abs_diff(other) + 1);
                let across = (2 << (right - left)) - 1;
                let around = (across * row_starts[height]) << (top * columns + left);
                pairs.push(Pair { mv: Move(square, second), both, between: around & !both });
            }
        }
        pairs
    }

    fn square(&self, cell: usize) -> Square {
        let columns = self.columns as usize;
        Square::from_top((cell / columns) as u8, (cell % columns) as u8, self.rows)
    }

    fn cell(&self, square: Square) -> Option<usize> {
        let row = square.row_on(self.rows, self.columns)?;
        Some(row as usize * self.columns as usize + square.file as usize)
    }

    /// Why two squares cannot be removed; `pair` is theirs if they had one colour from the beginning.
    fn why_not(&self, state: u64, a: Square, b: Square, pair: Option<&Pair>) -> String {
        let (Some(first), Some(second)) = (self.cell(a), self.cell(b)) else {
            return format!("{a}{b} leaves the board of {} columns and {} rows", self.columns, self.rows);
        };
        if first == second {
            return format!("{a} cannot be paired with itself");
        }
        for (cell, square) in [(first, a), (second, b)] {
            if state & 1 << cell == 0 {
                return format!("{square} is empty");
            }
        }
        match pair {
            None => {
                let (colour, other) = (letter(self.cells[first]), letter(self.cells[second]));
                format!("{a} is {colour}, {b} is {other}: not one colour")
            }
            Some(pair) => {
                let by = self.square((state & pair.between).trailing_zeros() as usize);
                format!("{by} is still in the box around {a} and {b}")
            }
        }
    }

    fn pair_move(&self, first: usize, second: usize) -> Move {
        let (a, b) = (self.square(first), self.square(second));
        Move(a.min(b), a.max(b))
    }

    /// The same board with its cells taken from elsewhere.
    fn rearranged(&self, rows: u8, columns: u8, from: impl Fn(usize, usize) -> usize) -> Self {
        let cells = (0..rows as usize)
            .flat_map(|row| (0..columns as usize).map(move |column| (row, column)))
            .map(|(row, column)| self.cells[from(row, column)])
            .collect();
        let mut board = Self { rows, columns, cells, pairs: Vec::new() };
        board.pairs = board.all_pairs();
        board
    }

    fn turned(&self) -> Self {
        // A quarter turn clockwise: what comes to row r, column c stood in column r, counted from the left, and in
        // row c counted from the bottom.
        let (rows, columns) = (self.rows as usize, self.columns as usize);
        self.rearranged(self.columns, self.rows, |row, column| (rows - 1 - column) * columns + row)
    }

    fn mirrored(&self) -> Self {
        let columns = self.columns as usize;
        self.rearranged(self.rows, self.columns, |row, column| row * columns + columns - 1 - column)
    }

    /// Colours renamed in the order in which they appear: A first.
    fn renamed(&self) -> Self {
        let mut names = [0u8; 27];
        let mut next = 0;
        let mut board = self.clone();
        for cell in board.cells.iter_mut().filter(|c| **c != 0) {
            let name = &mut names[*cell as usize];
            if *name == 0 {
                next += 1;
                *name = next;
            }
            *cell = *name;
        }
        board
    }
}

impl Puzzle for BoxOff {
    /// The cells that still hold a square.
    type State = u64;
    type Move = Move;

    fn start(&self) -> u64 {
        self.cells.iter().enumerate().filter(|(_, c)| **c != 0).fold(0, |mask, (cell, _)| mask | 1 << cell)
    }

    fn moves(&self, state: &u64, out: &mut Vec<Move>) {
        out.extend(self.pairs.iter().filter(|pair| pair.is_open(*state)).map(|pair| pair.mv));
    }

    fn play(&self, state: &mut u64, mv: Move) {
        for cell in [mv.0, mv.1].into_iter().filter_map(|square| self.cell(square)) {
            *state &= !(1 << cell);
        }
    }

    fn is_solved(&self, state: &u64) -> bool {
        *state == 0
    }

    fn bound(&self, state: &u64) -> u32 {
        state.count_ones() / 2
    }
}

impl Game for BoxOff {
    const INFO: GameInfo = info::INFO;
    const VERDICT_SOLVER: &'static str = "pairs";
    const SHORTEST_SOLVER: &'static str = "pairs";

    fn read(_rules: &[RuleText<'_>], layout: &str) -> Result<Self, TextError> {
        let mut cells = Vec::new();
        let mut columns = None;
        let mut rows = 0;
        for (row, text) in layout.split('/').enumerate() {
            let before = cells.len();
            for c in text.chars().filter(|c| !c.is_whitespace()) {
                let place = || format!("row {}, cell {}", row + 1, cells.len() - before + 1);
                let colour = match c {
                    '.' => 0,
                    'a'..='z' => c as u8 - b'a' + 1,
                    'A'..='Z' => c as u8 - b'A' + 1,
                    '1'..='9' => c as u8 - b'0',
                    _ => {
                        let message = format!(
                            "{} is not a colour, expected a letter A-Z, a digit 1-9 (1 = A) or . for empty",
                            quoted(&c.to_string())
                        );
                        return Err(TextError::at(place(), message));
                    }
                };
                cells.push(colour);
            }
            let length = cells.len() - before;
            if length == 0 {
                return Err(TextError::at(
                    format!("row {}", row + 1),
                    "is empty, rows are separated by a single /",
                ));
            }
            let expected = *columns.get_or_insert(length);
            if length != expected {
                let message =
                    format!("has {}, expected {expected} as in row 1", counted(length as u64, "cell"));
                return Err(TextError::at(format!("row {}", row + 1), message));
            }
            rows += 1;
        }
        Self::new(rows, columns.unwrap_or(0), cells)
    }

    fn layout(&self) -> String {
        let rows: Vec<String> = self
            .cells
            .chunks(self.columns as usize)
            .map(|row| row.iter().map(|&colour| if colour == 0 { '.' } else { letter(colour) }).collect())
            .collect();
        rows.join("/")
    }

    fn parameters(&self) -> Vec<u32> {
        let colours = (1..=26).filter(|colour| self.cells.contains(colour)).count() as u32;
        vec![self.rows.into(), self.columns.into(), colours]
    }

    fn read_move(&self, state: &u64, text: &str) -> Result<Move, MoveError> {
        let Some((a, b)) = Square::read_two(text) else {
            let message = format!("{} is not two squares, expected something like b1c1", quoted(text));
            return Err(MoveError::Malformed(message));
        };
        let wanted = Move(a.min(b), a.max(b));
        match self.pairs.iter().find(|pair| pair.mv == wanted) {
            Some(pair) if pair.is_open(*state) => Ok(wanted),
            pair => Err(MoveError::Illegal(self.why_not(*state, a, b, pair))),
        }
    }

    fn board(&self, state: &u64) -> Board {
        // Letters that all begin the name of a colour have that colour; others are numbered among those of this board.
        let on_board = |colour: &u8| self.cells.contains(colour);
        let are_initials = (1..=26).filter(on_board).all(|colour| initial(colour).is_some());
        let ink = |colour| match initial(colour).filter(|_| are_initials) {
            Some(ink) => Ink::Token(ink),
            None => Ink::Token((1..colour).filter(on_board).count() as u8),
        };
        let space = |(cell, &colour): (usize, &u8)| {
            if state & 1 << cell == 0 {
                return Space { kind: SpaceKind::Hole, ..Space::default() };
            }
            let face = letter(colour).to_string();
            Space { sign: face.clone(), face, ink: ink(colour), ..Space::default() }
        };
        let spaces: Vec<Space> = self.cells.iter().enumerate().map(space).collect();
        let columns = self.columns as usize;
        Board {
            rows: spaces.chunks(columns).map(<[Space]>::to_vec).collect(),
            files: (b'a'..).take(columns).map(|file| (file as char).to_string()).collect(),
            heights: vec![0; columns],
        }
    }

    const BUILDS: &'static [BuildInfo] = build::BUILDS;

    fn build_by_hand(by: &str, parameters: &Parameters, _moves: u32, lots: &Lots<'_>) -> Construction<Move> {
        build::build(by, parameters, lots)
    }

    fn own_solvers() -> &'static [(SolverInfo, Solver<Self>)] {
        const {
            &[(
                SolverInfo {
                    name: "pairs",
                    about: "works out which pairs can ever go, then depth first among those",
                    shortest: true,
                    proves_unsolvable: true,
                },
                pairs::pairs,
            )]
        }
    }

    fn is_finite(&self) -> bool {
        true
    }

    fn explore(&self, limits: &Limits) -> Result<(Map, Positions<u64>), Reason> {
        if WHOLE { self.explore_in_layers(limits) } else { search::explore(self, limits) }
    }

    fn own_chance(&self, limits: &Limits) -> Option<Result<f64, Reason>> {
        if WHOLE { self.chance_in_layers(limits) } else { None }
    }

    fn starting_at(&self, state: &u64) -> Option<Self> {
        let mut board = self.clone();
        board
            .cells
            .iter_mut()
            .enumerate()
            .filter(|(cell, _)| state & 1 << cell == 0)
            .for_each(|(_, c)| *c = 0);
        board.pairs = board.all_pairs();
        Some(board)
    }

    fn canonical(&self, symmetries: &[&str]) -> Self {
        let mut images = vec![self.clone()];
        if symmetries.contains(&"turn") {
            let half = self.turned().turned();
            if self.rows == self.columns {
                images.extend([self.turned(), half.turned()]);
            }
            images.push(half);
        }
        if symmetries.contains(&"mirror") {
            images.extend(images.clone().iter().map(Self::mirrored));
        }
        if symmetries.contains(&"colours") {
            images = images.iter().map(Self::renamed).collect();
        }
        images.into_iter().min_by_key(Self::layout).unwrap_or_else(|| self.clone())
    }

    fn touches(&self, state: &u64, mv: Move) -> Touches {
        let both = [mv.0, mv.1];
        let neighbours = mv.0.file.abs_diff(mv.1.file) + mv.0.rank.abs_diff(mv.1.rank) == 1;
        let box_around = self.pairs.iter().find(|pair| pair.mv == mv).map_or(0, |pair| pair.between);
        debug_assert_eq!(box_around & state, 0, "a legal move has an empty box");
        Touches {
            from: Some(mv.0),
            to: Some(mv.1),
            pair: true,
            lifted: both.to_vec(),
            passed: Bits(box_around).map(|cell| self.square(cell)).collect(),
            words: if neighbours { "two neighbours".into() } else { "nothing else in the box".into() },
            ..Touches::default()
        }
    }

    fn move_between(&self, state: &u64, from: Square, to: Square) -> Result<Move, MoveError> {
        self.read_move(state, &Move(from, to).to_string())
    }

    fn board_measures(&self) -> Vec<(&'static str, f64)> {
        self.pair_equality().map(|share| ("pair_equality", share)).into_iter().collect()
    }

    fn reasons(&self) -> Vec<Cause> {
        self.named_reasons()
    }

    const RELAXATION: Option<Relaxation> = Some(Relaxation {
        piece: "square",
        relaxed: "even if all other squares were out of the way and could serve as partners again and again",
        // A relaxed square serves as a partner of its own colour.
        whatever_they_are: false,
    });

    fn pieces(&self) -> Vec<Square> {
        self.squares(self.start())
    }

    fn is_solvable_with(&self, kept: &[Square], limits: &Limits) -> Verdict {
        let mask = kept.iter().filter_map(|square| self.cell(*square)).fold(0, |mask, cell| mask | 1 << cell);
        Verdict::of(self.solvable_with(mask, limits))
    }

    const EMPTY: Option<u8> = Some(0);
    const VARIATION: Variation = Variation::EvenCounts;

    fn places(parameters: &Parameters) -> Result<Places, String> {
        let (rows, columns) = (parameters.get("rows") as usize, parameters.get("columns") as usize);
        if rows == 0 || columns == 0 || columns > MOST_COLUMNS || rows.saturating_mul(columns) > MOST_CELLS {
            return Err(format!(
                "a board of {rows} x {columns} squares cannot be: at most {MOST_CELLS} squares and {MOST_COLUMNS} columns"
            ));
        }
        Ok(Places::rectangle(rows, columns))
    }

    fn takes(symbol: u8, parameters: &Parameters) -> bool {
        (1..=parameters.get("colours")).contains(&symbol.into())
    }

    fn from_cells(
        parameters: &Parameters,
        _rules: &[RuleText<'_>],
        cells: &[u8],
        _dice: &Dice,
    ) -> Result<Self, TextError> {
        Self::new(parameters.get("rows") as usize, parameters.get("columns") as usize, cells.to_vec())
    }

    fn cells(&self) -> Vec<u8> {
        self.cells.clone()
    }

    /// Pair by pair as they were removed, then what is left row by row.
    fn gathered(&self, dealt: &[u8], moves: &[Move]) -> Vec<usize> {
        let removed = moves.iter().flat_map(|mv| [mv.0, mv.1]).filter_map(|square| self.cell(square));
        removed.chain(0..dealt.len()).collect()
    }

    fn group(
        parameters: &Parameters,
        _rules: &[String],
        symmetries: &[&str],
        symbols: &[(u8, usize)],
    ) -> Option<Vec<Element>> {
        Some(symmetries::group(parameters, symmetries, symbols))
    }
}

/// The ink of the colour whose name begins with a colour's letter.
fn initial(colour: u8) -> Option<u8> {
    match letter(colour) {
        'B' => Some(0),
        'O' => Some(1),
        'G' => Some(2),
        'R' => Some(3),
        'P' => Some(5),
        'Y' => Some(6),
        'K' => Some(7),
        'W' => Some(Ink::WHITE),
        _ => None,
    }
}

fn letter(colour: u8) -> char {
    (b'A' + colour.saturating_sub(1).min(25)) as char
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Limits, bfs};

    fn board(layout: &str) -> BoxOff {
        BoxOff::read(&[], layout).unwrap()
    }

    fn listed(board: &BoxOff, state: u64) -> String {
        let mut moves = Vec::new();
        board.moves(&state, &mut moves);
        moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn neighbours_and_clear_boxes_can_go_and_nothing_else() {
        let b = board("AAB/BCC");
        assert_eq!(listed(&b, b.start()), "a2b2 b1c1");
        let mut state = b.start();
        let mv = b.read_move(&state, "b2a2").unwrap();
        b.play(&mut state, mv);
        assert_eq!(listed(&b, state), "b1c1"); // the two Bs are still held apart by the Cs
        let mv = b.read_move(&state, "B1-C1").unwrap();
        b.play(&mut state, mv);
        assert_eq!(listed(&b, state), "a1c2");
    }

    #[test]
    fn every_illegal_pair_says_why() {
        let b = board("AAB/BCC");
        let why = |text| b.read_move(&b.start(), text).unwrap_err().to_string();
        assert_eq!(why("a1c2"), "a2 is still in the box around a1 and c2");
        assert_eq!(why("a1b1"), "a1 is B, b1 is C: not one colour");
        assert_eq!(why("a1a1"), "a1 cannot be paired with itself");
        assert_eq!(why("a1d1"), "a1d1 leaves the board of 3 columns and 2 rows");
        assert_eq!(why("a1"), "'a1' is not two squares, expected something like b1c1");
        assert!(board("A.A").read_move(&0b101, "a1b1").unwrap_err().to_string().contains("b1 is empty"));
    }

    #[test]
    fn letters_that_all_begin_a_colours_name_have_that_colour_and_others_are_numbered() {
        let inks = |text: &str| {
            let game = board(text);
            let drawn = Game::board(&game, &game.start());
            drawn.rows.concat().iter().map(|space| space.ink).collect::<Vec<_>>()
        };
        assert_eq!(inks("BBWWYY"), [0, 0, Ink::WHITE, Ink::WHITE, 6, 6].map(Ink::Token));
        assert_eq!(inks("AABBWW"), [0, 0, 1, 1, 2, 2].map(Ink::Token));
    }

    #[test]
    fn letters_are_kept_and_written_large_and_digits_are_read_as_letters() {
        assert_eq!(board("bw w b / 2.2.").layout(), "BWWB/B.B.");
    }

    #[test]
    fn turned_mirrored_and_renamed_boards_share_one_representative() {
        let b = board("AABB/CCDD/EEFF");
        let all = ["turn", "mirror", "colours"];
        let canonical = b.canonical(&all);
        for image in [b.mirrored(), b.turned().turned(), board("DDCC/AAZZ/XXYY")] {
            assert_eq!(image.canonical(&all), canonical);
        }
        let square = board("ABC/DD./CBA");
        assert_eq!(square.turned().layout(), "CDA/BDB/A.C");
        assert_eq!(square.turned().canonical(&["turn"]), square.canonical(&["turn"]));
        assert_eq!(b.canonical(&[]), b);
    }

    #[test]
    fn an_empty_board_is_solved_already() {
        let outcome = bfs(&board("../.."), &Limits::default());
        assert_eq!(outcome.solution, Some(vec![]));
    }
}
