//! The page and its API. The library decides everything; the page only shows what comes from here.

pub mod access;
mod ask;
mod assets;
mod folder;
pub mod net;
mod print;
mod streams;
mod study;
mod summary;
#[cfg(test)]
mod tests;
mod work;

use access::Access;
use ask::{Answer, JsonBody, Refused};
use axum::body::{Body, to_bytes};
use axum::extract::{Extension, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use dealwright::Registry;
use dealwright_desk::list::{ListGallery, ListGames};
use dealwright_desk::{
    Question, Streamed, builder, code, comparison, deal, design, hunt, look_back, meter, play, prove, rate,
    repair, table, tune, why,
};
use dealwright_print::request::{PrintChallenge, PrintKit};
use net::{Ends, Options};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use work::Work;

/// Longest request.
const MOST_BYTES: usize = 64 * 1024;

/// What all requests share.
#[derive(Clone)]
pub struct App {
    /// The games that are served.
    registry: Registry,
    work: Work,
    streams: streams::Streams,
    studies: study::Studies,
    options: Options,
    access: Arc<Access>,
}

impl App {
    /// `root` is where studies and reproductions lie.
    pub fn new(registry: Registry, root: PathBuf, options: Options, access: Access) -> Self {
        Self {
            registry,
            work: Work::new(),
            streams: streams::Streams::default(),
            studies: study::Studies::new(root),
            options,
            access: Arc::new(access),
        }
    }

    /// Asks everything that runs on its own to end, and waits for it for a while.
    pub async fn stop(&self, most: Duration) {
        self.studies.stop_all(most).await;
    }
}

/// The address of a question.
fn address(name: &str) -> String {
    format!("/api/{name}")
}

/// A question of the desk that has one answer.
fn route<Q: Question>(router: Router<App>) -> Router<App> {
    router.route(&address(Q::NAME), post(answered::<Q>))
}

/// A question of the desk that is answered by a stream.
fn route_stream<Q: Streamed>(router: Router<App>) -> Router<App> {
    router.route(&address(Q::NAME), post(streams::streamed::<Q>))
}

/// Every question of the desk under its own name.
fn desk_routes() -> Router<App> {
    let questions = [
        route::<play::ShowPosition>,
        route::<deal::DealOne>,
        route::<look_back::AskHint>,
        route::<look_back::FindLoss>,
        route::<look_back::ReviewGame>,
        route::<rate::RateChallenge>,
        route::<why::AskWhy>,
        route::<repair::AskRepair>,
        route::<table::ReadTable>,
        route::<table::TellLayout>,
        route::<design::GetSetupFile>,
        route::<design::ReadDesign>,
        route::<design::DealSamples>,
        route::<design::DealIds>,
        route::<design::DealOfText>,
        route::<builder::BuildKit>,
        route::<meter::ReadMeter>,
        route::<code::DrawCode>,
        route_stream::<meter::RunMeter>,
        route_stream::<comparison::CompareDesigns>,
        route_stream::<tune::TuneDesign>,
        route_stream::<prove::ProveDesign>,
        route_stream::<hunt::HuntChallenge>,
    ];
    questions.into_iter().fold(Router::new(), |router, add| add(router))
}

/// Asks the desk in as many turns as it takes.
async fn answered<Q: Question>(State(app): State<App>, JsonBody(question): JsonBody<Q>) -> Answer<Q::Answer> {
    app.work.ask(app.registry.clone(), question).await.map(Json)
}

/// The same for a question without a word to it.
async fn listed<Q: Question>(State(app): State<App>) -> Answer<Q::Answer> {
    let question = dealwright_desk::json::read(b"{}")?;
    app.work.ask::<Q>(app.registry.clone(), question).await.map(Json)
}

/// What changes something on the disk.
fn changes(app: &App) -> Router<App> {
    Router::new()
        .route("/api/study/start", post(study::start))
        .route("/api/study/stop", post(study::stop))
        .route_layer(from_fn_with_state(app.clone(), guard_changes))
}

/// Refuses changes by whoever may not make any.
async fn guard_changes(
    State(app): State<App>,
    Extension(ends): Extension<Ends>,
    request: Request,
    next: Next,
) -> Response {
    match app.access.check_change(request.headers(), &ends) {
        Ok(()) => next.run(request).await,
        Err(refused) => refused.into_response(),
    }
}

/// Everything the server can do, bound to nothing yet. Requests need their [`Ends`] among their extensions.
pub fn make_app(app: App) -> Router {
    desk_routes()
        .route("/", get(assets::index))
        .route("/manifest.webmanifest", get(assets::manifest))
        .route("/page/{name}", get(assets::file))
        .route("/api/games", get(listed::<ListGames>))
        .route("/api/gallery", get(listed::<ListGallery>))
        .route("/api/print/challenge", post(print::print::<PrintChallenge>))
        .route("/api/print/kit", post(print::print::<PrintKit>))
        .route("/api/runs", get(study::runs))
        .route("/api/ledger", post(study::ledger))
        .route("/api/figure", post(study::figure))
        .route("/api/study", post(study::study))
        .route("/api/rows", post(study::rows))
        .route("/api/summary", post(summary::summary))
        .merge(changes(&app))
        .fallback(|| async { Refused::because(StatusCode::NOT_FOUND, "there is nothing here") })
        .method_not_allowed_fallback(|| async {
            Refused::because(
                StatusCode::METHOD_NOT_ALLOWED,
                "wrong method for this address, expected GET or POST",
            )
        })
        .layer(from_fn_with_state(app.clone(), guard))
        .with_state(app)
}

/// Refuses requests under other names and those that are too long or too slow, and tells browsers to load nothing from
/// elsewhere.
async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let mut response = match received(&app, request).await {
        Ok(request) => next.run(request).await,
        Err(refused) => refused.into_response(),
    };
    let status = response.status();
    let headers = response.headers_mut();
    for (name, value) in [
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; \
             base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // Whoever asks too much or under a strange name does not keep a place among the connections.
    let unwanted = [
        StatusCode::FORBIDDEN,
        StatusCode::REQUEST_TIMEOUT,
        StatusCode::PAYLOAD_TOO_LARGE,
        StatusCode::TOO_MANY_REQUESTS,
    ];
    if unwanted.contains(&status) {
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

/// The request with its whole body, once it is known to come under a name of this machine.
async fn received(app: &App, request: Request) -> Result<Request, Refused> {
    app.access.check_name(request.headers(), request.extensions().get::<Ends>())?;
    let (head, body) = request.into_parts();
    let whole = tokio::time::timeout(app.options.read, to_bytes(body, MOST_BYTES)).await;
    let whole = whole.map_err(|_| {
        Refused::because(StatusCode::REQUEST_TIMEOUT, "the request did not arrive completely in time")
    })?;
    let whole = whole.map_err(|_| {
        let why =
            format!("the request is longer than {} kB, or did not arrive completely", MOST_BYTES / 1024);
        Refused::because(StatusCode::PAYLOAD_TOO_LARGE, why)
    })?;
    Ok(Request::from_parts(head, Body::from(whole)))
}
