//! What a setup is known by: a text that says everything its deals depend on. A study keeps the checksum of it, so that a
//! file which was changed in between is noticed. The text is a promise: names in the code may change, this may not.

use super::deal::Dealer;
use super::{By, Change, With};
use std::fmt::{Display, Write};

/// The text, a line for each fact. Version 1.
pub fn fingerprint(dealer: &Dealer<'_>) -> String {
    let (setup, plan) = (dealer.setup, &dealer.plan);
    let mut text = String::from("dealwright plan 1\n");
    let mut line = |words: String| {
        text.push_str(&words);
        text.push('\n');
    };
    line(format!("setup {}", setup.full_name()));
    setup.parameters.0.iter().for_each(|(name, value)| line(format!("size {name} {value}")));
    setup.rules.iter().for_each(|rule| line(format!("rule {rule}")));
    if let Some(words) = setup.shuffling.words() {
        line(format!("shuffle {words}"));
    }
    line(format!("table {}", joined(&plan.table)));
    for (piece, looks) in plan.looks.iter().enumerate() {
        let looks: Vec<String> = looks.iter().map(|look| joined(look)).collect();
        line(format!("piece {piece} {}", looks.join(" / ")));
    }
    for mix in &plan.mixes {
        line(format!("mix {} of {}", mix.take, joined(&mix.places)));
    }
    for seat in &plan.seats {
        let cells: Vec<String> =
            seat.cells.iter().map(|(of_piece, of_board)| format!("{of_piece}>{of_board}")).collect();
        line(format!("seat {} ways {} cells {}", seat.place, seat.turns, cells.join(" ")));
    }
    for (cell, faces) in &plan.rolls {
        line(format!("roll {cell} {}", joined(faces)));
    }
    for roll in &plan.dice {
        line(format!("dice {} {} {}", roll.list.name, roll.list.count, joined(&roll.faces)));
    }
    if let Some(build) = &plan.build {
        let (by, moves, slips) = (build.by.name, build.moves, build.slips);
        let (pile, dice) = (joined(&build.pile), joined(&build.dice));
        line(format!("build {by}, moves {moves}, pile {pile}, slips {slips}, dice {dice}"));
    }
    for (what, by) in setup.asked() {
        let keys: String = what.keys.iter().map(|(key, value)| format!(" {key} {value}")).collect();
        match by {
            By::Fix { change, tries } => {
                let how = match change {
                    Change::Turn => "turn".to_string(),
                    Change::Swap(With::Next) => "swap next".to_string(),
                    Change::Swap(With::Side(down, right)) => format!("swap {down} {right}"),
                    Change::Swap(With::Cell(cell)) => format!("swap cell {cell}"),
                };
                line(format!("fix {}{keys} by {how} tries {tries}", what.name));
            }
            By::Kit | By::DealingAgain => line(format!("again {}{keys}", what.name)),
        }
    }
    if !setup.empty.is_empty() {
        line(format!("empty {}", joined(&setup.empty)));
    }
    line(format!("physical {}", plan.physical));
    text
}

fn joined(values: &[impl Display]) -> String {
    let mut text = String::new();
    for value in values {
        let space = if text.is_empty() { "" } else { " " };
        // Writing to a text cannot fail.
        let _ = write!(text, "{space}{value}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Registry;

    #[test]
    fn the_text_of_a_small_setup_stays_as_it_is() {
        let sizes = [("suits".to_string(), "2".to_string()), ("ranks".to_string(), "2".to_string())];
        let setup = Registry::standard().setup("pretzel/banded", &sizes).unwrap();
        let text = fingerprint(&Dealer::new(&setup).unwrap());
        assert_eq!(
            text,
            "dealwright plan 1\nsetup pretzel/banded\nsize suits 2\nsize ranks 2\ntable 0 1 2 3\npiece 0 1\npiece 1 2\n\
             piece 2 17\npiece 3 18\nmix 2 of 0 1\nmix 2 of 2 3\nseat 0 ways 1 cells 0>0\nseat 1 ways 1 cells 0>2\n\
             seat 2 ways 1 cells 0>1\nseat 3 ways 1 cells 0>3\nphysical 4\n"
        );
    }

    #[test]
    fn whatever_changes_deals_changes_the_text() {
        let registry = Registry::standard();
        let text = |name: &str, options: &[(&str, &str)]| {
            let options: Vec<(String, String)> =
                options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
            let setup = registry.setup(name, &options).unwrap();
            fingerprint(&Dealer::new(&setup).unwrap())
        };
        let mut all: Vec<String> = registry.setup_names().iter().map(|name| text(name, &[])).collect();
        all.push(text("pretzel/banded", &[("ranks", "5")]));
        all.push(text("pretzel/banded", &[("rules", "free-rows")]));
        all.push(text("pretzel/banded", &[("shuffle", "riffle:3")]));
        all.push(text("fujisan/rolled", &[("rules", "dice-1234")]));
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
