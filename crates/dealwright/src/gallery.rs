//! The gallery: the longest and hardest challenges that are known for each setup. Every line is proved anew by the tests.

use crate::hunt::Quarry;

/// The list: setup, what it is extreme in, how much of it, the challenge, and how it was found, with tabs between them.
const LIST: &str = include_str!("../gallery/challenges.tsv");

/// A challenge of the gallery.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// GAME/SETUP; its kit can deal the challenge.
    pub setup: &'static str,
    /// What it is extreme in.
    pub quarry: Quarry,
    /// How much of it.
    pub value: f64,
    /// The challenge's ID.
    pub id: &'static str,
    /// How it was found, and how strong the evidence is that there is none beyond.
    pub evidence: &'static str,
}

/// All of them, in the order of the list. Lines that cannot be read are passed over; the tests see to it that there are none.
pub fn entries() -> Vec<Entry> {
    LIST.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).filter_map(read).collect()
}

fn read(line: &'static str) -> Option<Entry> {
    let mut fields = line.split('\t');
    let (setup, quarry, value) = (fields.next()?, fields.next()?, fields.next()?);
    let (id, evidence) = (fields.next()?, fields.next()?);
    let (end, measure) = quarry.split_once(' ')?;
    let quarry = Quarry::new(measure, end == "most").ok().filter(|_| ["most", "least"].contains(&end))?;
    Some(Entry { setup, quarry, value: value.parse().ok()?, id, evidence })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_list_is_read() {
        let lines = LIST.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).count();
        assert_eq!(entries().len(), lines);
        assert!(lines > 0);
    }
}
