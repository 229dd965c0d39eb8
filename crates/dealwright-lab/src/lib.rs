//! Studies on disk and on all cores: run, resume, shard, merge, read.
//!
//! A [`Lab`] is the games that are known and somebody who is told what goes on. Everything that reads or writes a study
//! takes one; nothing in here prints, and nothing is kept between calls but files.
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod batches;
pub mod files;
pub mod fixes;
pub mod hunt;
pub mod listen;
pub mod machine;
pub mod merge;
pub mod outlook;
pub mod parallel;
pub mod prove;
pub mod recall;
pub mod run;
pub mod store;
pub mod study_file;
pub mod summary;
pub mod tune;

use dealwright::Registry;
use listen::{Listener, Silent};
use std::sync::Arc;

/// The games that are known, and who is told what goes on.
#[derive(Clone)]
pub struct Lab {
    /// The games by which setups and IDs are read.
    pub registry: Registry,
    /// Who is told.
    pub listener: Arc<dyn Listener>,
    /// The commit that the program was built from, for the log of runs; none where it is not known.
    pub commit: Option<&'static str>,
}

impl Lab {
    /// A lab that tells somebody what it does.
    pub fn new(registry: Registry, listener: Arc<dyn Listener>) -> Self {
        Self { registry, listener, commit: None }
    }

    /// A lab that tells nobody.
    pub fn silent(registry: Registry) -> Self {
        Self::new(registry, Arc::new(Silent))
    }
}
