//! One climb for the longest or hardest challenge of a built-in setup, as long as somebody listens.

use crate::budget::{Pace, Piece, Stream, Streamed, limits};
use crate::meter::STATES_OF_ONE;
use crate::play::{builtin_setup, check_seed};
use dealwright::hunt::{Climb, Hunt, Quarry, check_outlook};
use dealwright::measure::MeasureRequest;
use dealwright::rng::Stream as Chance;
use dealwright::search::Limits;
use dealwright::setup::Setup;
use dealwright::setup::load::dealer;
use dealwright::study::ONLY_VERDICT;
use dealwright::{InvalidInput, Registry};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Steps of a climb.
const STEPS: u64 = 20_000;

/// Climb towards the most or least of a measure.
#[derive(Deserialize)]
pub struct HuntChallenge {
    setup: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    seed: String,
    measure: String,
    most: bool,
}

/// How far a climb is.
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
pub struct Hunting {
    setup: Setup,
    climb: Climb,
    quarry: Quarry,
    /// Whether it is known that the measure is defined for the game, or was not soon seen not to be.
    is_checked: bool,
}

/// What is measured beside the quarry, and how.
const REQUEST: MeasureRequest = MeasureRequest { plays: 100, graph_states: 20_000, ..ONLY_VERDICT };

impl Streamed for HuntChallenge {
    type Work = Hunting;
    const NAME: &'static str = "hunt";

    fn begin(self, registry: &Registry) -> Result<Hunting, InvalidInput> {
        check_seed(&self.seed)?;
        let setup = builtin_setup(registry, &self.setup, &self.options)?;
        let quarry = Quarry::new(&self.measure, self.most).map_err(InvalidInput)?;
        let random = Chance::new(&["page hunt", &setup.full_name(), &self.seed], 0);
        let climb = Climb::new(Hunt { quarry, steps: STEPS }, REQUEST, &self.seed, random);
        Ok(Hunting { setup, climb, quarry, is_checked: false })
    }
}

impl Stream for Hunting {
    type Told = Caught;

    fn go_on(&mut self, pace: &Pace<'_>) -> Result<Piece<Caught>, InvalidInput> {
        let dealer = dealer(&self.setup)?;
        let few = Limits { states: STATES_OF_ONE, ..limits() };
        if !self.is_checked {
            let soon = |_| !(pace.pause)();
            check_outlook(&dealer, self.quarry, &REQUEST, &few, soon).map_err(InvalidInput::because)?;
            self.is_checked = true;
        }
        self.climb.go_on(&dealer, &few, || !(pace.pause)());
        if let Some(why) = self.climb.in_vain(&dealer) {
            return Err(InvalidInput::because(why));
        }
        let done = self.climb.is_over() || pace.is_late;
        let so_far = self.climb.so_far();
        let caught = if done { self.climb.best(&dealer, &few) } else { None };
        let id = caught.map(|caught| self.setup.build(&caught.cells, &caught.dice).map(|found| found.id()));
        let told = Caught {
            step: so_far.map_or(0, |(step, _)| step),
            steps: STEPS,
            value: so_far.map(|(_, value)| value),
            id: id.transpose().map_err(InvalidInput::because)?,
            done,
        };
        Ok(Piece { tell: Some(told), done })
    }
}
