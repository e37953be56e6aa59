//! The report of one class.

use std::path::PathBuf;

use generation::{OperatorCount, OperatorCounts};
use goals::Criterion;
use serde::Serialize;

use crate::configuration::features::Feature;
use crate::error::{Cause, Error};

pub use crate::counts::Count;

/// How a class ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Its tests are written.
    Written,
    /// The class is not on the class path.
    NotFound,
    /// The class has nothing a test could call.
    NothingToTest,
    /// The class does not load, verify or initialise.
    DoesNotLoad,
    /// Tests were found, but none could be kept.
    NoTestKept,
    /// Existing tests leave nothing to cover that tests were found for: nothing is written.
    NothingToAdd,
    /// The test file cannot be written.
    NotWritten,
    /// The worker JVM does not work, or the folder for temporary files.
    NoWorker,
    /// The run ended before its turn came.
    Skipped,
}

/// A type of which no test can make an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unbuildable {
    /// Its binary name.
    #[serde(rename = "type")]
    pub class: String,
    /// Why, as a clause about it.
    pub reason: String,
    /// Goals not covered in the methods that are called on one or take one.
    pub goals: usize,
}

/// Behaviour that may well be a fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Suspicious {
    /// How sure that is: 1 for the surest.
    pub rank: u8,
    /// The method at fault: `Foo.bar`.
    pub method: String,
    /// What it does, as a clause.
    pub what: String,
    /// The test in the file written that shows it.
    pub test: String,
}

/// A goal that the tests written do not cover.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Missed {
    /// Its criterion.
    #[serde(serialize_with = "crate::counts::by_name")]
    pub criterion: Criterion,
    /// What it is, behind the method that it is in.
    pub goal: String,
    /// Of a branch, the least distance that the search came to taking it; none where its condition was never evaluated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<f64>,
    /// Why, as far as that is known.
    pub reason: String,
}

/// The tests that are there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Existing {
    /// Test classes that were run.
    pub classes: usize,
    /// Tests that ran.
    pub tests: u64,
    /// Those of them that failed.
    pub failed: u64,
    /// Goals that they cover.
    pub covered: usize,
}

/// The yield of an operator that derives tests from others, in both searches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OperatorYield {
    /// Name of the operator.
    pub operator: &'static str,
    /// Number of tests that the operator derived, alone or together with other operators.
    pub applied: u64,
    /// Number of these tests that covered a goal for the first time.
    pub successful: u64,
}

/// A choice of fitness functions, and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Choice {
    /// Generations before it.
    pub generation: u64,
    /// The functions: criteria by their names, and `diversity`.
    pub functions: Vec<&'static str>,
    /// What it brought, in the unit of the goal of the selection.
    pub reward: f64,
}

/// The closing report of one class: what `--json` writes.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Name of the class.
    pub class: String,
    /// How it ended.
    pub status: Status,
    /// What to tell the user about it, when not all went well.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Parts of the search that were turned off.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<Feature>,
    /// What the code under test was kept from, where any was to run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sandbox: Option<InForce>,
    /// Goals of all criteria.
    pub goals: usize,
    /// Those of them that the tests written cover, or the search, where the tests could not be run in time; and those that existing tests
    /// cover.
    pub covered: usize,
    /// What existing tests do, where there are such.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub existing: Option<Existing>,
    /// The same by criterion; those without goals in this class are left out.
    pub criteria: Vec<Count>,
    /// The goals that neither the tests written nor existing ones cover; none where that could not be counted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missed: Vec<Missed>,
    /// Mutants of the class, but for those that existing tests reach with an effect: whether these kill them is not found out.
    pub mutants: usize,
    /// Those of them that the tests written kill, as far as there was time to find out.
    pub mutants_killed: usize,
    /// Source lines of the class and those nested in it, as far as tests can execute them.
    pub lines: usize,
    /// Lines that the tests written or existing ones execute.
    pub lines_covered: usize,
    /// Tests executed by the search.
    pub tests_executed: u64,
    /// Statements executed by the search.
    pub statements_executed: u64,
    /// Runs of tests on mutants, which are not among the tests executed.
    #[serde(skip_serializing_if = "is_none")]
    pub runs_on_mutants: u64,
    /// Generations of the search.
    pub generations: u64,
    /// By operator that derives tests from others: the tests that it derived, and the successful ones.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub operators: Vec<OperatorYield>,
    /// What adaptive selection chose, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Choice>,
    /// Seconds of search.
    pub search_seconds: f64,
    /// Seconds from start to end.
    pub total_seconds: f64,
    /// Seconds from the start to the first executed test.
    pub first_test_seconds: f64,
    /// Tests in the file written.
    pub tests_written: usize,
    /// Files written.
    pub files: Vec<PathBuf>,
    /// What may well be wrong with the class, the surest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suspicions: Vec<Suspicious>,
    /// The types of which no test can make an object.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unbuildable: Vec<Unbuildable>,
    /// What was left out and why: missing dependencies, methods without probes, tests dropped.
    pub warnings: Vec<String>,
}

/// The parts of the sandbox that were in force.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct InForce {
    /// No writes but to a temporary folder.
    pub files: bool,
    /// No network and no new processes.
    pub calls: bool,
    /// The code ends with the program that runs it, however that ends.
    pub dies_with_parent: bool,
}

impl From<vm::Sandbox> for InForce {
    fn from(sandbox: vm::Sandbox) -> InForce {
        let vm::SandboxReport { files, calls, dies_with_parent } = sandbox.report();
        InForce { files, calls, dies_with_parent }
    }
}

fn is_none(count: &u64) -> bool {
    *count == 0
}

impl Report {
    /// The report of a class about which nothing is known yet.
    pub fn new(class: &str, status: Status) -> Report {
        Report {
            class: class.to_owned(),
            status,
            message: None,
            without: Vec::new(),
            sandbox: None,
            goals: 0,
            covered: 0,
            existing: None,
            criteria: Vec::new(),
            missed: Vec::new(),
            mutants: 0,
            mutants_killed: 0,
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
            files: Vec::new(),
            suspicions: Vec::new(),
            unbuildable: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// Adds the yield of the operators in one search. Operators that derived no test are left out.
    pub(crate) fn add_operators(&mut self, counts: &OperatorCounts) {
        for (operator, OperatorCount { applied, successful }) in
            counts.iter().filter(|(_, it)| it.applied > 0)
        {
            let operator = operator.name();
            match self.operators.iter_mut().find(|it| it.operator == operator) {
                Some(sum) => {
                    (sum.applied, sum.successful) = (sum.applied + applied, sum.successful + successful)
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

    /// Returns the report with a message.
    pub fn with_message(mut self, message: impl Into<String>) -> Report {
        self.message = Some(message.into());
        self
    }

    /// Returns the report of a class for which an error was returned.
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
