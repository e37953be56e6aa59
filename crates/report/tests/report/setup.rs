//! A small report.

use std::fs;

use report::{
    Branch, Change, ChangeAction, Class, Line, Module, Mutant, MutantState, Report, Suspicion, Test,
};

fn test(name: &str, reason: Option<&str>) -> Test {
    Test { name: name.to_owned(), reason: reason.map(str::to_owned), seconds: Some(0.0125) }
}

fn line(line: u32, reason: Option<&str>) -> Line {
    Line { line, covered: reason.is_none(), reason: reason.map(str::to_owned) }
}

fn branch(line: u32, condition: u32, outcome: &str, reason: Option<&str>) -> Branch {
    Branch {
        line,
        condition,
        outcome: outcome.to_owned(),
        covered: reason.is_none(),
        distance: None,
        reason: reason.map(str::to_owned),
    }
}

pub fn mutant(line: u32, description: &str, state: MutantState) -> Mutant {
    Mutant { line, operator: "replace-comparison".to_owned(), description: description.to_owned(), state }
}

pub const SOURCE: &str = "package com.acme;

class List<T> {
    boolean isShort(List<T> other) {
        if (size < 3 && other != null) {
            return true;
        }
        return false;
    }
}
";

/// Returns a class with a fact of each kind. Its name and its source contain characters with a meaning in
/// HTML.
pub fn class(name: &str) -> Class {
    Class {
        name: name.to_owned(),
        status: "written".to_owned(),
        path: format!("src/main/java/{}.java", name.replace('.', "/")),
        source: Some(SOURCE.to_owned()),
        test_file: Some("src/test/java/com/acme/ListTest.java".to_owned()),
        tests: vec![
            test("isShort_returnsTrue", Some("Only this test covers line 5.")),
            test("isShort_emptyList", None),
        ],
        seconds: 2.5,
        lines: vec![line(5, None), line(6, None), line(8, Some("no test entered its <method>"))],
        branches: vec![
            branch(5, 0, "condition 1, true", None),
            branch(5, 0, "condition 1, false", Some("every evaluation had another outcome")),
        ],
        mutants: vec![
            mutant(5, "< replaced by <=", MutantState::Survived),
            mutant(5, "< replaced by >", MutantState::Killed),
            mutant(8, "0 replaced by 1", MutantState::NotCovered),
        ],
        suspicions: vec![Suspicion {
            rank: 1,
            method: "List.isShort".to_owned(),
            line: Some(5),
            what: "throws NullPointerException".to_owned(),
            code: "List<String> list0 = new List<>();\nlist0.isShort(list0);".to_owned(),
            test: None,
        }],
        ..Class::default()
    }
}

pub fn report(modules: &[(&str, &[&str])]) -> Report {
    let module = |(name, classes): &(&str, &[&str])| Module {
        name: (*name).to_owned(),
        classes: classes.iter().map(|name| class(name)).collect(),
        ..Module::default()
    };
    Report {
        project: "acme".to_owned(),
        modules: modules.iter().map(module).collect(),
        changes: vec![Change {
            class: Some("com.acme.List".to_owned()),
            test_class: "com.acme.ListTest".to_owned(),
            test: "isShort_returnsTrue".to_owned(),
            path: "src/test/java/com/acme/ListTest.java".to_owned(),
            line: Some(12),
            what: "expected true, but now false".to_owned(),
            action: ChangeAction::Reported,
        }],
    }
}

/// Writes a report, and returns its folder.
pub fn written(report: &Report) -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    report::write(report, &root.path().join("report")).unwrap();
    root
}

pub fn text(root: &tempfile::TempDir, file: &str) -> String {
    fs::read_to_string(root.path().join("report").join(file)).unwrap()
}
