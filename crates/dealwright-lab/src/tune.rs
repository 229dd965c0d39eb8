//! A search for better components on disk: every round of the race is a study with one line for each design, so that
//! whatever was dealt is kept, and a race that was stopped is run again from its records. A search for designs that never
//! fail ([`always`]) keeps what came of each design instead.

mod always;

use crate::Lab;
use crate::run::RunOptions;
use crate::run::log::run_and_log;
use crate::store::dir::StudyDir;
use crate::store::file::write_whole;
use crate::store::manifest::Manifest;
use crate::store::scratch::Place;
use crate::summary::lines_of;
use anyhow::{Context, Result};
use dealwright::InvalidInput;
use dealwright::Registry;
use dealwright::measure::MeasureRequest;
use dealwright::prove::answer::Answer;
use dealwright::search::Limits;
use dealwright::setup::Setup;
use dealwright::setup::design::{Design, Keep, Part, Space};
use dealwright::setup::effort::{KINDS, MeasuredWeights, Weights};
use dealwright::study::{Extent, ONLY_VERDICT, Study, StudyLine};
use dealwright::summary::SummaryLine;
use dealwright::tune::always::Fates;
use dealwright::tune::{Race, Rules, Standing, Want};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Random plays for each chance while racing: an unbiased guess is enough where it is one of many.
const PLAYS: u64 = 5;
/// The same when winners are confirmed, where the chance cannot be worked out.
const CONFIRM_PLAYS: u64 = 100;
/// Positions up to which a chance is worked out then: enough for boards of 4 x 6, and done in a moment.
const CONFIRM_POSITIONS: u64 = 20_000;
/// Designs of the front that are confirmed.
const MOST_CONFIRMED: usize = 8;

/// What a search is request for; the same words give the same search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RacePlan {
    /// The setup file's text, with sizes as they were chosen.
    pub setup: String,
    /// The name within its game.
    pub name: String,
    /// What may be changed.
    pub open: Vec<String>,
    /// What must stay as it is.
    pub keep: String,
    /// What is wanted of a design.
    pub want: String,
    /// The text that the deals come from.
    pub seed: String,
    /// Designs that are tried at most.
    pub designs: usize,
    /// Deals of each design in a round.
    pub deals: u64,
    /// Deals after which a design has raced enough.
    pub enough: u64,
    /// New designs of each round.
    pub new: usize,
    /// Designs that race at a time.
    pub racing: usize,
    /// Fresh deals of each winner.
    pub confirm: u64,
    /// Positions that one search may keep.
    pub max_states: u64,
    /// Bytes that the searches may use together.
    pub max_memory: u64,
    /// Where every deal has to be solvable: deals by chance of a design that has too many to try them all.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub prove: u64,
    /// Weights of setup times, if they were measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<KeptWeights>,
}

/// Measured weights as a plan keeps them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KeptWeights {
    seconds: [f64; KINDS],
    date: String,
    people: u32,
    simulated: bool,
}

impl KeptWeights {
    /// The weights of a registry, if they were measured.
    pub fn of(registry: &Registry) -> Option<Self> {
        let MeasuredWeights { seconds, date, people, is_simulated } =
            registry.weights().measurement()?.clone();
        Some(Self { seconds, date, people, simulated: is_simulated })
    }

    /// As setup times use them.
    pub fn weights(&self) -> Weights {
        let Self { seconds, date, people, simulated } = self.clone();
        Weights::measured(MeasuredWeights { seconds, date, people, is_simulated: simulated })
    }
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// A design of the front.
pub struct Winner {
    /// The pieces in words.
    pub words: String,
    /// Its file.
    pub file: String,
    /// What fresh deals say.
    pub line: SummaryLine,
    /// The setup.
    pub setup: Setup,
    /// What trying all its deals came to, where every deal has to be solvable; none for the file's own design if it has a dead
    /// deal.
    pub proof: Option<Answer>,
}

/// What a search for designs that never fail came to.
pub struct NeverFailing {
    /// How many designs came to an end in each way.
    pub fates: Fates,
    /// The design that lived longest among those with a dead deal, in words, and the deals that it lived through.
    pub longest: Option<(String, u64)>,
    /// Designs of the front, also those that were not confirmed.
    pub front: usize,
}

/// What a search came to.
pub struct Outcome {
    /// The file's own design first, then the front, the most interesting first.
    pub winners: Vec<Winner>,
    /// Designs that were tried.
    pub tried: usize,
    /// Deals of each design in a round.
    pub deals: u64,
    /// Rounds.
    pub rounds: u32,
    /// Whether every design of the space was tried.
    pub whole: bool,
    /// Designs that are not surely worse than others, counted where none but the file's own came to the front.
    pub open: usize,
    /// Whether it was stopped before its end.
    pub stopped: bool,
    /// Where every deal has to be solvable.
    pub always: Option<NeverFailing>,
}

/// How far a search is.
pub struct Progress {
    /// The round.
    pub round: u32,
    /// Designs that were tried.
    pub tried: usize,
    /// Designs that race at a time.
    pub racing: usize,
    /// The most interesting design so far, with its interest.
    pub best: Option<(String, f64)>,
    /// Designs that are being confirmed on fresh deals, the file's own among them; 0 while they race.
    pub confirming: usize,
    /// Where every deal has to be solvable: designs found so far that never fail.
    pub never_failing: Option<usize>,
}

impl RacePlan {
    /// The parts that may be changed.
    pub fn parts(&self) -> Result<Vec<Part>> {
        let parts = self.open.iter().map(|word| Part::read(word)).collect::<Result<Vec<_>, _>>();
        Ok(parts.map_err(InvalidInput)?)
    }

    /// Refuses what cannot be searched.
    pub fn check(&self, registry: &Registry) -> Result<()> {
        let (base, wants) = (self.read_setup(registry)?, Want::read(&self.want).map_err(InvalidInput)?);
        let keep = Keep::read(&self.keep).map_err(InvalidInput)?;
        let space = Space::new(&base, &self.parts()?, keep).map_err(InvalidInput)?;
        match Want::is_always(&wants).map_err(InvalidInput)? {
            true => always::check(self, &space, &wants),
            false => {
                Ok(Race::new(&space, &wants, self.rules(), &self.seed).map(drop).map_err(InvalidInput)?)
            }
        }
    }

    fn limits(&self) -> Limits {
        Limits { states: self.max_states, memory: self.max_memory, watch: None }
    }

    fn rules(&self) -> Rules {
        Rules { designs: self.designs, new: self.new, racing: self.racing, enough: self.enough }
    }

    /// The setup that is tuned.
    pub fn read_setup(&self, registry: &Registry) -> Result<Setup> {
        let none = |_: &str| Err("a file beside it is not kept with the search".to_string());
        let setup = dealwright::setup::read::read(registry, &self.setup, &self.name, &[], &none);
        Ok(setup.map_err(|error| InvalidInput(format!("{}: {error}", self.name)))?)
    }

    /// A study of these files.
    fn study(&self, files: Vec<String>, seed: String, samples: u64, confirm: bool) -> Study {
        // Racing, a chance is guessed from few plays; at the end it is worked out wherever that can be done.
        let racing = MeasureRequest { chance: true, plays: PLAYS, graph_states: 0, ..ONLY_VERDICT };
        let request = match confirm {
            true => MeasureRequest { plays: CONFIRM_PLAYS, graph_states: CONFIRM_POSITIONS, ..racing },
            false => racing,
        };
        Study {
            title: if confirm { "Designs confirmed" } else { "A round of a race" }.into(),
            question: String::new(),
            expectation: String::new(),
            lines: files.into_iter().map(|setup| StudyLine { setup, options: Vec::new() }).collect(),
            seed,
            extent: Extent::Samples(samples),
            trials: 1,
            request,
            limits: self.limits(),
            block: None,
            hunt: None,
        }
    }
}

/// Runs a search, or goes on with it: rounds that are there already are read, not dealt again.
pub fn run(
    lab: &Lab,
    plan: &RacePlan,
    place: &Place,
    options: &RunOptions,
    mut see: impl FnMut(&Progress),
) -> Result<Outcome> {
    let base = plan.read_setup(&lab.registry)?;
    let keep = Keep::read(&plan.keep).map_err(InvalidInput)?;
    let wants = Want::read(&plan.want).map_err(InvalidInput)?;
    let space = Space::new(&base, &plan.parts()?, keep).map_err(InvalidInput)?;
    let work = Work { lab, plan, place, options, base: &base, space: &space };
    if Want::is_always(&wants).map_err(InvalidInput)? {
        return always::run(&work, &wants, see);
    }
    let mut race = Race::new(&space, &wants, plan.rules(), &plan.seed).map_err(InvalidInput)?;
    let mut rounds = 0;
    let mut stopped = false;
    loop {
        let next = race.next_round();
        if next.is_empty() {
            break;
        }
        rounds += 1;
        let mut files = Vec::new();
        for &number in &next {
            files.push(work.keep_design(number, &race.tried[number].design)?);
        }
        let seed = format!("{} round {rounds}", plan.seed);
        let study = plan.study(files, seed, plan.deals, false);
        let (dir, done) = carry_out(lab, place, &format!("rounds/{rounds:04}"), &study, options)?;
        if !done {
            stopped = true;
            break;
        }
        let lines = lines_of(&dir, "")?;
        for (&number, line) in next.iter().zip(&lines) {
            race.tell(number, line);
        }
        race.judge();
        let of = |standing: Standing| race.tried.iter().filter(|tried| tried.standing == standing).count();
        let interest = |n: usize| race.tried[n].gain.mean().unwrap_or(0.0);
        let field = (0..race.tried.len()).filter(|&n| race.tried[n].standing != Standing::Out);
        let best = field.max_by(|&a, &b| interest(a).total_cmp(&interest(b)));
        see(&Progress {
            round: rounds,
            tried: race.tried.len(),
            racing: of(Standing::Racing),
            best: best.map(|n| (space.words(&race.tried[n].design), interest(n))),
            confirming: 0,
            never_failing: None,
        });
    }
    let mut front: Vec<usize> = race.front().into_iter().filter(|&n| n != 0).take(MOST_CONFIRMED).collect();
    let open = if front.is_empty() { race.not_surely_worse() } else { 0 };
    front.insert(0, 0);
    let mut winners = Vec::new();
    if !stopped {
        see(&Progress {
            round: rounds,
            tried: race.tried.len(),
            racing: 0,
            best: None,
            confirming: front.len(),
            never_failing: None,
        });
        let designs: Vec<(usize, &Design)> = front.iter().map(|&n| (n, &race.tried[n].design)).collect();
        (winners, stopped) = work.confirm(&designs)?;
    }
    Ok(Outcome {
        open,
        winners,
        tried: race.tried.len(),
        deals: race.tried.iter().map(|tried| tried.deals).sum(),
        rounds,
        whole: race.is_whole(),
        stopped,
        always: None,
    })
}

/// What a search works with.
struct Work<'a> {
    lab: &'a Lab,
    plan: &'a RacePlan,
    place: &'a Place,
    options: &'a RunOptions,
    base: &'a Setup,
    space: &'a Space<'a>,
}

impl Work<'_> {
    /// Writes the file of a design under its number.
    fn keep_design(&self, number: usize, design: &Design) -> Result<String> {
        let title = format!("{} {number}", self.base.title);
        let text = self.space.file(design, &title).map_err(InvalidInput)?;
        keep_file(self.place.path(), &format!("designs/{number:05}.toml"), &text)
    }

    /// Deals designs anew, whose files are there under their numbers: the file's own first, then the most interesting. Also
    /// whether that was stopped.
    fn confirm(&self, designs: &[(usize, &Design)]) -> Result<(Vec<Winner>, bool)> {
        let Self { lab, plan, place, base, space, .. } = self;
        let file =
            |number: usize| place.path().join(format!("designs/{number:05}.toml")).display().to_string();
        let files = designs.iter().map(|&(number, _)| file(number)).collect();
        let study = plan.study(files, format!("{} confirm", plan.seed), plan.confirm, true);
        let (dir, done) = carry_out(lab, place, "confirm", &study, self.options)?;
        let mut lines: Vec<(&Design, SummaryLine)> =
            designs.iter().map(|&(_, design)| design).zip(lines_of(&dir, "")?).collect();
        let interest = |line: &SummaryLine| line.interest().unwrap_or(0.0);
        if let Some((_, tuned)) = lines.split_first_mut() {
            tuned.sort_by(|(_, a), (_, b)| interest(b).total_cmp(&interest(a)));
        }
        let mut winners = Vec::new();
        for (place_in_front, (design, line)) in lines.into_iter().enumerate() {
            let (name, title) = match place_in_front {
                0 => ("own".into(), base.title.clone()),
                n => (n.to_string(), format!("{} tuned {n}", base.title)),
            };
            let text = space.file(design, &title).map_err(InvalidInput)?;
            let file = keep_file(place.path(), &format!("front/{name}.toml"), &text)?;
            let setup = space.setup(design).map_err(InvalidInput)?;
            winners.push(Winner { words: space.words(design), file, line, setup, proof: None });
        }
        Ok((winners, !done))
    }
}

/// Writes a design's file, unless it is there already.
fn keep_file(folder: &Path, name: &str, text: &str) -> Result<String> {
    let path = folder.join(name);
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent)
            .map_err(|error| InvalidInput(format!("{}: cannot be written to: {error}", parent.display())))?;
    }
    if std::fs::read_to_string(&path).ok().as_deref() != Some(text) {
        write_whole(&path, text.as_bytes())?;
    }
    Ok(path.to_str().context("a path in UTF-8")?.to_string())
}

/// Runs a study, or what is left of it; says whether it came to its end.
fn carry_out(
    lab: &Lab,
    place: &Place,
    folder: &str,
    study: &Study,
    options: &RunOptions,
) -> Result<(StudyDir, bool)> {
    let manifest = Manifest::new(&lab.registry, study)?;
    let mut dir = place.begin_or_resume(lab, folder, manifest)?;
    let stopped = dir.missing() > 0 && run_and_log(&mut dir, options)?.stopped;
    Ok((dir, !stopped))
}
