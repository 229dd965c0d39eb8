//! The smallest change with the hands that makes a dead deal solvable.

use crate::budget::{Budget, Question, Weight, limits};
use crate::play::{builtin_setup, read_played};
use dealwright::board::{self, Board};
use dealwright::dealing::{Dice, DiceInfo};
use dealwright::measure::Level;
use dealwright::search::{Limits, Verdict};
use dealwright::setup::load::dealer;
use dealwright::setup::repair::{Repair, Repairs};
use dealwright::setup::{Rolled, Setup, Verb};
use dealwright::square::Square;
use dealwright::{Challenge, InvalidInput, Registry};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Changes that a page is given, and that are tried for it.
const MOST_SHOWN: usize = 20;
const MOST_TRIED: usize = 2000;

/// "Swapping a1 and b1", "Turning the piece on a1 a2".
pub fn change_in_words(repair: &Repair, board: &Board) -> String {
    let words = |squares: &Vec<Square>| squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ");
    let is_hole = |squares: &Vec<Square>| {
        squares
            .iter()
            .all(|square| board.space(*square).is_some_and(|space| space.kind == board::SpaceKind::Hole))
    };
    match repair.pieces.as_slice() {
        [one, two] if is_hole(one) => format!("Moving the card on {} to {}", words(two), words(one)),
        [one, two] if is_hole(two) => format!("Moving the card on {} to {}", words(one), words(two)),
        [one, two] => format!("Swapping {} and {}", words(one), words(two)),
        pieces => format!("Turning the piece on {}", pieces.iter().map(words).collect::<Vec<_>>().join(" ")),
    }
}

/// A change for programs.
#[derive(Serialize)]
pub struct RepairKeys {
    id: String,
    pieces: Vec<Vec<String>>,
    level: Option<&'static str>,
}

impl RepairKeys {
    /// A change and the level of what comes of it.
    pub fn new(repair: &Repair, level: Option<Level>) -> Self {
        let words = |squares: &Vec<Square>| squares.iter().map(ToString::to_string).collect();
        Self {
            id: repair.challenge.id(),
            pieces: repair.pieces.iter().map(words).collect(),
            level: level.map(|level| level.word()),
        }
    }
}

/// The options of a setup with which it deals a challenge of this size and these rules: those given, and for the rest what
/// the challenge has.
pub fn options_for(
    setup: &Setup,
    challenge: &Challenge,
    given: &[(String, String)],
) -> Vec<(String, String)> {
    let mut options = given.to_vec();
    for (parameter, value) in challenge.info().parameters.iter().zip(challenge.parameters()) {
        let is_given = options.iter().any(|(name, _)| name == parameter.name);
        if !is_given && setup.open.iter().any(|open| open.name == parameter.name) {
            options.push((parameter.name.into(), value.to_string()));
        }
    }
    // What the setup rolls itself is no rule that is chosen for it.
    let is_rolled = |word: &String| rolled(setup).any(|list| values_in(word, list).is_some());
    let rules: Vec<String> = challenge.rules().into_iter().filter(|word| !is_rolled(word)).collect();
    let rules = rules.join(",");
    if !rules.is_empty() && !options.iter().any(|(name, _)| name == "rules") {
        options.push(("rules".into(), rules));
    }
    options
}

/// The lists of dice that a setup rolls for the game.
fn rolled(setup: &Setup) -> impl Iterator<Item = &'static DiceInfo> {
    setup.steps.iter().filter_map(|step| match step.verb {
        Verb::Roll { into: Rolled::List(list), .. } => Some(list),
        _ => None,
    })
}

/// The values of a list of dice where this word of an ID says them, as in "dice-3152".
fn values_in(word: &str, list: &DiceInfo) -> Option<Vec<u8>> {
    let digits = word.strip_prefix(list.rule)?.strip_prefix('-')?;
    let values: Vec<u8> = digits.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
    (values.len() == list.count && digits.len() == list.count).then_some(values)
}

/// The dice that were rolled for a challenge, as far as the setup rolls them.
fn dice_of(setup: &Setup, challenge: &Challenge) -> Dice {
    let words = challenge.rules();
    let values = |list: &'static DiceInfo| {
        let values = words.iter().find_map(|word| values_in(word, list));
        values.map(|values| (list.name, values))
    };
    Dice(rolled(setup).filter_map(values).collect())
}

/// Refuses a setup whose boards are of another kind or size than a challenge.
pub fn check_fits(setup: &Setup, challenge: &Challenge) -> Result<(), InvalidInput> {
    let fits =
        setup.places.cells() == challenge.cells().len() && setup.game.info.name == challenge.info().name;
    match fits {
        true => Ok(()),
        false => {
            let name = setup.name_with_choices();
            Err(InvalidInput(format!("{name} deals boards of another kind or size")))
        }
    }
}

/// Finds the smallest changes that help, as long as `next` gives limits for one more search.
pub fn repairs(
    setup: &Setup,
    challenge: &Challenge,
    next: impl FnMut(&Repairs) -> Option<Limits>,
) -> Result<Repairs, InvalidInput> {
    let dealer = dealer(setup)?;
    if dealer.plan.build.is_some() {
        let name = setup.name_with_choices();
        let message = format!(
            "{name} builds its deals so that they can be solved, and says of no other board that it could be laid; say with --setup \
             what this challenge was dealt with"
        );
        return Err(InvalidInput(message));
    }
    let dice = dice_of(setup, challenge);
    let can_be_rolled = dealer.plan.dice.iter().all(|roll| {
        dice.get(roll.list.name).is_some_and(|values| values.iter().all(|value| roll.faces.contains(value)))
    });
    let found = if can_be_rolled { dealer.repairs_while(&challenge.cells(), &dice, next) } else { None };
    found.ok_or_else(|| {
        let name = setup.name_with_choices();
        let unsure = match dealer.traces_few_changes() {
            true => " (or comes of more than three changes by hand, which are not traced back)",
            false => "",
        };
        InvalidInput(format!(
            "this challenge cannot be laid with {name}{unsure}; say with --setup what it was dealt with"
        ))
    })
}

/// Which small change makes this dead deal solvable?
#[derive(Deserialize)]
pub struct AskRepair {
    id: String,
    /// The built-in setup it was dealt with.
    setup: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
}

/// The smallest changes that help.
#[derive(Serialize)]
pub struct RepairAnswer {
    id: String,
    verdict: &'static str,
    /// `turn`, `neighbours` or `swap`; none where nothing helps, or it is not dead.
    kind: Option<&'static str>,
    tried: usize,
    undecided: usize,
    /// How many of the changes tried help.
    helping: usize,
    /// Some of them, with what is done in words.
    repairs: Vec<RepairWords>,
    /// Whether every change was tried.
    complete: bool,
}

#[derive(Serialize)]
struct RepairWords {
    #[serde(flatten)]
    keys: RepairKeys,
    words: String,
}

impl Question for AskRepair {
    type Answer = RepairAnswer;
    const NAME: &'static str = "repair";
    const WEIGHT: Weight = Weight::Long;

    fn turn(&mut self, registry: &Registry, _: &Budget<'_>) -> Result<Option<RepairAnswer>, InvalidInput> {
        let (challenge, _) = read_played(registry, &self.id, &[])?;
        let solver = challenge.default_solver(false);
        let verdict = challenge.solve(solver, &limits()).map_err(InvalidInput::because)?.verdict;
        let mut answer = RepairAnswer {
            id: challenge.id(),
            verdict: verdict.word(),
            kind: None,
            tried: 0,
            undecided: 0,
            helping: 0,
            repairs: Vec::new(),
            complete: true,
        };
        if verdict != Verdict::Unsolvable {
            return Ok(Some(answer));
        }
        let given: Vec<(String, String)> = self.options.clone().into_iter().collect();
        let plain = builtin_setup(registry, &self.setup, &self.options)?;
        let options = options_for(&plain, &challenge, &given).into_iter().collect();
        let setup = builtin_setup(registry, &self.setup, &options)?;
        check_fits(&setup, &challenge)?;
        let found = repairs(&setup, &challenge, |so_far| (so_far.tried < MOST_TRIED).then(limits))?;
        let board = challenge.board();
        answer.kind = found.found.first().map(|repair| repair.kind.word());
        answer.tried = found.tried;
        answer.undecided = found.undecided.0 + found.undecided.1;
        answer.helping = found.found.len();
        answer.complete = !found.given_up;
        let words = |repair: &Repair| RepairWords {
            keys: RepairKeys::new(repair, None),
            words: change_in_words(repair, &board),
        };
        answer.repairs = found.found.iter().take(MOST_SHOWN).map(words).collect();
        Ok(Some(answer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dealwright::rng::Stream;
    use dealwright::setup::read::read;

    #[test]
    fn dice_that_the_setup_rolls_stay_as_they_lie() {
        let text = "game = 'fujisan'
            kit = { dominoes = { set = 'double-five' }, dice = { dice = 4, values = '0-5' }, priests = { pawns = 4 } }
            board = { slots = 'columns' }
            step = [{ shuffle = 'dominoes' }, { keep = { what = 'dominoes', count = 12 } }, { turn = { what = 'dominoes', how = 'by chance' } },
              { lay = { what = 'dominoes', along = 'slots' } }, { roll = { what = 'dice', into = 'priests' } },
              { stand = { what = 'priests', at = 'on the ground' } }]";
        let setup = read(&Registry::standard(), text, "own", &[], &|_| Err("none".into())).unwrap();
        let dealer = dealer(&setup).unwrap();
        let mut repaired = 0;
        for index in 0..40 {
            let deal = dealer.deal_from(&mut Stream::new(&["dice"], index)).unwrap();
            let challenge = dealer.challenge(&deal).unwrap();
            let solved = challenge.solve(challenge.default_solver(false), &Limits::default()).unwrap();
            if solved.verdict != Verdict::Unsolvable {
                continue;
            }
            assert!(options_for(&setup, &challenge, &[]).is_empty(), "{}", challenge.id());
            let found =
                repairs(&setup, &challenge, |so_far| (so_far.tried < 200).then(Limits::default)).unwrap();
            for repair in &found.found {
                assert_eq!(repair.challenge.rules(), challenge.rules(), "{}", challenge.id());
                repaired += 1;
            }
        }
        assert!(repaired > 0);
    }
}
