use super::*;
use crate::Registry;
use crate::record::{Schema, Value, at};
use crate::setup::design::{Keep, Part};
use crate::summary::Choice;

const RULES: Rules = Rules { designs: 60, new: 12, racing: 8, enough: 400 };

/// Deals as if a design's worth were the number of tiles that carry one colour alone: no game is played.
fn run(rules: Rules, wants: &[Want], seed: &str) -> (Vec<Design>, Vec<Vec<usize>>, bool) {
    run_with(rules, wants, seed, false)
}

fn run_with(rules: Rules, wants: &[Want], seed: &str, rests: bool) -> (Vec<Design>, Vec<Vec<usize>>, bool) {
    let setup = Registry::standard().setup("boxoff/ltiles", &[]).unwrap();
    let keep = Keep::read("6 of each colour").unwrap();
    let space = Space::new(&setup, &[Part::Faces], keep).unwrap();
    let mut race = Race::new(&space, wants, rules, seed).unwrap();
    let mut rounds = Vec::new();
    for round in 0.. {
        if rests {
            race = Race::resume(race.pause(), &space, wants, rules, seed);
        }
        let next = race.next_round();
        if next.is_empty() {
            break;
        }
        for &number in &next {
            let alone = race.tried[number].design.pieces.iter();
            let alone = alone.filter(|faces| faces.iter().all(|face| *face == faces[0])).count();
            let share = 0.3 + 0.08 * alone as f64;
            let mut random = Stream::new(&["deals", seed], 1000 * round + number as u64);
            let mut line: Option<SummaryLine> = None;
            let schema = std::sync::Arc::new(Schema::format_1());
            for _ in 0..100 {
                let solvable = f64::from(random.below(1000)) < 1000.0 * share;
                let mut row = vec![Value::Missing; schema.columns().len()];
                row[at::VERDICT] = Value::Text(if solvable { "solvable" } else { "unsolvable" }.into());
                row[at::CHANCE] = Value::Real(0.0);
                line.get_or_insert_with(|| SummaryLine::new("", Choice::Sample, &schema, &row)).add(&row);
            }
            race.tell(number, &line.unwrap());
        }
        race.judge();
        rounds.push(next);
    }
    let front = race.front().into_iter().map(|n| race.tried[n].design.clone()).collect();
    (front, rounds, race.is_whole())
}

#[test]
fn a_race_finds_designs_better_than_the_one_it_began_with() {
    let (front, rounds, whole) = run(RULES, &[], "a");
    let best = front.first().unwrap();
    let alone = best.pieces.iter().filter(|faces| faces.iter().all(|face| *face == faces[0])).count();
    assert!(alone >= 2, "{alone} of {best:?}");
    assert!(!whole);
    // Deals are spent on few: in the end only those that are close are dealt.
    assert!(rounds.last().unwrap().len() <= RULES.racing + 1);
    let most = rounds.iter().flatten().max().unwrap();
    assert_eq!(*most, RULES.designs - 1);
}

#[test]
fn the_same_seed_and_answers_give_the_same_race() {
    assert_eq!(run(RULES, &[], "b"), run(RULES, &[], "b"));
    assert_ne!(run(RULES, &[], "b").1, run(RULES, &[], "c").1);
}

#[test]
fn a_race_that_rests_between_rounds_is_the_same_race() {
    assert_eq!(run_with(RULES, &[], "b", true), run(RULES, &[], "b"));
}

#[test]
fn what_is_wanted_comes_before_everything_else() {
    // At least a million different challenges: kits with many equal tiles have fewer.
    let wants = Want::read("distinct>=1e7").unwrap();
    let (front, ..) = run(RULES, &wants, "d");
    let setup = Registry::standard().setup("boxoff/ltiles", &[]).unwrap();
    let space = Space::new(&setup, &[Part::Faces], Keep::read("6 of each colour").unwrap()).unwrap();
    for design in &front {
        let made = space.setup(design).unwrap();
        let dealer = Dealer::new(&made).unwrap();
        let distinct = count_with(&dealer, &[], 10).distinct;
        assert!(distinct.most().to_f64().unwrap() >= 1e7, "{distinct:?}");
    }
}

#[test]
fn a_small_space_enters_as_a_whole() {
    let setup = Registry::standard().setup("boxoff/ltiles", &[]).unwrap();
    let keep = Keep::read("6 of each colour, pattern").unwrap();
    let space = Space::new(&setup, &[Part::Faces], keep).unwrap();
    let mut race = Race::new(&space, &[], Rules { designs: 1000, ..RULES }, "x").unwrap();
    assert!(race.is_whole());
    let all = space.all(1000).unwrap().len();
    for _ in 0..all {
        race.next_round();
    }
    assert_eq!(race.tried.len(), all);
}

#[test]
fn wishes_are_read_and_refused_in_words() {
    let wants = Want::read("solvable>=0.9, random<=20%, effort<=30s, distinct>=1e6").unwrap();
    let words: Vec<String> = wants.iter().map(Want::words).collect();
    assert_eq!(words, ["solvable>=0.9", "random<=0.2", "effort<=30", "distinct>=1000000"]);
    let always = Want::read("solvable = always, gentle<=10%").unwrap();
    let words: Vec<String> = always.iter().map(Want::words).collect();
    assert_eq!(words, ["solvable=always", "gentle<=0.1"]);
    assert_eq!((Want::is_always(&always), Want::is_always(&wants)), (Ok(true), Ok(false)));
    assert!(Want::is_always(&always[1..]).unwrap_err().contains("only together with solvable=always"));
    for (wrong, part) in [
        ("solvable=0.9", "is not understood"),
        ("interest=always", "is not understood"),
        ("solvabel>=0.9", "did you mean 'solvable'"),
        ("solvable>=90", "at most 1, or 100%"),
        ("effort<=x", "is not understood"),
        ("random<=-1", "is not understood"),
        ("distinct>=inf", "is not understood"),
    ] {
        let error = Want::read(wrong).unwrap_err();
        assert!(error.contains(part), "{wrong}: {error}");
    }
}
