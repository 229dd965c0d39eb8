//! Every question that a person asks at a table, and its answer, as plain values: deal, position, hint, why, repair, rate,
//! table, design, meter, compare, tune, hunt. The command line, the server and a web page all ask here.
//!
//! Nothing in here looks at a clock. A [`Budget`] counts positions; whoever asks says by a function of their own when to
//! pause. Most questions are a [`Question`], answered in one or more turns; those that go on and on are [`Stream`]s.
//!
//! ```
//! use dealwright::Registry;
//! use dealwright_desk::{Budget, answer};
//!
//! let body = r#"{"id": "boxoff:BBWBBW/BYYYWB/YWWWYY", "moves": ["e1f1"]}"#;
//! let hint = answer(&Registry::standard(), "hint", body, &Budget::whole())?;
//! assert!(hint.contains(r#""verdict":"solvable""#));
//! # Ok::<(), dealwright::InvalidInput>(())
//! ```
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod budget;
pub mod builder;
pub mod code;
pub mod compare;
pub mod comparison;
pub mod deal;
pub mod design;
pub mod hunt;
pub mod json;
pub mod link;
pub mod list;
pub mod look_back;
pub mod meter;
pub mod play;
pub mod prove;
mod questions;
pub mod rate;
pub mod repair;
pub mod sections;
pub mod table;
pub mod tune;
pub mod why;

pub use budget::{Budget, Pace, Piece, Question, Stream, Streamed, Weight};
pub use questions::{AnyStream, QUESTIONS, STREAMS, answer, first, most_seconds, open_stream, patience};
