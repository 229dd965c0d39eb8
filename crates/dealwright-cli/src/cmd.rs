//! One file per command.

/// A command that only chooses among others: its `Args`, and a `run` that hands on to the chosen one.
macro_rules! choice_of_commands {
    ($(#[$told:meta])* $($name:ident in $module:ident),+ $(,)?) => {
        #[derive(clap::Args)]
        $(#[$told])*
        pub struct Args {
            #[command(subcommand)]
            chosen: Chosen,
        }

        #[derive(clap::Subcommand)]
        enum Chosen {
            $($name($module::Args)),+
        }

        pub fn run(registry: &dealwright::Registry, args: &Args) -> anyhow::Result<()> {
            match &args.chosen {
                $(Chosen::$name(args) => $module::run(registry, args)),+
            }
        }
    };
}

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
pub mod fixes;
pub mod gallery;
pub mod hunt;
pub mod list;
pub mod man;
pub mod merge;
pub mod new;
pub mod people;
pub mod prove;
pub mod rate;
pub mod recall;
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
pub mod time;
pub mod tune;
pub mod why;

use crate::args::words_as_lines;
use crate::input::parse_option;
use anyhow::Result;
use dealwright::Registry;
use dealwright::setup::Setup;
use dealwright::study::StudyLine;
use dealwright_lab::files::load_setup;
use std::io::Write;

/// Several setups, and what was chosen of them.
#[derive(clap::Args)]
pub struct SetupsArgs {
    /// Setups: GAME/SETUP (see dealwright list), with sizes of its own if they differ (boxoff/ltiles?rows=6&colours=6), or a
    /// path ending in .toml. Sizes and rules for all of them: ranks=9, ranks=2..9, rules=free, shuffle=riffle:3
    #[arg(required = true, value_name = "SETUP|NAME=VALUE")]
    what: Vec<String>,
}

impl SetupsArgs {
    fn lines(&self) -> Result<Vec<StudyLine>> {
        words_as_lines(&self.what)
    }

    /// All of them, before anything is answered: a wrong one refuses the command.
    fn load(&self, registry: &Registry) -> Result<Vec<Setup>> {
        self.lines()?.iter().map(|line| load_setup(registry, &line.setup, &line.options)).collect()
    }
}

/// A setup for commands that can also resume what was begun, where it need not be named again.
#[derive(clap::Args)]
pub struct SetupOrResumeArgs {
    /// GAME/SETUP (see dealwright list) or a path ending in .toml; may be left out to resume what --out holds
    #[arg(required_unless_present_any = ["out", "resume"])]
    setup: Option<String>,
    /// Sizes and rules that the setup lets you choose, such as ranks=9 or rules=free
    #[arg(value_name = "NAME=VALUE", value_parser = parse_option)]
    options: Vec<(String, String)>,
}

/// Writes a value as one line of JSON.
fn write_json(out: &mut impl Write, value: &impl serde::Serialize) -> Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")?;
    Ok(())
}
