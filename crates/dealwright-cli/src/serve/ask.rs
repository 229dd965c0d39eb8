//! Questions as they come in over the network, and what is said when one cannot be answered.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use dealwright::InvalidInput;
use dealwright_desk::json;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// What comes back: an answer in JSON, or why there is none.
pub type Answer<T> = Result<Json<T>, Refused>;

/// A request that cannot be answered: why, in words for people.
#[derive(Debug)]
pub struct Refused {
    pub status: StatusCode,
    pub why: String,
    /// Seconds after which it may be asked again.
    pub again: Option<u32>,
}

#[derive(Serialize)]
pub struct RefusedKeys {
    pub error: String,
}

impl Refused {
    pub fn because(status: StatusCode, why: impl ToString) -> Self {
        Self { status, why: why.to_string(), again: None }
    }

    pub fn wrong(why: impl ToString) -> Self {
        Self::because(StatusCode::BAD_REQUEST, why)
    }

    pub fn busy(why: impl ToString, again: u32) -> Self {
        Self { again: Some(again), ..Self::because(StatusCode::TOO_MANY_REQUESTS, why) }
    }
}

impl From<InvalidInput> for Refused {
    fn from(why: InvalidInput) -> Self {
        Self::wrong(why)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(RefusedKeys { error: self.why })).into_response();
        if let Some(seconds) = self.again {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// What is asked, as JSON in the body.
pub struct JsonBody<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refused> {
        // A page elsewhere cannot send this kind without asking first, so it cannot make a browser ask for it.
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let kind = kind.unwrap_or_default().split(';').next().unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            let why = "expected a body of the content type application/json";
            return Err(Refused::because(StatusCode::UNSUPPORTED_MEDIA_TYPE, why));
        }
        let body = Bytes::from_request(request, state).await;
        let body = body.map_err(|_| Refused::wrong("the request did not arrive completely"))?;
        Ok(Self(json::read(&body)?))
    }
}
