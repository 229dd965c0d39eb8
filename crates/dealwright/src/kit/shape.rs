//! Shapes of pieces: single squares, dominoes, and polyominoes of any form, with the ways in which they can be turned.

use crate::text::listed;

/// Most cells of a piece.
pub const MOST_CELLS: usize = 12;

/// The form of a piece: its cells as rows and columns, in the order in which they are named (its *footprint*).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    cells: [(u8, u8); MOST_CELLS],
    count: u8,
}

/// A position of a grid turned in one of the eight ways.
type Turn = fn((i32, i32)) -> (i32, i32);

/// The turns of a square lattice: rotations clockwise, then reflections.
const ROTATIONS: [Turn; 4] = [|(r, c)| (r, c), |(r, c)| (c, -r), |(r, c)| (-r, -c), |(r, c)| (-c, r)];
/// Left and right exchanged, top and bottom, and the two diagonals: the first that keeps a shape is how it is turned over.
const REFLECTIONS: [Turn; 4] = [|(r, c)| (r, -c), |(r, c)| (-r, c), |(r, c)| (c, r), |(r, c)| (-c, -r)];

/// Ways in which pieces may be turned, by name.
pub const TURNS: [&str; 5] = ["none", "half", "flip", "quarter", "any"];

impl Shape {
    /// One cell.
    pub const SINGLE: Self = Self::of(&[(0, 0)]);
    /// Two cells side by side.
    pub const PAIR: Self = Self::of(&[(0, 0), (0, 1)]);
    /// A corner and two arms.
    pub const L: Self = Self::of(&[(0, 0), (0, 1), (1, 0)]);
    /// Two by two: top left, bottom left, top right, bottom right.
    pub const SQUARE: Self = Self::of(&[(0, 0), (1, 0), (0, 1), (1, 1)]);

    /// Forms that have a name in setup files; all others are drawn there.
    pub const NAMES: [(&'static str, Self); 6] = [
        ("single", Self::SINGLE),
        ("1x2", Self::PAIR),
        ("L", Self::L),
        ("2x2", Self::SQUARE),
        ("1x3", Self::of(&[(0, 0), (0, 1), (0, 2)])),
        ("1x4", Self::of(&[(0, 0), (0, 1), (0, 2), (0, 3)])),
    ];

    const fn of(list: &[(u8, u8)]) -> Self {
        let mut cells = [(0, 0); MOST_CELLS];
        let mut n = 0;
        while n < list.len() {
            cells[n] = list[n];
            n += 1;
        }
        Self { cells, count: list.len() as u8 }
    }

    /// A form that is drawn line by line: `X` is a cell, `.` or a blank is none. Its cells are named as one reads. An error
    /// says what is expected.
    pub fn drawn(lines: &[String]) -> Result<Self, String> {
        let mut cells = Vec::new();
        for (row, line) in lines.iter().enumerate() {
            for (column, letter) in line.chars().enumerate() {
                match letter {
                    'X' | 'x' | '#' => cells.push((row as i32, column as i32)),
                    '.' | ' ' => {}
                    other => {
                        return Err(format!(
                            "'{other}' in a drawn shape, expected X for a cell and . for none"
                        ));
                    }
                }
            }
        }
        if cells.is_empty() || cells.len() > MOST_CELLS {
            return Err(format!("a shape of {} cells, expected 1 to {MOST_CELLS}", cells.len()));
        }
        let (top, left) = (least(&cells, |cell| cell.0), least(&cells, |cell| cell.1));
        let cells: Vec<(u8, u8)> =
            cells.iter().map(|&(row, column)| ((row - top) as u8, (column - left) as u8)).collect();
        if cells.iter().any(|&(row, column)| usize::from(row.max(column)) >= MOST_CELLS) {
            return Err(format!("a shape that is wider or higher than {MOST_CELLS} cells"));
        }
        let shape = Self::of(&cells);
        match shape.is_connected() {
            true => Ok(shape),
            false => Err("the cells of a shape must touch each other, side by side".into()),
        }
    }

    /// Its drawing, line by line.
    pub fn drawing(&self) -> Vec<String> {
        let rows = self.footprint().iter().map(|cell| cell.0).max().unwrap_or(0);
        let line = |row: u8| {
            let last =
                self.footprint().iter().filter(|cell| cell.0 == row).map(|cell| cell.1).max().unwrap_or(0);
            (0..=last)
                .map(|column| if self.footprint().contains(&(row, column)) { 'X' } else { '.' })
                .collect()
        };
        (0..=rows).map(line).collect()
    }

    /// Its name in setup files; none for one that is drawn.
    pub fn name(&self) -> Option<&'static str> {
        Self::NAMES.iter().find(|(_, known)| known == self).map(|(name, _)| *name)
    }

    /// Rows and columns of its cells in the order of its footprint.
    pub fn footprint(&self) -> &[(u8, u8)] {
        &self.cells[..usize::from(self.count)]
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        usize::from(self.count)
    }

    /// Whether all cells lie in one row, named from the left.
    pub fn is_bar(&self) -> bool {
        self.footprint().iter().enumerate().all(|(n, cell)| *cell == (0, n as u8))
    }

    fn is_connected(&self) -> bool {
        let cells = self.footprint();
        let mut reached = vec![cells[0]];
        let mut next = 0;
        while let Some(&(row, column)) = reached.get(next) {
            next += 1;
            for cell in cells {
                let near = cell.0.abs_diff(row) + cell.1.abs_diff(column) == 1;
                if near && !reached.contains(cell) {
                    reached.push(*cell);
                }
            }
        }
        reached.len() == cells.len()
    }

    /// The footprint turned, its corner at the origin.
    fn turned(&self, turn: Turn) -> Vec<(i32, i32)> {
        let cells: Vec<(i32, i32)> =
            self.footprint().iter().map(|&(row, column)| turn((row.into(), column.into()))).collect();
        let (top, left) = (least(&cells, |cell| cell.0), least(&cells, |cell| cell.1));
        cells.into_iter().map(|(row, column)| (row - top, column - left)).collect()
    }

    /// Which face comes to each cell when the piece is turned; none unless it then covers the same cells.
    fn kept_by(&self, turn: Turn) -> Option<Vec<usize>> {
        let cells = self.turned(ROTATIONS[0]);
        let turned = self.turned(turn);
        cells.iter().map(|cell| turned.iter().position(|other| other == cell)).collect()
    }

    /// Whether a piece of this form can lie on these cells (row, column) in the order of its footprint; covered ones are
    /// none. It may be turned and turned over.
    pub fn fits(&self, cells: &[Option<(usize, usize)>]) -> bool {
        if cells.len() != self.cells() {
            return false;
        }
        let Some(first) = cells.iter().position(Option::is_some) else { return true };
        let at = |n: usize| cells[n].map(|(row, column)| (row as i32, column as i32));
        let Some(anchor) = at(first) else { return true };
        ROTATIONS.iter().chain(&REFLECTIONS).any(|&turn| {
            let turned = self.turned(turn);
            let (down, right) = (anchor.0 - turned[first].0, anchor.1 - turned[first].1);
            let moved = |n: usize| (turned[n].0 + down, turned[n].1 + right);
            (0..cells.len()).all(|n| at(n).is_none_or(|cell| cell == moved(n)))
        })
    }

    /// The ways a piece may lie when it is turned so; none when the form does not allow it.
    pub fn turns(&self, name: &str) -> Option<Vec<Vec<usize>>> {
        let kept = |turns: &[Turn]| -> Vec<Vec<usize>> {
            let mut ways: Vec<Vec<usize>> = Vec::new();
            for way in turns.iter().filter_map(|&turn| self.kept_by(turn)) {
                if !ways.contains(&way) {
                    ways.push(way);
                }
            }
            ways
        };
        let listed: Vec<usize> = (0..self.cells()).collect();
        match name {
            "none" => Some(vec![listed]),
            "half" => Some(kept(&[ROTATIONS[0], ROTATIONS[2]])).filter(|ways| ways.len() == 2),
            "quarter" => Some(kept(&ROTATIONS)).filter(|ways| ways.len() == 4),
            "flip" => {
                let over = REFLECTIONS.iter().find_map(|&turn| self.kept_by(turn))?;
                (over != listed).then(|| vec![listed, over])
            }
            "any" => Some(kept(&[ROTATIONS, REFLECTIONS].concat())).filter(|ways| ways.len() > 1),
            _ => None,
        }
    }

    /// The ways a piece with a back of its own may lie: as [`Shape::turns`], but turned over it shows its back, whose symbols come
    /// after those of the front.
    pub fn two_sided_turns(&self, name: &str) -> Option<Vec<Vec<usize>>> {
        let cells = self.cells();
        let over = |way: &Vec<usize>| way.iter().map(|n| n + cells).collect::<Vec<usize>>();
        let both = |ways: Vec<Vec<usize>>| ways.iter().cloned().chain(ways.iter().map(over)).collect();
        let can_be_turned_over = REFLECTIONS.iter().any(|&turn| self.kept_by(turn).is_some());
        match name {
            "flip" if can_be_turned_over => self.turns("none").map(both),
            "any" if can_be_turned_over => {
                let rotated = self.turns("quarter").or_else(|| self.turns("half"));
                rotated.or_else(|| self.turns("none")).map(both)
            }
            "flip" | "any" => None,
            name => self.turns(name),
        }
    }

    /// The turns that the form allows, for error messages; for pieces with a back of their own if `two_sided`.
    pub fn allowed_turns(&self, two_sided: bool) -> String {
        let turns = |name: &str| if two_sided { self.two_sided_turns(name) } else { self.turns(name) };
        let allowed = TURNS.iter().filter(|name| turns(name).is_some());
        listed(&allowed.map(|name| format!("'{name}'")).collect::<Vec<_>>())
    }

    /// All ways it can lie on a board without being turned over: steps (rows down, columns right) from its first cell to the
    /// others.
    pub fn lying(&self) -> Vec<Vec<(isize, isize)>> {
        // The corner, then its arms clockwise: so they were listed first, and searches go through them in this order.
        if *self == Self::PAIR {
            return vec![vec![(0, 1)], vec![(1, 0)]];
        }
        if *self == Self::SQUARE {
            return vec![vec![(1, 0), (0, 1), (1, 1)]];
        }
        let mut all: Vec<Vec<(isize, isize)>> = Vec::new();
        let mut covered: Vec<Vec<(i32, i32)>> = Vec::new();
        for turn in ROTATIONS {
            let cells = self.turned(turn);
            let mut set = cells.clone();
            set.sort_unstable();
            // Turned onto itself it covers the same cells: that is a turn of the piece, not another place.
            if covered.contains(&set) {
                continue;
            }
            covered.push(set);
            let step = |cell: &(i32, i32)| ((cell.0 - cells[0].0) as isize, (cell.1 - cells[0].1) as isize);
            all.push(cells[1..].iter().map(step).collect());
        }
        all
    }
}

fn least(cells: &[(i32, i32)], of: fn(&(i32, i32)) -> i32) -> i32 {
    cells.iter().map(of).min().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(lines: &[&str]) -> Shape {
        Shape::drawn(&lines.iter().map(ToString::to_string).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn four_quarter_turns_bring_a_square_back() {
        let all = Shape::SQUARE.turns("quarter").unwrap();
        assert_eq!(all, [[0, 1, 2, 3], [1, 3, 0, 2], [3, 2, 1, 0], [2, 0, 3, 1]]);
        let quarter = &all[1];
        let mut at: Vec<usize> = (0..4).collect();
        for turn in &all {
            assert_eq!(at, *turn);
            at = quarter.iter().map(|&n| at[n]).collect();
        }
        assert_eq!(at, all[0]);
    }

    #[test]
    fn turns_are_those_that_leave_the_shape_where_it_is() {
        let two = |a: &[usize], b: &[usize]| Some(vec![a.to_vec(), b.to_vec()]);
        assert_eq!(Shape::PAIR.turns("half"), two(&[0, 1], &[1, 0]));
        assert_eq!(Shape::PAIR.turns("flip"), two(&[0, 1], &[1, 0]));
        assert_eq!(Shape::SQUARE.turns("half"), two(&[0, 1, 2, 3], &[3, 2, 1, 0]));
        assert_eq!(Shape::SQUARE.turns("flip"), two(&[0, 1, 2, 3], &[2, 3, 0, 1]));
        assert_eq!(Shape::SQUARE.turns("any").map(|all| all.len()), Some(8));
        assert_eq!(Shape::L.turns("flip"), two(&[0, 1, 2], &[0, 2, 1]));
        assert_eq!(Shape::L.turns("half"), None);
        assert_eq!(Shape::SINGLE.turns("half"), None);
        let bar = drawn(&["XXX"]);
        assert_eq!(bar.name(), Some("1x3"));
        assert_eq!(bar.turns("half"), two(&[0, 1, 2], &[2, 1, 0]));
        assert_eq!(bar.turns("quarter"), None);
        let zig = drawn(&[".XX", "XX"]);
        assert_eq!(zig.turns("half"), two(&[0, 1, 2, 3], &[3, 2, 1, 0]));
        assert_eq!(zig.turns("flip"), None, "its mirror image is another piece");
        assert_eq!(zig.allowed_turns(false), "'none', 'half' and 'any'");
        let plus = drawn(&[".X.", "XXX", ".X."]);
        assert_eq!(plus.turns("quarter").map(|all| all.len()), Some(4));
        assert_eq!(drawn(&["XXX", "X.."]).turns("any"), None);
    }

    #[test]
    fn pieces_with_a_back_show_it_when_they_are_turned_over() {
        assert_eq!(Shape::SINGLE.two_sided_turns("flip"), Some(vec![vec![0], vec![1]]));
        assert_eq!(Shape::PAIR.two_sided_turns("flip"), Some(vec![vec![0, 1], vec![2, 3]]));
        let any = Shape::PAIR.two_sided_turns("any");
        assert_eq!(any, Some(vec![vec![0, 1], vec![1, 0], vec![2, 3], vec![3, 2]]));
        assert_eq!(Shape::PAIR.two_sided_turns("half"), Shape::PAIR.turns("half"));
        let zig = drawn(&[".XX", "XX"]);
        assert_eq!(zig.two_sided_turns("flip"), None, "turned over it covers other cells");
        assert_eq!(zig.allowed_turns(true), "'none' and 'half'");
    }

    #[test]
    fn shapes_are_drawn_and_drawn_again() {
        for lines in [vec!["XX", "X"], vec![".X.", "XXX"], vec!["X", "X", "XX"]] {
            let shape = drawn(&lines);
            assert_eq!(
                shape.drawing(),
                lines.iter().map(|line| line.trim_end_matches('.')).collect::<Vec<_>>()
            );
        }
        assert_eq!(drawn(&["  XX", "  X"]), Shape::L, "blanks around it do not count");
        let wrong = |lines: &[&str]| {
            Shape::drawn(&lines.iter().map(ToString::to_string).collect::<Vec<_>>()).unwrap_err()
        };
        assert!(wrong(&["X.X"]).contains("touch each other"));
        assert!(wrong(&["..."]).contains("expected 1 to 12"));
        assert!(wrong(&["XO"]).contains("'O' in a drawn shape"));
        assert!(wrong(&["X".repeat(13).as_str()]).contains("13 cells"));
    }

    #[test]
    fn pieces_lie_only_on_connected_cells_in_their_own_form() {
        let at = |cells: &[(usize, usize)]| cells.iter().map(|&cell| Some(cell)).collect::<Vec<_>>();
        assert!(Shape::PAIR.fits(&at(&[(0, 0), (1, 0)])));
        assert!(!Shape::PAIR.fits(&at(&[(0, 0), (1, 3)])));
        assert!(Shape::L.fits(&at(&[(1, 2), (1, 1), (0, 2)])));
        assert!(!Shape::L.fits(&at(&[(0, 0), (0, 1), (0, 2)])));
        assert!(Shape::SQUARE.fits(&at(&[(0, 4), (1, 4), (0, 5), (1, 5)])));
        assert!(Shape::SQUARE.fits(&[None, None, Some((0, 11)), Some((1, 11))]));
        assert!(!Shape::SQUARE.fits(&at(&[(0, 0), (0, 1), (0, 2), (0, 3)])));
        let bar = drawn(&["XXX"]);
        assert!(bar.fits(&at(&[(2, 5), (1, 5), (0, 5)])));
        assert!(!bar.fits(&at(&[(0, 5), (2, 5), (1, 5)])), "the middle stays in the middle");
        assert!(bar.fits(&[None, None, None]), "a piece that is covered whole");
    }

    #[test]
    fn a_shape_lies_in_as_many_ways_as_it_looks_different() {
        let ways = |lines: &[&str]| drawn(lines).lying().len();
        assert_eq!([ways(&["X"]), ways(&["XX"]), ways(&["XX", "X"]), ways(&["XX", "XX"])], [1, 2, 4, 1]);
        assert_eq!([ways(&["XXX"]), ways(&[".XX", "XX"]), ways(&["XXX", "X"])], [2, 2, 4]);
        let l =
            vec![vec![(0, 1), (1, 0)], vec![(1, 0), (0, -1)], vec![(0, -1), (-1, 0)], vec![(-1, 0), (0, 1)]];
        assert_eq!(Shape::L.lying(), l);
    }
}
