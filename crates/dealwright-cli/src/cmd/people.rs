//! `dealwright people`: sessions with people, from the plan to the weights and the report.

mod fit;
mod plan;
mod power;
mod simulate;

use anyhow::{Context, Result};
use dealwright::{InvalidInput, Registry};
use dealwright_lab::files::load_setup;
use std::path::Path;

choice_of_commands! {
    /// Study setup times and difficulty with people: plan a session, fit what they export
    #[command(after_help = "\
Examples:
  dealwright people plan boxoff/shuffled boxoff/ltiles boxoff/abc --participants 2 --repeats 2 --challenges boxoff/ltiles --level gentle --out session
  dealwright people simulate session/plan.json --out exports
  dealwright people fit exports --resamples 200 --out fitted")]
    Plan in plan,
    Simulate in simulate,
    Fit in fit,
    Power in power,
}

/// What marks a directory as written by people simulate.
const MARK: &str = "SIMULATED.txt";

/// A directory for files of one command: new, empty, or with what the same command wrote before, known by one of its files.
fn check_out(dir: &Path, own: &str) -> Result<()> {
    let refuse = |why: &str| InvalidInput(format!("{}: {why}", dir.display()));
    if dir.exists() && !dir.is_dir() {
        return Err(refuse("is a file, expected a directory").into());
    }
    let mut there = std::fs::read_dir(dir).into_iter().flatten();
    if !dir.join(own).exists() && there.next().is_some() {
        return Err(refuse(&format!(
            "has other files in it and no {own}; choose a new or an empty directory"
        ))
        .into());
    }
    std::fs::create_dir_all(dir).map_err(|error| refuse(&format!("cannot be written to: {error}")))?;
    Ok(())
}

fn write(dir: &Path, name: &str, bytes: &[u8]) -> Result<()> {
    let path = dir.join(name);
    std::fs::write(&path, bytes).with_context(|| format!("writing {}", path.display()))
}

/// Setups as words name them: `GAME/SETUP`, or with sizes of its own, `pretzel/banded?ranks=9`. The page knows only built-in ones.
fn built_in(registry: &Registry, words: &[String]) -> Result<Vec<dealwright::setup::Setup>> {
    let one = |word: &String| {
        let (name, chosen) = word.split_once('?').unwrap_or((word, ""));
        if name.ends_with(".toml") {
            let message =
                format!("{name}: the page knows only built-in setups; time a file with dealwright time");
            return Err(InvalidInput(message).into());
        }
        let options = chosen.split('&').filter(|option| !option.is_empty()).map(crate::input::parse_option);
        let options = options.collect::<Result<Vec<_>, _>>().map_err(InvalidInput)?;
        load_setup(registry, name, &options)
    };
    words.iter().map(one).collect()
}
