//! `dealwright repair ID`

use super::write_json;
use crate::args::LimitArgs;
use crate::input::{IdAndSizeArgs, each_id, read_given};
use crate::progress::{BudgetArgs, Progress};
use anyhow::Result;
use dealwright::Challenge;
use dealwright::InvalidInput;
use dealwright::Registry;
use dealwright::measure::Level;
use dealwright::search::Verdict;
use dealwright::setup::Setup;
use dealwright::setup::repair::{ChangeKind, Repair, Repairs};
use dealwright::setup::seed::{SeedId, looks_like_seed};
use dealwright::text::{TextError, counted, grouped};
use dealwright_desk::repair::{RepairKeys, change_in_words, check_fits, options_for, repairs};
use dealwright_lab::files::load_setup;
use serde::Serialize;
use std::io::Write;

/// Find the smallest change that makes a dead deal solvable
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright repair boxoff:AADDAC/CBDDBB/CDABDA/CBABCC
  dealwright repair --all --setup boxoff/ltiles boxoff/ltiles~hello.3@1")]
pub struct Args {
    #[command(flatten)]
    what: IdAndSizeArgs,
    /// The setup it was dealt with [default: that of a seed ID, else GAME/shuffled: loose pieces]; its sizes are needed only
    /// where the challenge does not show them
    #[arg(long, value_name = "SETUP")]
    setup: Option<String>,
    /// Of all smallest changes, the one that comes nearest to this level: gentle, steady, tricky or fiendish
    #[arg(long, value_name = "LEVEL")]
    level: Option<Level>,
    /// Show all smallest changes
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// One JSON object for each challenge, one per line
    #[arg(short, long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    id: String,
    verdict: &'static str,
    /// None unless it is dead.
    setup: Option<String>,
    kind: Option<&'static str>,
    tried: usize,
    undecided: usize,
    repairs: Vec<RepairKeys>,
    /// Whether every change was tried, or the budget ran out before.
    complete: bool,
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let (ids, options) = args.what.split(args.setup.is_some())?;
    let mut written = 0;
    each_id(
        &ids,
        args.json,
        || (),
        |text| {
            let challenge = read_given(registry, text)?.challenge;
            written += 1;
            if written > 1 && !args.json {
                writeln!(anstream::stdout())?;
            }
            mend(registry, text, &challenge, args, &options)
        },
    )
}

fn mend(
    registry: &Registry,
    id: &str,
    challenge: &Challenge,
    args: &Args,
    options: &[(String, String)],
) -> Result<()> {
    let progress = Progress::new("solving");
    let limits = progress.watched(args.limits.limits_of_seconds());
    let outcome = challenge.solve(challenge.default_solver(false), &limits)?;
    let verdict = outcome.verdict;
    let mut out = anstream::stdout().lock();
    let mut answer = Answer {
        id: challenge.id(),
        verdict: verdict.word(),
        setup: None,
        kind: None,
        tried: 0,
        undecided: 0,
        repairs: Vec::new(),
        complete: true,
    };
    if verdict != Verdict::Unsolvable {
        drop(progress);
        if args.json {
            return write_json(&mut out, &answer);
        }
        let words = match (verdict, outcome.reason) {
            (Verdict::Solvable, _) if outcome.solution.is_some_and(|moves| moves.is_empty()) => {
                "Nothing to repair: it is solved already".into()
            }
            (Verdict::Solvable, _) => "Nothing to repair: it can be solved".into(),
            (_, Some(reason)) => format!("Undecided whether it is dead: {reason}"),
            (_, None) => "Undecided whether it is dead".into(),
        };
        writeln!(out, "{words}.\n  {}", challenge.id())?;
        return Ok(());
    }
    let setup = setup_of(registry, args, options, id, challenge)?;
    answer.setup = Some(setup.full_name());
    let next = |so_far: &Repairs| {
        progress.say(|| {
            let found = grouped(so_far.found.len() as u64);
            format!("{} tried, {found} of them help", counted(so_far.tried as u64, "change"))
        });
        args.budget.left(&progress, &limits)
    };
    let mut repairs = repairs(&setup, challenge, next)?;
    // Levels are asked for as long as the budget lasts: of all that help if one is to be chosen by it, else of those
    // that are shown.
    let helping = repairs.found.len();
    let shown = if args.all { helping } else { helping.min(1) };
    let mut rated: Vec<(Repair, Option<Level>)> = Vec::new();
    let mut without_level = 0;
    for repair in repairs.found.drain(..).take(if args.level.is_some() { helping } else { shown }) {
        let of = counted(helping as u64, "change that helps");
        progress.say(|| format!("{} of {of} rated", grouped(rated.len() as u64)));
        let level = match args.budget.left(&progress, &limits) {
            Some(_) => repair.challenge.measure_level(&limits).level,
            None => {
                without_level += 1;
                None
            }
        };
        rated.push((repair, level));
    }
    drop(progress);
    if let Some(wanted) = args.level {
        let far = |level: Option<Level>| level.map_or(9, |level| (level as u8).abs_diff(wanted as u8));
        rated.sort_by_key(|(_, level)| far(*level));
    }
    rated.truncate(shown);
    answer.kind = rated.first().map(|(repair, _)| repair.kind.word());
    let undecided = repairs.undecided.0 + repairs.undecided.1;
    (answer.tried, answer.undecided) = (repairs.tried, undecided);
    answer.complete = !repairs.given_up && without_level == 0;
    if args.json {
        answer.repairs = rated.iter().map(|(repair, level)| RepairKeys::new(repair, *level)).collect();
        return write_json(&mut out, &answer);
    }
    writeln!(out, "Dead: {}", challenge.id())?;
    let ran_out = |what: String| format!("{what} within {}; --budget N allows more", args.budget.words());
    let Some((first, _)) = rated.first() else {
        let known = match undecided {
            0 => String::new(),
            n => format!(" as far as is known: {} stayed undecided", counted(n as u64, "change")),
        };
        let tried = counted(repairs.tried as u64, "single change");
        let setup = setup.name_with_choices();
        match repairs.given_up {
            false => writeln!(out, "  None of {tried} that {setup} allows helps{known}.")?,
            true => {
                if repairs.tried > 0 {
                    writeln!(out, "  None of the {tried} tried helps{known}.")?;
                }
                writeln!(out, "  {}.", ran_out(format!("Not all changes that {setup} allows were tried")))?;
            }
        }
        return Ok(());
    };
    let what = match first.kind {
        ChangeKind::Turn => "turning one piece",
        ChangeKind::Neighbours => "swapping two neighbours",
        ChangeKind::Swap => "swapping two pieces",
    };
    let help = if helping == 1 { "helps" } else { "help" };
    let changes = counted(repairs.tried as u64, "such change");
    writeln!(out, "  Solvable after {what}: {helping} of {changes} {help}.")?;
    if repairs.undecided.1 > 0 {
        let changes = counted(repairs.undecided.1 as u64, "smaller change");
        writeln!(out, "  Perhaps a smaller one would do: {changes} stayed undecided.")?;
    }
    let board = challenge.board();
    for (repair, level) in &rated {
        let level = level.map_or(String::new(), |level| format!(", {level}"));
        writeln!(out, "  {} gives {}{level}", change_in_words(repair, &board), repair.challenge.id())?;
    }
    if repairs.given_up {
        writeln!(out, "  {}.", ran_out("Not all such changes were tried".into()))?;
    }
    if without_level > 0 {
        let changes = counted(without_level, "change");
        writeln!(out, "  {}.", ran_out(format!("{changes} that help could not be rated")))?;
    }
    Ok(())
}

/// The setup a challenge was dealt with: as it is said, or from its seed ID, or loose pieces of its sizes.
fn setup_of(
    registry: &Registry,
    args: &Args,
    options: &[(String, String)],
    id: &str,
    challenge: &Challenge,
) -> Result<Setup> {
    let name = match &args.setup {
        Some(name) => name.clone(),
        None if looks_like_seed(id) => {
            let seed: SeedId = id.parse().map_err(|error: TextError| InvalidInput(error.to_string()))?;
            return load_setup(registry, &seed.setup, &seed.options);
        }
        None => match challenge.info().setups.first() {
            Some(loose) => format!("{}/{}", challenge.info().name, loose.name),
            None => {
                let title = challenge.info().title;
                let message =
                    format!("{title} has no setups of its own; name the setup it was dealt with by --setup");
                return Err(InvalidInput(message).into());
            }
        },
    };
    let options = options_for(&load_setup(registry, &name, options)?, challenge, options);
    let setup = load_setup(registry, &name, &options).map_err(|error| match args.setup {
        Some(_) => error,
        None => {
            let message =
                format!("{name} cannot deal this board; name the setup it was dealt with by --setup");
            InvalidInput(format!("{message} ({error})")).into()
        }
    })?;
    check_fits(&setup, challenge)?;
    Ok(setup)
}
