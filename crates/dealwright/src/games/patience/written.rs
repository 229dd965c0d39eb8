//! Deals as they are written: as in IDs, and as two other programs write them.
//!
//! - PySolFC's deals, as `make_pysol_freecell_board.py` of Freecell Solver prints them and the Black Hole Solver reads them: a line
//!   for each stack from its bottom card on, before them `Talon:` with the stock in the order in which it is turned up and
//!   `Foundations:` with the card to begin on; cards that lie face down are in angle brackets.
//! - Solvitaire's deals: a JSON object with `tableau piles`, `hole` and `stock`, each from its bottom card on, so that the last card
//!   of the stock is turned up first.

use crate::kit::cards::{Card, MOST_RANKS, read_card_alone};
use crate::text::{TextError, quoted};

/// A deal that was read.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Deal {
    /// The stacks, each from its bottom card on. In IDs the stock is the last of them.
    pub stacks: Vec<Vec<Card>>,
    /// Where it is written apart: the stock in the order in which it is turned up.
    pub stock: Option<Vec<Card>>,
    /// Where it is written apart: the cards to begin on.
    pub base: Vec<Card>,
    /// Whether it is written as in IDs.
    pub is_id: bool,
}

/// Reads a deal in any of the three forms. `stack` is what one of its stacks is called.
pub(in super::super) fn read_deal(layout: &str, stack: &str) -> Result<Deal, TextError> {
    let text = layout.trim();
    if text.starts_with('{') {
        return solvitaire(text, stack);
    }
    if text.contains(':') || text.contains(['\n', '\r']) && !text.contains('/') {
        return pysol(text, stack);
    }
    let stacks =
        text.split('/').enumerate().map(|(n, cards)| read_stack(&format!("{stack} {}", n + 1), cards));
    Ok(Deal { stacks: stacks.collect::<Result<_, _>>()?, is_id: true, ..Deal::default() })
}

/// Cards one after the other.
fn read_stack(place: &str, text: &str) -> Result<Vec<Card>, TextError> {
    let mut cards = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let at = || format!("{place}, card {}", cards.len() + 1);
        let (card, behind) = read_card_alone(rest).map_err(|message| TextError::at(at(), message))?;
        cards.push(card);
        rest = behind.trim_start();
    }
    Ok(cards)
}

fn pysol(text: &str, stack: &str) -> Result<Deal, TextError> {
    let mut deal = Deal::default();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (head, cards) = line.split_once(':').unwrap_or(("", line));
        let head = head.trim().to_ascii_lowercase();
        let place = if head.is_empty() { format!("{stack} {}", deal.stacks.len() + 1) } else { head.clone() };
        // A foundation without a card is a dash; cards that lie face down are in angle brackets.
        let bare: String = cards.split_whitespace().filter(|word| *word != "-").collect::<Vec<_>>().join(" ");
        let cards = read_stack(&place, &bare.replace(['<', '>'], ""))?;
        match head.as_str() {
            "" => deal.stacks.push(cards),
            "talon" => deal.stock = Some(cards),
            "foundations" => deal.base = cards,
            other => {
                let message =
                    format!("{} is no part of such a deal, expected Talon or Foundations", quoted(other));
                return Err(TextError::at("layout", message));
            }
        }
    }
    Ok(deal)
}

/// What a Solvitaire deal is made of.
enum Value {
    Word(String),
    List(Vec<Value>),
}

impl Value {
    /// Whether it is `""`, which stands for an empty list: Solvitaire writes none in any other way.
    fn is_bare(&self) -> bool {
        matches!(self, Value::Word(word) if word.trim().is_empty())
    }

    /// The first word in it that is not empty.
    fn first_word(&self) -> Option<&str> {
        match self {
            Value::Word(word) => Some(word.as_str()).filter(|_| !self.is_bare()),
            Value::List(values) => values.iter().find_map(Value::first_word),
        }
    }
}

fn solvitaire(text: &str, stack: &str) -> Result<Deal, TextError> {
    let mut deal = Deal::default();
    let mut rest = Json { rest: text };
    rest.expect('{')?;
    loop {
        let key = rest.word()?;
        rest.expect(':')?;
        let value = rest.value(2)?;
        match key.as_str() {
            "tableau piles" => {
                for (n, pile) in list(&key, value)?.into_iter().enumerate() {
                    deal.stacks.push(cards_of(&format!("{stack} {}", n + 1), pile)?);
                }
            }
            // A list without anything is written as a word without a letter.
            "hole" if value.is_bare() => {}
            "hole" => deal.base.push(card_of("hole", value)?),
            "stock" => {
                let mut stock = cards_of("stock", value)?;
                stock.reverse();
                deal.stock = Some(stock);
            }
            "waste" => deal.base.extend(cards_of("waste", value)?),
            "foundations" => {
                if let Some(found) = value.first_word() {
                    let message = format!("{} lies there, a deal begins with empty ones", quoted(found));
                    return Err(TextError::at("foundations", message));
                }
            }
            other => {
                let message = format!(
                    "{} is no part of such a deal, expected \"tableau piles\", \"hole\", \"stock\", \"waste\" or \"foundations\"",
                    quoted(other)
                );
                return Err(TextError::at("layout", message));
            }
        }
        if !rest.more('}')? {
            break;
        }
    }
    match rest.rest.trim().is_empty() {
        true => Ok(deal),
        false => Err(TextError::at("layout", "something follows the closing }")),
    }
}

fn list(key: &str, value: Value) -> Result<Vec<Value>, TextError> {
    match value {
        Value::List(values) => Ok(values),
        _ if value.is_bare() => Ok(Vec::new()),
        Value::Word(word) => Err(TextError::at(key, format!("{} is not a list", quoted(&word)))),
    }
}

fn cards_of(place: &str, value: Value) -> Result<Vec<Card>, TextError> {
    let card = |(n, value)| card_of(&format!("{place}, card {}", n + 1), value);
    list(place, value)?.into_iter().enumerate().map(card).collect()
}

/// A card with a letter or a number from 1 to 13 as its rank.
fn card_of(place: &str, value: Value) -> Result<Card, TextError> {
    let Value::Word(word) = value else { return Err(TextError::at(place, "is a list, expected a card")) };
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let rank = word[..digits].parse().ok().filter(|rank| (1..=MOST_RANKS as u8).contains(rank));
    let text = match rank {
        Some(rank) => format!("{}{}", crate::kit::cards::rank_letter(rank), &word[digits..]),
        None => word,
    };
    match read_card_alone(text.trim()) {
        Ok((card, "")) => Ok(card),
        Ok(_) => Err(TextError::at(place, format!("{} is not one card", quoted(&text)))),
        Err(message) => Err(TextError::at(place, message)),
    }
}

/// As much of JSON as such deals need: words and lists.
struct Json<'a> {
    rest: &'a str,
}

impl Json<'_> {
    fn expect(&mut self, wanted: char) -> Result<(), TextError> {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(wanted) {
            Some(rest) => {
                self.rest = rest;
                Ok(())
            }
            None => {
                let found =
                    self.rest.chars().next().map_or("the end".to_string(), |c| quoted(&c.to_string()));
                Err(TextError::at("layout", format!("{found} where '{wanted}' is expected in JSON")))
            }
        }
    }

    /// Whether a comma follows; else the end has to.
    fn more(&mut self, end: char) -> Result<bool, TextError> {
        self.rest = self.rest.trim_start();
        if let Some(rest) = self.rest.strip_prefix(',') {
            self.rest = rest;
            return Ok(true);
        }
        self.expect(end).map(|()| false)
    }

    fn word(&mut self) -> Result<String, TextError> {
        self.expect('"')?;
        let end = self.rest.find('"').filter(|end| !self.rest[..*end].contains('\\'));
        let end = end.ok_or_else(|| TextError::at("layout", "a word in JSON that does not end"))?;
        let word = self.rest[..end].to_string();
        self.rest = &self.rest[end + 1..];
        Ok(word)
    }

    fn value(&mut self, deep: u8) -> Result<Value, TextError> {
        self.rest = self.rest.trim_start();
        if !self.rest.starts_with('[') {
            return self.word().map(Value::Word);
        }
        if deep == 0 {
            return Err(TextError::at("layout", "lists in lists in lists, expected lists of cards"));
        }
        self.expect('[')?;
        let mut values = Vec::new();
        if self.rest.trim_start().starts_with(']') {
            self.expect(']')?;
            return Ok(Value::List(values));
        }
        loop {
            values.push(self.value(deep - 1)?);
            if !self.more(']')? {
                return Ok(Value::List(values));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Vec<Card> {
        read_stack("test", text).unwrap()
    }

    #[test]
    fn the_three_forms_are_told_apart() {
        let id = read_deal(" 7H5S / KD ", "fan").unwrap();
        assert_eq!((id.stacks, id.is_id), (vec![cards("7H5S"), cards("KD")], true));
        let pysol = read_deal("Talon: 8H 10C\nFoundations: AS\n7H <5S>\nKD\n", "fan").unwrap();
        assert_eq!(pysol.stacks, [cards("7H5S"), cards("KD")]);
        assert_eq!((pysol.stock, pysol.base), (Some(cards("8HTC")), cards("AS")));
        let json = read_deal(
            r#"{"tableau piles": [["7h", "5S"], ["13D"], []], "hole": "AS", "stock": ["10C", "8h"]}"#,
            "fan",
        );
        let json = json.unwrap();
        assert_eq!(json.stacks, [cards("7H5S"), cards("KD"), vec![]]);
        assert_eq!(
            (json.stock, json.base),
            (Some(cards("8HTC")), cards("AS")),
            "the last of the stock is on top"
        );
    }

    /// As Solvitaire prints deals itself.
    #[test]
    fn empty_lists_are_words_without_a_letter() {
        let text =
            r#"{"foundations": ["","","",""], "tableau piles": [["7H"], "", []], "stock": "", "waste": ""}"#;
        let deal = read_deal(text, "column").unwrap();
        assert_eq!(deal.stacks, [cards("7H"), vec![], vec![]]);
        assert_eq!((deal.stock, deal.base), (Some(vec![]), vec![]));
        let text = r#"{"tableau piles": [["7H"]], "hole": "AS", "waste": "", "foundations": ""}"#;
        assert_eq!(read_deal(text, "fan").unwrap().base, cards("AS"), "an empty waste takes no card away");
        assert_eq!(read_deal(r#"{"tableau piles": "", "hole": ""}"#, "fan").unwrap(), Deal::default());
    }

    #[test]
    fn broken_deals_name_the_place() {
        for (text, expected) in [
            ("7H5S/K", "fan 2, card 1: the end where a suit"),
            (
                "ZZ",
                "fan 1, card 1: 'Z' is not a card, expected a rank A 2-9 T J Q K and a suit S H D C E F G I",
            ),
            ("7H--", "fan 1, card 2: '-' is not a card"),
            (r#"{"foundations": ["", "AS"]}"#, "foundations: 'AS' lies there, a deal begins with empty ones"),
            (r#"{"waste": "7H"}"#, "waste: '7H' is not a list"),
            ("Tallon: 7H", "'tallon' is no part of such a deal"),
            ("Talon: 7H\n5X", "fan 1, card 1: 'X' where a suit"),
            ("{", "the end where '\"' is expected"),
            (r#"{"tableau piles": "7H"}"#, "tableau piles: '7H' is not a list"),
            (r#"{"stock": ["7H5S"]}"#, "stock, card 1: '7H5S' is not one card"),
            (r#"{"stock": [[["7H"]]]}"#, "lists in lists"),
            (r#"{"stock": ["14H"]}"#, "stock, card 1"),
            (r#"{"cells": []}"#, "'cells' is no part"),
            (r#"{"stock": []} x"#, "something follows"),
            (r#"{"stock": ["7H"#, "does not end"),
        ] {
            let error = read_deal(text, "fan").unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
