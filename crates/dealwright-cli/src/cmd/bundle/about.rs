//! What a bundle says about itself: who made the data, under which licence, and what to cite. The data belong to whoever made
//! them; the program is named as the software they were made with.

use dealwright::text::{did_you_mean, quoted};
use serde_json::{Value, json};
use std::fmt::Write;
use std::str::FromStr;

/// Where the paper can be read.
const PAPER: &str = "1810.01926";
/// What DataCite wants where nothing is known: the archive fills it in.
const UNKNOWN: &str = ":unav";
/// The citation of this program, whose references the citation of the data has too.
const CITATION: &str = include_str!("../../../CITATION.cff");
const KEYWORDS: [&str; 4] = ["solitaire", "puzzles", "procedural content generation", "reproducibility"];

/// Somebody who made the data: a person by family and given name, or an organisation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Creator {
    family: String,
    given: Option<String>,
    orcid: Option<String>,
}

impl Creator {
    /// "Family, Given", or the name of an organisation.
    fn name(&self) -> String {
        match &self.given {
            Some(given) => format!("{}, {given}", self.family),
            None => self.family.clone(),
        }
    }
}

impl FromStr for Creator {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = |why: &str| {
            format!(
                "{why} in {}, expected \"Family, Given\", \"Family, Given 0000-0002-1825-0097\" or an organisation",
                quoted(text)
            )
        };
        let (name, last) = text.trim().rsplit_once(char::is_whitespace).unwrap_or((text.trim(), ""));
        let (name, orcid) = match as_orcid(last) {
            None => (text.trim(), None),
            Some(orcid) if is_sound(orcid) => (name.trim(), Some(orcid.to_string())),
            Some(orcid) => return Err(wrong(&format!("the ORCID {orcid} has a wrong check digit"))),
        };
        let (family, given) = match name.split_once(',') {
            Some((family, given)) => (family.trim(), Some(given.trim().to_string())),
            None => (name, None),
        };
        if family.is_empty() || given.as_deref() == Some("") {
            return Err(wrong("a part of the name is missing"));
        }
        if name.contains(char::is_control) {
            return Err(wrong("there is a control character"));
        }
        Ok(Self { family: family.into(), given, orcid })
    }
}

/// The sixteen digits of what looks like an ORCID, with or without its address.
fn as_orcid(word: &str) -> Option<&str> {
    let word = word.trim_matches(['(', ')', '<', '>']);
    let word = word.strip_prefix("https://orcid.org/").unwrap_or(word);
    let fits = |(at, c): (usize, char)| match at {
        4 | 9 | 14 => c == '-',
        18 => c.is_ascii_digit() || c == 'X',
        _ => c.is_ascii_digit(),
    };
    (word.len() == 19 && word.char_indices().all(fits)).then_some(word)
}

/// Whether the last digit is right (ISO 7064, MOD 11-2).
fn is_sound(orcid: &str) -> bool {
    let mut digits = orcid.chars().filter(|c| *c != '-');
    let total =
        digits.by_ref().take(15).filter_map(|c| c.to_digit(10)).fold(0, |total, d| (total + d) * 2 % 11);
    let check = (12 - total % 11) % 11;
    digits.next() == if check == 10 { Some('X') } else { char::from_digit(check, 10) }
}

/// A licence by its SPDX identifier, in any case; written as SPDX writes it. One identifier and no expression: the citation
/// file takes nothing else.
pub fn parse_licence(text: &str) -> Result<String, String> {
    let known = || {
        spdx::identifiers::LICENSES.iter().map(|licence| licence.name).filter(|name| *name != "NOASSERTION")
    };
    if let Some(name) = known().find(|name| name.eq_ignore_ascii_case(text)) {
        return Ok(name.to_string());
    }
    let hint = did_you_mean(text, known());
    Err(format!(
        "expected one SPDX identifier such as CC-BY-4.0, CC0-1.0, ODbL-1.0 or MIT (all of them: https://spdx.org/licenses), \
         found {}{hint}",
        quoted(text)
    ))
}

/// What is known about the data.
pub struct About {
    pub title: String,
    pub description: &'static str,
    pub creators: Vec<Creator>,
    pub licence: Option<String>,
    pub year: i64,
}

impl About {
    /// Zenodo's keys. What is not known is left out: the form there asks for it.
    pub fn zenodo(&self) -> String {
        let creator = |creator: &Creator| {
            let mut keys = json!({ "name": creator.name() });
            if let Some(orcid) = &creator.orcid {
                keys["orcid"] = orcid.as_str().into();
            }
            keys
        };
        let mut keys = json!({
            "title": self.title,
            "upload_type": "dataset",
            "description": self.description,
            "creators": self.creators.iter().map(creator).collect::<Vec<_>>(),
            "keywords": KEYWORDS,
            "related_identifiers": [
                { "identifier": format!("arXiv:{PAPER}"), "relation": "references", "scheme": "arxiv" }
            ],
            "references": [format!("The Dealwright developers: Dealwright {} (software)", env!("CARGO_PKG_VERSION"))],
        });
        if let Some(licence) = &self.licence {
            keys["license"] = licence.to_lowercase().into();
        }
        pretty(&keys)
    }

    /// DataCite's metadata, version 4.
    pub fn datacite(&self) -> String {
        let creator = |creator: &Creator| {
            let mut keys = json!({ "name": creator.name() });
            match &creator.given {
                Some(given) => {
                    keys["nameType"] = "Personal".into();
                    keys["familyName"] = creator.family.as_str().into();
                    keys["givenName"] = given.as_str().into();
                }
                None => keys["nameType"] = "Organizational".into(),
            }
            if let Some(orcid) = &creator.orcid {
                keys["nameIdentifiers"] = json!([{
                    "nameIdentifier": format!("https://orcid.org/{orcid}"),
                    "nameIdentifierScheme": "ORCID",
                    "schemeUri": "https://orcid.org",
                }]);
            }
            keys
        };
        let creators: Vec<Value> = match self.creators.as_slice() {
            [] => vec![json!({ "name": UNKNOWN })],
            creators => creators.iter().map(creator).collect(),
        };
        let mut keys = json!({
            "schemaVersion": "http://datacite.org/schema/kernel-4",
            "types": { "resourceTypeGeneral": "Dataset", "resourceType": "Records of solitaire puzzles" },
            "titles": [{ "title": self.title }],
            "creators": creators,
            "publisher": { "name": UNKNOWN },
            "publicationYear": self.year.to_string(),
            "descriptions": [{ "description": self.description, "descriptionType": "Abstract" }],
            "subjects": KEYWORDS.map(|word| json!({ "subject": word })),
            "formats": ["application/vnd.apache.parquet", "application/json"],
            "relatedIdentifiers": [{
                "relatedIdentifier": format!("arXiv:{PAPER}"),
                "relatedIdentifierType": "arXiv",
                "relationType": "References",
            }],
            "relatedItems": [{
                "relatedItemType": "Software",
                "relationType": "IsCompiledBy",
                "titles": [{ "title": format!("Dealwright {}", env!("CARGO_PKG_VERSION")) }],
                "creators": [{ "name": "The Dealwright developers", "nameType": "Organizational" }],
            }],
        });
        if let Some(licence) = &self.licence {
            keys["rightsList"] = json!([{
                "rights": licence,
                "rightsIdentifier": licence,
                "rightsIdentifierScheme": "SPDX",
                "schemeUri": "https://spdx.org/licenses/",
            }]);
        }
        pretty(&keys)
    }

    /// How to cite the data, with the program and the paper among the references.
    pub fn citation(&self) -> String {
        let mut text =
            String::from("cff-version: 1.2.0\nmessage: Please cite these data, and what they build on.\n");
        let _ = writeln!(text, "type: dataset\ntitle: {}", yaml(&self.title));
        if let Some(licence) = &self.licence {
            let _ = writeln!(text, "license: {licence}");
        }
        text += "authors:\n";
        // What the format wants where no author is known.
        if self.creators.is_empty() {
            text += "  - name: anonymous\n";
        }
        for creator in &self.creators {
            let _ = match &creator.given {
                Some(given) => {
                    writeln!(
                        text,
                        "  - family-names: {}\n    given-names: {}",
                        yaml(&creator.family),
                        yaml(given)
                    )
                }
                None => writeln!(text, "  - name: {}", yaml(&creator.family)),
            };
            if let Some(orcid) = &creator.orcid {
                let _ = writeln!(text, "    orcid: https://orcid.org/{orcid}");
            }
        }
        let paper = CITATION.split_once("references:\n").map_or("", |(_, references)| references);
        let version = env!("CARGO_PKG_VERSION");
        text + "references:\n  - type: software\n    title: Dealwright\n"
            + &format!(
                "    version: {version}\n    authors:\n      - name: The Dealwright developers\n{paper}"
            )
    }
}

/// A text in quotes, which YAML reads as JSON does.
fn yaml(text: &str) -> String {
    Value::from(text).to_string()
}

fn pretty(keys: &Value) -> String {
    format!("{keys:#}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn creators_are_people_or_organisations_with_or_without_an_orcid() {
        let josiah: Creator = "Carberry, Josiah 0000-0002-1825-0097".parse().unwrap();
        assert_eq!(
            (josiah.name(), josiah.orcid.as_deref()),
            ("Carberry, Josiah".into(), Some("0000-0002-1825-0097"))
        );
        assert_eq!(
            "Carberry, Josiah (https://orcid.org/0000-0002-1825-0097)".parse::<Creator>().unwrap(),
            josiah
        );
        let lab: Creator = "A Lab of Puzzles".parse().unwrap();
        assert_eq!((lab.name(), lab.given, lab.orcid), ("A Lab of Puzzles".into(), None, None));
        for (wrong, why) in [
            ("", "missing"),
            ("Carberry,", "missing"),
            (", Josiah", "missing"),
            ("Carberry, Josiah 0000-0002-1825-0098", "check digit"),
        ] {
            assert!(wrong.parse::<Creator>().unwrap_err().contains(why), "{wrong}");
        }
    }

    #[test]
    fn licences_are_those_that_spdx_knows() {
        assert_eq!(parse_licence("cc-by-4.0").unwrap(), "CC-BY-4.0");
        assert_eq!(parse_licence("MIT").unwrap(), "MIT");
        for wrong in ["foo", "", "CC-BY", "NOASSERTION", "MIT OR Apache-2.0", "GPL", "MIT+"] {
            let why = parse_licence(wrong).unwrap_err();
            assert!(why.contains("CC-BY-4.0") && why.contains("https://spdx.org/licenses"), "{wrong}: {why}");
        }
        assert!(parse_licence("CC-BY-4.O").unwrap_err().contains("did you mean 'CC-BY-4.0'?"));
    }

    #[test]
    fn the_project_is_no_creator_of_somebody_elses_data() {
        let about = |creators: Vec<Creator>| About {
            title: "Mine: a \"study\"".into(),
            description: "d",
            creators,
            licence: Some("CC-BY-4.0".into()),
            year: 2026,
        };
        let mine = about(vec!["Carberry, Josiah".parse().unwrap()]);
        let datacite: Value = serde_json::from_str(&mine.datacite()).unwrap();
        assert_eq!(datacite["creators"][0]["familyName"], "Carberry");
        assert_eq!(datacite["relatedItems"][0]["relationType"], "IsCompiledBy");
        let zenodo: Value = serde_json::from_str(&mine.zenodo()).unwrap();
        assert_eq!(zenodo["creators"], json!([{ "name": "Carberry, Josiah" }]));
        let authors = mine.citation();
        let authors = authors.split_once("references:").unwrap().0;
        assert!(authors.contains("Carberry") && !authors.contains("Dealwright"), "{authors}");
        let nobody: Value = serde_json::from_str(&about(Vec::new()).datacite()).unwrap();
        assert_eq!(nobody["creators"][0]["name"], UNKNOWN);
    }

    #[test]
    fn the_citation_here_is_the_one_of_the_repository() {
        // A packaged crate has no repository around it.
        if let Ok(root) = std::fs::read_to_string("../../CITATION.cff") {
            assert_eq!(CITATION, root, "copy CITATION.cff to crates/dealwright-cli");
        }
        assert!(CITATION.contains(&format!("version: {}\n", env!("CARGO_PKG_VERSION"))));
        assert!(CITATION.contains(PAPER));
    }
}
