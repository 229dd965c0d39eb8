//! Remedies for kits that have too few or too many pieces, or pieces that this board cannot take.

use super::super::edit::{At, Edit};
use super::{Doctor, Remedy};
use dealwright::dealing::Variation;
use dealwright::kit::{Group, PieceKind, Shape};
use dealwright::setup::{Setup, Verb, choices};
use std::collections::BTreeMap;

/// Kinds of pieces that one remedy sorts out at most.
const MOST_SORTED: usize = 4;
/// Pieces that one remedy adds or takes out at most.
const MOST_PIECES: usize = 120;

fn set(step: usize, key: &str, value: impl Into<serde_json::Value>) -> Edit {
    Edit::SetStep { step, key: key.into(), value: value.into(), toml: None }
}

fn add_step(at: usize, verb: &str) -> Edit {
    Edit::AddStep { at, verb: verb.into() }
}

/// Steps that put what the game always has somewhere there, before anything else is done.
pub(super) fn fixed(setup: &Setup) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (cell, symbol) in (setup.game.fixed)(&setup.parameters) {
        let is_placed = setup.steps.iter().any(
            |step| matches!(&step.verb, Verb::Place { at, .. } if at.0.iter().flatten().any(|own| *own == cell)),
        );
        let shows =
            |group: &Group| group.is_laid() && group.pieces.iter().any(|piece| piece.faces == [symbol]);
        let Some(group) = setup.kit.iter().find(|group| shows(group)).filter(|_| !is_placed) else {
            continue;
        };
        edits.push(add_step(0, "place"));
        if setup.kit.iter().filter(|group| group.is_laid()).count() > 1 {
            edits.push(set(0, "what", group.name.as_str()));
        }
        edits.push(set(0, "piece", setup.game.faces.write(symbol)));
        edits.push(set(0, "at", setup.places.cell_name(cell)));
    }
    edits
}

impl Doctor<'_> {
    /// As many pieces as there is room for, and such that the board can take.
    pub(super) fn amounts(&self, setup: &Setup) -> Vec<Remedy> {
        let mut found = Vec::new();
        let edits = fixed(setup);
        if !edits.is_empty() {
            found
                .extend(self.helping("put what this game always has there in its place first".into(), edits));
        }
        let room = setup.places.cells() - setup.empty.len();
        let laid = || setup.kit.iter().filter(|group| group.is_laid());
        let covered: usize = laid().map(|group| group.pieces.len() * group.shape().cells()).sum();
        for (number, group) in setup.kit.iter().enumerate() {
            if let PieceKind::Dice { .. } = group.kind {
                found.extend(self.dice(setup, group, room));
            }
            if !group.is_laid() {
                continue;
            }
            let cells = group.shape().cells();
            let is_painted = matches!(group.kind, PieceKind::Tiles { .. } | PieceKind::Tokens);
            if group.shape() != Shape::SINGLE && (setup.places.has_stacks() || !room.is_multiple_of(cells)) {
                // What is a single square has no turns.
                let turns = |known: usize| matches!(&setup.steps[known].verb, Verb::Turn { group, .. } if *group == number);
                let mut edits: Vec<Edit> = (0..self.outline.steps.len())
                    .rev()
                    .filter(|&step| self.outline.steps[step].is_some_and(turns))
                    .map(|step| Edit::RemoveStep { step })
                    .collect();
                edits.push(Edit::Shape { group: group.name.clone(), drawing: vec!["X".into()] });
                found
                    .extend(self.helping(format!("make the {} pieces of one square", group.plural()), edits));
            }
            let (missing, many) =
                (room.saturating_sub(covered) / cells, covered.saturating_sub(room).div_ceil(cells));
            if is_painted && (1..=MOST_PIECES).contains(&missing) {
                let edits = added(setup, group, missing);
                found.extend(
                    self.helping(format!("add {}, so that the board is full", group.counted(missing)), edits),
                );
            }
            if is_painted && many > 0 && many < group.pieces.len().min(MOST_PIECES) {
                let at = |piece| At { group: group.name.clone(), piece, back: false, cell: 0 };
                let last = (group.pieces.len() - many..group.pieces.len()).rev();
                let edits = last.map(|piece| Edit::RemovePiece { at: at(piece) }).collect();
                found.extend(self.helping(format!("take out the last {}", group.counted(many)), edits));
            }
            if !is_painted {
                found.extend(self.sorted_out(setup, number));
                found.extend(self.kept(
                    setup,
                    number,
                    room.saturating_sub(covered - group.pieces.len() * cells) / cells,
                ));
            }
        }
        found
    }

    /// Where symbols have to come in pairs, two sides that differ would let chance decide about it.
    pub(super) fn alike_sides(&self, setup: &Setup) -> Vec<Remedy> {
        let mut found = Vec::new();
        for group in self.painted(setup) {
            for (number, piece) in group.pieces.iter().enumerate() {
                if piece.back.is_empty() || piece.back == piece.faces {
                    continue;
                }
                let at = |back, cell| At { group: group.name.clone(), piece: number, back, cell };
                let paint = |(cell, face): (usize, &u8)| Edit::Paint {
                    at: at(true, cell),
                    symbol: setup.game.faces.write(group.counts_as.seen(*face)),
                };
                let edits = piece.faces.iter().enumerate().map(paint).collect();
                let remedy = self.helping("make its back like its front".into(), edits);
                found.extend(remedy.map(|remedy| Remedy { at: Some(at(true, 0)), ..remedy }));
            }
        }
        found
    }

    /// Dice for all squares or for what the game rolls beside the board, with values that the board takes.
    fn dice(&self, setup: &Setup, group: &Group, room: usize) -> Vec<Remedy> {
        let edit = |key: &str, value: serde_json::Value| Edit::SetGroup {
            group: group.name.clone(),
            key: key.into(),
            value,
            toml: None,
        };
        let symbols = choices::symbols(setup);
        let values = match symbols.as_slice() {
            [first, .., last] => Some(edit("values", format!("{first}-{last}").into())),
            _ => None,
        };
        let mut found = Vec::new();
        let counts = std::iter::once(room).chain(setup.game.info.dice.iter().map(|dice| dice.count));
        for count in counts {
            let edits = vec![edit("dice", count.into())];
            found.extend(self.helping(format!("make it {count} dice"), edits));
        }
        if let Some(values) = values {
            found.extend(self.helping("use dice with the values of this board".into(), vec![values]));
        }
        found
    }

    /// Pieces of a set that show what the board cannot take are sorted out once.
    fn sorted_out(&self, setup: &Setup, number: usize) -> Option<Remedy> {
        let group = &setup.kit[number];
        let takes = |face: u8| (setup.game.takes)(group.counts_as.seen(face), &setup.parameters);
        let mut faces: Vec<u8> = group
            .pieces
            .iter()
            .flat_map(|piece| &piece.faces)
            .copied()
            .filter(|face| !takes(*face))
            .collect();
        faces.sort_unstable();
        faces.dedup();
        let printed = group.printed(setup.game.faces);
        let words: Vec<String> =
            faces.iter().map(|&face| format!("with a {}", printed.write(face))).collect();
        let known = choices::which(setup, number);
        let is_sorted = |verb: &Verb| matches!(verb, Verb::Remove { group, .. } if *group == number);
        if words.is_empty()
            || words.len() > MOST_SORTED
            || setup.steps.iter().any(|step| is_sorted(&step.verb))
            || !words.iter().all(|word| known.contains(word))
        {
            return None;
        }
        let mut edits = vec![add_step(0, "remove")];
        if setup.kit.iter().filter(|group| group.is_laid()).count() > 1 {
            edits.push(set(0, "what", group.name.as_str()));
        }
        let told = format!("sort out the {} {}", group.plural(), words.join(" or "));
        edits.push(set(0, "where", words));
        self.helping(told, edits)
    }

    /// Only so many pieces of a set are kept for each deal.
    fn kept(&self, setup: &Setup, number: usize, count: usize) -> Option<Remedy> {
        let group = &setup.kit[number];
        let is_laying =
            |known: usize| matches!(&setup.steps[known].verb, Verb::Lay { group, .. } if *group == number);
        let at = self.outline.steps.iter().position(|known| known.is_some_and(is_laying))?;
        if count == 0 || count >= group.pieces.len() {
            return None;
        }
        let edits = vec![add_step(at, "keep"), set(at, "count", count)];
        self.helping(format!("keep only {} for each deal", group.counted(count)), edits)
    }
}

/// So many more pieces, each of one symbol, such that all symbols are there as evenly as can be.
fn added(setup: &Setup, group: &Group, missing: usize) -> Vec<Edit> {
    let cells = group.shape().cells();
    let mut counts: BTreeMap<u8, usize> =
        choices::symbols(setup).into_iter().map(|symbol| (symbol, 0)).collect();
    for group in setup.kit.iter().filter(|group| group.is_laid()) {
        for face in group.pieces.iter().flat_map(|piece| &piece.faces) {
            if let Some(count) = counts.get_mut(&group.counts_as.seen(*face)) {
                *count += 1;
            }
        }
    }
    let pairs = setup.game.variation == Variation::EvenCounts && cells % 2 == 1;
    let mut edits = Vec::new();
    for left in (1..=missing).rev() {
        let odd: Vec<u8> =
            counts.iter().filter(|(_, count)| *count % 2 == 1).map(|(symbol, _)| *symbol).collect();
        // The last ones make pairs of what is odd.
        let among = |symbol: &u8| !(pairs && odd.len() >= left) || odd.contains(symbol);
        let least = counts
            .iter_mut()
            .filter(|(symbol, _)| among(symbol))
            .min_by_key(|(symbol, count)| (**count, **symbol));
        let Some((symbol, count)) = least else { break };
        *count += cells;
        edits.push(Edit::AddPiece {
            group: group.name.clone(),
            symbol: Some(setup.game.faces.write(*symbol)),
        });
    }
    edits
}
