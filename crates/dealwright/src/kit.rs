//! Kits: the pieces, what is on them, and how they may be turned.

pub mod cards;
pub mod faces;

/// One piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The symbols on its cells, in the order of its footprint.
    pub faces: Vec<u8>,
    /// Its suit, for cards and coins.
    pub suit: Option<u8>,
    /// The rank, value or colour it can be sorted by; none for pieces of several cells.
    pub value: Option<u8>,
}

/// Pieces of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The name in the setup file, in the plural ("cards").
    pub name: String,
    /// What they are.
    pub kind: Kind,
    /// The pieces, for groups that are laid; dice and pawns are only counted, see [`Kind`].
    pub pieces: Vec<Piece>,
    /// The ways a piece may lie: for each, which of its faces comes to each cell of its footprint. The first is the
    /// way it is listed.
    pub turns: Vec<Vec<usize>>,
    /// Where each piece stands in the setup file, in bytes, for those that are listed there one by one; else empty.
    pub listed_at: Vec<usize>,
}

/// Kinds of pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// Tokens that show a colour.
    Tokens,
    /// Playing cards.
    Cards,
    /// Piecepack coins: a value in front, a suit on the back.
    Coins,
    /// Dominoes.
    Dominoes,
    /// Tiles of one or more cells.
    Tiles {
        /// The form of their footprint.
        shape: Shape,
    },
    /// Dice with these faces on each.
    Dice {
        /// How many.
        count: u32,
        /// The values on a die.
        faces: Vec<u8>,
    },
    /// Figures that stand on the board.
    Pawns {
        /// How many.
        count: u32,
    },
}

/// Forms of tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// One cell.
    Single,
    /// Two cells side by side.
    Pair,
    /// A corner and two arms.
    L,
    /// Two by two: top left, bottom left, top right, bottom right.
    Square,
}

impl Shape {
    /// All forms with their names.
    pub const NAMES: [(&'static str, Shape); 4] =
        [("single", Shape::Single), ("1x2", Shape::Pair), ("L", Shape::L), ("2x2", Shape::Square)];

    /// Cells of the footprint.
    pub fn cells(self) -> usize {
        match self {
            Shape::Single => 1,
            Shape::Pair => 2,
            Shape::L => 3,
            Shape::Square => 4,
        }
    }

    /// Whether a piece of this form can lie on these cells (row, column) in the order of its footprint; covered ones
    /// are none. It may be turned and turned over, but its cells hang together.
    pub fn fits(self, cells: &[Option<(usize, usize)>]) -> bool {
        if cells.len() != self.cells() {
            return false;
        }
        let apart = |a: usize, b: usize| {
            let (a, b) = (cells[a]?, cells[b]?);
            Some((a.0.abs_diff(b.0), a.1.abs_diff(b.1)))
        };
        let side_by_side = |a, b| apart(a, b).is_none_or(|(rows, columns)| rows + columns == 1);
        let corner_to_corner = |a, b| apart(a, b).is_none_or(|apart| apart == (1, 1));
        match self {
            Shape::Single => true,
            Shape::Pair => side_by_side(0, 1),
            Shape::L => side_by_side(0, 1) && side_by_side(0, 2) && corner_to_corner(1, 2),
            Shape::Square => {
                [(0, 1), (0, 2), (1, 3), (2, 3)].into_iter().all(|(a, b)| side_by_side(a, b))
                    && corner_to_corner(0, 3)
                    && corner_to_corner(1, 2)
            }
        }
    }
}

/// Ways in which pieces may be turned, by name.
pub const TURNS: [&str; 4] = ["none", "half", "flip", "quarter"];

/// The ways a piece of a form may lie when it is turned so; none when the form does not allow it.
pub fn turns(shape: Shape, name: &str) -> Option<Vec<Vec<usize>>> {
    let listed: Vec<usize> = (0..shape.cells()).collect();
    match (name, shape) {
        ("none", _) => Some(vec![listed]),
        // Half a turn exchanges the two cells of a pair and reverses those of a square.
        ("half", Shape::Pair | Shape::Square) => {
            Some(vec![listed.clone(), listed.into_iter().rev().collect()])
        }
        // Turned over, an L exchanges its arms, a pair its cells, a square its columns.
        ("flip", Shape::L) => Some(vec![listed, vec![0, 2, 1]]),
        ("flip", Shape::Pair) => Some(vec![listed, vec![1, 0]]),
        ("flip", Shape::Square) => Some(vec![listed, vec![2, 3, 0, 1]]),
        // Clockwise, top left comes from bottom left, bottom left from bottom right, top right from top left.
        ("quarter", Shape::Square) => {
            Some(vec![listed, vec![1, 3, 0, 2], vec![3, 2, 1, 0], vec![2, 0, 3, 1]])
        }
        _ => None,
    }
}

impl Group {
    /// The name of one piece ("card"). A name in the file that is no plural says which of its kind ("fixed tile").
    pub fn singular(&self) -> String {
        match self.name.as_str() {
            "dice" => "die".into(),
            "dominoes" => "domino".into(),
            name => match (name.strip_suffix('s'), self.noun()) {
                (Some(one), _) => one.into(),
                (None, (one, many)) if name == one || name == many => one.into(),
                (None, (one, _)) => format!("{name} {one}"),
            },
        }
    }

    /// The name of several ("cards", "fixed tiles").
    pub fn plural(&self) -> String {
        let (one, many) = self.noun();
        match self.name.as_str() {
            name if name == many || name == one => many.into(),
            name if name.ends_with('s') || name == "dice" => name.into(),
            name => format!("{name} {many}"),
        }
    }

    /// What pieces of this kind are called, one and several.
    fn noun(&self) -> (&'static str, &'static str) {
        match self.kind {
            Kind::Tokens => ("token", "tokens"),
            Kind::Cards => ("card", "cards"),
            Kind::Coins => ("coin", "coins"),
            Kind::Dominoes => ("domino", "dominoes"),
            Kind::Tiles { .. } => ("tile", "tiles"),
            Kind::Dice { .. } => ("die", "dice"),
            Kind::Pawns { .. } => ("pawn", "pawns"),
        }
    }

    /// "1 card", "12 cards".
    pub fn counted(&self, n: usize) -> String {
        format!("{n} {}", if n == 1 { self.singular() } else { self.plural() })
    }

    /// Whether its pieces are put on cells.
    pub fn is_laid(&self) -> bool {
        !matches!(self.kind, Kind::Dice { .. } | Kind::Pawns { .. })
    }

    /// The form of one piece.
    pub fn shape(&self) -> Shape {
        match self.kind {
            Kind::Tiles { shape } => shape,
            Kind::Dominoes => Shape::Pair,
            _ => Shape::Single,
        }
    }

    /// Whether its pieces carry something on both sides, so that turning them over makes a difference.
    pub fn is_two_sided(&self) -> bool {
        let shape = self.shape();
        // A pair that is turned over looks like one that is turned around: nobody needs its other side.
        matches!(shape, Shape::L | Shape::Square) && Some(&self.turns) == turns(shape, "flip").as_ref()
    }

    /// The ways of turning that make a difference to at least one piece.
    pub fn visible_turns(&self) -> Vec<Vec<usize>> {
        let look = |turn: &Vec<usize>| -> Vec<Vec<u8>> {
            self.pieces.iter().map(|piece| turn.iter().map(|&n| piece.faces[n]).collect()).collect()
        };
        let mut seen: Vec<(Vec<Vec<u8>>, Vec<usize>)> = Vec::new();
        for turn in &self.turns {
            let looks = look(turn);
            if seen.iter().all(|(other, _)| *other != looks) {
                seen.push((looks, turn.clone()));
            }
        }
        seen.into_iter().map(|(_, turn)| turn).collect()
    }
}

/// Piecepack suits in the order of the rules.
pub const COIN_SUITS: [&str; 4] = ["suns", "moons", "crowns", "arms"];
/// Card suits in the order of the rows.
pub const CARD_SUITS: [&str; 8] = [
    "spades",
    "hearts",
    "diamonds",
    "clubs",
    "the fifth suit",
    "the sixth suit",
    "the seventh suit",
    "the eighth suit",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_quarter_turns_bring_a_square_back() {
        let all = turns(Shape::Square, "quarter").unwrap();
        let quarter = &all[1];
        let mut at: Vec<usize> = (0..4).collect();
        for turn in &all {
            assert_eq!(at, *turn);
            at = quarter.iter().map(|&n| at[n]).collect();
        }
        assert_eq!(at, all[0]);
    }

    #[test]
    fn pieces_lie_only_on_cells_that_hang_together() {
        let at = |cells: &[(usize, usize)]| cells.iter().map(|&cell| Some(cell)).collect::<Vec<_>>();
        assert!(Shape::Pair.fits(&at(&[(0, 0), (1, 0)])));
        assert!(!Shape::Pair.fits(&at(&[(0, 0), (1, 3)])));
        assert!(Shape::L.fits(&at(&[(1, 2), (1, 1), (0, 2)])));
        assert!(!Shape::L.fits(&at(&[(0, 0), (0, 1), (0, 2)])));
        assert!(Shape::Square.fits(&at(&[(0, 4), (1, 4), (0, 5), (1, 5)])));
        assert!(Shape::Square.fits(&[None, None, Some((0, 11)), Some((1, 11))]));
        assert!(!Shape::Square.fits(&at(&[(0, 0), (0, 1), (0, 2), (0, 3)])));
    }

    #[test]
    fn turns_that_nobody_can_see_do_not_count() {
        let piece = |faces: [u8; 4]| Piece { faces: faces.to_vec(), suit: None, value: None };
        let group = Group {
            name: "tiles".into(),
            kind: Kind::Tiles { shape: Shape::Square },
            pieces: vec![piece([0, 1, 1, 0]), piece([2, 2, 2, 2])],
            turns: turns(Shape::Square, "quarter").unwrap(),
            listed_at: Vec::new(),
        };
        assert_eq!(group.visible_turns().len(), 2);
        assert_eq!(turns(Shape::L, "half"), None);
    }
}
