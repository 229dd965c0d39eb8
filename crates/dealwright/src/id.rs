//! The outer form of a challenge ID: `GAME[.RULE[-VALUE]]…:LAYOUT`.
//!
//! What stands in LAYOUT, and which rules there are, is each game's own business.

use crate::text::{TextError, did_you_mean, quoted};

/// The longest text that is looked at: far beyond any valid ID, so that nothing can eat the machine.
pub const MOST_BYTES: usize = 4096;

/// A switch of a game's rules, as the registry describes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleInfo {
    /// The word in IDs.
    pub name: &'static str,
    /// The form of its value, if it takes one ("four digits 0-5").
    pub value: Option<&'static str>,
    /// What it changes, in a sentence.
    pub about: &'static str,
    /// Whether it is the reading used by default; such a rule is read but never written.
    pub default: bool,
}

/// A rule as it was found in an ID.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleText<'a> {
    /// Which of the game's rules.
    pub name: &'static str,
    /// Its value, empty for rules without one.
    pub value: &'a str,
}

/// A challenge ID taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parts<'a> {
    /// The game's word, as written.
    pub game: &'a str,
    /// The rule words, as written.
    pub rules: Vec<&'a str>,
    /// All after the colon.
    pub layout: &'a str,
}

/// Takes an ID apart, without knowing any game.
pub fn split(id: &str) -> Result<Parts<'_>, TextError> {
    // The length counts before blanks are dropped, so that a line that was cut is never taken for a whole one.
    let whole_length = id.len();
    let id = id.trim();
    if id.is_empty() && whole_length <= MOST_BYTES {
        return Err(TextError::whole("the challenge ID is empty, expected GAME:LAYOUT"));
    }
    if whole_length > MOST_BYTES {
        return Err(TextError::whole(format!(
            "{} is longer than {MOST_BYTES} bytes, which no challenge ID is",
            quoted(id)
        )));
    }
    let Some((head, layout)) = id.split_once(':') else {
        return Err(TextError::whole(format!(
            "{} has no colon, expected GAME:LAYOUT, for example boxoff:AABB/BBAA",
            quoted(id)
        )));
    };
    let mut words = head.split('.').map(str::trim);
    let game = words.next().unwrap_or_default();
    Ok(Parts { game, rules: words.collect(), layout })
}

/// Recognises rule words. Each rule at most once, in any order and case.
pub fn read_rules<'a>(words: &[&'a str], known: &[RuleInfo]) -> Result<Vec<RuleText<'a>>, TextError> {
    let mut found: Vec<RuleText<'a>> = Vec::new();
    for word in words {
        let rule = read_rule(word, known)?;
        if found.iter().any(|r| r.name == rule.name) {
            return Err(TextError::at(format!("rule {}", quoted(word)), "is given twice, once is enough"));
        }
        found.push(rule);
    }
    Ok(found)
}

fn read_rule<'a>(word: &'a str, known: &[RuleInfo]) -> Result<RuleText<'a>, TextError> {
    let place = || format!("rule {}", quoted(word));
    if word.is_empty() {
        return Err(TextError::at("rules", "a dot without a rule after it"));
    }
    for rule in known {
        // `get` because the word may hold letters of several bytes.
        let Some(head) = word.get(..rule.name.len()) else { continue };
        if !head.eq_ignore_ascii_case(rule.name) {
            continue;
        }
        let rest = &word[rule.name.len()..];
        match (rule.value, rest.strip_prefix('-')) {
            (None, None) if rest.is_empty() => return Ok(RuleText { name: rule.name, value: "" }),
            (Some(_), Some(value)) => return Ok(RuleText { name: rule.name, value }),
            (Some(form), None) if rest.is_empty() => {
                return Err(TextError::at(place(), format!("needs a value: {}-… with {form}", rule.name)));
            }
            (None, Some(_)) => {
                return Err(TextError::at(place(), format!("'{}' takes no value", rule.name)));
            }
            _ => {}
        }
    }
    let names: Vec<&str> = known.iter().map(|r| r.name).collect();
    let expected = match names.as_slice() {
        [] => "this game has no rule switches".to_string(),
        names => format!("known are {}{}", names.join(", "), did_you_mean(word, names.iter().copied())),
    };
    Err(TextError::at(place(), format!("is not a rule of this game; {expected}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &[RuleInfo] = &[
        RuleInfo { name: "free", value: None, about: "", default: false },
        RuleInfo { name: "free-rows", value: None, about: "", default: false },
        RuleInfo { name: "dice", value: Some("four digits"), about: "", default: false },
    ];

    #[test]
    fn an_id_comes_apart_at_its_dots_and_colon() {
        let parts = split(" fujisan.free.dice-3152:55/24 ").unwrap();
        assert_eq!(parts, Parts { game: "fujisan", rules: vec!["free", "dice-3152"], layout: "55/24" });
    }

    #[test]
    fn a_rule_whose_name_begins_with_another_rules_name_is_told_apart() {
        let rules = read_rules(&["FREE-ROWS", "dice-3152"], &RULES[1..]).unwrap();
        assert_eq!(rules[0].name, "free-rows");
        assert_eq!(rules[1], RuleText { name: "dice", value: "3152" });
    }

    #[test]
    fn unknown_doubled_and_incomplete_rules_are_refused_by_name() {
        for (words, expected) in [
            (vec!["fre"], "did you mean 'free'"),
            (vec!["free", "Free"], "is given twice"),
            (vec!["dice"], "needs a value"),
            (vec!["free-rows-2"], "takes no value"),
            (vec!["é"], "is not a rule"),
        ] {
            let error = read_rules(&words, RULES).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
