//! From the tests that a search found to the file written: minimised, observed, named, verified and counted.

use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;
use std::time::{Duration, Instant};

use emit::TestClass;
use goals::{Criterion, Goals};
use rand::SeedableRng;
use search::{Found, Rng};
use suite::executor::{Coverage, Executor};
use suite::minimise::{Kept, minimise};
use suite::trace::Tracer;
use suite::verify::Verifier;
use testcase::{Cluster, TestCase, random};
use types::ClassId;

use crate::counts::Sections;
use crate::events::{Report, Status};
use crate::interrupt;
use crate::output::{self, Target};
use crate::problem::JavaProblem;
use crate::session::Session;

/// Time from the end of the search's time to the end of all.
pub const FINISH: Duration = Duration::from_millis(4000);
/// The part of it that is left to verification, and the part of it that is left when minimising ends.
const VERIFY: Duration = Duration::from_millis(2200);
const OBSERVE: Duration = Duration::from_millis(3000);

/// Time for executing tests once more when the work should be over: they are quick as a rule.
const COVERAGE: Duration = Duration::from_millis(300);
/// Time for executing those written, to count what they cover.
const COUNT: Duration = Duration::from_secs(1);

/// What is to become of the tests of a class.
pub struct Finishing<'a> {
    /// The run.
    pub session: &'a Session<'a>,
    /// The class under test.
    pub class: ClassId,
    /// The test class, without tests.
    pub test_class: &'a TestClass,
    /// Where it goes.
    pub target: &'a Target,
    /// Reads executions.
    pub tracer: &'a Tracer,
    /// Where the goals of each criterion are.
    pub sections: &'a Sections,
    /// When the work on the class began.
    pub started: Instant,
    /// When it is to be over.
    pub end: Instant,
}

impl Finishing<'_> {
    /// Writes the tests that hold and adds them to the report.
    ///
    /// # Errors
    /// The report of a class for which nothing was written.
    pub fn finish(
        &self,
        problem: JavaProblem,
        found: &Found<JavaProblem>,
        report: Report,
    ) -> Result<Report, Box<Report>> {
        let JavaProblem { cluster, goals, mut vm, patience, tally, .. } = problem;
        vm.ticks = patience.most;
        vm.everything = true;
        let tests: Vec<TestCase> = found.archive.tests().iter().map(|kept| kept.test.case.clone()).collect();
        let shown_by = shown_by(found, &goals);
        let shown: BTreeSet<u32> = shown_by.iter().flatten().copied().collect();
        // An interrupt that ended the search has set the deadline; another would end the program.
        let before = interrupt::requested();
        let interrupted = || interrupt::requested() && !before;
        let mut executor = Executor {
            vm: &mut vm,
            world: &self.session.platform.world,
            goals: &goals,
            tracer: self.tracer,
            mutants: &shown,
            interrupted: &interrupted,
        };
        tracing::debug!(tests = tests.len(), outcomes = ?tally, after = ?self.started.elapsed(), "searched");
        let small = minimise(&mut executor, &tests, &shown_by, self.end - OBSERVE);
        tracing::debug!(tests = small.len(), after = ?self.started.elapsed(), "minimised");
        // What is left is quick, and tests without assertions are worth little.
        executor.interrupted = &|| false;
        let end = if interrupted() { self.end.min(Instant::now() + FINISH) } else { self.end };
        let (mut report, kept) = self.write(&mut executor, &small, &cluster, end, report)?;
        tracing::debug!(after = ?self.started.elapsed(), "written");
        let shown: Vec<Vec<u32>> = kept.iter().map(|test| shown_by_test(test, &small, &goals)).collect();
        let coverage = executor.coverage(&kept, &shown, end.max(Instant::now() + COUNT));
        self.count(&coverage, &goals, &mut report);
        Ok(report)
    }

    /// Verifies the tests found, then the simplest ones where nothing of these holds, and writes what does. Gives the report
    /// with the tests written.
    fn write(
        &self,
        executor: &mut Executor,
        small: &[Kept],
        cluster: &Cluster,
        end: Instant,
        mut report: Report,
    ) -> Result<(Report, Vec<TestCase>), Box<Report>> {
        let world = &self.session.platform.world;
        let entries = self.session.entries.clone();
        let verifier =
            match Verifier::new(world.jdk().java(), world.jdk().javac(), entries, self.test_class.dialect) {
                Ok(verifier) => verifier,
                Err(error) => return Err(failure(report, Status::NoWorker, &error)),
            };
        let suites: [&dyn Fn() -> Vec<TestCase>; 3] = [
            &|| small.iter().map(|kept| kept.test.clone()).collect(),
            &|| simple_tests(cluster, self.session.options.seed),
            &|| vec![random::class_literal(cluster)],
        ];
        let mut dropped = 0;
        let verified = suites.iter().find_map(|tests| {
            let class = self.observed(executor, &tests(), end);
            let verified = suite::verify::verify(world, &verifier, class, end);
            for (test, reason) in &verified.dropped {
                tracing::info!("{test} left out: {reason}");
            }
            dropped += verified.dropped.len();
            (!verified.class.tests.is_empty()).then_some(verified)
        });
        if dropped > 0 {
            report.warnings.push(format!("{dropped} tests did not hold and were left out; -v tells why"));
        }
        let Some(verified) = verified else {
            let message = "no test that was found compiles and passes; run with -v to see why";
            return Err(failure(report, Status::NoTestKept, &message));
        };
        if let Err(error) = output::write(self.target, &verified.source.text) {
            return Err(failure(report, Status::NotWritten, &error));
        }
        report.status = Status::Written;
        report.tests_written = verified.class.tests.len();
        report.files.push(self.target.path.clone());
        Ok((report, verified.class.tests.into_iter().map(|test| test.case).collect()))
    }

    /// The test class with some tests, their assertions and names.
    fn observed(&self, executor: &mut Executor, tests: &[TestCase], end: Instant) -> TestClass {
        let deadline = (end - VERIFY).max(Instant::now() + COVERAGE);
        let mut checked = suite::oracle::observe(executor, tests, &self.test_class.package, deadline);
        suite::names::name(&self.session.platform.world, self.class, &mut checked);
        TestClass { tests: checked, ..self.test_class.clone() }
    }

    fn count(&self, coverage: &Coverage, goals: &Goals, report: &mut Report) {
        let missed = |goal: &u32| goals.counts(*goal) && !coverage.goals.contains(goal);
        for goal in (0..goals.len() as u32).filter(missed) {
            tracing::debug!("not covered: {}", goals.describe(goal));
        }
        report.lines_covered = coverage.lines.len();
        if coverage.complete {
            report.count(self.sections.count(goals.len(), &|goal| coverage.goals.contains(&goal)));
        } else {
            let warning =
                "its tests take too long to count what they cover: what is told is what the search covered";
            report.warnings.push(warning.to_owned());
        }
        if report.covered == 0 && report.goals > 0 {
            let warning = "its tests cover no goal: none that was tried gets as far as its code";
            report.warnings.push(warning.to_owned());
        }
    }
}

/// By test of the archive, the mutants that it is kept for.
fn shown_by(found: &Found<JavaProblem>, goals: &Goals) -> Vec<Vec<u32>> {
    let tests = found.archive.tests();
    let mut shown = vec![Vec::new(); tests.len()];
    for goal in goals.of(Criterion::StrongMutation) {
        let kept = found.archive.test_for(search::Goal(goal));
        let test = kept.and_then(|kept| tests.iter().position(|it| Rc::ptr_eq(&it.test, &kept.test)));
        if let (Some(test), Some(mutant)) = (test, goals.strong_mutant(goal)) {
            shown[test].push(mutant);
        }
    }
    shown
}

/// The mutants that a test of `small` is kept for; none where it is not one of them.
fn shown_by_test(test: &TestCase, small: &[Kept], goals: &Goals) -> Vec<u32> {
    let kept = small.iter().find(|kept| kept.test == *test);
    kept.into_iter().flat_map(|kept| &kept.goals).filter_map(|&goal| goals.strong_mutant(goal)).collect()
}

/// One test for each call: for when the tests of the search do not hold.
fn simple_tests(cluster: &Cluster, seed: u64) -> Vec<TestCase> {
    let mut rng = Rng::seed_from_u64(seed);
    cluster.calls.iter().filter_map(|&call| random::single_call(cluster, call, &mut rng)).collect()
}

/// A report that ends with a failure.
pub fn failure(report: Report, status: Status, message: &dyn fmt::Display) -> Box<Report> {
    Box::new(Report { status, ..report }.saying(message.to_string()))
}
