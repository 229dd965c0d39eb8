//! Fixed challenges for the benches.

use dealwright::setup::Setup;
use dealwright::setup::deal::Dealer;
use dealwright::{Challenge, Registry};

/// A setup of the house with some sizes.
pub fn setup(name: &str, sizes: &[(&str, &str)]) -> Setup {
    let sizes: Vec<_> = sizes.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    Registry::standard().setup(name, &sizes).expect("a setup of the house")
}

/// The first challenges of a setup with seed `bench`.
pub fn challenges(name: &str, sizes: &[(&str, &str)], count: u64) -> Vec<Challenge> {
    let setup = setup(name, sizes);
    let dealer = Dealer::new(&setup).expect("a setup of the house can be dealt");
    let deal = |index| dealer.deal("bench", index).expect("a deal");
    (0..count).map(|index| dealer.challenge(&deal(index)).expect("a challenge")).collect()
}
