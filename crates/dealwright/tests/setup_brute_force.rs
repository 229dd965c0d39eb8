//! Every number that is said of a setup, against steps that are followed by hand through everything that can happen.
#![allow(clippy::unwrap_used, clippy::panic)]

mod brute_force;
mod setup_cases;
mod setup_fuzz;

use brute_force::{Followed, Shown, follow_all};
use dealwright::search::{Limits, Verdict};
use dealwright::setup::count::{Number, count_with};
use dealwright::setup::deal::Dealer;
use dealwright::setup::effort::{Deals, effort};
use dealwright::setup::enumerate::Outcomes;
use dealwright::setup::fingerprint::fingerprint;
use dealwright::setup::read::read;
use dealwright::setup::tell::tell;
use dealwright::setup::write::write;
use dealwright::setup::{Setup, Step, Verb};
use num_bigint::BigUint;
use setup_cases::{Case, cases, registry};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A case and everything that can happen in it.
struct Known {
    case: Case,
    setup: Setup,
    followed: Followed,
}

/// All cases, followed once for all tests.
fn known() -> &'static [Known] {
    static KNOWN: OnceLock<Vec<Known>> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let known = |case: Case| {
            let setup = case.setup();
            let followed = catch_unwind(|| follow_all(&setup));
            let followed =
                followed.unwrap_or_else(|_| panic!("'{}' cannot be followed, see above", case.name));
            Known { case, setup, followed }
        };
        let unread = |case: &&Case| catch_unwind(|| case.setup()).is_err();
        let cases = cases();
        let unread: Vec<&str> = cases.iter().filter(unread).map(|case| case.name).collect();
        assert!(unread.is_empty(), "cases that cannot be read, see above: {unread:?}");
        cases.into_iter().map(known).collect()
    })
}

fn each_case(check: impl Fn(&Case, &Dealer<'_>, &Followed)) {
    let mut failed = Vec::new();
    for Known { case, setup, followed } in known() {
        let dealer = Dealer::new(setup).unwrap_or_else(|fault| panic!("{}: {}", case.name, fault.message));
        // One case that fails should not hide the others.
        if catch_unwind(AssertUnwindSafe(|| check(case, &dealer, followed))).is_err() {
            failed.push(case.name);
        }
    }
    assert!(failed.is_empty(), "cases that failed, see above: {failed:?}");
}

/// What the game sees of the cells.
fn seen(setup: &Setup, cells: &[u8]) -> Vec<u8> {
    cells.iter().map(|&symbol| (setup.game.seen)(symbol)).collect()
}

#[test]
fn there_is_a_case_for_everything_and_none_takes_long() {
    assert!(known().len() >= 110, "{}", known().len());
    let mut names = BTreeSet::new();
    for Known { case, followed, .. } in known() {
        assert!(names.insert(case.name), "two cases are called '{}'", case.name);
        let ways = followed.physical;
        assert!(ways <= 50_000, "{}: {ways} ways are too many for a quick test", case.name);
        assert!(followed.good > 0, "{}: no deal is good", case.name);
    }
}

#[test]
fn every_outcome_is_what_hands_can_do() {
    each_case(|case, dealer, followed| {
        let name = case.name;
        assert_eq!(dealer.plan.physical, BigUint::from(followed.physical), "{name}: physical outcomes");
        let outcomes = Outcomes::new(dealer).unwrap();
        match case.shuffled_again {
            false => assert_eq!(outcomes.total, followed.layouts.len() as u128, "{name}: outcomes"),
            true => assert!(outcomes.total >= followed.layouts.len() as u128, "{name}: outcomes"),
        }
        let (mut good, mut all) = (BTreeMap::<Shown, u64>::new(), 0);
        for outcome in outcomes.iter() {
            let weight = u64::try_from(outcome.weight).unwrap();
            all += weight;
            if outcome.accepted {
                *good.entry((seen(dealer.setup, &outcome.cells), outcome.dice)).or_default() += weight;
            }
        }
        assert_eq!(good, followed.good_boards, "{name}: good boards and their weights");
        assert_eq!(all, followed.physical, "{name}: all weights");
    });
}

#[test]
fn different_challenges_are_as_many_as_hands_can_make() {
    each_case(|case, dealer, followed| {
        let setup = dealer.setup;
        let names: Vec<&str> = setup.game.info.symmetries.iter().map(|symmetry| symmetry.name).collect();
        let mut choices = vec![Vec::new(), names.clone()];
        choices.extend(names.iter().map(|&name| vec![name]));
        choices.dedup();
        for symmetries in choices {
            let classes = |symmetries: &[&str]| {
                let challenges =
                    followed.good_boards.keys().map(|(cells, dice)| setup.build(cells, dice).unwrap());
                BigUint::from(challenges.map(|c| c.canonical(symmetries)).collect::<BTreeSet<_>>().len())
            };
            let (distinct, up_to) = (classes(&[]), classes(&symmetries));
            let what = format!("{} {symmetries:?}", case.name);
            let looked = count_with(dealer, &symmetries, u128::MAX);
            assert_eq!(looked.distinct, Number::Exact(distinct.clone()), "{what}");
            assert_eq!(looked.up_to_symmetry, Number::Exact(up_to.clone()), "{what}");
            let formula = count_with(dealer, &symmetries, 0);
            for (number, truth) in [(&formula.distinct, &distinct), (&formula.up_to_symmetry, &up_to)] {
                match number {
                    Number::Exact(number) => assert_eq!(number, truth, "{what}"),
                    Number::AtMost(most) => assert!(most >= truth, "{what}: {most} {truth}"),
                    Number::Between(least, most) => {
                        assert!(least <= truth && truth <= most, "{what}: {least} {truth} {most}");
                    }
                }
            }
            assert_eq!(
                matches!(formula.distinct, Number::Exact(_)),
                case.distinct,
                "{what}: {:?}",
                formula.distinct
            );
            if symmetries == names {
                let exact = matches!(formula.up_to_symmetry, Number::Exact(_));
                assert_eq!(exact, case.up_to, "{what}: {:?}", formula.up_to_symmetry);
            }
        }
    });
}

#[test]
fn the_effort_is_what_hands_did() {
    each_case(|case, dealer, followed| {
        let effort = effort(dealer);
        let name = case.name;
        assert_eq!(effort.once, followed.work.once, "{name}: once");
        assert_eq!(effort.each, followed.work.each, "{name}: each");
        assert_eq!(effort.then, followed.work.then, "{name}: then");
        let physical = followed.physical as f64;
        let fixing = followed.fixing;
        for (what, found, by_hand) in [
            ("deals", effort.deals.expected(), physical * physical / followed.good as f64),
            ("looks", effort.fixes.check, fixing.looks as f64),
            ("swaps", effort.fixes.swap, fixing.swaps as f64),
            ("turns", effort.fixes.turn, fixing.turns as f64),
        ] {
            assert!(
                (found - by_hand / physical).abs() < 1e-9,
                "{name}, {what}: {found}, {}",
                by_hand / physical
            );
        }
        assert_eq!(effort.deals == Deals::One, dealer.setup.asked().next().is_none(), "{name}");
    });
}

#[test]
fn the_instructions_name_the_numbers_that_hands_find() {
    each_case(|case, dealer, followed| {
        let told = tell(dealer).join("\n");
        let name = case.name;
        if dealer.setup.game.info.name == "pretzel" {
            let holes = match followed.aces_taken {
                1 => "leaves a hole".to_string(),
                n => format!("They leave {n} holes"),
            };
            assert!(told.contains(&holes), "{name}: {holes}\n{told}");
        }
        assert!(!told.contains(" fixed,") && !told.contains("1 tiles"), "{name}\n{told}");
        // Whoever fills only part of the board by one step says how much of it.
        let cells = dealer.setup.places.cells();
        let mut laying = dealer.setup.steps.iter().filter_map(|step| match step.verb {
            Verb::Lay { group, .. } | Verb::Place { group, .. } => Some(group),
            _ => None,
        });
        let first = laying.next();
        let named = |step: &Step| matches!(&step.verb, Verb::Lay { lay, .. } if !lay.to.is_empty());
        let is_only_one = first.is_some_and(|group| laying.all(|other| other != group))
            && !dealer.setup.steps.iter().any(named);
        if let Some(filled) = first
            .filter(|_| is_only_one && !dealer.setup.places.has_stacks())
            .map(|group| followed.covered_squares[group])
            .filter(|&filled| filled < cells - dealer.setup.empty.len())
        {
            assert!(
                told.contains(&format!("fill {filled} of {cells} squares"))
                    || told.contains(&format!("fills {filled} of {cells} squares")),
                "{name}: {filled}\n{told}"
            );
        }
    });
}

#[test]
fn every_setup_is_written_as_a_file_that_reads_back_as_the_same() {
    each_case(|case, dealer, _| {
        let text = write(dealer.setup);
        let again = read(registry(), &text, "small", &[], &|_| Err("none".into()))
            .unwrap_or_else(|error| panic!("{}: {error}\n{text}", case.name));
        let other = Dealer::new(&again).unwrap();
        assert_eq!(format!("{:?}", dealer.plan), format!("{:?}", other.plan), "{}\n{text}", case.name);
        assert_eq!(fingerprint(dealer), fingerprint(&other), "{}", case.name);
        assert_eq!(tell(dealer), tell(&other), "{}", case.name);
        assert_eq!(effort(dealer), effort(&other), "{}", case.name);
        assert_eq!(write(&again), text, "{}", case.name);
    });
}

#[test]
fn setups_with_one_fingerprint_deal_the_same_boards_equally_often() {
    let mut fingerprints: BTreeMap<String, &Known> = BTreeMap::new();
    for known in known() {
        let text = fingerprint(&Dealer::new(&known.setup).unwrap());
        if let Some(other) = fingerprints.insert(text, known) {
            let names = (known.case.name, other.case.name);
            assert_eq!(known.followed.good_boards, other.followed.good_boards, "{names:?}");
        }
    }
    assert!(fingerprints.len() > known().len() * 9 / 10, "{}", fingerprints.len());
}

/// Boards that differ in one symbol or in the order of two from a good one.
fn near(board: &[u8], symbols: &BTreeSet<u8>) -> Vec<Vec<u8>> {
    let mut near = vec![board.to_vec()];
    for one in 0..board.len() {
        for other in one + 1..board.len() {
            let mut swapped = board.to_vec();
            swapped.swap(one, other);
            near.push(swapped);
        }
        for &symbol in symbols {
            let mut changed = board.to_vec();
            changed[one] = symbol;
            near.push(changed);
        }
    }
    near
}

#[test]
fn the_kit_can_show_exactly_the_boards_that_are_dealt() {
    each_case(|case, dealer, followed| {
        let good: BTreeSet<&Vec<u8>> = followed.good_boards.keys().map(|(cells, _)| cells).collect();
        let laid: BTreeSet<&Vec<u8>> = followed.laid.keys().map(|(cells, _)| cells).collect();
        let symbols: BTreeSet<u8> = laid.iter().flat_map(|cells| cells.iter().copied()).collect();
        let mut asked: BTreeSet<Vec<u8>> = BTreeSet::new();
        for board in good.iter().step_by(good.len().div_ceil(12)) {
            asked.extend(near(board, &symbols));
        }
        asked.extend(laid.iter().step_by(laid.len().div_ceil(200)).map(|cells| cells.to_vec()));
        for cells in asked {
            let all: Vec<Option<u8>> = cells.iter().map(|&cell| Some(cell)).collect();
            let (can, is) = (dealer.can_show(&all), good.contains(&cells));
            assert_eq!(can, is, "{}: {cells:?}", case.name);
            // With some cells unknown it never says no to what can be.
            let some: Vec<Option<u8>> =
                all.iter().enumerate().map(|(n, cell)| cell.filter(|_| n % 3 > 0)).collect();
            assert!(!is || dealer.can_show(&some), "{}: {cells:?}", case.name);
            assert!(!is || dealer.layout_of(&cells).is_some(), "{}: {cells:?}", case.name);
        }
    });
}

#[test]
fn a_repaired_deal_is_one_of_the_good_boards() {
    let repaired = AtomicUsize::new(0);
    each_case(|case, dealer, followed| {
        let good: BTreeSet<&Vec<u8>> = followed.good_boards.keys().map(|(cells, _)| cells).collect();
        for (cells, dice) in followed.good_boards.keys().step_by(followed.good_boards.len().div_ceil(8)) {
            let is_dead = |cells: &[u8]| {
                let challenge = dealer.build(cells, dice).unwrap();
                challenge.solve("dfs", &Limits::default()).unwrap().verdict == Verdict::Unsolvable
            };
            if !is_dead(cells) {
                continue;
            }
            let repairs = dealer.repairs(cells, dice, &Limits::default());
            let repairs = repairs.unwrap_or_else(|| panic!("{}: {cells:?} cannot be laid", case.name));
            for repair in repairs.found {
                let found = seen(dealer.setup, &repair.challenge.cells());
                assert!(good.contains(&found) && !is_dead(&found), "{}: {found:?}", case.name);
                repaired.fetch_add(1, Ordering::Relaxed);
            }
        }
    });
    assert!(repaired.into_inner() > 200);
}

#[test]
fn deals_are_good_boards_and_every_good_board_is_dealt() {
    each_case(|case, dealer, followed| {
        let streams = dealer.streams("brute force");
        let mut dealt: BTreeSet<Shown> = BTreeSet::new();
        for index in 0..400 {
            let deal = dealer.deal_from(&mut streams.stream(index)).unwrap();
            let board = (seen(dealer.setup, &deal.cells), deal.dice);
            assert!(followed.good_boards.contains_key(&board), "{}: {board:?}", case.name);
            dealt.insert(board);
        }
        // Boards that are to be expected twenty times and more come at least once.
        let often = |ways: u64| ways as f64 / followed.good as f64 * 400.0 >= 20.0;
        for (board, _) in followed.good_boards.iter().filter(|(_, ways)| often(**ways)) {
            assert!(dealt.contains(board), "{}: {board:?} never came", case.name);
        }
    });
}
