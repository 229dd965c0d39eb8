//! `dealwright bundle DIR`

mod about;

use super::write_json;
use crate::note::note;
use crate::progress::Progress;
use crate::terminal::lab_on_terminal;
use about::{About, Creator, parse_licence};
use anyhow::{Context, Result};
use dealwright::InvalidInput;
use dealwright::Registry;
use dealwright::text::{counted, grouped};
use dealwright_lab::machine::now;
use dealwright_lab::store::dir::StudyDir;
use dealwright_lab::store::file::NewFile;
use dealwright_lab::store::manifest::Manifest;
use dealwright_lab::store::sha256;
use dealwright_lab::summary::{lines_of, open_lines};
use serde::Serialize;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// Pack a reproduction or a study into a zip file for an archive, with citation and metadata
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright bundle tiles --title 'Tiles of three colours' --creator 'Carberry, Josiah 0000-0002-1825-0097' --licence CC-BY-4.0
  dealwright bundle zeros --without-records --out zeros.zip")]
pub struct Args {
    /// The directory of a reproduction, or of a study
    dir: PathBuf,
    /// The zip file [default: the directory's name with .zip]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Leave the records out: ledger, figures and report only
    #[arg(long)]
    without_records: bool,
    /// Title of the data [default: the study's own]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Who made the data, once for each: "Family, Given" or an organisation, with an ORCID after it if there is one
    #[arg(long, value_name = "NAME")]
    creator: Vec<Creator>,
    /// Licence of the data by its SPDX identifier, such as CC-BY-4.0 or CC0-1.0
    #[arg(long, visible_alias = "license", value_name = "SPDX", value_parser = parse_licence)]
    licence: Option<String>,
    /// One JSON object
    #[arg(short, long)]
    json: bool,
}

#[derive(Serialize)]
struct Written {
    file: String,
    files: usize,
    bytes: u64,
    /// What is not complete, in words.
    unfinished: Vec<String>,
}

/// Files that stand beside those of the directory: citation, two of metadata, README, checksums.
const OWN_FILES: usize = 5;
/// Damages that are named one by one.
const MOST_NAMED: usize = 5;

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let dir = &args.dir;
    let is_reproduction = dir.join("claims.json").exists();
    if !is_reproduction && !dir.join("manifest.json").exists() {
        let message =
            format!("{}: neither a reproduction (claims.json) nor a study (manifest.json)", dir.display());
        return Err(InvalidInput(message).into());
    }
    let unfinished = check_records(registry, dir, is_reproduction)?;
    for what in &unfinished {
        note(format_args!("warning: {what}; the bundle's README says so"));
    }
    let name = fs::canonicalize(dir)?.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let out = args.out.clone().unwrap_or_else(|| format!("{name}.zip").into());
    let mut files = Vec::new();
    let skipped = if args.without_records { Some(dir.join("records")) } else { None };
    collect(dir, skipped.as_deref(), &mut files)?;
    files.sort();
    let texts = Texts {
        about: about(args, is_reproduction),
        readme: readme(is_reproduction, !args.without_records, &unfinished),
    };
    let mut file = NewFile::create(&out)?;
    pack(&mut file, dir, &name, &files, &texts).map_err(|error| match error.downcast::<Unreadable>() {
        Ok(unreadable) => unreadable.0,
        Err(error) => file.error(&format!("{error:#}")),
    })?;
    file.finish()?;
    let size = fs::metadata(&out)?.len();
    let mut stdout = anstream::stdout().lock();
    if texts.about.creators.is_empty() || texts.about.licence.is_none() {
        note(
            "note: --creator 'Family, Given' and --licence CC-BY-4.0 say whose data these are, and what others may do with them",
        );
    }
    if args.json {
        let (file, files) = (out.display().to_string(), files.len() + OWN_FILES);
        return write_json(&mut stdout, &Written { file, files, bytes: size, unfinished });
    }
    writeln!(
        stdout,
        "{}: {}, {} kB",
        out.display(),
        counted((files.len() + OWN_FILES) as u64, "file"),
        grouped(size.div_ceil(1000))
    )?;
    Ok(())
}

/// What is packed beside the files.
struct Texts {
    about: About,
    readme: String,
}

/// A file that was to be packed cannot be read, which is no fault of the zip file.
#[derive(Debug)]
struct Unreadable(anyhow::Error);

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:#}", self.0)
    }
}

impl std::error::Error for Unreadable {}

fn pack(out: &mut NewFile, dir: &Path, name: &str, files: &[PathBuf], texts: &Texts) -> Result<()> {
    let mut zip = ZipWriter::new(out);
    // Neither times nor owners: the same files give the same bytes.
    let plain = SimpleFileOptions::default().last_modified_time(DateTime::default()).unix_permissions(0o644);
    let mut sums = String::new();
    let mut put = |path: &str, bytes: &[u8]| -> Result<()> {
        let packed = path.ends_with(".parquet");
        let method = if packed { CompressionMethod::Stored } else { CompressionMethod::Deflated };
        zip.start_file(format!("{name}/{path}"), plain.compression_method(method))?;
        zip.write_all(bytes)?;
        if path != "SHA256SUMS" {
            sums += &format!("{}  {path}\n", sha256(bytes));
        }
        Ok(())
    };
    put("CITATION.cff", texts.about.citation().as_bytes())?;
    put("metadata.json", texts.about.zenodo().as_bytes())?;
    put("datacite.json", texts.about.datacite().as_bytes())?;
    put("README.md", texts.readme.as_bytes())?;
    let progress = Progress::new("packing");
    for (number, file) in (1..).zip(files) {
        progress.say(|| format!("packing {} of {}", grouped(number), counted(files.len() as u64, "file")));
        let bytes =
            fs::read(file).with_context(|| format!("reading {}", file.display())).map_err(Unreadable)?;
        let path = file.strip_prefix(dir)?.to_string_lossy().replace('\\', "/");
        put(&path, &bytes)?;
    }
    let sums = std::mem::take(&mut sums);
    zip.start_file(format!("{name}/SHA256SUMS-bundle"), plain)?;
    zip.write_all(sums.as_bytes())?;
    zip.finish()?;
    Ok(())
}

/// Refuses to pack records that cannot be read or are not what their checksums say, and tells what is not complete.
fn check_records(registry: &Registry, dir: &Path, is_reproduction: bool) -> Result<Vec<String>> {
    let studies: Vec<PathBuf> = match is_reproduction {
        false => vec![dir.into()],
        true => {
            let entries = fs::read_dir(dir.join("records")).into_iter().flatten().flatten();
            let mut paths: Vec<PathBuf> =
                entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
            paths.sort();
            paths
        }
    };
    let lab = lab_on_terminal(registry);
    let mut unfinished = Vec::new();
    for study in studies {
        let found = StudyDir::open_and_read(&lab, &study)?;
        if !found.damaged.is_empty() {
            let mut what = found.damaged.iter().take(MOST_NAMED).cloned().collect::<Vec<_>>().join("; ");
            if found.damaged.len() > MOST_NAMED {
                what += &format!("; and {} more", grouped((found.damaged.len() - MOST_NAMED) as u64));
            }
            let message = format!("{}: {what}; run it again before you pack it", study.display());
            return Err(InvalidInput(message).into());
        }
        // By the name inside the bundle, which has no place on this machine.
        let name = match study.strip_prefix(dir) {
            Ok(inner) if !inner.as_os_str().is_empty() => inner.display().to_string(),
            _ => "the study".into(),
        };
        unfinished.extend(found.unknown_games.iter().map(|what| format!("{name}: {what}")));
        let (missing, all) = (found.missing(), found.manifest.block_count());
        if missing > 0 {
            unfinished.push(format!(
                "{name} is not complete: {} of its {} are missing",
                grouped(missing),
                counted(all, "block")
            ));
        }
        if found.manifest.study.until.is_some() {
            let open = open_lines(&found, &lines_of(&found, "")?);
            if open > 0 {
                let all = counted(found.manifest.lines.len() as u64, "line");
                unfinished.push(format!(
                    "{name} is not complete: {open} of {all} have not reached their --until yet"
                ));
            }
        }
    }
    Ok(unfinished)
}

/// All files below a directory, hidden ones left out.
fn collect(folder: &Path, skipped: Option<&Path>, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        let path = entry.path();
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        if hidden || Some(path.as_path()) == skipped {
            continue;
        }
        match entry.file_type()? {
            kind if kind.is_dir() => collect(&path, skipped, files)?,
            kind if kind.is_file() && path.extension().is_none_or(|end| end != "zip") => files.push(path),
            _ => {}
        }
    }
    Ok(())
}

/// What the bundle says about the data, from the flags and from what the directory knows.
fn about(args: &Args, is_reproduction: bool) -> About {
    let (title, description) = match is_reproduction {
        true => (
            "Entangled components, put to the test: ledger, figures and records".into(),
            "Every claim of Goadrich and Droscha's paper on entangled components in solitaire puzzles (BoxOff, Pretzel, \
             Fujisan), tested on new deals: a ledger of verdicts, figures with their data, and one record for each challenge.",
        ),
        false => {
            let study = Manifest::open(&args.dir.join("manifest.json")).map(|manifest| manifest.study.title);
            let title = study.ok().filter(|title| !title.is_empty());
            (
                title.unwrap_or_else(|| "Records of a study of solitaire puzzles".into()),
                "One record for each challenge, in Parquet, with the study's plan.",
            )
        }
    };
    About {
        title: args.title.clone().unwrap_or(title),
        description,
        creators: args.creator.clone(),
        licence: args.licence.clone(),
        year: year_of(&args.dir),
    }
}

/// The year in which the last run ended, by the logs of the runs: the same files give the same bytes in any year.
fn year_of(dir: &Path) -> i64 {
    let parts = fs::read_dir(dir.join("records")).into_iter().flatten().flatten().map(|entry| entry.path());
    let logs = std::iter::once(dir.to_path_buf()).chain(parts).map(|place| place.join("runs.jsonl"));
    let times = logs.filter_map(|log| fs::read_to_string(log).ok()).flat_map(|text| {
        let line = |line: &str| serde_json::from_str::<serde_json::Value>(line).ok()?["unix_time"].as_u64();
        text.lines().filter_map(line).collect::<Vec<u64>>()
    });
    year(times.max().unwrap_or_else(now))
}

/// The year of seconds since 1970.
fn year(seconds: u64) -> i64 {
    // Days since the first of March of the year 0, by which leap days come last (Hinnant).
    let days = i64::try_from(seconds / 86_400).unwrap_or(0) + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let in_era = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * in_era + in_era / 4 - in_era / 100);
    era * 400 + in_era + i64::from(day_of_year >= 306)
}

fn readme(is_reproduction: bool, with_records: bool, unfinished: &[String]) -> String {
    let mut text = format!("Made with Dealwright {}.\n\n", env!("CARGO_PKG_VERSION"));
    for what in unfinished {
        text += &format!("**Note: {what}.**\n\n");
    }
    if is_reproduction {
        text += "- report.html: the report, one file that needs no other\n- claims.json, claims.csv, ledger.md: the ledger of claims\n\
                 - figures/: pictures (SVG) beside their data (CSV); the metadata of each picture name the command that made it\n\
                 - setups/: setups that only these studies need\n";
    }
    if with_records {
        text += "- records (Parquet): one row for each challenge; manifest.json beside them says what was run, SHA256SUMS what they \
                 sum up to\n";
    }
    text + "- CITATION.cff: how to cite it\n- metadata.json, datacite.json: what archives ask for (Zenodo, DataCite)\n- SHA256SUMS-bundle: checksums of everything here\n"
}

#[cfg(test)]
mod tests {
    use super::year;

    #[test]
    fn years_begin_on_the_first_of_january() {
        assert_eq!(year(0), 1970);
        assert_eq!((year(1_798_761_599), year(1_798_761_600)), (2026, 2027));
        assert_eq!((year(951_782_400), year(946_684_799)), (2000, 1999));
    }
}
