//! The same work for many things on all cores, with results in their order.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

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
}
