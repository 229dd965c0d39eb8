//! Depth first on compact positions with fixed rows: safe moves made at once, blockades noticed, idle moves postponed.
//!
//! **Idle moves.** A move is *idle* if nothing fits into the cell that its card leaves: a hole or a card of the highest rank lies before
//! it. All that such a move does is to put its card where its successor may follow. So it need not be made before the
//! moment that something depends on it, and positions with idle moves that nobody has made use of are never kept.
//!
//! A move of card c from X to Y and one after it, of card d from V to W, *depend* on each other if W is X, if d is the
//! successor or the predecessor of c, or if V is the cell behind X or behind Y. If they do not, they can be made in the other
//! order with the same result, and the first of them does not change whether the second is idle. Take any solution. While it
//! has an idle move t, then idle moves b1 to bk, then a move m that is not idle, such that t does not depend on any of these,
//! make t after m instead. Each time there are fewer idle moves (t may be none at its new moment), or as many, and fewer pairs
//! of an idle move and a later one that is not. So this comes to an end, with a solution as long as before in which each idle
//! move of such a block, up to the move that ends it, is one that a later move of the block depends on. In the same way
//! neighbours in a block that do not depend on each other are put in the order of their cards. It is enough to try the blocks
//! that can begin such a solution, and to keep the positions behind whole blocks: from there on the rest of the solution can
//! be put in order anew. A safe move needs no block, since a shortest solution from here may begin with it.

use super::Move;
use super::anchors::{Deck, HOLE, Moves, Table, Undo};
use crate::search::Reason;

/// How often, in blocks along a line, it is asked whether a card can never come home. Asking costs as much as several
/// positions; what is dead stays dead below, so asking at each position finds little more (docs/solvers.md has figures).
const ASK_EVERY: usize = 3;

/// Most moves in a block. A position that one more idle move would lead to is kept like any other.
const MOST_IN_BLOCK: usize = 6;

/// Positions that are looked up together.
const MOST_AT_ONCE: usize = 8;

/// Positions as numbers, and those that were seen.
pub(super) trait Known {
    type Number: Copy;

    /// The number of the position behind a move.
    fn after(
        &self,
        deck: &Deck,
        table: &Table,
        number: Self::Number,
        hole: usize,
        card: usize,
    ) -> Self::Number;

    /// Notes positions, and gives those that are new as bits.
    fn note_all(&mut self, numbers: &[Self::Number]) -> Result<u32, Reason>;
}

/// Moves as (number of the hole, card), idle ones and the one that ends them.
#[derive(Clone, Copy)]
struct Block {
    moves: [(u8, u8); MOST_IN_BLOCK],
    count: u8,
}

impl Block {
    fn moves(&self) -> &[(u8, u8)] {
        &self.moves[..self.count as usize % (MOST_IN_BLOCK + 1)]
    }

    fn with(mut self, hole: u8, card: u8) -> Self {
        self.moves[self.count as usize % MOST_IN_BLOCK] = (hole, card);
        self.count += 1;
        self
    }
}

/// One block down the tree.
struct Frame {
    block: Block,
    undo: [Undo; MOST_IN_BLOCK],
    /// What waited before.
    others: usize,
}

/// An idle move that was made in a block.
#[derive(Clone, Copy)]
struct Idle {
    card: u8,
    from: u8,
    to: u8,
}

impl Idle {
    fn depends_on(&self, card: u8, from: u8, to: u8) -> bool {
        to == self.from
            || card == self.card + 1
            || card + 1 == self.card
            || from == self.from + 1
            || from == self.to + 1
    }
}

struct Walk<'a, S: Known> {
    deck: &'a Deck,
    table: Table,
    known: &'a mut S,
    /// Blocks that lead to something new, the last ones from the present position.
    waiting: Vec<(Block, S::Number)>,
    frames: Vec<Frame>,
}

/// Looks at everything that can come of a position that is known already, neither solved nor seen to be dead. Gives the moves to
/// a solution, if there is one.
pub(super) fn walk<S: Known>(
    deck: &Deck,
    table: Table,
    number: S::Number,
    known: &mut S,
) -> Result<Option<Vec<Move>>, Reason> {
    let mut walk = Walk { deck, table, known, waiting: Vec::new(), frames: Vec::new() };
    walk.look_on(number)?;
    loop {
        let others = walk.frames.last().map_or(0, |frame| frame.others);
        if walk.waiting.len() > others {
            let Some((block, number)) = walk.waiting.pop() else { return Ok(None) };
            let mut undo = [Undo::default(); MOST_IN_BLOCK];
            for (undo, &(hole, card)) in undo.iter_mut().zip(block.moves()) {
                *undo = walk.table.play(deck, hole as usize, card as usize);
            }
            walk.frames.push(Frame { block, undo, others: walk.waiting.len() });
            if walk.table.is_solved(deck) {
                return Ok(Some(walk.written()));
            }
            if !(walk.frames.len().is_multiple_of(ASK_EVERY) && walk.table.is_dead(deck)) {
                walk.look_on(number)?;
            }
        } else if walk.back().is_none() {
            return Ok(None);
        }
    }
}

impl<S: Known> Walk<'_, S> {
    /// Takes the last block back.
    fn back(&mut self) -> Option<Frame> {
        let frame = self.frames.pop()?;
        for (&(hole, card), undo) in frame.block.moves().iter().zip(frame.undo).rev() {
            self.table.take_back(self.deck, hole as usize, card as usize, undo);
        }
        Some(frame)
    }

    /// Puts the blocks from here on the list that lead to something new.
    fn look_on(&mut self, number: S::Number) -> Result<(), Reason> {
        let first = self.waiting.len();
        let empty = Block { moves: [(0, 0); MOST_IN_BLOCK], count: 0 };
        let moves = self.table.moves(self.deck);
        match moves.as_slice().iter().find(|(_, card)| self.table.is_safe(self.deck, *card)) {
            Some(&(hole, card)) => {
                let after = self.known.after(self.deck, &self.table, number, hole as usize, card as usize);
                self.waiting.push((empty.with(hole, card), after));
            }
            None => {
                let mut idle = [Idle { card: 0, from: 0, to: 0 }; MOST_IN_BLOCK];
                self.blocks_from(empty, moves, &mut idle, 0, number);
            }
        }
        // Only those that lead to something new are kept. All are looked up at once, so that the processor waits for memory once.
        let mut kept = first;
        let mut at = first;
        while at < self.waiting.len() {
            let count = (self.waiting.len() - at).min(MOST_AT_ONCE);
            let mut numbers = [number; MOST_AT_ONCE];
            for (number, (_, reached)) in numbers.iter_mut().zip(&self.waiting[at..]) {
                *number = *reached;
            }
            let are_new = self.known.note_all(&numbers[..count])?;
            for bit in 0..count {
                self.waiting[kept] = self.waiting[at + bit];
                kept += (are_new >> bit & 1) as usize;
            }
            at += count;
        }
        self.waiting.truncate(kept);
        Ok(())
    }

    /// The blocks that begin with this one. `pending` has a bit for each idle move of it that no later one depends on so far.
    fn blocks_from(
        &mut self,
        block: Block,
        moves: Moves,
        idle: &mut [Idle; MOST_IN_BLOCK],
        pending: u8,
        number: S::Number,
    ) {
        let deck = self.deck;
        let made = block.count as usize;
        for &(hole, card) in moves.as_slice() {
            let (from, to) = (self.table.place[card as usize], self.table.holes[hole as usize]);
            let depends = |at: usize| idle[at].depends_on(card, from, to);
            let still = (0..made)
                .filter(|&at| pending >> at & 1 == 1 && !depends(at))
                .fold(0, |bits, at| bits | 1 << at);
            let is_idle = self.table.fitting(deck, from) == HOLE;
            if !is_idle && still != 0 {
                continue;
            }
            if is_idle && made > 0 && !depends(made - 1) && idle[made - 1].card > card {
                continue;
            }
            let after = self.known.after(deck, &self.table, number, hole as usize, card as usize);
            let longer = block.with(hole, card);
            if is_idle && made == 0 && self.leads_nowhere(Idle { card, from, to }, &moves) {
                continue;
            }
            if !is_idle || longer.count as usize == MOST_IN_BLOCK {
                self.waiting.push((longer, after));
                continue;
            }
            let undo = self.table.play(deck, hole as usize, card as usize);
            if self.table.is_solved(deck) {
                self.waiting.push((longer, after));
            } else {
                idle[made] = Idle { card, from, to };
                self.blocks_from(longer, self.table.moves(deck), idle, still | 1 << made, after);
            }
            self.table.take_back(deck, hole as usize, card as usize, undo);
        }
    }

    /// Whether an idle move can only be followed by moves that do not depend on it. The one move it makes possible is its
    /// successor's, to the cell behind it, which may be the one it left; other idle moves may come between.
    fn leads_nowhere(&self, idle: Idle, moves: &Moves) -> bool {
        let (deck, table) = (self.deck, &self.table);
        let may_follow = deck.next[idle.card as usize] != HOLE
            && !deck.last_column[idle.to as usize]
            && (table.cell[idle.to as usize + 1] == HOLE || idle.to + 1 == idle.from);
        let is_other = |&&(_, card): &&(u8, u8)| card != idle.card;
        let is_solved_by_it = deck.home[idle.card as usize] == idle.to;
        !may_follow
            && !is_solved_by_it
            && moves.as_slice().iter().filter(is_other).all(|&(hole, card)| {
                let (from, to) = (table.place[card as usize], table.holes[hole as usize]);
                table.fitting(deck, from) != HOLE && !idle.depends_on(card, from, to)
            })
    }

    /// The moves to the present position, taken back one after the other and written from the end.
    fn written(mut self) -> Vec<Move> {
        let mut line = Vec::new();
        while let Some(frame) = self.frames.pop() {
            for (&(hole, card), undo) in frame.block.moves().iter().zip(frame.undo).rev() {
                line.push(self.deck.written(card as usize, self.table.place[card as usize]));
                self.table.take_back(self.deck, hole as usize, card as usize, undo);
            }
        }
        line.reverse();
        line
    }
}
