//! Finds tests whose goals other tests cover, too.

use goals::GoalId;

/// Returns for each test whether it is needed. A removable test is not needed if the other needed tests cover
/// all its goals.
///
/// `covered` contains the goals of each test. `removable` contains the indices of the tests that can be
/// removed, in the order in which their removal is tried.
pub fn needed_tests(covered: &[&[GoalId]], removable: impl IntoIterator<Item = usize>) -> Vec<bool> {
    let goals = || covered.iter().copied().flatten();
    let mut covering_tests = vec![0; goals().max().map_or(0, |last| last.index() + 1)];
    goals().for_each(|goal| covering_tests[goal.index()] += 1);
    let mut is_needed = vec![true; covered.len()];
    for test in removable {
        if covered[test].iter().all(|goal| covering_tests[goal.index()] > 1) {
            is_needed[test] = false;
            covered[test].iter().for_each(|goal| covering_tests[goal.index()] -= 1);
        }
    }
    is_needed
}
