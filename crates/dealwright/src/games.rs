//! The games that come with Dealwright, one file each. [`crate::registry`] lists them.

pub mod blackhole;
pub mod boxoff;
pub mod fujisan;
pub mod golf;
pub mod klondike;
mod patience;
pub mod pretzel;
