//! What is wanted of a design: `solvable>=0.9, random<=20%, effort<=30s, distinct>=1e6`, or `solvable=always`.

use crate::measure::Level;
use crate::text::{did_you_mean, quoted};

/// What can be wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// That every deal can be solved.
    Always,
    /// The share of solvable deals.
    Solvable,
    /// The mean chance of random play.
    Random,
    /// Solvable less random.
    Interest,
    /// Estimated seconds of the setup.
    Effort,
    /// Different challenges.
    Distinct,
    /// The share of a level among solvable deals.
    Level(Level),
}

impl Goal {
    const NAMES: [(&'static str, Self); 9] = [
        ("solvable", Self::Solvable),
        ("random", Self::Random),
        ("interest", Self::Interest),
        ("effort", Self::Effort),
        ("distinct", Self::Distinct),
        ("gentle", Self::Level(Level::Gentle)),
        ("steady", Self::Level(Level::Steady)),
        ("tricky", Self::Level(Level::Tricky)),
        ("fiendish", Self::Level(Level::Fiendish)),
    ];
}

/// A goal and its limit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Want {
    /// What.
    pub goal: Goal,
    /// Whether it should be at least the value, else at most.
    pub at_least: bool,
    /// The limit: a share, seconds, or a number.
    pub value: f64,
}

impl Want {
    /// Reads wishes between commas.
    pub fn read(text: &str) -> Result<Vec<Self>, String> {
        text.split(',').map(str::trim).filter(|part| !part.is_empty()).map(Self::read_one).collect()
    }

    fn read_one(text: &str) -> Result<Self, String> {
        let expected = "expected something like solvable=always, solvable>=0.9, random<=20%, effort<=30s or distinct>=1e6";
        let is_always = |(name, value): (&str, &str)| (name.trim(), value.trim()) == ("solvable", "always");
        if text.split_once('=').is_some_and(is_always) {
            return Ok(Self { goal: Goal::Always, at_least: true, value: 1.0 });
        }
        let wrong = || format!("{} is not understood, {expected}", quoted(text));
        let (name, value, at_least) = match (text.split_once(">="), text.split_once("<=")) {
            (Some((name, value)), None) => (name.trim(), value.trim(), true),
            (None, Some((name, value))) => (name.trim(), value.trim(), false),
            _ => return Err(wrong()),
        };
        let names = Goal::NAMES.map(|(name, _)| name);
        let goal = Goal::NAMES.iter().find(|(known, _)| *known == name).map(|(_, goal)| *goal);
        let goal = goal.ok_or_else(|| {
            let hint = did_you_mean(name, names);
            format!("{} cannot be wanted, known are {}{hint}", quoted(name), names.join(", "))
        })?;
        let (digits, unit) = match (value.strip_suffix('%'), value.strip_suffix('s')) {
            (Some(digits), _) => (digits, 0.01),
            (_, Some(digits)) if goal == Goal::Effort => (digits, 1.0),
            _ => (value, 1.0),
        };
        let number = digits.trim().parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
        let value = number.ok_or_else(wrong)? * unit;
        let is_share = matches!(goal, Goal::Solvable | Goal::Random | Goal::Interest | Goal::Level(_));
        if is_share && value > 1.0 {
            return Err(format!("{}: a share is at most 1, or 100%", quoted(text)));
        }
        Ok(Self { goal, at_least, value })
    }

    /// Whether every deal has to be solvable. Levels can be wanted only then: a race guesses chances from too few plays to know
    /// them.
    pub fn is_always(wants: &[Self]) -> Result<bool, String> {
        let always = wants.iter().any(|want| want.goal == Goal::Always);
        let level = wants.iter().find(|want| matches!(want.goal, Goal::Level(_)));
        match level.filter(|_| !always) {
            Some(level) => {
                Err(format!("{} can be wanted only together with solvable=always", quoted(&level.words())))
            }
            None => Ok(always),
        }
    }

    /// How far a value is from it, in a unit.
    pub(super) fn missed(&self, value: f64, unit: f64) -> f64 {
        let short = if self.at_least { self.value - value } else { value - self.value };
        short.max(0.0) / unit
    }

    /// The same for a power of ten.
    pub(super) fn missed_power(&self, power: f64) -> f64 {
        let wanted = self.value.max(1.0).log10();
        let short = if self.at_least { wanted - power } else { power - wanted };
        short.max(0.0)
    }

    /// Whether a value is as wanted.
    pub fn is_met(&self, value: f64) -> bool {
        if self.at_least { value >= self.value } else { value <= self.value }
    }

    /// "solvable>=0.9".
    pub fn words(&self) -> String {
        if self.goal == Goal::Always {
            return "solvable=always".into();
        }
        let name = Goal::NAMES.iter().find(|(_, goal)| *goal == self.goal).map_or("", |(name, _)| name);
        format!("{name}{}{}", if self.at_least { ">=" } else { "<=" }, self.value)
    }
}
