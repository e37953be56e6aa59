//! The best test for each covered goal: the result of a search.

use std::rc::Rc;

use rand::Rng as _;

use crate::problem::Goal;
use crate::stream::Rng;

/// A test in the archive. The archive stores each test once, even if the test is the best for several goals.
#[derive(Clone, Debug)]
pub struct ArchivedTest<T> {
    /// The test, shared with the population.
    pub test: Rc<T>,
    /// The cost of the test.
    pub cost: Cost,
    /// Number of goals that the test is the best test for, at least 1.
    pub goals: usize,
}

/// The cost of a test. The archive prefers tests with a low cost.
///
/// A test without an exception costs less than any test with an exception. If two tests have equal `threw`,
/// the shorter test costs less. If they also have equal `length`, a test that needs about half
/// as many ticks costs less.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// Whether the test threw an exception.
    pub threw: bool,
    /// Length of the test: [`Problem::archive_length`](crate::Problem::archive_length).
    pub length: usize,
    /// Running time of the test in ticks, which do not depend on the speed of the machine.
    pub ticks: u64,
}

impl Cost {
    /// Returns the cost as one number. The exponent of the number of ticks occupies the lowest eight bits.
    fn as_number(self) -> u64 {
        let length = self.length.min(u32::MAX as usize) as u64;
        u64::from(self.threw) << 40 | length << 8 | u64::from(u64::BITS - self.ticks.leading_zeros())
    }
}

/// The best test for each covered goal.
#[derive(Clone, Debug)]
pub struct Archive<T> {
    /// For each goal, the index in `tests` of its best test. The vector ends at the highest covered goal.
    best: Vec<Option<u32>>,
    /// For each goal, the cost of its best test; `u64::MAX` if no test covers the goal. Most offered tests
    /// are not better than the best tests. To reject a test that is not better, the archive reads only this
    /// table.
    costs: Vec<u64>,
    /// The distinct tests, oldest first.
    tests: Vec<ArchivedTest<T>>,
    /// Number of covered goals.
    covered_count: usize,
}

impl<T> Default for Archive<T> {
    fn default() -> Self {
        Self { best: Vec::new(), costs: Vec::new(), tests: Vec::new(), covered_count: 0 }
    }
}

impl<T> Archive<T> {
    /// Returns the distinct tests, oldest first.
    pub fn tests(&self) -> &[ArchivedTest<T>] {
        &self.tests
    }

    /// Returns the best test for `goal`, if any test covers the goal.
    pub fn test_for(&self, goal: Goal) -> Option<&ArchivedTest<T>> {
        let test = (*self.best.get(goal.index())?)?;
        Some(&self.tests[test as usize])
    }

    /// Returns whether a test covers `goal`. A covered goal remains covered.
    pub fn is_covered(&self, goal: Goal) -> bool {
        self.best.get(goal.index()).is_some_and(Option::is_some)
    }

    /// Returns the number of covered goals.
    pub fn covered_count(&self) -> usize {
        self.covered_count
    }

    /// Returns one of the distinct tests, chosen uniformly at random, or `None` if no goal is covered.
    pub fn random_test(&self, rng: &mut Rng) -> Option<&Rc<T>> {
        if self.tests.is_empty() {
            return None;
        }
        Some(&self.tests[rng.random_range(0..self.tests.len())].test)
    }

    /// Stores a valid test for each goal in `goals` for which the archive contains no test or a worse test.
    /// The test must cover all `goals`. Returns the goals that no archived test covered before.
    ///
    /// A test with a higher [`Cost`] is worse.
    pub fn offer(&mut self, test: &Rc<T>, cost: Cost, goals: &[Goal]) -> Vec<Goal> {
        let new_index = self.tests.len();
        let mut newly_covered = Vec::new();
        let mut has_unused_test = false;
        self.tests.push(ArchivedTest { test: Rc::clone(test), cost, goals: 0 });
        self.extend_to(goals);
        let cost = cost.as_number();
        for &goal in goals {
            if self.costs[goal.index()] <= cost {
                continue;
            }
            match self.best[goal.index()].replace(new_index as u32) {
                Some(old_index) => {
                    let old = &mut self.tests[old_index as usize];
                    old.goals -= 1;
                    has_unused_test |= old.goals == 0;
                }
                None => newly_covered.push(goal),
            }
            self.costs[goal.index()] = cost;
            self.tests[new_index].goals += 1;
        }
        if self.tests[new_index].goals == 0 {
            self.tests.pop();
        }
        if has_unused_test {
            self.remove_unused_tests();
        }
        self.covered_count += newly_covered.len();
        newly_covered
    }

    /// Adds the tests of another archive for the goals that this archive does not cover.
    pub fn fill_up(&mut self, other: &Archive<T>) {
        for (index, archived) in (0..).zip(&other.tests) {
            let goals = other.best.iter().zip((0..).map(Goal)).filter(|(best, _)| **best == Some(index));
            let missing: Vec<Goal> =
                goals.map(|(_, goal)| goal).filter(|&goal| !self.is_covered(goal)).collect();
            self.offer(&archived.test, archived.cost, &missing);
        }
    }

    /// Extends the tables of goals so that they contain `goals`.
    fn extend_to(&mut self, goals: &[Goal]) {
        let length = goals.iter().max().map_or(0, |goal| goal.index() + 1);
        if self.best.len() < length {
            self.best.resize(length, None);
            self.costs.resize(length, u64::MAX);
        }
    }

    /// Removes tests that are the best test for no goal.
    fn remove_unused_tests(&mut self) {
        let mut used_count = 0;
        let new_index: Vec<u32> = self
            .tests
            .iter()
            .map(|test| {
                let index = used_count;
                used_count += u32::from(test.goals > 0);
                index
            })
            .collect();
        self.tests.retain(|test| test.goals > 0);
        for test in self.best.iter_mut().flatten() {
            *test = new_index[*test as usize];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Offers tests to an archive, each as (name, threw, length, goals). Expects that the result lists
    /// `goal:name` for the best test of each covered goal.
    fn check(offers: &[(&'static str, bool, usize, &[u32])], expect: &str) -> Archive<&'static str> {
        let mut archive = Archive::default();
        for &(name, threw, length, goals) in offers {
            let goals: Vec<Goal> = goals.iter().copied().map(Goal).collect();
            archive.offer(&Rc::new(name), Cost { threw, length, ticks: 9 }, &goals);
        }
        let best: Vec<String> = (0..100)
            .filter_map(|goal| Some(format!("{goal}:{}", archive.test_for(Goal(goal))?.test)))
            .collect();
        assert_eq!(best.join(" "), expect);
        assert_eq!(archive.covered_count(), best.len());
        assert_eq!(archive.tests().iter().map(|test| test.goals).sum::<usize>(), best.len());
        archive
    }

    #[test]
    fn a_shorter_test_replaces_a_longer_test() {
        check(&[("long", false, 9, &[0, 1]), ("short", false, 3, &[1])], "0:long 1:short");
    }

    /// Returns the cost of a test without exception.
    fn cost(length: usize, ticks: u64) -> Cost {
        Cost { threw: false, length, ticks }
    }

    #[test]
    fn a_test_replaces_a_test_of_equal_length_that_needs_twice_as_many_ticks() {
        let mut archive = Archive::default();
        for (name, cost) in [("slow", cost(3, 300)), ("similar", cost(3, 260)), ("fast", cost(3, 100))] {
            archive.offer(&Rc::new(name), cost, &[Goal(0)]);
            let expected = if name == "fast" { "fast" } else { "slow" };
            assert_eq!(*archive.test_for(Goal(0)).unwrap().test, expected);
        }
        archive.offer(&Rc::new("long"), cost(4, 1), &[Goal(0)]);
        assert_eq!(*archive.test_for(Goal(0)).unwrap().test, "fast");
    }

    #[test]
    fn a_test_of_equal_cost_replaces_no_test() {
        check(&[("first", false, 3, &[0]), ("second", false, 3, &[0])], "0:first");
    }

    #[test]
    fn a_long_test_without_exception_replaces_a_short_test_that_threw() {
        check(&[("threw", true, 1, &[0]), ("passes", false, 30, &[0]), ("threw", true, 1, &[0])], "0:passes");
    }

    #[test]
    fn a_test_is_stored_once_and_removed_if_it_is_the_best_test_for_no_goal() {
        let archive = check(
            &[("a", false, 9, &[0, 4]), ("b", false, 8, &[7]), ("c", false, 7, &[0]), ("d", false, 6, &[4])],
            "0:c 4:d 7:b",
        );
        let tests: Vec<&str> = archive.tests().iter().map(|archived| *archived.test).collect();
        assert_eq!(tests, ["b", "c", "d"]);
    }

    #[test]
    fn fill_up_never_replaces_a_test() {
        let mut archive = check(&[("own", true, 9, &[1, 2])], "1:own 2:own");
        archive.fill_up(&check(
            &[("both", false, 3, &[0, 1]), ("unused", false, 2, &[2])],
            "0:both 1:both 2:unused",
        ));
        let tests: Vec<&str> = archive.tests().iter().map(|archived| *archived.test).collect();
        assert_eq!(tests, ["own", "both"]);
        assert_eq!((archive.covered_count(), *archive.test_for(Goal(1)).unwrap().test), (3, "own"));
    }

    #[test]
    fn an_offer_returns_only_goals_covered_for_the_first_time() {
        let mut archive = Archive::default();
        assert_eq!(archive.offer(&Rc::new("a"), cost(5, 9), &[Goal(2)]), [Goal(2)]);
        assert_eq!(archive.offer(&Rc::new("b"), cost(4, 9), &[Goal(2), Goal(3)]), [Goal(3)]);
        assert!(archive.is_covered(Goal(2)) && !archive.is_covered(Goal(1)) && !archive.is_covered(Goal(99)));
    }
}
