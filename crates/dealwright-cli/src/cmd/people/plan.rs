//! `dealwright people plan`

use super::super::write_json;
use super::{built_in, check_out, write};
use crate::args::{LimitArgs, parse_count};
use crate::note::note;
use crate::progress::Progress;
use anyhow::Result;
use dealwright::measure::Level;
use dealwright::text::counted;
use dealwright::{InvalidInput, Registry};
use dealwright_desk::link::Link;
use dealwright_people::plan::{Plan, Request, paper, plan};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Plan a session: who sets up and plays what, in a balanced order, with sheets, links and a consent form
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright people plan boxoff/shuffled boxoff/ltiles pretzel/banded?ranks=4 --participants 12 --out setups
  dealwright people plan --challenges boxoff/ltiles --level gentle,steady --each 1 --participants 4 --link https://example.org/dealwright --out puzzles")]
pub struct Args {
    /// Setups that everybody lays out with the stopwatch: GAME/SETUP, with sizes if they differ (pretzel/banded?ranks=4)
    #[arg(value_name = "SETUP")]
    setups: Vec<String>,
    /// Participants
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32))]
    participants: u32,
    /// How often everybody lays out each setup
    #[arg(long, value_name = "N", default_value_t = 2)]
    repeats: u32,
    /// Setups that challenges are dealt from, such as boxoff/ltiles,pretzel/banded
    #[arg(long, value_name = "SETUP", value_delimiter = ',')]
    challenges: Vec<String>,
    /// Levels of the challenges
    #[arg(long, value_name = "LEVEL", value_delimiter = ',', default_values = ["gentle", "steady", "tricky", "fiendish"])]
    level: Vec<Level>,
    /// Challenges of each level that everybody plays
    #[arg(long, value_name = "N", default_value_t = 2)]
    each: u32,
    /// Everybody plays the same challenges [default: nobody plays one that somebody else does]
    #[arg(long)]
    same: bool,
    /// Any text; the same text gives the same challenges
    #[arg(short, long, value_name = "TEXT", default_value = "session")]
    seed: String,
    /// Maximum deals of each setup to look for the challenges in
    #[arg(long, value_name = "N", default_value = "100000", value_parser = parse_count)]
    max_deals: u64,
    /// The page's address, for links and codes
    #[arg(long, value_name = "ADDRESS", default_value = "http://localhost:8464")]
    link: Link,
    /// Directory for plan.json, sheets.html and consent.html
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    limits: LimitArgs,
    /// One JSON object
    #[arg(short, long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    files: Vec<String>,
    participants: usize,
    tasks: usize,
    balanced_for: u32,
    balanced: bool,
    measures: &'a [String],
    not_seen: &'a [String],
    not_apart: &'a [String],
}

const FILES: [&str; 3] = ["plan.json", "sheets.html", "consent.html"];

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let (setups, challenges) = (built_in(registry, &args.setups)?, built_in(registry, &args.challenges)?);
    let mut levels = args.level.clone();
    levels.sort_unstable();
    levels.dedup();
    if args.seed.is_empty() || args.seed.len() > 40 {
        return Err(InvalidInput("--seed: expected a text of 1 to 40 letters".into()).into());
    }
    let progress = Progress::new("looking for challenges");
    let request = Request {
        participants: args.participants,
        setups: &setups,
        repeats: args.repeats,
        challenges: &challenges,
        levels: &levels,
        each: args.each,
        same: args.same,
        seed: &args.seed,
        max_deals: args.max_deals,
        limits: progress.watched(args.limits.limits_of_seconds()),
        link: &args.link.start(),
    };
    let found = plan(&request, &|words| progress.say(|| words))?;
    drop(progress);
    check_out(&args.out, FILES[0])?;
    write(&args.out, FILES[0], (serde_json::to_string_pretty(&found)? + "\n").as_bytes())?;
    write(&args.out, FILES[1], paper::sheets(&found).as_bytes())?;
    write(&args.out, FILES[2], paper::consent().as_bytes())?;
    tell(args, &found)
}

fn tell(args: &Args, found: &Plan) -> Result<()> {
    let tasks = found.seats.first().map_or(0, |seat| seat.tasks.len());
    let mut out = anstream::stdout().lock();
    if args.json {
        let answer = Answer {
            files: FILES.iter().map(|name| args.out.join(name).display().to_string()).collect(),
            participants: found.seats.len(),
            tasks,
            balanced_for: found.balanced_for,
            balanced: found.balanced,
            measures: &found.measures,
            not_seen: &found.not_seen,
            not_apart: &found.not_apart,
        };
        return write_json(&mut out, &answer);
    }
    let (people, tasks) = (counted(found.seats.len() as u64, "participant"), counted(tasks as u64, "task"));
    writeln!(out, "{}: a session for {people}, {tasks} each.", args.out.display())?;
    let list =
        |names: &[String]| names.iter().map(|name| name.replace('_', " ")).collect::<Vec<_>>().join(", ");
    if !args.setups.is_empty() {
        let measured = if found.measures.is_empty() { "nothing".into() } else { list(&found.measures) };
        writeln!(out, "  These setups can measure: {measured}.")?;
        if !found.not_apart.is_empty() {
            writeln!(
                out,
                "  Always along with others, so that only the sum is known: {}.",
                list(&found.not_apart)
            )?;
        }
        if !found.not_seen.is_empty() {
            writeln!(out, "  In no step of these setups: {}.", list(&found.not_seen))?;
        }
    }
    if !found.balanced {
        note(format_args!(
            "note: the order of tasks is balanced for multiples of {}",
            counted(found.balanced_for.into(), "participant")
        ));
    }
    Ok(())
}
