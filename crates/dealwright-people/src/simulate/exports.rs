//! Files as simulated people would have exported them.

use super::{Hands, Mind, PlayTruth, TimeTruth};
use crate::math::uniform;
use crate::plan::{Plan, PlanTask};
use crate::rows::{Deed, Export, Game, GameOutcome, Move, Run, RunOutcome, Step, Task, participant_number};
use crate::time::row;
use dealwright::measure::Level;
use dealwright::rng::Stream;
use dealwright::search::Limits;
use dealwright::setup::effort::{Phase, SECONDS};
use dealwright::setup::load::dealer;
use dealwright::setup::stopwatch::{Stopwatch, TimedStep, stopwatch};
use dealwright::{Challenge, InvalidInput, Registry};
use std::collections::{BTreeMap, HashMap};

/// Chance that a look ends with everything dealt again, and passes at most.
const AGAIN: f64 = 0.3;
const MOST_PASSES: u32 = 5;
/// Chance that a piece has to be put right in a step where that can be.
const FIX: f64 = 0.4;
/// Chance of a mistake in a step.
const MISTAKE: f64 = 0.03;
/// Moves of a game that is not solved, at most.
const MOST_MOVES: u32 = 12;

/// The files of a plan's people, one for each seat.
pub fn exports(
    registry: &Registry,
    plan: &Plan,
    time: &TimeTruth,
    play: &PlayTruth,
    seed: &str,
    limits: &Limits,
) -> Result<Vec<Export>, InvalidInput> {
    let mut setups: HashMap<(String, BTreeMap<String, String>), Stopwatch> = HashMap::new();
    let mut files = Vec::new();
    for seat in &plan.seats {
        let mut random = Stream::new(&["people", "simulate", seed], seat.seat.into());
        let mut export = Export::new(participant_number(&mut random), true);
        let (hands, mind) = (Hands::new(time, &mut random), Mind::new(play, &mut random));
        let mut repeats: HashMap<(String, BTreeMap<String, String>), u32> = HashMap::new();
        for (before, task) in seat.tasks.iter().enumerate() {
            if uniform(&mut random) < time.quits {
                break;
            }
            let before = before as u32;
            let task = match task {
                PlanTask::Time { setup, options, .. } => {
                    let key = (setup.clone(), options.clone());
                    if !setups.contains_key(&key) {
                        let chosen: Vec<_> = options.iter().map(|(a, b)| (a.clone(), b.clone())).collect();
                        let read = registry.setup(setup, &chosen)?;
                        setups.insert(key.clone(), stopwatch(&dealer(&read)?));
                    }
                    let repeat = repeats.entry(key.clone()).or_default();
                    *repeat += 1;
                    run(&key, &setups[&key], &hands, (*repeat, before), time, &mut random)
                }
                PlanTask::Play { id, level, .. } => {
                    let challenge = registry.challenge(id).map_err(InvalidInput::because)?;
                    let level: Level = level.parse().map_err(InvalidInput)?;
                    let (solved, log_time) = mind.plays(level, before, play, &mut random);
                    game(
                        &challenge,
                        solved,
                        log_time.exp().clamp(1.0, 3600.0),
                        before + 1,
                        limits,
                        &mut random,
                    )
                }
            };
            export.tasks.push((0, task));
        }
        files.push(export);
    }
    Ok(files)
}

fn thousandths(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

fn run(
    (setup, options): &(String, BTreeMap<String, String>),
    stopwatch: &Stopwatch,
    hands: &Hands,
    (repeat, before): (u32, u32),
    truth: &TimeTruth,
    random: &mut Stream,
) -> Task {
    let task = before + 1;
    let mut rows: Vec<(usize, Step)> = Vec::new();
    let mut add = |timed: &TimedStep, pass: u32, random: &mut Stream| {
        let fixes = if timed.can_fix && uniform(random) < FIX { 1 } else { 0 };
        let mut actions = timed.actions.numbers().map(f64::from);
        for (kind, (name, _)) in SECONDS.iter().enumerate() {
            actions[kind] += if ["swap", "check"].contains(name) { f64::from(fixes) } else { 0.0 };
        }
        let seconds = hands.seconds(&row(&actions), repeat, before, truth, random);
        let corrections = u32::from(uniform(random) < MISTAKE);
        rows.push((
            0,
            Step {
                row: "step".into(),
                task,
                pass,
                step: timed.step as u32,
                seconds: thousandths(seconds + 2.0 * f64::from(corrections)),
                corrections,
                swaps: fixes,
                turns: 0,
            },
        ));
    };
    let of = |phase: Phase| stopwatch.steps.iter().filter(move |timed| timed.phase == phase);
    let mut pass = 1;
    of(Phase::Once).for_each(|timed| add(timed, 1, random));
    loop {
        let mut again = false;
        for timed in of(Phase::Each) {
            add(timed, pass, random);
            again = timed.can_deal_again && pass < MOST_PASSES && uniform(random) < AGAIN;
            if again {
                break;
            }
        }
        if !again {
            break;
        }
        pass += 1;
    }
    of(Phase::Then).for_each(|timed| add(timed, pass, random));
    let is_dropped = uniform(random) < truth.drops;
    if is_dropped {
        rows.truncate(rows.len() / 2);
    } else {
        // Steps that are done once may stand between others in a file.
        let mut first: Vec<(usize, Step)> = rows.iter().filter(|(_, step)| step.pass == 1).cloned().collect();
        first.sort_by_key(|(_, step)| step.step);
        rows = first.into_iter().chain(rows.into_iter().filter(|(_, step)| step.pass > 1)).collect();
    }
    let seconds = thousandths(rows.iter().map(|(_, step)| step.seconds).sum::<f64>() + 0.1);
    let outcome = if is_dropped { RunOutcome::Dropped } else { RunOutcome::Finished };
    let run = Run {
        row: "run".into(),
        task,
        setup: setup.clone(),
        options: options.clone(),
        fingerprint: stopwatch.fingerprint.clone(),
        outcome,
        seconds,
    };
    Task::Run(run, rows)
}

fn game(
    challenge: &Challenge,
    solved: bool,
    seconds: f64,
    task: u32,
    limits: &Limits,
    random: &mut Stream,
) -> Task {
    let solution =
        challenge.solve(challenge.default_solver(false), limits).ok().and_then(|found| found.solution);
    let line = solution.filter(|_| solved);
    let outcome = if line.is_some() { GameOutcome::Solved } else { GameOutcome::GaveUp };
    let moves = line.unwrap_or_else(|| wandering(challenge, random));
    let pause = seconds / (moves.len() as f64 + 1.0);
    let row = |(n, text): (usize, String)| Move {
        row: "move".into(),
        task,
        number: n as u32 + 1,
        what: Deed::Move,
        played: Some(text),
        keep: None,
        seconds: thousandths(pause * (n as f64 + 1.0)),
    };
    let rows = moves.into_iter().enumerate().map(row).map(|row| (0, row)).collect();
    let game = Game { row: "game".into(), task, id: challenge.id(), outcome, seconds: thousandths(seconds) };
    Task::Game(game, rows)
}

/// A few moves by chance that do not solve it.
fn wandering(challenge: &Challenge, random: &mut Stream) -> Vec<String> {
    let mut line: Vec<String> = Vec::new();
    for _ in 0..random.below(MOST_MOVES) {
        let texts: Vec<&str> = line.iter().map(String::as_str).collect();
        let legal = challenge.moves_after(&texts).unwrap_or_default();
        let Some(next) = random.choose(&legal) else { break };
        line.push(next.text.clone());
        let texts: Vec<&str> = line.iter().map(String::as_str).collect();
        if challenge.replay(&texts).solved {
            line.pop();
            break;
        }
    }
    line
}
