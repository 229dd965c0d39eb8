//! Can every deal of the setup in the text be solved? Tried one by one, as long as somebody listens.

use crate::budget::{Pace, Piece, Stream, Streamed, limits};
use crate::design::setup_from_text;
use crate::meter::STATES_OF_ONE;
use dealwright::prove::answer::{Answer, Tally};
use dealwright::prove::{Extent, Proof};
use dealwright::search::Limits;
use dealwright::setup::Setup;
use dealwright::setup::load::dealer;
use dealwright::{InvalidInput, Registry};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Boards that a page goes through; of more, deals are tried by chance.
const MOST_BOARDS: u128 = 2_000_000;
/// Those deals.
const SAMPLES: u64 = 10_000;
const SEED: &str = "prove";

/// Try every deal of a setup, or many where there are too many.
#[derive(Deserialize)]
pub struct ProveDesign {
    text: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
}

/// How far it is.
#[derive(Serialize)]
pub struct Proved {
    /// Deals that were tried, of how many.
    tried: u64,
    total: u64,
    undecided: u64,
    /// Whether every different deal is tried, not a sample.
    whole: bool,
    /// Whether every deal can be solved; none where that is not known.
    always: Option<bool>,
    /// A deal without a solution.
    counterexample: Option<String>,
    /// What it came to, in sentences, and what was found so far.
    sentences: Vec<String>,
    done: bool,
    /// Why it ended: `over`, `dead` or `time`.
    ended: Option<&'static str>,
}

/// A proof at work.
pub struct Proving {
    setup: Setup,
    extent: Extent,
    block: u64,
    /// Challenges of the block that were tried.
    place: u64,
    tally: Tally,
    pieces: u32,
}

impl Streamed for ProveDesign {
    type Work = Proving;
    const NAME: &'static str = "prove";
    const MOST_SECONDS: u64 = 600;

    fn begin(self, registry: &Registry) -> Result<Proving, InvalidInput> {
        let setup = setup_from_text(registry, &self.text, &self.options).map_err(InvalidInput::because)?;
        if let Some(shuffling) = setup.shuffling.words() {
            let message = format!(
                "this speaks of everything that can be dealt, not of {shuffling}; choose perfect shuffling"
            );
            return Err(InvalidInput(message));
        }
        let all = Extent::All { symmetries: Vec::new() };
        let few = Proof::new(&dealer(&setup)?, &all).is_ok_and(|proof| proof.total() <= MOST_BOARDS);
        let extent = if few { all } else { Extent::Samples { count: SAMPLES, seed: SEED.into() } };
        Ok(Proving { setup, extent, block: 0, place: 0, tally: Tally::default(), pieces: 0 })
    }
}

impl Stream for Proving {
    type Told = Proved;

    fn go_on(&mut self, pace: &Pace<'_>) -> Result<Piece<Proved>, InvalidInput> {
        let dealer = dealer(&self.setup)?;
        let refused = |_| InvalidInput("the deals of this setup cannot be gone through".into());
        let proof = Proof::new(&dealer, &self.extent).map_err(refused)?;
        let few = Limits { states: STATES_OF_ONE, ..limits() };
        let blocks = proof.blocks();
        let mut dead = None;
        while self.block < blocks && dead.is_none() {
            let (found, over) =
                proof.try_more(self.block, self.place, &few, pace.pause).map_err(|mistake| {
                    InvalidInput(format!("internal error, please report it: {}", mistake.what))
                })?;
            self.place += found.tried;
            self.tally.add(found.tried, found.different, found.undecided.len() as u64);
            if found.dead {
                dead = proof.challenge(self.block, self.place - 1).map(|challenge| challenge.id());
            }
            if over {
                (self.block, self.place) = (self.block + 1, 0);
            }
            if (pace.pause)() {
                break;
            }
        }
        let ended = match (&dead, self.block == blocks, pace.is_late) {
            (Some(_), ..) => Some("dead"),
            (None, true, _) => Some("over"),
            (None, false, true) => Some("time"),
            _ => None,
        };
        self.pieces += 1;
        // Now and then; the end is always told.
        if ended.is_none() && self.pieces % 8 != 1 {
            return Ok(Piece { tell: None, done: false });
        }
        let answer = Answer::new(&proof, self.tally, dead, &[]);
        let answer = if matches!(ended, None | Some("time")) { answer.of_part() } else { answer };
        let told = Proved {
            tried: self.tally.tried,
            total: u64::try_from(proof.total()).unwrap_or(u64::MAX),
            undecided: self.tally.undecided,
            whole: proof.is_whole(),
            always: answer.always,
            counterexample: answer.counterexample.clone(),
            sentences: answer.in_words(),
            done: ended.is_some(),
            ended,
        };
        Ok(Piece { tell: Some(told), done: ended.is_some() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions::open_stream;
    use serde_json::{Value, json};

    /// Pieces of one deal each, and the last answer.
    fn run(text: &str) -> Value {
        let registry = Registry::standard();
        let mut stream = open_stream(&registry, "prove", &json!({ "text": text }).to_string()).unwrap();
        let asked = std::cell::Cell::new(0_u32);
        let pause = || {
            asked.set(asked.get() + 1);
            asked.get().is_multiple_of(7)
        };
        let mut last = Value::Null;
        for _ in 0..1_000_000 {
            let (told, done) = stream.go_on(&Pace { pause: &pause, is_late: false }).unwrap();
            if let Some(told) = told {
                last = serde_json::from_str(&told).unwrap();
            }
            if done {
                return last;
            }
        }
        panic!("never ends: {last}");
    }

    const SURE: &str = "game = 'boxoff'\n[parameters]\nrows = 2\ncolumns = 6\ncolours = 3\n[kit.tiles]\nshape = '1x2'\nturns = 'half'\n\
                        list = ['AA', 'AA', 'BB', 'BB', 'CC', 'CC']\n[board]\nblock = { rows = 1, columns = 2, slots = ['a1 b1'] }\n\
                        [[step]]\nshuffle = 'all'\n[[step]]\nlay = { along = 'slots' }\n";

    #[test]
    fn a_proof_in_small_pieces_tries_every_deal_once() {
        let found = run(SURE);
        assert_eq!(
            (&found["tried"], &found["total"], &found["always"]),
            (&json!(90), &json!(90), &json!(true)),
            "{found}"
        );
        assert_eq!((&found["ended"], &found["whole"]), (&json!("over"), &json!(true)));
    }

    #[test]
    fn a_dead_deal_ends_it_and_is_shown() {
        let text = Registry::standard().setup_text("boxoff/shuffled").unwrap().to_string();
        let found = run(&text);
        assert_eq!(
            (&found["ended"], &found["always"], &found["whole"]),
            (&json!("dead"), &json!(false), &json!(false))
        );
        let id = found["counterexample"].as_str().unwrap();
        let challenge = Registry::standard().challenge(id).unwrap();
        let outcome = challenge.solve(challenge.default_solver(false), &limits()).unwrap();
        assert_eq!(outcome.verdict.word(), "unsolvable");
    }
}
