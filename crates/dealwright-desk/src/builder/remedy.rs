//! What is wrong, and changes that mend it. Every remedy was tried: the file without the fault is what it leads to.

mod amounts;

use super::edit::{At, Edit, apply, outlined};
use super::places::covering;
use dealwright::Registry;
use dealwright::dealing::Variation;
use dealwright::kit::{Group, PieceKind, Shape};
use dealwright::setup::read::outline::{Outline, Part, Wrong};
use dealwright::setup::{Setup, Verb, choices};
use dealwright::text::{counted, quoted};
use serde::Serialize;
use std::collections::BTreeMap;

/// Changes that are tried for one fault.
const MOST_TRIED: usize = 240;
/// Remedies that are offered for one fault, and those on pieces.
const MOST_OFFERED: usize = 6;
const MOST_ON_PIECES: usize = 60;

/// A fault with its place and its remedies.
#[derive(Debug, Clone, Serialize)]
pub struct Problem {
    /// Line and column in the text, from 1.
    pub line: usize,
    /// See above.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// The part of the file: file, sizes, group, board or step.
    pub part: &'static str,
    /// The group, where it is one.
    pub group: Option<String>,
    /// The step, counted from 0, where it is one.
    pub step: Option<usize>,
    /// What mends it.
    pub remedies: Vec<Remedy>,
}

/// One change that mends a fault.
#[derive(Debug, Clone, Serialize)]
pub struct Remedy {
    /// What it does: "change this B to A".
    pub words: String,
    /// The edits.
    pub edits: Vec<Edit>,
    /// The square of a piece that it is shown on.
    pub at: Option<At>,
    /// Whether nothing else is wrong after it.
    pub mends: bool,
}

/// All faults of a file. Remedies are looked for the first one, since the others may come from it.
pub fn problems(
    registry: &Registry,
    (text, options): (&str, &BTreeMap<String, String>),
    outline: &Outline,
    give_up: &dyn Fn() -> bool,
) -> Vec<Problem> {
    let mut found: Vec<Problem> = outline.wrong.iter().map(problem).collect();
    if let (Some(first), Some(wrong)) = (found.first_mut(), outline.wrong.first()) {
        let doctor =
            Doctor { registry, text, options, outline, wrong, tried: std::cell::Cell::new(0), give_up };
        first.remedies = doctor.remedies();
    }
    found
}

fn problem(wrong: &Wrong) -> Problem {
    let (part, group, step) = match &wrong.part {
        Part::File => ("file", None, None),
        Part::Sizes => ("sizes", None, None),
        Part::Group(name) => ("group", Some(name.clone()), None),
        Part::Board => ("board", None, None),
        Part::Step(step) => ("step", None, Some(*step)),
    };
    let error = &wrong.error;
    Problem {
        line: error.line,
        column: error.column,
        message: error.message.clone(),
        part,
        group,
        step,
        remedies: Vec::new(),
    }
}

struct Doctor<'d> {
    registry: &'d Registry,
    text: &'d str,
    options: &'d BTreeMap<String, String>,
    outline: &'d Outline,
    wrong: &'d Wrong,
    tried: std::cell::Cell<usize>,
    /// Asked between two of them.
    give_up: &'d dyn Fn() -> bool,
}

impl Doctor<'_> {
    /// What some edits lead to; none where they cannot be made, or too much was tried.
    fn after(&self, edits: &[Edit]) -> Option<Outline> {
        if self.tried.get() >= MOST_TRIED || (self.give_up)() {
            return None;
        }
        self.tried.set(self.tried.get() + 1);
        let text = apply(self.registry, self.text, self.options, edits).ok()?;
        Some(outlined(self.registry, &text, self.options))
    }

    /// A remedy, if it mends everything.
    fn mending(&self, words: String, edits: Vec<Edit>, at: Option<At>) -> Option<Remedy> {
        let after = self.after(&edits)?;
        after.wrong.is_empty().then_some(Remedy { words, edits, at, mends: true })
    }

    /// A remedy, if this fault is gone after it, though something else may be wrong then.
    fn helping(&self, words: String, edits: Vec<Edit>) -> Option<Remedy> {
        let after = self.after(&edits)?;
        let is_gone = after
            .wrong
            .iter()
            .all(|wrong| wrong.part != self.wrong.part || wrong.error.message != self.wrong.error.message);
        let mends = after.wrong.is_empty();
        let is_progress = mends || after.wrong.len() <= self.outline.wrong.len() && is_gone;
        is_progress.then_some(Remedy { words, edits, at: None, mends })
    }

    fn remedies(&self) -> Vec<Remedy> {
        let Some(setup) = &self.outline.setup else { return self.other_sizes() };
        let mut found: Vec<Remedy> = Vec::new();
        if self.outline.steps.is_empty() && !setup.kit.is_empty() {
            found.extend(self.first_steps(setup));
            return found;
        }
        found.extend(self.places(setup));
        found.extend(self.missing_steps(setup));
        found.extend(self.amounts(setup));
        found.extend(self.on_pieces(setup));
        if setup.game.variation == Variation::EvenCounts {
            found.extend(self.alike_sides(setup));
        }
        if found.iter().filter(|remedy| remedy.mends).count() < MOST_OFFERED {
            found.extend(self.numbers(setup));
            found.extend(self.step_itself());
        }
        if found.is_empty() {
            found.extend(self.other_sizes());
            found.extend(self.without_a_group(setup));
        }
        // What mends everything comes first.
        found.sort_by_key(|remedy| !remedy.mends);
        let general: Vec<Remedy> =
            found.iter().filter(|remedy| remedy.at.is_none()).take(MOST_OFFERED).cloned().collect();
        let on_pieces = found.into_iter().filter(|remedy| remedy.at.is_some()).take(MOST_ON_PIECES);
        general.into_iter().chain(on_pieces).collect()
    }

    /// All pieces are shuffled, turned where that makes a difference, and laid.
    fn first_steps(&self, setup: &Setup) -> Option<Remedy> {
        let mut edits = amounts::fixed(setup);
        let mut at = edits.iter().filter(|edit| matches!(edit, Edit::AddStep { .. })).count();
        let mut step = |verb: &str| {
            edits.push(Edit::AddStep { at, verb: verb.into() });
            at += 1;
        };
        for group in &setup.kit {
            match group.kind {
                PieceKind::Dice { .. } => step("roll"),
                PieceKind::Pawns { .. } => step("stand"),
                _ => {
                    step("shuffle");
                    if group.turns.len() > 1 {
                        step("turn");
                    }
                    step("lay");
                }
            }
        }
        if setup.game.info.taken_off.is_some() {
            step("move");
        }
        let wide = setup.kit.iter().find(|group| group.is_laid() && group.shape() != Shape::SINGLE);
        if let Some(group) = wide
            && setup.slots.iter().all(|slot| slot.0.len() == 1)
            && covering(setup, group.shape()).is_some()
        {
            edits.push(Edit::FillPlaces { group: group.name.clone() });
        }
        let words = "shuffle all pieces and lay them out".to_string();
        self.helping(words, edits)
    }

    /// The board covered by places for the pieces.
    fn places(&self, setup: &Setup) -> Vec<Remedy> {
        let wide = setup.kit.iter().filter(|group| group.is_laid() && group.shape() != Shape::SINGLE);
        let fits = |slot: &dealwright::setup::Slot, shape: Shape| {
            shape
                .fits(&slot.0.iter().map(|cell| cell.map(|cell| setup.places.spot(cell))).collect::<Vec<_>>())
        };
        wide.filter(|group| !setup.slots.iter().any(|slot| fits(slot, group.shape())))
            .filter_map(|group| {
                let words = format!("cover the board with places for the {}", group.plural());
                self.helping(words, vec![Edit::FillPlaces { group: group.name.clone() }])
            })
            .collect()
    }

    /// Groups that no step lays, rolls or stands; pieces that the game takes off the board again.
    fn missing_steps(&self, setup: &Setup) -> Vec<Remedy> {
        let mut found = Vec::new();
        let steps = self.outline.steps.len();
        for (number, group) in setup.kit.iter().enumerate() {
            let is_used = setup.steps.iter().any(|step| {
                step.verb.group() == Some(number)
                    && matches!(
                        step.verb,
                        Verb::Lay { .. } | Verb::Roll { .. } | Verb::Stand { .. } | Verb::Build { .. }
                    )
            });
            if is_used {
                continue;
            }
            let verbs: &[&str] = match group.kind {
                PieceKind::Dice { .. } => &["roll"],
                PieceKind::Pawns { .. } => &["stand"],
                _ => &["shuffle", "lay"],
            };
            let edits = verbs
                .iter()
                .enumerate()
                .map(|(n, verb)| Edit::AddStep { at: steps + n, verb: (*verb).into() })
                .collect();
            let word = match group.kind {
                PieceKind::Dice { .. } => "roll",
                PieceKind::Pawns { .. } => "stand",
                _ => "shuffle and lay",
            };
            found.extend(self.helping(format!("{word} the {}", group.plural()), edits));
        }
        let takes_off = setup.steps.iter().any(|step| matches!(step.verb, Verb::Move { .. }));
        if let Some(off) = setup.game.info.taken_off.as_ref().filter(|_| !takes_off) {
            let words = format!("take the {} off the board again", off.what);
            found.extend(self.helping(words, vec![Edit::AddStep { at: steps, verb: "move".into() }]));
        }
        found
    }

    /// Groups whose pieces can be painted.
    fn painted<'s>(&self, setup: &'s Setup) -> Vec<&'s Group> {
        let can = |group: &&Group| matches!(group.kind, PieceKind::Tiles { .. } | PieceKind::Tokens);
        setup.kit.iter().filter(can).collect()
    }

    /// Other symbols on squares. Where symbols have to come in pairs, an odd one becomes another odd one; where each has to be there so
    /// often, one that is there too often becomes one that is missing.
    fn on_pieces(&self, setup: &Setup) -> Vec<Remedy> {
        let groups = self.painted(setup);
        let mut counts: BTreeMap<u8, usize> =
            choices::symbols(setup).into_iter().map(|symbol| (symbol, 0)).collect();
        for group in setup.kit.iter().filter(|group| group.is_laid()) {
            for face in group.pieces.iter().flat_map(|piece| &piece.faces) {
                *counts.entry(group.counts_as.seen(*face)).or_default() += 1;
            }
        }
        let all = choices::symbols(setup);
        let (from, to): (Vec<u8>, Vec<u8>) = match setup.game.variation {
            Variation::EvenCounts => {
                let odd: Vec<u8> =
                    counts.iter().filter(|(_, count)| *count % 2 == 1).map(|(symbol, _)| *symbol).collect();
                (odd.clone(), odd.into_iter().filter(|symbol| all.contains(symbol)).collect())
            }
            _ => {
                let usual = counts.values().copied().max().unwrap_or(0);
                let missing: Vec<u8> = counts
                    .iter()
                    .filter(|(symbol, count)| **count == 0 && all.contains(symbol))
                    .map(|(symbol, _)| *symbol)
                    .collect();
                let many = counts
                    .iter()
                    .filter(|(symbol, count)| **count > 1 && **count == usual || !all.contains(symbol));
                (many.map(|(symbol, _)| *symbol).collect(), missing)
            }
        };
        let mut found = Vec::new();
        for group in groups {
            for (number, piece) in group.pieces.iter().enumerate() {
                for (cell, face) in piece.faces.iter().enumerate() {
                    let seen = group.counts_as.seen(*face);
                    if !from.contains(&seen) {
                        continue;
                    }
                    for &other in to.iter().filter(|&&other| other != seen).take(3) {
                        let at = At { group: group.name.clone(), piece: number, back: false, cell };
                        let symbol = setup.game.faces.write(other);
                        let edits = vec![Edit::Paint { at: at.clone(), symbol: symbol.clone() }];
                        let words = format!("change this {} to {symbol}", setup.game.faces.write(*face));
                        // Several odd symbols take several changes: each that leaves fewer of them helps.
                        let helps = setup.game.variation == Variation::EvenCounts && from.len() > 2;
                        let remedy = match helps {
                            true => {
                                self.helping(words, edits).map(|remedy| Remedy { at: Some(at), ..remedy })
                            }
                            false => self.mending(words, edits, Some(at)),
                        };
                        found.extend(remedy);
                    }
                }
            }
        }
        found
    }

    /// One piece more or less, and other sizes.
    fn numbers(&self, setup: &Setup) -> Vec<Remedy> {
        let mut found = Vec::new();
        for group in self.painted(setup) {
            let mut seen: Vec<&Vec<u8>> = Vec::new();
            for (number, piece) in group.pieces.iter().enumerate() {
                if seen.contains(&&piece.faces) {
                    continue;
                }
                seen.push(&piece.faces);
                let at = At { group: group.name.clone(), piece: number, back: false, cell: 0 };
                let face = |edits, words: &str| self.mending(words.into(), edits, Some(at.clone()));
                found.extend(face(vec![Edit::RemovePiece { at: at.clone() }], "take this one out"));
                found.extend(face(vec![Edit::CopyPiece { at: at.clone() }], "add another of these"));
            }
        }
        found.extend(self.other_sizes());
        found
    }

    /// The kit without one of its groups.
    fn without_a_group(&self, setup: &Setup) -> Vec<Remedy> {
        let without = |group: &Group| {
            let edits = vec![Edit::RemoveGroup { group: group.name.clone() }];
            self.helping(format!("take out the {}", group.plural()), edits)
        };
        if setup.kit.len() > 1 { setup.kit.iter().filter_map(without).collect() } else { Vec::new() }
    }

    /// A step that is wrong: without one of its keys, or not at all.
    fn step_itself(&self) -> Vec<Remedy> {
        let Part::Step(step) = self.wrong.part else { return Vec::new() };
        let mut found = Vec::new();
        let known = self.outline.steps.get(step).copied().flatten();
        let keys = known
            .and_then(|known| self.outline.setup.as_ref()?.steps.get(known))
            .map(|step| step.keys.clone());
        for (key, _) in keys.unwrap_or_default() {
            let edits =
                vec![Edit::SetStep { step, key: key.clone(), value: serde_json::Value::Null, toml: None }];
            found.extend(self.mending(
                format!("leave out {} in step {}", quoted(&key), step + 1),
                edits,
                None,
            ));
        }
        let named =
            self.wrong.error.message.split("did you mean '").nth(1).and_then(|rest| rest.split('\'').next());
        if let Some(verb) = named {
            found.extend(self.helping(
                format!("write '{verb}' in step {}", step + 1),
                vec![Edit::SetVerb { step, verb: verb.into() }],
            ));
        }
        found.extend(self.mending(
            format!("take out step {}", step + 1),
            vec![Edit::RemoveStep { step }],
            None,
        ));
        found
    }

    /// Other sizes, the nearest first, that make the file good.
    fn other_sizes(&self) -> Vec<Remedy> {
        let mut found = Vec::new();
        for (name, value) in &self.outline.parameters.0 {
            let near = (1..=4)
                .flat_map(|by| [value.checked_sub(by), value.checked_add(by)])
                .flatten()
                .filter(|value| *value > 0);
            for value in near {
                let edits = vec![Edit::Size { name: name.clone(), value }];
                let remedy = self.mending(format!("make it {}", counted_size(name, value)), edits, None);
                if let Some(remedy) = remedy {
                    found.push(remedy);
                    break;
                }
            }
        }
        found
    }
}

/// "5 rows": sizes are named in the plural.
fn counted_size(name: &str, value: u32) -> String {
    match name.strip_suffix('s') {
        Some(one) => counted(value.into(), one),
        None => format!("{name} {value}"),
    }
}
