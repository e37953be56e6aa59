//! The best test found for every covered goal: what a search hands on.

use std::rc::Rc;

use rand::Rng as _;

use crate::problem::{Goal, Rng};

/// A test that the archive keeps, once, for all the goals it is the best one for.
#[derive(Clone, Debug)]
pub struct Kept<T> {
    /// The test, shared with the population.
    pub test: Rc<T>,
    /// Whether it threw.
    pub threw: bool,
    /// Its number of statements.
    pub length: usize,
    /// For how many goals it is kept: at least 1.
    pub goals: usize,
}

/// What a test costs; less is better: no exception, then fewer statements.
fn cost(threw: bool, length: usize) -> u64 {
    u64::from(threw) << 32 | length.min(u32::MAX as usize) as u64
}

/// Goal -> best test covering it.
#[derive(Clone, Debug)]
pub struct Archive<T> {
    /// By goal: the index in `tests` of the best test covering it. Grows with the highest goal covered.
    best: Vec<Option<u32>>,
    /// By goal: what its best test costs, in one number; the greatest there is where none covers it. Most offers are turned
    /// down, and this alone is looked at then.
    costs: Vec<u64>,
    /// Distinct tests, in order of arrival.
    tests: Vec<Kept<T>>,
    covered: usize,
}

impl<T> Default for Archive<T> {
    fn default() -> Self {
        Self { best: Vec::new(), costs: Vec::new(), tests: Vec::new(), covered: 0 }
    }
}

impl<T> Archive<T> {
    /// Distinct tests, in order of arrival.
    pub fn tests(&self) -> &[Kept<T>] {
        &self.tests
    }

    /// The best test covering `goal`, if any covers it.
    pub fn test_for(&self, goal: Goal) -> Option<&Kept<T>> {
        let test = (*self.best.get(goal.index())?)?;
        Some(&self.tests[test as usize])
    }

    /// Whether some test covers `goal`. Once it is, it stays so.
    pub fn is_covered(&self, goal: Goal) -> bool {
        self.best.get(goal.index()).is_some_and(Option::is_some)
    }

    /// How many goals are covered.
    pub fn covered(&self) -> usize {
        self.covered
    }

    /// One of the distinct tests, each as likely as any other; none while nothing is covered.
    pub fn pick(&self, rng: &mut Rng) -> Option<&Rc<T>> {
        if self.tests.is_empty() {
            return None;
        }
        Some(&self.tests[rng.random_range(0..self.tests.len())].test)
    }

    /// Offers a valid test with all the goals it covers; returns those that no test covered before.
    ///
    /// The newcomer replaces a stored test that is worse: one that threw where the newcomer did not,
    /// or, threw or not alike, one with more statements.
    pub fn offer(&mut self, test: &Rc<T>, threw: bool, length: usize, covers: &[Goal]) -> Vec<Goal> {
        let newcomer = self.tests.len();
        let mut newly_covered = Vec::new();
        let mut displaced = false;
        self.tests.push(Kept { test: Rc::clone(test), threw, length, goals: 0 });
        self.make_room_for(covers);
        let cost = cost(threw, length);
        for &goal in covers {
            if self.costs[goal.index()] <= cost {
                continue;
            }
            match self.best[goal.index()].replace(newcomer as u32) {
                Some(old) => {
                    let old = &mut self.tests[old as usize];
                    old.goals -= 1;
                    displaced |= old.goals == 0;
                }
                None => newly_covered.push(goal),
            }
            self.costs[goal.index()] = cost;
            self.tests[newcomer].goals += 1;
        }
        if self.tests[newcomer].goals == 0 {
            self.tests.pop();
        }
        if displaced {
            self.sweep();
        }
        self.covered += newly_covered.len();
        newly_covered
    }

    /// Takes over tests of another archive for the goals that are not covered here.
    pub fn fill_up(&mut self, other: &Archive<T>) {
        for (index, kept) in (0..).zip(&other.tests) {
            let goals = other.best.iter().zip((0..).map(Goal)).filter(|(best, _)| **best == Some(index));
            let missing: Vec<Goal> =
                goals.map(|(_, goal)| goal).filter(|&goal| !self.is_covered(goal)).collect();
            self.offer(&kept.test, kept.threw, kept.length, &missing);
        }
    }

    fn make_room_for(&mut self, goals: &[Goal]) {
        let highest = goals.iter().max().map_or(0, |goal| goal.index() + 1);
        if self.best.len() < highest {
            self.best.resize(highest, None);
            self.costs.resize(highest, u64::MAX);
        }
    }

    /// Drops tests that are the best for no goal any more; the others move up.
    fn sweep(&mut self) {
        let mut kept = 0;
        let place: Vec<u32> = self
            .tests
            .iter()
            .map(|test| {
                let place = kept;
                kept += u32::from(test.goals > 0);
                place
            })
            .collect();
        self.tests.retain(|test| test.goals > 0);
        for test in self.best.iter_mut().flatten() {
            *test = place[*test as usize];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Offers tests (name, threw, length, goals) in order and expects `goal:name` for every covered goal.
    fn check(offers: &[(&'static str, bool, usize, &[u32])], expect: &str) -> Archive<&'static str> {
        let mut archive = Archive::default();
        for &(name, threw, length, goals) in offers {
            let goals: Vec<Goal> = goals.iter().copied().map(Goal).collect();
            archive.offer(&Rc::new(name), threw, length, &goals);
        }
        let held: Vec<String> = (0..100)
            .filter_map(|goal| Some(format!("{goal}:{}", archive.test_for(Goal(goal))?.test)))
            .collect();
        assert_eq!(held.join(" "), expect);
        assert_eq!(archive.covered(), held.len());
        assert_eq!(archive.tests().iter().map(|test| test.goals).sum::<usize>(), held.len());
        archive
    }

    #[test]
    fn a_shorter_test_replaces_a_longer_one() {
        check(&[("long", false, 9, &[0, 1]), ("short", false, 3, &[1])], "0:long 1:short");
    }

    #[test]
    fn a_test_of_equal_worth_replaces_nothing() {
        check(&[("first", false, 3, &[0]), ("second", false, 3, &[0])], "0:first");
    }

    #[test]
    fn a_long_test_without_exception_beats_a_short_one_that_threw() {
        check(&[("threw", true, 1, &[0]), ("calm", false, 30, &[0]), ("threw", true, 1, &[0])], "0:calm");
    }

    #[test]
    fn a_test_is_kept_once_and_dropped_with_its_last_goal() {
        let archive = check(
            &[("a", false, 9, &[0, 4]), ("b", false, 8, &[7]), ("c", false, 7, &[0]), ("d", false, 6, &[4])],
            "0:c 4:d 7:b",
        );
        let tests: Vec<&str> = archive.tests().iter().map(|kept| *kept.test).collect();
        assert_eq!(tests, ["b", "c", "d"]);
    }

    #[test]
    fn an_archive_filled_up_from_another_keeps_its_own_tests() {
        let mut archive = check(&[("own", true, 9, &[1, 2])], "1:own 2:own");
        archive.fill_up(&check(
            &[("both", false, 3, &[0, 1]), ("known", false, 2, &[2])],
            "0:both 1:both 2:known",
        ));
        let tests: Vec<&str> = archive.tests().iter().map(|kept| *kept.test).collect();
        assert_eq!(tests, ["own", "both"]);
        assert_eq!((archive.covered(), *archive.test_for(Goal(1)).unwrap().test), (3, "own"));
    }

    #[test]
    fn an_offer_returns_only_goals_covered_for_the_first_time() {
        let mut archive = Archive::default();
        assert_eq!(archive.offer(&Rc::new("a"), false, 5, &[Goal(2)]), [Goal(2)]);
        assert_eq!(archive.offer(&Rc::new("b"), false, 4, &[Goal(2), Goal(3)]), [Goal(3)]);
        assert!(archive.is_covered(Goal(2)) && !archive.is_covered(Goal(1)) && !archive.is_covered(Goal(99)));
    }
}
