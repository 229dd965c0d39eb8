//! A summary as tables of words.

use dealwright::stats::{Counts, Interval};
use dealwright::summary::{Choice, Group, Measure, SummaryLine};
use dealwright::text::grouped;

/// A table with a title and what is to be said about it.
pub struct Section {
    /// Its title.
    pub title: String,
    /// Headings of the columns.
    pub columns: Vec<String>,
    /// Rows, from the top.
    pub rows: Vec<Vec<String>>,
    /// Columns of words; the others are numbers.
    pub words: usize,
    /// Sentences below the table.
    pub notes: Vec<String>,
}

/// What is not defined is said to be so.
const UNDEFINED: &str = "undefined";

/// All tables that these lines have something for.
pub fn sections(lines: &[SummaryLine], groups: &[Group]) -> Vec<Section> {
    let mut sections = vec![rates(lines)];
    sections.extend(trials(lines));
    sections.extend(lengths(lines));
    sections.extend(chances(lines));
    sections.extend(levels(lines));
    sections.extend(dead(lines));
    sections.extend(measures(lines));
    for group in groups {
        sections.push(shares_between(group, lines));
        sections.extend(lengths_between(group, lines));
    }
    sections
}

/// A table.
pub fn section(
    title: &str,
    words: usize,
    columns: &[&str],
    rows: Vec<Vec<String>>,
    notes: &[&str],
) -> Section {
    Section {
        title: title.into(),
        columns: columns.iter().map(ToString::to_string).collect(),
        rows,
        words,
        notes: notes.iter().map(ToString::to_string).collect(),
    }
}

fn rates(lines: &[SummaryLine]) -> Section {
    let row = |line: &SummaryLine| {
        let how = match line.choice {
            Choice::Census => "exact",
            Choice::Sample => "Wilson",
            Choice::Until => "anytime",
        };
        vec![
            line.words(),
            grouped(line.challenges),
            grouped(line.solvable),
            grouped(line.unsolvable),
            grouped(line.undecided),
            share(line),
            range(line.interval()),
            how.into(),
            grouped(line.dead_start),
        ]
    };
    let mut notes = Vec::new();
    if lines.iter().any(|line| line.undecided > 0) {
        notes.push(
            "Undecided challenges widen the interval both ways: all of them unsolvable, or all solvable.",
        );
    }
    if lines.iter().any(|line| line.choice == Choice::Until) {
        notes.push("'anytime' intervals hold however the moment to stop was chosen (beta-binomial mixture).");
    }
    if lines.iter().any(|line| line.choice == Choice::Census) {
        notes.push(
            "'exact': every outcome was examined; counts are weights, physical outcomes in a common unit.",
        );
    }
    let columns =
        ["setup", "challenges", "solvable", "unsolvable", "undecided", "share", "95%", "by", "dead at start"];
    section("Solvable challenges", 1, &columns, lines.iter().map(row).collect(), &notes)
}

fn trials(lines: &[SummaryLine]) -> Option<Section> {
    let shares: Vec<(&SummaryLine, Counts)> = lines
        .iter()
        .filter_map(|line| Some((line, Counts::from_values(&line.trial_shares())?)))
        .filter(|(_, shares)| shares.len() > 1)
        .collect();
    let row = |(line, shares): &(&SummaryLine, Counts)| {
        vec![
            line.words(),
            shares.len().to_string(),
            percent(shares.mean()),
            percent(shares.sd()),
            percent(shares.min()),
            percent(shares.quantile(0.25)),
            percent(shares.median()),
            percent(shares.quantile(0.75)),
            percent(shares.max()),
        ]
    };
    let columns = ["setup", "trials", "mean", "sd", "least", "25%", "median", "75%", "most"];
    (!shares.is_empty())
        .then(|| section("Shares of the trials", 1, &columns, shares.iter().map(row).collect(), &[]))
}

fn lengths(lines: &[SummaryLine]) -> Option<Section> {
    let row = |line: &SummaryLine| {
        let lengths = line.measure("length")?.all;
        let interval = lengths.median_interval(dealwright::summary::CONFIDENCE);
        let fit = line.length_fit();
        let aic = |poisson: bool| {
            let model =
                fit.as_ref().and_then(|fit| if poisson { fit.poisson.as_ref() } else { fit.normal.as_ref() });
            number(model.map(|model| model.aic), 1)
        };
        Some(vec![
            line.words(),
            grouped(lengths.len()),
            number(lengths.mean(), 2),
            number(lengths.sd(), 2),
            number(lengths.min(), 0),
            number(lengths.median(), 1),
            interval.map_or(UNDEFINED.into(), |median| {
                format!("{:.0}–{:.0}", median.interval.low, median.interval.high)
            }),
            number(lengths.max(), 0),
            number(fit.as_ref().and_then(|fit| fit.dispersion), 2),
            aic(true),
            aic(false),
        ])
    };
    let rows: Vec<_> = lines.iter().filter_map(row).collect();
    let columns = [
        "setup",
        "solvable",
        "mean",
        "sd",
        "least",
        "median",
        "95%",
        "most",
        "var/mean",
        "AIC Poisson",
        "AIC normal",
    ];
    let notes = [
        "Intervals of medians are by order statistics, without assumptions about the distribution.",
        "The lower AIC fits better; var/mean is 1 for a Poisson distribution.",
    ];
    (!rows.is_empty()).then(|| section("Shortest solutions", 1, &columns, rows, &notes))
}

fn chances(lines: &[SummaryLine]) -> Option<Section> {
    let row = |line: &SummaryLine| {
        let measured = line.measure("chance")?.all;
        let (can, known) = line.can_be_lost;
        Some(vec![
            line.words(),
            share(line),
            percent(line.chance()),
            range(line.chance_interval()),
            percent(line.interest()),
            range(line.interest_interval()),
            percent(Some(line.chance_sampled as f64 / measured.len() as f64)),
            percent((known > 0).then(|| can as f64 / known as f64)),
            grouped(known),
        ])
    };
    let rows: Vec<_> = lines.iter().filter_map(row).collect();
    let columns =
        ["setup", "P(player)", "P(random)", "95%", "interest", "95%", "sampled", "can be lost", "of"];
    let notes = ["Interest is P(player) − P(random), what thinking adds to luck."];
    (!rows.is_empty()).then(|| section("Chance wins and interest", 1, &columns, rows, &notes))
}

fn levels(lines: &[SummaryLine]) -> Option<Section> {
    let row = |line: &SummaryLine| {
        let known: u64 = line.levels.iter().sum();
        let share = |&weight: &u64| percent(Some(weight as f64 / known as f64));
        let cells = [line.words(), grouped(known)].into_iter().chain(line.levels.iter().map(share));
        (known > 0).then(|| cells.collect::<Vec<_>>())
    };
    let rows: Vec<_> = lines.iter().filter_map(row).collect();
    let columns = ["setup", "solvable", "gentle", "steady", "tricky", "fiendish"];
    let notes = [
        "docs/methods.md says what the levels mean in each game; dealwright rate explains the level of one challenge.",
    ];
    (!rows.is_empty()).then(|| section("Levels", 1, &columns, rows, &notes))
}

/// Why challenges are dead, and what would help.
fn dead(lines: &[SummaryLine]) -> Vec<Section> {
    let table = |title: &str, of: &dyn Fn(&SummaryLine) -> Vec<(String, u64)>, note: &str| {
        let mut rows = Vec::new();
        for line in lines {
            for (what, weight) in of(line) {
                let share = (line.unsolvable > 0).then(|| weight as f64 / line.unsolvable as f64);
                rows.push(vec![line.words(), what, grouped(weight), percent(share)]);
            }
        }
        (!rows.is_empty()).then(|| section(title, 2, &["setup", "", "dead", "share"], rows, &[note]))
    };
    let list = |counts: &std::collections::BTreeMap<String, u64>| -> Vec<(String, u64)> {
        counts.iter().map(|(name, weight)| (name.clone(), *weight)).collect()
    };
    let causes = |line: &SummaryLine| {
        let mut causes = list(&line.causes);
        let explained: u64 = line.causes.values().sum();
        if explained > 0 {
            causes.push(("no named structure".into(), line.unsolvable.saturating_sub(explained)));
        }
        causes
    };
    let why =
        "The first named structure of each; every one is a proof. dealwright why explains one challenge.";
    let help =
        "The smallest change that helps, among turning a piece, swapping two neighbours, swapping any two.";
    let causes = table("Why deals are dead", &causes, why);
    let repairs = table("Dead deals repaired", &|line| list(&line.repairs), help);
    causes.into_iter().chain(repairs).collect()
}

fn measures(lines: &[SummaryLine]) -> Option<Section> {
    let mut rows = Vec::new();
    for line in lines {
        for measure in line.measures().filter(|measure| !matches!(measure.name, "length" | "chance")) {
            rows.push(measure_row(line, &measure));
        }
    }
    let columns = [
        "setup",
        "measure",
        "known",
        "mean",
        "sd",
        "least",
        "median",
        "most",
        "solvable",
        "unsolvable",
        "p",
        "A",
    ];
    let notes = [
        "'solvable' and 'unsolvable' are means among those; p is Mann–Whitney's between them (not corrected), A the \
         chance that a solvable one has more (½ for equal).",
    ];
    (!rows.is_empty()).then(|| section("Measures", 2, &columns, rows, &notes))
}

fn measure_row(line: &SummaryLine, measure: &Measure<'_>) -> Vec<String> {
    let (all, digits) = (measure.all, if measure.whole { 2 } else { 4 });
    let ends = if measure.whole { 0 } else { 4 };
    let test = measure.between_verdicts(line);
    vec![
        line.words(),
        measure.name.into(),
        grouped(all.len()),
        number(all.mean(), digits),
        number(all.sd(), digits),
        number(all.min(), ends),
        number(all.median(), digits),
        number(all.max(), ends),
        number(measure.solvable.mean(), digits),
        number(measure.unsolvable.mean(), digits),
        p_value(test.as_ref().map(|test| test.p)),
        number(test.as_ref().map(|test| test.superiority), 3),
    ]
}

fn shares_between(group: &Group, lines: &[SummaryLine]) -> Section {
    let mut rows = Vec::new();
    for pair in &group.pairs {
        let shares = pair.shares.as_ref();
        rows.push(vec![
            short(group, lines, pair.lines.0),
            short(group, lines, pair.lines.1),
            percent(shares.map(|test| test.difference)),
            range(shares.map(|test| test.interval)),
            number(shares.map(|test| test.cohens_h), 3),
            p_value(shares.and_then(|test| test.p)),
            p_value(pair.shares_holm),
            number(pair.welch.as_ref().map(|test| test.t), 2),
            number(pair.welch.as_ref().map(|test| test.df), 1),
            p_value(pair.welch.as_ref().map(|test| test.p)),
            p_value(pair.welch_holm),
            p_value(pair.student.as_ref().map(|test| test.p)),
            p_value(pair.student_holm),
            number(pair.welch.as_ref().map(|test| test.cohens_d), 2),
        ]);
    }
    let columns = [
        "first",
        "second",
        "difference",
        "95%",
        "h",
        "p exact",
        "Holm",
        "Welch t",
        "df",
        "p",
        "Holm",
        "p Student",
        "Holm",
        "d",
    ];
    let notes = [
        "Shares of all challenges: Fisher's exact test, and the interval that goes with it, for samples of any size; h after \
         Cohen.",
        "Welch and Student: t tests on the shares of the trials, treated as normal; Student's also treats their variances \
         as equal. d after Cohen.",
        "Holm: corrected for all pairs of this table.",
    ];
    let mut notes = notes.to_vec();
    if group.lines.iter().any(|number| lines[*number].choice == Choice::Until) {
        notes.push(
            "Samples that ended by themselves: intervals allow for that, Welch's and Student's tests do not; no exact p.",
        );
    }
    section(&format!("Solvable shares compared: {}", group.title), 2, &columns, rows, &notes)
}

fn lengths_between(group: &Group, lines: &[SummaryLine]) -> Option<Section> {
    let mut rows = Vec::new();
    for pair in &group.pairs {
        let test = pair.lengths.as_ref();
        rows.push(vec![
            short(group, lines, pair.lines.0),
            short(group, lines, pair.lines.1),
            number(test.map(|test| test.u), 1),
            p_value(test.map(|test| test.p)),
            p_value(pair.lengths_holm),
            number(test.map(|test| test.superiority), 3),
            number(test.map(|test| test.rank_biserial), 3),
        ]);
    }
    let kruskal = group.lengths.as_ref().map(|test| {
        format!(
            "Kruskal–Wallis between all: H = {:.3}, {} degrees of freedom, {}, epsilon² = {:.4}.",
            test.h,
            test.df,
            p_words(test.p),
            test.epsilon_squared
        )
    });
    let mut notes: Vec<String> = kruskal.into_iter().collect();
    notes.push(
        "Mann–Whitney: exact for small samples, else normal with tie and continuity correction; A is the chance that the \
         first is longer (½ for equal)."
            .into(),
    );
    let known = group.pairs.iter().any(|pair| pair.lengths.is_some());
    let columns = ["first", "second", "U", "p", "Holm", "A", "rank-biserial"];
    let title = format!("Lengths compared: {}", group.title);
    known.then(|| Section { notes, ..section(&title, 2, &columns, rows, &[]) })
}

/// The setup alone where sizes and rules stand in the title.
fn short(group: &Group, lines: &[SummaryLine], number: usize) -> String {
    let line = &lines[number];
    let alike = |other: &usize| {
        let other = &lines[*other];
        other.shuffle.is_empty() && (&other.parameters, &other.rules) == (&line.parameters, &line.rules)
    };
    if !group.lines.iter().all(alike) {
        return line.words();
    }
    match line.place.as_str() {
        "" => line.setup.clone(),
        place => format!("{} in {place}", line.setup),
    }
}

/// The share of solvable challenges, or the range that undecided ones leave.
pub fn share(line: &SummaryLine) -> String {
    match line.share() {
        Some(share) => percent(Some(share)),
        None => range(line.share_range()),
    }
}

fn percent(share: Option<f64>) -> String {
    share.map_or(UNDEFINED.into(), |share| format!("{:.2}%", 100.0 * share))
}

/// "45.31 to 51.50%", or the one value that is left.
pub fn range(interval: Option<Interval>) -> String {
    interval.map_or(UNDEFINED.into(), |interval| match interval.high - interval.low {
        0.0 => format!("{:.6}%", 100.0 * interval.low),
        _ => format!("{:.2} to {:.2}%", 100.0 * interval.low, 100.0 * interval.high),
    })
}

fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or(UNDEFINED.into(), |value| format!("{value:.digits$}"))
}

/// "p = 0.012", "p < 1e-300".
fn p_words(p: f64) -> String {
    let value = p_value(Some(p));
    if value.starts_with('<') { format!("p {value}") } else { format!("p = {value}") }
}

/// "0.012", "3.4e-7", "< 1e-300".
pub fn p_value(p: Option<f64>) -> String {
    p.map_or(UNDEFINED.into(), |p| match p {
        p if p < 1e-300 => "< 1e-300".into(),
        p if p < 0.001 => format!("{p:.1e}"),
        p => format!("{p:.3}"),
    })
}
