//! The directory that is served: nothing outside of it is ever opened, neither by dots nor by links, and no file that is
//! larger than a file of its kind can be.

use super::ask::Refused;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Component, Path, PathBuf};

/// Largest manifest.
const MOST_MANIFEST: u64 = 16 << 20;

pub struct Folder {
    root: PathBuf,
}

impl Folder {
    pub fn new(root: PathBuf) -> Self {
        Self { root }
    }

    pub fn path(&self) -> &Path {
        &self.root
    }

    /// Whether something that exists lies below the root when all links are followed.
    fn holds(&self, path: &Path) -> bool {
        let root = fs::canonicalize(&self.root);
        matches!((fs::canonicalize(path), root), (Ok(path), Ok(root)) if path.starts_with(&root))
    }

    /// A directory below the root, there already or not: no way out by dots or links, and nothing hidden.
    pub fn directory(&self, path: &str) -> Result<PathBuf, Refused> {
        let wrong = || Refused::wrong("expected a directory below the one that is served");
        let is_plain = |part: Component<'_>| matches!(part, Component::Normal(name) if !name.to_string_lossy().starts_with('.'));
        let is_short = !path.is_empty() && path.len() <= 300 && !path.ends_with('/');
        if !is_short || path.contains('\0') || !Path::new(path).components().all(is_plain) {
            return Err(wrong());
        }
        let folder = self.root.join(path);
        let there = folder.ancestors().find(|parent| parent.symlink_metadata().is_ok());
        if there.is_some_and(|there| self.holds(there)) { Ok(folder) } else { Err(wrong()) }
    }

    /// The text of a file in a directory below the root, if it has at most so many bytes.
    pub fn text(&self, path: &str, name: &str, most: u64) -> Result<String, Refused> {
        let file = self.directory(path)?.join(name);
        self.check(&file, &format!("{path}/{name}"), most)?;
        let mut bytes = Vec::new();
        let opened = File::open(&file).and_then(|file| file.take(most + 1).read_to_end(&mut bytes));
        opened.map_err(|error| Refused::wrong(format!("{path}/{name} cannot be read: {error}")))?;
        if bytes.len() as u64 > most {
            return Err(too_large(&format!("{path}/{name}"), most));
        }
        String::from_utf8(bytes).map_err(|_| Refused::wrong(format!("{path}/{name} is not UTF-8 text")))
    }

    fn check(&self, file: &Path, name: &str, most: u64) -> Result<(), Refused> {
        let Ok(found) = file.metadata() else { return Err(Refused::wrong(format!("there is no {name}"))) };
        if !self.holds(file) {
            return Err(Refused::wrong(format!("{name} is a link that leads out of the served directory")));
        }
        if !found.is_file() {
            return Err(Refused::wrong(format!("{name} is not a file")));
        }
        if found.len() > most { Err(too_large(name, most)) } else { Ok(()) }
    }

    /// The directory of a study, none of whose files is a link that leads out of the root.
    pub fn study(&self, path: &str) -> Result<PathBuf, Refused> {
        let folder = self.directory(path)?;
        if folder.join("manifest.json").symlink_metadata().is_ok() {
            self.check(&folder.join("manifest.json"), &format!("{path}/manifest.json"), MOST_MANIFEST)?;
        }
        self.check_links(&folder, path)?;
        self.check_links(&folder.join("records"), &format!("{path}/records"))?;
        Ok(folder)
    }

    fn check_links(&self, folder: &Path, name: &str) -> Result<(), Refused> {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let is_plain = |kind: fs::FileType| kind.is_file() || kind.is_dir();
            let is_own = entry.file_type().is_ok_and(is_plain)
                || self.holds(&entry.path())
                    && entry.path().metadata().is_ok_and(|found| is_plain(found.file_type()));
            if !is_own {
                let file = entry.file_name().to_string_lossy().into_owned();
                let why = "is neither a file nor a directory of the served directory";
                return Err(Refused::wrong(format!("{name}/{file} {why}")));
            }
        }
        Ok(())
    }
}

fn too_large(name: &str, most: u64) -> Refused {
    Refused::wrong(format!("{name} is larger than {} MB, the most that is read of it here", most >> 20))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> (tempfile::TempDir, Folder) {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().join("served");
        fs::create_dir_all(root.join("run/figures")).unwrap();
        fs::create_dir_all(root.join("run/records")).unwrap();
        fs::create_dir_all(place.path().join("outside")).unwrap();
        fs::write(place.path().join("outside/secret.svg"), "secret").unwrap();
        fs::write(root.join("run/figures/own.svg"), "own").unwrap();
        fs::write(root.join("run/manifest.json"), "{}").unwrap();
        (place, Folder::new(root))
    }

    #[test]
    fn dots_hidden_and_absolute_paths_are_refused() {
        let (_place, folder) = folder();
        assert!(folder.directory("run").is_ok() && folder.directory("new/deeper").is_ok());
        let long = "a".repeat(301);
        for path in [
            "",
            ".",
            "..",
            "../outside",
            "run/../../outside",
            "/etc",
            ".git",
            "run/.x",
            "run/",
            "a\0b",
            &long,
        ] {
            assert!(folder.directory(path).is_err(), "{path:?}");
        }
        assert_eq!(folder.text("run/figures", "own.svg", 10).unwrap(), "own");
        assert!(folder.text("run/figures", "none.svg", 10).is_err());
    }

    #[test]
    fn a_file_larger_than_its_kind_can_be_is_refused_before_it_is_read() {
        let (_place, folder) = folder();
        let file = File::create(folder.path().join("run/claims.json")).unwrap();
        // A hole of a terabyte takes no room.
        file.set_len(1 << 40).unwrap();
        let refused = folder.text("run", "claims.json", 8 << 20).unwrap_err();
        assert!(refused.why.contains("larger than 8 MB"), "{}", refused.why);
        let file = File::create(folder.path().join("run/manifest.json")).unwrap();
        file.set_len(1 << 40).unwrap();
        assert!(folder.study("run").unwrap_err().why.contains("larger than 16 MB"));
    }

    #[cfg(unix)]
    #[test]
    fn links_that_lead_out_are_refused_wherever_they_lie() {
        use std::os::unix::fs::symlink;
        let (place, folder) = folder();
        let run = folder.path().join("run");
        let outside = place.path().join("outside");
        symlink(outside.join("secret.svg"), run.join("figures/link.svg")).unwrap();
        assert!(folder.text("run/figures", "link.svg", 10).unwrap_err().why.contains("leads out"));
        symlink(run.join("figures/own.svg"), run.join("figures/inner.svg")).unwrap();
        assert_eq!(
            folder.text("run/figures", "inner.svg", 10).unwrap(),
            "own",
            "one that stays inside is fine"
        );
        symlink(&outside, folder.path().join("away")).unwrap();
        assert!(folder.directory("away").is_err() && folder.directory("away/new").is_err());
        assert!(folder.text("away", "secret.svg", 10).is_err());
        symlink(place.path().join("nowhere"), folder.path().join("dangling")).unwrap();
        assert!(folder.directory("dangling").is_err() && folder.directory("dangling/new").is_err());
        assert!(folder.study("run").is_ok());
        for name in ["records/000-000000.parquet", "runs.jsonl", "SHA256SUMS"] {
            symlink(outside.join("secret.svg"), run.join(name)).unwrap();
            let refused = folder.study("run").unwrap_err();
            assert!(refused.why.contains(name), "{}", refused.why);
            fs::remove_file(run.join(name)).unwrap();
        }
        fs::remove_dir(run.join("records")).unwrap();
        symlink(&outside, run.join("records")).unwrap();
        assert!(folder.study("run").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_not_waited_for() {
        let (_place, folder) = folder();
        let pipe = folder.path().join("run/claims.json");
        if std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()) {
            assert!(folder.text("run", "claims.json", 10).unwrap_err().why.contains("is not a file"));
            assert!(folder.study("run").is_err());
        }
    }
}
