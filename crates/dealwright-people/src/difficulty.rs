//! How well measures predict what people manage, and which levels differ. `docs/methods.md` states every figure.
//!
//! Everything is worked out within each person first, so that how able somebody is does not matter, and then averaged over people.
//! People are what is independent here: intervals and tests are over them.

mod models;

use crate::challenges::{MEASURES, Measures};
use crate::check::Session;
use crate::math::{FEWEST, MeanOver, kendall, mean_over, spearman};
use crate::rows::GameOutcome;
use dealwright::measure::Level;
use dealwright::search::Verdict;
use dealwright::stats::holm;
use dealwright::text::counted;
pub use models::{Model, Models, models};

/// Games that a person must have for a correlation.
const FEWEST_GAMES: usize = 3;
/// Levels differ significantly if the adjusted p value is below this.
pub const ERROR: f64 = 0.05;

/// What is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Whether the challenge was not solved alone.
    Failure,
    /// The logarithm of the seconds of those that were.
    Time,
}

impl Outcome {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Failure, Self::Time];

    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Failure => "failure",
            Outcome::Time => "time",
        }
    }
}

/// One game that counts.
#[derive(Debug, Clone, PartialEq)]
pub struct Play {
    /// Who.
    pub person: usize,
    /// Which challenge, among the measured ones.
    pub challenge: usize,
    /// Whether it was solved without help.
    pub solved: bool,
    /// The logarithm of the seconds, if it was.
    pub log_time: Option<f64>,
}

impl Play {
    /// The value of an outcome; greater is harder.
    pub fn value(&self, outcome: Outcome) -> Option<f64> {
        match outcome {
            Outcome::Failure => Some(if self.solved { 0.0 } else { 1.0 }),
            Outcome::Time => self.log_time,
        }
    }
}

/// A correlation of a measure with an outcome.
#[derive(Debug, Clone, PartialEq)]
pub struct Correlation {
    /// Which measure, in [`MEASURES`].
    pub measure: usize,
    /// With what.
    pub outcome: Outcome,
    /// Mean of Kendall's tau-b within people.
    pub kendall: MeanOver,
    /// Mean of Spearman's rho within people.
    pub spearman: Option<MeanOver>,
    /// The p value of tau, adjusted for all measures and outcomes of the game (Holm).
    pub p_holm: Option<f64>,
}

/// How two levels differ.
#[derive(Debug, Clone, PartialEq)]
pub struct LevelPair {
    /// The easier and the harder level.
    pub levels: [Level; 2],
    /// In what.
    pub outcome: Outcome,
    /// Mean within people of the harder level's mean minus the easier one's: share not solved, or logarithm of seconds.
    pub difference: MeanOver,
    /// The p value, adjusted for all pairs and both outcomes of the game (Holm).
    pub p_holm: Option<f64>,
}

impl LevelPair {
    /// Whether the levels differ significantly.
    pub fn differs(&self) -> bool {
        self.p_holm.is_some_and(|p| p < ERROR)
    }
}

/// What happened on a level.
#[derive(Debug, Clone, PartialEq)]
pub struct LevelRow {
    /// The level.
    pub level: Level,
    /// Games that count.
    pub games: usize,
    /// Those that were solved alone.
    pub solved: usize,
    /// Mean share solved within people.
    pub share: Option<MeanOver>,
    /// Mean logarithm of seconds within people, of games that were solved.
    pub log_time: Option<MeanOver>,
}

/// Games that do not count, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LeftOut {
    /// Broken off for another reason than the challenge.
    pub left: usize,
    /// Played by the same person before.
    pub again: usize,
    /// Without a solution.
    pub unsolvable: usize,
    /// Undecided: the limits ran out.
    pub undecided: usize,
}

/// What is said of one game.
#[derive(Debug, Clone, PartialEq)]
pub struct GameFit {
    /// Its name.
    pub game: String,
    /// People with games that count.
    pub people: usize,
    /// Games that count.
    pub games: usize,
    /// Different challenges.
    pub challenges: usize,
    /// Solved alone.
    pub solved: usize,
    /// Solved with help: these count as not solved.
    pub with_help: usize,
    /// What does not count.
    pub left_out: LeftOut,
    /// Correlations.
    pub correlations: Vec<Correlation>,
    /// Levels.
    pub levels: Vec<LevelRow>,
    /// Pairs of levels.
    pub pairs: Vec<LevelPair>,
    /// Models of both outcomes.
    pub models: Vec<Models>,
    /// What could not be found out, and why: one sentence each.
    pub missing: Vec<String>,
}

/// Works everything out, one answer for each game that was played. `measured` are the session's challenges in their order.
pub fn fit(session: &Session, measured: &[Measures]) -> Vec<GameFit> {
    let mut names: Vec<&str> = measured.iter().map(|one| one.game.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    names.into_iter().map(|game| fit_session_game(session, measured, game)).collect()
}

fn fit_session_game(session: &Session, measured: &[Measures], game: &str) -> GameFit {
    let mut left_out = LeftOut::default();
    let mut plays = Vec::new();
    let mut with_help = 0;
    for row in session.games.iter().filter(|row| measured[row.challenge].game == game) {
        match (row.outcome, row.is_again, measured[row.challenge].verdict) {
            (GameOutcome::Left, ..) => left_out.left += 1,
            (_, true, _) => left_out.again += 1,
            (_, _, Verdict::Unsolvable) => left_out.unsolvable += 1,
            (_, _, Verdict::Undecided) => left_out.undecided += 1,
            _ => {
                let solved = row.is_solved_alone();
                with_help += usize::from(row.outcome == GameOutcome::Solved && !solved);
                // A time of nothing has no logarithm; the clock counts tenths.
                let log_time = solved.then(|| row.seconds.max(0.1).ln());
                plays.push(Play { person: row.person, challenge: row.challenge, solved, log_time });
            }
        }
    }
    let mut fit = fit_game(game, &plays, measured);
    fit.left_out = left_out;
    fit.with_help = with_help;
    fit
}

/// The same for plays that are numbers already.
pub fn fit_game(game: &str, plays: &[Play], measured: &[Measures]) -> GameFit {
    let mut people: Vec<usize> = plays.iter().map(|play| play.person).collect();
    people.sort_unstable();
    people.dedup();
    let mut challenges: Vec<usize> = plays.iter().map(|play| play.challenge).collect();
    challenges.sort_unstable();
    challenges.dedup();
    let by_person = by_person(plays, &people);
    let correlations = correlations(&by_person, measured);
    let mut missing = what_is_missing(people.len(), &challenges, &correlations, measured);
    let mut found_models = Vec::new();
    for outcome in Outcome::ALL {
        match models(&by_person, measured, outcome) {
            Ok(models) => found_models.push(models),
            Err(why) => missing.push(format!("No model of {}: {why}.", outcome.word())),
        }
    }
    GameFit {
        game: game.into(),
        people: people.len(),
        games: plays.len(),
        challenges: challenges.len(),
        solved: plays.iter().filter(|play| play.solved).count(),
        with_help: 0,
        left_out: LeftOut::default(),
        correlations,
        levels: levels(&by_person, measured),
        pairs: pairs(&by_person, measured),
        models: found_models,
        missing,
    }
}

/// Intervals and correlations that there are none of, and measures that no model uses.
fn what_is_missing(
    people: usize,
    challenges: &[usize],
    correlations: &[Correlation],
    measured: &[Measures],
) -> Vec<String> {
    let mut missing = Vec::new();
    if people < FEWEST {
        missing.push(format!("No intervals and no p values: they need at least {FEWEST} participants."));
    }
    for outcome in Outcome::ALL {
        let is_there = |measure: &usize| {
            correlations.iter().any(|one| one.measure == *measure && one.outcome == outcome)
        };
        let without: Vec<&str> = (0..MEASURES.len())
            .filter(|measure| !is_there(measure))
            .map(|measure| MEASURES[measure].words)
            .collect();
        if !without.is_empty() {
            missing.push(format!(
                "No correlation with {}: {}. Nobody has {FEWEST_GAMES} games or more in which both vary.",
                outcome.word(),
                without.join("; ")
            ));
        }
    }
    for (number, measure) in MEASURES.iter().enumerate() {
        let lack = challenges.iter().filter(|&&c| measured[c].values[number].is_none()).count();
        if lack > 0 {
            let of = counted(lack as u64, "challenge");
            missing.push(format!("{}: not known of {of}, so no model uses it.", measure.words));
        }
    }
    missing
}

/// Each person's plays.
fn by_person(plays: &[Play], people: &[usize]) -> Vec<Vec<Play>> {
    let mut lists = vec![Vec::new(); people.len()];
    for play in plays {
        if let Ok(at) = people.binary_search(&play.person) {
            lists[at].push(play.clone());
        }
    }
    lists
}

/// Correlations of every measure with both outcomes.
pub fn correlations(by_person: &[Vec<Play>], measured: &[Measures]) -> Vec<Correlation> {
    let mut found = Vec::new();
    for outcome in Outcome::ALL {
        for measure in 0..MEASURES.len() {
            let mut taus = Vec::new();
            let mut rhos = Vec::new();
            for plays in by_person {
                let pairs = plays.iter().filter_map(|play| {
                    Some((measured[play.challenge].values[measure]?, play.value(outcome)?))
                });
                let (x, y): (Vec<f64>, Vec<f64>) = pairs.unzip();
                if x.len() >= FEWEST_GAMES {
                    taus.extend(kendall(&x, &y));
                    rhos.extend(spearman(&x, &y));
                }
            }
            let mean = |values: &[f64]| mean_over(values).map(|found| found.within(-1.0, 1.0));
            if let Some(kendall) = mean(&taus) {
                let spearman = mean(&rhos);
                found.push(Correlation { measure, outcome, kendall, spearman, p_holm: None });
            }
        }
    }
    let adjusted = adjusted(found.iter().map(|one| one.kendall.p));
    found.iter_mut().zip(adjusted).for_each(|(one, p)| one.p_holm = p);
    found
}

/// Holm's adjustment of those that there are.
fn adjusted(p_values: impl Iterator<Item = Option<f64>>) -> Vec<Option<f64>> {
    let all: Vec<Option<f64>> = p_values.collect();
    let there: Vec<f64> = all.iter().copied().flatten().collect();
    let mut adjusted = holm(&there).unwrap_or_default().into_iter();
    all.into_iter().map(|p| p.and_then(|_| adjusted.next())).collect()
}

fn of_level<'a>(
    plays: &'a [Play],
    measured: &'a [Measures],
    level: Level,
) -> impl Iterator<Item = &'a Play> + Clone {
    plays.iter().filter(move |play| measured[play.challenge].level == Some(level))
}

/// A person's mean of an outcome on a level; none without games.
fn mean_on(plays: &[Play], measured: &[Measures], level: Level, outcome: Outcome) -> Option<f64> {
    let values: Vec<f64> = of_level(plays, measured, level).filter_map(|play| play.value(outcome)).collect();
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

fn levels(by_person: &[Vec<Play>], measured: &[Measures]) -> Vec<LevelRow> {
    let row = |level: Level| {
        let all = || by_person.iter().flat_map(|plays| of_level(plays, measured, level));
        let mean = |outcome: Outcome| -> Vec<f64> {
            by_person.iter().filter_map(|plays| mean_on(plays, measured, level, outcome)).collect()
        };
        let shares: Vec<f64> = mean(Outcome::Failure).into_iter().map(|failed| 1.0 - failed).collect();
        LevelRow {
            level,
            games: all().count(),
            solved: all().filter(|play| play.solved).count(),
            share: mean_over(&shares).map(|share| share.within(0.0, 1.0)),
            log_time: mean_over(&mean(Outcome::Time)),
        }
    };
    Level::ALL.into_iter().map(row).filter(|row| row.games > 0).collect()
}

/// All pairs of levels, by what the same people managed on both.
pub fn pairs(by_person: &[Vec<Play>], measured: &[Measures]) -> Vec<LevelPair> {
    let mut found = Vec::new();
    for outcome in Outcome::ALL {
        for (n, harder) in Level::ALL.into_iter().enumerate() {
            for easier in Level::ALL.into_iter().take(n) {
                let both = |plays: &Vec<Play>| {
                    let harder = mean_on(plays, measured, harder, outcome)?;
                    Some(harder - mean_on(plays, measured, easier, outcome)?)
                };
                let differences: Vec<f64> = by_person.iter().filter_map(both).collect();
                if let Some(mut difference) = mean_over(&differences) {
                    if outcome == Outcome::Failure {
                        difference = difference.within(-1.0, 1.0);
                    }
                    found.push(LevelPair { levels: [easier, harder], outcome, difference, p_holm: None });
                }
            }
        }
    }
    let adjusted = adjusted(found.iter().map(|pair| pair.difference.p));
    found.iter_mut().zip(adjusted).for_each(|(pair, p)| pair.p_holm = p);
    found
}

#[cfg(test)]
mod tests;
