//! What is said beside the answer: progress, warnings, where the records are.

use std::fmt::Display;
use std::io::Write;

/// Writes a line to standard error. Whoever reads it may be gone (`… 2>&1 | head -1`), and the work goes on without: a note
/// that nobody can read must neither end the work nor change the exit code.
pub fn note(text: impl Display) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// The same for a line that is written over by the next one.
pub fn note_in_place(text: impl Display) {
    let mut err = anstream::stderr();
    let _ = write!(err, "\r\u{1b}[K{text}").and_then(|()| err.flush());
}
