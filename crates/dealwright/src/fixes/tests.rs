use super::*;
use crate::setup::load::dealer;

fn builtin(name: &str, options: &[(&str, &str)]) -> Setup {
    let options: Vec<(String, String)> =
        options.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
    Registry::standard().setup(name, &options).unwrap()
}

#[test]
fn every_rule_can_be_dealt_told_and_read_again_in_every_game() {
    let registry = Registry::standard();
    for name in registry.setup_names() {
        let setup = builtin(&name, &[]);
        let rules = candidates(&registry, &setup);
        // Hands that build a deal up put nothing right in it: they can only begin again.
        let is_built = setup.steps.iter().any(|step| matches!(step.verb, Verb::Build { .. }));
        // Nothing is swapped in stacks; whole decks are tried in `fixes` itself, they take too long here.
        let is_stacked = setup.places.has_stacks();
        assert!(rules.len() > if is_built || is_stacked { 0 } else { 2 }, "{name}: {}", rules.len());
        if is_stacked {
            continue;
        }
        for rule in rules.iter().step_by(17) {
            let ruled = with_rules(&registry, &setup, std::slice::from_ref(rule)).unwrap();
            assert_eq!(ruled.steps.len(), setup.steps.len() + 1);
            assert!(rule.words.starts_with("If "), "{}", rule.words);
            let dealer = dealer(&ruled).unwrap();
            let streams = StreamName::new(&["rules"]);
            let limits = Limits { states: 20_000, ..Limits::default() };
            let found = tally(&dealer, &streams, 0..20, &limits).unwrap();
            assert_eq!(found.tries, 20);
            let parts = [0..7, 7..20].map(|part| tally(&dealer, &streams, part, &limits).unwrap());
            let mut sum = parts[0];
            sum.add(&parts[1]);
            assert_eq!((sum.good, sum.dead), (found.good, found.dead));
        }
    }
}

#[test]
fn what_has_no_square_is_only_dealt_again() {
    let registry = Registry::standard();
    let rules = candidates(&registry, &builtin("fujisan/dominoes", &[]));
    let first_move: Vec<&Rule> = rules.iter().filter(|rule| rule.step.contains("a first move")).collect();
    assert_eq!(first_move.len(), 1, "{first_move:?}");
    assert!(first_move[0].step.contains("dealing again"));
}

#[test]
fn a_rule_of_a_dead_end_leaves_fewer_dead_deals_and_costs_time() {
    let registry = Registry::standard();
    let setup = builtin("pretzel/shuffled", &[("suits", "3"), ("ranks", "3")]);
    let rules = candidates(&registry, &setup);
    let rule =
        rules.iter().find(|rule| rule.step.contains("no Duelling Deuces") && rule.step.contains("again"));
    let ruled = with_rules(&registry, &setup, std::slice::from_ref(rule.unwrap())).unwrap();
    let (plain, ruled) = (dealer(&setup).unwrap(), dealer(&ruled).unwrap());
    let streams = StreamName::new(&["rules"]);
    let found = [&plain, &ruled].map(|dealer| tally(dealer, &streams, 0..2000, &Limits::default()).unwrap());
    assert!(found[1].dead_share() < found[0].dead_share());
    assert!(found[1].good < 2000 && found[0].good == 2000);
    assert!(found[1].seconds(&ruled) > found[0].seconds(&plain) + 10.0);
    // The plain deals are the same: those that are good anyway are dead or not as before.
    assert!(found[1].dead < found[0].dead);
}

#[test]
fn the_price_agrees_with_the_effort_of_the_setup() {
    let registry = Registry::standard();
    let setup = builtin("fujisan/dominoes", &[]);
    let rules = candidates(&registry, &setup);
    let rule = rules
        .iter()
        .find(|rule| rule.step.contains("of = \"0\", at = \"column g\"") && rule.step.contains("right"));
    let ruled = with_rules(&registry, &setup, std::slice::from_ref(rule.unwrap())).unwrap();
    let dealer = dealer(&ruled).unwrap();
    let found = tally(&dealer, &StreamName::new(&["price"]), 0..4000, &Limits::default()).unwrap();
    let effort = crate::setup::effort::effort(&dealer).seconds();
    // Two samples of a few thousand deals each.
    assert!(
        (found.seconds(&dealer) - effort).abs() < 0.05 * effort,
        "{} and {effort}",
        found.seconds(&dealer)
    );
}

#[test]
fn the_front_holds_what_nothing_beats_in_dead_deals_and_seconds() {
    let list = |rules: Vec<usize>, dead: u64, seconds: f64| Listed {
        rules,
        tally: Tally { tries: 100, good: 100, dead, ..Tally::default() },
        seconds,
    };
    let lists = [
        list(vec![], 50, 20.0),
        list(vec![1], 50, 30.0),
        list(vec![2], 10, 40.0),
        list(vec![3], 20, 35.0),
        list(vec![1, 2], 10, 41.0),
    ];
    let numbers: Vec<Vec<usize>> = front(&lists).into_iter().map(|list| list.rules).collect();
    assert_eq!(numbers, [vec![], vec![3], vec![2]]);
}
