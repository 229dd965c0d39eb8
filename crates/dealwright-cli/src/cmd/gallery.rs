//! `dealwright gallery`

use super::write_json;
use crate::progress::Progress;
use anyhow::Result;
use dealwright::InvalidInput;
use dealwright::Registry;
use dealwright::gallery::{Entry, entries};
use dealwright::record::at;
use dealwright::search::Limits;
use dealwright_desk::list::EntryKeys;
use std::io::Write;

/// List the longest and hardest known challenges
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright gallery
  dealwright gallery fujisan/dominoes --json")]
pub struct Args {
    /// Only those of a game or setup, such as fujisan or fujisan/dominoes
    #[arg(value_name = "GAME|SETUP")]
    of: Option<String>,
    /// Prove each shortest length by plain breadth-first search
    #[arg(long)]
    check: bool,
    /// One JSON object for each challenge, one per line
    #[arg(short, long)]
    json: bool,
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let all = entries();
    let wanted = |entry: &&Entry| match &args.of {
        None => true,
        Some(of) => entry.setup == of || entry.setup.split_once('/').is_some_and(|(game, _)| game == of),
    };
    let found: Vec<&Entry> = all.iter().filter(wanted).collect();
    if found.is_empty() {
        let mut known: Vec<&str> = all.iter().map(|entry| entry.setup).collect();
        known.dedup();
        let message = format!("no challenges are listed for that; there are some for {}", known.join(", "));
        return Err(InvalidInput(message).into());
    }
    let mut out = anstream::stdout().lock();
    let progress = Progress::new("checking");
    let limits = progress.watched(Limits::default());
    for entry in found {
        let mut keys = EntryKeys::from(entry);
        if args.check && entry.quarry.column == at::LENGTH {
            progress.say(|| format!("proving {} by plain search", entry.id));
            let challenge = registry.challenge(entry.id).map_err(InvalidInput::because)?;
            keys.plain_length = challenge.plain_length(&limits);
            if keys.plain_length.map(f64::from) != Some(entry.value) {
                anyhow::bail!("{}: plain search finds another length", entry.id);
            }
        }
        progress.aside(|| write_entry(&mut out, entry, &keys, args.json))?;
    }
    Ok(())
}

fn write_entry(out: &mut impl Write, entry: &Entry, keys: &EntryKeys, json: bool) -> Result<()> {
    if json {
        return write_json(out, keys);
    }
    writeln!(out, "{}, {}: {}", entry.setup, keys.extreme, entry.value)?;
    writeln!(out, "  {}", entry.id)?;
    let checked = if keys.plain_length.is_some() { " Proved by plain search." } else { "" };
    writeln!(out, "  {}{checked}", entry.evidence)?;
    Ok(())
}
