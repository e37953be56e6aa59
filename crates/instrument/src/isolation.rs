//! Test isolation: limits of a test, calls that must have no effect outside the test, and shared state to
//! restore.

pub(crate) mod budget;
pub(crate) mod redirects;
pub(crate) mod settings;
pub(crate) mod statics;
