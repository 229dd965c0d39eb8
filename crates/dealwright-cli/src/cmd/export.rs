//! `dealwright export`

use super::write_json;
use crate::note::note;
use crate::progress::Progress;
use crate::terminal::lab_on_terminal;
use anyhow::{Context, Result};
use clap::ValueEnum;
use dealwright::InvalidInput;
use dealwright::Registry;
use dealwright::record::{Schema, Value};
use dealwright::text::csv_field;
use dealwright_lab::store::columns::FileColumns;
use dealwright_lab::store::dir::StudyDir;
use dealwright_lab::store::file::NewFile;
use dealwright_lab::store::table::{Row, TableWriter};
use dealwright_lab::summary::{no_records, warnings};
use serde::Serialize;
use std::io::{BufWriter, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;

/// Write the records of a study as one file
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright export tiles --format csv
  dealwright export tiles --format parquet --out tiles.parquet")]
pub struct Args {
    /// The study's directory
    dir: PathBuf,
    /// The format of the file
    #[arg(long, value_enum)]
    format: Format,
    /// The file [default: standard output; needed for Parquet]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// One JSON object about the file that was written (records as JSON: --format jsonl)
    #[arg(short, long, requires = "out")]
    json: bool,
}

#[derive(Serialize)]
struct Written {
    file: String,
    rows: u64,
    bytes: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Comma-separated values with a heading
    Csv,
    /// One JSON object per line
    Jsonl,
    /// One Parquet file
    Parquet,
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    if args.format == Format::Parquet && args.out.is_none() {
        return Err(InvalidInput("a Parquet file needs a name: --out FILE".into()).into());
    }
    let dir = StudyDir::open(&lab_on_terminal(registry), &args.dir)?;
    warnings(&dir).iter().for_each(note);
    if dir.blocks.is_empty() {
        return Err(no_records(std::slice::from_ref(&dir)));
    }
    let Some(path) = &args.out else {
        let is_seen = std::io::stdout().is_terminal();
        return write(args.format, &dir, std::io::stdout(), !is_seen)
            .context("standard output cannot be written to");
    };
    let mut file = NewFile::create(path)?;
    write(args.format, &dir, &mut file, true).map_err(|error| match error.downcast::<InvalidInput>() {
        Ok(damaged) => damaged.into(),
        Err(error) => file.error(&format!("{error:#}")),
    })?;
    file.finish()?;
    if args.json {
        let bytes = std::fs::metadata(path)?.len();
        let report = Written { file: path.display().to_string(), rows: dir.challenges_there(), bytes };
        return write_json(&mut anstream::stdout(), &report);
    }
    Ok(())
}

/// Writes all rows; `told` says how far it is to who sees nothing of the rows themselves.
fn write(format: Format, dir: &StudyDir, file: impl Write + Send, told: bool) -> Result<()> {
    let mut file = BufWriter::new(file);
    let schema = &dir.columns.schema;
    let all = dir.blocks.len();
    let progress = told.then(|| Progress::of_blocks(all));
    let blocks = dir.blocks.keys().enumerate().map(|(number, block)| {
        if let Some(progress) = &progress {
            progress.say_blocks("writing", number, all);
        }
        dir.rows(*block)
    });
    match format {
        Format::Parquet => {
            // One file for all blocks: the order of its columns is that of the schema, whatever the blocks' own is.
            let columns = Arc::new(FileColumns::new(Arc::clone(schema)));
            let description = [("dealwright.manifest", serde_json::to_string(&dir.manifest)?)];
            let mut writer = TableWriter::new(&columns, &mut file, &description)?;
            blocks.into_iter().try_for_each(|rows| writer.add(&rows?))?;
            writer.finish()?;
        }
        Format::Csv => {
            let names: Vec<&str> = schema.columns().iter().map(|column| column.name.as_ref()).collect();
            writeln!(file, "{}", names.join(","))?;
            for rows in blocks {
                rows?.iter().try_for_each(|row| write_csv(&mut file, row))?;
            }
        }
        Format::Jsonl => {
            for rows in blocks {
                rows?.iter().try_for_each(|row| write_jsonl(&mut file, schema, row))?;
            }
        }
    }
    file.flush()?;
    Ok(())
}

fn write_csv(file: &mut impl Write, row: &Row) -> Result<()> {
    let cell = |value: &Value| match value {
        Value::Missing => String::new(),
        Value::Int(number) => number.to_string(),
        Value::Real(number) => number.to_string(),
        Value::Flag(flag) => flag.to_string(),
        Value::Text(text) => csv_field(text).into_owned(),
    };
    writeln!(file, "{}", row.iter().map(cell).collect::<Vec<_>>().join(","))?;
    Ok(())
}

fn write_jsonl(file: &mut impl Write, schema: &Schema, row: &Row) -> Result<()> {
    let value = |value: &Value| match value {
        Value::Missing => serde_json::Value::Null,
        Value::Int(number) => (*number).into(),
        Value::Real(number) => (*number).into(),
        Value::Flag(flag) => (*flag).into(),
        Value::Text(text) => text.as_ref().into(),
    };
    let mut line = String::from("{");
    for (column, cell) in schema.columns().iter().zip(row) {
        if line.len() > 1 {
            line.push(',');
        }
        line.push_str(&format!("\"{}\":{}", column.name, value(cell)));
    }
    writeln!(file, "{line}}}")?;
    Ok(())
}
