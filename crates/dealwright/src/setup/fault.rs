//! Why a setup file is refused, and where.

/// Why a setup file is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct SetupError {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// What was found and what is expected.
    pub message: String,
}

/// A fault at a place in the text, before the place has been counted out in lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Byte offset.
    pub offset: usize,
    /// What was found and what is expected.
    pub message: String,
}

impl Fault {
    pub(crate) fn new(offset: usize, message: impl Into<String>) -> Self {
        Self { offset, message: message.into() }
    }

    /// The same with line and column.
    pub fn in_text(self, text: &str) -> SetupError {
        let before: &str = text.get(..self.offset.min(text.len())).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        SetupError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message: self.message,
        }
    }
}
