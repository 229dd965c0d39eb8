//! Ways over the board: in which order its places are filled.

use crate::places::Places;

/// Ways over the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Along {
    /// Row by row.
    Rows(Sweep),
    /// Column by column.
    Columns(Sweep),
    /// Slot by slot as they are listed.
    Slots,
    /// Place by place, each filled before the next.
    Places(Sweep),
    /// One piece onto each place in turn, round by round, until they are full.
    Rounds(Sweep),
}

/// Where a way over the board begins, and which way it goes on. By default from the top left, each row or column in the
/// same direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sweep {
    /// It begins on the right.
    pub from_right: bool,
    /// It begins at the bottom.
    pub from_bottom: bool,
    /// Every other row or column is filled in the opposite direction.
    pub to_and_fro: bool,
}

impl Sweep {
    /// The corner it begins in, as setup files say it.
    pub fn corner(self) -> &'static str {
        match (self.from_bottom, self.from_right) {
            (false, false) => "left",
            (false, true) => "right",
            (true, false) => "bottom left",
            (true, true) => "bottom right",
        }
    }
}

impl Along {
    /// Where it begins and which way it goes on.
    pub fn sweep(self) -> Sweep {
        match self {
            Along::Rows(sweep) | Along::Columns(sweep) | Along::Places(sweep) | Along::Rounds(sweep) => sweep,
            Along::Slots => Sweep::default(),
        }
    }

    /// The cells of these places in the order of the way; none for slots.
    pub fn cells(self, board: &Places, places: &[usize]) -> Option<Vec<usize>> {
        match self {
            Along::Rows(sweep) => Some(in_lines(board, places, sweep, true)),
            Along::Columns(sweep) => Some(in_lines(board, places, sweep, false)),
            Along::Slots => None,
            Along::Places(sweep) => {
                let mut places = places.to_vec();
                if sweep.from_right {
                    places.reverse();
                }
                Some(places.iter().flat_map(|&place| board.list()[place].cells()).collect())
            }
            Along::Rounds(sweep) => {
                let deepest = places.iter().map(|&place| board.list()[place].holds).max().unwrap_or(0);
                let round = |depth: usize| {
                    let mut open: Vec<usize> =
                        places.iter().copied().filter(|&place| board.list()[place].holds > depth).collect();
                    if sweep.from_right != (sweep.to_and_fro && depth % 2 == 1) {
                        open.reverse();
                    }
                    open.into_iter().map(move |place| board.list()[place].first + depth)
                };
                Some((0..deepest).flat_map(round).collect())
            }
        }
    }
}

/// The cells of places row by row or column by column. To and fro means every other one of these rows or columns, so the first
/// always begins where the way begins.
fn in_lines(board: &Places, places: &[usize], sweep: Sweep, is_rows: bool) -> Vec<usize> {
    let mut cells: Vec<usize> = places.iter().flat_map(|&place| board.list()[place].cells()).collect();
    let spot = |cell: usize| {
        let (row, column) = board.spot(cell);
        let down = if sweep.from_bottom { board.rows - 1 - row } else { row };
        let right = if sweep.from_right { board.columns - 1 - column } else { column };
        if is_rows { (down, right) } else { (right, down) }
    };
    let mut lines: Vec<usize> = cells.iter().map(|&cell| spot(cell).0).collect();
    lines.sort_unstable();
    lines.dedup();
    let length = if is_rows { board.columns } else { board.rows };
    cells.sort_by_key(|&cell| {
        let (line, at) = spot(cell);
        let number = lines.partition_point(|&before| before < line);
        (line, if sweep.to_and_fro && number % 2 == 1 { length - 1 - at } else { at })
    });
    cells
}
