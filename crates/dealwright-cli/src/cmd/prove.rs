//! `dealwright prove SETUP`

use super::write_json;
use crate::args::{LimitArgs, parse_count};
use crate::draw::Style;
use crate::explanation::write_why;
use crate::input::parse_option;
use crate::note::note;
use crate::progress::Progress;
use crate::terminal::{end_stopped, lab_on_terminal, run_options, stop_on_ctrl_c};
use anyhow::Result;
use dealwright::prove::answer::Answer;
use dealwright::prove::{Extent, NotAll, Proof};
use dealwright::setup::load::dealer;
use dealwright::study::shard;
use dealwright::text::{counted, did_you_mean, grouped, quoted};
use dealwright::{InvalidInput, Registry};
use dealwright_desk::why::why;
use dealwright_lab::Lab;
use dealwright_lab::files::load_setup;
use dealwright_lab::machine::cores;
use dealwright_lab::prove::dir::{PLAN, ProofDir, plan_in};
use dealwright_lab::prove::{Outcome, ProofPlan, certificate, run as run_proof, why_not_all};
use dealwright_lab::store::dir::Busy;
use dealwright_lab::store::file::NewFile;
use dealwright_lab::store::scratch::Place;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Deals that are tried where there are too many to try all.
const SAMPLES: u64 = 10_000;
const SEED: &str = "prove";
/// `--symmetry` without names.
const ALL_SYMMETRIES: &str = "all";

/// Find out whether every deal of a setup can be solved: a proof, or a deal that cannot
///
/// Tries every different deal once and stops at the first dead one. Where there are too many deals, it tries a sample and says
/// what that proves. The same command on the same --out resumes where it was interrupted.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright prove pretzel/banded suits=3 ranks=3
  dealwright prove boxoff/shuffled rows=2 columns=2 colours=1 --certificate solved.cert
  dealwright prove --check solved.cert
  dealwright prove fujisan/dominoes --samples 1000 --json")]
pub struct Args {
    /// GAME/SETUP (see dealwright list) or a path ending in .toml; may be left out to resume what --out holds, and with --check
    #[arg(required_unless_present_any = ["out", "resume", "check"])]
    setup: Option<String>,
    /// Sizes and rules that the setup lets you choose, such as ranks=9 or rules=free
    #[arg(value_name = "NAME=VALUE", value_parser = parse_option)]
    options: Vec<(String, String)>,
    /// Try only one of the deals that symmetries make equal: all symmetries of the game, or those named
    #[arg(long, value_name = "NAMES", num_args = 0..=1, require_equals = true, default_missing_value = ALL_SYMMETRIES,
          value_delimiter = ',')]
    symmetry: Vec<String>,
    /// Random deals instead of every different one [default: 10000 where there are more than 10,000,000,000 different ones]
    #[arg(short = 'n', long, value_name = "N", value_parser = parse_count, conflicts_with = "symmetry")]
    samples: Option<u64>,
    /// Any text: the same text gives the same random deals [default: prove]
    #[arg(short, long, value_name = "TEXT", requires = "samples")]
    seed: Option<String>,
    /// Write a solution for each deal that was tried into this file
    #[arg(long, value_name = "FILE", conflicts_with = "shard")]
    certificate: Option<PathBuf>,
    /// Check such a file instead: replay every solution by the rules alone, and see that none is missing; no solver is used
    #[arg(long, value_name = "FILE",
          conflicts_with_all = ["certificate", "out", "resume", "shard", "samples", "seed", "symmetry"])]
    check: Option<PathBuf>,
    /// Keep what is done in this directory, so that the same command resumes after an interruption
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Only resume: refuse to begin where --out holds nothing yet
    #[arg(long, requires = "out")]
    resume: bool,
    /// Only one part of the work, such as 3/16; `dealwright merge` joins the parts
    #[arg(long, value_name = "PART/PARTS", value_parser = shard, requires = "out")]
    shard: Option<(u64, u64)>,
    /// Threads [default: all cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    limits: LimitArgs,
    /// One JSON object; numbers are decimal strings
    #[arg(short, long)]
    json: bool,
}

/// The answer for programs.
#[derive(Serialize)]
struct Keys {
    setup: String,
    always: Option<bool>,
    tried: String,
    different: Option<String>,
    physical: String,
    counterexample: Option<String>,
}

impl From<&Answer> for Keys {
    fn from(answer: &Answer) -> Self {
        Self {
            setup: answer.setup.clone(),
            always: answer.always,
            tried: answer.tried.to_string(),
            different: answer.different.as_ref().map(ToString::to_string),
            physical: answer.physical.to_string(),
            counterexample: answer.counterexample.clone(),
        }
    }
}

impl Args {
    /// What is tried: all, unless a sample is asked for or there are too many.
    fn extent(&self, registry: &Registry, name: &str) -> Result<Extent> {
        let setup = load_setup(registry, name, &self.options)?;
        if let Some(shuffling) = setup.shuffling.words() {
            let message = format!(
                "prove speaks of everything that can be dealt, not of {shuffling}; leave out shuffle"
            );
            return Err(InvalidInput(message).into());
        }
        let seed = || self.seed.clone().unwrap_or_else(|| SEED.into());
        match self.samples {
            Some(0) => {
                return Err(InvalidInput("--samples 0 leaves nothing to do, give at least 1".into()).into());
            }
            Some(count) => return Ok(Extent::Samples { count, seed: seed() }),
            None => {}
        }
        let known: Vec<&str> = setup.game.info.symmetries.iter().map(|symmetry| symmetry.name).collect();
        let symmetries: Vec<String> = match self.symmetry.as_slice() {
            [all] if all == ALL_SYMMETRIES => known.iter().map(ToString::to_string).collect(),
            names => names.to_vec(),
        };
        if let Some(odd) = symmetries.iter().find(|name| !known.contains(&name.as_str())) {
            let hint = did_you_mean(odd, known.iter().copied());
            let names = if known.is_empty() { "none".into() } else { known.join(", ") };
            let message = format!("{} is not a symmetry of this game, known are {names}{hint}", quoted(odd));
            return Err(InvalidInput(message).into());
        }
        let all = Extent::All { symmetries };
        match Proof::new(&dealer(&setup)?, &all).err() {
            None => Ok(all),
            Some(why @ NotAll::TooMany(_)) => {
                note(format_args!(
                    "{}; {} are tried by chance",
                    why_not_all(&setup, &why),
                    counted(SAMPLES, "deal")
                ));
                Ok(Extent::Samples { count: SAMPLES, seed: seed() })
            }
            Some(why) => Err(InvalidInput(why_not_all(&setup, &why)).into()),
        }
    }

    /// What is to be proved: what the command says, else what the directory holds.
    fn plan(&self, registry: &Registry) -> Result<ProofPlan> {
        let kept = match &self.out {
            Some(out) if self.resume => {
                Place::check_begun(out, PLAN)?;
                plan_in(out)?
            }
            Some(out) => plan_in(out)?,
            None => None,
        };
        match (&self.setup, kept) {
            (Some(name), _) => {
                let extent = self.extent(registry, name)?;
                Ok(ProofPlan::new(registry, name, &self.options, &extent, &self.limits.limits())?.0)
            }
            (None, Some(_))
                if self.samples.is_some() || !self.symmetry.is_empty() || self.limits.is_given() =>
            {
                let message =
                    "a proof that is resumed stays as it is; leave out the flags that would change it";
                Err(InvalidInput(message.into()).into())
            }
            (None, Some(kept)) => Ok(kept),
            (None, None) => {
                Err(InvalidInput("nothing to prove: name a setup (see dealwright list)".into()).into())
            }
        }
    }
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let lab = lab_on_terminal(registry);
    if let Some(file) = &args.check {
        return check(&lab, args, file);
    }
    let plan = args.plan(registry)?;
    // A path that cannot be written to is noticed before the work.
    let certificate = args.certificate.as_deref().map(NewFile::create).transpose()?;
    let place = Place::new(args.out.as_deref())?;
    stop_on_ctrl_c();
    let options = run_options(args.threads, args.shard);
    let mut dir = match args.out.is_some() || certificate.is_some() {
        // The same part may be run twice at once: the second run waits and finds the work done.
        true => {
            let busy = if args.shard.is_some() { Busy::Wait } else { Busy::Refuse };
            Some(ProofDir::begin_or_resume(&lab, place.path(), &plan, busy)?)
        }
        false => None,
    };
    let found = run_proof(&lab, &plan, dir.as_mut(), &options)?;
    if found.stopped {
        drop(dir);
        return end_stopped(place);
    }
    if let (Some(file), Some(dir), Some(path)) = (certificate, &dir, &args.certificate) {
        certificate::write(dir, &lab, file)?;
        let bytes = std::fs::metadata(path).map_or(0, |file| file.len());
        note(format_args!("{} written: {}", path.display(), counted(bytes, "byte")));
    }
    let mut out = anstream::stdout().lock();
    if args.json {
        return write_json(&mut out, &Keys::from(&found.answer));
    }
    write_answer(&mut out, &found)?;
    let Some(challenge) = &found.dead else { return Ok(()) };
    let progress = Progress::new("looking why it is dead");
    let limits = progress.watched(args.limits.limits_of_seconds());
    let why = why(challenge, &limits, |what| progress.say(|| what.to_string()))?;
    drop(progress);
    write_why(&mut out, challenge, &why, Style::for_stdout(false))
}

fn write_answer(out: &mut impl Write, found: &Outcome) -> Result<()> {
    for sentence in found.answer.in_words() {
        writeln!(out, "{sentence}")?;
    }
    if !found.undecided.is_empty() {
        writeln!(out, "Undecided, for example:")?;
        found.undecided.iter().try_for_each(|id| writeln!(out, "  {id}"))?;
    }
    Ok(())
}

/// Checks a certificate.
fn check(lab: &Lab, args: &Args, file: &Path) -> Result<()> {
    if let Some(name) = &args.setup {
        let about = certificate::plan_of(file)?;
        let (wanted, _) =
            ProofPlan::new(&lab.registry, name, &args.options, &about.extent(), &about.limits())?;
        if wanted.plan_sha256 != about.plan_sha256 {
            let message =
                format!("{}: the certificate is about other pieces or steps than {name}", file.display());
            return Err(InvalidInput(message).into());
        }
    } else if !args.options.is_empty() {
        return Err(InvalidInput("sizes are of use only with a setup".into()).into());
    }
    let mut found = certificate::check(lab, file, args.threads.map_or_else(cores, usize::from))?;
    // That a challenge has no solution cannot be seen from a list of solutions.
    let dead = found.dead.take();
    if dead.is_some() {
        found.answer.always = None;
    }
    let mut out = anstream::stdout().lock();
    if args.json {
        return write_json(&mut out, &Keys::from(&found.answer));
    }
    let replayed = found.answer.tried - found.answer.undecided - u64::from(dead.is_some());
    writeln!(
        out,
        "Checked without a solver: {} replayed by the rules of the game, none is wrong and none is missing.",
        match replayed {
            1 => "1 solution was".to_string(),
            n => format!("{} solutions were", grouped(n)),
        }
    )?;
    match dead {
        None => write_answer(&mut out, &found),
        Some(dead) => {
            writeln!(
                out,
                "The certificate ends with a deal that it calls dead, which no list of solutions can show:"
            )?;
            Ok(writeln!(out, "  {}", dead.id())?)
        }
    }
}
