//! Test isolation: limits of a test, calls that must not leave the test, and shared state to restore.

pub(crate) mod budget;
pub(crate) mod redirects;
pub(crate) mod settings;
pub(crate) mod statics;
