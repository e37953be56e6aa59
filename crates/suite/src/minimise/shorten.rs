//! Makes tests shorter: splits tests, drops tests that other tests contain, and removes statements.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use execution::run::{Evaluation, Executor, executed_part, thrown_class};
use goals::GoalId;
use mutation::MutantId;
use testcase::TestCase;

use super::SuiteTest;
use super::improve::{cover_their_goals, improve};
use super::selection::merge_equal;

/// Replaces tests by their independent parts. Two parts are independent if they share no object: for example,
/// crossover can join two independent parts. The parts replace a test only if together they cover its goals.
pub fn split(executor: &mut Executor, suite: &mut Vec<SuiteTest>, deadline: Instant) {
    let parts = suite.iter().map(|it| it.test.independent_parts()).collect();
    replace_by_parts(executor, suite, parts, deadline);
}

/// Replaces tests by tests with one act: see [`TestCase::single_acts`]. These tests replace a test if
/// together they cover its goals.
///
/// If some goals need several acts, a copy of the test without the statements that these goals do not need
/// covers them. The tests with one act then cover only the remaining goals.
pub fn split_acts(executor: &mut Executor, suite: &mut Vec<SuiteTest>, deadline: Instant) {
    let parts = suite.iter().map(|it| it.test.single_acts()).collect();
    let mut divisions = divide(executor, suite, parts, deadline);
    add_remainders(executor, suite, &mut divisions, deadline);
    replace_by_divisions(suite, divisions);
}

/// Does the same as [`split_acts`], and then shortens the new tests: see [`shorten`].
pub fn split_into_short_acts(executor: &mut Executor, suite: &mut Vec<SuiteTest>, deadline: Instant) {
    let unsplit: Vec<TestCase> = suite.iter().map(|it| it.test.clone()).collect();
    split_acts(executor, suite, deadline);
    let is_new = |index: &usize| !unsplit.contains(&suite[*index].test);
    let new_indices: Vec<usize> = (0..suite.len()).filter(is_new).collect();
    let mut new_tests: Vec<SuiteTest> = new_indices.iter().map(|&index| suite[index].clone()).collect();
    shorten(executor, &mut new_tests, deadline);
    for (index, test) in new_indices.into_iter().zip(new_tests) {
        suite[index] = test;
    }
}

/// Replaces tests by their parts, if the parts of a test together cover its goals. `parts` contains the parts
/// of each test. Tests without parts remain unchanged.
pub fn replace_by_parts(
    executor: &mut Executor,
    suite: &mut Vec<SuiteTest>,
    parts: Vec<Vec<TestCase>>,
    deadline: Instant,
) {
    let divisions = divide(executor, suite, parts, deadline);
    replace_by_divisions(suite, divisions);
}

/// The parts of a test, each with goals of the test that it covers.
struct Division {
    parts: Vec<SuiteTest>,
    /// Goals of the test that no part covers.
    uncovered: Vec<GoalId>,
}

/// Runs the parts of each test, and assigns each goal of the test to the first part that covers it.
fn divide(
    executor: &mut Executor,
    suite: &[SuiteTest],
    parts: Vec<Vec<TestCase>>,
    deadline: Instant,
) -> Vec<Division> {
    let evaluated = suite.iter().zip(parts).enumerate().filter(|(_, (whole, _))| whole.is_evaluated);
    let (wholes, parts): (Vec<usize>, Vec<TestCase>) =
        evaluated.flat_map(|(test, (_, parts))| parts.into_iter().map(move |part| (test, part))).unzip();
    let evaluations = evaluate_for(executor, suite, &wholes, &parts, deadline);
    let division = |whole: &SuiteTest| Division { parts: Vec::new(), uncovered: whole.goals.clone() };
    let mut divisions: Vec<Division> = suite.iter().map(division).collect();
    let evaluated_parts = wholes.into_iter().zip(parts).zip(evaluations);
    for ((test, part), Evaluation { execution, covered, .. }) in evaluated_parts {
        let Division { parts, uncovered } = &mut divisions[test];
        let (part_goals, other_goals) =
            uncovered.iter().partition(|goal| covered.binary_search(goal).is_ok());
        *uncovered = other_goals;
        let exception = thrown_class(&execution.outcome).cloned();
        parts.push(SuiteTest {
            exception,
            are_assertions_selected: suite[test].are_assertions_selected,
            ..SuiteTest::new(executed_part(&part, &execution), part_goals)
        });
    }
    divisions
}

/// Adds a copy of the test to each division whose parts cover some of its goals, but not all. The copy lacks
/// the statements that the uncovered goals do not need. The parts then cover only the goals that the copy
/// does not cover.
fn add_remainders(
    executor: &mut Executor,
    suite: &[SuiteTest],
    divisions: &mut [Division],
    deadline: Instant,
) {
    let is_partial = |&test: &usize| {
        let uncovered = divisions[test].uncovered.len();
        !divisions[test].parts.is_empty() && (1..suite[test].goals.len()).contains(&uncovered)
    };
    let wholes: Vec<usize> = (0..suite.len()).filter(is_partial).collect();
    let remainder =
        |&test: &usize| SuiteTest { goals: divisions[test].uncovered.clone(), ..suite[test].clone() };
    let mut remainders: Vec<SuiteTest> = wholes.iter().map(remainder).collect();
    shorten(executor, &mut remainders, deadline);
    let (wholes, remainders): (Vec<usize>, Vec<SuiteTest>) = wholes
        .into_iter()
        .zip(remainders)
        .filter(|(test, remainder)| remainder.test.len() < suite[*test].test.len())
        .unzip();
    let tests: Vec<TestCase> = remainders.iter().map(|it| it.test.clone()).collect();
    let evaluations = evaluate_for(executor, suite, &wholes, &tests, deadline);
    for ((test, remainder), Evaluation { covered, .. }) in wholes.into_iter().zip(remainders).zip(evaluations)
    {
        let Division { parts, uncovered } = &mut divisions[test];
        uncovered.retain(|goal| covered.binary_search(goal).is_err());
        let is_covered = |goal: &GoalId| covered.binary_search(goal).is_ok();
        parts.iter_mut().for_each(|part| part.goals.retain(|goal| !is_covered(goal)));
        let goals = suite[test].goals.iter().copied().filter(is_covered).collect();
        parts.push(SuiteTest { goals, ..remainder });
    }
}

/// Runs tests that are derived from the tests of `suite` with the indices `wholes`, also on the mutants that
/// these tests must kill.
fn evaluate_for(
    executor: &mut Executor,
    suite: &[SuiteTest],
    wholes: &[usize],
    tests: &[TestCase],
    deadline: Instant,
) -> Vec<Evaluation> {
    let goals = executor.goals;
    let mutants: Vec<Vec<MutantId>> = suite.iter().map(|it| it.mutants(goals)).collect();
    executor.evaluate(tests, &|test, _| mutants[wholes[test]].clone(), deadline)
}

/// Replaces each test by the parts of its division, if they cover its goals.
fn replace_by_divisions(suite: &mut Vec<SuiteTest>, divisions: Vec<Division>) {
    let wholes = std::mem::take(suite);
    for (whole, Division { parts, uncovered }) in wholes.into_iter().zip(divisions) {
        match parts.is_empty() || !uncovered.is_empty() {
            true => suite.push(whole),
            false => suite.extend(parts.into_iter().filter(SuiteTest::is_needed)),
        }
    }
}

/// Merges equal tests. Then drops each test whose statements a longer test contains, if the longer test
/// covers the goals of both tests and has no more acts. A test with one act is easier to read than a test
/// that shows the same act among others.
pub fn drop_contained(executor: &mut Executor, suite: &mut Vec<SuiteTest>, deadline: Instant) {
    *suite = merge_equal(std::mem::take(suite));
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (small, it) in suite.iter().enumerate().filter(|(_, it)| it.is_evaluated) {
        let acts = it.test.acts().len();
        let contains_it = |other: &SuiteTest| {
            other.is_evaluated
                && other.test.len() > it.test.len()
                && other.test.contains(&it.test)
                && other.test.acts().len() <= acts
        };
        pairs.extend(suite.iter().position(contains_it).map(|larger| (small, larger)));
    }
    // A test that is possibly dropped must not receive the goals of another test.
    let droppable_tests: BTreeSet<usize> = pairs.iter().map(|(small, _)| *small).collect();
    pairs.retain(|(_, larger)| !droppable_tests.contains(larger));
    let with_goals_of_both = |&(small, larger): &(usize, usize)| SuiteTest {
        goals: suite[larger].goals.iter().chain(&suite[small].goals).copied().collect(),
        ..suite[larger].clone()
    };
    let merged_tests: Vec<SuiteTest> = pairs.iter().map(with_goals_of_both).collect();
    let is_covered = cover_their_goals(executor, &merged_tests, deadline);
    let dropped_tests: BTreeMap<usize, usize> =
        pairs.into_iter().zip(is_covered).filter(|(_, covered)| *covered).map(|(pair, _)| pair).collect();
    for (&small, &larger) in &dropped_tests {
        let goals = std::mem::take(&mut suite[small].goals);
        suite[larger].goals.extend(goals);
    }
    let mut indices = 0..;
    suite.retain(|_| !dropped_tests.contains_key(&indices.next().expect("the indices are unlimited")));
}

/// Removes statements that the goals of a test do not need. Also removes the statements that use a removed
/// variable.
///
/// First tries to keep only the last act, unless it throws an exception: see [`TestCase::last_act`]. Then
/// tries to remove each half of the statements, then each quarter, and so on. At last, tries to remove each
/// single statement. Always starts at the end of the test.
pub fn shorten(executor: &mut Executor, suite: &mut [SuiteTest], deadline: Instant) {
    let mut sizes: Vec<usize> = suite.iter().map(|it| it.test.len()).collect();
    // For each test, the end of the next range of statements to remove.
    let mut ends = vec![0; suite.len()];
    improve(executor, suite, deadline, &mut |index, current, was_accepted| {
        // If the last act throws an exception, an earlier act can possibly cover the goals without exception.
        if was_accepted.is_none()
            && current.exception.is_none()
            && let Some(last_act) = current.test.last_act()
        {
            return Some(last_act);
        }
        // An accepted change can also remove dependent statements. The test is then shorter than expected.
        ends[index] = ends[index].min(current.test.len());
        if ends[index] == 0 {
            sizes[index] /= 2;
            ends[index] = current.test.len();
        }
        if sizes[index] == 0 {
            return None;
        }
        let end = ends[index];
        ends[index] = end.saturating_sub(sizes[index]);
        let mut candidate = current.test.clone();
        candidate.retain(|statement| !(ends[index]..end).contains(&statement));
        Some(candidate)
    });
}
