//! Finishes tests (minimises them and selects their assertions) while the search runs, so that little work
//! remains after the search.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use goals::{GoalId, Goals};
use search::{Archive, ArchivedTest};
use types::World;

use super::Individual;
use super::submitter::StopSignal;
use crate::finisher::deadlines::{StageDeadlines, UNLIMITED, affordable_tests, time_per_test};
use crate::finisher::suite::FinishedSuite;
use crate::finisher::test_finisher::{self, FoundTest, TestFinisher, separate_unfinished};
use crate::harness::{Harness, TickLimit};

/// Share of the search budget during which a test must remain in the archive before it is finished. A younger
/// test is often replaced by a better test.
const SETTLED_SHARE: f64 = 0.05;
/// Minimum number of tests that one round finishes. Fewer tests wait for further tests, because a round
/// selects assertions for all its tests together.
const MIN_ROUND: usize = 16;
/// Replaces [`MIN_ROUND`] if the budget limits the time.
const MIN_TIMED_ROUND: usize = 8;
/// Maximum number of tests in the first round, if the budget limits the time. The duration of the first round
/// is unknown. It is several times longer than the duration of a later round, because the JVMs of the workers
/// start, and first interpret all code.
const MAX_FIRST_ROUND: usize = 8;
/// Duration of the first round as a multiple of the duration of a later round with the same number of tests.
const FIRST_ROUND_FACTOR: u32 = 3;
/// Maximum number of tests that one round finishes, if the budget does not limit the time.
const MAX_ROUND: usize = 200;
/// Maximum number of tests that one round finishes, if the budget limits the time. If the time ends during a
/// round, no test of the round is finished. So short rounds waste less time.
pub const MAX_TIMED_ROUND: usize = 24;
/// Share of the search budget before which no test is finished. Early tests are often replaced.
const FIRST_SHARE: f64 = 0.15;
/// Maximum share of the search time for finishing tests, if the budget limits the time. If the rest of the
/// time is only enough to finish the waiting tests, the share is 1.
const MAX_EFFORT: f64 = 0.5;
/// The same share while the search covers new goals.
const MAX_EFFORT_PRODUCTIVE: f64 = 1.0 / 3.0;
/// Minimum time limit of a round. The search may end this much later than its time limit.
const MIN_TIME: Duration = Duration::from_millis(500);
/// Time to finish one test that is assumed until the first round has ended.
pub const FIRST_ESTIMATE: Duration = Duration::from_millis(20);

/// Returns the tests of an archive for which `is_selected` returns true, without statements that cannot
/// matter: see [`TestCase::remove_inert`](testcase::TestCase::remove_inert). `is_required` returns whether
/// the suite requires a further test for a goal. Its arguments are the goal, and whether the further test
/// ends with an exception.
pub fn found_tests(
    archive: &Archive<Individual>,
    world: &World,
    goals: &Goals,
    is_selected: &dyn Fn(&Rc<Individual>) -> bool,
    is_required: &dyn Fn(GoalId, bool) -> bool,
) -> Vec<FoundTest> {
    let selected = archive.tests().iter().map(|archived| &archived.test).filter(|test| is_selected(test));
    let found_test = |test: &Rc<Individual>| {
        let mut case = test.case.clone();
        case.remove_inert(world);
        FoundTest { case, mutants: Vec::new(), is_only_for_mutants: true }
    };
    let mut indices: BTreeMap<*const Individual, usize> = BTreeMap::new();
    let mut tests = Vec::new();
    for test in selected {
        indices.insert(Rc::as_ptr(test), tests.len());
        tests.push(found_test(test));
    }
    for goal in (0..goals.len() as u32).map(GoalId) {
        let Some(archived) = archive.test_for(search::Goal(goal.0)) else { continue };
        let Some(&index) = indices.get(&Rc::as_ptr(&archived.test)) else { continue };
        match goals.strong_mutant(goal) {
            Some(mutant) => tests[index].mutants.push(mutant),
            None => tests[index].is_only_for_mutants &= !is_required(goal, archived.cost.threw),
        }
    }
    tests
}

/// Returns the largest number of ticks that a test of an archive needs.
pub fn most_ticks(archive: &Archive<Individual>) -> u64 {
    archive.tests().iter().map(|archived| archived.cost.ticks).max().unwrap_or_default()
}

/// When tests are finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// While the search runs, and after it.
    DuringSearch,
    /// Only after the search, so that the search uses its whole budget.
    AfterSearch,
}

/// Tests of an archive, by their addresses. The set keeps these tests in memory, so that no other test has
/// the same address.
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
        TestSet(archive.iter().map(|archived| (Rc::as_ptr(&archived.test), archived.test.clone())).collect())
    }
}

/// Finishes tests of the archive while a search runs: minimises them and selects their assertions.
pub struct Backlog<'r> {
    /// The finished tests.
    pub suite: FinishedSuite,
    world: &'r World,
    finisher: TestFinisher,
    stop: StopSignal,
    schedule: Schedule,
    /// Tests of the archive that were part of a round.
    processed: TestSet,
    /// Tests of earlier rounds that there was no time to finish.
    unfinished: Vec<FoundTest>,
    /// Tests that were in the archive when the backlog last looked for tests to finish.
    previous: TestSet,
    /// Spent share of the search budget when the backlog last looked for tests to finish.
    last_check: f64,
    /// Number of covered goals when the backlog last looked for tests to finish.
    covered: usize,
    /// Time at which the search began.
    began: Instant,
    /// Time that all rounds took so far. The search reads this time through a clone of the `Rc`.
    pub spent: Rc<Cell<Duration>>,
    /// Estimated time to finish one test. `None` before the first round.
    time_per_test: Option<Duration>,
    /// Duration of the shortest round, or an estimate after the first round. `None` before the first round.
    shortest_round: Option<Duration>,
}

impl<'r> Backlog<'r> {
    /// Returns a backlog for a search that begins now. `suite` contains the tests that were finished before
    /// the search. No round begins after `stop` is raised, or if `schedule` is [`Schedule::AfterSearch`].
    pub fn new(
        suite: FinishedSuite,
        world: &'r World,
        finisher: TestFinisher,
        stop: StopSignal,
        schedule: Schedule,
    ) -> Backlog<'r> {
        Backlog {
            suite,
            world,
            finisher,
            stop,
            schedule,
            processed: TestSet::default(),
            unfinished: Vec::new(),
            previous: TestSet::default(),
            last_check: 0.0,
            covered: 0,
            began: Instant::now(),
            spent: Rc::default(),
            time_per_test: None,
            shortest_round: None,
        }
    }

    /// Looks for tests that have remained in the archive since the last check, and finishes these tests if
    /// there are enough.
    ///
    /// `share` is the spent share of the search budget. The workers of `mutant_harness` can run every mutant.
    /// `search_goals` are the goals of the search if they differ from the goals of `mutant_harness`.
    pub fn finish_settled(
        &mut self,
        archive: &Archive<Individual>,
        share: f64,
        mutant_harness: &mut Harness,
        search_goals: Option<&Goals>,
    ) {
        if !self.is_due(share) {
            return;
        }
        self.last_check = share;
        let previous = std::mem::replace(&mut self.previous, TestSet::of(archive.tests()));
        let tests = archive.tests().iter().map(|archived| &archived.test);
        let required = search_goals.is_none().then(|| self.required(archive, &mutant_harness.goals));
        let is_required = |test: &Rc<Individual>| required.as_ref().is_none_or(|it| it.contains(test));
        let settled_tests: Vec<&Rc<Individual>> = tests
            .filter(|test| previous.contains(test) && is_required(test) && self.is_unfinished(test))
            .collect();
        let covered = archive.covered_count();
        let is_productive = std::mem::replace(&mut self.covered, covered) < covered;
        let waiting = self.unfinished.len() + settled_tests.len();
        let round_size = self.next_round_size(waiting, is_productive).min(waiting);
        let min_round = if self.stop.deadline.time().is_some() { MIN_TIMED_ROUND } else { MIN_ROUND };
        if round_size >= min_round {
            if let Some(goals) = search_goals {
                mutant_harness.goals.add_exceptions(goals);
            }
            mutant_harness.tick_limit = TickLimit::similar_to(most_ticks(archive));
            let mut tests = std::mem::take(&mut self.unfinished);
            self.unfinished = tests.split_off(round_size.min(tests.len()));
            let new_count = round_size - tests.len();
            let mut round = TestSet::default();
            settled_tests[..new_count].iter().for_each(|test| round.insert(test));
            let goals = search_goals.unwrap_or(&mutant_harness.goals);
            tests.extend(found_tests(archive, self.world, goals, &|test| round.contains(test), &|_, _| true));
            self.finish(mutant_harness, tests, round);
        }
    }

    /// Returns whether the next round is due. `share` is the spent share of the search budget. A round
    /// requires all of the following:
    ///
    /// - The schedule has rounds, and the search should not end.
    /// - At least [`FIRST_SHARE`] of the budget is spent.
    /// - The last check was at least [`SETTLED_SHARE`] of the budget ago.
    pub fn is_due(&self, share: f64) -> bool {
        self.schedule == Schedule::DuringSearch
            && share >= FIRST_SHARE
            && share - self.last_check >= SETTLED_SHARE
            && !self.stop.is_raised()
    }

    /// Returns the finished tests and the unfinished tests. A test is unfinished if it was part of no round,
    /// or if there was no time to finish it. `goals` are the goals of the search.
    pub fn into_tests(self, archive: &Archive<Individual>, goals: &Goals) -> (FinishedSuite, Vec<FoundTest>) {
        let found = found_tests(archive, self.world, goals, &|test| self.is_unfinished(test), &|_, _| true);
        self.with_unfinished(found)
    }

    /// Returns the same as [`Backlog::into_tests`], without the tests of the archive that cover only goals
    /// for which the suite requires no further test. A goal must have the same number in `goals` as in the
    /// suite.
    pub fn into_required_tests(
        self,
        archive: &Archive<Individual>,
        goals: &Goals,
    ) -> (FinishedSuite, Vec<FoundTest>) {
        let required = self.required(archive, goals);
        let is_selected = |test: &Rc<Individual>| required.contains(test) && self.is_unfinished(test);
        let is_required = |goal, threw| goals.is_target(goal) && self.suite.requires(goal, threw);
        let found = found_tests(archive, self.world, goals, &is_selected, &is_required);
        self.with_unfinished(found)
    }

    fn with_unfinished(mut self, found: Vec<FoundTest>) -> (FinishedSuite, Vec<FoundTest>) {
        self.unfinished.extend(found);
        (self.suite, self.unfinished)
    }

    /// Returns the tests of the archive that cover a goal for which the suite requires a further test.
    fn required(&self, archive: &Archive<Individual>, goals: &Goals) -> TestSet {
        let mut required = TestSet::default();
        for goal in 0..goals.len() as u32 {
            if let Some(archived) = archive.test_for(search::Goal(goal))
                && self.suite.requires(GoalId(goal), archived.cost.threw)
            {
                required.insert(&archived.test);
            }
        }
        required
    }

    fn is_unfinished(&self, test: &Rc<Individual>) -> bool {
        !self.processed.contains(test) && !self.suite.cases().any(|finished| *finished == test.case)
    }

    /// Returns the estimated time to finish one test, or `None` if no round has ended. The estimate depends
    /// mostly on the last rounds, because rounds become faster while the JVM compiles the code.
    pub fn time_per_test(&self) -> Option<Duration> {
        self.time_per_test
    }

    /// Returns how many of the `waiting` tests the next round has time to finish. `is_productive` is whether
    /// the search covered new goals since the last check.
    fn next_round_size(&self, waiting: usize, is_productive: bool) -> usize {
        let Some(deadline) = self.stop.deadline.time() else { return MAX_ROUND };
        let per_test = self.time_per_test.unwrap_or(FIRST_ESTIMATE);
        let remaining = deadline.saturating_duration_since(Instant::now());
        if self.shortest_round.is_some_and(|shortest| remaining < shortest) {
            return 0;
        }
        // If the rest of the time is only enough to finish the waiting tests, the search must wait.
        let is_urgent = per_test * waiting as u32 >= remaining;
        let max_effort = match is_productive {
            _ if is_urgent => 1.0,
            true => MAX_EFFORT_PRODUCTIVE,
            false => MAX_EFFORT,
        };
        let time = self.began.elapsed().mul_f64(max_effort).saturating_sub(self.spent.get()).min(remaining);
        let limit = if self.time_per_test.is_none() { MAX_FIRST_ROUND } else { MAX_TIMED_ROUND };
        limit.min(affordable_tests(time, per_test))
    }

    /// Finishes tests. Adds the finished tests to the suite, and keeps the tests that there was no time to
    /// finish. Keeps all tests unfinished if the run is cancelled. `round` contains those tests that are from
    /// the archive.
    fn finish(&mut self, mutant_harness: &mut Harness, tests: Vec<FoundTest>, round: TestSet) {
        let start = Instant::now();
        self.processed.0.extend(round.0);
        let mutants = test_finisher::mutants(&tests);
        let cancellation = &self.stop.cancellation;
        let is_cancelled = || cancellation.is_requested();
        let mut executor = mutant_harness.executor(self.world, &mutants, &is_cancelled);
        let end =
            self.stop.deadline.time().map_or(start + UNLIMITED, |deadline| deadline.max(start + MIN_TIME));
        let deadlines = StageDeadlines::within(end - start);
        let finished = self.finisher.finish(&mut executor, &tests, &self.suite, &deadlines);
        if is_cancelled() {
            self.unfinished.extend(tests);
            return;
        }
        let (finished, unfinished) = separate_unfinished(finished, executor.goals);
        let completed = tests.len().saturating_sub(unfinished.len());
        self.unfinished.extend(unfinished);
        self.suite.add(&mut executor, finished, end);
        let took = start.elapsed();
        let comparable = if self.time_per_test.is_none() { took / FIRST_ROUND_FACTOR } else { took };
        self.shortest_round =
            Some(self.shortest_round.map_or(comparable, |shortest| shortest.min(comparable)));
        let time_per_test = time_per_test(comparable, tests.len(), completed);
        self.time_per_test = Some(self.time_per_test.map_or(time_per_test, |old| (old + time_per_test) / 2));
        self.spent.set(self.spent.get() + took);
        tracing::debug!(tests = tests.len(), completed, ?took, "finished during the search");
    }
}
