//! Warnings about tests that fail during verification.

use std::collections::BTreeMap;

use execution::observe::method_label;
use suite::names::tested_method;
use suite::verify::{DropReason, DroppedTest, FailingTests, PinnedTests};
use types::{ClassId, World};

use crate::report::{Denied, LostGoals};

/// Maximum number of methods that a warning names.
const MAX_METHODS: usize = 5;

/// Returns a warning about tests that fail on another JDK.
pub fn warning_about_jdk(FailingTests { tests, jdk }: &FailingTests) -> String {
    format!(
        "tests that fail on JDK {jdk}: {tests}; the file contains them, because they pass on the JDK of this run; check whether your code should support JDK {jdk}"
    )
}

/// Returns warnings about tests that verification dropped, and about tests that pass only because the test
/// class sets the locale or time zone.
pub fn warnings(dropped: &[DroppedTest], pinned: &[PinnedTests]) -> Vec<String> {
    let mut counts: BTreeMap<Option<&str>, usize> = BTreeMap::new();
    let is_denied = |test: &&DroppedTest| matches!(test.reason, DropReason::Denied(_));
    for test in dropped.iter().filter(|test| !is_denied(test)) {
        *counts.entry(test.environment.as_deref()).or_default() += 1;
    }
    let describe_pinned = |PinnedTests { tests, environment }: &PinnedTests| {
        format!(
            "tests that pass only because the test class sets the locale or time zone: {tests} (they fail with: {environment}); check whether your code should depend on these settings"
        )
    };
    let describe_dropped = |(environment, tests): (Option<&str>, usize)| match environment {
        Some(environment) => format!(
            "tests dropped because they fail in an unusual environment: {tests} ({environment}); check whether your code should depend on this environment; run with -v to see the tests"
        ),
        None => format!("tests dropped because they failed verification: {tests}; run with -v to see why"),
    };
    pinned.iter().map(describe_pinned).chain(counts.into_iter().map(describe_dropped)).collect()
}

/// Returns the tested methods of the tests that were dropped because the sandbox denied an action, in the
/// order of the tests. A test without a tested method counts for the method `?`.
pub fn denied(world: &World, class_under_test: ClassId, dropped: &[DroppedTest]) -> Vec<Denied> {
    let mut methods: Vec<Denied> = Vec::new();
    for DroppedTest { test, reason, .. } in dropped {
        let DropReason::Denied(action) = reason else { continue };
        let method = tested_method(world, class_under_test, test);
        let method = method.map_or_else(|| "?".to_owned(), |method| method_label(world, method));
        match methods.iter_mut().find(|it| it.method == method) {
            Some(same) => same.tests += 1,
            None => methods.push(Denied { method, action: action.clone(), tests: 1 }),
        }
    }
    methods
}

/// Returns a warning about tests that are not written because the sandbox denied an action. Returns `None` if
/// there are no such tests.
pub fn warning_about_denied(methods: &[Denied]) -> Option<String> {
    let tests: usize = methods.iter().map(|it| it.tests).sum();
    let describe = |Denied { method, action, .. }: &Denied| format!("{method} {action}");
    let mut named: Vec<String> = methods.iter().take(MAX_METHODS).map(describe).collect();
    if let more @ 1.. = methods.len().saturating_sub(MAX_METHODS) {
        named.push(format!("more methods: {more}"));
    }
    (tests > 0).then(|| {
        format!(
            "tests that are not written, because they could do harm outside the sandbox: {tests} ({}); test these methods by hand",
            named.join(", ")
        )
    })
}

/// Returns warnings about the goals that only dropped tests cover, and about the goals that only suspicious
/// tests cover.
pub fn warnings_about_goals(lost: &LostGoals) -> Vec<String> {
    let LostGoals { dropped_tests, suspicious_tests, .. } = lost;
    let of_dropped = format!(
        "goals that no written test covers, because verification dropped tests: {dropped_tests}; run with -v to see why"
    );
    let of_suspicious = format!(
        "goals that no written test covers, because the tests that cover them are suspicious: {suspicious_tests}; use --suspicious keep to write these tests"
    );
    let warnings = [(*dropped_tests, of_dropped), (*suspicious_tests, of_suspicious)];
    warnings.into_iter().filter(|(goals, _)| *goals > 0).map(|(_, warning)| warning).collect()
}
