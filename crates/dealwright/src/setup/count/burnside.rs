//! Boards up to symmetry, by Burnside's lemma: as many classes as a symmetry leaves boards unchanged on average.
//!
//! The lemma wants all boards of a setup to stay boards of the setup. A symmetry for which no board does is no symmetry of
//! them at all and drops out; where only some do, nothing is said here.

use super::blocks::{Block, Blocks};
use crate::dealing::Element;
use num_bigint::BigUint;
use num_traits::{One, Zero};
use std::collections::{BTreeSet, HashMap};

/// Classes of boards under the symmetries; none where the blocks do not tell.
pub(super) fn classes(blocks: &Blocks, group: &[Element]) -> Option<BigUint> {
    let seats = Seats::of(blocks);
    let possible = possible_symbols(blocks);
    let mut fixed = BigUint::zero();
    let mut order = BigUint::zero();
    let mut dropped = false;
    let mut known = HashMap::new();
    for element in group {
        let action = Action::of(element, blocks.cells);
        if !action.can_hold(&possible) {
            dropped = true;
            continue;
        }
        match Image::of(blocks, &seats, &action) {
            Image::Unknown => return None,
            Image::Apart => dropped = true,
            Image::Same { from, kinds } => {
                order += &element.count;
                fixed += &element.count * unchanged(blocks, &seats, &action, &from, &kinds, &mut known);
            }
        }
    }
    // An element that stands for several says nothing about those others when it drops out, or they might.
    if dropped && group.iter().any(|element| !element.count.is_one()) {
        return None;
    }
    Some(fixed / order)
}

/// What a symmetry does to cells and symbols.
struct Action<'a> {
    element: &'a Element,
    /// Cells of the board; the dice come after them.
    cells: usize,
    /// What every symbol becomes.
    names: [u8; 256],
}

impl<'a> Action<'a> {
    fn of(element: &'a Element, cells: usize) -> Self {
        let mut names = [0; 256];
        names.iter_mut().zip(0..=u8::MAX).for_each(|(name, symbol)| *name = symbol);
        element.symbols.iter().for_each(|&(from, to)| names[from as usize] = to);
        Self { element, cells, names }
    }

    /// The cell whose symbol comes to a cell.
    fn source(&self, cell: usize) -> usize {
        match cell.checked_sub(self.cells) {
            None => self.element.cells[cell],
            Some(die) => self.cells + self.element.dice.get(die).copied().unwrap_or(die),
        }
    }

    /// What a symbol on its way to a cell becomes.
    fn renamed(&self, cell: usize, symbol: u8) -> u8 {
        // Numbers on dice have no other names.
        if cell >= self.cells { symbol } else { self.names[symbol as usize] }
    }

    /// Whether each cell can hold some symbol that the symmetry brings to it.
    fn can_hold(&self, possible: &[BTreeSet<u8>]) -> bool {
        possible.iter().enumerate().all(|(cell, here)| {
            possible[self.source(cell)].iter().any(|&symbol| here.contains(&self.renamed(cell, symbol)))
        })
    }

    /// The view that comes to a seat with cells `to` when it is seen on `from`.
    fn carried(&self, from: &[usize], to: &[usize], view: &[u8]) -> Vec<u8> {
        let symbol = |&cell: &usize| {
            let source = self.source(cell);
            let at = from.iter().position(|&other| other == source).unwrap_or_default();
            self.renamed(cell, view[at])
        };
        to.iter().map(symbol).collect()
    }
}

/// The symbols that can lie on each cell.
fn possible_symbols(blocks: &Blocks) -> Vec<BTreeSet<u8>> {
    let mut possible: Vec<BTreeSet<u8>> = vec![BTreeSet::new(); blocks.cells];
    for block in &blocks.blocks {
        for seat in &block.seats {
            for view in block.views[seat.sort].iter().flatten() {
                for (&cell, &symbol) in seat.cells.iter().zip(view) {
                    if cell >= possible.len() {
                        possible.resize(cell + 1, BTreeSet::new());
                    }
                    possible[cell].insert(symbol);
                }
            }
        }
    }
    possible
}

/// All seats in one list.
struct Seats {
    /// Block and number within the block.
    list: Vec<(usize, usize)>,
    /// The seat on each cell.
    on_cell: HashMap<usize, usize>,
}

impl Seats {
    fn of(blocks: &Blocks) -> Self {
        let mut seats = Self { list: Vec::new(), on_cell: HashMap::new() };
        for (number, block) in blocks.blocks.iter().enumerate() {
            for (n, seat) in block.seats.iter().enumerate() {
                seat.cells.iter().for_each(|&cell| {
                    seats.on_cell.insert(cell, seats.list.len());
                });
                seats.list.push((number, n));
            }
        }
        seats
    }

    fn cells<'a>(&self, blocks: &'a Blocks, seat: usize) -> &'a [usize] {
        let (block, n) = self.list[seat];
        &blocks.blocks[block].seats[n].cells
    }
}

/// What a symmetry makes of the boards of a setup.
enum Image {
    /// The same boards: for each seat the seat it comes from, and for each block what the kinds of the block it comes from
    /// become.
    Same { from: Vec<usize>, kinds: Vec<Vec<usize>> },
    /// Boards none of which the setup can make.
    Apart,
    /// It cannot be told.
    Unknown,
}

impl Image {
    fn of(blocks: &Blocks, seats: &Seats, action: &Action<'_>) -> Self {
        let mut from = Vec::with_capacity(seats.list.len());
        for seat in 0..seats.list.len() {
            let cells = seats.cells(blocks, seat);
            let source = seats.on_cell.get(&action.source(cells[0])).copied();
            let whole = |source: &usize| {
                let others = seats.cells(blocks, *source);
                others.len() == cells.len() && cells.iter().all(|&cell| others.contains(&action.source(cell)))
            };
            let Some(source) = source.filter(whole) else { return Image::Unknown };
            from.push(source);
        }
        // All seats of a block must come from one block that is as large.
        let mut origins: Vec<Option<usize>> = vec![None; blocks.blocks.len()];
        for (seat, &source) in from.iter().enumerate() {
            let (to, origin) = (seats.list[seat].0, seats.list[source].0);
            let (here, there) = (&blocks.blocks[to], &blocks.blocks[origin]);
            let alike = here.seats.len() == there.seats.len() && here.is_whole() == there.is_whole();
            if !alike || *origins[to].get_or_insert(origin) != origin {
                return Image::Unknown;
            }
        }
        let mut kinds: Vec<Option<Vec<usize>>> = vec![None; blocks.blocks.len()];
        let mut done = BTreeSet::new();
        for (seat, &source) in from.iter().enumerate() {
            let ((to, n), (origin, m)) = (seats.list[seat], seats.list[source]);
            let (here, there) = (&blocks.blocks[to], &blocks.blocks[origin]);
            let (here_seat, there_seat) = (&here.seats[n], &there.seats[m]);
            // Seats of one cell and one sort are all alike, so one of them is enough.
            let key = (to, here_seat.sort, there_seat.sort);
            if here_seat.cells.len() == 1 && !done.insert(key) {
                continue;
            }
            let map = match map_kinds(here, n, there, m, action) {
                Ok(map) => map,
                Err(image) => return image,
            };
            match &kinds[to] {
                None => kinds[to] = Some(map),
                Some(known) if *known == map => {}
                Some(_) => return Image::Unknown,
            }
        }
        Image::Same { from, kinds: kinds.into_iter().map(Option::unwrap_or_default).collect() }
    }
}

/// What the kinds of block `there` become when seat `m` of it is carried to seat `n` of `here`.
fn map_kinds(
    here: &Block,
    n: usize,
    there: &Block,
    m: usize,
    action: &Action<'_>,
) -> Result<Vec<usize>, Image> {
    let (seat, source) = (&here.seats[n], &there.seats[m]);
    let (wanted, views) = (&here.views[seat.sort], &there.views[source.sort]);
    let mut map = Vec::with_capacity(views.len());
    let mut lost = false;
    for views in views {
        let image: BTreeSet<Vec<u8>> =
            views.iter().map(|view| action.carried(&source.cells, &seat.cells, view)).collect();
        match wanted.iter().position(|other| *other == image) {
            Some(kind) => map.push(kind),
            None if wanted.iter().all(|other| other.is_disjoint(&image)) => lost = true,
            None => return Err(Image::Unknown),
        }
    }
    let equally_many = || map.iter().zip(&there.counts).all(|(&kind, &count)| here.counts[kind] == count);
    if !lost && map.len() == here.counts.len() && equally_many() {
        return Ok(map);
    }
    // Where all pieces are laid, another kind or another number of a kind makes another board, if every seat says so: the
    // seats of single cells that show the same do.
    let every_seat = seat.cells.len() == 1 && here.views.len() == 1 && there.views.len() == 1;
    let apart = here.is_whole() && (every_seat || here.seats.len() == 1);
    Err(if apart { Image::Apart } else { Image::Unknown })
}

type Known = HashMap<(Vec<(usize, usize)>, Vec<Circles>, bool), BigUint>;

/// Circles of seats that are alike: their length, the views of each circle of kinds that come back to themselves, and how
/// many such circles there are.
type Circles = (usize, Vec<usize>, usize);

/// Boards that a symmetry leaves as they are.
fn unchanged(
    blocks: &Blocks,
    seats: &Seats,
    action: &Action<'_>,
    from: &[usize],
    kinds: &[Vec<usize>],
    known: &mut Known,
) -> BigUint {
    let block_from: Vec<usize> = {
        let mut origin = vec![0; blocks.blocks.len()];
        from.iter().enumerate().for_each(|(seat, &source)| {
            origin[seats.list[seat].0] = seats.list[source].0;
        });
        origin
    };
    let mut total = BigUint::one();
    let mut seen = vec![false; blocks.blocks.len()];
    for first in 0..blocks.blocks.len() {
        // Blocks that come from each other in a circle: what lies on one of them decides the others.
        let mut length = 0;
        let mut at = first;
        // What the kinds of the first block have become when they are back.
        let mut path = Vec::new();
        while !std::mem::replace(&mut seen[at], true) {
            length += 1;
            path.push(at);
            at = block_from[at];
        }
        if length == 0 {
            continue;
        }
        let block = &blocks.blocks[first];
        let back = |kind: usize| path.iter().rev().fold(kind, |kind, &to| kinds[to][kind]);
        let kind_circles = circles(block.counts.len(), back);
        let circle = CircleOfBlocks { blocks, seats, action, from, length };
        let seat_circles = circle.seat_circles(first, &kind_circles);
        let frequencies: Vec<(usize, usize)> =
            kind_circles.iter().map(|kinds| (kinds.len(), block.counts[kinds[0]])).collect();
        let key = (frequencies, seat_circles, block.is_whole());
        let ways = match known.get(&key) {
            Some(ways) => ways.clone(),
            None => {
                let mut left: Vec<usize> = key.1.iter().map(|(_, _, count)| *count).collect();
                let spread = Spread { kinds: &key.0, circles: &key.1, whole: key.2 };
                let ways = spread.ways(0, &mut left, &mut HashMap::new());
                known.insert(key, ways.clone());
                ways
            }
        };
        if ways.is_zero() {
            return ways;
        }
        total *= ways;
    }
    total
}

/// The circles of a permutation of `0..n`.
fn circles(n: usize, next: impl Fn(usize) -> usize) -> Vec<Vec<usize>> {
    let mut seen = vec![false; n];
    let mut all = Vec::new();
    for first in 0..n {
        let mut circle = Vec::new();
        let mut at = first;
        while !std::mem::replace(&mut seen[at], true) {
            circle.push(at);
            at = next(at);
        }
        if !circle.is_empty() {
            all.push(circle);
        }
    }
    all
}

struct CircleOfBlocks<'a> {
    blocks: &'a Blocks,
    seats: &'a Seats,
    action: &'a Action<'a>,
    from: &'a [usize],
    /// Times the symmetry is done until a block is back on its place.
    length: usize,
}

impl CircleOfBlocks<'_> {
    /// The circles of seats within the first block.
    fn seat_circles(&self, first: usize, kinds: &[Vec<usize>]) -> Vec<Circles> {
        let block = &self.blocks.blocks[first];
        let offset = self.seats.list.iter().position(|&seat| seat == (first, 0)).unwrap_or_default();
        let back = |n: usize| (0..self.length).fold(offset + n, |seat, _| self.from[seat]) - offset;
        let mut all: Vec<Circles> = Vec::new();
        for circle in circles(block.seats.len(), back) {
            let seat = &block.seats[circle[0]];
            let steps = circle.len() * self.length;
            let returning = |kinds: &Vec<usize>| {
                // The symbols along a circle of seats run along a circle of kinds whose length divides its own.
                if !circle.len().is_multiple_of(kinds.len()) {
                    return 0;
                }
                let returns = |view: &&Vec<u8>| self.carried_round(offset + circle[0], steps, view) == **view;
                let of_kind = |kind: &usize| match &block.views[seat.sort][*kind] {
                    // The kind comes back, so its only view does.
                    views if views.len() == 1 => 1,
                    views => views.iter().filter(returns).count(),
                };
                kinds.iter().map(of_kind).sum()
            };
            let views: Vec<usize> = kinds.iter().map(returning).collect();
            match all.iter_mut().find(|(length, known, _)| *length == circle.len() && *known == views) {
                Some((_, _, count)) => *count += 1,
                None => all.push((circle.len(), views, 1)),
            }
        }
        all.sort();
        all
    }

    /// The view of a seat after so many steps, the last of which brings it back.
    fn carried_round(&self, seat: usize, steps: usize, view: &[u8]) -> Vec<u8> {
        let mut path = vec![seat];
        for n in 0..steps {
            path.push(self.from[path[n]]);
        }
        path.windows(2).rev().fold(view.to_vec(), |view, two| {
            let cells = |seat: usize| self.seats.cells(self.blocks, seat);
            self.action.carried(cells(two[1]), cells(two[0]), &view)
        })
    }
}

/// Pieces spread over circles of seats: for each circle of kinds its length and how many pieces there are of each of its
/// kinds.
struct Spread<'a> {
    kinds: &'a [(usize, usize)],
    circles: &'a [Circles],
    /// Whether all pieces are used up.
    whole: bool,
}

type Memo = HashMap<(usize, Vec<usize>), BigUint>;

impl Spread<'_> {
    /// Ways to fill the circles that are left with kinds from number `kind` on.
    fn ways(&self, kind: usize, left: &mut Vec<usize>, memo: &mut Memo) -> BigUint {
        if kind == self.kinds.len() {
            return if left.iter().all(|count| *count == 0) { BigUint::one() } else { BigUint::zero() };
        }
        let key = (kind, left.clone());
        if let Some(known) = memo.get(&key) {
            return known.clone();
        }
        let ways = self.choose(kind, self.kinds[kind].1, 0, left, memo);
        memo.insert(key, ways.clone());
        ways
    }

    /// Gives a circle of kinds, of each of which `pieces` are left, some circles of seats from number `at` on.
    fn choose(
        &self,
        kind: usize,
        pieces: usize,
        at: usize,
        left: &mut Vec<usize>,
        memo: &mut Memo,
    ) -> BigUint {
        if pieces == 0 {
            return self.ways(kind + 1, left, memo);
        }
        let Some((seats, views, _)) = self.circles.get(at) else {
            return if self.whole { BigUint::zero() } else { self.ways(kind + 1, left, memo) };
        };
        let mut total = self.choose(kind, pieces, at + 1, left, memo);
        let (length, views) = (self.kinds[kind].0, views[kind]);
        if views == 0 {
            return total;
        }
        let each = seats / length;
        let available = left[at];
        let mut factor = BigUint::one(); // choose(available, taken) * views^taken
        for taken in 1..=available {
            if taken * each > pieces {
                break;
            }
            factor = factor * (available - taken + 1) / taken * views;
            left[at] = available - taken;
            total += &factor * self.choose(kind, pieces - taken * each, at + 1, left, memo);
        }
        left[at] = available;
        total
    }
}
