//! Studies in memory, batch by batch: the same rows in the same order as on disk, for programs that keep no files.

use crate::parallel::in_order;
use crate::store::table::Row;
use dealwright::InvalidInput;
use dealwright::record::Schema;
use dealwright::setup::Setup;
use dealwright::setup::deal::Dealer;
use dealwright::setup::load::dealer;
use dealwright::study::independent::{Origin, check_independent};
use dealwright::study::source::{Source, challenges};
use dealwright::study::{Extent, MOST_BLOCKS, Study, StudyLine, blocks_of_part, is_within};
use dealwright::summary::{Choice, SummaryLine};
use dealwright::text::grouped;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Challenges of a batch, more or less: whole blocks.
const AT_A_TIME: u64 = 20_000;

/// A study with its setups, ready to be run.
#[derive(Clone)]
pub struct InMemory {
    /// The study.
    pub study: Study,
    /// One setup for each line.
    pub setups: Vec<Setup>,
    /// Challenges of each line; the most there may be where the study ends by itself.
    pub challenges: Vec<u64>,
    /// The columns of its records.
    pub schema: Arc<Schema>,
}

/// Why a batch was not made.
#[derive(Debug)]
pub enum NoBatch {
    /// It was stopped from outside; what was begun is still to be done.
    Stopped,
    /// It cannot be done.
    Invalid(InvalidInput),
}

impl InMemory {
    /// Checks whether the study of these setups, one for each line, can be done.
    pub fn new(study: Study, setups: Vec<Setup>) -> Result<Self, InvalidInput> {
        study.check().map_err(InvalidInput)?;
        let count = |setup: &Setup| {
            challenges(&study, &dealer(setup)?, &setup.full_name()).map_err(InvalidInput::because)
        };
        let challenges = setups.iter().map(count).collect::<Result<Vec<_>, _>>()?;
        let origin = |(setup, line): (&Setup, &StudyLine)| {
            Ok::<_, InvalidInput>(Origin::new(&dealer(setup)?, &study.seed, &line.setup))
        };
        let origins = setups.iter().zip(&study.lines).map(origin).collect::<Result<Vec<_>, _>>()?;
        check_independent(&origins).map_err(InvalidInput)?;
        let schema = Schema::of(setups.iter().map(|setup| setup.game.info)).map_err(InvalidInput::because)?;
        let found = Self { study, setups, challenges, schema: Arc::new(schema) };
        if found.blocks().sum::<u64>() > MOST_BLOCKS {
            let all = grouped(found.all_challenges());
            return Err(InvalidInput(format!(
                "{all} challenges are too many blocks; take fewer, or larger blocks"
            )));
        }
        Ok(found)
    }

    /// Blocks of each line.
    pub fn blocks(&self) -> impl Iterator<Item = u64> {
        self.challenges.iter().map(|&challenges| challenges.div_ceil(self.study.block_rows(challenges)))
    }

    /// Challenges of all lines.
    pub fn all_challenges(&self) -> u64 {
        self.challenges.iter().fold(0, |sum, n| sum.saturating_add(*n))
    }

    /// Begins to run one part of so many, from 0.
    pub fn begin(&self, part: (u64, u64)) -> Result<Batches, InvalidInput> {
        if part.1 > 1 && matches!(self.study.extent, Extent::Until { .. }) {
            let message = "shard and until cannot be combined: the end depends on all challenges before it";
            return Err(InvalidInput(message.into()));
        }
        let to_do = blocks_of_part(self.blocks(), part).collect();
        Ok(Batches { to_do, lines: self.setups.iter().map(|_| None).collect() })
    }

    fn choice(&self) -> Choice {
        match self.study.extent {
            Extent::Samples(_) => Choice::Sample,
            Extent::Until { .. } => Choice::Until,
            Extent::Census => Choice::Census,
        }
    }
}

/// A line and a block of it.
type Block = (usize, u64);

/// A run: what is to be done, and what was found so far.
pub struct Batches {
    to_do: VecDeque<Block>,
    lines: Vec<Option<SummaryLine>>,
}

impl Batches {
    /// What is to be done next, blocks and their challenges: several, but only one where it may be the last.
    fn take(&mut self, of: &InMemory) -> (Vec<Block>, Vec<(usize, u64)>) {
        let within = if let Extent::Until { within, .. } = of.study.extent { Some(within) } else { None };
        let (mut blocks, mut next) = (Vec::new(), Vec::new());
        while (next.len() as u64) < AT_A_TIME
            && let Some((line, block)) = self.to_do.pop_front()
        {
            if let (Some(within), Some(found)) = (within, &self.lines[line])
                && is_within(found.solvable, found.unsolvable, found.undecided, within)
            {
                continue;
            }
            let size = of.study.block_rows(of.challenges[line]);
            let last = of.challenges[line].min((block + 1) * size);
            blocks.push((line, block));
            next.extend((block * size..last).map(|index| (line, index)));
            if within.is_some() {
                break;
            }
        }
        (blocks, next)
    }

    /// The records of the next challenges, on so many threads; none at the end. After [`NoBatch::Stopped`] the same batch
    /// can be asked for again.
    pub fn next(
        &mut self,
        of: &InMemory,
        threads: usize,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Row>>, NoBatch> {
        let (blocks, next) = self.take(of);
        if next.is_empty() {
            return Ok(None);
        }
        let found = measure(of, &next, threads, stop).inspect_err(|_| {
            blocks.iter().rev().for_each(|block| self.to_do.push_front(*block));
        })?;
        let mut rows = Vec::with_capacity(found.len());
        for (line, row) in found {
            self.lines[line]
                .get_or_insert_with(|| SummaryLine::new("", of.choice(), &of.schema, &row))
                .add(&row);
            rows.push(row);
        }
        Ok(Some(rows))
    }

    /// What was found so far of each line that has been begun.
    pub fn lines(&self) -> Vec<SummaryLine> {
        self.lines.iter().flatten().cloned().collect()
    }
}

/// Rows, each with its line.
type Measured = Vec<(usize, Row)>;

/// The rows of some challenges in their order.
fn measure(
    of: &InMemory,
    challenges: &[(usize, u64)],
    threads: usize,
    stop: &AtomicBool,
) -> Result<Measured, NoBatch> {
    let dealers: Vec<Dealer<'_>> =
        of.setups.iter().map(dealer).collect::<Result<_, _>>().map_err(NoBatch::Invalid)?;
    let sources: Vec<Source<'_>> =
        dealers.iter().map(|dealer| Source::new(dealer, &of.study, &of.schema)).collect();
    in_order(challenges, threads, |_, &(line, index)| {
        if stop.load(Ordering::Relaxed) {
            return Err(NoBatch::Stopped);
        }
        let row = sources[line].row(&of.study, index);
        let row = row.map_err(|error| NoBatch::Invalid(InvalidInput::because(error)))?;
        Ok(row.map(|row| (line, row)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use dealwright::Registry;
    use dealwright::study;

    fn study() -> InMemory {
        let names = ["pretzel/shuffled".to_string(), "boxoff/shuffled".to_string()];
        let mut study = Study::of(study::lines(&names, &[]).unwrap());
        (study.extent, study.block) = (Extent::Samples(90), Some(10));
        let setups = names.iter().map(|name| Registry::standard().setup(name, &[]).unwrap()).collect();
        InMemory::new(study, setups).unwrap()
    }

    fn all(of: &InMemory, part: (u64, u64), threads: usize) -> Vec<Row> {
        let mut batches = of.begin(part).unwrap();
        let mut rows = Vec::new();
        while let Some(more) = batches.next(of, threads, &AtomicBool::new(false)).unwrap() {
            rows.extend(more);
        }
        rows
    }

    #[test]
    fn any_number_of_threads_gives_the_same_rows_in_the_same_order() {
        let of = study();
        let rows = all(&of, (0, 1), 1);
        assert_eq!(rows.len(), 180);
        for threads in [2, 3, 64] {
            assert_eq!(all(&of, (0, 1), threads), rows);
        }
        let parts: usize = (0..4).map(|part| all(&of, (part, 4), 2).len()).sum();
        assert_eq!(parts, 180);
    }

    #[test]
    fn a_batch_that_was_stopped_is_made_when_it_is_asked_for_again() {
        let of = study();
        let mut batches = of.begin((0, 1)).unwrap();
        let stopped = batches.next(&of, 2, &AtomicBool::new(true));
        assert!(matches!(stopped, Err(NoBatch::Stopped)));
        let rows = batches.next(&of, 2, &AtomicBool::new(false)).unwrap().unwrap();
        assert_eq!(rows.len(), 180);
        assert_eq!(batches.lines().len(), 2);
    }
}
