//! The numbers of positions that a search has seen, in one table.

use super::numbers::Number;
use crate::search::{Limits, Reason};

/// A set of keys in one table without lists or notes. It is filled up to seven eighths, and its last size is what is left
/// of the memory.
pub(super) struct Flat<const WORDS: usize> {
    /// The position as it was dealt has a key of zeros, which marks free places: it is kept apart.
    places: Vec<Number<WORDS>>,
    has_zeros: bool,
    pub count: u64,
    /// Keys after which something has to be done.
    room: u64,
    full: u64,
    bytes: u64,
    counted: u64,
    limits: Limits,
}

/// Odd, with its bits well spread: 2^64 divided by the golden ratio.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
const FIRST_PLACES: usize = 1 << 12;
const TIMES: u64 = 8;
const COUNT_EVERY: u64 = 4096;

impl<const WORDS: usize> Flat<WORDS> {
    pub fn new(limits: &Limits, bytes: u64) -> Self {
        let mut flat = Self {
            places: Vec::new(),
            has_zeros: false,
            count: 0,
            room: 0,
            full: 0,
            bytes,
            counted: 0,
            limits: *limits,
        };
        flat.resize(FIRST_PLACES);
        flat
    }

    fn resize(&mut self, places: usize) {
        let old = std::mem::replace(&mut self.places, vec![[0; WORDS]; places]);
        self.full = places as u64 / 8 * 7;
        self.set_room();
        for key in old.into_iter().filter(|key| *key != [0; WORDS]) {
            let place = self.place_of(&key);
            self.places[place] = key;
        }
    }

    fn set_room(&mut self) {
        self.room = self.full.min(self.limits.states).min(self.count + COUNT_EVERY);
    }

    /// Where a key would lie if nothing were in its way.
    fn home_of(&self, key: &Number<WORDS>) -> usize {
        let mixed = key.iter().fold(0u64, |mixed, &word| {
            let folded = mixed ^ word as u64 ^ ((word >> 64) as u64).wrapping_mul(SPREAD);
            let product = u128::from(folded) * u128::from(SPREAD);
            product as u64 ^ (product >> 64) as u64
        });
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(SPREAD);
        ((u128::from(mixed) * self.places.len() as u128) >> 64) as usize
    }

    fn place_of(&self, key: &Number<WORDS>) -> usize {
        self.place_from(key, self.home_of(key))
    }

    fn place_from(&self, key: &Number<WORDS>, home: usize) -> usize {
        let mut place = home;
        while self.places[place] != *key && self.places[place] != [0; WORDS] {
            place += 1;
            if place == self.places.len() {
                place = 0;
            }
        }
        place
    }

    /// Adds up to 32 keys and gives those that are new as bits. The processor waits for memory once for all of them, not
    /// once for each.
    pub fn insert_all(&mut self, keys: &[Number<WORDS>]) -> Result<u32, Reason> {
        let mut new = 0;
        if self.count + keys.len() as u64 > self.room || keys.contains(&[0; WORDS]) {
            for (at, key) in keys.iter().enumerate() {
                new |= u32::from(self.insert(*key)?) << at;
            }
            return Ok(new);
        }
        let mut homes = [0; u32::BITS as usize];
        let mut known = 0;
        for (at, (home, key)) in homes.iter_mut().zip(keys).enumerate() {
            *home = self.home_of(key);
            known |= u32::from(self.places[*home] == *key) << at;
        }
        for (at, (&home, key)) in homes.iter().zip(keys).enumerate() {
            if known >> at & 1 == 1 {
                continue;
            }
            let place = self.place_from(key, home);
            if self.places[place] != *key {
                self.places[place] = *key;
                self.count += 1;
                new |= 1 << at;
            }
        }
        Ok(new)
    }

    /// Adds a key and says whether it is new.
    pub fn insert(&mut self, key: Number<WORDS>) -> Result<bool, Reason> {
        if key == [0; WORDS] {
            self.count += u64::from(!self.has_zeros);
            return Ok(!std::mem::replace(&mut self.has_zeros, true));
        }
        let mut place = self.place_of(&key);
        if self.places[place] == key {
            return Ok(false);
        }
        if self.count >= self.room {
            self.grow()?;
            place = self.place_of(&key);
        }
        self.places[place] = key;
        self.count += 1;
        Ok(true)
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Reason> {
        self.limits.count(self.count - self.counted);
        self.counted = self.count;
        if self.count >= self.limits.states {
            return Err(Reason::States(self.limits.states));
        }
        if self.count >= self.full {
            // The old table and the new one exist side by side while it grows.
            let (key, places) = (size_of::<Number<WORDS>>() as u64, self.places.len() as u64);
            let most = (self.bytes / key).saturating_sub(places);
            if most < places + places / 2 {
                return Err(Reason::Memory(self.bytes));
            }
            let grown = if TIMES * (TIMES + 1) * places > most { most } else { TIMES * places };
            self.resize(grown as usize);
        }
        self.set_room();
        Ok(())
    }
}

impl<const WORDS: usize> Drop for Flat<WORDS> {
    fn drop(&mut self) {
        self.limits.count(self.count - self.counted);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_keeps_to_its_memory_and_loses_no_key() {
        let memory = 4 << 20;
        let limits = Limits { memory, ..Limits::default() };
        let mut flat = Flat::<2>::new(&limits, memory);
        let key = |n: u64| [u128::from(n) << 60 | 1, u128::from(n / 3)];
        let end = (0..).find(|&n| flat.insert(key(n)).is_err()).unwrap();
        assert!(flat.places.len() as u64 * 32 <= memory && end > memory / 54, "{end}");
        assert!((0..end).all(|n| flat.insert(key(n)) == Ok(false)));
        assert_eq!((flat.insert([0; 2]), flat.insert([0; 2])), (Ok(true), Ok(false)));
    }
}
