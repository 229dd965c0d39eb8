//! A comparison of the setup in the text with a built-in one and with others that somebody kept, as long as somebody listens. What a race of designs shares
//! with it is here too.

use crate::budget::{Pace, Piece, Stream, Streamed, limits};
use crate::compare::words::{sentences, table};
use crate::compare::{Facts, MARGIN, error_of_look, open_questions, request_for};
use crate::design::setup_from_text;
use crate::meter::STATES_OF_ONE;
use crate::play::builtin_setup;
use dealwright::measure::MeasureRequest;
use dealwright::record::Schema;
use dealwright::search::Limits;
use dealwright::setup::Setup;
use dealwright::setup::load::dealer;
use dealwright::study::source::Source;
use dealwright::study::{Extent, Study};
use dealwright::summary::{Answer, Choice, SummaryLine, differences};
use dealwright::{InvalidInput, Registry};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Deals of each setup when a comparison looks for the first time, and looks.
const FIRST_LOOK: u64 = 200;
const MOST_LOOKS: u32 = 8;
/// Deals of one setup before the other has its turn.
const AT_A_TIME: u64 = 10;

/// Setups side by side.
const MOST_SETUPS: usize = 6;

/// Compare a setup with a built-in one, of the same sizes where it has them, and with others.
#[derive(Deserialize)]
pub struct CompareDesigns {
    text: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// A built-in setup.
    #[serde(default)]
    against: Option<String>,
    /// Other setups.
    #[serde(default)]
    others: Vec<OtherDesign>,
    /// What this one is called; its title, where nothing is said.
    #[serde(default)]
    name: Option<String>,
}

/// A setup that was kept.
#[derive(Deserialize)]
pub struct OtherDesign {
    /// What it is called.
    name: String,
    text: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
}

/// How they compare so far.
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

impl Streamed for CompareDesigns {
    type Work = Comparing;
    const NAME: &'static str = "compare";

    fn begin(self, registry: &Registry) -> Result<Comparing, InvalidInput> {
        if self.others.len() + 1 + usize::from(self.against.is_some()) > MOST_SETUPS {
            return Err(InvalidInput(format!(
                "at most {MOST_SETUPS} setups are compared at a time; take some out"
            )));
        }
        let read =
            |text: &str, options| setup_from_text(registry, text, options).map_err(InvalidInput::because);
        let mine = read(&self.text, &self.options)?;
        let sizes: BTreeMap<String, String> =
            mine.parameters.0.iter().map(|(name, value)| (name.clone(), value.to_string())).collect();
        let mut setups = vec![(self.name, mine)];
        for other in &self.others {
            let setup = read(&other.text, &other.options)
                .map_err(|why| InvalidInput(format!("{}: {why}", other.name)))?;
            setups.push((Some(other.name.clone()), setup));
        }
        if let Some(against) = &self.against {
            let open = builtin_setup(registry, against, &BTreeMap::new())?.open;
            let options =
                sizes.into_iter().filter(|(name, _)| open.iter().any(|open| open.name == *name)).collect();
            // Sizes that the other does not have leave it as it is.
            let other = builtin_setup(registry, against, &options)
                .or_else(|_| builtin_setup(registry, against, &BTreeMap::new()))?;
            setups.push((None, other));
        }
        if setups.len() < 2 {
            return Err(InvalidInput("a comparison takes two setups or more: choose another one".into()));
        }
        Comparing::new(setups, self.against.is_some())
    }
}

/// The study whose deals are looked at without being kept.
pub fn study_of(request: MeasureRequest, seed: &str) -> Study {
    Study {
        title: String::new(),
        question: String::new(),
        expectation: String::new(),
        lines: Vec::new(),
        seed: seed.into(),
        extent: Extent::Samples(u64::MAX),
        trials: 1,
        request,
        limits: Limits { states: STATES_OF_ONE, ..limits() },
        block: None,
        hunt: None,
    }
}

/// Deals some more of a line until a number is reached or the piece is over; says how many there are then.
pub(crate) fn deal_some(
    setup: &Setup,
    study: &Study,
    line: &mut Option<SummaryLine>,
    mut dealt: u64,
    (most, pace): (u64, &Pace<'_>),
) -> Result<u64, InvalidInput> {
    let dealer = dealer(setup)?;
    let schema = Arc::new(Schema::of([setup.game.info]).map_err(InvalidInput::because)?);
    let source = Source::new(&dealer, study, &schema);
    while dealt < most && !(pace.pause)() {
        let Some(row) = source.row(study, dealt).map_err(InvalidInput::because)? else {
            return Err(InvalidInput(format!("deal {dealt} of {} cannot be dealt", setup.title)));
        };
        line.get_or_insert_with(|| SummaryLine::new("", Choice::Sample, &schema, &row)).add(&row);
        dealt += 1;
    }
    Ok(dealt)
}

/// A comparison at work.
pub struct Comparing {
    setups: Vec<Setup>,
    facts: Vec<Facts>,
    names: Vec<String>,
    study: Study,
    lines: Vec<Option<SummaryLine>>,
    dealt: Vec<u64>,
    looks: u32,
}

impl Comparing {
    fn new(setups: Vec<(Option<String>, Setup)>, last_is_built_in: bool) -> Result<Self, InvalidInput> {
        let facts: Vec<Facts> = setups.iter().map(|(_, setup)| Facts::of(setup)).collect::<Result<_, _>>()?;
        let mut names: Vec<String> = setups
            .iter()
            .zip(&facts)
            .map(|((name, _), facts)| name.clone().unwrap_or_else(|| facts.title.clone()))
            .collect();
        // Two of one name would be one to a reader.
        let last = names.len() - 1;
        if last_is_built_in && names[..last].contains(&names[last]) {
            names[last] = format!("{} built in", names[last]);
        }
        for n in 0..names.len() {
            let before = names[..n].iter().filter(|other| **other == names[n]).count();
            if before > 0 {
                names[n] = format!("{} ({})", names[n], before + 1);
            }
        }
        let setups: Vec<Setup> = setups.into_iter().map(|(_, setup)| setup).collect();
        let all: Vec<&Setup> = setups.iter().collect();
        let request = MeasureRequest { repair: false, ..request_for(&all, 20) };
        let study = study_of(request, "compare");
        let (lines, dealt) = (vec![None; setups.len()], vec![0; setups.len()]);
        Ok(Self { setups, facts, names, study, lines, dealt, looks: 0 })
    }
}

impl Stream for Comparing {
    type Told = Standings;

    fn go_on(&mut self, pace: &Pace<'_>) -> Result<Piece<Standings>, InvalidInput> {
        let wanted = FIRST_LOOK << self.looks;
        // In turn, so that at the end of the time there are as many of the one as of the other.
        while self.dealt.iter().any(|dealt| *dealt < wanted) && !(pace.pause)() {
            let behind = (0..self.dealt.len()).min_by_key(|&n| self.dealt[n]).unwrap_or(0);
            let most = wanted.min(self.dealt[behind] + AT_A_TIME);
            let (setup, line) = (&self.setups[behind], &mut self.lines[behind]);
            self.dealt[behind] = deal_some(setup, &self.study, line, self.dealt[behind], (most, pace))?;
        }
        let is_late = pace.is_late;
        let dealt = self.dealt.iter().copied().min().unwrap_or(0);
        if dealt < wanted && !(is_late && dealt > 0) {
            return Ok(Piece { tell: None, done: false });
        }
        self.looks += 1;
        let all: Vec<SummaryLine> = self.lines.iter().flatten().cloned().collect();
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
