//! Memory that all threads of a run share, so that the limit is one for the whole command.
//!
//! Every search is first given the thread's share of the limit. One that runs out of it gives its memory back, waits until
//! twice as much is free, and begins again, up to the whole limit; only there running out is an answer. What is recorded
//! therefore never depends on the number of threads, and all that is given out at a time is never more than the limit.

use super::held;
use dealwright::search::{Allowance, Limits};
use std::sync::{Condvar, Mutex};

pub struct SharedMemory {
    limits: Limits,
    /// What each search is given first.
    share: u64,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    given: u64,
    /// The most that was given out at a time.
    #[cfg(test)]
    most: u64,
    /// Whoever asks draws a number and is served in that order: who wants much would otherwise never be served.
    drawn: u64,
    served: u64,
    /// Threads to be woken; most of the time there is none, and waking nobody takes as long as a small search.
    waiting: u64,
}

/// Memory that was given out, until it is dropped.
struct Given<'a> {
    memory: &'a SharedMemory,
    bytes: u64,
}

impl SharedMemory {
    pub fn new(limits: &Limits, threads: usize) -> Self {
        let share = (limits.memory / threads.max(1) as u64).max(1).min(limits.memory);
        Self { limits: *limits, share, state: Mutex::default(), changed: Condvar::new() }
    }

    /// Waits until so many bytes are free. Nobody who waits here holds any, so everybody's turn comes.
    fn take(&self, bytes: u64) -> Given<'_> {
        let mut state = held(&self.state);
        let number = state.drawn;
        state.drawn += 1;
        while state.served != number || self.limits.memory - state.given < bytes {
            state.waiting += 1;
            state = self.changed.wait(state).unwrap_or_else(std::sync::PoisonError::into_inner);
            state.waiting -= 1;
        }
        state.served += 1;
        state.given += bytes;
        #[cfg(test)]
        {
            state.most = state.most.max(state.given);
        }
        self.wake(&state);
        drop(state);
        Given { memory: self, bytes }
    }

    fn wake(&self, state: &State) {
        if state.waiting > 0 {
            self.changed.notify_all();
        }
    }
}

impl Drop for Given<'_> {
    fn drop(&mut self) {
        let mut state = held(&self.memory.state);
        state.given -= self.bytes;
        self.memory.wake(&state);
    }
}

impl Allowance for SharedMemory {
    fn run<T>(&self, mut search: impl FnMut(&Limits) -> (T, bool)) -> T {
        let mut bytes = self.share;
        loop {
            let given = self.take(bytes);
            let (found, ran_out) = search(&Limits { memory: bytes, ..self.limits });
            drop(given);
            if !ran_out || bytes == self.limits.memory {
                return found;
            }
            bytes = bytes.saturating_mul(2).min(self.limits.memory);
        }
    }

    fn share(&self) -> u64 {
        self.share
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// A search that needs so many bytes: what it says with less is not the truth.
    fn search(needed: u64) -> impl FnMut(&Limits) -> (Option<u64>, bool) {
        move |limits| {
            std::thread::yield_now();
            if limits.memory < needed { (None, true) } else { (Some(needed), false) }
        }
    }

    #[test]
    fn all_threads_together_never_get_more_than_the_limit_and_everybody_gets_what_is_needed() {
        for (memory, threads) in [(1000, 1), (1000, 2), (1000, 3), (1000, 8), (7, 16), (1, 4), (0, 2)] {
            let shared = SharedMemory::new(&Limits { states: 5, memory, ..Limits::default() }, threads);
            let answers = AtomicU64::new(0);
            std::thread::scope(|scope| {
                for thread in 0..threads as u64 {
                    let (shared, answers) = (&shared, &answers);
                    scope.spawn(move || {
                        for number in 0..200 {
                            let needed = (thread * 37 + number * 101) % 1500;
                            let found = shared.run(search(needed));
                            assert_eq!(found, (needed <= memory).then_some(needed));
                            answers.fetch_add(1, Ordering::Relaxed);
                        }
                    });
                }
            });
            assert_eq!(answers.into_inner(), 200 * threads as u64);
            let state = shared.state.into_inner().unwrap();
            assert!(state.most <= memory && state.given == 0, "{} of {memory}", state.most);
        }
    }

    #[test]
    fn only_the_whole_limit_is_an_end() {
        let shared = SharedMemory::new(&Limits { states: 5, memory: 1000, ..Limits::default() }, 3);
        let mut tried = Vec::new();
        let last = shared.run(|limits| {
            assert_eq!(limits.states, 5);
            tried.push(limits.memory);
            (limits.memory, true)
        });
        assert_eq!((last, tried), (1000, vec![333, 666, 1000]));
    }
}
