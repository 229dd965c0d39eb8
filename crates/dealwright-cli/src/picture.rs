//! Pictures of boards and pieces, and those that explain a rule or a setup. Data in, SVG text out; nothing in them has a
//! name of its own, so any number of them can stand on one page.

mod arrow;
mod boxes;
mod cycle;
mod engraved;
mod faces;
mod kits;
mod ltiles;
mod mountain;
mod opening;
mod outline;
mod pieces;
mod view;

pub use boxes::boxoff_boxes;
pub use cycle::colour_cycle;
pub use engraved::engraved_tiles;
pub use faces::{Mirror, cells_of, face};
pub use ltiles::ltiles;
pub use opening::fujisan_opening;
pub use view::{Step, View};

#[cfg(test)]
mod tests;
