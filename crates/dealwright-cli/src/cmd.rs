//! One file per command.

pub mod bench;
pub mod book;
pub mod bundle;
pub mod check;
pub mod cluster;
pub mod compare;
pub mod completions;
pub mod count;
pub mod deal;
pub mod draw;
pub mod effort;
pub mod export;
pub mod gallery;
pub mod hunt;
pub mod list;
pub mod merge;
pub mod new;
pub mod rate;
pub mod repair;
pub mod replay;
pub mod reproduce;
pub mod serve;
pub mod sheet;
pub mod show;
pub mod shuffles;
pub mod solve;
pub mod solvers;
pub mod study;
pub mod summary;
pub mod tell;
pub mod tune;
pub mod why;

use crate::input::parse_option;
use anyhow::Result;
use dealwright::Registry;
use dealwright::setup::Setup;
use dealwright_lab::files::load_setup;
use std::io::Write;

/// A setup and what was chosen of it.
#[derive(clap::Args)]
pub struct SetupArgs {
    /// GAME/SETUP (see dealwright list) or a path ending in .toml
    setup: String,
    /// Sizes and rules that the setup opens, such as ranks=9 or rules=free, and how it is shuffled: shuffle=riffle:3
    #[arg(value_name = "NAME=VALUE", value_parser = parse_option)]
    options: Vec<(String, String)>,
}

impl SetupArgs {
    fn load(&self, registry: &Registry) -> Result<Setup> {
        load_setup(registry, &self.setup, &self.options)
    }
}

/// The same for commands that can go on with what was begun, where it need not be said again.
#[derive(clap::Args)]
pub struct SetupOrResumeArgs {
    /// GAME/SETUP (see dealwright list) or a path ending in .toml; with --resume it may be left out
    #[arg(required_unless_present = "resume")]
    setup: Option<String>,
    /// Sizes and rules that the setup opens, such as ranks=9 or rules=free
    #[arg(value_name = "NAME=VALUE", value_parser = parse_option)]
    options: Vec<(String, String)>,
}

/// Writes a value as one line of JSON.
fn write_json(out: &mut impl Write, value: &impl serde::Serialize) -> Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")?;
    Ok(())
}
