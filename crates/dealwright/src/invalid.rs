//! Input that cannot be used, and why.

use std::fmt::Display;

/// What was given cannot be read or done. The sentence names the place and what is allowed there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidInput(pub String);

impl InvalidInput {
    /// The same in the words of another error.
    pub fn because(why: impl Display) -> Self {
        Self(why.to_string())
    }
}
