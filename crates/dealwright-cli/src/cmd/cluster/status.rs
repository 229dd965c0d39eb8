//! `dealwright cluster status`

use super::{MERGED, MOST_TASKS, part_path, read_plan};
use crate::cmd::write_json;
use crate::terminal::lab_on_terminal;
use anyhow::Result;
use dealwright::Registry;
use dealwright::text::{counted, grouped};
use dealwright_lab::Lab;
use dealwright_lab::store::dir::{Block, StudyDir};
use dealwright_lab::store::manifest::Manifest;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Show which parts of a planned study are done, missing or damaged
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright cluster status plan --json")]
pub struct Args {
    /// The directory of a plan
    dir: PathBuf,
    /// One JSON object
    #[arg(short, long)]
    json: bool,
}

/// How a part stands.
#[derive(Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    /// All its blocks are there.
    Done,
    /// Some are; it may be at work.
    Begun,
    /// Nothing is there.
    Missing,
    /// Something is there that is not what it should be.
    Damaged,
}

#[derive(Serialize)]
struct Part {
    part: u64,
    state: State,
    /// Sound blocks of its own that are there, and all that belong to it.
    blocks: u64,
    of: u64,
    /// What is damaged, in words.
    damaged: Vec<String>,
}

#[derive(Serialize)]
struct Report {
    shards: u64,
    done: u64,
    begun: u64,
    missing: u64,
    damaged: u64,
    blocks: u64,
    of: u64,
    challenges: u64,
    /// Parts to run again, as an array job takes them.
    unfinished: String,
    merged: State,
    parts: Vec<Part>,
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let lab = lab_on_terminal(registry);
    let (plan, manifest) = read_plan(&args.dir)?;
    let all: Vec<Block> = manifest.blocks().collect();
    let look = |part: u64| {
        let own: Vec<Block> =
            all.iter().skip(part as usize - 1).step_by(plan.shards as usize).copied().collect();
        look_at(&lab, part, &part_path(&args.dir, part), &manifest, &own)
    };
    let parts: Vec<Part> = (1..=plan.shards).map(look).collect();
    let count = |state: State| parts.iter().filter(|part| part.state == state).count() as u64;
    let unfinished: Vec<u64> =
        parts.iter().filter(|part| part.state != State::Done).map(|part| part.part).collect();
    let report = Report {
        shards: plan.shards,
        done: count(State::Done),
        begun: count(State::Begun),
        missing: count(State::Missing),
        damaged: count(State::Damaged),
        blocks: parts.iter().map(|part| part.blocks).sum(),
        of: all.len() as u64,
        challenges: manifest.challenges(),
        unfinished: as_ranges(&unfinished),
        merged: look_at(&lab, 0, &args.dir.join(MERGED), &manifest, &all).state,
        parts,
    };
    let mut out = anstream::stdout().lock();
    match args.json {
        true => write_json(&mut out, &report),
        false => in_words(&mut out, &report, &args.dir),
    }
}

/// How a directory stands that should hold these blocks.
fn look_at(lab: &Lab, part: u64, path: &Path, manifest: &Manifest, own: &[Block]) -> Part {
    let of = own.len() as u64;
    let found = |state, blocks, damaged| Part { part, state, blocks, of, damaged };
    // A folder without a manifest is one in which a run has not yet begun.
    if !path.join("manifest.json").exists() {
        return found(State::Missing, 0, Vec::new());
    }
    match StudyDir::open(lab, path) {
        Err(error) => found(State::Damaged, 0, vec![format!("{error:#}")]),
        Ok(dir) if dir.manifest != *manifest => {
            found(State::Damaged, 0, vec!["holds a different study".into()])
        }
        Ok(dir) => {
            let blocks = own.iter().filter(|block| dir.blocks.contains_key(block)).count() as u64;
            let state = match blocks == of {
                true => State::Done,
                false if dir.damaged.is_empty() => State::Begun,
                false => State::Damaged,
            };
            found(state, blocks, dir.damaged)
        }
    }
}

/// "1-3,7".
fn as_ranges(numbers: &[u64]) -> String {
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let word = |&(first, last): &(u64, u64)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    };
    ranges.iter().map(word).collect::<Vec<_>>().join(",")
}

fn in_words(out: &mut impl Write, report: &Report, dir: &Path) -> Result<()> {
    const SHOWN: usize = 20;
    let counts = [
        (report.done, "done"),
        (report.begun, "begun"),
        (report.missing, "missing"),
        (report.damaged, "damaged"),
    ];
    let counts: Vec<String> = counts.iter().map(|(n, word)| format!("{} {word}", grouped(*n))).collect();
    let (parts, of) = (counted(report.shards, "part"), counted(report.of, "block"));
    writeln!(out, "{parts}: {}. {} of {of} are there.", counts.join(", "), grouped(report.blocks))?;
    let odd: Vec<&Part> =
        report.parts.iter().filter(|part| matches!(part.state, State::Begun | State::Damaged)).collect();
    for part in odd.iter().take(SHOWN) {
        let word = if part.state == State::Begun { "begun" } else { "damaged" };
        writeln!(out, "  part {} is {word}: {} of {}", part.part, part.blocks, counted(part.of, "block"))?;
        for what in part.damaged.iter().take(3) {
            writeln!(out, "    {what}")?;
        }
    }
    if odd.len() > SHOWN {
        writeln!(out, "  and {} more, see --json", counted((odd.len() - SHOWN) as u64, "part"))?;
    }
    let dir = dir.display();
    if !report.unfinished.is_empty() {
        writeln!(out, "To be run, or run again: {}", report.unfinished)?;
        // Where a task does several parts, it passes over those that are done.
        let array = match report.shards > MOST_TASKS {
            true => String::new(),
            false => format!(" --array={}", report.unfinished),
        };
        writeln!(out, "  if none of them is running: {dir}/slurm-submit.sh{array}")?;
    }
    match report.merged {
        State::Done => writeln!(out, "Merged: the whole study is in {dir}/{MERGED}.")?,
        State::Missing if report.unfinished.is_empty() => {
            writeln!(out, "Not merged yet: dealwright merge --out {dir}/{MERGED} {dir}/parts/*")?;
        }
        State::Missing => {}
        State::Begun | State::Damaged => {
            writeln!(out, "Merge not complete: dealwright merge --out {dir}/{MERGED} {dir}/parts/*")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_listed_as_array_jobs_take_them() {
        assert_eq!(as_ranges(&[]), "");
        assert_eq!(as_ranges(&[3]), "3");
        assert_eq!(as_ranges(&[1, 2, 3, 7, 9, 10]), "1-3,7,9-10");
    }
}
