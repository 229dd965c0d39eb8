//! Who is told what the lab is doing. Nothing of it changes a record, and nobody has to listen.

use crate::run::progress::RunProgress;
use std::sync::Arc;

/// Says which of several blocks is at work, with what is done to it ("reading"); dropped when all are done.
pub type Blocks<'a> = Box<dyn Fn(&str, usize) + 'a>;

/// Somebody who wants to know what goes on, such as a terminal.
pub trait Listener: Send + Sync {
    /// Something that a person should know.
    fn note(&self, _text: &str) {}

    /// So many blocks of records are about to be read or written.
    fn blocks(&self, _all: usize) -> Blocks<'_> {
        Box::new(|_, _| {})
    }

    /// A search for something is under way; called again and again with how far it is.
    fn searching(&self, _what: &str) {}

    /// A run begins. How far it is can be asked of `progress` at any time until it ends.
    fn run_begins(&self, _progress: &Arc<RunProgress>) {}

    /// The run has ended.
    fn run_ends(&self) {}
}

/// Nobody.
pub struct Silent;

impl Listener for Silent {}
