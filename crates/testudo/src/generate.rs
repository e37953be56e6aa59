//! The whole way of one class: from its bytes to the test file.

use std::sync::Arc;
use std::time::{Duration, Instant};

use emit::TestClass;
use goals::Goals;
use rand::SeedableRng;
use search::{Budget, Found, Parameters, Rng};
use suite::executor::Executor;
use suite::verify::Verifier;
use testcase::{CheckedTest, Cluster, TestCase};
use types::World;
use vm::{Request, Vm};

use crate::cli::Algorithm;
use crate::events::{Event, Progress, Report, Status};
use crate::focus::Focus;
use crate::output::{self, Target};
use crate::problem::JavaProblem;
use crate::session::Session;
use crate::subject::{self, Subject};
use crate::{focus, interrupt};

/// Time after the search for each stage of making the suite ready; all of it ends well within five seconds.
const MINIMISE: Duration = Duration::from_millis(1500);
const VERIFY: Duration = Duration::from_millis(3500);

/// Search time when no budget is given.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// Generates the tests of one class and writes them.
pub fn class(session: &Session, name: &str, tell: &mut dyn FnMut(Event)) -> Report {
    let started = Instant::now();
    let mut report = match run(session, name, started, tell) {
        Ok(report) | Err(report) => report,
    };
    report.total_seconds = started.elapsed().as_secs_f64();
    report
}

fn run(session: &Session, name: &str, started: Instant, tell: &mut dyn FnMut(Event)) -> Result<Report, Report> {
    let fail = |status: Status, message: &dyn std::fmt::Display| Report::new(name, status).saying(message.to_string());
    let world = &session.world;
    let subject = subject::read(world, name).map_err(|error| match error {
        subject::Error::NotFound(_) => fail(Status::NotFound, &error),
        subject::Error::Damaged(_) => fail(Status::DoesNotLoad, &error),
    })?;
    let goals = Goals::branches(&subject.program);
    let mut vm = start_worker(session, &subject).map_err(|error| fail(Status::NoWorker, &error))?;
    let cluster = Cluster::new(world, subject.class, &subject.nested, subject.pools.clone());
    let test_class = TestClass::named(world, subject.class);
    let target = output::prepare(&session.options.output, &test_class.package, &test_class.name, session.options.force)
        .map_err(|error| fail(Status::NotWritten, &error))?;
    if cluster.calls.is_empty() {
        return Err(fail(Status::NothingToTest, &nothing_to_call(world, &subject)));
    }
    let mut report = Report::new(name, Status::NoTestKept);
    report.goals = goals.len();
    report.warnings = warnings(world, &subject);

    let focus = Focus::new(&cluster, &subject.program, &subject.callees, &goals);
    let mut problem = JavaProblem::new(cluster, focus, &goals, &mut vm);
    let searching = Instant::now();
    let found = search(session, &mut problem, searching, tell);
    report.search_seconds = searching.elapsed().as_secs_f64();
    let first = problem.first_result.get().unwrap_or(searching);
    report.first_test_seconds = first.duration_since(started).as_secs_f64();
    report.covered = found.archive.covered();
    report.tests_executed = found.spent.tests;
    report.statements_executed = found.spent.statements;
    report.generations = found.spent.generations;
    tell(Event::Finishing);
    let tests: Vec<TestCase> = found.archive.tests().iter().map(|kept| kept.test.case.clone()).collect();

    let mut executor = Executor { vm: &mut vm, world, goals: &goals };
    let small = suite::minimise::minimise(&mut executor, &tests, Instant::now() + MINIMISE);
    let mut checked = suite::oracle::observe(&mut executor, &small, &test_class.package);
    suite::names::name(world, subject.class, &mut checked);
    write(session, test_class, checked, &target, report)
}
