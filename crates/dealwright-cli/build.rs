//! The commit that the program is built from, where it can be told: `--version`, run logs and reports carry it.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    // A packaged crate says which commit it was made of; a repository around it may be anybody's.
    match commit_of_package().or_else(commit_of_repository) {
        Some(commit) => {
            println!("cargo::rustc-env=DEALWRIGHT_COMMIT={commit}");
            println!("cargo::rustc-env=DEALWRIGHT_VERSION={version} ({commit})");
        }
        None => println!("cargo::rustc-env=DEALWRIGHT_VERSION={version}"),
    }
}

/// From the file that `cargo package` puts into a crate.
fn commit_of_package() -> Option<String> {
    let text = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, rest) = text.split_once("\"sha1\"")?;
    short(rest.trim_start_matches([':', ' ', '"']))
}

/// From the repository that holds this very file.
fn commit_of_repository() -> Option<String> {
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    let commit = short(&git(&["rev-parse", "HEAD"])?)?;
    // Both change when another commit is checked out; then this crate alone is built again.
    for file in ["HEAD", "logs/HEAD"] {
        let path = git(&["rev-parse", "--git-path", file])?;
        if Path::new(&path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    Some(commit)
}

fn short(text: &str) -> Option<String> {
    let commit: String = text.chars().take_while(char::is_ascii_hexdigit).take(12).collect();
    (commit.len() == 12).then_some(commit)
}

fn git(words: &[&str]) -> Option<String> {
    let output = Command::new("git").args(words).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}
