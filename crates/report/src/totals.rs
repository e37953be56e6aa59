//! Sums over the classes of a project, a module or a package.

use std::iter::Sum;

use crate::model::{Class, MutantState};

/// A number of things, and how many of them are covered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ratio {
    /// Number of covered things.
    pub covered: usize,
    /// Number of all things.
    pub total: usize,
}

impl Ratio {
    /// Counts the things, and the covered things.
    pub fn of(things: impl Iterator<Item = bool>) -> Ratio {
        things.fold(Ratio::default(), |Ratio { covered, total }, is_covered| Ratio {
            covered: covered + usize::from(is_covered),
            total: total + 1,
        })
    }

    /// Returns the covered share in percent, rounded down, so that 100 means all. Returns `None` if there is
    /// nothing to cover.
    pub fn percent(self) -> Option<usize> {
        (self.covered * 100).checked_div(self.total)
    }

    /// Returns the number of things that are not covered.
    pub fn open(self) -> usize {
        self.total - self.covered
    }

    fn plus(self, other: Ratio) -> Ratio {
        Ratio { covered: self.covered + other.covered, total: self.total + other.total }
    }
}

/// The numbers of a group of classes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Totals {
    /// Number of classes.
    pub classes: usize,
    /// Lines with code.
    pub lines: Ratio,
    /// Branches.
    pub branches: Ratio,
    /// Mutants that new tests could kill, and killed mutants.
    pub mutants: Ratio,
    /// Number of test methods.
    pub tests: usize,
    /// Sum of the durations of the work on the classes in seconds.
    pub seconds: f64,
    /// Number of findings of suspicious behaviour.
    pub suspicions: usize,
}

impl Totals {
    /// Returns the numbers of one class.
    pub fn of(class: &Class) -> Totals {
        let tested = class.mutants.iter().filter(|mutant| mutant.state != MutantState::Untested);
        Totals {
            classes: 1,
            lines: Ratio::of(class.lines.iter().map(|line| line.covered)),
            branches: Ratio::of(class.branches.iter().map(|branch| branch.covered)),
            mutants: Ratio::of(tested.map(|mutant| mutant.state == MutantState::Killed)),
            tests: class.tests.len(),
            seconds: class.seconds,
            suspicions: class.suspicions.len(),
        }
    }
}

impl Sum for Totals {
    fn sum<I: Iterator<Item = Totals>>(iterator: I) -> Totals {
        iterator.fold(Totals::default(), |sum, next| Totals {
            classes: sum.classes + next.classes,
            lines: sum.lines.plus(next.lines),
            branches: sum.branches.plus(next.branches),
            mutants: sum.mutants.plus(next.mutants),
            tests: sum.tests + next.tests,
            seconds: sum.seconds + next.seconds,
            suspicions: sum.suspicions + next.suspicions,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_hundred_percent_means_that_everything_is_covered() {
        assert_eq!(Ratio { covered: 999, total: 1000 }.percent(), Some(99));
        assert_eq!(Ratio { covered: 1000, total: 1000 }.percent(), Some(100));
        assert_eq!(Ratio::default().percent(), None);
    }
}
