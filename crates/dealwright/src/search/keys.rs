//! A set of positions that are numbers already, under the search's limits.

use super::{Limits, Reason};

/// A position as a number, as small as it fits.
pub trait Number: Copy + Eq {
    /// Marks a free place in a table; a key of this value is kept apart.
    const FREE: Self;
    /// Bits that differ between keys, from the top down.
    fn mixed(self) -> u64;
}

/// Odd, with its bits well spread: 2^64 divided by the golden ratio.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// A number with its bits mixed; places are taken from the top of it.
pub(super) fn spread(number: u64) -> u64 {
    let product = u128::from(number) * u128::from(SPREAD);
    product as u64 ^ (product >> 64) as u64
}

impl Number for u64 {
    const FREE: Self = 0;
    fn mixed(self) -> u64 {
        spread(self)
    }
}

impl Number for u128 {
    const FREE: Self = 0;
    fn mixed(self) -> u64 {
        (self as u64 ^ ((self >> 64) as u64).wrapping_mul(SPREAD)).mixed()
    }
}

/// Keys that a search has seen. The limits are asked before memory is taken.
///
/// A plain table with linear probing: the searches do little else than ask it, and it takes half the time of a general
/// one here.
pub struct Keys<K> {
    places: Vec<K>,
    /// How far to shift mixed bits for a place.
    shift: u32,
    count: usize,
    /// Keys after which the table grows, or, when it cannot, gives up.
    full: usize,
    /// Keys after which there is something to do: no more than `full`, less while somebody watches. The one test that
    /// each new key needs serves for both.
    room: usize,
    /// Keys that were counted for whoever watches.
    counted: usize,
    has_free: bool,
    limits: Limits,
}

const FIRST_PLACES: usize = 128;

/// Keys between two times that they are counted for whoever watches.
const COUNT_EVERY: usize = 4096;

/// Bytes up to which a table grows in larger steps.
const SMALL: u64 = 1 << 20;

impl<K: Number> Keys<K> {
    /// An empty set that keeps to these limits.
    pub fn new(limits: &Limits) -> Self {
        let mut keys = Self {
            places: Vec::new(),
            shift: 0,
            count: 0,
            full: 0,
            room: 0,
            counted: 0,
            has_free: false,
            limits: *limits,
        };
        keys.resize(FIRST_PLACES);
        keys
    }

    fn resize(&mut self, places: usize) {
        let old = std::mem::replace(&mut self.places, vec![K::FREE; places]);
        self.shift = u64::BITS - places.ilog2();
        self.full = (places / 2).min(usize::try_from(self.limits.states).unwrap_or(usize::MAX));
        self.set_room();
        for key in old.into_iter().filter(|key| *key != K::FREE) {
            let place = self.place_of(key);
            self.places[place] = key;
        }
    }

    fn set_room(&mut self) {
        self.room = match self.limits.watch {
            Some(_) => self.full.min(self.count + COUNT_EVERY),
            None => self.full,
        };
    }

    /// Keys that are kept.
    pub fn len(&self) -> u64 {
        self.count as u64
    }

    /// Whether nothing is kept yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where a key would lie if nothing were in its way.
    fn home_of(&self, key: K) -> usize {
        (key.mixed() >> self.shift) as usize
    }

    /// Where a key is, or would go, looked for from its home on.
    fn place_from(&self, key: K, mut place: usize) -> usize {
        let last = self.places.len() - 1;
        loop {
            let there = self.places[place & last];
            if there == key || there == K::FREE {
                return place & last;
            }
            place += 1;
        }
    }

    fn place_of(&self, key: K) -> usize {
        self.place_from(key, self.home_of(key))
    }

    /// Adds a key and says whether it is new.
    pub fn insert(&mut self, key: K) -> Result<bool, Reason> {
        if key == K::FREE {
            if !self.has_free && self.count >= self.room {
                self.grow()?;
            }
            self.count += usize::from(!self.has_free);
            return Ok(!std::mem::replace(&mut self.has_free, true));
        }
        let mut place = self.place_of(key);
        if self.places[place] == key {
            return Ok(false);
        }
        if self.count >= self.room {
            self.grow()?;
            place = self.place_of(key);
        }
        self.places[place] = key;
        self.count += 1;
        Ok(true)
    }

    /// Adds up to 32 keys and gives those that were new as bits, the first key's lowest. Their places are looked up side by side, so the
    /// processor waits for memory once for all of them, not once for each.
    pub fn insert_all(&mut self, keys: &[K]) -> Result<u32, Reason> {
        let mut new = 0;
        if self.count + keys.len() > self.room || keys.contains(&K::FREE) {
            for (at, &key) in keys.iter().enumerate() {
                new |= u32::from(self.insert(key)?) << at;
            }
            return Ok(new);
        }
        let last = self.places.len() - 1;
        let mut known = 0;
        for (at, &key) in keys.iter().enumerate() {
            known |= u32::from(self.places[self.home_of(key) & last] == key) << at;
        }
        for (at, &key) in keys.iter().enumerate().filter(|(at, _)| known >> at & 1 == 0) {
            let place = self.place_of(key);
            if self.places[place] != key {
                self.places[place] = key;
                self.count += 1;
                new |= 1 << at;
            }
        }
        Ok(new)
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Reason> {
        self.limits.count((self.count - self.counted) as u64);
        self.counted = self.count;
        if self.count < self.full {
            self.set_room();
            return Ok(());
        }
        if self.len() >= self.limits.states {
            return Err(Reason::States(self.limits.states));
        }
        // The old table and the new one exist side by side while it grows.
        let bytes = (self.places.len() * size_of::<K>()) as u64;
        let times = if bytes < SMALL && 5 * bytes <= self.limits.memory { 4 } else { 2 };
        if (1 + times) * bytes > self.limits.memory {
            return Err(Reason::Memory(self.limits.memory));
        }
        self.resize(times as usize * self.places.len());
        Ok(())
    }
}

impl<K> Drop for Keys<K> {
    fn drop(&mut self) {
        self.limits.count((self.count - self.counted) as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limits_hold_and_what_is_known_stays_known() {
        let mut keys = Keys::new(&Limits { states: 3, memory: 1 << 20, watch: None });
        assert!((0..3u64).all(|key| keys.insert(key) == Ok(true)));
        assert_eq!(keys.insert(1), Ok(false));
        assert_eq!(keys.insert(9), Err(Reason::States(3)));
        assert_eq!(keys.len(), 3);
        let mut keys = Keys::new(&Limits { states: u64::MAX, memory: 100_000, watch: None });
        let error = (0..).find_map(|key: u64| keys.insert(key).err());
        assert_eq!(error, Some(Reason::Memory(100_000)));
        assert!(keys.len() > 1000 && keys.places.len() * 8 <= 100_000);
        assert_eq!(keys.insert(0), Ok(false));
    }

    #[test]
    fn it_is_the_set_that_the_library_has() {
        let mut random = crate::rng::Stream::new(&["keys"], 0);
        for bits in [4, 8, 14] {
            let mut keys = Keys::new(&Limits::default());
            let mut wide = Keys::new(&Limits::default());
            let mut plain = std::collections::HashSet::new();
            for _ in 0..20_000 {
                let key = u64::from(random.below(1 << bits));
                let new = plain.insert(key);
                assert_eq!(keys.insert(key), Ok(new));
                assert_eq!(wide.insert(u128::from(key) << 60), Ok(new));
            }
            assert_eq!(keys.len(), plain.len() as u64);
            let (mut one_by_one, mut together) =
                (Keys::new(&Limits::default()), Keys::new(&Limits::default()));
            for _ in 0..5_000 {
                let some: [u64; 5] = std::array::from_fn(|_| u64::from(random.below(1 << bits)));
                let new = some
                    .iter()
                    .enumerate()
                    .fold(0, |new, (at, &key)| new | u32::from(one_by_one.insert(key) == Ok(true)) << at);
                assert_eq!(together.insert_all(&some), Ok(new));
            }
            assert_eq!(together.len(), one_by_one.len());
        }
    }
}
