//! How much a study is, told before it runs.

use crate::run::RunOptions;
use crate::run::progress::duration;
use crate::store::dir::StudyDir;
use crate::store::manifest::LineKeys;
use anyhow::Result;
use dealwright::InvalidInput;
use dealwright::setup::load::dealer;
use dealwright::study::source::Source;
use dealwright::study::{Extent, Study};
use dealwright::text::{counted, grouped};
use std::time::Instant;

/// Refuses what cannot be cut into parts.
pub fn check_parts(study: &Study) -> Result<(), InvalidInput> {
    match study.extent {
        Extent::Until { .. } => {
            let message =
                "--shard and --until cannot be combined: the end depends on all challenges before it";
            Err(InvalidInput(message.into()))
        }
        _ => Ok(()),
    }
}

/// Says how much there is to do.
pub fn say_what_comes(dir: &StudyDir, study: &Study, options: &RunOptions) -> Result<()> {
    let note = |text: String| dir.lab.listener.note(&text);
    let fixed = !matches!(study.extent, Extent::Until { .. });
    if study.extent == Extent::Census {
        for keys in &dir.manifest.lines {
            let time = duration(seconds_for(dir, keys, study)? / options.threads as f64);
            note(format!(
                "census of {}: {}, about {time} on {}",
                keys.words(),
                counted(keys.challenges, "outcome"),
                counted(options.threads as u64, "thread")
            ));
        }
    } else if fixed {
        let lines = counted(dir.manifest.lines.len() as u64, "line");
        let to_do = dir.manifest.challenges() - dir.challenges_there();
        match options.shard {
            None => note(format!("{lines}, {} challenges to do, seed '{}'", grouped(to_do), study.seed)),
            Some((part, parts)) => {
                let blocks = dir.manifest.block_count();
                let mine = blocks / parts + u64::from(part < blocks % parts);
                note(format!("part {} of {parts}: {} of {blocks}", part + 1, counted(mine, "block")));
                if mine == 0 {
                    note(
                        "nothing to do in this part; smaller blocks (--block) give more parts something"
                            .into(),
                    );
                }
            }
        }
    }
    Ok(())
}

/// Seconds that a census would take on one core, from a few outcomes spread over all.
fn seconds_for(dir: &StudyDir, keys: &LineKeys, study: &Study) -> Result<f64> {
    const TRIED: u64 = 100;
    let outcomes = keys.challenges;
    let setup = keys.load(&dir.lab.registry)?;
    let dealer = dealer(&setup)?;
    let schema = dir.manifest.schema()?;
    let source = Source::new(&dealer, study, &schema);
    let begun = Instant::now();
    let mut tried = 0;
    for number in 0..TRIED.min(outcomes) {
        source.row(study, (u128::from(number) * u128::from(outcomes) / u128::from(TRIED)) as u64)?;
        tried += 1;
        if begun.elapsed().as_secs() >= 5 {
            break;
        }
    }
    Ok(begun.elapsed().as_secs_f64() * outcomes as f64 / tried.max(1) as f64)
}
