//! The switches of the rules.

use crate::id::RuleText;
use crate::text::{TextError, quoted};

/// Most times that the waste can be turned over where that is limited.
const MOST_REDEALS: u8 = 30;

/// The switches.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Switches {
    /// One card is drawn at a time.
    pub draw_one: bool,
    /// How often the waste may be turned over, where that is limited.
    pub redeals: Option<u8>,
    /// Nothing comes back from a foundation.
    pub no_worry: bool,
}

impl Switches {
    /// Reads them as they stand in IDs.
    pub fn read(rules: &[RuleText<'_>]) -> Result<Self, TextError> {
        let on = |name: &str| rules.iter().any(|rule| rule.name == name);
        let mut switches = Self { draw_one: on("draw-1"), redeals: None, no_worry: on("no-worry") };
        if let Some(rule) = rules.iter().find(|rule| rule.name == "redeals") {
            let number =
                rule.value.bytes().all(|byte| byte.is_ascii_digit()).then(|| rule.value.parse().ok());
            let number = number.flatten().filter(|number| *number <= MOST_REDEALS);
            let wrong = || {
                let message = format!("{} is not a number from 0 to {MOST_REDEALS}", quoted(rule.value));
                TextError::at("rule 'redeals'", message)
            };
            switches.redeals = Some(number.ok_or_else(wrong)?);
        }
        Ok(switches)
    }

    /// As they stand in IDs, those that differ from the default.
    pub fn words(&self) -> Vec<String> {
        let Self { draw_one, redeals, no_worry } = self;
        let mut words = Vec::new();
        words.extend(draw_one.then(|| "draw-1".to_string()));
        words.extend(redeals.map(|most| format!("redeals-{most}")));
        words.extend(no_worry.then(|| "no-worry".to_string()));
        words
    }
}
