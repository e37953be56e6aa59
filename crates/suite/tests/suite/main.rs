//! Tests of this crate with a real worker and compiled Java classes.

#[path = "../../../emit/tests/build/mod.rs"]
#[allow(dead_code)]
mod build;
mod conditions;
mod contracts;
mod creations;
mod harmful_tests;
mod hostile_compiler;
mod inert;
mod minimise;
mod names;
mod replacements;
#[path = "../../../execution/tests/setup/mod.rs"]
#[allow(dead_code)]
mod setup;
mod simplify;
mod typical_values;
mod unasserted;
mod verify;
mod written_assertions;

/// Folders of Java sources, relative to this crate.
const FIXTURES: &[&str] = &["../execution/tests/fixture", "tests/fixture"];
