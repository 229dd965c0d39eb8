//! Whether a deal meets what is asked of it, and what hands do where it does not: turn a piece, swap two, or deal again.

use super::deal::{Dealer, Laid};
use super::{By, Change, With};
use crate::dealing::Dice;
use crate::kit::Shape;

/// What was done to meet the requirements of one deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Fixes {
    /// Looks at the board, beside the first one of each requirement.
    pub looks: u32,
    /// Two pieces that changed places.
    pub swaps: u32,
    /// Pieces that were turned.
    pub turns: u32,
}

impl Dealer<'_> {
    /// Puts right by hand what can be put right, in the order of the steps. None when the deal has to be gathered.
    pub fn settle(&self, laid: &mut Laid) -> Option<Fixes> {
        let mut fixes = Fixes::default();
        self.settle_counting(laid, &mut fixes).then_some(fixes)
    }

    /// The same, and counts what was done also where it was in vain.
    pub(crate) fn settle_counting(&self, laid: &mut Laid, fixes: &mut Fixes) -> bool {
        if laid.stuck {
            return false;
        }
        let mut has_changed = false;
        for (what, by) in self.setup.asked() {
            let Some(mut cell) = what.broken_at(self, &laid.cells, &laid.dice) else { continue };
            let By::Fix { change, tries } = by else { return false };
            let mut is_met = false;
            for _ in 0..*tries {
                if !self.change(laid, cell, change, fixes) {
                    return false;
                }
                has_changed = true;
                fixes.looks += 1;
                match what.broken_at(self, &laid.cells, &laid.dice) {
                    Some(next) => cell = next,
                    None => {
                        is_met = true;
                        break;
                    }
                }
            }
            if !is_met {
                return false;
            }
        }
        // One that is put right may break another that was looked at before.
        !has_changed || self.accepts(&laid.cells, &laid.dice)
    }

    /// Whether hands that put a deal right bring about no board that shuffling cannot: where two are swapped, all pieces come from
    /// one shuffle, so that it gives another order of it; and where one is turned, chance turns all of them every way.
    pub fn fixes_add_nothing(&self) -> bool {
        let turns_by_hand = |by: &By| matches!(by, By::Fix { change: Change::Turn, .. });
        let all_ways = |seat: &super::plan::Seat| {
            seat.turns == self.plan.looks[self.plan.table[seat.place as usize] as usize].len()
        };
        let is_whole =
            |mix: &super::plan::Mix| self.plan.seats.iter().all(|seat| mix.places.contains(&seat.place));
        let one_shuffle = match self.plan.mixes.as_slice() {
            [mix] => is_whole(mix) && self.plan.rolls.is_empty(),
            _ => false,
        };
        let has_turns = self.setup.asked().any(|(_, by)| turns_by_hand(by));
        (!has_turns || self.plan.seats.iter().all(all_ways)) && (!self.can_swap() || one_shuffle)
    }

    /// Whether anything is put right by hand rather than dealt again.
    pub fn has_fixes(&self) -> bool {
        self.setup.asked().any(|(_, by)| matches!(by, By::Fix { .. }))
    }

    /// Whether pieces lie one way or another, by chance or because they are turned by hand.
    pub(super) fn can_turn(&self) -> bool {
        let by_hand = |by: &By| matches!(by, By::Fix { change: Change::Turn, .. });
        self.plan.seats.iter().any(|seat| seat.turns > 1) || self.setup.asked().any(|(_, by)| by_hand(by))
    }

    /// Whether pieces change places by hand.
    pub(super) fn can_swap(&self) -> bool {
        self.setup.asked().any(|(_, by)| matches!(by, By::Fix { change: Change::Swap(_), .. }))
    }

    /// Whether the piece on a seat lies on a cell that always shows the same: hands leave it there.
    fn is_fixed(&self, on: On) -> bool {
        let On::Seat(seat) = on else { return false };
        self.plan.seats[seat]
            .cells
            .iter()
            .any(|(_, cell)| self.plan.fixed.iter().any(|(fixed, _)| fixed == cell))
    }

    /// Changes the piece on a cell. False where that cannot be done.
    fn change(&self, laid: &mut Laid, cell: usize, change: &Change, fixes: &mut Fixes) -> bool {
        match change {
            Change::Turn => {
                let Some(seat) = self.seat_of(cell) else { return false };
                let (piece, turn) = laid.layout[seat];
                let looks = &self.plan.looks[piece as usize];
                // To the next way that looks different.
                let next = (1..looks.len())
                    .map(|n| (turn + n) % looks.len())
                    .find(|&next| looks[next] != looks[turn]);
                let Some(next) = next else { return false };
                laid.layout[seat].1 = next;
                fixes.turns += 1;
            }
            Change::Swap(with) => {
                let Some((one, other)) = self.swapped(cell, with) else { return false };
                match (one, other) {
                    (On::Seat(one), On::Seat(other)) => laid.layout.swap(one, other),
                    (On::Die(one), On::Die(other)) => laid.cells.swap(one, other),
                    _ => return false,
                }
                fixes.swaps += 1;
            }
        }
        let Laid { layout, cells, .. } = laid;
        self.show(layout.iter().copied(), cells);
        true
    }

    /// The seat whose piece covers a cell.
    fn seat_of(&self, cell: usize) -> Option<usize> {
        self.plan.seats.iter().position(|seat| seat.cells.iter().any(|&(_, own)| own == cell))
    }

    fn on(&self, cell: usize) -> Option<On> {
        let die = || self.plan.rolls.iter().any(|(rolled, _)| *rolled == cell).then_some(On::Die(cell));
        self.seat_of(cell).map(On::Seat).or_else(die)
    }

    /// The two that change places, if both pieces have the same shape.
    fn swapped(&self, cell: usize, with: &With) -> Option<(On, On)> {
        let one = self.on(cell)?;
        let other = match with {
            With::Cell(cell) => self.on(*cell)?,
            With::Next => match one {
                On::Seat(seat) => On::Seat((seat + 1) % self.plan.seats.len()),
                On::Die(cell) => {
                    let rolls = &self.plan.rolls;
                    let at = rolls.iter().position(|(rolled, _)| *rolled == cell)?;
                    On::Die(rolls[(at + 1) % rolls.len()].0)
                }
            },
            With::Side(down, right) => self
                .beside(cell, one, (*down).into(), (*right).into())
                .or_else(|| self.beside(cell, one, -isize::from(*down), -isize::from(*right)))?,
        };
        let stay = self.is_fixed(one) || self.is_fixed(other);
        (one != other && !stay && self.have_one_shape(one, other)).then_some((one, other))
    }

    /// The first other piece from a cell in a direction.
    fn beside(&self, cell: usize, one: On, down: isize, right: isize) -> Option<On> {
        let places = &self.setup.places;
        let (mut row, mut column) = places.spot(cell);
        loop {
            (row, column) = (row.checked_add_signed(down)?, column.checked_add_signed(right)?);
            let other = self.on(places.cell_at(row, column)?)?;
            if other != one {
                return Some(other);
            }
        }
    }

    /// Dice change places with dice, and pieces with pieces of their shape, also of other groups.
    fn have_one_shape(&self, one: On, other: On) -> bool {
        match (one, other) {
            (On::Die(_), On::Die(_)) => true,
            (On::Seat(one), On::Seat(other)) => self.shape_at(one) == self.shape_at(other),
            _ => false,
        }
    }

    /// The shape of the pieces that lie on a seat.
    pub(super) fn shape_at(&self, seat: usize) -> Shape {
        let mut number = usize::from(self.plan.table[self.plan.seats[seat].place as usize]);
        for kit in &self.setup.kit {
            if number < kit.pieces.len() {
                return kit.shape();
            }
            number -= kit.pieces.len();
        }
        Shape::SINGLE // every seat has a piece of the kit
    }
}

/// What lies on a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum On {
    Seat(usize),
    Die(usize),
}

/// Boards that one change by hand turns into a board, as far as they can be: a swap is its own reverse.
impl Dealer<'_> {
    pub(super) fn before_a_fix(&self, laid: &Laid) -> Vec<Laid> {
        let mut before: Vec<Laid> = Vec::new();
        for (_, by) in self.setup.asked() {
            let By::Fix { change, .. } = by else { continue };
            for cell in 0..laid.cells.len() {
                let mut earlier = laid.clone();
                let ways = match (change, self.seat_of(cell)) {
                    (Change::Turn, Some(seat)) => self.plan.looks[laid.layout[seat].0 as usize].len(),
                    _ => 2,
                };
                // To turn back is to turn on until all other ways have been seen.
                for _ in 1..ways {
                    if !self.change(&mut earlier, cell, change, &mut Fixes::default()) {
                        break;
                    }
                    if earlier != *laid && !before.contains(&earlier) {
                        before.push(earlier.clone());
                    }
                }
            }
        }
        before
    }

    /// Whether hands that are given this board leave that one.
    pub(super) fn becomes(&self, mut laid: Laid, cells: &[u8]) -> bool {
        let seen = self.setup.game.seen;
        self.settle(&mut laid).is_some()
            && laid.cells.iter().zip(cells).all(|(&one, &other)| seen(one) == seen(other))
    }

    /// What lies there when these pieces lie on the seats, and the rest of the cells shows what it shows.
    pub(super) fn laid(&self, layout: Vec<(u16, usize)>, cells: &[u8]) -> Laid {
        let mut cells = cells.to_vec();
        self.show(layout.iter().copied(), &mut cells);
        Laid { layout, cells, dice: Dice::default(), stuck: false }
    }
}
