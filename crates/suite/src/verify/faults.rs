//! Tests and assertions that must be dropped, because they fail or do not compile.

use std::collections::BTreeSet;

use emit::Source;

use super::DropReason;
use super::environment::Environment;
use super::process::Verdict;

/// The error of a JVM that is too old for a class file.
const UNSUPPORTED_CLASS_FILE: &str = "java.lang.UnsupportedClassVersionError";

/// Faulty tests, and faulty assertions of other tests.
#[derive(Default)]
pub(super) struct Faults {
    /// Indices of the faulty tests, with reasons.
    pub tests: Vec<(usize, DropReason)>,
    /// Faulty assertions: the index of the test, and the index of the assertion in the test.
    pub assertions: BTreeSet<(usize, usize)>,
    /// The faulty assertions of tests that pass in the most common environment.
    pub assertions_elsewhere: BTreeSet<(usize, usize)>,
    /// Tests that pass in the most common environment, and fail in another environment: the index of the
    /// test, and the environment.
    pub environments: Vec<(usize, Environment)>,
    /// Indices of the tests that pass in the most common environment, and fail on another JDK although none
    /// of their assertions fails. These tests are not faulty.
    pub fails_on_other_jdk: Vec<usize>,
}

impl Faults {
    /// Returns the faults without the faulty assertions of faulty tests, because the whole tests are dropped.
    pub fn without_redundant_assertions(mut self) -> Faults {
        let Faults { tests, assertions, .. } = &mut self;
        assertions.retain(|(test, _)| tests.iter().all(|(dropped, _)| dropped != test));
        self
    }

    /// If tests throw exceptions in the most common environment, removes the faults of the tests that throw
    /// exceptions only in other environments. There, the tests run in another order. So the tests that remain
    /// faulty are possibly the reason for these exceptions.
    pub fn without_possible_victims(mut self) -> Faults {
        let Faults { tests, environments, .. } = &mut self;
        let throws = |reason: &DropReason| matches!(reason, DropReason::Throws(_));
        let elsewhere: BTreeSet<usize> = environments.iter().map(|(test, _)| *test).collect();
        if tests.iter().any(|(test, reason)| throws(reason) && !elsewhere.contains(test)) {
            tests.retain(|(test, reason)| !(throws(reason) && elsewhere.contains(test)));
            environments.retain(|(test, _)| tests.iter().any(|(faulty, _)| faulty == test));
        }
        self
    }

    pub fn is_empty(&self) -> bool {
        self.tests.is_empty() && self.assertions.is_empty()
    }

    /// Adds the faults that the result of a run of a test reports. `environment` is the environment of the
    /// run, if the test passes in the most common environment and this run was in another environment.
    pub fn add(&mut self, source: &Source, test: usize, verdict: &Verdict, environment: Option<Environment>) {
        let mut reasons = Vec::new();
        match verdict {
            Verdict::Ended { exception: Some(exception), .. } => {
                reasons.push(DropReason::Throws(exception.clone()));
            }
            Verdict::TimedOut => reasons.push(DropReason::TimesOut),
            Verdict::Crashed => reasons.push(DropReason::Crashes),
            Verdict::Denied(action) => reasons.push(DropReason::Denied(action.clone())),
            Verdict::NotRun => reasons.push(DropReason::NotRun),
            Verdict::Ended { assertions, exception: None, .. } => {
                for (line, message) in assertions {
                    match assertion_at(source, *line) {
                        Some(assertion) if assertion.0 == test => {
                            self.assertions.insert(assertion);
                            self.assertions_elsewhere.extend(environment.map(|_| assertion));
                        }
                        _ => reasons.push(DropReason::Fails(message.clone())),
                    }
                }
            }
        }
        if !reasons.is_empty() && !matches!(verdict, Verdict::Denied(_)) {
            self.environments.extend(environment.map(|environment| (test, environment)));
        }
        self.tests.extend(reasons.into_iter().map(|reason| (test, reason)));
    }

    /// Adds the faulty assertions of a run on another JDK. A test that fails there in another way is not
    /// faulty, because the code under test possibly does not support this JDK. A test is ignored if the JDK
    /// is too old for the class files.
    pub fn add_on_other_jdk(&mut self, source: &Source, test: usize, verdict: &Verdict) {
        let mut faults = Faults::default();
        faults.add(source, test, verdict, None);
        self.assertions.extend(faults.assertions);
        let is_too_old = |reason: &DropReason| matches!(reason, DropReason::Throws(text) if text.starts_with(UNSUPPORTED_CLASS_FILE));
        let is_jdk_too_old = faults.tests.iter().any(|(_, reason)| is_too_old(reason));
        if !faults.tests.is_empty() && *verdict != Verdict::NotRun && !is_jdk_too_old {
            self.fails_on_other_jdk.push(test);
        }
    }
}

/// Returns the index of the test and the index of the assertion on a line of the source.
pub(super) fn assertion_at(source: &Source, line: usize) -> Option<(usize, usize)> {
    let assertion = source.assertions.iter().find(|assertion| assertion.lines.contains(&line))?;
    Some((assertion.test, assertion.assertion))
}
