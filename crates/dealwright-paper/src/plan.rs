//! The studies behind the claims, at three sizes.

use anyhow::Result;
use dealwright::InvalidInput;
use dealwright::study::{self, Extent, Study};
use dealwright_lab::store::file::write_whole;
use std::path::Path;

/// How much is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// A few minutes.
    Quick,
    /// What stands in the README.
    Usual,
    /// As exact as can be afforded.
    Full,
}

impl Size {
    /// The word for it.
    pub fn word(self) -> &'static str {
        ["quick", "usual", "full"][self as usize]
    }
}

/// How many challenges of each line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Much {
    Nothing,
    Samples(u64),
    Everything,
}

/// One study.
pub struct Part {
    /// The name of its directory.
    pub name: &'static str,
    text: &'static str,
    much: [Much; 3],
}

const fn samples(name: &'static str, text: &'static str, quick: u64, usual: u64, full: u64) -> Part {
    Part { name, text, much: [Much::Samples(quick), Much::Samples(usual), Much::Samples(full)] }
}

const fn census(name: &'static str, text: &'static str, from: Size) -> Part {
    let much = match from {
        Size::Quick => [Much::Everything; 3],
        Size::Usual => [Much::Nothing, Much::Everything, Much::Everything],
        Size::Full => [Much::Nothing, Much::Nothing, Much::Everything],
    };
    Part { name, text, much }
}

macro_rules! text {
    ($name:literal) => {
        include_str!(concat!("../studies/", $name, ".toml"))
    };
}

/// All of them, in the order in which they are run: what is soon done comes first.
pub const PARTS: [Part; 13] = [
    samples("boxoff-464", text!("boxoff-464"), 1_000, 10_000, 100_000),
    census("pretzel-census-shuffled", text!("pretzel-census-shuffled"), Size::Quick),
    census("pretzel-squares", text!("pretzel-squares"), Size::Quick),
    census("pretzel-census", text!("pretzel-census"), Size::Quick),
    samples("fujisan", text!("fujisan"), 1_000, 10_000, 100_000),
    samples("fujisan-restrictions", text!("fujisan-restrictions"), 1_000, 10_000, 100_000),
    samples("fujisan-counter", text!("fujisan-counter"), 300, 2_000, 10_000),
    samples("boxoff-683", text!("boxoff-683"), 300, 10_000, 10_000),
    samples("boxoff-666-shuffled", text!("boxoff-666-shuffled"), 1_000, 10_000, 100_000),
    samples("boxoff-666-ltiles", text!("boxoff-666-ltiles"), 1_000, 10_000, 30_000),
    samples("pretzel", text!("pretzel"), 500, 10_000, 20_000),
    samples("pretzel-long", text!("pretzel-long"), 100, 1_000, 3_000),
    census("boxoff-464-census", text!("boxoff-464-census"), Size::Full),
];

/// Setups that only these studies need.
const SETUPS: [(&str, &str); 6] = [
    ("no-zero-summit.toml", text!("no-zero-summit")),
    ("no-zero-step.toml", text!("no-zero-step")),
    ("no-double.toml", text!("no-double")),
    ("unique-no-zero-summit.toml", text!("unique-no-zero-summit")),
    ("unique-no-zero-step.toml", text!("unique-no-zero-step")),
    ("unique-no-double.toml", text!("unique-no-double")),
];

/// Challenges of one trial, as in the paper.
const TRIAL: u64 = 100;

impl Part {
    /// The study at a size; none when it is left out. Setups that are files lie in `setups`.
    pub fn study(&self, size: Size, seed: Option<&str>, setups: &Path) -> Result<Option<Study>> {
        let read = study::read::read(self.text);
        let mut study = read.map_err(|error| InvalidInput(format!("{}: {}", self.name, error.message)))?;
        match self.much[size as usize] {
            Much::Nothing => return Ok(None),
            Much::Everything => {}
            Much::Samples(samples) => {
                study.extent = Extent::Samples(samples);
                study.trials = (samples / TRIAL).max(1) as u32;
            }
        }
        if let (Some(seed), false) = (seed, study.extent == Extent::Census) {
            study.seed = seed.into();
        }
        for line in study.lines.iter_mut().filter(|line| line.setup.ends_with(".toml")) {
            line.setup = setups.join(&line.setup).display().to_string();
        }
        Ok(Some(study))
    }
}

/// Writes the setups that are files.
pub fn write_setups(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder)
        .map_err(|error| InvalidInput(format!("{}: cannot be written to: {error}", folder.display())))?;
    for (name, text) in SETUPS {
        write_whole(&folder.join(name), text.as_bytes())?;
    }
    Ok(())
}

/// The text of such a setup, by the name of its file.
pub fn setup_text(name: &str) -> Option<&'static str> {
    SETUPS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
