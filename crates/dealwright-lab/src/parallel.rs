//! The same work for many things on all cores, with results in their order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Things that a thread takes at a time: enough that taking them costs nothing, few enough that none waits long.
const CHUNK: usize = 16;

/// What comes of each thing, in their order, on so many threads. The first error ends the work; `None` is left out.
pub fn in_order<T: Sync, R: Send, E: Send>(
    things: &[T],
    threads: usize,
    work: impl Fn(usize, &T) -> Result<Option<R>, E> + Sync,
) -> Result<Vec<R>, E> {
    in_chunks(things, threads, CHUNK, work)
}

/// The same for things so large that each is a chunk by itself.
pub fn one_by_one<T: Sync, R: Send, E: Send>(
    things: &[T],
    threads: usize,
    work: impl Fn(usize, &T) -> Result<Option<R>, E> + Sync,
) -> Result<Vec<R>, E> {
    in_chunks(things, threads, 1, work)
}

fn in_chunks<T: Sync, R: Send, E: Send>(
    things: &[T],
    threads: usize,
    size: usize,
    work: impl Fn(usize, &T) -> Result<Option<R>, E> + Sync,
) -> Result<Vec<R>, E> {
    let chunks: Vec<&[T]> = things.chunks(size).collect();
    let done: Mutex<Vec<Vec<R>>> = Mutex::new(chunks.iter().map(|_| Vec::new()).collect());
    let failed: Mutex<Option<E>> = Mutex::new(None);
    let taken = AtomicUsize::new(0);
    let take = || {
        while held(&failed).is_none()
            && let number = taken.fetch_add(1, Ordering::Relaxed)
            && let Some(chunk) = chunks.get(number)
        {
            let each = chunk.iter().enumerate().map(|(n, thing)| work(number * size + n, thing));
            match each.filter_map(Result::transpose).collect::<Result<Vec<R>, E>>() {
                Ok(found) => held(&done)[number] = found,
                Err(error) => {
                    held(&failed).get_or_insert(error);
                }
            }
        }
    };
    std::thread::scope(|scope| {
        // This thread works too.
        for _ in 1..threads.clamp(1, chunks.len().max(1)) {
            scope.spawn(take);
        }
        take();
    });
    match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(done.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().flatten().collect()),
    }
}

/// What comes of each thing is handed on in their order, on the thread that asks, while others are still at work. No thread gets
/// further ahead than a few things, so no more than that is kept at a time. The first error in that order ends the work.
pub fn handed_on<T: Sync, R: Send, E: Send>(
    things: &[T],
    threads: usize,
    work: impl Fn(usize, &T) -> Result<R, E> + Sync,
    mut hand_on: impl FnMut(usize, R) -> Result<(), E>,
) -> Result<(), E> {
    let threads = threads.clamp(1, things.len().max(1));
    if threads == 1 {
        return things.iter().enumerate().try_for_each(|(n, thing)| hand_on(n, work(n, thing)?));
    }
    let desk = Mutex::new(Desk { next: 0, handed_on: 0, done: BTreeMap::new(), ended: false });
    let changed = Condvar::new();
    let worker = || {
        // If this thread panics, whoever waits for its result must not wait without end.
        let _ender = Ender { desk: &desk, changed: &changed, always: false };
        loop {
            let mut at = held(&desk);
            while !at.ended && at.next < things.len() && at.next >= at.handed_on + 2 * threads {
                at = changed.wait(at).unwrap_or_else(PoisonError::into_inner);
            }
            if at.ended || at.next >= things.len() {
                return;
            }
            let number = at.next;
            at.next += 1;
            drop(at);
            let result = work(number, &things[number]);
            held(&desk).done.insert(number, result);
            changed.notify_all();
        }
    };
    std::thread::scope(|scope| {
        let _ender = Ender { desk: &desk, changed: &changed, always: true };
        for _ in 0..threads {
            scope.spawn(worker);
        }
        for number in 0..things.len() {
            let mut at = held(&desk);
            let result = loop {
                match at.done.remove(&number) {
                    Some(result) => break result,
                    // A thread has panicked, which the scope passes on.
                    None if at.ended => return Ok(()),
                    None => at = changed.wait(at).unwrap_or_else(PoisonError::into_inner),
                }
            };
            drop(at);
            hand_on(number, result?)?;
            held(&desk).handed_on = number + 1;
            changed.notify_all();
        }
        Ok(())
    })
}

/// What threads that hand on in order know of each other.
struct Desk<R> {
    /// The next thing to be taken.
    next: usize,
    /// How many things were handed on.
    handed_on: usize,
    /// What came of things whose turn has not come.
    done: BTreeMap<usize, R>,
    /// Whether nothing more is to be done.
    ended: bool,
}

/// Ends the work of all threads when it is dropped: always, or only in a panic.
struct Ender<'a, R> {
    desk: &'a Mutex<Desk<R>>,
    changed: &'a Condvar,
    always: bool,
}

impl<R> Drop for Ender<'_, R> {
    fn drop(&mut self) {
        if self.always || std::thread::panicking() {
            held(self.desk).ended = true;
            self.changed.notify_all();
        }
    }
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_on_any_number_of_threads_and_what_is_nothing_is_left_out() {
        let things: Vec<u32> = (0..1000).collect();
        let wanted: Vec<u32> = (0..1000).filter(|n| n % 3 > 0).collect();
        for threads in [0, 1, 2, 7, 500] {
            let found = in_order(&things, threads, |number, &n| {
                assert_eq!(number, n as usize);
                Ok::<_, ()>((n % 3 > 0).then_some(n))
            });
            assert_eq!(found.as_ref(), Ok(&wanted));
            let found = one_by_one(&things, threads, |_, &n| Ok::<_, ()>((n % 3 > 0).then_some(n)));
            assert_eq!(found.as_ref(), Ok(&wanted));
        }
        assert_eq!(in_order(&[] as &[u32], 4, |_, n| Ok::<_, ()>(Some(*n))), Ok(Vec::new()));
    }

    #[test]
    fn an_error_ends_the_work() {
        let things: Vec<u32> = (0..100_000).collect();
        let begun = AtomicUsize::new(0);
        let found = in_order(&things, 2, |_, &n| {
            begun.fetch_add(1, Ordering::Relaxed);
            if n == 40 { Err(n) } else { Ok(Some(n)) }
        });
        assert_eq!(found, Err(40));
        assert!(begun.into_inner() < 100_000);
    }
    #[test]
    fn things_are_handed_on_in_order_and_nobody_gets_far_ahead() {
        let things: Vec<u32> = (0..500).collect();
        for threads in [0, 1, 2, 7] {
            let (begun, mut seen) = (AtomicUsize::new(0), Vec::new());
            let handed = handed_on(
                &things,
                threads,
                |number, &n| {
                    assert_eq!(number, n as usize);
                    begun.fetch_max(number + 1, Ordering::Relaxed);
                    // Every seventh thing takes longer than the others.
                    std::thread::sleep(std::time::Duration::from_micros(if n % 7 == 0 { 200 } else { 0 }));
                    Ok::<_, ()>(2 * n)
                },
                |number, twice| {
                    assert!(begun.load(Ordering::Relaxed) <= number + 1 + 2 * threads.max(1));
                    seen.push(twice);
                    Ok(())
                },
            );
            assert_eq!(handed, Ok(()));
            assert_eq!(seen, things.iter().map(|n| 2 * n).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_first_error_in_order_is_told_whoever_comes_upon_it() {
        let things: Vec<u32> = (0..100).collect();
        for threads in [1, 2, 5] {
            let mut last = 0;
            let failed = handed_on(
                &things,
                threads,
                |_, &n| if n == 40 || n == 41 { Err(n) } else { Ok(n) },
                |number, _| {
                    last = number;
                    Ok(())
                },
            );
            assert_eq!((failed, last), (Err(40), 39));
            let refused =
                handed_on(&things, threads, |_, &n| Ok(n), |_, n| if n == 7 { Err(n) } else { Ok(()) });
            assert_eq!(refused, Err(7));
        }
    }
}
