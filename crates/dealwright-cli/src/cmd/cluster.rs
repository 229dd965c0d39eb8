//! `dealwright cluster`: a study on many machines, by the schedulers that people have.

mod plan;
mod status;

use anyhow::Result;
use dealwright::InvalidInput;
use dealwright_lab::files::read_limited;
use dealwright_lab::store::manifest::Manifest;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

choice_of_commands! {
    /// Run a study in parts on many machines: Slurm, GNU parallel, Kubernetes
    #[command(after_help = "\
Examples:
  dealwright cluster plan study.toml --shards 4 --out plan
  dealwright cluster status plan")]
    Plan in plan,
    Status in status,
}

/// The file that makes a directory a plan.
const PLAN: &str = "plan.json";
const MANIFEST: &str = "manifest.json";
/// Where parts go, by their numbers, and the whole.
const PARTS: &str = "parts";
const MERGED: &str = "merged";
/// Slurm numbers the tasks of an array up to 1000 unless a site allows more. Beyond that each task does several parts.
const MOST_TASKS: u64 = 1000;
/// Most parts.
const MOST_SHARDS: u64 = 100_000;

/// How a study is cut.
#[derive(Serialize, Deserialize)]
struct ClusterPlan {
    format: u32,
    shards: u64,
}

/// Version of the directory's layout.
const FORMAT: u32 = 1;

/// A plan and the study it is about.
fn read_plan(dir: &Path) -> Result<(ClusterPlan, Manifest)> {
    let file = dir.join(PLAN);
    let place = file.display().to_string();
    let text = read_limited(&file, 1 << 16).map_err(|error| {
        InvalidInput(format!("{}: not a plan of dealwright cluster: {error}", dir.display()))
    })?;
    let plan: ClusterPlan = serde_json::from_str(&text)
        .map_err(|error| InvalidInput(format!("{place}: not a plan of this version: {error}")))?;
    if plan.format != FORMAT || !(1..=MOST_SHARDS).contains(&plan.shards) {
        let message = format!("{place}: damaged, or written by another version; make a new plan");
        return Err(InvalidInput(message).into());
    }
    let manifest = Manifest::open(&dir.join(MANIFEST))?;
    Ok((plan, manifest))
}

fn part_path(dir: &Path, part: u64) -> PathBuf {
    dir.join(PARTS).join(part.to_string())
}
