//! `dealwright list`

use dealwright::Registry;
use super::write_json;
use anyhow::Result;
use dealwright::games::{self, GameInfo};
use dealwright::setup::builtin::{SETUPS, read_builtin};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;

/// List the games with their rules, sizes and setups
#[derive(clap::Args)]
pub struct Args {
    /// One JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
pub struct Listing {
    games: Vec<GameListing>,
}

#[derive(Serialize)]
struct GameListing {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    example: &'static str,
    rules: Vec<RuleListing>,
    parameters: Vec<Named>,
    symmetries: Vec<Named>,
    setups: Vec<SetupListing>,
}

#[derive(Serialize)]
struct SetupListing {
    name: String,
    title: String,
    about: String,
    /// Sizes that can be chosen: their values.
    open: BTreeMap<String, Vec<u32>>,
}

#[derive(Serialize)]
struct RuleListing {
    name: &'static str,
    value: Option<&'static str>,
    default: bool,
    about: &'static str,
}

#[derive(Serialize)]
struct Named {
    name: &'static str,
    about: &'static str,
}

fn game_listing(game: &GameInfo) -> GameListing {
    GameListing {
        name: game.name,
        title: game.title,
        about: game.about,
        example: game.example,
        rules: game
            .rules
            .iter()
            .map(|r| RuleListing { name: r.name, value: r.value, default: r.default, about: r.about })
            .collect(),
        parameters: game.parameters.iter().map(|p| Named { name: p.name, about: p.about }).collect(),
        symmetries: game.symmetries.iter().map(|s| Named { name: s.name, about: s.about }).collect(),
        setups: setups_of(game.name),
    }
}

fn setups_of(game: &str) -> Vec<SetupListing> {
    let setups = SETUPS.iter().filter(|(name, _)| name.split('/').next() == Some(game));
    setups
        .filter_map(|(name, _)| read_builtin(name, &[])?.ok())
        .map(|setup| SetupListing {
            name: setup.full_name(),
            title: setup.title.clone(),
            about: setup.about.clone(),
            open: setup.open.into_iter().map(|open| (open.name, open.values)).collect(),
        })
        .collect()
}

/// All games.
pub fn listing() -> Listing {
    Listing { games: games::games().into_iter().map(game_listing).collect() }
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let mut out = anstream::stdout().lock();
    let listing = listing();
    if args.json {
        return write_json(&mut out, &listing);
    }
    let games = listing.games;
    let names: Vec<&str> = games.iter().map(|g| g.title).collect();
    writeln!(out, "{} games: {}.", games.len(), names.join(", "))?;
    for game in &games {
        writeln!(out, "\n{} ({})", game.title, game.name)?;
        for line in wrapped(game.about, 76) {
            writeln!(out, "  {line}")?;
        }
        writeln!(out, "  example: {}", game.example)?;
        for p in &game.parameters {
            writeln!(out, "  size {}: {}", p.name, p.about)?;
        }
        for r in &game.rules {
            let value = r.value.map_or(String::new(), |form| format!("-… ({form})"));
            let default = if r.default { " [default]" } else { "" };
            writeln!(out, "  rule {}{value}{default}: {}", r.name, r.about)?;
        }
        for setup in &game.setups {
            let open: Vec<&str> = setup.open.keys().map(String::as_str).collect();
            let open = if open.is_empty() { String::new() } else { format!(" ({})", open.join(", ")) };
            writeln!(out, "  setup {}{open}: {}", setup.name, setup.about)?;
        }
    }
    Ok(())
}

/// Lines of at most `width` characters, broken between words.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}
