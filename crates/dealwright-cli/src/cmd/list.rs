//! `dealwright list`

use super::write_json;
use anyhow::Result;
use dealwright::Registry;
use dealwright::game::MeasureInfo;
use dealwright::kit::Kind;
use dealwright::measure::Level;
use dealwright::registry::Entry;
use dealwright::setup::Setup;
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
    default_setup: Option<String>,
    measures: Vec<MeasureListing>,
    causes: Vec<Named>,
    levels: Vec<LevelListing>,
    /// What a hunt for a hard challenge looks for.
    hunted: Hunted,
}

#[derive(Serialize)]
struct MeasureListing {
    name: &'static str,
    whole: bool,
    unit: &'static str,
    about: &'static str,
}

#[derive(Serialize)]
struct LevelListing {
    level: &'static str,
    meaning: &'static str,
}

#[derive(Serialize)]
struct Hunted {
    measure: &'static str,
    most: bool,
}

#[derive(Serialize)]
struct SetupListing {
    name: String,
    title: String,
    about: String,
    /// Sizes that can be chosen: their values.
    open: BTreeMap<String, Vec<u32>>,
    /// The values that these have by default.
    defaults: BTreeMap<String, u32>,
    /// What somebody must have to lay it out: cards, dominoes, piecepack, tiles, dice.
    needs: Vec<&'static str>,
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

fn game_listing(registry: &Registry, entry: &Entry) -> GameListing {
    let game = entry.info;
    let measure =
        |m: &MeasureInfo| MeasureListing { name: m.name, whole: m.whole, unit: m.unit, about: m.about };
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
        measures: game.measures.iter().map(measure).collect(),
        causes: game.causes.iter().map(|c| Named { name: c.name, about: c.about }).collect(),
        symmetries: game.symmetries.iter().map(|s| Named { name: s.name, about: s.about }).collect(),
        levels: Level::ALL
            .map(|level| LevelListing { level: level.word(), meaning: game.scale.meaning(level) })
            .into(),
        hunted: Hunted { measure: game.scale.measure(), most: game.scale.most_is_hard() },
        default_setup: entry.default_setup(),
        setups: setups_of(registry, entry),
    }
}

fn setups_of(registry: &Registry, entry: &Entry) -> Vec<SetupListing> {
    let names = entry.info.setups.iter().map(|setup| format!("{}/{}", entry.info.name, setup.name));
    names
        .filter_map(|name| registry.setup(&name, &[]).ok())
        .map(|setup| SetupListing {
            name: setup.full_name(),
            title: setup.title.clone(),
            about: setup.about.clone(),
            needs: needs(&setup),
            defaults: setup.open.iter().map(|open| (open.name.clone(), open.default)).collect(),
            open: setup.open.into_iter().map(|open| (open.name, open.values)).collect(),
        })
        .collect()
}

/// The kinds of things that somebody must have to lay it out.
fn needs(setup: &Setup) -> Vec<&'static str> {
    let kind = |kind: &Kind| match kind {
        Kind::Cards => "cards",
        Kind::Dominoes => "dominoes",
        Kind::Coins => "piecepack",
        Kind::Tokens | Kind::Tiles { .. } => "tiles",
        Kind::Dice { .. } => "dice",
        // Anything will do for a pawn.
        Kind::Pawns { .. } => "",
    };
    let mut kinds: Vec<&str> = setup.kit.iter().map(|group| kind(&group.kind)).collect();
    kinds.retain(|kind| !kind.is_empty());
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// All games.
pub fn listing(registry: &Registry) -> Listing {
    Listing { games: registry.games().map(|entry| game_listing(registry, entry)).collect() }
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let mut out = anstream::stdout().lock();
    let listing = listing(registry);
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
