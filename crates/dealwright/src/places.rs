//! The places of a board: where setups put pieces.
//!
//! A place has a name and holds a stack of pieces, from the bottom one to the top one. A square of a grid is a place for one piece;
//! a fan, a column or a stock holds several. Each piece of a stack has a *cell* of its own, so a deal is a list of symbols, one for
//! each cell, place by place. Every cell also has a square of the drawn board.

use crate::square::Square;
use crate::text::{did_you_mean, listed, quoted};

/// The places of a board in the order of their cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    /// Rows of the board as it is drawn.
    pub rows: usize,
    /// Columns of the board as it is drawn.
    pub columns: usize,
    /// The file of the first column, 0 for a.
    pub first_file: u8,
    list: Vec<Place>,
    squares: Vec<Square>,
}

/// One place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Its name: a square ("b2"), or what people call it ("fan 3", "stock").
    pub name: String,
    /// What places like it are called together, in the plural ("fans"); empty for a place that is the only one of its kind.
    pub family: &'static str,
    /// The cell of its bottom piece; the others follow.
    pub first: usize,
    /// How many pieces it holds.
    pub holds: usize,
}

impl Place {
    /// Its cells, from the bottom piece to the top one.
    pub fn cells(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.holds
    }
}

impl Places {
    /// Squares in rows and columns. Cells go row by row from the top, each row from the left.
    pub fn rectangle(rows: usize, columns: usize) -> Self {
        Self::squares_where(rows, columns, |_, _| true)
    }

    /// The same without some squares: `is_there` is asked for each row, from the top, and column.
    pub fn squares_where(rows: usize, columns: usize, is_there: impl Fn(usize, usize) -> bool) -> Self {
        let mut places = Self { rows, columns, first_file: 0, list: Vec::new(), squares: Vec::new() };
        for row in 0..rows {
            for column in (0..columns).filter(|&column| is_there(row, column)) {
                let square = Square { file: column as u8, rank: (rows - row) as u8 };
                places = places.stack(square.to_string(), "", vec![square]);
            }
        }
        places
    }

    /// A board without a place; [`Places::stack`] adds them. Rows and columns are those of the drawn board.
    pub fn none(rows: usize, columns: usize) -> Self {
        Self { rows, columns, first_file: 0, list: Vec::new(), squares: Vec::new() }
    }

    /// The same with another file for the first column, 0 for a.
    pub fn from_file(mut self, file: u8) -> Self {
        for place in &mut self.list {
            for cell in place.cells() {
                let square = &mut self.squares[cell];
                let is_named_by_it = place.name == square.to_string();
                square.file = square.file - self.first_file + file;
                if is_named_by_it {
                    place.name = square.to_string();
                }
            }
        }
        self.first_file = file;
        self
    }

    /// Adds a place: its name, what places like it are called ("fans"; empty for none), and the square of each of its pieces on
    /// the drawn board, the bottom piece first.
    pub fn stack(mut self, name: impl Into<String>, family: &'static str, squares: Vec<Square>) -> Self {
        let (first, holds) = (self.squares.len(), squares.len());
        self.list.push(Place { name: name.into(), family, first, holds });
        self.squares.extend(squares);
        self
    }

    /// All places.
    pub fn list(&self) -> &[Place] {
        &self.list
    }

    /// Number of cells: pieces on a full board.
    pub fn cells(&self) -> usize {
        self.squares.len()
    }

    /// Whether it has places for more than one piece.
    pub fn has_stacks(&self) -> bool {
        self.list.iter().any(|place| place.holds > 1 || !place.family.is_empty())
    }

    /// Whether it is a full rectangle of squares.
    pub fn is_rectangle(&self) -> bool {
        !self.has_stacks() && self.cells() == self.rows * self.columns
    }

    /// The square of a cell.
    pub fn square(&self, cell: usize) -> Square {
        self.squares[cell]
    }

    /// Row from the top and column of a cell.
    pub fn spot(&self, cell: usize) -> (usize, usize) {
        let square = self.squares[cell];
        (self.rows - usize::from(square.rank), usize::from(square.file - self.first_file))
    }

    /// The cell in a row, from the top, and a column; none where there is no such place.
    pub fn cell_at(&self, row: usize, column: usize) -> Option<usize> {
        if self.is_rectangle() {
            return (row < self.rows && column < self.columns).then_some(row * self.columns + column);
        }
        (0..self.cells()).find(|&cell| self.spot(cell) == (row, column))
    }

    /// The cell of a square; none where there is no such place.
    pub fn cell_of(&self, square: Square) -> Option<usize> {
        let row = self.rows.checked_sub(usize::from(square.rank)).filter(|_| square.rank > 0)?;
        self.cell_at(row, usize::from(square.file.checked_sub(self.first_file)?))
    }

    /// Whether two cells touch, side by side or one above the other.
    pub fn touch(&self, a: usize, b: usize) -> bool {
        let ((row, column), (other_row, other_column)) = (self.spot(a), self.spot(b));
        row.abs_diff(other_row) + column.abs_diff(other_column) == 1
    }

    /// What a cell is called: its square, or the place and the piece, counted from the bottom ("fan 3, piece 2").
    pub fn cell_name(&self, cell: usize) -> String {
        match self.list.iter().find(|place| place.cells().contains(&cell)) {
            Some(place) if place.holds == 1 => place.name.clone(),
            Some(place) => format!("{}, piece {}", place.name, cell - place.first + 1),
            None => self.square(cell).to_string(),
        }
    }

    /// The places that a name stands for: one by its own name, all of a family, or a row or column of squares ("row 2", "column c",
    /// "top row"). An error lists the names.
    pub fn named(&self, name: &str) -> Result<Vec<usize>, String> {
        let lower = name.trim().to_lowercase();
        let by = |test: &dyn Fn(&Place) -> bool| -> Vec<usize> {
            (0..self.list.len()).filter(|&n| test(&self.list[n])).collect()
        };
        let mut found = by(&|place| place.name == lower);
        if found.is_empty() {
            found = by(&|place| !place.family.is_empty() && place.family == lower);
        }
        if found.is_empty() && lower == "all" {
            found = by(&|_| true);
        }
        if found.is_empty() && !self.has_stacks() {
            let line = match lower.as_str() {
                "top row" => Some((true, 0)),
                "bottom row" => self.rows.checked_sub(1).map(|row| (true, row)),
                "left column" => Some((false, 0)),
                "right column" => self.columns.checked_sub(1).map(|column| (false, column)),
                other => self.line(other),
            };
            if let Some((is_row, number)) = line {
                found = by(&|place| {
                    let (row, column) = self.spot(place.first);
                    if is_row { row == number } else { column == number }
                });
            }
        }
        match found.is_empty() {
            false => Ok(found),
            true => Err(self.unknown(name)),
        }
    }

    /// The places that a list of names stands for, each once, in the order in which they are named. A row and a column may share a
    /// square; a name that adds nothing is refused.
    pub fn named_together(&self, names: &[String]) -> Result<Vec<usize>, String> {
        let mut places: Vec<usize> = Vec::new();
        for (number, name) in names.iter().enumerate() {
            let found = self.named(name)?;
            let new: Vec<usize> = found.iter().copied().filter(|place| !places.contains(place)).collect();
            if new.is_empty() {
                return Err(
                    match names[..number].iter().any(|before| before.trim().eq_ignore_ascii_case(name.trim()))
                    {
                        true => format!("{} is named twice", quoted(name)),
                        false => {
                            format!("{} is named already, as part of what stands before it", quoted(name))
                        }
                    },
                );
            }
            places.extend(new);
        }
        Ok(places)
    }

    /// Row or column by its label on the board: "row 2" has the rank 2, "column c" the file c.
    fn line(&self, name: &str) -> Option<(bool, usize)> {
        if let Some(rank) = name.strip_prefix("row ") {
            let rank: usize = rank.trim().parse().ok()?;
            return (1..=self.rows).contains(&rank).then(|| (true, self.rows - rank));
        }
        let letter = name.strip_prefix("column ")?.trim();
        let file = (letter.len() == 1).then(|| letter.as_bytes()[0]).filter(u8::is_ascii_lowercase)?;
        let column = usize::from((file - b'a').checked_sub(self.first_file)?);
        (column < self.columns).then_some((false, column))
    }

    /// The names of single places, for error messages.
    pub fn single_names(&self) -> String {
        match self.has_stacks() {
            true => listed(&self.list.iter().map(|place| format!("'{}'", place.name)).collect::<Vec<_>>()),
            false => self.squares_in_words(),
        }
    }

    /// "a square (a1 to d3)".
    fn squares_in_words(&self) -> String {
        let first = Square { file: self.first_file, rank: 1 };
        let last =
            Square { file: self.first_file + self.columns.saturating_sub(1) as u8, rank: self.rows as u8 };
        let gaps = if self.is_rectangle() { "" } else { ", with gaps" };
        format!("a square ({first} to {last}{gaps})")
    }

    /// The names by which places can be called, for error messages.
    pub fn names(&self) -> String {
        let mut names: Vec<String> = Vec::new();
        let mut add = |name: String| {
            if !names.contains(&name) {
                names.push(name);
            }
        };
        for family in self.list.iter().map(|place| place.family).filter(|family| !family.is_empty()) {
            let own: Vec<&str> =
                self.list.iter().filter(|p| p.family == family).map(|p| p.name.as_str()).collect();
            add(match own.as_slice() {
                [first, .., last] => format!("'{family}' ('{first}' to '{last}')"),
                _ => format!("'{family}'"),
            });
        }
        let alone = self.list.iter().filter(|place| place.family.is_empty());
        match self.has_stacks() {
            true => alone.for_each(|place| add(format!("'{}'", place.name))),
            false => {
                let file = |column: usize| (b'a' + self.first_file + column as u8) as char;
                add(self.squares_in_words());
                add(format!("'row 1' to 'row {}'", self.rows));
                add(format!("'column {}' to 'column {}'", file(0), file(self.columns.saturating_sub(1))));
                ["top row", "bottom row", "left column", "right column"]
                    .iter()
                    .for_each(|name| add(format!("'{name}'")));
            }
        }
        listed(&names)
    }

    fn unknown(&self, name: &str) -> String {
        let known = self.list.iter().flat_map(|place| [place.name.as_str(), place.family]);
        let hint = did_you_mean(name, known.filter(|known| known.len() > 2).collect::<Vec<_>>());
        format!("{} is no place of this board, expected {}{hint}", quoted(name), self.names())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fans() -> Places {
        let fan = |n: u8| (0..3).map(move |depth| Square { file: n, rank: 3 - depth }).collect();
        let fans = (0..4)
            .fold(Places::none(3, 5), |places, n| places.stack(format!("fan {}", n + 1), "fans", fan(n)));
        fans.stack("base", "", vec![Square { file: 4, rank: 1 }])
    }

    #[test]
    fn a_rectangle_is_a_place_for_each_square_row_by_row_from_the_top() {
        let board = Places::rectangle(2, 3);
        assert!(board.is_rectangle() && !board.has_stacks());
        let names: Vec<&str> = board.list().iter().map(|place| place.name.as_str()).collect();
        assert_eq!(names, ["a2", "b2", "c2", "a1", "b1", "c1"]);
        assert_eq!(board.spot(4), (1, 1));
        assert_eq!(board.cell_of(board.square(4)), Some(4));
        assert_eq!(board.named("row 1"), Ok(vec![3, 4, 5]));
        assert_eq!(board.named("top row"), Ok(vec![0, 1, 2]));
        assert_eq!(board.named("column B"), Ok(vec![1, 4]));
        assert_eq!(board.from_file(1).named("b2"), Ok(vec![0]));
    }

    #[test]
    fn squares_may_be_missing() {
        let triangle = Places::squares_where(3, 3, |row, column| column <= row);
        assert_eq!(triangle.cells(), 6);
        assert_eq!(triangle.cell_at(0, 1), None);
        assert_eq!(triangle.named("row 2"), Ok(vec![1, 2]));
        assert_eq!(triangle.cell_name(5), "c1");
        assert!(triangle.touch(0, 1) && !triangle.touch(0, 2));
    }

    #[test]
    fn stacks_have_a_cell_for_each_piece_and_a_name_of_their_own() {
        let board = fans();
        assert_eq!(board.cells(), 13);
        assert_eq!(board.named("fan 2"), Ok(vec![1]));
        assert_eq!(board.named("Fans"), Ok(vec![0, 1, 2, 3]));
        assert_eq!(board.list()[1].cells(), 3..6);
        assert_eq!(board.cell_name(4), "fan 2, piece 2");
        assert_eq!(board.cell_name(12), "base");
        let error = board.named("bases").unwrap_err();
        assert!(error.contains("'fans' ('fan 1' to 'fan 4') and 'base'"), "{error}");
        assert!(error.contains("did you mean 'base'"), "{error}");
        assert!(board.named("row 1").is_err(), "stacks have no rows");
    }
}
