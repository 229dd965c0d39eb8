//! `dealwright tune`

use super::{SetupOrResumeArgs, write_json};
use crate::args::{KeptArgs, WeightsArgs, parse_count};
use crate::note::{note, note_in_place};
use crate::tables::write_table;
use crate::terminal::{end_stopped, lab_on_terminal, run_options, stop_on_ctrl_c};
use anyhow::Result;
use dealwright::InvalidInput;
use dealwright::Registry;
use dealwright::prove::answer::Answer;
use dealwright::setup::write::write;
use dealwright::summary::{Compared, Difference, SummaryLine, differences};
use dealwright::text::{counted, grouped};
use dealwright::tune::always::Fates;
use dealwright::tune::{Goal, Want};
use dealwright_desk::compare::words::{sentences, table};
use dealwright_desk::compare::{ERROR, Facts, Figures, MARGIN, most};
use dealwright_lab::Lab;
use dealwright_lab::files::load_setup;
use dealwright_lab::files::read_limited;
use dealwright_lab::store::dir::{Busy, is_empty, lock};
use dealwright_lab::store::file::{sweep, write_whole};
use dealwright_lab::store::scratch::Place;
use dealwright_lab::tune::{KeptWeights, NeverFailing, Outcome, Progress, RacePlan, Winner, run as run_race};
use serde::Serialize;
use std::fs::File;
use std::io::{IsTerminal, Write};
use std::path::Path;

/// Most designs of a search.
const MOST_DESIGNS: u64 = 1_000_000;
const PLAN: &str = "tune.json";
/// Deals by chance of a design that has too many to try them all.
const DEALS_OF_PROOF: u64 = 1_000_000;

/// Search for better components: the designs that a setup file lets you change
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright tune boxoff/ltiles --keep counts --designs 40 -n 50 --enough 150 --confirm 200
  dealwright tune boxoff/ltiles --want 'solvable>=0.9, random<=20%' --out better
  dealwright tune boxoff/ltiles --open faces --keep counts --want 'solvable=always, interest>=60%' --designs 2000 --out sure")]
pub struct Args {
    #[command(flatten)]
    begin: SetupOrResumeArgs,
    /// What a design must have: solvable>=0.9, random<=20%, interest>=0.5, effort<=30s, distinct>=1e6. With solvable=always only
    /// designs are kept whose every deal can be solved (see dealwright prove); then also levels: gentle<=20%, fiendish>=5%
    #[arg(long, value_name = "LIST", default_value = "")]
    want: String,
    /// What every design keeps: '6 of each colour', counts, pattern, different, '12 to 18 pieces'
    #[arg(long, value_name = "LIST", default_value = "", hide_default_value = true)]
    keep: String,
    /// What may be changed: faces, kit, slots, deal, piles [default: what the file says]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    open: Vec<String>,
    /// Designs to try; a space with no more than these is searched completely
    #[arg(long, value_name = "N", default_value = "500", value_parser = parse_count)]
    designs: u64,
    /// Deals of each design in each round
    #[arg(short = 'n', long, alias = "deals", value_name = "N", default_value = "200", value_parser = parse_count)]
    samples: u64,
    /// Deals after which a design is settled; with solvable=always, deals that it has to live through before it is proved
    #[arg(long, value_name = "N", default_value = "4000", value_parser = parse_count)]
    enough: u64,
    /// New deals for each winner
    #[arg(long, value_name = "N", default_value = "10000", value_parser = parse_count)]
    confirm: u64,
    /// With solvable=always, random deals for a design that has more than 20,000,000 different ones [default: 1000000]
    #[arg(long, value_name = "N", value_parser = parse_count)]
    prove: Option<u64>,
    /// Any text: the same text gives the same search; each kind of search has its own default
    #[arg(short, long, value_name = "TEXT", default_value = "tune")]
    seed: String,
    #[command(flatten)]
    weights: WeightsArgs,
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
        let always =
            Want::read(&self.want).and_then(|wants| Want::is_always(&wants)).map_err(InvalidInput)?;
        let prove = match (always, self.prove) {
            (true, Some(0)) => {
                return Err(InvalidInput("--prove 0 leaves nothing to do, give at least 1".into()).into());
            }
            (true, prove) => prove.unwrap_or(DEALS_OF_PROOF),
            (false, None) => 0,
            (false, Some(_)) => {
                return Err(InvalidInput("--prove is of use only with --want solvable=always".into()).into());
            }
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
            prove,
            weights: KeptWeights::of(registry),
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
        sweep(&["", "designs", "front", "rounds"].map(|folder| path.join(folder)));
    }
    Ok(lock)
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let lab = lab_on_terminal(&args.weights.registry(registry)?);
    let place = Place::new(args.kept.out.as_deref())?;
    let (plan, _lock) = args.open_plan(&lab, &place)?;
    // A search that is resumed goes on with the weights that it began with.
    let kept = plan.weights.as_ref().map(KeptWeights::weights).unwrap_or_default();
    if args.weights.is_given() && kept != *lab.registry.weights() {
        let message = format!("{} holds a search with other --weights", place.path().display());
        return Err(InvalidInput(message).into());
    }
    let lab = lab_on_terminal(&registry.clone().with_weights(kept));
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
    let (round, tried) = (progress.round, progress.tried);
    match progress.never_failing {
        Some(found) => {
            note_in_place(format_args!("round {round}: {tried} designs tried, {found} never fail{best}"))
        }
        None => {
            note_in_place(format_args!(
                "round {round}: {tried} designs tried, {} racing{best}",
                progress.racing
            ));
        }
    }
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
    /// Where every deal has to be solvable: what became of the designs.
    #[serde(skip_serializing_if = "Option::is_none")]
    fates: Option<FateKeys>,
}

#[derive(Serialize)]
struct FateKeys {
    always: usize,
    none_dead: usize,
    dead: usize,
    not_wanted: usize,
    undecided: usize,
}

impl From<&Fates> for FateKeys {
    fn from(fates: &Fates) -> Self {
        Self {
            always: fates.always,
            none_dead: fates.none_dead,
            dead: fates.dead,
            not_wanted: fates.unwanted + fates.dull,
            undecided: fates.undecided,
        }
    }
}

/// What a proof came to.
#[derive(Serialize)]
struct ProofKeys {
    always: Option<bool>,
    tried: String,
    different: Option<String>,
    counterexample: Option<String>,
}

#[derive(Serialize)]
struct DesignKeys {
    pieces: String,
    file: Option<String>,
    #[serde(flatten)]
    figures: Figures,
    as_wanted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<ProofKeys>,
}

impl From<&Answer> for ProofKeys {
    fn from(answer: &Answer) -> Self {
        Self {
            always: answer.always,
            tried: answer.tried.to_string(),
            different: answer.different.as_ref().map(ToString::to_string),
            counterexample: answer.counterexample.clone(),
        }
    }
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
    let mut told = match &outcome.always {
        Some(always) => told_of_proofs(outcome, always, &names),
        None => verdict(outcome, &lines, &found),
    };
    let with_own =
        |d: &&Difference| d.lines.0 == 0 && matches!(d.what, Compared::Interest | Compared::Solvable);
    let with_own: Vec<Difference> = found.iter().filter(with_own).cloned().collect();
    told.extend(sentences(&names, &with_own, MARGIN));
    let mut out = anstream::stdout().lock();
    if args.kept.json {
        let design = |(winner, facts): (&Winner, &Facts)| DesignKeys {
            pieces: winner.words.clone(),
            file: place.is_kept().then(|| winner.file.clone()),
            figures: Figures::new(&winner.line, facts),
            as_wanted: is_wanted(&wants, winner, facts),
            proof: winner.proof.as_ref().map(ProofKeys::from),
        };
        let report = Report {
            tried: outcome.tried,
            whole_space: outcome.whole,
            rounds: outcome.rounds,
            deals: outcome.deals,
            confirmed_on: plan.confirm,
            designs: outcome.winners.iter().zip(&facts).map(design).collect(),
            sentences: told,
            fates: outcome.always.as_ref().map(|always| FateKeys::from(&always.fates)),
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
        let met = outcome.winners.iter().zip(&facts).map(|(winner, facts)| is_wanted(&wants, winner, facts));
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

fn is_wanted(wants: &[Want], winner: &Winner, facts: &Facts) -> bool {
    let line = &winner.line;
    let value = |goal: Goal| match goal {
        Goal::Always => {
            let proved = winner.proof.as_ref().is_some_and(|proof| proof.always == Some(true));
            Some(if proved { 1.0 } else { 0.0 })
        }
        Goal::Level(level) => {
            let all: u64 = line.levels.iter().sum();
            (all > 0).then(|| line.levels[level as usize] as f64 / all as f64)
        }
        Goal::Solvable => line.share(),
        Goal::Random => line.chance(),
        Goal::Interest => line.interest(),
        Goal::Effort => Some(facts.seconds),
        Goal::Distinct => Some(most(&facts.distinct)),
    };
    wants.iter().all(|want| value(want.goal).is_some_and(|value| want.is_met(value)))
}

/// What a search for designs that never fail came to.
fn told_of_proofs(outcome: &Outcome, always: &NeverFailing, names: &[String]) -> Vec<String> {
    let fates = &always.fates;
    let of = |count: usize, what: &str| (count > 0).then(|| format!("{} {what}", grouped(count as u64)));
    let became: Vec<String> = [
        of(fates.always, "proved to be always solvable"),
        of(fates.none_dead, "without a dead deal among many, but with too many to try them all"),
        of(fates.dead, "with a dead deal"),
        of(fates.unwanted + fates.dull, "without a proof, because they are not as wanted otherwise"),
        of(fates.undecided, "undecided"),
    ]
    .into_iter()
    .flatten()
    .collect();
    let tried = grouped(outcome.tried as u64);
    let deals = grouped(outcome.deals);
    let mut told = vec![match outcome.whole {
        true => {
            format!("All {tried} designs of this space were tried, on {deals} deals: {}.", became.join(", "))
        }
        false => format!("{tried} designs were tried, on {deals} deals: {}.", became.join(", ")),
    }];
    for (name, winner) in names.iter().zip(&outcome.winners) {
        if let Some(proof) = &winner.proof {
            let (first, rest) = name.split_at(1);
            told.push(format!("{}{rest}: {}", first.to_uppercase(), proof.in_words().join(" ")));
        }
    }
    // The file's own design is among the winners in any case.
    if always.front > outcome.winners.len() {
        told.push(format!(
            "Shown are {} of {} designs that no other is better than in interest, variety, effort and levels.",
            outcome.winners.len() - 1,
            grouped(always.front as u64)
        ));
    }
    if always.front == 0 {
        told.push(
            "No design was found whose every deal can be solved, and that is as wanted otherwise.".into(),
        );
        if let Some((words, lived)) = &always.longest {
            told.push(format!(
                "Of those with a dead deal, the one that lived longest was solved {} before it: {words}.",
                counted(*lived, "time")
            ));
        }
    }
    told
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
