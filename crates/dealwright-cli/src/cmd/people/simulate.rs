//! `dealwright people simulate`

use super::super::write_json;
use super::{MARK, check_out, write};
use crate::args::LimitArgs;
use anyhow::Result;
use dealwright::text::counted;
use dealwright::{InvalidInput, Registry};
use dealwright_lab::files::read_limited;
use dealwright_people::SIMULATED;
use dealwright_people::plan;
use dealwright_people::simulate::{PlayTruth, TimeTruth, exports};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Write files as simulated people would have exported them, to try a plan and its analysis before anybody comes
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright people simulate session/plan.json --out exports")]
pub struct Args {
    /// The plan, as people plan wrote it
    plan: PathBuf,
    /// Directory for the files, one for each seat of the plan
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
    /// Success and time depend on nothing but the person: whatever a fit finds is false
    #[arg(long)]
    nothing: bool,
    /// Any text; the same text gives the same people
    #[arg(short, long, value_name = "TEXT", default_value = "simulate")]
    seed: String,
    #[command(flatten)]
    limits: LimitArgs,
    /// One JSON object
    #[arg(short, long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    simulated: bool,
    files: usize,
    directory: String,
}

/// Takes away the people of an earlier run; no file but theirs.
fn remove_earlier(dir: &Path) -> Result<()> {
    for entry in std::fs::read_dir(dir)? {
        let path = entry?.path();
        let is_export = path.extension().is_some_and(|end| end == "jsonl") && path.is_file();
        if is_export
            && read_limited(&path, 64 << 20)?
                .lines()
                .next()
                .is_some_and(|line| line.contains("\"simulated\":true"))
        {
            std::fs::remove_file(&path)?;
        }
    }
    Ok(())
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let text = read_limited(&args.plan, 16 << 20)?;
    let plan = plan::read(&args.plan.display().to_string(), &text)?;
    let play = if args.nothing { PlayTruth::nothing() } else { PlayTruth::default() };
    let limits = args.limits.limits_of_seconds();
    let files = exports(registry, &plan, &TimeTruth::default(), &play, &args.seed, &limits)
        .map_err(|error| InvalidInput(format!("{}: {error}", args.plan.display())))?;
    check_out(&args.out, MARK)?;
    remove_earlier(&args.out)?;
    write(&args.out, MARK, format!("{SIMULATED}.\n").as_bytes())?;
    for export in &files {
        write(&args.out, &format!("{}.jsonl", export.who.participant), export.text()?.as_bytes())?;
    }
    let mut out = anstream::stdout().lock();
    if args.json {
        let directory = args.out.display().to_string();
        return write_json(&mut out, &Answer { simulated: true, files: files.len(), directory });
    }
    writeln!(out, "{}: {}. {SIMULATED}.", args.out.display(), counted(files.len() as u64, "file"))?;
    Ok(())
}
