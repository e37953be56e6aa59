//! The content of a report.

use serde::{Deserialize, Serialize};

/// The results of a run for a project.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Name of the project.
    pub project: String,
    /// The modules that have selected classes, in the order of the build.
    pub modules: Vec<Module>,
    /// The tests of earlier runs that no longer passed, because the behaviour of the code has changed.
    pub changes: Vec<Change>,
}

/// The results of one module.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Module {
    /// Name of the module.
    pub name: String,
    /// The classes that the run has worked on, and classes that have not changed since an earlier report.
    pub classes: Vec<Class>,
    /// Number of other classes that the run left alone, because neither they nor the options have changed
    /// since an earlier run.
    pub unchanged: usize,
    /// Number of classes that the run did not begin before its end.
    pub skipped: usize,
}

/// The results of one class with its nested classes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Class {
    /// Binary name.
    pub name: String,
    /// Identifies the version of the class, of the code that it reaches, and of the options.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
    /// Result of the work on the class, such as `written`.
    pub status: String,
    /// Why there are no new tests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Warnings.
    pub warnings: Vec<String>,
    /// Path of the source file, relative to the root of the project, with `/`. If the file is unknown, the
    /// path follows from the name of the class.
    pub path: String,
    /// Text of the source file, if it was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Path of the test file, relative to the root of the project, with `/`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test_file: Option<String>,
    /// The tests in the test file.
    pub tests: Vec<Test>,
    /// Duration of the work on the class in seconds.
    pub seconds: f64,
    /// The lines with code, ascending.
    pub lines: Vec<Line>,
    /// The branches, ascending by line.
    pub branches: Vec<Branch>,
    /// The mutants, ascending by line.
    pub mutants: Vec<Mutant>,
    /// Goals of other criteria that no test covers.
    pub open_goals: Vec<OpenGoal>,
    /// Suspicious behaviour, the most certain first.
    pub suspicions: Vec<Suspicion>,
    /// Tests that the project's own build refused. They are not in the test file.
    pub refused: Vec<RefusedTest>,
}

/// A test method. All rows of a parameterized test are one test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Test {
    /// Name of the method.
    pub name: String,
    /// Why the test exists, if the test file says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Duration in the project's own build in seconds, if this build ran the test.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

impl Test {
    /// Returns the name of the tested method: the first part of the name.
    pub fn tested_method(&self) -> &str {
        self.name.split('_').next().unwrap_or_default()
    }
}

/// A line with code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Number of the line, from 1.
    pub line: u32,
    /// Whether a test executes the line.
    pub covered: bool,
    /// Why no test executes the line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// One outcome of a condition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Branch {
    /// Line of the condition, from 1. 0 if it is unknown.
    pub line: u32,
    /// Number of the condition in its class, from 0. All outcomes of a condition have this number.
    pub condition: u32,
    /// Description of the outcome, such as `amount > balance` or `condition 2, true`.
    pub outcome: String,
    /// Whether a test takes the branch.
    pub covered: bool,
    /// The smallest branch distance of any test. Absent if no test evaluated the condition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<f64>,
    /// Why no test takes the branch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A mutant: a small change of the code that tests should detect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mutant {
    /// Line of the change, from 1. 0 if it is unknown.
    pub line: u32,
    /// Name of the mutation operator, such as `replace-arithmetic`.
    pub operator: String,
    /// Description of the change, such as `+ replaced by -`.
    pub description: String,
    /// Whether tests detect the change.
    pub state: MutantState,
}

/// Whether tests detect a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MutantState {
    /// A new test fails on the mutant.
    Killed,
    /// No new test fails on the mutant.
    Survived,
    /// No test executes the line of the mutant.
    NotCovered,
    /// Existing tests change the state of the program on the mutant. It is unknown whether one of them fails.
    Untested,
}

/// A goal that no test covers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenGoal {
    /// Name of the criterion.
    pub criterion: String,
    /// Description of the goal.
    pub goal: String,
    /// Why no test covers the goal.
    pub reason: String,
}

/// Behaviour that is probably a fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suspicion {
    /// Rank of certainty; 1 is the most certain.
    pub rank: u8,
    /// The method, such as `Foo.bar`.
    pub method: String,
    /// First line of the method, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// What the method does, as a clause.
    pub what: String,
    /// The statements that show the behaviour, as Java source.
    pub code: String,
    /// Name of the test, if the test file contains it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<String>,
}

/// A test that the project's own build refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedTest {
    /// Name of the method. Absent if the build refused the whole file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<String>,
    /// Why the build refused the test.
    pub reason: String,
}

/// A test of an earlier run that no longer passed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// Binary name of the class under test, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// Fully qualified name of the test class.
    pub test_class: String,
    /// Name of the test method.
    pub test: String,
    /// Path of the test file, relative to the root of the project, with `/`.
    pub path: String,
    /// Line of the failure in the test file, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The expected and the actual value, or another failure.
    pub what: String,
    /// What was done about the test.
    pub action: ChangeAction,
}

/// What was done about a test that no longer passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeAction {
    /// The test stays as it is.
    Reported,
    /// The test now expects the new value.
    Updated,
    /// The test was removed.
    Removed,
}

impl Class {
    /// Returns the name of the package; empty for the unnamed package.
    pub fn package(&self) -> &str {
        self.name.rsplit_once('.').map_or("", |(package, _)| package)
    }

    /// Returns the name without the package.
    pub fn simple_name(&self) -> &str {
        self.name.rsplit_once('.').map_or(&self.name, |(_, name)| name)
    }
}

impl Report {
    /// Returns the classes of all modules.
    pub fn classes(&self) -> impl Iterator<Item = &Class> {
        self.modules.iter().flat_map(|module| &module.classes)
    }
}

impl ChangeAction {
    /// Returns what was done about the test, as a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            ChangeAction::Reported => "The test stays as it is.",
            ChangeAction::Updated => "The test now expects this.",
            ChangeAction::Removed => "The test is removed.",
        }
    }
}
