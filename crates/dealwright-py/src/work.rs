//! Long work: all cores, the interpreter free meanwhile, ended by Ctrl+C.

use crate::wrong_input;
use dealwright_lab::machine::cores;
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
    /// Fails when the work is to end.
    pub fn check(&self) -> PyResult<()> {
        match self.0.load(Ordering::Relaxed) {
            true => Err(Self::stopped()),
            false => Ok(()),
        }
    }

    /// What work that was ended fails with; it is never seen.
    pub fn stopped() -> PyErr {
        PyRuntimeError::new_err("stopped")
    }

    /// Set when the work is to end.
    pub fn flag(&self) -> &AtomicBool {
        &self.0
    }
}

/// Does work that is told how many threads to use, by default one for each core. Threads are made anew each time: threads
/// that stay would not be there in a process that was forked.
pub fn on_cores<T: Send>(
    py: Python<'_>,
    threads: Option<usize>,
    work: impl FnOnce(usize, &Stop) -> PyResult<T> + Send,
) -> PyResult<T> {
    if threads.is_some_and(|threads| !(1..=1024).contains(&threads)) {
        return Err(wrong_input("expected 1 to 1024 threads"));
    }
    let threads = threads.unwrap_or_else(cores);
    let stop = Stop(AtomicBool::new(false));
    py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, done) = channel();
            let stop = &stop;
            scope.spawn(move || {
                // Who waits for it is still there.
                let _ = sender.send(work(threads, stop));
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
