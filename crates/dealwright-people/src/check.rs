//! Rows against what is known: the actions of each step by the setup's file, the moves of each game by its rules.

use crate::read::MOST_TASKS;
use crate::rows::{Deed, Export, Game, GameOutcome, Move, Run, RunOutcome, Step, Task};
use dealwright::setup::Setup;
use dealwright::setup::effort::{KINDS, Phase, SECONDS};
use dealwright::setup::load::dealer;
use dealwright::setup::stopwatch::{Stopwatch, stopwatch};
use dealwright::text::quoted;
use dealwright::{InvalidInput, Registry};
use std::collections::{BTreeMap, HashMap};

/// People of one fit at most.
pub const MOST_PEOPLE: usize = 5000;
/// Setups of one fit at most, each with its sizes.
pub const MOST_SETUPS: usize = 200;

/// A setup that somebody timed.
#[derive(Debug, Clone, PartialEq)]
pub struct KnownSetup {
    /// Its name with what was chosen.
    pub name: String,
    /// Its steps.
    pub stopwatch: Stopwatch,
}

/// One step of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct StepRow {
    /// The step, as it was logged.
    pub step: Step,
    /// The actions that it took, in the order of [`SECONDS`].
    pub actions: [f64; KINDS],
}

/// One run.
#[derive(Debug, Clone, PartialEq)]
pub struct RunRow {
    /// Who.
    pub person: usize,
    /// Which setup.
    pub setup: usize,
    /// The task in the session.
    pub task: u32,
    /// Runs and games that the person began before it.
    pub before: u32,
    /// 1 for the person's first run of this setup.
    pub repeat: u32,
    /// How it ended.
    pub outcome: RunOutcome,
    /// How long it took.
    pub seconds: f64,
    /// Its steps.
    pub steps: Vec<StepRow>,
}

/// One game.
#[derive(Debug, Clone, PartialEq)]
pub struct GameRow {
    /// Who.
    pub person: usize,
    /// Which challenge.
    pub challenge: usize,
    /// The task in the session.
    pub task: u32,
    /// Runs and games that the person began before it.
    pub before: u32,
    /// Whether the person has played this challenge before.
    pub is_again: bool,
    /// How it ended.
    pub outcome: GameOutcome,
    /// How long it took.
    pub seconds: f64,
    /// Moves made, those taken back included.
    pub moves: u32,
    /// Times something was taken back.
    pub undos: u32,
    /// Hints asked for.
    pub hints: u32,
    /// Whether the solution or the losing move was asked for.
    pub was_told: bool,
    /// What was done, as it was logged.
    pub deeds: Vec<Move>,
}

impl GameRow {
    /// Whether it was solved without any help.
    pub fn is_solved_alone(&self) -> bool {
        self.outcome == GameOutcome::Solved && self.hints == 0 && !self.was_told
    }
}

/// Everybody's rows.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Session {
    /// Participant numbers.
    pub people: Vec<String>,
    /// Whether these are simulated people.
    pub simulated: bool,
    /// Setups that were timed.
    pub setups: Vec<KnownSetup>,
    /// IDs of challenges that were played.
    pub challenges: Vec<String>,
    /// Runs.
    pub runs: Vec<RunRow>,
    /// Games.
    pub games: Vec<GameRow>,
}

/// How a setup is found by its name and what was chosen of it.
pub type Load<'a> = &'a dyn Fn(&str, &[(String, String)]) -> Result<Setup, InvalidInput>;

/// Puts files together. Each is given with its name; errors name it and the line.
pub fn check(
    registry: &Registry,
    files: &[(String, Export)],
    load: Load<'_>,
) -> Result<Session, InvalidInput> {
    if files.len() > MOST_PEOPLE {
        return Err(InvalidInput(format!("{} people, at most {MOST_PEOPLE} are allowed", files.len())));
    }
    let mut gathering = Gathering {
        registry,
        load,
        session: Session::default(),
        setups: HashMap::new(),
        challenges: HashMap::new(),
    };
    let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
    for (name, export) in files {
        let who = &export.who;
        if let Some(other) = seen.insert(&who.participant, name) {
            return Err(InvalidInput(format!(
                "{name}:1: participant {} is in {other} too; keep one of the two files",
                who.participant
            )));
        }
        if let Some((first, _)) = files.first().filter(|(_, first)| first.who.simulated != who.simulated) {
            return Err(InvalidInput(format!(
                "{name}:1: simulated people and real ones ({first}) cannot be put together"
            )));
        }
        gathering.session.simulated = who.simulated;
        gathering.session.people.push(who.participant.clone());
        for (before, (line, task)) in export.tasks.iter().enumerate() {
            gathering
                .add(task, before as u32)
                .map_err(|(inner, why)| InvalidInput(format!("{name}:{}: {why}", inner.unwrap_or(*line))))?;
        }
    }
    Ok(gathering.session)
}

/// A fault of a task: on one of its rows, or as a whole.
type RowFault = (Option<usize>, String);

struct Gathering<'a> {
    registry: &'a Registry,
    load: Load<'a>,
    session: Session,
    setups: HashMap<String, usize>,
    challenges: HashMap<String, usize>,
}

impl Gathering<'_> {
    fn add(&mut self, task: &Task, before: u32) -> Result<(), RowFault> {
        match task {
            Task::Run(run, steps) => self.add_run(run, steps, before),
            Task::Game(game, moves) => self.add_game(game, moves, before),
        }
    }

    fn setup(&mut self, run: &Run) -> Result<usize, String> {
        let options: Vec<(String, String)> =
            run.options.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
        let key = format!("{}?{options:?}", run.setup);
        let known = match self.setups.get(&key) {
            Some(known) => *known,
            None => {
                if self.setups.len() >= MOST_SETUPS {
                    return Err(format!("more than {MOST_SETUPS} different setups"));
                }
                let setup = (self.load)(&run.setup, &options).map_err(|error| error.to_string())?;
                let stopwatch = stopwatch(&dealer(&setup).map_err(|error| error.to_string())?);
                self.session.setups.push(KnownSetup { name: setup.name_with_choices(), stopwatch });
                self.setups.insert(key, self.session.setups.len() - 1);
                self.session.setups.len() - 1
            }
        };
        let here = &self.session.setups[known].stopwatch.fingerprint;
        if *here != run.fingerprint {
            return Err(format!(
                "{} was timed with steps known by {}, but here they are known by {here}: the setup's file has changed since",
                run.setup,
                quoted(&run.fingerprint)
            ));
        }
        Ok(known)
    }

    fn add_run(&mut self, run: &Run, steps: &[(usize, Step)], before: u32) -> Result<(), RowFault> {
        let setup = self.setup(run).map_err(|why| (None, why))?;
        let known = &self.session.setups[setup].stopwatch;
        let mut rows = Vec::new();
        for (line, step) in steps {
            let timed = known.steps.iter().find(|timed| timed.step == step.step as usize);
            let Some(timed) = timed else {
                let numbers: Vec<String> = known.steps.iter().map(|timed| timed.step.to_string()).collect();
                let expected = numbers.join(", ");
                return Err((
                    Some(*line),
                    format!("step {}: {} has the steps {expected}", step.step, run.setup),
                ));
            };
            if (step.swaps > 0 || step.turns > 0) && !timed.can_fix {
                return Err((
                    Some(*line),
                    format!("step {} has nothing that is put right by hand", step.step),
                ));
            }
            let mut actions = timed.actions.numbers().map(f64::from);
            let named = [("swap", step.swaps), ("turn", step.turns), ("check", step.swaps + step.turns)];
            for (name, times) in named {
                let kind = SECONDS.iter().position(|(known, _)| *known == name);
                kind.into_iter().for_each(|kind| actions[kind] += f64::from(times));
            }
            rows.push(StepRow { step: step.clone(), actions });
        }
        // Every pass that is followed by another ends where hands may have to deal again.
        for (n, pair) in steps.windows(2).enumerate() {
            let ((line, first), (_, second)) = (&pair[0], &pair[1]);
            let can =
                known.steps.iter().any(|timed| timed.step == first.step as usize && timed.can_deal_again);
            if second.pass > first.pass && !can {
                let words = format!("after step {} of {} nothing is dealt again", first.step, run.setup);
                return Err((Some(steps.get(n + 1).map_or(*line, |(line, _)| *line)), words));
            }
        }
        if run.outcome == RunOutcome::Finished {
            let last = steps.last().map_or(1, |(_, step)| step.pass);
            let is_done = |wanted: &u32, from: u32| {
                steps.iter().any(|(_, step)| step.step == *wanted && step.pass >= from)
            };
            let needed = known.steps.iter().filter(|timed| timed.phase != Phase::Once);
            let missing = needed.map(|timed| timed.step as u32).find(|wanted| !is_done(wanted, last));
            if let Some(step) = missing {
                let words = format!(
                    "the run is finished, but step {step} of {} is missing in pass {last}",
                    run.setup
                );
                return Err((None, words));
            }
        }
        let person = self.session.people.len() - 1;
        // The person's own rows are the last ones.
        let own = self.session.runs.iter().rev().take_while(|row| row.person == person);
        let earlier = own.filter(|row| row.setup == setup).count();
        self.session.runs.push(RunRow {
            person,
            setup,
            task: run.task,
            before: before.min(MOST_TASKS),
            repeat: earlier as u32 + 1,
            outcome: run.outcome,
            seconds: run.seconds,
            steps: rows,
        });
        Ok(())
    }

    fn add_game(&mut self, game: &Game, moves: &[(usize, Move)], before: u32) -> Result<(), RowFault> {
        let challenge = self.registry.challenge(&game.id).map_err(|error| (None, error.to_string()))?;
        let id = challenge.id();
        let solved = replay(&challenge, moves)?;
        let was_told = moves.iter().any(|(_, mv)| matches!(mv.what, Deed::Solution | Deed::Lost));
        if (game.outcome == GameOutcome::Solved) != solved && !(solved && was_told) {
            let words = if solved {
                "its moves solve it, but its outcome is not 'solved'"
            } else {
                "its outcome is 'solved', but its moves do not solve it"
            };
            return Err((None, words.into()));
        }
        let number = *self.challenges.entry(id.clone()).or_insert_with(|| {
            self.session.challenges.push(id);
            self.session.challenges.len() - 1
        });
        let person = self.session.people.len() - 1;
        let count = |what: Deed| moves.iter().filter(|(_, mv)| mv.what == what).count() as u32;
        let mut own = self.session.games.iter().rev().take_while(|row| row.person == person);
        let is_again = own.any(|row| row.challenge == number);
        self.session.games.push(GameRow {
            person,
            challenge: number,
            task: game.task,
            before: before.min(MOST_TASKS),
            is_again,
            outcome: game.outcome,
            seconds: game.seconds,
            moves: count(Deed::Move),
            undos: count(Deed::Undo) + count(Deed::Back),
            hints: count(Deed::Hint),
            was_told,
            deeds: moves.iter().map(|(_, mv)| mv.clone()).collect(),
        });
        Ok(())
    }
}

/// A position of a game that is followed: the moves that led to it are its own and those of the positions before it.
struct Reached<'a> {
    before: Option<usize>,
    moves: usize,
    /// The last move, and the row that it stands in.
    last: Option<(&'a str, usize)>,
    /// Whether the moves up to it are known to be legal.
    is_checked: bool,
}

/// The positions that a player reached, as a tree: lines share their beginnings, so that long games take little memory.
struct Followed<'a> {
    challenge: &'a dealwright::Challenge,
    reached: Vec<Reached<'a>>,
}

impl<'a> Followed<'a> {
    fn new(challenge: &'a dealwright::Challenge) -> Self {
        let start = Reached { before: None, moves: 0, last: None, is_checked: true };
        Self { challenge, reached: vec![start] }
    }

    fn add(&mut self, before: usize, text: &'a str, row: usize) -> usize {
        let moves = self.reached[before].moves + 1;
        self.reached.push(Reached {
            before: Some(before),
            moves,
            last: Some((text, row)),
            is_checked: false,
        });
        self.reached.len() - 1
    }

    /// The position after the first moves of the line that leads to one.
    fn earlier(&self, mut at: usize, keep: usize) -> Option<usize> {
        while self.reached[at].moves > keep {
            at = self.reached[at].before?;
        }
        (self.reached[at].moves == keep).then_some(at)
    }

    /// Plays the line that leads to a position by the rules; says whether it solves the challenge.
    fn play(&mut self, at: usize) -> Result<bool, RowFault> {
        let mut line = Vec::with_capacity(self.reached[at].moves);
        let mut place = at;
        while let Reached { before: Some(before), last: Some(last), .. } = self.reached[place] {
            line.push(last);
            place = before;
        }
        line.reverse();
        let texts: Vec<&str> = line.iter().map(|(text, _)| *text).collect();
        let found = self.challenge.replay(&texts);
        if let Some((text, why)) = found.stopped {
            let row = line.get(found.played.len()).map(|(_, row)| *row);
            return Err((row, format!("move {}: {why}", quoted(&text))));
        }
        let mut place = Some(at);
        while let Some(one) = place.filter(|&one| !self.reached[one].is_checked) {
            self.reached[one].is_checked = true;
            place = self.reached[one].before;
        }
        Ok(found.solved)
    }

    /// The same for a position that is left, which need not be played twice.
    fn check(&mut self, at: usize) -> Result<(), RowFault> {
        if !self.reached[at].is_checked {
            self.play(at)?;
        }
        Ok(())
    }
}

/// Follows a game; says whether its last position is solved. Every line of moves is played by the rules, each once at its end.
fn replay(challenge: &dealwright::Challenge, moves: &[(usize, Move)]) -> Result<bool, RowFault> {
    let mut followed = Followed::new(challenge);
    let mut history = vec![0];
    let mut at = 0;
    for (row, mv) in moves {
        let here = |why: &str| (Some(*row), why.to_string());
        let next = match (mv.what, &mv.played, mv.keep) {
            (Deed::Move, Some(text), _) => followed.add(history[at], text, *row),
            (Deed::Back, _, Some(keep)) => {
                followed.check(history[at])?;
                followed
                    .earlier(history[at], keep as usize)
                    .ok_or_else(|| here("goes back to more moves than were made"))?
            }
            (Deed::Undo, ..) => {
                followed.check(history[at])?;
                at = at.checked_sub(1).ok_or_else(|| here("there is nothing to undo"))?;
                continue;
            }
            (Deed::Redo, ..) => {
                at = Some(at + 1)
                    .filter(|at| *at < history.len())
                    .ok_or_else(|| here("there is nothing to redo"))?;
                continue;
            }
            _ => continue,
        };
        history.truncate(at + 1);
        history.push(next);
        at += 1;
    }
    followed.play(history[at])
}

#[cfg(test)]
mod tests;
