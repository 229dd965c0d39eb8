//! `dealwright merge`

use crate::note::note;
use crate::terminal::lab_on_terminal;
use anyhow::Result;
use dealwright::Registry;
use dealwright::text::counted;
use dealwright_lab::merge::{MergeOptions, merge};
use std::path::PathBuf;

/// Join the parts of a study that were run with --shard
#[derive(clap::Args)]
pub struct Args {
    /// The parts' directories
    #[arg(required = true, value_name = "DIR")]
    parts: Vec<PathBuf>,
    /// Where the whole goes: a new directory
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Join what is there even if parts are missing; `study --resume` does the rest
    #[arg(long)]
    partial: bool,
    /// Begin, or go on where an interrupted merge into the same directory ended
    #[arg(long)]
    resume: bool,
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let lab = lab_on_terminal(registry);
    let options = MergeOptions { partial: args.partial, resume: args.resume };
    let merged = merge(&lab, &args.parts, &args.out, options)?;
    let blocks = counted(merged.dir.blocks.len() as u64, "block");
    let parts = counted(args.parts.len() as u64, "part");
    note(format_args!("{blocks} of {parts} joined in {}", args.out.display()));
    merged.missing.iter().for_each(note);
    Ok(())
}
