//! `dealwright draw ID`

use super::write_json;
use crate::input::{each_id, game_of_file, parse_option, read_given};
use crate::print::file::{Format, MOST_PIXELS, Target, pdf, png};
use crate::print::table::{MOST, name_of, piece, tables};
use anyhow::Result;
use dealwright::InvalidInput;
use dealwright::Registry;
use dealwright::setup::load::dealer;
use dealwright::setup::sheet::{Cut, sheet};
use dealwright::text::{did_you_mean, quoted};
use dealwright_draw::picture::View;
use dealwright_draw::svg::Inks;
use dealwright_lab::files::load_setup;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The default width of a picture in pixels.
const WIDTH: u32 = 1200;

/// Draw challenges, a piece, or all pieces of a kind into files
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright draw boxoff:BBWBBW/BYYYWB/YWWWYY --out board.svg
  dealwright draw boxoff/ltiles --piece AAB --out piece.png
  dealwright deal fujisan/dominoes -n 3 --seed a --ids | dealwright draw - --out board.svg")]
pub struct Args {
    /// A challenge (ID, seed ID or .ppn file), or a setup whose pieces are drawn; - reads one challenge per line from
    /// standard input and numbers the files: board-1.svg, board-2.svg …
    #[arg(value_name = "ID|SETUP")]
    what: String,
    /// Sizes of the setup, such as ranks=9
    #[arg(value_name = "NAME=VALUE", value_parser = parse_option)]
    options: Vec<(String, String)>,
    /// The file: its name ends in .svg, .png or .pdf
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// One piece of the setup by what stands on it, such as AAB, 3H or 2:5, or by its kind, such as priests
    #[arg(long, value_name = "PIECE", conflicts_with = "table")]
    piece: Option<String>,
    /// All pieces of each kind on one sheet of 10 x 7 fields for digital tables; the last field is for hidden pieces
    #[arg(long)]
    table: bool,
    /// The backs of pieces instead of their fronts
    #[arg(long)]
    back: bool,
    /// Width of a .png in pixels [default: 1200; 4096 for --table]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=8192))]
    width: Option<u32>,
    /// How much ink
    #[arg(long, value_enum, default_value = "full")]
    ink: Inks,
    /// One JSON object per file and line
    #[arg(short, long)]
    json: bool,
}

#[derive(Serialize)]
struct Drawn<'a> {
    /// The challenge or the setup.
    what: &'a str,
    file: String,
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let format = Format::of(&args.out, &[Format::Svg, Format::Png, Format::Pdf])?;
    let is_challenge =
        args.what == "-" || args.what.contains([':', '~']) || game_of_file(registry, &args.what).is_some();
    if !is_challenge {
        return draw_pieces(registry, args, format);
    }
    if args.piece.is_some() || args.table || args.back || !args.options.is_empty() {
        let message = "--piece, --table, --back and sizes need a setup instead of a challenge";
        return Err(InvalidInput(message.into()).into());
    }
    let mut number = 0;
    each_id(
        std::slice::from_ref(&args.what),
        args.json,
        || (),
        |text| {
            let given = read_given(registry, text)?;
            number += 1;
            let path = match args.what.as_str() {
                "-" => with_end(&args.out, &format!("-{number}")),
                _ => args.out.clone(),
            };
            let target = Target::new(&path)?;
            let board = given.challenge.board();
            let mut view = View::of(&board);
            view.tiles = given.pieces;
            write(args, format, target, &path, text, &view.picture_in(&given.challenge.id(), args.ink))
        },
    )
}

fn draw_pieces(registry: &Registry, args: &Args, format: Format) -> Result<()> {
    let setup = load_setup(registry, &args.what, &args.options)?;
    dealer(&setup)?;
    let cuts = sheet(&setup, 1.0).cuts;
    if args.table {
        return draw_tables(args, format, &cuts);
    }
    let Some(name) = &args.piece else {
        let message =
            "name the piece to draw, such as --piece AAB, or take --table for all of them on one sheet";
        return Err(InvalidInput(message.into()).into());
    };
    let plain = |name: &str| name.to_lowercase().replace(':', "");
    let Some(cut) = cuts.iter().find(|cut| plain(&name_of(cut)) == plain(name)) else {
        let mut names: Vec<String> = cuts.iter().map(name_of).collect();
        names.dedup();
        let hint = did_you_mean(name, names.iter().map(String::as_str));
        let message = format!(
            "{} is not a piece of {}, expected one of {}{hint}",
            quoted(name),
            setup.full_name(),
            names.join(", ")
        );
        return Err(InvalidInput(message).into());
    };
    if args.back && cut.back.is_none() {
        return Err(InvalidInput(format!("{} has no back of its own", name_of(cut))).into());
    }
    let target = Target::new(&args.out)?;
    write(args, format, target, &args.out, &args.what, &piece(cut, args.back, args.ink))
}

fn draw_tables(args: &Args, format: Format, cuts: &[Cut]) -> Result<()> {
    let width = args.width.unwrap_or(MOST);
    if width > MOST {
        return Err(InvalidInput(format!("a sheet for digital tables is at most {MOST} pixels wide")).into());
    }
    let sheets = tables(cuts, width);
    if sheets.is_empty() {
        let message = "none of these pieces is flat: digital tables have dice and figures already";
        return Err(InvalidInput(message.into()).into());
    }
    // Where there are several, each has its kind in its name, and a number if that is not enough.
    let path = |n: usize| {
        let alike = sheets[..n].iter().filter(|other| other.group == sheets[n].group).count();
        let number = if alike == 0 { String::new() } else { format!("-{}", alike + 1) };
        match sheets.len() {
            1 => args.out.clone(),
            _ => with_end(&args.out, &format!("-{}{number}", sheets[n].group)),
        }
    };
    let targets =
        (0..sheets.len()).map(|n| Ok((Target::new(&path(n))?, path(n)))).collect::<Result<Vec<_>>>()?;
    for (table, (target, path)) in sheets.iter().zip(targets) {
        let picture = table.picture(args.back, args.ink);
        match format {
            Format::Png => {
                target.write(&png(&picture, table.size().0)?)?;
                say(args, &path, &args.what)?;
            }
            _ => write(args, format, target, &path, &args.what, &picture)?,
        }
    }
    Ok(())
}

/// `pieces.png` with something before its dot.
fn with_end(path: &Path, end: &str) -> PathBuf {
    let part = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    path.with_file_name(format!("{}{end}.{}", part(path.file_stem()), part(path.extension())))
}

fn write(args: &Args, format: Format, target: Target, path: &Path, what: &str, picture: &str) -> Result<()> {
    match format {
        Format::Svg => target.write(picture.as_bytes())?,
        Format::Png => target.write(&png(picture, args.width.unwrap_or(WIDTH).min(MOST_PIXELS))?)?,
        Format::Pdf => target.write(&pdf(&[picture.to_string()], what)?)?,
    }
    say(args, path, what)
}

fn say(args: &Args, path: &Path, what: &str) -> Result<()> {
    let mut out = anstream::stdout();
    let file = path.display().to_string();
    if args.json {
        return write_json(&mut out, &Drawn { what, file });
    }
    writeln!(out, "{file}")?;
    Ok(())
}
