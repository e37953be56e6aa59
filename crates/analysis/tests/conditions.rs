//! Tests of the conditions of predicates. The cases are in `tests/conditions/*.md`.

mod literate;

use std::path::Path;

use analysis::{Method, Predicate, Program};
use classfile::ClassFile;

#[test]
fn conditions_are_as_described_in_the_markdown_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conditions");
    let sections = literate::check(&folder, |section| {
        let program = Program::new(&section.classes.iter().collect::<Vec<&ClassFile>>()).unwrap();
        program.methods.iter().flat_map(describe).collect()
    });
    assert!(sections > 4);
}

/// Describes each outcome of each predicate of a method.
fn describe(method: &Method) -> Vec<String> {
    let text = |predicate: &Predicate| {
        let text = |outcome| predicate.condition.as_ref()?.text(outcome);
        let outcomes = predicate.outcomes.iter().map(|it| text(it).unwrap_or_else(|| "unknown".to_owned()));
        format!("{}: {}\n", method.name, outcomes.collect::<Vec<_>>().join(" | "))
    };
    method.predicates.iter().map(text).collect()
}
