//! Reads a person's file. Nothing is skipped: whatever is not as it should be is refused with its line and with what is allowed.

use crate::rows::{
    CONSENT, Deed, Export, Game, GameOutcome, MOST_SECONDS, Move, Run, RunOutcome, Step, Task, VERSION, Who,
    is_participant_number,
};
use dealwright::InvalidInput;
use dealwright::text::quoted;
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// Bytes of a file at most.
pub const MOST_BYTES: u64 = 16 << 20;
/// Bytes of a line.
const MOST_LINE: usize = 20_000;
/// Tasks of a person.
pub const MOST_TASKS: u32 = 1000;
/// Rows of one task.
const MOST_ROWS: usize = 5000;
/// Mistakes, swaps and turns in one step.
const MOST_TIMES: u32 = 1000;
/// Seconds by which a sum may differ from its parts: files round to thousandths.
const SLACK: f64 = 0.5;

/// Reads a file; errors begin with its name and the line.
pub fn read(name: &str, text: &str) -> Result<Export, InvalidInput> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let at = |line: usize, why: String| InvalidInput(format!("{name}:{}: {why}", line + 1));
    let Some((first, line)) = lines.next() else {
        return Err(at(0, "the file is empty, expected a line that says who this is".into()));
    };
    let who: Who = row(line).map_err(|why| at(first, format!("{why}; is this an export for people fit?")))?;
    check_who(&who).map_err(|why| at(first, why))?;
    let mut export = Export { who, tasks: Vec::new() };
    for (number, line) in lines {
        add(&mut export, number + 1, line).map_err(|why| at(number, why))?;
    }
    for (line, task) in &export.tasks {
        check_task(task).map_err(|(inner, why)| at(inner.unwrap_or(*line) - 1, why))?;
    }
    Ok(export)
}

/// A row of a known form.
fn row<T: DeserializeOwned>(line: &str) -> Result<T, String> {
    if line.len() > MOST_LINE {
        return Err(format!("a line of {} bytes, at most {MOST_LINE} are allowed", line.len()));
    }
    serde_json::from_str(line).map_err(|error| {
        // The line is that of the file, and all that is read is one of them.
        let words = error.to_string();
        let what = words.split(" at line 1").next().unwrap_or(&words);
        match error.is_syntax() || error.is_eof() {
            true => format!("not a JSON object on one line ({what}, column {})", error.column()),
            false => what.to_string(),
        }
    })
}

#[derive(Deserialize)]
struct Kind {
    row: String,
}

fn check_who(who: &Who) -> Result<(), String> {
    if who.row != "participant" || who.dealwright != "people" {
        return Err("the first line must have row = participant and dealwright = people".into());
    }
    if who.version != VERSION {
        return Err(format!("version {} is not known, expected {VERSION}", who.version));
    }
    if !is_participant_number(&who.participant) {
        let given = quoted(&who.participant);
        return Err(format!(
            "participant {given} is no random number such as 7K3M-Q2XA (names and other personal data are refused)"
        ));
    }
    if who.consent != CONSENT {
        return Err(format!("consent {} is not known, expected {CONSENT}", who.consent));
    }
    Ok(())
}

fn add(export: &mut Export, line: usize, text: &str) -> Result<(), String> {
    let kind: Kind = row(text)?;
    let next = |task: u32, export: &Export| {
        let last = export.tasks.last().map_or(0, |(_, task)| task.number());
        match task > last && task <= MOST_TASKS {
            true => Ok(()),
            false => Err(format!("task {task}: expected a number from {} to {MOST_TASKS}", last + 1)),
        }
    };
    match kind.row.as_str() {
        "run" => {
            let run: Run = row(text)?;
            next(run.task, export)?;
            export.tasks.push((line, Task::Run(run, Vec::new())));
        }
        "game" => {
            let game: Game = row(text)?;
            next(game.task, export)?;
            export.tasks.push((line, Task::Game(game, Vec::new())));
        }
        "step" => {
            let step: Step = row(text)?;
            match export.tasks.last_mut() {
                Some((_, Task::Run(run, steps))) if run.task == step.task => push(steps, line, step)?,
                _ => return Err(format!("a step of task {}: expected its run directly before", step.task)),
            }
        }
        "move" => {
            let mv: Move = row(text)?;
            match export.tasks.last_mut() {
                Some((_, Task::Game(game, moves))) if game.task == mv.task => push(moves, line, mv)?,
                _ => return Err(format!("a move of task {}: expected its game directly before", mv.task)),
            }
        }
        "participant" => return Err("a second person: expected one file for each".into()),
        other => return Err(format!("row {}: expected run, step, game or move", quoted(other))),
    }
    Ok(())
}

fn push<T>(rows: &mut Vec<(usize, T)>, line: usize, row: T) -> Result<(), String> {
    if rows.len() >= MOST_ROWS {
        return Err(format!("more than {MOST_ROWS} rows of one task"));
    }
    rows.push((line, row));
    Ok(())
}

fn check_seconds(seconds: f64) -> Result<(), String> {
    match (0.0..=MOST_SECONDS).contains(&seconds) {
        true => Ok(()),
        false => Err(format!("{seconds} seconds: expected a number from 0 to {MOST_SECONDS}")),
    }
}

/// A fault of a task: on a line of its own rows, or on the task's own.
type TaskFault = (Option<usize>, String);

fn check_task(task: &Task) -> Result<(), TaskFault> {
    match task {
        Task::Run(run, steps) => check_run(run, steps),
        Task::Game(game, moves) => check_game(game, moves),
    }
}

fn check_run(run: &Run, steps: &[(usize, Step)]) -> Result<(), TaskFault> {
    check_seconds(run.seconds).map_err(|why| (None, why))?;
    let mut last = (1, 0);
    let mut sum = 0.0;
    for (line, step) in steps {
        let here = |why: String| (Some(*line), why);
        check_seconds(step.seconds).map_err(here)?;
        for (name, times) in [("corrections", step.corrections), ("swaps", step.swaps), ("turns", step.turns)]
        {
            if times > MOST_TIMES {
                return Err(here(format!("{name} {times}: expected 0 to {MOST_TIMES}")));
            }
        }
        let (pass, number) = (step.pass, step.step);
        let goes_on = pass == last.0 && number > last.1 || pass == last.0 + 1 && last.1 > 0 && number > 0;
        if !goes_on {
            let (pass_before, before) = last;
            return Err(here(format!(
                "pass {pass}, step {number}: expected a later step of pass {pass_before} (the last was {before}), or pass {}",
                pass_before + 1
            )));
        }
        last = (pass, number);
        sum += step.seconds;
    }
    if run.outcome == RunOutcome::Finished && steps.is_empty() {
        return Err((None, "a finished run without steps".into()));
    }
    if sum > run.seconds + SLACK {
        let words =
            format!("the steps take {sum:.1} seconds together, the whole run only {:.1}", run.seconds);
        return Err((None, words));
    }
    Ok(())
}

fn check_game(game: &Game, moves: &[(usize, Move)]) -> Result<(), TaskFault> {
    check_seconds(game.seconds).map_err(|why| (None, why))?;
    let (mut number, mut time) = (0, 0.0);
    for (line, mv) in moves {
        let here = |why: String| (Some(*line), why);
        check_seconds(mv.seconds).map_err(here)?;
        number += 1;
        if mv.number != number {
            return Err(here(format!("move number {}: expected {number}", mv.number)));
        }
        if mv.seconds < time {
            return Err(here(format!("{} seconds, before the row above it ({time})", mv.seconds)));
        }
        time = mv.seconds;
        let needs = (mv.what == Deed::Move, mv.what == Deed::Back);
        if (mv.played.is_some(), mv.keep.is_some()) != needs {
            return Err(here(
                "'move' belongs to what = move, 'keep' to what = back, and to no others".into(),
            ));
        }
    }
    if time > game.seconds + SLACK {
        return Err((
            None,
            format!("the last move is at {time:.1} seconds, the game ended at {:.1}", game.seconds),
        ));
    }
    if game.outcome == GameOutcome::Solved && moves.is_empty() {
        return Err((None, "a solved game without moves".into()));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
