//! The whole way of one class: from its bytes to the test file.

use std::time::Instant;

use emit::TestClass;
use generation::random;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use search::Rng;

use crate::counts::Sections;
use crate::events::{Event, Report, Status};
use crate::features::Feature;
use crate::finishing::{self, Finishing};
use crate::focus::Focus;
use crate::interrupt;
use crate::judging::Judging;
use crate::output;
use crate::prepare::{self, Failure, Prepared};
use crate::problem::JavaProblem;
use crate::searching::{self, Stage};
use crate::session::Session;

/// Generates the tests of one class and writes them.
pub fn class(session: &Session, name: &str, tell: &mut dyn FnMut(Event)) -> Report {
    let started = Instant::now();
    let mut report = run(session, name, started, tell).unwrap_or_else(|failure| *failure);
    report.total_seconds = started.elapsed().as_secs_f64();
    report.sandbox = Some(session.platform.sandbox.into());
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
    let mut test_class = TestClass { dialect: options.dialect(), ..TestClass::named(world, subject.class) };
    if let Some(existing) = &session.existing {
        test_class.name = existing.free_name(&test_class.package, &test_class.name);
    }
    let target = output::prepare(&options.output, &test_class.package, &test_class.name, options.force)
        .map_err(|error| refuse(Failure::new(Status::NotWritten, &error)))?;
    let prepared = prepare::prepare(&session.platform, configuration, &subject).map_err(refuse)?;
    tracing::debug!(after = ?started.elapsed(), "worker ready");
    // What is wrong with it is told when it is needed.
    let _ = session.verifier.warm_up();
    let Prepared { watching, mutants, mut goals, cluster, vm, losses, warnings, deadly } = prepared;
    let mut report = Report {
        without: configuration.without.clone(),
        lines: subject.program.lines.len(),
        warnings,
        ..Report::new(name, Status::NoTestKept)
    };

    let no_worker = |error| refuse(Failure::new(Status::NoWorker, &error));
    let sections = Sections::of(&goals);
    let existing = match &session.existing {
        Some(tests) => Some(tests.cover(&session.platform, configuration, &subject).map_err(no_worker)?),
        None => None,
    };
    if let Some(existing) = &existing {
        tracing::debug!(after = ?started.elapsed(), "existing tests ran");
        existing.settle(&mut goals);
        existing.tell(&sections, &goals, &mut report);
        let left = if configuration.strengthen > 0 { &existing.goals } else { &goals };
        if left.are_settled() {
            return Ok(finishing::nothing_to_add(report));
        }
    }
    // It starts while the search goes on.
    let mut judging = Judging::begin(&session.platform, configuration, &subject, goals.criteria(), &deadly)
        .map_err(no_worker)?;
    if let Some(existing) = &existing {
        existing.settle(&mut judging.goals);
    }
    let focus = Focus::new(&cluster, &subject.program, &subject.uses, &goals);
    let stage = Stage::first(configuration);
    let stop = || interrupt::requested() || stage.is_late();
    let mut problem = JavaProblem::new(cluster, focus, goals, &mutants, &watching.tracer, vm, &stop);
    problem.crossover = configuration.crossover;
    if configuration.has(Feature::SingleCalls) {
        let mut rng = Rng::seed_from_u64(session.options.seed);
        problem.seeds = random::single_calls(&problem.cluster, &mut rng);
        problem.seeds.shuffle(&mut rng);
        problem.seeds.truncate(configuration.parameters.population);
    }
    let found = searching::search(session, &mut problem, &sections, &stage, &mut report, tell);
    let first = problem.first_result.get().unwrap_or(stage.began);
    report.first_test_seconds = first.duration_since(started).as_secs_f64();
    if let Some(error) = &problem.failure {
        if found.archive.tests().is_empty() {
            return Err(finishing::failure(report, Status::NoWorker, error));
        }
        report.warnings.push(format!("the search ended early, its tests are not observed: {error}"));
    }

    let finishing = Finishing {
        session,
        class: subject.class,
        test_class: &test_class,
        target: &target,
        subject: &subject,
        existing: existing.as_ref(),
        started,
        stage: &stage,
    };
    let mut report = finishing.finish(problem, &found, judging, report, tell)?;
    report.warnings.extend(losses.lock().expect("nobody panics with it").iter().cloned());
    Ok(report)
}
