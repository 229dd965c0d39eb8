//! Which program this is.

/// The version, with the commit where it is known: "0.2.0 (1a2b3c4d5e6f)".
pub const VERSION: &str = env!("DEALWRIGHT_VERSION");

/// The commit alone.
pub const COMMIT: Option<&str> = option_env!("DEALWRIGHT_COMMIT");
