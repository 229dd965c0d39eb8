//! What a page asks to be printed, in JSON: a challenge or a kit as PDF. The server and the WebAssembly answer the same.

use crate::book::choose::Chosen;
use crate::book::{BookOptions, book_pages};
use crate::file::pdf;
use crate::kit::{KitOptions, kit_pages};
use crate::layout::Backs;
use crate::paper::Paper;
use anyhow::Result;
use dealwright::search::Limits;
use dealwright::setup::load::dealer;
use dealwright::{InvalidInput, Registry};
use dealwright_desk::design::setup_from_text;
use dealwright_desk::json;
use dealwright_desk::link::Link;
use dealwright_desk::play::read_challenge;
use dealwright_draw::svg::Inks;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

/// Something that can be printed.
pub trait Printed: DeserializeOwned {
    /// The name it is asked for by.
    const NAME: &'static str;

    /// The PDF. A challenge is solved for it, to tell its level, with searches within these limits.
    fn print(self, registry: &Registry, limits: &Limits) -> Result<Vec<u8>>;
}

/// A challenge on a page of its own, to be laid out.
#[derive(Deserialize)]
pub struct PrintChallenge {
    id: String,
    page: Option<String>,
    ink: Option<String>,
    link: Option<String>,
}

/// The pieces, board and leaflet of a setup.
#[derive(Deserialize)]
pub struct PrintKit {
    text: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    page: Option<String>,
    ink: Option<String>,
    backs: Option<String>,
    link: Option<String>,
}

fn paper(word: Option<&str>) -> Result<Paper, InvalidInput> {
    word.unwrap_or("A4").parse().map_err(InvalidInput)
}

fn inks(word: Option<&str>) -> Result<Inks, InvalidInput> {
    word.unwrap_or("full").parse().map_err(|why| InvalidInput(format!("'ink': {why}")))
}

fn backs(word: Option<&str>) -> Result<Backs, InvalidInput> {
    word.unwrap_or("fold").parse().map_err(|why| InvalidInput(format!("'backs': {why}")))
}

impl Printed for PrintChallenge {
    const NAME: &'static str = "challenge";

    fn print(self, registry: &Registry, limits: &Limits) -> Result<Vec<u8>> {
        let challenge = read_challenge(registry, &self.id)?;
        let id = challenge.id();
        let options = BookOptions {
            title: id.clone(),
            from: None,
            paper: paper(self.page.as_deref())?,
            inks: inks(self.ink.as_deref())?,
            link: Link::read(self.link.as_deref())?,
            whole: false,
        };
        let chosen = [Chosen::new(challenge, String::new(), Vec::new(), limits)];
        pdf(&book_pages(&chosen, &options).map_err(InvalidInput)?, &id)
    }
}

impl Printed for PrintKit {
    const NAME: &'static str = "kit";

    fn print(self, registry: &Registry, _: &Limits) -> Result<Vec<u8>> {
        let setup = setup_from_text(registry, &self.text, &self.options).map_err(InvalidInput::because)?;
        let options = KitOptions {
            paper: paper(self.page.as_deref())?,
            backs: backs(self.backs.as_deref())?,
            plain_backs: false,
            inks: inks(self.ink.as_deref())?,
            scale: 1.0,
            parts: None,
            link: Link::read(self.link.as_deref())?,
        };
        let dealer = dealer(&setup)?;
        let (pages, title) = kit_pages(registry, &dealer, &options).map_err(InvalidInput)?;
        pdf(&pages, &title)
    }
}

/// Prints what is asked for by its name, with a body in JSON.
pub fn print(registry: &Registry, name: &str, body: &str, limits: &Limits) -> Result<Vec<u8>> {
    fn read<P: Printed>(registry: &Registry, body: &str, limits: &Limits) -> Result<Vec<u8>> {
        json::read::<P>(body.as_bytes())?.print(registry, limits)
    }
    match name {
        PrintChallenge::NAME => read::<PrintChallenge>(registry, body, limits),
        PrintKit::NAME => read::<PrintKit>(registry, body, limits),
        _ => Err(InvalidInput(format!("'{name}' cannot be printed, expected challenge or kit")).into()),
    }
}
