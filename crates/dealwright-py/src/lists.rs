//! What there is: games, setups, measures, columns.

use crate::wrong_input;
use dealwright::Registry;
use dealwright::record::{Column, ColumnKind, Schema};
use dealwright::study::MEASURES;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The games: for each its name, title, rules in words, parameters and an example.
#[pyfunction]
pub fn games(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let game = |info: &dealwright::game::GameInfo| {
        let dict = PyDict::new(py);
        dict.set_item("name", info.name)?;
        dict.set_item("title", info.title)?;
        dict.set_item("about", info.about)?;
        let rules = PyDict::new(py);
        info.rules.iter().try_for_each(|rule| rules.set_item(rule.name, rule.about))?;
        dict.set_item("rules", rules)?;
        let parameters = PyDict::new(py);
        info.parameters.iter().try_for_each(|size| parameters.set_item(size.name, size.about))?;
        dict.set_item("parameters", parameters)?;
        let symmetries = PyDict::new(py);
        info.symmetries.iter().try_for_each(|symmetry| symmetries.set_item(symmetry.name, symmetry.about))?;
        dict.set_item("symmetries", symmetries)?;
        dict.set_item("example", info.example)?;
        Ok(dict)
    };
    Registry::standard().infos().map(game).collect()
}

/// The names of the built-in setups.
#[pyfunction]
pub fn setups() -> Vec<String> {
    Registry::standard().setup_names()
}

/// The measures, and what each tells.
#[pyfunction]
pub fn measures(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    MEASURES.iter().try_for_each(|(name, about)| dict.set_item(name, about))?;
    Ok(dict)
}

/// The columns of records of all games: for each its name, what it holds ("text", "int", "float", "bool") and what it means.
/// Studies have those of their own games.
#[pyfunction]
pub fn columns() -> PyResult<Vec<(String, &'static str, String)>> {
    let kind = |kind| match kind {
        ColumnKind::Text => "text",
        ColumnKind::Int => "int",
        ColumnKind::Real => "float",
        ColumnKind::Flag => "bool",
    };
    let schema = all_columns()?;
    let column = |column: &Column| (column.name.to_string(), kind(column.kind), column.about.to_string());
    Ok(schema.columns().iter().map(column).collect())
}

/// The columns of all games.
pub fn all_columns() -> PyResult<Schema> {
    Schema::of(Registry::standard().infos()).map_err(wrong_input)
}
