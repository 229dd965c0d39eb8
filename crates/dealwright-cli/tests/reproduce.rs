//! `reproduce` and `bundle`: the same ledger and figures every time, begun, stopped and gone on with.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn dealwright(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_dealwright")).args(args).output().unwrap()
}

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reproduce").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    path
}

fn good(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Everything that must be the same for the same records.
fn results(out: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(out.join("figures")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.extend(["claims.json", "claims.csv", "ledger.md"].map(|name| out.join(name)));
    let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    files.iter().map(|path| (name(path), fs::read(path).unwrap())).collect()
}

#[test]
fn a_claim_is_judged_the_same_again_and_the_directory_gone_on_with() {
    let out = folder("zeros");
    let text = good(&dealwright(&["reproduce", "fujisan-zeros", "--quick", "--out", out.to_str().unwrap()]));
    assert!(text.contains("fujisan-zeros          agrees only under counting tiles"), "{text}");
    let first = results(&out);
    let picture = String::from_utf8_lossy(&first["engraved-tiles.svg"]).into_owned();
    assert!(
        picture.contains("<metadata>made by: dealwright reproduce fujisan-zeros --quick; from"),
        "{picture}"
    );
    let report = fs::read_to_string(out.join("report.html")).unwrap();
    assert!(report.contains("agrees only under counting tiles"));
    for outside in ["src=\"", "<script", "<link", "@import"] {
        assert!(!report.contains(outside), "the report needs nothing from elsewhere: {outside}");
    }
    // A lost block is dealt again, on another number of threads.
    let block = fs::read_dir(out.join("records/fujisan/records")).unwrap().next().unwrap().unwrap().path();
    fs::remove_file(block).unwrap();
    let args = ["reproduce", "fujisan-zeros", "--quick", "--threads", "1", "--out", out.to_str().unwrap()];
    let again = dealwright(&args);
    good(&again);
    assert_eq!(results(&out), first);
    // The numbers are those of the records.
    let json: serde_json::Value = serde_json::from_slice(&first["claims.json"]).unwrap();
    let zeros = json["claims"][0]["statements"][0]["value"].as_f64().unwrap();
    let summary =
        good(&dealwright(&["summary", out.join("records/fujisan").to_str().unwrap(), "--format", "json"]));
    let summary: serde_json::Value = serde_json::from_str(&summary).unwrap();
    let is_it = |line: &&serde_json::Value| line["setup"] == "fujisan/engraved" && line["rules"] == "";
    let line = summary["lines"].as_array().unwrap().iter().find(is_it).unwrap().clone();
    let mean = line["measures"]["zeros"]["all"]["mean"].as_f64().unwrap();
    assert!((mean - zeros).abs() < 1e-12, "{mean} {zeros}");
    // Another size does not mix with it.
    let other = dealwright(&["reproduce", "fujisan-zeros", "--out", out.to_str().unwrap()]);
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("holds another study"));
    bundles_are_whole(&out);
}

fn bundles_are_whole(out: &Path) {
    let zips = ["one.zip", "two.zip"].map(|name| out.with_file_name(name));
    for zip in &zips {
        good(&dealwright(&["bundle", out.to_str().unwrap(), "--out", zip.to_str().unwrap()]));
    }
    let bytes = fs::read(&zips[0]).unwrap();
    assert_eq!(bytes, fs::read(&zips[1]).unwrap(), "the same files give the same bytes");
    let names = [
        "CITATION.cff",
        "metadata.json",
        "datacite.json",
        "claims.json",
        "report.html",
        "manifest.json",
        "SHA256SUMS-bundle",
    ];
    let holds = |name: &str| bytes.windows(name.len()).any(|window| window == name.as_bytes());
    for name in names {
        assert!(holds(name), "{name}");
    }
    let nothing = dealwright(&["bundle", env!("CARGO_TARGET_TMPDIR")]);
    assert_eq!(nothing.status.code(), Some(2));
}

#[test]
fn every_claim_of_the_list_can_be_named_and_no_other() {
    let list = good(&dealwright(&["reproduce", "--list"]));
    let names: Vec<&str> = list.lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(names.len(), 24);
    let wrong = dealwright(&["reproduce", "fujisan-zeroes"]);
    assert_eq!(wrong.status.code(), Some(2));
    let error = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert!(error.contains("did you mean 'fujisan-zeros'?"), "{error}");
    // Counting needs no records at all.
    let out = folder("counts");
    let text = good(&dealwright(&["reproduce", "counts", "--out", out.to_str().unwrap()]));
    assert!(text.contains("counts                 differs"), "{text}");
    assert!(text.contains("0 of 1 agree, 1 differs; see "), "{text}");
    let csv = fs::read_to_string(out.join("claims.csv")).unwrap();
    assert!(csv.contains("BoxOff (4,6,4) L-Tiles") && csv.contains("10,321,920"), "{csv}");
    let statements = statements(&out);
    let power = |title: &str| {
        let name = format!("{title}: power of ten");
        statements.iter().find(|row| row["statement"] == name.as_str()).unwrap().clone()
    };
    let shuffled = power("Pretzel (4,4) Shuffled");
    assert_eq!((&shuffled["paper"], &shuffled["verdict"]), (&"about 10^13".into(), &"differs".into()));
    assert_eq!(
        (shuffled["value"].as_f64(), shuffled["n"][0].as_u64()),
        (Some(871_782_912_000.0), Some(871_782_912_000))
    );
    assert_eq!((&shuffled["exact"], &shuffled["judged_by"]), (&true.into(), &"power of ten".into()));
    assert_eq!(power("Pretzel (4,4) Banded")["verdict"], "agrees");
}

/// All statements, after a look at what every ledger must keep.
fn statements(out: &Path) -> Vec<serde_json::Value> {
    let json: serde_json::Value =
        serde_json::from_slice(&fs::read(out.join("claims.json")).unwrap()).unwrap();
    assert_eq!(json["format"], 2);
    let rows: Vec<serde_json::Value> = json["claims"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|claim| claim["statements"].as_array().unwrap().clone())
        .collect();
    let csv = fs::read_to_string(out.join("claims.csv")).unwrap();
    let mut columns: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    columns.sort_unstable();
    for row in &rows {
        let keys: Vec<&str> = row.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys, columns, "the same keys in JSON and CSV");
        assert!(row["value"].is_number() && row["n"][0].as_u64() > Some(0), "a value and a size: {row}");
        if row["judged_by"].as_str().unwrap().ends_with("significance") {
            assert!(row["found_in_studies"].is_number(), "{row}");
        }
    }
    rows
}

#[test]
fn the_share_of_studies_that_find_it_stands_beside_every_claim_of_significance_in_every_output() {
    let out = folder("solvability");
    let claim = "fujisan-solvability";
    let text = good(&dealwright(&["reproduce", claim, "--quick", "--out", out.to_str().unwrap()]));
    let rows = statements(&out);
    let significant = |row: &&serde_json::Value| row["judged_by"].as_str().unwrap().ends_with("significance");
    let own: Vec<&serde_json::Value> =
        rows.iter().filter(significant).filter(|row| row["reading"] == "column").collect();
    assert_eq!(own.len(), 6);
    for row in &own {
        let share = row["found_in_studies"].as_f64().unwrap();
        let [low, high] = ["low", "high"].map(|end| row[end].as_f64().unwrap());
        let is_significance = row["judged_by"] == "significance";
        let expected = match share {
            _ if is_significance && high < 0.0 => "differs",
            _ if is_significance && low <= 0.0 => "cannot tell",
            share if share >= 0.5 => "agrees",
            _ if low <= 0.0 && high >= 0.0 => "cannot tell",
            share if share >= 0.05 => "possible but lucky",
            _ => "differs",
        };
        assert_eq!(row["verdict"], expected, "{row}");
    }
    // The claim has the smallest of them, and so have its line on the terminal, the ledger and the report.
    let least = own.iter().map(|row| row["found_in_studies"].as_f64().unwrap()).fold(1.0, f64::min);
    let json: serde_json::Value =
        serde_json::from_slice(&fs::read(out.join("claims.json")).unwrap()).unwrap();
    assert_eq!(json["claims"][0]["found_in_studies"].as_f64(), Some(least));
    let words = format!("{:.0}% of studies of the paper's size find it", 100.0 * least);
    assert!(text.contains(&words), "{text}");
    let report = fs::read_to_string(out.join("report.html")).unwrap();
    assert!(report.contains(&words.replace('\'', "&#39;")) || report.contains(&words), "{words}");
    let ledger = fs::read_to_string(out.join("ledger.md")).unwrap();
    for row in &own {
        let share = format!("{:.0}%", 100.0 * row["found_in_studies"].as_f64().unwrap());
        let statement = row["statement"].as_str().unwrap();
        let cells = format!("| {} | {} |", share, row["verdict"].as_str().unwrap());
        assert!(
            ledger.lines().any(|line| line.contains(statement) && line.contains(&cells)),
            "{cells}: {ledger}"
        );
        assert!(report.contains(&format!(">{share}</td>")), "{share}");
    }
}
