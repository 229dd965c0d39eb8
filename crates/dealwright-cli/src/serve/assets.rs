//! The page's own files, inside of the binary.

use super::App;
use super::access::is_for_this_computer;
use super::ask::Refused;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use dealwright_draw::svg::escaped;

const INDEX: &str = include_str!("../../page/index.html");

const MANIFEST: &str = "application/manifest+json";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Names, kinds and contents. What only a page without a server needs is left out.
const FILES: &[(&str, &str, &[u8])] = &[
    ("style.css", "text/css; charset=utf-8", include_bytes!("../../page/style.css")),
    ("design.css", "text/css; charset=utf-8", include_bytes!("../../page/design.css")),
    ("app.js", SCRIPT, include_bytes!("../../page/app.js")),
    ("bench.js", SCRIPT, include_bytes!("../../page/bench.js")),
    ("better.js", SCRIPT, include_bytes!("../../page/better.js")),
    ("board.js", SCRIPT, include_bytes!("../../page/board.js")),
    ("daily.js", SCRIPT, include_bytes!("../../page/daily.js")),
    ("deals.js", SCRIPT, include_bytes!("../../page/deals.js")),
    ("desk.js", SCRIPT, include_bytes!("../../page/desk.js")),
    ("design.js", SCRIPT, include_bytes!("../../page/design.js")),
    ("fields.js", SCRIPT, include_bytes!("../../page/fields.js")),
    ("habits.js", SCRIPT, include_bytes!("../../page/habits.js")),
    ("hard.js", SCRIPT, include_bytes!("../../page/hard.js")),
    ("history.js", SCRIPT, include_bytes!("../../page/history.js")),
    ("home.js", SCRIPT, include_bytes!("../../page/home.js")),
    ("kit.js", SCRIPT, include_bytes!("../../page/kit.js")),
    ("lookback.js", SCRIPT, include_bytes!("../../page/lookback.js")),
    ("meter.js", SCRIPT, include_bytes!("../../page/meter.js")),
    ("offline.js", SCRIPT, include_bytes!("../../page/offline.js")),
    ("people.js", SCRIPT, include_bytes!("../../page/people.js")),
    ("people-log.js", SCRIPT, include_bytes!("../../page/people-log.js")),
    ("places.js", SCRIPT, include_bytes!("../../page/places.js")),
    ("play.js", SCRIPT, include_bytes!("../../page/play.js")),
    ("print.js", SCRIPT, include_bytes!("../../page/print.js")),
    ("repair.js", SCRIPT, include_bytes!("../../page/repair.js")),
    ("rules.js", SCRIPT, include_bytes!("../../page/rules.js")),
    ("server.js", SCRIPT, include_bytes!("../../page/server.js")),
    ("setuplink.js", SCRIPT, include_bytes!("../../page/setuplink.js")),
    ("share.js", SCRIPT, include_bytes!("../../page/share.js")),
    ("stats.js", SCRIPT, include_bytes!("../../page/stats.js")),
    ("stopwatch.js", SCRIPT, include_bytes!("../../page/stopwatch.js")),
    ("steps.js", SCRIPT, include_bytes!("../../page/steps.js")),
    ("study.js", SCRIPT, include_bytes!("../../page/study.js")),
    ("table.js", SCRIPT, include_bytes!("../../page/table.js")),
    ("talk.js", SCRIPT, include_bytes!("../../page/talk.js")),
    ("token.js", SCRIPT, include_bytes!("../../page/token.js")),
    ("tray.js", SCRIPT, include_bytes!("../../page/tray.js")),
    ("workers.js", SCRIPT, include_bytes!("../../page/workers.js")),
    ("icon.svg", "image/svg+xml", include_bytes!("../../page/icon.svg")),
    ("icon-192.png", "image/png", include_bytes!("../../page/icon-192.png")),
    ("icon-512.png", "image/png", include_bytes!("../../page/icon-512.png")),
    ("manifest.webmanifest", MANIFEST, include_bytes!("../../page/manifest.webmanifest")),
];

/// The mark in the page that says where its links lead.
const LINK: &str = "name=\"dealwright-link\" content=\"\"";

/// The page. Links that it makes lead to the address that the user gave; without one, to where the page was opened, or from
/// this computer itself to where others can open it.
pub async fn index(State(app): State<App>, headers: HeaderMap) -> Response {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let reachable =
        || app.access.reachable.clone().filter(|_| is_for_this_computer(&format!("http://{host}/")));
    let link = app.access.link.clone().or_else(reachable).unwrap_or_default();
    let page = INDEX.replacen(LINK, &format!("name=\"dealwright-link\" content=\"{}\"", escaped(&link)), 1);
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
}

pub async fn manifest() -> Response {
    answer("manifest.webmanifest")
}

pub async fn file(name: Result<Path<String>, PathRejection>) -> Response {
    answer(&name.map(|Path(name)| name).unwrap_or_default())
}

fn answer(name: &str) -> Response {
    match FILES.iter().find(|(known, ..)| *known == name) {
        Some((_, kind, bytes)) => ([(header::CONTENT_TYPE, *kind)], *bytes).into_response(),
        None => Refused::because(StatusCode::NOT_FOUND, "there is no such file").into_response(),
    }
}

#[cfg(test)]
mod tests {
    use dealwright_print::png;

    #[test]
    fn icons_are_the_picture_in_pixels() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        let svg = std::fs::read_to_string(folder.join("icon.svg")).unwrap();
        for width in [192, 512] {
            let path = folder.join(format!("icon-{width}.png"));
            let made = png(&svg, width).unwrap();
            if std::env::var_os("UPDATE_GOLDEN").is_some() {
                std::fs::write(&path, &made).unwrap();
            }
            assert!(std::fs::read(&path).unwrap() == made, "UPDATE_GOLDEN=1 makes {} anew", path.display());
        }
    }

    #[test]
    fn the_page_has_a_mark_for_its_links() {
        assert_eq!(super::INDEX.matches(super::LINK).count(), 1);
    }

    #[test]
    fn every_file_that_the_page_asks_for_is_served() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        for entry in std::fs::read_dir(folder).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let is_other = ["index.html", "worker.js", "wasm.js", "service.js"].contains(&name.as_str());
            assert_ne!(super::FILES.iter().any(|(known, ..)| *known == name), is_other, "{name}");
        }
    }
}
