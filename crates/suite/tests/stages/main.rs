//! The stages between the search and the file, on a fixture that runs in a real worker.

#[path = "../../../emit/tests/build/mod.rs"]
#[allow(dead_code)]
mod build;
mod contracts;
mod inspect;
mod judge;
mod minimise;
mod names;
mod oracle;
mod setup;
mod simplify;
mod suspicion;
