//! Studies on disk. FORMATS describes the directory.

pub mod bounds;
pub mod columns;
pub mod dir;
pub mod file;
pub mod manifest;
mod old;
mod quiet;
pub mod room;
pub mod scratch;
mod sound;
pub mod table;
#[cfg(test)]
mod tests;
mod thrift;

use sha2::{Digest, Sha256};

/// The SHA-256 of some bytes in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
