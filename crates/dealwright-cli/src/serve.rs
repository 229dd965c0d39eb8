//! The page and its API. The library decides everything; the page only shows what comes from here.

mod assets;
mod better;
mod design;
mod play;
mod print;
mod study;
mod table;
mod work;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use std::path::PathBuf;
use std::sync::Arc;
pub use work::Work;

/// Longest request.
const MOST_BYTES: usize = 64 * 1024;

/// What all requests share.
#[derive(Clone)]
pub struct App {
    /// Names under which the server answers: anything else may be a page elsewhere that was led here by a false address.
    hosts: Arc<Vec<String>>,
    work: Work,
    /// For what goes on and on: players do not wait for it.
    slow: Work,
    studies: study::Studies,
}

impl App {
    /// `root` is where studies and reproductions lie.
    pub fn new(hosts: Vec<String>, root: PathBuf) -> Self {
        Self {
            hosts: Arc::new(hosts),
            work: Work::new(1),
            slow: Work::new(2),
            studies: study::Studies::new(root),
        }
    }
}

/// Everything the server can do, bound to nothing yet.
pub fn make_app(app: App) -> Router {
    Router::new()
        .route("/", get(assets::index))
        .route("/page/{name}", get(assets::file))
        .route("/api/games", get(play::games))
        .route("/api/deal", post(play::deal))
        .route("/api/position", post(play::position))
        .route("/api/hint", post(play::hint))
        .route("/api/lost", post(play::lost))
        .route("/api/game", post(play::game))
        .route("/api/rate", post(play::rate))
        .route("/api/table", post(table::table))
        .route("/api/setup", post(design::builtin))
        .route("/api/design", post(design::design))
        .route("/api/samples", post(design::samples))
        .route("/api/ids", post(design::ids))
        .route("/api/meter", post(design::meter))
        .route("/api/gallery", get(better::gallery))
        .route("/api/compare", post(better::compare))
        .route("/api/tune", post(better::tune))
        .route("/api/hunt", post(better::hunt))
        .route("/api/print/challenge", post(print::challenge))
        .route("/api/print/kit", post(print::kit))
        .route("/api/runs", get(study::runs))
        .route("/api/ledger", post(study::ledger))
        .route("/api/figure", post(study::figure))
        .route("/api/study", post(study::study))
        .route("/api/rows", post(study::rows))
        .route("/api/study/start", post(study::start))
        .route("/api/study/stop", post(study::stop))
        .fallback(|| async { (StatusCode::NOT_FOUND, "there is nothing here") })
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(from_fn_with_state(app.clone(), guard))
        .with_state(app)
}

/// Refuses requests under other names, and tells browsers to load nothing from elsewhere.
async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    if !app.hosts.iter().any(|known| known.eq_ignore_ascii_case(host)) {
        return (StatusCode::FORBIDDEN, "this name is not served here").into_response();
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
             base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
