//! `dealwright book SETUP…`

use super::write_json;
use crate::args::{LimitArgs, parse_count};
use crate::file::{Format, Target};
use crate::input::{each_line, game_of_file, id_in, parse_option, read_given};
use crate::progress::Progress;
use anyhow::Result;
use dealwright::InvalidInput;
use dealwright::Registry;
use dealwright::search::Limits;
use dealwright::setup::Setup;
use dealwright::text::{counted, listed};
use dealwright_desk::link::Link;
use dealwright_draw::svg::Inks;
use dealwright_lab::files::load_setup;
use dealwright_print::{BookOptions, Chosen, EntryKind, Paper, Wanted, book_pages, choose, pdf};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Challenges that one book may hold.
const MOST_CHALLENGES: u64 = 1000;

/// Make a book of challenges to solve, with their answers at the back
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright book boxoff/ltiles -n 8 --out puzzles.pdf
  dealwright book boxoff/ltiles pretzel/banded --level gentle:2,steady:2 --page A5 --out levels.pdf
  dealwright deal boxoff/abc --solvable -n 4 --seed a --ids | dealwright book - --out own.pdf")]
pub struct Args {
    /// Setups to deal from, such as boxoff/ltiles or pretzel/banded?ranks=9; sizes for all of them, such as ranks=9; or
    /// challenges of your own by their IDs; - reads IDs from standard input, one per line
    #[arg(value_name = "SETUP|ID|NAME=VALUE", required = true)]
    what: Vec<String>,
    /// The file: a name ending in .pdf
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// How many challenges [default: the sum of --level, else 24]
    #[arg(short = 'n', long, alias = "count", value_name = "N", value_parser = parse_count)]
    samples: Option<u64>,
    /// How many of each level, such as gentle:6,steady:12,tricky:4,open:2; open ones may have no solution [default:
    /// solvable ones of any level]
    #[arg(long, alias = "levels", value_name = "LEVEL:N", value_delimiter = ',', value_parser = parse_level)]
    level: Vec<(EntryKind, u64)>,
    /// Any text; the same text always gives the same book
    #[arg(short, long, value_name = "TEXT", default_value = "book")]
    seed: String,
    /// Maximum deals of each setup to try for the requested levels
    #[arg(long, alias = "most", value_name = "N", default_value = "500", value_parser = parse_count)]
    max_deals: u64,
    /// A4, Letter, A5, or width x height in millimetres such as 120x180
    #[arg(long, value_name = "SIZE", default_value = "A4")]
    page: Paper,
    /// How much ink
    #[arg(long, value_enum, default_value = "full")]
    ink: Inks,
    /// QR codes open the challenge on the page at this address, such as https://example.org/dealwright, instead of holding
    /// only the ID
    #[arg(long, value_name = "ADDRESS")]
    link: Option<Link>,
    /// The title
    #[arg(long, value_name = "TEXT", default_value = "Challenges")]
    title: String,
    /// Challenges only, without rules before them and answers after them
    #[arg(long)]
    bare: bool,
    #[command(flatten)]
    limits: LimitArgs,
    /// One JSON object
    #[arg(short, long)]
    json: bool,
}

fn parse_level(text: &str) -> Result<(EntryKind, u64), String> {
    let (kind, count) = text.split_once(':').ok_or_else(|| format!("expected LEVEL:N, found '{text}'"))?;
    Ok((kind.trim().parse()?, parse_count(count.trim())?))
}

#[derive(Serialize)]
struct Written {
    file: String,
    challenges: usize,
    pages: usize,
}

/// Setups and challenges that were named.
struct Named {
    setups: Vec<Setup>,
    given: Vec<Chosen>,
}

fn read(registry: &Registry, what: &[String], limits: &Limits) -> Result<Named> {
    let is_setup = |text: &str| !text.contains([':', '~']) && game_of_file(registry, text).is_none();
    let is_option = |text: &str| text.contains('=') && !text.contains(['/', ':', '~']);
    let options: Vec<(String, String)> = what
        .iter()
        .filter(|text| is_option(text))
        .map(|text| parse_option(text).map_err(InvalidInput))
        .collect::<Result<_, _>>()?;
    let mut named = Named { setups: Vec::new(), given: Vec::new() };
    for text in what.iter().filter(|text| !is_option(text)) {
        if text == "-" {
            each_line(&mut std::io::stdin().lock(), |line, text| {
                let place = |error: anyhow::Error| InvalidInput(format!("line {line}: {error:#}"));
                let given = id_in(text).and_then(|id| read_given(registry, &id)).map_err(place)?;
                named.given.push(Chosen::new(given.challenge, String::new(), given.pieces, limits));
                Ok(())
            })?;
            continue;
        }
        if !is_setup(text) {
            let given = read_given(registry, text)?;
            named.given.push(Chosen::new(given.challenge, String::new(), given.pieces, limits));
            continue;
        }
        let (name, own) = text.split_once('?').unwrap_or((text, ""));
        let mut all = options.clone();
        for option in own.split('&').filter(|option| !option.is_empty()) {
            let (name, value) = parse_option(option).map_err(InvalidInput)?;
            all.retain(|(known, _)| *known != name);
            all.push((name, value));
        }
        named.setups.push(load_setup(registry, name, &all)?);
    }
    if named.setups.is_empty() && named.given.is_empty() {
        return Err(InvalidInput("expected at least one setup or challenge ID".into()).into());
    }
    Ok(named)
}

/// What is asked for by `--samples` and `--level` together.
fn wanted(args: &Args) -> Result<Wanted> {
    let all: u64 = args.level.iter().map(|(_, count)| *count).fold(0, u64::saturating_add);
    let wanted = match (args.samples, args.level.is_empty()) {
        (count, true) => vec![(EntryKind::Solvable, count.unwrap_or(24))],
        (None, false) => args.level.clone(),
        (Some(count), false) if count == all => args.level.clone(),
        (Some(count), false) => {
            let message = format!(
                "--level asks for {all}, but --samples for {count}: leave one out or make them agree"
            );
            return Err(InvalidInput(message).into());
        }
    };
    let all: u64 = wanted.iter().map(|(_, count)| *count).fold(0, u64::saturating_add);
    if !(1..=MOST_CHALLENGES).contains(&all) {
        let message = format!("{} asked for: a book holds 1 to {MOST_CHALLENGES}", counted(all, "challenge"));
        return Err(InvalidInput(message).into());
    }
    Ok(wanted)
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    Format::of(&args.out, &[Format::Pdf])?;
    let wanted = wanted(args)?;
    let target = Target::new(&args.out)?;
    let progress = Progress::new("solving the challenges given");
    let limits = progress.watched(args.limits.limits_of_seconds());
    let Named { setups, given } = read(registry, &args.what, &limits)?;
    let mut chosen = given;
    let mut from = None;
    if !setups.is_empty() {
        chosen.extend(choose(&setups, &wanted, &args.seed, args.max_deals, &limits, &|words| {
            progress.say(|| words)
        })?);
        let names: Vec<String> = setups.iter().map(Setup::name_with_choices).collect();
        from = Some(format!("Dealt by {}, seed \u{201c}{}\u{201d}.", listed(&names), args.seed));
    } else if args.samples.is_some() || !args.level.is_empty() {
        return Err(InvalidInput("--samples and --level need a setup to deal from".into()).into());
    }
    let options = BookOptions {
        title: args.title.clone(),
        from,
        paper: args.page,
        inks: args.ink,
        link: args.link.clone(),
        whole: !args.bare,
    };
    progress.say(|| "setting the pages".into());
    let pages = book_pages(&chosen, &options).map_err(InvalidInput)?;
    target.write(&pdf(&pages, &args.title)?)?;
    drop(progress);
    if args.json {
        let (file, pages) = (args.out.display().to_string(), pages.len());
        return write_json(&mut anstream::stdout(), &Written { file, challenges: chosen.len(), pages });
    }
    let (many, pages) = (counted(chosen.len() as u64, "challenge"), counted(pages.len() as u64, "page"));
    writeln!(anstream::stdout(), "{}: {many}, {pages}.", args.out.display())?;
    Ok(())
}
