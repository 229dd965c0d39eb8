//! Arguments that several commands share.

use crate::input::parse_option;
use anyhow::Result;
use dealwright::InvalidInput;
use dealwright::Registry;
use dealwright::search::Limits;
use dealwright::study;
use dealwright_lab::files::read_limited;
use dealwright_people::weights;
use std::path::PathBuf;

/// Positions that are searched in a few seconds.
const STATES_IN_SECONDS: u64 = 2_000_000;

/// How much a search may use.
#[derive(clap::Args)]
pub struct LimitArgs {
    /// Maximum positions that one search may keep [default: 2,000,000; solve, study, prove and shuffles: as many as fit into
    /// --max-memory]
    #[arg(long, value_name = "N", value_parser = parse_count)]
    max_states: Option<u64>,
    /// Maximum memory for the searches of all threads together, in bytes or with K, M, G [default: 2G]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    max_memory: Option<u64>,
}

impl LimitArgs {
    pub fn limits(&self) -> Limits {
        let mut limits = Limits::default();
        self.overwrite(&mut limits);
        limits
    }

    /// For commands that somebody waits for: by default no more positions than are searched in seconds.
    pub fn limits_of_seconds(&self) -> Limits {
        let mut limits = Limits { states: STATES_IN_SECONDS, ..Limits::default() };
        self.overwrite(&mut limits);
        limits
    }

    /// Whether anything was given.
    pub fn is_given(&self) -> bool {
        self.max_states.is_some() || self.max_memory.is_some()
    }

    /// Puts what was given in the place of what is there.
    pub fn overwrite(&self, limits: &mut Limits) {
        limits.states = self.max_states.unwrap_or(limits.states);
        limits.memory = self.max_memory.unwrap_or(limits.memory);
    }
}

/// How long actions of the hands take.
#[derive(clap::Args)]
pub struct WeightsArgs {
    /// Estimate setup times with the weights in this file, which dealwright people fit writes [default: assumed weights]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
}

impl WeightsArgs {
    /// The same games with these weights.
    pub fn registry(&self, registry: &Registry) -> Result<Registry> {
        let Some(path) = &self.weights else { return Ok(registry.clone()) };
        let text = read_limited(path, weights::MOST_BYTES as usize)?;
        Ok(registry.clone().with_weights(weights::read(&path.display().to_string(), &text)?))
    }

    /// Whether a file was given.
    pub fn is_given(&self) -> bool {
        self.weights.is_some()
    }
}

/// Where the records of a search or comparison are kept, and how it is run.
#[derive(clap::Args)]
pub struct KeptArgs {
    /// Keep the records in this directory, so that the same command resumes after an interruption [default: a temporary
    /// directory]
    #[arg(short, long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Only resume: fail if --out holds nothing yet
    #[arg(long, requires = "out")]
    pub resume: bool,
    /// Threads [default: all cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// One JSON object
    #[arg(short, long)]
    pub json: bool,
}

/// The lines of setups and sizes. A size after a question mark belongs to its setup alone.
pub fn words_as_lines(words: &[String]) -> Result<Vec<study::StudyLine>> {
    let is_option = |word: &String| word.contains('=') && !word.contains('?') && !word.ends_with(".toml");
    let (options, setups): (Vec<String>, Vec<String>) = words.iter().cloned().partition(is_option);
    if setups.is_empty() {
        return Err(InvalidInput("at least one setup is needed, see dealwright list".into()).into());
    }
    let options = options.iter().map(|option| parse_option(option)).collect::<Result<Vec<_>, _>>();
    Ok(study::lines(&setups, &options.map_err(InvalidInput)?).map_err(InvalidInput)?)
}

/// A count such as `1000000`, `1_000_000`, `1e6`.
pub fn parse_count(text: &str) -> Result<u64, String> {
    let plain = text.replace(['_', ','], "");
    let wrong = || format!("expected a whole number such as 1000000 or 1e6, found '{text}'");
    if let Some((digits, zeros)) = plain.split_once(['e', 'E']) {
        let (digits, zeros): (u64, u32) =
            (digits.parse().map_err(|_| wrong())?, zeros.parse().map_err(|_| wrong())?);
        return 10u64.checked_pow(zeros).and_then(|p| digits.checked_mul(p)).ok_or_else(wrong);
    }
    plain.parse().map_err(|_| wrong())
}

/// A size such as `500M` or `2G` in bytes.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let upper = text.trim().to_ascii_uppercase();
    let upper = upper.trim_end_matches('B').trim_end_matches('I');
    let (digits, shift) = match upper.chars().last() {
        Some('K') => (&upper[..upper.len() - 1], 10),
        Some('M') => (&upper[..upper.len() - 1], 20),
        Some('G') => (&upper[..upper.len() - 1], 30),
        _ => (upper, 0),
    };
    let wrong = || format!("expected a size such as 500M or 2G, found '{text}'");
    parse_count(digits).ok().and_then(|n| n.checked_mul(1 << shift)).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_counts_are_read_in_the_ways_people_write_them() {
        assert_eq!(parse_size("2G"), Ok(2 << 30));
        assert_eq!(parse_size("500MiB"), Ok(500 << 20));
        assert_eq!(parse_size("1024"), Ok(1024));
        assert_eq!(parse_count("1e6"), Ok(1_000_000));
        assert_eq!(parse_count("1_000"), Ok(1000));
        for wrong in ["", "G", "two", "-1", "1e99", "99999999999G", "é"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
    }
}
