//! The report: one HTML file that needs nothing else.

use super::claims::Entry;
use super::figures::{Figure, Plate};
use super::finding::{Finding, Verdict, estimate_words, share_words};
use super::found::{Found, Seen};
use super::ledger::{RULE, capital, challenges_words};
use super::{ReportOptions, beyond};
use dealwright::setup::deal::GENERATOR;
use dealwright::text::grouped;
use dealwright_draw::document::{REPORT, document};
use dealwright_lab::machine::machine;
use maud::{Markup, PreEscaped, html};

pub fn html(entries: &[Entry], plates: &[Plate], found: &Found, options: &ReportOptions<'_>) -> String {
    let title = "Entangled components, put to the test";
    let body = html! {
        header {
            h1 { (title) }
            p.lead {
                "What a paper by Goadrich and Droscha says about BoxOff, Pretzel and Fujisan, and what "
                (grouped(found.lines.iter().map(|seen| seen.line.challenges).sum()))
                " challenges say. Dealwright " (options.version()) ", size " (options.size.word()) ", seed "
                code { (options.seed) } "."
            }
            (contents(plates, options))
        }
        main {
            (ledger(entries))
            (details(entries, plates, found))
            @for plate in plates { (figures(plate)) }
            @if options.whole { (beyond::tables(found)) }
            (method())
            (provenance(found, options))
        }
    };
    document(title, REPORT, &body.into_string())
}

fn anchor(heading: &str) -> String {
    heading.to_lowercase().replace(' ', "-")
}

fn contents(plates: &[Plate], options: &ReportOptions<'_>) -> Markup {
    html! {
        nav aria-label="Contents" {
            ul {
                li { a href="#ledger" { "The ledger" } }
                li { a href="#claims" { "Claim by claim" } }
                @for plate in plates {
                    li { a href={ "#" (anchor(plate.heading)) } { "Figures: " (plate.heading) } }
                }
                @if options.whole { li { a href="#tables" { "Tables" } } }
                li { a href="#method" { "Method and biases" } }
                li { a href="#provenance" { "Versions, seed and machine" } }
            }
        }
    }
}

/// Sign and class of a verdict: never colour alone.
fn look(verdict: Verdict) -> (&'static str, &'static str) {
    match verdict {
        Verdict::Agrees => ("✓", "agrees"),
        Verdict::Lucky => ("≈", "lucky"),
        Verdict::Differs => ("✗", "differs"),
        Verdict::OnlyUnder(_) => ("◐", "only"),
        Verdict::CannotTell => ("?", "open"),
        Verdict::Shown => ("", "open"),
    }
}

fn badge(verdict: Verdict) -> Markup {
    let (sign, class) = look(verdict);
    html! { span class={ "verdict " (class) } { (sign) " " (verdict.words()) } }
}

fn ledger(entries: &[Entry]) -> Markup {
    let count = |wanted: &str| entries.iter().filter(|entry| look(entry.verdict).1 == wanted).count();
    html! {
        section id="ledger" {
            h2 { "The ledger" }
            ul.tally {
                @for (class, words) in
                    [
                        ("agrees", "agree"),
                        ("lucky", "possible but lucky"),
                        ("only", "agree only under another reading"),
                        ("differs", "differ"),
                        ("open", "left open"),
                    ]
                {
                    li class=(class) { b { (count(class)) } " " (words) }
                }
            }
            p { (RULE) }
            table.stack {
                thead { tr { th { "claim" } th { "the paper says" } th { "verdict" } th { "finding" } } }
                tbody {
                    @for entry in entries {
                        tr {
                            td { a href={ "#" (entry.claim.name) } { (entry.claim.name) } }
                            td data-label="The paper says" { (entry.claim.says) }
                            td {
                                (badge(entry.verdict))
                                @let found = entry.found_words();
                                @if !found.is_empty() { div.more { (found) } }
                            }
                            td data-label="Finding" { (entry.judged.words) (in_short(&entry.judged.findings)) }
                        }
                    }
                }
            }
        }
    }
}

/// Paper and ours where there are few statements, else how many of them agree, reading by reading.
fn in_short(findings: &[Finding]) -> Markup {
    let judged: Vec<&Finding> = findings.iter().filter(|finding| finding.verdict != Verdict::Shown).collect();
    let mut readings: Vec<&str> = judged.iter().map(|finding| finding.reading).collect();
    readings.sort_unstable();
    readings.dedup();
    let tally = |reading: &str| {
        let of_it = judged.iter().filter(|finding| finding.reading == reading);
        let number = |verdict| of_it.clone().filter(|finding| finding.verdict == verdict).count();
        let words = if reading.is_empty() { String::new() } else { format!("{reading}: ") };
        let lucky = match number(Verdict::Lucky) {
            0 => String::new(),
            number => format!(", {number} possible but lucky"),
        };
        format!("{words}{} of {} statements agree{lucky}", number(Verdict::Agrees), of_it.clone().count())
    };
    html! {
        @if judged.len() <= 2 {
            @for finding in &judged {
                div.more { (finding.statement) ": paper " (finding.paper) ", ours " (finding.ours) }
            }
        } @else {
            @for reading in readings { div.more { (tally(reading)) } }
        }
    }
}

fn details(entries: &[Entry], plates: &[Plate], found: &Found) -> Markup {
    let is_drawn =
        |name: &&&str| plates.iter().flat_map(|plate| &plate.figures).any(|figure| figure.name == **name);
    let is_there = |part: &&&str| found.lines.iter().any(|seen| seen.part == **part);
    html! {
        section id="claims" {
            h2 { "Claim by claim" }
            @for entry in entries {
                section id=(entry.claim.name) {
                    h3 { (entry.claim.name) }
                    p { (entry.claim.says) " " (badge(entry.verdict)) }
                    p { (entry.judged.words) }
                    @if !entry.judged.findings.is_empty() { (statements(&entry.judged.findings)) }
                    @if !entry.judged.examples.is_empty() {
                        p.more {
                            @for (what, id) in &entry.judged.examples { (capital(what)) ": " code { (id) } " " }
                        }
                    }
                    p.more {
                        @for part in entry.claim.parts.iter().filter(is_there) {
                            "Records: " a href={ "records/" (part) } { (part) } ". "
                        }
                        @for figure in entry.claim.figures.iter().filter(is_drawn) {
                            "Figure: " a href={ "#figure-" (figure) } { (figure) } ". "
                        }
                        "Again: " code { "dealwright reproduce " (entry.claim.name) }
                    }
                }
            }
        }
    }
}

fn statements(findings: &[Finding]) -> Markup {
    let readings = findings.iter().any(|finding| !finding.reading.is_empty());
    let studies = findings.iter().any(|finding| finding.found_in.is_some());
    html! {
        table.stack {
            thead {
                tr {
                    th { "statement" }
                    @if readings { th { "reading" } }
                    th { "paper" } th { "ours" } th.number { "challenges" }
                    @if studies { th.number { "studies that find it" } }
                    th { "verdict" }
                }
            }
            tbody {
                @for finding in findings {
                    tr {
                        td {
                            (finding.statement)
                            @if !finding.more.is_empty() { div.more { (finding.more) } }
                        }
                        @if readings { td data-label="Reading" { (finding.reading) } }
                        td data-label="Paper" { (finding.paper) }
                        td data-label="Ours" { (finding.ours) }
                        td.number data-label="Challenges" { (challenges_words(finding)) }
                        @if studies { td.number data-label="Studies that find it" { (finding.found_words()) } }
                        td { (badge(finding.verdict)) }
                    }
                }
            }
        }
    }
}

fn figures(plate: &Plate) -> Markup {
    let small = plate.figures.iter().all(|figure| figure.csv.is_none()) && plate.figures.len() > 6;
    html! {
        section id=(anchor(plate.heading)) {
            h2 { "Figures: " (plate.heading) }
            div class=(if small { "gallery" } else { "" }) {
                @for figure in &plate.figures { (drawn(figure)) }
            }
        }
    }
}

fn drawn(figure: &Figure) -> Markup {
    html! {
        figure id={ "figure-" (figure.name) } {
            (PreEscaped(&figure.svg))
            figcaption {
                (figure.caption) " "
                a href={ "figures/" (figure.name) ".svg" } { "SVG" }
                @if figure.csv.is_some() { " " a href={ "figures/" (figure.name) ".csv" } { "data" } }
                @if !figure.parts.is_empty() {
                    "; records "
                    @for part in &figure.parts { a href={ "records/" (part) } { (part) } " " }
                }
            }
        }
    }
}

fn method() -> Markup {
    let notes = [
        "Every challenge is dealt by the same description that gives the instructions for players; a seed and a number identify \
         it. Solvers are complete: unsolvable means that everything was searched. What ran into a limit is undecided, widens \
         intervals, and is never counted as unsolvable.",
        "Intervals of shares are Wilson's at 95%, of means normal ones; where every deal was examined there is none. Tests are \
         those the paper names or, where it names none, Mann–Whitney; effect sizes and the share of studies of the paper's size \
         that find it are given with every statement of significance, because with ten times the data any negligible difference \
         becomes significant.",
        "Studies of the paper's size are drawn 1,000 times from our records: shares as ten trials of 100 with our share, lengths \
         with replacement. P values are not corrected for the number of claims; about one in twenty true statements about \
         samples would be refused by the rule.",
        "Random play takes every legal move with the same chance. In BoxOff and Pretzel every play ends, and the chance is worked \
         out exactly as far as the graph of positions fits, else from sampled plays; in Fujisan a play that steps on a position \
         it has seen is lost.",
        "Our readings: Fujisan under both summit rules; connectivity and counter-intuitive moves as the authors' program has them; \
         the tiles for BoxOff are those of the authors' program. Vague words of the paper (about, nearly always, seldom, similar) \
         are given numbers, which stand beside the statement.",
        "We have read the paper and its authors' program before we wrote ours. A misreading that we share with them would not be \
         noticed here.",
    ];
    html! {
        section id="method" {
            h2 { "Method and biases" }
            @for note in notes { p { (note) } }
        }
    }
}

fn provenance(found: &Found, options: &ReportOptions<'_>) -> Markup {
    let machine = machine();
    html! {
        section id="provenance" {
            h2 { "Versions, seed and machine" }
            p {
                "Dealwright " (options.version()) ", deal generator " (GENERATOR) ", seed " code { (options.seed) }
                ", made by " code { (options.command) } ". Written on " (machine.date) " on " (machine.os) " " (machine.arch)
                @if let Some(cpu) = &machine.cpu { " (" (cpu) ")" } ", " (machine.cores) " cores. Ledger and figures are the same \
                bytes on every machine."
            }
            div.wide { table {
                thead { tr { th { "study" } th { "line" } th.number { "challenges" } th.number { "undecided" } th { "solvable" } th { "first challenge" } } }
                tbody {
                    @for seen in &found.lines { (line(seen)) }
                }
            } }
        }
    }
}

fn line(seen: &Seen) -> Markup {
    html! {
        tr {
            td { a href={ "records/" (seen.part) } { (seen.part) } }
            td { (seen.words()) }
            td.number { (grouped(seen.line.challenges)) }
            td.number { (grouped(seen.line.undecided)) }
            td { (share_words(seen).unwrap_or_default()) }
            td { @if let Some(id) = &seen.first_id { code { (id) } } }
        }
    }
}

/// A share, or nothing.
pub fn share_cell(share: Option<dealwright_draw::chart::Estimate>) -> Markup {
    html! { td.number { @if let Some(share) = share { (estimate_words(share, 1)) } } }
}
