//! A setup as somebody times it: one step of the instructions after the other, each with the actions that it takes.

use super::deal::Dealer;
use super::effort::{Actions, Phase, work_by_step};
use super::fingerprint::fingerprint;
use super::tell::tell_by_step;
use super::{By, Verb};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// A step that hands do. What the kit sees to by itself is none.
#[derive(Debug, Clone, PartialEq)]
pub struct TimedStep {
    /// Its number among the setup's steps, from 1.
    pub step: usize,
    /// What to do.
    pub words: String,
    /// When it is done.
    pub phase: Phase,
    /// The actions that it takes, without what is put right by hand.
    pub actions: Actions,
    /// Whether it may end with everything gathered and dealt again.
    pub can_deal_again: bool,
    /// Whether pieces may have to be swapped or turned in it.
    pub can_fix: bool,
}

/// A setup to be timed.
#[derive(Debug, Clone, PartialEq)]
pub struct Stopwatch {
    /// What is needed, in words.
    pub needed: String,
    /// The steps.
    pub steps: Vec<TimedStep>,
    /// What the setup and its steps are known by: 16 hexadecimal digits.
    pub fingerprint: String,
}

/// The steps of a setup.
pub fn stopwatch(dealer: &Dealer<'_>) -> Stopwatch {
    let mut told = tell_by_step(dealer).into_iter();
    let needed = told.next().unwrap_or_default();
    let all = dealer.setup.steps.iter().zip(work_by_step(dealer)).zip(told).enumerate();
    let steps: Vec<TimedStep> = all
        .filter(|(_, ((step, _), words))| {
            !words.is_empty() && !matches!(step.verb, Verb::Require { by: By::Kit, .. })
        })
        .map(|(number, ((step, (phase, actions)), words))| {
            let by = match &step.verb {
                Verb::Require { by, .. } => Some(by),
                _ => None,
            };
            let gets_stuck = matches!(&step.verb, Verb::Build { by, .. } if by.can_get_stuck);
            TimedStep {
                step: number + 1,
                words,
                phase,
                actions,
                can_deal_again: by.is_some() || gets_stuck,
                can_fix: matches!(by, Some(By::Fix { .. })),
            }
        })
        .collect();
    let mut text = fingerprint(dealer);
    for TimedStep { step, phase, actions, .. } in &steps {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "step {step} {} {:?}", *phase as usize, actions.numbers());
    }
    let hash = Sha256::digest(text.as_bytes());
    let fingerprint = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    Stopwatch { needed, steps, fingerprint }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Registry;
    use crate::setup::effort::work_of_steps;
    use crate::setup::load::dealer;

    #[test]
    fn the_steps_of_every_setup_add_up_to_its_effort() {
        let registry = Registry::standard();
        for name in registry.setup_names() {
            let setup = registry.setup(&name, &[]).unwrap();
            let dealer = dealer(&setup).unwrap();
            let found = stopwatch(&dealer);
            let mut sums = [Actions::default(); 3];
            found.steps.iter().for_each(|step| sums[step.phase as usize].add(&step.actions));
            assert_eq!(sums, work_of_steps(&dealer), "{name}");
            assert!(
                !found.steps.is_empty() && found.steps.iter().all(|step| !step.words.starts_with('(')),
                "{name}"
            );
            assert_eq!(found.fingerprint.len(), 16);
        }
    }

    #[test]
    fn a_step_without_anything_to_do_is_left_out() {
        let sizes =
            [("suits", "2"), ("ranks", "5"), ("columns", "4")].map(|(name, n)| (name.into(), n.into()));
        let setup = Registry::standard().setup("klondike/shuffled", &sizes).unwrap();
        let found = stopwatch(&dealer(&setup).unwrap());
        assert_eq!(found.steps.len(), 2, "{found:?}");
        assert!(found.steps[1].words.contains("column"), "{found:?}");
    }

    #[test]
    fn other_sizes_are_known_by_something_else() {
        let registry = Registry::standard();
        let of = |options: &[(String, String)]| {
            let setup = registry.setup("boxoff/ltiles", options).unwrap();
            stopwatch(&dealer(&setup).unwrap()).fingerprint
        };
        assert_ne!(of(&[]), of(&[("rows".into(), "6".into())]));
        assert_eq!(of(&[]), of(&[]));
    }
}
