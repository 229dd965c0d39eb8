//! From a setup to its deals.

use super::Setup;
use super::deal::Dealer;
use super::seed::SeedId;
use crate::challenge::Challenge;
use crate::registry::NoSetup;

/// A setup ready to be dealt. One that was read is always ready.
pub fn dealer(setup: &Setup) -> Result<Dealer<'_>, NoSetup> {
    Dealer::new(setup).map_err(|fault| NoSetup(format!("{}: {}", setup.full_name(), fault.message)))
}

/// The challenge that a seed ID names, of the setup it names.
pub fn dealt(seed: &SeedId, setup: &Setup) -> Result<Challenge, NoSetup> {
    let dealer = dealer(setup)?;
    let deal = dealer.deal(&seed.text, seed.index).map_err(|error| NoSetup(error.to_string()))?;
    dealer.challenge(&deal).map_err(|error| NoSetup(error.to_string()))
}
