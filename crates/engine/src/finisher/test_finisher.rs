//! The steps that finish a set of tests: minimise the tests, run the tests on mutants, simplify the tests,
//! and select their assertions.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Instant;

use analysis::MethodIndex;
use emit::TestClass;
use execution::observe::{self, CheckedInspectors, InspectedTest};
use execution::run::Executor;
use execution::selection::{AssertedAfter, AssertedTest, Deadlines, Oracle, select_assertions};
use goals::{GoalId, Goals};
use mutation::MutantId;
use suite::minimise::{
    SuiteTest, Surroundings, drop_contained, minimise, replace_by_parts, shorten, simplify, split,
    split_acts, split_into_short_acts,
};
use suite::names;
use testcase::output::redirection_of;
use testcase::{Assertion, CheckedTest, ExpectedException, Observation, StatementKind, TestCase, Var};
use types::{ClassId, MethodId, Type, World};

use super::deadlines::{OBSERVE, StageDeadlines, with_time_to_observe};
use super::last_call::{drop_implied_null_checks, is_vague};
use super::ordinary_uses::ordinary_uses;
use super::reasons;
use super::suite::{FinishedSuite, FinishedTest};
use super::twins::without_hash_code;

/// A test that a search found and that is not finished.
pub struct FoundTest {
    /// The test.
    pub case: TestCase,
    /// Mutants that the test should kill.
    pub mutants: Vec<MutantId>,
    /// Whether the test is needed only for its mutants, and for no other goals.
    pub is_only_for_mutants: bool,
}

/// Removes tests until at most `limit` tests remain. Removes only tests that are needed only for mutants, the
/// tests for the fewest mutants first. So more than `limit` tests can remain.
pub fn limit(tests: &mut Vec<FoundTest>, limit: usize) {
    let mut removable: Vec<usize> =
        (0..tests.len()).filter(|&test| tests[test].is_only_for_mutants).collect();
    removable.sort_by_key(|&test| tests[test].mutants.len());
    removable.truncate(tests.len().saturating_sub(limit));
    let removed: BTreeSet<usize> = removable.into_iter().collect();
    let mut indices = 0..;
    tests.retain(|_| !removed.contains(&indices.next().expect("an endless range")));
}

/// Returns the mutants that the tests should kill.
pub fn mutants(tests: &[FoundTest]) -> BTreeSet<MutantId> {
    tests.iter().flat_map(|test| &test.mutants).copied().collect()
}

/// Separates the tests whose assertions were selected from the tests for which there was no time. The second
/// result contains the latter tests, which must still be finished.
pub fn separate_unfinished(
    finished: Vec<FinishedTest>,
    goals: &Goals,
) -> (Vec<FinishedTest>, Vec<FoundTest>) {
    let (complete, incomplete): (Vec<FinishedTest>, Vec<FinishedTest>) =
        finished.into_iter().partition(|(kept, _)| kept.are_assertions_selected);
    let found_test = |(kept, _): FinishedTest| FoundTest {
        is_only_for_mutants: is_only_for_mutants(&kept, goals),
        mutants: kept.mutants(goals),
        case: kept.test,
    };
    (complete, incomplete.into_iter().map(found_test).collect())
}

/// Drops the tests whose assertions there was no time to select, if they are needed only for mutants. Such a
/// test is long and hard to read, and whether it kills a mutant is not known.
pub fn drop_unfinished(finished: &mut Vec<FinishedTest>, goals: &Goals) {
    finished.retain(|(kept, _)| kept.are_assertions_selected || !is_only_for_mutants(kept, goals));
}

/// Returns whether a test is needed only for mutants, and for no other goals. The goals must be known.
pub fn is_only_for_mutants(kept: &SuiteTest, goals: &Goals) -> bool {
    kept.is_evaluated && kept.goals.iter().all(|&goal| goals.strong_mutant(goal).is_some())
}

/// Minimises and simplifies tests of one class, and selects their assertions.
#[derive(Clone)]
pub struct TestFinisher {
    /// The test class, without tests.
    pub test_class: TestClass,
    /// Time at which the work on the class began, for the log.
    pub began: Instant,
    /// The inspectors that were checked for side effects. All finishers of a class share them.
    pub checked_inspectors: Rc<RefCell<CheckedInspectors>>,
    /// Indices of the methods in the program under test.
    pub methods: Rc<BTreeMap<MethodId, MethodIndex>>,
}

impl TestFinisher {
    /// Minimises tests, and splits them into tests with one act. Drops tests that cover only goals for which
    /// `suite` requires no further test.
    fn minimise(
        &self,
        executor: &mut Executor,
        tests: &[FoundTest],
        suite: &FinishedSuite,
        deadlines: &StageDeadlines,
    ) -> Vec<SuiteTest> {
        let deadline = deadlines.minimise;
        let mut cases: Vec<TestCase> = tests.iter().map(|test| test.case.clone()).collect();
        let mut expected_kills: Vec<Vec<MutantId>> = tests.iter().map(|test| test.mutants.clone()).collect();
        if deadlines.has_time_for_mutants() {
            let uses = ordinary_uses(&cases, &self.methods, executor.goals, suite);
            // The time for a round is estimated from the number of its tests.
            cases.extend(uses.into_iter().take(tests.len()));
            expected_kills.resize(cases.len(), Vec::new());
        }
        let is_required = |goal, threw| suite.requires(goal, threw);
        let mut minimised = minimise(executor, &cases, &expected_kills, &is_required, deadline);
        split_acts(executor, &mut minimised, deadline);
        self.log("minimised", minimised.len());
        minimised
    }

    /// Selects assertions of tests, and finds the mutants that the tests kill. Runs no test on a mutant that
    /// `suite` kills. Drops tests that are not needed for any goal.
    fn find_kills(
        &self,
        executor: &mut Executor,
        mut minimised: Vec<SuiteTest>,
        suite: &FinishedSuite,
        deadlines: &StageDeadlines,
    ) -> Vec<AssertedSuiteTest> {
        // A mutant is assigned to the first test that kills it. So tests that are easy to read run first:
        // tests without an exception, and short tests.
        minimised.sort_by_key(|kept| (kept.exception.is_some(), kept.test.size()));
        let tests: Vec<TestCase> = minimised.iter().map(|kept| kept.test.clone()).collect();
        let inspected = self.add_inspectors(executor, &tests, deadlines.extend);
        self.log("inspectors added", tests.len());
        let open_mutants = executor.goals.open_mutants();
        let mutants: Vec<MutantId> = open_mutants.filter(|&mutant| !suite.kills(mutant)).collect();
        let all_mutants = |_| mutants.clone();
        let until = Deadlines { observe: deadlines.find_kills, kill: deadlines.find_kills };
        let asserted = self.select_assertions(executor, &inspected, &all_mutants, until, None);
        self.log_kills(&asserted);
        let killed: BTreeSet<MutantId> =
            asserted.iter().flatten().flat_map(|it| &it.kills).copied().collect();
        let mut needed_tests = Vec::new();
        for (mut suite_test, asserted) in minimised.into_iter().zip(asserted) {
            let Some(AssertedTest { test, first_inspector, affected_inspectors, kills, is_complete, .. }) =
                asserted
            else {
                continue;
            };
            suite_test.are_assertions_selected = is_complete;
            let goals = executor.goals;
            suite_test.goals.retain(|&goal| goals.strong_mutant(goal).is_none_or(|it| !killed.contains(&it)));
            suite_test.goals.extend(kills.iter().filter_map(|&mutant| goals.strong_goal(mutant)));
            if suite_test.is_needed() {
                let parts = match test.throws {
                    None => test.case.separate_inspectors(first_inspector, &affected_inspectors),
                    Some(_) => Vec::new(),
                };
                let suite_test = SuiteTest { test: test.case.clone(), ..suite_test };
                needed_tests.push(AssertedSuiteTest { suite_test, selected: test, kills, parts });
            }
        }
        needed_tests
    }

    /// Minimises and simplifies tests, and selects their assertions. Together, the finished tests cover the
    /// same goals as `tests`. They kill at least the mutants of `tests` that assertions detect. Ignores goals
    /// and mutants for which `suite` requires no further test. See [`SuiteTest::are_assertions_selected`] for
    /// tests that there was no time to finish.
    pub fn finish(
        &self,
        executor: &mut Executor,
        tests: &[FoundTest],
        suite: &FinishedSuite,
        deadlines: &StageDeadlines,
    ) -> Vec<FinishedTest> {
        let minimised = self.minimise(executor, tests, suite, deadlines);
        let asserted = self.find_kills(executor, minimised, suite, deadlines);
        let mut suite_tests: Vec<SuiteTest> = asserted.iter().map(|it| it.suite_test.clone()).collect();
        let parts = asserted.iter().map(|it| it.parts.clone()).collect();
        replace_by_parts(executor, &mut suite_tests, parts, deadlines.simplify);
        split(executor, &mut suite_tests, deadlines.simplify);
        shorten(executor, &mut suite_tests, deadlines.simplify);
        let surroundings = Surroundings {
            class_under_test: self.test_class.class_under_test,
            package: &self.test_class.package,
            keeps_stubs: self.test_class.dialect.mocks == emit::Mocks::Mockito,
            other_tests: suite.cases().cloned().collect(),
        };
        simplify(executor, &mut suite_tests, &surroundings, deadlines.simplify);
        // A value can now replace a result that connected two parts of a test.
        split(executor, &mut suite_tests, deadlines.simplify);
        split_into_short_acts(executor, &mut suite_tests, deadlines.simplify);
        drop_contained(executor, &mut suite_tests, deadlines.observe);
        self.log("simplified", suite_tests.len());
        let goals = executor.goals;
        let inspected: Vec<InspectedTest> = suite_tests
            .iter()
            .map(|it| with_assertions_if_unchanged(it, &it.mutants(goals), &asserted))
            .collect();
        let mutants_of = |test: usize| suite_tests[test].mutants(goals);
        let until = Deadlines { observe: deadlines.observe_until(OBSERVE), kill: deadlines.observe };
        let asserted = self.select_assertions(executor, &inspected, &mutants_of, until, None);
        self.log_kills(&asserted);
        let world = executor.world;
        let finished_test = |(mut kept, asserted): (SuiteTest, Option<AssertedTest>)| {
            let AssertedTest { test, survivors, is_complete, .. } = asserted?;
            kept.are_assertions_selected &= is_complete;
            kept.goals.retain(|&goal| goals.strong_mutant(goal).is_none_or(|it| !survivors.contains(&it)));
            let test = self.with_recorded_exception(world, &kept, test);
            kept.is_needed().then_some((kept, test))
        };
        let mut finished: Vec<FinishedTest> =
            suite_tests.into_iter().zip(asserted).filter_map(finished_test).collect();
        self.add_missing_assertions(executor, &mut finished, deadlines);
        finished.iter_mut().for_each(|(_, test)| drop_implied_null_checks(test));
        self.compare_hash_codes(executor, &mut finished);
        // A test whose assertions there was no time to select is finished later.
        finished.retain(|(kept, test)| {
            !kept.are_assertions_selected
                || self.shows_tested_call(world, test)
                || !is_only_for_mutants(kept, executor.goals)
        });
        finished
    }

    /// Returns whether a test shows what the call did that the test is about: see [`shows_call`].
    pub(super) fn shows_tested_call(&self, world: &World, test: &CheckedTest) -> bool {
        self.tested_statement(world, test).is_some_and(|call| shows_call(world, test, call))
    }

    /// Returns the index of the statement with the call that a test is about.
    pub(super) fn tested_statement(&self, world: &World, test: &CheckedTest) -> Option<usize> {
        names::tested_statement(world, self.test_class.class_under_test, test)
    }

    /// Compares hash codes with the hash codes of equal objects instead of with numbers. Removes the goals of
    /// tests that only the numbers cover: mutants of `hashCode`. Drops tests that are no longer needed.
    fn compare_hash_codes(&self, executor: &Executor, finished: &mut Vec<FinishedTest>) {
        let goals = executor.goals;
        finished.retain_mut(|(kept, test)| {
            if let Some((changed, method)) = without_hash_code(executor.world, test) {
                *test = changed;
                let method = self.methods.get(&method).copied();
                let is_mutant_of_it =
                    |goal: GoalId| goals.strong_mutant(goal).is_some() && Some(goals.method(goal)) == method;
                kept.goals.retain(|&goal| !is_mutant_of_it(goal));
            }
            kept.is_needed()
        });
    }

    /// Makes a test without assertions expect the exception that it threw in an earlier run. A test has no
    /// assertions, for example, if there was no time to observe it.
    fn with_recorded_exception(&self, world: &World, kept: &SuiteTest, mut test: CheckedTest) -> CheckedTest {
        let is_accessible = |class: &ClassId| world.is_accessible_class(*class, &self.test_class.package);
        let class = kept.exception.as_ref().and_then(|name| world.class_named(name)).filter(is_accessible);
        if let Some(class) = class
            && test.throws.is_none()
            && test.assertions.is_empty()
        {
            let statement = test.case.len() as u32 - 1;
            test.throws = Some(ExpectedException { statement, class, message: None, is_crash: false });
        }
        test
    }

    /// Appends inspectors to tests.
    pub(super) fn add_inspectors(
        &self,
        executor: &mut Executor,
        tests: &[TestCase],
        deadline: Instant,
    ) -> Vec<InspectedTest> {
        let mut checked = self.checked_inspectors.borrow_mut();
        observe::add_inspectors(executor, tests, &self.test_class.package, deadline, &mut checked)
    }

    /// Observes tests until `end`, and returns each observed test with all its possible assertions.
    pub fn observe(&self, executor: &mut Executor, tests: &[TestCase], end: Instant) -> Vec<CheckedTest> {
        let observed = observe::observe(executor, tests, &self.test_class.package, end);
        observed.into_iter().flatten().map(|observed| observed.test).collect()
    }

    /// Runs tests on mutants and selects their assertions. Selects only assertions that the test class can
    /// express. `asserted_after` is the same as in [`Oracle`].
    pub(super) fn select_assertions(
        &self,
        executor: &mut Executor,
        tests: &[InspectedTest],
        mutants: &dyn Fn(usize) -> Vec<MutantId>,
        deadlines: Deadlines,
        asserted_after: Option<&AssertedAfter>,
    ) -> Vec<Option<AssertedTest>> {
        let (world, class) = (executor.world, &self.test_class);
        let can_write = |observed: &Observation, ty: &Type| emit::can_assert(world, class, observed, ty);
        let (methods, package) = (&self.methods, &*class.package);
        let oracle = Oracle { mutants, methods, package, asserted_after, can_write: &can_write };
        select_assertions(executor, tests, &oracle, deadlines)
    }

    fn log(&self, step: &str, tests: usize) {
        tracing::debug!(tests, after = ?self.began.elapsed(), "{step}");
    }

    fn log_kills(&self, asserted: &[Option<AssertedTest>]) {
        let kills: usize = asserted.iter().flatten().map(|asserted| asserted.kills.len()).sum();
        let tests = asserted.iter().flatten().count();
        tracing::debug!(tests, kills, after = ?self.began.elapsed(), "assertions selected");
    }
}

/// A test whose assertions were selected for the first time.
struct AssertedSuiteTest {
    suite_test: SuiteTest,
    /// The test with the selected assertions.
    selected: CheckedTest,
    /// The mutants that these assertions kill, ascending.
    kills: Vec<MutantId>,
    /// The parts of the test: see [`TestCase::separate_inspectors`].
    parts: Vec<TestCase>,
}

/// Returns the test with its assertions in `asserted`, or without assertions if they must be selected again.
/// They must be selected again if the test or its goals have changed since then. The same is true if they do
/// not kill all `mutants`, which are the mutants that the test must kill.
fn with_assertions_if_unchanged(
    test: &SuiteTest,
    mutants: &[MutantId],
    asserted: &[AssertedSuiteTest],
) -> InspectedTest {
    let is_same = |AssertedSuiteTest { suite_test, kills, .. }: &&AssertedSuiteTest| {
        suite_test.are_assertions_selected
            && suite_test.test == test.test
            && suite_test.goals == test.goals
            && mutants.iter().all(|mutant| kills.binary_search(mutant).is_ok())
    };
    match asserted.iter().find(is_same) {
        Some(AssertedSuiteTest { selected, .. }) => InspectedTest::with_selected_assertions(selected.clone()),
        None => InspectedTest::without_inspectors(test.test.clone()),
    }
}

/// Returns whether a test shows what a call did: by an exception, by the printed text, or by an assertion
/// that is not vague. The assertion must be about the result, the receiver or an argument of the call, or
/// about an object of the JDK that a constructor of these objects received, such as a buffer. It can also be
/// about what later calls derive from all these values.
fn shows_call(world: &World, test: &CheckedTest, call: usize) -> bool {
    if test.throws.is_some() || redirection_of(world, &test.case).is_some() {
        return true;
    }
    let statements = &test.case.statements;
    let mut is_related = vec![false; statements.len()];
    is_related[call] = true;
    statements[call].uses(|var| is_related[var.0 as usize] = true);
    for index in (0..call).rev() {
        let is_of_jdk =
            |var: Var| statements[var.0 as usize].ty.class_id().is_some_and(|class| world.is_from_jdk(class));
        if is_related[index] && matches!(statements[index].kind, StatementKind::Construct { .. }) {
            statements[index].uses(|var| is_related[var.0 as usize] |= is_of_jdk(var));
        }
    }
    for index in call + 1..statements.len() {
        statements[index].uses(|var| is_related[index] |= is_related[var.0 as usize]);
    }
    let is_shown = |it: &Assertion| {
        it.after as usize >= call && is_related[it.var.0 as usize] && !is_vague(&test.case, it)
    };
    test.assertions.iter().any(is_shown)
}

/// Adds to each test the reason why it is kept, if there is time to measure what every test covers.
pub fn add_reasons(executor: &mut Executor, finished: &mut [FinishedTest], deadline: Instant) {
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
        let is_covered_once = |goal: &GoalId| covering_tests[goal] == 1;
        let unique: Vec<GoalId> = evaluation.covered.iter().copied().filter(is_covered_once).collect();
        let is_mutant = |goal: &GoalId| goals.strong_mutant(*goal).is_some();
        let mutants: Vec<GoalId> = kept.goals.iter().copied().filter(is_mutant).collect();
        test.reason = Some(reasons::reason(goals, &unique, &mutants));
    }
}

#[cfg(test)]
mod tests {
    use testcase::Args;
    use testcase::Statement;
    use types::{ClassPath, Jdk};

    use super::*;

    #[test]
    fn assertions_are_selected_again_unless_they_kill_all_mutants_of_the_test() {
        let suite_test =
            SuiteTest { are_assertions_selected: true, ..SuiteTest::new(TestCase::default(), Vec::new()) };
        let selected = CheckedTest::new(TestCase::default());
        let asserted = [AssertedSuiteTest {
            suite_test: suite_test.clone(),
            selected,
            kills: vec![MutantId(2)],
            parts: Vec::new(),
        }];
        let is_kept = |mutants: &[u32]| {
            let mutants: Vec<MutantId> = mutants.iter().copied().map(MutantId).collect();
            with_assertions_if_unchanged(&suite_test, &mutants, &asserted).selected.is_some()
        };
        assert!(is_kept(&[]) && is_kept(&[2]));
        assert!(!is_kept(&[2, 3]));
    }

    #[test]
    fn a_test_shows_a_call_by_its_objects_and_by_what_later_calls_derive_from_them() {
        let world = World::new(ClassPath::open(&[]).unwrap(), Jdk::find(None).unwrap());
        let object = world.class(world.object());
        let (constructor, method) = (object.constructors[0], object.methods[0]);
        let call =
            |receiver: u32| StatementKind::Call { method, receiver: Some(Var(receiver)), args: Args::new() };
        let creation = || StatementKind::Construct { constructor, receiver: None, args: Args::new() };
        // The tested call is the call on the variable 0. Then follow calls on its result and on the variable
        // 1.
        let kinds = [creation(), creation(), call(0), call(2), call(1)];
        let case = TestCase { statements: kinds.map(|kind| Statement { kind, ty: Type::Null }).into() };
        let is_shown = |var: u32| {
            let assertions = vec![Assertion { var: Var(var), after: 4, expected: Observation::Null }];
            shows_call(&world, &CheckedTest { assertions, ..CheckedTest::new(case.clone()) }, 2)
        };
        assert_eq!([0, 1, 2, 3, 4].map(is_shown), [true, false, true, true, false]);
    }

    #[test]
    fn tests_for_the_fewest_mutants_are_removed_first_and_tests_for_other_goals_remain() {
        let found_test = |(mutant_count, is_only_for_mutants): (u32, bool)| FoundTest {
            case: TestCase::default(),
            mutants: (0..mutant_count).map(MutantId).collect(),
            is_only_for_mutants,
        };
        let mut tests: Vec<FoundTest> =
            [(3, true), (1, true), (0, false), (2, true), (1, false)].map(found_test).into();
        let mutant_counts = |tests: &[FoundTest]| tests.iter().map(|it| it.mutants.len()).collect::<Vec<_>>();
        limit(&mut tests, 3);
        assert_eq!(mutant_counts(&tests), [3, 0, 1]);
        limit(&mut tests, 0);
        assert_eq!(mutant_counts(&tests), [0, 1]);
    }
}
