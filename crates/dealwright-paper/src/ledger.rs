//! The ledger as files: JSON and CSV for programs, Markdown for the documentation.

use super::claims::Entry;
use super::finding::{Finding, Verdict, size_words};
use super::plan::Size;
use anyhow::Result;
use dealwright::text::csv_field;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Raised when keys change; a ledger without it is of the first format.
const FORMAT: u32 = 2;

/// How verdicts come about, for whoever reads the ledger.
pub const RULE: &str = "A printed number agrees if a sample of the paper's size (1,000 challenges of each setup, in ten trials of 100), \
    drawn from what we found, is consistent with it at 95%; it stands for all that round to it. A statement of significance agrees \
    if our records show the difference (95% interval, or p < 0.05) and at least half of the studies of the paper's size, drawn 1,000 \
    times from our records, find it by its test; it is possible but lucky if at least 5% but less than half of them do, and differs \
    otherwise. A statement of no significant difference agrees if at least half of \
    them find none; otherwise it is judged by that share in the same way, if our records show a difference. A plain \
    direction (higher, shorter, ahead, helps) agrees if our 95% interval or test shows it, and differs if it shows the contrary. About \
    10^n agrees if the number is cut or rounded to that power of ten. A claim is as good as its weakest statement under the paper's \
    reading of the rules; if it differs there, and all its statements agree under another reading, it agrees only under that one. \
    Where our own records leave it open, the verdict is: cannot tell. docs/methods.md has the rules in full.";

#[derive(Serialize)]
struct Ledger<'a> {
    format: u32,
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
    found_in_studies: Option<f64>,
    finding: &'a str,
    statements: Vec<Row<'a>>,
    challenges: Vec<ExampleKeys<'a>>,
    studies: Vec<&'a str>,
    figures: &'a [&'static str],
}

/// A statement: these are the keys of JSON and the columns of CSV, in this order.
#[derive(Serialize)]
struct Row<'a> {
    claim: &'a str,
    claim_verdict: String,
    statement: &'a str,
    judged_by: &'a str,
    reading: &'a str,
    paper: &'a str,
    paper_value: Option<f64>,
    paper_n: &'a [u64],
    ours: &'a str,
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    n: &'a [u64],
    exact: bool,
    found_in_studies: Option<f64>,
    verdict: String,
    more: &'a str,
    numbers: BTreeMap<&'a str, f64>,
    records: &'a [String],
}

impl<'a> Row<'a> {
    fn new(entry: &'a Entry, finding: &'a Finding) -> Self {
        Self {
            claim: entry.claim.name,
            claim_verdict: entry.verdict.words(),
            statement: &finding.statement,
            judged_by: finding.rule.word(),
            reading: finding.reading,
            paper: &finding.paper,
            paper_value: finding.paper_value,
            paper_n: &finding.paper_n,
            ours: &finding.ours,
            value: finding.value.map(|value| value.value),
            low: finding.interval().map(|(low, _)| low),
            high: finding.interval().map(|(_, high)| high),
            n: &finding.n,
            exact: finding.exact,
            found_in_studies: finding.found_in,
            verdict: finding.verdict.words(),
            more: &finding.more,
            numbers: finding.numbers.iter().copied().collect(),
            records: &finding.records,
        }
    }

    /// Columns with their names; lists are joined by "; ".
    fn fields(&self) -> Vec<(&'static str, String)> {
        let number = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
        let list = |values: &[u64]| values.iter().map(u64::to_string).collect::<Vec<_>>().join("; ");
        let numbers: Vec<String> =
            self.numbers.iter().map(|(name, value)| format!("{name}={value}")).collect();
        vec![
            ("claim", self.claim.into()),
            ("claim_verdict", self.claim_verdict.clone()),
            ("statement", self.statement.into()),
            ("judged_by", self.judged_by.into()),
            ("reading", self.reading.into()),
            ("paper", self.paper.into()),
            ("paper_value", number(self.paper_value)),
            ("paper_n", list(self.paper_n)),
            ("ours", self.ours.into()),
            ("value", number(self.value)),
            ("low", number(self.low)),
            ("high", number(self.high)),
            ("n", list(self.n)),
            ("exact", self.exact.to_string()),
            ("found_in_studies", number(self.found_in_studies)),
            ("verdict", self.verdict.clone()),
            ("more", self.more.into()),
            ("numbers", numbers.join("; ")),
            ("records", self.records.join("; ")),
        ]
    }
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
        found_in_studies: entry.hardest().and_then(|finding| finding.found_in),
        finding: &entry.judged.words,
        statements: entry.judged.findings.iter().map(|finding| Row::new(entry, finding)).collect(),
        challenges: entry.judged.examples.iter().map(|(what, id)| ExampleKeys { what, id }).collect(),
        studies: entry.claim.parts.to_vec(),
        figures: entry.claim.figures,
    });
    let ledger = Ledger {
        format: FORMAT,
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
    let mut text = String::new();
    for entry in entries {
        for finding in &entry.judged.findings {
            let fields = Row::new(entry, finding).fields();
            if text.is_empty() {
                text = fields.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(",") + "\n";
            }
            text += &fields.iter().map(|(_, field)| csv_field(field)).collect::<Vec<_>>().join(",");
            text.push('\n');
        }
    }
    text
}

/// "18 of 24 agree, 1 is possible but lucky, 3 differ".
pub fn tally(entries: &[Entry]) -> String {
    let count = |is: fn(Verdict) -> bool| entries.iter().filter(|entry| is(entry.verdict)).count();
    let mut words = vec![format!("{} of {} agree", count(|v| v == Verdict::Agrees), entries.len())];
    let rest = [
        (count(|v| v == Verdict::Lucky), "is possible but lucky", "are possible but lucky"),
        (
            count(|v| matches!(v, Verdict::OnlyUnder(_))),
            "agrees only under another reading",
            "agree only under another reading",
        ),
        (count(|v| v == Verdict::Differs), "differs", "differ"),
        (count(|v| v == Verdict::CannotTell), "is left open", "are left open"),
    ];
    for (number, one, several) in rest.into_iter().filter(|(number, ..)| *number > 0) {
        words.push(format!("{number} {}", if number == 1 { one } else { several }));
    }
    words.join(", ")
}

/// The ledger as it stands in the documentation; the same bytes for the same records.
pub fn markdown(entries: &[Entry], size: Size, seed: &str) -> String {
    let mut text = format!(
        "Dealwright {}, size {}, seed `{seed}`: {}.\n\n{RULE}\n\n| claim | verdict | studies that find it | finding |\n\
         |---|---|---:|---|\n",
        env!("CARGO_PKG_VERSION"),
        size.word(),
        tally(entries)
    );
    let cell = |words: &str| words.replace('|', "\\|");
    for entry in entries {
        let _ = writeln!(
            text,
            "| [{0}](#{0}) | {1} | {2} | {3} |",
            entry.claim.name,
            entry.verdict.words(),
            entry.hardest().map_or(String::new(), Finding::found_words),
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
            text += "| statement | reading | paper | ours | challenges | studies that find it | verdict | |\n\
                     |---|---|---|---|---:|---:|---|---|\n";
        }
        for finding in &entry.judged.findings {
            let words = [
                &finding.statement,
                finding.reading,
                &finding.paper,
                &finding.ours,
                &challenges_words(finding),
                &finding.found_words(),
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

/// Sizes of our samples, equal ones once.
pub fn challenges_words(finding: &Finding) -> String {
    match finding.n.as_slice() {
        [first, rest @ ..] if !rest.is_empty() && rest.iter().all(|n| n == first) => {
            format!("{} each", size_words(&[*first]))
        }
        sizes => size_words(sizes),
    }
}

pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
