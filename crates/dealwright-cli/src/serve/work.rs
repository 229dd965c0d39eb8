//! Work that is not done at once: beside the threads that answer, and never more of it than the machine has cores.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Places for work.
#[derive(Clone)]
pub struct Work {
    places: Arc<Semaphore>,
}

/// A request that cannot be answered: why, in words for people.
#[derive(Debug)]
pub struct Refused(pub StatusCode, pub String);

#[derive(Serialize)]
struct RefusedKeys {
    error: String,
}

impl Refused {
    pub fn wrong(why: impl ToString) -> Self {
        Self(StatusCode::BAD_REQUEST, why.to_string())
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.0, Json(RefusedKeys { error: self.1 })).into_response()
    }
}

impl Work {
    pub fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { places: Arc::new(Semaphore::new(cores)) }
    }

    /// Does something as soon as there is a place for it. Somebody who has left in the meantime is not waited for.
    pub async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> Result<T, Refused> + Send + 'static,
    ) -> Result<Json<T>, Refused> {
        let busy = |_| Refused(StatusCode::SERVICE_UNAVAILABLE, "the server is going down".into());
        let place = self.places.clone().acquire_owned().await.map_err(busy)?;
        let done = tokio::task::spawn_blocking(move || {
            let _place = place;
            job()
        });
        let failed = |_| Refused(StatusCode::INTERNAL_SERVER_ERROR, "something went wrong inside".into());
        done.await.map_err(failed)?.map(Json)
    }
}
