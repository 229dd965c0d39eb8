//! What can be said of a position and of the way to it: hints, where a game was lost, where it could have been. Whatever
//! the limits leave open is named as open.

use super::App;
use super::ask::{Question, Refused};
use super::play::{Answer, Played};
use super::work::Turn;
use axum::Json;
use axum::extract::State;
use dealwright::Challenge;
use dealwright::search::{Outcome, Verdict};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Work on a game looked back on before what was found so far is given.
const LOOK_BACK: Duration = Duration::from_secs(2);
/// Positions of a lost game that may stay undecided before the search for the losing move is given up.
const MOST_UNDECIDED: usize = 5;

fn illegal() -> Refused {
    Refused::wrong("the moves are not all legal")
}

/// What this turn can say; none if a longer one may say more.
fn solved(
    challenge: &Challenge,
    line: &[&str],
    shortest: bool,
    turn: Turn,
) -> Result<Option<Outcome<String>>, Refused> {
    let found = challenge.solve_after(line, shortest, &turn.limits()).ok_or_else(illegal)?;
    let is_open = found.verdict == Verdict::Undecided && turn != Turn::LAST;
    Ok((!is_open).then_some(found))
}

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

pub async fn hint(State(app): State<App>, Question(played): Question<Played>) -> Answer<Hint> {
    let registry = app.registry.clone();
    let mut any = false;
    let job = move |turn| {
        let (challenge, moves) = played.read(&registry)?;
        let Some(found) = solved(&challenge, &moves, !any, turn)? else { return Ok(None) };
        if found.verdict == Verdict::Undecided && !any {
            // Some solution may be found where a shortest one is not.
            any = true;
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
    };
    app.work.run(Turn::FIRST, job).await.map(Json)
}

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

/// Where the game was lost.
pub async fn lost(State(app): State<App>, Question(played): Question<Played>) -> Answer<Lost> {
    let registry = app.registry.clone();
    let mut losing = Losing::default();
    let job = move |turn: Turn| {
        let (challenge, moves) = played.read(&registry)?;
        let begun = Instant::now();
        while let Some(after) = losing.next(moves.len()) {
            let Some(found) = solved(&challenge, &moves[..after], false, turn)? else { return Ok(None) };
            losing.known.insert(after, found.verdict);
            losing.reason = found.reason.map(|reason| reason.to_string()).or(losing.reason.take());
            if begun.elapsed() > turn.time() {
                return Ok(None);
            }
        }
        Ok(Some(losing.answer(moves.len())))
    };
    app.work.run(Turn::FIRST, job).await.map(Json)
}

#[derive(Deserialize)]
pub struct Looked {
    id: String,
    #[serde(default)]
    moves: Vec<String>,
    /// Where to go on.
    #[serde(default)]
    from: Place,
}

/// A move that could be made in a game: after so many moves, the so-many-th choice.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Place {
    after: usize,
    #[serde(default)]
    choice: usize,
}

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

/// A game looked back on, as far as it can be done in a moment, and where to go on.
pub async fn game(State(app): State<App>, Question(looked): Question<Looked>) -> Answer<Game> {
    let registry = app.registry.clone();
    let played = Played { id: looked.id, moves: looked.moves, attempt: None };
    let mut place = looked.from;
    let mut wants_shortest = place == Place::default();
    let mut game = Some(Game::default());
    let mut worked = Duration::ZERO;
    let job = move |turn: Turn| {
        let (challenge, moves) = played.read(&registry)?;
        let replay = challenge.replay(&moves);
        if replay.stopped.is_some() || place.after > moves.len() {
            return Err(illegal());
        }
        let Some(found) = game.as_mut() else { return Ok(None) };
        found.positions = moves.len();
        let begun = Instant::now();
        if wants_shortest {
            let Some(outcome) = solved(&challenge, &[], true, turn)? else { return Ok(None) };
            wants_shortest = false;
            found.shortest = outcome.solution.filter(|_| outcome.shortest).map(|solution| solution.len());
        }
        while place.after < moves.len() {
            let mut line = moves[..place.after].to_vec();
            let choices = challenge.moves_after(&line).ok_or_else(illegal)?;
            while let Some(mv) = choices.get(place.choice).map(|mv| &mv.text) {
                // What was played in a game that was solved has not lost it.
                if !(replay.solved && *mv == replay.played[place.after]) {
                    line.push(mv);
                    let outcome = solved(&challenge, &line, false, turn)?;
                    line.pop();
                    let Some(outcome) = outcome else {
                        worked += begun.elapsed();
                        return Ok(None);
                    };
                    found.note(place.after, choices.len(), mv, outcome.verdict);
                }
                place.choice += 1;
                if worked + begun.elapsed() > LOOK_BACK {
                    found.next = Some(place);
                    return Ok(game.take());
                }
                if begun.elapsed() > turn.time() {
                    worked += begun.elapsed();
                    return Ok(None);
                }
            }
            place = Place { after: place.after + 1, choice: 0 };
        }
        Ok(game.take())
    };
    app.work.run(Turn::FIRST, job).await.map(Json)
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
