//! Compiles and runs a test class as its users will, and drops tests and assertions that fail.
//!
//! The compiler is the javac of the user's JDK. Test frameworks are not needed: this crate contains stand-ins
//! for the parts that generated tests use. Tests run in JVMs without any instrumentation.

mod compilation;
mod environment;
mod faults;
mod javac;
mod job;
mod lines;
mod path_jar;
mod pollution;
mod process;
mod runs;
mod verifier;

use std::fmt;
use std::time::Instant;

use emit::{Dialect, Source, Style, TestClass};
use testcase::CheckedTest;
use types::World;

use job::Job;

pub use verifier::{MOCK_MAKER, Verifier};

/// A test class that compiles and whose tests pass.
#[derive(Debug)]
pub struct VerifiedClass {
    /// The class with the remaining tests.
    pub class: TestClass,
    /// Source of the class.
    pub source: Source,
    /// Names of the dropped tests, with reasons.
    pub dropped: Vec<(String, DropReason)>,
    /// Number of assertions dropped from the remaining tests.
    pub assertions_dropped: usize,
}

/// Why a test was dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DropReason {
    /// It does not compile. Contains the error message of javac.
    DoesNotCompile(String),
    /// It ended with an unexpected exception, or without the expected one.
    Throws(String),
    /// It exceeded the time limit of a test.
    TimesOut,
    /// The JVM ended while it ran.
    Crashes,
    /// It did not run before the deadline.
    NotRun,
    /// A check failed that is not one of its assertions. Contains the message of the check.
    Fails(String),
    /// This number of tests fail if they run after it, and pass otherwise.
    Pollutes(usize),
}

impl fmt::Display for DropReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DropReason::DoesNotCompile(message) => write!(f, "it does not compile: {message}"),
            DropReason::Throws(exception) => write!(f, "it ends with {exception}"),
            DropReason::TimesOut => f.write_str("it exceeds the time limit of a test"),
            DropReason::Crashes => f.write_str("the JVM ends while it runs"),
            DropReason::NotRun => f.write_str("there was no time to run it"),
            DropReason::Fails(message) => write!(f, "its outcome changes: {message}"),
            DropReason::Pollutes(victims) => write!(f, "{victims} other tests fail if they run after it"),
        }
    }
}

/// How thoroughly tests are verified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// Tests run in order, in reverse order in another environment, each with its own classes, and after
    /// tests that leave changes in static fields.
    #[default]
    Standard,
    /// Tests also run in three shuffled orders, in an unusual environment, and each in a JVM of its own.
    /// Ignores the deadline.
    Thorough,
}

/// Compiles a test class and runs its tests in several orders and environments. Drops tests and assertions
/// that fail, until all that remain pass.
///
/// Past the deadline, the result of the last drop is not run again. The returned class always compiles. While
/// tests run, tests that differ only in literals stay separate. `name_tests` names the tests; it is called
/// again if assertions were dropped.
pub fn verify(
    world: &World,
    verifier: &Verifier,
    class: TestClass,
    name_tests: &dyn Fn(&mut [CheckedTest]),
    effort: Effort,
    deadline: Instant,
) -> VerifiedClass {
    let style = class.dialect.style;
    let mut separate = TestClass { dialect: Dialect { style: Style::Plain, ..class.dialect }, ..class };
    name_tests(&mut separate.tests);
    let mut job = Job::new(world, verifier, separate, name_tests, deadline);
    let source = job.drop_failing(effort);
    job.finish(source, style)
}
