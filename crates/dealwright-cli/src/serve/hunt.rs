//! One climb for the longest or hardest challenge of a built-in setup, as long as somebody listens; and the gallery of
//! those that are known.

use super::App;
use super::ask::{Question, Refused};
use super::better::{MOST_TIME, STATES_OF_ONE};
use super::net::Ends;
use super::play::{Answer, builtin_setup, check_seed, limits};
use super::streams::{Events, Piece, Pieces, stream};
use crate::cmd::gallery::EntryKeys;
use crate::input::dealer_for;
use axum::Json;
use axum::extract::{Extension, State};
use dealwright::gallery::entries;
use dealwright::hunt::{Climb, Hunt, Quarry, check_outlook};
use dealwright::measure::Asked;
use dealwright::rng::Stream;
use dealwright::search::Limits;
use dealwright::setup::Setup;
use dealwright::study::ONLY_VERDICT;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Instant;

/// Steps of a climb.
const STEPS: u64 = 20_000;

/// The gallery of extremes.
pub async fn gallery() -> Answer<Vec<EntryKeys>> {
    Ok(Json(entries().iter().map(EntryKeys::from).collect()))
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
pub struct Caught {
    step: u64,
    steps: u64,
    /// The best so far.
    value: Option<f64>,
    /// The challenge, at the end.
    id: Option<String>,
    done: bool,
}

/// A climb at work.
struct Hunting {
    setup: Setup,
    climb: Climb,
    quarry: Quarry,
    /// Whether it is known that the measure is defined for the game, or was not soon seen not to be.
    is_checked: bool,
    begun: Instant,
}

/// What is measured beside the quarry, and how.
const MANNER: Asked = Asked { plays: 100, graph_states: 20_000, ..ONLY_VERDICT };

pub async fn hunt(
    State(app): State<App>,
    Extension(ends): Extension<Ends>,
    Question(asked): Question<Hunted>,
) -> Events {
    check_seed(&asked.seed)?;
    let registry = app.registry.clone();
    let setup = builtin_setup(&registry, &asked.setup, &asked.options)?;
    let quarry = Quarry::new(&asked.measure, asked.most).map_err(Refused::wrong)?;
    let random = Stream::new(&["page hunt", &setup.full_name(), &asked.seed], 0);
    let climb = Climb::new(Hunt { quarry, steps: STEPS }, MANNER, &asked.seed, random);
    stream(app, ends, Hunting { setup, climb, quarry, is_checked: false, begun: Instant::now() }).await
}

impl Pieces for Hunting {
    type Told = Caught;

    fn go_on(&mut self, until: Instant) -> Result<Piece<Caught>, Refused> {
        let dealer = dealer_for(&self.setup).map_err(Refused::wrong)?;
        let few = Limits { states: STATES_OF_ONE, ..limits() };
        if !self.is_checked {
            let soon = |_| Instant::now() < until;
            check_outlook(&dealer, self.quarry, &MANNER, &few, soon).map_err(Refused::wrong)?;
            self.is_checked = true;
        }
        self.climb.go_on(&dealer, &few, || Instant::now() < until);
        if let Some(why) = self.climb.in_vain(&dealer) {
            return Err(Refused::wrong(why));
        }
        let done = self.climb.is_over() || self.begun.elapsed() >= MOST_TIME;
        let so_far = self.climb.so_far();
        let caught = if done { self.climb.best(&dealer, &few) } else { None };
        let id = caught.map(|caught| self.setup.build(&caught.cells, &caught.dice).map(|found| found.id()));
        let told = Caught {
            step: so_far.map_or(0, |(step, _)| step),
            steps: STEPS,
            value: so_far.map(|(_, value)| value),
            id: id.transpose().map_err(Refused::wrong)?,
            done,
        };
        Ok(Piece { tell: Some(told), done })
    }
}
