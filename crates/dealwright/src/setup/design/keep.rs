//! What every design of a space must keep to.

use super::least_look;
use crate::text::quoted;
use std::collections::BTreeMap;

/// A condition on the pieces of a kit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Keep {
    /// Each symbol stands on the pieces so often.
    Each(usize),
    /// Each symbol stands on the pieces as often as in the file.
    Counts(BTreeMap<u8, usize>),
    /// Cells are equal as in the file: AAB stays two of one and one of another.
    Pattern(Vec<Vec<u8>>),
    /// No piece is there twice.
    Different,
    /// From so many to so many pieces.
    Pieces(usize, usize),
}

impl Keep {
    /// Reads conditions between commas.
    pub fn read(text: &str) -> Result<Vec<Self>, String> {
        text.split(',').map(str::trim).filter(|part| !part.is_empty()).map(Self::read_one).collect()
    }

    fn read_one(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "{} is not understood, expected '6 of each colour', 'counts', 'pattern', 'different', '12 pieces' \
                 or '12 to 18 pieces'",
                quoted(text)
            )
        };
        let number = |word: &str| word.parse::<usize>().ok().filter(|n| (1..=256).contains(n));
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.as_slice() {
            [n, "of", "each", _] => number(n).map(Self::Each).ok_or_else(wrong),
            ["counts"] | ["colours"] | ["values"] => Ok(Self::Counts(BTreeMap::new())),
            ["pattern"] => Ok(Self::Pattern(Vec::new())),
            ["different"] => Ok(Self::Different),
            [from, "to", to, _] => match (number(from), number(to)) {
                (Some(from), Some(to)) if from <= to => Ok(Self::Pieces(from, to)),
                _ => Err(wrong()),
            },
            [n, _] => number(n).map(|n| Self::Pieces(n, n)).ok_or_else(wrong),
            _ => Err(wrong()),
        }
    }

    /// The words it is said with.
    pub fn words(&self) -> String {
        match self {
            Self::Each(n) => format!("{n} of each"),
            Self::Counts(_) => "counts".into(),
            Self::Pattern(_) => "pattern".into(),
            Self::Different => "different".into(),
            Self::Pieces(from, to) if from == to => format!("{from} pieces"),
            Self::Pieces(from, to) => format!("{from} to {to} pieces"),
        }
    }

    /// Takes from the file's own pieces what it says "as in the file" of.
    pub(super) fn settle(&mut self, own: &[Vec<u8>], turns: &[Vec<usize>]) {
        match self {
            Self::Counts(wanted) => *wanted = counts(own),
            Self::Pattern(wanted) => *wanted = patterns(own, turns),
            _ => {}
        }
    }

    /// Whether it holds for these pieces.
    pub(super) fn holds(&self, pieces: &[Vec<u8>], turns: &[Vec<usize>]) -> bool {
        match self {
            Self::Each(n) => counts(pieces).values().all(|count| count == n),
            Self::Counts(wanted) => counts(pieces) == *wanted,
            Self::Pattern(wanted) => patterns(pieces, turns) == *wanted,
            Self::Different => {
                let mut all: Vec<Vec<u8>> = pieces.iter().map(|faces| least_look(faces, turns)).collect();
                all.sort();
                all.windows(2).all(|two| two[0] != two[1])
            }
            Self::Pieces(from, to) => (*from..=*to).contains(&pieces.len()),
        }
    }

    /// Whether these pieces break it already, however more are added.
    pub(super) fn is_beyond(&self, pieces: &[Vec<u8>], turns: &[Vec<usize>]) -> bool {
        match self {
            Self::Each(n) => counts(pieces).values().any(|count| count > n),
            Self::Counts(wanted) => counts(pieces)
                .iter()
                .any(|(symbol, count)| wanted.get(symbol).is_none_or(|most| count > most)),
            Self::Pattern(wanted) => patterns(pieces, turns).iter().any(|pattern| !wanted.contains(pattern)),
            Self::Different => !self.holds(pieces, turns),
            Self::Pieces(_, to) => pieces.len() > *to,
        }
    }
}

fn counts(pieces: &[Vec<u8>]) -> BTreeMap<u8, usize> {
    let mut counts = BTreeMap::new();
    for &face in pieces.iter().flatten() {
        *counts.entry(face).or_default() += 1;
    }
    counts
}

/// Which cells of each piece are equal, whatever stands on them; in order.
fn patterns(pieces: &[Vec<u8>], turns: &[Vec<usize>]) -> Vec<Vec<u8>> {
    let pattern = |faces: &Vec<u8>| {
        let numbered = |turn: &Vec<usize>| {
            let look: Vec<u8> = turn.iter().map(|&n| faces[n]).collect();
            let mut seen: Vec<u8> = Vec::new();
            let number = |face: &u8| {
                let at = seen.iter().position(|known| known == face).unwrap_or_else(|| {
                    seen.push(*face);
                    seen.len() - 1
                });
                at as u8
            };
            look.iter().map(number).collect::<Vec<u8>>()
        };
        turns.iter().map(numbered).min().unwrap_or_default()
    };
    let mut all: Vec<Vec<u8>> = pieces.iter().map(pattern).collect();
    all.sort();
    all
}
