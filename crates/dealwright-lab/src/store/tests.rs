//! Damage: whatever byte of a study is changed, nothing panics, what is wrong is named, and the rest is kept.

use super::bounds::Expected;
use super::dir::{Block, StudyDir, block_name};
use super::manifest::Manifest;
use super::{sha256, table};
use crate::Lab;
use crate::run::RunOptions;
use crate::run::log::run_and_log;
use dealwright::Registry;
use dealwright::record::{Value, at};
use dealwright::study::{Extent, Study, StudyLine, ask};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A small study of two blocks, with every measure.
fn study() -> (TempDir, StudyDir) {
    let options = [("suits", "2"), ("ranks", "3")].map(|(name, value)| (name.to_string(), value.to_string()));
    let mut study =
        Study::of(vec![StudyLine { setup: "pretzel/shuffled".into(), options: options.to_vec() }]);
    (study.extent, study.block, study.request.plays) = (Extent::Samples(20), Some(10), 10);
    ["all", "repair"].iter().for_each(|word| ask(&mut study.request, word).unwrap());
    let folder = tempfile::tempdir().unwrap();
    let registry = Registry::standard();
    let mut dir = StudyDir::create(
        &Lab::silent(registry.clone()),
        folder.path(),
        Manifest::new(&registry, &study).unwrap(),
    )
    .unwrap();
    run_and_log(&mut dir, &RunOptions { threads: 1, ..RunOptions::default() }).unwrap();
    assert_eq!((dir.blocks.len(), dir.missing()), (2, 0));
    (folder, dir)
}

const FIRST: Block = (0, 0);

/// The bytes with each one in turn changed, in several ways; only every so manieth place.
fn changed(bytes: &[u8], step: usize) -> impl Iterator<Item = (usize, Vec<u8>)> {
    (0..bytes.len()).step_by(step).flat_map(move |place| {
        let byte = bytes[place];
        let mut others =
            vec![byte ^ 1, byte ^ 0x80, !byte, 0, 0xff, byte.wrapping_add(1), byte.wrapping_sub(16)];
        others.sort_unstable();
        others.dedup();
        others.into_iter().filter(move |other| *other != byte).map(move |other| {
            let mut changed = bytes.to_vec();
            changed[place] = other;
            (place, changed)
        })
    })
}

/// What only a search can tell. A change that makes one such number another that could be is not noticed without the checksum.
const SEARCHED: [usize; 14] = [
    at::LENGTH,
    at::STATES,
    at::CHANCE,
    at::REACHABLE,
    at::DEAD_ENDS,
    at::LOST,
    at::SHORTEST_COUNT,
    at::SWITCHES,
    at::CHANGES,
    at::WALK_MOVES,
    at::LEVEL,
    at::CAUSE,
    at::REPAIRED_ID,
    at::SOLVER,
];

/// Without a checksum every change is noticed, but for numbers of a search; with a checksum that fits, whatever can be
/// noticed by reading.
fn change_block(step: usize) {
    let (_folder, dir) = study();
    let bytes = dir.bytes(FIRST).unwrap();
    let rows = dir.read(FIRST, bytes.clone()).unwrap();
    dir.check_bytes(FIRST, bytes.clone()).unwrap();
    let (mut all, mut unnoticed) = (0, 0);
    for (place, changed) in changed(&bytes, step) {
        all += 1;
        let sound = dir.check_bytes(FIRST, changed.clone()).is_ok();
        unnoticed += u32::from(sound);
        let Ok(found) = dir.read(FIRST, changed) else { continue };
        assert_eq!(found.len(), rows.len(), "byte {place}");
        for (row, known) in found.iter().zip(&rows).filter(|_| sound) {
            let differing = (0..dir.columns.len()).filter(|&column| row[column] != known[column]);
            let columns: Vec<&str> = differing
                .filter(|column| !SEARCHED.contains(column))
                .map(|column| dir.columns.schema.columns()[column].name.as_ref())
                .collect();
            assert!(columns.is_empty(), "byte {place}: {columns:?}");
        }
    }
    assert!(all > 100 && unnoticed * 50 < all, "{unnoticed} of {all} changes are not noticed");
    for length in (0..bytes.len()).step_by(step) {
        assert!(dir.read(FIRST, bytes[..length].to_vec()).is_err(), "cut to {length} bytes");
    }
}

/// Every block of the directory is there or named.
fn assert_nothing_is_lost(dir: &StudyDir, place: usize) {
    for block in [(0, 0), (0, 1)] {
        let name = block_name(block);
        let named = dir.damaged.iter().any(|what| what.contains(&name));
        assert!(dir.blocks.contains_key(&block) != named, "byte {place}: {name}: {:?}", dir.damaged);
    }
}

/// Opens a directory and does with it whatever a run would begin with.
fn open(path: &Path, place: usize) -> bool {
    match StudyDir::open_and_read(&Lab::silent(Registry::standard()), path) {
        Ok(dir) => {
            assert_nothing_is_lost(&dir, place);
            let _ = dir.manifest.check(&Registry::standard());
            dir.blocks.keys().for_each(|block| drop(dir.rows(*block).unwrap()));
            true
        }
        Err(error) => {
            let error = format!("{error:#}");
            assert!(error.contains("manifest.json"), "byte {place}: {error}");
            false
        }
    }
}

fn change_manifest(step: usize) {
    let (folder, _) = study();
    let path = folder.path();
    let (manifest, sums) = (path.join("manifest.json"), path.join("SHA256SUMS"));
    let (bytes, whole_sums) = (fs::read(&manifest).unwrap(), fs::read_to_string(&sums).unwrap());
    for (place, changed) in changed(&bytes, step) {
        fs::write(&manifest, &changed).unwrap();
        assert!(!open(path, place), "the checksum does not fit, byte {place}");
        fs::write(&sums, whole_sums.replace(&sha256(&bytes), &sha256(&changed))).unwrap();
        open(path, place);
        fs::remove_file(&sums).unwrap();
        open(path, place);
        fs::write(&sums, &whole_sums).unwrap();
    }
    fs::write(&manifest, &bytes).unwrap();
    for (place, changed) in changed(whole_sums.as_bytes(), step) {
        fs::write(&sums, &changed).unwrap();
        open(path, place);
    }
}

#[test]
fn a_byte_changed_anywhere_in_a_block_is_noticed() {
    change_block(97);
}

#[test]
fn a_byte_changed_anywhere_in_manifest_or_checksums_loses_no_block_silently() {
    change_manifest(61);
}

/// All bytes: `./test damage`.
#[test]
#[ignore = "takes minutes"]
fn every_byte_of_a_block_in_turn() {
    change_block(1);
}

#[test]
#[ignore = "takes minutes"]
fn every_byte_of_manifest_and_checksums_in_turn() {
    change_manifest(1);
}

#[test]
fn a_block_that_claims_more_rows_or_longer_texts_than_planned_is_not_decoded() {
    let (_folder, dir) = study();
    let rows = dir.rows(FIRST).unwrap();
    let description = dir.description(FIRST).unwrap();
    let refused = |rows: &[table::Row]| {
        let bytes = table::write(&dir.columns, rows, &description).unwrap();
        format!("{:#}", dir.read(FIRST, bytes).unwrap_err())
    };
    // Ten rows were planned. Equal rows pack into next to nothing, so the file's size does not give them away.
    let many: Vec<table::Row> = std::iter::repeat_n(rows[0].clone(), 100_000).collect();
    assert_eq!(refused(&many), "it claims to have 100000 rows, the study has 10 in this block");
    assert!(refused(&[]).contains("0 rows"));
    let mut long = rows.clone();
    long[3][at::REASON] = Value::Text("x".repeat(8 << 20).into());
    assert_eq!(refused(&long), "column reason: is longer than its rows can be");
    // One text in a dictionary may stand for many rows.
    let expected = Expected { columns: dir.columns.clone(), rows: 2000, exactly: true, description: 100 };
    let mut row: table::Row = vec![Value::Missing; dir.columns.len()];
    row[at::ID] = Value::Text("x".repeat(5000).into());
    let bytes = table::write(&dir.columns, &vec![row; 2000], &[]).unwrap();
    assert!(bytes.len() < 100_000);
    let error = format!("{:#}", table::read(bytes, &expected).unwrap_err());
    assert_eq!(error, "its texts are longer than they can be");
}

#[test]
fn rows_that_the_plan_cannot_give_are_refused() {
    let (_folder, dir) = study();
    let rows = dir.rows(FIRST).unwrap();
    let description = dir.description(FIRST).unwrap();
    let text = |text: &str| Value::Text(text.to_string().into());
    let wrong = [
        (at::INDEX, Value::Int(7)),
        (at::SEED, text("other")),
        (at::SETUP, text("pretzel/banded")),
        (at::TRIAL, Value::Missing),
        (at::MAX_MEMORY, Value::Int(1)),
        (at::VERDICT, text("solvabme")),
        (at::REASON, text("no reason")),
        (at::ID, text("pretzel:no")),
        (at::ID, text("pretzel: --2S")),
        (at::LEVEL, text("hard")),
        (at::STATES, Value::Int(-1)),
        (at::CHANCE, Value::Real(1.5)),
        (at::WALK_MOVES, Value::Real(f64::NAN)),
        (at::GAME, Value::Missing),
        (dir.columns.schema.number("ranks").unwrap(), Value::Int(4)),
        (dir.columns.schema.number("blockade").unwrap(), Value::Int(5)),
        (at::PLAYS, Value::Int(7)),
        (at::LOST, Value::Int(1_000_000)),
        (at::REPAIR, text("magic")),
    ];
    for (column, value) in wrong {
        let mut rows = rows.clone();
        rows[3][column] = value.clone();
        let bytes = table::write(&dir.columns, &rows, &description).unwrap();
        let error = dir.read(FIRST, bytes).err().map(|error| format!("{error:#}"));
        let name = dir.columns.schema.columns()[column].name.as_ref();
        assert!(
            error.as_ref().is_some_and(|error| error.contains("row 4") && error.contains(name)),
            "{name} {value:?}: {error:?}"
        );
    }
}
