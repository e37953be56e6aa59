//! Existing tests run in a worker of their own, with what they cover.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use analysis::LineId;
use execution::run::{Executor, Tracer};
use goals::{Goals, Trace};
use mutation::Mutants;
use suite::verify::MOCK_MAKER;
use testcase::{Literal, Observation, Statement, StatementKind, TestCase, Var};
use types::Type;
use vm::{Classes, Execution, Mode, Outcome, Request, WorkerPool};

use crate::cancellation::Cancellation;
use crate::configuration::Configuration;
use crate::counts::Sections;
use crate::existing_tests::{self, ExistingTests, TestClass};
use crate::harness::{Measured, instrumented_classes, measured, open_mutants, worker_config};
use crate::platform::Platform;
use crate::report::{Existing, Report};
use crate::subject::Subject;

/// The time that they have beside that of the search: one in so many of its, and at least this.
const SHARE: u32 = 5;
const LEAST: Duration = Duration::from_secs(5);
/// One in so many of it is what one test class may take, from the last class that it loaded on.
const ONE_CLASS: u32 = 3;
/// What a test class may take when the budget is not time: all of them run then.
const NO_HURRY: Duration = Duration::from_secs(60);
/// The time that all of them have then.
const NO_END: Duration = Duration::from_secs(24 * 60 * 60);
/// Heap of the worker in MB: frameworks take a part of it.
const HEAP: u32 = 512;
/// Test classes after which it is looked at whether anything is left.
const CHUNK: usize = 8;
/// Test classes that are named in a warning.
const MOST_NAMES: usize = 3;

/// What services are found by: there is one in each jar that offers one.
const SERVICES: &str = "META-INF/services/";

/// What existing tests cover of a class.
pub struct ExistingCoverage {
    /// The goals of the search and strong mutation, those settled that they cover.
    pub goals: Goals,
    /// Test classes that ran.
    classes: usize,
    /// Tests that ran.
    tests: u64,
    /// Those of them that failed.
    failed: u64,
    traces: Vec<Trace>,
    /// By what kept test classes from running to their end, these.
    troubles: BTreeMap<String, Vec<String>>,
    /// Test classes that were left out for want of time: how close each was.
    left_out: Vec<Closeness>,
}

/// How much a test class has to do with the class under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Closeness {
    /// Its name begins as that of the class, which it names.
    NamedAfter,
    /// It names the class.
    Names,
    /// It does not, but may come to it in a roundabout way.
    Other,
}

/// A worker that test classes run in.
struct Running<'a> {
    tests: &'a ExistingTests,
    vm: WorkerPool,
    tracer: Tracer,
    cancellation: &'a Cancellation,
    /// What one of them may take.
    timeout: Duration,
    /// When it is to be over.
    deadline: Instant,
}

impl ExistingTests {
    /// Runs those that may cover something of a class, first those that name it.
    ///
    /// # Errors
    /// If no worker can be started.
    pub fn cover(
        &self,
        platform: &Platform,
        configuration: &Configuration,
        subject: &Subject,
        cancellation: &Cancellation,
    ) -> Result<ExistingCoverage, vm::Error> {
        let world = &platform.world;
        let own = configuration.with_strong_mutation();
        let Measured { goals, observed, mutants } = measured(world, &own, subject);
        let time = configuration.budget.time.map(|time| LEAST.max(time / SHARE));
        let timeout = time.map_or(NO_HURRY, |time| time / ONE_CLASS);
        let config = vm::Config {
            heap_mb: HEAP,
            test_timeout: timeout,
            bytes: i64::MAX as u64,
            watches: BTreeMap::new(),
            ..worker_config(platform, subject, &mutants, &observed)
        };
        let mut running = Running {
            tests: self,
            vm: WorkerPool::start(config, self.serve(&own, subject, &mutants))?,
            tracer: Tracer::new(observed.tracer.first_mutant),
            cancellation,
            timeout,
            deadline: Instant::now() + time.unwrap_or(NO_END),
        };
        let mut covered = ExistingCoverage::new(goals);
        running.run(&self.ordered(&subject.internal_name(world)), &mut covered);
        Ok(covered)
    }

    /// The test classes in the order in which they are to run.
    fn ordered(&self, class: &str) -> Vec<(Closeness, &TestClass)> {
        let simple = |name: &str| name.rsplit('/').next().unwrap_or(name).to_owned();
        let closeness = |test: &TestClass| match existing_tests::mentions(&self.tests, &test.name, class) {
            true if simple(&test.name).starts_with(&simple(class)) => Closeness::NamedAfter,
            true => Closeness::Names,
            false => Closeness::Other,
        };
        let mut ordered: Vec<_> = self.classes.iter().map(|test| (closeness(test), test)).collect();
        ordered.sort_by_key(|(closeness, _)| *closeness);
        ordered
    }

    /// A test that has a test class run.
    fn case(&self, class: &TestClass) -> TestCase {
        let ty = Type::class(self.runner.string());
        let name: Vec<u16> = class.name.replace('/', ".").encode_utf16().collect();
        let method = self.method(class.framework);
        let kinds = [
            StatementKind::Literal(Literal::String(name.into())),
            StatementKind::Call { method, receiver: None, args: [Var(0)].as_slice().into() },
        ];
        TestCase { statements: kinds.map(|kind| Statement { kind, ty: ty.clone() }).into() }
    }

    /// What workers ask for: code under test and tests with probes, all else as it is.
    fn serve(&self, configuration: &Configuration, subject: &Subject, mutants: &Arc<Mutants>) -> Classes {
        let (own, libraries) = (self.own.clone(), self.libraries.clone());
        let (instrumented, _) = instrumented_classes(own.clone(), configuration, subject, mutants);
        Arc::new(move |request| match request {
            Request::Class(name) if own.contains(&name) => instrumented(Request::Class(name)),
            Request::Class(name) => libraries.bytes(&name),
            Request::Resource(name) if name == MOCK_MAKER.0 => Some(MOCK_MAKER.1.into()),
            Request::Resource(name) if name.starts_with(SERVICES) => {
                let found: Vec<Vec<u8>> = own.resources(&name).chain(libraries.resources(&name)).collect();
                (!found.is_empty()).then(|| found.join(&b'\n'))
            }
            Request::Resource(name) => own.resource(&name).or_else(|| libraries.resource(&name)),
        })
    }
}

impl Running<'_> {
    /// Runs test classes one after the other, until nothing is left to cover or there is no more time.
    fn run(&mut self, classes: &[(Closeness, &TestClass)], covered: &mut ExistingCoverage) {
        let mut left = classes;
        while !left.is_empty() && !covered.goals.are_targets_covered_by_existing() {
            let chunk = &left[..left.len().min(CHUNK)];
            let tests: Vec<TestCase> = chunk.iter().map(|(_, class)| self.tests.case(class)).collect();
            let results = self.execute(&tests, &covered.goals);
            for (((_, class), test), execution) in chunk.iter().zip(&tests).zip(&results) {
                let trace = self.tracer.trace(test, execution, execution.trace.clone());
                covered.note(class, execution, trace, self.timeout);
            }
            left = &left[results.len()..];
            if results.len() < chunk.len() {
                covered.left_out = left.iter().map(|(closeness, _)| *closeness).collect();
                return;
            }
        }
    }

    fn execute(&mut self, tests: &[TestCase], goals: &Goals) -> Vec<Execution> {
        let mut executor = Executor {
            vm: &mut self.vm,
            // Nobody counts what a person's test does.
            tick_limit: i64::MAX as u64,
            world: &self.tests.runner,
            goals,
            tracer: &self.tracer,
            mutants: &BTreeSet::new(),
            interrupted: &|| self.cancellation.is_requested(),
        };
        executor.run(tests, Mode::Observe, self.deadline)
    }
}

impl ExistingCoverage {
    fn new(goals: Goals) -> ExistingCoverage {
        let (traces, troubles, left_out) = Default::default();
        ExistingCoverage { goals, classes: 0, tests: 0, failed: 0, traces, troubles, left_out }
    }

    /// Has goals count as settled that existing tests cover.
    pub fn settle(&self, goals: &mut Goals) {
        self.traces.iter().for_each(|trace| goals.add_existing_test(trace));
    }

    /// The lines that existing tests execute.
    pub fn lines(&self) -> BTreeSet<LineId> {
        let statements = self.traces.iter().flat_map(|trace| &trace.statements);
        statements.map(|&statement| self.goals.line_of(statement)).collect()
    }

    /// Reports what they do, where they settled some of the goals in these sections.
    pub fn report(&self, sections: &Sections, goals: &Goals, report: &mut Report) {
        report.set_counts(sections.count(goals.len(), &|goal| goals.is_covered_by_existing(goal)));
        let ExistingCoverage { classes, tests, failed, .. } = *self;
        report.existing = Some(Existing { classes, tests, failed, covered: report.covered });
        report.lines_covered = self.lines().len();
        report.mutants = open_mutants(&self.goals).len();
        report.warnings.extend(self.warnings());
    }

    /// What did not go well, in words.
    fn warnings(&self) -> Vec<String> {
        let mut warnings: Vec<String> = self
            .troubles
            .iter()
            .map(|(trouble, classes)| format!("existing tests {}: {trouble}", listed(classes)))
            .collect();
        if self.failed > 0 {
            let ExistingCoverage { failed, tests, .. } = self;
            warnings.push(format!(
                "{failed} of {tests} existing tests fail here; what they cover is taken to be covered all the same"
            ));
        }
        if !self.left_out.is_empty() {
            let (all, close) =
                (self.left_out.len(), self.left_out.iter().filter(|it| **it < Closeness::Other).count());
            warnings.push(format!(
                "there was no time to run {all} existing test classes, of which {close} name the class: what only they cover \
                 is tested again; give more time with --time"
            ));
        }
        warnings
    }

    /// Takes note of how a test class ran.
    fn note(&mut self, class: &TestClass, execution: &Execution, trace: Trace, timeout: Duration) {
        self.goals.add_existing_test(&trace);
        self.traces.push(trace);
        self.classes += 1;
        if let Some((tests, failed)) = counts(execution) {
            self.tests += tests;
            self.failed += failed;
        }
        if let Some(trouble) = trouble(&execution.outcome, timeout) {
            self.troubles.entry(trouble).or_default().push(class.name.replace('/', "."));
        }
    }
}

/// What the runner tells: how many tests ran, and how many failed.
fn counts(execution: &Execution) -> Option<(u64, u64)> {
    let Some(Some(Observation::Literal(Literal::String(text)))) = execution.observations.get(1) else {
        return None;
    };
    let text = String::from_utf16_lossy(text);
    let (tests, failed) = text.split_once(' ')?;
    Some((tests.parse().ok()?, failed.parse().ok()?))
}

/// Why a test class did not run to its end, as a clause, if it did not.
fn trouble(outcome: &Outcome, timeout: Duration) -> Option<String> {
    match outcome {
        Outcome::Returned | Outcome::OutOfBudget | Outcome::Quarantined | Outcome::Shortened(_) => None,
        Outcome::Threw { thrown, .. } => Some(format!(
            "they cannot be run, their framework ends with {}; check that --test-classpath has what they need, in versions \
             that fit",
            thrown.class()
        )),
        Outcome::Exited => Some("they end the JVM; what comes behind that does not count".to_owned()),
        Outcome::TimedOut => Some(format!(
            "they were stopped when one took more than {:.1} s, and what they cover does not count",
            timeout.as_secs_f64()
        )),
        Outcome::Crashed => Some("the JVM ends with them, and what they cover does not count".to_owned()),
        Outcome::OutOfMemory => Some(format!("they need more than the {HEAP} MB that there are")),
    }
}

/// Some names, and how many more there are.
fn listed(names: &[String]) -> String {
    let first = names[..names.len().min(MOST_NAMES)].join(", ");
    match names.len().saturating_sub(MOST_NAMES) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}
