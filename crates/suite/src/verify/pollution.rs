//! Finds polluters and their victims. A polluter is a test that leaves changes in the JVM, and these changes
//! make other tests fail. The failing tests are the victims.

use std::collections::BTreeMap;

use super::process::Verdict;

/// Maximum number of groups of tests ([`LeftoverGroup`]) that are tried. Each group requires a run of all
/// tests that leave no changes in static fields.
const MAX_LEFTOVERS: usize = 8;

/// A group of tests that leave the same changes in static fields.
pub(super) struct LeftoverGroup {
    /// Indices of the tests in the group, ascending.
    pub tests: Vec<usize>,
    /// Order of a run: one test of the group, then all tests that leave no changes.
    pub order: Vec<usize>,
}

/// Groups tests by the changes that they leave in static fields, and returns the largest groups. `isolated`
/// contains the verdicts of tests that used classes in which no earlier test left a detected change.
pub(super) fn leftovers(isolated: &[Verdict]) -> Vec<LeftoverGroup> {
    let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (test, verdict) in isolated.iter().enumerate() {
        if let Verdict::Ended { leftover, .. } = verdict
            && !leftover.is_empty()
        {
            groups.entry(leftover).or_default().push(test);
        }
    }
    let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
    groups.sort_by_key(|tests| (std::cmp::Reverse(tests.len()), tests[0]));
    let clean_tests: Vec<usize> =
        (0..isolated.len()).filter(|test| groups.iter().flatten().all(|it| it != test)).collect();
    let group = |tests: Vec<usize>| LeftoverGroup { order: [&tests[..1], &clean_tests].concat(), tests };
    groups.into_iter().take(MAX_LEFTOVERS).map(group).collect()
}

/// Maximum number of runs to find polluters: tests that make other tests fail. Each run starts a JVM.
const MAX_RUNS: usize = 12;
/// If another test makes at most this number of tests fail, the failing tests are dropped instead of the
/// other test.
const MAX_DROPPED_VICTIMS: usize = 1;

/// Returns the tests that must be dropped so that the victims pass. The victims fail if tests run in `order`,
/// and pass in another order.
///
/// Returns `None` if there are too few victims, if no polluter is found, or if the search takes too many
/// runs. `run` runs tests in the order of its argument.
pub(super) fn polluters(
    order: &[usize],
    victims: &[usize],
    run: &dyn Fn(&[usize]) -> Vec<Verdict>,
) -> Option<Vec<usize>> {
    if victims.len() <= MAX_DROPPED_VICTIMS {
        return None;
    }
    let mut runs = 0;
    let mut failing = |tests: &[usize]| -> Option<Vec<usize>> {
        runs += 1;
        if runs > MAX_RUNS {
            return None;
        }
        let verdicts = run(tests);
        let all_ended = verdicts.iter().all(|verdict| matches!(verdict, Verdict::Ended { .. }));
        let failed_tests = tests.iter().zip(&verdicts).filter(|(_, verdict)| !verdict.has_passed());
        all_ended.then(|| failed_tests.map(|(&test, _)| test).collect())
    };
    let among_victims = polluters_among(victims, &mut failing)?;
    if !among_victims.is_empty() {
        return Some(among_victims);
    }
    let first = order.iter().position(|test| *test == victims[0])?;
    polluter_before(victims[0], &order[..first], &mut failing).map(|polluter| vec![polluter])
}

/// Runs only the victims, and removes the first failing victim until the remaining victims pass. Returns the
/// removed victims: the polluters. Returns `None` if no victim remains or if the tests cannot be run.
fn polluters_among(
    victims: &[usize],
    failing: &mut dyn FnMut(&[usize]) -> Option<Vec<usize>>,
) -> Option<Vec<usize>> {
    let mut remaining_victims = victims.to_vec();
    let mut polluters = Vec::new();
    loop {
        let failed_tests = failing(&remaining_victims)?;
        let Some((&first, _)) = failed_tests.split_first() else { return Some(polluters) };
        polluters.push(first);
        remaining_victims.retain(|&test| test != first);
        if remaining_victims.is_empty() {
            return None;
        }
    }
}

/// Returns the single test before a victim that makes the victim fail. Returns `None` if no single test makes
/// the victim fail.
fn polluter_before(
    victim: usize,
    candidates: &[usize],
    failing: &mut dyn FnMut(&[usize]) -> Option<Vec<usize>>,
) -> Option<usize> {
    let mut candidates = candidates;
    while candidates.len() > 1 {
        let (first, second) = candidates.split_at(candidates.len() / 2);
        let fails_after_first = failing(&[first, &[victim]].concat())?.contains(&victim);
        candidates = if fails_after_first { first } else { second };
    }
    let &[polluter] = candidates else { return None };
    failing(&[polluter, victim])?.contains(&victim).then_some(polluter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(passed: bool) -> Verdict {
        let exception = (!passed).then(|| "some.Exception: ".to_owned());
        Verdict::Ended { assertions: Vec::new(), exception, leftover: String::new() }
    }

    /// Runs the tests 0 to 9 in this order, and compares the polluters with `expected`. `passes` returns
    /// whether a test passes. Its parameters are the test and the tests that ran before.
    fn check(passes: impl Fn(usize, &[usize]) -> bool, expected: Option<&[usize]>) {
        let order: Vec<usize> = (0..10).collect();
        let run = |tests: &[usize]| -> Vec<Verdict> {
            (0..tests.len()).map(|index| ended(passes(tests[index], &tests[..index]))).collect()
        };
        let verdicts = run(&order);
        let victims: Vec<usize> =
            order.iter().copied().filter(|&test| !verdicts[test].has_passed()).collect();
        assert_eq!(polluters(&order, &victims, &run).as_deref(), expected);
    }

    #[test]
    fn one_test_of_each_group_with_equal_changes_runs_before_the_tests_that_leave_no_changes() {
        let leftover = ["", "a", "b", "", "b"].map(str::to_owned);
        let verdicts =
            leftover.map(|leftover| Verdict::Ended { assertions: Vec::new(), exception: None, leftover });
        let found = leftovers(&verdicts);
        assert_eq!(found.iter().map(|it| &it.tests[..]).collect::<Vec<_>>(), [&[2, 4][..], &[1]]);
        assert_eq!(found[0].order, [2, 0, 3]);
    }

    #[test]
    fn a_test_that_makes_later_tests_fail_is_a_polluter() {
        check(|test, before| test < 6 || !before.contains(&3), Some(&[3]));
    }

    #[test]
    fn a_failing_test_that_makes_later_tests_fail_is_the_only_polluter() {
        check(|test, before| test != 4 && !before.contains(&4), Some(&[4]));
    }

    #[test]
    fn a_single_failing_test_has_no_polluter() {
        check(|test, _| test != 4, None);
    }

    #[test]
    fn no_polluter_is_found_if_several_tests_together_make_others_fail() {
        check(|test, before| test < 8 || !(before.contains(&0) && before.contains(&7)), None);
    }

    #[test]
    fn tests_that_always_fail_have_no_polluter() {
        check(|test, _| test < 3, None);
    }
}
