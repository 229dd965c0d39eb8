//! Paper: a challenge or a kit as PDF.

use super::App;
use super::ask::{JsonBody, Refused};
use super::work::Turn;
use crate::print::book::choose::Chosen;
use crate::print::book::{BookOptions, book_pages};
use crate::print::file::pdf;
use crate::print::kit::{KitOptions, kit_pages};
use crate::print::layout::Backs;
use crate::print::paper::Paper;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use clap::ValueEnum;
use dealwright::setup::load::dealer;
use dealwright_desk::budget::limits;
use dealwright_desk::design::setup_from_text;
use dealwright_draw::svg::Inks;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Paper and ink, as the command line knows them.
struct Wishes {
    page: Option<String>,
    ink: Option<String>,
    backs: Option<String>,
}

impl Wishes {
    fn paper(&self) -> Result<Paper, Refused> {
        self.page.as_deref().unwrap_or("A4").parse().map_err(|error: String| Refused::wrong(error))
    }

    fn inks(&self) -> Result<Inks, Refused> {
        let ink = self.ink.as_deref().unwrap_or("full");
        ink.parse().map_err(|why| Refused::wrong(format!("'ink': {why}")))
    }

    fn backs(&self) -> Result<Backs, Refused> {
        let backs = self.backs.as_deref().unwrap_or("fold");
        Backs::from_str(backs, false)
            .map_err(|_| Refused::wrong("'backs': expected fold, long, short or none"))
    }
}

#[derive(Deserialize)]
pub struct Challenge {
    id: String,
    page: Option<String>,
    ink: Option<String>,
}

#[derive(Deserialize)]
pub struct Kit {
    text: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    page: Option<String>,
    ink: Option<String>,
    backs: Option<String>,
}

/// A challenge on a page of its own, to be laid out.
pub async fn challenge(
    State(app): State<App>,
    JsonBody(request): JsonBody<Challenge>,
) -> Result<Response, Refused> {
    let registry = app.registry.clone();
    as_pdf(app, move || {
        let challenge = registry.challenge(&request.id).map_err(Refused::wrong)?;
        let id = challenge.id();
        let wishes = Wishes { page: request.page, ink: request.ink, backs: None };
        let options = BookOptions {
            title: id.clone(),
            from: None,
            paper: wishes.paper()?,
            inks: wishes.inks()?,
            link: None,
            whole: false,
        };
        let chosen = [Chosen::new(challenge, String::new(), Vec::new(), &limits())];
        Ok((book_pages(&chosen, &options).map_err(Refused::wrong)?, id))
    })
    .await
}

/// The pieces, board and leaflet of a setup.
pub async fn kit(State(app): State<App>, JsonBody(request): JsonBody<Kit>) -> Result<Response, Refused> {
    let registry = app.registry.clone();
    as_pdf(app, move || {
        let setup = setup_from_text(&registry, &request.text, &request.options).map_err(Refused::wrong)?;
        let wishes = Wishes { page: request.page, ink: request.ink, backs: request.backs };
        let dealer = dealer(&setup).map_err(Refused::wrong)?;
        let options = KitOptions {
            paper: wishes.paper()?,
            backs: wishes.backs()?,
            plain_backs: false,
            inks: wishes.inks()?,
            scale: 1.0,
            parts: None,
        };
        kit_pages(&dealer, &options).map_err(Refused::wrong)
    })
    .await
}

/// Pages and a title, made where there is a place for slow work.
async fn as_pdf(
    app: App,
    pages: impl FnOnce() -> Result<(Vec<String>, String), Refused> + Send + 'static,
) -> Result<Response, Refused> {
    let made = move || {
        let (pages, title) = pages()?;
        pdf(&pages, &title).map_err(Refused::wrong)
    };
    let bytes = app.work.once(Turn::LONG, made).await?;
    Ok(([(header::CONTENT_TYPE, "application/pdf")], bytes).into_response())
}
