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
            true => "the same command with --resume goes on",
            false => "with --out DIR what is done is kept",
        }
    }

    /// Begins a study here, or in a folder of it.
    pub fn create(&self, lab: &Lab, folder: &str, manifest: Manifest) -> Result<StudyDir> {
        let path = self.path.join(folder);
        check_room(&manifest, &path, 0)?;
        StudyDir::create(lab, &path, manifest)
    }

    /// Goes on with a study that was begun here; it must be the one that is wanted now.
    pub fn resume(&self, lab: &Lab, folder: &str, wanted: Option<&Manifest>) -> Result<StudyDir> {
        let dir = StudyDir::resume(lab, &self.path.join(folder))?;
        if wanted.is_some_and(|wanted| *wanted != dir.manifest) {
            let message = format!(
                "{} was begun otherwise; --resume goes on with the same words and the same version, or choose \
                 another directory",
                dir.path.display()
            );
            return Err(InvalidInput(message).into());
        }
        Ok(dir)
    }
}
