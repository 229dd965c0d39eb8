//! What the records of a study add up to: the tables of `dealwright summary`, for the page.

use super::App;
use super::ask::{Answer, JsonBody, Refused};
use super::work::Turn;
use axum::Json;
use axum::extract::State;
use dealwright::summary::{SummaryLine, groups};
use dealwright_desk::sections::{Section, sections};
use dealwright_lab::Lab;
use dealwright_lab::store::dir::StudyDir;
use dealwright_lab::summary::{lines_of, warnings, warnings_of_lines};
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub struct Place {
    path: String,
}

#[derive(Serialize)]
pub struct Summary {
    /// The tables, each with what is to be said about it.
    sections: Vec<SectionKeys>,
    /// The shares of solvable challenges, for a chart.
    shares: Vec<ShareKeys>,
    /// What limits the records.
    warnings: Vec<String>,
}

#[derive(Serialize)]
struct SectionKeys {
    title: String,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
    /// Columns of words; the others are numbers.
    words: usize,
    notes: Vec<String>,
}

impl From<Section> for SectionKeys {
    fn from(Section { title, columns, rows, words, notes }: Section) -> Self {
        Self { title, columns, rows, words, notes }
    }
}

#[derive(Serialize)]
struct ShareKeys {
    words: String,
    challenges: u64,
    /// None where nothing was decided.
    share: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

impl From<&SummaryLine> for ShareKeys {
    fn from(line: &SummaryLine) -> Self {
        let interval = line.interval();
        Self {
            words: line.words(),
            challenges: line.challenges,
            share: line.share(),
            low: interval.map(|interval| interval.low),
            high: interval.map(|interval| interval.high),
        }
    }
}

pub async fn summary(State(app): State<App>, JsonBody(place): JsonBody<Place>) -> Answer<Summary> {
    let lab = Lab::silent(app.registry.clone());
    let job = move || {
        let because = |error: anyhow::Error| Refused::wrong(format!("{error:#}"));
        let dir = StudyDir::open(&lab, &app.studies.folder.study(&place.path)?).map_err(because)?;
        let lines = lines_of(&dir, "").map_err(because)?;
        let told = warnings(&dir).into_iter().chain(warnings_of_lines(&dir, &lines));
        let tables = match lines.as_slice() {
            [] => Vec::new(),
            lines => sections(lines, &groups(lines, false)),
        };
        Ok(Summary {
            warnings: told.map(|warning| warning.to_string()).collect(),
            sections: tables.into_iter().map(SectionKeys::from).collect(),
            shares: lines.iter().map(ShareKeys::from).collect(),
        })
    };
    app.work.once(Turn::LONG, job).await.map(Json)
}
