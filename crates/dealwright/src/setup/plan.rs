//! What the steps of a setup come to: which places of the table are mixed, and which piece goes to which cells.
//!
//! The pieces lie on numbered *places* of a table, at first in the order of the kit. Hands move places about in piles;
//! what lies on them changes only by *mixing*. So a plan is a list of mixes (which places) followed by a list of seats
//! (which place fills which cells), and it is the same for every deal.

mod laying;
mod piles;
mod table;

use super::{Fault, Setup};
use crate::construct::BuildInfo;
use crate::dealing::{Dice, DiceInfo};
use num_bigint::BigUint;
use table::Table;

/// A place on the table.
pub type Place = u16;

/// What the steps come to.
#[derive(Debug, Clone)]
pub struct DealPlan {
    /// The looks of each piece: for each way it may lie, the symbols that the game sees on its cells.
    pub looks: Vec<Vec<Vec<u8>>>,
    /// The piece on each place before anything is mixed.
    pub table: Vec<u16>,
    /// Mixes in the order in which they happen. Those that a later one makes pointless are left out.
    pub mixes: Vec<Mix>,
    /// Pieces that are seen in the end.
    pub seats: Vec<Seat>,
    /// The cells before anything is laid: what stays empty has its symbol.
    pub blank: Vec<u8>,
    /// Cells that show the same symbol in every challenge, and that symbol.
    pub fixed: Vec<(usize, u8)>,
    /// Cells that are rolled, with the faces of their dice.
    pub rolls: Vec<(usize, Vec<u8>)>,
    /// Lists of dice that are rolled for the game.
    pub dice: Vec<DiceRoll>,
    /// What is built up by hand instead of being laid; none where nothing is.
    pub build: Option<BuildPlan>,
    /// Cells whose piece still lies face down when all is done.
    pub face_down: Vec<usize>,
    /// Everything that hands and dice can do, each piece taken as different from every other.
    pub physical: BigUint,
    /// For each step, what is in hand before and after it.
    pub facts: Vec<Fact>,
}

/// A challenge that is built up by hand: the pile that hands take pieces from, and what chance decides beside it.
#[derive(Debug, Clone)]
pub struct BuildPlan {
    /// How.
    pub by: &'static BuildInfo,
    /// How many moves, where the way takes a number.
    pub moves: u32,
    /// The places of the pieces, the top of the pile first.
    pub pile: Vec<Place>,
    /// How many slips are shuffled.
    pub slips: usize,
    /// The sides of each die.
    pub dice: Vec<u8>,
}

/// A list of dice that the game asks for, and the faces of each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiceRoll {
    /// Which list.
    pub list: &'static DiceInfo,
    /// The faces of each of its dice.
    pub faces: Vec<u8>,
}

/// What a step finds and leaves, of the pieces it is about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fact {
    /// In hand before.
    pub before: Hand,
    /// In hand after.
    pub after: Hand,
    /// Cells that were free before.
    pub free_cells: usize,
    /// Pieces that the step takes off the board.
    pub taken_off: usize,
    /// Pieces that the step lays.
    pub laid: usize,
    /// Where it lays pieces of one square: the cells that it fills, in order.
    pub cells: Vec<usize>,
    /// Cells of the places that it names.
    pub named: usize,
    /// Those of them that were free before.
    pub room: usize,
    /// The slots that it fills, by number.
    pub slots: Vec<usize>,
    /// Pieces that the step turns face up, beside those that are laid so.
    pub revealed: usize,
}

/// Pieces in hand.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hand {
    /// How many.
    pub pieces: usize,
    /// The suits or values of each pile; of one pile that was never split, none.
    pub piles: Vec<Vec<u8>>,
    /// Pieces set aside.
    pub left_over: usize,
}

impl DealPlan {
    /// The faces of each die that is rolled for the game, list by list.
    pub fn die_faces(&self) -> impl DoubleEndedIterator<Item = &[u8]> {
        self.dice.iter().flat_map(|roll| std::iter::repeat_n(roll.faces.as_slice(), roll.list.count))
    }

    /// Values of these dice, in the same order, by their lists.
    pub fn dice_of(&self, values: &[u8]) -> Dice {
        let mut rest = values;
        let list = |roll: &DiceRoll| {
            let (values, others) = rest.split_at(roll.list.count.min(rest.len()));
            rest = others;
            (roll.list.name, values.to_vec())
        };
        Dice(self.dice.iter().map(list).collect())
    }

    /// Whether part of a seen piece is hidden.
    pub fn hides(&self) -> bool {
        let cells = |seat: &Seat| self.looks[self.table[seat.place as usize] as usize][0].len();
        self.seats.iter().any(|seat| seat.cells.len() < cells(seat))
    }

    /// Whether the symbols on the board differ from deal to deal, and not only their places, where pieces are `turned` by chance or
    /// by hand.
    pub fn varies(&self, turned: bool) -> bool {
        self.hides()
            || !self.rolls.is_empty()
            || self.mixes.iter().any(|mix| mix.take < mix.places.len())
            || turned && self.sides_differ()
    }

    /// Whether the sides of a piece show other symbols.
    fn sides_differ(&self) -> bool {
        let sorted = |look: &Vec<u8>| {
            let mut look = look.clone();
            look.sort_unstable();
            look
        };
        let differ = |looks: &Vec<Vec<u8>>| looks.iter().any(|look| sorted(look) != sorted(&looks[0]));
        self.looks.iter().any(differ)
    }
}

/// Places whose pieces are put into a random order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mix {
    /// The places; those that matter later come first.
    pub places: Vec<Place>,
    /// How many of them matter.
    pub take: usize,
    /// Whether it is known which pieces lie there before, whatever other mixes do.
    pub known: bool,
}

/// A place whose piece is seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seat {
    /// The place.
    pub place: Place,
    /// Which cell of the piece shows on which cell of the board.
    pub cells: Vec<(usize, usize)>,
    /// Ways its piece may lie.
    pub turns: usize,
}

/// Works out the plan of a setup, or why it cannot be done.
pub fn plan(setup: &Setup) -> Result<DealPlan, Fault> {
    let mut table = Table::new(setup);
    for step in &setup.steps {
        let group = step.verb.group();
        let mut fact = Fact { before: table.hand(group), free_cells: table.free_cells(), ..Fact::default() };
        table
            .follow(&step.verb, &mut fact)
            .map_err(|misstep| Fault::new(step.offset_of(misstep.key), misstep.message))?;
        fact.after = table.hand(group);
        table.plan.facts.push(fact);
    }
    table.finish()
}
