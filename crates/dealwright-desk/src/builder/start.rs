//! What new files, groups and steps begin with: the least that says something.

use dealwright::dealing::Parameters;
use dealwright::kit::faces::Faces;
use dealwright::kit::{Group, PieceKind, Shape};
use dealwright::registry::Entry;
use dealwright::setup::read::outline::Outline;
use dealwright::setup::{Setup, Verb, choices};
use dealwright::{InvalidInput, Registry};
use toml_edit::{Array, InlineTable, Value};

/// A file with an empty tray: the sizes of the game's own setup, and no pieces.
pub fn file(registry: &Registry, game: &str) -> Result<String, InvalidInput> {
    let game = registry.known_game(game).map_err(InvalidInput)?;
    let mut text = format!("game  = \"{}\"\ntitle = \"My kit\"\n", game.info.name);
    let own = format!("{}/{}", game.info.name, game.info.default_setup);
    let own = registry.setup(&own, &[]).or_else(|_| registry.setup(game.info.default_setup, &[]));
    let sizes: Vec<(String, u32)> = match own {
        Ok(setup) => setup.parameters.0.clone(),
        Err(_) => {
            let open = game.info.parameters.iter().filter(|parameter| parameter.fixed.is_none());
            open.map(|parameter| (parameter.name.to_string(), 4)).collect()
        }
    };
    if !sizes.is_empty() {
        text.push_str("\n[parameters]\n");
        sizes.iter().for_each(|(name, value)| text.push_str(&format!("{name} = {value}\n")));
    }
    text.push_str("\n[kit]\n");
    Ok(text)
}

/// The name and the keys of a new group.
pub fn group(
    game: &Entry,
    setup: Option<&Setup>,
    sizes: &Parameters,
    kind: &str,
) -> (String, Vec<(String, Value)>) {
    let symbols =
        setup.map(choices::symbols).filter(|symbols| !symbols.is_empty()).unwrap_or_else(|| vec![1]);
    let word = |n: usize| game.faces.write(symbols[n % symbols.len()]);
    let list = |text: String| Value::Array([text.as_str()].into_iter().collect::<Array>());
    let key = |key: &str, value: Value| (key.to_string(), value);
    let has_size = |name: &str| sizes.0.iter().any(|(known, _)| known == name);
    match kind {
        "single" => {
            let name = if game.faces == Faces::Cards { "cards" } else { "tiles" };
            (name.into(), vec![key("shape", "single".into()), key("list", list(word(0)))])
        }
        "coins" => {
            let sides = format!("{}|{}", word(0), word(1));
            (
                "coins".into(),
                vec![key("shape", "single".into()), key("turns", "flip".into()), key("list", list(sides))],
            )
        }
        "tokens" => {
            let counts: InlineTable = (0..symbols.len().min(2)).map(|n| (word(n), Value::from(2))).collect();
            ("tokens".into(), vec![key("colours", Value::InlineTable(counts))])
        }
        "cards" => {
            let mut keys = vec![key("deck", "french".into())];
            if !(has_size("suits") && has_size("ranks")) {
                keys.extend([key("suits", 4.into()), key("ranks", 13.into())]);
            }
            ("cards".into(), keys)
        }
        "dominoes" => ("dominoes".into(), vec![key("set", "double-six".into())]),
        "piecepack" => ("coins".into(), vec![key("piecepack", "coins".into())]),
        "dice" => {
            // Dice for the squares, unless pieces are laid there: then for what the game rolls beside the board.
            let is_laid = setup.is_some_and(|setup| setup.kit.iter().any(Group::is_laid));
            let room = setup.map_or(4, |setup| setup.places.cells() - setup.empty.len());
            let count = game.info.dice.first().filter(|_| is_laid).map_or(room, |dice| dice.count);
            let mut keys = vec![key("dice", (count as i64).into())];
            if let [first, .., last] = symbols.as_slice()
                && (1..=6).any(|value| !symbols.contains(&value))
            {
                keys.push(key("values", format!("{first}-{last}").into()));
            }
            ("dice".into(), keys)
        }
        "pawns" => {
            let (name, count) =
                game.info.pawns.as_ref().map_or(("pawns", 4), |pawns| (pawns.name, pawns.count));
            (name.into(), vec![key("pawns", i64::from(count).into())])
        }
        _ => {
            let text = word(0).repeat(2);
            (
                "tiles".into(),
                vec![key("shape", "1x2".into()), key("turns", "half".into()), key("list", list(text))],
            )
        }
    }
}

/// The groups that a verb can be about, in the order of the kit.
fn groups_for<'s>(setup: &'s Setup, verb: &str) -> Vec<(usize, &'s Group)> {
    let fits = |group: &Group| match verb {
        "roll" => matches!(group.kind, PieceKind::Dice { .. }),
        "stand" => matches!(group.kind, PieceKind::Pawns { .. }),
        _ => group.is_laid(),
    };
    setup.kit.iter().enumerate().filter(|(_, group)| fits(group)).collect()
}

/// The value of a new step: what has to be said, by the first that can be chosen.
pub fn step(outline: &Outline, verb: &str, at: usize) -> Value {
    let Some(setup) = outline.setup.as_ref() else { return plain(verb) };
    let groups = groups_for(setup, verb);
    // The first that is not laid yet, or shuffled, or whatever the step does.
    let is_done = |group: usize| {
        setup.steps.iter().any(|step| {
            step.verb.group() == Some(group)
                && matches!(
                    (verb, &step.verb),
                    ("lay" | "deal", Verb::Lay { .. })
                        | ("shuffle", Verb::Shuffle { .. })
                        | ("turn", Verb::Turn { .. })
                        | ("roll", Verb::Roll { .. })
                        | ("stand", Verb::Stand { .. })
                )
        })
    };
    let chosen = groups.iter().find(|(number, _)| !is_done(*number)).or(groups.first()).copied();
    let several = groups.len() > 1;
    let mut keys: Vec<(&str, Value)> = Vec::new();
    if let Some((_, group)) = chosen.filter(|_| several) {
        keys.push(("what", group.name.as_str().into()));
    }
    let number = chosen.map_or(0, |(number, _)| number);
    let first_place = || choices::places(setup).last().cloned().unwrap_or_else(|| "a1".into());
    match verb {
        "remove" => {
            let word = chosen.and_then(|_| choices::which(setup, number).first().cloned());
            keys.push(("where", word.unwrap_or_else(|| "doubles".into()).into()));
        }
        "split" => {
            let suits =
                chosen.is_some_and(|(_, group)| group.pieces.iter().all(|piece| piece.suit.is_some()));
            keys.push(("by", if suits { "suit" } else { "value" }.into()));
        }
        "arrange" => keys.push(("order", "reversed".into())),
        "keep" => {
            let pieces = chosen.map_or(2, |(_, group)| group.pieces.len());
            keys.push(("count", (pieces.div_ceil(2).max(1) as i64).into()));
        }
        "lay" | "deal" => {
            let wide = chosen.is_some_and(|(_, group)| group.shape() != Shape::SINGLE);
            let stacks = setup.places.has_stacks();
            keys.push((
                "along",
                if stacks {
                    "places"
                } else if wide {
                    "slots"
                } else {
                    "rows"
                }
                .into(),
            ));
        }
        "place" => {
            let piece = chosen.and_then(|_| choices::pieces(setup, number).first().cloned());
            keys.extend([("piece", piece.unwrap_or_default().into()), ("at", first_place().into())]);
        }
        "build" => {
            if let Some(by) = setup.game.builds.first() {
                keys.push(("by", by.name.into()));
                if by.takes_moves {
                    keys.push(("moves", 10.into()));
                }
            } else {
                return plain(verb);
            }
        }
        "roll" => {
            let beside = setup.game.info.dice.first().filter(|_| setup.kit.iter().any(Group::is_laid));
            keys.push(("into", beside.map_or("spaces", |dice| dice.name).into()));
        }
        "cover" => keys.extend([("count", 1.into()), ("at", "face down beside the board".into())]),
        "stand" => keys.push(("at", "beside the board".into())),
        "turn" if several => keys.push(("how", "by chance".into())),
        "shuffle" if several && at <= setup.steps.len() => keys.push(("piles", "all".into())),
        "move" => match &setup.game.info.taken_off {
            Some(off) => keys.extend([("what", off.what.into()), ("to", off.to.into())]),
            None => return plain(verb),
        },
        "require" => return plain(verb),
        _ => {}
    }
    // The short way, where there is only one group to speak of.
    if !several && ["shuffle", "turn", "reveal"].contains(&verb) || keys.is_empty() {
        return plain(verb);
    }
    Value::InlineTable(keys.into_iter().collect::<InlineTable>())
}

/// A step where nothing is known of the kit.
fn plain(verb: &str) -> Value {
    let table = |keys: &[(&str, &str)]| {
        Value::InlineTable(
            keys.iter().map(|(key, value)| (*key, Value::from(*value))).collect::<InlineTable>(),
        )
    };
    match verb {
        "shuffle" | "reveal" => "all".into(),
        "turn" => "by chance".into(),
        "keep" => 2.into(),
        "require" => table(&[("what", "a first move"), ("by", "dealing again")]),
        "lay" | "deal" => table(&[("along", "rows")]),
        "remove" => table(&[("where", "doubles")]),
        "split" => table(&[("by", "value")]),
        "arrange" => table(&[("order", "reversed")]),
        "place" => table(&[("piece", ""), ("at", "a1")]),
        "build" => table(&[("by", "")]),
        "roll" => table(&[("into", "spaces")]),
        "move" => table(&[("what", ""), ("to", "")]),
        _ => table(&[("at", "beside the board")]),
    }
}
