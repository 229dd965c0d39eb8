//! `dealwright list`

use super::write_json;
use anyhow::Result;
use dealwright::Registry;
use dealwright_desk::list::listing;
use std::io::Write;

/// List the games with their rules, sizes and setups
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright list
  dealwright list --json")]
pub struct Args {
    /// One JSON object
    #[arg(short, long)]
    json: bool,
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let mut out = anstream::stdout().lock();
    let listing = listing(registry)?;
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
