//! Long work: all cores, the interpreter free meanwhile, ended by Ctrl+C.

use crate::wrong_input;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How often somebody looks whether Ctrl+C was pressed.
const LOOK: Duration = Duration::from_millis(100);

/// Tells work that it is to end.
pub struct Stop(AtomicBool);

impl Stop {
    /// Fails when the work is to end; what it fails with is never seen.
    pub fn check(&self) -> PyResult<()> {
        match self.0.load(Ordering::Relaxed) {
            true => Err(PyRuntimeError::new_err("stopped")),
            false => Ok(()),
        }
    }
}

/// Does work on so many threads, all cores when nothing is said. The threads are made for this once: threads that stay
/// would not be there in a process that was forked.
pub fn on_cores<T: Send>(
    py: Python<'_>,
    threads: Option<usize>,
    work: impl FnOnce(&Stop) -> PyResult<T> + Send,
) -> PyResult<T> {
    if threads.is_some_and(|threads| !(1..=1024).contains(&threads)) {
        return Err(wrong_input("expected 1 to 1024 threads"));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build();
    let pool = pool.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let stop = Stop(AtomicBool::new(false));
    py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, done) = channel();
            let (pool, stop) = (&pool, &stop);
            scope.spawn(move || {
                // Who waits for it is still there.
                let _ = sender.send(pool.install(|| work(stop)));
            });
            let mut pressed = None;
            loop {
                match done.recv_timeout(LOOK) {
                    Ok(result) => return pressed.map_or(result, Err),
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(PyRuntimeError::new_err("the work ended without a result"));
                    }
                    Err(RecvTimeoutError::Timeout) if pressed.is_none() => {
                        pressed = Python::attach(|py| py.check_signals()).err();
                        stop.0.store(pressed.is_some(), Ordering::Relaxed);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                }
            }
        })
    })
}
