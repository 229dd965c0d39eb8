//! A session for so many participants: what each sets up and plays, in an order that is balanced over all of them.

pub mod paper;

use dealwright::measure::Level;
use dealwright::search::{Limits, Verdict};
use dealwright::setup::load::dealer;
use dealwright::setup::seed::SeedId;
use dealwright::setup::stopwatch::stopwatch;
use dealwright::setup::{Setup, effort::SECONDS};
use dealwright::text::counted;
use dealwright::{Challenge, InvalidInput};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};

/// Bounds of a plan.
pub const MOST_PARTICIPANTS: u32 = 500;
const MOST_SETUPS: usize = 20;
const MOST_KINDS: usize = 10;
const MOST_REPEATS: u32 = 10;
const MOST_EACH: u32 = 20;
/// Tasks of one participant.
const MOST_TASKS: usize = 200;

/// What is wanted of a plan.
pub struct Request<'a> {
    /// How many participants.
    pub participants: u32,
    /// Setups that everybody times.
    pub setups: &'a [Setup],
    /// How often each.
    pub repeats: u32,
    /// Setups that challenges are dealt from.
    pub challenges: &'a [Setup],
    /// Their levels.
    pub levels: &'a [Level],
    /// How many of each level and setup everybody plays.
    pub each: u32,
    /// Whether everybody plays the same challenges; else nobody plays one that somebody else does.
    pub same: bool,
    /// The text that the challenges come from.
    pub seed: &'a str,
    /// Deals of a setup that are tried at most for the challenges.
    pub max_deals: u64,
    /// Limits of each search.
    pub limits: Limits,
    /// The page's address, for links.
    pub link: &'a str,
}

/// A task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "task", rename_all = "snake_case", deny_unknown_fields)]
pub enum PlanTask {
    /// Lay out a setup.
    Time {
        /// The setup.
        setup: String,
        /// What is chosen of it.
        options: BTreeMap<String, String>,
        /// Its title.
        title: String,
    },
    /// Play a challenge.
    Play {
        /// The seed it is dealt from.
        seed: String,
        /// The challenge.
        id: String,
        /// Its level, which the participant is not told.
        level: String,
        /// The title of its game.
        title: String,
    },
}

impl PlanTask {
    /// As it stands in a link.
    fn in_link(&self) -> String {
        match self {
            PlanTask::Time { setup, options, .. } if options.is_empty() => format!("t:{setup}"),
            PlanTask::Time { setup, options, .. } => {
                let chosen: Vec<String> =
                    options.iter().map(|(name, value)| format!("{name}={value}")).collect();
                format!("t:{setup}?{}", chosen.join("&"))
            }
            PlanTask::Play { seed, .. } => format!("p:{seed}"),
        }
    }
}

/// Tasks as they stand in a link. Challenges of one setup that are played one after the other share all of the seed but the index, so
/// that the link is short enough for a code on paper: `p:boxoff/ltiles~a.3+17+20@1`.
fn words_of(tasks: &[PlanTask]) -> String {
    /// What is before the index of a seed, the index, and what is after it.
    fn parts(word: &str) -> Option<(&str, &str, &str)> {
        let (before, version) = word.strip_prefix("p:")?.rsplit_once('@')?;
        let text = before.rfind('~')?;
        let dot = before[text..].find('.').map(|at| text + at);
        let (text, index) = dot.map_or((before, "0"), |dot| (&before[..dot], &before[dot + 1..]));
        Some((text, index, version))
    }
    let mut words: Vec<String> = Vec::new();
    for task in tasks {
        let word = task.in_link();
        let joined = match (words.last().and_then(|last| parts(last)), parts(&word)) {
            (Some((text, indices, version)), Some((other, index, same)))
                if text == other && version == same =>
            {
                Some(format!("p:{text}.{indices}+{index}@{version}"))
            }
            _ => None,
        };
        match (joined, words.last_mut()) {
            (Some(joined), Some(last)) => *last = joined,
            _ => words.push(word),
        }
    }
    words.join(";")
}

/// What one participant does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    /// 1, 2, …: a place in the plan, no participant number.
    pub seat: u32,
    /// The tasks, in order.
    pub tasks: Vec<PlanTask>,
    /// The page with these tasks.
    pub link: String,
}

/// A whole session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// `people plan`.
    pub dealwright: String,
    /// 1.
    pub version: u32,
    /// The text that the challenges come from.
    pub seed: String,
    /// The order is balanced for multiples of so many participants.
    pub balanced_for: u32,
    /// Whether the number of participants is one.
    pub balanced: bool,
    /// Kinds of actions whose seconds these setups can tell, and those that they cannot.
    pub measures: Vec<String>,
    /// Those that no step has.
    pub not_seen: Vec<String>,
    /// Those that always come along with others.
    pub not_apart: Vec<String>,
    /// Participants.
    pub seats: Vec<Seat>,
}

/// What kind of file a plan is.
const PLAN: &str = "people plan";

/// Reads a plan's file; errors begin with its name.
pub fn read(name: &str, text: &str) -> Result<Plan, InvalidInput> {
    let wrong = |why: String| InvalidInput(format!("{name}: {why}"));
    let plan: Plan = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
    if plan.dealwright != PLAN || plan.version != 1 {
        return Err(wrong(format!(
            "expected dealwright = \"{PLAN}\" and version = 1; people plan writes such a file"
        )));
    }
    if plan.seats.len() > MOST_PARTICIPANTS as usize
        || plan.seats.iter().any(|seat| seat.tasks.len() > MOST_TASKS)
    {
        return Err(wrong(format!(
            "at most {MOST_PARTICIPANTS} seats with {MOST_TASKS} tasks each are allowed"
        )));
    }
    Ok(plan)
}

/// A balanced Latin square (Williams 1949): every item once in every row, and over all rows equally often at every place and directly
/// after every other item. An odd number of items takes twice as many rows.
pub fn williams(items: usize) -> Vec<Vec<usize>> {
    if items == 0 {
        return Vec::new();
    }
    let first: Vec<usize> =
        (0..items).map(|k| if k % 2 == 1 { k.div_ceil(2) } else { (items - k / 2) % items }).collect();
    let mut rows: Vec<Vec<usize>> =
        (0..items).map(|row| first.iter().map(|item| (item + row) % items).collect()).collect();
    if items % 2 == 1 && items > 1 {
        let turned: Vec<Vec<usize>> = rows.iter().map(|row| row.iter().rev().copied().collect()).collect();
        rows.extend(turned);
    }
    rows
}

/// A challenge that was found.
struct Dealt {
    id: String,
    seed: String,
    level: Level,
}

/// Makes a plan; `say` is told how far it is.
pub fn plan(request: &Request<'_>, say: &dyn Fn(String)) -> Result<Plan, InvalidInput> {
    check(request)?;
    // Setups of one game may deal the same challenge.
    let mut seen = HashSet::new();
    let found = (request.challenges.iter())
        .map(|setup| find(setup, request, &mut seen, say))
        .collect::<Result<Vec<_>, _>>()?;
    let squares = Squares {
        setups: williams(request.setups.len()),
        kinds: williams(request.challenges.len()),
        levels: williams(request.levels.len()),
    };
    let seats: Vec<Seat> = (0..request.participants as usize)
        .map(|number| {
            let tasks = tasks_of(number, request, &squares, &found);
            let link = format!("{}#people/{}", request.link, words_of(&tasks));
            Seat { seat: number as u32 + 1, tasks, link }
        })
        .collect();
    let balanced_for = squares.balanced_for();
    let (measures, not_seen, not_apart) = measurable(request.setups)?;
    Ok(Plan {
        dealwright: PLAN.into(),
        version: 1,
        seed: request.seed.into(),
        balanced_for,
        balanced: request.participants.is_multiple_of(balanced_for),
        measures,
        not_seen,
        not_apart,
        seats,
    })
}

fn check(request: &Request<'_>) -> Result<(), InvalidInput> {
    let refuse = |words: String| Err(InvalidInput(words));
    let within = |what: &str, value: u32, most: u32| match (1..=most).contains(&value) {
        true => Ok(()),
        false => Err(InvalidInput(format!("{what} {value}: expected 1 to {most}"))),
    };
    within("--participants", request.participants, MOST_PARTICIPANTS)?;
    within("--repeats", request.repeats, MOST_REPEATS)?;
    within("--each", request.each, MOST_EACH)?;
    if request.setups.is_empty() && request.challenges.is_empty() {
        return refuse(
            "a session needs something to do: give setups to time, or --challenges, or both".into(),
        );
    }
    if request.setups.len() > MOST_SETUPS || request.challenges.len() > MOST_KINDS {
        return refuse(format!(
            "at most {MOST_SETUPS} setups to time and {MOST_KINDS} to deal challenges from"
        ));
    }
    let mut names = HashSet::new();
    if let Some(twice) =
        request.setups.iter().map(Setup::name_with_choices).find(|name| !names.insert(name.clone()))
    {
        return refuse(format!(
            "{twice} is given twice; --repeats says how often everybody times each setup"
        ));
    }
    names.clear();
    if let Some(twice) =
        request.challenges.iter().map(Setup::name_with_choices).find(|name| !names.insert(name.clone()))
    {
        return refuse(format!("--challenges {twice} is given twice; --each says how many of each level"));
    }
    if !request.challenges.is_empty() && request.levels.is_empty() {
        return refuse("--level needs at least one of gentle, steady, tricky, fiendish".into());
    }
    let timed = request.setups.len() * request.repeats as usize;
    let all = timed + request.challenges.len() * request.levels.len() * request.each as usize;
    match all > MOST_TASKS {
        true => refuse(format!("{all} tasks for each participant, at most {MOST_TASKS} are allowed")),
        false => Ok(()),
    }
}

struct Squares {
    setups: Vec<Vec<usize>>,
    kinds: Vec<Vec<usize>>,
    levels: Vec<Vec<usize>>,
}

impl Squares {
    /// The numbers of rows together, twice where there is both to set up and to play: half of the people begin with either.
    fn balanced_for(&self) -> u32 {
        let both = !self.setups.is_empty() && !self.kinds.is_empty();
        (self.rows() * if both { 2 } else { 1 }) as u32
    }

    /// People until all squares begin again together.
    fn rows(&self) -> usize {
        let levels = if self.kinds.is_empty() { 1 } else { self.levels.len() };
        let rows = [self.setups.len(), self.kinds.len(), levels].map(|rows| rows.max(1));
        rows.into_iter().fold(1, |all, rows| all / common_divisor(all, rows) * rows)
    }

    /// Whether somebody plays before setting up: every other one, and in the next round of rows the others, so that each row has both.
    fn plays_first(&self, number: usize) -> bool {
        let rows = self.rows();
        (number % rows + number / rows) % 2 == 1
    }
}

fn common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

fn tasks_of(
    number: usize,
    request: &Request<'_>,
    squares: &Squares,
    found: &[Vec<Vec<Dealt>>],
) -> Vec<PlanTask> {
    let row = |rows: &[Vec<usize>], block: usize| -> Vec<usize> {
        if rows.is_empty() { Vec::new() } else { rows[(number + block) % rows.len()].clone() }
    };
    let mut timed = Vec::new();
    for block in 0..request.repeats as usize {
        for at in row(&squares.setups, block) {
            let setup = &request.setups[at];
            timed.push(PlanTask::Time {
                setup: setup.full_name(),
                options: setup.options().into_iter().collect(),
                title: setup.title.clone(),
            });
        }
    }
    let each = request.each as usize;
    let mut played = Vec::new();
    for kind in row(&squares.kinds, 0) {
        for block in 0..each {
            for level in row(&squares.levels, block) {
                let own = if request.same { 0 } else { number * each };
                if let Some(dealt) = found[kind][level].get(own + block) {
                    played.push(PlanTask::Play {
                        seed: dealt.seed.clone(),
                        id: dealt.id.clone(),
                        level: dealt.level.word().into(),
                        title: request.challenges[kind].game.info.title.to_string(),
                    });
                }
            }
        }
    }
    let (first, second) = if squares.plays_first(number) { (played, timed) } else { (timed, played) };
    first.into_iter().chain(second).collect()
}

/// Deals until there are enough challenges of each level, no two of which are the same, mirrored ones included.
fn find(
    setup: &Setup,
    request: &Request<'_>,
    seen: &mut HashSet<(&'static str, String)>,
    say: &dyn Fn(String),
) -> Result<Vec<Vec<Dealt>>, InvalidInput> {
    let needed = (request.each * if request.same { 1 } else { request.participants }) as usize;
    let dealer = dealer(setup)?;
    let text = format!("people-{}", request.seed);
    let streams = dealer.streams(&text);
    let mut found: Vec<Vec<Dealt>> = request.levels.iter().map(|_| Vec::new()).collect();
    for index in 0..request.max_deals {
        let missing: usize = found.iter().map(|list| needed - list.len()).sum();
        if missing == 0 {
            return Ok(found);
        }
        say(format!(
            "{}: {} still to find, {} tried",
            setup.full_name(),
            counted(missing as u64, "challenge"),
            counted(index, "deal")
        ));
        let challenge = dealer.challenge_at(&streams, index)?;
        let Some(level) = level_of(&challenge, &request.limits) else { continue };
        let Some(at) = request.levels.iter().position(|wanted| *wanted == level) else { continue };
        let symmetries: Vec<&str> =
            challenge.info().symmetries.iter().map(|symmetry| symmetry.name).collect();
        let known_by = (challenge.info().name, challenge.canonical(&symmetries));
        if found[at].len() == needed || !seen.insert(known_by) {
            continue;
        }
        let seed = SeedId { setup: setup.full_name(), options: setup.options(), text: text.clone(), index };
        found[at].push(Dealt { id: challenge.id(), seed: seed.to_string(), level });
    }
    let lacking: Vec<String> = found
        .iter()
        .zip(request.levels)
        .filter(|(list, _)| list.len() < needed)
        .map(|(list, level)| format!("{} of {needed} {}", list.len(), level.word()))
        .collect();
    match lacking.is_empty() {
        true => Ok(found),
        false => Err(InvalidInput(format!(
            "{}: {} were found in {}; try --max-deals with a greater number, other --level, fewer --each, or --same",
            setup.full_name(),
            lacking.join(", "),
            counted(request.max_deals, "deal")
        ))),
    }
}

/// The level of a challenge; none where it is not solvable, or not known to be.
fn level_of(challenge: &Challenge, limits: &Limits) -> Option<Level> {
    // Most deals are of no use, and a verdict is cheaper than a level.
    let first = challenge.solve(challenge.default_solver(false), limits).ok()?;
    if first.verdict != Verdict::Solvable {
        return None;
    }
    challenge.measure_level(limits).level
}

/// Kinds of actions that these setups can tell apart, those that no step has, and those that always come along with others.
type Measurable = (Vec<String>, Vec<String>, Vec<String>);

fn measurable(setups: &[Setup]) -> Result<Measurable, InvalidInput> {
    use crate::time::{Data, Standing, standings};
    let mut data = Data::default();
    let person = data.add_person();
    for (number, setup) in setups.iter().enumerate() {
        let steps = stopwatch(&dealer(setup)?).steps;
        let rows: Vec<_> = steps
            .iter()
            .map(|step| (crate::time::row(&step.actions.numbers().map(f64::from)), 1.0))
            .collect();
        data.add_run(person, number, [0.0; 2], &rows);
    }
    let of = |standing: Standing| {
        let all = standings(&data).into_iter().zip(SECONDS);
        all.filter(|(found, _)| *found == standing).map(|(_, (name, _))| name.to_string()).collect::<Vec<_>>()
    };
    Ok((of(Standing::Measured), of(Standing::NotSeen), of(Standing::NotApart)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(setups: usize, kinds: usize, levels: usize) -> Squares {
        Squares { setups: williams(setups), kinds: williams(kinds), levels: williams(levels) }
    }

    #[test]
    fn half_of_the_people_begin_with_playing_and_every_order_has_both() {
        for (setups, kinds, levels) in [(1, 1, 1), (2, 1, 1), (3, 2, 4), (4, 3, 4), (5, 2, 3), (6, 5, 2)] {
            let squares = squares(setups, kinds, levels);
            let all = squares.balanced_for() as usize;
            for people in 1..=2 * all {
                let first = (0..people).filter(|&number| squares.plays_first(number)).count();
                assert!(first.abs_diff(people - first) <= 1, "{first} of {people}");
            }
            for rows in [squares.setups.len(), squares.kinds.len(), squares.levels.len()] {
                for row in 0..rows {
                    let mut own = (0..all).filter(|number| number % rows == row);
                    let both = own.by_ref().filter(|&number| squares.plays_first(number)).count();
                    assert_eq!(2 * both, all / rows, "row {row} of {rows}, {all} people");
                }
            }
        }
    }

    #[test]
    fn a_link_says_what_seeds_share_only_once() {
        let play = |seed: &str| PlanTask::Play {
            seed: seed.into(),
            id: String::new(),
            level: String::new(),
            title: String::new(),
        };
        let time =
            PlanTask::Time { setup: "boxoff/abc".into(), options: BTreeMap::new(), title: String::new() };
        let tasks = [
            play("boxoff/ltiles~a.3@1"),
            play("boxoff/ltiles~a@1"),
            play("boxoff/ltiles~a.17@1"),
            play("pretzel/banded?ranks=4~a.17@1"),
            time,
            play("pretzel/banded?ranks=4~a.18@1"),
        ];
        assert_eq!(
            words_of(&tasks),
            "p:boxoff/ltiles~a.3+0+17@1;p:pretzel/banded?ranks=4~a.17@1;t:boxoff/abc;p:pretzel/banded?ranks=4~a.18@1"
        );
    }

    #[test]
    fn orders_are_balanced() {
        for items in 1..=9 {
            let rows = williams(items);
            assert_eq!(rows.len(), if items % 2 == 1 && items > 1 { 2 * items } else { items });
            let mut places = vec![vec![0; items]; items];
            let mut after = vec![vec![0; items]; items];
            for row in &rows {
                let mut sorted = row.clone();
                sorted.sort_unstable();
                assert_eq!(sorted, (0..items).collect::<Vec<_>>());
                row.iter().enumerate().for_each(|(place, &item)| places[place][item] += 1);
                row.windows(2).for_each(|two| after[two[0]][two[1]] += 1);
            }
            let each = rows.len() / items;
            assert!(places.iter().flatten().all(|&times| times == each), "{items}: {rows:?}");
            for (a, row) in after.iter().enumerate() {
                assert!(
                    row.iter().enumerate().all(|(b, &times)| a == b || times == each),
                    "{items}: {rows:?}"
                );
            }
        }
    }
}
