//! The report of one class.

use std::path::PathBuf;
use std::sync::Arc;

use generation::{OperatorCount, OperatorCounts};
use goals::Criterion;
use serde::Serialize;

use crate::configuration::features::Feature;
use crate::details::Details;
use crate::error::{Cause, Error};
use crate::request::Sandbox;

pub use crate::counts::Count;

/// Result of the work on a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// The tests are written.
    Written,
    /// The search ended. The request did not ask for a test file.
    Searched,
    /// The class is not on the class path.
    NotFound,
    /// The class has nothing that a test could call.
    NothingToTest,
    /// The class does not load, verify or initialise.
    DoesNotLoad,
    /// Tests were found, but each of them fails verification, or asserts nothing and covers no goal.
    NoTestKept,
    /// The search found no test that covers more than the existing tests. No file is written.
    NothingToAdd,
    /// The test file cannot be written.
    NotWritten,
    /// The options, the class path or the environment cannot be used, or an internal error occurred.
    NoWorker,
    /// The run ended before the work on the class began.
    Skipped,
}

/// A type of which no test can create an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unbuildable {
    /// Binary name of the type.
    #[serde(rename = "type")]
    pub class: String,
    /// Why no test can create an object, as a clause about the type.
    pub reason: String,
    /// Number of uncovered goals in the methods that need an object of the type.
    pub goals: usize,
}

/// Behaviour that is probably a fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Suspicious {
    /// Rank of certainty; 1 is the most certain.
    pub rank: u8,
    /// The suspicious method, such as `Foo.bar`.
    pub method: String,
    /// What the method does, as a clause.
    pub what: String,
    /// The statements that show the behaviour, as Java source.
    pub code: String,
    /// Name of the test in the test file. `None` if the file does not contain the test.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<String>,
}

/// A method whose tests are not written, because the sandbox denied an action of these tests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Denied {
    /// The method or constructor, such as `Foo.bar`.
    pub method: String,
    /// The denied action of the first of these tests, such as `deletes /x`.
    pub action: String,
    /// Number of these tests.
    pub tests: usize,
}

/// A goal that neither the written tests nor existing tests cover.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Missed {
    /// Criterion of the goal.
    #[serde(serialize_with = "crate::counts::by_name")]
    pub criterion: Criterion,
    /// Description of the goal: the method, a colon, and the location in the method.
    pub goal: String,
    /// The smallest branch distance of any test; `None` if the goal is no branch, or if no test evaluated its
    /// condition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<f64>,
    /// Why the goal is not covered, as far as Testudo can detect the cause.
    pub reason: String,
}

/// Counts of the existing tests that execute the class under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Existing {
    /// Number of test classes that ran.
    pub classes: usize,
    /// Number of tests that ran.
    pub tests: u64,
    /// Number of tests that failed.
    pub failed: u64,
    /// Number of goals that the existing tests cover.
    pub covered: usize,
}

/// How many tests one operator, such as mutation or crossover, derived, and how many of them covered new
/// goals. The numbers are sums over the first search and the search that strengthens the tests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OperatorYield {
    /// Name of the operator.
    pub operator: &'static str,
    /// Number of tests that the operator derived, alone or together with other operators.
    pub applied: u64,
    /// Number of these tests that covered a goal for the first time.
    pub successful: u64,
}

/// A choice of fitness functions, and its reward.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Choice {
    /// Number of generations before the choice.
    pub generation: u64,
    /// The chosen functions: names of criteria, and `diversity`.
    pub functions: Vec<&'static str>,
    /// Reward of the choice. Its unit depends on the option `--affs-aim`: for example, a number of
    /// exceptions.
    pub reward: f64,
}

/// Numbers of goals that the search covered and that the written tests do not cover, by cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LostGoals {
    /// Goals of tests that verification dropped.
    pub dropped_tests: usize,
    /// Goals of tests that show suspicious behaviour and therefore are not in the file.
    pub suspicious_tests: usize,
    /// All other goals: the tests that covered them were not kept, or did not cover them again.
    pub not_covered_again: usize,
}

/// The report of one class. `--json` prints it.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Binary name of the class.
    pub class: String,
    /// Result of the work on the class.
    pub status: Status,
    /// Message for the user; `None` if the tests are written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Parts of the search that were turned off.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<Feature>,
    /// The active parts of the sandbox; `None` if no code ran.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sandbox: Option<SandboxParts>,
    /// Number of goals of all criteria.
    pub goals: usize,
    /// Number of goals that the written tests or existing tests cover. If there was no time to run the
    /// written tests, it is the number of goals that the search covered.
    pub covered: usize,
    /// Numbers of goals that the search covered and that the written tests do not cover. `None` if there is
    /// no such goal, or if there was no time to run the written tests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost_goals: Option<LostGoals>,
    /// Counts of existing tests, if there are existing tests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub existing: Option<Existing>,
    /// Numbers of goals and of covered goals of each criterion that has goals in this class.
    pub criteria: Vec<Count>,
    /// The goals that neither the written tests nor existing tests cover; empty if there was no time to run
    /// the written tests.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missed: Vec<Missed>,
    /// Number of mutants of the class, without the mutants that existing tests infect. Testudo does not check
    /// whether existing tests kill mutants.
    pub mutants: usize,
    /// Number of the mutants in `mutants` that the written tests kill. If there was no time to run a test on
    /// a mutant again after verification, the result before verification counts.
    pub mutants_killed: usize,
    /// Number of methods and constructors that tests can call. 0 if the run had no goals of the criterion
    /// `ordinary-call`.
    pub callable_methods: usize,
    /// Number of the methods in `callable_methods` for which a written test shows ordinary use: see
    /// [`goals::Usage::Shown`].
    pub ordinary_calls: usize,
    /// Number of executable source lines of the class and its nested classes.
    pub lines: usize,
    /// Number of the lines in `lines` that the written tests or existing tests execute.
    pub lines_covered: usize,
    /// Number of tests that the first search and the search that strengthens the tests executed, without runs
    /// on mutants.
    pub tests_executed: u64,
    /// Number of statements that the first search and the search that strengthens the tests executed,
    /// including runs on mutants.
    pub statements_executed: u64,
    /// Number of runs of tests on mutants.
    #[serde(skip_serializing_if = "is_zero")]
    pub runs_on_mutants: u64,
    /// Number of generations of the first search and of the search that strengthens the tests, together.
    pub generations: u64,
    /// Number of derived and of successful tests, for each operator that derives tests from other tests.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub operators: Vec<OperatorYield>,
    /// The choices of adaptive fitness function selection, the earliest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Choice>,
    /// Duration of the first search and of the search that strengthens the tests, together, in seconds.
    pub search_seconds: f64,
    /// Duration of all work on the class in seconds.
    pub total_seconds: f64,
    /// Seconds from the start of the work on the class to the first result of a test.
    pub first_test_seconds: f64,
    /// Number of written tests.
    pub tests_written: usize,
    /// Number of written tests with neither an assertion nor an expected exception.
    pub tests_without_assertions: usize,
    /// Written files.
    pub files: Vec<PathBuf>,
    /// Suspicious behaviour of the class, the most certain first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suspicions: Vec<Suspicious>,
    /// The methods with tests that are not written, because the sandbox denied an action of these tests.
    /// Outside the sandbox, the tests could do harm.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub denied: Vec<Denied>,
    /// The types of which no test can create an object.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unbuildable: Vec<Unbuildable>,
    /// Warnings, such as missing dependencies, methods without probes, and dropped tests.
    pub warnings: Vec<String>,
    /// What the tests cover, line by line. `--json` does not print it, because it is long.
    #[serde(skip)]
    pub details: Arc<Details>,
    /// Whether no file was written and tests were dropped because there was no time to run them. Then another
    /// run can succeed.
    #[serde(skip)]
    pub lacked_time: bool,
}

/// The sandbox in which the code ran.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SandboxParts {
    /// Mode of the sandbox: `on`, `weak` or `off`.
    pub mode: Sandbox,
    /// Whether the code can write only to a temporary folder.
    pub files: bool,
    /// Whether the code cannot use the network and cannot start processes.
    pub calls: bool,
    /// Whether tests are dropped if the sandbox denies one of their actions.
    pub denials: bool,
    /// Whether Linux namespaces also keep the code from the network.
    pub namespaces: bool,
    /// Whether the code ends when Testudo ends, even if Testudo crashes.
    pub dies_with_parent: bool,
}

impl From<vm::Sandbox> for SandboxParts {
    fn from(sandbox: vm::Sandbox) -> SandboxParts {
        let vm::SandboxReport { files, calls, denials, namespaces, dies_with_parent } = sandbox.report();
        let mode = match sandbox {
            vm::Sandbox::On => Sandbox::On,
            vm::Sandbox::Weak => Sandbox::Weak,
            vm::Sandbox::Off => Sandbox::Off,
        };
        SandboxParts { mode, files, calls, denials, namespaces, dies_with_parent }
    }
}

impl SandboxParts {
    /// Returns the names of the missing features of the operating system.
    pub fn missing(self) -> Vec<&'static str> {
        let features =
            [(self.files, "Landlock"), (self.calls, "seccomp"), (self.denials, "seccomp user notification")];
        features.into_iter().filter(|(is_active, _)| !is_active).map(|(_, name)| name).collect()
    }
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl Report {
    /// Returns a report in which all numbers are 0 and all lists are empty.
    pub fn new(class: &str, status: Status) -> Report {
        Report {
            class: class.to_owned(),
            status,
            message: None,
            without: Vec::new(),
            sandbox: None,
            goals: 0,
            covered: 0,
            lost_goals: None,
            existing: None,
            criteria: Vec::new(),
            missed: Vec::new(),
            mutants: 0,
            mutants_killed: 0,
            callable_methods: 0,
            ordinary_calls: 0,
            lines: 0,
            lines_covered: 0,
            tests_executed: 0,
            statements_executed: 0,
            runs_on_mutants: 0,
            generations: 0,
            operators: Vec::new(),
            choices: Vec::new(),
            search_seconds: 0.0,
            total_seconds: 0.0,
            first_test_seconds: 0.0,
            tests_written: 0,
            tests_without_assertions: 0,
            files: Vec::new(),
            suspicions: Vec::new(),
            denied: Vec::new(),
            unbuildable: Vec::new(),
            warnings: Vec::new(),
            details: Arc::default(),
            lacked_time: false,
        }
    }

    /// Adds the counts of the operators in one search. Skips operators that derived no test.
    pub(crate) fn add_operators(&mut self, counts: &OperatorCounts) {
        for (operator, OperatorCount { applied, successful }) in
            counts.iter().filter(|(_, it)| it.applied > 0)
        {
            let operator = operator.name();
            match self.operators.iter_mut().find(|it| it.operator == operator) {
                Some(sum) => {
                    (sum.applied, sum.successful) = (sum.applied + applied, sum.successful + successful);
                }
                None => self.operators.push(OperatorYield { operator, applied, successful }),
            }
        }
    }

    /// Sets the numbers of goals and covered goals.
    pub(crate) fn set_counts(&mut self, counts: Vec<Count>) {
        self.goals = counts.iter().map(|count| count.goals).sum();
        self.covered = counts.iter().map(|count| count.covered).sum();
        self.criteria = counts;
        self.criteria.retain(|count| count.goals > 0);
    }

    /// Sets the message of the report, and returns the report.
    pub fn with_message(mut self, message: impl Into<String>) -> Report {
        self.message = Some(message.into());
        self
    }

    /// Returns the report of a class for which [`generate`](crate::generate()) returned an error.
    pub fn of_error(class: &str, error: &Error) -> Report {
        let status = match error.cause() {
            Some(Cause::ClassNotFound) => Status::NotFound,
            Some(Cause::NothingToTest) => Status::NothingToTest,
            Some(Cause::DoesNotLoad) => Status::DoesNotLoad,
            Some(Cause::Output) => Status::NotWritten,
            Some(Cause::Options | Cause::Environment | Cause::ClassPath) | None => Status::NoWorker,
        };
        Report::new(class, status).with_message(error.to_string())
    }
}
