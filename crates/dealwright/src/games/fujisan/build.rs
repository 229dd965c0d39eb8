//! Mountains that are built up backwards: the priests walk down from the summit, and the coins that their ways need are laid as they go.
//!
//! A priest who stands on a space without a coin may have come from any free space of its row: the number of free spaces to that one is
//! the value that the space needs. A space with a coin says itself how far away the priest was. The walks played the other way
//! round are a solution, because the other priests stand where they stood.

use super::{CORNERS, LAST, Move, Priests, STEPS, SUMMIT, bit, square};
use crate::construct::{BuildInfo, BuildWork, Construction, Lots};
use crate::dealing::Parameters;

/// Turns after which hands give up.
const TURNS: usize = 60;
const PRIESTS: u8 = 4;
const SIDES: u8 = 6;

pub(super) const BUILDS: &[BuildInfo] = &[BuildInfo {
    name: "walks back",
    about: "the priests walk down from the summit, and the coins of their ways are laid as they go",
    needs: "a die with six sides and one with four",
    told: "Stand the priests on the four spaces of the summit: first top left, second top right, third bottom left, fourth bottom right. \
           Roll both dice. The four-sided one says which priest goes (if that one is on the ground, the next one). On a 1 of the other it \
           changes rows, if it can. Otherwise it walks. If its space has a coin, it walks so many free spaces down its row, away from the summit, or if \
           it cannot, towards the summit and past it, or if it cannot do that either, it changes rows. If its space has no coin, take the first coin of the \
           pile with a number that it can walk, put it there, and walk. A walk ends on a step, never on the summit. Nobody goes to the ground \
           before {moves} moves were made; after that, a priest whose space has no coin goes there at once if a coin of the pile says how far it is. \
           A priest who can do nothing stays. When all four are on the ground, lay the other coins row by row onto the free spaces. After 60 \
           turns without that, take everything off and begin again. The moves played the other way round are a solution.",
    takes_moves: true,
    last_laid_first: true,
    can_get_stuck: true,
    takes_off: false,
    slips: |_| 0,
    dice: |_, _| [PRIESTS, SIDES].repeat(TURNS),
    fits: |_, pieces| match pieces.len() {
        24 => Ok(()),
        n => Err(format!("a mountain is built of 24 pieces, not of {n}")),
    },
}];

/// The mountain while it is built.
struct Site {
    values: [[Option<u8>; STEPS]; 2],
    pile: Vec<u8>,
    priests: Priests,
    /// Where each priest stands.
    at: [(u8, u8); 4],
    /// The priest who changed rows last, while nobody has moved since.
    changed: Option<usize>,
}

/// A step back: where the priest goes, and the coin that its space gets.
struct Step {
    to: (u8, u8),
    coin: Option<u8>,
}

impl Site {
    fn is_home(&self, priest: usize) -> bool {
        CORNERS.contains(&self.at[priest])
    }

    /// The space that lies so many free spaces away along the row; none beyond its ends.
    fn along(&self, (row, column): (u8, u8), steps: u8, right: bool) -> Option<(u8, u8)> {
        let free = |column: &u8| !self.priests.stands_on(row, *column);
        let column = match right {
            true => (column + 1..=LAST).filter(free).nth(steps as usize - 1),
            false => (0..column).rev().filter(free).nth(steps as usize - 1),
        };
        column.map(|column| (row, column))
    }

    /// Where a walk of so many free spaces leads, away from the summit or else towards it; none where it cannot end.
    fn walk(&self, (row, column): (u8, u8), steps: u8, may_go_home: bool) -> Option<(u8, u8)> {
        let ends_well = |&(_, column): &(u8, u8)| {
            !SUMMIT.contains(&column) && (may_go_home || (1..LAST).contains(&column))
        };
        if steps == 0 {
            return None;
        }
        let away = column >= *SUMMIT.end();
        [away, !away].into_iter().find_map(|right| self.along((row, column), steps, right).filter(ends_well))
    }

    /// What a turn lets a priest do; none where it can do nothing.
    fn step(&self, priest: usize, changes: bool, may_go_home: bool) -> Option<Step> {
        let (row, column) = self.at[priest];
        let other = (1 - row, column);
        let can_change = self.changed != Some(priest) && !self.priests.stands_on(other.0, other.1);
        let change = can_change.then_some(Step { to: other, coin: None });
        if changes && can_change {
            return change;
        }
        let walk = match self.values[row as usize][column as usize - 1] {
            Some(steps) => self.walk((row, column), steps, may_go_home).map(|to| Step { to, coin: None }),
            None => {
                let with = |&coin: &u8| {
                    let to = self.walk((row, column), coin, may_go_home)?;
                    Some(Step { to, coin: Some(coin) })
                };
                let is_home = |step: &Step| CORNERS.contains(&step.to);
                let mut walks = self.pile.iter().filter_map(with);
                let home = walks.clone().find(is_home);
                home.or_else(|| walks.next())
            }
        };
        walk.or(change)
    }

    /// Makes a step back; the move that plays it again.
    fn make(&mut self, priest: usize, step: &Step) -> Move {
        let from = self.at[priest];
        if let Some(coin) = step.coin {
            self.values[from.0 as usize][from.1 as usize - 1] = Some(coin);
            if let Some(at) = self.pile.iter().position(|&other| other == coin) {
                self.pile.remove(at);
            }
        }
        self.priests.0 = self.priests.0 & !bit(from.0, from.1) | bit(step.to.0, step.to.1);
        self.at[priest] = step.to;
        self.changed = (step.to.1 == from.1).then_some(priest);
        Move { from: square(step.to.0, step.to.1), to: square(from.0, from.1) }
    }
}

/// Builds a mountain with at least so many moves; without cells where the priests did not come down in time.
pub(super) fn build(_parameters: &Parameters, moves: u32, lots: &Lots<'_>) -> Construction<Move> {
    let mut site = Site {
        values: [[None; STEPS]; 2],
        pile: lots.pieces.to_vec(),
        priests: Priests::GOAL,
        at: [(0, 6), (0, 7), (1, 6), (1, 7)],
        changed: None,
    };
    let (mut line, mut work) = (Vec::new(), BuildWork { lay: 4, ..BuildWork::default() });
    for dice in lots.dice.chunks_exact(2) {
        if site.priests == Priests::START {
            break;
        }
        work.roll += 1;
        let out = (0..4).map(|n| (usize::from(dice[0]) + n) % 4).find(|&priest| !site.is_home(priest));
        let step = out
            .and_then(|priest| Some((priest, site.step(priest, dice[1] == 0, line.len() as u32 >= moves)?)));
        let Some((priest, step)) = step else { continue };
        if let Some(coin) = step.coin {
            work.look += site.pile.iter().position(|&other| other == coin).map_or(0, |at| at as u32 + 1);
            work.lay += 1;
        }
        line.push(site.make(priest, &step));
        work.lay += 1;
    }
    if site.priests != Priests::START {
        return Construction { cells: None, line: Vec::new(), work };
    }
    line.reverse();
    work.lay += site.pile.len() as u32;
    let mut rest = site.pile.into_iter();
    let cells = site.values.iter().flatten().map(|value| value.or_else(|| rest.next()).unwrap_or_default());
    Construction { cells: Some(cells.collect()), line, work }
}
