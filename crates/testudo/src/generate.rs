//! The whole way of one class: from its bytes to the test file.

use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;
use std::time::{Duration, Instant};

use emit::TestClass;
use goals::{Criterion, Goals};
use rand::SeedableRng;
use search::{Budget, Found, Rng};
use suite::executor::Executor;
use suite::minimise::{Kept, minimise};
use suite::verify::Verifier;
use testcase::{Cluster, TestCase, random};

use crate::cli;
use crate::counts::{self, Sections};
use crate::events::{Event, Progress, Report, Status};
use crate::focus::Focus;
use crate::output::{self, Target};
use crate::prepare::{self, Failure, Prepared};
use crate::problem::JavaProblem;
use crate::session::Session;
use crate::settings::Algorithm;
use crate::timeline::Track;
use crate::{adaptive, interrupt, loading};

/// Time from the end of the search's time to the end of all.
const FINISH: Duration = Duration::from_millis(4000);
/// The part of it that is left to verification, and the part of it that is left when minimising ends.
const VERIFY: Duration = Duration::from_millis(2200);
const OBSERVE: Duration = Duration::from_millis(3000);

/// Time for that when the budget is not time: none of it may then depend on how fast the machine is.
const NO_HURRY: Duration = Duration::from_secs(24 * 60 * 60);

/// Time for executing tests once more when the work should be over: they are quick as a rule.
const COVERAGE: Duration = Duration::from_millis(300);
/// Time for executing those written, to count what they cover.
const COUNT: Duration = Duration::from_secs(1);

/// Generates the tests of one class and writes them.
pub fn class(session: &Session, name: &str, tell: &mut dyn FnMut(Event)) -> Report {
    let started = Instant::now();
    let mut report = run(session, name, started, tell).unwrap_or_else(|failure| *failure);
    report.total_seconds = started.elapsed().as_secs_f64();
    report
}

fn run(
    session: &Session,
    name: &str,
    started: Instant,
    tell: &mut dyn FnMut(Event),
) -> Result<Report, Box<Report>> {
    let (options, configuration) = (session.options, session.configuration);
    let world = &session.platform.world;
    let refuse = |failure: Failure| Box::new(Report::new(name, failure.status).saying(failure.message));
    let subject = prepare::read(world, name).map_err(refuse)?;
    tracing::debug!(after = ?started.elapsed(), "read");
    let test_class = TestClass { mocks: mocks(options.mocks), ..TestClass::named(world, subject.class) };
    let target = output::prepare(&options.output, &test_class.package, &test_class.name, options.force)
        .map_err(|error| refuse(Failure::new(Status::NotWritten, &error)))?;
    let prepared = prepare::prepare(world, configuration, &subject).map_err(refuse)?;
    tracing::debug!(after = ?started.elapsed(), "worker ready");
    let Prepared { watching, mutants, goals, cluster, vm, losses, warnings } = prepared;
    let mut report = Report::new(name, Status::NoTestKept);
    report.without.clone_from(&configuration.without);
    report.lines = subject.program.lines.len();
    report.warnings = warnings;

    let focus = Focus::new(&cluster, &subject.program, &subject.uses, &goals);
    let searching = Instant::now();
    let time = configuration.budget.time;
    let stop = || interrupt::requested() || time.is_some_and(|time| searching.elapsed() >= time);
    let mut problem = JavaProblem::new(cluster, focus, goals, &mutants, &watching.tracer, vm, &stop);
    problem.crossover = configuration.crossover;
    let sections = Sections::of(&problem.goals);
    let mut track =
        session.timeline.as_ref().map(|it| it.track(name, options.seed, &sections, problem.goals.len()));
    let found = search(session, &mut problem, searching, &stop, &mut |share, progress| {
        if let Some(track) = &mut track {
            track.record(share, searching.elapsed().as_secs_f64(), progress);
        }
        let &search::Progress { goals, covered, spent, .. } = progress;
        tell(Event::Progress(Progress { share, goals, covered, tests: spent.tests }));
    });
    report.warnings.extend(track.and_then(|track| end_track(track, searching, problem.goals.len(), &found)));
    report.search_seconds = searching.elapsed().as_secs_f64();
    let first = problem.first_result.get().unwrap_or(searching);
    report.first_test_seconds = first.duration_since(started).as_secs_f64();
    let counts = sections.count(problem.goals.len(), &|goal| found.archive.is_covered(search::Goal(goal)));
    report.warnings.extend(counts::none(&counts));
    report.count(counts);
    report.tests_executed = found.spent.tests;
    report.statements_executed = found.spent.statements;
    report.generations = found.spent.generations;
    report.runs_on_mutants = problem.runs_on_mutants;
    report.choices =
        configuration.affs.map_or_else(Vec::new, |affs| adaptive::told(&affs, options.seed, &found.choices));
    report.unbuildable = loading::unbuildable(&problem.cluster, &problem.focus);
    tell(Event::Finishing);
    let tests: Vec<TestCase> = found.archive.tests().iter().map(|kept| kept.test.case.clone()).collect();
    if let Some(error) = &problem.failure {
        if tests.is_empty() {
            return Err(report_failure(report, Status::NoWorker, error));
        }
        report.warnings.push(format!("the search ended early, its tests are not observed: {error}"));
    }

    let end = end(time, searching);
    let JavaProblem { cluster, goals, mut vm, patience, tally, .. } = problem;
    vm.ticks = patience.most;
    vm.everything = true;
    // An interrupt that ended the search has set the deadline; another would end the program.
    let before = interrupt::requested();
    let interrupted = || interrupt::requested() && !before;
    let shown_by = shown_by(&found, &goals);
    let shown: BTreeSet<u32> = shown_by.iter().flatten().copied().collect();
    let mut executor = Executor {
        vm: &mut vm,
        world,
        goals: &goals,
        tracer: &watching.tracer,
        mutants: &shown,
        interrupted: &interrupted,
    };
    tracing::debug!(tests = tests.len(), outcomes = ?tally, after = ?started.elapsed(), "searched");
    let small = minimise(&mut executor, &tests, &shown_by, end - OBSERVE);
    tracing::debug!(tests = small.len(), after = ?started.elapsed(), "minimised");
    // What is left is quick, and tests without assertions are worth little.
    executor.interrupted = &|| false;
    let end = if interrupted() { end.min(Instant::now() + FINISH) } else { end };
    let mut ready = |tests: &[TestCase]| -> TestClass {
        let deadline = (end - VERIFY).max(Instant::now() + COVERAGE);
        let mut checked = suite::oracle::observe(&mut executor, tests, &test_class.package, deadline);
        suite::names::name(world, subject.class, &mut checked);
        TestClass { tests: checked, ..test_class.clone() }
    };
    let stages: [&dyn Fn() -> Vec<TestCase>; 3] = [
        &|| small.iter().map(|kept| kept.test.clone()).collect(),
        &|| simple_tests(&cluster, options.seed),
        &|| vec![random::class_literal(&cluster)],
    ];
    let classes = stages.iter().map(|tests| ready(&tests()));
    let (mut report, kept) = write(session, classes, &target, end, report)?;
    tracing::debug!(after = ?started.elapsed(), "written");
    let shown: Vec<Vec<u32>> = kept.iter().map(|test| shown_by_test(test, &small, &goals)).collect();
    let coverage = executor.coverage(&kept, &shown, end.max(Instant::now() + COUNT));
    for goal in (0..goals.len() as u32).filter(|goal| goals.counts(*goal) && !coverage.goals.contains(goal)) {
        tracing::debug!("not covered: {}", goals.describe(goal));
    }
    report.warnings.extend(losses.lock().expect("nobody panics with it").iter().cloned());
    report.lines_covered = coverage.lines.len();
    if coverage.complete {
        report.count(sections.count(goals.len(), &|goal| coverage.goals.contains(&goal)));
    }
    if report.covered == 0 && report.goals > 0 {
        let warning = "its tests cover no goal: none that was tried gets as far as its code";
        report.warnings.push(warning.to_owned());
    }
    Ok(report)
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

/// Writes the end of a search that began at `searching`. Gives what went wrong.
fn end_track(track: Track, searching: Instant, goals: usize, found: &Found<JavaProblem>) -> Option<String> {
    let archive = &found.archive;
    let end = search::Progress {
        spent: found.spent,
        goals,
        covered: archive.covered(),
        archived: archive.tests().len(),
        is_covered: &|goal| archive.is_covered(goal),
    };
    let failure = track.end(searching.elapsed().as_secs_f64(), &end).err()?;
    Some(format!("the timeline is not complete: {failure}"))
}

fn mocks(option: cli::Mocks) -> emit::Mocks {
    match option {
        cli::Mocks::Plain => emit::Mocks::Plain,
        cli::Mocks::Mockito => emit::Mocks::Mockito,
    }
}

/// When the work on a class whose search began at `searching` is to be over.
fn end(time: Option<Duration>, searching: Instant) -> Instant {
    let now = Instant::now();
    match time {
        Some(time) if !interrupt::requested() => searching + time + FINISH,
        None if !interrupt::requested() => now + NO_HURRY,
        _ => now + FINISH,
    }
}

/// One test for each call: for when the tests of the search do not hold.
fn simple_tests(cluster: &Cluster, seed: u64) -> Vec<TestCase> {
    let mut rng = Rng::seed_from_u64(seed);
    cluster.calls.iter().filter_map(|&call| random::single_call(cluster, call, &mut rng)).collect()
}

/// Runs the search under the budget of the command line; `listen` is told the share of it that is gone.
fn search<'a>(
    session: &Session,
    problem: &mut JavaProblem<'a>,
    started: Instant,
    stop: &dyn Fn() -> bool,
    listen: &mut dyn FnMut(f64, &search::Progress),
) -> Found<JavaProblem<'a>> {
    let lost = problem.lost.clone();
    let configuration = session.configuration;
    let limits = &configuration.budget;
    let gone = || match limits.time {
        _ if lost.get() || stop() => 1.0,
        Some(time) => started.elapsed().as_secs_f64() / time.as_secs_f64(),
        None => 0.0,
    };
    let budget = Budget {
        generations: limits.generations,
        tests: limits.tests,
        statements: limits.statements,
        gone: &gone,
    };
    let mut report = |progress: &search::Progress| listen(budget.share(&progress.spent).min(1.0), progress);
    let algorithm = match (configuration.affs, configuration.algorithm) {
        (Some(affs), _) => search::Algorithm::Affs(adaptive::selection(&affs, session.options.seed, problem)),
        (None, Algorithm::Random) => search::Algorithm::Random,
        (None, Algorithm::OneGoal) => search::Algorithm::OneGoal,
        (None, Algorithm::Ws) => search::Algorithm::Ws,
        (None, Algorithm::Wsa) => search::Algorithm::Wsa,
        (None, Algorithm::Mosa) => search::Algorithm::Mosa,
        (None, Algorithm::Dynamosa) => search::Algorithm::Dynamosa,
        (None, Algorithm::DynamosaRank) => search::Algorithm::DynamosaRank,
        (None, Algorithm::DynamosaPref) => search::Algorithm::DynamosaPref,
    };
    let mut rng = Rng::seed_from_u64(session.options.seed);
    algorithm.search(problem, &configuration.parameters, &budget, &mut rng, &mut report)
}

/// Verifies the first of some suites, then the next where nothing of it holds, and writes what does. Gives the report
/// with the tests written.
fn write(
    session: &Session,
    mut suites: impl Iterator<Item = TestClass>,
    target: &Target,
    end: Instant,
    mut report: Report,
) -> Result<(Report, Vec<TestCase>), Box<Report>> {
    let world = &session.platform.world;
    let verifier = match Verifier::new(world.jdk().java(), world.jdk().javac(), session.entries.clone()) {
        Ok(verifier) => verifier,
        Err(error) => return Err(report_failure(report, Status::NoWorker, &error)),
    };
    let mut dropped = 0;
    let verified = suites.find_map(|class| {
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
        return Err(report_failure(report, Status::NoTestKept, &message));
    };
    if let Err(error) = output::write(target, &verified.source.text) {
        return Err(report_failure(report, Status::NotWritten, &error));
    }
    report.status = Status::Written;
    report.tests_written = verified.class.tests.len();
    report.files.push(target.path.clone());
    Ok((report, verified.class.tests.into_iter().map(|test| test.case).collect()))
}

fn report_failure(report: Report, status: Status, message: &dyn fmt::Display) -> Box<Report> {
    Box::new(Report { status, ..report }.saying(message.to_string()))
}
