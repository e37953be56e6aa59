//! Reads the XML reports of test runs, in the format that Surefire and Gradle share.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};

use crate::Error;
use crate::test_run::{Failure, Outcome, TestResult};

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

/// Returns the time of the last change in a folder and the folders in it. Returns `None` for a missing
/// folder.
pub(crate) fn last_change(folder: &Path) -> Option<SystemTime> {
    let of_entry = |entry: fs::DirEntry| match entry.file_type().ok()?.is_dir() {
        true => last_change(&entry.path()),
        false => entry.metadata().ok()?.modified().ok(),
    };
    let own = folder.metadata().ok()?.modified().ok();
    own.max(fs::read_dir(folder).ok()?.flatten().filter_map(of_entry).max())
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
                if classes.iter().any(|class| result.is_in(class)) {
                    add(&mut results, result);
                }
            }
        }
    }
    Ok(results.into_values().collect())
}

/// Adds a result. The invocations of a parameterized test have one common result with the failures of all
/// invocations. Its duration is that of all invocations.
fn add(results: &mut BTreeMap<(String, String), TestResult>, new: TestResult) {
    let key = (new.class.clone(), new.method.clone());
    let Some(old) = results.get_mut(&key) else {
        results.insert(key, new);
        return;
    };
    old.duration += new.duration;
    match (&mut old.outcome, new.outcome) {
        (Outcome::Failed(failures), Outcome::Failed(others)) => failures.extend(others),
        (outcome, other) if other > *outcome => *outcome = other,
        _ => {}
    }
}

/// Reads a report. An incomplete report, which a killed JVM leaves, contains the results before its end.
fn parse(xml: &str) -> Vec<TestResult> {
    let mut reader = Reader::from_str(xml);
    let (mut results, mut current) = (Vec::new(), None::<TestCase>);
    loop {
        match reader.read_event() {
            Ok(Event::Start(element)) => match element.name().as_ref() {
                "testcase" => current = Some(test_case(&element)),
                _ => update(&mut current, &element),
            },
            Ok(Event::Empty(element)) => match element.name().as_ref() {
                "testcase" => results.push(test_case(&element).result),
                _ => update(&mut current, &element),
            },
            Ok(Event::End(element)) if element.name().as_ref() == "testcase" => {
                results.extend(current.take().map(|case| case.result));
            }
            Ok(Event::Text(text)) => add_line(&mut current, &text),
            Ok(Event::CData(text)) => add_line(&mut current, &text),
            Ok(Event::Eof) | Err(_) => return results,
            Ok(_) => {}
        }
    }
}

/// An element with a result, while it is read.
struct TestCase {
    result: TestResult,
    /// The number of the invocation, if the test is parameterized.
    invocation: Option<usize>,
}

fn test_case(element: &BytesStart) -> TestCase {
    let name = attribute(element, "name").unwrap_or_default();
    // Names of parameterized tests: `add(int)[1]`, `add{int}[1]`, `add[1]`. Gradle appends `()` to other
    // names. Newer versions of Gradle write only the display names of invocations: `[1] 3, 4`.
    let method = name.split(['(', '{', '[']).next().unwrap_or_default().trim().to_owned();
    let number = match name.strip_prefix('[') {
        Some(rest) => rest.split(']').next(),
        None => name.strip_suffix(']').and_then(|rest| rest.rsplit('[').next()),
    };
    let result = TestResult {
        class: attribute(element, "classname").unwrap_or_default(),
        method,
        outcome: Outcome::Passed,
        duration: duration(&attribute(element, "time").unwrap_or_default()),
    };
    TestCase { result, invocation: number.and_then(|number| number.parse().ok()) }
}

/// Parses a number of seconds. Surefire writes separators of thousands.
fn duration(text: &str) -> Duration {
    let seconds = text.replace(',', "").parse().unwrap_or_default();
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

/// Sets the line in which a test failed, if the text is its stack trace. Also sets the name of the test
/// method, if the report does not contain it.
fn add_line(current: &mut Option<TestCase>, text: &str) {
    if let Some(TestCase { result, .. }) = current
        && let Outcome::Failed(failures) = &mut result.outcome
        && let Some(failure) = failures.first_mut().filter(|failure| failure.line.is_none())
        && let Some((method, line)) = place_in_class(text, &result.class)
    {
        failure.line = Some(line);
        if result.method.is_empty() {
            result.method = method.to_owned();
        }
    }
}

/// Returns the method and the line of the first stack frame in a class or in a class nested in it. The method
/// of a lambda is the method that contains it.
fn place_in_class<'t>(trace: &'t str, class: &str) -> Option<(&'t str, u32)> {
    trace.lines().find_map(|line| {
        let frame = line.trim().strip_prefix("at ")?;
        // A frame can begin with the names of a class loader and a module: `app//a.T.m(T.java:12)`.
        let (qualified, place) = frame.rsplit('/').next()?.split_once('(')?;
        let rest = qualified.strip_prefix(class).filter(|rest| rest.starts_with(['.', '$']))?;
        let line = place.split_once(".java:")?.1.split(')').next()?.parse().ok()?;
        let name = rest.rsplit('.').next()?;
        let of_lambda = name.strip_prefix("lambda$").and_then(|rest| rest.rsplit_once('$'));
        Some((of_lambda.map_or(name, |(method, _)| method), line))
    })
}

/// Sets the outcome of a test from an element within the test's element.
fn update(current: &mut Option<TestCase>, element: &BytesStart) {
    let Some(TestCase { result, invocation }) = current else { return };
    let outcome = match element.name().as_ref() {
        "failure" | "error" => {
            let message = message(element);
            Outcome::Failed(vec![Failure { message, line: None, invocation: *invocation }])
        }
        "skipped" => Outcome::Skipped,
        // A flaky test (`flakyFailure`, `flakyError`) has passed in the end.
        _ => return,
    };
    // Of two failures, the second is the failure of a method that runs after the test.
    if !matches!(result.outcome, Outcome::Failed(_)) {
        result.outcome = outcome;
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

    fn results(xml: &str) -> BTreeMap<(String, String), TestResult> {
        let mut results = BTreeMap::new();
        parse(xml).into_iter().for_each(|result| add(&mut results, result));
        results
    }

    #[test]
    fn a_parameterized_test_fails_if_an_invocation_fails() {
        let xml = r#"<?xml version="1.0"?><testsuite>
            <properties><property name="a" value="b"/></properties>
            <testcase name="many(int)[1]" classname="a.T" time="1,000.25"/>
            <testcase name="many(int)[2]" classname="a.T"><failure message="2 &lt; 1&#10;&#1;" type="E">E: 2
                at a.Tool.m(Tool.java:3)
                at app//a.T.lambda$many$0(T.java:12)
                at a.T.many(T.java:11)</failure></testcase>
            <testcase name="many(int)[3]" classname="a.T" time="0.5"/>
            <testcase name="many(int)[10]" classname="a.T"><failure message="x" type="E"/></testcase>
            <testcase name="off" classname="a.T"><skipped/></testcase>
            <testcase name="none()" classname="a.T$N"><error type="java.lang.Error"/><system-out>x</system-out></testcase>
            <testcase name="flaky" classname="a.T"><flakyFailure message="m"/></testcase>"#;
        let results = results(xml);
        let failure =
            |message: &str, line, invocation| Failure { message: message.to_owned(), line, invocation };
        let found: Vec<_> =
            results.values().map(|it| (format!("{}.{}", it.class, it.method), it.outcome.clone())).collect();
        let many = vec![failure("E: 2 < 1\n\u{1}", Some(12), Some(2)), failure("E: x", None, Some(10))];
        let expected = [
            ("a.T.flaky", Outcome::Passed),
            ("a.T.many", Outcome::Failed(many)),
            ("a.T.off", Outcome::Skipped),
            ("a.T$N.none", Outcome::Failed(vec![failure("java.lang.Error", None, None)])),
        ];
        assert_eq!(found, expected.map(|(name, outcome)| (name.to_owned(), outcome)));
        let many = &results[&("a.T".to_owned(), "many".to_owned())];
        assert_eq!(many.duration, Duration::from_millis(1_000_750));
    }

    #[test]
    fn the_method_of_a_failed_invocation_without_a_name_is_found_in_the_stack_trace() {
        let xml = r#"<testsuite>
            <testcase name="[1] a, [1]" classname="a.T"/>
            <testcase name="[2] b, [1]" classname="a.T"><failure message="m" type="E">E: m
                at a.T.lambda$many$0(T.java:12)
                at a.T.many(T.java:11)</failure></testcase></testsuite>"#;
        let results = results(xml);
        let failed = &results[&("a.T".to_owned(), "many".to_owned())];
        let failure = Failure { message: "E: m".to_owned(), line: Some(12), invocation: Some(2) };
        assert_eq!(failed.outcome, Outcome::Failed(vec![failure]));
    }
}
