//! A run as the commands do it: noted in runs.jsonl, stopped by Ctrl+C.

use super::{Done, Manner, STOP, cores, run};
use crate::note::note;
use crate::store::dir::StudyDir;
use anyhow::Result;
use serde::Serialize;
use std::sync::atomic::Ordering;
use std::time::{SystemTime, UNIX_EPOCH};

/// A line of runs.jsonl.
#[derive(Serialize)]
struct RunLine<'a> {
    event: &'a str,
    unix_time: u64,
    dealwright: &'a str,
    command: Vec<String>,
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
pub fn run_and_log(dir: &mut StudyDir, manner: &Manner) -> Result<Done> {
    let mut line = RunLine {
        event: "begin",
        unix_time: now(),
        dealwright: env!("CARGO_PKG_VERSION"),
        command: std::env::args().collect(),
        shard: manner.shard.map(|(part, parts)| format!("{}/{parts}", part + 1)),
        threads: manner.threads,
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
    let done = run(dir, manner)?;
    line.event = if done.stopped { "stopped" } else { "end" };
    line.unix_time = now();
    (line.blocks, line.challenges) = (done.blocks, done.challenges);
    (line.wall_seconds, line.busy_seconds) = (done.wall_seconds, done.busy_seconds);
    dir.append("runs.jsonl", &serde_json::to_string(&line)?)?;
    Ok(done)
}

/// Makes Ctrl+C end this and all further runs of the process behind the blocks at work. Once is enough; a second call
/// changes nothing.
pub fn stop_on_ctrl_c() {
    // Without a handler Ctrl+C kills the program, which loses no more than the blocks at work.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        note("\nfinishing the blocks at work; Ctrl+C once more stops at once");
    });
}

/// What a report says of where it was made.
pub struct Machine {
    /// Year, month and day, in universal time.
    pub date: String,
    pub os: &'static str,
    pub arch: &'static str,
    pub cpu: Option<String>,
    pub cores: usize,
}

pub fn machine() -> Machine {
    Machine {
        date: date_of(now()),
        os: std::env::consts::OS,
        arch: std::env::consts::ARCH,
        cpu: cpu_name(),
        cores: cores(),
    }
}

/// The day of a time in seconds since 1970, in the Gregorian calendar.
fn date_of(unix_time: u64) -> String {
    let (mut year, mut days) = (1970, unix_time / 86_400);
    let is_leap = |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    format!("{year}-{:02}-{:02}", month + 1, days + 1)
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// The processor's name, where the system tells.
fn cpu_name() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_as_in_the_calendar() {
        let dates = [(0, "1970-01-01"), (951_782_400, "2000-02-29"), (1_798_761_599, "2026-12-31")];
        for (time, date) in dates {
            assert_eq!(date_of(time), date);
        }
    }
}
