//! Pictures that `dealwright draw` makes: positions in play, and boards beside the meter of their setup.

mod common;

use common::{place, succeed};
use std::fs;

#[test]
fn a_meter_says_what_a_comparison_says() {
    let place = place("metered");
    let picture = place.join("metered.svg");
    succeed(&format!("draw boxoff/ltiles~hello@1 --meter 150 --out {}", picture.display()));
    let drawn = fs::read_to_string(picture).unwrap();
    let compared =
        succeed("compare boxoff/ltiles boxoff/shuffled --samples 150 --seed hello --no-repair --json");
    let compared: serde_json::Value = serde_json::from_str(&compared).unwrap();
    let line = &compared["lines"][0];
    for what in ["solvable", "chance", "interest"] {
        let percent = |value: &serde_json::Value| format!("{:.1}", 100.0 * value.as_f64().unwrap());
        let interval = &line[format!("{what}_interval")];
        let (low, high) = (percent(&interval[0]), percent(&interval[1]));
        let words = format!(">{}% ({low} to {high}%)</text>", percent(&line[what]));
        assert!(drawn.contains(&words), "{words} is not in the picture");
    }
    let levels: Vec<f64> = line["levels"].as_array().unwrap().iter().map(|n| n.as_f64().unwrap()).collect();
    let gentle = format!(">gentle {:.1}%</text>", 100.0 * levels[0] / levels.iter().sum::<f64>());
    assert!(drawn.contains(&gentle), "{gentle} is not in the picture");
}

#[test]
fn a_setup_from_a_file_has_a_meter_too() {
    let place = place("metered-file");
    let file = place.join("mine.toml");
    let text = include_str!("../../dealwright/setups/boxoff/abc.toml");
    fs::write(&file, text.replace("ABC Tiles", "My Tiles")).unwrap();
    let picture = place.join("mine.svg");
    succeed(&format!("draw {} --meter 20 --out {}", file.display(), picture.display()));
    assert!(fs::read_to_string(picture).unwrap().contains(">20 deals of BoxOff My Tiles</text>"));
}

#[test]
fn a_code_below_a_board_makes_the_picture_larger_and_changes_with_the_address() {
    let place = place("coded");
    let draw = |name: &str, more: &str| {
        let file = place.join(name);
        succeed(&format!("draw boxoff/ltiles~hello@1 {more} --out {}", file.display()));
        fs::read_to_string(file).unwrap()
    };
    let (plain, coded) = (draw("plain.svg", ""), draw("coded.svg", "--link https://example.org/dw"));
    let other = draw("other.svg", "--link https://example.org/dx");
    let metered = draw("metered.svg", "--meter 20 --link https://example.org/dw");
    for with in [&coded, &other, &metered] {
        assert!(with.contains("class=\"code\"") && with.len() > plain.len());
    }
    assert!(!plain.contains("class=\"code\"") && coded != other);
}

#[test]
fn moves_are_made_and_shown() {
    let place = place("moves");
    let (before, after, shown) = (place.join("before.svg"), place.join("after.svg"), place.join("shown.svg"));
    succeed(&format!("draw boxoff:AAB/B.. --out {}", before.display()));
    succeed(&format!("draw boxoff:AAB/B.. --moves a2b2 --out {}", after.display()));
    succeed(&format!("draw boxoff:AAB/B.. --show a2b2 --mark c2 --out {}", shown.display()));
    let pieces =
        |path: &std::path::Path| fs::read_to_string(path).unwrap().matches("class=\"piece\"").count();
    assert_eq!((pieces(&before), pieces(&after), pieces(&shown)), (4, 2, 4));
    assert!(fs::metadata(&shown).unwrap().len() > fs::metadata(&before).unwrap().len());
}
