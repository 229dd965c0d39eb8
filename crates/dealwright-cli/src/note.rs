//! What is said beside the answer: progress, warnings, where the records are.

use std::fmt::Display;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether notes are left out (`--quiet`).
static QUIET: AtomicBool = AtomicBool::new(false);

/// Leaves out notes and progress from here on. Errors and warnings are still told.
pub fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Whether notes are left out.
pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Writes a line to standard error. Whoever reads it may be gone (`… 2>&1 | head -1`), and the work goes on without: a note
/// that nobody can read must neither end the work nor change the exit code.
pub fn note(text: impl Display) {
    let text = text.to_string();
    if !is_quiet() || text.starts_with("warning:") {
        say(&text);
    }
}

/// What somebody has to read before they can answer: told in any case.
pub fn prompt(text: impl Display) {
    say(&text.to_string());
}

/// An error, which is told in any case.
pub fn error(text: impl Display) {
    say(&format!("error: {text}"));
}

fn say(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// A note that the next one overwrites.
pub fn note_in_place(text: impl Display) {
    if is_quiet() {
        return;
    }
    let mut err = anstream::stderr();
    let _ = write!(err, "\r\u{1b}[K{text}").and_then(|()| err.flush());
}
