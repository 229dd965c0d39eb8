//! Whether the samples of several lines are independent. The deals of a line come from random streams that are named by
//! the setup's name, its open parameters, the way to shuffle and the seed. Two lines with the same streams would get the
//! same random numbers, and no test between them would be valid.
//!
//! Rules are not part of that name: the same pieces are dealt under every rule. Lines that differ only in rules are let
//! through, because people want to see the same deals under both; methods.md says what that means for comparisons.

use crate::rng::StreamName;
use crate::setup::deal::Dealer;
use crate::setup::fingerprint::fingerprint;

/// What the deals of a line come from.
pub struct Origin {
    /// The setup in words, with what was chosen of it.
    words: String,
    /// Where it was found, as the user named it.
    place: String,
    streams: StreamName,
    rules: Vec<String>,
    /// Everything else that deals depend on.
    pieces: String,
}

impl Origin {
    /// Of deals with this seed; `place` is what the user calls the setup.
    pub fn new(dealer: &Dealer<'_>, seed: &str, place: &str) -> Self {
        let whole = fingerprint(dealer);
        let pieces: Vec<&str> = whole.lines().filter(|line| !line.starts_with("rule ")).collect();
        Self {
            words: dealer.setup.name_with_choices(),
            place: place.into(),
            streams: dealer.streams(seed),
            rules: dealer.setup.rules.clone(),
            pieces: pieces.join("\n"),
        }
    }

    /// Whether both get the same random numbers although they are different setups.
    pub fn shares_chance_with(&self, other: &Self) -> bool {
        self.streams == other.streams && self.pieces != other.pieces
    }

    /// Whether both are the same deals under different rules.
    pub fn differs_in_rules_from(&self, other: &Self) -> bool {
        self.streams == other.streams && self.pieces == other.pieces && self.rules != other.rules
    }

    /// Why both cannot be lines of one study; none if they can.
    fn clash(&self, other: &Self) -> Option<String> {
        if self.shares_chance_with(other) {
            return Some(format!(
                "{} and {} are different setups of the same name, {}: deals depend on the name, so their samples would not be \
                 independent; rename one of the files",
                self.place, other.place, self.words
            ));
        }
        if self.streams != other.streams || self.rules != other.rules {
            return None;
        }
        let what = match self.place == other.place {
            true => format!("{} is named twice", self.words),
            false => format!("{} and {} are the same setup, {}", self.place, other.place, self.words),
        };
        Some(format!("{what}: both samples would be the same deals; name it once"))
    }
}

/// Refuses lines whose samples would not be independent.
pub fn check_independent(origins: &[Origin]) -> Result<(), String> {
    let clash = |(number, origin): (usize, &Origin)| {
        origins[..number].iter().find_map(|earlier| earlier.clash(origin))
    };
    origins.iter().enumerate().find_map(clash).map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Registry;
    use crate::setup::load::dealer;
    use crate::setup::{Setup, Verb};

    fn origin(setup: &Setup, place: &str) -> Origin {
        Origin::new(&dealer(setup).unwrap(), "x", place)
    }

    fn builtin(name: &str, options: &[(&str, &str)]) -> Setup {
        let options: Vec<_> =
            options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        Registry::standard().setup(name, &options).unwrap()
    }

    fn check(lines: &[(&str, &[(&str, &str)])]) -> Result<(), String> {
        let origin = |(name, options): &(&str, &[(&str, &str)])| origin(&builtin(name, options), name);
        check_independent(&lines.iter().map(origin).collect::<Vec<_>>())
    }

    #[test]
    fn a_setup_is_named_once_however_it_is_written() {
        let (none, four): (&[_], &[_]) = (&[], &[("ranks", "4")]);
        check(&[("pretzel/banded", none), ("pretzel/shuffled", none), ("pretzel/banded", &[("ranks", "5")])])
            .unwrap();
        for lines in [
            [("pretzel/banded", none), ("pretzel/banded", none)],
            [("pretzel/banded", none), ("pretzel/banded", four)],
        ] {
            let why = check(&lines).unwrap_err();
            assert!(why.starts_with("pretzel/banded with suits=4 ranks=4 is named twice"), "{why}");
        }
    }

    #[test]
    fn rules_and_ways_to_shuffle_make_lines_of_their_own() {
        let lines: [(&str, &[(&str, &str)]); 3] = [
            ("pretzel/shuffled", &[]),
            ("pretzel/shuffled", &[("rules", "free-rows")]),
            ("pretzel/shuffled", &[("shuffle", "riffle:3")]),
        ];
        check(&lines).unwrap();
        let [plain, free, riffled] = lines.map(|(name, options)| origin(&builtin(name, options), name));
        assert!(plain.differs_in_rules_from(&free) && !plain.differs_in_rules_from(&riffled));
    }

    #[test]
    fn two_setups_of_one_name_are_refused_whatever_they_are() {
        let tiles = builtin("boxoff/abc", &[]);
        let mut other = tiles.clone();
        other.steps.retain(|step| !matches!(step.verb, Verb::Turn { .. }));
        assert!(other.steps.len() < tiles.steps.len());
        let why = check_independent(&[origin(&tiles, "a/x.toml"), origin(&other, "b/x.toml")]).unwrap_err();
        assert!(
            why.starts_with("a/x.toml and b/x.toml are different setups of the same name, boxoff/abc"),
            "{why}"
        );
        let why = check_independent(&[origin(&tiles, "boxoff/abc"), origin(&tiles, "abc.toml")]).unwrap_err();
        assert!(why.starts_with("boxoff/abc and abc.toml are the same setup"), "{why}");
    }
}
