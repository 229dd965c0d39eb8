//! Intervals and claims keep their word at every size: samples are made up from setups whose truth is known, and it is
//! counted how often intervals hold it and how often something false is claimed. The small check is part of every test
//! run; the large one is called by `./test coverage`.

use dealwright::record::{CORE, Schema, Value, at};
use dealwright::rng::Stream;
use dealwright::stats::Interval;
use dealwright::summary::{Answer, Choice, Compared, Difference, SummaryLine, differences, shares_apart};

/// A setup of which everything is known.
#[derive(Clone, Copy)]
struct Made {
    /// Share of solvable deals, in thousandths.
    solvable: u32,
    /// Chances of random play that a solvable deal has, each equally likely.
    chances: &'static [f64],
    /// Plays from which a chance is guessed; 0 if it is exact.
    plays: u64,
    /// Shortest lengths of solvable deals, each equally likely.
    lengths: &'static [i64],
    /// Different deals; 0 if no deal comes up twice.
    different: u32,
}

const MADE: Made =
    Made { solvable: 500, chances: &[0.0, 0.1, 0.4, 0.9], plays: 0, lengths: &[5, 6, 7, 9], different: 0 };

impl Made {
    fn mean_chance(&self) -> f64 {
        self.chances.iter().sum::<f64>() / self.chances.len() as f64
    }

    fn truth(&self, what: Compared) -> f64 {
        let solvable = f64::from(self.solvable) / 1000.0;
        match what {
            Compared::Solvable => solvable,
            Compared::Chance => solvable * self.mean_chance(),
            Compared::Interest => solvable * (1.0 - self.mean_chance()),
            _ => 0.0,
        }
    }

    /// A sample of so many deals, as records.
    fn sample(&self, n: u64, random: &mut Stream, choice: Choice) -> SummaryLine {
        let plays_of_deals = random.below(u32::MAX);
        let mut line: Option<SummaryLine> = None;
        let schema = std::sync::Arc::new(no_game());
        for number in 0..n {
            let number = if self.different > 0 { random.below(self.different) } else { number as u32 };
            // What a deal is like, and how its plays went, is the same whenever it comes up.
            let name = format!("{number}");
            let mut own = match self.different {
                0 => None,
                _ => Some(Stream::new(&["coverage", "deal", &format!("{plays_of_deals}")], number.into())),
            };
            let stream = own.as_mut().unwrap_or(random);
            let row = self.row(&name, number, stream);
            line.get_or_insert_with(|| SummaryLine::new("", choice, &schema, &row)).add(&row);
        }
        line.expect("at least one deal")
    }

    fn row(&self, name: &str, number: u32, random: &mut Stream) -> Vec<Value> {
        // Few different deals have fixed shares of everything, so that the truth is known.
        let pick = |random: &mut Stream, n: usize, each: u32| match self.different {
            0 => random.below(n as u32) as usize,
            _ => (number / each) as usize % n,
        };
        let solvable = match self.different {
            0 => random.below(1000) < self.solvable,
            _ => number % 10 < self.solvable / 100,
        };
        let chance = if solvable { self.chances[pick(random, self.chances.len(), 10)] } else { 0.0 };
        let wins = (0..self.plays)
            .filter(|_| f64::from(random.below(1 << 30)) < chance * f64::from(1 << 30))
            .count();
        let measured = if self.plays > 0 { wins as f64 / self.plays as f64 } else { chance };
        let mut row = vec![Value::Missing; CORE.len()];
        row[at::ID] = Value::Text(name.to_string().into());
        row[at::WEIGHT] = Value::Int(1);
        row[at::VERDICT] = Value::Text(if solvable { "solvable" } else { "unsolvable" }.into());
        row[at::CHANCE] = Value::Real(measured);
        row[at::CHANCE_EXACT] = Value::Flag(self.plays == 0 || !solvable);
        if self.plays > 0 && solvable {
            row[at::PLAYS] = Value::Int(self.plays as i64);
        }
        if solvable {
            row[at::LENGTH] = Value::Int(self.lengths[pick(random, self.lengths.len(), 40)]);
        }
        row
    }
}

/// How often something happened.
#[derive(Default)]
struct Tally {
    hits: u64,
    of: u64,
}

impl Tally {
    fn add(&mut self, hit: bool) {
        self.hits += u64::from(hit);
        self.of += 1;
    }

    /// At least 95%, or at most three standard errors below.
    fn holds(&self) -> bool {
        let (share, n) = (self.hits as f64 / self.of as f64, self.of as f64);
        share >= 0.95 - 3.0 * (0.95 * 0.05 / n).sqrt()
    }
}

fn is_false(found: &Difference, one: &Made, two: &Made) -> bool {
    match found.what {
        Compared::Solvable | Compared::Chance | Compared::Interest => {
            let truth = one.truth(found.what) - two.truth(found.what);
            match found.answer {
                Answer::Real => found.interval.is_none_or(|interval| {
                    (interval.low > 0.0 && truth <= 0.0) || (interval.high < 0.0 && truth >= 0.0)
                }),
                Answer::Small => truth.abs() > 0.01,
                Answer::Open | Answer::TooFew => false,
            }
        }
        // Lengths of all pairs here are equally often the larger ones.
        _ if one.lengths == two.lengths => found.answer == Answer::Real,
        _ => found.direction == Some(true),
    }
}

fn is_possible(interval: Interval, least: f64) -> bool {
    least <= interval.low && interval.low <= interval.high && interval.high <= 1.0
}

/// Samples two setups again and again and says what went wrong more often than it may.
fn faults(name: &str, one: &Made, two: &Made, n: u64, runs: u64, each: bool) -> Vec<String> {
    let mut random = Stream::new(&["coverage", name], n);
    let mut covered: Vec<(String, Tally)> = Vec::new();
    let mut count = |what: String, hit: bool| match covered.iter_mut().find(|(known, _)| *known == what) {
        Some((_, tally)) => tally.add(hit),
        None => {
            let mut tally = Tally::default();
            tally.add(hit);
            covered.push((what, tally));
        }
    };
    for _ in 0..runs {
        let lines = [one.sample(n, &mut random, Choice::Sample), two.sample(n, &mut random, Choice::Sample)];
        for (line, made) in lines.iter().zip([one, two]) {
            let (chance, interest) =
                (line.chance_interval().expect("chances"), line.interest_interval().expect("interest"));
            assert!(is_possible(chance, 0.0) && is_possible(interest, 0.0));
            count(format!("chance {}", made.solvable), chance.contains(made.truth(Compared::Chance)));
            count(format!("interest {}", made.solvable), interest.contains(made.truth(Compared::Interest)));
        }
        // All comparisons at once, and where there is time for it each with 95% for itself.
        let together = differences(&lines, 0.05, 0.01);
        count("claims".into(), !together.iter().any(|found| is_false(found, one, two)));
        let alone = if each { differences(&lines, 0.05 * together.len() as f64, 0.01) } else { together };
        for found in alone {
            if found.superiority.is_some() {
                count(format!("claims on {}", found.what.word()), !is_false(&found, one, two));
            }
            let Some(interval) = found.interval else { continue };
            assert!(is_possible(interval, -1.0));
            let truth = one.truth(found.what) - two.truth(found.what);
            count(format!("difference of {}", found.what.word()), interval.contains(truth));
        }
    }
    let bad = covered.iter().filter(|(_, tally)| !tally.holds());
    bad.map(|(what, tally)| format!("{name}, {n} deals: {what}: {} of {}", tally.hits, tally.of)).collect()
}

const RARE: Made = Made { solvable: 20, ..MADE };
const USUAL: Made = Made { solvable: 980, ..MADE };
const DULL: Made = Made { solvable: 980, chances: &[1.0, 1.0, 1.0, 0.9], ..MADE };
const HARD: Made = Made { chances: &[0.0, 0.0, 0.0, 0.004], ..MADE };
const GUESSED: Made = Made { plays: 5, ..MADE };
const GUESSED_RARE: Made = Made { plays: 100, chances: &[0.0, 0.001, 0.01, 0.05], solvable: 900, ..MADE };
/// Chances equally often the larger one, but not equally spread.
const SPREAD: Made = Made { lengths: &[1, 2, 12, 13], ..MADE };
const NARROW: Made = Made { lengths: &[6, 7, 7, 8], ..MADE };
/// The same with samples of unlike sizes.
const SPREAD_RARE: Made = Made { solvable: 250, ..SPREAD };
const NARROW_USUAL: Made = Made { solvable: 950, ..NARROW };
/// Forty different deals, which come up again and again with the same plays.
const FEW: Made = Made { plays: 20, different: 40, chances: &[0.1, 0.2, 0.5, 0.8], ..MADE };
/// Ten different deals, one of which can be solved, hardly ever by chance.
const FEW_HARD: Made = Made { plays: 100, different: 10, chances: &[0.0245], solvable: 100, ..MADE };

const PAIRS: [(&str, Made, Made); 11] = [
    ("alike", MADE, MADE),
    ("rare and rare", RARE, RARE),
    ("rare and usual", RARE, USUAL),
    ("usual and dull", USUAL, DULL),
    ("hard and alike", HARD, MADE),
    ("guessed", GUESSED, GUESSED),
    ("guessed, hard", GUESSED_RARE, GUESSED_RARE),
    ("unlike spreads", SPREAD, NARROW),
    ("unlike spreads and sizes", SPREAD_RARE, NARROW_USUAL),
    ("few deals, guessed", FEW, FEW),
    ("few deals, guessed, hard", FEW_HARD, FEW_HARD),
];

#[test]
fn intervals_cover_and_claims_are_true_at_small_sizes() {
    let mut found = Vec::new();
    for (name, one, two) in &PAIRS {
        for n in [2, 3, 5, 10, 30] {
            found.extend(faults(name, one, two, n, 40, false));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
#[ignore = "takes many minutes: ./test coverage"]
fn intervals_cover_and_claims_are_true_at_every_size() {
    let runs: u64 = std::env::var("COVERAGE_RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(2000);
    let jobs: Vec<_> =
        PAIRS.iter().flat_map(|pair| [1000, 100, 30, 10, 5, 3, 2].map(|n| (pair, n))).collect();
    let next = std::sync::atomic::AtomicUsize::new(0);
    let found = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(((name, one, two), n)) =
                    jobs.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
                {
                    let runs = if *n >= 1000 { runs / 4 } else { runs };
                    let faults = faults(name, one, two, *n, runs, true);
                    println!(
                        "{name}, {n} deals, {runs} runs: {}",
                        if faults.is_empty() { "holds" } else { "FAILS" }
                    );
                    found.lock().unwrap().extend(faults);
                }
            });
        }
    });
    let found = found.into_inner().unwrap();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// A census of outcomes with these weights and chances of random play, which are guessed from a hundred plays; the others,
/// of this weight, are dead.
fn census(outcomes: &[(i64, f64)], dead: i64, random: &mut Stream) -> SummaryLine {
    let mut line: Option<SummaryLine> = None;
    let dead = (dead, None);
    let guessed = outcomes.iter().map(|(weight, chance)| (*weight, Some(*chance)));
    for (number, (weight, chance)) in guessed.chain([dead]).enumerate() {
        let made = Made { solvable: 0, chances: &[0.0], ..MADE };
        let mut row = match chance {
            None => made.row("dead", number as u32, random),
            Some(_) => Made { solvable: 1000, ..made }.row(&format!("{number}"), number as u32, random),
        };
        row[at::WEIGHT] = Value::Int(weight);
        if let Some(chance) = chance {
            let won = |_: &u64| f64::from(random.below(1 << 30)) < chance * f64::from(1 << 30);
            row[at::CHANCE] = Value::Real((0..100u64).filter(won).count() as f64 / 100.0);
            row[at::CHANCE_EXACT] = Value::Flag(false);
            row[at::PLAYS] = Value::Int(100);
        }
        line.get_or_insert_with(|| {
            SummaryLine::new("", Choice::Census, &std::sync::Arc::new(no_game()), &row)
        })
        .add(&row);
    }
    line.expect("at least one outcome")
}

#[test]
fn censuses_with_a_few_guessed_chances_cover() {
    for (outcomes, dead) in [
        (&[(1, 0.0065)][..], 11),
        (&[(1, 0.0245)], 3),
        (&[(1, 0.5)], 1),
        (&[(9, 0.004), (1, 0.3), (2, 0.9)], 30),
        (&[(1, 0.001), (2, 0.01), (3, 0.02), (40, 0.0005)], 5),
    ] {
        let total = outcomes.iter().map(|(weight, _)| weight).sum::<i64>() as f64 + dead as f64;
        let chance = outcomes.iter().map(|(weight, chance)| *weight as f64 * chance).sum::<f64>() / total;
        let interest = (total - dead as f64) / total - chance;
        let mut random = Stream::new(&["coverage", "census"], total as u64);
        let mut tallies: [Tally; 3] = Default::default();
        for _ in 0..600 {
            let lines = [census(outcomes, dead, &mut random), census(outcomes, dead, &mut random)];
            tallies[0].add(lines[0].chance_interval().is_some_and(|interval| interval.contains(chance)));
            tallies[1].add(lines[0].interest_interval().is_some_and(|interval| interval.contains(interest)));
            let found = differences(&lines, 0.15, 0.0);
            let found = found.iter().find(|found| found.what == Compared::Chance).expect("chances");
            tallies[2].add(found.interval.is_some_and(|interval| interval.contains(0.0)));
        }
        let shares = tallies.each_ref().map(|tally| tally.hits as f64 / tally.of as f64);
        println!("{outcomes:?} and {dead} dead: {shares:?}");
        assert!(tallies.iter().all(Tally::holds), "{outcomes:?}: {shares:?}");
    }
}

#[test]
fn samples_that_ended_by_themselves_are_not_taken_for_fixed_ones() {
    let mut random = Stream::new(&["coverage", "until"], 0);
    let (fixed, until) =
        (MADE.sample(500, &mut random, Choice::Sample), MADE.sample(500, &mut random, Choice::Until));
    let width = |interval: Option<Interval>| interval.map(|interval| interval.high - interval.low).unwrap();
    assert!(width(until.chance_interval()) > 1.2 * width(fixed.chance_interval()));
    assert!(width(until.interest_interval()) > 1.2 * width(fixed.interest_interval()));
    let (_, interval, p) = shares_apart(&fixed, &until, 0.95).unwrap();
    assert!(width(interval) > 1.2 * width(shares_apart(&fixed, &fixed, 0.95).unwrap().1) && p.is_none());
}

/// The columns that every study has.
fn no_game() -> Schema {
    Schema::of([]).expect("core columns")
}
