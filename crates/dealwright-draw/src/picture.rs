//! Pictures of boards and pieces. Data in, SVG text out; nothing in them has a name of its own, so any number of them can
//! stand on one page.

pub mod arrow;
mod faces;
mod fold;
pub mod mountain;
pub mod outline;
pub mod pieces;
mod view;

pub use faces::{Mirror, cells_of, face};
pub use fold::Fold;
pub use view::{Step, View};

#[cfg(test)]
mod tests;
