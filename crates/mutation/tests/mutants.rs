//! Mutants of Java sources, compared with the lists in `tests/*.md`.

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
        let operators = section.expected.lines().next().and_then(|line| line.strip_prefix("only "));
        let mutants = mutation::mutants(&program, &classes).unwrap();
        operators.map(|operators| format!("only {operators}\n")).unwrap_or_default()
            + &list_mutants(&program, &mutants, operators)
    });
    assert!(sections > 10);
}

/// Lists every mutant by method, or only the mutants of the given operators. Adds `(with N)` if the point of
/// the mutant is reached together with an earlier point. `N` is the first mutant of the earlier point. Adds
/// `*` to usual mutants.
fn list_mutants(program: &Program, mutants: &Mutants, operators: Option<&str>) -> String {
    let mut text = String::new();
    let mut method = None;
    for (id, mutant) in mutants.mutants.iter_enumerated() {
        let point = mutants.point(id);
        let operator = abbreviation(point.operator);
        if operators.is_some_and(|operators| !operators.split(", ").any(|shown| shown == operator)) {
            continue;
        }
        if method.replace(point.method) != Some(point.method) {
            let method = &program.methods[point.method];
            writeln!(text, "{}.{}", method.class, method.name).unwrap();
        }
        let earlier_mutant = mutants.points[point.reached_with].first;
        let suffix = if earlier_mutant == point.first {
            String::new()
        } else {
            format!("  (with {})", earlier_mutant.0)
        };
        let mark = if mutant.is_usual { " *" } else { "" };
        writeln!(text, "{:3}  {operator:3}  {}{suffix}{mark}", id.0, mutant.description).unwrap();
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
