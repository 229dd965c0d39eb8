//! Pictures of boards and pieces, and those that explain a rule or a setup. Data in, SVG text out; nothing in them has a
//! name of its own, so any number of them can stand on one page.

mod arrow;
mod boxes;
mod cycle;
mod engraved;
mod kits;
mod ltiles;
mod mountain;
mod opening;
mod outline;
mod pieces;
mod rules;
mod view;

pub use boxes::boxoff_boxes;
pub use cycle::colour_cycle;
use dealwright::board::Board;
pub use engraved::engraved_tiles;
pub use ltiles::ltiles;
pub use opening::{fujisan_moves, fujisan_opening};
pub use rules::{Rule, Used, rules_of};
pub use view::{Step, View};

/// A board with its files and ranks; the title is what those hear who do not see it. [`View`] shows more on it.
pub fn board(board: &Board, title: &str) -> String {
    View::of(board).picture(title)
}

#[cfg(test)]
mod tests;
