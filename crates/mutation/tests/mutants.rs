//! Mutants of Java sources; literate tests in `tests/*.md`.

#[path = "../../analysis/tests/literate/mod.rs"]
mod literate;

use std::fmt::Write;
use std::path::Path;

use analysis::Program;
use classfile::ClassFile;
use mutation::{Mutants, Operator};

#[test]
fn mutants_are_as_described_in_the_markdown_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let sections = literate::check(&folder, |section| {
        let classes: Vec<&ClassFile> = section.classes.iter().collect();
        let program = Program::new(&classes).unwrap();
        let only = section.expected.lines().next().and_then(|line| line.strip_prefix("only "));
        let mutants = mutation::mutants(&program, &classes).unwrap();
        only.map(|only| format!("only {only}\n")).unwrap_or_default() + &list(&program, &mutants, only)
    });
    assert!(sections > 10);
}

/// Lists every mutant by method, or only the mutants of the operators in `only`. Adds `(with N)` if another
/// point is reached together with the point of the mutant. `N` is the first mutant of that point.
fn list(program: &Program, mutants: &Mutants, only: Option<&str>) -> String {
    let mut text = String::new();
    let mut method = None;
    for (id, mutant) in mutants.mutants.iter_enumerated() {
        let point = mutants.point(id);
        let operator = abbreviation(point.operator);
        if only.is_some_and(|only| !only.split(", ").any(|only| only == operator)) {
            continue;
        }
        if method.replace(point.method) != Some(point.method) {
            let method = &program.methods[point.method];
            writeln!(text, "{}.{}", method.class, method.name).unwrap();
        }
        let leader = mutants.points[point.reached_with].first;
        let with = if leader == point.first { String::new() } else { format!("  (with {})", leader.0) };
        writeln!(text, "{:3}  {operator:3}  {}{with}", id.0, mutant.description).unwrap();
    }
    text
}

fn abbreviation(operator: Operator) -> &'static str {
    match operator {
        Operator::ReplaceConstant => "RC",
        Operator::ReplaceVariable => "RV",
        Operator::ReplaceBitwise => "BOR",
        Operator::InsertUnary => "UOI",
        Operator::ReplaceArithmetic => "AOR",
        Operator::ReplaceComparison => "ROR",
        Operator::DeleteStatement => "SD",
        Operator::DeleteCall => "CD",
        Operator::DeleteField => "FD",
    }
}
