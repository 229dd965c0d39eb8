//! The positions a search has seen, each with a note, under the search's limits.

use super::{Limits, Reason};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::mem::size_of;

/// Entries of the first block; every later block is twice as long, up to [`LONGEST_BLOCK`].
const FIRST_BLOCK: usize = 1 << 6;
const LONGEST_BLOCK: usize = 1 << 16;

/// A growing set of states. Each gets a number in the order of arrival, starting with 0.
///
/// Entries lie in blocks that never move, so growing copies nothing but the index; the limits are asked
/// *before* memory is taken.
pub struct Visited<S, T> {
    blocks: Vec<Vec<(S, T)>>,
    index: HashTable<u32>,
    limits: Limits,
    bytes: u64,
    extra_per_state: u64,
    /// States that were counted for whoever watches.
    counted: u64,
}

impl<S: Eq + Hash, T> Visited<S, T> {
    /// An empty set. `extra_per_state` bytes are counted for what the search keeps beside it.
    pub fn new(limits: &Limits, extra_per_state: usize) -> Self {
        Self {
            blocks: Vec::new(),
            index: HashTable::new(),
            limits: *limits,
            bytes: 0,
            extra_per_state: extra_per_state as u64,
            counted: 0,
        }
    }

    /// Positions that are kept.
    pub fn len(&self) -> u64 {
        self.index.len() as u64
    }

    /// Whether nothing is kept yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a state, unless it is there. Gives its number and whether it is new.
    pub fn insert(&mut self, state: S, note: T) -> Result<(u32, bool), Reason> {
        let hash = hash_of(&state);
        let blocks = &self.blocks;
        let equal = |&n: &u32| blocks[block_of(n)][place_of(n)].0 == state;
        if let Some(&number) = self.index.find(hash, equal) {
            return Ok((number, false));
        }
        let number = self.index.len();
        if number as u64 >= self.limits.states.min(u64::from(u32::MAX)) {
            return Err(Reason::States(self.limits.states));
        }
        self.make_room()?;
        let number = number as u32;
        let blocks = &self.blocks;
        let rehash = |&n: &u32| hash_of(&blocks[block_of(n)][place_of(n)].0);
        self.index.insert_unique(hash, number, rehash);
        if let Some(block) = self.blocks.last_mut() {
            block.push((state, note));
        }
        Ok((number, true))
    }

    /// The state with a number, and its note.
    pub fn get(&self, number: u32) -> &(S, T) {
        &self.blocks[block_of(number)][place_of(number)]
    }

    /// The note of a state, to change it.
    pub fn note_mut(&mut self, number: u32) -> &mut T {
        &mut self.blocks[block_of(number)][place_of(number)].1
    }

    /// Counts more bytes that the search wants to take elsewhere.
    pub fn take(&mut self, bytes: u64) -> Result<(), Reason> {
        if self.bytes + bytes > self.limits.memory {
            return Err(Reason::Memory(self.limits.memory));
        }
        self.bytes += bytes;
        Ok(())
    }

    fn make_room(&mut self) -> Result<(), Reason> {
        if self.index.len() == self.index.capacity() {
            // While the index grows, the old one and one of twice the size exist side by side.
            let grown = 2 * self.index.allocation_size().max(64) as u64;
            self.take(grown)?;
            let old = self.index.allocation_size() as u64;
            let blocks = &self.blocks;
            self.index.reserve(1, |&n| hash_of(&blocks[block_of(n)][place_of(n)].0));
            self.bytes -= old;
        }
        if self.blocks.last().is_none_or(|block| block.len() == block.capacity()) {
            let length = (FIRST_BLOCK << self.blocks.len().min(16)).min(LONGEST_BLOCK);
            let entry = size_of::<(S, T)>() as u64 + self.extra_per_state;
            // An eighth more, because allocators round up.
            self.take(length as u64 * entry * 9 / 8)?;
            self.blocks.push(Vec::with_capacity(length));
            self.limits.count(self.index.len() as u64 - self.counted);
            self.counted = self.index.len() as u64;
        }
        Ok(())
    }
}

impl<S, T> Drop for Visited<S, T> {
    fn drop(&mut self) {
        self.limits.count(self.index.len() as u64 - self.counted);
    }
}

/// Blocks hold 64, 128, 256 … entries until they reach the longest: number + 64 has the block in its highest bit.
const GROWING_BLOCKS: u32 = LONGEST_BLOCK.ilog2() - FIRST_BLOCK.ilog2();
const GROWING_ENTRIES: u32 = (LONGEST_BLOCK - FIRST_BLOCK) as u32;

fn block_of(number: u32) -> usize {
    if number < GROWING_ENTRIES {
        ((number + FIRST_BLOCK as u32).ilog2() - FIRST_BLOCK.ilog2()) as usize
    } else {
        (GROWING_BLOCKS + (number - GROWING_ENTRIES) / LONGEST_BLOCK as u32) as usize
    }
}

fn place_of(number: u32) -> usize {
    if number < GROWING_ENTRIES {
        let shifted = number + FIRST_BLOCK as u32;
        (shifted - (1 << shifted.ilog2())) as usize
    } else {
        ((number - GROWING_ENTRIES) % LONGEST_BLOCK as u32) as usize
    }
}

fn hash_of<S: Hash>(state: &S) -> u64 {
    let mut hasher = FxHasher::default();
    state.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_keep_their_number_and_note_while_the_set_grows() {
        let mut set = Visited::new(&Limits::default(), 0);
        for n in 0..300_000u64 {
            assert_eq!(set.insert(n * 7, n).unwrap(), (n as u32, true));
        }
        for n in 0..300_000u64 {
            assert_eq!(set.insert(n * 7, 0).unwrap(), (n as u32, false));
            assert_eq!(*set.get(n as u32), (n * 7, n));
        }
        assert_eq!(set.len(), 300_000);
    }

    #[test]
    fn the_limits_hold_to_the_state_and_never_lose_a_byte() {
        let mut set = Visited::new(&Limits { states: 10, memory: 1 << 20, watch: None }, 0);
        assert!((0..10u32).all(|n| set.insert(n, ()).is_ok()));
        assert_eq!(set.insert(10, ()), Err(Reason::States(10)));
        assert_eq!(set.insert(3, ()), Ok((3, false)));

        let memory = 1 << 20;
        let mut set = Visited::new(&Limits { states: u64::MAX, memory, watch: None }, 8);
        let error = (0..).find_map(|n: u64| set.insert(n, 0u64).err());
        assert_eq!(error, Some(Reason::Memory(memory)));
        assert!(set.bytes <= memory && set.len() > memory / 64, "{} states", set.len());
    }
}
