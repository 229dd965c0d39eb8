//! Two small games for setups: one of stacks with names, and one on a board that is no rectangle. In both, two pieces of the
//! same colour are taken away: the top ones of their stacks, or neighbours.

use dealwright::board::{Board, Space, SpaceKind};
use dealwright::dealing::{Dice, Parameters};
use dealwright::game::{Game, GameInfo, ParameterInfo};
use dealwright::id::RuleText;
use dealwright::places::Places;
use dealwright::puzzle::Puzzle;
use dealwright::square::Square;
use dealwright::text::TextError;
use std::fmt;
use std::marker::PhantomData;

/// What the two games differ in.
pub trait Form: Send + Sync + Clone + PartialEq + fmt::Debug + 'static {
    const NAME: &'static str;
    const EXAMPLE: &'static str;
    const PARAMETERS: &'static [ParameterInfo];
    const EMPTY: Option<u8>;
    fn places(sizes: &[u32]) -> Places;
    /// Whether a piece can be taken away together with another.
    fn go_together(places: &Places, cells: &[u8], one: usize, other: usize) -> bool;
}

const fn size(name: &'static str) -> ParameterInfo {
    ParameterInfo { name, unit: "places", about: "how many there are", fixed: None }
}

/// Fans of two, columns that hold one more from the left to the right, a stock and a base.
#[derive(Debug, Clone, PartialEq)]
pub struct Stacks;

impl Form for Stacks {
    const NAME: &'static str = "stacks";
    const EXAMPLE: &'static str = "stacks:1-2-2-1-ABCABCAA";
    const PARAMETERS: &'static [ParameterInfo] =
        &[size("fans"), size("columns"), size("stock"), size("base")];
    const EMPTY: Option<u8> = None;

    fn places(sizes: &[u32]) -> Places {
        let [fans, columns, stock, base] = sizes else { panic!("{sizes:?}") };
        let rows = columns.max(stock).max(&2);
        let mut file = 0;
        let mut stack = |holds: u32| -> Vec<Square> {
            file += 1;
            (0..holds).map(|depth| Square { file: file - 1, rank: (rows - depth) as u8 }).collect()
        };
        let mut places = Places::none(*rows as usize, (fans + columns + 2) as usize);
        for n in 1..=*fans {
            places = places.stack(format!("fan {n}"), "fans", stack(2));
        }
        for n in 1..=*columns {
            places = places.stack(format!("column {n}"), "columns", stack(n));
        }
        if *stock > 0 {
            places = places.stack("stock", "", stack(*stock));
        }
        if *base > 0 { places.stack("base", "", stack(1)) } else { places }
    }

    fn go_together(places: &Places, cells: &[u8], one: usize, other: usize) -> bool {
        let is_top = |cell: usize| {
            let stack = places.list().iter().find(|place| place.cells().contains(&cell)).unwrap();
            (cell + 1..stack.first + stack.holds).all(|above| cells[above] == 0)
        };
        is_top(one) && is_top(other)
    }
}

/// A triangle of squares.
#[derive(Debug, Clone, PartialEq)]
pub struct Triangle;

impl Form for Triangle {
    const NAME: &'static str = "triangle";
    const EXAMPLE: &'static str = "triangle:3-AABBCC";
    const PARAMETERS: &'static [ParameterInfo] = &[size("side")];
    const EMPTY: Option<u8> = Some(0);

    fn places(sizes: &[u32]) -> Places {
        let side = sizes[0] as usize;
        Places::squares_where(side, side, |row, column| column <= row)
    }

    fn go_together(places: &Places, _: &[u8], one: usize, other: usize) -> bool {
        places.touch(one, other)
    }
}

/// One challenge.
#[derive(Debug, Clone, PartialEq)]
pub struct Taking<F> {
    sizes: Vec<u32>,
    cells: Vec<u8>,
    form: PhantomData<F>,
}

/// Two cells whose pieces are taken away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move(usize, usize);

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{}-x{}", self.0, self.1)
    }
}

impl<F: Form> Puzzle for Taking<F> {
    type State = Vec<u8>;
    type Move = Move;

    fn start(&self) -> Vec<u8> {
        self.cells.clone()
    }

    fn moves(&self, cells: &Vec<u8>, out: &mut Vec<Move>) {
        let places = F::places(&self.sizes);
        for one in 0..cells.len() {
            for other in one + 1..cells.len() {
                let alike = cells[one] != 0 && cells[one] == cells[other];
                if alike && F::go_together(&places, cells, one, other) {
                    out.push(Move(one, other));
                }
            }
        }
    }

    fn play(&self, cells: &mut Vec<u8>, mv: Move) {
        (cells[mv.0], cells[mv.1]) = (0, 0);
    }

    fn is_solved(&self, cells: &Vec<u8>) -> bool {
        cells.iter().all(|cell| *cell == 0)
    }
}

fn sizes_of<F: Form>(parameters: &Parameters) -> Vec<u32> {
    F::PARAMETERS.iter().map(|size| parameters.get(size.name)).collect()
}

impl<F: Form> Game for Taking<F> {
    const INFO: GameInfo = GameInfo {
        name: F::NAME,
        title: F::NAME,
        about: "Take away two pieces of the same colour until none is left.",
        example: F::EXAMPLE,
        parameters: F::PARAMETERS,
        equal_lengths: true,
        ..GameInfo::NONE
    };
    const EMPTY: Option<u8> = F::EMPTY;

    fn read(_: &[RuleText<'_>], layout: &str) -> Result<Self, TextError> {
        let wrong = || TextError::whole("expected sizes and letters, such as 3-AABBCC");
        let mut parts: Vec<&str> = layout.split('-').collect();
        let letters = parts.pop().ok_or_else(wrong)?;
        let sizes: Option<Vec<u32>> = parts.iter().map(|part| part.parse().ok()).collect();
        let sizes = sizes.filter(|sizes| sizes.len() == F::PARAMETERS.len()).ok_or_else(wrong)?;
        let cell = |letter: u8| match letter {
            b'0' => Some(0),
            letter => letter.to_ascii_uppercase().checked_sub(b'A' - 1).filter(|n| (1..=26).contains(n)),
        };
        let cells: Vec<u8> = letters.bytes().map(cell).collect::<Option<_>>().ok_or_else(wrong)?;
        Ok(Self { sizes, cells, form: PhantomData })
    }

    fn layout(&self) -> String {
        let sizes: String = self.sizes.iter().map(|size| format!("{size}-")).collect();
        let letter = |&cell: &u8| if cell == 0 { '0' } else { (b'A' - 1 + cell) as char };
        sizes + &self.cells.iter().map(letter).collect::<String>()
    }

    fn parameters(&self) -> Vec<u32> {
        self.sizes.clone()
    }

    fn board(&self, cells: &Vec<u8>) -> Board {
        let places = F::places(&self.sizes);
        let space = |row: usize, column: usize| match places.cell_at(row, column) {
            Some(cell) if cells[cell] > 0 => {
                Space { face: ((b'A' - 1 + cells[cell]) as char).to_string(), ..Space::default() }
            }
            _ => Space { kind: SpaceKind::Hole, ..Space::default() },
        };
        let row = |row: usize| (0..places.columns).map(|column| space(row, column)).collect();
        Board {
            rows: (0..places.rows).map(row).collect(),
            files: (0..places.columns).map(|at| char::from(b'a' + at as u8).to_string()).collect(),
            heights: vec![0; places.columns],
        }
    }

    fn is_finite(&self) -> bool {
        true
    }

    fn places(parameters: &Parameters) -> Result<Places, String> {
        let sizes = sizes_of::<F>(parameters);
        match sizes.iter().all(|&size| size <= 6) {
            true => Ok(F::places(&sizes)),
            false => Err("a size can be 0 to 6".into()),
        }
    }

    fn takes(symbol: u8, _: &Parameters) -> bool {
        (1..=6).contains(&symbol)
    }

    fn from_cells(
        parameters: &Parameters,
        _: &[RuleText<'_>],
        cells: &[u8],
        _: &Dice,
    ) -> Result<Self, TextError> {
        Ok(Self { sizes: sizes_of::<F>(parameters), cells: cells.to_vec(), form: PhantomData })
    }

    fn cells(&self) -> Vec<u8> {
        self.cells.clone()
    }
}
