//! Addresses of a page, so that a code on paper or on a screen leads others to a challenge or to their own table.

use dealwright::setup::Setup;
use dealwright::setup::fingerprint::fingerprint;
use dealwright::setup::load::dealer;
use dealwright::setup::seed::SeedId;
use dealwright::{InvalidInput, Registry};
use std::fmt;
use std::str::FromStr;

/// Letters of an address.
const MOST_LETTERS: usize = 200;

/// The address of a page: the static app anywhere on the web, or a server that others can reach.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link(String);

impl FromStr for Link {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let address = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
        let is_plain = |b: u8| b.is_ascii_graphic() && !b"#?\"'<>\\`{|}^".contains(&b);
        let good = |rest: &str| !rest.is_empty() && !rest.starts_with('/') && rest.bytes().all(is_plain);
        match address {
            Some(rest) if good(rest) && text.len() <= MOST_LETTERS => Ok(Self(text.into())),
            _ => Err(format!(
                "expected the address of a page such as https://example.org/dealwright with at most {MOST_LETTERS} \
                 letters, found '{text}'"
            )),
        }
    }
}

/// The address as it was given.
impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Link {
    /// Reads one that need not be there.
    pub fn read(text: Option<&str>) -> Result<Option<Self>, InvalidInput> {
        let read = |text: &str| text.parse().map_err(|why| InvalidInput(format!("'link': {why}")));
        text.filter(|text| !text.is_empty()).map(read).transpose()
    }

    /// The page's start.
    pub fn start(&self) -> String {
        match self.0.ends_with(".html") {
            true => self.0.clone(),
            false => format!("{}/", self.0.trim_end_matches('/')),
        }
    }

    /// A challenge to be played, by its ID or seed ID.
    pub fn play(&self, id: &str) -> String {
        format!("{}#play/{id}", self.start())
    }

    /// Where the deal of a setup that lies on a table is entered; none for setups that are not built in, which a page does not know.
    pub fn table(&self, registry: &Registry, setup: &Setup) -> Option<String> {
        Some(format!("{}#table/{}", self.start(), built_in_name(registry, setup)?))
    }

    /// Deals of the setup that is written in this part of an address.
    pub fn kit(&self, part: &str) -> String {
        format!("{}#kit/{part}", self.start())
    }
}

/// Everything that the deals of a setup depend on, but not its name.
fn facts(setup: &Setup) -> Option<String> {
    let text = fingerprint(&dealer(setup).ok()?);
    Some(text.lines().filter(|line| !line.starts_with("setup ")).collect::<Vec<_>>().join("\n"))
}

/// Whether two setups deal the very same.
pub fn deal_the_same(one: &Setup, other: &Setup) -> bool {
    facts(one).is_some_and(|facts_of_one| Some(facts_of_one) == facts(other))
}

/// The name, with its options, of the built-in setup whose deals are the very same.
fn built_in_name(registry: &Registry, setup: &Setup) -> Option<String> {
    let (wanted, options) = (facts(setup)?, setup.options());
    let game = format!("{}/", setup.game.info.name);
    let is_same = |name: &String| {
        name.starts_with(&game)
            && registry.setup(name, &options).ok().and_then(|known| facts(&known)).as_ref() == Some(&wanted)
    };
    let setup = registry.setup_names().into_iter().find(is_same)?;
    // As in a seed ID, whose options are written so that they can stand in an address.
    let id = SeedId { setup, options, text: String::new(), index: 0 }.to_string();
    Some(id.split('~').next().unwrap_or_default().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_leads_to_challenges_and_tables_with_and_without_a_slash_at_its_end() {
        let registry = Registry::standard();
        for (base, start) in [
            ("https://example.org/dw", "https://example.org/dw/"),
            ("https://example.org/dw/", "https://example.org/dw/"),
            ("http://192.168.1.5:8464", "http://192.168.1.5:8464/"),
            ("https://example.org/dw/index.html", "https://example.org/dw/index.html"),
        ] {
            let link: Link = base.parse().unwrap();
            assert_eq!(link.start(), start);
            assert_eq!(link.play("boxoff:AABB"), format!("{start}#play/boxoff:AABB"));
            let setup = registry.setup("pretzel/banded", &[("ranks".into(), "9".into())]).unwrap();
            assert_eq!(link.table(&registry, &setup), Some(format!("{start}#table/pretzel/banded?ranks=9")));
            let plain = registry.setup("fujisan/dominoes", &[]).unwrap();
            assert_eq!(link.table(&registry, &plain), Some(format!("{start}#table/fujisan/dominoes")));
            assert_eq!(link.kit("z.abc"), format!("{start}#kit/z.abc"));
        }
    }

    #[test]
    fn a_built_in_setup_is_known_by_its_deals_and_any_other_is_no_table_of_the_page() {
        let registry = Registry::standard();
        let link: Link = "https://example.org".parse().unwrap();
        let text = registry.setup_text("boxoff/ltiles").unwrap();
        let none = |_: &str| Err(String::new());
        let read = |text: &str| dealwright::setup::read::read(&registry, text, "mine", &[], &none).unwrap();
        let own = read(text);
        assert_eq!(link.table(&registry, &own), Some("https://example.org/#table/boxoff/ltiles".into()));
        assert!(deal_the_same(&own, &registry.setup("boxoff/ltiles", &[]).unwrap()));
        let other = text.replacen("AAB", "ABA", 1);
        assert_ne!(other, text);
        assert_eq!(link.table(&registry, &read(&other)), None);
        assert!(!deal_the_same(&own, &read(&other)));
    }

    #[test]
    fn what_is_no_address_of_a_page_is_refused() {
        let long = format!("https://example.org/{}", "x".repeat(200));
        for wrong in [
            "",
            "example.org",
            "ftp://example.org",
            "https://",
            "https:///x",
            "https://a b",
            "https://a#b",
            "https://a?b=c",
            "javascript:alert(1)",
            "https://a\"b",
            "https://ä.example",
            &long,
        ] {
            assert!(wrong.parse::<Link>().unwrap_err().contains("https://example.org/dealwright"), "{wrong}");
        }
    }
}
