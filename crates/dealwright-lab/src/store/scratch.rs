//! Where a study is kept: in a directory that the user names, or in one that is gone when the command ends.

use super::dir::StudyDir;
use super::file::write_whole;
use super::manifest::Manifest;
use super::room::check_room;
use crate::Lab;
use crate::files::read_limited;
use anyhow::{Context, Result};
use dealwright::InvalidInput;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The longest file of [`Place::keep`] that is read.
const MOST_KEPT: usize = 1 << 20;

/// A directory for the records of a command.
pub struct Place {
    path: PathBuf,
    /// Removed with everything in it when the command ends.
    scratch: Option<TempDir>,
}

impl Place {
    /// The directory that was named, or one for this command alone.
    pub fn new(out: Option<&Path>) -> Result<Self> {
        if let Some(path) = out {
            return Ok(Self { path: path.into(), scratch: None });
        }
        let scratch = tempfile::Builder::new().prefix("dealwright-").tempdir();
        let scratch = scratch.context("making a temporary directory; name one with --out instead")?;
        Ok(Self { path: scratch.path().into(), scratch: Some(scratch) })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it stays when the command ends.
    pub fn is_kept(&self) -> bool {
        self.scratch.is_none()
    }

    /// How to go on after the run was stopped.
    pub fn how_to_go_on(&self) -> &'static str {
        match self.is_kept() {
            true => "run the same command again to resume",
            false => "with --out DIR the work done so far is kept",
        }
    }

    /// Whether something was begun here, or in a folder of it.
    pub fn is_begun(&self, folder: &str) -> bool {
        self.path.join(folder).join("manifest.json").exists()
    }

    /// Begins a study here, or in a folder of it, or resumes the same study that was begun before.
    pub fn begin_or_resume(&self, lab: &Lab, folder: &str, wanted: Manifest) -> Result<StudyDir> {
        if self.is_begun(folder) {
            return self.resume(lab, folder, Some(&wanted));
        }
        let path = self.path.join(folder);
        check_room(&wanted, &path, 0)?;
        StudyDir::create(lab, &path, wanted)
    }

    /// Resumes a study that was begun here; it must be the one that is wanted now.
    pub fn resume(&self, lab: &Lab, folder: &str, wanted: Option<&Manifest>) -> Result<StudyDir> {
        let dir = StudyDir::resume(lab, &self.path.join(folder))?;
        dir.manifest.check_resumed(wanted, &dir.path)?;
        Ok(dir)
    }

    /// Keeps what a command was asked beside its records, in a file of its own, for whoever resumes it.
    pub fn keep<T: Serialize>(&self, file: &str, asked: &T) -> Result<()> {
        let text = serde_json::to_string(asked)? + "\n";
        let path = self.path.join(file);
        match std::fs::read_to_string(&path).is_ok_and(|known| known == text) {
            true => Ok(()),
            false => write_whole(&path, text.as_bytes()),
        }
    }

    /// What was kept in such a file; none if there is none.
    pub fn kept<T: DeserializeOwned>(&self, file: &str) -> Result<Option<T>> {
        let path = self.path.join(file);
        if !path.exists() {
            return Ok(None);
        }
        let damaged = |error| InvalidInput(format!("{}: damaged: {error}", path.display()));
        Ok(Some(serde_json::from_str(&read_limited(&path, MOST_KEPT)?).map_err(damaged)?))
    }

    /// Refuses `--resume` where nothing was begun; `begun` says what would be there.
    pub fn check_begun(path: &Path, begun: &str) -> Result<()> {
        if path.join(begun).exists() {
            return Ok(());
        }
        let message =
            format!("{}: there is nothing to resume here; leave out --resume to begin", path.display());
        Err(InvalidInput(message).into())
    }
}
