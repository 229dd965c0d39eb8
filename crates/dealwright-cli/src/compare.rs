//! Setups side by side: what each is like, and which differences are real. The command, the page and the search for better
//! components all say it with these words.

pub mod words;

use crate::input::{WrongInput, dealer_for, load_setup};
use crate::store::dir::StudyDir;
use anyhow::Result;
use dealwright::measure::Asked;
use dealwright::setup::Setup;
use dealwright::setup::count::{Number, count};
use dealwright::setup::deal::Dealer;
use dealwright::setup::effort::effort;
use dealwright::study::{DEFAULT_GRAPH_STATES, Line as Chosen, ONLY_VERDICT};
use dealwright::summary::{Choice, Line};

/// Random plays for the chance of each challenge, where it cannot be worked out: enough for a mean over many challenges.
pub const PLAYS: u64 = 100;

/// What is known of a setup without dealing.
pub struct Facts {
    pub title: String,
    pub distinct: Number,
    /// Estimated seconds for a challenge.
    pub seconds: f64,
}

impl Facts {
    pub fn of(setup: &Setup) -> Result<Self> {
        let dealer = dealer_for(setup)?;
        Ok(Self {
            title: setup.title.clone(),
            distinct: count(&dealer, &[]).distinct,
            seconds: effort(&dealer).seconds(),
        })
    }
}

/// What has to be measured to compare lines: everything that levels, interest and repairs are made of.
pub fn asked_for(lines: &[Chosen], plays: u64) -> Result<Asked> {
    let setups = lines.iter().map(|line| load_setup(&line.setup, &line.options));
    let setups = setups.collect::<Result<Vec<_>>>()?;
    let dealers = setups.iter().map(dealer_for).collect::<Result<Vec<_>>>()?;
    asked_of(&dealers, plays)
}

/// The same for setups that are ready to be dealt.
pub fn asked_of(dealers: &[Dealer<'_>], plays: u64) -> Result<Asked> {
    let mut asked = Asked { plays, chance: true, length: true, repair: true, ..ONLY_VERDICT };
    for dealer in dealers {
        let wrong = |error: String| WrongInput(format!("{}: {error}", dealer.setup.full_name()));
        let deal = dealer.deal("compare", 0).map_err(|error| wrong(error.to_string()))?;
        let challenge = dealer.challenge(&deal).map_err(|error| wrong(error.to_string()))?;
        let levels = challenge.scale().asked(plays, DEFAULT_GRAPH_STATES);
        asked.graph |= levels.graph;
        asked.difficulty |= levels.difficulty;
    }
    Ok(asked)
}

/// Lines summed up over several studies of the same lines. Each look at the question is a study of its own, with fresh
/// deals.
pub fn sum_up(looks: &[StudyDir]) -> Result<Vec<Line>> {
    let mut lines: Vec<Option<Line>> = Vec::new();
    for dir in looks {
        let choice = if dir.manifest.study.census { Choice::Census } else { Choice::Sample };
        lines.resize(dir.manifest.lines.len().max(lines.len()), None);
        for &block in dir.blocks.keys() {
            for row in dir.rows(block)? {
                lines[block.0].get_or_insert_with(|| Line::new("", choice, &row)).add(&row);
            }
        }
    }
    Ok(lines.into_iter().flatten().collect())
}

/// The greatest a number can be.
pub fn most(number: &Number) -> f64 {
    let (Number::Exact(most) | Number::AtMost(most) | Number::Between(_, most)) = number;
    most.to_string().parse().unwrap_or(f64::INFINITY)
}
