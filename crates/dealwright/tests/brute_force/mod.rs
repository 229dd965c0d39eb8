//! Steps followed by hand: real piles, and every way that chance can decide, one after the other.
//!
//! Nothing here knows of plans, mixes or formulas. It shares the reader of setup files with the library, and the games.

use dealwright::dealing::Dice;
use dealwright::kit::{Piece, PieceKind};
use dealwright::setup::effort::Actions;
use dealwright::setup::{Along, By, Lay, Order, Piles, Property, Rolled, Setup, Verb};
use std::collections::{BTreeMap, BTreeSet};

/// Decisions of chance: a tape that is played to the end once for every way they can go.
#[derive(Default)]
struct Chance {
    /// What was decided, and of how many ways.
    tape: Vec<(usize, usize)>,
    at: usize,
}

impl Chance {
    fn decide(&mut self, ways: usize) -> usize {
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

/// A piece in hand or on the board.
#[derive(Clone, Copy)]
struct Held {
    group: usize,
    number: usize,
    /// Which of its ways it lies.
    way: usize,
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

/// What every way of chance together come to.
#[derive(Default)]
pub struct Followed {
    /// Ways that chance can go.
    pub physical: u64,
    /// Those whose board meets what is asked by dealing again.
    pub good: u64,
    /// How many ways there are to each board (symbols, and the priests' dice).
    pub boards: BTreeMap<(Vec<u8>, Dice), u64>,
    /// Of them, those that meet what is asked.
    pub good_boards: BTreeSet<(Vec<u8>, Dice)>,
    /// Layouts that can be told apart when pieces with the same faces cannot: what lies on each seen place, which way it was
    /// turned, and the dice.
    pub layouts: BTreeSet<Layout>,
    pub work: Work,
    /// Squares that the pieces of each group cover, in the order of the kit.
    pub covered_squares: Vec<usize>,
    /// Single aces that left the board.
    pub aces_taken: usize,
}

pub type Layout = (Vec<(Vec<u8>, usize)>, Vec<usize>);

/// Follows the steps of a setup through everything that can happen.
pub fn follow_all(setup: &Setup) -> Followed {
    let mut chance = Chance::default();
    let mut all = Followed::default();
    loop {
        let hands = Hands::follow(setup, &mut chance);
        all.physical += 1;
        let board = (hands.cells.iter().map(|cell| cell.unwrap()).collect::<Vec<u8>>(), hands.dice.clone());
        let good = hands.is_good(&board.0);
        all.good += u64::from(good);
        *all.boards.entry(board.clone()).or_default() += 1;
        if good {
            all.good_boards.insert(board);
        }
        all.layouts.insert((hands.layout, hands.rolled));
        if all.physical == 1 {
            (all.work, all.covered_squares) = (hands.work, hands.covered_squares);
            all.aces_taken = hands.aces_taken;
        } else {
            assert_eq!(all.work, hands.work, "every deal is the same work");
            assert_eq!(all.aces_taken, hands.aces_taken);
        }
        if !chance.next() {
            return all;
        }
    }
}

struct Hands<'a> {
    setup: &'a Setup,
    /// The piles of each group, the top of each first.
    piles: Vec<Vec<Vec<Held>>>,
    left_over: Vec<Vec<Held>>,
    /// What is seen on each cell.
    cells: Vec<Option<u8>>,
    next_slot: usize,
    dice: Dice,
    /// The sides of the dice that came up.
    rolled: Vec<usize>,
    layout: Vec<(Vec<u8>, usize)>,
    work: Work,
    covered_squares: Vec<usize>,
    aces_taken: usize,
    /// Cells on which a piece of a single cell lies.
    single: Vec<bool>,
}

impl<'a> Hands<'a> {
    fn follow(setup: &'a Setup, chance: &mut Chance) -> Self {
        let held = |(group, kit): (usize, &dealwright::kit::Group)| {
            vec![(0..kit.pieces.len()).map(|number| Held { group, number, way: 0 }).collect()]
        };
        let mut hands = Self {
            setup,
            piles: setup.kit.iter().enumerate().map(held).collect(),
            left_over: vec![Vec::new(); setup.kit.len()],
            cells: vec![None; setup.places.cells()],
            next_slot: 0,
            dice: Dice::default(),
            rolled: Vec::new(),
            layout: Vec::new(),
            work: Work::default(),
            covered_squares: vec![0; setup.kit.len()],
            aces_taken: 0,
            single: vec![false; setup.places.cells()],
        };
        let redealt =
            |step: &dealwright::setup::Step| matches!(step.verb, Verb::Require { by: By::DealingAgain, .. });
        let last_look = setup.steps.iter().rposition(redealt);
        for (number, step) in setup.steps.iter().enumerate() {
            let mut done = Actions::default();
            hands.step(&step.verb, chance, &mut done);
            let part = match step.verb {
                Verb::Remove { .. } => &mut hands.work.once,
                _ if last_look.is_some_and(|last| number > last) => &mut hands.work.then,
                _ => &mut hands.work.each,
            };
            add(part, &done);
        }
        hands
    }

    fn piece(&self, held: Held) -> &'a Piece {
        &self.setup.kit[held.group].pieces[held.number]
    }

    fn step(&mut self, verb: &Verb, chance: &mut Chance, done: &mut Actions) {
        match verb {
            Verb::Remove { group, which } => {
                let mut piles = std::mem::take(&mut self.piles[*group]);
                for pile in &mut piles {
                    done.sort += pile.len() as u32;
                    pile.retain(|&held| !which.iter().any(|which| which.is(self.piece(held))));
                }
                self.piles[*group] = piles.into_iter().filter(|pile| !pile.is_empty()).collect();
            }
            Verb::Split { group, by, together } => self.split(*group, *by, together, done),
            Verb::Shuffle { group, piles: which } => {
                let mut piles = std::mem::take(&mut self.piles[*group]);
                if *which == Piles::All {
                    piles = vec![piles.concat()];
                }
                piles.iter_mut().for_each(|pile| shuffle(pile, chance, done));
                self.piles[*group] = piles;
            }
            Verb::Keep { group, count } => {
                let [pile] = self.piles[*group].as_mut_slice() else { panic!("one pile") };
                self.left_over[*group].extend(pile.drain(*count..));
                done.count += pile.len() as u32;
            }
            Verb::Turn { group } => {
                let ways = self.setup.kit[*group].turns.len();
                for held in self.piles[*group].iter_mut().flatten() {
                    // It may have been turned before; now it lies some way, whatever that was.
                    held.way = chance.decide(ways);
                    done.turn += 1;
                }
            }
            Verb::Lay { group, lay } => self.lay(*group, lay, chance, done),
            Verb::Roll { group, into, along } => {
                let PieceKind::Dice { count, faces } = &self.setup.kit[*group].kind else { panic!("dice") };
                let sides: Vec<usize> = (0..*count).map(|_| chance.decide(faces.len())).collect();
                let values: Vec<u8> = sides.iter().map(|&side| faces[side]).collect();
                done.roll += count;
                self.rolled.extend(sides);
                match into {
                    Rolled::List(list) => self.dice.0.push((list.name, values)),
                    Rolled::Spaces => {
                        for (cell, value) in self.free_cells(*along).into_iter().zip(values) {
                            self.cells[cell] = Some(value);
                        }
                    }
                }
            }
            Verb::Stand { group, .. } => {
                let PieceKind::Pawns { count } = self.setup.kit[*group].kind else { panic!("pawns") };
                done.lay += count;
            }
            Verb::Cover { group, count, .. } => {
                for _ in 0..*count {
                    self.left_over[*group].pop().unwrap();
                    done.lay += 1;
                }
            }
            Verb::Move { .. } => {
                // A card's symbol ends in its rank, and the ace has rank 1.
                for cell in 0..self.cells.len() {
                    if self.single[cell] && self.cells[cell].is_some_and(|symbol| symbol & 15 == 1) {
                        self.aces_taken += 1;
                        done.lay += 1;
                    }
                }
            }
            Verb::Require { by: By::Kit, .. } => {}
            Verb::Require { by: By::DealingAgain, .. } => done.check += 1,
        }
    }

    fn split(&mut self, group: usize, by: Property, together: &[Vec<u8>], done: &mut Actions) {
        let all = self.piles[group].concat();
        let label = |held: Held| match by {
            Property::Suit => self.piece(held).suit.unwrap(),
            Property::Value => self.piece(held).value.unwrap(),
        };
        // Piles stand in the order of the kit, whatever lies on top of a shuffled pile.
        let mut sets: Vec<Vec<u8>> = together.to_vec();
        if sets.is_empty() {
            let mut sorted = all.clone();
            sorted.sort_by_key(|held| held.number);
            for held in sorted {
                if !sets.contains(&vec![label(held)]) {
                    sets.push(vec![label(held)]);
                }
            }
        }
        let mut piles: Vec<Vec<Held>> = vec![Vec::new(); sets.len()];
        for &held in &all {
            let pile = sets.iter().position(|set| set.contains(&label(held))).unwrap();
            piles[pile].push(held);
            done.sort += 1;
        }
        self.piles[group] = piles.into_iter().filter(|pile| !pile.is_empty()).collect();
    }

    fn lay(&mut self, group: usize, lay: &Lay, chance: &mut Chance, done: &mut Actions) {
        let mut piles = std::mem::take(&mut self.piles[group]);
        let mut hand_at = None;
        while piles.iter().any(|pile| !pile.is_empty()) {
            let mut round = Vec::new();
            for (n, pile) in piles.iter_mut().enumerate() {
                let take =
                    if lay.piles == Order::InOrder { pile.len() } else { lay.at_a_time.min(pile.len()) };
                for held in pile.drain(..take) {
                    if hand_at.is_some_and(|at| at != n) {
                        done.change_pile += 1;
                    }
                    hand_at = Some(n);
                    round.push(held);
                }
            }
            if lay.piles == Order::InShuffledRounds {
                shuffle(&mut round, chance, done);
            }
            for held in round {
                self.put(held, lay.along);
                done.lay += 1;
            }
        }
    }

    fn put(&mut self, held: Held, along: Along) {
        let kit = &self.setup.kit[held.group];
        let place: Vec<Option<usize>> = match along {
            Along::Slots => {
                self.next_slot += 1;
                self.setup.slots[self.next_slot - 1].0.clone()
            }
            along => vec![Some(self.free_cells(along)[0])],
        };
        let piece = self.piece(held);
        let shown: Vec<u8> = kit.turns[held.way].iter().map(|&n| piece.faces[n]).collect();
        for (cell, &symbol) in place.iter().zip(&shown) {
            let Some(cell) = *cell else { continue };
            assert_eq!(self.cells[cell].replace(symbol), None, "a cell is filled once");
            self.single[cell] = place.len() == 1;
            self.covered_squares[held.group] += 1;
        }
        if place.iter().any(Option::is_some) {
            let seen = piece.faces.iter().map(|&symbol| (self.setup.game.seen)(symbol)).collect();
            // Ways round that make no difference to any piece of the group are one.
            let looks = |way: &Vec<usize>| {
                kit.pieces.iter().flat_map(|piece| way.iter().map(|&n| piece.faces[n])).collect::<Vec<u8>>()
            };
            let look = looks(&kit.turns[held.way]);
            self.layout.push((seen, kit.turns.iter().position(|way| looks(way) == look).unwrap()));
        }
    }

    /// Free cells in the order of a way over the board.
    fn free_cells(&self, along: Along) -> Vec<usize> {
        let (rows, columns) = (self.setup.places.rows, self.setup.places.columns);
        let mut cells: Vec<usize> = (0..rows * columns).filter(|&cell| self.cells[cell].is_none()).collect();
        // By what a cell is sorted first and second, each from its own end; every other line the other way round.
        let (sweep, by_rows) = match along {
            Along::Rows(sweep) => (sweep, true),
            Along::Columns(sweep) => (sweep, false),
            Along::Slots => panic!("slots are listed"),
        };
        let down = |cell: &usize| if sweep.from_bottom { rows - 1 - cell / columns } else { cell / columns };
        let right =
            |cell: &usize| if sweep.from_right { columns - 1 - cell % columns } else { cell % columns };
        cells.sort_by_key(|cell| {
            let (line, along_it) =
                if by_rows { (down(cell), right(cell)) } else { (right(cell), down(cell)) };
            let back = sweep.to_and_fro && line % 2 == 1;
            (line, if back { usize::MAX - along_it } else { along_it })
        });
        cells
    }

    fn is_good(&self, cells: &[u8]) -> bool {
        self.setup.steps.iter().all(|step| match step.verb {
            Verb::Require { what, by: By::DealingAgain } => (what.scopes)(&self.setup.parameters)
                .iter()
                .all(|scope| (what.holds)(&scope.iter().map(|&cell| cells[cell]).collect::<Vec<_>>())),
            _ => true,
        })
    }
}

/// Every order, each by its own decisions.
fn shuffle(pile: &mut Vec<Held>, chance: &mut Chance, done: &mut Actions) {
    if pile.len() > 1 {
        done.shuffle += 1;
        done.shuffled_pieces += pile.len() as u32;
    }
    let mut rest = std::mem::take(pile);
    while !rest.is_empty() {
        let drawn = chance.decide(rest.len());
        pile.push(rest.remove(drawn));
    }
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
