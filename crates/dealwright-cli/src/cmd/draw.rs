//! `dealwright draw ID`

mod meter;

use super::write_json;
use crate::args::parse_count;
use crate::file::{Format, Target};
use crate::input::{each_id, game_of_file, parse_option, read_given};
use anyhow::Result;
use dealwright::challenge::split_moves;
use dealwright::setup::Setup;
use dealwright::setup::load::dealer;
use dealwright::setup::seed::{SeedId, looks_like_seed};
use dealwright::setup::sheet::{Cut, sheet};
use dealwright::square::Square;
use dealwright::study::{self, StudyLine};
use dealwright::text::{TextError, did_you_mean, quoted};
use dealwright::{Challenge, InvalidInput, Registry};
use dealwright_desk::link::Link;
use dealwright_draw::chart::Meter;
use dealwright_draw::code::Code;
use dealwright_draw::picture::{Step, View};
use dealwright_draw::svg::Inks;
use dealwright_lab::files::load_setup;
use dealwright_print::{MOST, MOST_PIXELS, name_of, pdf, piece, png, tables};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The default width of a picture in pixels.
const WIDTH: u32 = 1200;

/// Modules of a code that are as wide as a space of the board.
const MODULES_OF_A_SPACE: f64 = 12.0;

/// Draw challenges, a piece, or all pieces of a kind into files
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright draw boxoff:BBWBBW/BYYYWB/YWWWYY --out board.svg
  dealwright draw boxoff/ltiles~a@1 boxoff/ltiles~b@1 --out boards.svg
  dealwright draw boxoff/ltiles --piece AAB --out piece.png
  dealwright deal fujisan/dominoes -n 3 --seed a --ids | dealwright draw - --out board.svg")]
pub struct Args {
    /// Challenges (ID, seed ID or .ppn file), - to read one per line from standard input, or setups whose pieces are drawn,
    /// with their sizes, such as ranks=9
    #[arg(required = true, value_name = "ID|SETUP|NAME=VALUE")]
    what: Vec<String>,
    /// The file: its name ends in .svg, .png or .pdf. Of several each gets a number: board-1.svg, board-2.svg …
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// Draw the position after these moves
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    /// Show these legal moves on the board as arrows or boxes, or all of them: all
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    show: Option<String>,
    /// Put a ring around these squares, such as "a1 c3"
    #[arg(long, value_name = "SQUARES")]
    mark: Option<String>,
    /// Also deal this many challenges of the setup and show beside the board what they are like: solvable share, random
    /// play, interest, levels. With a setup instead of an ID, its first deal of the seed "meter" is drawn
    #[arg(long, value_name = "DEALS", value_parser = parse_count, conflicts_with_all = ["piece", "table", "back"])]
    meter: Option<u64>,
    /// One piece of the setup by what is printed on it, such as AAB, 3H or 2:5, or by its kind, such as priests
    #[arg(long, value_name = "PIECE", conflicts_with = "table")]
    piece: Option<String>,
    /// All pieces of each kind on one sheet of 10 x 7 fields for digital tables; the last field is for hidden pieces
    #[arg(long)]
    table: bool,
    /// The backs of pieces instead of their fronts
    #[arg(long)]
    back: bool,
    /// Put a QR code below the board that opens the challenge on the page at this address, such as
    /// https://example.org/dealwright
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["piece", "table", "back"])]
    link: Option<Link>,
    /// Width of a .png in pixels [default: 1200; 4096 for --table]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=8192))]
    width: Option<u32>,
    /// How much ink
    #[arg(long, value_enum, default_value = "full")]
    ink: Inks,
    /// One JSON object for each file, one per line
    #[arg(short, long)]
    json: bool,
}

#[derive(Serialize)]
struct Drawn<'a> {
    /// The challenge or the setup.
    what: &'a str,
    file: String,
}

/// The seed of deals that nobody gave one.
const METER_SEED: &str = "meter";

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let format = Format::of(&args.out, &[Format::Svg, Format::Png, Format::Pdf])?;
    let is_option = |word: &&String| word.contains('=') && !word.contains([':', '~', '/', '?']);
    let is_challenge =
        |word: &String| word == "-" || word.contains([':', '~']) || game_of_file(registry, word).is_some();
    let (sizes, words): (Vec<&String>, Vec<&String>) = args.what.iter().partition(is_option);
    let (ids, setups): (Vec<String>, Vec<String>) = words.into_iter().cloned().partition(is_challenge);
    let sizes = sizes.into_iter().map(|size| parse_option(size)).collect::<Result<Vec<_>, _>>();
    let sizes = sizes.map_err(InvalidInput)?;
    match (ids.is_empty(), setups.as_slice()) {
        (false, []) => draw_challenges(registry, args, format, &ids, !sizes.is_empty()),
        (true, []) => {
            Err(InvalidInput("a challenge ID or a setup is needed, see dealwright list".into()).into())
        }
        (false, [first, ..]) => {
            let message =
                format!("{} is a setup, the others are challenges: draw them one by one", quoted(first));
            Err(InvalidInput(message).into())
        }
        (true, setups) => {
            if args.meter.is_none() && (args.moves.is_some() || args.show.is_some() || args.mark.is_some()) {
                let message = "--moves, --show and --mark go with a challenge, not with a setup";
                return Err(InvalidInput(message.into()).into());
            }
            // A wrong one is refused before anything is drawn.
            let lines = study::lines(setups, &sizes).map_err(InvalidInput)?;
            let load = |line: &StudyLine| load_setup(registry, &line.setup, &line.options);
            let setups = lines.iter().map(load).collect::<Result<Vec<_>>>()?;
            for (n, (setup, line)) in setups.iter().zip(&lines).enumerate() {
                let path = args.path(n + 1, setups.len() > 1);
                let to = Output { format, what: line.setup.clone(), path };
                match args.meter {
                    Some(deals) => draw_first_deal(args, &to, setup, deals)?,
                    None if args.link.is_some() => {
                        let message = "--link goes with a challenge, not with pieces";
                        return Err(InvalidInput(message.into()).into());
                    }
                    None => draw_pieces(args, &to, setup)?,
                }
            }
            Ok(())
        }
    }
}

impl Args {
    /// The file of one of several.
    fn path(&self, number: usize, is_one_of_several: bool) -> PathBuf {
        match is_one_of_several {
            true => with_end(&self.out, &format!("-{number}")),
            false => self.out.clone(),
        }
    }
}

/// What is drawn, and where to.
struct Output {
    format: Format,
    /// The challenge or the setup, as it is told.
    what: String,
    path: PathBuf,
}

fn draw_challenges(
    registry: &Registry,
    args: &Args,
    format: Format,
    ids: &[String],
    has_sizes: bool,
) -> Result<()> {
    if args.piece.is_some() || args.table || args.back || has_sizes {
        let message = "--piece, --table, --back and sizes need a setup instead of a challenge";
        return Err(InvalidInput(message.into()).into());
    }
    let several = ids.len() > 1 || ids.iter().any(|id| id == "-");
    let mut number = 0;
    each_id(
        ids,
        args.json,
        || (),
        |text| {
            let given = read_given(registry, text)?;
            number += 1;
            let meter = meter_of(registry, args, text)?;
            let to = Output { format, what: text.into(), path: args.path(number, several) };
            let target = Target::new(&to.path)?;
            draw_board(args, &to, target, (&given.challenge, given.pieces), meter.as_ref())
        },
    )
}

/// What many deals of the setup of a seed ID are like, where that is asked for.
fn meter_of(registry: &Registry, args: &Args, text: &str) -> Result<Option<Meter>> {
    let Some(deals) = args.meter else { return Ok(None) };
    if !looks_like_seed(text) {
        let message =
            "--meter needs to know the setup: give a seed ID such as boxoff/ltiles~hello@1, or a setup";
        return Err(InvalidInput(message.into()).into());
    }
    let seed: SeedId = text.parse().map_err(|e: TextError| InvalidInput(e.to_string()))?;
    let setup = load_setup(registry, &seed.setup, &seed.options)?;
    Ok(Some(meter::measure(&setup, &seed.text, deals)?))
}

/// A deal of a setup, beside what many of its deals are like.
fn draw_first_deal(args: &Args, to: &Output, setup: &Setup, deals: u64) -> Result<()> {
    let dealer = dealer(setup)?;
    let challenge = dealer.challenge_at(&dealer.streams(METER_SEED), 0)?;
    let target = Target::new(&to.path)?;
    let meter = meter::measure(setup, METER_SEED, deals)?;
    draw_board(args, to, target, (&challenge, dealer.pieces_on_board()), Some(&meter))
}

fn draw_board(
    args: &Args,
    to: &Output,
    target: Target,
    (challenge, tiles): (&Challenge, Vec<Vec<Square>>),
    meter: Option<&Meter>,
) -> Result<()> {
    if challenge.board().rows.is_empty() {
        let title = challenge.info().title;
        return Err(InvalidInput(format!("{title} has no picture: the game does not draw its board")).into());
    }
    let played = split_moves(args.moves.as_deref().unwrap_or_default());
    let replay = challenge.replay(&played);
    if let Some((text, why)) = &replay.stopped {
        let number = replay.played.len() + 1;
        return Err(InvalidInput(format!("--moves: move {number}, {}: {why}", quoted(text))).into());
    }
    let mut view = View::of(&replay.board);
    // The outlines are those of the deal; pieces that are gone leave theirs behind.
    view.tiles = tiles;
    view.steps = match &args.show {
        Some(shown) => steps(challenge, &played, shown)?,
        None => Vec::new(),
    };
    view.marked = squares(&view, args.mark.as_deref().unwrap_or_default())?;
    let mut picture = match meter {
        Some(meter) => meter.page_beside(&view, &challenge.id(), args.ink),
        None => view.page_in(&challenge.id(), args.ink),
    };
    if let Some(link) = &args.link {
        let too_long = || InvalidInput("the address with the ID is too long for a QR code".into());
        let code = Code::of(&link.play(&challenge.id())).ok_or_else(too_long)?;
        code.draw_below(&mut picture, view.unit / MODULES_OF_A_SPACE);
    }
    write(args, to, target, &to.path, &picture.finish())
}

/// Legal moves after those that were played, numbered where several are named.
fn steps(challenge: &Challenge, played: &[&str], shown: &str) -> Result<Vec<Step>> {
    let legal = challenge.moves_after(played).unwrap_or_default();
    let all = shown.trim().eq_ignore_ascii_case("all");
    let chosen = if all {
        legal
    } else {
        let mut chosen = Vec::new();
        for text in split_moves(shown) {
            let line: Vec<&str> = played.iter().copied().chain([text]).collect();
            let replay = challenge.replay(&line);
            if let Some((text, why)) = &replay.stopped {
                return Err(InvalidInput(format!("--show: {}: {why}", quoted(text))).into());
            }
            // As the game writes it, however it was typed.
            let written = replay.played.last();
            chosen.extend(legal.iter().find(|known| Some(&known.text) == written).cloned());
        }
        chosen
    };
    // All moves are too many for numbers: they would cover each other.
    let label = |n: usize| if chosen.len() > 1 && !all { (n + 1).to_string() } else { String::new() };
    Ok(chosen.iter().enumerate().filter_map(|(n, legal)| Step::of(&legal.touches, &label(n))).collect())
}

/// The squares of a list, each on the board.
fn squares(view: &View<'_>, text: &str) -> Result<Vec<Square>> {
    let read = |word: &str| match Square::read_prefix(&word.to_lowercase()) {
        Some((square, "")) if view.place(square).is_some() => Ok(square),
        _ => {
            let names = &view.board.files;
            let files = names.iter().find(|file| !file.is_empty()).zip(names.last());
            let files = files.map_or_else(String::new, |(first, last)| format!("{first} to {last}"));
            let rows = view.board.rows.len();
            let message = format!(
                "--mark: {} is not a square of this board, expected a column from {files} and a row from 1 to \
                 {rows}, such as a1",
                quoted(word)
            );
            Err(InvalidInput(message).into())
        }
    };
    text.split([' ', ',']).filter(|word| !word.is_empty()).map(read).collect()
}

fn draw_pieces(args: &Args, to: &Output, setup: &Setup) -> Result<()> {
    dealer(setup)?;
    let cuts = sheet(setup, 1.0).cuts;
    if args.table {
        return draw_tables(args, to, &cuts);
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
    let target = Target::new(&to.path)?;
    write(args, to, target, &to.path, &piece(cut, args.back, args.ink))
}

fn draw_tables(args: &Args, to: &Output, cuts: &[Cut]) -> Result<()> {
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
            1 => to.path.clone(),
            _ => with_end(&to.path, &format!("-{}{number}", sheets[n].group)),
        }
    };
    let targets =
        (0..sheets.len()).map(|n| Ok((Target::new(&path(n))?, path(n)))).collect::<Result<Vec<_>>>()?;
    for (table, (target, path)) in sheets.iter().zip(targets) {
        let picture = table.picture(args.back, args.ink);
        match to.format {
            Format::Png => {
                target.write(&png(&picture, table.size().0)?)?;
                say(args, &path, &to.what)?;
            }
            _ => write(args, to, target, &path, &picture)?,
        }
    }
    Ok(())
}

/// `pieces.png` with something before its dot.
fn with_end(path: &Path, end: &str) -> PathBuf {
    let part = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    path.with_file_name(format!("{}{end}.{}", part(path.file_stem()), part(path.extension())))
}

fn write(args: &Args, to: &Output, target: Target, path: &Path, picture: &str) -> Result<()> {
    match to.format {
        Format::Svg => target.write(picture.as_bytes())?,
        Format::Png => target.write(&png(picture, args.width.unwrap_or(WIDTH).min(MOST_PIXELS))?)?,
        Format::Pdf => target.write(&pdf(&[picture.to_string()], &to.what)?)?,
    }
    say(args, path, &to.what)
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
