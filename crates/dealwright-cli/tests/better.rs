//! Comparing, tuning and hunting as a user does it: seeded, resumable, and kept as studies.
#![allow(clippy::unwrap_used)]

mod common;

use common::{assert_same, place, refuse, succeed};
use std::fs;
use std::path::Path;

const TUNE: &str =
    "tune boxoff/ltiles --open faces --designs 40 --samples 50 --enough 150 --confirm 200 --seed t";
const HUNT: &str = "hunt fujisan/dominoes --longest --climbs 4 --steps 300 --seed t";

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target)
        } else {
            assert!(fs::copy(entry.path(), target).is_ok())
        }
    }
}

#[test]
fn a_search_that_was_stopped_goes_on_to_the_same_end() {
    let place = place("tune");
    let dir = |name: &str| place.join(name);
    let whole = succeed(&format!("{TUNE} --keep counts --json --out {}", dir("whole").display()));
    // As it was after a few rounds, with a hole in the last of them.
    copy(&dir("whole"), &dir("stopped"));
    fs::remove_dir_all(dir("stopped").join("confirm")).unwrap();
    fs::remove_dir_all(dir("stopped").join("front")).unwrap();
    let rounds = fs::read_dir(dir("stopped").join("rounds")).unwrap().count();
    assert!(rounds > 2, "{rounds}");
    fs::remove_dir_all(dir("stopped").join(format!("rounds/{rounds:04}"))).unwrap();
    fs::remove_file(dir("stopped").join("rounds/0002/records/001-000000.parquet")).unwrap();
    let again = succeed(&format!("tune --resume --json --out {}", dir("stopped").display()));
    assert_eq!(again.replace("/stopped/", "/whole/"), whole);
    assert_same(&dir("whole").join("confirm"), &dir("stopped").join("confirm"));
    assert_same(&dir("whole").join("rounds/0002"), &dir("stopped").join("rounds/0002"));
}

#[test]
fn every_design_of_the_front_is_a_setup_like_any_other() {
    let place = place("front");
    let out = place.join("search").display().to_string();
    let report = succeed(&format!("{TUNE} --keep counts --json --out {out}"));
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let designs = report["designs"].as_array().unwrap();
    assert!(designs.len() > 1);
    for design in designs {
        let file = design["file"].as_str().unwrap();
        succeed(&format!("check {file}"));
        succeed(&format!("deal {file} --seed x --ids"));
        // What is reported is what the confirming study says, not what the race saw.
        assert!(design["solvable"].as_f64().is_some());
    }
    let summary = succeed(&format!("summary {out}/confirm --format json"));
    let summary: serde_json::Value = serde_json::from_str(&summary).unwrap();
    let own = summary["lines"][0]["share"].as_f64().unwrap();
    assert!((own - designs[0]["solvable"].as_f64().unwrap()).abs() < 1e-12);
}

#[test]
fn a_hunt_that_lost_climbs_makes_them_again() {
    let place = place("hunt");
    let dir = |name: &str| place.join(name);
    let whole = succeed(&format!("{HUNT} --json --threads 1 --out {}", dir("whole").display()));
    copy(&dir("whole"), &dir("stopped"));
    fs::remove_file(dir("stopped").join("records/000-000002.parquet")).unwrap();
    let again = succeed(&format!("hunt --resume --json --out {}", dir("stopped").display()));
    assert_eq!(again, whole);
    assert_same(&dir("whole"), &dir("stopped"));
    let report: serde_json::Value = serde_json::from_str(&whole).unwrap();
    let best = &report["found"][0];
    assert_eq!(best["plain_length"].as_f64(), best["value"].as_f64());
    assert!(best["value"].as_f64().unwrap() >= 25.0, "{best}");
    // Its records are a study's, and the study can be run again from a file.
    let text = "setups = [\"fujisan/dominoes\"]\nseed = \"t\"\nsamples = 4\ntrials = 1\n\
                hunt = { most = \"length\", steps = 300 }\n";
    fs::write(dir("hunt.toml"), text).unwrap();
    succeed(&format!("study {} --out {}", dir("hunt.toml").display(), dir("study").display()));
    let ids = |dir: &Path| succeed(&format!("export {} --format csv", dir.display()));
    let lines = |text: String| text.lines().count();
    assert_eq!(lines(ids(&dir("whole"))), lines(ids(&dir("study"))));
}

#[test]
fn a_comparison_is_looked_at_until_it_is_settled() {
    let place = place("compare");
    let out = place.join("looks").display().to_string();
    let words = "compare boxoff/shuffled boxoff/ltiles --no-repair --plays 5 --samples 100 --until 5% --json";
    let report = succeed(&format!("{words} --out {out}"));
    let found: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(found["settled"], true);
    let first = found["sentences"][0].as_str().unwrap();
    assert!(first.starts_with("L-Tiles is solvable more often than Shuffled: by "), "{first}");
    assert!(Path::new(&out).join("look-1/manifest.json").exists());
    assert_eq!(succeed(&format!("{words} --resume --out {out}")), report);
    assert_eq!(succeed(&format!("{words} --out {out}")), report);
    let other = words.replace("--plays 5", "--plays 6");
    assert!(refuse(&format!("{other} --out {out}")).contains("holds another study"));
    // Without its setups it goes on with what is there, until the end that was said; more deals may be allowed.
    for file in fs::read_dir(Path::new(&out).join("look-1/records")).unwrap() {
        fs::remove_file(file.unwrap().path()).unwrap();
    }
    assert_eq!(succeed(&format!("compare --json --out {out}")), report);
    assert_eq!(succeed(&format!("compare --json --max-samples 1e6 --out {out}")), report);
    let alone = "compare boxoff/shuffled boxoff/ltiles --no-repair --samples 100";
    assert!(refuse(&format!("{alone} --out {out}")).contains("with --until; give it again"));
    assert!(refuse(&format!("{alone} --max-samples 200")).contains("--max-samples needs --until"));
}

#[test]
fn wrong_words_are_refused_with_a_remedy() {
    for (words, part) in [
        ("tune boxoff/ltiles --open face", "did you mean 'faces'"),
        ("tune boxoff/ltiles --keep 7_of_each", "is not understood"),
        ("tune boxoff/shuffled --open faces", "only tiles and dominoes can be designed"),
        ("tune boxoff/shuffled", "nothing is opened"),
        ("tune boxoff/ltiles --want solvable>=2", "at most 1, or 100%"),
        ("hunt fujisan/dominoes --most lenght", "did you mean 'length'"),
        ("hunt fujisan/dominoes --climbs 0", "at least 1 climb"),
        ("compare boxoff/ltiles", "needs 2 to 12 setups"),
        ("compare boxoff/ltiles boxoff/ltile", "did you mean 'boxoff/ltiles'"),
        ("gallery chess", "there are some for"),
    ] {
        let error = refuse(words);
        assert!(error.contains(part), "{words}: {error}");
    }
}
