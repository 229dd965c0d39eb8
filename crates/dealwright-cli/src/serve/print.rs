//! Paper: a challenge or a kit as PDF.

use super::App;
use super::ask::{JsonBody, Refused};
use super::work::Turn;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use dealwright_desk::budget::limits;
use dealwright_print::request::Printed;

/// Made where there is a place for slow work.
pub async fn print<P: Printed + Send + 'static>(
    State(app): State<App>,
    JsonBody(request): JsonBody<P>,
) -> Result<Response, Refused> {
    let registry = app.registry.clone();
    let made =
        move || request.print(&registry, &limits()).map_err(|error| Refused::wrong(format!("{error:#}")));
    let bytes = app.work.once(Turn::LONG, made).await?;
    Ok(([(header::CONTENT_TYPE, "application/pdf")], bytes).into_response())
}
