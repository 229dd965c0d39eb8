//! Which block is next, and what has become whole.

use crate::store::dir::{Block, StudyDir, block_name};
use crate::store::manifest::LineKeys;
use crate::store::table::Row;
use anyhow::Result;
use dealwright::record;
use dealwright::search::Verdict;
use dealwright::study::{Extent, Study, blocks_of_part, is_within};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::ops::Range;

/// Pieces into which a block is cut for the threads.
const CHUNKS: u64 = 40;
/// Blocks begun before the ones before them are counted, where the end depends on them.
const AHEAD: u64 = 2;

/// One piece of a block.
pub struct Chunk {
    pub block: Block,
    number: usize,
    pub indices: Range<u64>,
}

/// A block that is whole.
pub struct Finished {
    pub block: Block,
    pub rows: Vec<Row>,
    pub seconds: f64,
}

/// A block at work.
struct Open {
    chunks: Vec<Option<Vec<Row>>>,
    missing: usize,
    seconds: f64,
}

/// What has been counted of a line.
#[derive(Default, Clone, Copy)]
pub struct Tally {
    solvable: u64,
    unsolvable: u64,
    undecided: u64,
}

impl Tally {
    pub fn share(&self) -> Option<f64> {
        let all = self.solvable + self.unsolvable + self.undecided;
        (all > 0).then(|| self.solvable as f64 / all as f64)
    }

    fn add(&mut self, rows: &[Row]) {
        for row in rows {
            match record::verdict(row) {
                Verdict::Solvable => self.solvable += 1,
                Verdict::Unsolvable => self.unsolvable += 1,
                Verdict::Undecided => self.undecided += 1,
            }
        }
    }

    fn is_within(&self, within: f64) -> bool {
        is_within(self.solvable, self.unsolvable, self.undecided, within)
    }
}

pub struct Queue {
    /// How each line is cut into blocks.
    lines: Vec<LineKeys>,
    /// Blocks that nobody has begun, in their order.
    waiting: VecDeque<Block>,
    /// The block being cut into pieces, and its next one.
    cutting: Option<(Block, u64)>,
    open: HashMap<Block, Open>,
    tallies: Vec<Tally>,
    /// For studies that end by themselves: finished blocks that wait for earlier ones, the next block of each line to
    /// be counted, and whether a line's end is reached.
    held: BTreeMap<Block, Finished>,
    next: Vec<u64>,
    ended: Vec<bool>,
    in_order: bool,
}

impl Queue {
    /// What a directory lacks of this part.
    pub fn new(study: &Study, dir: &mut StudyDir, shard: (u64, u64)) -> Result<Self> {
        let lines = &dir.manifest.lines;
        let mut queue = Self {
            lines: lines.iter().map(LineKeys::without_files).collect(),
            waiting: VecDeque::new(),
            cutting: None,
            open: HashMap::new(),
            tallies: vec![Tally::default(); lines.len()],
            held: BTreeMap::new(),
            next: vec![0; lines.len()],
            ended: vec![false; lines.len()],
            in_order: false,
        };
        if let Extent::Until { within, .. } = study.extent {
            queue.in_order = true;
            (0..queue.lines.len()).try_for_each(|line| queue.take_up(line, dir, within))?;
            return Ok(queue);
        }
        let mine = blocks_of_part(lines.iter().map(LineKeys::blocks), shard);
        queue.waiting = mine.filter(|block| !dir.blocks.contains_key(block)).collect();
        Ok(queue)
    }

    /// Counts a line's blocks that are there without a gap. What lies behind a gap or the end is done again or dropped.
    fn take_up(&mut self, line: usize, dir: &mut StudyDir, within: f64) -> Result<()> {
        while !self.ended[line] && dir.blocks.contains_key(&(line, self.next[line])) {
            let rows = dir.rows((line, self.next[line]))?;
            self.tallies[line].add(&rows);
            self.next[line] += 1;
            self.ended[line] = self.tallies[line].is_within(within);
        }
        let behind: Vec<Block> =
            dir.blocks.range((line, self.next[line])..(line + 1, 0)).map(|(block, _)| *block).collect();
        for block in behind {
            dir.blocks.remove(&block);
            std::fs::remove_file(dir.path.join(block_name(block)))?;
        }
        if !self.ended[line] {
            self.waiting.extend((self.next[line]..self.lines[line].blocks()).map(|block| (line, block)));
        }
        Ok(())
    }

    fn rows_of(&self, (line, block): Block) -> u64 {
        self.lines[line].rows_of(block)
    }

    pub fn challenges_to_do(&self) -> u64 {
        self.waiting.iter().map(|block| self.rows_of(*block)).sum()
    }

    pub fn tally(&self, line: usize) -> Tally {
        self.tallies[line]
    }

    pub fn count(&mut self, line: usize, rows: &[Row]) {
        self.tallies[line].add(rows);
    }

    /// The next piece that may be begun now; with `stop`, only pieces of blocks that are begun.
    pub fn next(&mut self, stop: bool) -> Option<Chunk> {
        if self.cutting.is_none() && !stop {
            self.begin_block();
        }
        let (block, number) = self.cutting?;
        let (rows, size) = (self.rows_of(block), self.chunk_size(block));
        let first = block.1 * self.lines[block.0].block;
        let indices = first + number * size..first + rows.min((number + 1) * size);
        self.cutting = (indices.end < first + rows).then_some((block, number + 1));
        Some(Chunk { block, number: number as usize, indices })
    }

    fn chunk_size(&self, block: Block) -> u64 {
        self.rows_of(block).div_ceil(CHUNKS).max(1)
    }

    fn begin_block(&mut self) {
        while self.waiting.front().is_some_and(|(line, _)| self.ended[*line]) {
            self.waiting.pop_front();
        }
        let far = |block: &Block| self.in_order && block.1 >= self.next[block.0] + AHEAD;
        if self.waiting.front().is_some_and(far) {
            return;
        }
        if let Some(block) = self.waiting.pop_front() {
            let chunks = self.rows_of(block).div_ceil(self.chunk_size(block)) as usize;
            self.open.insert(block, Open { chunks: vec![None; chunks], missing: chunks, seconds: 0.0 });
            self.cutting = Some((block, 0));
        }
    }

    /// Whether no piece will be there any more.
    pub fn is_drained(&self, stop: bool) -> bool {
        self.cutting.is_none() && (stop || self.waiting.iter().all(|(line, _)| self.ended[*line]))
    }

    /// Takes a piece back. Gives the block if it is whole now.
    pub fn put(&mut self, chunk: Chunk, rows: Vec<Row>, seconds: f64) -> Option<Finished> {
        let open = self.open.get_mut(&chunk.block)?;
        open.seconds += seconds;
        open.missing -= usize::from(open.chunks[chunk.number].is_none());
        open.chunks[chunk.number] = Some(rows);
        if open.missing > 0 {
            return None;
        }
        let open = self.open.remove(&chunk.block)?;
        let rows = open.chunks.into_iter().flatten().flatten().collect();
        Some(Finished { block: chunk.block, rows, seconds: open.seconds })
    }

    /// Blocks that can be counted now that one more is whole, in their order, up to the end of the line.
    pub fn in_order(&mut self, finished: Finished, within: f64) -> Vec<Finished> {
        let line = finished.block.0;
        self.held.insert(finished.block, finished);
        let mut ready = Vec::new();
        while !self.ended[line]
            && let Some(finished) = self.held.remove(&(line, self.next[line]))
        {
            self.tallies[line].add(&finished.rows);
            self.next[line] += 1;
            self.ended[line] = self.tallies[line].is_within(within);
            ready.push(finished);
        }
        if self.ended[line] {
            self.held.retain(|block, _| block.0 != line);
        }
        ready
    }
}
