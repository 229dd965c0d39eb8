//! The setups that come with Dealwright.

use super::Setup;
use super::read::{ReadError, read};

macro_rules! setups {
    ($($name:literal),* $(,)?) => {
        /// Names and files of all built-in setups.
        pub const SETUPS: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../../../setups/", $name, ".toml")))),*];
    };
}

setups![
    "boxoff/shuffled",
    "boxoff/ltiles",
    "boxoff/abc",
    "pretzel/shuffled",
    "pretzel/sequential",
    "pretzel/banded",
    "pretzel/random-suits",
    "fujisan/shuffled",
    "fujisan/piecepack",
    "fujisan/engraved",
    "fujisan/dominoes",
    "fujisan/rolled",
    "fujisan/unique",
];

/// The file of a built-in setup.
pub fn text_of(name: &str) -> Option<&'static str> {
    SETUPS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// Reads a built-in setup; none when there is none of that name.
pub fn read_builtin(name: &str, options: &[(String, String)]) -> Option<Result<Setup, ReadError>> {
    let text = text_of(name)?;
    let (_, short) = name.split_once('/')?;
    Some(read(text, short, options, &|_| Err("built-in setups have no files beside them".into())))
}
