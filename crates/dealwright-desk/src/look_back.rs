//! What can be said of a position and of the way to it: hints, where a game was lost, where it could have been. Whatever
//! the limits leave open is named as open.

use crate::budget::{Budget, Question};
use crate::play::read_played;
use dealwright::search::{Outcome, Verdict};
use dealwright::{Challenge, InvalidInput, Registry};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Positions of a lost game that may stay undecided before the search for the losing move is given up.
const MOST_UNDECIDED: usize = 5;

fn illegal() -> InvalidInput {
    InvalidInput("the moves are not all legal".into())
}

/// What this turn can say; none if a greater one may say more.
fn solved(
    challenge: &Challenge,
    line: &[&str],
    shortest: bool,
    budget: &Budget<'_>,
) -> Result<Option<Outcome<String>>, InvalidInput> {
    let found = challenge.solve_after(line, shortest, &budget.limits).ok_or_else(illegal)?;
    let is_open = found.verdict == Verdict::Undecided && !budget.is_last;
    Ok((!is_open).then_some(found))
}

/// What would a good move be?
#[derive(Deserialize)]
pub struct AskHint {
    id: String,
    #[serde(default)]
    moves: Vec<String>,
    /// Whether any solution will do: a shortest one was not found.
    #[serde(skip)]
    any: bool,
}

/// A way to the end, or that there is none.
#[derive(Serialize)]
pub struct Hint {
    verdict: &'static str,
    /// Why it is undecided.
    reason: Option<String>,
    /// A way to the end from here.
    line: Vec<String>,
    /// Whether it is proved that no way is shorter.
    shortest: bool,
    /// The piece to move, and where to.
    from: Option<String>,
    to: Option<String>,
}

impl Question for AskHint {
    type Answer = Hint;
    const NAME: &'static str = "hint";

    fn turn(&mut self, registry: &Registry, budget: &Budget<'_>) -> Result<Option<Hint>, InvalidInput> {
        let (challenge, moves) = read_played(registry, &self.id, &self.moves)?;
        let Some(found) = solved(&challenge, &moves, !self.any, budget)? else { return Ok(None) };
        if found.verdict == Verdict::Undecided && !self.any {
            // Some solution may be found where a shortest one is not.
            self.any = true;
            return Ok(None);
        }
        let line = found.solution.unwrap_or_default();
        let first = line.first().and_then(|first| {
            challenge.moves_after(&moves).unwrap_or_default().into_iter().find(|mv| mv.text == *first)
        });
        let touched = first.map(|mv| mv.touches).unwrap_or_default();
        Ok(Some(Hint {
            verdict: found.verdict.word(),
            reason: found.reason.map(|reason| reason.to_string()),
            shortest: found.shortest,
            from: touched.from.map(|square| square.to_string()),
            to: touched.to.map(|square| square.to_string()),
            line,
        }))
    }
}

/// Where was this game lost?
#[derive(Deserialize)]
pub struct FindLoss {
    id: String,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(skip)]
    losing: Losing,
}

/// Where a game was lost, as far as is known.
#[derive(Serialize)]
pub struct Lost {
    /// Of the last position.
    verdict: &'static str,
    /// Why it is undecided.
    reason: Option<String>,
    /// The number of the move after which no solution was left, 0 from the start; none if one is left, or it is not known.
    lost_at: Option<usize>,
    /// Where it is only known roughly: the first and the last move that may have lost it.
    between: Option<[usize; 2]>,
    /// Whether `lost_at` is all there is to know.
    known: bool,
}

/// The search for the move that lost. Along a line what is lost stays lost, so halving finds it; positions that stay
/// undecided are gone around.
#[derive(Default)]
struct Losing {
    known: BTreeMap<usize, Verdict>,
    reason: Option<String>,
}

impl Losing {
    fn of(&self, verdict: Verdict) -> impl DoubleEndedIterator<Item = usize> {
        self.known.iter().filter(move |(_, known)| **known == verdict).map(|(&after, _)| after)
    }

    /// The last position with a solution, and the first without.
    fn ends(&self) -> (Option<usize>, Option<usize>) {
        (self.of(Verdict::Solvable).next_back(), self.of(Verdict::Unsolvable).next())
    }

    /// The position to be looked at next, as the number of moves before it.
    fn next(&self, moves: usize) -> Option<usize> {
        if !self.known.contains_key(&moves) {
            return Some(moves);
        }
        let (good, Some(bad)) = self.ends() else { return None };
        if !self.known.contains_key(&0) {
            return Some(0);
        }
        let first = good.map_or(0, |good| good + 1);
        if self.of(Verdict::Undecided).count() > MOST_UNDECIDED {
            return None;
        }
        let middle = first + bad.saturating_sub(first) / 2;
        let open = (first..bad).filter(|after| !self.known.contains_key(after));
        open.min_by_key(|after| after.abs_diff(middle))
    }

    fn answer(&self, moves: usize) -> Lost {
        let last = self.known.get(&moves).copied().unwrap_or(Verdict::Undecided);
        let (mut lost_at, mut between) = (None, None);
        if let (good, Some(bad)) = self.ends() {
            let first = good.map_or(0, |good| good + 1);
            if first == bad { lost_at = Some(bad) } else { between = Some([first, bad]) }
        }
        let known = last == Verdict::Solvable || lost_at.is_some();
        let reason = self.reason.clone().filter(|_| !known);
        Lost { verdict: last.word(), reason, lost_at, between, known }
    }
}

impl Question for FindLoss {
    type Answer = Lost;
    const NAME: &'static str = "lost";

    fn turn(&mut self, registry: &Registry, budget: &Budget<'_>) -> Result<Option<Lost>, InvalidInput> {
        let (challenge, moves) = read_played(registry, &self.id, &self.moves)?;
        while let Some(after) = self.losing.next(moves.len()) {
            let found = solved(&challenge, &moves[..after], false, budget)?;
            let Some(found) = found else { return Ok(None) };
            self.losing.known.insert(after, found.verdict);
            self.losing.reason = found.reason.map(|reason| reason.to_string()).or(self.losing.reason.take());
            if (budget.pause)() {
                return Ok(None);
            }
        }
        Ok(Some(self.losing.answer(moves.len())))
    }
}

/// What could have gone wrong, or did, in this game?
#[derive(Deserialize)]
pub struct ReviewGame {
    id: String,
    #[serde(default)]
    moves: Vec<String>,
    /// Where to go on.
    #[serde(default)]
    from: Place,
    /// Whether the shortest solution from the start has been looked for.
    #[serde(skip)]
    is_under_way: bool,
    #[serde(skip)]
    game: Game,
}

/// A move that could be made in a game: after so many moves, the so-many-th choice.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Place {
    after: usize,
    #[serde(default)]
    choice: usize,
}

/// A game looked back on.
#[derive(Default, Serialize)]
pub struct Game {
    /// Moves of a shortest solution from the start; none where that is not proved, and when going on.
    shortest: Option<usize>,
    /// Positions of the game before a move.
    positions: usize,
    /// Positions of the game where a move would have lost, or where that is undecided.
    crossroads: Vec<CrossroadsKeys>,
    /// Where to go on; none when everything has been looked at.
    next: Option<Place>,
}

#[derive(Serialize)]
struct CrossroadsKeys {
    after: usize,
    choices: usize,
    losing: Vec<String>,
    undecided: Vec<String>,
}

impl Game {
    fn note(&mut self, after: usize, choices: usize, mv: &str, verdict: Verdict) {
        if verdict == Verdict::Solvable {
            return;
        }
        if self.crossroads.last().is_none_or(|last| last.after != after) {
            let (losing, undecided) = (Vec::new(), Vec::new());
            self.crossroads.push(CrossroadsKeys { after, choices, losing, undecided });
        }
        if let Some(last) = self.crossroads.last_mut() {
            let moves = match verdict {
                Verdict::Unsolvable => &mut last.losing,
                _ => &mut last.undecided,
            };
            moves.push(mv.into());
        }
    }
}

impl Question for ReviewGame {
    type Answer = Game;
    const NAME: &'static str = "game";
    const PATIENCE: u64 = 2000;

    fn turn(&mut self, registry: &Registry, budget: &Budget<'_>) -> Result<Option<Game>, InvalidInput> {
        let (challenge, moves) = read_played(registry, &self.id, &self.moves)?;
        let replay = challenge.replay(&moves);
        if replay.stopped.is_some() || self.from.after > moves.len() {
            return Err(illegal());
        }
        self.game.positions = moves.len();
        if !self.is_under_way && self.from == Place::default() {
            let Some(outcome) = solved(&challenge, &[], true, budget)? else { return Ok(None) };
            self.game.shortest = outcome.solution.filter(|_| outcome.shortest).map(|solution| solution.len());
        }
        self.is_under_way = true;
        while self.from.after < moves.len() {
            let mut line = moves[..self.from.after].to_vec();
            let choices = challenge.moves_after(&line).ok_or_else(illegal)?;
            while let Some(mv) = choices.get(self.from.choice).map(|mv| &mv.text) {
                // What was played in a game that was solved has not lost it.
                if !(replay.solved && *mv == replay.played[self.from.after]) {
                    line.push(mv);
                    let outcome = solved(&challenge, &line, false, budget)?;
                    line.pop();
                    let Some(outcome) = outcome else { return Ok(None) };
                    self.game.note(self.from.after, choices.len(), mv, outcome.verdict);
                }
                self.from.choice += 1;
                if (budget.give_up)() {
                    self.game.next = Some(self.from);
                    return Ok(Some(std::mem::take(&mut self.game)));
                }
                if (budget.pause)() {
                    return Ok(None);
                }
            }
            self.from = Place { after: self.from.after + 1, choice: 0 };
        }
        Ok(Some(std::mem::take(&mut self.game)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Verdict::{Solvable, Undecided, Unsolvable};

    /// Looks for the losing move of a game with these verdicts after 0, 1, 2 … moves.
    fn found(verdicts: &[Verdict]) -> (Lost, usize) {
        let mut losing = Losing::default();
        let last = verdicts.len() - 1;
        while let Some(after) = losing.next(last) {
            assert!(losing.known.insert(after, verdicts[after]).is_none(), "asked twice");
        }
        (losing.answer(last), losing.known.len())
    }

    #[test]
    fn the_losing_move_is_found_by_halving() {
        for bad in 0..=40 {
            let verdicts: Vec<Verdict> =
                (0..=40).map(|n| if n < bad { Solvable } else { Unsolvable }).collect();
            let (lost, looked) = found(&verdicts);
            assert_eq!((lost.lost_at, lost.between, lost.known), (Some(bad), None, true));
            assert!(looked <= 8, "{looked}");
        }
        let (lost, looked) = found(&[Solvable; 41]);
        assert_eq!((lost.lost_at, lost.known, lost.verdict, looked), (None, true, "solvable", 1));
    }

    #[test]
    fn undecided_positions_leave_a_range_that_holds_the_losing_move() {
        for bad in 1..=40 {
            for open in 0..40 {
                for many in [1, 3, 30] {
                    let verdict = |n: usize| match n {
                        n if n >= open && n < (open + many).min(40) => Undecided,
                        n if n < bad => Solvable,
                        _ => Unsolvable,
                    };
                    let (lost, looked) = found(&(0..=40).map(verdict).collect::<Vec<_>>());
                    let [first, last] = lost.between.or(lost.lost_at.map(|at| [at, at])).unwrap();
                    assert!((first..=last).contains(&bad), "{bad} is not in {first} to {last}");
                    assert_eq!(lost.verdict, "unsolvable");
                    assert!(looked <= 16, "{looked}");
                }
            }
        }
        let (lost, _) = found(&[Solvable, Solvable, Undecided]);
        assert_eq!((lost.lost_at, lost.between, lost.known, lost.verdict), (None, None, false, "undecided"));
    }
}
