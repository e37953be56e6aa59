//! Warnings about tests that fail during verification.

use std::collections::BTreeMap;

use suite::verify::{DroppedTest, FailingTests, PinnedTests};

use crate::report::LostGoals;

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
    for test in dropped {
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
