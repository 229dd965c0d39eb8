//! The memory of a whole command keeps to `--max-memory`, as the system counts it, for any number of threads.
//!
//! The only test of its program: the system tells the peak of all commands that were run, so a second one would count too.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

mod common;

use common::{place, succeed};
use nix::sys::resource::{UsageWho, getrusage};

/// The program itself, and what each thread keeps beside its searches (METHOD says the same).
const PROGRAM: u64 = 25;
const THREAD: u64 = 3;

/// The largest peak of all commands that have ended, in MiB.
fn peak() -> u64 {
    getrusage(UsageWho::RUSAGE_CHILDREN).unwrap().max_rss() as u64 / 1024
}

#[test]
fn a_whole_command_keeps_to_its_memory_limit_with_any_number_of_threads() {
    let place = place("peak");
    let deal = "pretzel/shuffled?ranks=13~y@1";
    let hunt = "hunt pretzel/shuffled ranks=10 --longest --climbs 16 --steps 6";
    let study = "study pretzel/shuffled ranks=12 --samples 32 --measures length";
    // Each needs more than its limit, so that all of it is used; the smallest sums first, since peaks are those so far.
    let commands = [
        (1, 16, format!("{hunt} --threads 1")),
        (4, 16, format!("{study} --threads 4 --out {}", place.join("four").display())),
        (1, 48, format!("solve {deal} --graph")),
        (1, 48, format!("rate {deal}")),
        (1, 48, "solve pretzel/shuffled?ranks=13&rules=free-rows~y@1".into()),
        (16, 16, format!("{hunt} --threads 16")),
        (16, 16, format!("{study} --threads 16 --out {}", place.join("sixteen").display())),
    ];
    let mut most_allowed = 0;
    for (threads, limit, words) in commands {
        succeed(&format!("{words} --max-memory {limit}M"));
        let allowed = limit + limit / 10 + PROGRAM + threads * THREAD;
        assert!(allowed >= most_allowed, "{words}: an earlier command may take more");
        most_allowed = allowed;
        let peak = peak();
        assert!(peak > limit.min(20), "{words}: nothing was measured");
        assert!(peak <= allowed, "{words}: {peak} MiB with {threads} threads and a limit of {limit} MiB");
    }
}
