//! `dealwright show ID`

use super::write_json;
use crate::draw::{Style, draw};
use crate::input::{IdArgs, each_id, read_given};
use anyhow::Result;
use dealwright::{Challenge, Registry};
use serde::Serialize;
use std::io::Write;

/// Draw challenges in the terminal
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright show boxoff:BBWBBW/BYYYWB/YWWWYY
  dealwright show pretzel/banded~hello@1
  dealwright deal boxoff/ltiles -n 3 --seed a --ids | dealwright show -")]
pub struct Args {
    #[command(flatten)]
    ids: IdArgs,
    /// Plain letters, no colours or symbols (the default when the output is not a terminal)
    #[arg(long)]
    plain: bool,
    /// One JSON object for each challenge, one per line
    #[arg(short, long, conflicts_with = "plain")]
    json: bool,
}

#[derive(Serialize)]
struct Shown {
    id: String,
    game: &'static str,
    rules: Vec<String>,
    parameters: InOrder,
    /// The ID that stands for this challenge and all its symmetric twins.
    canonical: String,
    /// Faces row by row from the top.
    board: Vec<Vec<String>>,
}

/// An object whose keys keep their order.
struct InOrder(Vec<(&'static str, u32)>);

impl Serialize for InOrder {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let mut out = anstream::stdout().lock();
    let mut written = 0;
    each_id(
        &args.ids.ids,
        args.json,
        || (),
        |text| {
            let challenge = read_given(registry, text)?.challenge;
            written += 1;
            if written > 1 && !args.json {
                writeln!(out)?;
            }
            show(&mut out, &challenge, args)
        },
    )
}

fn show(mut out: &mut impl Write, challenge: &Challenge, args: &Args) -> Result<()> {
    let board = challenge.board();
    if args.json {
        let info = challenge.info();
        let symmetries: Vec<&str> = info.symmetries.iter().map(|s| s.name).collect();
        let shown = Shown {
            id: challenge.id(),
            game: info.name,
            rules: challenge.rules(),
            parameters: InOrder(info.parameters.iter().map(|p| p.name).zip(challenge.parameters()).collect()),
            canonical: challenge.canonical(&symmetries),
            board: board.rows.iter().map(|row| row.iter().map(|s| s.face.clone()).collect()).collect(),
        };
        return write_json(&mut out, &shown);
    }
    writeln!(out, "{}.", challenge.in_words())?;
    writeln!(out)?;
    draw(&mut out, &board, Style::for_stdout(args.plain))?;
    writeln!(out)?;
    writeln!(out, "{}", challenge.id())?;
    Ok(())
}
