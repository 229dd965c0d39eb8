use super::*;
use crate::Registry;
use crate::search::Limits;

fn caught(setup: &str, options: &[(&str, &str)], quarry: Quarry, steps: u64, number: u64) -> (Catch, bool) {
    let options: Vec<(String, String)> =
        options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let setup = Registry::standard().setup(setup, &options).unwrap();
    let dealer = Dealer::new(&setup).unwrap();
    let hunt = Hunt { quarry, steps };
    let mut random = Stream::new(&["hunt"], number);
    let found =
        climb(&dealer, &hunt, &ONLY_VERDICT, &Limits::default(), "x", &mut random, |_, _| true).unwrap();
    let known: Vec<Option<u8>> = found.cells.iter().map(|&symbol| Some(symbol)).collect();
    let can_be_dealt = !dealer.plan.rolls.is_empty() || dealer.can_show(&known);
    let again = setup.build(&found.cells, &found.dice).unwrap();
    let request = quarry.request(&ONLY_VERDICT);
    let measured = quarry.of(&again.measure(&request, &Limits::default(), "x"));
    assert_eq!(measured, Some(found.value));
    (found, can_be_dealt)
}

#[test]
fn climbs_rise_and_stay_within_what_the_kit_can_deal() {
    let longest = Quarry::new("length", true).unwrap();
    for setup in ["dominoes", "piecepack", "shuffled", "engraved", "rolled", "unique"] {
        let (short, _) = caught(&format!("fujisan/{setup}"), &[], longest, 1, 7);
        let (long, can_be_dealt) = caught(&format!("fujisan/{setup}"), &[], longest, 1500, 7);
        assert!(can_be_dealt, "{setup}");
        assert!(long.value >= short.value + 5.0, "{setup}: {} after {}", long.value, short.value);
    }
    let hardest = Quarry::new("chance", false).unwrap();
    let (_, can_be_dealt) = caught("boxoff/ltiles", &[], hardest, 50, 1);
    assert!(can_be_dealt);
    let (_, can_be_dealt) = caught("pretzel/banded", &[("ranks", "3")], hardest, 200, 1);
    assert!(can_be_dealt);
}

#[test]
fn a_climb_is_the_same_whenever_it_is_made() {
    let longest = Quarry::new("length", true).unwrap();
    let climb = || caught("fujisan/dominoes", &[], longest, 300, 3).0;
    assert_eq!(climb(), climb());
}

#[test]
fn a_climb_in_pieces_ends_where_a_whole_one_does() {
    let longest = Quarry::new("length", true).unwrap();
    let whole = caught("fujisan/dominoes", &[], longest, 300, 3).0;
    let setup = Registry::standard().setup("fujisan/dominoes", &[]).unwrap();
    let dealer = Dealer::new(&setup).unwrap();
    let hunt = Hunt { quarry: longest, steps: 300 };
    let mut climb = Climb::new(hunt, ONLY_VERDICT, "x", Stream::new(&["hunt"], 3));
    let mut pieces = 0;
    while !climb.is_over() {
        let mut left = 7;
        climb.go_on(&dealer, &Limits::default(), || {
            left -= 1;
            left >= 0
        });
        pieces += 1;
    }
    assert!(pieces > 40, "{pieces}");
    assert_eq!(climb.so_far(), Some((300, whole.value)));
    assert_eq!(climb.best(&dealer, &Limits::default()), Some(whole));
}

#[test]
fn a_climb_in_a_small_space_ends_at_the_top_of_the_census() {
    let setup = Registry::standard().setup("pretzel/banded", &[("ranks".into(), "3".into())]).unwrap();
    let dealer = Dealer::new(&setup).unwrap();
    let outcomes = crate::setup::enumerate::Outcomes::new(&dealer).unwrap();
    let longest = Quarry::new("length", true).unwrap();
    let request = longest.request(&ONLY_VERDICT);
    let measure = |number: u128| {
        let outcome = outcomes.get(number).unwrap();
        let challenge = setup.build(&outcome.cells, &Default::default()).unwrap();
        longest.of(&challenge.measure(&request, &Limits::default(), "x"))
    };
    let most = (0..outcomes.total).filter_map(measure).fold(0.0, f64::max);
    let (found, _) = caught("pretzel/banded", &[("ranks", "3")], longest, 5000, 1);
    assert_eq!(found.value, most);
}

#[test]
fn a_climb_that_remembers_little_ends_at_the_same_layout() {
    assert_eq!(remembered(1 << 30, 52), MOST_REMEMBERED);
    assert!(remembered(6 << 20, 52) < 5000);
    let setup = Registry::standard().setup("fujisan/dominoes", &[]).unwrap();
    let dealer = Dealer::new(&setup).unwrap();
    let hunt = Hunt { quarry: Quarry::new("length", true).unwrap(), steps: 3000 };
    let climb = |memory: u64| {
        let limits = Limits { memory, ..Limits::default() };
        let mut random = Stream::new(&["hunt"], 3);
        climb(&dealer, &hunt, &ONLY_VERDICT, &limits, "x", &mut random, |_, _| true).unwrap()
    };
    // Enough for every search, but not for more than some layouts.
    let (much, little) = (climb(1 << 30), climb(1 << 20));
    assert!(little.measured > much.measured, "{} and {}", little.measured, much.measured);
    assert_eq!(Catch { measured: much.measured, ..little }, much);
}

#[test]
fn a_measure_that_the_game_lacks_is_refused_before_a_climb() {
    let look = |setup: &str, measure: &str| {
        let setup = Registry::standard().setup(setup, &[("ranks".into(), "4".into())]).unwrap();
        let dealer = Dealer::new(&setup).unwrap();
        let quarry = Quarry::new(measure, true).unwrap();
        check_outlook(&dealer, quarry, &ONLY_VERDICT, &Limits::default(), |_| true)
    };
    let error = look("pretzel/shuffled", "counter").unwrap_err();
    assert!(error.contains("counter is not defined for Pretzel"), "{error}");
    assert_eq!(look("pretzel/shuffled", "length"), Ok(()));
}

#[test]
fn unknown_measures_are_named_with_the_known_ones() {
    let error = Quarry::new("lenght", true).unwrap_err();
    assert!(error.contains("did you mean 'length'"), "{error}");
}
