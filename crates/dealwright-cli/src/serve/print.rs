//! Paper: a challenge or a kit as PDF.

use super::App;
use super::design::Design;
use super::play::limits;
use super::work::Refused;
use crate::input::dealer_for;
use crate::print::book::choose::Chosen;
use crate::print::book::{self, book_pages};
use crate::print::file::pdf;
use crate::print::kit::{self, kit_pages};
use crate::print::layout::Backs;
use crate::print::paper::Paper;
use crate::svg::Inks;
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use clap::ValueEnum;
use dealwright::games::read_challenge;
use serde::Deserialize;

/// Paper and ink, as the command line knows them.
#[derive(Deserialize)]
#[serde(default)]
pub struct Wishes {
    page: String,
    ink: String,
    backs: String,
}

impl Default for Wishes {
    fn default() -> Self {
        Self { page: "A4".into(), ink: "full".into(), backs: "fold".into() }
    }
}

impl Wishes {
    fn paper(&self) -> Result<Paper, Refused> {
        self.page.parse().map_err(|error: String| Refused::wrong(error))
    }

    fn inks(&self) -> Result<Inks, Refused> {
        Inks::from_str(&self.ink, false).map_err(|_| Refused::wrong("expected the ink full, low or grey"))
    }

    fn backs(&self) -> Result<Backs, Refused> {
        Backs::from_str(&self.backs, false)
            .map_err(|_| Refused::wrong("expected backs as fold, long, short or none"))
    }
}

#[derive(Deserialize)]
pub struct Challenge {
    id: String,
    #[serde(flatten)]
    wishes: Wishes,
}

#[derive(Deserialize)]
pub struct Kit {
    #[serde(flatten)]
    design: Design,
    #[serde(flatten)]
    wishes: Wishes,
}

/// A challenge on a page of its own, to be laid out.
pub async fn challenge(State(app): State<App>, Json(asked): Json<Challenge>) -> Result<Response, Refused> {
    as_pdf(app, move || {
        let challenge = read_challenge(&asked.id).map_err(Refused::wrong)?;
        let id = challenge.id();
        let manner = book::Manner {
            title: id.clone(),
            from: None,
            paper: asked.wishes.paper()?,
            inks: asked.wishes.inks()?,
            link: None,
            whole: false,
        };
        let chosen = [Chosen::new(challenge, String::new(), Vec::new(), &limits())];
        Ok((book_pages(&chosen, &manner).map_err(Refused::wrong)?, id))
    })
    .await
}

/// The pieces, board and leaflet of a setup.
pub async fn kit(State(app): State<App>, Json(asked): Json<Kit>) -> Result<Response, Refused> {
    as_pdf(app, move || {
        let setup = asked.design.setup()?;
        let dealer = dealer_for(&setup).map_err(Refused::wrong)?;
        let manner = kit::Manner {
            paper: asked.wishes.paper()?,
            backs: asked.wishes.backs()?,
            plain_backs: false,
            inks: asked.wishes.inks()?,
            scale: 1.0,
            parts: None,
        };
        kit_pages(&dealer, &manner).map_err(Refused::wrong)
    })
    .await
}

/// Pages and a title, made where there is a place for slow work.
async fn as_pdf(
    app: App,
    pages: impl FnOnce() -> Result<(Vec<String>, String), Refused> + Send + 'static,
) -> Result<Response, Refused> {
    let failed = || Refused(StatusCode::INTERNAL_SERVER_ERROR, "something went wrong inside".into());
    let made = app.slow.take(move || {
        let (pages, title) = pages()?;
        pdf(&pages, &title).map_err(Refused::wrong)
    });
    let bytes = made.await.ok_or_else(failed)??;
    Ok(([(header::CONTENT_TYPE, "application/pdf")], bytes).into_response())
}
