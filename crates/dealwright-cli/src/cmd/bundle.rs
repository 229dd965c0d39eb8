//! `dealwright bundle DIR`

use crate::note::note;
use crate::progress::Progress;
use crate::terminal::lab_on_terminal;
use anyhow::{Context, Result};
use dealwright::InvalidInput;
use dealwright::Registry;
use dealwright::text::{counted, grouped};
use dealwright_lab::store::dir::StudyDir;
use dealwright_lab::store::file::NewFile;
use dealwright_lab::store::sha256;
use dealwright_lab::summary::{lines_of, open_lines};
use serde::Serialize;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// Pack a reproduction or a study into a zip file with citation and metadata, ready for an archive
#[derive(clap::Args)]
pub struct Args {
    /// The directory of a reproduction, or of a study
    dir: PathBuf,
    /// The zip file [default: the directory's name with .zip]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Leave the records out: ledger, figures and report only
    #[arg(long)]
    without_records: bool,
}

/// Damages that are named one by one.
const MOST_NAMED: usize = 5;

const CITATION: &str = include_str!("../../CITATION.cff");

/// What archives ask for, in the words of Zenodo's metadata.
#[derive(Serialize)]
struct Metadata {
    title: String,
    upload_type: &'static str,
    description: String,
    creators: Vec<Creator>,
    keywords: Vec<&'static str>,
    license: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
struct Creator {
    name: &'static str,
}

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
        metadata: serde_json::to_string_pretty(&metadata(is_reproduction))? + "\n",
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
    writeln!(
        stdout,
        "{}: {}, {} kB",
        out.display(),
        counted(files.len() as u64 + 4, "file"),
        grouped(size.div_ceil(1000))
    )?;
    Ok(())
}

/// What is packed beside the files.
struct Texts {
    metadata: String,
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
    put("CITATION.cff", CITATION.as_bytes())?;
    put("metadata.json", texts.metadata.as_bytes())?;
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
            let message = format!("{}: {what}; run it again before it is packed", study.display());
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
                unfinished
                    .push(format!("{name} is not complete: {open} of {all} have not come to their end"));
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

fn metadata(is_reproduction: bool) -> Metadata {
    let (title, description) = match is_reproduction {
        true => (
            "Entangled components, put to the test: ledger, figures and records",
            "Every claim of Goadrich and Droscha's paper on entangled components in solitaire puzzles (BoxOff, Pretzel, \
             Fujisan), tested on new deals: a ledger of verdicts, figures with their data, and one record for each challenge.",
        ),
        false => (
            "Records of a study of solitaire puzzles",
            "One record for each challenge, in Parquet, with the study's plan.",
        ),
    };
    Metadata {
        title: title.into(),
        upload_type: "dataset",
        description: description.into(),
        creators: vec![Creator { name: "The Dealwright developers" }],
        keywords: vec!["solitaire", "puzzles", "procedural content generation", "reproducibility"],
        license: "MIT OR Apache-2.0",
        version: env!("CARGO_PKG_VERSION"),
    }
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
    text + "- CITATION.cff, metadata.json: how to cite it, and what archives ask for\n- SHA256SUMS-bundle: checksums of everything here\n"
}
