//! The file of measured weights: what `effort --weights` and every table of setup times read.

use crate::time::{Standing, TimeFit};
use dealwright::InvalidInput;
use dealwright::setup::effort::{KINDS, MeasuredWeights, SECONDS, Weights};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Bytes of such a file at most.
pub const MOST_BYTES: u64 = 1 << 20;
const VERSION: u32 = 1;
/// Seconds that one action may take.
const MOST_SECONDS: f64 = 3600.0;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    dealwright: String,
    version: u32,
    date: String,
    people: u32,
    simulated: bool,
    seconds: BTreeMap<String, Entry>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    seconds: f64,
    /// `measured`, `together` (only the sum with others is known) or `assumed`.
    from: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    low: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    high: Option<f64>,
}

/// The text of a file; `date` is the day of the fit.
pub fn write(fit: &TimeFit, date: &str) -> Result<String, InvalidInput> {
    let entry = |number: usize| {
        let kind = &fit.kinds[number];
        let (low, high) = (kind.interval.map(|i| round(i.low)), kind.interval.map(|i| round(i.high)));
        let from = match kind.standing {
            Standing::Measured => "measured",
            Standing::NotApart => "together",
            Standing::NotSeen => "assumed",
        };
        (SECONDS[number].0.to_string(), Entry { seconds: round(kind.seconds), from: from.into(), low, high })
    };
    let file = File {
        dealwright: "weights".into(),
        version: VERSION,
        date: date.into(),
        people: fit.people as u32,
        simulated: fit.simulated,
        seconds: (0..KINDS).map(entry).collect(),
    };
    serde_json::to_string_pretty(&file).map(|text| text + "\n").map_err(InvalidInput::because)
}

/// To a thousandth of a second.
fn round(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

/// Reads a file; errors begin with its name and say the line where there is one.
pub fn read(name: &str, text: &str) -> Result<Weights, InvalidInput> {
    let wrong = |why: String| InvalidInput(format!("{name}: {why}"));
    let file: File = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
    if file.dealwright != "weights" || file.version != VERSION {
        return Err(wrong(format!(
            "expected dealwright = \"weights\" and version = {VERSION}; people fit writes such a file"
        )));
    }
    if !is_day(&file.date) {
        return Err(wrong(format!("date '{}': expected a day such as 2026-01-31", file.date)));
    }
    if file.people == 0 {
        return Err(wrong("people 0: expected at least 1".into()));
    }
    let names: Vec<&str> = SECONDS.iter().map(|(name, _)| *name).collect();
    if let Some(unknown) = file.seconds.keys().find(|key| !names.contains(&key.as_str())) {
        return Err(wrong(format!("seconds of '{unknown}': known kinds are {}", names.join(", "))));
    }
    let mut seconds = [0.0; KINDS];
    for (slot, name) in seconds.iter_mut().zip(&names) {
        let entry =
            file.seconds.get(*name).ok_or_else(|| wrong(format!("the seconds of '{name}' are missing")))?;
        let all = [Some(entry.seconds), entry.low, entry.high];
        if let Some(bad) = all.into_iter().flatten().find(|value| !(0.0..=MOST_SECONDS).contains(value)) {
            return Err(wrong(format!(
                "seconds of '{name}', {bad}: expected a number from 0 to {MOST_SECONDS}"
            )));
        }
        if !["measured", "together", "assumed"].contains(&entry.from.as_str()) {
            return Err(wrong(format!(
                "'{name}' is from '{}': expected measured, together or assumed",
                entry.from
            )));
        }
        *slot = entry.seconds;
    }
    let File { date, people, simulated: is_simulated, .. } = file;
    Ok(Weights::measured(MeasuredWeights { seconds, date, people, is_simulated }))
}

/// Whether a text is a day that there is.
pub fn is_day(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts.as_slice() else { return false };
    let is_number =
        |part: &str, length: usize| part.len() == length && part.bytes().all(|b| b.is_ascii_digit());
    if !(is_number(year, 4) && is_number(month, 2) && is_number(day, 2)) {
        return false;
    }
    let number = |part: &str| part.parse::<u32>().unwrap_or(0);
    let (year, month, day) = (number(year), number(month), number(day));
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text() -> String {
        let entries: Vec<String> = SECONDS
            .iter()
            .map(|(name, seconds)| format!("\"{name}\": {{\"seconds\": {seconds}, \"from\": \"assumed\"}}"))
            .collect();
        format!(
            "{{\"dealwright\": \"weights\", \"version\": 1, \"date\": \"2026-01-31\", \"people\": 12, \"simulated\": false,\n\"seconds\": {{{}}}}}",
            entries.join(",\n")
        )
    }

    #[test]
    fn a_file_is_read() {
        let weights = read("w.json", &text()).unwrap();
        assert_eq!(weights.seconds(), SECONDS.map(|(_, seconds)| seconds));
        assert_eq!(weights.words().unwrap(), "weights measured with 12 people, 2026-01-31");
        let simulated =
            read("w.json", &text().replace("\"simulated\": false", "\"simulated\": true")).unwrap();
        assert_eq!(simulated.words().unwrap(), "weights of SIMULATED people (12, 2026-01-31): no finding");
    }

    #[test]
    fn faults_are_refused_with_their_place() {
        let cases = [
            ("\"people\": 12", "\"people\": -1", "line 1"),
            ("\"people\": 12", "\"people\": 0", "expected at least 1"),
            ("2026-01-31", "2026-02-30", "expected a day"),
            ("\"version\": 1", "\"version\": 2", "version = 1"),
            ("\"sort\"", "\"sorting\"", "known kinds are sort"),
            ("\"seconds\": 0.8", "\"seconds\": -0.8", "from 0 to 3600"),
            ("\"seconds\": 0.8", "\"seconds\": 1e999", "line 2"),
            ("\"seconds\": 0.8", "\"seconds\": NaN", "line 2"),
            ("\"from\": \"assumed\"", "\"from\": \"me\"", "expected measured, together or assumed"),
            ("\"simulated\": false", "\"simulated\": false, \"x\": 1", "unknown field `x`"),
        ];
        for (from, to, expected) in cases {
            let error = read("w.json", &text().replacen(from, to, 1)).unwrap_err().to_string();
            assert!(error.starts_with("w.json: ") && error.contains(expected), "{error}");
        }
        assert!(read("w.json", "").is_err());
        let missing = text().replacen("\"lay\": {\"seconds\": 1, \"from\": \"assumed\"},\n", "", 1);
        assert!(read("w.json", &missing).unwrap_err().to_string().contains("'lay' are missing"));
    }
}
