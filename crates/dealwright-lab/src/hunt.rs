//! What is found out before a hunt begins.

use crate::Lab;
use crate::store::manifest::Manifest;
use anyhow::Result;
use dealwright::InvalidInput;
use dealwright::hunt;
use dealwright::setup::load::dealer;
use dealwright::text::grouped;
use std::time::{Duration, Instant};

/// Time for what is found out before anything is written.
const OUTLOOK: Duration = Duration::from_secs(3);

/// Refuses a hunt whose measure is not defined for the game, or for which no deal is solvable: a refused command leaves
/// nothing behind.
pub fn check_outlook(lab: &Lab, manifest: &Manifest) -> Result<()> {
    let study = manifest.study()?;
    let Some(hunt) = study.hunt else { return Ok(()) };
    for line in &manifest.lines {
        let (setup, begun) = (line.load(&lab.registry)?, Instant::now());
        hunt::check_outlook(&dealer(&setup)?, hunt.quarry, &study.request, &study.limits, |tried| {
            lab.listener.searching(&format!("looking for a solvable deal, {} tried", grouped(tried.into())));
            begun.elapsed() < OUTLOOK
        })
        .map_err(InvalidInput)?;
    }
    lab.listener.searching("");
    Ok(())
}
