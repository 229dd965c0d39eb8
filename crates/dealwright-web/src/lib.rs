//! The desk as a WebAssembly module: JSON in, JSON out. `wasm.js` of the page is the other side of the door.
//!
//! The caller writes a text into memory that `reserve` gives, and calls a door such as `answer` with its length. What comes
//! back is the length of an answer that lies where `result` says. There is no clock in here: whether a piece of work should
//! pause is asked of the caller by the one function that the module imports.
//!
//! It is built three times: with the feature `whole` it knows every question; without, only those of a first game, so that
//! a page is soon there; with `print` it makes PDF and nothing else.
#![cfg(target_arch = "wasm32")]

#[cfg(not(feature = "print"))]
mod desk;
#[cfg(feature = "print")]
mod print;

/// Memory of one search. The module as a whole may have twice as much (`build.rs`), since tables grow by doubling.
const MEMORY: u64 = 256 << 20;
