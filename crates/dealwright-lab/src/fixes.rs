//! A search for fixes by eye on all cores: lists of rules, one rule longer in each round, the best ones of a round going on.

use crate::parallel::one_by_one;
use anyhow::Result;
use dealwright::fixes::{Listed, Rule, Tally, candidates, front, leaves_clearly_fewer, tally, with_rules};
use dealwright::prove::answer::{Answer, Tally as Proved};
use dealwright::prove::{Extent, Proof};
use dealwright::rng::StreamName;
use dealwright::search::Limits;
use dealwright::setup::Setup;
use dealwright::setup::effort::exact_seconds;
use dealwright::setup::load::dealer;
use dealwright::{InvalidInput, Registry};

/// What a search is asked for; the same words give the same search on any number of threads.
pub struct FixPlan {
    /// Rules in a list at most.
    pub most_rules: usize,
    /// Deals of each list that comes through the first eighth of them.
    pub deals: u64,
    /// Fresh deals for each list of the answer.
    pub confirm: u64,
    /// Lists that go on to the next round.
    pub kept: usize,
    /// Seconds that a list may cost more than the setup alone.
    pub most_seconds: Option<f64>,
    /// The text that the deals come from.
    pub seed: String,
    /// Limits of one search.
    pub limits: Limits,
}

/// A list of rules of the answer.
pub struct Fixed {
    /// Its rules in the order in which they are looked at.
    pub rules: Vec<Rule>,
    /// The setup with them.
    pub setup: Setup,
    /// What fresh deals came to.
    pub tally: Tally,
    /// Estimated seconds for one challenge.
    pub seconds: f64,
    /// What trying every different deal came to, where there are few enough and no dead one was met before.
    pub proof: Option<Answer>,
}

/// What a search came to.
pub struct Outcome {
    /// Rules that were tried.
    pub rules: usize,
    /// Lists that were tried.
    pub lists: usize,
    /// The setup alone first, then each list that no cheaper one beats; the last has the fewest dead deals.
    pub front: Vec<Fixed>,
}

/// Deals of the first look at a list are this part of all.
const FIRST_LOOK: u64 = 8;
/// Of the lists after the first look, one in so many goes on.
const ONE_IN: usize = 8;
/// Boards up to which every different deal is tried.
const MOST_BOARDS: u128 = 1_000_000;

/// Searches; `say` is told how far it is.
pub fn run(
    registry: &Registry,
    setup: &Setup,
    plan: &FixPlan,
    threads: usize,
    say: impl Fn(String),
) -> Result<Outcome> {
    let rules = candidates(registry, setup);
    let streams = StreamName::new(&["fixes", &setup.full_name(), &plan.seed]);
    let try_list = |list: &[usize], numbers: std::ops::Range<u64>| -> Result<Option<(Tally, f64)>> {
        let chosen: Vec<Rule> = list.iter().map(|&rule| rules[rule].clone()).collect();
        // Two rules that cannot stand together are no list.
        let Ok(ruled) = with_rules(registry, setup, &chosen) else { return Ok(None) };
        let dealer = dealer(&ruled)?;
        let found = tally(&dealer, &streams, numbers, &plan.limits)?;
        Ok(Some((found, found.seconds(&dealer))))
    };
    let (own, own_seconds) = try_list(&[], 0..plan.deals)?.unwrap_or_default();
    let fits = |seconds: f64| plan.most_seconds.is_none_or(|most| seconds <= own_seconds + most);
    let mut best = vec![Listed { rules: Vec::new(), tally: own, seconds: own_seconds }];
    let mut all = best.clone();
    let mut tried = 1;
    for length in 1..=plan.most_rules {
        if best.iter().any(|list| list.tally.dead_share() == 0.0) {
            break;
        }
        let longer: Vec<Vec<usize>> = best
            .iter()
            .flat_map(|list| {
                let free = (0..rules.len()).filter(|rule| !list.rules.contains(rule));
                free.map(|rule| [list.rules.as_slice(), &[rule]].concat())
            })
            .collect();
        say(format!("{length} of up to {} rules: {} lists", plan.most_rules, longer.len()));
        tried += longer.len();
        let look = |lists: &[Listed], numbers: std::ops::Range<u64>| {
            one_by_one(lists, threads, |_, list| -> Result<Option<Listed>> {
                let Some((mut tally, _)) = try_list(&list.rules, numbers.clone())? else { return Ok(None) };
                tally.add(&list.tally);
                let chosen: Vec<Rule> = list.rules.iter().map(|&rule| rules[rule].clone()).collect();
                let ruled = with_rules(registry, setup, &chosen)?;
                let seconds = tally.seconds(&dealer(&ruled)?);
                let is_kept = tally.good > 0 && fits(seconds);
                Ok(is_kept.then(|| Listed { rules: list.rules.clone(), tally, seconds }))
            })
        };
        let new = |rules| Listed { rules, tally: Tally::default(), seconds: 0.0 };
        let first = (plan.deals / FIRST_LOOK).max(1);
        let mut racing = look(&longer.into_iter().map(new).collect::<Vec<_>>(), 0..first)?;
        racing.sort_by(Listed::order);
        racing.truncate((racing.len() / ONE_IN).max(4 * plan.kept));
        let mut settled = look(&racing, first..plan.deals.max(first))?;
        settled.sort_by(Listed::order);
        all.extend(settled.iter().cloned());
        settled.truncate(plan.kept);
        best = settled;
    }
    let mut chosen = front(&all);
    if chosen.first().is_none_or(|list| !list.rules.is_empty()) {
        chosen.insert(0, Listed { rules: Vec::new(), tally: own, seconds: own_seconds });
    }
    let fresh = StreamName::new(&["fixes, fresh deals", &setup.full_name(), &plan.seed]);
    let mut confirmed: Vec<Fixed> = Vec::new();
    for (number, list) in chosen.iter().enumerate() {
        say(format!("fresh deals for list {} of {}", number + 1, chosen.len()));
        let chosen: Vec<Rule> = list.rules.iter().map(|&rule| rules[rule].clone()).collect();
        let ruled = with_rules(registry, setup, &chosen)?;
        let dealer = dealer(&ruled)?;
        let parts: Vec<u64> = (0..plan.confirm.div_ceil(PART)).collect();
        let sums = one_by_one(&parts, threads, |_, &part| -> Result<Option<Tally>> {
            let numbers = part * PART..plan.confirm.min((part + 1) * PART);
            Ok(Some(tally(&dealer, &fresh, numbers, &plan.limits)?))
        })?;
        let mut sum = Tally::default();
        sums.iter().for_each(|part| sum.add(part));
        let seconds = exact_seconds(&dealer).unwrap_or_else(|| sum.seconds(&dealer));
        // Fresh deals have the last word: what only luck put into the front is left out.
        let is_worth_it = confirmed.last().is_none_or(|last| {
            sum.good > 0
                && fits(seconds)
                && seconds >= last.seconds
                && leaves_clearly_fewer(&sum, &last.tally)
        });
        if !is_worth_it {
            continue;
        }
        let proof = if sum.dead == 0 && sum.good > 0 { prove(&dealer, &plan.limits, threads)? } else { None };
        confirmed.push(Fixed { rules: chosen, tally: sum, seconds, proof, setup: ruled.clone() });
    }
    Ok(Outcome { rules: rules.len(), lists: tried, front: confirmed })
}

/// Fresh deals that a thread takes at a time.
const PART: u64 = 1000;

/// Tries every different deal, where there are few enough.
fn prove(
    dealer: &dealwright::setup::deal::Dealer<'_>,
    limits: &Limits,
    threads: usize,
) -> Result<Option<Answer>> {
    let Ok(proof) = Proof::new(dealer, &Extent::All { symmetries: Vec::new() }) else { return Ok(None) };
    if proof.total() > MOST_BOARDS {
        return Ok(None);
    }
    let blocks: Vec<u64> = (0..proof.blocks()).collect();
    let tried = one_by_one(&blocks, threads, |_, &block| -> Result<_> {
        let tried = proof.try_block(block, limits, || true).map_err(InvalidInput::from)?;
        Ok(tried.map(|tried| (block, tried)))
    })?;
    let mut sum = Proved::default();
    let mut dead = None;
    for (block, tried) in tried {
        sum.add(tried.tried, tried.different, tried.undecided.len() as u64);
        if tried.dead {
            dead = proof.challenge(block, tried.tried - 1).map(|challenge| challenge.id());
            break;
        }
    }
    Ok(Some(Answer::new(&proof, sum, dead, &[])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_setup_is_made_always_solvable_the_same_way_on_any_number_of_threads() {
        let registry = Registry::standard();
        let sizes = [("suits".to_string(), "2".to_string()), ("ranks".to_string(), "3".to_string())];
        let setup = registry.setup("pretzel/shuffled", &sizes).unwrap();
        let plan = FixPlan {
            most_rules: 3,
            deals: 720,
            confirm: 1000,
            kept: 3,
            most_seconds: None,
            seed: "x".into(),
            limits: Limits::default(),
        };
        let found = [1, 3].map(|threads| run(&registry, &setup, &plan, threads, |_| {}).unwrap());
        let last = found[0].front.last().unwrap();
        assert!(found[0].front[0].rules.is_empty() && found[0].front[0].tally.dead > 0);
        assert!(last.tally.dead_share() < found[0].front[0].tally.dead_share());
        assert!(last.seconds > found[0].front[0].seconds);
        assert_eq!(last.proof.as_ref().and_then(|proof| proof.always), Some(true), "{:?}", last.rules);
        let rules =
            |outcome: &Outcome| outcome.front.iter().map(|fixed| fixed.rules.clone()).collect::<Vec<_>>();
        assert_eq!(rules(&found[0]), rules(&found[1]));
        // With too little time nothing can be added.
        let hurried = FixPlan { most_seconds: Some(5.0), ..plan };
        assert_eq!(run(&registry, &setup, &hurried, 1, |_| {}).unwrap().front.len(), 1);
    }
}
