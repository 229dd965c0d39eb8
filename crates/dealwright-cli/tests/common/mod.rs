//! Running the command in tests, and what must be the same for one study.
#![allow(clippy::unwrap_used, dead_code, reason = "each test file uses what it needs")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub fn dealwright(words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dealwright"));
    command.args(words.split_whitespace());
    command
}

pub fn run(words: &str) -> Output {
    dealwright(words).output().unwrap()
}

/// Runs a command that must succeed and gives what it printed.
pub fn succeed(words: &str) -> String {
    let output = run(words);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{words}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs a command that must refuse, and gives its error.
pub fn refuse(words: &str) -> String {
    let output = run(words);
    assert_eq!(output.status.code(), Some(2), "{words}: {}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr).unwrap()
}

/// An empty place for a test.
pub fn place(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// Everything that must be the same for one study: names and bytes.
pub fn records(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = fs::read_dir(dir.join("records"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap()))
        .collect();
    for name in ["manifest.json", "SHA256SUMS"] {
        files.push((name.into(), fs::read(dir.join(name)).unwrap()));
    }
    files.sort();
    files
}

pub fn assert_same(one: &Path, other: &Path) {
    let (one, other) = (records(one), records(other));
    let names = |files: &[(String, Vec<u8>)]| files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&one), names(&other));
    assert!(one == other, "names are the same, bytes are not");
}
