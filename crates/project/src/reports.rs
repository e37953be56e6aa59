//! Reads the XML reports of test runs, in the format that Surefire and Gradle share.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};

use crate::Error;
use crate::test_run::{Outcome, TestResult};

/// The reports of a folder, each with the time of its last change.
pub(crate) type Snapshot = BTreeMap<PathBuf, SystemTime>;

/// Returns the reports in a folder. A missing folder contains none.
pub(crate) fn snapshot(folder: &Path) -> Snapshot {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let reports = entries.filter(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        name.starts_with("TEST-") && name.ends_with(".xml")
    });
    reports.filter_map(|entry| Some((entry.path(), entry.metadata().ok()?.modified().ok()?))).collect()
}

/// Reads the reports in a folder that are not in an earlier snapshot or have changed since then. Returns the
/// results of the test classes `classes` and of the classes nested in them, sorted by class and method.
pub(crate) fn read_new(
    folder: &Path,
    before: &Snapshot,
    classes: &[String],
) -> Result<Vec<TestResult>, Error> {
    let mut results = BTreeMap::new();
    for (path, time) in snapshot(folder) {
        if before.get(&path) != Some(&time) {
            let bytes = fs::read(&path).map_err(Error::io(format!("read the report {}", path.display())))?;
            for result in parse(&String::from_utf8_lossy(&bytes)) {
                if is_requested(&result.class, classes) {
                    add(&mut results, result);
                }
            }
        }
    }
    Ok(results.into_values().collect())
}

/// Returns whether a class is one of `classes` or nested in one of them.
pub(crate) fn is_requested(class: &str, classes: &[String]) -> bool {
    classes
        .iter()
        .any(|it| class.strip_prefix(&**it).is_some_and(|rest| rest.is_empty() || rest.starts_with('$')))
}

/// Adds a result. The invocations of a parameterized test have one common result: if an invocation fails, the
/// result is the first failure.
fn add(results: &mut BTreeMap<(String, String), TestResult>, new: TestResult) {
    let key = (new.class.clone(), new.method.clone());
    match results.get_mut(&key) {
        Some(old) if new.outcome > old.outcome => *old = new,
        Some(_) => {}
        None => {
            results.insert(key, new);
        }
    }
}

/// Reads a report. An incomplete report, which a killed JVM leaves, contains the results before its end.
fn parse(xml: &str) -> Vec<TestResult> {
    let mut reader = Reader::from_str(xml);
    let (mut results, mut current) = (Vec::new(), None::<TestResult>);
    loop {
        match reader.read_event() {
            Ok(Event::Start(element)) => match element.name().as_ref() {
                "testcase" => current = Some(test_case(&element)),
                _ => update(&mut current, &element),
            },
            Ok(Event::Empty(element)) => match element.name().as_ref() {
                "testcase" => results.push(test_case(&element)),
                _ => update(&mut current, &element),
            },
            Ok(Event::End(element)) if element.name().as_ref() == "testcase" => {
                results.extend(current.take());
            }
            Ok(Event::Eof) | Err(_) => return results,
            Ok(_) => {}
        }
    }
}

fn test_case(element: &BytesStart) -> TestResult {
    let name = attribute(element, "name").unwrap_or_default();
    // Names of parameterized tests: `add(int)[1]`, `add{int}[1]`, `add[1]`. Gradle appends `()` to other
    // names.
    let method = name.split(['(', '{', '[']).next().unwrap_or_default().trim().to_owned();
    TestResult {
        class: attribute(element, "classname").unwrap_or_default(),
        method,
        outcome: Outcome::Passed,
    }
}

/// Sets the outcome of a test from an element within the test's element.
fn update(current: &mut Option<TestResult>, element: &BytesStart) {
    let outcome = match element.name().as_ref() {
        "failure" | "error" => Outcome::Failed { message: message(element) },
        "skipped" => Outcome::Skipped,
        // A flaky test (`flakyFailure`, `flakyError`) has passed in the end.
        _ => return,
    };
    if let Some(test) = current
        && outcome > test.outcome
    {
        test.outcome = outcome;
    }
}

/// Returns the type and the message of an exception.
fn message(element: &BytesStart) -> String {
    let message = attribute(element, "message").unwrap_or_default();
    match attribute(element, "type").unwrap_or_default() {
        kind if kind.is_empty() || message.starts_with(&kind) => message,
        kind if message.is_empty() => kind,
        kind => format!("{kind}: {message}"),
    }
}

fn attribute(element: &BytesStart, name: &str) -> Option<String> {
    let attribute = element.try_get_attribute(name).ok().flatten()?;
    // Messages of tests can contain invalid references to characters.
    Some(unescape(&attribute.value).map_or_else(|_| attribute.value.to_string(), |value| value.into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_invocation_of_a_parameterized_test_must_pass() {
        let xml = r#"<?xml version="1.0"?><testsuite>
            <properties><property name="a" value="b"/></properties>
            <testcase name="many(int)[1]" classname="a.T"/>
            <testcase name="many(int)[2]" classname="a.T"><failure message="2 &lt; 1&#10;&#1;" type="E">trace</failure></testcase>
            <testcase name="many(int)[3]" classname="a.T"/>
            <testcase name="off" classname="a.T"><skipped/></testcase>
            <testcase name="none()" classname="a.T$N"><error type="java.lang.Error"/><system-out>x</system-out></testcase>
            <testcase name="flaky" classname="a.T"><flakyFailure message="m"/></testcase>"#;
        let mut results = BTreeMap::new();
        parse(xml).into_iter().for_each(|result| add(&mut results, result));
        let found: Vec<String> =
            results.values().map(|it| format!("{}.{}: {:?}", it.class, it.method, it.outcome)).collect();
        let expected = [
            "a.T.flaky: Passed",
            "a.T.many: Failed { message: \"E: 2 < 1\\n\\u{1}\" }",
            "a.T.off: Skipped",
            "a.T$N.none: Failed { message: \"java.lang.Error\" }",
        ];
        assert_eq!(found, expected);
    }
}
