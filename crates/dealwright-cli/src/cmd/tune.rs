//! `dealwright tune`

use super::{SetupOrResumeArgs, write_json};
use crate::args::{KeptArgs, parse_count};
use crate::note::{note, note_in_place};
use crate::tables::write_table;
use crate::terminal::{end_stopped, lab_on_terminal, run_options, stop_on_ctrl_c};
use anyhow::Result;
use dealwright::InvalidInput;
use dealwright::Registry;
use dealwright::setup::write::write;
use dealwright::summary::{Compared, Difference, SummaryLine, differences};
use dealwright::text::{counted, grouped};
use dealwright::tune::{Goal, Want};
use dealwright_desk::compare::words::{sentences, table};
use dealwright_desk::compare::{ERROR, Facts, Figures, MARGIN, most};
use dealwright_lab::Lab;
use dealwright_lab::files::load_setup;
use dealwright_lab::files::read_limited;
use dealwright_lab::store::dir::{Busy, is_empty, lock};
use dealwright_lab::store::file::{sweep, write_whole};
use dealwright_lab::store::scratch::Place;
use dealwright_lab::tune::{Outcome, Progress, RacePlan, run as run_race};
use serde::Serialize;
use std::fs::File;
use std::io::{IsTerminal, Write};
use std::path::Path;

/// Most designs of a search.
const MOST_DESIGNS: u64 = 1_000_000;
const PLAN: &str = "tune.json";

/// Search for better components: the designs that a setup file lets you change
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright tune boxoff/ltiles --keep counts --designs 40 -n 50 --enough 150 --confirm 200
  dealwright tune boxoff/ltiles --want 'solvable>=0.9, random<=20%' --out better")]
pub struct Args {
    #[command(flatten)]
    begin: SetupOrResumeArgs,
    /// What a design must have: solvable>=0.9, random<=20%, interest>=0.5, effort<=30s, distinct>=1e6
    #[arg(long, value_name = "LIST", default_value = "", hide_default_value = true)]
    want: String,
    /// What every design keeps: '6 of each colour', counts, pattern, different, '12 to 18 pieces'
    #[arg(long, value_name = "LIST", default_value = "", hide_default_value = true)]
    keep: String,
    /// What may be changed: faces, kit, slots, deal [default: what the file says]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    open: Vec<String>,
    /// Designs to try; a space with no more than these is searched completely
    #[arg(long, value_name = "N", default_value = "500", value_parser = parse_count)]
    designs: u64,
    /// Deals of each design in each round
    #[arg(short = 'n', long, alias = "deals", value_name = "N", default_value = "200", value_parser = parse_count)]
    samples: u64,
    /// Deals after which a design is settled
    #[arg(long, value_name = "N", default_value = "4000", value_parser = parse_count)]
    enough: u64,
    /// New deals for each winner
    #[arg(long, value_name = "N", default_value = "10000", value_parser = parse_count)]
    confirm: u64,
    /// Any text: the same text gives the same search; each kind of search has its own default
    #[arg(short, long, value_name = "TEXT", default_value = "tune")]
    seed: String,
    #[command(flatten)]
    kept: KeptArgs,
}

impl Args {
    fn plan(&self, registry: &Registry, name: &str) -> Result<RacePlan> {
        let setup = load_setup(registry, name, &self.begin.options)?;
        if let Some(shuffling) = setup.shuffling.words() {
            let message = format!(
                "designs are compared with perfect shuffling, not with {shuffling}; leave out shuffle"
            );
            return Err(InvalidInput(message).into());
        }
        let open = match self.open.as_slice() {
            [] => setup.tunable.iter().map(|part| part.word().to_string()).collect(),
            words => words.to_vec(),
        };
        let counts = [self.designs, self.samples, self.enough, self.confirm];
        if counts.contains(&0) || self.samples < 2 || self.confirm < 2 || self.designs > MOST_DESIGNS {
            let message = format!(
                "a search tries 1 to {} designs with at least 2 deals in a round and 2 at the end",
                grouped(MOST_DESIGNS)
            );
            return Err(InvalidInput(message).into());
        }
        let limits = self.kept.limits.limits_of_seconds();
        Ok(RacePlan {
            setup: write(&setup),
            name: setup.name.clone(),
            open,
            keep: self.keep.clone(),
            want: self.want.clone(),
            seed: self.seed.clone(),
            designs: self.designs as usize,
            deals: self.samples,
            enough: self.enough,
            new: 24,
            racing: 24,
            confirm: self.confirm,
            max_states: limits.states,
            max_memory: limits.memory,
        })
    }

    /// The plan of the search, and the lock that keeps other runs out of its directory.
    fn open_plan(&self, lab: &Lab, place: &Place) -> Result<(RacePlan, Option<File>)> {
        let path = place.path();
        let file = path.join(PLAN);
        if self.kept.resume {
            Place::check_begun(path, PLAN)?;
        }
        let kept: Option<RacePlan> = match file.exists() {
            true => {
                let text = read_limited(&file, 1 << 20)?;
                let wrong = |error| InvalidInput(format!("{}: damaged: {error}", file.display()));
                Some(serde_json::from_str(&text).map_err(wrong)?)
            }
            false => None,
        };
        let wanted = self.begin.setup.as_ref().map(|setup| self.plan(&lab.registry, setup)).transpose()?;
        match (kept, wanted) {
            (Some(kept), Some(wanted)) if kept != wanted => {
                let message = format!(
                    "{} holds another search; give the same command as before to resume it, or choose another directory",
                    place.path().display()
                );
                Err(InvalidInput(message).into())
            }
            (Some(kept), _) => Ok((kept, own(lab, path)?)),
            (None, Some(wanted)) => {
                // Everything is looked at first: a refused command leaves nothing there.
                wanted.check(&lab.registry)?;
                let cannot =
                    |error| InvalidInput(format!("{}: cannot be written to: {error}", path.display()));
                std::fs::create_dir_all(path).map_err(cannot)?;
                let lock = own(lab, path)?;
                if !is_empty(path).map_err(cannot)? {
                    let message = format!(
                        "{} is not empty and holds no search; choose a new directory",
                        path.display()
                    );
                    return Err(InvalidInput(message).into());
                }
                write_whole(&file, (serde_json::to_string_pretty(&wanted)? + "\n").as_bytes())?;
                Ok((wanted, lock))
            }
            (None, None) => Err(InvalidInput("name a setup to tune".into()).into()),
        }
    }
}

/// Keeps other runs out of a search's directory, and removes what a killed one left half written.
fn own(lab: &Lab, path: &Path) -> Result<Option<File>> {
    let lock = lock(lab, path, Busy::Refuse)?;
    if lock.is_some() {
        sweep(&["", "designs", "front"].map(|folder| path.join(folder)));
    }
    Ok(lock)
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let lab = lab_on_terminal(registry);
    let place = Place::new(args.kept.out.as_deref())?;
    let (plan, _lock) = args.open_plan(&lab, &place)?;
    stop_on_ctrl_c();
    let options = run_options(args.kept.threads, None);
    let seen = std::io::stderr().is_terminal();
    let outcome = run_race(&lab, &plan, &place, &options, |progress| {
        if seen {
            say(progress, plan.confirm);
        }
    })?;
    if outcome.stopped {
        if seen {
            note("");
        }
        return end_stopped(place);
    }
    write_report(args, &plan, &place, &outcome)
}

/// Says how far a search is. While a round or the confirmation takes its time, the bar of its run stands in this line.
fn say(progress: &Progress, fresh: u64) {
    if progress.confirming > 0 {
        let designs = counted(progress.confirming as u64, "design");
        note_in_place(format_args!("confirming {designs} on {} each\n", counted(fresh, "fresh deal")));
        return;
    }
    let best = progress.best.as_ref().map_or(String::new(), |(words, interest)| {
        format!(", most interesting so far {:.1}%: {words}", 100.0 * interest)
    });
    note_in_place(format_args!(
        "round {}: {} designs tried, {} racing{best}",
        progress.round, progress.tried, progress.racing
    ));
}

#[derive(Serialize)]
struct Report {
    tried: usize,
    whole_space: bool,
    rounds: u32,
    deals: u64,
    confirmed_on: u64,
    designs: Vec<DesignKeys>,
    sentences: Vec<String>,
}

#[derive(Serialize)]
struct DesignKeys {
    pieces: String,
    file: Option<String>,
    #[serde(flatten)]
    figures: Figures,
    as_wanted: bool,
}

fn write_report(args: &Args, plan: &RacePlan, place: &Place, outcome: &Outcome) -> Result<()> {
    let lines: Vec<SummaryLine> = outcome.winners.iter().map(|winner| winner.line.clone()).collect();
    let facts =
        outcome.winners.iter().map(|winner| Facts::of(&winner.setup)).collect::<Result<Vec<_>, _>>()?;
    let names: Vec<String> = (0..lines.len())
        .map(|number| if number == 0 { "the file's own".into() } else { format!("design {number}") })
        .collect();
    let wants = Want::read(&plan.want).map_err(InvalidInput)?;
    let found = differences(&lines, ERROR, MARGIN);
    let mut told = verdict(outcome, &lines, &found);
    let with_own =
        |d: &&Difference| d.lines.0 == 0 && matches!(d.what, Compared::Interest | Compared::Solvable);
    let with_own: Vec<Difference> = found.iter().filter(with_own).cloned().collect();
    told.extend(sentences(&names, &with_own, MARGIN));
    let mut out = anstream::stdout().lock();
    if args.kept.json {
        let design =
            |((winner, facts), line): ((&dealwright_lab::tune::Winner, &Facts), &SummaryLine)| DesignKeys {
                pieces: winner.words.clone(),
                file: place.is_kept().then(|| winner.file.clone()),
                figures: Figures::new(line, facts),
                as_wanted: is_wanted(&wants, line, facts),
            };
        let report = Report {
            tried: outcome.tried,
            whole_space: outcome.whole,
            rounds: outcome.rounds,
            deals: outcome.deals,
            confirmed_on: plan.confirm,
            designs: outcome.winners.iter().zip(&facts).zip(&lines).map(design).collect(),
            sentences: told,
        };
        return write_json(&mut out, &report);
    }
    for (name, winner) in names.iter().zip(&outcome.winners) {
        writeln!(out, "{name}: {}", winner.words)?;
        if place.is_kept() {
            writeln!(out, "  {}", winner.file)?;
        }
    }
    let mut side_by_side = table(&names, &lines, &facts);
    side_by_side.title = format!("On {} each (95% intervals)", counted(plan.confirm, "fresh deal"));
    if !wants.is_empty() {
        let met = lines.iter().zip(&facts).map(|(line, facts)| is_wanted(&wants, line, facts));
        let met = met.map(|met| if met { "yes" } else { "no" }.to_string());
        side_by_side.rows.push(std::iter::once("as wanted".to_string()).chain(met).collect());
    }
    write_table(&mut out, &side_by_side)?;
    writeln!(out)?;
    for sentence in &told {
        writeln!(out, "{sentence}")?;
    }
    Ok(())
}

fn is_wanted(wants: &[Want], line: &SummaryLine, facts: &Facts) -> bool {
    let value = |goal: Goal| match goal {
        Goal::Solvable => line.share(),
        Goal::Random => line.chance(),
        Goal::Interest => line.interest(),
        Goal::Effort => Some(facts.seconds),
        Goal::Distinct => Some(most(&facts.distinct)),
    };
    wants.iter().all(|want| value(want.goal).is_some_and(|value| want.is_met(value)))
}

/// What the search says about the file's own design.
fn verdict(outcome: &Outcome, lines: &[SummaryLine], found: &[Difference]) -> Vec<String> {
    let tried = grouped(outcome.tried as u64);
    let deals = grouped(outcome.deals);
    let mut told = vec![match outcome.whole {
        true => format!("All {tried} designs of this space were tried, on {deals} deals."),
        false => format!("{tried} designs were tried, on {deals} deals."),
    }];
    let interest = |line: &SummaryLine| line.interest().unwrap_or(0.0);
    // Better in interest by the intervals, and not shown to be solvable less often.
    let shown = |number: usize, what: Compared, is: fn(f64, f64) -> bool| {
        found.iter().any(|d| {
            let interval = d.interval.filter(|_| d.lines == (0, number) && d.what == what);
            interval.is_some_and(|interval| is(interval.low, interval.high))
        })
    };
    let beats = |number: &usize| {
        shown(*number, Compared::Interest, |_, high| high < 0.0)
            && !shown(*number, Compared::Solvable, |low, _| low > 0.0)
    };
    let best =
        (1..lines.len()).filter(beats).max_by(|&a, &b| interest(&lines[a]).total_cmp(&interest(&lines[b])));
    told.push(match best {
        Some(best) => format!(
            "Design {best} is more interesting than the file's own, and these deals do not show it to be solvable less often."
        ),
        None if lines.len() > 1 => {
            "No design was shown to be more interesting than the file's own without being solvable less often.".into()
        }
        None if outcome.open > 0 => format!(
            "No other design proved better, but there were too few deals to tell which is best: {} not clearly worse.",
            match outcome.open {
                1 => "1 other is".into(),
                open => format!("{} others are", grouped(open as u64)),
            }
        ),
        None => "No other design proved better: the file's own is the best that was tried.".into(),
    });
    told
}
