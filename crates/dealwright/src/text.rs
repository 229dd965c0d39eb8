//! Errors in text: each names the place, what stands there, and the remedy.

use std::borrow::Cow;
use std::fmt::Write;

/// Text that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", if place.is_empty() { String::new() } else { format!("{place}: ") })]
pub struct TextError {
    /// Where, in words a person can count along ("row 2, cell 7"); empty when it is the text as a whole.
    pub place: String,
    /// What is wrong and what is expected instead.
    pub message: String,
}

impl TextError {
    /// An error at a place.
    pub fn at(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self { place: place.into(), message: message.into() }
    }

    /// An error of the text as a whole.
    pub fn whole(message: impl Into<String>) -> Self {
        Self::at("", message)
    }
}

/// The known word nearest to `word`, if one is near enough to be what was meant.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let distance = |known: &str| match word.len() > 1 && known.starts_with(word.as_str()) {
        true => 1,
        false => strsim::damerau_levenshtein(&word, known),
    };
    known
        .into_iter()
        .map(|k| (distance(&k.to_lowercase()), k))
        .filter(|(distance, k)| *distance <= 1 + k.len().min(word.len()) / 3 && *distance < k.len())
        .min()
        .map(|(_, k)| k)
}

/// "; did you mean X?" or nothing.
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, known).map(|k| format!("; did you mean '{k}'?")).unwrap_or_default()
}

/// "a, b and c".
pub fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// A piece of somebody's text fit to be quoted in an error: shortened, control characters made visible.
pub fn quoted(text: &str) -> String {
    const MOST: usize = 40;
    let mut out = String::from("'");
    for (n, c) in text.chars().enumerate() {
        if n == MOST {
            out.push('…');
            break;
        }
        if c.is_control() {
            let _ = write!(out, "{}", c.escape_default());
        } else {
            out.push(c);
        }
    }
    out.push('\'');
    out
}

/// The text that somebody has opened, if it is no longer than so many bytes.
pub fn read_text(text: impl std::io::Read, most: usize) -> Result<String, String> {
    use std::io::Read;
    let mut bytes = Vec::new();
    text.take(most as u64 + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() > most {
        return Err(format!("longer than {most} bytes"));
    }
    String::from_utf8(bytes).map_err(|error| {
        let (good, bad) = error.as_bytes().split_at(error.utf8_error().valid_up_to());
        let line = good.iter().filter(|byte| **byte == b'\n').count() + 1;
        let begin = good.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let column = String::from_utf8_lossy(&good[begin..]).chars().count() + 1;
        let byte = bad.first().copied().unwrap_or_default();
        format!("line {line}, column {column}: not text in UTF-8 (byte {byte:#04x})")
    })
}

/// A text as a field of comma-separated values, in quotes where it needs them.
pub fn csv_field(text: &str) -> Cow<'_, str> {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")).into(),
        false => text.into(),
    }
}

/// "1 move", "2 moves", "1,234 moves".
pub fn counted(n: u64, word: &str) -> String {
    format!("{} {word}{}", grouped(n), if n == 1 { "" } else { "s" })
}

/// A number as it stands in a sentence: in words up to twelve, then in digits.
pub fn number_in_words(n: u64) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    usize::try_from(n).ok().and_then(|n| WORDS.get(n)).map_or_else(|| grouped(n), ToString::to_string)
}

/// A whole number with commas between groups of three digits.
pub fn grouped(n: u64) -> String {
    group_digits(&n.to_string())
}

/// The same for digits of any length.
pub fn group_digits(digits: &str) -> String {
    let mut out = String::new();
    for (i, d) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(d);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_its_place_first() {
        assert_eq!(TextError::at("cell 7", "expected 0-5").to_string(), "cell 7: expected 0-5");
        assert_eq!(TextError::whole("empty").to_string(), "empty");
    }

    #[test]
    fn text_in_another_encoding_is_refused_where_it_begins() {
        let read = |bytes: &[u8]| read_text(bytes, 100);
        assert_eq!(read("ä\n".as_bytes()), Ok("ä\n".into()));
        let error = read(b"one\n\xc3\xa4 \xe4\n").unwrap_err();
        assert_eq!(error, "line 2, column 3: not text in UTF-8 (byte 0xe4)");
    }

    #[test]
    fn thousands_have_commas() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

    #[test]
    fn the_nearest_word_is_offered_only_when_it_is_near() {
        assert_eq!(nearest("fujsan", ["boxoff", "fujisan"]), Some("fujisan"));
        assert_eq!(nearest("free", ["dice", "free-rows"]), Some("free-rows"));
        assert_eq!(nearest("chess", ["boxoff", "fujisan"]), None);
    }

    #[test]
    fn quoted_text_is_short_and_visible() {
        assert_eq!(quoted("a\tb"), "'a\\tb'");
        assert_eq!(quoted(&"x".repeat(100)).chars().count(), 43);
    }

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(counted(1, "move"), "1 move");
        assert_eq!(counted(999, "state"), "999 states");
    }
}
