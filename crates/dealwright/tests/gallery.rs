//! The gallery holds what it says: every challenge can be dealt by its kit, and its measure is proved by the plain solver.
#![allow(clippy::unwrap_used)]

use dealwright::Registry;
use dealwright::gallery::entries;
use dealwright::record::at;
use dealwright::search::{Limits, Verdict};
use dealwright::setup::deal::Dealer;
use dealwright::study::ONLY_VERDICT;

/// The setup with the challenge's own sizes and rules.
fn options(setup: &str, id: &str) -> Vec<(String, String)> {
    let challenge = Registry::standard().challenge(id).unwrap();
    let open = Registry::standard().setup(setup, &[]).unwrap().open;
    let sizes = challenge.info().parameters.iter().zip(challenge.parameters());
    let sizes = sizes.filter(|(parameter, _)| open.iter().any(|open| open.name == parameter.name));
    let mut options: Vec<(String, String)> =
        sizes.map(|(parameter, value)| (parameter.name.to_string(), value.to_string())).collect();
    options.push(("rules".into(), challenge.rules().join(",")));
    options
}

#[test]
fn every_challenge_of_the_gallery_can_be_dealt_by_its_kit() {
    for entry in entries() {
        let setup = Registry::standard().setup(entry.setup, &options(entry.setup, entry.id)).unwrap();
        let dealer = Dealer::new(&setup).unwrap();
        let challenge = Registry::standard().challenge(entry.id).unwrap();
        let cells: Vec<Option<u8>> = challenge.cells().into_iter().map(Some).collect();
        let shown = dealer.shown_symbols();
        assert!(cells.iter().flatten().all(|symbol| shown.contains(symbol)), "{}", entry.id);
        assert!(!dealer.plan.rolls.is_empty() || dealer.can_show(&cells), "{} of {}", entry.id, entry.setup);
    }
}

#[test]
fn lengths_in_the_gallery_are_those_of_the_plain_solver() {
    for entry in entries().iter().filter(|entry| entry.quarry.column == at::LENGTH) {
        let challenge = Registry::standard().challenge(entry.id).unwrap();
        let plain = challenge.solve("bfs", &Limits::default()).unwrap();
        assert_eq!(plain.verdict, Verdict::Solvable, "{}", entry.id);
        let line = plain.solution.unwrap();
        assert_eq!(line.len() as f64, entry.value, "{}", entry.id);
        let moves: Vec<&str> = line.iter().map(String::as_str).collect();
        assert!(challenge.replay(&moves).solved, "{}", entry.id);
    }
}

#[test]
fn other_measures_in_the_gallery_come_out_again() {
    for entry in entries().iter().filter(|entry| entry.quarry.column != at::LENGTH) {
        let challenge = Registry::standard().challenge(entry.id).unwrap();
        let found = challenge.measure(&entry.quarry.request(&ONLY_VERDICT), &Limits::default(), "gallery");
        let value = entry.quarry.of(&found).unwrap();
        assert!((value / entry.value - 1.0).abs() < 1e-3, "{}: {value}, not {}", entry.id, entry.value);
        if let Some(chance) = found.chance {
            assert_eq!(chance.plays, None, "{} is not worked out exactly", entry.id);
        }
    }
}

#[test]
fn the_document_and_the_list_tell_the_same() {
    let document = include_str!("../../../docs/gallery.md");
    for entry in entries() {
        let line = document
            .lines()
            .find(|line| line.contains(&format!("`{}`", entry.id)) && line.contains(&entry.quarry.words()));
        let line = line.unwrap_or_default();
        let written = line.starts_with(&format!("| {} |", entry.setup))
            && line.ends_with(&format!("| {} |", entry.evidence));
        assert!(written, "{}", entry.id);
    }
}
