//! Whether rows can be those of a block: what is known before anything is measured must be there as planned.

use super::dir::Block;
use super::manifest::Manifest;
use super::table::Row;
use anyhow::{Context, Result, anyhow, bail, ensure};
use dealwright::Registry;
use dealwright::measure::Level;
use dealwright::record::{CORE, ColumnKind, Schema, Value, at, number};
use dealwright::search::Verdict;
use dealwright::setup::load::dealer;
use dealwright::setup::repair;
use dealwright::study::source::{Source, Watched};
use dealwright::study::trial_of;

/// Columns that no row lacks.
const ALWAYS: [usize; 8] =
    [at::GAME, at::SETUP, at::RULES, at::ID, at::VERDICT, at::SOLVER, at::STATES, at::WEIGHT];
/// The unit of shares.
const SHARE: &str = "0 to 1";
const CHANCE: &str = CORE[at::CHANCE].0;

/// Refuses rows that the plan cannot give.
pub fn check(registry: &Registry, manifest: &Manifest, (line, block): Block, rows: &[Row]) -> Result<()> {
    let schema = manifest.schema()?;
    let keys = manifest.lines.get(line).context("it belongs to no line of the study")?;
    let study = &manifest.study;
    let (first, planned) = (block * keys.block, keys.rows_of(block));
    let limit = |limit: u64| Value::Int(i64::try_from(limit).unwrap_or(i64::MAX));
    let (states, memory) = (limit(study.max_states), limit(study.max_memory));
    // A census leaves out what would be dealt again.
    let fits = if study.census { rows.len() as u64 <= planned } else { rows.len() as u64 == planned };
    ensure!(fits, "it has {} rows, planned were {planned}", rows.len());
    let mut next = first;
    for (row, place) in rows.iter().zip(1..) {
        let wrong =
            |column: usize| format!("row {place}: '{}' is not as planned", schema.columns()[column].name);
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
        check_values(registry, &schema, row).with_context(|| format!("row {place}"))?;
    }
    Ok(())
}

fn text(text: &str) -> Value {
    Value::Text(text.to_string().into())
}

/// Refuses what no challenge can have been measured to be.
fn check_values(registry: &Registry, schema: &Schema, row: &Row) -> Result<()> {
    for (number, value) in row.iter().enumerate() {
        let name = &schema.columns()[number].name;
        match value {
            Value::Int(value) => ensure!(*value >= 0, "'{name}' is {value}, below 0"),
            Value::Real(value) => ensure!(value.is_finite() && *value >= 0.0, "'{name}' is {value}"),
            Value::Missing => ensure!(!ALWAYS.contains(&number), "'{name}' is missing"),
            Value::Text(_) | Value::Flag(_) => {}
        }
    }
    for (column, value) in schema.columns().iter().zip(row) {
        let share = column.unit == SHARE || column.name == CHANCE;
        ensure!(
            !share || !matches!(value, Value::Real(share) if *share > 1.0),
            "'{}' is above 1",
            column.name
        );
    }
    let word = |column: usize| if let Value::Text(word) = &row[column] { Some(word.as_ref()) } else { None };
    let verdict = word(at::VERDICT).and_then(Verdict::read);
    ensure!(verdict.is_some(), "'verdict' is none of the three");
    ensure!(
        verdict == Some(Verdict::Undecided) || row[at::REASON] == Value::Missing,
        "'reason' stands beside a verdict"
    );
    if let Some(level) = word(at::LEVEL) {
        ensure!(Level::ALL.iter().any(|known| known.word() == level), "'level' is not known");
    }
    if let (Value::Int(plays), Value::Int(wins)) = (&row[at::PLAYS], &row[at::WINS]) {
        ensure!(wins <= plays, "'wins' is above 'plays'");
    }
    if let Value::Real(chance) = row[at::CHANCE] {
        let exact = row[at::PLAYS] == Value::Missing;
        ensure!(row[at::CHANCE_EXACT] == Value::Flag(exact), "'chance_exact' does not fit 'plays'");
        if let (Some(plays), Some(wins)) = (number(row, at::PLAYS), number(row, at::WINS)) {
            ensure!(chance == wins / plays, "'chance' is not what 'wins' of 'plays' is");
        }
    }
    if let (Some(reachable), Some(lost)) = (number(row, at::REACHABLE), number(row, at::LOST)) {
        let dead_ends = number(row, at::DEAD_ENDS).unwrap_or(0.0);
        ensure!(lost <= reachable && dead_ends <= lost, "'dead_ends', 'lost' and 'reachable' do not fit");
        ensure!(row[at::CAN_BE_LOST] == Value::Flag(lost > 0.0), "'can_be_lost' does not fit 'lost'");
    }
    let count = word(at::SHORTEST_COUNT).unwrap_or_default();
    ensure!(count.bytes().all(|byte| byte.is_ascii_digit()), "'shortest_count' is no number");
    if let Some(repair) = word(at::REPAIR) {
        let known = repair == "none" || repair::ChangeKind::ALL.iter().any(|kind| kind.word() == repair);
        ensure!(known && verdict == Some(Verdict::Unsolvable), "'repair' does not fit");
    }
    check_challenge(registry, schema, row, word(at::ID).unwrap_or_default())
}

/// Refuses what does not follow from the challenge's ID.
fn check_challenge(registry: &Registry, schema: &Schema, row: &Row, id: &str) -> Result<()> {
    // That the game is not known was said when the study was opened.
    if let Value::Text(game) = &row[at::GAME]
        && registry.game(game).is_none()
    {
        return Ok(());
    }
    let challenge = registry.challenge(id).map_err(|error| anyhow!("'id' cannot be read: {error}"))?;
    ensure!(challenge.id() == id, "'id' is not written as it should be");
    let info = challenge.info();
    let mut known = vec![
        (at::GAME, text(info.name)),
        (at::RULES, text(&challenge.rules().join(","))),
        (at::DEAD_START, Value::Flag(challenge.has_dead_start())),
    ];
    let sizes = info.parameters.iter().map(|parameter| parameter.name).zip(challenge.parameters());
    let sizes = sizes.map(|(name, size)| (name, f64::from(size)));
    for (name, value) in sizes.chain(challenge.board_measures()) {
        let column = schema.number(name).with_context(|| format!("there is no column '{name}'"))?;
        let whole = schema.columns()[column].kind == ColumnKind::Int;
        known.push((column, if whole { Value::Int(value as i64) } else { Value::Real(value) }));
    }
    for (column, value) in known {
        ensure!(row[column] == value, "'{}' does not fit 'id'", schema.columns()[column].name);
    }
    Ok(())
}

/// Deals the challenges of a block once more, and refuses rows about others. Not for hunts, which would have to be made again.
pub fn check_deals(registry: &Registry, manifest: &Manifest, (line, _): Block, rows: &[Row]) -> Result<()> {
    let keys = manifest.lines.get(line).context("it belongs to no line of the study")?;
    let (study, setup) = (manifest.study()?, keys.load(registry)?);
    if study.hunt.is_some() {
        return Ok(());
    }
    let dealer = dealer(&setup)?;
    let schema = manifest.schema()?;
    let source = Source::new(&dealer, &study, &schema);
    let watched = Watched { allowance: &study.limits, step: &|_, _| {} };
    let shuffle = setup.shuffling.words().map_or(Value::Missing, |words| text(&words));
    for (row, place) in rows.iter().zip(1..) {
        let index = number(row, at::INDEX).unwrap_or_default() as u64;
        let dealt =
            source.dealt(&study, index, &watched)?.context("an outcome has a row that is dealt again")?;
        let known = [
            (at::ID, text(&dealt.challenge.id())),
            (at::WEIGHT, Value::Int(dealt.weight)),
            (at::REDEALS, dealt.redeals.map_or(Value::Missing, Value::Int)),
            (at::SHUFFLE, shuffle.clone()),
        ];
        for (column, value) in known {
            ensure!(row[column] == value, "row {place}: '{}' is not as dealt", schema.columns()[column].name);
        }
    }
    Ok(())
}
