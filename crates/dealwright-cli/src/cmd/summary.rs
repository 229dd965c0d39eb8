//! `dealwright summary`

mod json;
pub mod sections;

use super::export::{none_left, warn};
use super::{csv_field, write_json};
use crate::note::note;
use crate::progress::Progress;
use crate::store::dir::StudyDir;
use anyhow::Result;
use clap::ValueEnum;
use comfy_table::{CellAlignment, Table, presets};
use dealwright::Registry;
use dealwright::study::is_within;
use dealwright::summary::{Choice, Group, Line, groups};
use sections::{Section, sections};
use std::io::Write;
use std::path::PathBuf;

/// Sum up the records of studies, with tests between setups
#[derive(clap::Args)]
pub struct Args {
    /// The studies' directories
    #[arg(required = true, value_name = "DIR")]
    dirs: Vec<PathBuf>,
    /// How it is written
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Compare all lines of a game, not only those of the same sizes and rules
    #[arg(long)]
    across: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables for the terminal
    Table,
    /// Tables in Markdown
    Markdown,
    /// All tables as comma-separated values, each behind its title
    Csv,
    /// One JSON object
    Json,
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let dirs: Vec<StudyDir> =
        args.dirs.iter().map(|dir| StudyDir::open(registry, dir)).collect::<Result<_>>()?;
    let mut lines = Vec::new();
    for dir in &dirs {
        warn(dir);
        let place = if dirs.len() > 1 { dir.path.display().to_string() } else { String::new() };
        let found = lines_of(dir, &place)?;
        warn_unfinished(dir, &found);
        lines.extend(found);
    }
    if lines.is_empty() {
        return Err(none_left(&dirs));
    }
    let groups = groups(&lines, args.across);
    let mut out = std::io::BufWriter::new(anstream::stdout().lock());
    match args.format {
        Format::Json => write_json(&mut out, &json::summary(&lines, &groups))?,
        Format::Table => write_tables(&mut out, &dirs, &lines, &groups)?,
        Format::Markdown => {
            for section in sections(&lines, &groups) {
                write_markdown(&mut out, &section)?;
            }
        }
        Format::Csv => {
            for section in sections(&lines, &groups) {
                write_csv(&mut out, &section)?;
            }
        }
    }
    out.flush()?;
    Ok(())
}

/// Says which lines of a study that ends by itself have not come to their end, and what its records are no sample of.
fn warn_unfinished(dir: &StudyDir, lines: &[Line]) {
    if dir.manifest.study.hunt.is_some() {
        let what = "the best challenges of climbs, not deals: their shares say nothing about the setup";
        note(format_args!("note: {}: {what}", dir.path.display()));
    }
    let open = open_lines(dir, lines);
    if open > 0 {
        let (place, all) = (dir.path.display(), dir.manifest.lines.len());
        let warning = format!("warning: {place}: {open} of {all} lines have not come to their end");
        note(format_args!("{warning}; study --resume goes on"));
    }
}

/// How many lines of a study that ends by itself have not come to their end.
pub fn open_lines(dir: &StudyDir, lines: &[Line]) -> usize {
    let Some(within) = dir.manifest.study.until else { return 0 };
    let ended = |line: &Line| {
        is_within(line.solvable, line.unsolvable, line.undecided, within)
            || Some(line.challenges) >= dir.manifest.study.most
    };
    dir.manifest.lines.len() - lines.iter().filter(|line| ended(line)).count()
}

/// What is shown when a study has come to its end.
pub fn after_study(dir: &StudyDir) -> Result<()> {
    let lines = lines_of(dir, "")?;
    warn_unfinished(dir, &lines);
    let mut out = anstream::stdout().lock();
    if let Some(section) = sections(&lines, &[]).first() {
        write_table(&mut out, section)?;
    }
    writeln!(out, "more: dealwright summary {}", dir.path.display())?;
    Ok(())
}

/// The lines of a study, summed up block by block.
pub fn lines_of(dir: &StudyDir, place: &str) -> Result<Vec<Line>> {
    lines_of_all(std::slice::from_ref(dir), place)
}

/// Lines summed up over several studies of the same lines.
pub fn lines_of_all(dirs: &[StudyDir], place: &str) -> Result<Vec<Line>> {
    let mut lines: Vec<Option<Line>> = vec![None; dirs.first().map_or(0, |dir| dir.manifest.lines.len())];
    for dir in dirs {
        let choice = match &dir.manifest.study {
            study if study.census => Choice::Census,
            study if study.until.is_some() => Choice::Until,
            _ => Choice::Sample,
        };
        let all = dir.blocks.len();
        let progress = Progress::of_blocks(all);
        for (number, &block) in dir.blocks.keys().enumerate() {
            progress.say_blocks("summing up", number, all);
            for row in dir.rows(block)? {
                if let Some(line) = lines.get_mut(block.0) {
                    line.get_or_insert_with(|| Line::new(place, choice, &dir.columns.schema, &row)).add(&row);
                }
            }
        }
    }
    Ok(lines.into_iter().flatten().collect())
}

fn write_tables(out: &mut impl Write, dirs: &[StudyDir], lines: &[Line], groups: &[Group]) -> Result<()> {
    for study in dirs.iter().map(|dir| &dir.manifest.study) {
        let texts = [("", &study.title), ("question: ", &study.question), ("expected: ", &study.expectation)];
        for (label, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
            writeln!(out, "{label}{text}")?;
        }
    }
    sections(lines, groups).iter().try_for_each(|section| write_table(out, section))
}

pub fn write_table(out: &mut impl Write, section: &Section) -> Result<()> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(&section.columns);
    for row in &section.rows {
        table.add_row(row);
    }
    for (number, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        let left = number < section.words;
        column.set_cell_alignment(if left { CellAlignment::Left } else { CellAlignment::Right });
    }
    writeln!(out, "\n{}", section.title)?;
    for line in table.to_string().lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    section.notes.iter().try_for_each(|note| writeln!(out, "  {note}"))?;
    Ok(())
}

fn write_markdown(out: &mut impl Write, section: &Section) -> Result<()> {
    writeln!(out, "## {}\n", section.title)?;
    let line = |cells: &[String]| format!("| {} |", cells.join(" | "));
    writeln!(out, "{}", line(&section.columns))?;
    let rule = |number| if number < section.words { "---" } else { "---:" };
    let rules: Vec<String> = (0..section.columns.len()).map(|number| rule(number).to_string()).collect();
    writeln!(out, "{}", line(&rules))?;
    section.rows.iter().try_for_each(|row| writeln!(out, "{}", line(row)))?;
    writeln!(out)?;
    for note in &section.notes {
        writeln!(out, "{note}\n")?;
    }
    Ok(())
}

fn write_csv(out: &mut impl Write, section: &Section) -> Result<()> {
    writeln!(out, "# {}", section.title)?;
    for row in std::iter::once(&section.columns).chain(&section.rows) {
        writeln!(out, "{}", row.iter().map(|cell| csv_field(cell)).collect::<Vec<_>>().join(","))?;
    }
    writeln!(out)?;
    Ok(())
}
