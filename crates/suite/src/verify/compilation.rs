//! Compiles a test class and drops what does not compile.

use emit::{Source, TestClass};

use super::DropReason;
use super::faults::{Faults, assertion_at};
use super::job::Job;
use super::verifier::{CompileFailure, Compiled};

/// Number of compilations in which only an assertion is dropped if its line has an error. Later, the whole
/// test is dropped.
const ASSERTION_ATTEMPTS: usize = 2;

impl Job<'_> {
    /// Drops tests until the rest compiles. Returns no compiled class if no test is left.
    pub fn compile(&mut self) -> (Source, Option<Compiled>) {
        for attempt in 0.. {
            let source = emit::source(self.world, &self.class);
            if self.class.tests.is_empty() {
                return (source, None);
            }
            match self.verifier.compile(&self.class, &source, self.deadline) {
                Ok(compiled) => return (source, Some(compiled)),
                Err(CompileFailure::Errors(errors)) => {
                    let keeps_tests = attempt < ASSERTION_ATTEMPTS && !self.is_late();
                    let faults = faults_at(&source, &errors, keeps_tests);
                    if faults.is_empty() {
                        self.keep_compiling(&errors[0].1);
                    } else {
                        self.drop(faults);
                    }
                }
                Err(CompileFailure::Javac(message)) => self.keep_compiling(&message),
                Err(failure @ CompileFailure::System(_)) => self.keep(&[], &failure.to_string()),
            }
        }
        unreachable!("each attempt drops a test or an assertion")
    }

    /// Drops the tests that do not compile, found by bisection. Used if javac does not report the lines of
    /// errors.
    fn keep_compiling(&mut self, message: &str) {
        let all: Vec<usize> = (0..self.class.tests.len()).collect();
        let (first, second) = all.split_at(all.len() / 2);
        let mut kept = self.compiling(first);
        kept.extend(self.compiling(second));
        if kept.len() == all.len() {
            kept.truncate(all.len() / 2);
        }
        self.keep(&kept, message);
    }

    /// Returns those of some tests that compile.
    fn compiling(&self, tests: &[usize]) -> Vec<usize> {
        if tests.is_empty() || self.is_late() {
            return Vec::new();
        }
        let chosen = tests.iter().map(|&test| self.class.tests[test].clone()).collect();
        let class = TestClass { tests: chosen, ..self.class.clone() };
        if self.verifier.compile(&class, &emit::source(self.world, &class), self.deadline).is_ok() {
            return tests.to_vec();
        }
        let (first, second) = tests.split_at(tests.len() / 2);
        if first.is_empty() {
            return Vec::new();
        }
        [self.compiling(first), self.compiling(second)].concat()
    }

    /// Drops all other tests.
    fn keep(&mut self, kept: &[usize], message: &str) {
        let others = (0..self.class.tests.len()).filter(|test| !kept.contains(test));
        let tests = others.map(|test| (test, DropReason::DoesNotCompile(message.to_owned()))).collect();
        self.drop(Faults { tests, ..Faults::default() });
    }
}

/// Returns the tests and assertions on the lines of errors. With `keeps_tests`, an error in an assertion is
/// no fault of its test.
fn faults_at(source: &Source, errors: &[(usize, String)], keeps_tests: bool) -> Faults {
    let mut faults = Faults::default();
    for (line, message) in errors {
        let test = source.tests.iter().position(|lines| lines.contains(line));
        match (assertion_at(source, *line).filter(|_| keeps_tests), test) {
            (Some(found), _) => drop(faults.assertions.insert(found)),
            (None, Some(test)) => faults.tests.push((test, DropReason::DoesNotCompile(message.clone()))),
            (None, None) => {}
        }
    }
    faults.without_dropped()
}
