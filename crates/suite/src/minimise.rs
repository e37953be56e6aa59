//! Fewer tests and fewer statements with the same coverage.

use std::sync::Arc;
use std::time::Instant;

use testcase::TestCase;

use crate::executor::{Examined, Executor, cut, thrown};

/// A test with what it is kept for.
pub struct Kept {
    /// The test.
    pub test: TestCase,
    /// Goals that it is there to cover.
    pub goals: Vec<u32>,
    /// Binary name of the exception that ends it, if one does.
    thrown: Option<Arc<str>>,
}

/// Keeps, of tests in any order that each ended by themselves before, a small set that covers the same goals, and of
/// each test the statements that its goals need. Past the deadline what was reached so far is returned: every stage
/// leaves a suite that covers the same goals. Tests that could not be run in time are kept as they are. `shown` are, by test,
/// the mutants that it is to show: where there is no time to run it on them it is taken to do so.
pub fn minimise(
    executor: &mut Executor,
    tests: &[TestCase],
    shown: &[Vec<u32>],
    deadline: Instant,
) -> Vec<Kept> {
    let goals = executor.goals;
    let known = |test: usize| shown[test].iter().filter_map(|&mutant| goals.strong_goal(mutant));
    let mut examined = executor.examine(tests, &|test| shown[test].clone(), deadline);
    for (test, examined) in examined.iter_mut().enumerate().filter(|(_, examined)| !examined.complete) {
        // Effects are only asked for of tests that ended as tests may end.
        examined.covered.extend(known(test));
    }
    let unknown = (examined.len()..tests.len()).map(|test| Kept {
        test: tests[test].clone(),
        goals: known(test).collect(),
        thrown: None,
    });
    let mut kept = choose(tests, examined);
    shorten(executor, &mut kept, deadline);
    simplify(executor, &mut kept, deadline);
    let mut small: Vec<Kept> = Vec::new();
    for kept in kept.into_iter().chain(unknown) {
        match small.iter_mut().find(|it| it.test == kept.test) {
            Some(same) => same.goals.extend(kept.goals),
            None if kept.test.is_empty() => {}
            None => small.push(kept),
        }
    }
    small
}

/// From the last to the first, in order of length and those with an exception behind the others, tests whose goals
/// others cover go; then every goal goes to the first test that covers it.
fn choose(tests: &[TestCase], examined: Vec<Examined>) -> Vec<Kept> {
    let mut candidates: Vec<Kept> = tests
        .iter()
        .zip(examined)
        .map(|(test, Examined { execution, covered, .. })| Kept {
            test: cut(test, &execution),
            goals: covered,
            thrown: thrown(&execution.outcome).cloned(),
        })
        .filter(|kept| !kept.goals.is_empty())
        .collect();
    candidates.sort_by_key(|kept| (kept.thrown.is_some(), kept.test.len()));
    let goals = candidates.iter().flat_map(|kept| &kept.goals).max().map_or(0, |&last| last as usize + 1);
    let mut coverers = vec![0; goals];
    candidates.iter().flat_map(|kept| &kept.goals).for_each(|&goal| coverers[goal as usize] += 1);
    let needed = needed(&candidates, &mut coverers);
    let mut taken = vec![false; goals];
    let mut chosen: Vec<Kept> =
        candidates.into_iter().zip(needed).filter(|(_, needed)| *needed).map(|(k, _)| k).collect();
    for kept in &mut chosen {
        kept.goals.retain(|&goal| !std::mem::replace(&mut taken[goal as usize], true));
    }
    chosen.retain(|kept| !kept.goals.is_empty());
    chosen
}

/// Whether each test is the only one left to cover some goal; those that are not go from the last to the first.
fn needed(candidates: &[Kept], coverers: &mut [u32]) -> Vec<bool> {
    let mut needed = vec![true; candidates.len()];
    for (index, kept) in candidates.iter().enumerate().rev() {
        if kept.goals.iter().all(|&goal| coverers[goal as usize] > 1) {
            needed[index] = false;
            kept.goals.iter().for_each(|&goal| coverers[goal as usize] -= 1);
        }
    }
    needed
}

/// Tries every statement of every test from the last to the first: one that is not needed for the test's goals goes,
/// with what depends on it. One batch tries one statement of each test.
fn shorten(executor: &mut Executor, kept: &mut [Kept], deadline: Instant) {
    let mut next: Vec<usize> = kept.iter().map(|kept| kept.test.len()).collect();
    while Instant::now() < deadline && !(executor.interrupted)() {
        let mut tried = Vec::new();
        let mut candidates = Vec::new();
        for (index, at) in next.iter_mut().enumerate().filter(|(_, at)| **at > 0) {
            *at -= 1;
            let mut candidate = kept[index].test.clone();
            candidate.retain(|statement| statement != *at);
            tried.push(index);
            candidates.push(candidate);
        }
        if candidates.is_empty() {
            return;
        }
        let examined = examine(executor, kept, &tried, &candidates, deadline);
        for ((index, candidate), examined) in tried.into_iter().zip(candidates).zip(examined) {
            if accept(&mut kept[index], &candidate, &examined) {
                next[index] = next[index].min(kept[index].test.len());
            }
        }
    }
}

/// Runs candidates for some of the tests, on the mutants that these are kept for.
fn examine(
    executor: &mut Executor,
    kept: &[Kept],
    tried: &[usize],
    candidates: &[TestCase],
    deadline: Instant,
) -> Vec<Examined> {
    let goals = executor.goals;
    let mutants = |candidate: usize| {
        kept[tried[candidate]].goals.iter().filter_map(|&goal| goals.strong_mutant(goal)).collect()
    };
    executor.examine(candidates, &mutants, deadline)
}

/// Puts a candidate in a test's place if it is as good.
fn accept(kept: &mut Kept, candidate: &TestCase, examined: &Examined) -> bool {
    let good = is_as_good(kept, examined);
    if good {
        kept.thrown = thrown(&examined.execution.outcome).cloned();
        kept.test = cut(candidate, &examined.execution);
    }
    good
}

/// Tries to have the methods that tests implement do less, in the same way.
fn simplify(executor: &mut Executor, kept: &mut [Kept], deadline: Instant) {
    let mut next = vec![0; kept.len()];
    while Instant::now() < deadline && !(executor.interrupted)() {
        let candidate =
            |(index, kept): (usize, &Kept)| Some((index, kept.test.with_simpler_method(next[index])?));
        let (tried, candidates): (Vec<usize>, Vec<TestCase>) =
            kept.iter().enumerate().filter_map(candidate).unzip();
        if candidates.is_empty() {
            return;
        }
        let examined = examine(executor, kept, &tried, &candidates, deadline);
        for ((index, candidate), examined) in tried.into_iter().zip(candidates).zip(examined) {
            next[index] += usize::from(!accept(&mut kept[index], &candidate, &examined));
        }
    }
}

/// Whether an execution covers a test's goals and ends as the test does, or better: without an exception.
fn is_as_good(kept: &Kept, examined: &Examined) -> bool {
    let thrown = thrown(&examined.execution.outcome);
    if thrown.is_some() && thrown != kept.thrown.as_ref() {
        return false;
    }
    kept.goals.iter().all(|goal| examined.covered.binary_search(goal).is_ok())
}
