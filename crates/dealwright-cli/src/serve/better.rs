//! A comparison of the setup in the text with a built-in one, as long as somebody listens. What a race of designs shares
//! with it is here too.

use super::App;
use super::ask::{Question, Refused};
use super::design::Design;
use super::net::Ends;
use super::play::{builtin_setup, limits};
use super::streams::{Events, Piece, Pieces, stream};
use super::work::Turn;
use crate::compare::words::{sentences, table};
use crate::compare::{Facts, MARGIN, asked_of, error_of_look, open_questions};
use crate::input::dealer_for;
use axum::extract::{Extension, State};
use dealwright::measure::Asked;
use dealwright::record::Schema;
use dealwright::search::Limits;
use dealwright::setup::Setup;
use dealwright::study::source::Source;
use dealwright::study::{Extent, Study};
use dealwright::summary::{Answer, Choice, Line, differences};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a comparison, a race or a climb goes on.
pub const MOST_TIME: Duration = Duration::from_secs(90);
/// Positions of one deal.
pub const STATES_OF_ONE: u64 = 200_000;
/// Deals of each setup when a comparison looks for the first time, and looks.
const FIRST_LOOK: u64 = 200;
const MOST_LOOKS: u32 = 8;

#[derive(Deserialize)]
pub struct Comparison {
    text: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// A built-in setup.
    against: String,
}

#[derive(Serialize)]
pub struct Standings {
    dealt: u64,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
    sentences: Vec<String>,
    done: bool,
    /// Whether every question about a difference has an answer.
    settled: bool,
    /// Why it ended: `settled` (solvability and interest are), `deals` or `time`.
    ended: Option<&'static str>,
}

/// Compares the text's setup with a built-in one, of the same sizes where it has them.
pub async fn compare(
    State(app): State<App>,
    Extension(ends): Extension<Ends>,
    Question(asked): Question<Comparison>,
) -> Events {
    let registry = app.registry.clone();
    let begin = move || {
        let mine = Design::new(asked.text, asked.options).setup(&registry)?;
        let sizes = mine.sizes.0.iter().map(|(name, value)| (name.clone(), value.to_string()));
        let open = builtin_setup(&registry, &asked.against, &BTreeMap::new())?.open;
        let options = sizes.filter(|(name, _)| open.iter().any(|open| open.name == *name)).collect();
        // Sizes that the other does not have leave it as it is.
        let other = builtin_setup(&registry, &asked.against, &options)
            .or_else(|_| builtin_setup(&registry, &asked.against, &BTreeMap::new()))?;
        Comparing::new([mine, other])
    };
    let comparing = app.work.once(Turn::LONG, begin).await?;
    stream(app, ends, comparing).await
}

pub fn study_of(asked: Asked, seed: &str) -> Study {
    Study {
        title: String::new(),
        question: String::new(),
        expectation: String::new(),
        lines: Vec::new(),
        seed: seed.into(),
        extent: Extent::Samples(u64::MAX),
        trials: 1,
        asked,
        limits: Limits { states: STATES_OF_ONE, ..limits() },
        block: None,
        hunt: None,
    }
}

/// Deals some more of a line until a number or a moment is reached; says how many there are then.
pub fn deal_until(
    setup: &Setup,
    study: &Study,
    line: &mut Option<Line>,
    mut dealt: u64,
    (most, until): (u64, Instant),
) -> Result<u64, Refused> {
    let dealer = dealer_for(setup).map_err(Refused::wrong)?;
    let schema = Arc::new(Schema::of([setup.game.info]).map_err(Refused::wrong)?);
    let source = Source::new(&dealer, study, &schema);
    while dealt < most && Instant::now() < until {
        let Some(row) = source.row(study, dealt).map_err(Refused::wrong)? else {
            return Err(Refused::wrong(format!("deal {dealt} of {} cannot be had", setup.title)));
        };
        line.get_or_insert_with(|| Line::new("", Choice::Sample, &schema, &row)).add(&row);
        dealt += 1;
    }
    Ok(dealt)
}

/// A comparison at work.
struct Comparing {
    setups: [Setup; 2],
    facts: [Facts; 2],
    names: Vec<String>,
    study: Study,
    lines: [Option<Line>; 2],
    dealt: [u64; 2],
    looks: u32,
    begun: Instant,
}

impl Comparing {
    fn new(setups: [Setup; 2]) -> Result<Self, Refused> {
        let facts =
            [Facts::of(&setups[0]).map_err(Refused::wrong)?, Facts::of(&setups[1]).map_err(Refused::wrong)?];
        let names = match facts[0].title == facts[1].title {
            true => vec![format!("{} here", facts[0].title), format!("{} built in", facts[1].title)],
            false => facts.iter().map(|facts| facts.title.clone()).collect(),
        };
        let asked = Asked { repair: false, ..asked_of(&[&setups[0], &setups[1]], 20) };
        let (study, begun) = (study_of(asked, "compare"), Instant::now());
        Ok(Self { setups, facts, names, study, lines: [None, None], dealt: [0; 2], looks: 0, begun })
    }
}

impl Pieces for Comparing {
    type Told = Standings;

    fn go_on(&mut self, until: Instant) -> Result<Piece<Standings>, Refused> {
        let wanted = FIRST_LOOK << self.looks;
        let is_late = self.begun.elapsed() >= MOST_TIME;
        let half = until - until.saturating_duration_since(Instant::now()) / 2;
        for (n, until) in [(0, half), (1, until)] {
            let (most, line) = ((wanted, until), &mut self.lines[n]);
            self.dealt[n] = deal_until(&self.setups[n], &self.study, line, self.dealt[n], most)?;
        }
        let dealt = self.dealt[0].min(self.dealt[1]);
        if dealt < wanted && !(is_late && dealt > 0) {
            return Ok(Piece { tell: None, done: false });
        }
        self.looks += 1;
        let all: Vec<Line> = self.lines.iter().flatten().cloned().collect();
        let found = differences(&all, error_of_look(self.looks), MARGIN);
        let ended = if open_questions(&found) == 0 {
            Some("settled")
        } else if is_late {
            Some("time")
        } else {
            (self.looks >= MOST_LOOKS).then_some("deals")
        };
        let section = table(&self.names, &all, &self.facts);
        let told = Standings {
            dealt,
            columns: section.columns,
            rows: section.rows,
            sentences: sentences(&self.names, &found, MARGIN),
            done: ended.is_some(),
            settled: found.iter().all(|difference| difference.answer != Answer::Open),
            ended,
        };
        Ok(Piece { tell: Some(told), done: ended.is_some() })
    }
}
