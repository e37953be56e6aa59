//! Tests that make others fail: what they leave behind in the JVM is not what those find when they run alone.

use std::collections::BTreeMap;

use super::run::Verdict;

/// Most kinds of leftovers of which it is tried what they do to other tests: each takes a run of all.
const KINDS: usize = 8;

/// Tests that leave the same in static fields.
pub struct Leaving {
    /// Them, ascending.
    pub tests: Vec<usize>,
    /// One of these, then all tests that leave nothing: those change nothing of what they find.
    pub order: Vec<usize>,
}

/// Tests by what they leave in static fields, as they ran each alone: some kinds, those of most tests first.
pub fn leaving(alone: &[Verdict]) -> Vec<Leaving> {
    let mut kinds: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (test, verdict) in alone.iter().enumerate() {
        if let Verdict::Ended { left, .. } = verdict
            && !left.is_empty()
        {
            kinds.entry(left).or_default().push(test);
        }
    }
    let mut kinds: Vec<Vec<usize>> = kinds.into_values().collect();
    kinds.sort_by_key(|tests| (std::cmp::Reverse(tests.len()), tests[0]));
    let clean: Vec<usize> =
        (0..alone.len()).filter(|test| kinds.iter().flatten().all(|it| it != test)).collect();
    let leaving = |tests: Vec<usize>| Leaving { order: [&tests[..1], &clean].concat(), tests };
    kinds.into_iter().take(KINDS).map(leaving).collect()
}

/// Most runs to find out who is to blame: each takes a JVM.
const RUNS: usize = 12;
/// Failures that are not worth it.
const FEW: usize = 1;

/// The tests that are to go so that `victims`, which fail where tests run in that order and pass in another one, need
/// not: `None` if that takes too long to find out, or there are too few victims. `run` runs tests in an order.
pub fn polluters(
    order: &[usize],
    victims: &[usize],
    run: &dyn Fn(&[usize]) -> Vec<Verdict>,
) -> Option<Vec<usize>> {
    if victims.len() <= FEW {
        return None;
    }
    let mut runs = 0;
    let mut failing = |tests: &[usize]| -> Option<Vec<usize>> {
        runs += 1;
        if runs > RUNS {
            return None;
        }
        let verdicts = run(tests);
        let known = verdicts.iter().all(|verdict| matches!(verdict, Verdict::Ended { .. }));
        let failed = tests.iter().zip(&verdicts).filter(|(_, verdict)| !verdict.passed());
        known.then(|| failed.map(|(&test, _)| test).collect())
    };
    let among = among(victims, &mut failing)?;
    if !among.is_empty() {
        return Some(among);
    }
    let first = order.iter().position(|test| *test == victims[0])?;
    before(victims[0], &order[..first], &mut failing).map(|polluter| vec![polluter])
}

/// The victims that fail before any other one does, and without which the others pass; empty if all pass among
/// themselves.
fn among(victims: &[usize], failing: &mut dyn FnMut(&[usize]) -> Option<Vec<usize>>) -> Option<Vec<usize>> {
    let mut rest = victims.to_vec();
    let mut found = Vec::new();
    loop {
        let failed = failing(&rest)?;
        let Some((&first, _)) = failed.split_first() else { return Some(found) };
        found.push(first);
        rest.retain(|&test| test != first);
        if rest.is_empty() {
            return None;
        }
    }
}

/// The test of those before a victim after which it fails; `None` if it takes several of them.
fn before(
    victim: usize,
    candidates: &[usize],
    failing: &mut dyn FnMut(&[usize]) -> Option<Vec<usize>>,
) -> Option<usize> {
    let mut candidates = candidates;
    while candidates.len() > 1 {
        let (first, second) = candidates.split_at(candidates.len() / 2);
        let blames_first = failing(&[first, &[victim]].concat())?.contains(&victim);
        candidates = if blames_first { first } else { second };
    }
    let &[polluter] = candidates else { return None };
    failing(&[polluter, victim])?.contains(&victim).then_some(polluter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(passed: bool) -> Verdict {
        let exception = (!passed).then(|| "some.Exception: ".to_owned());
        Verdict::Ended { assertions: Vec::new(), exception, left: String::new() }
    }

    /// Whom it blames where tests of 0 to 9 run in that order and each passes as `passes` tells of it and of those that
    /// ran before it.
    fn check(passes: impl Fn(usize, &[usize]) -> bool, expect: Option<&[usize]>) {
        let order: Vec<usize> = (0..10).collect();
        let run = |tests: &[usize]| -> Vec<Verdict> {
            (0..tests.len()).map(|at| ended(passes(tests[at], &tests[..at]))).collect()
        };
        let verdicts = run(&order);
        let victims: Vec<usize> = order.iter().copied().filter(|&test| !verdicts[test].passed()).collect();
        assert_eq!(polluters(&order, &victims, &run).as_deref(), expect);
    }

    #[test]
    fn tests_that_leave_the_same_are_tried_once_before_those_that_leave_nothing() {
        let left = ["", "a", "b", "", "b"].map(str::to_owned);
        let verdicts = left.map(|left| Verdict::Ended { assertions: Vec::new(), exception: None, left });
        let found = leaving(&verdicts);
        assert_eq!(found.iter().map(|it| &it.tests[..]).collect::<Vec<_>>(), [&[2, 4][..], &[1]]);
        assert_eq!(found[0].order, [2, 0, 3]);
    }

    #[test]
    fn a_test_after_which_others_fail_is_to_blame() {
        check(|test, before| test < 6 || !before.contains(&3), Some(&[3]));
    }

    #[test]
    fn a_test_that_fails_and_makes_others_fail_is_to_blame_and_they_are_not() {
        check(|test, before| test != 4 && !before.contains(&4), Some(&[4]));
    }

    #[test]
    fn one_failure_is_its_own_matter() {
        check(|test, _| test != 4, None);
    }

    #[test]
    fn where_it_takes_several_tests_to_make_others_fail_nobody_is_blamed() {
        check(|test, before| test < 8 || !(before.contains(&0) && before.contains(&7)), None);
    }

    #[test]
    fn tests_that_fail_by_themselves_blame_nobody() {
        check(|test, _| test < 3, None);
    }
}
