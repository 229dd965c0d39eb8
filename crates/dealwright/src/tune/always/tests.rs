use super::*;
use crate::Registry;
use crate::prove::answer::Tally;
use crate::prove::{Extent, Proof};
use crate::search::{Limits, Verdict};
use crate::setup::Setup;
use crate::setup::design::{Keep, Part};
use crate::setup::enumerate::Outcomes;
use crate::setup::read::read;

/// Four pairs of squares on a board of 2 x 4, two colours.
fn pairs() -> Setup {
    let text = "game = 'boxoff'\n[parameters]\nrows = 2\ncolumns = 4\ncolours = 2\n[kit.tiles]\nshape = '1x2'\nturns = 'half'\n\
                list = ['AB', 'AB', 'AB', 'AB']\n[board]\nslots = ['a2 b2', 'c2 d2', 'a1 b1', 'c1 d1']\n[[step]]\n\
                shuffle = 'all'\n[[step]]\nturn = 'by chance'\n[[step]]\nlay = { along = 'slots' }\n";
    read(&Registry::standard(), text, "pairs", &[], &|_| Err("none".into())).unwrap()
}

/// Proves a design by trying everything.
fn prove(setup: &Setup) -> Proved {
    let dealer = Dealer::new(setup).unwrap();
    let proof = Proof::new(&dealer, &Extent::All { symmetries: Vec::new() }).unwrap();
    let mut tally = Tally::default();
    for block in 0..proof.blocks() {
        let tried = proof.try_block(block, &Limits::default(), || true).unwrap().unwrap();
        if tried.dead {
            let challenge = proof.challenge(block, tried.tried - 1).unwrap();
            return Proved::Dead(DeadBoard::of(&dealer, &challenge));
        }
        tally.add(tried.tried, tried.different, 0);
    }
    Proved::Always
}

/// Runs a search to its end, by real deals.
fn run<'a>(
    space: &'a Space<'a>,
    wants: &'a [Want],
    rules: Rules,
    rests: bool,
) -> (Search<'a>, Vec<Vec<usize>>) {
    let mut search = Search::new(space, wants, rules, "test").unwrap();
    let mut rounds = Vec::new();
    loop {
        if rests {
            search = Search::resume(search.pause(), space, wants, rules, "test");
        }
        let next = search.next_round();
        if !search.goes_on() {
            return (search, rounds);
        }
        for &number in &next {
            let setup = space.setup(&search.candidates[number].design).unwrap();
            let dealer = Dealer::new(&setup).unwrap();
            let seed = format!("design {number}");
            let trial =
                try_design(&dealer, &search.memory, &search.tries(20, 10, 10_000), &Limits::default(), &seed)
                    .unwrap();
            search.tell(number, trial);
            if search.candidates[number].fate == Fate::Alive {
                search.tell_proof(number, &prove(&setup));
            }
        }
        search.judge();
        rounds.push(next);
    }
}

/// Whether every deal of a design can be solved, by plain search over all outcomes.
fn never_fails(space: &Space<'_>, design: &Design) -> bool {
    let setup = space.setup(design).unwrap();
    let dealer = Dealer::new(&setup).unwrap();
    Outcomes::new(&dealer).unwrap().iter().all(|outcome| {
        let challenge = dealer.build(&outcome.cells, &outcome.dice).unwrap();
        challenge.solve("bfs", &Limits::default()).unwrap().verdict == Verdict::Solvable
    })
}

const RULES: Rules = Rules { designs: 100, climbs: 4, enough: 60 };

#[test]
fn a_small_space_is_tried_whole_and_exactly_the_designs_that_never_fail_are_found() {
    let setup = pairs();
    let space = Space::new(&setup, &[Part::Faces], Keep::read("counts").unwrap()).unwrap();
    let (search, _) = run(&space, &[], RULES, false);
    assert!(search.is_whole());
    let (mut always, mut dead) = (0, 0);
    for candidate in &search.candidates {
        let expected = never_fails(&space, &candidate.design);
        assert_eq!(candidate.fate == Fate::Always, expected, "{}", space.words(&candidate.design));
        assert_eq!(candidate.fate == Fate::Dead, !expected);
        always += usize::from(expected);
        dead += usize::from(!expected);
    }
    assert!(always > 0 && dead > 0, "{always} {dead}");
    assert_eq!(search.fates().always, always);
    // No other that never fails is better than one of the front in every respect.
    let front = search.front();
    assert!(!front.is_empty());
    assert!(front.iter().all(|&n| search.candidates[n].fate == Fate::Always));
}

#[test]
fn the_same_seed_gives_the_same_search_also_when_it_rests() {
    let setup = Registry::standard().setup("boxoff/ltiles", &[]).unwrap();
    let space = Space::new(&setup, &[Part::Faces], Keep::read("counts").unwrap()).unwrap();
    let rules = Rules { designs: 40, climbs: 4, enough: 60 };
    let designs = |search: &Search<'_>| -> Vec<(Design, Fate)> {
        search.candidates.iter().map(|tried| (tried.design.clone(), tried.fate.clone())).collect()
    };
    let (one, rounds) = run(&space, &[], rules, false);
    let (other, again) = run(&space, &[], rules, true);
    assert_eq!((designs(&one), rounds), (designs(&other), again));
    assert!(!one.is_whole() && one.candidates.len() == 40);
}

#[test]
fn designs_that_miss_what_is_known_beforehand_are_never_dealt() {
    let setup = pairs();
    let space = Space::new(&setup, &[Part::Faces], Keep::read("counts").unwrap()).unwrap();
    let wants = Want::read("solvable=always, distinct>=20").unwrap();
    let (search, rounds) = run(&space, &wants, RULES, false);
    for (number, candidate) in search.candidates.iter().enumerate() {
        let dealt = rounds.iter().flatten().any(|&n| n == number);
        assert_eq!(dealt, candidate.distinct >= 20.0);
        assert_eq!(candidate.fate == Fate::Unwanted, !dealt);
    }
    assert!(search.fates().unwanted > 0);
}

#[test]
fn designs_that_are_surely_too_easy_are_not_proved() {
    let setup = pairs();
    let space = Space::new(&setup, &[Part::Faces], Keep::read("counts").unwrap()).unwrap();
    let wants = Want::read("solvable=always, interest>=99%").unwrap();
    let (search, _) = run(&space, &wants, RULES, false);
    let fates = search.fates();
    assert!(fates.always == 0 && fates.dull > 0, "{fates:?}");
    assert!(search.front().is_empty());
    assert!(search.longest_life().is_some());
}

#[test]
fn a_climb_finds_a_kit_that_never_fails_from_one_that_does() {
    // Every deal of the one-colour tiles can be solved; the climb begins with the cyclic kit.
    let setup = Registry::standard().setup("boxoff/ltiles", &[]).unwrap();
    let space = Space::new(&setup, &[Part::Faces], Keep::read("counts").unwrap()).unwrap();
    let (search, _) = run(&space, &[], Rules { designs: 400, climbs: 8, enough: 60 }, false);
    let front: Vec<String> =
        search.front().iter().map(|&n| space.words(&search.candidates[n].design)).collect();
    assert!(front.iter().any(|words| words == "AAA AAA BBB BBB CCC CCC DDD DDD"), "{front:?}");
    assert!(!search.memory.is_empty());
}

#[test]
fn levels_that_are_even_are_told_from_levels_that_are_not() {
    assert!((evenness(&[5, 5, 5, 5]) - 1.0).abs() < 1e-12);
    assert_eq!(evenness(&[9, 0, 0, 0]), 0.0);
    assert!(evenness(&[5, 5, 0, 0]) < evenness(&[5, 5, 1, 0]));
    assert_eq!(evenness(&[0; 4]), 0.0);
}
