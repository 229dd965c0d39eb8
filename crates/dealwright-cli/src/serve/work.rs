//! Work that is not done at once: beside the threads that answer, and never more of it than the machine has cores.

use crate::run::cores;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

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
    /// One place for each so many cores.
    pub fn new(cores_each: usize) -> Self {
        Self { places: Arc::new(Semaphore::new((cores() / cores_each).max(1))) }
    }

    /// A place for the thread that asks, which waits until there is one. Not for threads that answer requests.
    pub fn place(&self) -> Option<OwnedSemaphorePermit> {
        tokio::runtime::Handle::try_current().ok()?.block_on(self.places.clone().acquire_owned()).ok()
    }

    /// Does something as soon as there is a place for it, first come first served; none when it failed inside.
    pub async fn take<T: Send + 'static>(&self, job: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let place = self.places.clone().acquire_owned().await.ok()?;
        let done = tokio::task::spawn_blocking(move || {
            let _place = place;
            job()
        });
        done.await.ok()
    }

    /// Does something as soon as there is a place for it. Somebody who has left in the meantime is not waited for.
    pub async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> Result<T, Refused> + Send + 'static,
    ) -> Result<Json<T>, Refused> {
        let failed = || Refused(StatusCode::INTERNAL_SERVER_ERROR, "something went wrong inside".into());
        self.take(job).await.ok_or_else(failed)?.map(Json)
    }
}
