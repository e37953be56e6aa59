//! Tests of the sources of booleans. The cases are in `tests/flags/*.md`.

mod literate;

use std::path::Path;

use analysis::{BooleanValue, Flag, Method, Predicate, Program, Source};
use classfile::ClassFile;

#[test]
fn flags_are_as_described_in_the_markdown_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/flags");
    let sections = literate::check(&folder, |section| {
        let program = Program::new(&section.classes.iter().collect::<Vec<&ClassFile>>()).unwrap();
        assert_eq!(
            value_ids(&program),
            (program.branches.len() as u32..program.branch_and_value_count()).collect::<Vec<_>>()
        );
        program.methods.iter().flat_map(|method| describe(&program, method)).map(|line| line + "\n").collect()
    });
    assert!(sections > 3);
}

/// Returns the distance ids of all boolean values.
fn value_ids(program: &Program) -> Vec<u32> {
    let values = program.methods.iter().flat_map(|method| &method.values);
    values.flat_map(|value| [value.first.0, value.first.0 + 1]).collect()
}

/// Describes each flag of a method, and the boolean that the method returns.
fn describe(program: &Program, method: &Method) -> Vec<String> {
    let flag = |predicate: &Predicate| {
        let Flag { jumps_if, sources } = predicate.flag.as_ref()?;
        let line = program.branches[predicate.first].line;
        Some(format!(
            "{} line {line}, jumps if {jumps_if}: {}",
            method.name,
            describe_sources(method, sources)
        ))
    };
    let flags = method.predicates.iter().filter_map(flag);
    let returns = (!method.returns.is_empty())
        .then(|| format!("{} returns {}", method.name, describe_sources(method, &method.returns)));
    flags.chain(returns).collect()
}

fn describe_sources(method: &Method, sources: &[Source]) -> String {
    sources.iter().map(|source| describe_source(method, source)).collect::<Vec<_>>().join(", ")
}

fn describe_source(method: &Method, source: &Source) -> String {
    match source {
        Source::Constant { value, block } => format!("{value} in {}", block.0),
        Source::Call(callee) => format!("{}.{}", callee.class, callee.name),
        Source::Value(index) => {
            let BooleanValue { block, first, sources, .. } = &method.values[*index as usize];
            let producer = if sources.is_empty() {
                String::new()
            } else {
                format!(" by {}", describe_sources(method, sources))
            };
            format!("value {} in {}{producer}", first.0, block.0)
        }
    }
}
