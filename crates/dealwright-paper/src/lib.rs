//! The paper put to the test: studies, claims, figures, report.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod beyond;
pub mod claims;
mod figures;
mod finding;
mod found;
mod judge;
mod ledger;
mod pictures;
pub mod plan;
mod report;
mod resample;

pub use found::Found;
pub use ledger::{json_line, tally};

use anyhow::{Context, Result};
use claims::{Claim, Entry};
use dealwright_draw::svg::escaped;
use dealwright_lab::store::file::write_whole;
use plan::Size;
use std::fs;
use std::path::Path;

/// How a report came about.
pub struct ReportOptions<'a> {
    /// How much is run.
    pub size: Size,
    /// The text that the deals come from.
    pub seed: &'a str,
    /// Whether it is about all claims.
    pub whole: bool,
    /// The command that makes it again.
    pub command: String,
    /// The commit that the program was built from, where it is known.
    pub commit: Option<&'a str>,
}

impl ReportOptions<'_> {
    /// "0.2.0", or with the commit "0.2.0 (1a2b3c4d5e6f)".
    fn version(&self) -> String {
        let commit = self.commit.map_or(String::new(), |commit| format!(" ({commit})"));
        format!("{}{commit}", env!("CARGO_PKG_VERSION"))
    }
}

/// Judges claims by the records, and writes ledger, figures and report into a directory.
pub fn write(
    claims: &[&'static Claim],
    found: &Found,
    options: &ReportOptions<'_>,
    out: &Path,
) -> Result<Vec<Entry>> {
    let entries: Vec<Entry> = claims.iter().map(|claim| claim.judged(found)).collect();
    let put = |name: &str, text: &str| write_whole(&out.join(name), text.as_bytes());
    put("claims.json", &ledger::json(&entries, options.size, options.seed)?)?;
    put("claims.csv", &ledger::csv(&entries))?;
    put("ledger.md", &ledger::markdown(&entries, options.size, options.seed))?;
    let mut plates = figures::plates(found, &entries);
    if !options.whole {
        // What the chosen claims point at.
        let wanted = |name: &str| entries.iter().any(|entry| entry.claim.figures.contains(&name));
        plates.iter_mut().for_each(|plate| plate.figures.retain(|figure| wanted(figure.name)));
        plates.retain(|plate| !plate.figures.is_empty());
    }
    let folder = out.join("figures");
    // Nothing of an earlier run stays beside this one's.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).with_context(|| format!("writing {}", folder.display()))?;
    for figure in plates.iter().flat_map(|plate| &plate.figures) {
        let records: Vec<String> = figure.parts.iter().map(|part| format!("records/{part}")).collect();
        let note = escaped(&format!("made by: {}; from {}", options.command, records.join(", ")));
        let svg = figure.svg.replace("</svg>", &format!("<metadata>{note}</metadata>\n</svg>"));
        put(&format!("figures/{}.svg", figure.name), &svg)?;
        if let Some(csv) = &figure.csv {
            put(&format!("figures/{}.csv", figure.name), csv)?;
        }
    }
    put("report.html", &report::html(&entries, &plates, found, options))?;
    Ok(entries)
}
