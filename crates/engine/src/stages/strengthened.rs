//! The third stage: a second search has found tests that kill further mutants.

use std::rc::Rc;
use std::time::{Duration, Instant};

use search::{Purpose, SearchResult, stream};
use testcase::TestCase;

use super::phase::Phase;
use super::prepared::generator;
use super::run::Run;
use super::search_run::SearchRun;
use super::searched::Searched;
use crate::event::{self, Event};
use crate::findings::uncovered::Obstacles;
use crate::finishing::deadlines::{
    StageDeadlines, UNLIMITED, after_search, time_to_verify, with_time_to_observe,
};
use crate::finishing::finisher::FoundTests;
use crate::finishing::suite::{FinishedSuite, FinishedTest};
use crate::harness::Harness;
use crate::problem::backlog::found_tests;
use crate::problem::generator::TestGenerator;
use crate::problem::runner::StopSignal;
use crate::problem::{Individual, JavaProblem};

/// The preparation of the seed tests may use half of the time of the second search.
const SEED_TIME_DIVISOR: u32 = 2;
/// Estimated ratio of the time for finishing the tests to the time for preparing the seed tests.
const FINISHING_PER_SEED_TIME: f64 = 1.5;
/// The second search is expected to find one new test for this number of finished tests.
const NEW_TESTS_DIVISOR: usize = 5;
/// All tests that the searches found, with the workers that run the tests on mutants.
pub struct Strengthened<'r> {
    pub(super) run: Run<'r>,
    pub(super) judge: Harness,
    pub(super) generator: TestGenerator<'r>,
    /// Tests that were finished before the search for kills.
    pub(super) suite: FinishedSuite,
    /// The other tests that the searches found.
    pub(super) tests: FoundTests,
    pub(super) nearest: Vec<f64>,
    pub(super) obstacles: Obstacles,
    pub(super) phase: Phase,
}

impl<'r> Searched<'r> {
    /// Searches for tests that kill mutants. Skips this search if it has no budget, if the run is cancelled,
    /// or if existing tests cover all goals.
    pub fn strengthen(self) -> Strengthened<'r> {
        let is_requested = self.run.configuration.strengthen > 0 && !self.run.is_cancelled();
        if is_requested && !self.judge.goals.are_targets_covered_by_existing() {
            self.search_for_kills()
        } else {
            self.unchanged()
        }
    }

    fn unchanged(self) -> Strengthened<'r> {
        let Searched { run, judge, generator, suite, tests, nearest, obstacles, phase, .. } = self;
        Strengthened { run, judge, generator, suite, tests, nearest, obstacles, phase }
    }

    fn search_for_kills(mut self) -> Strengthened<'r> {
        let class = self.run.class();
        (self.run.listener)(Event::Strengthening { class });
        let start = Instant::now();
        let seeds = self.seed_tests();
        let reserve =
            self.time_after_search(start.elapsed()).saturating_sub(after_search(self.run.report.goals));
        let mut rest = self.phase.rest(&self.run.configuration, &self.spent);
        rest.limits.time = rest.limits.time.map(|time| time.saturating_sub(reserve));
        let Searched {
            mut run,
            judge,
            generator: before,
            suite,
            mut tests,
            mut nearest,
            obstacles,
            phase,
            ..
        } = self;
        let mut generator = generator(before.context, run.configuration.crossover, &run.subject, &judge);
        generator.seeds = seeds;
        let stop = StopSignal { cancellation: run.cancellation.clone(), deadline: rest.deadline() };
        let mut problem = JavaProblem::new(judge, generator, stop);
        let found = run.search_for_kills(&mut problem, &rest);
        let JavaProblem { harness: mut judge, generator, runner, learner, .. } = problem;
        let covered = judge.count_covered(&found.archive);
        let is_unfinished = |test: &Rc<Individual>| !suite.cases().any(|finished| *finished == test.case);
        let second = found_tests(&found.archive, &judge.goals, &is_unfinished);
        let first = std::mem::replace(&mut tests, second);
        // The second search begins with the first tests as seed tests. If it covers fewer goals than the
        // first search, it had no time to run all seed tests.
        if covered.iter().map(|count| count.covered).sum::<usize>() < run.report.covered {
            tests.append(first);
        }
        if let Some(error) = runner.failure {
            let message =
                "the search for tests that kill mutants ended early, because no worker could be started";
            run.report.warnings.push(format!("{message}: {error}"));
        }
        nearest.iter_mut().zip(learner.nearest).for_each(|(first, second)| *first = first.min(second));
        judge.tick_limit = runner.tick_limit;
        tracing::debug!(tests = tests.cases.len(), after = ?run.began.elapsed(), "search for kills ended");
        Strengthened { run, judge, generator, suite, tests, nearest, obstacles, phase }
    }

    /// Returns the seed tests of the second search.
    ///
    /// If no test was finished during the first search, these are the minimised tests of the first search, with
    /// inspectors that detect more mutants. Otherwise the remaining tests are finished now, and all finished
    /// tests are seed tests.
    fn seed_tests(&mut self) -> Vec<TestCase> {
        let Searched { run, judge, suite, tests, time_per_test, phase, .. } = self;
        let finisher = run.finisher();
        let remaining = |time: Duration| {
            let remaining = time.saturating_sub(phase.began.elapsed());
            let needed =
                if suite.is_empty() { Duration::ZERO } else { *time_per_test * tests.cases.len() as u32 };
            (remaining / SEED_TIME_DIVISOR).max(needed.min(remaining))
        };
        let limit = run.configuration.budget.time;
        let deadlines = StageDeadlines::within(limit.map_or(UNLIMITED, remaining));
        let mutants = tests.mutants().collect();
        let cancellation = run.cancellation;
        let is_cancelled = || cancellation.is_requested();
        let mut executor = judge.executor(&run.platform.world, &mutants, &is_cancelled);
        if suite.is_empty() {
            let small = finisher.minimise(&mut executor, tests, suite, deadlines.minimise);
            let judged = finisher.judge(&mut executor, small, suite, &deadlines);
            tracing::debug!(tests = judged.len(), after = ?run.began.elapsed(), "seed tests prepared");
            return judged.into_iter().map(|(_, test)| test.case).collect();
        }
        let finished = finisher.finish(&mut executor, tests, suite, &deadlines);
        let (finished, unfinished): (Vec<FinishedTest>, Vec<FinishedTest>) =
            finished.into_iter().partition(|(kept, _)| kept.is_evaluated);
        suite.add(&mut executor, finished, with_time_to_observe(deadlines.observe));
        *tests = FoundTests {
            kept_for: unfinished.iter().map(|(kept, _)| kept.mutants(executor.goals)).collect(),
            cases: unfinished.into_iter().map(|(kept, _)| kept.test).collect(),
        };
        tracing::debug!(finished = suite.len(), unfinished = tests.cases.len(), after = ?run.began.elapsed(), "seed tests prepared");
        suite.cases().chain(&tests.cases).cloned().collect()
    }

    /// Returns an estimate of the time from the end of the search to the end of the run. `seeds` is the time
    /// that the preparation of the seed tests took.
    fn time_after_search(&self, seeds: Duration) -> Duration {
        let (finished, unfinished) = (self.suite.len(), self.tests.cases.len());
        let finishing = match finished {
            0 => seeds.mul_f64(FINISHING_PER_SEED_TIME),
            _ => self.time_per_test * (unfinished + finished / NEW_TESTS_DIVISOR) as u32,
        };
        finishing + time_to_verify(finished + unfinished)
    }
}

impl<'r> Run<'r> {
    fn search_for_kills(
        &mut self,
        problem: &mut JavaProblem<'r>,
        phase: &Phase,
    ) -> SearchResult<JavaProblem<'r>> {
        let class = self.class();
        let tests_before = self.report.tests_executed;
        let search = SearchRun {
            algorithm: search::Algorithm::Dynamosa,
            parameters: &self.configuration.parameters,
            rng: stream(self.request.seed, Purpose::Strengthen),
            phase,
            cancellation: self.cancellation,
            has_no_goal: false,
        };
        let listener = &mut self.listener;
        let found = search.search(problem, &mut |share, progress| {
            let share = phase.of_all(share);
            listener(Event::Progress(event::Progress::of(&class, share, tests_before, progress)));
        });
        let report = &mut self.report;
        report.search_seconds += phase.began.elapsed().as_secs_f64();
        report.tests_executed += found.spent.tests;
        report.statements_executed += found.spent.statements;
        report.generations += found.spent.generations;
        report.runs_on_mutants += problem.learner.runs_on_mutants;
        report.add_operators(&problem.learner.operators);
        found
    }
}
