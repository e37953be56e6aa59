//! Tests of this crate with a real worker JVM and compiled Java classes.

#[path = "../../../emit/tests/build/mod.rs"]
#[allow(dead_code)]
mod build;
mod inspectors;
mod oracle;
mod run;
mod selection;
#[path = "../setup/mod.rs"]
#[allow(dead_code)]
mod setup;
mod suspicion;

/// Folders of Java sources, relative to this crate.
const FIXTURES: &[&str] = &["tests/fixture"];
