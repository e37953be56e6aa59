//! Tests changed step by step, as long as they are as good as they were.

use std::time::Instant;

use goals::GoalId;
use testcase::TestCase;

use crate::minimise::Kept;
use execution::executor::{Examined, Executor, cut, thrown};

/// Makes something of a test: see [`improve`].
pub type Next<'a> = dyn FnMut(usize, &Kept, Option<bool>) -> Option<TestCase> + 'a;

/// Tries what `next` makes of each test, over and over, until it makes nothing more of any or the deadline comes; what is as good
/// takes the test's place. Told are the index of the test, the test, and whether what it made of it last was good; `None` if that is
/// the first. One batch tries one thing of each test.
pub fn improve(executor: &mut Executor, kept: &mut [Kept], deadline: Instant, next: &mut Next<'_>) {
    let mut good: Vec<Option<bool>> = vec![None; kept.len()];
    let mut open: Vec<usize> = (0..kept.len()).filter(|&index| kept[index].examined).collect();
    while Instant::now() < deadline && !(executor.interrupted)() {
        let mut candidates = Vec::new();
        open.retain(|&index| {
            let candidate = next(index, &kept[index], good[index]);
            let is_open = candidate.is_some();
            candidates.extend(candidate);
            is_open
        });
        if candidates.is_empty() {
            return;
        }
        let examined = examine(executor, kept, &open, &candidates, deadline);
        for ((&index, candidate), examined) in open.iter().zip(candidates).zip(examined) {
            good[index] = Some(accept(&mut kept[index], &candidate, &examined));
        }
    }
}

/// Whether each test covers its goals and ends as it did; false where there was no time to see.
pub fn are_good(executor: &mut Executor, kept: &[Kept], deadline: Instant) -> Vec<bool> {
    let all: Vec<usize> = (0..kept.len()).collect();
    let tests: Vec<TestCase> = kept.iter().map(|kept| kept.test.clone()).collect();
    let examined = examine(executor, kept, &all, &tests, deadline);
    let mut good: Vec<bool> = kept.iter().zip(&examined).map(|(kept, it)| is_as_good(kept, it)).collect();
    good.resize(kept.len(), false);
    good
}

/// Runs candidates for some of the tests; those that cover what they are to cover also on the mutants that these are kept for.
fn examine(
    executor: &mut Executor,
    kept: &[Kept],
    tried: &[usize],
    candidates: &[TestCase],
    deadline: Instant,
) -> Vec<Examined> {
    let goals = executor.goals;
    let mutants = |candidate: usize, covered: &[GoalId]| {
        let wanted = &kept[tried[candidate]].goals;
        let (mutants, others): (Vec<GoalId>, Vec<GoalId>) =
            wanted.iter().partition(|goal| goals.strong_mutant(**goal).is_some());
        match others.iter().all(|goal| covered.binary_search(goal).is_ok()) {
            true => mutants.into_iter().filter_map(|goal| goals.strong_mutant(goal)).collect(),
            false => Vec::new(),
        }
    };
    executor.examine_all(candidates, &mutants, deadline)
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

/// Whether an execution covers a test's goals and ends as the test does, or better: without an exception.
fn is_as_good(kept: &Kept, examined: &Examined) -> bool {
    let thrown = thrown(&examined.execution.outcome);
    if thrown.is_some() && thrown != kept.thrown.as_ref() {
        return false;
    }
    kept.goals.iter().all(|goal| examined.covered.binary_search(goal).is_ok())
}
