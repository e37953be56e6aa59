//! Runs the existing tests for several classes under test.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use testcase::{Literal, Observation};
use vm::{Execution, Outcome};

use super::code::CombinedCode;
use super::limits::TimeLimits;
use super::runner::{self, TestClassRunner};
use crate::cancellation::Cancellation;
use crate::configuration::Configuration;
use crate::error::{Cause, Error};
use crate::existing_runs::{ExistingRuns, IdRanges, TestClassResult, TestClassRun};
use crate::existing_tests::{ExistingTests, TestClass, mentioned_classes};
use crate::platform::Platform;
use crate::request::Request;

/// Minimum time limit of existing tests. New tests must not repeat what these tests do.
const MIN_TIME: Duration = Duration::from_secs(30);

impl Platform {
    /// Runs the existing tests once for several requests. Returns `None` if there are no existing tests. A
    /// platform [with the result](Platform::with_existing_runs) does not run the tests again for each
    /// request.
    ///
    /// The tests run for at most `time`, and for at most the search time of all requests, but not less than
    /// half a minute. If the requests do not limit the time, only `time` limits it.
    ///
    /// # Errors
    /// Returns an error if the options of a request are not valid, or if no worker can be started.
    pub fn run_existing_tests(
        &self,
        requests: &[&Request],
        time: Option<Duration>,
        workers: usize,
        cancellation: &Cancellation,
    ) -> Result<Option<ExistingRuns>, Error> {
        let Some(tests) = &self.existing else { return Ok(None) };
        let Some(request) = ExistingTestRequest::of(requests, time, workers)? else { return Ok(None) };
        let is_empty = tests.are_all_ignored(&request.ignored);
        Ok(if is_empty { None } else { Some(tests.run(self, &request, cancellation)?) })
    }
}

/// What to run existing tests for.
pub struct ExistingTestRequest {
    /// Names of the classes under test.
    pub classes: Vec<String>,
    /// Fully qualified names of test classes that do not run.
    pub ignored: Vec<String>,
    /// Maximum number of mutants of one class.
    pub max_mutants: usize,
    /// Time limit of all existing tests together. `None`: no time limit.
    pub time: Option<Duration>,
    /// Number of workers.
    pub workers: usize,
}

impl ExistingTestRequest {
    /// Returns what to run existing tests for before the work on these requests: see
    /// [`Platform::run_existing_tests`]. Returns `None` if there is no request.
    ///
    /// # Errors
    /// Returns an error if the options of a request are not valid.
    pub fn of(
        requests: &[&Request],
        time: Option<Duration>,
        workers: usize,
    ) -> Result<Option<ExistingTestRequest>, Error> {
        let configuration = |request: &&Request| {
            Configuration::new(&request.search, &request.budget)
                .map_err(|reason| Error::user(Cause::Options, &reason))
        };
        let configurations: Vec<_> = requests.iter().map(configuration).collect::<Result<_, _>>()?;
        let Some(first) = configurations.first() else { return Ok(None) };
        let search: Option<Duration> = configurations.iter().map(|it| it.budget.time).sum();
        let of_searches = search.map(|search| search.max(MIN_TIME));
        Ok(Some(ExistingTestRequest {
            classes: requests.iter().map(|request| request.class.clone()).collect(),
            ignored: ignored_by_all(requests),
            max_mutants: first.with_strong_mutation().max_mutants,
            time: time.into_iter().chain(of_searches).min(),
            workers,
        }))
    }
}

/// Returns the test classes that all requests ignore.
fn ignored_by_all(requests: &[&Request]) -> Vec<String> {
    let mut lists = requests.iter().map(|request| request.ignored_tests.iter().cloned().collect());
    let first: BTreeSet<String> = lists.next().unwrap_or_default();
    lists.fold(first, |all, list| &all & &list).into_iter().collect()
}

impl ExistingTests {
    /// Runs the test classes. The most relevant test classes run first. Stops when the time limit is reached,
    /// or when the run is cancelled.
    ///
    /// # Errors
    /// Returns an error if no worker can be started.
    pub fn run(
        &self,
        platform: &Platform,
        request: &ExistingTestRequest,
        cancellation: &Cancellation,
    ) -> Result<ExistingRuns, vm::Error> {
        let began = Instant::now();
        let code = CombinedCode::read(&platform.world, &request.classes, request.max_mutants);
        let limits = TimeLimits::of(request.time);
        let mut runs = self.by_relevance(&code.ranges, &request.ignored);
        let relevant = runs.iter().take_while(|run| !run.mentions.is_empty()).count();
        for class_limit in limits.quick.into_iter().chain([limits.one_class]) {
            let (first, second) = runs.split_at(relevant);
            let is_open = |group: &[TestClassRun], limit: Duration| {
                began.elapsed() < limit && group.iter().any(|run| run.result.is_none())
            };
            if cancellation.is_requested()
                || !is_open(first, limits.relevant) && !is_open(second, limits.other)
            {
                break;
            }
            let mut runner =
                TestClassRunner::start(self, platform, &code, request, class_limit, cancellation)?;
            let (relevant, other) = runs.split_at_mut(relevant);
            for (group, limit) in [(relevant, limits.relevant), (other, limits.other)] {
                let open: Vec<_> = group.iter_mut().filter(|run| run.result.is_none()).collect();
                let classes: Vec<&TestClass> = open.iter().map(|run| &run.class).collect();
                let results = runner.run(&classes, began + limit)?;
                for (run, (execution, trace)) in open.into_iter().zip(results) {
                    let runs_again = execution.outcome == Outcome::TimedOut && class_limit < limits.one_class;
                    run.result = (!runs_again).then(|| TestClassResult {
                        traces: code.ranges.split(trace),
                        counts: counts(&execution).unwrap_or_default(),
                        problem: problem(&execution.outcome, limits.one_class),
                    });
                }
            }
        }
        tracing::debug!(classes = runs.len(), after = ?began.elapsed(), "existing tests ran");
        Ok(ExistingRuns { ranges: code.ranges, max_mutants: request.max_mutants, runs })
    }

    /// Returns the test classes before they run, the most relevant first.
    fn by_relevance(&self, ranges: &IdRanges, ignored: &[String]) -> Vec<TestClassRun> {
        let names: BTreeSet<String> = ranges.classes.keys().cloned().collect();
        let run = |class: &TestClass| TestClassRun {
            class: class.clone(),
            mentions: mentioned_classes(&self.tests, &class.name, &names),
            result: None,
        };
        let mut runs: Vec<_> = self.classes.iter().filter(|it| !it.is_in(ignored)).map(run).collect();
        runs.sort_by_key(|run| (run.mentions.is_empty(), !is_named_after_mentioned_class(run)));
        runs
    }
}

/// Returns whether the simple name of the test class begins with the simple name of a class under test that
/// its code mentions.
fn is_named_after_mentioned_class(run: &TestClassRun) -> bool {
    let test = simple_name(&run.class.name);
    run.mentions.iter().any(|class| test.starts_with(simple_name(class)))
}

fn simple_name(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
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
