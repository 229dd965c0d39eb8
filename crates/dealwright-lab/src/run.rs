//! Runs a study: all cores, block by block.

pub mod log;
pub(crate) mod memory;
pub mod progress;
mod queue;

use crate::machine::cores;
use crate::store::dir::StudyDir;
use crate::store::table::{self, Row};
use anyhow::Result;
use dealwright::InvalidInput;
use dealwright::hunt::Quarry;
use dealwright::record;
use dealwright::setup::Setup;
use dealwright::setup::deal::Dealer;
use dealwright::setup::load::dealer;
use dealwright::study::source::{Source, Watched};
use dealwright::study::{Extent, Study};
use memory::SharedMemory;
use progress::RunProgress;
use queue::{Chunk, Finished, Queue};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How a run is done; nothing of it changes the records.
#[derive(Clone)]
pub struct RunOptions {
    /// Threads.
    pub threads: usize,
    /// Only this part of so many, from 0.
    pub shard: Option<(u64, u64)>,
    /// Set from outside to end the run: blocks at work are finished, no more are begun.
    pub stop: Arc<AtomicBool>,
    /// The words that began it, for its log.
    pub command: Vec<String>,
    /// Whether the lab's listener is told how far it is.
    pub tell_progress: bool,
}

impl Default for RunOptions {
    /// On all cores, the whole of it, told to the listener.
    fn default() -> Self {
        Self { threads: cores(), shard: None, stop: Arc::default(), command: Vec::new(), tell_progress: true }
    }
}

impl RunOptions {
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// What a run did.
#[derive(Debug, Clone, Copy, Default)]
pub struct Done {
    /// Blocks that were written.
    pub blocks: u64,
    /// Challenges in them.
    pub challenges: u64,
    /// Seconds from begin to end.
    pub wall_seconds: f64,
    /// Seconds of all threads together, spent on challenges.
    pub busy_seconds: f64,
    /// Whether it was ended before it was done.
    pub stopped: bool,
}

struct Run<'a> {
    study: &'a Study,
    options: &'a RunOptions,
    sources: Vec<Source<'a>>,
    queue: Mutex<Queue>,
    /// Something of the queue has changed.
    changed: Condvar,
    /// Asked for only by who does not hold the queue, or holds it already: never the queue by who holds this.
    dir: Mutex<&'a mut StudyDir>,
    done: Mutex<Done>,
    /// The best of a hunt so far.
    best: Mutex<Option<f64>>,
    failed: Mutex<Option<anyhow::Error>>,
    progress: Arc<RunProgress>,
    memory: SharedMemory,
}

/// Runs whatever the directory still lacks.
fn run(dir: &mut StudyDir, options: &RunOptions) -> Result<Done> {
    let begun = Instant::now();
    dir.manifest.check(&dir.lab.registry)?;
    let study = dir.manifest.study()?;
    let setups: Vec<Arc<Setup>> =
        dir.manifest.lines.iter().map(|line| line.load(&dir.lab.registry)).collect::<Result<_>>()?;
    let dealers: Vec<Dealer<'_>> = setups.iter().map(|setup| dealer(setup)).collect::<Result<_, _>>()?;
    let schema = Arc::clone(&dir.columns.schema);
    let sources = dealers.iter().map(|dealer| Source::new(dealer, &study, &schema)).collect();
    let queue = Queue::new(&study, dir, options.shard.unwrap_or((0, 1)))?;
    let progress = Arc::new(RunProgress::new(&study, queue.challenges_to_do()));
    let listener = Arc::clone(&dir.lab.listener);
    if options.tell_progress {
        listener.run_begins(&progress);
    }
    let run = Run {
        study: &study,
        options,
        sources,
        queue: Mutex::new(queue),
        changed: Condvar::new(),
        dir: Mutex::new(dir),
        done: Mutex::default(),
        best: Mutex::default(),
        failed: Mutex::default(),
        progress,
        memory: SharedMemory::new(&study.limits, options.threads),
    };
    std::thread::scope(|scope| {
        for _ in 0..options.threads.max(1) {
            scope.spawn(|| run.work());
        }
    });
    if options.tell_progress {
        listener.run_ends();
    }
    if let Some(error) = held(&run.failed).take() {
        return Err(error);
    }
    held(&run.dir).write_sums()?;
    let done = *held(&run.done);
    let (wall_seconds, stopped) = (begun.elapsed().as_secs_f64(), options.is_stopped());
    Ok(Done { wall_seconds, stopped, ..done })
}

/// A lock, whether or not a thread failed while it had it: between two calls nothing is half done.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Run<'_> {
    fn work(&self) {
        while let Some(chunk) = self.take() {
            let begun = Instant::now();
            let rows = self.rows(&chunk);
            let result = rows.and_then(|rows| self.put(chunk, rows, begun.elapsed().as_secs_f64()));
            if let Err(error) = result {
                held(&self.failed).get_or_insert(error);
            }
            self.changed.notify_all();
        }
    }

    /// The next piece of work; none when there is no more.
    fn take(&self) -> Option<Chunk> {
        let mut queue = held(&self.queue);
        loop {
            let stop = self.options.is_stopped();
            if held(&self.failed).is_some() {
                return None;
            }
            if let Some(chunk) = queue.next(stop) {
                return Some(chunk);
            }
            if queue.is_drained(stop) {
                return None;
            }
            // Where the end depends on earlier blocks, they must come in first.
            let waited = self.changed.wait_timeout(queue, Duration::from_millis(100));
            queue = waited.map_or_else(|poisoned| poisoned.into_inner().0, |(queue, _)| queue);
        }
    }

    /// Gives a piece back, and writes what has become whole by it.
    fn put(&self, chunk: Chunk, rows: Vec<Row>, seconds: f64) -> Result<()> {
        self.progress.add(chunk.indices.end - chunk.indices.start);
        let mut queue = held(&self.queue);
        let Some(finished) = queue.put(chunk, rows, seconds) else { return Ok(()) };
        if let Extent::Until { within, .. } = self.study.extent {
            // In the order of the blocks, with the queue at rest: what comes after the end is never written.
            for finished in queue.in_order(finished, within) {
                self.write(&finished)?;
            }
        } else {
            queue.count(finished.block.0, &finished.rows);
            match self.study.hunt {
                Some(hunt) => {
                    let values =
                        finished.rows.iter().filter_map(|row| record::number(row, hunt.quarry.column));
                    values.for_each(|value| self.see_best(hunt.quarry, value));
                }
                None => self.progress.say(self.estimate(&queue, finished.block.0)),
            }
            drop(queue);
            self.write(&finished)?;
        }
        Ok(())
    }

    fn write(&self, finished: &Finished) -> Result<()> {
        let (description, columns) = {
            let dir = held(&self.dir);
            (dir.description(finished.block)?, Arc::clone(&dir.columns))
        };
        let bytes = table::write(&columns, &finished.rows, &description)?;
        let mut dir = held(&self.dir);
        dir.write_block(finished.block, &bytes)?;
        let challenges = finished.rows.len() as u64;
        dir.append_timing(finished.block, challenges, finished.seconds)?;
        let mut done = held(&self.done);
        done.blocks += 1;
        done.challenges += challenges;
        done.busy_seconds += finished.seconds;
        Ok(())
    }

    /// Shows the best of a hunt, if this is better than what was found before.
    fn see_best(&self, quarry: Quarry, value: f64) {
        let mut best = held(&self.best);
        if best.is_none_or(|best| quarry.is_better(value, best)) {
            *best = Some(value);
            self.progress.say(format!("{}: {value}", quarry.words()));
        }
    }

    /// The records of a piece of a block.
    fn rows(&self, chunk: &Chunk) -> Result<Vec<Row>> {
        let last = Cell::new(None);
        let step = |_: u64, best: f64| {
            self.progress.step();
            if let Some(hunt) = self.study.hunt
                && last.replace(Some(best)) != Some(best)
            {
                self.see_best(hunt.quarry, best);
            }
        };
        let watched = Watched { allowance: &self.memory, step: &step };
        let source = &self.sources[chunk.block.0];
        self.progress.begin_climb();
        let row = |index| source.row_watched(self.study, index, &watched).transpose();
        let rows: Result<_, _> = chunk.indices.clone().filter_map(row).collect();
        self.progress.end_climb();
        rows.map_err(|error| InvalidInput::because(error).into())
    }

    fn estimate(&self, queue: &Queue, line: usize) -> String {
        let share = queue.tally(line).share().map_or(String::new(), |share| format!("{:.1}%", 100.0 * share));
        let setup = self.sources[line].dealer.setup;
        let sizes: String =
            setup.open.iter().map(|open| format!(" {}", setup.parameters.get(&open.name))).collect();
        let shuffle = setup.shuffling.words().map_or(String::new(), |words| format!(" {words}"));
        format!("{}{sizes}{shuffle}: {share} solvable", setup.full_name())
    }
}
