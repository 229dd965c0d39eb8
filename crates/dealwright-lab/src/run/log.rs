//! A run with its log: beginning and end are noted in runs.jsonl.

use super::{Done, RunOptions, run};
use crate::machine::{cores, cpu_name, now};
use crate::store::dir::StudyDir;
use anyhow::Result;
use serde::Serialize;

/// A line of runs.jsonl.
#[derive(Serialize)]
struct RunLine<'a> {
    event: &'a str,
    unix_time: u64,
    dealwright: &'a str,
    commit: Option<&'a str>,
    command: &'a [String],
    shard: Option<String>,
    threads: usize,
    os: &'a str,
    arch: &'a str,
    cpu: Option<String>,
    cores: usize,
    blocks: u64,
    challenges: u64,
    wall_seconds: f64,
    busy_seconds: f64,
}

/// Runs whatever the directory still lacks, and notes begin and end in its runs.jsonl.
pub fn run_and_log(dir: &mut StudyDir, options: &RunOptions) -> Result<Done> {
    let mut line = RunLine {
        event: "begin",
        unix_time: now(),
        dealwright: env!("CARGO_PKG_VERSION"),
        commit: dir.lab.commit,
        command: &options.command,
        shard: options.shard.map(|(part, parts)| format!("{}/{parts}", part + 1)),
        threads: options.threads,
        os: std::env::consts::OS,
        arch: std::env::consts::ARCH,
        cpu: cpu_name(),
        cores: cores(),
        blocks: 0,
        challenges: 0,
        wall_seconds: 0.0,
        busy_seconds: 0.0,
    };
    dir.append("runs.jsonl", &serde_json::to_string(&line)?)?;
    let done = run(dir, options)?;
    line.event = if done.stopped { "stopped" } else { "end" };
    line.unix_time = now();
    (line.blocks, line.challenges) = (done.blocks, done.challenges);
    (line.wall_seconds, line.busy_seconds) = (done.wall_seconds, done.busy_seconds);
    dir.append("runs.jsonl", &serde_json::to_string(&line)?)?;
    Ok(done)
}
