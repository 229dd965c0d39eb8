//! Boards, pieces, charts and QR codes as SVG text, and HTML files that carry them: values in, pictures out. Pure, and the same bytes everywhere.
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod chart;
pub mod code;
pub mod document;
pub mod picture;
pub mod svg;
