//! Tests and assertions that must be dropped.

use std::collections::BTreeSet;

use emit::Source;

use super::DropReason;
use super::environment::Environment;
use super::process::Verdict;

/// Faulty tests, and faulty assertions of other tests.
#[derive(Default)]
pub(super) struct Faults {
    /// Indices of the faulty tests, with reasons.
    pub tests: Vec<(usize, DropReason)>,
    /// Faulty assertions: the index of the test, and the index of the assertion in the test.
    pub assertions: BTreeSet<(usize, usize)>,
    /// Tests that pass in the most common environment, and fail in another environment: the index of the test,
    /// and the environment.
    pub environments: Vec<(usize, Environment)>,
}

impl Faults {
    /// Returns the faults without the faulty assertions of faulty tests, because the whole tests are dropped.
    pub fn without_redundant_assertions(mut self) -> Faults {
        let Faults { tests, assertions, .. } = &mut self;
        assertions.retain(|(test, _)| tests.iter().all(|(dropped, _)| dropped != test));
        self
    }

    pub fn is_empty(&self) -> bool {
        self.tests.is_empty() && self.assertions.is_empty()
    }

    /// Adds the faults that the verdict on a test reports. `environment` is the environment of the run, if the
    /// test passes in the most common environment.
    pub fn add_in(
        &mut self,
        environment: Option<Environment>,
        source: &Source,
        test: usize,
        verdict: &Verdict,
    ) {
        let before = self.tests.len();
        self.add(source, test, verdict);
        if self.tests.len() > before {
            self.environments.extend(environment.map(|environment| (test, environment)));
        }
    }

    /// Adds the faults that the verdict on a test reports.
    pub fn add(&mut self, source: &Source, test: usize, verdict: &Verdict) {
        let reason = match verdict {
            Verdict::Ended { exception: Some(exception), .. } => DropReason::Throws(exception.clone()),
            Verdict::TimedOut => DropReason::TimesOut,
            Verdict::Crashed => DropReason::Crashes,
            Verdict::NotRun => DropReason::NotRun,
            Verdict::Ended { assertions, exception: None, .. } => {
                for (line, message) in assertions {
                    match assertion_at(source, *line) {
                        Some(found) if found.0 == test => drop(self.assertions.insert(found)),
                        _ => self.tests.push((test, DropReason::Fails(message.clone()))),
                    }
                }
                return;
            }
        };
        self.tests.push((test, reason));
    }
}

/// Returns the index of the test and the index of the assertion on a line.
pub(super) fn assertion_at(source: &Source, line: usize) -> Option<(usize, usize)> {
    let found = source.assertions.iter().find(|assertion| assertion.lines.contains(&line))?;
    Some((found.test, found.assertion))
}
