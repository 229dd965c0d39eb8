//! Boards of stacks on narrow screens: what lies beside the columns is drawn above them.

use dealwright::board::{Board, SpaceKind};

/// A board in two parts, divided at a column that has no spaces. The part at the right is drawn on top.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fold {
    /// The column without spaces.
    gutter: usize,
    /// All columns.
    columns: usize,
    /// Rows of the parts, without those below that have no spaces.
    left_rows: usize,
    right_rows: usize,
}

impl Fold {
    /// How a board is folded; none where all of its columns have spaces.
    pub(super) fn of(board: &Board) -> Option<Self> {
        let columns = board.rows.first()?.len();
        let is_space = |row: usize, column: usize| board.rows[row][column].kind != SpaceKind::Nothing;
        let all = 0..board.rows.len();
        let gutter =
            (1..columns.saturating_sub(1)).find(|&column| !all.clone().any(|row| is_space(row, column)))?;
        let rows_of = |part: std::ops::Range<usize>| {
            let is_used = |row: &usize| part.clone().any(|column| is_space(*row, column));
            all.clone().rev().find(is_used).map_or(0, |row| row + 1)
        };
        Some(Self {
            gutter,
            columns,
            left_rows: rows_of(0..gutter),
            right_rows: rows_of(gutter + 1..columns),
        })
    }

    /// Columns of the wider part.
    pub(super) fn across(&self) -> usize {
        self.gutter.max(self.columns - self.gutter - 1)
    }

    /// Where a space is drawn: its row and column in its part, and whether that is the lower one.
    pub(super) fn place(&self, row: usize, column: usize) -> (usize, usize, bool) {
        if column > self.gutter { (row, column - self.gutter - 1, false) } else { (row, column, true) }
    }

    /// Rows of the upper and of the lower part.
    pub(super) fn rows(&self) -> (usize, usize) {
        (self.right_rows, self.left_rows)
    }

    /// Rows of something else, one for each row of the board, in the order in which they are drawn.
    pub fn folded<T>(&self, rows: Vec<Vec<T>>, nothing: impl Fn() -> T) -> Vec<Vec<T>> {
        let (mut upper, mut lower) = (Vec::new(), Vec::new());
        for (number, mut row) in rows.into_iter().enumerate() {
            let mut right = row.split_off(self.gutter + 1);
            right.resize_with(self.across(), &nothing);
            row.truncate(self.gutter);
            row.resize_with(self.across(), &nothing);
            if number < self.right_rows {
                upper.push(right);
            }
            if number < self.left_rows {
                lower.push(row);
            }
        }
        upper.append(&mut lower);
        upper
    }
}
