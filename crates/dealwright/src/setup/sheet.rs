//! What to print and cut for a setup: pieces with their fronts, backs and true sizes, as values. Drawing is the binary's
//! business.

use super::Setup;
use crate::board::Ink;
use crate::kit::{Group, Piece, PieceKind, Shape};

/// Parameters in millimetres: a poker card, a domino, a piecepack coin (3/4 inch) and half of a piecepack tile (2 inches).
pub const CARD: (f64, f64) = (63.5, 88.9);
/// A domino, upright.
pub const DOMINO: (f64, f64) = (24.0, 48.0);
/// The diameter of a coin.
pub const COIN: f64 = 19.05;
/// A space of a tile of two by two.
pub const HALF_TILE: f64 = 25.4;
/// A square of any other tile, and of the board under loose tokens.
pub const SQUARE: f64 = 25.0;
/// A loose token, so that it lies easily on its square.
pub const TOKEN: f64 = 22.0;
/// The diameter of a neutral token: what it covers must not be seen any more, but which tile it lies on.
pub const NEUTRAL: f64 = 20.0;
/// A standing figure, flat: foot, body, body, foot.
pub const FIGURE: (f64, f64) = (18.0, 72.0);
/// The foot of a standing figure, folded back under it.
pub const FOOT: f64 = 8.0;
/// The edge of a die.
pub const DIE: f64 = 16.0;
/// The flaps by which a die is glued.
pub const FLAP: f64 = 4.0;

/// What to print and cut.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// Pieces, alike ones once, with their number; in the order of the kit.
    pub cuts: Vec<Cut>,
    /// Width and height of a space of the board that the pieces lie on.
    pub space: (f64, f64),
    /// Whether the game is easily played without a printed board.
    pub board_is_optional: bool,
    /// What is done with pieces made of paper, in sentences.
    pub notes: Vec<&'static str>,
}

/// One piece, and how often it is needed.
#[derive(Debug, Clone, PartialEq)]
pub struct Cut {
    /// The name of such pieces in the setup file, in the plural.
    pub group: String,
    /// What is cut out.
    pub form: Form,
    /// What is seen.
    pub front: Face,
    /// What is seen from behind; none for pieces whose other side does not matter.
    pub back: Option<Face>,
    /// How many.
    pub count: usize,
}

/// What is cut out, sizes in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Form {
    /// Square cells in the form of a tile.
    Cells {
        /// The form.
        shape: Shape,
        /// The width of a cell.
        cell: f64,
    },
    /// Something upright with four corners.
    Rectangle {
        /// Its width.
        width: f64,
        /// Its height.
        height: f64,
    },
    /// Something round.
    Disc {
        /// Its diameter.
        across: f64,
    },
    /// A cube, unfolded: four sides in a row, with the lid above the second and the floor below it.
    Cube {
        /// The edge of the cube.
        edge: f64,
        /// The width of the flaps that it is glued by.
        flap: f64,
    },
}

/// One side of a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Face {
    /// A symbol on each cell, in the order of the footprint.
    Cells(Vec<Symbol>),
    /// A playing card.
    Card(Symbol),
    /// The value of a coin.
    Value(Symbol),
    /// The suit of a coin.
    CoinSuit(u8),
    /// The two halves of a domino.
    Pips(u8, u8),
    /// A standing figure: seen from both sides when it is folded.
    Figure,
    /// The six sides of a die.
    Sides(Vec<Symbol>),
    /// A token that only covers something.
    Neutral,
    /// The same on all pieces of its kind.
    Plain,
}

/// A symbol to be drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// The symbol in letters and digits, as in IDs.
    pub face: String,
    /// How it is coloured.
    pub ink: Ink,
}

impl Form {
    /// The same, larger or smaller.
    pub fn scaled(self, by: f64) -> Self {
        match self {
            Form::Cells { shape, cell } => Form::Cells { shape, cell: cell * by },
            Form::Rectangle { width, height } => Form::Rectangle { width: width * by, height: height * by },
            Form::Disc { across } => Form::Disc { across: across * by },
            Form::Cube { edge, flap } => Form::Cube { edge: edge * by, flap: flap * by },
        }
    }

    /// Width and height.
    pub fn size(self) -> (f64, f64) {
        match self {
            Form::Cells { shape, cell } => {
                let most = |of: fn(&(usize, usize)) -> usize| {
                    footprint(shape).iter().map(of).max().map_or(0.0, |last| (last + 1) as f64 * cell)
                };
                (most(|(_, column)| *column), most(|(row, _)| *row))
            }
            Form::Rectangle { width, height } => (width, height),
            Form::Disc { across } => (across, across),
            Form::Cube { edge, flap } => (4.0 * edge + flap, 3.0 * edge),
        }
    }
}

/// Rows and columns of a tile's cells in the order of its footprint, as it lies on the sheet.
pub fn footprint(shape: Shape) -> Vec<(usize, usize)> {
    shape.footprint().iter().map(|&(row, column)| (row.into(), column.into())).collect()
}

/// What to print and cut for a setup, larger or smaller than life by a factor.
pub fn sheet(setup: &Setup, scale: f64) -> Sheet {
    let mut cuts: Vec<Cut> = Vec::new();
    for group in &setup.kit {
        for mut cut in cuts_of(setup, group) {
            cut.form = cut.form.scaled(scale);
            match cuts.iter_mut().find(|known| same_but_count(known, &cut)) {
                Some(known) => known.count += cut.count,
                None => cuts.push(cut),
            }
        }
    }
    if needs_neutral(setup) {
        let form = Form::Disc { across: NEUTRAL * scale };
        let group = "neutral tokens".into();
        cuts.push(Cut { group, form, front: Face::Neutral, back: None, count: setup.places.cells() });
    }
    let (space, board_is_optional) = space(setup);
    let notes = notes(&cuts, setup);
    Sheet { cuts, space: (space.0 * scale, space.1 * scale), board_is_optional, notes }
}

fn notes(cuts: &[Cut], setup: &Setup) -> Vec<&'static str> {
    let any = |test: fn(&Cut) -> bool| cuts.iter().any(test);
    let bag = setup
        .kit
        .iter()
        .any(|group| matches!(&group.kind, PieceKind::Dice { faces, .. } if faces.len() != 6));
    let notes = [
        (
            any(|cut| cut.front == Face::Neutral),
            "Lay a neutral token on each square that is removed: the tiles stay.",
        ),
        (
            any(|cut| cut.front == Face::Figure),
            "Fold the figures along the dashed lines, glue both halves together, and bend the feet outwards to stand on.",
        ),
        (
            any(|cut| matches!(cut.front, Face::Sides(_))),
            "Fold the dice along the dashed lines and glue them by their flaps.",
        ),
        (bag, "For a roll, draw one of the discs with values from a bag and put it back."),
    ];
    notes.into_iter().filter(|(holds, _)| *holds).map(|(_, note)| note).collect()
}

fn same_but_count(a: &Cut, b: &Cut) -> bool {
    a.group == b.group && a.form == b.form && a.front == b.front && a.back == b.back
}

/// Whether squares are cleared one by one on pieces of several squares: such a piece cannot be taken away, so what is
/// cleared is covered instead.
fn needs_neutral(setup: &Setup) -> bool {
    setup.game.info.clears_squares
        && setup.kit.iter().any(|group| group.is_laid() && group.shape() != Shape::SINGLE)
}

/// The width and height of a space of the board, and whether it can well be done without.
fn space(setup: &Setup) -> ((f64, f64), bool) {
    let laid = setup.kit.iter().find(|group| group.is_laid());
    match laid.map(|group| (&group.kind, group.shape())) {
        // Cards need a finger's breadth between them.
        Some((PieceKind::Cards, _)) => ((CARD.0 + 2.0, CARD.1 + 2.0), true),
        Some((PieceKind::Dominoes, _)) => ((DOMINO.0, DOMINO.0), false),
        Some((PieceKind::Coins, _)) => ((HALF_TILE, HALF_TILE), false),
        Some((_, Shape::SQUARE)) => ((HALF_TILE, HALF_TILE), false),
        _ => ((SQUARE, SQUARE), false),
    }
}

/// The pieces of a group, one by one.
fn cuts_of(setup: &Setup, group: &Group) -> Vec<Cut> {
    let printed = group.printed(setup.game.faces);
    let symbol = |face: u8| Symbol { face: printed.write(face), ink: printed.ink(face) };
    let symbols = |faces: &[u8]| faces.iter().map(|&face| symbol(face)).collect::<Vec<_>>();
    let first = |piece: &Piece| symbol(piece.faces.first().copied().unwrap_or_default());
    let value = |value: u8| Symbol { face: value.to_string(), ink: Ink::Plain };
    let cut = |form: Form, front: Face, back: Option<Face>, count: usize| Cut {
        group: group.name.clone(),
        form,
        front,
        back,
        count,
    };
    let each = |of: &dyn Fn(&Piece) -> Cut| group.pieces.iter().map(of).collect::<Vec<_>>();
    match &group.kind {
        PieceKind::Tokens => each(&|piece| {
            let form = Form::Cells { shape: Shape::SINGLE, cell: TOKEN };
            cut(form, Face::Cells(symbols(&piece.faces)), Some(Face::Plain), 1)
        }),
        PieceKind::Cards => {
            let form = Form::Rectangle { width: CARD.0, height: CARD.1 };
            each(&|piece| cut(form, Face::Card(first(piece)), Some(Face::Plain), 1))
        }
        PieceKind::Coins => each(&|piece| {
            let front = Face::Value(value(piece.value.unwrap_or_default()));
            cut(Form::Disc { across: COIN }, front, piece.suit.map(Face::CoinSuit), 1)
        }),
        PieceKind::Dominoes => {
            let form = Form::Rectangle { width: DOMINO.0, height: DOMINO.1 };
            let half = |piece: &Piece, n: usize| piece.faces.get(n).copied().unwrap_or_default();
            each(&|piece| cut(form, Face::Pips(half(piece, 0), half(piece, 1)), Some(Face::Plain), 1))
        }
        PieceKind::Tiles { shape } => each(&|piece| {
            let cell = if *shape == Shape::SQUARE { HALF_TILE } else { SQUARE };
            let front = Face::Cells(symbols(&piece.faces));
            // Every cell has the same on its other side: turned over, the piece is its own mirror image.
            let back = match (piece.back.is_empty(), group.is_two_sided()) {
                (false, _) => Face::Cells(symbols(&piece.back)),
                (true, true) => front.clone(),
                (true, false) => Face::Plain,
            };
            cut(Form::Cells { shape: *shape, cell }, front, Some(back), 1)
        }),
        PieceKind::Dice { count, faces } if faces.len() == 6 => {
            let sides = faces.iter().map(|&face| value(face)).collect();
            vec![cut(Form::Cube { edge: DIE, flap: FLAP }, Face::Sides(sides), None, *count as usize)]
        }
        // No cube has so many sides: one disc of each value, to be drawn from a bag and put back.
        PieceKind::Dice { faces, .. } => {
            let disc =
                |&face: &u8| cut(Form::Disc { across: COIN }, Face::Value(value(face)), Some(Face::Plain), 1);
            faces.iter().map(disc).collect()
        }
        PieceKind::Pawns { count } => {
            let form = Form::Rectangle { width: FIGURE.0, height: FIGURE.1 };
            vec![cut(form, Face::Figure, None, *count as usize)]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Registry;

    fn of(name: &str, options: &[(&str, &str)]) -> Sheet {
        let options: Vec<(String, String)> =
            options.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
        sheet(&Registry::standard().setup(name, &options).unwrap(), 1.0)
    }

    fn counts(sheet: &Sheet) -> Vec<(String, usize)> {
        let mut counts: Vec<(String, usize)> = Vec::new();
        for cut in &sheet.cuts {
            match counts.iter_mut().find(|(group, _)| *group == cut.group) {
                Some((_, count)) => *count += cut.count,
                None => counts.push((cut.group.clone(), cut.count)),
            }
        }
        counts
    }

    #[test]
    fn every_piece_of_every_kit_is_there() {
        for name in &Registry::standard().setup_names() {
            let setup = Registry::standard().setup(name, &[]).unwrap();
            let found = counts(&sheet(&setup, 1.0));
            for group in &setup.kit {
                let wanted = match group.kind {
                    PieceKind::Dice { count, .. } | PieceKind::Pawns { count } => count as usize,
                    _ => group.pieces.len(),
                };
                assert!(found.contains(&(group.name.clone(), wanted)), "{name}: {found:?}");
            }
        }
    }

    #[test]
    fn tiles_that_cannot_be_taken_away_get_tokens_to_cover_their_squares() {
        assert!(counts(&of("boxoff/ltiles", &[])).contains(&("neutral tokens".into(), 24)));
        assert!(counts(&of("boxoff/shuffled", &[])).iter().all(|(group, _)| group == "tokens"));
        assert!(counts(&of("fujisan/engraved", &[])).iter().all(|(group, _)| group != "neutral tokens"));
    }

    #[test]
    fn alike_pieces_stand_there_once_with_their_number() {
        let tokens = of("boxoff/shuffled", &[("rows", "6"), ("columns", "8"), ("colours", "3")]);
        let found: Vec<usize> = tokens.cuts.iter().map(|cut| cut.count).collect();
        assert_eq!(found, [16, 16, 16]);
        let tiles = of("boxoff/ltiles", &[("rows", "6"), ("colours", "4")]);
        assert_eq!(tiles.cuts.iter().filter(|cut| cut.count == 2).count(), 2, "BBD and DDB are there twice");
    }

    #[test]
    fn sizes_are_those_of_the_shops() {
        let size = |name: &str| of(name, &[]).cuts[0].form.size();
        assert_eq!(size("pretzel/banded"), (63.5, 88.9));
        assert_eq!(size("fujisan/dominoes"), (24.0, 48.0));
        assert_eq!(size("fujisan/piecepack"), (19.05, 19.05));
        assert_eq!(of("fujisan/engraved", &[]).cuts[1].form.size(), (50.8, 50.8));
        assert_eq!(size("boxoff/ltiles"), (50.0, 50.0));
        let half = sheet(&Registry::standard().setup("boxoff/ltiles", &[]).unwrap(), 0.5);
        assert_eq!(half.cuts[0].form.size(), (25.0, 25.0));
    }

    #[test]
    fn only_what_is_seen_from_both_sides_has_a_back_of_its_own() {
        let own = |name: &str| {
            let sheet = of(name, &[]);
            sheet.cuts.iter().any(|cut| cut.back.as_ref().is_some_and(|back| *back != Face::Plain))
        };
        assert!(own("boxoff/ltiles") && own("boxoff/abc") && own("fujisan/piecepack"));
        assert!(!own("boxoff/shuffled") && !own("fujisan/engraved") && !own("pretzel/banded"));
    }
}
