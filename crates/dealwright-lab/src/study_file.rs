//! Study files: whatever is wrong with one is told with its name, line and column.

use crate::files::{load_setup, read_limited};
use crate::store::manifest::Manifest;
use anyhow::Result;
use dealwright::InvalidInput;
use dealwright::Registry;
use dealwright::study::read::{self, MOST_BYTES, Place, Places};
use dealwright::study::{Study, StudyLine, Wording};
use std::path::Path;

/// A study, and the file it was read from.
pub struct StudyFile {
    /// What is studied.
    pub study: Study,
    file: String,
    places: Places,
}

impl StudyFile {
    /// Reads a file and sees to it that its setups exist and have the sizes and rules it chooses.
    pub fn read(registry: &Registry, file: &str) -> Result<Self> {
        let text = read_limited(Path::new(file), MOST_BYTES)?;
        let study = read::read(&text).map_err(|error| {
            InvalidInput(format!("{file}:{}:{}: {}", error.line, error.column, error.message))
        })?;
        let mut found = Self { study, file: file.to_string(), places: read::places(&text) };
        // Setups in files stand relative to the study file.
        let folder = Path::new(file).parent().unwrap_or(Path::new(""));
        for number in 0..found.study.lines.len() {
            let line = found.study.lines[number].clone();
            let setup = match line.setup.ends_with(".toml") {
                true => folder.join(&line.setup).display().to_string(),
                false => line.setup.clone(),
            };
            found.check_setup(registry, &line, &setup)?;
            found.study.lines[number].setup = setup;
        }
        Ok(found)
    }

    /// Refuses a setup that cannot be had, at the place that is at fault: the setup's name, or the value chosen for it.
    fn check_setup(&self, registry: &Registry, line: &StudyLine, setup: &str) -> Result<()> {
        let Err(error) = load_setup(registry, setup, &line.options) else { return Ok(()) };
        let place = match load_setup(registry, setup, &[]) {
            Err(_) => self.places.setup(&line.setup, &line.options),
            Ok(_) => {
                let alone =
                    |option: &&(String, String)| load_setup(registry, setup, &[(*option).clone()]).is_err();
                let option = line.options.iter().find(alone).or(line.options.last());
                option.and_then(|(name, _)| self.places.option(name, &line.setup, &line.options))
            }
        };
        Err(self.at(place, &format!("{error:#}")))
    }

    /// Refuses what makes the study impossible, where the file says so.
    pub fn check(&self) -> Result<()> {
        match self.study.impossible(Wording::Keys) {
            Some((key, why)) => Err(self.at(self.places.key(key), &why)),
            None => Ok(()),
        }
    }

    /// The manifest of the study in the file, or of one that was made of it by flags.
    pub fn manifest(&self, registry: &Registry, study: &Study) -> Result<Manifest> {
        Manifest::worded(registry, study, Wording::Keys)
            .map_err(|(key, error)| self.at(key.and_then(|key| self.places.key(key)), &format!("{error:#}")))
    }

    fn at(&self, place: Option<Place>, message: &str) -> anyhow::Error {
        let file = &self.file;
        let message = match place {
            Some((line, column)) => format!("{file}:{line}:{column}: {message}"),
            None => format!("{file}: {message}"),
        };
        InvalidInput(message).into()
    }
}
