//! Why a challenge cannot be solved, or where it can be lost.

use crate::budget::{Budget, Question, Weight, limits};
use crate::play::read_played;
use dealwright::explain::{Cause, Core, Ways, nothing_named};
use dealwright::search::{Limits, Outcome, Verdict};
use dealwright::square::Square;
use dealwright::{Challenge, InvalidInput, Registry};
use serde::{Deserialize, Serialize};

/// Positions that a search for the smallest stuck part may look at, each time.
const CORE_STATES: u64 = 50_000;
/// Positions up to which the whole graph of a solvable challenge is explored.
const GRAPH_STATES: u64 = 2_000_000;

/// What is known of a challenge.
pub struct Why {
    /// What its solver found.
    pub outcome: Outcome<String>,
    /// Named structures that leave it dead, each a proof.
    pub causes: Vec<Cause>,
    /// The smallest part that is stuck by itself, or why none was found; looked for where nothing has a name.
    pub core: Option<Result<Core, String>>,
    /// A shortest solution and the places where it can be lost, where the whole graph was explored.
    pub ways: Option<Ways>,
}

/// Finds out why a challenge is as it is. `say` is told what is being done.
pub fn why(challenge: &Challenge, limits: &Limits, say: impl Fn(&str)) -> Result<Why, InvalidInput> {
    let solver = challenge.default_solver(false);
    let outcome = challenge.solve(solver, limits).map_err(InvalidInput::because)?;
    let dead = outcome.verdict == Verdict::Unsolvable;
    let causes = if dead { challenge.reasons() } else { Vec::new() };
    let core_limits = Limits { states: limits.states.min(CORE_STATES), ..*limits };
    say("looking for the part that is stuck by itself");
    let core = (dead && causes.is_empty()).then(|| challenge.core(&core_limits));
    let graph_limits = Limits { states: limits.states.min(GRAPH_STATES), ..*limits };
    say("exploring every position for places where it can be lost");
    let ways = if outcome.verdict == Verdict::Solvable { challenge.ways(&graph_limits) } else { None };
    Ok(Why { outcome, causes, core, ways })
}

/// The same for programs.
#[derive(Serialize)]
pub struct WhyKeys {
    id: String,
    verdict: &'static str,
    causes: Vec<CauseKeys>,
    core: Option<CoreKeys>,
    solution: Option<Vec<String>>,
    crossroads: Option<Vec<CrossroadsKeys>>,
    bottlenecks: Option<Vec<usize>>,
}

#[derive(Serialize)]
struct CauseKeys {
    name: &'static str,
    words: String,
    squares: Vec<String>,
}

#[derive(Serialize)]
struct CoreKeys {
    squares: Vec<String>,
    minimal: bool,
    relaxed: &'static str,
}

#[derive(Serialize)]
struct CrossroadsKeys {
    after: usize,
    choices: usize,
    losing: Vec<String>,
}

impl Why {
    /// For programs.
    pub fn keys(&self, challenge: &Challenge) -> WhyKeys {
        let words = |squares: &[Square]| squares.iter().map(ToString::to_string).collect();
        let cause = |cause: &Cause| CauseKeys {
            name: cause.name,
            words: cause.words.clone(),
            squares: words(&cause.squares),
        };
        let crossroads = |ways: &Ways| {
            let keys = ways.crossroads.iter().map(|c| CrossroadsKeys {
                after: c.after,
                choices: c.choices,
                losing: c.losing.clone(),
            });
            keys.collect()
        };
        WhyKeys {
            id: challenge.id(),
            verdict: self.outcome.verdict.word(),
            causes: self.causes.iter().map(cause).collect(),
            core: self.core.as_ref().and_then(|core| core.as_ref().ok()).map(|core| CoreKeys {
                squares: words(&core.squares),
                minimal: core.minimal,
                relaxed: core.relaxed,
            }),
            solution: self.ways.as_ref().map(|ways| ways.solution.clone()),
            crossroads: self.ways.as_ref().map(crossroads),
            bottlenecks: self.ways.as_ref().map(|ways| ways.bottlenecks.clone()),
        }
    }

    /// What is said where a dead challenge has no named structure and no stuck part was found.
    pub fn without_a_name(challenge: &Challenge, why: &str) -> String {
        match nothing_named(challenge.info()) {
            Some(sentence) => format!("Every way was tried and fails. {sentence}"),
            None => format!("No named structure; every way was tried and fails. Besides, {why}."),
        }
    }
}

/// Why can this challenge not be solved, or where can it be lost?
#[derive(Deserialize)]
pub struct AskWhy {
    id: String,
    /// Moves that lead to the position that is asked about.
    #[serde(default)]
    moves: Vec<String>,
}

/// What is known, with the sentence for a dead challenge that has no named cause.
#[derive(Serialize)]
pub struct WhyAnswer {
    #[serde(flatten)]
    why: WhyKeys,
    /// Why it is undecided.
    reason: Option<String>,
    /// What is said where nothing has a name.
    nothing_named: Option<String>,
}

impl Question for AskWhy {
    type Answer = WhyAnswer;
    const NAME: &'static str = "why";
    const WEIGHT: Weight = Weight::Long;

    fn turn(&mut self, registry: &Registry, _: &Budget<'_>) -> Result<Option<WhyAnswer>, InvalidInput> {
        let (challenge, moves) = read_played(registry, &self.id, &self.moves)?;
        let challenge = match moves.as_slice() {
            [] => challenge,
            moves => challenge.after(moves).ok_or_else(|| {
                InvalidInput(format!(
                    "{} cannot tell why a position in the middle is lost, or the moves are not all legal",
                    challenge.info().title
                ))
            })?,
        };
        let found = why(&challenge, &limits(), |_| {})?;
        let nothing_named = match &found.core {
            Some(Err(why)) => Some(Why::without_a_name(&challenge, why)),
            _ => None,
        };
        let reason = found.outcome.reason.as_ref().map(|reason| reason.to_string());
        Ok(Some(WhyAnswer { why: found.keys(&challenge), reason, nothing_named }))
    }
}

#[cfg(test)]
mod tests {
    use crate::budget::Budget;
    use crate::questions::answer;
    use dealwright::Registry;
    use serde_json::Value;

    #[test]
    fn a_position_in_the_middle_of_a_game_is_explained_as_it_lies_there() {
        let ask = |body: &str| answer(&Registry::standard(), "why", body, &Budget::whole());
        let found = ask(r#"{"id":"boxoff:BBWBBW/BYYYWB/YWWWYY","moves":["e1f1","b2c2"]}"#).unwrap();
        let found: Value = serde_json::from_str(&found).unwrap();
        assert_eq!(found["verdict"], "unsolvable");
        assert!(!found["causes"].as_array().unwrap().is_empty() || !found["core"].is_null(), "{found}");
        let start: Value =
            serde_json::from_str(&ask(r#"{"id":"boxoff:BBWBBW/BYYYWB/YWWWYY"}"#).unwrap()).unwrap();
        assert_eq!(start["verdict"], "solvable");
        let refused = ask(r#"{"id":"boxoff:BBWBBW/BYYYWB/YWWWYY","moves":["a1f3"]}"#).unwrap_err();
        assert!(refused.0.contains("not all legal"), "{refused:?}");
    }
}
