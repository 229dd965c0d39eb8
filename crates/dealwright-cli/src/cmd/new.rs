//! `dealwright new NAME --from SETUP`

use super::write_json;
use anyhow::{Context, Result};
use dealwright::InvalidInput;
use dealwright::Registry;
use dealwright_lab::files::load_setup;
use serde::Serialize;
use std::io::Write;
use std::path::Path;

/// Write a setup file to start from
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright new my-tiles --from boxoff/ltiles")]
pub struct Args {
    /// Name of the new setup: NAME.toml is written
    name: String,
    /// The setup to copy: GAME/SETUP or a path ending in .toml
    #[arg(long, value_name = "SETUP")]
    from: String,
    /// One JSON object
    #[arg(short, long)]
    json: bool,
}

#[derive(Serialize)]
struct Written<'a> {
    file: &'a str,
    from: &'a str,
}

const HEADING: &str = "\
# A setup lists the pieces (kit) and what the player does with them (steps); everything else follows.
# Try it:    dealwright check FILE    dealwright deal FILE    dealwright tell FILE
# docs/own-setups.md is a guide, docs/formats.md explains every word.
";

/// A text in quotes, as TOML wants it.
fn toml_text(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let stem = args.name.strip_suffix(".toml").unwrap_or(&args.name);
    let path = format!("{stem}.toml");
    // Reading it first: nothing is written when there is nothing to copy.
    load_setup(registry, &args.from, &[])?;
    let text = match registry.setup_text(&args.from) {
        Some(text) => text.to_string(),
        None => std::fs::read_to_string(&args.from).with_context(|| format!("reading {}", args.from))?,
    };
    let title = Path::new(stem).file_name().unwrap_or_default().to_string_lossy();
    let lines =
        text.lines().filter(|line| !line.starts_with("#:schema") && !HEADING.lines().any(|h| h == *line));
    let retitled = lines.map(|line| match line.split_once('=') {
        Some((key, _)) if key.trim() == "title" => format!("title = {}", toml_text(&title)),
        _ => line.to_string(),
    });
    let body = format!("{HEADING}{}\n", retitled.collect::<Vec<_>>().join("\n"));
    let mut file = std::fs::OpenOptions::new().write(true).create_new(true).open(&path).map_err(|e| {
        let remedy = if e.kind() == std::io::ErrorKind::AlreadyExists { "; choose another name" } else { "" };
        InvalidInput(format!("{path}: {e}{remedy}"))
    })?;
    file.write_all(body.as_bytes()).with_context(|| format!("writing {path}"))?;
    if args.json {
        return write_json(&mut anstream::stdout(), &Written { file: &path, from: &args.from });
    }
    writeln!(anstream::stdout(), "{path} is a copy of {} for you to change.", args.from)?;
    Ok(())
}
