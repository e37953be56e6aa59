//! Fewer tests and fewer statements with the same coverage.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

use goals::{GoalId, Goals};
use mutation::MutantId;
use testcase::TestCase;

use crate::improve::{are_good, improve};
use execution::executor::{Examined, Executor, cut, thrown};

/// A test with what it is kept for.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The test.
    pub test: TestCase,
    /// Goals that it is there to cover, as far as they are known.
    pub goals: Vec<GoalId>,
    /// Whether all of these are known: otherwise it stays as it is.
    pub examined: bool,
    /// Binary name of the exception that ends it, if one does.
    pub thrown: Option<Arc<str>>,
}

impl Kept {
    /// A test of which it is not known how it ends.
    pub fn new(test: TestCase, goals: Vec<GoalId>) -> Kept {
        Kept { test, goals, examined: true, thrown: None }
    }

    /// Whether it may be of use.
    pub fn is_needed(&self) -> bool {
        !self.goals.is_empty() || !self.examined
    }

    /// The mutants among what it is kept for.
    pub fn mutants(&self, goals: &Goals) -> Vec<MutantId> {
        self.goals.iter().filter_map(|&goal| goals.strong_mutant(goal)).collect()
    }
}

/// Keeps, of tests in any order that each ended by themselves before, a small set that covers the same goals, and of
/// each test the statements that its goals need. Past the deadline what was reached so far is returned: every stage
/// leaves a suite that covers the same goals. Tests that could not be run in time are kept as they are. `shown` are, by test,
/// the mutants that it is to show: where there is no time to run it on them it is taken to do so.
pub fn minimise(
    executor: &mut Executor,
    tests: &[TestCase],
    shown: &[Vec<MutantId>],
    deadline: Instant,
) -> Vec<Kept> {
    let goals = executor.goals;
    let known = |test: usize| shown[test].iter().filter_map(|&mutant| goals.strong_goal(mutant));
    let mut examined = executor.examine(tests, &|test, _| shown[test].clone(), deadline);
    for (test, examined) in examined.iter_mut().enumerate().filter(|(_, examined)| !examined.complete) {
        // Effects are only asked for of tests that ended as tests may end.
        examined.covered.extend(known(test));
    }
    let unknown = (examined.len()..tests.len())
        .map(|test| Kept { examined: false, ..Kept::new(tests[test].clone(), known(test).collect()) });
    let mut kept = choose(tests, examined);
    kept.extend(unknown);
    split(executor, &mut kept, deadline);
    shorten(executor, &mut kept, deadline);
    simplify(executor, &mut kept, deadline);
    kept.retain(|kept| !kept.test.is_empty());
    kept.iter_mut().for_each(|kept| kept.test.remove_repeated_values());
    unite(kept)
}

/// Of tests that are the same one with the goals of all.
fn unite(tests: Vec<Kept>) -> Vec<Kept> {
    let mut united: Vec<Kept> = Vec::new();
    for kept in tests {
        match united.iter_mut().find(|it| it.test == kept.test) {
            Some(same) => {
                same.goals.extend(kept.goals);
                same.examined &= kept.examined;
            }
            None => united.push(kept),
        }
    }
    united
}

/// From the last to the first, in order of size and those with an exception behind the others, tests whose goals
/// others cover go; then every goal goes to the first test that covers it.
fn choose(tests: &[TestCase], examined: Vec<Examined>) -> Vec<Kept> {
    let mut candidates: Vec<Kept> = tests
        .iter()
        .zip(examined)
        .map(|(test, Examined { execution, covered, .. })| Kept {
            thrown: thrown(&execution.outcome).cloned(),
            ..Kept::new(cut(test, &execution), covered)
        })
        .filter(Kept::is_needed)
        .collect();
    candidates.sort_by_key(|kept| (kept.thrown.is_some(), kept.test.size()));
    let goals = candidates.iter().flat_map(|kept| &kept.goals).max().map_or(0, |last| last.index() + 1);
    let mut coverers = vec![0; goals];
    candidates.iter().flat_map(|kept| &kept.goals).for_each(|&goal| coverers[goal.index()] += 1);
    let needed = needed(&candidates, &mut coverers);
    let mut taken = vec![false; goals];
    let mut chosen: Vec<Kept> =
        candidates.into_iter().zip(needed).filter(|(_, needed)| *needed).map(|(k, _)| k).collect();
    for kept in &mut chosen {
        kept.goals.retain(|&goal| !std::mem::replace(&mut taken[goal.index()], true));
    }
    chosen.retain(Kept::is_needed);
    chosen
}

/// Whether each test is the only one left to cover some goal; those that are not go from the last to the first.
fn needed(candidates: &[Kept], coverers: &mut [u32]) -> Vec<bool> {
    let mut needed = vec![true; candidates.len()];
    for (index, kept) in candidates.iter().enumerate().rev() {
        if kept.goals.iter().all(|&goal| coverers[goal.index()] > 1) {
            needed[index] = false;
            kept.goals.iter().for_each(|&goal| coverers[goal.index()] -= 1);
        }
    }
    needed
}

/// Takes tests apart that crossover put together: those go whose parts, that share no object, cover the same goals.
pub fn split(executor: &mut Executor, kept: &mut Vec<Kept>, deadline: Instant) {
    let of_test = |(test, whole): (usize, &Kept)| {
        whole.test.independent_parts().into_iter().map(move |part| (test, part))
    };
    let known = kept.iter().enumerate().filter(|(_, whole)| whole.examined);
    let (of, parts): (Vec<usize>, Vec<TestCase>) = known.flat_map(of_test).unzip();
    let goals = executor.goals;
    let wanted: Vec<Vec<MutantId>> = kept.iter().map(|kept| kept.mutants(goals)).collect();
    let examined = executor.examine(&parts, &|part, _| wanted[of[part]].clone(), deadline);
    let mut left: Vec<Vec<GoalId>> = kept.iter().map(|kept| kept.goals.clone()).collect();
    let mut small: Vec<Vec<Kept>> = vec![Vec::new(); kept.len()];
    for ((test, part), Examined { execution, covered, .. }) in of.into_iter().zip(parts).zip(examined) {
        let is_covered = |goal: &GoalId| covered.binary_search(goal).is_ok();
        let (own, others) = left[test].iter().partition(|goal| is_covered(goal));
        left[test] = others;
        let thrown = thrown(&execution.outcome).cloned();
        small[test].push(Kept { thrown, ..Kept::new(cut(&part, &execution), own) });
    }
    let whole = std::mem::take(kept);
    for ((whole, small), left) in whole.into_iter().zip(small).zip(left) {
        match small.is_empty() || !left.is_empty() {
            true => kept.push(whole),
            false => kept.extend(small.into_iter().filter(Kept::is_needed)),
        }
    }
}

/// Drops tests that are part of others, with all that they do, as far as these cover the goals of both.
pub fn absorb(executor: &mut Executor, kept: &mut Vec<Kept>, deadline: Instant) {
    *kept = unite(std::mem::take(kept));
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (small, it) in kept.iter().enumerate().filter(|(_, it)| it.examined) {
        let takes_in = |other: &Kept| {
            other.examined && other.test.len() > it.test.len() && other.test.contains(&it.test)
        };
        pairs.extend(kept.iter().position(takes_in).map(|larger| (small, larger)));
    }
    // One that goes takes in no other.
    let gone: BTreeSet<usize> = pairs.iter().map(|(small, _)| *small).collect();
    pairs.retain(|(_, larger)| !gone.contains(larger));
    let both = |&(small, larger): &(usize, usize)| Kept {
        goals: kept[larger].goals.iter().chain(&kept[small].goals).copied().collect(),
        ..kept[larger].clone()
    };
    let united: Vec<Kept> = pairs.iter().map(both).collect();
    let good = are_good(executor, &united, deadline);
    let absorbed: BTreeMap<usize, usize> =
        pairs.into_iter().zip(good).filter(|(_, good)| *good).map(|(pair, _)| pair).collect();
    for (&small, &larger) in &absorbed {
        let goals = std::mem::take(&mut kept[small].goals);
        kept[larger].goals.extend(goals);
    }
    let mut indices = 0..;
    kept.retain(|_| !absorbed.contains_key(&indices.next().expect("they do not end")));
}

/// Tries to do without statements of every test, from the last to the first: those that are not needed for the test's goals go,
/// with what depends on them. First many are tried at once, then half as many, in the end each alone.
pub fn shorten(executor: &mut Executor, kept: &mut [Kept], deadline: Instant) {
    let mut sizes: Vec<usize> = kept.iter().map(|kept| kept.test.len()).collect();
    let mut next = vec![0; kept.len()];
    improve(executor, kept, deadline, &mut |index, kept, _| {
        // What was found good may have taken others with it.
        next[index] = next[index].min(kept.test.len());
        if next[index] == 0 {
            sizes[index] /= 2;
            next[index] = kept.test.len();
        }
        if sizes[index] == 0 {
            return None;
        }
        let end = next[index];
        next[index] = end.saturating_sub(sizes[index]);
        let mut candidate = kept.test.clone();
        candidate.retain(|statement| !(next[index]..end).contains(&statement));
        Some(candidate)
    });
}

/// Tries to have the methods that tests implement do less, in the same way.
fn simplify(executor: &mut Executor, kept: &mut [Kept], deadline: Instant) {
    let mut next = vec![0; kept.len()];
    improve(executor, kept, deadline, &mut |index, kept, good| {
        next[index] += usize::from(good == Some(false));
        kept.test.with_simpler_method(next[index])
    });
}
