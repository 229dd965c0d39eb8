//! Setups side by side: what each is like, and which differences are real. The command, the page and the search for better
//! components all say it with these words.

pub mod words;

use dealwright::InvalidInput;
use dealwright::measure::MeasureRequest;
use dealwright::setup::Setup;
use dealwright::setup::count::{Number, count};
use dealwright::setup::effort::effort;
use dealwright::setup::load::dealer;
use dealwright::stats::Interval;
use dealwright::study::{DEFAULT_GRAPH_STATES, ONLY_VERDICT};
use dealwright::summary::{Answer, Compared, Difference, SummaryLine};
use serde::Serialize;

/// Random plays for the chance of each challenge, where it cannot be worked out: enough for a mean over many challenges.
pub const PLAYS: u64 = 100;

/// What is known of a setup without dealing.
pub struct Facts {
    /// Its title.
    pub title: String,
    /// Different challenges.
    pub distinct: Number,
    /// Estimated seconds for a challenge.
    pub seconds: f64,
    /// Where the weights come from, if they were measured.
    pub weights: Option<String>,
}

impl Facts {
    /// Works it out.
    pub fn of(setup: &Setup) -> Result<Self, InvalidInput> {
        let dealer = dealer(setup)?;
        Ok(Self {
            title: setup.title.clone(),
            distinct: count(&dealer, &[]).distinct,
            seconds: effort(&dealer).seconds(),
            weights: setup.weights.words(),
        })
    }
}

/// What has to be measured to compare setups: everything that levels, interest and repairs are made of.
pub fn request_for(setups: &[&Setup], plays: u64) -> MeasureRequest {
    let mut request = MeasureRequest { plays, chance: true, length: true, repair: true, ..ONLY_VERDICT };
    for setup in setups {
        let levels = setup.game.info.scale.request(plays, DEFAULT_GRAPH_STATES);
        request.graph |= levels.graph;
        request.difficulty |= levels.difficulty;
    }
    request
}

/// Probability that any difference is wrongly called real, or any interval misses.
pub const ERROR: f64 = 0.05;
/// Points within which differences do not matter, by default.
pub const MARGIN: f64 = 0.01;

/// The error that a look may make, where it is looked again and again from 1 on: all together no more than [`ERROR`].
pub fn error_of_look(number: u32) -> f64 {
    ERROR / (f64::from(number) * f64::from(number + 1))
}

/// Questions that a comparison which goes on until it is settled waits for.
pub fn open_questions(found: &[Difference]) -> usize {
    let is_asked = |d: &&Difference| matches!(d.what, Compared::Solvable | Compared::Interest);
    found.iter().filter(is_asked).filter(|d| matches!(d.answer, Answer::Open | Answer::TooFew)).count()
}

/// What programs are told of a line and its setup.
#[derive(Serialize)]
pub struct Figures {
    /// The solvable share.
    pub solvable: Option<f64>,
    /// Its 95% interval.
    pub solvable_interval: Option<[f64; 2]>,
    /// The mean chance of random play.
    pub chance: Option<f64>,
    /// Its 95% interval.
    pub chance_interval: Option<[f64; 2]>,
    /// How far solvable deals are ahead of random play.
    pub interest: Option<f64>,
    /// Its 95% interval.
    pub interest_interval: Option<[f64; 2]>,
    /// Different challenges, at most.
    pub distinct_at_most: f64,
    /// Estimated seconds of setup.
    pub effort_seconds: f64,
    /// Where the weights come from that these seconds are estimated with, if they were measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effort_weights: Option<String>,
}

impl Figures {
    /// The figures of a line and its setup.
    pub fn new(line: &SummaryLine, facts: &Facts) -> Self {
        Self {
            solvable: line.share(),
            solvable_interval: line.interval().map(Interval::ends),
            chance: line.chance(),
            chance_interval: line.chance_interval().map(Interval::ends),
            interest: line.interest(),
            interest_interval: line.interest_interval().map(Interval::ends),
            distinct_at_most: most(&facts.distinct),
            effort_seconds: facts.seconds,
            effort_weights: facts.weights.clone(),
        }
    }
}

/// The greatest a number can be.
pub fn most(number: &Number) -> f64 {
    number.most().to_string().parse().unwrap_or(f64::INFINITY)
}
