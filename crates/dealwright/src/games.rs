//! The games that come with Dealwright, one file each. [`crate::registry`] lists them.

pub mod boxoff;
pub mod fujisan;
pub mod pretzel;
