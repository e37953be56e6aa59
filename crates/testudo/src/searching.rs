//! The search of one class, as options ask for it, with what is reported of it.

use std::time::Instant;

use rand::SeedableRng;
use search::{Budget, Found, Rng};

use crate::counts::{self, Sections};
use crate::events::{Event, Progress, Report};
use crate::problem::JavaProblem;
use crate::session::Session;
use crate::settings::Algorithm;
use crate::timeline::Track;
use crate::{adaptive, interrupt, loading};

/// Searches for tests until the budget, which began at an instant, is spent or nothing is left to cover; `sections` are those of
/// the goals before the first test.
pub fn search<'a>(
    session: &Session,
    problem: &mut JavaProblem<'a>,
    sections: &Sections,
    began: Instant,
    report: &mut Report,
    tell: &mut dyn FnMut(Event),
) -> Found<JavaProblem<'a>> {
    let seed = session.options.seed;
    let timeline = session.timeline.as_ref();
    let mut track = timeline.map(|it| it.track(&report.class, seed, sections, problem.goals.len()));
    // Those of exceptions have no end.
    let idle = sections.0.iter().all(|(_, section)| section.is_empty());
    let found = run(session, problem, began, idle, &mut |share, progress| {
        if let Some(track) = &mut track {
            track.record(share, began.elapsed().as_secs_f64(), progress);
        }
        let &search::Progress { goals, covered, spent, .. } = progress;
        tell(Event::Progress(Progress { share, goals, covered, tests: spent.tests }));
    });
    report.warnings.extend(track.and_then(|track| end_track(track, began, problem.goals.len(), &found)));
    report.search_seconds = began.elapsed().as_secs_f64();
    let counts = sections.count(problem.goals.len(), &|goal| found.archive.is_covered(search::Goal(goal)));
    report.warnings.extend(counts::none(&counts));
    report.count(counts);
    report.tests_executed = found.spent.tests;
    report.statements_executed = found.spent.statements;
    report.generations = found.spent.generations;
    report.runs_on_mutants = problem.runs_on_mutants;
    let affs = session.configuration.affs;
    report.choices = affs.map_or_else(Vec::new, |affs| adaptive::told(&affs, seed, &found.choices));
    report.unbuildable = loading::unbuildable(&problem.cluster, &problem.focus);
    found
}

/// Runs the search under the budget of the command line, which is gone at once where it is idle; `listen` is told the share of it that is gone.
fn run<'a>(
    session: &Session,
    problem: &mut JavaProblem<'a>,
    began: Instant,
    idle: bool,
    listen: &mut dyn FnMut(f64, &search::Progress),
) -> Found<JavaProblem<'a>> {
    let lost = problem.lost.clone();
    let configuration = session.configuration;
    let limits = &configuration.budget;
    let gone = || match limits.time {
        _ if idle || lost.get() || interrupt::requested() => 1.0,
        Some(time) => began.elapsed().as_secs_f64() / time.as_secs_f64(),
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

/// Writes the end of a search. Gives what went wrong.
fn end_track(track: Track, began: Instant, goals: usize, found: &Found<JavaProblem>) -> Option<String> {
    let archive = &found.archive;
    let end = search::Progress {
        spent: found.spent,
        goals,
        covered: archive.covered(),
        archived: archive.tests().len(),
        is_covered: &|goal| archive.is_covered(goal),
    };
    let failure = track.end(began.elapsed().as_secs_f64(), &end).err()?;
    Some(format!("the timeline is not complete: {failure}"))
}
