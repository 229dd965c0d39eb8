//! Other people's code that gives up by panicking.

use anyhow::{Result, bail};
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// Whether this thread is where a panic is expected, so that nobody is told about it.
    static EXPECTED: Cell<bool> = const { Cell::new(false) };
}

/// Runs what may panic on bytes that are damaged; a panic is an error like any other, and nothing is printed. What it leaves
/// behind must not be used afterwards.
pub fn without_panic<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |what| {
            if !EXPECTED.get() {
                before(what);
            }
        }));
    });
    let outer = EXPECTED.replace(true);
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    EXPECTED.set(outer);
    match done {
        Ok(result) => result,
        Err(_) => bail!("it cannot be decoded"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_error_and_everything_else_comes_through() {
        let none: Vec<u8> = Vec::new();
        let place = none.len() + 3;
        assert_eq!(without_panic(|| Ok(none[place])).unwrap_err().to_string(), "it cannot be decoded");
        assert_eq!(without_panic(|| Ok(5)).unwrap(), 5);
        assert!(!EXPECTED.get());
    }
}
