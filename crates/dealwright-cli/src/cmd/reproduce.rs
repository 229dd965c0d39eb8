//! `dealwright reproduce`

use super::write_json;
use crate::note::note;
use crate::terminal::{lab_on_terminal, run_options, stop_on_ctrl_c};
use anyhow::{Context, Result};
use dealwright::InvalidInput;
use dealwright::Registry;
use dealwright::text::{counted, did_you_mean, quoted};
use dealwright_lab::Lab;
use dealwright_lab::run::log::run_and_log;
use dealwright_lab::store::dir::StudyDir;
use dealwright_lab::store::manifest::Manifest;
use dealwright_lab::store::room::check_room;
use dealwright_lab::store::scratch::Place;
use dealwright_paper::claims::{CLAIMS, Claim};
use dealwright_paper::plan::{PARTS, Part, Size, write_setups};
use dealwright_paper::{self, Found};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Test the paper's claims: run its experiments, judge them, draw figures, write a report
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright reproduce --list
  dealwright reproduce --quick
  dealwright reproduce fujisan-zeros --quick --out zeros")]
pub struct Args {
    /// Claims to test [default: all; --list names them]
    #[arg(value_name = "CLAIM")]
    claims: Vec<String>,
    /// List the claims and stop
    #[arg(long)]
    list: bool,
    /// A few minutes: 1,000 challenges of each setup, fewer of the slow ones
    #[arg(long, conflicts_with = "full")]
    quick: bool,
    /// About an hour: 100,000 challenges of each setup, every deal of the tiles
    #[arg(long)]
    full: bool,
    /// Directory of records, figures and report [default: reproduction, or reproduction-of-claims; -quick or -full appended]
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Any text: the same text gives the same deals; the published ledger has the default [default: paper]
    #[arg(short, long, value_name = "TEXT")]
    seed: Option<String>,
    /// Threads [default: all cores]
    #[arg(short, long, value_name = "N")]
    threads: Option<std::num::NonZero<u16>>,
    /// Only resume: fail if --out holds nothing yet
    #[arg(long, conflicts_with = "list")]
    resume: bool,
    /// One JSON object: the ledger as in claims.json, or the claims with --list
    #[arg(short, long)]
    json: bool,
}

#[derive(Serialize)]
struct Claims {
    claims: Vec<ClaimKeys>,
}

#[derive(Serialize)]
struct ClaimKeys {
    name: &'static str,
    says: &'static str,
    studies: Vec<&'static str>,
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let size = match (args.quick, args.full) {
        (true, _) => Size::Quick,
        (_, true) => Size::Full,
        _ => Size::Usual,
    };
    let claims = chosen(&args.claims)?;
    if args.list {
        return list(&claims, args.json);
    }
    // Some claims do not overwrite the report on all of them.
    let name = if args.claims.is_empty() { "reproduction" } else { "reproduction-of-claims" };
    let out = args.out.clone().unwrap_or_else(|| match size {
        Size::Usual => name.into(),
        size => format!("{name}-{}", size.word()).into(),
    });
    if args.resume {
        Place::check_begun(&out, "records")?;
    }
    let begun = Instant::now();
    let found = records(registry, args, size, &claims, &out)?;
    let options = dealwright_paper::ReportOptions {
        size,
        seed: args.seed.as_deref().unwrap_or("paper"),
        whole: args.claims.is_empty(),
        command: command(args),
        commit: crate::version::COMMIT,
    };
    note(format_args!("judging {}, drawing figures", counted(claims.len() as u64, "claim")));
    let entries = dealwright_paper::write(&claims, &found, &options, &out)?;
    let mut stdout = anstream::stdout().lock();
    if args.json {
        stdout.write_all(dealwright_paper::json_line(&entries, size, options.seed)?.as_bytes())?;
        return Ok(());
    }
    let verdicts: Vec<String> = entries.iter().map(|entry| entry.verdict.words()).collect();
    let width = verdicts.iter().map(String::len).max().unwrap_or(0);
    for (entry, verdict) in entries.iter().zip(&verdicts) {
        let line = format!("{:<22} {verdict:<width$}  {}", entry.claim.name, entry.found_words());
        writeln!(stdout, "{}", line.trim_end())?;
    }
    writeln!(stdout, "\n{}; see {}", dealwright_paper::tally(&entries), out.join("report.html").display())?;
    note(format_args!("{:.0} s", begun.elapsed().as_secs_f64()));
    Ok(())
}

fn list(claims: &[&Claim], json: bool) -> Result<()> {
    let mut out = anstream::stdout().lock();
    if json {
        let keys =
            |claim: &&Claim| ClaimKeys { name: claim.name, says: claim.says, studies: claim.parts.to_vec() };
        return write_json(&mut out, &Claims { claims: claims.iter().map(keys).collect() });
    }
    for claim in claims {
        writeln!(out, "{}\n  {}", claim.name, claim.says)?;
    }
    Ok(())
}

fn chosen(names: &[String]) -> Result<Vec<&'static Claim>> {
    if names.is_empty() {
        return Ok(CLAIMS.iter().collect());
    }
    let find = |name: &String| {
        CLAIMS.iter().find(|claim| claim.name == name).ok_or_else(|| {
            let hint = did_you_mean(name, CLAIMS.iter().map(|claim| claim.name));
            InvalidInput(format!("{} is not a claim, see dealwright reproduce --list{hint}", quoted(name)))
                .into()
        })
    };
    let mut claims: Vec<&Claim> = names.iter().map(find).collect::<Result<_>>()?;
    claims.dedup_by_key(|claim| claim.name);
    Ok(claims)
}

/// The command that makes the same again, without what does not change it.
fn command(args: &Args) -> String {
    let mut words = vec!["dealwright reproduce".to_string()];
    words.extend(args.claims.iter().cloned());
    words.extend(args.quick.then(|| "--quick".into()));
    words.extend(args.full.then(|| "--full".into()));
    words.extend(args.seed.as_ref().map(|seed| format!("--seed '{}'", seed.replace('\'', "'\\''"))));
    words.join(" ")
}

/// Runs the studies that the claims need, as far as that is not done, and reads their records.
fn records(registry: &Registry, args: &Args, size: Size, claims: &[&Claim], out: &Path) -> Result<Found> {
    let needed = |part: &&Part| claims.iter().any(|claim| claim.parts.contains(&part.name));
    let parts: Vec<&Part> =
        if args.claims.is_empty() { PARTS.iter().collect() } else { PARTS.iter().filter(needed).collect() };
    stop_on_ctrl_c();
    let options = run_options(args.threads.map(u16::from), None);
    let lab = lab_on_terminal(registry);
    let mut found = Found::default();
    // First everything that can be refused, without a directory: setups stand in the manifests by their texts alone.
    let scratch = tempfile::tempdir().context("making a temporary directory")?;
    write_setups(scratch.path())?;
    let mut planned = Vec::new();
    for part in parts {
        if let Some(study) = part.study(size, args.seed.as_deref(), scratch.path())? {
            let (path, manifest) = (out.join("records").join(part.name), Manifest::new(registry, &study)?);
            if !path.join("manifest.json").exists() {
                check_room(&manifest, &path, 0)?;
            }
            planned.push((part, path, manifest));
        }
    }
    let cannot = |error| InvalidInput(format!("{}: cannot be written to: {error}", out.display()));
    std::fs::create_dir_all(out).map_err(cannot)?;
    write_setups(&out.join("setups"))?;
    // Then all directories: a study of another size is noticed before the work.
    let open = |(part, path, manifest): (_, PathBuf, _)| Ok((part, open(&lab, &path, manifest)?));
    let dirs: Vec<(&Part, StudyDir)> = planned.into_iter().map(open).collect::<Result<_>>()?;
    for (part, mut dir) in dirs {
        for what in &dir.damaged {
            note(what);
        }
        let to_do = dir.manifest.challenges().saturating_sub(dir.challenges_there());
        if dir.blocks.len() as u64 == dir.manifest.block_count() {
            note(format_args!(
                "{}: {}, done before",
                part.name,
                counted(dir.manifest.challenges(), "challenge")
            ));
        } else {
            let to_do = counted(to_do, "challenge");
            note(format_args!("{}: {}, {to_do} to do", part.name, dir.manifest.study.title));
            let done = run_and_log(&mut dir, &options)?;
            if done.stopped {
                note("stopped; run the same command again to resume");
                std::process::exit(130);
            }
            note(format_args!("{}: {:.0} s", part.name, done.wall_seconds));
        }
        found.read(part.name, &dir)?;
    }
    Ok(found)
}

/// A study's directory, begun or resumed.
fn open(lab: &Lab, path: &Path, manifest: Manifest) -> Result<StudyDir> {
    if !path.join("manifest.json").exists() {
        check_room(&manifest, path, 0)?;
        return StudyDir::create(lab, path, manifest);
    }
    let dir = StudyDir::resume(lab, path)?;
    dir.manifest.check_resumed(Some(&manifest), path)?;
    check_room(&manifest, path, dir.challenges_there())?;
    Ok(dir)
}
