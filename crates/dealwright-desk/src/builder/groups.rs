//! Edits of groups of pieces as a whole.

use super::document::{Like, Steps};
use super::edit::{Edited, given};
use super::start;
use dealwright::InvalidInput;
use dealwright::kit::PieceKind;
use dealwright::setup::Verb;
use dealwright::setup::write::faces;
use dealwright::text::{did_you_mean, quoted};
use toml_edit::{Array, InlineTable, Item, Table, Value};

/// Kinds of groups that can be added: a word, what it is called, and what it is for.
pub const KINDS: [(&str, &str, &str); 9] = [
    ("tiles", "Tiles", "pieces of your own, of one or more squares"),
    ("single", "Single pieces", "pieces of your own of one square: small tiles, or cards one by one"),
    ("coins", "Coins with two sides", "pieces of one square that show something on both sides"),
    ("tokens", "Tokens", "so many of each colour"),
    ("cards", "A deck of cards", "playing cards by suits and ranks"),
    ("dominoes", "A set of dominoes", "all pairs of pips up to a number"),
    ("piecepack", "Coins of a piecepack", "24 coins with suits and values"),
    ("dice", "Dice", "rolled for every deal"),
    ("pawns", "Pawns", "figures that stand on the board"),
];

/// Adds a group with its first piece.
pub fn add(file: &mut Edited<'_>, kind: &str) -> Result<(), InvalidInput> {
    if !KINDS.iter().any(|(known, ..)| *known == kind) {
        let known: Vec<&str> = KINDS.iter().map(|(known, ..)| *known).collect();
        let hint = did_you_mean(kind, known.iter().copied());
        return Err(InvalidInput(format!(
            "{} is no kind of pieces, known are {}{hint}",
            quoted(kind),
            known.join(", ")
        )));
    }
    let game = file.outline.game.ok_or_else(|| InvalidInput("the file names no game yet".into()))?;
    let (name, keys) = start::group(game, file.outline.setup.as_ref(), &file.outline.parameters, kind);
    let name = unused(file, &name)?;
    let is_listed = keys.iter().any(|(key, _)| key == "list");
    match file.kit()? {
        Like::Table(kit) if is_listed => {
            let mut table = Table::new();
            for (key, value) in keys {
                table.insert(&key, Item::Value(value));
            }
            kit.insert(&name, Item::Table(table));
        }
        mut kit => kit.put(&name, Value::InlineTable(keys.into_iter().collect::<InlineTable>())),
    }
    Ok(())
}

/// A name that no group has: "tiles", "second tiles", "third tiles".
fn unused(file: &mut Edited<'_>, name: &str) -> Result<String, InvalidInput> {
    let known = file.kit()?.keys();
    let candidates = ["", "second ", "third ", "fourth ", "fifth ", "sixth ", "seventh ", "eighth "];
    let mut candidates = candidates.iter().map(|before| format!("{before}{name}"));
    candidates.find(|candidate| !known.contains(candidate)).ok_or_else(|| {
        InvalidInput(format!("there are many groups of {name} already; rename one of them first"))
    })
}

/// Takes out a group with the steps that name it; steps that were about the only group stay.
pub fn remove(file: &mut Edited<'_>, group: &str) -> Result<(), InvalidInput> {
    file.group(group)?;
    file.kit()?.remove(group);
    if file.document.get("kit").is_some_and(|kit| matches!(kit, Item::None)) {
        file.document.remove("kit");
    }
    if file.document.get("step").is_none() {
        return Ok(());
    }
    let mut steps = file.steps()?;
    for step in (0..steps.len()).rev() {
        if named_in(&mut steps, step).as_deref() == Some(group) {
            steps.remove(step);
        }
    }
    Ok(())
}

/// The group that a step names.
fn named_in(steps: &mut Steps<'_>, step: usize) -> Option<String> {
    let mut table = steps.get(step)?;
    for verb in table.keys() {
        if verb == "require" || verb == "move" {
            continue;
        }
        if let Some(name) =
            table.child(&verb).and_then(|keys| Some(keys.value("what")?.as_str()?.to_string()))
        {
            return Some(name);
        }
        if verb == "shuffle"
            && let Some(word) = table.value(&verb).and_then(Value::as_str)
        {
            return Some(word.to_string());
        }
    }
    None
}

/// Gives a group another name.
pub fn rename(file: &mut Edited<'_>, group: &str, name: &str) -> Result<(), InvalidInput> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > 40 || name.chars().any(char::is_control) {
        return Err(InvalidInput("a name has 1 to 40 letters".into()));
    }
    if name == group {
        return Ok(());
    }
    if file.kit()?.keys().iter().any(|known| known == name) {
        return Err(InvalidInput(format!("there is a group {} already", quoted(name))));
    }
    file.group(group)?;
    match file.kit()? {
        Like::Table(kit) => {
            // All of them are put in again, so that the order stays.
            let keys: Vec<String> = kit.iter().map(|(key, _)| key.to_string()).collect();
            for key in keys {
                let Some((old, item)) = kit.remove_entry(&key) else { continue };
                match key == group {
                    true => {
                        let renamed = toml_edit::Key::new(name).with_leaf_decor(old.leaf_decor().clone());
                        kit.insert_formatted(&renamed, item);
                    }
                    false => {
                        kit.insert_formatted(&old, item);
                    }
                }
            }
        }
        Like::Inline(kit) => {
            let keys: Vec<String> = kit.iter().map(|(key, _)| key.to_string()).collect();
            for key in keys {
                let Some((old, value)) = kit.remove_entry(&key) else { continue };
                let renamed = if key == group {
                    toml_edit::Key::new(name).with_leaf_decor(old.leaf_decor().clone())
                } else {
                    old
                };
                kit.insert_formatted(&renamed, value);
            }
        }
    }
    if file.document.get("step").is_none() {
        return Ok(());
    }
    let mut steps = file.steps()?;
    for step in 0..steps.len() {
        if named_in(&mut steps, step).as_deref() != Some(group) {
            continue;
        }
        let Some(mut table) = steps.get(step) else { continue };
        for verb in table.keys() {
            if let Some(mut keys) = table.child(&verb) {
                keys.put("what", name.into());
            } else if verb == "shuffle" {
                table.put(&verb, name.into());
            }
        }
    }
    Ok(())
}

/// A key of a group.
pub fn set(
    file: &mut Edited<'_>,
    group: &str,
    key: &str,
    value: &serde_json::Value,
    toml: Option<&str>,
) -> Result<(), InvalidInput> {
    let value = given(value, toml)?;
    let mut table = file.group(group)?;
    match value {
        Some(value) => table.put(key, value),
        None => table.remove(key),
    }
    Ok(())
}

/// Writes the pieces of a set down one by one. What is sorted out of it before the first deal is left out, with the step that does it.
pub fn list_pieces(file: &mut Edited<'_>, group: &str) -> Result<(), InvalidInput> {
    let not_now = || {
        InvalidInput(format!(
            "the pieces of {} cannot be listed while the file has faults there",
            quoted(group)
        ))
    };
    let setup = file.outline.setup.clone().ok_or_else(not_now)?;
    let number = setup.kit.iter().position(|known| known.name == group).ok_or_else(not_now)?;
    let kit = &setup.kit[number];
    if matches!(kit.kind, PieceKind::Tiles { .. }) || !kit.is_laid() {
        return Err(InvalidInput(format!("the {} are no set that could be listed", kit.plural())));
    }
    let mut out = Vec::new();
    let mut sorting = Vec::new();
    for (at, step) in setup.steps.iter().enumerate() {
        if let Verb::Remove { group: of, which } = &step.verb
            && *of == number
        {
            out.extend(which.iter().cloned());
            sorting.extend(file.outline.steps.iter().position(|known| *known == Some(at)));
        }
    }
    let mut list = Array::new();
    for piece in kit.pieces.iter().filter(|piece| !out.iter().any(|which| which.is(piece))) {
        let seen: Vec<u8> = piece.faces.iter().map(|&face| kit.counts_as.seen(face)).collect();
        if let Some(&odd) = seen.iter().find(|&&symbol| !setup.game.faces.is_symbol(symbol)) {
            let printed = kit.printed(setup.game.faces).write(odd);
            return Err(InvalidInput(format!(
                "a piece shows {printed}, which this game has no symbol for: say by counts_as what it counts as, or sort it out first"
            )));
        }
        list.push(faces(&setup, &seen));
    }
    let shape = kit.shape().name().unwrap_or("single");
    let mut table = file.group(group)?;
    for key in table.keys() {
        if key != "when" {
            table.remove(&key);
        }
    }
    table.put("shape", shape.into());
    if kit.turns.len() > 1 {
        table.put("turns", "half".into());
    }
    table.put("list", Value::Array(list));
    sorting.sort_unstable();
    let mut steps = file.steps()?;
    sorting.into_iter().rev().for_each(|step| steps.remove(step));
    Ok(())
}
