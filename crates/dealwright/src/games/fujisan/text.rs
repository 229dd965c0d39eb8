//! Fujisan's words in IDs: values and dice as digits, and the switches.

use super::GREATEST_VALUE;
use crate::id::RuleText;
use crate::text::{TextError, counted, quoted};

pub(super) fn digits(values: &[u8]) -> String {
    values.iter().map(|v| (b'0' + v) as char).collect()
}

/// The summit rule and the dice.
pub(super) fn read_switches(rules: &[RuleText<'_>]) -> Result<(bool, Option<[u8; 4]>), TextError> {
    let has = |name| rules.iter().find(|rule| rule.name == name);
    if has("free").is_some() && has("column").is_some() {
        return Err(TextError::at("rules", "'free' and 'column' contradict each other, choose one"));
    }
    let in_rule = |e: TextError| TextError::at(format!("rule 'dice', {}", e.place), e.message);
    let dice = has("dice").map(|rule| read_digits::<4>(rule.value, "die").map_err(in_rule)).transpose()?;
    Ok((has("free").is_some(), dice))
}

/// Reads exactly `N` digits from 0 to 5; blanks do not count.
pub(super) fn read_digits<const N: usize>(text: &str, what: &str) -> Result<[u8; N], TextError> {
    let mut values = [0; N];
    let mut count = 0;
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        count += 1;
        let value = c.to_digit(10).filter(|v| *v <= u32::from(GREATEST_VALUE));
        let Some(value) = value else {
            let message = format!("{} is not a value, expected 0-5", quoted(&c.to_string()));
            return Err(TextError::at(format!("{what} {count}"), message));
        };
        if let Some(slot) = values.get_mut(count - 1) {
            *slot = value as u8;
        }
    }
    if count != N {
        let message = format!("{}, expected {N}", counted(count as u64, "value"));
        return Err(TextError::at(if what == "die" { "dice" } else { "cells" }, message));
    }
    Ok(values)
}
