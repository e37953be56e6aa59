//! Finishes tests while the search runs, so that little work remains after the search.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use goals::{Criterion, Goals};
use search::{Archive, ArchivedTest};
use types::World;

use super::Individual;
use super::runner::StopSignal;
use crate::finishing::deadlines::{StageDeadlines, UNLIMITED};
use crate::finishing::finisher::{FoundTests, TestFinisher};
use crate::finishing::suite::FinishedSuite;
use crate::harness::{Harness, TickLimit};

/// Share of the search budget during which a test must remain in the archive before it is finished. A younger
/// test is often replaced by a better test.
const SETTLED_SHARE: f64 = 0.05;
/// Minimum number of tests in one step. A smaller number can wait until the search has ended. Each step starts
/// JVMs to observe the tests.
const MIN_STEP: usize = 100;
/// Maximum number of tests in one step.
const MAX_STEP: usize = 200;
/// Maximum share of the search time that the steps may use, if the budget limits the time.
const MAX_EFFORT: f64 = 1.0 / 3.0;
/// Assumed time to finish one test before the first step.
const FIRST_ESTIMATE: Duration = Duration::from_millis(10);

/// Returns the tests of an archive that `is_selected` selects.
pub fn found_tests(
    archive: &Archive<Individual>,
    goals: &Goals,
    is_selected: &dyn Fn(&Rc<Individual>) -> bool,
) -> FoundTests {
    let selected: Vec<&Rc<Individual>> =
        archive.tests().iter().map(|kept| &kept.test).filter(|test| is_selected(test)).collect();
    let mut kept_for = vec![Vec::new(); selected.len()];
    for goal in goals.of(Criterion::StrongMutation) {
        let kept = archive.test_for(search::Goal(goal.0));
        let test = kept.and_then(|kept| selected.iter().position(|it| Rc::ptr_eq(it, &kept.test)));
        if let (Some(test), Some(mutant)) = (test, goals.strong_mutant(goal)) {
            kept_for[test].push(mutant);
        }
    }
    FoundTests { cases: selected.iter().map(|test| test.case.clone()).collect(), kept_for }
}

/// Tests of an archive, by their addresses. The set shares the tests, so no address can be used again.
#[derive(Default)]
struct TestSet(BTreeMap<*const Individual, Rc<Individual>>);

impl TestSet {
    fn contains(&self, test: &Rc<Individual>) -> bool {
        self.0.contains_key(&Rc::as_ptr(test))
    }

    fn insert(&mut self, test: &Rc<Individual>) {
        self.0.insert(Rc::as_ptr(test), test.clone());
    }

    fn of(archive: &[ArchivedTest<Individual>]) -> TestSet {
        TestSet(archive.iter().map(|kept| (Rc::as_ptr(&kept.test), kept.test.clone())).collect())
    }
}

/// The tests that the search has found and that are not finished yet, and the workers that finish tests.
///
/// As long as there are few such tests, they wait until the search has ended: the best assertions are selected
/// when all tests are known.
pub struct Backlog<'r> {
    /// Workers that can activate every mutant, and their goals.
    pub judge: Harness,
    /// The finished tests.
    pub suite: FinishedSuite,
    world: &'r World,
    finisher: TestFinisher,
    stop: StopSignal,
    /// Tests of the archive that were finished, or that were not required.
    done: TestSet,
    /// Tests that were in the archive at the last check.
    previous: TestSet,
    /// Spent share of the search budget at the last check.
    last_check: f64,
    /// Time at which the search began.
    began: Instant,
    /// Time that all steps took.
    spent: Duration,
    /// Number of tests in all steps.
    finished: usize,
}

impl<'r> Backlog<'r> {
    /// Returns an empty backlog. Its steps end when `stop` is raised.
    pub fn new(judge: Harness, world: &'r World, finisher: TestFinisher, stop: StopSignal) -> Backlog<'r> {
        Backlog {
            judge,
            suite: FinishedSuite::default(),
            world,
            finisher,
            stop,
            done: TestSet::default(),
            previous: TestSet::default(),
            last_check: 0.0,
            began: Instant::now(),
            spent: Duration::ZERO,
            finished: 0,
        }
    }

    /// Finishes the oldest tests of the archive if there are many unfinished tests. `share` is the spent share
    /// of the search budget. `goals` are the goals of the search.
    pub fn reduce(
        &mut self,
        archive: &Archive<Individual>,
        share: f64,
        goals: &Goals,
        tick_limit: &TickLimit,
    ) {
        if share - self.last_check < SETTLED_SHARE || self.stop.is_raised() {
            return;
        }
        self.last_check = share;
        let previous = std::mem::replace(&mut self.previous, TestSet::of(archive.tests()));
        let tests = archive.tests().iter().map(|kept| &kept.test);
        let settled: Vec<&Rc<Individual>> =
            tests.filter(|test| previous.contains(test) && !self.done.contains(test)).collect();
        let step = self.affordable_tests().min(settled.len());
        if step >= MIN_STEP {
            self.judge.goals.add_exceptions(goals);
            self.judge.tick_limit = tick_limit.clone();
            let step =
                TestSet(settled[..step].iter().map(|test| (Rc::as_ptr(test), Rc::clone(test))).collect());
            self.finish(archive, goals, &step);
        }
    }

    /// Returns the tests of the archive that are neither finished nor found to be superfluous.
    pub fn unfinished(&self, archive: &Archive<Individual>, goals: &Goals) -> FoundTests {
        found_tests(archive, goals, &|test| !self.done.contains(test))
    }

    /// Returns the average time to finish one test.
    pub fn time_per_test(&self) -> Duration {
        match self.finished {
            0 => FIRST_ESTIMATE,
            finished => self.spent / finished as u32,
        }
    }

    /// Returns the number of tests that the next step may finish.
    fn affordable_tests(&self) -> usize {
        let Some(deadline) = self.stop.deadline else { return MAX_STEP };
        let remaining = deadline.saturating_duration_since(Instant::now());
        let time = self.began.elapsed().mul_f64(MAX_EFFORT).saturating_sub(self.spent).min(remaining);
        let tests = time.as_secs_f64() / self.time_per_test().as_secs_f64();
        MAX_STEP.min(tests as usize)
    }

    /// Finishes tests of the archive. Adds nothing to the suite if the search should end before the tests are
    /// finished.
    fn finish(&mut self, archive: &Archive<Individual>, goals: &Goals, step: &TestSet) {
        let start = Instant::now();
        let tests = found_tests(archive, goals, &|test| step.contains(test));
        let mutants = tests.mutants().collect();
        let stop = &self.stop;
        let is_stopped = || stop.is_raised();
        let mut executor = self.judge.executor(self.world, &mutants, &is_stopped);
        let end = start + UNLIMITED;
        let finished = self.finisher.finish(&mut executor, &tests, &self.suite, &StageDeadlines::all_at(end));
        if !is_stopped() {
            self.suite.add(&mut executor, finished, end);
            step.0.values().for_each(|test| self.done.insert(test));
            self.finished += tests.cases.len();
            self.spent += start.elapsed();
        }
        tracing::debug!(tests = tests.cases.len(), took = ?start.elapsed(), "tests finished during the search");
    }
}
