//! Paper: pages in millimetres, pieces to cut out, boards, leaflets and books, and PDF. What is on them is drawn by
//! `dealwright-draw`. Nothing here knows files, a clock or a terminal, so the command line, the server and a web page print alike.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod address;
mod board;
mod book;
mod cut;
mod file;
mod flow;
mod font;
mod kit;
mod layout;
mod leaflet;
mod paper;
pub mod request;
mod table;

#[cfg(test)]
mod tests;

pub use book::choose::{Chosen, EntryKind, Wanted, choose};
pub use book::{BookOptions, book_pages};
pub use file::{MOST_PIXELS, pdf, png};
pub use kit::{KitOptions, Part, kit_pages, kits_pages};
pub use layout::Backs;
pub use paper::Paper;
pub use table::{MOST, Table, name_of, piece, tables};
