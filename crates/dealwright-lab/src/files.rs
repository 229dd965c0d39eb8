//! Setups from files.

use anyhow::Result;
use dealwright::setup::{self, Setup};
use dealwright::text::read_text;
use dealwright::{InvalidInput, Registry};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

/// The text of a file that is no longer than so many bytes.
pub fn read_limited(path: &Path, most: usize) -> Result<String> {
    let file = std::fs::File::open(path).map_err(|e| InvalidInput(format!("{}: {e}", path.display())))?;
    Ok(read_text(file, most).map_err(|error| InvalidInput(format!("{}: {error}", path.display())))?)
}

/// A setup by name (`GAME/SETUP`) or by a path ending in `.toml`, with the sizes and rules chosen.
pub fn load_setup(registry: &Registry, name: &str, options: &[(String, String)]) -> Result<Setup> {
    Ok(load_setup_with_files(registry, name, options)?.0)
}

/// The same, with the texts of the file and of those it names; none for a built-in setup.
pub fn load_setup_with_files(
    registry: &Registry,
    name: &str,
    options: &[(String, String)],
) -> Result<(Setup, BTreeMap<String, String>)> {
    if !name.ends_with(".toml") {
        return Ok((registry.setup(name, options)?, BTreeMap::new()));
    }
    let folder = Path::new(name).parent().unwrap_or(Path::new(""));
    let files = RefCell::new(BTreeMap::new());
    let open = |file: &str| {
        let path = folder.join(file);
        let is_setup = Path::new(name).file_name().is_some_and(|own| own == file);
        if !is_setup && !path.exists() {
            return Err("there is no such file beside the setup".to_string());
        }
        let text = read_limited(&path, setup::read::MOST_BYTES).map_err(|e| e.to_string())?;
        files.borrow_mut().insert(file.to_string(), text.clone());
        Ok(text)
    };
    let setup = registry.setup_from_file(name, options, &open)?;
    Ok((setup, files.into_inner()))
}

/// A setup from texts that were kept, or a built-in one.
pub fn setup_from_files(
    registry: &Registry,
    name: &str,
    options: &[(String, String)],
    files: &BTreeMap<String, String>,
) -> Result<Setup> {
    let Some(text) = files.get(name) else { return Ok(registry.setup(name, options)?) };
    let beside =
        |file: &str| files.get(file).cloned().ok_or_else(|| "is not kept with the study".to_string());
    Ok(registry.setup_from_text(name, text, options, &beside)?)
}
