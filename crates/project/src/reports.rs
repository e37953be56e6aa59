//! Reads the XML reports of test runs, in the format that Surefire and Gradle share.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

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

/// Adds a result. The invocations of a parameterized test have one common result: if an invocation fails, the
/// result is the first failure. Its duration is that of all invocations.
fn add(results: &mut BTreeMap<(String, String), TestResult>, new: TestResult) {
    let key = (new.class.clone(), new.method.clone());
    match results.get_mut(&key) {
        Some(old) => {
            let duration = old.duration + new.duration;
            if new.outcome > old.outcome {
                *old = new;
            }
            old.duration = duration;
        }
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
            Ok(Event::Text(text)) => add_line(&mut current, &text),
            Ok(Event::CData(text)) => add_line(&mut current, &text),
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
        line: None,
        duration: duration(&attribute(element, "time").unwrap_or_default()),
    }
}

/// Parses a number of seconds. Surefire writes separators of thousands.
fn duration(text: &str) -> Duration {
    let seconds = text.replace(',', "").parse().unwrap_or_default();
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

/// Sets the line in which a test failed, if the text is its stack trace.
fn add_line(current: &mut Option<TestResult>, text: &str) {
    if let Some(test) = current
        && matches!(test.outcome, Outcome::Failed { .. })
        && test.line.is_none()
    {
        test.line = line_in_class(text, &test.class);
    }
}

/// Returns the line of the first stack frame in a class or in a class nested in it.
fn line_in_class(trace: &str, class: &str) -> Option<u32> {
    trace.lines().find_map(|line| {
        let frame = line.trim().strip_prefix("at ")?;
        // A frame can begin with the names of a class loader and a module: `app//a.T.m(T.java:12)`.
        let frame = frame.rsplit('/').next()?;
        let rest = frame.strip_prefix(class).filter(|rest| rest.starts_with(['.', '$']))?;
        let (_, place) = rest.split_once('(')?;
        place.split_once(".java:")?.1.split(')').next()?.parse().ok()
    })
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
            <testcase name="many(int)[1]" classname="a.T" time="1,000.25"/>
            <testcase name="many(int)[2]" classname="a.T"><failure message="2 &lt; 1&#10;&#1;" type="E">E: 2
                at a.Tool.m(Tool.java:3)
                at app//a.T.lambda$many$0(T.java:12)
                at a.T.many(T.java:11)</failure></testcase>
            <testcase name="many(int)[3]" classname="a.T" time="0.5"/>
            <testcase name="off" classname="a.T"><skipped/></testcase>
            <testcase name="none()" classname="a.T$N"><error type="java.lang.Error"/><system-out>x</system-out></testcase>
            <testcase name="flaky" classname="a.T"><flakyFailure message="m"/></testcase>"#;
        let mut results = BTreeMap::new();
        parse(xml).into_iter().for_each(|result| add(&mut results, result));
        let found: Vec<String> = results
            .values()
            .map(|it| format!("{}.{}: {:?} {:?}", it.class, it.method, it.outcome, it.line))
            .collect();
        let expected = [
            "a.T.flaky: Passed None",
            "a.T.many: Failed { message: \"E: 2 < 1\\n\\u{1}\" } Some(12)",
            "a.T.off: Skipped None",
            "a.T$N.none: Failed { message: \"java.lang.Error\" } None",
        ];
        assert_eq!(found, expected);
        let many = &results[&("a.T".to_owned(), "many".to_owned())];
        assert_eq!(many.duration, Duration::from_millis(1_000_750));
    }
}
