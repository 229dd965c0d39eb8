//! From a setup to its deals.

use super::Setup;
use super::deal::Dealer;
use super::seed::SeedId;
use crate::InvalidInput;
use crate::challenge::Challenge;

/// A setup ready to be dealt. One that was read is always ready.
pub fn dealer(setup: &Setup) -> Result<Dealer<'_>, InvalidInput> {
    Dealer::new(setup).map_err(|fault| InvalidInput(format!("{}: {}", setup.full_name(), fault.message)))
}

/// The challenge that a seed ID names, of the setup it names.
pub fn dealt(seed: &SeedId, setup: &Setup) -> Result<Challenge, InvalidInput> {
    let dealer = dealer(setup)?;
    let deal = dealer.deal(&seed.text, seed.index).map_err(|error| InvalidInput(error.to_string()))?;
    dealer.challenge(&deal).map_err(|error| InvalidInput(error.to_string()))
}
