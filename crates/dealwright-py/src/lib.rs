//! Dealwright for Python: deals, verdicts, measures and studies, without a command in between.
//!
//! Python sees the same registry as the command line, strings in and strings out. Long work runs on all cores with the
//! interpreter set free; records are handed over as Arrow columns, which pandas, polars and pyarrow take as they are.

mod challenge;
mod lists;
mod records;
mod setup;
mod study;
mod work;

use pyo3::prelude::*;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What was asked for cannot be read or done; the message names the place and the remedy.
mod wrong {
    #![allow(missing_docs, reason = "the macro leaves no place for it")]
    pyo3::create_exception!(dealwright, WrongInput, pyo3::exceptions::PyValueError);
}
pub use wrong::WrongInput;

/// The exception for an error of the library.
fn wrong_input(error: impl std::fmt::Display) -> PyErr {
    WrongInput::new_err(error.to_string())
}

#[pymodule]
fn _dealwright(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("WrongInput", module.py().get_type::<WrongInput>())?;
    module.add_class::<challenge::Challenge>()?;
    module.add_class::<challenge::Answer>()?;
    module.add_class::<setup::Setup>()?;
    module.add_class::<study::Study>()?;
    module.add_class::<study::Batches>()?;
    module.add_class::<records::Records>()?;
    module.add_function(wrap_pyfunction!(lists::games, module)?)?;
    module.add_function(wrap_pyfunction!(lists::setups, module)?)?;
    module.add_function(wrap_pyfunction!(lists::measures, module)?)?;
    module.add_function(wrap_pyfunction!(lists::columns, module)?)?;
    module.add_function(wrap_pyfunction!(challenge::solve, module)?)?;
    module.add_function(wrap_pyfunction!(challenge::measure, module)?)?;
    module.add_function(wrap_pyfunction!(setup::setup_from_files, module)?)?;
    module.add_function(wrap_pyfunction!(study::study_again, module)?)?;
    Ok(())
}
