//! The ledger as files: JSON and CSV for programs, Markdown for the documentation.

use super::claims::Entry;
use super::plan::Size;
use crate::cmd::csv_field;
use anyhow::Result;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// How verdicts come about, for whoever reads the ledger.
pub const RULE: &str = "A statement agrees if a sample of the paper's size (1,000 challenges of each setup, in ten trials of 100), \
    drawn from what we found, is consistent with it at 95%; a printed number stands for all that round to it. A claim of \
    significance agrees if our records show the difference (95% interval, or p < 0.05) and at least 5% of studies of the paper's size \
    find it by its test; a claim of no significant difference agrees if at least 5% of them find none. A plain direction (higher, \
    shorter, ahead, helps) agrees if our 95% interval or test shows it, and differs if it shows the contrary. A claim agrees if all its \
    statements do under the paper's reading of the rules, and agrees only under another reading if it is that one under which they \
    do. Where our own records leave it open, the verdict is: cannot tell.";

#[derive(Serialize)]
struct Ledger<'a> {
    dealwright: &'a str,
    size: &'a str,
    seed: &'a str,
    rule: &'a str,
    claims: Vec<ClaimKeys<'a>>,
}

#[derive(Serialize)]
struct ClaimKeys<'a> {
    name: &'a str,
    says: &'a str,
    verdict: String,
    finding: &'a str,
    statements: Vec<StatementKeys<'a>>,
    challenges: Vec<ExampleKeys<'a>>,
    studies: Vec<&'a str>,
    figures: &'a [&'static str],
}

#[derive(Serialize)]
struct StatementKeys<'a> {
    what: &'a str,
    reading: Option<&'a str>,
    paper: &'a str,
    paper_value: Option<f64>,
    ours: &'a str,
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    exact: bool,
    more: &'a str,
    numbers: BTreeMap<&'a str, f64>,
    verdict: String,
    records: &'a [String],
}

#[derive(Serialize)]
struct ExampleKeys<'a> {
    what: &'a str,
    id: &'a str,
}

pub fn json(entries: &[Entry], size: Size, seed: &str) -> Result<String> {
    let claims = entries.iter().map(|entry| ClaimKeys {
        name: entry.claim.name,
        says: entry.claim.says,
        verdict: entry.verdict.words(),
        finding: &entry.judged.words,
        statements: entry
            .judged
            .findings
            .iter()
            .map(|finding| StatementKeys {
                what: &finding.what,
                reading: (!finding.reading.is_empty()).then_some(finding.reading),
                paper: &finding.paper,
                paper_value: finding.paper_value,
                ours: &finding.ours,
                value: finding.value.map(|value| value.value),
                low: finding.value.map(|value| value.low),
                high: finding.value.map(|value| value.high),
                exact: finding.exact,
                more: &finding.more,
                numbers: finding.numbers.iter().copied().collect(),
                verdict: finding.verdict.words(),
                records: &finding.records,
            })
            .collect(),
        challenges: entry.judged.examples.iter().map(|(what, id)| ExampleKeys { what, id }).collect(),
        studies: entry.claim.parts.to_vec(),
        figures: entry.claim.figures,
    });
    let ledger = Ledger {
        dealwright: env!("CARGO_PKG_VERSION"),
        size: size.word(),
        seed,
        rule: RULE,
        claims: claims.collect(),
    };
    Ok(serde_json::to_string_pretty(&ledger)? + "\n")
}

/// One row for each statement.
pub fn csv(entries: &[Entry]) -> String {
    let mut text = String::from(
        "claim,claim_verdict,statement,reading,paper,paper_value,ours,value,low,high,exact,verdict,more,numbers,records\n",
    );
    let number = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
    for entry in entries {
        for finding in &entry.judged.findings {
            let fields = [
                entry.claim.name.to_string(),
                entry.verdict.words(),
                finding.what.clone(),
                finding.reading.to_string(),
                finding.paper.clone(),
                number(finding.paper_value),
                finding.ours.clone(),
                number(finding.value.map(|value| value.value)),
                number(finding.value.map(|value| value.low)),
                number(finding.value.map(|value| value.high)),
                finding.exact.to_string(),
                finding.verdict.words(),
                finding.more.clone(),
                finding
                    .numbers
                    .iter()
                    .map(|(name, value)| format!("{name}={value}"))
                    .collect::<Vec<_>>()
                    .join("; "),
                finding.records.join("; "),
            ];
            text += &fields.iter().map(|field| csv_field(field)).collect::<Vec<_>>().join(",");
            text.push('\n');
        }
    }
    text
}

/// The ledger as it stands in the documentation; the same bytes for the same records.
pub fn markdown(entries: &[Entry], size: Size, seed: &str) -> String {
    let mut text = format!(
        "Dealwright {}, size {}, seed `{seed}`.\n\n{RULE}\n\n| claim | verdict | finding |\n|---|---|---|\n",
        env!("CARGO_PKG_VERSION"),
        size.word()
    );
    let cell = |words: &str| words.replace('|', "\\|");
    for entry in entries {
        let _ = writeln!(
            text,
            "| [{0}](#{0}) | {1} | {2} |",
            entry.claim.name,
            entry.verdict.words(),
            cell(&entry.judged.words)
        );
    }
    for entry in entries {
        let _ = write!(
            text,
            "\n## {}\n\n{} **{}.**\n\n",
            entry.claim.name,
            entry.claim.says,
            capital(&entry.verdict.words())
        );
        if !entry.judged.findings.is_empty() {
            text += "| statement | reading | paper | ours | verdict | |\n|---|---|---|---|---|---|\n";
        }
        for finding in &entry.judged.findings {
            let words = [
                &finding.what,
                finding.reading,
                &finding.paper,
                &finding.ours,
                &finding.verdict.words(),
                &finding.more,
            ]
            .map(cell);
            let _ = writeln!(text, "| {} |", words.join(" | "));
        }
        for (what, id) in &entry.judged.examples {
            let _ = write!(text, "\n- {what}: `{id}`");
        }
        if !entry.judged.examples.is_empty() {
            text.push('\n');
        }
    }
    text
}

pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
