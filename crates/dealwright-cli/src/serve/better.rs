//! Better components and harder challenges, as long as somebody listens: a comparison, a race of designs, a climb. Each is
//! a thread of its own that asks for a place before every piece of work, so that players are not kept waiting.

use super::App;
use super::design::Design;
use super::play::{Answer, builtin_setup, limits};
use super::work::{Refused, Work};
use crate::cmd::gallery::EntryKeys;
use crate::compare::words::{sentences, table};
use crate::compare::{Facts, MARGIN, asked_of, error_of_look, open_questions};
use crate::input::dealer_for;
use axum::Json;
use axum::extract::State;
use axum::response::sse::{Event, Sse};
use dealwright::gallery::entries;
use dealwright::hunt::{Hunt, Quarry, climb};
use dealwright::measure::Asked;
use dealwright::rng::Stream;
use dealwright::search::Limits;
use dealwright::setup::Setup;
use dealwright::setup::design::{Keep, Part, Space};
use dealwright::stats::Interval;
use dealwright::study::source::Source;
use dealwright::study::{Extent, ONLY_VERDICT, Study};
use dealwright::summary::{Choice, Line, differences};
use dealwright::tune::{Race, Rules, Standing, Want};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::Sender;
use tokio_stream::wrappers::ReceiverStream;

/// How long each of these goes on.
const MOST_TIME: Duration = Duration::from_secs(90);
/// A piece of work between two others.
const SLICE: Duration = Duration::from_millis(250);
/// Positions of one deal.
const STATES_OF_ONE: u64 = 200_000;
/// Deals of each setup when a comparison looks for the first time.
const FIRST_LOOK: u64 = 200;
/// Steps of a climb.
const STEPS: u64 = 20_000;
/// Deals of each design in a round of a race, to settle it, and at the end.
const DEALS: u64 = 100;
const ENOUGH: u64 = 1000;
const CONFIRM: u64 = 1000;
/// Designs of a race.
const DESIGNS: usize = 200;

type Events = Result<Sse<ReceiverStream<Result<Event, Infallible>>>, Refused>;

/// Somebody who listens.
struct Listener {
    sender: Sender<Result<Event, Infallible>>,
    begun: Instant,
}

impl Listener {
    /// Tells something; false when nobody listens any more.
    fn tell(&self, what: &impl Serialize) -> bool {
        match Event::default().json_data(what) {
            Ok(event) => self.sender.blocking_send(Ok(event)).is_ok(),
            Err(_) => false,
        }
    }

    fn is_there(&self) -> bool {
        !self.sender.is_closed()
    }

    fn has_time(&self) -> bool {
        self.begun.elapsed() < MOST_TIME
    }
}

/// Starts a thread that tells what it finds.
fn listen(job: impl FnOnce(&Listener) + Send + 'static) -> Events {
    let (sender, receiver) = tokio::sync::mpsc::channel(2);
    tokio::task::spawn_blocking(move || job(&Listener { sender, begun: Instant::now() }));
    Ok(Sse::new(ReceiverStream::new(receiver)))
}

/// The gallery of extremes.
pub async fn gallery() -> Answer<Vec<EntryKeys>> {
    Ok(Json(entries().iter().map(EntryKeys::from).collect()))
}

#[derive(Deserialize)]
pub struct Comparison {
    #[serde(flatten)]
    design: Design,
    /// A built-in setup.
    against: String,
}

#[derive(Serialize)]
struct Standings {
    dealt: u64,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
    sentences: Vec<String>,
    done: bool,
}

/// Compares the text's setup with a built-in one, of the same sizes where it has them.
pub async fn compare(State(app): State<App>, Json(asked): Json<Comparison>) -> Events {
    let mine = asked.design.setup()?;
    let sizes = mine.sizes.0.iter().map(|(name, value)| (name.clone(), value.to_string()));
    let open = builtin_setup(&asked.against, &BTreeMap::new())?.open;
    let options = sizes.filter(|(name, _)| open.iter().any(|open| open.name == *name)).collect();
    // Sizes that the other does not have leave it as it is.
    let other = builtin_setup(&asked.against, &options)
        .or_else(|_| builtin_setup(&asked.against, &BTreeMap::new()))?;
    let facts = [Facts::of(&mine).map_err(Refused::wrong)?, Facts::of(&other).map_err(Refused::wrong)?];
    let work = app.slow.clone();
    listen(move |listener| {
        compare_for(listener, &work, &[mine, other], &facts);
    })
}

fn study_of(asked: Asked, seed: &str) -> Study {
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

/// Deals some more of a line.
fn deal_more(
    source: &Source<'_>,
    study: &Study,
    line: &mut Option<Line>,
    indices: std::ops::Range<u64>,
) -> Option<()> {
    for index in indices {
        let row = source.row(study, index).ok()??;
        line.get_or_insert_with(|| Line::new("", Choice::Sample, &row)).add(&row);
    }
    Some(())
}

fn compare_for(listener: &Listener, work: &Work, setups: &[Setup; 2], facts: &[Facts; 2]) -> Option<()> {
    let dealers = [dealer_for(&setups[0]).ok()?, dealer_for(&setups[1]).ok()?];
    let asked = Asked { repair: false, ..asked_of(&dealers, 20).ok()? };
    let study = study_of(asked, "compare");
    let sources = [Source::new(&dealers[0], &study), Source::new(&dealers[1], &study)];
    let names: Vec<String> = match facts[0].title == facts[1].title {
        true => vec![format!("{} here", facts[0].title), format!("{} built in", facts[1].title)],
        false => facts.iter().map(|facts| facts.title.clone()).collect(),
    };
    let mut lines = [None, None];
    let (mut dealt, mut look) = (0, 0);
    loop {
        look += 1;
        let until = FIRST_LOOK << (look - 1);
        while dealt < until {
            let _place = work.place()?;
            let begun = Instant::now();
            while dealt < until && begun.elapsed() < SLICE {
                let next = dealt..(dealt + 10).min(until);
                for (source, line) in sources.iter().zip(&mut lines) {
                    deal_more(source, &study, line, next.clone())?;
                }
                dealt = next.end;
            }
            if !listener.is_there() {
                return None;
            }
        }
        let all: Vec<Line> = lines.iter().flatten().cloned().collect();
        let found = differences(&all, error_of_look(look), MARGIN);
        let settled = open_questions(&found) == 0;
        let section = table(&names, &all, facts);
        let done = settled || !listener.has_time() || look >= 8;
        let told = Standings {
            dealt,
            columns: section.columns,
            rows: section.rows,
            sentences: sentences(&names, &found, MARGIN),
            done,
        };
        if !listener.tell(&told) || done {
            return Some(());
        }
    }
}

#[derive(Deserialize)]
pub struct Tuning {
    #[serde(flatten)]
    design: Design,
    #[serde(default)]
    want: String,
    #[serde(default)]
    keep: String,
    open: Vec<String>,
}

#[derive(Serialize)]
struct Tuned {
    round: u32,
    tried: usize,
    racing: usize,
    /// Whether all designs of the space are tried.
    whole: bool,
    best: Option<f64>,
    /// The front, on fresh deals; the text's own design first. Empty as long as the race goes on.
    front: Vec<Finalist>,
    done: bool,
}

#[derive(Serialize)]
struct Finalist {
    words: String,
    text: String,
    solvable: f64,
    chance: f64,
    interest: f64,
    interest_interval: Option<[f64; 2]>,
    different: String,
    seconds: f64,
}

/// A race of designs for the text's setup.
pub async fn tune(State(app): State<App>, Json(asked): Json<Tuning>) -> Events {
    let setup = asked.design.setup()?;
    let parts = asked.open.iter().map(|word| Part::read(word)).collect::<Result<Vec<_>, _>>();
    let parts = parts.map_err(Refused::wrong)?;
    let keep = Keep::read(&asked.keep).map_err(Refused::wrong)?;
    let wants = Want::read(&asked.want).map_err(Refused::wrong)?;
    // What is wrong is said at once.
    Space::new(&setup, &parts, keep.clone()).map_err(Refused::wrong)?;
    let work = app.slow.clone();
    listen(move |listener| {
        tune_for(listener, &work, &setup, &parts, keep, &wants);
    })
}

fn tune_for(
    listener: &Listener,
    work: &Work,
    setup: &Setup,
    parts: &[Part],
    keep: Vec<Keep>,
    wants: &[Want],
) -> Option<()> {
    let space = Space::new(setup, parts, keep).ok()?;
    let rules = Rules { designs: DESIGNS, new: 12, racing: 12, enough: ENOUGH };
    let mut race = Race::new(&space, wants, rules, "page").ok()?;
    let racing = Asked { chance: true, plays: 5, graph_states: 0, ..ONLY_VERDICT };
    let deal = |number: usize, race: &Race<'_>, study: &Study, deals: u64| -> Option<Line> {
        let made = space.setup(&race.tried[number].design).ok()?;
        let dealer = dealer_for(&made).ok()?;
        let source = Source::new(&dealer, study);
        let mut line = None;
        let mut dealt = 0;
        while dealt < deals {
            let _place = work.place()?;
            let begun = Instant::now();
            while dealt < deals && begun.elapsed() < SLICE {
                deal_more(&source, study, &mut line, dealt..dealt + 1)?;
                dealt += 1;
            }
            if !listener.is_there() {
                return None;
            }
        }
        line
    };
    let mut round = 0;
    loop {
        let next = race.next_round();
        if next.is_empty() || !listener.has_time() {
            break;
        }
        round += 1;
        for number in next {
            let study = study_of(racing, &format!("round {round} of {number}"));
            let line = deal(number, &race, &study, DEALS)?;
            race.tell(number, &line);
        }
        race.judge();
        let field = race.tried.iter().filter(|tried| tried.standing != Standing::Out);
        let best = field.filter_map(|tried| tried.gain.mean()).max_by(f64::total_cmp);
        let racing = race.tried.iter().filter(|tried| tried.standing == Standing::Racing).count();
        let (tried, whole) = (race.tried.len(), race.is_whole());
        if !listener.tell(&Tuned { round, tried, racing, whole, best, front: Vec::new(), done: false }) {
            return None;
        }
    }
    race.settle();
    let mut chosen = vec![0];
    chosen.extend(race.front().into_iter().filter(|&number| number != 0).take(5));
    let mut front = Vec::new();
    for (place, &number) in chosen.iter().enumerate() {
        let study =
            study_of(Asked { graph_states: 20_000, plays: 20, ..racing }, &format!("confirm {number}"));
        let line = deal(number, &race, &study, CONFIRM)?;
        let design = &race.tried[number].design;
        let facts = Facts::of(&space.setup(design).ok()?).ok()?;
        let title = if place == 0 { setup.title.clone() } else { format!("{} tuned {place}", setup.title) };
        front.push(Finalist {
            words: space.words(design),
            text: space.file(design, &title).ok()?,
            solvable: line.share().unwrap_or(0.0),
            chance: line.chance().unwrap_or(0.0),
            interest: line.interest().unwrap_or(0.0),
            interest_interval: line.interest_interval().map(Interval::ends),
            different: crate::cmd::count::in_words(&facts.distinct),
            seconds: facts.seconds,
        });
    }
    front[1..].sort_by(|a, b| b.interest.total_cmp(&a.interest));
    let (tried, whole) = (race.tried.len(), race.is_whole());
    listener.tell(&Tuned { round, tried, racing: 0, whole, best: None, front, done: true });
    Some(())
}

#[derive(Deserialize)]
pub struct Hunted {
    setup: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    seed: String,
    measure: String,
    most: bool,
}

#[derive(Serialize)]
struct Caught {
    step: u64,
    steps: u64,
    value: f64,
    /// The challenge, at the end.
    id: Option<String>,
}

/// One climb for the longest or hardest challenge of a built-in setup.
pub async fn hunt(State(app): State<App>, Json(asked): Json<Hunted>) -> Events {
    let setup = builtin_setup(&asked.setup, &asked.options)?;
    let quarry = Quarry::new(&asked.measure, asked.most).map_err(Refused::wrong)?;
    let work = app.slow.clone();
    listen(move |listener| {
        hunt_for(listener, &work, &setup, quarry, &asked.seed);
    })
}

fn hunt_for(listener: &Listener, work: &Work, setup: &Setup, quarry: Quarry, seed: &str) -> Option<()> {
    let dealer = dealer_for(setup).ok()?;
    let few = Limits { states: STATES_OF_ONE, ..limits() };
    let manner = Asked { plays: 100, graph_states: 20_000, ..ONLY_VERDICT };
    let mut random = Stream::new(&["page hunt", &setup.full_name(), seed], 0);
    let mut place = work.place();
    let (mut last, mut told) = (Instant::now(), Instant::now());
    let hunt = Hunt { quarry, steps: STEPS };
    let caught = climb(&dealer, &hunt, &manner, &few, seed, &mut random, |step, value| {
        if last.elapsed() >= SLICE {
            // Others may have the place in between.
            place.take();
            if told.elapsed() >= 2 * SLICE {
                told = Instant::now();
                if !listener.tell(&Caught { step, steps: STEPS, value, id: None }) {
                    return false;
                }
            }
            place = work.place();
            last = Instant::now();
        }
        listener.has_time()
    })?;
    drop(place);
    let id = setup.build(&caught.cells, caught.dice).ok()?.id();
    listener.tell(&Caught { step: STEPS, steps: STEPS, value: caught.value, id: Some(id) });
    Some(())
}
