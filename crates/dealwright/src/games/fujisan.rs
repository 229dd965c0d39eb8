//! Fujisan, James Kyle's (Droscha's) piecepack game of four priests and a mountain.
//!
//! **Rules.** The mountain has two rows of twelve spaces, each with a value from 0 to 5; a column is a step, and the
//! two middle columns are the summit. Four priests start on the ground, one beside each end of each row. Only one
//! priest may stand on a space. A priest moves along its row, left or right, onto a free space whose value is the
//! number of free spaces from the priest to it, the space itself included; spaces with priests on them are jumped
//! and not counted, and the summit may be passed. On a step (not on the ground) a priest may also change to the
//! other space of its column if that is free. Nobody returns to the ground. A priest on the summit stays there: it
//! may only change rows within its column. The challenge is solved when all four stand on the summit.
//!
//! **Switch `free`.** The original summit: a priest there may also step sideways to the other summit column.
//!
//! **Switch `dice-WXYZ`.** When no priest has a legal first move, one die may be used for the very first move: it
//! moves its own priest that many spaces, whatever the value there. W X Y Z are the dice of the top left, top right,
//! bottom left and bottom right priest; 0 gives no move.

mod build;
mod core;
mod dealt;
mod ends;
mod info;
mod measures;
mod mountain;
pub mod ppn;
mod reasons;
mod text;
mod touches;

use crate::board::{Board, Space, SpaceKind};
use crate::construct::{BuildInfo, Construction, Lots};
use crate::dealing::{Dice, Element, Parameters, Requirement};
use crate::explain::{Cause, Relaxation};
use crate::game::{Game, GameFile, GameInfo, MoveError, Solver, SolverInfo, Touches};
use crate::id::RuleText;
use crate::kit::faces::Faces;
use crate::measure::Moved;
use crate::places::Places;
use crate::puzzle::Puzzle;
use crate::search::{self, Limits, Verdict};
use crate::square::Square;
use crate::text::{TextError, counted, quoted};
use std::fmt;
use text::{digits, read_digits, read_switches};

/// Columns of the mountain.
pub const STEPS: usize = 12;
/// Columns with the ground at both ends: file a is 0, file n is 13.
const COLUMNS: u8 = STEPS as u8 + 2;
const LAST: u8 = COLUMNS - 1;
const SUMMIT: std::ops::RangeInclusive<u8> = 6..=7;
const GREATEST_VALUE: u8 = 5;
/// What the pawns are called, and their dice.
const PRIESTS: &str = "priests";

/// Values of the spaces: top row, bottom row, from the left.
pub type Values = [[u8; STEPS]; 2];

/// A Fujisan challenge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fujisan {
    values: Values,
    free_summit: bool,
    dice: Option<[u8; 4]>,
    /// Where the priests begin; IDs know only the ordinary start.
    start: Priests,
}

/// Where the priests stand: one bit for each of the 28 spaces, the top row first. Priests are alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Priests(u32);

impl Priests {
    const START: Self = Self(bit(0, 0) | bit(0, LAST) | bit(1, 0) | bit(1, LAST));
    const GOAL: Self = Self(bit(0, 6) | bit(0, 7) | bit(1, 6) | bit(1, 7));

    fn stands_on(self, row: u8, column: u8) -> bool {
        self.0 & bit(row, column) != 0
    }

    /// Rows and columns of the priests.
    fn spaces(self) -> impl Iterator<Item = (u8, u8)> {
        (0..2)
            .flat_map(|row| (0..COLUMNS).map(move |column| (row, column)))
            .filter(move |&(r, c)| self.stands_on(r, c))
    }
}

const fn bit(row: u8, column: u8) -> u32 {
    1 << (row * COLUMNS + column)
}

/// A priest's move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    from: Square,
    to: Square,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

/// The columns on a way along a row where a walk may end.
fn landings(
    priests: Priests,
    row: u8,
    way: impl Iterator<Item = u8>,
    lands: &impl Fn(u8, u8, u8) -> bool,
) -> impl Iterator<Item = u8> {
    way.filter(move |&column| !priests.stands_on(row, column))
        .zip(1..=GREATEST_VALUE)
        .filter(move |&(column, walked)| lands(row, column, walked))
        .map(|(column, _)| column)
}

fn square(row: u8, column: u8) -> Square {
    Square::from_top(row, column, 2)
}

/// The four starting spaces in the order of the dice.
const CORNERS: [(u8, u8); 4] = [(0, 0), (0, LAST), (1, 0), (1, LAST)];

impl Fujisan {
    /// A challenge from its values (0 to 5) and rules.
    pub fn new(values: Values, free_summit: bool, dice: Option<[u8; 4]>) -> Result<Self, TextError> {
        let in_range = |v: &u8| *v <= GREATEST_VALUE;
        if values.iter().flatten().all(in_range) && dice.iter().flatten().all(in_range) {
            Ok(Self { values, free_summit, dice, start: Priests::START })
        } else {
            Err(TextError::at("layout", "values and dice go from 0 to 5"))
        }
    }

    /// The values of the spaces.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// Whether a priest may step sideways on the summit.
    pub fn free_summit(&self) -> bool {
        self.free_summit
    }

    /// The dice, if they were rolled.
    pub fn dice(&self) -> Option<[u8; 4]> {
        self.dice
    }

    fn value(&self, row: u8, column: u8) -> u8 {
        self.values[row as usize][column as usize - 1]
    }

    fn push_moves_of(&self, priests: Priests, row: u8, column: u8, out: &mut Vec<Move>) {
        let lands = |row, column, walked| self.value(row, column) == walked;
        self.push_moves_where(priests, (row, column), &lands, out);
    }

    /// The moves of a priest; `lands` says whether a walk over so many free spaces may end on a space.
    fn push_moves_where(
        &self,
        priests: Priests,
        (row, column): (u8, u8),
        lands: &impl Fn(u8, u8, u8) -> bool,
        out: &mut Vec<Move>,
    ) {
        let from = square(row, column);
        let mut go = |row, column| out.push(Move { from, to: square(row, column) });
        if SUMMIT.contains(&column) {
            let beside = 13 - column;
            if self.free_summit && !priests.stands_on(row, beside) {
                go(row, beside);
            }
        } else {
            for column in landings(priests, row, (1..column).rev(), lands) {
                go(row, column);
            }
            for column in landings(priests, row, column + 1..LAST, lands) {
                go(row, column);
            }
        }
        if (1..LAST).contains(&column) && !priests.stands_on(1 - row, column) {
            go(1 - row, column);
        }
    }

    fn push_dice_moves(&self, out: &mut Vec<Move>) {
        for ((row, column), die) in CORNERS.into_iter().zip(self.dice.unwrap_or_default()) {
            if die > 0 {
                let to = if column == 0 { die } else { LAST - die };
                out.push(Move { from: square(row, column), to: square(row, to) });
            }
        }
    }

    fn mirrored(&self) -> Self {
        let mut other = self.clone();
        other.values.iter_mut().for_each(|row| row.reverse());
        other.dice = self.dice.map(|[a, b, c, d]| [b, a, d, c]);
        other
    }

    fn flipped(&self) -> Self {
        let mut other = self.clone();
        other.values.reverse();
        other.dice = self.dice.map(|[a, b, c, d]| [c, d, a, b]);
        other
    }

    fn why_not(&self, priests: Priests, from: Square, to: Square) -> String {
        let on_board = |s: Square| s.row_on(2, COLUMNS).map(|row| (row, s.file));
        let (Some((row, column)), Some((to_row, to_column))) = (on_board(from), on_board(to)) else {
            return format!("{from}-{to} leaves the mountain, files go from a to n and ranks from 1 to 2");
        };
        if !priests.stands_on(row, column) {
            return format!("no priest stands on {from}");
        }
        if priests.stands_on(to_row, to_column) {
            return format!("a priest stands on {to} already");
        }
        if to_column == 0 || to_column == LAST {
            return match column == to_column {
                true => "a priest on the ground cannot change rows".into(),
                false => format!("{to} is the ground, and no priest moves onto the ground"),
            };
        }
        if row != to_row {
            return format!("{from}-{to} changes row and column at once");
        }
        if SUMMIT.contains(&column) {
            return if self.free_summit {
                "a priest on the summit never leaves it".into()
            } else {
                "a priest on the summit stays in its column".into()
            };
        }
        let between = column.min(to_column) + 1..column.max(to_column);
        let walked = 1 + between.filter(|&c| !priests.stands_on(row, c)).count();
        let spaces = counted(walked as u64, "free space");
        format!("{to} has value {} but is {spaces} away", self.value(to_row, to_column))
    }
}

impl Puzzle for Fujisan {
    type State = Priests;
    type Move = Move;

    fn start(&self) -> Priests {
        self.start
    }

    fn moves(&self, priests: &Priests, out: &mut Vec<Move>) {
        for (row, column) in priests.spaces() {
            self.push_moves_of(*priests, row, column, out);
        }
        if out.is_empty() && *priests == Priests::START {
            self.push_dice_moves(out);
        }
    }

    fn play(&self, priests: &mut Priests, mv: Move) {
        if let (Some(from), Some(to)) = (mv.from.row_on(2, COLUMNS), mv.to.row_on(2, COLUMNS)) {
            priests.0 = priests.0 & !bit(from, mv.from.file) | bit(to, mv.to.file);
        }
    }

    fn is_solved(&self, priests: &Priests) -> bool {
        *priests == Priests::GOAL
    }

    /// Every priest who is not on the summit has to move.
    fn bound(&self, priests: &Priests) -> u32 {
        (priests.0 & !Priests::GOAL.0).count_ones()
    }
}

impl Game for Fujisan {
    const INFO: GameInfo = info::INFO;
    const VERDICT_SOLVER: &'static str = "ends";
    const SHORTEST_SOLVER: &'static str = "ends";

    fn read(rules: &[RuleText<'_>], layout: &str) -> Result<Self, TextError> {
        let (free_summit, dice) = read_switches(rules)?;
        let rows: Vec<&str> = layout.split('/').collect();
        let &[top, bottom] = rows.as_slice() else {
            let message =
                format!("has {}, expected 2: top row / bottom row", counted(rows.len() as u64, "row"));
            return Err(TextError::at("layout", message));
        };
        let row = |name: &str, text: &str| {
            read_digits::<STEPS>(text, "cell")
                .map_err(|e| TextError::at(format!("{name} row, {}", e.place), e.message))
        };
        Self::new([row("top", top)?, row("bottom", bottom)?], free_summit, dice)
    }

    fn rules(&self) -> Vec<String> {
        let free = self.free_summit.then(|| "free".to_string());
        let dice = self.dice.map(|dice| format!("dice-{}", digits(&dice)));
        free.into_iter().chain(dice).collect()
    }

    fn layout(&self) -> String {
        format!("{}/{}", digits(&self.values[0]), digits(&self.values[1]))
    }

    fn parameters(&self) -> Vec<u32> {
        vec![STEPS as u32]
    }

    fn read_move(&self, priests: &Priests, text: &str) -> Result<Move, MoveError> {
        let Some((from, to)) = Square::read_two(text) else {
            let message = format!("{} is not two squares, expected something like a1-b1", quoted(text));
            return Err(MoveError::Malformed(message));
        };
        let mut moves = Vec::new();
        self.moves(priests, &mut moves);
        match moves.into_iter().find(|mv| *mv == Move { from, to }) {
            Some(mv) => Ok(mv),
            None => Err(MoveError::Illegal(self.why_not(*priests, from, to))),
        }
    }

    fn board(&self, priests: &Priests) -> Board {
        let space = |row: u8, column: u8| {
            let ground = column == 0 || column == LAST;
            let face = if ground { String::new() } else { self.value(row, column).to_string() };
            let kind = match column {
                _ if ground => SpaceKind::Edge,
                column if SUMMIT.contains(&column) => SpaceKind::Goal,
                _ => SpaceKind::Open,
            };
            let pawn = priests.stands_on(row, column);
            let place = match kind {
                SpaceKind::Edge => "ground".into(),
                SpaceKind::Goal => format!("{face}, summit"),
                _ => face.clone(),
            };
            let spoken = if pawn { format!("{place}, priest") } else { place };
            Space { sign: face.clone(), face, kind, pawn, spoken, ..Space::default() }
        };
        Board {
            rows: (0..2).map(|row| (0..COLUMNS).map(|column| space(row, column)).collect()).collect(),
            files: (b'a'..).take(COLUMNS as usize).map(|file| (file as char).to_string()).collect(),
            heights: (0..COLUMNS).map(|column| column.min(LAST - column)).collect(),
        }
    }

    const BUILDS: &'static [BuildInfo] = build::BUILDS;

    fn build_by_hand(_by: &str, parameters: &Parameters, moves: u32, lots: &Lots<'_>) -> Construction<Move> {
        build::build(parameters, moves, lots)
    }

    fn own_solvers() -> &'static [(SolverInfo, Solver<Self>)] {
        const {
            &[(
                SolverInfo {
                    name: "ends",
                    about: "searches from the start and from the summit until both meet",
                    shortest: true,
                    proves_unsolvable: true,
                },
                ends::ends,
            )]
        }
    }

    fn is_finite(&self) -> bool {
        false
    }

    fn starting_at(&self, priests: &Priests) -> Option<Self> {
        Some(Self { start: *priests, ..self.clone() })
    }

    fn write_game_file(&self, moves: &[String]) -> Option<String> {
        Some(ppn::write(self, moves))
    }

    fn read_game_file(text: &str) -> Result<GameFile<Self>, TextError> {
        ppn::read(text)
    }

    fn touches(&self, priests: &Priests, mv: Move) -> Touches {
        touches::touches(*priests, mv)
    }

    fn move_between(&self, priests: &Priests, from: Square, to: Square) -> Result<Move, MoveError> {
        self.read_move(priests, &Move { from, to }.to_string())
    }

    fn board_measures(&self) -> Vec<(&'static str, f64)> {
        self.measures_of_values()
    }

    fn moved(&self, line: &[Move]) -> Option<Vec<Moved>> {
        measures::moved(line)
    }

    fn is_counter(&self, before: &Priests, after: &Priests) -> Option<bool> {
        Some(measures::is_counter(*before, *after))
    }

    fn reasons(&self) -> Vec<Cause> {
        self.named_reasons()
    }

    const RELAXATION: Option<Relaxation> = Some(Relaxation {
        piece: "space",
        relaxed: "even if all other spaces could be landed on after any way of one to five",
        whatever_they_are: true,
    });

    fn pieces(&self) -> Vec<Square> {
        if self.dice.is_some() {
            return Vec::new();
        }
        (1..LAST).flat_map(|column| [square(0, column), square(1, column)]).collect()
    }

    fn is_solvable_with(&self, kept: &[Square], limits: &Limits) -> Verdict {
        let bit = |square: &Square| square.row_on(2, COLUMNS).map_or(0, |row| bit(row, square.file));
        let kept = kept.iter().fold(0, |mask, square| mask | bit(square));
        search::dfs(&core::Relaxed { game: self, kept }, limits).verdict
    }

    const FACES: Faces = Faces::Values { greatest: GREATEST_VALUE };
    const REQUIREMENTS: &'static [Requirement] = dealt::REQUIREMENTS;

    fn places(parameters: &Parameters) -> Result<Places, String> {
        let steps = parameters.get("steps") as usize;
        if steps != 0 && steps != STEPS {
            return Err(format!("a mountain of {steps} steps cannot be, Fujisan has {STEPS}"));
        }
        Ok(Places::rectangle(2, STEPS).from_file(1))
    }

    fn takes(symbol: u8, _parameters: &Parameters) -> bool {
        symbol <= GREATEST_VALUE
    }

    fn check_rules(rules: &[RuleText<'_>]) -> Result<(), TextError> {
        read_switches(rules).map(|_| ())
    }

    fn from_cells(
        _parameters: &Parameters,
        rules: &[RuleText<'_>],
        cells: &[u8],
        dice: &Dice,
    ) -> Result<Self, TextError> {
        let mut values = [[0; STEPS]; 2];
        for (slot, value) in values.iter_mut().flatten().zip(cells) {
            *slot = *value;
        }
        let (free_summit, fixed) = read_switches(rules)?;
        let rolled = dice.get(PRIESTS).and_then(|dice| dice.try_into().ok());
        Self::new(values, free_summit, rolled.or(fixed))
    }

    fn cells(&self) -> Vec<u8> {
        self.values.concat()
    }

    fn group(
        _: &Parameters,
        rules: &[String],
        symmetries: &[&str],
        _: &[(u8, usize)],
    ) -> Option<Vec<Element>> {
        Some(dealt::group(rules, symmetries))
    }

    fn canonical(&self, symmetries: &[&str]) -> Self {
        let mut images = vec![self.clone()];
        if symmetries.contains(&"mirror") {
            images.push(self.mirrored());
        }
        if symmetries.contains(&"flip") {
            images.extend(images.clone().iter().map(Self::flipped));
        }
        images.into_iter().min_by_key(|image| (image.layout(), image.rules())).unwrap_or_else(|| self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id;
    use crate::registry::read_game;

    fn mountain(id: &str) -> Fujisan {
        read_game(&id::split(id).unwrap()).unwrap()
    }

    fn listed(challenge: &Fujisan, priests: Priests) -> String {
        let mut moves = Vec::new();
        challenge.moves(&priests, &mut moves);
        moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
    }

    fn at(spaces: &[&str]) -> Priests {
        let squares = spaces.iter().map(|s| Square::read_prefix(s).unwrap().0);
        Priests(squares.fold(0, |mask, s| mask | bit(s.row_on(2, COLUMNS).unwrap(), s.file)))
    }

    const ZEROS: &str = "000000000000";

    #[test]
    fn a_priest_lands_where_the_value_is_the_number_of_free_spaces() {
        let m = mountain(&format!("fujisan:120000000000/{ZEROS}"));
        assert_eq!(listed(&m, Priests::START), "a2-b2 a2-c2");
        // With a priest on b2, c2 is only one free space away from the ground.
        assert_eq!(listed(&m, at(&["a2", "b2", "a1", "n1"])), "b2-b1");
    }

    #[test]
    fn a_priest_on_the_summit_stays_in_its_column_unless_the_summit_is_free() {
        let here = at(&["g2", "a1", "n1", "n2"]);
        assert_eq!(listed(&mountain(&format!("fujisan:{ZEROS}/{ZEROS}")), here), "g2-g1");
        assert_eq!(listed(&mountain(&format!("fujisan.free:{ZEROS}/{ZEROS}")), here), "g2-h2 g2-g1");
    }

    #[test]
    fn dice_move_one_priest_once_and_only_when_nobody_can_start() {
        let m = mountain(&format!("fujisan.dice-3150:{ZEROS}/{ZEROS}"));
        assert_eq!(listed(&m, Priests::START), "a2-d2 n2-m2 a1-f1");
        assert_eq!(listed(&m, at(&["d2", "n2", "a1", "n1"])), "d2-d1");
        let m = mountain(&format!("fujisan.dice-3150:1{}/{ZEROS}", &ZEROS[1..]));
        assert_eq!(listed(&m, Priests::START), "a2-b2");
    }

    #[test]
    fn every_illegal_move_says_why() {
        let m = mountain("fujisan:120000000000/000000000000");
        let why = |spaces: &[&str], text| m.read_move(&at(spaces), text).unwrap_err().to_string();
        let start = ["a1", "a2", "n1", "n2"];
        assert_eq!(why(&start, "a2-d2"), "d2 has value 0 but is 3 free spaces away");
        assert_eq!(why(&start, "a1-a2"), "a priest stands on a2 already");
        assert_eq!(why(&start, "b1-b2"), "no priest stands on b1");
        assert_eq!(why(&start, "a1-b2"), "a1-b2 changes row and column at once");
        assert_eq!(
            why(&start, "a1-o1"),
            "a1-o1 leaves the mountain, files go from a to n and ranks from 1 to 2"
        );
        assert_eq!(
            why(&["a1", "b2", "n1", "n2"], "b2-a2"),
            "a2 is the ground, and no priest moves onto the ground"
        );
        assert_eq!(why(&["a1", "g2", "n1", "n2"], "g2-h2"), "a priest on the summit stays in its column");
        assert_eq!(why(&["a1", "b2", "n1", "n2"], "a1-a2"), "a priest on the ground cannot change rows");
        assert_eq!(
            why(&["a1", "a2", "b1", "n2"], "a1-n1"),
            "n1 is the ground, and no priest moves onto the ground"
        );
        assert!(matches!(m.read_move(&Priests::START, "a2"), Err(MoveError::Malformed(_))));
    }

    #[test]
    fn rules_are_written_in_one_order_and_the_default_is_not_written() {
        let layout = "551102224335/244331001054";
        let id = |text: &str| crate::game::id_of(&mountain(text));
        assert_eq!(
            id(&format!("Fujisan.dice-3152.FREE:{layout}")),
            format!("fujisan.free.dice-3152:{layout}")
        );
        assert_eq!(id("fujisan.column: 551102 224335 /244331001054"), format!("fujisan:{layout}"));
    }

    #[test]
    fn mirrored_and_flipped_mountains_share_one_representative() {
        let m = mountain("fujisan.dice-3152:551102224335/244331001054");
        let all = ["mirror", "flip"];
        for image in [m.mirrored(), m.flipped(), m.mirrored().flipped()] {
            assert_ne!(image, m);
            assert_eq!(image.canonical(&all), m.canonical(&all));
        }
        assert_eq!(m.canonical(&[]), m);
    }
}
