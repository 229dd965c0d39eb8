//! Statistics for studies of puzzles: tables of lengths, shares of solvable challenges, and tests between setups.
//!
//! Every function is a plain function of counts or values, and the same input gives the same answer whatever the order
//! in which it was collected. What is undefined is `None`: no answer is ever NaN, infinite or a 0 that stands for
//! "nothing known". A *confidence* is a number strictly between 0 and 1, such as 0.95; any other gives `None`.
//!
//! *Undecided* challenges are never dropped: functions that end in `with_undecided` give an interval that holds whatever
//! the undecided ones would turn out to be.
//!
//! | question | function |
//! |---|---|
//! | a table of values: mean, spread, quantiles, interval of the median | [`Counts`] |
//! | which share is solvable, sample size fixed in advance | [`wilson`], [`wilson_with_undecided`] |
//! | which share is solvable, or how large a mean is, looked at while it grows | [`anytime`], [`anytime_with_undecided`], [`anytime_mean`] |
//! | do two shares differ | [`two_proportions`], [`difference_with_undecided`] for large samples, [`Bounded`] for any |
//! | a mean of values between 0 and 1, or two of them, in samples of any size | [`Bounded`] |
//! | do two series of trial rates differ; does one mean differ from 0 | [`welch`], [`student`]; [`one_sample`] |
//! | do lengths differ between two or more samples | [`mann_whitney`], [`superiority_reach`], [`kruskal_wallis`] |
//! | several tests at once | [`holm`] |
//! | do lengths look like Poisson or normal | [`fit`] |

mod anytime;
mod bounded;
mod counts;
mod fit;
mod holm;
mod median;
mod moments;
mod proportion;
mod ranks;
mod tail;
mod trials;

pub use anytime::{anytime, anytime_mean, anytime_with_undecided};
pub use bounded::{Apart, Bounded};
pub use counts::Counts;
pub use fit::{Fit, Model, fit};
pub use holm::holm;
pub use median::MedianInterval;
pub use moments::Moments;
pub use proportion::{
    TwoProportions, difference_with_undecided, two_proportions, wilson, wilson_with_undecided,
};
pub use ranks::{KruskalWallis, MannWhitney, kruskal_wallis, mann_whitney, superiority_reach};
pub use trials::{TTest, one_sample, student, welch};

/// How many standard errors the interval of a mean reaches to either side, by Student's t; `None` for a confidence or degrees of freedom
/// that make no sense.
pub fn t_reach(confidence: f64, df: f64) -> Option<f64> {
    tail::t_critical(confidence, df)
}

/// The chance of a standard normal value above this one.
pub fn normal_tail(z: f64) -> f64 {
    tail::normal_above(z)
}

#[cfg(test)]
pub(crate) use tail::chi_squared_above;

/// An interval, both ends included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end, never below the lower one.
    pub high: f64,
}

impl Interval {
    /// Whether a value lies in it.
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Both ends.
    pub fn ends(self) -> [f64; 2] {
        [self.low, self.high]
    }
}

/// Fails unless two values agree to a relative error.
#[cfg(test)]
#[track_caller]
fn assert_close(found: f64, expected: f64, relative: f64) {
    assert!((found - expected).abs() <= relative * expected.abs(), "found {found:e}, expected {expected:e}");
}

/// A table of values, for tests.
#[cfg(test)]
fn table(values: &[f64]) -> Counts {
    Counts::from_values(values).unwrap()
}
