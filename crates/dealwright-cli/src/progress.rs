//! What a command is doing, told to somebody who waits at a terminal, and how much it may do in all.
//!
//! The line appears when a command has been silent for a second, and is gone before anything else is written. Where
//! nobody looks (standard error is no terminal) nothing is written at all, and a line that cannot be written is no
//! reason to stop.

use dealwright::search::{Limits, Watch};
use dealwright::text::{counted, grouped};
use indicatif::{ProgressBar, ProgressStyle};
use std::cell::Cell;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Silence after which the line appears, and how often it is written again.
const PATIENCE: Duration = Duration::from_secs(1);
const EVERY: Duration = Duration::from_millis(200);

/// Positions that the searches of this process have looked at.
static WATCH: Watch = Watch::new();

/// Whether this process works for others, who do not see its terminal.
static SILENT: AtomicBool = AtomicBool::new(false);

/// Tells nothing from here on.
pub fn silence() {
    SILENT.store(true, Ordering::Relaxed);
}

/// Whether somebody sees what is written to standard error.
pub fn is_seen() -> bool {
    std::io::stderr().is_terminal() && !SILENT.load(Ordering::Relaxed) && !crate::note::is_quiet()
}

/// What is told. Times count from the beginning of the command.
struct StatusLine {
    what: String,
    /// When this work began, and when something else was written last.
    since: Duration,
    quiet_since: Duration,
    /// Positions looked at before it began.
    positions_before: u64,
}

impl StatusLine {
    /// The line at a time; none while the silence is short.
    fn at(&self, now: Duration, positions: u64) -> Option<String> {
        if self.what.is_empty() || now.saturating_sub(self.quiet_since) < PATIENCE {
            return None;
        }
        let positions = match positions.saturating_sub(self.positions_before) {
            0 => String::new(),
            n => format!("; {}", counted(n, "position")),
        };
        Some(format!("{}{positions}, {} s", self.what, grouped(now.saturating_sub(self.since).as_secs())))
    }
}

struct State {
    line: StatusLine,
    bar: Option<ProgressBar>,
    ended: bool,
}

impl State {
    fn hide(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    fn show(&mut self, text: String) {
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::new_spinner();
            match ProgressStyle::with_template("{spinner} {wide_msg}") {
                Ok(style) => bar.with_style(style),
                Err(_) => bar,
            }
        });
        bar.set_message(text);
        bar.tick();
    }
}

struct Shared {
    begun: Instant,
    state: Mutex<State>,
    ended: Condvar,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tick_until_ended(&self) {
        let mut state = self.state();
        while !state.ended {
            if let Some(text) = state.line.at(self.begun.elapsed(), WATCH.positions()) {
                state.show(text);
            }
            let waited = self.ended.wait_timeout(state, EVERY);
            state = waited.map_or_else(|poisoned| poisoned.into_inner().0, |(state, _)| state);
        }
        state.hide();
    }
}

/// Tells what is being done until it is dropped.
pub struct Progress {
    shared: Arc<Shared>,
    ticker: Option<JoinHandle<()>>,
    positions_before: Cell<u64>,
}

impl Progress {
    /// Begins with `what` is being done, such as "solving" or "0 deals tried".
    pub fn new(what: impl Into<String>) -> Self {
        Self::where_seen(what, true)
    }

    /// For blocks of records that are read: what is a moment's work needs no line.
    pub fn of_blocks(all: usize) -> Self {
        Self::where_seen("reading", all > 1)
    }

    fn where_seen(what: impl Into<String>, wanted: bool) -> Self {
        let positions_before = WATCH.positions();
        let (since, quiet_since) = (Duration::ZERO, Duration::ZERO);
        let line = StatusLine { what: what.into(), since, quiet_since, positions_before };
        let state = Mutex::new(State { line, bar: None, ended: false });
        let shared = Arc::new(Shared { begun: Instant::now(), state, ended: Condvar::new() });
        let told = Arc::clone(&shared);
        let ticker = match wanted && is_seen() {
            true => std::thread::Builder::new().spawn(move || told.tick_until_ended()).ok(),
            false => None,
        };
        Self { shared, ticker, positions_before: Cell::new(positions_before) }
    }

    /// Says what is being done now, and what was found so far.
    pub fn say(&self, what: impl FnOnce() -> String) {
        // Where nobody looks the words need not be made.
        if self.ticker.is_some() {
            let mut state = self.shared.state();
            if state.line.what.is_empty() {
                state.line.since = self.shared.begun.elapsed();
                state.line.quiet_since = state.line.since;
                state.line.positions_before = WATCH.positions();
            }
            state.line.what = what();
        }
    }

    /// Says nothing until it is told anew: somebody else has to do something first.
    pub fn pause(&self) {
        if self.ticker.is_some() {
            let mut state = self.shared.state();
            state.hide();
            state.line.what.clear();
        }
    }

    /// Says which of so many blocks of records is at work: "reading 120 of 300 blocks".
    pub fn say_blocks(&self, doing: &str, before: usize, all: usize) {
        self.say(|| format!("{doing} {} of {}", grouped(before as u64 + 1), counted(all as u64, "block")));
    }

    /// Writes something else, on a line of its own.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        let mut state = self.shared.state();
        state.hide();
        let written = write();
        state.line.quiet_since = self.shared.begun.elapsed();
        written
    }

    /// The same limits; positions are counted here while they are looked at.
    pub fn watched(&self, limits: Limits) -> Limits {
        Limits { watch: Some(&WATCH), ..limits }
    }

    /// Positions looked at since it began, by searches with watched limits: the same each time.
    pub fn positions(&self) -> u64 {
        WATCH.positions() - self.positions_before.get()
    }

    /// Counts positions from here on: a budget begins anew.
    pub fn count_from_here(&self) {
        self.positions_before.set(WATCH.positions());
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.shared.state().ended = true;
        self.shared.ended.notify_all();
        if let Some(ticker) = self.ticker.take() {
            // A ticker that failed has nothing left to say.
            let _ = ticker.join();
        }
    }
}

/// Positions that a command may look at in all.
#[derive(clap::Args, Clone, Copy)]
pub struct BudgetArgs {
    /// Positions to examine in total (in deal: for each deal found); the answer says what was left out
    #[arg(long, value_name = "N", default_value = "50000000", value_parser = crate::args::parse_count)]
    pub budget: u64,
}

impl BudgetArgs {
    /// Limits of one more search out of what is left; none when nothing is.
    pub fn left(&self, progress: &Progress, limits: &Limits) -> Option<Limits> {
        match self.budget.saturating_sub(progress.positions()) {
            0 => None,
            left => Some(Limits { states: limits.states.min(left), ..*limits }),
        }
    }

    /// "50,000,000 positions".
    pub fn words(&self) -> String {
        counted(self.budget, "position")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    #[test]
    fn the_line_appears_after_a_second_of_silence_and_says_how_far_it_is() {
        let mut line = StatusLine {
            what: "3 deals tried".into(),
            since: Duration::ZERO,
            quiet_since: Duration::ZERO,
            positions_before: 1000,
        };
        assert_eq!(line.at(Duration::from_millis(999), 5000), None);
        assert_eq!(line.at(seconds(1), 1000).as_deref(), Some("3 deals tried, 1 s"));
        let later = line.at(seconds(1200), 1_235_567);
        assert_eq!(later.as_deref(), Some("3 deals tried; 1,234,567 positions, 1,200 s"));
        line.quiet_since = seconds(1200);
        assert_eq!(line.at(seconds(1200), 2_000_000), None);
        assert!(line.at(seconds(1201), 2_000_000).is_some());
        line.what.clear();
        assert_eq!(line.at(seconds(1300), 2_000_000), None, "nothing is done, so nothing is told");
    }

    #[test]
    fn what_is_left_of_a_budget_limits_the_next_search() {
        let budget = BudgetArgs { budget: 100 };
        let progress = Progress::new("testing");
        let limits = progress.watched(Limits { states: 70, ..Limits::default() });
        assert_eq!(budget.left(&progress, &limits).map(|limits| limits.states), Some(70));
        assert_eq!(BudgetArgs { budget: 0 }.left(&progress, &limits), None);
    }
}
