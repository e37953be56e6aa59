//! Steps that turn found tests into finished tests: judge, simplify, observe.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use execution::judge::{self, Deadlines, JudgedTest};
use execution::observe::{self, InspectedTest};
use execution::run::Executor;
use goals::GoalId;
use mutation::MutantId;
use suite::minimise::{SuiteTest, drop_contained, shorten, simplify, split};
use testcase::{Assertion, CheckedTest, Expected, Observation, TestCase};
use types::{ClassId, Type};

use super::run::Run;
use crate::findings::reasons;
use crate::harness::open_mutants;

/// Verification takes at least this long, plus the time for each test.
const VERIFY: Duration = Duration::from_millis(2200);
const VERIFY_EACH: Duration = Duration::from_millis(5);
const VERIFY_EACH_MAX: Duration = Duration::from_secs(4);
/// The observation of tests takes at least this long, even after a deadline: a test without assertions is
/// worth little.
pub const OBSERVE: Duration = Duration::from_millis(1000);

/// A test with what it is kept for and what it asserts.
pub type FinishedTest = (SuiteTest, CheckedTest);

/// Deadlines of the steps after the search.
pub struct StageDeadlines {
    /// Minimisation.
    pub minimise: Instant,
    /// Search for inspectors.
    pub extend: Instant,
    /// Choice of assertions by mutants.
    pub judge: Instant,
    /// Simplification.
    pub simplify: Instant,
    /// Final observation.
    pub observe: Instant,
}

impl StageDeadlines {
    /// Divides the time until `end`, after the time for the verification of up to `tests` tests.
    pub fn until(end: Instant, tests: usize) -> StageDeadlines {
        let time = end.saturating_duration_since(Instant::now());
        let verify = VERIFY + VERIFY_EACH_MAX.min(VERIFY_EACH * tests as u32);
        StageDeadlines::within(time - verify.max(time / 3).min(time))
    }

    /// Divides a time that begins now.
    pub fn within(time: Duration) -> StageDeadlines {
        let now = Instant::now();
        let at = |percent: u32| now + time * percent / 100;
        StageDeadlines { minimise: at(30), extend: at(40), judge: at(65), simplify: at(80), observe: at(100) }
    }
}

/// Returns a deadline that leaves at least the time for the observation of tests.
pub fn with_time_to_observe(deadline: Instant) -> Instant {
    deadline.max(Instant::now() + OBSERVE)
}

/// Finishes the tests of a run.
pub struct TestFinisher<'a, 'r> {
    /// The run.
    pub run: &'a Run<'r>,
}

impl TestFinisher<'_, '_> {
    /// Finds out what could be asserted in tests, and which mutants these assertions kill. Drops the tests
    /// that are no longer needed.
    pub fn judge(
        &self,
        executor: &mut Executor,
        mut small: Vec<SuiteTest>,
        deadlines: &StageDeadlines,
    ) -> Vec<FinishedTest> {
        let package = &self.run.test_class.package;
        // Tests that are easy to read kill their mutants first.
        small.sort_by_key(|kept| (kept.exception.is_some(), kept.test.size()));
        let tests: Vec<TestCase> = small.iter().map(|kept| kept.test.clone()).collect();
        let inspected = observe::add_inspectors(executor, &tests, package, deadlines.extend);
        self.log("inspectors added", tests.len());
        let open = open_mutants(executor.goals);
        let all = |_| open.clone();
        let until = Deadlines { observe: deadlines.judge, kill: deadlines.judge };
        let judged = self.select_assertions(executor, &inspected, &all, until);
        self.log_judged(&judged);
        let killed: BTreeSet<MutantId> = judged.iter().flatten().flat_map(|it| &it.kills).copied().collect();
        let mut needed = Vec::new();
        for (mut before, judged) in small.into_iter().zip(judged) {
            let Some(JudgedTest { test, kills, .. }) = judged else { continue };
            let goals = executor.goals;
            before.goals.retain(|&goal| goals.strong_mutant(goal).is_none_or(|it| !killed.contains(&it)));
            before.goals.extend(kills.iter().filter_map(|&mutant| goals.strong_goal(mutant)));
            if before.is_needed() {
                needed.push((SuiteTest { test: test.case.clone(), ..before }, test));
            }
        }
        needed
    }

    /// Simplifies tests as long as they cover and kill the same, and chooses their assertions.
    pub fn finish(
        &self,
        executor: &mut Executor,
        small: Vec<SuiteTest>,
        deadlines: &StageDeadlines,
    ) -> Vec<FinishedTest> {
        let judged = self.judge(executor, small, deadlines);
        let mut kept: Vec<SuiteTest> = judged.into_iter().map(|(kept, _)| kept).collect();
        split(executor, &mut kept, deadlines.simplify);
        shorten(executor, &mut kept, deadlines.simplify);
        simplify(executor, &mut kept, &self.run.test_class.package, deadlines.simplify);
        drop_contained(executor, &mut kept, deadlines.observe);
        self.log("simplified", kept.len());
        let inspected: Vec<InspectedTest> =
            kept.iter().map(|kept| InspectedTest::without_inspectors(kept.test.clone())).collect();
        let goals = executor.goals;
        let own = |test: usize| kept[test].mutants(goals);
        let until = Deadlines { observe: with_time_to_observe(deadlines.observe), kill: deadlines.observe };
        let judged = self.select_assertions(executor, &inspected, &own, until);
        self.log_judged(&judged);
        let with_exception = |(kept, judged): (SuiteTest, Option<JudgedTest>)| {
            let test = self.with_recorded_exception(&kept, judged?.test);
            Some((kept, test))
        };
        let mut finished: Vec<FinishedTest> =
            kept.into_iter().zip(judged).filter_map(with_exception).collect();
        self.add_missing_assertions(executor, &mut finished, deadlines.observe);
        if self.run.request.reasons {
            add_reasons(executor, &mut finished, deadlines.observe);
        }
        finished
    }

    /// Adds the exception that the test threw in an earlier run, if there was no time to observe the test.
    fn with_recorded_exception(&self, kept: &SuiteTest, mut test: CheckedTest) -> CheckedTest {
        let world = &self.run.platform.world;
        let is_accessible = |class: &ClassId| world.is_accessible_class(*class, &self.run.test_class.package);
        let class = kept.exception.as_ref().and_then(|name| world.class_named(name)).filter(is_accessible);
        if let Some(class) = class
            && test.throws.is_none()
            && test.assertions.is_empty()
        {
            let statement = test.case.len() as u32 - 1;
            test.throws = Some(Expected { statement, class, message: None });
        }
        test
    }

    /// Adds assertions to tests that assert nothing, that assert only the existence of an object, or that end
    /// with a call which returns nothing.
    fn add_missing_assertions(
        &self,
        executor: &mut Executor,
        finished: &mut [FinishedTest],
        deadline: Instant,
    ) {
        let world = executor.world;
        let is_vague = |it: &Assertion| matches!(it.expected, Observation::Object(_));
        let is_specific = |test: &CheckedTest| test.throws.is_some() || !test.assertions.iter().all(is_vague);
        let lacks_assertion = |test: &CheckedTest| {
            !is_specific(test)
                || test.throws.is_none()
                    && judge::last_void_call(world, &test.case, test.case.len()).is_some()
        };
        let mut lacking: Vec<&mut FinishedTest> =
            finished.iter_mut().filter(|(_, test)| lacks_assertion(test)).collect();
        if lacking.is_empty() {
            return;
        }
        let tests: Vec<TestCase> = lacking.iter().map(|(_, test)| test.case.clone()).collect();
        let deadline = with_time_to_observe(deadline);
        let inspected = observe::add_inspectors(executor, &tests, &self.run.test_class.package, deadline);
        let until = Deadlines { observe: with_time_to_observe(deadline), kill: deadline };
        let judged = self.select_assertions(executor, &inspected, &|_| Vec::new(), until);
        for ((_, test), judged) in lacking.iter_mut().zip(judged) {
            let Some(JudgedTest { test: more, .. }) = judged.filter(|it| is_specific(&it.test)) else {
                continue;
            };
            if is_specific(test) {
                let own = test.case.len() as u32;
                test.assertions.extend(more.assertions.into_iter().filter(|it| it.var.0 >= own));
                test.case = more.case;
            } else {
                *test = more;
            }
        }
    }

    /// Returns tests with everything that can be asserted in them.
    pub fn observe(&self, executor: &mut Executor, tests: &[TestCase], end: Instant) -> Vec<CheckedTest> {
        let observed = observe::observe(executor, tests, &self.run.test_class.package, end);
        observed.into_iter().flatten().map(|observed| observed.test).collect()
    }

    /// Runs tests on mutants and selects those of their assertions that the test class can express.
    fn select_assertions(
        &self,
        executor: &mut Executor,
        tests: &[InspectedTest],
        mutants: &dyn Fn(usize) -> Vec<MutantId>,
        deadlines: Deadlines,
    ) -> Vec<Option<JudgedTest>> {
        let (world, class) = (executor.world, &self.run.test_class);
        let can_write = |observed: &Observation, ty: &Type| emit::can_assert(world, class, observed, ty);
        judge::judge(executor, tests, mutants, &class.package, &can_write, deadlines)
    }

    fn log(&self, step: &str, tests: usize) {
        tracing::debug!(tests, after = ?self.run.began.elapsed(), "{step}");
    }

    fn log_judged(&self, judged: &[Option<JudgedTest>]) {
        let kills: usize = judged.iter().flatten().map(|judged| judged.kills.len()).sum();
        let tests = judged.iter().flatten().count();
        tracing::debug!(tests, kills, after = ?self.run.began.elapsed(), "judged");
    }
}

/// Adds to each test the reason why it is kept, if there is time to find out what the other tests cover.
fn add_reasons(executor: &mut Executor, finished: &mut [FinishedTest], deadline: Instant) {
    let tests: Vec<TestCase> = finished.iter().map(|(_, test)| test.case.clone()).collect();
    let evaluations = executor.evaluate(&tests, &|_, _| Vec::new(), with_time_to_observe(deadline));
    if evaluations.len() < tests.len() {
        return;
    }
    let mut covering_tests: BTreeMap<GoalId, usize> = BTreeMap::new();
    evaluations
        .iter()
        .flat_map(|it| &it.covered)
        .for_each(|&goal| *covering_tests.entry(goal).or_default() += 1);
    let goals = executor.goals;
    for ((kept, test), evaluation) in finished.iter_mut().zip(&evaluations) {
        let only_here = |goal: &GoalId| covering_tests[goal] == 1;
        let only: Vec<GoalId> = evaluation.covered.iter().copied().filter(only_here).collect();
        let is_mutant = |goal: &GoalId| goals.strong_mutant(*goal).is_some();
        let mutants: Vec<GoalId> = kept.goals.iter().copied().filter(is_mutant).collect();
        test.reason = Some(reasons::reason(goals, &only, &mutants));
    }
}
