//! Cards and how they are written: rank `A 2-9 T J Q K`, then suit `S H D C E F G I`.

use crate::text::quoted;
use std::fmt;
use std::num::NonZeroU8;

/// Most suits of a deck.
pub const MOST_SUITS: usize = 8;
/// Most ranks of a suit.
pub const MOST_RANKS: usize = 13;

const RANKS: &[u8; MOST_RANKS] = b"A23456789TJQK";
const SUITS: &[u8; MOST_SUITS] = b"SHDCEFGI";
/// Real cards have four suits; the others are shown by their letter.
const SIGNS: [char; 4] = ['♠', '♥', '♦', '♣'];

/// One card, in one byte that is never 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(NonZeroU8);

impl Card {
    /// The card of a rank (1 is the ace, 13 the king) and a suit (0 is spades, at most 7).
    pub fn new(rank: u8, suit: u8) -> Self {
        debug_assert!(
            (1..=MOST_RANKS as u8).contains(&rank) && suit < MOST_SUITS as u8,
            "no card {rank} of {suit}"
        );
        // The rank is at least 1, so the byte is never 0 and `MIN` is never used.
        let rank = rank.clamp(1, MOST_RANKS as u8);
        Self(NonZeroU8::new((suit % MOST_SUITS as u8) << 4 | rank).unwrap_or(NonZeroU8::MIN))
    }

    /// The card as one byte that is not 0.
    pub fn symbol(self) -> u8 {
        self.0.get()
    }

    /// The card of a byte; none for one that is no card.
    pub fn from_symbol(symbol: u8) -> Option<Self> {
        let card = Self(NonZeroU8::new(symbol)?);
        ((1..=MOST_RANKS as u8).contains(&card.rank()) && card.suit() < MOST_SUITS as u8).then_some(card)
    }

    /// 1 for the ace.
    pub fn rank(self) -> u8 {
        self.0.get() & 15
    }

    /// 0 for spades.
    pub fn suit(self) -> u8 {
        self.0.get() >> 4
    }

    /// The next higher card of the suit.
    pub fn next(self) -> Self {
        Self::new(self.rank() + 1, self.suit())
    }

    /// The letter of a suit.
    pub fn suit_letter(suit: u8) -> char {
        SUITS[suit as usize % MOST_SUITS] as char
    }

    /// The card with its suit's sign, where real cards have one.
    pub fn with_sign(self) -> String {
        let suit = self.suit();
        let sign = SIGNS.get(suit as usize).copied().unwrap_or(Self::suit_letter(suit));
        format!("{}{sign}", rank_letter(self.rank()))
    }
}

/// Ranks and suits as they are spoken.
const SPOKEN_RANKS: [&str; MOST_RANKS] =
    ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"];
const SPOKEN_SUITS: [&str; MOST_SUITS] =
    ["spades", "hearts", "diamonds", "clubs", "stars", "moons", "rings", "crosses"];

impl Card {
    /// "three of spades"; the signs of the fifth to eighth suit are called what they look like.
    pub fn in_words(self) -> String {
        let rank = SPOKEN_RANKS[usize::from(self.rank().clamp(1, MOST_RANKS as u8)) - 1];
        format!("{rank} of {}", SPOKEN_SUITS[usize::from(self.suit()) % MOST_SUITS])
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", rank_letter(self.rank()), Self::suit_letter(self.suit()))
    }
}

/// The letter of a rank, 1 for the ace.
pub fn rank_letter(rank: u8) -> char {
    RANKS[(rank.clamp(1, MOST_RANKS as u8) - 1) as usize] as char
}

/// The number of a rank by its letter, 1 for the ace.
pub fn rank_of(text: &str) -> Option<u32> {
    match read_part(text) {
        Ok((Part::Rank(rank), "")) => Some(rank.into()),
        _ => None,
    }
}

/// What stands in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// `--`
    Hole,
    /// A card, aces included.
    Card(Card),
}

enum Part {
    Rank(u8),
    Suit(u8),
}

/// Reads a card or a hole at the beginning of a text and gives the rest. Rank and suit in either order and case, `10`
/// for T, signs for suits.
pub fn read_card(text: &str) -> Result<(Reading, &str), String> {
    if let Some(rest) = text.strip_prefix("--") {
        return Ok((Reading::Hole, rest));
    }
    if text.starts_with('-') {
        return Err("a hole is written --".into());
    }
    let (card, rest) = read_with(text, "the end of the row", ", or -- for a hole")?;
    Ok((Reading::Card(card), rest))
}

/// The same where holes cannot be.
pub fn read_card_alone(text: &str) -> Result<(Card, &str), String> {
    read_with(text, "the end", "")
}

/// Reads a card; `end` is what comes when nothing more does, `or` what else could stand there.
fn read_with<'a>(text: &'a str, end: &str, or: &str) -> Result<(Card, &'a str), String> {
    let (first, rest) = read_part(text).map_err(|message| message + or)?;
    let rest = rest.trim_start();
    let (second, behind) = match read_part(rest) {
        Ok(second) => second,
        Err(_) => {
            let missing = match first {
                Part::Rank(_) => "a suit S H D C E F G I after the rank",
                Part::Suit(_) => "a rank A 2-9 T J Q K after the suit",
            };
            let found = rest.chars().next().map_or(end.into(), |c| quoted(&c.to_string()));
            return Err(format!("{found} where {missing} is expected"));
        }
    };
    match (first, second) {
        (Part::Rank(rank), Part::Suit(suit)) | (Part::Suit(suit), Part::Rank(rank)) => {
            Ok((Card::new(rank, suit), behind))
        }
        (Part::Rank(_), Part::Rank(_)) => {
            Err(format!("two ranks in {}, expected a rank and a suit", pair(text, behind)))
        }
        (Part::Suit(_), Part::Suit(_)) => {
            Err(format!("two suits in {}, expected a rank and a suit", pair(text, behind)))
        }
    }
}

fn pair(text: &str, behind: &str) -> String {
    quoted(text.strip_suffix(behind).unwrap_or(text))
}

fn read_part(text: &str) -> Result<(Part, &str), String> {
    if let Some(rest) = text.strip_prefix("10") {
        return Ok((Part::Rank(10), rest));
    }
    let mut chars = text.chars();
    let c = chars.next().unwrap_or(' ');
    let rest = chars.as_str();
    let upper = c.to_ascii_uppercase();
    if let Some(rank) = RANKS.iter().position(|&r| r as char == upper) {
        return Ok((Part::Rank(rank as u8 + 1), rest));
    }
    if let Some(suit) = SUITS.iter().position(|&s| s as char == upper) {
        return Ok((Part::Suit(suit as u8), rest));
    }
    let hollow = ['♤', '♡', '♢', '♧'];
    if let Some(suit) = SIGNS.iter().position(|&s| s == c).or(hollow.iter().position(|&s| s == c)) {
        // Some keyboards add a sign that asks for a colour picture.
        return Ok((Part::Suit(suit as u8), rest.trim_start_matches(['\u{fe0e}', '\u{fe0f}'])));
    }
    Err(format!(
        "{} is not a card, expected a rank A 2-9 T J Q K and a suit S H D C E F G I",
        quoted(&c.to_string())
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_back_as_it_is_written() {
        for suit in 0..MOST_SUITS as u8 {
            for rank in 1..=MOST_RANKS as u8 {
                let card = Card::new(rank, suit);
                assert_eq!((card.rank(), card.suit()), (rank, suit));
                for text in [card.to_string(), card.with_sign(), card.to_string().to_lowercase()] {
                    assert_eq!(read_card(&text), Ok((Reading::Card(card), "")), "{text}");
                }
            }
        }
    }

    #[test]
    fn generous_forms_are_read() {
        let ten = Reading::Card(Card::new(10, 1));
        for text in ["10H", "H10", "th", "♥10", "T ♡", "10♥\u{fe0f}"] {
            assert_eq!(read_card(text), Ok((ten, "")), "{text}");
        }
        assert_eq!(read_card("--3H"), Ok((Reading::Hole, "3H")));
    }

    #[test]
    fn broken_cards_say_what_is_missing() {
        for (text, expected) in [
            ("3", "the end of the row where a suit"),
            ("S", "a rank A 2-9"),
            ("33", "two ranks in '33'"),
            ("SH", "two suits"),
            ("-3H", "a hole is written --"),
            ("1H", "'1' is not a card"),
            ("3X", "'X' where a suit"),
        ] {
            let error = read_card(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
