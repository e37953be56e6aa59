//! The third stage: a second search has found tests that kill further mutants.

use std::time::{Duration, Instant};

use emit::TestClass;
use search::{Purpose, SearchResult, stream};
use testcase::TestCase;

use super::phase::Phase;
use super::prepared::generator;
use super::run::Run;
use super::search_run::SearchRun;
use super::searched::{KEEPS_BACKLOG, Searched};
use crate::event::{self, Event};
use crate::findings::uncovered::Obstacles;
use crate::finisher::deadlines::{
    self, OBSERVE, StageDeadlines, UNLIMITED, affordable_tests, with_time_to_observe,
};
use crate::finisher::suite::FinishedSuite;
use crate::finisher::test_finisher::{self, FoundTest};
use crate::harness::Harness;
use crate::problem::JavaProblem;
use crate::problem::backlog::{Backlog, MAX_TIMED_ROUND, Schedule};
use crate::problem::generator::TestGenerator;
use crate::problem::submitter::StopSignal;

/// Minimum number of tests that one round finishes, unless fewer tests remain.
const MIN_ROUND: usize = 4;

/// All tests that the searches found, with the workers that run the tests on mutants.
pub struct Strengthened<'r> {
    pub(super) run: Run<'r>,
    pub(super) mutant_harness: Harness,
    pub(super) generator: TestGenerator<'r>,
    /// The finished tests: minimised, and with assertions.
    pub(super) suite: FinishedSuite,
    /// Tests that the searches found and that are not minimised yet.
    pub(super) tests: Vec<FoundTest>,
    /// Time to minimise one test and to select its assertions: the average so far, or an assumed value.
    pub(super) time_per_test: Duration,
    pub(super) nearest: Vec<f64>,
    pub(super) obstacles: Obstacles,
    pub(super) phase: Phase,
}

impl<'r> Searched<'r> {
    /// Searches for tests that kill mutants. Skips this search if it has no budget, if the run is cancelled,
    /// or if existing tests cover all goals.
    pub fn strengthen(self) -> Strengthened<'r> {
        let is_requested = self.run.configuration.strengthen > 0 && !self.run.is_cancelled();
        if is_requested && !self.mutant_harness.goals.are_targets_covered_by_existing() {
            self.search_for_kills()
        } else {
            self.into_strengthened()
        }
    }

    fn into_strengthened(self) -> Strengthened<'r> {
        Strengthened {
            run: self.run,
            mutant_harness: self.mutant_harness,
            generator: self.generator,
            suite: self.suite,
            tests: self.tests,
            time_per_test: self.time_per_test,
            nearest: self.nearest,
            obstacles: self.obstacles,
            phase: self.phase,
        }
    }

    fn search_for_kills(mut self) -> Strengthened<'r> {
        let class = self.run.class();
        (self.run.listener)(Event::Strengthening { class });
        self.run.rehearse_compilation(&self.suite);
        let seeds = self.seed_tests();
        let available = self.run.time_after_search(self.phase.began);
        let second_phase = self.phase.rest(&self.run.configuration, &self.spent);
        if let Some(deadline) = second_phase.deadline.time() {
            let remaining = deadline.saturating_duration_since(second_phase.began);
            let reserve = self.time_to_finish(remaining).saturating_sub(available);
            second_phase.deadline.bring_forward(second_phase.began + remaining.saturating_sub(reserve));
        }
        let Run { configuration, subject, platform, cancellation, .. } = &self.run;
        let mut generator =
            generator(self.generator.context, configuration.crossover, subject, &self.mutant_harness);
        generator.seeds = seeds;
        let stop =
            StopSignal { cancellation: (*cancellation).clone(), deadline: second_phase.deadline.clone() };
        let (world, finisher) = (&platform.world, self.run.finisher());
        let backlog = Backlog::new(self.suite, world, finisher, stop.clone(), Schedule::DuringSearch);
        let mut problem = JavaProblem::new(self.mutant_harness, generator, stop).with_backlog(backlog, None);
        let result = self.run.search_for_kills(&mut problem, &second_phase);
        let JavaProblem { mut harness, generator, mut submitter, learner, backlog, .. } = problem;
        // A search without time can end before it collects its first results. The next tests run on the same
        // workers, and must not receive these results.
        submitter.fetch_all(&mut harness);
        let backlog = backlog.expect(KEEPS_BACKLOG);
        (self.mutant_harness, self.generator) = (harness, generator);
        let covered = self.mutant_harness.count_covered(&result.archive);
        self.time_per_test = backlog.time_per_test().unwrap_or(self.time_per_test);
        let (suite, new_tests) = backlog.into_required_tests(&result.archive, &self.mutant_harness.goals);
        self.suite = suite;
        let old_tests = std::mem::replace(&mut self.tests, new_tests);
        // The tests of the first search are seed tests of the second search. If the second search covers
        // fewer goals than the first search, it had no time to run all seed tests. So the tests of the first
        // search are kept.
        let report = &mut self.run.report;
        if covered.iter().map(|count| count.covered).sum::<usize>() < report.covered {
            self.tests.extend(old_tests);
        }
        if let Some(error) = submitter.failure {
            let message = "the search for tests that kill mutants ended early, because the workers could not run more tests";
            report.warnings.push(format!("{message}: {error}"));
        }
        self.nearest.iter_mut().zip(learner.nearest).for_each(|(first, second)| *first = first.min(second));
        self.mutant_harness.tick_limit = submitter.tick_limit;
        tracing::debug!(tests = self.tests.len(), after = ?self.run.began.elapsed(), "strengthened");
        self.into_strengthened()
    }

    /// Finishes the remaining tests of the first search: minimises them and selects their assertions. Works
    /// in rounds, because the duration of a round shows how many tests the next round has time to finish.
    /// Returns the seed tests of the second search: all finished tests, and the tests that there was no time
    /// to finish.
    fn seed_tests(&mut self) -> Vec<TestCase> {
        let Searched { run, mutant_harness, suite, tests, time_per_test, phase, .. } = self;
        let verify = run.time_to_verify(suite.len() + tests.len());
        let remaining_time = |time: Duration| {
            let end = time + run.time_after_search(phase.began);
            end.saturating_sub(phase.began.elapsed() + verify + OBSERVE)
        };
        let limit = run.configuration.budget.time;
        let mutants = test_finisher::mutants(tests);
        let cancellation = run.cancellation;
        let is_cancelled = || cancellation.is_requested();
        let mut executor = mutant_harness.executor(&run.platform.world, &mutants, &is_cancelled);
        let mut waiting = std::mem::take(tests);
        let (mut total_time, mut total_completed) = (Duration::ZERO, 0);
        while !waiting.is_empty() && !is_cancelled() {
            let start = Instant::now();
            let time = limit.map_or(UNLIMITED, remaining_time);
            let max_round = if limit.is_some() { MAX_TIMED_ROUND } else { waiting.len() };
            let round_size = affordable_tests(time, *time_per_test).min(max_round).min(waiting.len());
            if round_size < MIN_ROUND.min(waiting.len()) {
                break;
            }
            let round: Vec<FoundTest> = waiting.drain(..round_size).collect();
            let finished = run.finisher().finish(&mut executor, &round, suite, &StageDeadlines::within(time));
            let (finished, unfinished) = test_finisher::separate_unfinished(finished, executor.goals);
            suite.add(&mut executor, finished, with_time_to_observe(start + time));
            let completed = round_size.saturating_sub(unfinished.len());
            tests.extend(unfinished);
            *time_per_test = deadlines::time_per_test(start.elapsed(), round_size, completed);
            (total_time, total_completed) = (total_time + start.elapsed(), total_completed + completed);
        }
        tests.extend(waiting);
        // A few slow tests in the last round must not determine the estimate.
        if total_completed > 0 {
            *time_per_test = total_time / total_completed as u32;
        }
        tracing::debug!(finished = suite.len(), unfinished = tests.len(), after = ?run.began.elapsed(), "seeds");
        suite.cases().chain(tests.iter().map(|test| &test.case)).cloned().collect()
    }

    /// Returns an estimate of the time that the run needs after the end of the second search. `remaining` is
    /// the time of this search if nothing is reserved.
    fn time_to_finish(&self, remaining: Duration) -> Duration {
        let (finished, unfinished) = (self.suite.len(), self.tests.len());
        self.time_per_test * unfinished as u32
            + deadlines::time_for_new_tests(self.time_per_test, finished, remaining)
            + self.run.time_to_verify(finished + unfinished)
    }
}

impl<'r> Run<'r> {
    /// Starts a compilation of the tests that are already finished, so that the verification later takes less
    /// time.
    fn rehearse_compilation(&self, suite: &FinishedSuite) {
        let class = TestClass { tests: suite.checked_tests().cloned().collect(), ..self.test_class.clone() };
        if !class.tests.is_empty()
            && let Err(error) = self.platform.verifier.rehearse(&self.platform.world, class)
        {
            tracing::debug!("the compilation of the first tests failed: {error}");
        }
    }

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
            latest_end: &|_| None,
        };
        let listener = &mut self.listener;
        let result = search.search(problem, &mut |share, progress| {
            let share = phase.share_of_run(share);
            listener(Event::Progress(event::Progress::of(&class, share, tests_before, progress)));
        });
        let report = &mut self.report;
        report.search_seconds += phase.began.elapsed().as_secs_f64();
        report.tests_executed += result.spent.tests;
        report.statements_executed += result.spent.statements;
        report.generations += result.spent.generations;
        report.runs_on_mutants += problem.learner.runs_on_mutants;
        report.add_operators(&problem.learner.operators);
        result
    }
}
