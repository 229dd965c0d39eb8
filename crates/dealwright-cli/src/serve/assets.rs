//! The page's own files, inside of the binary.

use super::ask::Refused;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

const INDEX: &str = include_str!("../../page/index.html");

const FILES: [(&str, &str, &str); 11] = [
    ("style.css", "text/css; charset=utf-8", include_str!("../../page/style.css")),
    ("app.js", "text/javascript; charset=utf-8", include_str!("../../page/app.js")),
    ("better.js", "text/javascript; charset=utf-8", include_str!("../../page/better.js")),
    ("design.js", "text/javascript; charset=utf-8", include_str!("../../page/design.js")),
    ("hard.js", "text/javascript; charset=utf-8", include_str!("../../page/hard.js")),
    ("lookback.js", "text/javascript; charset=utf-8", include_str!("../../page/lookback.js")),
    ("play.js", "text/javascript; charset=utf-8", include_str!("../../page/play.js")),
    ("study.js", "text/javascript; charset=utf-8", include_str!("../../page/study.js")),
    ("table.js", "text/javascript; charset=utf-8", include_str!("../../page/table.js")),
    ("talk.js", "text/javascript; charset=utf-8", include_str!("../../page/talk.js")),
    ("icon.svg", "image/svg+xml", include_str!("../../page/icon.svg")),
];

pub async fn index() -> Response {
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], INDEX).into_response()
}

pub async fn file(name: Result<Path<String>, PathRejection>) -> Response {
    let found = name.ok().and_then(|Path(name)| FILES.iter().find(|(known, ..)| *known == name));
    match found {
        Some((_, kind, text)) => ([(header::CONTENT_TYPE, *kind)], *text).into_response(),
        None => Refused::because(StatusCode::NOT_FOUND, "there is no such file").into_response(),
    }
}
