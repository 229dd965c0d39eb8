//! `dealwright sheet SETUP`

use super::{SetupsArgs, write_json};
use crate::file::{Format, Target};
use anyhow::Result;
use dealwright::InvalidInput;
use dealwright::Registry;
use dealwright::text::counted;
use dealwright_desk::link::Link;
use dealwright_draw::svg::Inks;
use dealwright_print::{Backs, KitOptions, Paper, Part, kits_pages, pdf};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Print the pieces of setups at true size to cut out, with board and instructions
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright sheet boxoff/ltiles --out tiles.pdf
  dealwright sheet pretzel/banded ranks=9 --page Letter --parts pieces,leaflet --out cards.pdf
  dealwright sheet boxoff/ltiles boxoff/abc --backs long --out both.pdf")]
pub struct Args {
    #[command(flatten)]
    setups: SetupsArgs,
    /// The file, for all setups together: a name ending in .pdf
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// A4, Letter, A5, or width x height in millimetres such as 120x180
    #[arg(long, value_name = "SIZE", default_value = "A4")]
    page: Paper,
    /// How backs are printed behind their fronts
    #[arg(long, value_name = "HOW", value_enum, default_value = "fold")]
    backs: Backs,
    /// Also print a pattern on backs that are all alike
    #[arg(long)]
    plain_backs: bool,
    /// How much ink
    #[arg(long, value_enum, default_value = "full")]
    ink: Inks,
    /// Scale, 0.25 to 4; 1 is true size
    #[arg(long, value_name = "FACTOR", default_value = "1", value_parser = parse_scale)]
    scale: f64,
    /// What to print [default: all of it, but no board for cards]
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_enum)]
    parts: Option<Vec<Part>>,
    /// A QR code on the leaflet opens the page at this address: where the deal on the table is entered, or, for a setup of your own, deals of exactly this kit
    #[arg(long, value_name = "ADDRESS")]
    link: Option<Link>,
    /// One JSON object
    #[arg(short, long)]
    json: bool,
}

#[derive(Serialize)]
struct Written {
    file: String,
    title: String,
    pages: usize,
}

fn parse_scale(text: &str) -> Result<f64, String> {
    let scale = text.parse::<f64>().ok().filter(|scale| (0.25..=4.0).contains(scale));
    scale.ok_or_else(|| format!("expected a number from 0.25 to 4, found '{text}'"))
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let setups = args.setups.load(registry)?;
    Format::of(&args.out, &[Format::Pdf])?;
    let target = Target::new(&args.out)?;
    let options = KitOptions {
        paper: args.page,
        backs: args.backs,
        plain_backs: args.plain_backs,
        inks: args.ink,
        scale: args.scale,
        parts: args.parts.clone(),
        link: args.link.clone(),
    };
    let (pages, title) = kits_pages(registry, &setups, &options).map_err(InvalidInput)?;
    target.write(&pdf(&pages, &title)?)?;
    if args.json {
        let (file, pages) = (args.out.display().to_string(), pages.len());
        return write_json(&mut anstream::stdout(), &Written { file, title, pages });
    }
    let pages = counted(pages.len() as u64, "page");
    writeln!(anstream::stdout(), "{}: {title}, {pages}. Print at 100%.", args.out.display())?;
    Ok(())
}
