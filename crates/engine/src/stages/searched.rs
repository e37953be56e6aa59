//! The second stage: a search has found tests that cover the goals of the criteria.

use std::time::{Duration, Instant};

use goals::{GoalId, Goals};
use search::{Archive, Progress, Purpose, SearchResult, Spent, stream};

use super::phase::Phase;
use super::prepared::Prepared;
use super::run::Run;
use super::search_run::SearchRun;
use crate::configuration::options::Algorithm;
use crate::counts;
use crate::error::Error;
use crate::event::{self, Event};
use crate::findings::coverage_curve::CoverageCurve;
use crate::findings::unbuildable;
use crate::findings::uncovered::Obstacles;
use crate::finisher::deadlines::time_to_verify;
use crate::finisher::suite::FinishedSuite;
use crate::finisher::test_finisher::FoundTest;
use crate::harness::{Harness, TickLimit};
use crate::problem::backlog::{Backlog, FIRST_ESTIMATE, Schedule, most_ticks};
use crate::problem::generator::TestGenerator;
use crate::problem::submitter::StopSignal;
use crate::problem::{Individual, JavaProblem, adaptive};
use crate::report::{Report, Status};

/// Minimum time between the first search and the verification of its tests. The tests are finished in this
/// time.
const MIN_FINISH: Duration = Duration::from_millis(1500);
/// Number of covered goals for each run of a test that finishes tests. A test covers several goals, and is
/// observed at least twice.
const GOALS_PER_RUN: f64 = 2.0;
/// Maximum time that is reserved for the runs that finish tests, in addition to [`MIN_FINISH`].
const MAX_RUNS: Duration = Duration::from_secs(3);
/// Minimum share of the time budget for the first search, even if little time for verification remains.
const MIN_SEARCH: f64 = 0.4;
/// Message of the panic if a search removed the backlog of its problem. No search does this.
pub(super) const KEEPS_BACKLOG: &str = "a search keeps the backlog of its problem";

/// Tests that cover goals, with the workers that will run the tests on mutants.
pub struct Searched<'r> {
    pub(super) run: Run<'r>,
    pub(super) mutant_harness: Harness,
    pub(super) generator: TestGenerator<'r>,
    /// Tests that were finished (minimised, with assertions) during the search.
    pub(super) suite: FinishedSuite,
    /// Tests that the search found and that are not minimised yet.
    pub(super) tests: Vec<FoundTest>,
    /// Time to minimise one test and to select its assertions: the average so far, or an assumed value.
    pub(super) time_per_test: Duration,
    /// For each branch, the smallest branch distance of any test.
    pub(super) nearest: Vec<f64>,
    /// Methods that tests cannot enter.
    pub(super) obstacles: Obstacles,
    pub(super) phase: Phase,
    pub(super) spent: Spent,
}

impl<'r> Prepared<'r> {
    /// Searches for tests that cover the goals of the criteria.
    ///
    /// # Errors
    /// Returns an error if the workers failed before the search found a test.
    pub fn search(self) -> Result<Searched<'r>, Error> {
        let Prepared { mut run, problem, mutant_harness, phase } = self;
        let stop = StopSignal { cancellation: run.cancellation.clone(), deadline: phase.deadline.clone() };
        // Studies turn off strengthening to compare searches. The search must then use the whole time.
        let schedule = match run.configuration.strengthen {
            0 => Schedule::AfterSearch,
            _ => Schedule::DuringSearch,
        };
        let world = &run.platform.world;
        let backlog = Backlog::new(FinishedSuite::default(), world, run.finisher(), stop, schedule);
        let mut problem = problem.with_backlog(backlog, Some(mutant_harness));
        let result = run.search(&mut problem, &phase);
        let JavaProblem { harness, generator, submitter, learner, backlog, mutant_harness, .. } = problem;
        let (backlog, mut mutant_harness) = backlog.zip(mutant_harness).expect(KEEPS_BACKLOG);
        let first_result = submitter.first_result.unwrap_or(phase.began);
        run.report.first_test_seconds = first_result.duration_since(run.began).as_secs_f64();
        if let Some(error) = submitter.failure {
            if result.archive.tests().is_empty() {
                return Err(error.into());
            }
            run.report.warnings.push(format!(
                "the search ended early, because the workers could not run more tests: {error}"
            ));
        }
        run.report.warnings.extend(harness.instrumentation_warnings());
        run.outcomes = learner.outcomes;
        let time_per_test = backlog.time_per_test().unwrap_or(FIRST_ESTIMATE);
        let (suite, tests) = backlog.into_tests(&result.archive, &harness.goals);
        mutant_harness.goals.add_exceptions(&harness.goals);
        mutant_harness.tick_limit = TickLimit::similar_to(most_ticks(&result.archive));
        tracing::debug!(tests = tests.len(), finished = suite.len(), outcomes = ?learner.outcomes, after = ?run.began.elapsed(), "search ended");
        Ok(Searched {
            obstacles: Obstacles::of(&generator.context.cluster, &generator.focus),
            run,
            mutant_harness,
            generator,
            suite,
            tests,
            time_per_test,
            nearest: learner.nearest,
            phase,
            spent: result.spent,
        })
    }
}

impl Searched<'_> {
    /// Returns the report of a run that ends after the search.
    pub fn into_report(self) -> Report {
        Report { status: Status::Searched, ..self.run.report }
    }
}

impl<'r> Run<'r> {
    fn search(&mut self, problem: &mut JavaProblem<'r>, phase: &Phase) -> SearchResult<JavaProblem<'r>> {
        let (class, seed) = (self.class(), self.request.seed);
        let sections = std::mem::take(&mut problem.harness.sections);
        self.report.goals =
            sections.0.iter().map(|(_, section)| section.end.index() - section.start.index()).sum();
        let mut curve = CoverageCurve::new(&class, seed, &sections);
        let start = Archive::default();
        let first_point = with_progress(&problem.harness.goals, &start, Spent::default(), |start| {
            curve.next(0.0, 0.0, start)
        });
        first_point.into_iter().for_each(|point| (self.listener)(Event::Coverage(point)));
        let latest_end = self.latest_end_of_search(phase);
        let search = SearchRun {
            algorithm: algorithm(self, problem),
            parameters: &self.configuration.parameters,
            rng: stream(seed, Purpose::Search),
            phase,
            cancellation: self.cancellation,
            // Exceptions can become goals at any time, so their range of goals is never empty.
            has_no_goal: sections.0.iter().all(|(_, section)| section.is_empty()),
            latest_end: &latest_end,
        };
        let listener = &mut self.listener;
        let result = search.search(problem, &mut |share, progress| {
            let point = curve.next(share, phase.began.elapsed().as_secs_f64(), progress);
            point.into_iter().for_each(|point| listener(Event::Coverage(point)));
            listener(Event::Progress(event::Progress::of(&class, phase.share_of_run(share), 0, progress)));
        });
        let seconds = phase.began.elapsed().as_secs_f64();
        let last_point = with_progress(&problem.harness.goals, &result.archive, result.spent, |end| {
            curve.end(seconds, end)
        });
        last_point.into_iter().for_each(|point| listener(Event::Coverage(point)));
        problem.harness.sections = sections;
        self.report_search(problem, &result, seconds);
        result
    }

    /// Returns a function that estimates when the search of `phase` must end, so that there is time to finish
    /// and verify its tests: see [`SearchRun::latest_end`].
    fn latest_end_of_search(&self, phase: &Phase) -> impl Fn(&Progress) -> Option<Instant> + use<'r> {
        let verifier = &self.platform.verifier;
        let limit = self.configuration.budget.time.filter(|_| self.configuration.strengthen > 0);
        let (began, after_search) = (phase.began, self.time_after_search(phase.began));
        move |progress| {
            let limit = limit?;
            let verify = time_to_verify(0, Some(verifier.warm_up_time()?), Duration::ZERO);
            let time_per_run = began.elapsed().div_f64(progress.spent.tests.max(1) as f64);
            let runs = progress.covered as f64 / GOALS_PER_RUN;
            let finish = MIN_FINISH + time_per_run.mul_f64(runs).min(MAX_RUNS);
            let time = (limit + after_search).saturating_sub(verify + finish);
            Some(began + time.max(limit.mul_f64(MIN_SEARCH)))
        }
    }

    /// Records the result of the first search in the report.
    fn report_search(&mut self, problem: &JavaProblem, result: &SearchResult<JavaProblem>, seconds: f64) {
        let counts = problem.harness.count_covered(&result.archive);
        let report = &mut self.report;
        report.warnings.extend(counts::criteria_without_goals(&counts));
        report.set_counts(counts);
        report.search_seconds = seconds;
        report.tests_executed = result.spent.tests;
        report.statements_executed = result.spent.statements;
        report.generations = result.spent.generations;
        report.runs_on_mutants = problem.learner.runs_on_mutants;
        report.add_operators(&problem.learner.operators);
        let describe = |affs| adaptive::describe(&affs, self.request.seed, &result.choices);
        report.choices = self.configuration.affs.map_or_else(Vec::new, describe);
        report.unbuildable =
            unbuildable::unbuildable(&problem.generator.context.cluster, &problem.generator.focus);
    }
}

fn algorithm(run: &Run, problem: &mut JavaProblem) -> search::Algorithm {
    match (run.configuration.affs, run.configuration.algorithm) {
        (Some(affs), _) => {
            search::Algorithm::Affs(adaptive::selection(&affs, run.request.seed, &mut problem.fitness))
        }
        (None, Algorithm::Random) => search::Algorithm::Random,
        (None, Algorithm::OneGoal) => search::Algorithm::OneGoal,
        (None, Algorithm::Ws) => search::Algorithm::Ws,
        (None, Algorithm::Wsa) => search::Algorithm::Wsa,
        (None, Algorithm::Mosa) => search::Algorithm::Mosa,
        (None, Algorithm::Dynamosa) => search::Algorithm::Dynamosa,
        (None, Algorithm::DynamosaRank) => search::Algorithm::DynamosaRank,
        (None, Algorithm::DynamosaPref) => search::Algorithm::DynamosaPref,
    }
}

/// Calls `action` with the progress of a search. `archive` contains the tests that the search found. Goals
/// that existing tests cover count as covered.
fn with_progress<R>(
    goals: &Goals,
    archive: &Archive<Individual>,
    spent: Spent,
    action: impl FnOnce(&Progress) -> R,
) -> R {
    action(&Progress {
        spent,
        goals: goals.len(),
        covered: archive.covered_count() + goals.covered_by_existing().count(),
        archived: archive.tests().len(),
        is_covered: &|goal| goals.is_covered_by_existing(GoalId(goal.0)) || archive.is_covered(goal),
    })
}
