//! Measures the coverage of the class under test by existing tests.

mod runner;
mod warnings;

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use analysis::LineId;
use goals::{Goals, Trace};
use testcase::{Literal, Observation};
use vm::{Execution, Outcome};

use crate::cancellation::Cancellation;
use crate::configuration::Configuration;
use crate::counts::Sections;
use crate::existing_tests::{self, ExistingTests, TestClass};
use crate::harness::{GoalSetup, goal_setup, open_mutants};
use crate::platform::Platform;
use crate::report::{Existing, Report};
use crate::subject::Subject;
use runner::TestClassRunner;

/// The time limit of test classes that do not mention the class under test is 1/5 of the search time, but not
/// less than [`MIN_TIME`].
const TIME_DIVISOR: u32 = 5;
/// Minimum of this time limit.
const MIN_TIME: Duration = Duration::from_secs(5);
/// Minimum time limit of the test classes that mention the class under test. New tests must not repeat what
/// these tests do.
const MIN_RELEVANT_TIME: Duration = Duration::from_secs(30);
/// The time limit of one test class is 1/3 of the time limit of the relevant test classes. The measured time
/// restarts whenever the test class loads another class.
const CLASS_TIME_DIVISOR: u32 = 3;
/// Time limit of one test class if the budget does not limit the time.
const DEFAULT_CLASS_TIME: Duration = Duration::from_secs(60);
/// Time limit of all existing tests if the budget does not limit the time: enough to run all test classes.
const DEFAULT_TIME: Duration = Duration::from_secs(24 * 60 * 60);

/// The coverage of the class under test by existing tests.
pub struct ExistingCoverage {
    /// The goals of the search and of strong mutation. The goals that existing tests cover are marked.
    pub goals: Goals,
    /// Number of test classes that ran.
    classes: usize,
    /// Number of tests that ran.
    tests: u64,
    /// Number of tests that failed.
    failed: u64,
    /// Traces of the test classes that ran.
    traces: Vec<Trace>,
    /// For each problem, the names of the test classes that have the problem.
    problems: BTreeMap<String, Vec<String>>,
    /// Relevance of each test class that did not run because the time limit was reached or the run was
    /// cancelled.
    skipped: Vec<Relevance>,
}

/// Relevance of a test class for the class under test, the most relevant first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Relevance {
    /// The code of the test class mentions the class under test, and the simple name of the test class begins
    /// with the simple name of the class under test.
    NamedAfter,
    /// The code of the test class mentions the class under test.
    Mentions,
    /// The code of the test class does not mention the class under test. The test class can still run code of
    /// the class under test through other classes.
    Other,
}

/// Time limits of existing tests.
struct TimeLimits {
    /// Time limit of the test classes that mention the class under test, together.
    relevant: Duration,
    /// Time after which no other test class runs.
    other: Duration,
    /// Time limit of one test class.
    one_class: Duration,
}

impl TimeLimits {
    fn of(configuration: &Configuration) -> TimeLimits {
        match configuration.budget.time {
            Some(search) => {
                let relevant = MIN_RELEVANT_TIME.max(search);
                let other = MIN_TIME.max(search / TIME_DIVISOR);
                TimeLimits { relevant, other, one_class: relevant / CLASS_TIME_DIVISOR }
            }
            None => TimeLimits { relevant: DEFAULT_TIME, other: DEFAULT_TIME, one_class: DEFAULT_CLASS_TIME },
        }
    }

    fn of_all(&self, relevance: Relevance) -> Duration {
        if relevance == Relevance::Other { self.other } else { self.relevant }
    }
}

impl ExistingTests {
    /// Runs the test classes and measures their coverage of the class under test. The most relevant test
    /// classes run first; the classes in `ignored` do not run. Stops when existing tests cover every target,
    /// when the time limit is reached, or when the run is cancelled.
    ///
    /// # Errors
    /// Returns an error if no worker can be started.
    pub fn measure_coverage(
        &self,
        platform: &Platform,
        configuration: &Configuration,
        subject: &Subject,
        ignored: &[String],
        cancellation: &Cancellation,
    ) -> Result<ExistingCoverage, vm::Error> {
        let configuration = configuration.with_strong_mutation();
        let limits = TimeLimits::of(&configuration);
        let GoalSetup { goals, observed, mutants } = goal_setup(&platform.world, &configuration, subject);
        let config = runner::config(platform, subject, &mutants, &observed, limits.one_class);
        let mut runner = TestClassRunner::start(
            self,
            config,
            runner::served_classes(self, &configuration, subject, &mutants),
            observed.tracer.first_mutant,
            cancellation,
        )?;
        let began = Instant::now();
        let mut classes = self.by_relevance(&subject.internal_name(&platform.world));
        classes.retain(|(_, class)| !class.is_in(ignored));
        let mut coverage = ExistingCoverage::new(goals);
        let mut remaining = &classes[..];
        while !remaining.is_empty() && !coverage.goals.are_targets_covered_by_existing() {
            let batch = &remaining[..remaining.len().min(runner::BATCH)];
            let tests: Vec<&TestClass> = batch.iter().map(|(_, class)| *class).collect();
            let deadline = began + limits.of_all(batch[0].0);
            let results = runner.run(&tests, &coverage.goals, deadline)?;
            let completed = results.len();
            for (class, (execution, trace)) in tests.into_iter().zip(results) {
                coverage.record(class, &execution, trace, limits.one_class);
            }
            remaining = &remaining[completed..];
            if completed < batch.len() {
                coverage.skipped = remaining.iter().map(|(relevance, _)| *relevance).collect();
                break;
            }
        }
        Ok(coverage)
    }

    /// Returns the test classes, the most relevant first. `class` is the internal name of the class under
    /// test.
    fn by_relevance(&self, class: &str) -> Vec<(Relevance, &TestClass)> {
        let simple_name = |name: &str| name.rsplit('/').next().unwrap_or(name).to_owned();
        let relevance = |test: &TestClass| match existing_tests::mentions(&self.tests, &test.name, class) {
            true if simple_name(&test.name).starts_with(&simple_name(class)) => Relevance::NamedAfter,
            true => Relevance::Mentions,
            false => Relevance::Other,
        };
        let mut classes: Vec<_> = self.classes.iter().map(|test| (relevance(test), test)).collect();
        classes.sort_by_key(|(relevance, _)| *relevance);
        classes
    }
}

impl ExistingCoverage {
    fn new(goals: Goals) -> ExistingCoverage {
        let (traces, problems, skipped) = Default::default();
        ExistingCoverage { goals, classes: 0, tests: 0, failed: 0, traces, problems, skipped }
    }

    /// Marks the goals in `goals` that existing tests cover.
    pub fn mark_covered(&self, goals: &mut Goals) {
        self.traces.iter().for_each(|trace| goals.add_existing_test(trace));
    }

    /// Returns the lines that existing tests execute.
    pub fn lines(&self) -> BTreeSet<LineId> {
        let statements = self.traces.iter().flat_map(|trace| &trace.statements);
        statements.map(|&statement| self.goals.line_of(statement)).collect()
    }

    /// Records the results in the report. `goals` are the goals of the search. Call
    /// [`mark_covered`](ExistingCoverage::mark_covered) with `goals` first.
    pub fn report(&self, sections: &Sections, goals: &Goals, report: &mut Report) {
        report.set_counts(sections.count(goals.len(), &|goal| goals.is_covered_by_existing(goal)));
        let ExistingCoverage { classes, tests, failed, .. } = *self;
        report.existing = Some(Existing { classes, tests, failed, covered: report.covered });
        report.lines_covered = self.lines().len();
        report.mutants = open_mutants(&self.goals).len();
        report.warnings.extend(self.warnings());
    }

    /// Records the run of a test class.
    fn record(&mut self, class: &TestClass, execution: &Execution, trace: Trace, time_limit: Duration) {
        self.goals.add_existing_test(&trace);
        self.traces.push(trace);
        self.classes += 1;
        if let Some((tests, failed)) = counts(execution) {
            self.tests += tests;
            self.failed += failed;
        }
        if let Some(problem) = problem(&execution.outcome, time_limit) {
            self.problems.entry(problem).or_default().push(class.name.replace('/', "."));
        }
    }
}

/// Returns the number of tests and the number of failed tests. `testudo.existing.Tests` returns both numbers
/// as one text, such as `12 1`.
fn counts(execution: &Execution) -> Option<(u64, u64)> {
    let Some(Some(Observation::Literal(Literal::String(text)))) = execution.observations.get(1) else {
        return None;
    };
    let text = String::from_utf16_lossy(text);
    let (tests, failed) = text.split_once(' ')?;
    Some((tests.parse().ok()?, failed.parse().ok()?))
}

/// Returns why a test class did not run to its end. The text continues a sentence that begins with `existing
/// tests demo.FooTest`.
fn problem(outcome: &Outcome, time_limit: Duration) -> Option<String> {
    match outcome {
        Outcome::Returned | Outcome::OutOfBudget | Outcome::Quarantined | Outcome::Shortened(_) => None,
        Outcome::Threw { thrown, .. } => Some(format!(
            "cannot run: the test framework throws {}; add the libraries of the tests, in compatible versions, to \
             --test-classpath",
            thrown.class()
        )),
        Outcome::Exited => Some(
            "end the JVM: later tests of the class do not run, and their coverage is not measured; remove calls of \
             System.exit from these tests"
                .to_owned(),
        ),
        Outcome::TimedOut => Some(format!(
            "were stopped, because a test class ran longer than {:.1} s: their coverage is not measured; allow more time \
             with --time",
            time_limit.as_secs_f64()
        )),
        Outcome::Crashed => Some("crash the JVM: their coverage is not measured; omit them from --existing-tests".to_owned()),
        Outcome::OutOfMemory => Some(format!(
            "need more memory than the {} MB of a worker: part of their coverage is not measured; \
             omit them from --existing-tests, or reduce the memory that they need",
            runner::HEAP_MB
        )),
    }
}
