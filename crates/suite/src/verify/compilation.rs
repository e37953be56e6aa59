//! Compiles a test class and drops the tests and assertions that do not compile.

use emit::{Source, TestClass};

use super::DropReason;
use super::faults::{Faults, assertion_at};
use super::job::Job;
use super::verifier::{CompileFailure, CompiledClass};

/// Maximum number of compilations after which only assertions with errors are dropped. If a later compilation
/// finds an error in an assertion, the whole test is dropped.
const ASSERTION_ATTEMPTS: usize = 2;

impl Job<'_> {
    /// Drops tests and assertions until the remaining tests compile. Returns no compiled class if no tests
    /// remain.
    pub fn compile(&mut self) -> (Source, Option<CompiledClass>) {
        for attempt in 0.. {
            let source = emit::source(self.world, &self.class);
            if self.class.tests.is_empty() {
                return (source, None);
            }
            match self.verifier.compile(&self.class, &source, self.deadline) {
                Ok(compiled) => return (source, Some(compiled)),
                Err(CompileFailure::Errors(errors)) => {
                    let drops_only_assertions = attempt < ASSERTION_ATTEMPTS && !self.is_past_deadline();
                    let faults = faults_at(&source, &errors, drops_only_assertions);
                    if faults.is_empty() {
                        self.drop_by_bisection(&errors[0].1);
                    } else {
                        self.drop(faults);
                    }
                }
                Err(CompileFailure::Javac(message)) => self.drop_by_bisection(&message),
                Err(failure @ CompileFailure::System(_)) => self.drop_all_except(&[], &failure.to_string()),
            }
        }
        unreachable!("each attempt drops a test or an assertion")
    }

    /// Uses bisection to find the tests that do not compile, and drops these tests. Bisection is necessary if
    /// javac does not report the lines of errors.
    fn drop_by_bisection(&mut self, message: &str) {
        let all_tests: Vec<usize> = (0..self.class.tests.len()).collect();
        let (first, second) = all_tests.split_at(all_tests.len() / 2);
        let mut kept_tests = self.compilable_tests(first);
        kept_tests.extend(self.compilable_tests(second));
        // If each half compiles, but all tests together do not compile, only the first half is kept.
        if kept_tests.len() == all_tests.len() {
            kept_tests.truncate(all_tests.len() / 2);
        }
        self.drop_all_except(&kept_tests, message);
    }

    /// Returns the tests among `tests` that compile. Returns no tests after the deadline.
    fn compilable_tests(&self, tests: &[usize]) -> Vec<usize> {
        if tests.is_empty() || self.is_past_deadline() {
            return Vec::new();
        }
        let selected_tests = tests.iter().map(|&test| self.class.tests[test].clone()).collect();
        let class = TestClass { tests: selected_tests, ..self.class.clone() };
        if self.verifier.compile(&class, &emit::source(self.world, &class), self.deadline).is_ok() {
            return tests.to_vec();
        }
        let (first, second) = tests.split_at(tests.len() / 2);
        if first.is_empty() {
            return Vec::new();
        }
        [self.compilable_tests(first), self.compilable_tests(second)].concat()
    }

    /// Drops all tests except the tests with the indices `kept_tests`. `message` is the reason.
    fn drop_all_except(&mut self, kept_tests: &[usize], message: &str) {
        let others = (0..self.class.tests.len()).filter(|test| !kept_tests.contains(test));
        let tests = others.map(|test| (test, DropReason::DoesNotCompile(message.to_owned()))).collect();
        self.drop(Faults { tests, ..Faults::default() });
    }
}

/// Returns the tests and assertions on the lines of errors. If `drops_only_assertions` is set, an error in an
/// assertion is a fault of the assertion, not of its test.
fn faults_at(source: &Source, errors: &[(usize, String)], drops_only_assertions: bool) -> Faults {
    let mut faults = Faults::default();
    for (line, message) in errors {
        let test = source.tests.iter().position(|lines| lines.contains(line));
        match (assertion_at(source, *line).filter(|_| drops_only_assertions), test) {
            (Some(assertion), _) => drop(faults.assertions.insert(assertion)),
            (None, Some(test)) => faults.tests.push((test, DropReason::DoesNotCompile(message.clone()))),
            (None, None) => {}
        }
    }
    faults.without_redundant_assertions()
}
