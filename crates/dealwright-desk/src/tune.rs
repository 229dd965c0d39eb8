//! A race of designs for the setup in the text, as long as somebody listens.

use crate::budget::{Pace, Piece, Stream, Streamed};
use crate::compare::{Facts, most};
use crate::comparison::{deal_some, study_of};
use crate::design::setup_from_text;
use dealwright::measure::MeasureRequest;
use dealwright::setup::Setup;
use dealwright::setup::design::{Keep, Part, Space};
use dealwright::setup::load::dealer;
use dealwright::stats::Interval;
use dealwright::study::{ONLY_VERDICT, Study};
use dealwright::summary::SummaryLine;
use dealwright::tune::{Paused, Race, Rules, Standing, Want};
use dealwright::{InvalidInput, Registry};
use dealwright_draw::chart::{Chart, Estimate, Found, Front};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Deals of each design in a round of a race, and at the end.
const DEALS: u64 = 100;
const CONFIRM: u64 = 1000;
/// Pieces of work that the winners get when the time for the race is over.
const MOST_PIECES_LATE: u32 = 360;
/// Designs of the front that are dealt anew.
const MOST_CONFIRMED: usize = 5;
/// Designs that are shown while the race goes on.
const MOST_LEADING: usize = 8;
const RULES: Rules = Rules { designs: 200, new: 12, racing: 12, enough: 1000 };
const SEED: &str = "page";
/// Racing, a chance is guessed from few plays.
const RACING: MeasureRequest = MeasureRequest { chance: true, plays: 5, graph_states: 0, ..ONLY_VERDICT };

/// Search for better components of a setup.
#[derive(Deserialize)]
pub struct TuneDesign {
    text: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    #[serde(default)]
    want: String,
    #[serde(default)]
    keep: String,
    open: Vec<String>,
}

/// How far a race of designs is.
#[derive(Serialize)]
pub struct Tuned {
    round: u32,
    tried: usize,
    racing: usize,
    /// Whether all designs of the space are tried.
    whole: bool,
    best: Option<f64>,
    /// The front, on fresh deals; the text's own design first. As long as the race goes on: the designs that lead it, by what was seen
    /// so far.
    front: Vec<Finalist>,
    /// Whether the figures of the front are from fresh deals.
    confirmed: bool,
    /// The front as a picture, and where its designs are on it, as shares of width and height.
    picture: Option<String>,
    spots: Vec<Option<(f64, f64)>>,
    done: bool,
    /// Why the race ended: `over` or `time`.
    ended: Option<&'static str>,
}

impl Tuned {
    /// Draws the front.
    fn draw(&mut self) {
        let estimate = |value: f64, interval: Option<[f64; 2]>| match interval {
            Some([low, high]) => Estimate::new(value, low, high),
            None => Estimate::exact(value),
        };
        let design = |(number, finalist): (usize, &Finalist)| Found {
            name: number.to_string(),
            share: Estimate::exact(finalist.solvable),
            interest: estimate(finalist.interest, finalist.interest_interval),
            variety: finalist.variety,
            is_own: number == 0,
        };
        let designs: Vec<Found> = self.front.iter().enumerate().map(design).collect();
        let title = "Interest against the share of solvable deals; 0 is the file's own design, larger ones have more variety";
        let front = Front { title: title.into(), designs };
        self.spots = front.spots();
        self.picture = (!self.front.is_empty()).then(|| front.svg());
    }
}

#[derive(Serialize)]
struct Finalist {
    words: String,
    text: String,
    solvable: f64,
    chance: f64,
    interest: f64,
    interest_interval: Option<[f64; 2]>,
    /// Deals that this is drawn from.
    dealt: u64,
    different: String,
    /// The same as a number.
    variety: f64,
    seconds: f64,
}

impl Streamed for TuneDesign {
    type Work = Tuner;
    const NAME: &'static str = "tune";

    fn begin(self, registry: &Registry) -> Result<Tuner, InvalidInput> {
        let setup = setup_from_text(registry, &self.text, &self.options).map_err(InvalidInput::because)?;
        // One that cannot be dealt is refused at once.
        dealer(&setup)?.deal("tune", 0).map_err(InvalidInput::because)?;
        let parts = self.open.iter().map(|word| Part::read(word)).collect::<Result<Vec<_>, _>>();
        Ok(Tuner {
            setup,
            parts: parts.map_err(InvalidInput)?,
            keep: Keep::read(&self.keep).map_err(InvalidInput)?,
            wants: Want::read(&self.want).map_err(InvalidInput)?,
            race: None,
            round: 0,
            dealing: None,
            confirming: false,
            is_late: false,
            pieces_late: 0,
        })
    }
}

/// A number of challenges that need not be exact.
fn round_number(number: f64) -> String {
    match number < 1e6 {
        true => dealwright::text::grouped(number.round() as u64),
        false => format!("{number:.1e}"),
    }
}

/// A race at work.
pub struct Tuner {
    setup: Setup,
    parts: Vec<Part>,
    keep: Vec<Keep>,
    wants: Vec<Want>,
    /// Between rounds; none before the first.
    race: Option<Paused>,
    round: u32,
    /// What is being dealt; none between rounds.
    dealing: Option<Dealing>,
    confirming: bool,
    is_late: bool,
    /// Pieces of work since the time was over.
    pieces_late: u32,
}

/// Designs that are dealt one after the other.
struct Dealing {
    designs: Vec<(usize, Setup)>,
    lines: Vec<SummaryLine>,
    line: Option<SummaryLine>,
    dealt: u64,
}

impl Dealing {
    fn new(designs: Vec<(usize, Setup)>) -> Self {
        Self { designs, lines: Vec::new(), line: None, dealt: 0 }
    }

    /// Deals until then; true when all are dealt.
    fn go_on(
        &mut self,
        study: impl Fn(usize) -> Study,
        most: u64,
        pace: &Pace<'_>,
    ) -> Result<bool, InvalidInput> {
        while let Some((number, setup)) = self.designs.get(self.lines.len()) {
            let study = study(*number);
            self.dealt = deal_some(setup, &study, &mut self.line, self.dealt, (most, pace))?;
            if self.dealt < most {
                return Ok(false);
            }
            self.lines.extend(self.line.take());
            self.dealt = 0;
        }
        Ok(true)
    }
}

impl Stream for Tuner {
    type Told = Tuned;

    fn go_on(&mut self, pace: &Pace<'_>) -> Result<Piece<Tuned>, InvalidInput> {
        self.is_late |= !self.confirming && pace.is_late;
        self.pieces_late += u32::from(pace.is_late);
        if let Some(dealing) = &mut self.dealing {
            let round = self.round;
            let over = match self.confirming {
                true => dealing.go_on(confirming, CONFIRM, pace)?,
                false => dealing.go_on(
                    |number| study_of(RACING, &format!("round {round} of {number}")),
                    DEALS,
                    pace,
                )?,
            };
            // A round that is cut says nothing of its designs; the end is told with the deals that there are.
            let cut = if self.confirming { self.pieces_late >= MOST_PIECES_LATE } else { self.is_late };
            if !over && !cut {
                return Ok(Piece { tell: None, done: false });
            }
        }
        self.between_rounds()
    }
}

fn confirming(number: usize) -> Study {
    study_of(MeasureRequest { graph_states: 20_000, plays: 20, ..RACING }, &format!("confirm {number}"))
}

impl Tuner {
    /// Judges what was dealt, and says what is dealt next.
    fn between_rounds(&mut self) -> Result<Piece<Tuned>, InvalidInput> {
        let space = Space::new(&self.setup, &self.parts, self.keep.clone()).map_err(InvalidInput)?;
        let mut race = match self.race.take() {
            None => Race::new(&space, &self.wants, RULES, SEED).map_err(InvalidInput)?,
            Some(paused) => Race::resume(paused, &space, &self.wants, RULES, SEED),
        };
        let (tried, whole) = (race.tried.len(), race.is_whole());
        let mut told = Tuned {
            round: self.round,
            tried,
            racing: 0,
            whole,
            best: None,
            front: Vec::new(),
            confirmed: false,
            picture: None,
            spots: Vec::new(),
            done: false,
            ended: None,
        };
        let dealt = self.dealing.take();
        if self.confirming {
            told.front = dealt.map_or(Ok(Vec::new()), |dealt| self.front(&space, &race, dealt))?;
            told.confirmed = true;
            told.draw();
            told.done = true;
            told.ended = Some(if self.is_late { "time" } else { "over" });
            return Ok(Piece { tell: Some(told), done: true });
        }
        let mut tell = None;
        if let Some(dealt) = dealt {
            for ((number, _), line) in dealt.designs.iter().zip(&dealt.lines) {
                race.tell(*number, line);
            }
            race.judge();
            let field = race.tried.iter().filter(|tried| tried.standing != Standing::Out);
            told.best = field.filter_map(|tried| tried.gain.mean()).max_by(f64::total_cmp);
            told.racing = race.tried.iter().filter(|tried| tried.standing == Standing::Racing).count();
            told.front = self.leading(&space, &race)?;
            told.draw();
            tell = Some(told);
        }
        let mut next = if self.is_late { Vec::new() } else { race.next_round() };
        self.round += 1;
        if next.is_empty() {
            self.confirming = true;
            race.settle();
            next.push(0);
            next.extend(race.front().into_iter().filter(|&number| number != 0).take(MOST_CONFIRMED));
        }
        let designs = next.into_iter().map(|number| Ok((number, space.setup(&race.tried[number].design)?)));
        self.dealing = Some(Dealing::new(designs.collect::<Result<_, String>>().map_err(InvalidInput)?));
        self.race = Some(race.pause());
        Ok(Piece { tell, done: false })
    }

    /// The file's own design, and those that lead the race by what was seen so far.
    fn leading(&self, space: &Space<'_>, race: &Race<'_>) -> Result<Vec<Finalist>, InvalidInput> {
        let numbers =
            std::iter::once(0).chain(race.leading().into_iter().filter(|&n| n != 0).take(MOST_LEADING));
        let mut found = Vec::new();
        for (place, number) in numbers.enumerate() {
            let tried = &race.tried[number];
            let title = self.title(place);
            let share = tried.solvable as f64 / tried.deals.max(1) as f64;
            let interest = tried.gain.mean().unwrap_or(0.0);
            found.push(Finalist {
                words: space.words(&tried.design),
                text: space.file(&tried.design, &title).map_err(InvalidInput)?,
                solvable: share,
                chance: (share - interest).max(0.0),
                interest,
                interest_interval: None,
                dealt: tried.deals,
                different: format!("about {}", round_number(tried.distinct)),
                variety: tried.distinct,
                seconds: tried.seconds,
            });
        }
        Ok(found)
    }

    /// The title of the design at a place of the front.
    fn title(&self, place: usize) -> String {
        match place {
            0 => self.setup.title.clone(),
            place => format!("{} tuned {place}", self.setup.title),
        }
    }

    /// The designs of the front, with what fresh deals say of them.
    fn front(
        &self,
        space: &Space<'_>,
        race: &Race<'_>,
        dealt: Dealing,
    ) -> Result<Vec<Finalist>, InvalidInput> {
        let mut front = Vec::new();
        let lines = dealt.lines.into_iter().chain(dealt.line);
        for (place, ((number, setup), line)) in dealt.designs.iter().zip(lines).enumerate() {
            let design = &race.tried[*number].design;
            let facts = Facts::of(setup)?;
            let title = self.title(place);
            front.push(Finalist {
                words: space.words(design),
                text: space.file(design, &title).map_err(InvalidInput)?,
                solvable: line.share().unwrap_or(0.0),
                chance: line.chance().unwrap_or(0.0),
                interest: line.interest().unwrap_or(0.0),
                interest_interval: line.interest_interval().map(Interval::ends),
                dealt: line.challenges,
                different: facts.distinct.in_words(),
                variety: most(&facts.distinct),
                seconds: facts.seconds,
            });
        }
        if let Some((_, tuned)) = front.split_first_mut() {
            tuned.sort_by(|a, b| b.interest.total_cmp(&a.interest));
        }
        Ok(front)
    }
}
