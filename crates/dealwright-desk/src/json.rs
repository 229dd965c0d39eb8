//! Requests in JSON, and what is said when one cannot be read: always a sentence, never the inside of a program.

use dealwright::InvalidInput;
use dealwright::text::quoted;
use serde::de::DeserializeOwned;

/// Reads JSON; errors name the key and what is expected.
pub fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, InvalidInput> {
    let is_object = body.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{');
    let mut reader = serde_json::Deserializer::from_slice(body);
    let found = serde_path_to_error::deserialize(&mut reader);
    let found = found.and_then(|found| match reader.end() {
        Ok(()) => Ok(found),
        Err(error) => Err(serde_path_to_error::Error::new(serde_path_to_error::Track::new().path(), error)),
    });
    found.map_err(|error| {
        let (inner, path) = (error.inner(), error.path().to_string());
        if !inner.is_data() {
            let (line, column) = (inner.line(), inner.column());
            return InvalidInput(format!("the body is not JSON: line {line}, column {column}"));
        }
        if !is_object {
            return InvalidInput("expected a JSON object".into());
        }
        InvalidInput(data_error(&inner.to_string(), &path))
    })
}

/// Says what the JSON reader says, in plain words.
fn data_error(message: &str, path: &str) -> String {
    let message = message.split(" at line ").next().unwrap_or_default();
    let inside = |start: &str| message.strip_prefix(start)?.split('`').next();
    let place = if path == "." { String::new() } else { format!("{}: ", quoted(path)) };
    if let Some(key) = inside("missing field `") {
        let whole = match path {
            "." => key.to_string(),
            _ => format!("{path}.{key}"),
        };
        return format!("{} is missing", quoted(&whole));
    }
    if let Some(key) = inside("duplicate field `") {
        return format!("{} is given twice", quoted(key));
    }
    let kinds = message.split_once(": ").and_then(|(_, kinds)| kinds.rsplit_once(", expected "));
    match kinds {
        Some((found, expected)) => format!("{place}expected {}, found {}", kind(expected), value(found)),
        None => match message.rsplit_once(", expected a tuple of size ") {
            Some((_, size)) => format!("{place}expected a list of {size}"),
            None => format!("{place}this value is not understood"),
        },
    }
}

fn kind(expected: &str) -> &str {
    match expected {
        "a string" | "string" => "a text",
        "a sequence" => "a list",
        "a map" => "an object",
        "a boolean" => "true or false",
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number that is not negative",
        "f64" => "a number",
        expected if expected.starts_with("struct ") => "an object",
        expected if expected.starts_with("a tuple of size 2") => "a list of two",
        _ => "another value",
    }
}

fn value(found: &str) -> String {
    let inner = || found.split_once('`').map(|(_, rest)| rest.trim_end_matches('`'));
    match found {
        "map" => "an object".into(),
        "sequence" => "a list".into(),
        "null" => "null".into(),
        found if found.starts_with("string ") => format!("the text {}", quoted(found[7..].trim_matches('"'))),
        found if found.starts_with("boolean ") => inner().unwrap_or("true or false").into(),
        _ => format!("the number {}", inner().unwrap_or("given")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use std::collections::BTreeMap;

    #[derive(Debug, Deserialize)]
    #[allow(dead_code)]
    struct Outer {
        id: String,
        #[serde(default)]
        moves: Vec<String>,
        #[serde(default)]
        start: u64,
        #[serde(default)]
        options: BTreeMap<String, String>,
        #[serde(default)]
        pairs: Vec<(String, String)>,
        plan: Option<Inner>,
        #[serde(default)]
        solvable: bool,
    }

    #[derive(Debug, Deserialize)]
    #[allow(dead_code)]
    struct Inner {
        samples: u64,
    }

    #[test]
    fn what_is_wrong_with_a_request_is_said_in_plain_words_that_name_the_key() {
        let cases = [
            ("", "the body is not JSON: line 1, column 0"),
            ("{", "the body is not JSON: line 1, column 1"),
            (r#"{"id":"x"} more"#, "the body is not JSON: line 1, column 12"),
            ("[]", "expected a JSON object"),
            ("5", "expected a JSON object"),
            ("{}", "'id' is missing"),
            (r#"{"id":5}"#, "'id': expected a text, found the number 5"),
            (r#"{"id":null}"#, "'id': expected a text, found null"),
            (r#"{"id":"x","id":"y"}"#, "'id' is given twice"),
            (r#"{"id":"x","moves":"a1"}"#, "'moves': expected a list, found the text 'a1'"),
            (r#"{"id":"x","moves":["a",{}]}"#, "'moves[1]': expected a text, found an object"),
            (
                r#"{"id":"x","start":-1}"#,
                "'start': expected a whole number that is not negative, found the number -1",
            ),
            (
                r#"{"id":"x","start":1.5}"#,
                "'start': expected a whole number that is not negative, found the number 1.5",
            ),
            (r#"{"id":"x","options":{"ranks":4}}"#, "'options.ranks': expected a text, found the number 4"),
            (r#"{"id":"x","options":[]}"#, "'options': expected an object, found a list"),
            (r#"{"id":"x","pairs":[["a"]]}"#, "'pairs[0]': expected a list of 2"),
            (r#"{"id":"x","plan":{}}"#, "'plan.samples' is missing"),
            (r#"{"id":"x","plan":7}"#, "'plan': expected an object, found the number 7"),
            (r#"{"id":"x","solvable":"no"}"#, "'solvable': expected true or false, found the text 'no'"),
        ];
        for (body, words) in cases {
            assert_eq!(read::<Outer>(body.as_bytes()).unwrap_err().0, words, "{body}");
        }
        let deep = "[".repeat(10_000);
        assert!(read::<Outer>(format!(r#"{{"id":{deep}"#).as_bytes()).is_err());
        assert!(read::<Outer>(br#" {"id":"x"} "#).is_ok());
    }
}
