//! Tables that go beyond the paper: the whole deck, and every setup at a glance.

use super::found::Found;
use super::judge::per_cent;
use super::report::share_cell;
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
                                    @if let Some(median) = line.and_then(|seen| seen.line.measure("length")?.solvable.median()) { (median) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn setups(found: &Found) -> Markup {
    html! {
        table {
            thead {
                tr {
                    th { "setup" } th.number { "solvable" } th.number { "random play" } th.number { "interest" }
                    th.number { "median length" } th { "most frequent cause of dead deals" }
                }
            }
            tbody {
                @for seen in found.lines.iter().filter(|seen| seen.part != "fujisan-counter" && seen.part != "pretzel-long") {
                    tr {
                        td { (seen.words()) @if seen.is_exact() { " (all)" } }
                        (share_cell(seen.share()))
                        (share_cell(seen.chance()))
                        (share_cell(seen.interest()))
                        td.number {
                            @if let Some(median) = seen.line.measure("length").and_then(|lengths| lengths.solvable.median()) { (median) }
                        }
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
