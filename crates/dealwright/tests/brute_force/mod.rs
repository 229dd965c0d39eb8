//! Steps followed by hand: real piles, and every way that chance can decide, one after the other.
//!
//! Nothing here knows of plans, mixes or formulas. It shares the reader of setup files with the library, and the games.

pub mod asked;
mod table;

use dealwright::dealing::Dice;
use dealwright::setup::effort::Actions;
use dealwright::setup::{By, Setup, Step, Verb, When};
use std::collections::{BTreeMap, BTreeSet};
use table::Hands;

/// Decisions of chance: a tape that is played to the end once for every way they can go.
#[derive(Default)]
pub struct Chance {
    /// What was decided, and of how many ways.
    tape: Vec<(usize, usize)>,
    at: usize,
}

impl Chance {
    pub fn decide(&mut self, ways: usize) -> usize {
        if self.at == self.tape.len() {
            self.tape.push((0, ways));
        }
        let (decided, known) = self.tape[self.at];
        assert_eq!(known, ways, "the same decisions lead to the same question");
        self.at += 1;
        decided
    }

    /// Turns to the next way; false after the last.
    fn next(&mut self) -> bool {
        self.at = 0;
        while let Some((decided, ways)) = self.tape.pop() {
            if decided + 1 < ways {
                self.tape.push((decided + 1, ways));
                return true;
            }
        }
        false
    }
}

/// The work, and what it is done for.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Work {
    /// Before the first deal.
    pub once: Actions,
    /// For every deal.
    pub each: Actions,
    /// When a deal is good.
    pub then: Actions,
}

/// What is done to put a deal right: further looks, swaps and turns.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Fixing {
    pub looks: u64,
    pub swaps: u64,
    pub turns: u64,
}

/// The symbols that the game sees on the cells, and the dice that are rolled for it.
pub type Shown = (Vec<u8>, Dice);

/// What every way of chance together come to.
#[derive(Default)]
pub struct Followed {
    /// Ways that chance can go.
    pub physical: u64,
    /// Those whose board meets what is asked, put right where that is done.
    pub good: u64,
    /// How many ways there are to each board that was laid, before anybody looks at it.
    pub laid: BTreeMap<Shown, u64>,
    /// How many ways there are to each board that is good in the end.
    pub good_boards: BTreeMap<Shown, u64>,
    /// Layouts that can be told apart when pieces with the same faces cannot: what can be seen of the piece on each seen place,
    /// which way it was turned, and the dice.
    pub layouts: BTreeSet<Layout>,
    pub work: Work,
    /// All that was put right, in all ways together.
    pub fixing: Fixing,
    /// Squares that the pieces of each group cover, in the order of the kit.
    pub covered_squares: Vec<usize>,
    /// Single aces that left the board.
    pub aces_taken: usize,
}

pub type Layout = (Vec<(Vec<Vec<u8>>, usize)>, Vec<usize>);

/// Follows the steps of a setup through everything that can happen.
pub fn follow_all(setup: &Setup) -> Followed {
    let mut chance = Chance::default();
    let mut all = Followed::default();
    loop {
        let mut work = Work::default();
        let mut hands = follow(setup, &mut chance, &mut work);
        all.physical += 1;
        *all.laid.entry(hands.shown()).or_default() += 1;
        all.layouts.insert(hands.layout());
        if hands.settle(&mut all.fixing) {
            all.good += 1;
            *all.good_boards.entry(hands.shown()).or_default() += 1;
        }
        if all.physical == 1 {
            (all.work, all.covered_squares) = (work, hands.covered_squares);
            all.aces_taken = hands.aces_taken;
        } else {
            assert_eq!(all.work, work, "every deal is the same work");
            assert_eq!(all.aces_taken, hands.aces_taken);
        }
        if !chance.next() {
            return all;
        }
    }
}

/// The steps once, as chance decides.
fn follow<'a>(setup: &'a Setup, chance: &mut Chance, work: &mut Work) -> Hands<'a> {
    let mut hands = Hands::new(setup);
    let is_look = |step: &Step| matches!(&step.verb, Verb::Require { by, .. } if *by != By::Kit);
    let last_look = setup.steps.iter().rposition(is_look);
    for (number, step) in setup.steps.iter().enumerate() {
        let mut done = Actions::default();
        hands.step(&step.verb, chance, &mut done);
        // Pieces are sorted out once, all else is done for every deal, if nothing else is said.
        let once = match (&step.when, &step.verb) {
            (Some(when), _) => *when == When::Once,
            (None, verb) => matches!(verb, Verb::Remove { .. }),
        };
        let part = match once {
            true => &mut work.once,
            _ if last_look.is_some_and(|last| number > last) => &mut work.then,
            _ => &mut work.each,
        };
        add(part, &done);
    }
    hands
}

fn add(sum: &mut Actions, more: &Actions) {
    sum.sort += more.sort;
    sum.shuffle += more.shuffle;
    sum.shuffled_pieces += more.shuffled_pieces;
    sum.count += more.count;
    sum.turn += more.turn;
    sum.lay += more.lay;
    sum.change_pile += more.change_pile;
    sum.roll += more.roll;
    sum.check += more.check;
}
