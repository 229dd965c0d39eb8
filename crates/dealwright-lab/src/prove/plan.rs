//! What is to be proved: the same words give the same proof.

use crate::files::{load_setup_with_files, setup_from_files};
use crate::store::manifest::plan_sha256;
use anyhow::Result;
use dealwright::prove::Extent;
use dealwright::search::Limits;
use dealwright::setup::Setup;
use dealwright::setup::deal::GENERATOR;
use dealwright::setup::load::dealer;
use dealwright::{InvalidInput, Registry};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// Version of the directory and of certificates.
const FORMAT: u32 = 1;

/// What is to be proved, as prove.json and certificates say.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofPlan {
    /// The version of the format.
    pub format: u32,
    /// Version of the program.
    pub dealwright: String,
    /// Version of the deal generator.
    pub generator: u32,
    /// GAME/SETUP, or the name of a file.
    pub setup: String,
    /// What was chosen of the setup.
    pub options: Vec<(String, String)>,
    /// For a setup from a file, that file and those it names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
    /// Of what the hands do, so that a setup that changed is noticed.
    pub plan_sha256: String,
    /// Symmetries that are used as a shortcut.
    pub symmetries: Vec<String>,
    /// Deals by chance; none where every different challenge is tried.
    pub samples: Option<u64>,
    /// The text that these come from.
    pub seed: Option<String>,
    /// Positions that one search may keep.
    pub max_states: u64,
    /// Bytes that the searches may use together.
    pub max_memory: u64,
}

impl ProofPlan {
    /// The plan for a setup by its name or path.
    pub fn new(
        registry: &Registry,
        name: &str,
        options: &[(String, String)],
        extent: &Extent,
        limits: &Limits,
    ) -> Result<(Self, Setup)> {
        let (setup, files) = load_setup_with_files(registry, name, options)?;
        let (symmetries, samples, seed) = match extent {
            Extent::All { symmetries } => (symmetries.clone(), None, None),
            Extent::Samples { count, seed } => (Vec::new(), Some(*count), Some(seed.clone())),
        };
        let plan = Self {
            format: FORMAT,
            dealwright: env!("CARGO_PKG_VERSION").into(),
            generator: GENERATOR,
            setup: match files.is_empty() {
                true => name.into(),
                false => Path::new(name).file_name().unwrap_or_default().to_string_lossy().into(),
            },
            options: options.to_vec(),
            files,
            plan_sha256: plan_sha256(&dealer(&setup)?),
            symmetries,
            samples,
            seed,
            max_states: limits.states,
            max_memory: limits.memory,
        };
        Ok((plan, setup))
    }

    /// The setup, if its deals are still those that the plan was made for.
    pub fn load(&self, registry: &Registry) -> Result<Setup> {
        if self.format != FORMAT {
            let message = format!("it has format {}, this version knows format {FORMAT}", self.format);
            return Err(InvalidInput(message).into());
        }
        if self.generator != GENERATOR {
            let message = format!(
                "its deals are those of generator {}, this version deals by generator {GENERATOR}",
                self.generator
            );
            return Err(InvalidInput(message).into());
        }
        let setup = setup_from_files(registry, &self.setup, &self.options, &self.files)?;
        if plan_sha256(&dealer(&setup)?) != self.plan_sha256 {
            let message = format!(
                "{} is not the setup that was proved: its pieces or steps have changed since",
                self.setup
            );
            return Err(InvalidInput(message).into());
        }
        Ok(setup)
    }

    /// What is tried.
    pub fn extent(&self) -> Extent {
        match self.samples {
            Some(count) => Extent::Samples { count, seed: self.seed.clone().unwrap_or_default() },
            None => Extent::All { symmetries: self.symmetries.clone() },
        }
    }

    /// What a search may use.
    pub fn limits(&self) -> Limits {
        Limits { states: self.max_states, memory: self.max_memory, watch: None }
    }

    /// Its text, on one line.
    pub fn to_json(&self) -> Result<String> {
        Ok(serde_json::to_string(self)? + "\n")
    }
}
