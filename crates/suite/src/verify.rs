//! Compiles and runs a test class in the same way as its users, and drops tests and assertions that fail.
//!
//! The compiler is the javac of the user's JDK. Test frameworks are not needed, because this crate contains
//! stand-ins for the classes and methods that generated tests use. Tests run in JVMs without any
//! instrumentation.

mod assertions;
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
mod time_limit;
mod verifier;

use std::fmt;
use std::time::Instant;

use emit::{Dialect, Source, Style, TestClass};
use testcase::CheckedTest;
use types::World;

use job::Job;

pub use verifier::{MOCKITO_PLUGINS, OtherJdk, Verifier};

/// A test class that compiles and whose tests pass.
#[derive(Debug)]
pub struct VerifiedClass {
    /// The class with the remaining tests.
    pub class: TestClass,
    /// Source of the class.
    pub source: Source,
    /// The dropped tests, with reasons.
    pub dropped: Vec<DroppedTest>,
    /// Tests that show suspicious behaviour.
    pub suspicious: Vec<SuspiciousTest>,
    /// Tests that pass in an unusual environment only because the class sets the locale or time zone.
    pub pinned: Vec<PinnedTests>,
    /// Tests that fail on another JDK, if there are any.
    pub failing_on_other_jdk: Option<FailingTests>,
    /// Number of assertions dropped from the remaining tests.
    pub assertions_dropped: usize,
}

/// A test that shows suspicious behaviour. It compiles and passes.
#[derive(Debug)]
pub struct SuspiciousTest {
    /// The test.
    pub test: CheckedTest,
    /// The statements of the test as Java source, without indentation.
    pub code: String,
    /// Whether the test was removed from the class.
    pub is_removed: bool,
}

/// What happens to tests that show suspicious behaviour, and that pass because they expect this behaviour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SuspiciousTests {
    /// They are removed from the class, unless no other test would remain.
    #[default]
    Remove,
    /// They remain in the class.
    Keep,
}

/// A test that was dropped.
#[derive(Clone, Debug)]
pub struct DroppedTest {
    /// The test.
    pub test: CheckedTest,
    /// Reason why the test was dropped.
    pub reason: DropReason,
    /// Description of the environment in which the test fails. `None` if the environment is not the reason
    /// for the failure.
    pub environment: Option<String>,
}

/// Tests that pass in an unusual environment only because the test class sets the locale or time zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PinnedTests {
    /// Number of tests.
    pub tests: usize,
    /// Description of the environment.
    pub environment: String,
}

/// Tests that pass on the JDK of the run, but fail on another JDK. Their assertions are not the cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FailingTests {
    /// Number of tests.
    pub tests: usize,
    /// Feature version of the other JDK, such as 25.
    pub jdk: u32,
}

/// Reason why a test was dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DropReason {
    /// The test does not compile. Contains the error message of javac, or an unknown token of its source.
    DoesNotCompile(String),
    /// The test ended with an unexpected exception, or without the expected exception. Contains the class and
    /// the message of the exception that ended the test. If no exception was thrown, this is an
    /// `AssertionError`.
    Throws(String),
    /// The test exceeded its time limit.
    TimesOut,
    /// The JVM ended while the test ran.
    Crashes,
    /// The sandbox denied an action of the test. Outside the sandbox, the test could do harm. Contains a
    /// description of the action, such as `deletes /x`.
    Denied(String),
    /// The test did not run before the deadline.
    NotRun,
    /// A check failed, and this check is not one of the test's assertions. Contains the message of the check.
    Fails(String),
    /// Other tests fail if they run after the test, and pass otherwise. Contains the number of these tests.
    Pollutes(usize),
}

impl fmt::Display for DropReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DropReason::DoesNotCompile(message) => write!(f, "it does not compile: {message}"),
            DropReason::Throws(exception) => write!(f, "it ends with {exception}"),
            DropReason::TimesOut => f.write_str("it exceeds its time limit"),
            DropReason::Crashes => f.write_str("the JVM ends while the test runs"),
            DropReason::Denied(action) => {
                write!(f, "it {action}, which the sandbox denies; outside the sandbox, it could do harm")
            }
            DropReason::NotRun => f.write_str("there was no time to run it before the deadline"),
            DropReason::Fails(message) => write!(f, "it fails, but not in one of its assertions: {message}"),
            DropReason::Pollutes(victims) => {
                write!(f, "other tests fail if they run after it (number of failing tests: {victims})")
            }
        }
    }
}

/// Thoroughness of the verification of tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// Tests run several times:
    ///
    /// - in order,
    /// - in reverse order, in another environment,
    /// - with separate classes for each test,
    /// - after tests that leave changes in static fields,
    /// - on another JDK, if there is one.
    #[default]
    Standard,
    /// In addition, tests run in three shuffled orders, one of them in an unusual environment, and each test
    /// runs in a JVM of its own. These runs ignore the deadline.
    Thorough,
}

/// Compiles a test class and runs its tests in several orders and environments. Drops tests and assertions
/// that fail, until all remaining tests pass.
///
/// If there is no time for another run before the deadline, the remaining tests do not run again after other
/// tests or assertions were dropped. The returned class always compiles. During verification, tests that
/// differ only in literals are separate methods, and there are no nested classes. `name_tests` names the
/// tests. It is called again if assertions were changed or dropped, and if suspicious tests were removed.
pub fn verify(
    world: &World,
    verifier: &Verifier,
    class: TestClass,
    name_tests: &dyn Fn(&mut [CheckedTest]),
    effort: Effort,
    suspicious: SuspiciousTests,
    deadline: Instant,
) -> VerifiedClass {
    let dialect = class.dialect;
    let mut plain_class =
        TestClass { dialect: Dialect { style: Style::Plain, nested: false, ..dialect }, ..class };
    name_tests(&mut plain_class.tests);
    let mut job = Job::new(world, verifier, plain_class, name_tests, deadline);
    let source = job.drop_failing(effort);
    job.finish(source, dialect, suspicious)
}
