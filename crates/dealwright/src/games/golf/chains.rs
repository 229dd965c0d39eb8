//! The solvers of its own: depth first on heights of columns, with three things that make them fast.
//!
//! 1. **Chains.** A position is left at once when what is left could not be taken off even with nothing covered ([`crate::games::patience::flow`]).
//! 2. **Last cards later.** If two top cards have one rank and the first is the last card of its column, the first is not played now. Proof: take a
//!    solution that plays it now. It plays the other one later; play the other one now and the first one then. Suits never
//!    matter, so the waste shows the same ranks all along; the column of the other one is one card further in between, and nothing
//!    lay under the first one. If what lies under two equal top cards has the same ranks from the top on, one of them is enough.
//! 3. **One position for all that are alike.** Among the columns whose bottom cards have one rank and that are down to it or
//!    empty, the first ones are taken to be those that are not empty. Positions are kept with that order.

use super::{Golf, Move};
use crate::games::patience::flow::{Counts, Ranks};
use crate::kit::cards::MOST_RANKS;
use crate::puzzle::Puzzle;
use crate::search::{Keys, Limits, Outcome, Reason};

/// Heights of columns.
type Heights = [u8; super::MOST_COLUMNS];

/// The cards as ranks from 0, and what never changes.
struct Course {
    ranks: Ranks,
    columns: Vec<Vec<u8>>,
    /// For each column those whose bottom cards have the same rank, itself among them.
    alike: Vec<Vec<usize>>,
    stock: Vec<u8>,
}

/// A position with what is kept up to date.
#[derive(Clone, Copy)]
struct Place {
    heights: Heights,
    left: u8,
    turned: u8,
    waste: u8,
    /// Cards of each rank in the columns.
    columns: Counts,
    /// Cards of each rank that are still turned up, the top card of the waste among them.
    to_come: Counts,
}

/// A move down the tree.
#[derive(Clone, Copy, PartialEq)]
enum Step {
    Column(u8),
    Draw,
}

impl Course {
    /// The challenge with a stock that ends after so many cards.
    fn new(game: &Golf, stock: usize) -> Self {
        let rank = |card: &crate::kit::cards::Card| card.rank() - 1;
        let columns: Vec<Vec<u8>> =
            game.columns.iter().map(|column| column.iter().map(rank).collect()).collect();
        let same =
            |column: &Vec<u8>| (0..columns.len()).filter(|&other| columns[other][0] == column[0]).collect();
        let alike = columns.iter().map(same).collect();
        let count = usize::from(game.ranks);
        // The ace and the two are neighbours anyway.
        let ranks = Ranks { count, wrap: game.wrap && count > 2, closed: game.kings_closed };
        Self { ranks, columns, alike, stock: game.stock.iter().take(stock).map(rank).collect() }
    }

    fn start(&self, game: &Golf) -> Place {
        let position = game.start();
        let mut place = Place {
            heights: [0; super::MOST_COLUMNS],
            left: 0,
            turned: position.turned,
            waste: position.waste.rank() - 1,
            columns: [0; MOST_RANKS],
            to_come: [0; MOST_RANKS],
        };
        for (column, cards) in self.columns.iter().enumerate() {
            let height = position.height(column);
            place.heights[column] = height as u8;
            place.left += height as u8;
            cards[..height].iter().for_each(|rank| place.columns[usize::from(*rank)] += 1);
        }
        (0..self.columns.len()).for_each(|column| self.settle(&mut place.heights, column));
        let turned = self.stock.iter().skip(position.turned.into()).chain([&place.waste]);
        turned.for_each(|rank| place.to_come[usize::from(*rank)] += 1);
        place
    }

    fn key(&self, place: &Place) -> u64 {
        let heights = place.heights.iter().fold(0, |key, height| key << 4 | u64::from(*height));
        heights << 9 | u64::from(place.turned) << 4 | u64::from(place.waste)
    }

    fn can_go(&self, place: &Place) -> bool {
        self.ranks.can_go(&place.columns, &place.to_come)
    }

    /// Brings columns like this one that are down to their bottom card or empty into their order.
    fn settle(&self, heights: &mut Heights, column: usize) {
        if heights[column] > 1 {
            return;
        }
        let alike = &self.alike[column];
        let mut full = alike.iter().filter(|&&other| heights[other] == 1).count();
        for &other in alike {
            if heights[other] <= 1 {
                heights[other] = u8::from(full > 0);
                full = full.saturating_sub(1);
            }
        }
    }

    fn make(&self, place: &Place, step: Step) -> Place {
        let mut next = *place;
        next.to_come[usize::from(place.waste)] -= 1;
        match step {
            Step::Column(column) => {
                let column = usize::from(column);
                let rank = self.top(place, column);
                next.heights[column] -= 1;
                self.settle(&mut next.heights, column);
                next.left -= 1;
                next.columns[usize::from(rank)] -= 1;
                next.to_come[usize::from(rank)] += 1;
                next.waste = rank;
            }
            Step::Draw => {
                next.waste = self.stock[usize::from(place.turned)];
                next.turned += 1;
            }
        }
        next
    }

    fn top(&self, place: &Place, column: usize) -> u8 {
        self.columns[column][usize::from(place.heights[column]) - 1]
    }

    /// What lies under the top card of a column.
    fn rest(&self, place: &Place, column: usize) -> &[u8] {
        &self.columns[column][..usize::from(place.heights[column]) - 1]
    }

    fn fits(&self, card: u8, waste: u8) -> bool {
        let (apart, last) = (card.abs_diff(waste), self.ranks.count as u8 - 1);
        (apart == 1 || self.ranks.wrap && apart == last) && !(self.ranks.closed && waste == last)
    }

    /// The steps worth making, the best one last.
    fn worth(&self, place: &Place) -> Steps {
        let mut found = Steps { list: [Step::Draw; super::MOST_COLUMNS + 1], count: 0 };
        for column in 0..self.columns.len() {
            if place.heights[column] == 0 || !self.fits(self.top(place, column), place.waste) {
                continue;
            }
            let (top, rest) = (self.top(place, column), self.rest(place, column));
            let same = |other: &Step| match other {
                Step::Column(other) => self.top(place, usize::from(*other)) == top,
                Step::Draw => false,
            };
            let rest_of = |other: &Step| match other {
                Step::Column(other) => self.rest(place, usize::from(*other)),
                Step::Draw => &[],
            };
            let here = &found.list[..found.count];
            if here.iter().any(|other| same(other) && (rest.is_empty() || rest_of(other) == rest)) {
                continue;
            }
            match here.iter().position(|other| same(other) && rest_of(other).is_empty()) {
                Some(n) => found.list[n] = Step::Column(column as u8),
                None => found.push(Step::Column(column as u8)),
            }
        }
        // The longest columns first.
        found.list[..found.count].sort_by_key(|step| match step {
            Step::Column(column) => place.heights[usize::from(*column)],
            Step::Draw => 0,
        });
        if usize::from(place.turned) < self.stock.len() {
            found.push(Step::Draw);
            found.list[..found.count].rotate_right(1);
        }
        found
    }
}

/// A few steps.
#[derive(Clone, Copy)]
struct Steps {
    list: [Step; super::MOST_COLUMNS + 1],
    count: usize,
}

impl Steps {
    fn push(&mut self, step: Step) {
        self.list[self.count] = step;
        self.count += 1;
    }

    fn pop(&mut self) -> Option<Step> {
        self.count = self.count.checked_sub(1)?;
        Some(self.list[self.count])
    }
}

/// Depth first.
pub(super) fn chains(game: &Golf, limits: &Limits) -> Outcome<Move> {
    let course = Course::new(game, game.stock.len());
    let mut seen = Keys::new(limits);
    let found = run(&course, game, &mut seen);
    outcome(game, found, false, seen.len())
}

/// With no card of the stock, then one more each time: the first solution that is found turns up as few as any, and every solution takes
/// each card of the columns off once, so it is a shortest one.
pub(super) fn fewest(game: &Golf, limits: &Limits) -> Outcome<Move> {
    let mut states = 0;
    let mut found = Ok(None);
    for stock in usize::from(game.start().turned)..=game.stock.len() {
        let mut seen = Keys::new(&Limits { states: limits.states.saturating_sub(states), ..*limits });
        found = run(&Course::new(game, stock), game, &mut seen);
        states += seen.len();
        if !matches!(found, Ok(None)) {
            break;
        }
    }
    // The number that was given, not what was left of it.
    let found = found.map_err(|reason| match reason {
        Reason::States(_) => Reason::States(limits.states),
        other => other,
    });
    outcome(game, found, true, states)
}

fn outcome(
    game: &Golf,
    found: Result<Option<Vec<Move>>, Reason>,
    shortest: bool,
    states: u64,
) -> Outcome<Move> {
    match found {
        Ok(Some(line)) => Outcome::solved(game, line, shortest, states),
        Ok(None) => Outcome::unsolvable(states),
        Err(reason) => Outcome::undecided(reason, states),
    }
}

fn run(course: &Course, game: &Golf, seen: &mut Keys<u64>) -> Result<Option<Vec<Move>>, Reason> {
    let start = course.start(game);
    seen.insert(course.key(&start))?;
    if start.left == 0 {
        return Ok(Some(Vec::new()));
    }
    if !course.can_go(&start) {
        return Ok(None);
    }
    let mut path = vec![(start, course.worth(&start), Step::Draw)];
    loop {
        let Some((place, worth, made)) = path.last_mut() else { return Ok(None) };
        let Some(step) = worth.pop() else {
            path.pop();
            continue;
        };
        *made = step;
        let next = course.make(place, step);
        if !course.can_go(&next) || !seen.insert(course.key(&next))? {
            continue;
        }
        if next.left == 0 {
            return Ok(Some(written(course, game, path.iter().map(|(place, _, step)| (place, *step)))));
        }
        path.push((next, course.worth(&next), Step::Draw));
    }
}

/// The moves of a path: a bottom card is played from any column that is down to a bottom card of its rank.
fn written<'a>(course: &Course, game: &Golf, path: impl Iterator<Item = (&'a Place, Step)>) -> Vec<Move> {
    let mut position = game.start();
    let mut line = Vec::new();
    for (place, step) in path {
        let mv = match step {
            Step::Draw => Some(Move::Draw),
            Step::Column(column) => {
                let column = usize::from(column);
                let is_it = |real: &usize| match place.heights[column] {
                    1 => position.height(*real) == 1 && course.columns[*real][0] == course.columns[column][0],
                    _ => *real == column,
                };
                let real = (0..course.columns.len()).find(is_it);
                real.and_then(|real| game.top(&position, real)).map(Move::Card)
            }
        };
        let Some(mv) = mv else { break };
        line.push(mv);
        game.play(&mut position, mv);
    }
    debug_assert!(game.is_solved(&position), "{}", crate::game::id_of(game));
    line
}
