//! Edits of steps.

use super::document::{Like, Steps};
use super::edit::{Edited, given};
use super::fields::verbs;
use super::start;
use dealwright::InvalidInput;
use dealwright::text::{did_you_mean, quoted};
use toml_edit::{InlineTable, Value};

/// The key that a verb's value stands for where it is no table: `shuffle = "all"`, `keep = 12`.
const SHORT: [(&str, &str); 4] = [("shuffle", "piles"), ("keep", "count"), ("turn", "how"), ("reveal", "at")];

fn no_step(step: usize) -> InvalidInput {
    InvalidInput(format!("there is no step {}", step + 1))
}

/// The key that the plain value of a verb stands for.
pub fn short_key(verb: &str) -> Option<&'static str> {
    SHORT.iter().find(|(known, _)| *known == verb).map(|(_, key)| *key)
}

/// The verb of a step.
pub fn verb_of(step: &Like<'_>) -> Option<String> {
    step.keys().into_iter().find(|key| key != "when")
}

fn check_verb(verb: &str) -> Result<(), InvalidInput> {
    let known = verbs();
    match known.iter().any(|(name, _)| name == verb) {
        true => Ok(()),
        false => {
            let hint = did_you_mean(verb, known.iter().map(|(name, _)| name.as_str()));
            let names: Vec<&str> = known.iter().map(|(name, _)| name.as_str()).collect();
            Err(InvalidInput(format!("{} is no verb, known are {}{hint}", quoted(verb), names.join(", "))))
        }
    }
}

pub fn add(file: &mut Edited<'_>, at: usize, verb: &str) -> Result<(), InvalidInput> {
    check_verb(verb)?;
    let value = start::step(&file.outline, verb, at);
    file.steps()?.insert(at, vec![(verb.to_string(), value)]);
    Ok(())
}

pub fn remove(file: &mut Edited<'_>, step: usize) -> Result<(), InvalidInput> {
    let mut steps = file.steps()?;
    if step >= steps.len() {
        return Err(no_step(step));
    }
    steps.remove(step);
    if steps.len() == 0 {
        file.document.remove("step");
    }
    Ok(())
}

pub fn copy(file: &mut Edited<'_>, step: usize) -> Result<(), InvalidInput> {
    let mut steps = file.steps()?;
    let Some(mut own) = steps.get(step) else { return Err(no_step(step)) };
    let keys = own.keys();
    let mut copied = Vec::new();
    for key in keys {
        let value = match own.value(&key) {
            Some(value) => value.clone().decorated(" ", ""),
            // A table below a heading of its own.
            None => match own.child(&key) {
                Some(Like::Table(table)) => Value::InlineTable(table.clone().into_inline_table()),
                _ => continue,
            },
        };
        copied.push((key, value));
    }
    steps.insert(step + 1, copied);
    Ok(())
}

pub fn shift(file: &mut Edited<'_>, from: usize, to: usize) -> Result<(), InvalidInput> {
    let mut steps = file.steps()?;
    if from >= steps.len() || to >= steps.len() {
        return Err(no_step(from.max(to)));
    }
    if from != to {
        steps.shift(from, to);
    }
    Ok(())
}

/// Another verb in a step; what it is about stays where the new verb has that too.
pub fn set_verb(file: &mut Edited<'_>, step: usize, verb: &str) -> Result<(), InvalidInput> {
    check_verb(verb)?;
    let fresh = start::step(&file.outline, verb, step);
    let mut steps = file.steps()?;
    let mut table = steps.get(step).ok_or_else(|| no_step(step))?;
    let old = verb_of(&table).ok_or_else(|| InvalidInput(format!("step {} has no verb", step + 1)))?;
    if old == verb {
        return Ok(());
    }
    // "lay" and "deal" have the same keys: all of them stay.
    let alike = |word: &str| word == "lay" || word == "deal";
    let value = match table.value(&old) {
        Some(value) if alike(&old) && alike(verb) => value.clone(),
        _ => fresh,
    };
    table.remove(&old);
    table.put(verb, value);
    Ok(())
}

pub fn set(
    file: &mut Edited<'_>,
    step: usize,
    key: &str,
    value: &serde_json::Value,
    toml: Option<&str>,
) -> Result<(), InvalidInput> {
    let value = given(value, toml)?;
    let groups: Vec<String> = file.outline.groups.iter().map(|(name, _)| name.clone()).collect();
    let mut steps: Steps<'_> = file.steps()?;
    let mut table = steps.get(step).ok_or_else(|| no_step(step))?;
    if key == "when" {
        match value {
            Some(value) => table.put("when", value),
            None => table.remove("when"),
        }
        return Ok(());
    }
    let verb = verb_of(&table).ok_or_else(|| InvalidInput(format!("step {} has no verb", step + 1)))?;
    let plain = table.value(&verb).filter(|value| !value.is_inline_table()).cloned();
    if let Some(plain) = plain {
        // The short way to write a step is kept as long as it says all there is.
        let names_a_group =
            verb == "shuffle" && plain.as_str().is_some_and(|word| groups.iter().any(|name| name == word));
        let own = if names_a_group { "what" } else { short_key(&verb).unwrap_or("what") };
        if own == key
            && let Some(value) = value
        {
            table.put(&verb, value);
            return Ok(());
        }
        let mut keys = InlineTable::new();
        keys.insert(own, plain.decorated(" ", ""));
        table.put(&verb, Value::InlineTable(keys));
        if own == key {
            table.child(&verb).ok_or_else(|| no_step(step))?.remove(key);
            return Ok(());
        }
        return put(&mut table, &verb, key, value, step);
    }
    put(&mut table, &verb, key, value, step)
}

fn put(
    table: &mut Like<'_>,
    verb: &str,
    key: &str,
    value: Option<Value>,
    step: usize,
) -> Result<(), InvalidInput> {
    let mut keys = table.child(verb).ok_or_else(|| {
        InvalidInput(format!("step {} cannot be read: mend it in the file first", step + 1))
    })?;
    match value {
        Some(value) => keys.put(key, value),
        None => keys.remove(key),
    }
    Ok(())
}
