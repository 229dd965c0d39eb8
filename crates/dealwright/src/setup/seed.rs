//! Seed IDs: `GAME/SETUP[?name=value&…]~TEXT[.INDEX]@1` names a deal by how it was made.

use super::deal::GENERATOR;
use crate::text::{TextError, quoted};
use std::fmt::{self, Write};

/// A seed ID taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeedId {
    /// `GAME/SETUP`.
    pub setup: String,
    /// Sizes and rules chosen.
    pub options: Vec<(String, String)>,
    /// The seed, any text.
    pub text: String,
    /// Which deal of that seed.
    pub index: u64,
}

/// Whether a text is meant as a seed ID rather than a challenge ID.
pub fn looks_like_seed(text: &str) -> bool {
    text.contains('~')
}

/// Characters that stand for themselves.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

impl fmt::Display for SeedId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.setup)?;
        for (n, (name, value)) in self.options.iter().enumerate() {
            write!(f, "{}{name}={}", if n == 0 { '?' } else { '&' }, encoded(value, b",:"))?;
        }
        write!(f, "~{}", encoded(&self.text, b""))?;
        if self.index > 0 {
            write!(f, ".{}", self.index)?;
        }
        write!(f, "@{GENERATOR}")
    }
}

fn encoded(text: &str, also_plain: &[u8]) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if is_plain(byte) || also_plain.contains(&byte) {
            out.push(byte as char);
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

fn decoded(text: &str, place: &str) -> Result<String, TextError> {
    let wrong = |message: String| TextError::at(place, message);
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits: Vec<u8> = rest.by_ref().take(2).collect();
        let value = std::str::from_utf8(&digits)
            .ok()
            .filter(|d| d.len() == 2)
            .and_then(|d| u8::from_str_radix(d, 16).ok());
        bytes.push(value.ok_or_else(|| wrong("% must be followed by two hexadecimal digits".into()))?);
    }
    String::from_utf8(bytes).map_err(|_| wrong("is not text in UTF-8".into()))
}

impl std::str::FromStr for SeedId {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let text = text.trim();
        if text.len() > crate::id::MOST_BYTES {
            return Err(TextError::whole("the seed ID is too long"));
        }
        let expected = "expected GAME/SETUP~TEXT@1, for example fujisan/dominoes~hello@1";
        let Some((head, tail)) = text.split_once('~') else {
            return Err(TextError::whole(format!("{} has no ~, {expected}", quoted(text))));
        };
        let Some((seed, version)) = tail.rsplit_once('@') else {
            return Err(TextError::at("version", format!("is missing, {expected}")));
        };
        if version != GENERATOR.to_string() {
            let message = format!("{} is not a generator version, known is {GENERATOR}", quoted(version));
            return Err(TextError::at("version", message));
        }
        let (seed, index) = match seed.rsplit_once('.') {
            None => (seed, 0),
            Some((seed, index)) => {
                let number = index.parse().ok().filter(|_| index.bytes().all(|b| b.is_ascii_digit()));
                let message = || format!("{} is not a number; write a dot in a seed as %2E", quoted(index));
                (seed, number.ok_or_else(|| TextError::at("index", message()))?)
            }
        };
        if let Some(odd) = seed.chars().find(|&c| !(c == '%' || c.is_ascii() && is_plain(c as u8))) {
            let message = format!("{} must be written with % and two digits", quoted(&odd.to_string()));
            return Err(TextError::at("seed", message));
        }
        let (setup, options) = head.split_once('?').unwrap_or((head, ""));
        if setup.split('/').count() != 2 || setup.split('/').any(str::is_empty) {
            let message = format!("{} is not a setup, expected GAME/SETUP", quoted(setup));
            return Err(TextError::at("setup", message));
        }
        let option = |pair: &str| {
            let message = || format!("{} is not name=value", quoted(pair));
            let (name, value) = pair.split_once('=').ok_or_else(|| TextError::at("options", message()))?;
            Ok((name.to_string(), decoded(value, "options")?))
        };
        let options: Result<_, TextError> =
            options.split('&').filter(|pair| !pair.is_empty()).map(option).collect();
        Ok(Self { setup: setup.to_string(), options: options?, text: decoded(seed, "seed")?, index })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seed_ids_read_back_as_they_are_written() {
        for (text, index, options) in [
            ("hello", 0, vec![]),
            ("any text, dots. and @ signs & ünïcode", 4711, vec![("ranks".to_string(), "9".to_string())]),
            ("", 1, vec![("suits".into(), "4".into()), ("rules".into(), "free,dice-1234".into())]),
            ("x", 0, vec![("shuffle".into(), "riffle:3".into()), ("last".into(), "sorted".into())]),
        ] {
            let id = SeedId { setup: "pretzel/banded".into(), options, text: text.into(), index };
            let written = id.to_string();
            assert!(written.is_ascii() && !written.contains(' '), "{written}");
            assert_eq!(written.parse(), Ok(id));
        }
        assert_eq!("fujisan/dominoes~x@1".parse::<SeedId>().unwrap().index, 0);
        let shuffled = "pretzel/banded?ranks=5&shuffle=riffle:3~x@1";
        assert_eq!(shuffled.parse::<SeedId>().unwrap().to_string(), shuffled);
    }

    #[test]
    fn broken_seed_ids_are_refused_by_place() {
        for (text, place) in [
            ("fujisan/dominoes", ""),
            ("fujisan/dominoes~x", "version"),
            ("fujisan/dominoes~x@2", "version"),
            ("fujisan/dominoes~x.y@1", "index"),
            ("fujisan/dominoes~x.-1@1", "index"),
            ("fujisan/dominoes~a b@1", "seed"),
            ("fujisan/dominoes~%4@1", "seed"),
            ("fujisan/dominoes~%FF@1", "seed"),
            ("fujisan~x@1", "setup"),
            ("fujisan/~x@1", "setup"),
            ("fujisan/dominoes?x~x@1", "options"),
        ] {
            assert_eq!(text.parse::<SeedId>().unwrap_err().place, place, "{text}");
        }
    }
}
