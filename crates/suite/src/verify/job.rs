//! Drops failing tests and assertions until the rest compiles and passes.

use std::time::Instant;

use emit::{Dialect, Source, Style, TestClass};
use testcase::CheckedTest;
use types::World;

use super::faults::Faults;
use super::verifier::Verifier;
use super::{DropReason, Effort, VerifiedClass};

/// The verification of one test class.
pub(super) struct Job<'a> {
    pub world: &'a World,
    pub verifier: &'a Verifier,
    /// The class with the remaining tests.
    pub class: TestClass,
    name_tests: &'a dyn Fn(&mut [CheckedTest]),
    pub deadline: Instant,
    dropped: Vec<(String, DropReason)>,
    assertions_dropped: usize,
    assertions_loosened: usize,
}

impl<'a> Job<'a> {
    pub fn new(
        world: &'a World,
        verifier: &'a Verifier,
        class: TestClass,
        name_tests: &'a dyn Fn(&mut [CheckedTest]),
        deadline: Instant,
    ) -> Job<'a> {
        Job {
            world,
            verifier,
            class,
            name_tests,
            deadline,
            dropped: Vec::new(),
            assertions_dropped: 0,
            assertions_loosened: 0,
        }
    }

    /// Drops what fails. Returns the source of the remaining tests if that source was compiled.
    pub fn drop_failing(&mut self, effort: Effort) -> Option<Source> {
        loop {
            let start = Instant::now();
            let (source, compiled) = self.compile();
            tracing::debug!(took = ?start.elapsed(), "tests compiled");
            let Some(compiled) = compiled else { return Some(source) };
            let mut faults = self.run(&source, &compiled);
            if faults.is_empty() && effort == Effort::Thorough {
                faults = self.run_thoroughly(&source, &compiled);
            }
            let Faults { tests, assertions } = &faults;
            tracing::debug!(took = ?start.elapsed(), tests = tests.len(), assertions = assertions.len(), "tests ran");
            if faults.is_empty() {
                return Some(source);
            }
            let is_last = Instant::now() + start.elapsed() > self.deadline;
            if !is_last {
                self.loosen(&mut faults);
            }
            self.drop(faults);
            if is_last {
                return None;
            }
        }
    }

    /// Returns the remaining tests, written in a style if they compile in that style. `separate` is their
    /// source in the plain style, if known.
    pub fn finish(mut self, separate: Option<Source>, style: Style) -> VerifiedClass {
        let is_renamed = self.assertions_dropped + self.assertions_loosened > 0;
        if is_renamed {
            (self.name_tests)(&mut self.class.tests);
        }
        let separate = separate.filter(|_| !is_renamed);
        let parameterized = (style == Style::Parameterized).then(|| self.parameterized_source()).flatten();
        let source = parameterized.or(separate).unwrap_or_else(|| self.compile().0);
        let Job { class, dropped, assertions_dropped, .. } = self;
        VerifiedClass { class, source, dropped, assertions_dropped }
    }

    /// Returns the source with tests that differ only in literals merged into one, if there are any and the
    /// source compiles.
    fn parameterized_source(&self) -> Option<Source> {
        let dialect = Dialect { style: Style::Parameterized, ..self.class.dialect };
        let source = emit::source(self.world, &TestClass { dialect, ..self.class.clone() });
        let is_shorter = source.tests.len() < self.class.tests.len();
        let compiles = || self.verifier.compile(&self.class, &source, self.deadline).is_ok();
        (is_shorter && compiles()).then_some(source)
    }

    pub fn is_late(&self) -> bool {
        Instant::now() > self.deadline
    }

    /// Adds a tolerance to failed assertions on floating point numbers instead of dropping them. Results of
    /// floating point functions differ between machines. The loosened assertions are verified again.
    fn loosen(&mut self, faults: &mut Faults) {
        let Faults { tests, assertions } = faults;
        let is_kept = |test: usize| tests.iter().all(|(dropped, _)| *dropped != test);
        assertions.retain(|&(test, index)| {
            let assertion = self.class.tests[test].assertions.get_mut(index).filter(|_| is_kept(test));
            let with_tolerance = assertion.as_ref().and_then(|it| it.expected.approximate());
            let (Some(assertion), Some(expected)) = (assertion, with_tolerance) else { return true };
            assertion.expected = expected;
            self.assertions_loosened += 1;
            false
        });
    }

    /// Drops faulty tests and assertions.
    pub fn drop(&mut self, mut faults: Faults) {
        for &(test, assertion) in faults.assertions.iter().rev() {
            self.class.tests[test].drop_assertion(assertion);
            self.assertions_dropped += 1;
        }
        faults.tests.sort_by_key(|(test, _)| *test);
        faults.tests.dedup_by_key(|(test, _)| *test);
        for (test, reason) in faults.tests.into_iter().rev() {
            let test = self.class.tests.remove(test);
            self.dropped.push((test.name, reason));
        }
    }
}
