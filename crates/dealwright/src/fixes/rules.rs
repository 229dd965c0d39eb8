//! The rules that a search for fixes tries: everything that a setup can ask of a deal and one look shows, with everything that hands
//! can do about it.

use super::with_rules;
use crate::kit::cards::{Card, rank_letter};
use crate::kit::faces::Faces;
use crate::registry::Registry;
use crate::setup::condition::{A_FIRST_MOVE, absence};
use crate::setup::deal::Dealer;
use crate::setup::tell::tell;
use crate::setup::{Setup, Verb};
use std::collections::BTreeSet;

/// Something that one look shows, and what is done about it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rule {
    /// The step of a setup file, without its heading.
    pub step: String,
    /// The instruction.
    pub words: String,
}

/// How a rule is met.
const WAYS: [&str; 7] = [
    "by = \"dealing again\"",
    "by = \"turning\"",
    "by = \"swapping\", with = \"right\"",
    "by = \"swapping\", with = \"left\"",
    "by = \"swapping\", with = \"above\"",
    "by = \"swapping\", with = \"below\"",
    "by = \"swapping\", with = \"next\"",
];

/// All rules that make sense for a setup, each once. Those that its reader refuses, and those that no deal needs because the steps
/// already see to it in the same words, are left out.
pub fn candidates(registry: &Registry, setup: &Setup) -> Vec<Rule> {
    let asked: BTreeSet<String> = setup
        .steps
        .iter()
        .filter_map(|step| match &step.verb {
            Verb::Require { what, .. } => Some(what.in_full()),
            _ => None,
        })
        .collect();
    let mut rules = Vec::new();
    for condition in conditions(setup) {
        for way in WAYS {
            // Of stacks, people lay what is wrong again: a card inside one cannot be swapped without taking off those above it.
            if setup.places.has_stacks() && way.contains("swapping") {
                continue;
            }
            let rule = Rule { step: format!("require = {{ {condition}, {way} }}"), words: String::new() };
            let Ok(ruled) = with_rules(registry, setup, std::slice::from_ref(&rule)) else { continue };
            let Ok(dealer) = Dealer::new(&ruled) else { continue };
            let added =
                ruled.steps.iter().zip(tell(&dealer).into_iter().skip(1)).find_map(|(step, words)| {
                    let Verb::Require { what, .. } = &step.verb else { return None };
                    (!asked.contains(&what.in_full())).then_some(words)
                });
            if let Some(words) = added {
                rules.push(Rule { words, ..rule });
            }
        }
    }
    rules
}

/// What can be seen at a glance: the game's own requirements, its named structures, and so many of something in a row or column.
fn conditions(setup: &Setup) -> Vec<String> {
    let what = |name: &str| format!("what = \"{name}\"");
    let mut all: Vec<String> = setup.game.requirements.iter().map(|own| what(own.name)).collect();
    all.extend(
        setup.game.info.structures().filter(|cause| cause.by_eye).map(|cause| what(&absence(cause.name))),
    );
    all.push(what(A_FIRST_MOVE));
    let places = &setup.places;
    if places.has_stacks() {
        // Neighbours lie on each other there; stacks have no rows to look along.
        let kinds: &[&str] = match setup.game.faces {
            Faces::Cards => &[", of = \"rank\"", ", of = \"suit\""],
            _ => &[""],
        };
        all.extend(kinds.iter().map(|of| format!("{}{of}", what("no equal neighbours"))));
        return all;
    }
    let lines: Vec<String> = (0..places.rows)
        .map(|row| format!("row {}", row + 1))
        .chain((0..places.columns).map(|column| format!("column {}", column_name(setup, column))))
        .collect();
    match setup.game.faces {
        // Colours have no order: a rule about one of them would only rename the others.
        Faces::Colours => {}
        Faces::Values { .. } => {
            for along in ["", ", along = \"rows\"", ", along = \"columns\""] {
                all.push(format!("{}{along}", what("no equal neighbours")));
            }
            for value in symbols(setup).into_iter().map(|symbol| setup.game.faces.write(symbol)) {
                all.extend(
                    lines.iter().map(|line| format!("{}, of = \"{value}\", at = \"{line}\"", what("none"))),
                );
                all.extend(lines.iter().map(|line| {
                    format!("{}, of = \"{value}\", count = 1, at = \"{line}\"", what("at most"))
                }));
                all.extend(lines.iter().map(|line| {
                    format!("{}, of = \"{value}\", count = 1, at = \"{line}\"", what("at least"))
                }));
            }
        }
        Faces::Cards => {
            let ranks: BTreeSet<u8> =
                symbols(setup).into_iter().filter_map(Card::from_symbol).map(|card| card.rank()).collect();
            for rank in ranks {
                let word = if rank == 1 { "aces".to_string() } else { rank_letter(rank).to_string() };
                all.extend(
                    lines.iter().map(|line| format!("{}, of = \"{word}\", at = \"{line}\"", what("none"))),
                );
            }
        }
    }
    all
}

/// The name of a column, as squares are named.
fn column_name(setup: &Setup, column: usize) -> String {
    let places = &setup.places;
    let cell = (0..places.cells()).find(|&cell| places.spot(cell).1 == column);
    cell.map_or(String::new(), |cell| {
        setup.square(cell).to_string().trim_end_matches(|c: char| c.is_ascii_digit()).to_string()
    })
}

fn symbols(setup: &Setup) -> Vec<u8> {
    let is_taken =
        |symbol: &u8| setup.game.faces.is_symbol(*symbol) && (setup.game.takes)(*symbol, &setup.parameters);
    (0..=u8::MAX).filter(is_taken).collect()
}
