//! Paper: pages in millimetres, pieces to cut out, boards, leaflets and books, and the files they go into. What is on them is
//! drawn by `picture`.

pub mod board;
pub mod book;
pub mod cut;
pub mod file;
pub mod flow;
pub mod font;
pub mod kit;
pub mod layout;
pub mod leaflet;
pub mod paper;
pub mod qr;
pub mod table;

#[cfg(test)]
mod tests;
