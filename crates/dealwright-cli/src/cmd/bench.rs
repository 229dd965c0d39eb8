//! `dealwright bench`

use super::write_json;
use crate::progress::Progress;
use anyhow::Result;
use dealwright::Challenge;
use dealwright::InvalidInput;
use dealwright::Registry;
use dealwright::search::{Limits, Verdict};
use dealwright::setup::load::dealer;
use dealwright::text::{counted, did_you_mean, grouped, quoted};
use dealwright_lab::files::load_setup;
use serde::Serialize;
use std::io::Write;
use std::time::Duration;

/// Measure the solvers on fixed sets of challenges, on one thread, against plain search
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright bench
  dealwright bench pretzel-46 boxoff-464-ltiles --json")]
pub struct Args {
    /// Sets to run [default: all]
    #[arg(value_name = "SET")]
    sets: Vec<String>,
    /// Only the signature: the sum of states of the solvers used by default, the same on every machine
    #[arg(long)]
    signature: bool,
    /// One JSON object
    #[arg(short, long)]
    json: bool,
}

/// A fixed set.
struct Set {
    name: &'static str,
    /// What it measures.
    about: &'static str,
    challenges: Source,
    shortest: bool,
    /// The plain solver, and on how many of the challenges it is run: 0 where it would take minutes.
    plain: (&'static str, usize),
}

enum Source {
    /// The first deals of a setup with seed `bench`.
    Deals(&'static str, &'static [(&'static str, &'static str)], u64),
    Ids(&'static [&'static str]),
}

const SETS: &[Set] = &[
    Set {
        name: "fujisan-dominoes",
        about: "typical: shortest solutions of domino mountains",
        challenges: Source::Deals("fujisan/dominoes", &[], 500),
        shortest: true,
        plain: ("bfs", 100),
    },
    Set {
        name: "fujisan-shuffled",
        about: "typical, one in seven unsolvable: shortest solutions of loose coins",
        challenges: Source::Deals("fujisan/shuffled", &[], 500),
        shortest: true,
        plain: ("bfs", 100),
    },
    Set {
        name: "fujisan-long",
        about: "hard: published mountains with shortest solutions of 36 to 62 moves",
        challenges: Source::Ids(&[
            "fujisan:551102224335/244331001054",
            "fujisan:523043220545/301111542403",
            "fujisan:431522011033/010403542354",
            "fujisan:504245412435/335100105211",
            "fujisan:531102001052/455323142305",
        ]),
        shortest: true,
        plain: ("bfs", 5),
    },
    Set {
        name: "boxoff-464-ltiles",
        about: "typical: verdict on L-tile boards of 4 x 6",
        challenges: Source::Deals("boxoff/ltiles", &[], 1000),
        shortest: false,
        plain: ("dfs", 200),
    },
    Set {
        name: "boxoff-464-shuffled",
        about: "mostly unsolvable: verdict on loose tokens, 4 x 6 in 4 colours",
        challenges: Source::Deals("boxoff/shuffled", &[], 1000),
        shortest: false,
        plain: ("dfs", 200),
    },
    Set {
        name: "boxoff-666-ltiles",
        about: "hard: verdict on L-tile boards of 6 x 6 in 6 colours",
        challenges: Source::Deals("boxoff/ltiles", &[("rows", "6"), ("colours", "6")], 50),
        shortest: false,
        plain: ("dfs", 10),
    },
    Set {
        name: "boxoff-683",
        about: "easy but large: verdict on the standard board of 6 x 8 in 3 colours",
        challenges: Source::Deals(
            "boxoff/shuffled",
            &[("rows", "6"), ("columns", "8"), ("colours", "3")],
            200,
        ),
        shortest: false,
        plain: ("dfs", 50),
    },
    Set {
        name: "boxoff-683-dead",
        about: "hard and unsolvable: the one standard board in some thousands that takes longest",
        challenges: Source::Ids(&["boxoff:ACACACAC/ABCABABA/ACACABAB/BBBCABBC/CACBCCCA/BBBACBCB"]),
        shortest: false,
        plain: ("dfs", 0),
    },
    Set {
        name: "pretzel-46",
        about: "easy: verdict on 4 suits of 6 ranks",
        challenges: Source::Deals("pretzel/shuffled", &[("ranks", "6")], 1000),
        shortest: false,
        plain: ("dfs", 200),
    },
    Set {
        name: "pretzel-49",
        about: "typical, three of four unsolvable: verdict on 4 suits of 9 ranks",
        challenges: Source::Deals("pretzel/shuffled", &[("ranks", "9")], 300),
        shortest: false,
        plain: ("dfs", 30),
    },
    Set {
        name: "pretzel-49-shortest",
        about: "typical: shortest solutions on 4 suits of 9 ranks",
        challenges: Source::Deals("pretzel/shuffled", &[("ranks", "9")], 100),
        shortest: true,
        plain: ("bfs", 10),
    },
    Set {
        name: "pretzel-413",
        about: "hard: verdict on the full deck",
        challenges: Source::Deals("pretzel/shuffled", &[("ranks", "13")], 30),
        shortest: false,
        plain: ("dfs", 2),
    },
    Set {
        name: "pretzel-47-free",
        about: "free rows (Gaps): verdict on 4 suits of 7 ranks",
        challenges: Source::Deals("pretzel/shuffled", &[("ranks", "7"), ("rules", "free-rows")], 100),
        shortest: false,
        plain: ("dfs", 10),
    },
];

/// The names of all sets.
pub fn set_names() -> impl Iterator<Item = &'static str> {
    SETS.iter().map(|set| set.name)
}

#[derive(Serialize)]
struct Report {
    signature: u64,
    sets: Vec<Measured>,
}

#[derive(Serialize)]
struct Measured {
    set: &'static str,
    about: &'static str,
    solver: &'static str,
    challenges: usize,
    solvable: usize,
    undecided: usize,
    states: u64,
    cpu_seconds: f64,
    /// The most memory the process had while this set was solved, where the system tells.
    peak_memory_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plain: Option<Plain>,
}

#[derive(Serialize)]
struct Plain {
    solver: &'static str,
    challenges: usize,
    states: u64,
    cpu_seconds: f64,
    /// CPU seconds of the plain solver for each one of the other, on the same challenges.
    ratio: f64,
}

/// States, solvable, undecided and CPU seconds of a solver on some challenges.
fn measure(
    challenges: &[Challenge],
    solver: &str,
    set: &str,
    progress: &Progress,
) -> Result<(u64, usize, usize, f64)> {
    let limits = Limits::default();
    let (mut states, mut solvable, mut undecided) = (0, 0, 0);
    let start = cpu_time();
    for (number, challenge) in challenges.iter().enumerate() {
        progress.say(|| {
            format!("{set}, {solver}: {number} of {} done", counted(challenges.len() as u64, "challenge"))
        });
        let outcome = challenge.solve(solver, &limits)?;
        states += outcome.states;
        solvable += usize::from(outcome.verdict == Verdict::Solvable);
        undecided += usize::from(outcome.verdict == Verdict::Undecided);
    }
    Ok((states, solvable, undecided, cpu_time().saturating_sub(start).as_secs_f64()))
}

fn challenges(registry: &Registry, set: &Set) -> Result<Vec<Challenge>> {
    match &set.challenges {
        Source::Ids(ids) => Ok(ids.iter().map(|id| registry.challenge(id)).collect::<Result<_, _>>()?),
        Source::Deals(name, options, count) => {
            let options: Vec<_> = options.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
            let setup = load_setup(registry, name, &options)?;
            let dealer = dealer(&setup)?;
            (0..*count).map(|index| Ok(dealer.challenge(&dealer.deal("bench", index)?)?)).collect()
        }
    }
}

fn run_set(registry: &Registry, set: &Set, with_plain: bool, progress: &Progress) -> Result<Measured> {
    let challenges = challenges(registry, set)?;
    let solver = challenges.first().map_or("", |challenge| challenge.default_solver(set.shortest));
    let forgotten = forget_peak_memory();
    let (states, solvable, undecided, cpu_seconds) = measure(&challenges, solver, set.name, progress)?;
    let peak_memory_bytes = if forgotten { peak_memory() } else { None };
    let mut plain = None;
    if with_plain && set.plain.1 > 0 {
        let some = &challenges[..set.plain.1.min(challenges.len())];
        let (plain_states, .., plain_seconds) = measure(some, set.plain.0, set.name, progress)?;
        let (.., own_seconds) = measure(some, solver, set.name, progress)?;
        plain = Some(Plain {
            solver: set.plain.0,
            challenges: some.len(),
            states: plain_states,
            cpu_seconds: plain_seconds,
            ratio: plain_seconds / own_seconds,
        });
    }
    Ok(Measured {
        set: set.name,
        about: set.about,
        solver,
        challenges: challenges.len(),
        solvable,
        undecided,
        states,
        cpu_seconds,
        peak_memory_bytes,
        plain,
    })
}

/// Time that the processors have spent on this process.
#[cfg(unix)]
fn cpu_time() -> Duration {
    use nix::time::{ClockId, clock_gettime};
    // Every system that has this clock has it always: a failure would mean that it has none.
    clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).map_or(Duration::ZERO, Duration::from)
}

/// Time that has passed: other systems are not asked.
#[cfg(not(unix))]
fn cpu_time() -> Duration {
    static BEGUN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    BEGUN.get_or_init(std::time::Instant::now).elapsed()
}

/// Lets the system count the most memory anew; false where it cannot.
fn forget_peak_memory() -> bool {
    std::fs::write("/proc/self/clear_refs", "5").is_ok()
}

/// The most memory this process has had, where the system tells.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024)
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let names: Vec<&str> = set_names().collect();
    if let Some(odd) = args.sets.iter().find(|name| !names.contains(&name.as_str())) {
        let hint = did_you_mean(odd, names.iter().copied());
        let message = format!("{} is not a set, known are {}{hint}", quoted(odd), names.join(", "));
        return Err(InvalidInput(message).into());
    }
    let wanted = |set: &&Set| args.sets.is_empty() || args.sets.iter().any(|name| name == set.name);
    let mut out = anstream::stdout().lock();
    let mut sets = Vec::new();
    if !args.json && !args.signature {
        writeln!(
            out,
            "{:<20} {:<8} {:>6} {:>8} {:>12} {:>12} {:>11} {:>6} {:>12}",
            "set", "solver", "deals", "solvable", "states", "ms each", "states/s", "MiB", "plain/own"
        )?;
    }
    let progress = Progress::new("dealing the sets");
    for set in SETS.iter().filter(wanted) {
        let found = run_set(registry, set, !args.signature, &progress)?;
        if !args.json && !args.signature {
            let ratio =
                found.plain.as_ref().map_or(String::new(), |p| format!("{:.1} ({})", p.ratio, p.solver));
            let memory = found.peak_memory_bytes.map_or("-".into(), |bytes| (bytes >> 20).to_string());
            progress.aside(|| {
                writeln!(
                    out,
                    "{:<20} {:<8} {:>6} {:>8} {:>12} {:>12.4} {:>11} {memory:>6} {ratio:>12}",
                    found.set,
                    found.solver,
                    found.challenges,
                    found.solvable,
                    grouped(found.states),
                    found.cpu_seconds * 1e3 / found.challenges as f64,
                    grouped((found.states as f64 / found.cpu_seconds) as u64)
                )
            })?;
            out.flush()?;
        }
        sets.push(found);
    }
    drop(progress);
    let signature = sets.iter().map(|set| set.states).sum();
    let report = Report { signature, sets };
    if args.json {
        return write_json(&mut out, &report);
    }
    if args.signature {
        writeln!(out, "{signature}")?;
        return Ok(());
    }
    writeln!(out, "signature {signature}")?;
    Ok(())
}
