//! The stages between the search and the file, on a fixture that runs in a real worker.

#[path = "../../../emit/tests/build/mod.rs"]
#[allow(dead_code)]
mod build;
mod minimise;
mod names;
mod oracle;
mod setup;
