//! The report: one HTML file that needs nothing else.

mod method;

use crate::SIMULATED;
use crate::challenges::MEASURES;
use crate::difficulty::{GameFit, Model, Models, Outcome};
use crate::math::MeanOver;
use crate::time::{NoFit, Standing, TimeFit, Value};
use dealwright::stats::Interval;
use dealwright::text::counted;
use dealwright_draw::chart::{Axis, Chart, Estimate, Intervals, Mark, Row, Section, Track, Unit};
use dealwright_draw::document::{REPORT, document};
use maud::{Markup, PreEscaped, html};

/// What a report is made of.
pub struct Report<'a> {
    /// The day of the fit.
    pub date: &'a str,
    /// The program's version.
    pub version: &'a str,
    /// Participants.
    pub people: usize,
    /// Whether they were simulated.
    pub simulated: bool,
    /// Setup times, or why there are none.
    pub time: Result<&'a TimeFit, NoFit>,
    /// Games.
    pub games: &'a [GameFit],
    /// The text that resampling comes from.
    pub seed: &'a str,
}

/// A share or number with its interval.
pub fn with_interval(value: f64, interval: Option<Interval>, digits: usize) -> String {
    match interval {
        Some(Interval { low, high }) => format!("{value:.digits$} ({low:.digits$} to {high:.digits$})"),
        None => format!("{value:.digits$} (no interval)"),
    }
}

/// A change such as -0.08 as "8.0% less (4.0 to 12.0% less)".
pub fn change_words(found: &Value) -> String {
    let words = |value: f64| format!("{:+.1}%", 100.0 * value);
    match found.interval {
        Some(Interval { low, high }) => format!("{} ({} to {})", words(found.value), words(low), words(high)),
        None => format!("{} (no interval)", words(found.value)),
    }
}

/// How a p value is written.
pub fn p_words(p: Option<f64>) -> String {
    match p {
        None => String::new(),
        Some(p) if p < 0.001 => "< 0.001".into(),
        Some(p) => format!("{p:.3}"),
    }
}

/// The file.
pub fn html(report: &Report<'_>) -> String {
    let title = if report.simulated {
        "SIMULATED: setup times and difficulty"
    } else {
        "Setup times and difficulty, with people"
    };
    let body = html! {
        header {
            h1 { (title) }
            @if report.simulated { p.simulated role="note" { b { (SIMULATED) } "." } }
            p.lead {
                (counted(report.people as u64, if report.simulated { "simulated participant" } else { "participant" }))
                ", " (report.date) ". Dealwright " (report.version) ", seed " code { (report.seed) } "."
            }
            nav aria-label="Contents" {
                ul {
                    @if report.time.is_ok() { li { a href="#time" { "Setup times" } } }
                    @for game in report.games { li { a href={ "#" (game.game) } { "Difficulty: " (game.game) } } }
                    li { a href="#method" { "Method" } }
                }
            }
        }
        main {
            @match report.time {
                Ok(time) => { (setup_times(time, report.simulated)) }
                Err(why) => { p { (mark(report.simulated)) (why.words()) } }
            }
            @for game in report.games { (difficulty(game, report.simulated)) }
            (method::method())
        }
    };
    document(title, REPORT, &body.into_string())
}

/// Marks what is simulated once more, where a figure may be taken out alone.
fn mark(simulated: bool) -> &'static str {
    if simulated { "SIMULATED. " } else { "" }
}

fn setup_times(time: &TimeFit, simulated: bool) -> Markup {
    let rows = time.kinds.iter().filter(|kind| kind.standing == Standing::Measured).map(|kind| {
        let interval = kind.interval.unwrap_or(Interval { low: kind.seconds, high: kind.seconds });
        Row {
            name: kind.name.replace('_', " "),
            points: vec![
                Some(Estimate::new(kind.seconds, interval.low, interval.high)),
                Some(Estimate::exact(kind.assumed)),
            ],
            words: vec![format!("{:.0}", kind.actions)],
        }
    });
    let chart = Intervals {
        title: format!("{}Seconds for each kind of action", mark(simulated)),
        axis: Axis::new("seconds for one action", Unit::Plain),
        interval: "95% interval over people".into(),
        reference: None,
        tracks: vec![
            Track { name: "measured".into(), mark: Mark::Circle, hollow: false },
            Track { name: "assumed".into(), mark: Mark::Diamond, hollow: true },
        ],
        columns: vec!["timed".into()],
        sections: vec![Section { heading: String::new(), rows: rows.collect() }],
    };
    html! {
        section id="time" {
            h2 { "Setup times" }
            p {
                (mark(simulated)) (counted(time.runs as u64, "finished run")) " of " (counted(time.people as u64, "participant")) ", "
                (counted(time.steps as u64, "step")) ", " (counted(time.corrections.into(), "mistake")) " put right. "
                (counted(time.dropped as u64, "dropped run")) " left out."
            }
            @if !chart.sections[0].rows.is_empty() {
                figure.scroll { (PreEscaped(chart.svg())) figcaption { (mark(simulated)) "Seconds for one action, measured and assumed." } }
            }
            div.wide { table {
                thead { tr { th { "action" } th.number { "seconds (95% interval)" } th.number { "assumed" } th { "" } } }
                tbody { @for kind in &time.kinds {
                    tr {
                        td { (kind.name.replace('_', " ")) }
                        td.number { (if kind.standing == Standing::Measured { with_interval(kind.seconds, kind.interval, 2) } else { format!("{:.2}", kind.seconds) }) }
                        td.number { (format!("{:.2}", kind.assumed)) }
                        td.said { (standing_words(kind.standing)) }
                    }
                } }
            } }
            ul {
                @if let Some(found) = &time.overhead { li { "Reading a step and tapping took " (with_interval(found.value, found.interval, 2)) " seconds; they are no part of the weights." } }
                @if let Some(found) = &time.practice { li { "Every doubling of the runs of a setup changed its time by " (change_words(found)) "." } }
                @if let Some(found) = &time.tiring { li { "Every ten tasks before changed times by " (change_words(found)) "." } }
                li { "The slowest participant took " (format!("{:.2}", time.speeds[0])) " times as long as the mean, the fastest " (format!("{:.2}", time.speeds[1])) " times." }
            }
            @if let Some(held) = &time.held_out {
                h3 { "Setups that the weights were not fitted to" }
                div.wide { table {
                    thead { tr { th { "setup" } th.number { "seen" } th.number { "by weights of the other setups" } th.number { "by assumed weights" } th.number { "assumed, scaled" } } }
                    tbody { @for setup in &held.setups {
                        tr { td { (setup.name) } @for value in [setup.seen, setup.measured, setup.assumed, setup.scaled] { td.number { (format!("{value:.1} s")) } } }
                    } }
                } }
                p {
                    (mark(simulated)) "Mean absolute error: " (format!("{:.1} s measured, {:.1} s assumed, {:.1} s assumed and scaled", held.errors[0], held.errors[1], held.errors[2]))
                    ". The assumed weights are further off by " (with_interval(held.gains[0].0, held.gains[0].1, 1))
                    " s, scaled by " (with_interval(held.gains[1].0, held.gains[1].1, 1)) " s."
                }
            }
            (missing(&time.missing, simulated))
        }
    }
}

/// What could not be found out.
fn missing(sentences: &[String], simulated: bool) -> Markup {
    html! {
        @if !sentences.is_empty() {
            h3 { "Not found out" }
            ul { @for sentence in sentences { li { (mark(simulated)) (sentence) } } }
        }
    }
}

/// What became of a weight, in words.
pub fn standing_words(standing: Standing) -> &'static str {
    match standing {
        Standing::Measured => "",
        Standing::NotSeen => "in no step of these runs: the assumed weight is kept",
        Standing::NotApart => "always along with others: only their sum is known",
    }
}

fn estimate(found: &MeanOver) -> Option<Estimate> {
    let interval = found.interval?;
    Some(Estimate::new(found.mean, interval.low, interval.high))
}

fn difficulty(game: &GameFit, simulated: bool) -> Markup {
    let out = &game.left_out;
    html! {
        section id=(game.game) {
            h2 { "Difficulty: " (game.game) }
            p {
                (mark(simulated)) (counted(game.games as u64, "game")) " of " (counted(game.people as u64, "participant")) " on " (counted(game.challenges as u64, "challenge"))
                ", " (game.solved) " solved alone, " (game.with_help) " with help (these count as not solved). Left out: "
                (out.left) " broken off, " (out.again) " played before by the same person, " (out.unsolvable) " without a solution, " (out.undecided) " undecided."
            }
            (correlations(game, simulated))
            (levels(game, simulated))
            @for models in &game.models { (model_table(models, simulated)) }
            (missing(&game.missing, simulated))
        }
    }
}

fn correlations(game: &GameFit, simulated: bool) -> Markup {
    let section = |outcome: Outcome| Section {
        heading: if outcome == Outcome::Failure {
            "with not solving".into()
        } else {
            "with seconds until solved".into()
        },
        rows: game
            .correlations
            .iter()
            .filter(|one| one.outcome == outcome)
            .map(|one| Row {
                name: MEASURES[one.measure].words.into(),
                points: vec![estimate(&one.kendall), one.spearman.as_ref().and_then(estimate)],
                words: vec![p_words(one.p_holm)],
            })
            .collect(),
    };
    let chart = Intervals {
        title: format!("{}Rank correlations of measures with difficulty, {}", mark(simulated), game.game),
        axis: Axis::new("correlation within people", Unit::Plain),
        interval: "95% interval over people".into(),
        reference: Some(0.0),
        tracks: vec![
            Track { name: "Kendall's tau-b".into(), mark: Mark::Circle, hollow: false },
            Track { name: "Spearman's rho".into(), mark: Mark::Diamond, hollow: false },
        ],
        columns: vec!["p, adjusted".into()],
        sections: Outcome::ALL.into_iter().map(section).filter(|section| !section.rows.is_empty()).collect(),
    };
    html! {
        h3 { "Measures" }
        @if chart.sections.is_empty() {
            p { "No participant has enough games with different outcomes." }
        } @else {
            figure.scroll { (PreEscaped(chart.svg())) figcaption {
                (mark(simulated)) "Mean rank correlation within participants; above 0: the more of it, the harder. p values of tau are adjusted for all measures and both outcomes (Holm)."
            } }
            div.wide { table {
                thead { tr { th { "measure" } th { "with" } th.number { "tau-b" } th.number { "rho" } th.number { "participants" } th.number { "p, adjusted" } } }
                tbody { @for one in &game.correlations { tr {
                    td { (MEASURES[one.measure].words) } td { (one.outcome.word()) }
                    td.number { (with_interval(one.kendall.mean, one.kendall.interval, 2)) }
                    td.number { @if let Some(rho) = &one.spearman { (with_interval(rho.mean, rho.interval, 2)) } }
                    td.number { (one.kendall.people) } td.number { (p_words(one.p_holm)) }
                } } }
            } }
        }
    }
}

fn levels(game: &GameFit, simulated: bool) -> Markup {
    html! {
        h3 { "Levels" }
        div.wide { table {
            thead { tr { th { "level" } th.number { "games" } th.number { "solved alone" } th.number { "share within participants" } th.number { "logarithm of seconds" } } }
            tbody { @for row in &game.levels { tr {
                td { (row.level.word()) } td.number { (row.games) } td.number { (row.solved) }
                td.number { @if let Some(share) = &row.share { (with_interval(share.mean, share.interval, 2)) } }
                td.number { @if let Some(time) = &row.log_time { (with_interval(time.mean, time.interval, 2)) } }
            } } }
        } }
        @if game.pairs.is_empty() {
            p { (mark(simulated)) "Nobody played two levels, so no two can be compared." }
        } @else {
            div.wide { table {
                thead { tr { th { "levels" } th { "in" } th.number { "difference" } th.number { "participants" } th.number { "p, adjusted" } th { "" } } }
                tbody { @for pair in &game.pairs { tr {
                    td { (pair.levels[1].word()) " against " (pair.levels[0].word()) }
                    td { (if pair.outcome == Outcome::Failure { "share not solved" } else { "logarithm of seconds" }) }
                    td.number { (with_interval(pair.difference.mean, pair.difference.interval, 2)) }
                    td.number { (pair.difference.people) } td.number { (p_words(pair.p_holm)) }
                    td { @if pair.differs() { b { "differ significantly" } } @else { "not shown to differ" } }
                } } }
            } }
            p.more { (mark(simulated)) "Levels differ significantly if the p value, adjusted for all pairs and both outcomes of the game (Holm), is below 0.05. The others are not shown to be equal." }
        }
    }
}

/// A model in words.
pub fn model_words(model: &Model) -> String {
    match model {
        Model::None => "no measure".into(),
        Model::One(measure) => format!("{} alone", MEASURES[*measure].words),
        Model::BestOne => "the best single measure, chosen where it is fitted".into(),
        Model::All => "all measures together".into(),
    }
}

fn model_table(models: &Models, simulated: bool) -> Markup {
    html! {
        h3 { "Models of " (models.outcome.word()) ", on participants that they were not fitted to" }
        div.wide { table {
            thead { tr { th { "model" } th.number { (if models.outcome == Outcome::Failure { "log loss of a game" } else { "squared error of the logarithm of seconds" }) } } }
            tbody { @for (model, loss) in &models.losses { tr { td { (model_words(model)) } td.number { (format!("{loss:.4}")) } } } }
        } }
        p {
            (mark(simulated)) "Best single measure (on most parts " (MEASURES[models.best].words) ") instead of none: loss less by "
            (with_interval(models.best_over_none.mean, models.best_over_none.interval, 4))
            ". All measures instead of the best one: less by " (with_interval(models.all_over_best.mean, models.all_over_best.interval, 4)) "."
        }
    }
}
