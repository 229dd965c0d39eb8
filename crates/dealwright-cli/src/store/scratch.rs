//! Where a study is kept: in a directory that the user names, or in one that is gone when the command ends.

use super::dir::StudyDir;
use super::manifest::Manifest;
use super::room::check_room;
use crate::input::WrongInput;
use crate::note::note;
use anyhow::{Context, Result};
use dealwright::Registry;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

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

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn is_kept(&self) -> bool {
        self.scratch.is_none()
    }

    /// Ends the command after Ctrl+C, and says how to go on.
    pub fn stop<T>(self) -> Result<T> {
        let again = match self.is_kept() {
            true => "the same command with --resume goes on",
            false => "with --out DIR what is done is kept",
        };
        note(format_args!("stopped; {again}"));
        // The way out below runs no destructors, and a directory for this command alone must not stay.
        drop(self);
        std::process::exit(130)
    }

    /// Begins a study here, or in a folder of it.
    pub fn create(&self, registry: &Registry, folder: &str, manifest: Manifest) -> Result<StudyDir> {
        let path = self.path.join(folder);
        check_room(&manifest, &path, 0)?;
        StudyDir::create(registry, &path, manifest)
    }

    /// Goes on with a study that was begun here; it must be the one that is wanted now.
    pub fn resume(&self, registry: &Registry, folder: &str, wanted: Option<&Manifest>) -> Result<StudyDir> {
        let dir = StudyDir::resume(registry, &self.path.join(folder))?;
        if wanted.is_some_and(|wanted| *wanted != dir.manifest) {
            let message = format!(
                "{} was begun otherwise; --resume goes on with the same words and the same version, or choose \
                 another directory",
                dir.path.display()
            );
            return Err(WrongInput(message).into());
        }
        Ok(dir)
    }
}
