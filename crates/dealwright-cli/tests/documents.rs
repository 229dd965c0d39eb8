//! The documentation keeps its word: examples print what is written below them, links lead somewhere, pictures are what
//! the program draws today.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const PROGRAM: &str = env!("CARGO_BIN_EXE_dealwright");

/// Its examples need the program of another crate, whose tests run them.
const RUN_ELSEWHERE: [&str; 1] = ["own-game.md"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// README and the pages in docs.
fn pages() -> Vec<PathBuf> {
    let docs = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<PathBuf> =
        docs.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    pages.push(root().join("README.md"));
    pages.sort();
    pages
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

/// A name for a copy of a page: two pages are called README.
fn stem(page: &Path) -> String {
    if page.parent() == Some(root().as_path()) { "front".into() } else { name(page).replace(".md", "") }
}

/// A fenced block: the words behind the fence, and what is in it.
struct Fence {
    words: Vec<String>,
    text: String,
}

/// The fenced blocks of a page, and the page without them.
fn taken_apart(text: &str) -> (Vec<Fence>, String) {
    let (mut fences, mut prose): (Vec<Fence>, String) = (Vec::new(), String::new());
    let mut open = false;
    for line in text.lines() {
        match (line.strip_prefix("```"), open) {
            (Some(words), false) => {
                let words = words.split_whitespace().map(String::from).collect();
                fences.push(Fence { words, text: String::new() });
                open = true;
            }
            (Some(_), true) => open = false,
            (None, true) => fences.last_mut().unwrap().text += &format!("{line}\n"),
            (None, false) => prose += &format!("{line}\n"),
        }
    }
    assert!(!open, "a fence is not closed");
    (fences, prose)
}

/// Every page is run in a folder of its own, with the files that it tells the reader to save: blocks such as
/// ```` ```toml mine.toml ````. `TRYCMD=overwrite` writes the pages anew.
#[test]
fn examples_print_what_is_written_below_them() {
    let place = tempfile::tempdir().unwrap();
    for page in pages().iter().filter(|page| !RUN_ELSEWHERE.contains(&name(page).as_str())) {
        let stem = stem(page);
        let text = fs::read_to_string(page).unwrap();
        let inside = place.path().join(format!("{stem}.in"));
        fs::create_dir(&inside).unwrap();
        // An empty folder of expected files makes trycmd copy the other one before it runs anything there.
        fs::create_dir(place.path().join(format!("{stem}.out"))).unwrap();
        for fence in taken_apart(&text).0 {
            match fence.words.as_slice() {
                [] => panic!("{}: a fence says nothing about what is in it", page.display()),
                [kind, file] if kind == "toml" => fs::write(inside.join(file), &fence.text).unwrap(),
                [kind] if kind == "console" => {
                    // trycmd passes over programs that it does not know.
                    let commands = fence.text.lines().filter_map(|line| line.strip_prefix("$ "));
                    for command in commands {
                        assert!(command.starts_with("dealwright "), "{}: {command}", page.display());
                    }
                }
                _ => {}
            }
        }
        fs::write(place.path().join(format!("{stem}.md")), text).unwrap();
    }
    let cases = trycmd::TestCases::new();
    cases.register_bin("dealwright", trycmd::schema::Bin::Path(PROGRAM.into()));
    cases.case(place.path().join("*.md")).run();
    if std::env::var("TRYCMD").is_ok_and(|mode| mode == "overwrite") {
        for page in pages() {
            let copy = place.path().join(format!("{}.md", stem(&page)));
            if copy.exists() {
                let (old, new) = (fs::read_to_string(&page).unwrap(), fs::read_to_string(copy).unwrap());
                fs::write(page, with_wildcards_of(&old, &new)).unwrap();
            }
        }
    }
}

/// Puts `[..]` back where an older page had it: what is written anew would hold the seconds of this run.
fn with_wildcards_of(old: &str, new: &str) -> String {
    let patterns: Vec<(&str, &str)> = old.lines().filter_map(|line| line.split_once("[..]")).collect();
    let line = |line: &str| {
        let pattern = patterns.iter().find(|(before, after)| {
            let varies = line.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
            // "[..] s" is no wildcard for a sentence.
            varies.is_some_and(|text| {
                !before.is_empty() || text.bytes().all(|b| b.is_ascii_digit() || b == b'.')
            })
        });
        pattern.map_or_else(|| format!("{line}\n"), |(before, after)| format!("{before}[..]{after}\n"))
    };
    new.lines().map(line).collect()
}

#[test]
fn wildcards_stay_when_pages_are_written_anew() {
    let old = "100 challenges in [..] s\n[..] s\nshares\n";
    assert_eq!(
        with_wildcards_of(old, "100 challenges in 2.5 s\n12 s\nthese are its\n"),
        "100 challenges in [..] s\n[..] s\nthese are its\n"
    );
}

/// What GitHub calls a heading in addresses.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let headings = taken_apart(text).1;
    let headings = headings.lines().filter_map(|line| {
        let words = line.trim_start_matches('#');
        (line.starts_with('#') && words.starts_with(' ')).then(|| words.trim().to_lowercase())
    });
    let slug = |heading: String| {
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        let plain: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
        let count = seen.entry(plain.clone()).and_modify(|n| *n += 1).or_insert(0);
        if *count == 0 { plain } else { format!("{plain}-{count}") }
    };
    headings.map(slug).collect()
}

/// Where the links and pictures of a page lead to.
fn targets(text: &str) -> Vec<String> {
    let prose = taken_apart(text).1;
    // What stands in code is no link.
    let prose: String = prose.split('`').step_by(2).collect();
    let ends = prose.match_indices("](").map(|(at, mark)| &prose[at + mark.len()..]);
    ends.map(|rest| rest.split(')').next().unwrap().to_string()).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let others = ["CHANGELOG.md", "CONTRIBUTING.md", "crates/dealwright-py/README.md"];
    let mut wrong = Vec::new();
    for page in pages().into_iter().chain(others.map(|other| root().join(other))) {
        let text = fs::read_to_string(&page).unwrap();
        for target in targets(&text).into_iter().filter(|target| !target.starts_with("https://")) {
            let (path, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let there = if path.is_empty() { page.clone() } else { page.parent().unwrap().join(path) };
            let is_there = there.exists();
            let is_known = anchor.is_empty()
                || is_there && anchors(&fs::read_to_string(&there).unwrap()).contains(anchor);
            if !is_there || !is_known {
                wrong.push(format!("{}: {target}", name(&page)));
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn every_page_is_in_the_index() {
    let index = root().join("docs/README.md");
    let links: BTreeSet<String> = targets(&fs::read_to_string(index).unwrap()).into_iter().collect();
    for page in pages().iter().filter(|page| name(page) != "README.md") {
        assert!(links.contains(&name(page)), "{} is not in docs/README.md", name(page));
    }
}

#[test]
fn the_front_page_takes_a_screen_and_a_half() {
    let lines = fs::read_to_string(root().join("README.md")).unwrap().lines().count();
    assert!(lines <= 85, "README.md has {lines} lines");
}

#[test]
fn pictures_are_what_the_program_draws_today() {
    let place = tempfile::tempdir().unwrap();
    let pictures = root().join("docs/pictures");
    let made = Command::new(pictures.join("make")).arg(PROGRAM).arg(place.path()).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let listed = |folder: &Path| -> BTreeSet<String> {
        let names = fs::read_dir(folder).unwrap().map(|entry| name(&entry.unwrap().path()));
        names.filter(|name| name.ends_with(".svg")).collect()
    };
    let drawn = listed(place.path());
    for picture in &drawn {
        let read = |folder: &Path| fs::read_to_string(folder.join(picture)).unwrap_or_default();
        assert!(read(place.path()) == read(&pictures), "{picture} is not up to date: run docs/pictures/make");
    }
    // Charts of long runs are kept, not made again here; the script names them.
    let script = fs::read_to_string(pictures.join("make")).unwrap();
    let shown: BTreeSet<String> = (pages().iter())
        .flat_map(|page| targets(&fs::read_to_string(page).unwrap()))
        .filter_map(|target| Some(target.split_once("pictures/")?.1.to_string()))
        .collect();
    for picture in listed(&pictures) {
        assert!(drawn.contains(&picture) || script.contains(&picture), "nothing makes {picture}");
        assert!(shown.contains(&picture), "no page shows {picture}");
    }
}

#[test]
fn the_table_of_setups_is_what_the_program_says() {
    let page = fs::read_to_string(root().join("docs/setups.md")).unwrap();
    let ask = |words: [&str; 3]| -> serde_json::Value {
        let answer = Command::new(PROGRAM).args(words).output().unwrap();
        serde_json::from_slice(&answer.stdout).unwrap()
    };
    let rows: Vec<Vec<&str>> = (page.lines().filter(|line| line.contains('/') && line.starts_with("| ")))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    let setups = ask(["list", "--json", "--"])["games"].clone();
    let setups = setups.as_array().unwrap().iter().flat_map(|game| {
        game["setups"].as_array().unwrap().iter().map(|setup| setup["name"].as_str().unwrap())
    });
    assert_eq!(rows.iter().map(|row| row[0]).collect::<Vec<_>>(), setups.collect::<Vec<_>>());
    for row in rows {
        let distinct = &ask(["count", "--json", row[0]])["distinct"];
        let bound = if distinct["exact"] == true { "" } else { "at most " };
        assert_eq!(
            row[2].replace(',', ""),
            format!("{bound}{}", distinct["at_most"].as_str().unwrap()),
            "{}",
            row[0]
        );
        let seconds = ask(["effort", "--json", row[0]])["seconds"].as_f64().unwrap();
        assert_eq!(row[3], format!("{seconds:.0} s"), "{}", row[0]);
    }
}
