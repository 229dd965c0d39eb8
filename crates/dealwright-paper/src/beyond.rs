//! Tables that go beyond the paper: the whole deck, and every setup at a glance.

use super::finding::per_cent;
use super::found::{Found, Seen};
use super::report::share_cell;
use dealwright::setup::count::{Number, count};
use dealwright::setup::effort::effort;
use dealwright::setup::load::dealer;
use maud::{Markup, html};

pub fn tables(found: &Found) -> Markup {
    html! {
        section id="tables" {
            h2 { "Tables" }
            h3 { "Pretzel with four suits, two to thirteen ranks" }
            div.wide { (pretzel(found)) }
            h3 { "Every setup at a glance" }
            div.wide { (setups(found)) }
        }
    }
}

fn pretzel(found: &Found) -> Markup {
    let setups = ["pretzel/shuffled", "pretzel/sequential", "pretzel/banded"];
    html! {
        table {
            thead {
                tr {
                    th.number { "ranks" }
                    @for name in ["Shuffled", "Sequential", "Banded"] { th.number { (name) ": solvable" } }
                    @for name in ["Shuffled", "Sequential", "Banded"] { th.number { (name) ": median length" } }
                }
            }
            tbody {
                @for ranks in 2..=13 {
                    @let lines = setups.map(|setup| found.pretzel(setup, ranks));
                    @if lines.iter().any(Option::is_some) {
                        tr {
                            td.number { (ranks) }
                            @for line in lines { (share_cell(line.and_then(|seen| seen.share()))) }
                            @for line in lines {
                                td.number {
                                    @if let Some(median) = line.and_then(|seen| seen.lengths()?.median()) { (median) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Each setup once: the census rather than the sample, and what the restrictions add.
fn is_shown(found: &Found, seen: &Seen) -> bool {
    let size = seen.line.size_words();
    let is_all = |other: &&Seen| {
        other.is_exact() && other.line.setup == seen.line.setup && other.line.size_words() == size
    };
    match seen.part {
        "fujisan-counter" | "pretzel-long" => false,
        "fujisan-restrictions" => !["fujisan/shuffled", "fujisan/unique"].contains(&seen.line.setup.as_str()),
        // The census knows less than the sample about random play.
        "boxoff-464-census" => true,
        _ => seen.is_exact() || seen.part == "boxoff-464" || !found.lines.iter().any(|other| is_all(&other)),
    }
}

/// Seconds of work for a deal, and how many different challenges there are.
fn work(seen: &Seen) -> (String, String) {
    let Some(setup) = seen.setup() else { return Default::default() };
    let Ok(dealer) = dealer(&setup) else { return Default::default() };
    let power = |n: &dyn ToString| n.to_string().parse::<f64>().map_or(String::new(), |n| format!("{n:.1e}"));
    let different = match count(&dealer, &[]).distinct {
        Number::Exact(n) => power(&n),
        Number::AtMost(n) | Number::Between(_, n) => format!("at most {}", power(&n)),
    };
    (format!("{:.0} s", effort(&dealer).seconds()), different)
}

fn setups(found: &Found) -> Markup {
    html! {
        table {
            thead {
                tr {
                    th { "setup" } th.number { "solvable" } th.number { "random play" } th.number { "interest" }
                    th.number { "median length" } th.number { "work of a deal" } th.number { "different challenges" }
                    th { "most frequent cause of dead deals" }
                }
            }
            tbody {
                @for seen in found.lines.iter().filter(|seen| is_shown(found, seen)) {
                    @let (work, different) = work(seen);
                    tr {
                        td { (seen.words()) @if seen.is_exact() { " (all)" } }
                        (share_cell(seen.share()))
                        (share_cell(seen.chance()))
                        (share_cell(seen.interest()))
                        td.number {
                            @if let Some(median) = seen.lengths().and_then(|lengths| lengths.median()) { (median) }
                        }
                        td.number { (work) }
                        td.number { (different) }
                        td {
                            @if let Some((cause, weight)) = seen.line.causes.iter().max_by_key(|(_, weight)| **weight) {
                                (cause) ", " (per_cent(*weight as f64 / seen.line.unsolvable.max(1) as f64, 0))
                            }
                        }
                    }
                }
            }
        }
    }
}
