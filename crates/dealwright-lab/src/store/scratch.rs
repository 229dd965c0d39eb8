//! Where a study is kept: in a directory that the user names, or in one that is gone when the command ends.

use super::dir::StudyDir;
use super::manifest::Manifest;
use super::room::check_room;
use crate::Lab;
use anyhow::{Context, Result};
use dealwright::InvalidInput;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

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
