//! Whether rows can be those of a block: what is known before anything is measured must be there as planned.

use super::dir::Block;
use super::manifest::Manifest;
use super::table::Row;
use anyhow::{Context, Result, bail, ensure};
use dealwright::games::read_challenge;
use dealwright::measure::Level;
use dealwright::record::{COLUMNS, Value, at};
use dealwright::search::Verdict;
use dealwright::study::trial_of;

/// Columns that no row lacks.
const ALWAYS: [usize; 8] =
    [at::GAME, at::SETUP, at::RULES, at::ID, at::VERDICT, at::SOLVER, at::STATES, at::WEIGHT];
/// Shares, from 0 to 1.
const SHARES: [usize; 2] = [at::CHANCE, at::PAIR_EQUALITY];

/// Refuses rows that the plan cannot give.
pub fn check(manifest: &Manifest, (line, block): Block, rows: &[Row]) -> Result<()> {
    let keys = manifest.lines.get(line).context("it belongs to no line of the study")?;
    let study = &manifest.study;
    let (first, planned) = (block * keys.block, keys.rows_of(block));
    let number = |limit: u64| Value::Int(i64::try_from(limit).unwrap_or(i64::MAX));
    let (states, memory) = (number(study.max_states), number(study.max_memory));
    // A census leaves out what would be dealt again.
    let fits = if study.census { rows.len() as u64 <= planned } else { rows.len() as u64 == planned };
    ensure!(fits, "it has {} rows, planned were {planned}", rows.len());
    let mut next = first;
    for (row, place) in rows.iter().zip(1..) {
        let wrong = |column: usize| format!("row {place}: '{}' is not as planned", COLUMNS[column].name);
        let Some(&Value::Int(index)) = row.get(at::INDEX) else { bail!(wrong(at::INDEX)) };
        let index = u64::try_from(index).ok().with_context(|| wrong(at::INDEX))?;
        let in_order = if study.census { index >= next } else { index == next };
        ensure!(in_order && index < first + planned, wrong(at::INDEX));
        next = index + 1;
        let seed = if study.census { Value::Missing } else { text(&study.seed) };
        let trial = match study.samples {
            Some(samples) => Value::Int(trial_of(study.trials, index, samples) as i64),
            None => Value::Missing,
        };
        let planned = [
            (at::SETUP, &text(&keys.name)),
            (at::SEED, &seed),
            (at::TRIAL, &trial),
            (at::MAX_STATES, &states),
        ];
        for (column, value) in planned.into_iter().chain([(at::MAX_MEMORY, &memory)]) {
            ensure!(row[column] == *value, wrong(column));
        }
        check_values(row).with_context(|| format!("row {place}"))?;
    }
    Ok(())
}

fn text(text: &str) -> Value {
    Value::Text(text.to_string().into())
}

/// Refuses what no challenge can have been measured to be.
fn check_values(row: &Row) -> Result<()> {
    for (number, value) in row.iter().enumerate() {
        let name = COLUMNS[number].name;
        match value {
            Value::Int(value) => ensure!(*value >= 0, "'{name}' is {value}, below 0"),
            Value::Real(value) => ensure!(value.is_finite() && *value >= 0.0, "'{name}' is {value}"),
            Value::Missing => ensure!(!ALWAYS.contains(&number), "'{name}' is missing"),
            Value::Text(_) | Value::Flag(_) => {}
        }
    }
    for column in SHARES {
        ensure!(
            !matches!(row[column], Value::Real(share) if share > 1.0),
            "'{}' is above 1",
            COLUMNS[column].name
        );
    }
    let word = |column: usize| if let Value::Text(word) = &row[column] { Some(word.as_ref()) } else { None };
    let verdicts = [Verdict::Solvable, Verdict::Unsolvable, Verdict::Undecided];
    ensure!(
        verdicts.iter().any(|verdict| word(at::VERDICT) == Some(verdict.word())),
        "'verdict' is none of the three"
    );
    let undecided = word(at::VERDICT) == Some(Verdict::Undecided.word());
    ensure!(undecided || row[at::REASON] == Value::Missing, "'reason' stands beside a verdict");
    if let Some(level) = word(at::LEVEL) {
        ensure!(Level::ALL.iter().any(|known| known.word() == level), "'level' is not known");
    }
    if let (Value::Int(plays), Value::Int(wins)) = (&row[at::PLAYS], &row[at::WINS]) {
        ensure!(wins <= plays, "'wins' is above 'plays'");
    }
    let id = word(at::ID).unwrap_or_default();
    let challenge = read_challenge(id).map_err(|error| anyhow::anyhow!("'id' cannot be read: {error}"))?;
    ensure!(challenge.id() == id && word(at::GAME) == Some(challenge.info().name), "'id' is of another game");
    ensure!(word(at::RULES) == Some(challenge.rules().join(",").as_str()), "'id' has other rules");
    Ok(())
}
