//! The third stage: a second search has found tests that kill further mutants.

use std::rc::Rc;
use std::time::Duration;

use goals::{Criterion, Goals};
use mutation::MutantId;
use search::{Purpose, SearchResult, stream};
use suite::minimise::minimise;
use testcase::TestCase;

use super::finish::{StageDeadlines, TestFinisher};
use super::phase::Phase;
use super::prepared::generator;
use super::run::Run;
use super::search_run::SearchRun;
use super::searched::Searched;
use crate::event::{self, Event};
use crate::findings::uncovered::Obstacles;
use crate::harness::Harness;
use crate::problem::JavaProblem;
use crate::problem::generator::TestGenerator;
use crate::problem::runner::StopSignal;

/// The preparation of the seed tests may use half of the time of the second search.
const SEED_TIME_DIVISOR: u32 = 2;
/// Time limit of a stage if the budget does not limit the time: 24 hours. So the result does not depend on
/// the speed of the machine.
pub const UNLIMITED: Duration = Duration::from_secs(24 * 60 * 60);

/// All tests that the searches found, with the workers that run the tests on mutants.
pub struct Strengthened<'r> {
    pub(super) run: Run<'r>,
    pub(super) judge: Harness,
    pub(super) generator: TestGenerator<'r>,
    pub(super) tests: FoundTests,
    pub(super) nearest: Vec<f64>,
    pub(super) obstacles: Obstacles,
    pub(super) phase: Phase,
}

/// Tests that a search found.
pub struct FoundTests {
    /// The tests.
    pub cases: Vec<TestCase>,
    /// By test: the mutants for which the archive keeps the test.
    pub kept_for: Vec<Vec<MutantId>>,
}

impl FoundTests {
    /// Returns the tests of an archive.
    pub fn of(found: &SearchResult<JavaProblem>, goals: &Goals) -> FoundTests {
        let tests = found.archive.tests();
        let mut kept_for = vec![Vec::new(); tests.len()];
        for goal in goals.of(Criterion::StrongMutation) {
            let kept = found.archive.test_for(search::Goal(goal.0));
            let test = kept.and_then(|kept| tests.iter().position(|it| Rc::ptr_eq(&it.test, &kept.test)));
            if let (Some(test), Some(mutant)) = (test, goals.strong_mutant(goal)) {
                kept_for[test].push(mutant);
            }
        }
        FoundTests { cases: tests.iter().map(|kept| kept.test.case.clone()).collect(), kept_for }
    }

    fn append(&mut self, others: FoundTests) {
        self.cases.extend(others.cases);
        self.kept_for.extend(others.kept_for);
    }
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
        let Searched { run, judge, generator, tests, nearest, obstacles, phase, .. } = self;
        Strengthened { run, judge, generator, tests, nearest, obstacles, phase }
    }

    fn search_for_kills(mut self) -> Strengthened<'r> {
        let class = self.run.class();
        (self.run.listener)(Event::Strengthening { class });
        let seeds = self.seed_tests();
        let rest = self.phase.rest(&self.run.configuration, &self.spent);
        let Searched { mut run, judge, generator: before, mut tests, mut nearest, obstacles, phase, .. } =
            self;
        let mut generator = generator(before.context, run.configuration.crossover, &run.subject, &judge);
        generator.seeds = seeds;
        let stop = StopSignal { cancellation: run.cancellation.clone(), deadline: rest.deadline() };
        let mut problem = JavaProblem::new(judge, generator, stop);
        let found = run.search_for_kills(&mut problem, &rest);
        let JavaProblem { harness: mut judge, generator, runner, learner, .. } = problem;
        let covered = judge.count_covered(&found.archive);
        let first = std::mem::replace(&mut tests, FoundTests::of(&found, &judge.goals));
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
        tracing::debug!(tests = tests.cases.len(), after = ?run.began.elapsed(), "strengthened");
        Strengthened { run, judge, generator, tests, nearest, obstacles, phase }
    }

    /// Returns the seed tests of the second search. They are the minimised tests of the first search, with
    /// inspectors that detect more mutants.
    fn seed_tests(&mut self) -> Vec<TestCase> {
        let Searched { run, judge, tests, phase, .. } = self;
        let remaining = |time: Duration| time.saturating_sub(phase.began.elapsed());
        let limit = run.configuration.budget.time;
        let time = limit.map_or(UNLIMITED, |time| remaining(time) / SEED_TIME_DIVISOR);
        let deadlines = StageDeadlines::within(time);
        let mutants = tests.kept_for.iter().flatten().copied().collect();
        let cancellation = run.cancellation;
        let is_cancelled = || cancellation.is_requested();
        let mut executor = judge.executor(&run.platform.world, &mutants, &is_cancelled);
        let small = minimise(&mut executor, &tests.cases, &tests.kept_for, deadlines.minimise);
        let judged = TestFinisher { run }.judge(&mut executor, small, &deadlines);
        tracing::debug!(tests = judged.len(), after = ?run.began.elapsed(), "seeds");
        judged.into_iter().map(|(_, test)| test.case).collect()
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
