//! The kit builder: a setup file as pieces, a board and steps that can be changed by hand. The file stays the truth: every change is
//! an [`Edit`](edit::Edit) of its text, and everything that is shown is read from the text again.

mod document;
mod draw;
pub mod edit;
mod fields;
mod groups;
mod model;
mod pieces;
mod places;
mod remedy;
mod start;
mod steps;

use crate::budget::{Budget, Question, Weight};
use dealwright::setup::read::MOST_BYTES;
use dealwright::{InvalidInput, Registry};
use edit::{Edit, Edited, apply, outlined};
use model::{Model, model};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Edits in one question.
const MOST_EDITS: usize = 300;

/// Change a setup file, and show what it comes to.
#[derive(Deserialize)]
pub struct BuildKit {
    text: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// What is changed, one after the other; nothing for a look at the file.
    #[serde(default)]
    edits: Vec<Edit>,
}

/// The text after the edits, and its model.
#[derive(Serialize)]
pub struct Built {
    text: String,
    model: Model,
}

impl Question for BuildKit {
    type Answer = Built;
    const NAME: &'static str = "builder";
    const WEIGHT: Weight = Weight::Moment;
    /// Remedies are tried for so long; then those that were found are told.
    const PATIENCE: u64 = 1500;

    fn turn(&mut self, registry: &Registry, budget: &Budget<'_>) -> Result<Option<Built>, InvalidInput> {
        if self.edits.len() > MOST_EDITS {
            return Err(InvalidInput(format!(
                "'edits': expected at most {MOST_EDITS}, found {}",
                self.edits.len()
            )));
        }
        if self.text.len() > MOST_BYTES {
            return Err(InvalidInput(format!("'text': longer than {MOST_BYTES} bytes")));
        }
        let text = apply(registry, &self.text, &self.options, &self.edits)?;
        let outline = outlined(registry, &text, &self.options);
        let file = text.parse().ok().map(|document| Edited { registry, outline: outline.clone(), document });
        let model = model(registry, (&text, &self.options), &outline, file, budget.give_up);
        Ok(Some(Built { text, model }))
    }
}

#[cfg(test)]
mod tests;
