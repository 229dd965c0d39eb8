//! `dealwright summary`

pub mod json;

use super::write_json;
use crate::note::note;
use crate::tables::write_table;
use crate::terminal::lab_on_terminal;
use anyhow::Result;
use clap::ValueEnum;
use dealwright::Registry;
use dealwright::summary::{Group, SummaryLine, groups};
use dealwright::text::csv_field;
use dealwright_desk::sections::{Section, sections};
use dealwright_lab::store::dir::StudyDir;
use dealwright_lab::summary::{lines_of, no_records, warnings, warnings_of_all, warnings_of_lines};
use std::io::Write;
use std::path::PathBuf;

/// Summarise the records of studies, with tests between setups
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright summary tiles
  dealwright summary tiles pretzel --format markdown")]
pub struct Args {
    /// The studies' directories
    #[arg(required = true, value_name = "DIR")]
    dirs: Vec<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// One JSON object (the same as --format json)
    #[arg(short, long, conflicts_with = "format")]
    json: bool,
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
    /// All tables as comma-separated values, each after its title
    Csv,
    /// One JSON object
    Json,
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let lab = lab_on_terminal(registry);
    let dirs: Vec<StudyDir> = args.dirs.iter().map(|dir| StudyDir::open(&lab, dir)).collect::<Result<_>>()?;
    let mut lines = Vec::new();
    for dir in &dirs {
        warnings(dir).iter().for_each(note);
        let place = if dirs.len() > 1 { dir.path.display().to_string() } else { String::new() };
        let found = lines_of(dir, &place)?;
        warnings_of_lines(dir, &found).iter().for_each(note);
        lines.extend(found);
    }
    if lines.is_empty() {
        return Err(no_records(&dirs));
    }
    warnings_of_all(&dirs).iter().for_each(note);
    let groups = groups(&lines, args.across);
    let mut out = std::io::BufWriter::new(anstream::stdout().lock());
    match if args.json { Format::Json } else { args.format } {
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

fn write_tables(
    out: &mut impl Write,
    dirs: &[StudyDir],
    lines: &[SummaryLine],
    groups: &[Group],
) -> Result<()> {
    for study in dirs.iter().map(|dir| &dir.manifest.study) {
        let texts = [("", &study.title), ("question: ", &study.question), ("expected: ", &study.expectation)];
        for (label, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
            writeln!(out, "{label}{text}")?;
        }
    }
    sections(lines, groups).iter().try_for_each(|section| write_table(out, section))
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
