//! A set of positions that are numbers already, under the search's limits.

use super::{Limits, Reason};
use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;
use std::hash::Hash;

/// Keys that a search has seen. The limits are asked before memory is taken.
pub(crate) struct Keys<K> {
    keys: HashSet<K, FxBuildHasher>,
    limits: Limits,
}

impl<K: Eq + Hash> Keys<K> {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self { keys: HashSet::with_hasher(FxBuildHasher), limits: *limits }
    }

    pub(crate) fn len(&self) -> u64 {
        self.keys.len() as u64
    }

    /// Adds a key and says whether it is new.
    pub(crate) fn insert(&mut self, key: K) -> Result<bool, Reason> {
        if self.len() >= self.limits.states {
            return if self.keys.contains(&key) {
                Ok(false)
            } else {
                Err(Reason::States(self.limits.states))
            };
        }
        // The old table and one of twice the size exist side by side while it grows.
        let full = self.keys.len() == self.keys.capacity();
        if full && 3 * self.keys.allocation_size().max(1 << 10) as u64 > self.limits.memory {
            return if self.keys.contains(&key) {
                Ok(false)
            } else {
                Err(Reason::Memory(self.limits.memory))
            };
        }
        Ok(self.keys.insert(key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limits_hold_and_what_is_known_stays_known() {
        let mut keys = Keys::new(&Limits { states: 3, memory: 1 << 20 });
        assert!((0..3u64).all(|key| keys.insert(key) == Ok(true)));
        assert_eq!(keys.insert(1), Ok(false));
        assert_eq!(keys.insert(9), Err(Reason::States(3)));
        assert_eq!(keys.len(), 3);
        let mut keys = Keys::new(&Limits { states: u64::MAX, memory: 100_000 });
        let error = (0..).find_map(|key: u64| keys.insert(key).err());
        assert_eq!(error, Some(Reason::Memory(100_000)));
        assert!(keys.len() > 1000 && keys.keys.allocation_size() <= 100_000);
        assert_eq!(keys.insert(0), Ok(false));
    }
}
