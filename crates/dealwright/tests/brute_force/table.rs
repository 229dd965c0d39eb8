//! The table: piles in hand, and what lies on the board.

use super::{Chance, Layout, Shown};
use dealwright::dealing::Dice;
use dealwright::kit::{Group, Piece, PieceKind};
use dealwright::setup::effort::Actions;
use dealwright::setup::{
    Along, Arrangement, By, FaceUp, Lay, Order, PileName, Piles, Property, Rolled, Setup, Slot, Sweep, Verb,
    Which,
};

/// A piece in hand or on the board.
#[derive(Clone, Copy)]
pub struct Held {
    pub group: usize,
    number: usize,
    /// Which of its ways it lies.
    pub way: usize,
}

/// A piece on the board, and for each of its cells the cell of the board, or none where it is covered.
pub struct Lain {
    pub held: Held,
    pub at: Vec<Option<usize>>,
}

pub struct Hands<'a> {
    pub setup: &'a Setup,
    /// The piles of each group, the top of each first.
    piles: Vec<Vec<Vec<Held>>>,
    /// The pieces of each group in the order in which they stood before they were shuffled.
    in_order: Vec<Vec<usize>>,
    /// What the piles of each group were made by.
    split_by: Vec<Property>,
    left_over: Vec<Vec<Held>>,
    /// Pieces with at least one cell to be seen, in the order in which they were laid.
    pub board: Vec<Lain>,
    /// Cells with dice, in the order in which they were put there, and the side that came up.
    pub dice_on_cells: Vec<(usize, u8)>,
    filled: Vec<bool>,
    face_down: Vec<bool>,
    next_slot: usize,
    dice: Dice,
    /// The sides of the dice that came up.
    rolled: Vec<usize>,
    pub covered_squares: Vec<usize>,
    pub aces_taken: usize,
    /// The pieces of the pile that each group was laid from last; none before, or where the piles were made anew.
    taken_from: Vec<Vec<usize>>,
}

impl<'a> Hands<'a> {
    pub fn new(setup: &'a Setup) -> Self {
        let held = |(group, kit): (usize, &Group)| {
            vec![(0..kit.pieces.len()).map(|number| Held { group, number, way: 0 }).collect()]
        };
        let cells = setup.places.cells();
        Self {
            setup,
            piles: setup.kit.iter().enumerate().map(held).collect(),
            in_order: setup.kit.iter().map(|kit| (0..kit.pieces.len()).collect()).collect(),
            split_by: vec![Property::Suit; setup.kit.len()],
            left_over: vec![Vec::new(); setup.kit.len()],
            board: Vec::new(),
            dice_on_cells: Vec::new(),
            filled: (0..cells).map(|cell| setup.empty.contains(&cell)).collect(),
            face_down: vec![false; cells],
            next_slot: 0,
            dice: Dice::default(),
            rolled: Vec::new(),
            covered_squares: vec![0; setup.kit.len()],
            aces_taken: 0,
            taken_from: vec![Vec::new(); setup.kit.len()],
        }
    }

    fn piece(&self, held: Held) -> &'a Piece {
        &self.setup.kit[held.group].pieces[held.number]
    }

    /// What the game sees of a piece that lies a certain way.
    pub fn look(&self, held: Held, way: usize) -> Vec<u8> {
        let kit = &self.setup.kit[held.group];
        let piece = self.piece(held);
        let both_sides: Vec<u8> = piece.faces.iter().chain(&piece.back).copied().collect();
        let counts = |printed: u8| {
            let pair = kit.counts_as.symbols.iter().find(|(from, _)| *from == printed);
            pair.map_or(printed, |(_, to)| *to)
        };
        let seen = self.setup.game.seen;
        kit.turns[way].iter().map(|&n| seen(counts(both_sides[n]))).collect()
    }

    /// The board as the game sees it.
    pub fn shown(&self) -> Shown {
        let mut cells: Vec<Option<u8>> = vec![None; self.filled.len()];
        for &cell in &self.setup.empty {
            cells[cell] = Some(self.setup.game.empty.unwrap());
        }
        for lain in &self.board {
            for (cell, symbol) in lain.at.iter().zip(self.look(lain.held, lain.held.way)) {
                if let Some(cell) = *cell {
                    assert_eq!(cells[cell].replace(symbol), None, "a cell is filled once");
                }
            }
        }
        for &(cell, value) in &self.dice_on_cells {
            assert_eq!(cells[cell].replace(value), None, "a cell is filled once");
        }
        (cells.into_iter().map(Option::unwrap).collect(), self.dice.clone())
    }

    /// What can be told apart of the layout.
    pub fn layout(&self) -> Layout {
        let lain = |lain: &Lain| {
            let kit = &self.setup.kit[lain.held.group];
            let looks = (0..kit.turns.len()).map(|way| self.look(lain.held, way)).collect();
            // Ways round that make no difference to any piece of the group are one.
            let of_all = |way: usize| -> Vec<u8> {
                let all = 0..kit.pieces.len();
                all.flat_map(|number| self.look(Held { number, ..lain.held }, way)).collect()
            };
            let own = of_all(lain.held.way);
            (looks, (0..kit.turns.len()).position(|way| of_all(way) == own).unwrap())
        };
        (self.board.iter().map(lain).collect(), self.rolled.clone())
    }

    pub fn step(&mut self, verb: &Verb, chance: &mut Chance, done: &mut Actions) {
        match verb {
            Verb::Remove { group, which } => {
                let mut piles = std::mem::take(&mut self.piles[*group]);
                for pile in &mut piles {
                    done.sort += pile.len() as u32;
                    pile.retain(|&held| !which.iter().any(|which| which.is(self.piece(held))));
                }
                self.put_down(*group, piles);
            }
            Verb::Split { group, by, together } => self.split(*group, *by, together, done),
            Verb::Shuffle { group, piles: which } => {
                let mut piles = std::mem::take(&mut self.piles[*group]);
                if *which == Piles::All {
                    piles = vec![piles.concat()];
                    self.taken_from[*group].clear();
                }
                for (number, pile) in piles.iter_mut().enumerate() {
                    let is_meant = match which {
                        Piles::All | Piles::Each => true,
                        Piles::These(names) => names.iter().any(|name| match name {
                            PileName::Number(wanted) => *wanted == number + 1,
                            PileName::Label(value, _) => {
                                pile.iter().any(|&held| self.label(held, self.split_by[*group]) == *value)
                            }
                        }),
                    };
                    if is_meant {
                        shuffle(pile, chance, done);
                    }
                }
                self.piles[*group] = piles;
            }
            Verb::Arrange { group, order } => self.arrange(*group, order, done),
            Verb::Place { group, which, at } => self.place(*group, which, at, done),
            Verb::Reveal { at } => {
                for cell in self.cells_of(at).concat() {
                    done.turn += u32::from(std::mem::take(&mut self.face_down[cell]));
                }
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
                let kit = &self.setup.kit[*group];
                let PieceKind::Dice { count, faces } = &kit.kind else { panic!("dice") };
                let sides: Vec<usize> = (0..*count).map(|_| chance.decide(faces.len())).collect();
                let counts = |face: u8| {
                    let pair = kit.counts_as.symbols.iter().find(|(from, _)| *from == face);
                    pair.map_or(face, |(_, to)| *to)
                };
                let values = sides.iter().map(|&side| counts(faces[side]));
                done.roll += count;
                match into {
                    Rolled::List(list) => self.dice.0.push((list.name, values.collect())),
                    Rolled::Spaces => {
                        let cells = self.way_over(*along, &[]);
                        for (cell, value) in cells.into_iter().zip(values) {
                            self.filled[cell] = true;
                            self.dice_on_cells.push((cell, value));
                        }
                    }
                }
                self.rolled.extend(sides);
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
                // The game sees nothing of a single ace.
                let is_ace = |lain: &&Lain| self.look(lain.held, lain.held.way) == [0];
                self.aces_taken += self.board.iter().filter(is_ace).count();
                done.lay += self.aces_taken as u32;
            }
            // Built deals are followed by hand in tests/construction.rs.
            Verb::Build { .. } => unreachable!("no case of these tests builds"),
            Verb::Require { by: By::Kit, .. } => {}
            Verb::Require { .. } => done.check += 1,
        }
    }

    fn put_down(&mut self, group: usize, piles: Vec<Vec<Held>>) {
        self.piles[group] = piles.into_iter().filter(|pile| !pile.is_empty()).collect();
    }

    fn label(&self, held: Held, by: Property) -> u8 {
        match by {
            Property::Suit => self.piece(held).suit.unwrap(),
            Property::Value => self.piece(held).value.unwrap(),
        }
    }

    fn split(&mut self, group: usize, by: Property, together: &[Vec<u8>], done: &mut Actions) {
        let all = self.piles[group].concat();
        // Piles stand as their first pieces stood before they were shuffled, whatever lies on top of a shuffled pile.
        let mut sets: Vec<Vec<u8>> = together.to_vec();
        if sets.is_empty() {
            let mut sorted = all.clone();
            sorted.sort_by_key(|held| self.in_order[group].iter().position(|&number| number == held.number));
            for held in sorted {
                if !sets.contains(&vec![self.label(held, by)]) {
                    sets.push(vec![self.label(held, by)]);
                }
            }
        }
        let mut piles: Vec<Vec<Held>> = vec![Vec::new(); sets.len()];
        for &held in &all {
            let pile = sets.iter().position(|set| set.contains(&self.label(held, by))).unwrap();
            piles[pile].push(held);
            done.sort += 1;
        }
        self.split_by[group] = by;
        self.taken_from[group].clear();
        self.put_down(group, piles);
    }

    fn arrange(&mut self, group: usize, order: &Arrangement, done: &mut Actions) {
        let mut piles = std::mem::take(&mut self.piles[group]);
        for pile in &mut piles {
            match order {
                Arrangement::Reversed => done.count += pile.len() as u32,
                _ => done.sort += pile.len() as u32,
            }
            match order {
                Arrangement::Reversed => *pile = pile.iter().rev().copied().collect(),
                Arrangement::ByValue | Arrangement::BySuit => {
                    let by = if *order == Arrangement::BySuit { Property::Suit } else { Property::Value };
                    // One pass for each label, from the lowest on.
                    *pile = (0..=u8::MAX)
                        .flat_map(|label| {
                            pile.iter().copied().filter(move |_| true).map(move |held| (label, held))
                        })
                        .filter(|&(label, held)| self.label(held, by) == label)
                        .map(|(_, held)| held)
                        .collect();
                }
                Arrangement::Listed(list) => {
                    let mut sorted = Vec::new();
                    for which in list {
                        let next = pile.iter().position(|&held| which.is(self.piece(held))).unwrap();
                        sorted.push(pile.remove(next));
                    }
                    assert!(pile.is_empty());
                    *pile = sorted;
                }
            }
        }
        self.in_order[group] = piles.iter().flatten().map(|held| held.number).collect();
        self.piles[group] = piles;
    }

    fn place(&mut self, group: usize, which: &Which, at: &Slot, done: &mut Actions) {
        let mut piles = std::mem::take(&mut self.piles[group]);
        let is = |held: &Held| which.is(self.piece(*held));
        let pile = piles.iter_mut().find(|pile| pile.iter().any(is)).unwrap();
        let held = pile.remove(pile.iter().position(is).unwrap());
        self.put_down(group, piles);
        // On a stack it comes to lie on top of what lies there.
        let on_top = |cell: usize| {
            let stack = self.setup.places.list().iter().find(|place| place.cells().contains(&cell)).unwrap();
            stack.cells().find(|&cell| !self.filled[cell]).unwrap()
        };
        let at = match at.0.as_slice() {
            [Some(cell)] => vec![Some(on_top(*cell))],
            cells => cells.to_vec(),
        };
        // It lies with its symbols in the order in which they are named, if it is one that shows so when it is turned.
        let way = match which {
            Which::Showing(named) => {
                let piece = self.piece(held);
                let ways = &self.setup.kit[group].turns;
                let shows = |way: &Vec<usize>| {
                    way.iter().all(|&n| n < piece.faces.len())
                        && way.iter().map(|&n| piece.faces[n]).collect::<Vec<u8>>() == *named
                };
                ways.iter().position(shows).unwrap()
            }
            _ => 0,
        };
        self.put(Held { way, ..held }, at);
        done.lay += 1;
    }

    fn lay(&mut self, group: usize, lay: &Lay, chance: &mut Chance, done: &mut Actions) {
        let mut piles = std::mem::take(&mut self.piles[group]);
        let in_hand: usize = piles.iter().map(Vec::len).sum();
        let mut left = match lay.count {
            Some(count) => count,
            None if lay.to.is_empty() => in_hand,
            None => in_hand.min(self.way_over(lay.along, &lay.to).len()),
        };
        let numbers: Vec<Vec<usize>> =
            piles.iter().map(|pile| pile.iter().map(|held| held.number).collect()).collect();
        let mut filled = Vec::new();
        while left > 0 {
            let mut round = Vec::new();
            for (n, pile) in piles.iter_mut().enumerate() {
                let take =
                    if lay.piles == Order::InOrder { pile.len() } else { lay.at_a_time.min(pile.len()) };
                for held in pile.drain(..take.min(left)) {
                    let before = std::mem::replace(&mut self.taken_from[group], numbers[n].clone());
                    if !before.is_empty() && !before.iter().any(|number| numbers[n].contains(number)) {
                        done.change_pile += 1;
                    }
                    left -= 1;
                    round.push(held);
                }
            }
            if lay.piles == Order::InShuffledRounds {
                shuffle(&mut round, chance, done);
            }
            for held in round {
                let at = match lay.along {
                    Along::Slots => self.free_slot(),
                    along => vec![Some(self.way_over(along, &lay.to)[0])],
                };
                filled.extend(at.iter().copied().flatten());
                self.put(held, at);
                done.lay += 1;
            }
        }
        self.put_down(group, piles);
        if lay.face != FaceUp::All {
            filled.iter().for_each(|&cell| self.face_down[cell] = true);
        }
        if lay.face == FaceUp::Top {
            for place in self.setup.places.list() {
                if let Some(top) = filled.iter().copied().filter(|cell| place.cells().contains(cell)).max() {
                    self.face_down[top] = false;
                    done.turn += 1;
                }
            }
        }
    }

    /// The next slot that is not covered already by pieces that were put there one by one.
    fn free_slot(&mut self) -> Vec<Option<usize>> {
        loop {
            let slot = self.setup.slots[self.next_slot].0.clone();
            self.next_slot += 1;
            let taken = slot.iter().copied().flatten().filter(|&cell| self.filled[cell]).count();
            if taken == 0 || taken < slot.iter().flatten().count() {
                return slot;
            }
        }
    }

    fn put(&mut self, held: Held, at: Vec<Option<usize>>) {
        for cell in at.iter().copied().flatten() {
            assert!(!std::mem::replace(&mut self.filled[cell], true), "a cell is filled once");
            self.covered_squares[held.group] += 1;
        }
        if at.iter().any(Option::is_some) {
            self.board.push(Lain { held, at });
        }
    }

    /// The cells of each place that is named; of all where none is.
    fn cells_of(&self, names: &[String]) -> Vec<Vec<usize>> {
        match names {
            [] => self.setup.places.list().iter().map(|place| place.cells().collect()).collect(),
            names => {
                let mut places: Vec<Vec<usize>> = Vec::new();
                for place in names.iter().flat_map(|name| super::asked::places_called(self.setup, name)) {
                    if !places.contains(&place) {
                        places.push(place);
                    }
                }
                places
            }
        }
    }

    /// Free cells of the named places in the order of a way over the board.
    fn way_over(&self, along: Along, names: &[String]) -> Vec<usize> {
        let mut places = self.cells_of(names);
        let cells: Vec<usize> = match along {
            Along::Rows(sweep) => self.by_lines(places.concat(), sweep, true),
            Along::Columns(sweep) => self.by_lines(places.concat(), sweep, false),
            Along::Slots => panic!("slots are listed"),
            Along::Places(sweep) => {
                if sweep.from_right {
                    places.reverse();
                }
                places.concat()
            }
            Along::Rounds(sweep) => {
                let mut cells = Vec::new();
                for round in 0.. {
                    let mut once: Vec<usize> =
                        places.iter().filter_map(|place| place.get(round).copied()).collect();
                    if once.is_empty() {
                        break;
                    }
                    let back = sweep.to_and_fro && round % 2 == 1;
                    if sweep.from_right != back {
                        once.reverse();
                    }
                    cells.extend(once);
                }
                cells
            }
        };
        cells.into_iter().filter(|&cell| !self.filled[cell]).collect()
    }

    /// Row by row or column by column: the lines from one end, and each line from one end, every other one from the opposite.
    fn by_lines(&self, cells: Vec<usize>, sweep: Sweep, by_rows: bool) -> Vec<usize> {
        // Ranks count up the board, files to the right.
        let spot = |cell: &usize| {
            let square = self.setup.places.square(*cell);
            let down = if sweep.from_bottom { i32::from(square.rank) } else { -i32::from(square.rank) };
            let right = if sweep.from_right { -i32::from(square.file) } else { i32::from(square.file) };
            if by_rows { (down, right) } else { (right, down) }
        };
        let mut lines: Vec<i32> = cells.iter().map(|cell| spot(cell).0).collect();
        lines.sort_unstable();
        lines.dedup();
        let mut ordered = Vec::new();
        for (number, line) in lines.into_iter().enumerate() {
            let mut own: Vec<usize> = cells.iter().copied().filter(|cell| spot(cell).0 == line).collect();
            own.sort_by_key(|cell| spot(cell).1);
            if sweep.to_and_fro && number % 2 == 1 {
                own.reverse();
            }
            ordered.extend(own);
        }
        ordered
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
