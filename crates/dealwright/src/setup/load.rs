//! Setups by name: built-in ones, and files that somebody else opens.

use super::Setup;
use super::builtin::{SETUPS, read_builtin};
use super::deal::Dealer;
use super::read::{Beside, ReadError, read};
use super::seed::SeedId;
use crate::games::Challenge;
use crate::text::{did_you_mean, quoted};

/// Why there is no such setup or challenge, in words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoSetup(pub String);

/// A built-in setup, `GAME/SETUP`.
pub fn built_in(name: &str, options: &[(String, String)]) -> Result<Setup, NoSetup> {
    let found = read_builtin(name, options).ok_or_else(|| {
        let names: Vec<&str> = SETUPS.iter().map(|(name, _)| *name).collect();
        let hint = did_you_mean(name, names.iter().copied());
        NoSetup(format!(
            "{} is not a setup, expected a path ending in .toml or one of {}{hint}",
            quoted(name),
            names.join(", ")
        ))
    })?;
    found.map_err(|error| NoSetup(format!("{name}: {error}")))
}

/// A setup from the text of a file; errors name its path.
pub fn from_text(
    path: &str,
    text: &str,
    options: &[(String, String)],
    beside: Beside<'_>,
) -> Result<Setup, NoSetup> {
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let short = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    read(text, short, options, beside).map_err(|error| match error {
        ReadError::File(error) => {
            NoSetup(format!("{path}:{}:{}: {}", error.line, error.column, error.message))
        }
        ReadError::Option(message) => NoSetup(format!("{path}: {message}")),
    })
}

/// A setup ready to be dealt. One that was read is always ready.
pub fn dealer(setup: &Setup) -> Result<Dealer<'_>, NoSetup> {
    Dealer::new(setup).map_err(|fault| NoSetup(format!("{}: {}", setup.full_name(), fault.message)))
}

/// The challenge that a seed ID names, of the setup it names.
pub fn dealt(seed: &SeedId, setup: &Setup) -> Result<Challenge, NoSetup> {
    let dealer = dealer(setup)?;
    let deal = dealer.deal(&seed.text, seed.index).map_err(|error| NoSetup(error.to_string()))?;
    dealer.challenge(&deal).map_err(|error| NoSetup(error.to_string()))
}

/// The texts of a setup file and of files beside it, opened by `open` from their names. Only files beside it are opened.
pub fn from_file(
    path: &str,
    options: &[(String, String)],
    open: &dyn Fn(&str) -> Result<String, String>,
) -> Result<Setup, NoSetup> {
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let text = open(file).map_err(NoSetup)?;
    let beside = |name: &str| {
        if name.is_empty() || name == "." || name == ".." || name.contains(['/', '\\']) {
            return Err("must stand beside the setup file".to_string());
        }
        open(name)
    };
    from_text(path, &text, options, &beside)
}
