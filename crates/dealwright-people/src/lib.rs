//! Dealwright with people: how long a setup takes, and how hard a challenge is.
//!
//! Nothing here knows files, clocks or terminals. Text and rows go in, values come out.
//!
//! | step | module |
//! |---|---|
//! | a session for so many participants: who sets up and plays what, in which order | [`plan`] |
//! | what the stopwatch and the play log write, one row per run, step, game and move | [`rows`], [`read`] |
//! | rows against setups and challenges: the actions of each step, the moves of each game | [`check`] |
//! | seconds for each kind of action | [`time`], [`weights`] |
//! | which measure predicts success and time; which levels differ | [`difficulty`], [`challenges`] |
//! | all of it as tables, and as one HTML file | [`table`], [`report`] |
//! | simulated people, and how many are needed | [`simulate`], [`power`] |

pub mod challenges;
pub mod check;
pub mod difficulty;
pub mod math;
pub mod plan;
pub mod power;
pub mod read;
pub mod report;
pub mod rows;
pub mod simulate;
pub mod table;
pub mod time;
pub mod weights;

/// What every answer about simulated people says.
pub const SIMULATED: &str =
    "SIMULATED people: these figures test the instrument and say nothing about real people";
