use super::*;
use crate::plan::{Plan, PlanTask, Seat};
use crate::read::read;
use crate::simulate::{PlayTruth, TimeTruth, exports};
use dealwright::search::Limits;

fn plan(people: u32, games: &[&str]) -> Plan {
    let time =
        |setup: &str| PlanTask::Time { setup: setup.into(), options: BTreeMap::new(), title: setup.into() };
    let play = |id: &&str| PlanTask::Play {
        seed: String::new(),
        id: id.to_string(),
        level: "gentle".into(),
        title: String::new(),
    };
    let tasks: Vec<PlanTask> = ["boxoff/ltiles", "pretzel/banded", "fujisan/dominoes", "boxoff/ltiles"]
        .iter()
        .map(|setup| time(setup))
        .chain(games.iter().map(play))
        .collect();
    let seat = |seat| Seat { seat, tasks: tasks.clone(), link: String::new() };
    Plan {
        dealwright: "people plan".into(),
        version: 1,
        seed: "a".into(),
        balanced_for: 1,
        balanced: true,
        measures: Vec::new(),
        not_seen: Vec::new(),
        not_apart: Vec::new(),
        seats: (1..=people).map(seat).collect(),
    }
}

fn files(registry: &Registry, people: u32) -> Vec<(String, String)> {
    let plan = plan(people, &["boxoff:BBWBBW/BYYYWB/YWWWYY", "pretzel:--2S3S/3H--2H/2D3D--"]);
    let found =
        exports(registry, &plan, &TimeTruth::default(), &PlayTruth::default(), "a", &Limits::default());
    let named = |(n, export): (usize, Export)| (format!("{n}.jsonl"), export.text().unwrap());
    found.unwrap().into_iter().enumerate().map(named).collect()
}

fn checked(registry: &Registry, files: &[(String, String)]) -> Result<Session, InvalidInput> {
    let files = files.iter().map(|(name, text)| Ok((name.clone(), read(name, text)?)));
    let files = files.collect::<Result<Vec<_>, InvalidInput>>()?;
    check(registry, &files, &|name, options| registry.setup(name, options))
}

#[test]
fn simulated_files_are_read_and_every_step_has_its_actions() {
    let registry = Registry::standard();
    let session = checked(&registry, &files(&registry, 6)).unwrap();
    assert_eq!((session.people.len(), session.simulated), (6, true));
    assert!(session.runs.len() >= 20 && session.setups.len() == 3);
    for run in session.runs.iter().filter(|run| run.outcome == RunOutcome::Finished) {
        let steps = &session.setups[run.setup].stopwatch.steps;
        for row in &run.steps {
            let timed = steps.iter().find(|timed| timed.step == row.step.step as usize).unwrap();
            let plain: f64 = timed.actions.numbers().iter().map(|n| f64::from(*n)).sum();
            assert!(row.actions.iter().sum::<f64>() >= plain);
        }
    }
    assert!(session.runs.iter().any(|run| run.repeat == 2));
    assert!(session.games.iter().any(GameRow::is_solved_alone));
}

#[test]
fn what_does_not_fit_setups_and_rules_is_refused_with_its_line() {
    let registry = Registry::standard();
    let good = files(&registry, 2);
    let refused = |from: &str, to: &str| {
        let mut bad = good.clone();
        assert!(bad[0].1.contains(from), "{from}");
        bad[0].1 = bad[0].1.replacen(from, to, 1);
        checked(&registry, &bad).unwrap_err().to_string()
    };
    let line = good[0].1.lines().position(|line| line.contains("\"fingerprint\"")).unwrap() + 1;
    let print = good[0].1.split("\"fingerprint\":\"").nth(1).unwrap().split('"').next().unwrap();
    let error = refused(print, "0000000000000000");
    assert!(
        error.starts_with(&format!("0.jsonl:{line}: ")) && error.contains("has changed since"),
        "{error}"
    );
    assert!(refused("boxoff/ltiles", "boxoff/ltile").contains("did you mean"));
    assert!(refused("\"step\":1,", "\"step\":99,").contains("0.jsonl:"));
    assert!(refused("boxoff:BBWBBW", "boxoff:BBW?BW").contains("0.jsonl:"));
    let mut twice = good.clone();
    twice[1].1 = twice[0].1.clone();
    let error = checked(&registry, &twice).unwrap_err().to_string();
    assert!(error.contains("1.jsonl:1: participant") && error.contains("is in 0.jsonl too"), "{error}");
    let mut mixed = good.clone();
    mixed[1].1 = mixed[1].1.replacen("\"simulated\":true", "\"simulated\":false", 1);
    assert!(checked(&registry, &mixed).unwrap_err().to_string().contains("cannot be put together"));
}

#[test]
fn games_are_followed_by_the_rules() {
    let registry = Registry::standard();
    let file = |outcome: &str, rows: &[&str]| {
        let mut text = String::from(
            "{\"row\":\"participant\",\"dealwright\":\"people\",\"version\":1,\"participant\":\"7K3M-Q2XA\",\"consent\":1,\"simulated\":false}\n",
        );
        text += &format!(
            "{{\"row\":\"game\",\"task\":1,\"id\":\"boxoff:AABB\",\"outcome\":\"{outcome}\",\"seconds\":60}}\n"
        );
        for (n, row) in rows.iter().enumerate() {
            text += &format!("{{\"row\":\"move\",\"task\":1,\"number\":{},{row},\"seconds\":{n}}}\n", n + 1);
        }
        vec![("g.jsonl".to_string(), text)]
    };
    let mv = |text: &str| format!("\"what\":\"move\",\"move\":\"{text}\"");
    let (a, c) = (mv("a1b1"), mv("c1d1"));
    let undo = "\"what\":\"undo\"";
    let redo = "\"what\":\"redo\"";
    let back = "\"what\":\"back\",\"keep\":0";
    let good = checked(&registry, &file("solved", &[&a, undo, redo, back, undo, &c])).unwrap();
    assert_eq!((good.games[0].moves, good.games[0].undos), (2, 3));
    assert!(good.games[0].is_solved_alone());
    let helped = checked(&registry, &file("solved", &["\"what\":\"hint\"", &a, &c])).unwrap();
    assert!(!helped.games[0].is_solved_alone());
    for (outcome, rows, expected) in [
        ("solved", vec![a.as_str()], "g.jsonl:2: its outcome is 'solved'"),
        ("gave_up", vec![a.as_str(), c.as_str()], "g.jsonl:2: its moves solve it"),
        ("gave_up", vec![a.as_str(), a.as_str()], "g.jsonl:4: move 'a1b1'"),
        ("gave_up", vec![undo], "g.jsonl:3: there is nothing to undo"),
        ("gave_up", vec![a.as_str(), redo], "g.jsonl:4: there is nothing to redo"),
        ("gave_up", vec!["\"what\":\"back\",\"keep\":7"], "g.jsonl:3: goes back to more moves"),
    ] {
        let error = checked(&registry, &file(outcome, &rows)).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}

/// A file with something wrong in it, by chance: cut, a byte changed, a line gone, lines changed places, numbers grown, values and
/// lines put in from elsewhere.
fn damaged(text: &str, other: &str, random: &mut dealwright::rng::Stream) -> Option<String> {
    let mut below = |end: usize| random.below(end.max(1) as u32) as usize;
    let mut lines: Vec<&str> = text.lines().collect();
    let mut bytes = text.as_bytes().to_vec();
    match below(8) {
        0 => bytes.truncate(below(text.len())),
        1 => bytes[below(text.len())] = below(256) as u8,
        2 => {
            lines.remove(below(lines.len()));
            bytes = lines.join("\n").into_bytes();
        }
        3 => {
            let (a, b) = (below(lines.len()), below(lines.len()));
            lines.swap(a, b);
            bytes = lines.join("\n").into_bytes();
        }
        4 => {
            let digits: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at].is_ascii_digit()).collect();
            let (at, what) = (digits[below(digits.len())], ["9999", "-", "1e308", "."][below(4)]);
            bytes.splice(at..at, what.bytes());
        }
        5 => {
            let others: Vec<&str> = other.lines().collect();
            lines.insert(below(lines.len() + 1), others[below(others.len())]);
            bytes = lines.join("\n").into_bytes();
        }
        6 => {
            // A value of one key in the place of another's.
            let values = |line: &str| -> Vec<String> {
                line.split([',', '{', '}'])
                    .filter_map(|part| Some(part.split_once(':')?.1.to_string()))
                    .collect()
            };
            let (line, from) = (lines[below(lines.len())], lines[below(lines.len())]);
            let (old, new) = (values(line), values(from));
            let changed = line.replacen(&old[below(old.len())], &new[below(new.len())], 1);
            bytes = text.replacen(line, &changed, 1).into_bytes();
        }
        _ => {
            // What comes twice, many times.
            let at = below(lines.len());
            let line = lines[at];
            (0..below(40)).for_each(|_| lines.insert(at, line));
            bytes = lines.join("\n").into_bytes();
        }
    }
    String::from_utf8(bytes).ok()
}

#[test]
fn thousands_of_damaged_files_are_refused_with_their_line_or_can_be_fitted() {
    let registry = Registry::standard();
    let files = files(&registry, 2);
    let cases: u64 = std::env::var("CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(2000);
    let (mut refused, mut fitted) = (0, 0);
    for case in 0..cases {
        let mut random = dealwright::rng::Stream::new(&["people", "damage"], case);
        let Some(text) = damaged(&files[0].1, &files[1].1, &mut random) else { continue };
        match checked(&registry, &[("0.jsonl".to_string(), text.clone())]) {
            Err(error) => {
                let words = error.to_string();
                let line =
                    words.strip_prefix("0.jsonl:").and_then(|rest| rest.split(':').next()?.parse().ok());
                let line: usize = line.unwrap_or_else(|| panic!("case {case}: {words}"));
                assert!((1..=text.lines().count().max(1)).contains(&line), "case {case}: {words}");
                refused += 1;
            }
            // Some damage cannot be seen: another time, a task that is gone. Then nothing may break later.
            Ok(session) => {
                let found = crate::time::fit(&session, 0, "a");
                assert!(
                    found.is_err()
                        || found.is_ok_and(|fit| fit.kinds.iter().all(|kind| kind.seconds.is_finite()))
                );
                fitted += 1;
            }
        }
    }
    assert!(refused > cases / 3 && fitted > cases / 50, "{refused} refused, {fitted} fitted");
}

#[test]
fn a_long_game_takes_little_memory_and_time() {
    let registry = Registry::standard();
    let mut text = String::from(
        "{\"row\":\"participant\",\"dealwright\":\"people\",\"version\":1,\"participant\":\"7K3M-Q2XA\",\"consent\":1,\"simulated\":false}\n{\"row\":\"game\",\"task\":1,\"id\":\"boxoff:AABB\",\"outcome\":\"gave_up\",\"seconds\":60}\n",
    );
    let mut number = 0;
    let mut add = |row: &str| {
        number += 1;
        text += &format!("{{\"row\":\"move\",\"task\":1,\"number\":{number},{row},\"seconds\":1}}\n");
    };
    add("\"what\":\"move\",\"move\":\"a1b1\"");
    for _ in 0..2499 {
        add("\"what\":\"back\",\"keep\":0");
        add("\"what\":\"move\",\"move\":\"a1b1\"");
    }
    let found = checked(&registry, &[("g.jsonl".into(), text)]).unwrap();
    assert_eq!((found.games[0].moves, found.games[0].undos), (2500, 2499));
}
