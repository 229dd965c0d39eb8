//! `dealwright merge`

use super::write_json;
use crate::note::note;
use crate::terminal::lab_on_terminal;
use anyhow::Result;
use dealwright::Registry;
use dealwright::text::counted;
use dealwright_lab::Lab;
use dealwright_lab::merge::{MergeOptions, merge};
use dealwright_lab::prove::dir::{self, PLAN};
use serde::Serialize;
use std::path::PathBuf;

/// Join the parts of a study or proof that were run with --shard
///
/// The same command on the same --out resumes where it was interrupted.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright merge part-1 part-2 --out whole
  dealwright merge part-1 --partial --out so-far")]
pub struct Args {
    /// The parts' directories
    #[arg(required = true, value_name = "DIR")]
    parts: Vec<PathBuf>,
    /// Directory of the whole: a new one, or one to resume
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
    /// Join what is there even if parts are missing; `study --out` does the rest
    #[arg(long)]
    partial: bool,
    /// Accepted, but no longer needed: the same command resumes
    #[arg(long, hide = true)]
    resume: bool,
    /// One JSON object
    #[arg(short, long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    out: String,
    parts: usize,
    blocks: usize,
    missing: Vec<String>,
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let lab = lab_on_terminal(registry);
    if args.resume && !args.out.join("manifest.json").exists() {
        note("--resume is no longer needed: the same command begins or resumes");
    }
    if args.parts.iter().any(|part| part.join(PLAN).exists()) {
        return merge_proofs(&lab, args);
    }
    let options = MergeOptions { partial: args.partial };
    let merged = merge(&lab, &args.parts, &args.out, options)?;
    let blocks = counted(merged.dir.blocks.len() as u64, "block");
    let parts = counted(args.parts.len() as u64, "part");
    note(format_args!("{blocks} from {parts} joined in {}", args.out.display()));
    merged.missing.iter().for_each(note);
    report(args, merged.dir.blocks.len(), merged.missing)
}

/// Joins parts of `dealwright prove`.
fn merge_proofs(lab: &Lab, args: &Args) -> Result<()> {
    let merged = dir::merge(lab, &args.parts, &args.out, args.partial)?;
    let blocks = counted(merged.blocks as u64, "block");
    let parts = counted(args.parts.len() as u64, "part");
    note(format_args!("{blocks} from {parts} joined in {}", args.out.display()));
    merged.missing.iter().for_each(note);
    note(format_args!("what it comes to: dealwright prove --out {}", args.out.display()));
    report(args, merged.blocks, merged.missing)
}

fn report(args: &Args, blocks: usize, missing: Vec<String>) -> Result<()> {
    match args.json {
        true => {
            let (out, parts) = (args.out.display().to_string(), args.parts.len());
            write_json(&mut anstream::stdout(), &Report { out, parts, blocks, missing })
        }
        false => Ok(()),
    }
}
