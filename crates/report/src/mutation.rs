//! The file `mutation.json`: mutants in the format of Stryker's mutation-testing-report-schema, version 2.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::files::by_file;
use crate::model::{Class, Mutant, MutantState, Report};

/// Shares in percent that viewers show as good, and as bad. The format requires them.
const THRESHOLDS: (u32, u32) = (80, 60);

/// Returns the content of the file.
pub(crate) fn write(report: &Report) -> String {
    let files: BTreeMap<&str, Value> =
        by_file(report).into_iter().map(|(path, classes)| (path, file(path, &classes))).collect();
    let (high, low) = THRESHOLDS;
    let content = json!({
        "$schema": "https://git.io/mutation-testing-report-schema",
        "schemaVersion": "2",
        "thresholds": { "high": high, "low": low },
        "framework": { "name": "Testudo", "version": env!("CARGO_PKG_VERSION") },
        "files": files,
        "testFiles": test_files(report),
    });
    serde_json::to_string(&content).expect("the content is plain data") + "\n"
}

fn file(path: &str, classes: &[&Class]) -> Value {
    let source = source(classes);
    let lines: Vec<&str> = source.lines().collect();
    let mutants = classes.iter().flat_map(|class| &class.mutants);
    let mutants: Vec<Value> =
        mutants.enumerate().map(|(index, it)| mutant(&format!("{path}:{index}"), it, &lines)).collect();
    json!({ "language": "java", "source": source, "mutants": mutants })
}

/// Returns the source of a file. If it is unknown, returns empty lines, so that viewers have a place for the
/// mutants.
fn source(classes: &[&Class]) -> String {
    let known = classes.iter().find_map(|class| class.source.clone());
    let last_line = || classes.iter().flat_map(|class| &class.mutants).map(|mutant| mutant.line).max();
    known.unwrap_or_else(|| "\n".repeat(last_line().unwrap_or(0) as usize))
}

fn mutant(id: &str, mutant: &Mutant, lines: &[&str]) -> Value {
    let (status, reason) = match mutant.state {
        MutantState::Killed => ("Killed", None),
        MutantState::Survived => ("Survived", None),
        MutantState::NotCovered => ("NoCoverage", None),
        MutantState::Untested => {
            ("Ignored", Some("Existing tests reach the mutant. It was not tested whether they detect it."))
        }
    };
    let mut result = json!({
        "id": id,
        "mutatorName": mutant.operator,
        "description": mutant.description,
        "location": location(mutant.line, lines),
        "status": status,
    });
    if let Some(reason) = reason {
        result["statusReason"] = reason.into();
    }
    result
}

/// Returns the location of a whole line, because a class file does not contain columns. Lines and columns
/// count from 1.
fn location(line: u32, lines: &[&str]) -> Value {
    let line = line.max(1);
    let text = lines.get(line as usize - 1).copied().unwrap_or_default();
    let indent = text.chars().take_while(|c| c.is_whitespace()).count();
    let end = text.trim_end().encode_utf16().count().max(indent);
    json!({
        "start": { "line": line, "column": indent + 1 },
        "end": { "line": line, "column": end + 1 },
    })
}

fn test_files(report: &Report) -> BTreeMap<&str, Value> {
    let files = report.classes().filter_map(|class| Some((class.test_file.as_deref()?, class)));
    let tests = |path: &str, class: &Class| {
        let test = |test: &crate::Test| json!({ "id": format!("{path}:{}", test.name), "name": test.name });
        json!({ "tests": class.tests.iter().map(test).collect::<Vec<_>>() })
    };
    files.map(|(path, class)| (path, tests(path, class))).collect()
}
