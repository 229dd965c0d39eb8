//! The smallest changes with the hands that bring a dead deal to life.

use super::deal::Dealer;
use super::enumerate::Outcomes;
use super::plan::Seat;
use crate::challenge::Challenge;
use crate::dealing::Dice;
use crate::search::{Limits, Reason, Verdict};
use crate::square::Square;
use std::collections::BTreeSet;

/// What is changed, from the smallest on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChangeKind {
    /// One piece is turned.
    Turn,
    /// Two pieces that touch change places.
    Neighbours,
    /// Any two pieces change places.
    Swap,
}

impl ChangeKind {
    /// From the smallest on.
    pub const ALL: [Self; 3] = [Self::Turn, Self::Neighbours, Self::Swap];

    /// The word in records.
    pub fn word(self) -> &'static str {
        match self {
            ChangeKind::Turn => "turn",
            ChangeKind::Neighbours => "neighbours",
            ChangeKind::Swap => "swap",
        }
    }
}

/// A change that gives a solvable challenge.
pub struct Repair {
    /// What is changed.
    pub kind: ChangeKind,
    /// The squares of the pieces, one list for each.
    pub pieces: Vec<Vec<Square>>,
    /// The challenge that comes of it.
    pub challenge: Challenge,
}

/// What was found.
pub struct Repairs {
    /// All changes of the smallest kind that help; empty when none does.
    pub found: Vec<Repair>,
    /// Changes of that kind that were looked at, those that show the same once; of all kinds when none helps.
    pub tried: usize,
    /// Changes of that kind, and of smaller kinds, whose challenge stayed undecided.
    pub undecided: (usize, usize),
    /// Whether a search ran out of memory: with more, something of this might be different.
    pub memory_ran_out: bool,
    /// Whether whoever asked gave up before all changes were tried.
    pub given_up: bool,
}

impl Repairs {
    /// Whether it is proved that no smaller change helps, and if none was found, that none does.
    pub fn is_smallest(&self) -> bool {
        let tried_all = !self.given_up || !self.found.is_empty();
        tried_all && self.undecided.1 == 0 && (self.undecided.0 == 0 || !self.found.is_empty())
    }
}

/// A piece and the way it lies, on each seat.
type Layout = Vec<(u16, usize)>;

impl Dealer<'_> {
    /// How the pieces can lie so that these symbols show; none when the kit cannot show them.
    pub fn layout_of(&self, cells: &[u8]) -> Option<Layout> {
        let cells: Vec<Option<u8>> = cells.iter().map(|&symbol| Some(symbol)).collect();
        self.layout_with(&cells)
    }

    /// Whether the kit can show these symbols, as far as they are known.
    pub fn can_show(&self, cells: &[Option<u8>]) -> bool {
        let all: Option<Vec<u8>> = cells.iter().copied().collect();
        // Named structures are seen only on a whole board, and the dice may be part of them.
        let is_good = match all.filter(|_| self.plan.dice.is_empty()) {
            Some(all) => cells.len() == self.setup.places.cells() && self.accepts(&all, &Dice::default()),
            None => cells.len() == self.setup.places.cells() && self.accepts_so_far(cells),
        };
        is_good && (self.is_of_the_pile(cells) || self.layout_with(cells).is_some())
    }

    /// A board of the kit that shows these symbols, as far as they are known; none when it cannot show them.
    pub fn board_with(&self, cells: &[Option<u8>]) -> Option<Vec<u8>> {
        let layout = self.layout_with(cells)?;
        let mut board: Vec<u8> = cells.iter().map(|symbol| symbol.unwrap_or_default()).collect();
        for (cell, faces) in &self.plan.rolls {
            if cells[*cell].is_none() {
                board[*cell] = faces[0];
            }
        }
        self.show(layout.into_iter(), &mut board);
        Some(board)
    }

    /// Whether a board that is built up can show these symbols as far as the pieces go: each lies there once. Whether hands can
    /// build it is another question.
    fn is_of_the_pile(&self, cells: &[Option<u8>]) -> bool {
        let Some(build) = &self.plan.build else { return false };
        let seen = self.setup.game.seen;
        let mut pile: Vec<u8> = build.pile.iter().map(|&place| seen(self.symbol_of(place))).collect();
        cells.iter().flatten().all(|&symbol| {
            let at = pile.iter().position(|&other| other == seen(symbol));
            at.map(|at| pile.swap_remove(at)).is_some()
        })
    }

    /// The first symbol of the piece that lies on a place before anything is mixed.
    fn symbol_of(&self, place: u16) -> u8 {
        self.plan.looks[self.plan.table[place as usize] as usize][0][0]
    }

    fn layout_with(&self, cells: &[Option<u8>]) -> Option<Layout> {
        // Where hands build, a piece has no seat of its own.
        if self.plan.build.is_some() {
            return None;
        }
        let seen = self.setup.game.seen;
        let can_be = |cell: usize, symbols: &[u8]| {
            cells[cell].is_none_or(|shown| symbols.iter().any(|&symbol| seen(symbol) == seen(shown)))
        };
        let blank = &self.plan.blank;
        if self.setup.empty.iter().any(|&cell| !can_be(cell, &blank[cell..=cell])) {
            return None;
        }
        // Dice that are swapped may come to lie where others were rolled.
        if !self.can_swap() && self.plan.rolls.iter().any(|(cell, faces)| !can_be(*cell, faces)) {
            return None;
        }
        let turned = |seat: &Seat, piece: u16| (0..seat.turns).map(move |turn| (piece, turn));
        let dealt = self.layout_among(
            cells,
            |seat| self.pieces_for(seat.place).into_iter().flat_map(|piece| turned(seat, piece)).collect(),
            |layout| self.is_dealt(layout),
        );
        if dealt.is_some() || self.fixes_add_nothing() {
            return dealt;
        }
        // Hands that put a deal right may bring pieces where shuffling alone does not.
        if let Some(boards) = self.good_boards() {
            let fits = |board: &&Vec<u8>| (0..cells.len()).all(|cell| can_be(cell, &board[cell..=cell]));
            let whole: Vec<Option<u8>> = boards.iter().find(fits)?.iter().map(|&cell| Some(cell)).collect();
            return self.layout_among(&whole, |seat| self.of_its_shape(seat), |_| true);
        }
        self.layout_among(cells, |seat| self.of_its_shape(seat), |layout| self.comes_of_a_fix(layout, cells))
    }

    /// All pieces that have the form of a seat, each way they may lie.
    fn of_its_shape(&self, seat: &Seat) -> Vec<(u16, usize)> {
        let looks = &self.plan.looks;
        let size = looks[self.plan.table[seat.place as usize] as usize][0].len();
        let same = (0..looks.len()).filter(|&piece| looks[piece][0].len() == size);
        same.flat_map(|piece| (0..looks[piece].len()).map(move |turn| (piece as u16, turn))).collect()
    }

    /// All boards that are good in the end, of setups whose deals are put right by hand and few enough to look at each.
    fn good_boards(&self) -> Option<&BTreeSet<Vec<u8>>> {
        const MOST_OUTCOMES: u128 = 20_000;
        let boards = self.good_boards.get_or_init(|| {
            let all = Outcomes::new(self).filter(|all| all.total <= MOST_OUTCOMES)?;
            Some(all.iter().filter(|outcome| outcome.accepted).map(|outcome| outcome.cells).collect())
        });
        boards.as_ref()
    }

    /// Whether boards are only traced back a few changes by hand, so that one that can be dealt may be taken for one that cannot.
    pub fn traces_few_changes(&self) -> bool {
        !self.fixes_add_nothing() && self.good_boards().is_none()
    }

    /// Whether a deal that is put right by hand ends like this; looks back a few changes, so it may miss one that takes more. Only
    /// setups of very many outcomes come here whose fixes bring about boards that shuffling does not; METHOD says so.
    fn comes_of_a_fix(&self, layout: &Layout, cells: &[Option<u8>]) -> bool {
        const MOST_CHANGES: usize = 3;
        const MOST_BOARDS: usize = 2000;
        let known: Vec<u8> = cells.iter().map(|cell| cell.unwrap_or_default()).collect();
        let end = self.laid(layout.clone(), &known);
        let mut boards = vec![end.clone()];
        let mut first = 0;
        for _ in 0..MOST_CHANGES {
            let last = boards.len();
            for number in first..last {
                for earlier in self.before_a_fix(&boards[number].clone()) {
                    if boards.len() >= MOST_BOARDS || boards.contains(&earlier) {
                        continue;
                    }
                    let turned = earlier
                        .layout
                        .iter()
                        .zip(&self.plan.seats)
                        .all(|((_, turn), seat)| *turn < seat.turns);
                    if turned && self.is_dealt(&earlier.layout) && self.becomes(earlier.clone(), &end.cells) {
                        return true;
                    }
                    boards.push(earlier);
                }
            }
            first = last;
        }
        false
    }

    /// A layout that shows these cells, of the pieces and turns that each seat allows, and that fits as a whole.
    fn layout_among(
        &self,
        cells: &[Option<u8>],
        allowed: impl Fn(&Seat) -> Vec<(u16, usize)>,
        is_right: impl Fn(&Layout) -> bool,
    ) -> Option<Layout> {
        let plan = &self.plan;
        let mut choices: Vec<Vec<(u16, usize)>> = Vec::new();
        for seat in &plan.seats {
            let fits = |&(piece, turn): &(u16, usize)| {
                let Some(look) = plan.looks[piece as usize].get(turn) else { return false };
                seat.cells.iter().all(|&(of_piece, of_board)| {
                    let seen = self.setup.game.seen;
                    cells[of_board].is_none_or(|symbol| seen(look[of_piece]) == seen(symbol))
                })
            };
            choices.push(allowed(seat).into_iter().filter(fits).collect());
        }
        // Seats with the fewest choices first.
        let mut order: Vec<usize> = (0..choices.len()).collect();
        order.sort_by_key(|&seat| choices[seat].len());
        let mut layout = vec![(0, 0); choices.len()];
        let mut used = vec![false; plan.looks.len()];
        let mut steps = 0;
        place(&order, &choices, &mut used, &mut layout, &mut steps, &is_right).then_some(layout)
    }

    /// Whether mixing can bring these pieces to these seats: the mixes are taken back, the last one first, each by putting
    /// its pieces where the mixes before it can have brought them.
    fn is_dealt(&self, layout: &Layout) -> bool {
        let plan = &self.plan;
        let mut lies: Vec<Option<u16>> = vec![None; plan.table.len()];
        for (seat, &(piece, _)) in plan.seats.iter().zip(layout) {
            lies[seat.place as usize] = Some(piece);
        }
        // For each mix, the pieces that can lie on each of its places before it.
        let mut possible: Vec<Vec<u16>> = plan.table.iter().map(|&piece| vec![piece]).collect();
        let mut before: Vec<Vec<Vec<u16>>> = Vec::new();
        for mix in &plan.mixes {
            before.push(mix.places.iter().map(|&place| possible[place as usize].clone()).collect());
            let mut all: Vec<u16> =
                mix.places.iter().flat_map(|&place| possible[place as usize].clone()).collect();
            all.sort_unstable();
            all.dedup();
            mix.places.iter().for_each(|&place| possible[place as usize].clone_from(&all));
        }
        for (mix, before) in plan.mixes.iter().zip(&before).rev() {
            let pieces: Vec<u16> =
                mix.places.iter().filter_map(|&place| lies[place as usize].take()).collect();
            let Some(taken_back) = matched(&pieces, before) else { return false };
            for (&place, piece) in mix.places.iter().zip(taken_back) {
                lies[place as usize] = piece;
            }
        }
        lies.iter().zip(&plan.table).all(|(lies, piece)| lies.is_none_or(|lies| lies == *piece))
    }

    /// Symbols that can be seen on the board at all.
    pub fn shown_symbols(&self) -> BTreeSet<u8> {
        let plan = &self.plan;
        let mut symbols: BTreeSet<u8> =
            plan.rolls.iter().flat_map(|(_, faces)| faces.iter().copied()).collect();
        let seen = self.setup.game.seen;
        let built = plan.build.iter().flat_map(|build| &build.pile);
        symbols.extend(built.map(|&place| seen(self.symbol_of(place))));
        for seat in &plan.seats {
            for piece in self.pieces_for(seat.place) {
                for look in plan.looks[piece as usize].iter().take(seat.turns) {
                    symbols.extend(
                        seat.cells.iter().map(|&(of_piece, _)| (self.setup.game.seen)(look[of_piece])),
                    );
                }
            }
        }
        symbols
    }

    /// Pieces that mixing can bring to a place.
    pub(super) fn pieces_for(&self, place: u16) -> Vec<u16> {
        let mut places = vec![place];
        let mut next = 0;
        while let Some(&at) = places.get(next) {
            next += 1;
            for mix in self.plan.mixes.iter().filter(|mix| mix.places.contains(&at)) {
                for &other in &mix.places {
                    if !places.contains(&other) {
                        places.push(other);
                    }
                }
            }
        }
        places.iter().map(|&place| self.plan.table[place as usize]).collect()
    }

    fn touch(&self, a: usize, b: usize) -> bool {
        let cells = |seat: usize| self.plan.seats[seat].cells.iter().map(|&(_, cell)| cell);
        cells(a).any(|one| cells(b).any(|other| self.setup.places.touch(one, other)))
    }

    fn cells_of(&self, layout: &Layout, cells: &[u8]) -> Vec<u8> {
        let mut cells = cells.to_vec();
        self.show(layout.iter().copied(), &mut cells);
        cells
    }

    /// All layouts that one change of a kind makes.
    fn changed(&self, layout: &Layout, kind: ChangeKind) -> Vec<(Vec<usize>, Layout)> {
        let seats = self.plan.seats.len();
        let mut changed = Vec::new();
        for first in 0..seats {
            if kind == ChangeKind::Turn {
                for turn in (0..self.plan.seats[first].turns).filter(|turn| *turn != layout[first].1) {
                    let mut other = layout.clone();
                    other[first].1 = turn;
                    changed.push((vec![first], other));
                }
                continue;
            }
            for second in (first + 1..seats).filter(|&second| self.shape_at(first) == self.shape_at(second)) {
                if self.touch(first, second) == (kind == ChangeKind::Neighbours) {
                    let mut other = layout.clone();
                    (other[first].0, other[second].0) = (layout[second].0, layout[first].0);
                    // Each keeps the way it lies, as far as it and its new seat allow.
                    let way = |(piece, turn): (u16, usize), seat: usize| {
                        turn.min(self.plan.seats[seat].turns - 1)
                            .min(self.plan.looks[piece as usize].len() - 1)
                    };
                    (other[first].1, other[second].1) =
                        (way(layout[second], first), way(layout[first], second));
                    changed.push((vec![first, second], other));
                }
            }
        }
        changed
    }

    /// The smallest changes that make a deal solvable and that the kit allows. None when the kit cannot show these cells.
    pub fn repairs(&self, cells: &[u8], dice: &Dice, limits: &Limits) -> Option<Repairs> {
        self.repairs_while(cells, dice, |_| Some(*limits))
    }

    /// The same for somebody who waits: asked before each change, with what was found so far, for the limits of its
    /// search. Without an answer the other changes are not tried.
    pub fn repairs_while(
        &self,
        cells: &[u8],
        dice: &Dice,
        mut limits: impl FnMut(&Repairs) -> Option<Limits>,
    ) -> Option<Repairs> {
        let layout = self.layout_of(cells)?;
        let shown =
            |cells: &[u8]| cells.iter().map(|&symbol| (self.setup.game.seen)(symbol)).collect::<Vec<u8>>();
        let mut seen: Vec<Vec<u8>> = vec![shown(cells)];
        let mut repairs = Repairs {
            found: Vec::new(),
            tried: 0,
            undecided: (0, 0),
            memory_ran_out: false,
            given_up: false,
        };
        for kind in ChangeKind::ALL {
            let tried_before = repairs.tried;
            repairs.undecided = (0, repairs.undecided.0 + repairs.undecided.1);
            for (seats, other) in self.changed(&layout, kind) {
                let cells = self.cells_of(&other, cells);
                if seen.contains(&shown(&cells)) || !self.accepts(&cells, dice) {
                    continue;
                }
                // Pieces that look alike can have changed roles.
                if !self.is_dealt(&other) && self.layout_of(&cells).is_none() {
                    continue;
                }
                let Ok(challenge) = self.build(&cells, dice) else { continue };
                let Some(limits) = limits(&repairs) else {
                    repairs.given_up = true;
                    break;
                };
                repairs.tried += 1;
                seen.push(shown(&cells));
                let outcome = challenge.solve(challenge.default_solver(false), &limits);
                let reason = outcome.as_ref().ok().and_then(|outcome| outcome.reason.as_ref());
                repairs.memory_ran_out |= reason.is_some_and(Reason::is_memory);
                match outcome.map(|outcome| outcome.verdict) {
                    Ok(Verdict::Solvable) => {
                        let pieces = seats.iter().map(|&seat| self.squares_of(seat)).collect();
                        repairs.found.push(Repair { kind, pieces, challenge });
                    }
                    Ok(Verdict::Undecided) => repairs.undecided.0 += 1,
                    _ => {}
                }
            }
            if !repairs.found.is_empty() {
                repairs.tried -= tried_before;
            }
            if !repairs.found.is_empty() || repairs.given_up {
                break;
            }
        }
        Some(repairs)
    }

    /// The squares of each piece that is seen on the board, in dealing order. Dice that are rolled into spaces are no pieces.
    pub fn pieces_on_board(&self) -> Vec<Vec<Square>> {
        (0..self.plan.seats.len()).map(|seat| self.squares_of(seat)).collect()
    }

    fn squares_of(&self, seat: usize) -> Vec<Square> {
        self.plan.seats[seat].cells.iter().map(|&(_, cell)| self.setup.square(cell)).collect()
    }
}

/// Steps after which a layout is given up; the kits of the house need a few hundred.
const MOST_STEPS: u32 = 200_000;

/// Puts each piece onto a place of its own where it can lie; none when that is impossible. Places may stay empty.
fn matched(pieces: &[u16], places: &[Vec<u16>]) -> Option<Vec<Option<u16>>> {
    fn put(piece: u16, places: &[Vec<u16>], lies: &mut [Option<u16>], asked: &mut [bool]) -> bool {
        for place in 0..places.len() {
            if asked[place] || !places[place].contains(&piece) {
                continue;
            }
            asked[place] = true;
            // Whoever lies there goes elsewhere if it can.
            if lies[place].is_none_or(|other| put(other, places, lies, asked)) {
                lies[place] = Some(piece);
                return true;
            }
        }
        false
    }
    let mut lies = vec![None; places.len()];
    let all = pieces.iter().all(|&piece| put(piece, places, &mut lies, &mut vec![false; places.len()]));
    all.then_some(lies)
}

/// Places pieces seat by seat, each piece once, until the layout fits as a whole.
fn place(
    order: &[usize],
    choices: &[Vec<(u16, usize)>],
    used: &mut [bool],
    layout: &mut Layout,
    steps: &mut u32,
    fits: &impl Fn(&Layout) -> bool,
) -> bool {
    let Some((&seat, rest)) = order.split_first() else { return fits(layout) };
    for &(piece, turn) in &choices[seat] {
        *steps += 1;
        if *steps > MOST_STEPS {
            return false;
        }
        if used[piece as usize] {
            continue;
        }
        used[piece as usize] = true;
        layout[seat] = (piece, turn);
        if place(rest, choices, used, layout, steps, fits) {
            return true;
        }
        used[piece as usize] = false;
    }
    false
}
