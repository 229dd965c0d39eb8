//! What somebody at a terminal is told while studies are read and run, and Ctrl+C.

use crate::note::note;
use crate::progress::{Progress, is_seen};
use anyhow::Result;
use dealwright::Registry;
use dealwright::text::grouped;
use dealwright_lab::Lab;
use dealwright_lab::listen::{Blocks, Listener};
use dealwright_lab::machine::cores;
use dealwright_lab::run::RunOptions;
use dealwright_lab::run::progress::{RunKind, RunProgress, duration};
use dealwright_lab::store::scratch::Place;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Set by Ctrl+C: blocks at work are finished, no more are begun.
static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// How long a run goes on before its bar is drawn: what takes a moment needs none.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often the bar of a run is drawn.
const EVERY: Duration = Duration::from_millis(200);

/// A lab that tells the terminal what it does.
pub fn lab_on_terminal(registry: &Registry) -> Lab {
    Lab { commit: crate::version::COMMIT, ..Lab::new(registry.clone(), Arc::new(Terminal::default())) }
}

/// How this command runs studies: on this many threads or all cores, until Ctrl+C.
pub fn run_options(threads: Option<u16>, shard: Option<(u64, u64)>) -> RunOptions {
    RunOptions {
        threads: threads.map_or_else(cores, usize::from),
        shard,
        stop: Arc::clone(&STOP),
        command: std::env::args().collect(),
        tell_progress: true,
    }
}

/// Makes Ctrl+C end this and all further runs of the process after the blocks at work. Once is enough; a second call
/// changes nothing.
pub fn stop_on_ctrl_c() {
    // Without a handler Ctrl+C kills the program, which loses no more than the blocks at work.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        note("\nfinishing the blocks in progress; press Ctrl+C again to stop at once");
    });
}

/// Ends the command after Ctrl+C, and says how to resume.
pub fn end_stopped<T>(place: Place) -> Result<T> {
    note(format_args!("stopped; {}", place.how_to_go_on()));
    // The way out below runs no destructors, and a directory for this command alone must not stay.
    drop(place);
    std::process::exit(130)
}

/// The terminal that listens.
#[derive(Default)]
struct Terminal {
    searching: Mutex<Option<Progress>>,
    run: Mutex<Option<RunBar>>,
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Listener for Terminal {
    fn note(&self, text: &str) {
        note(text);
    }

    fn blocks(&self, all: usize) -> Blocks<'_> {
        let progress = Progress::of_blocks(all);
        Box::new(move |doing, before| progress.say_blocks(doing, before, all))
    }

    fn searching(&self, what: &str) {
        let mut searching = held(&self.searching);
        match what {
            "" => *searching = None,
            what => searching.get_or_insert_with(|| Progress::new(what)).say(|| what.to_string()),
        }
    }

    fn run_begins(&self, progress: &Arc<RunProgress>) {
        *held(&self.run) = is_seen().then(|| RunBar::new(progress));
    }

    fn run_ends(&self) {
        *held(&self.run) = None;
    }
}

/// The bar of a run, drawn until it is dropped.
struct RunBar {
    bar: ProgressBar,
    ended: Arc<AtomicBool>,
    ticker: Option<JoinHandle<()>>,
}

impl RunBar {
    fn new(progress: &Arc<RunProgress>) -> Self {
        let (bar, template) = match progress.kind {
            RunKind::Until => {
                (ProgressBar::new_spinner(), "{spinner} {human_pos} challenges, {per_sec}, {elapsed}  {msg}")
            }
            RunKind::Climbs => (
                ProgressBar::new(progress.to_do),
                "{spinner} {human_pos}/{human_len} climbs done, {climbs}  {msg}",
            ),
            RunKind::Fixed => {
                (ProgressBar::new(progress.to_do), "{bar:30} {human_pos}/{human_len}{pace}  {msg}")
            }
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            let shown = Arc::clone(progress);
            let pace = |state: &ProgressState, out: &mut dyn Write| {
                let (done, all) = (state.pos(), state.len().unwrap_or(0));
                let _ = out.write_str(&pace(done, all, state.per_sec(), state.eta()));
            };
            let climbs = move |state: &ProgressState, out: &mut dyn Write| {
                let _ = out.write_str(&shown.climbs_in_words(state.elapsed()));
            };
            bar.set_style(style.with_key("pace", pace).with_key("climbs", climbs));
        }
        let ended = Arc::new(AtomicBool::new(false));
        let (drawn, progress, is_over) = (bar.clone(), Arc::clone(progress), Arc::clone(&ended));
        let tick = move || {
            let begun = Instant::now();
            while !is_over.load(Ordering::Relaxed) && begun.elapsed() < PATIENCE {
                std::thread::park_timeout(PATIENCE.saturating_sub(begun.elapsed()));
            }
            while !is_over.load(Ordering::Relaxed) {
                drawn.set_position(progress.done());
                drawn.set_message(progress.message());
                drawn.tick();
                std::thread::park_timeout(EVERY);
            }
        };
        Self { bar, ended, ticker: std::thread::Builder::new().spawn(tick).ok() }
    }
}

impl Drop for RunBar {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        if let Some(ticker) = self.ticker.take() {
            ticker.thread().unpark();
            // A ticker that failed has nothing left to draw.
            let _ = ticker.join();
        }
        self.bar.finish_and_clear();
    }
}

/// How fast it goes and how long it will take; nothing before there is something to guess by.
fn pace(done: u64, all: u64, per_second: f64, left: Duration) -> String {
    if done == 0 || done >= all || per_second <= 0.0 {
        return String::new();
    }
    let each = if per_second < 10.0 { format!("{per_second:.1}") } else { grouped(per_second as u64) };
    format!(", {each}/s, about {} left", duration(left.as_secs_f64()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_guessed_before_the_first_challenge_is_done() {
        assert_eq!(pace(0, 200, 0.0, Duration::ZERO), "");
        assert_eq!(pace(10, 200, 2.5, Duration::from_secs(76)), ", 2.5/s, about 76 s left");
        assert_eq!(pace(10, 20_000, 1500.2, Duration::from_secs(13)), ", 1,500/s, about 13 s left");
    }
}
