//! Kits: the pieces, what is on them, and how they may be turned.

pub mod cards;
pub mod faces;
pub mod shape;

use faces::Faces;
pub use shape::{Shape, TURNS};

/// One piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The symbols on its cells, in the order of its footprint.
    pub faces: Vec<u8>,
    /// What its cells show when it is turned over, in the same order; empty for pieces whose back does not count.
    pub back: Vec<u8>,
    /// Its suit, for cards and coins.
    pub suit: Option<u8>,
    /// The rank, value or colour it can be sorted by; none for pieces of several cells.
    pub value: Option<u8>,
}

impl Piece {
    /// A piece of several cells, which has no suit or value of its own.
    pub fn of_cells(faces: Vec<u8>) -> Self {
        Self { faces, back: Vec::new(), suit: None, value: None }
    }

    /// A symbol by its number: those of the front, then those of the back.
    pub fn symbol(&self, n: usize) -> u8 {
        if n < self.faces.len() { self.faces[n] } else { self.back[n - self.faces.len()] }
    }

    /// The symbols on both sides.
    pub fn symbols(&self) -> impl Iterator<Item = u8> + '_ {
        self.faces.iter().chain(&self.back).copied()
    }
}

/// What the game sees where a piece shows something else: pips that count as colours, threes that count as aces.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mapping {
    /// As the file says it: what is printed, and what it counts as.
    pub words: Vec<(String, String)>,
    /// The same for each symbol that is printed.
    pub symbols: Vec<(u8, u8)>,
}

impl Mapping {
    /// What the game sees of a printed symbol.
    pub fn seen(&self, printed: u8) -> u8 {
        self.symbols.iter().find(|(from, _)| *from == printed).map_or(printed, |(_, to)| *to)
    }

    /// Whether everything counts as what it is.
    pub fn is_none(&self) -> bool {
        self.symbols.is_empty()
    }
}

/// Pieces of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The name in the setup file, in the plural ("cards").
    pub name: String,
    /// What they are.
    pub kind: PieceKind,
    /// The pieces, for groups that are laid; dice and pawns are only counted, see [`PieceKind`].
    pub pieces: Vec<Piece>,
    /// The ways a piece may lie: for each, which of its symbols ([`Piece::symbol`]) comes to each cell of its footprint. The first
    /// is the way it is listed.
    pub turns: Vec<Vec<usize>>,
    /// What its pieces count as.
    pub counts_as: Mapping,
    /// What pieces like these are called, one and several.
    pub noun: (&'static str, &'static str),
    /// Where each piece stands in the setup file, in bytes: in its list, or with its group.
    pub listed_at: Vec<usize>,
    /// The same for pieces of a file of their own: "tiles.csv, line 3"; empty for all others.
    pub listed_in: Vec<String>,
}

/// Kinds of pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PieceKind {
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

impl PieceKind {
    /// What pieces of this kind are called, one and several.
    pub fn noun(&self) -> (&'static str, &'static str) {
        match self {
            PieceKind::Tokens => ("token", "tokens"),
            PieceKind::Cards => ("card", "cards"),
            PieceKind::Coins => ("coin", "coins"),
            PieceKind::Dominoes => ("domino", "dominoes"),
            PieceKind::Tiles { .. } => ("tile", "tiles"),
            PieceKind::Dice { .. } => ("die", "dice"),
            PieceKind::Pawns { .. } => ("pawn", "pawns"),
        }
    }
}

impl Group {
    /// The name of one piece ("card"). A name in the file that is no plural says which of its kind ("fixed tile").
    pub fn singular(&self) -> String {
        match self.name.as_str() {
            "dice" => "die".into(),
            "dominoes" => "domino".into(),
            name => match (name.strip_suffix('s'), self.noun) {
                (Some(one), _) => one.into(),
                (None, (one, many)) if name == one || name == many => one.into(),
                (None, (one, _)) => format!("{name} {one}"),
            },
        }
    }

    /// The name of several ("cards", "fixed tiles").
    pub fn plural(&self) -> String {
        let (one, many) = self.noun;
        match self.name.as_str() {
            name if name == many || name == one => many.into(),
            name if name.ends_with('s') || name == "dice" => name.into(),
            name => format!("{name} {many}"),
        }
    }

    /// "1 card", "12 cards".
    pub fn counted(&self, n: usize) -> String {
        format!("{n} {}", if n == 1 { self.singular() } else { self.plural() })
    }

    /// Whether its pieces are put on cells.
    pub fn is_laid(&self) -> bool {
        !matches!(self.kind, PieceKind::Dice { .. } | PieceKind::Pawns { .. })
    }

    /// The form of one piece.
    pub fn shape(&self) -> Shape {
        match self.kind {
            PieceKind::Tiles { shape } => shape,
            PieceKind::Dominoes => Shape::PAIR,
            _ => Shape::SINGLE,
        }
    }

    /// Whether its pieces carry something on both sides, so that turning them over makes a difference.
    pub fn is_two_sided(&self) -> bool {
        if self.has_backs() {
            return true;
        }
        let shape = self.shape();
        // A bar that is turned over looks like one that is turned around: nobody needs its other side.
        shape.turns("flip").is_some_and(|over| self.turns == over && shape.turns("half") != Some(over))
    }

    /// What stands on its pieces, in a game with these symbols: cards and pips are what they are in every game.
    pub fn printed(&self, of_game: Faces) -> Faces {
        match self.kind {
            PieceKind::Cards => Faces::Cards,
            PieceKind::Dominoes | PieceKind::Coins | PieceKind::Dice { .. } => {
                Faces::Values { greatest: u8::MAX }
            }
            _ => of_game,
        }
    }

    /// The suits and ranks of its cards, each once, in the order of the kit.
    pub fn suits_and_ranks(&self) -> (Vec<u8>, Vec<u8>) {
        let each = |of: fn(&Piece) -> Option<u8>| {
            let mut all = Vec::new();
            for value in self.pieces.iter().filter_map(of) {
                if !all.contains(&value) {
                    all.push(value);
                }
            }
            all
        };
        (each(|piece| piece.suit), each(|piece| piece.value))
    }

    /// The colours of its tokens in the order of the kit, and how many there are of each.
    pub fn tokens_of_each(&self) -> Vec<(u8, usize)> {
        let mut counts: Vec<(u8, usize)> = Vec::new();
        for colour in self.pieces.iter().filter_map(|piece| piece.value) {
            match counts.iter_mut().find(|(known, _)| *known == colour) {
                Some((_, count)) => *count += 1,
                None => counts.push((colour, 1)),
            }
        }
        counts
    }

    /// Whether the backs of its pieces show something of their own.
    pub fn has_backs(&self) -> bool {
        self.pieces.iter().any(|piece| !piece.back.is_empty())
    }

    /// The ways of turning that make a difference to at least one piece; all of them where some of these are likelier than others.
    pub fn visible_turns(&self) -> Vec<Vec<usize>> {
        let look = |turn: &Vec<usize>| -> Vec<Vec<u8>> {
            self.pieces.iter().map(|piece| turn.iter().map(|&n| piece.symbol(n)).collect()).collect()
        };
        let mut seen: Vec<(Vec<Vec<u8>>, Vec<usize>)> = Vec::new();
        for turn in &self.turns {
            let looks = look(turn);
            if seen.iter().all(|(other, _)| *other != looks) {
                seen.push((looks, turn.clone()));
            }
        }
        // Chance takes each way alike, so ways may be left out only if all that are kept stand for as many: one side of a piece
        // may look the same however it lies, and the other not.
        let alike = |looks: &Vec<Vec<u8>>| self.turns.iter().filter(|turn| look(turn) == *looks).count();
        match seen.iter().all(|(looks, _)| alike(looks) * seen.len() == self.turns.len()) {
            true => seen.into_iter().map(|(_, turn)| turn).collect(),
            false => self.turns.clone(),
        }
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
    fn turns_that_nobody_can_see_do_not_count() {
        let piece = |faces: [u8; 4]| Piece::of_cells(faces.to_vec());
        let group = Group {
            name: "tiles".into(),
            kind: PieceKind::Tiles { shape: Shape::SQUARE },
            pieces: vec![piece([0, 1, 1, 0]), piece([2, 2, 2, 2])],
            turns: Shape::SQUARE.turns("quarter").unwrap(),
            counts_as: Mapping::default(),
            noun: ("tile", "tiles"),
            listed_at: Vec::new(),
            listed_in: Vec::new(),
        };
        assert_eq!(group.visible_turns().len(), 2);
    }
}
