//! A phase of the search: its share of the budget, and when it ends early.

use std::time::Instant;

use search::Spent;

use super::staleness;
use crate::configuration::Configuration;
use crate::configuration::options::Budget;

/// Generations without a newly covered goal after which the search for tests that kill mutants ends.
const STRENGTHEN_GENERATIONS: u64 = 40;

/// A phase of the search of one class.
pub struct Phase {
    /// Limits of the phase. The time counts from `began`.
    pub limits: Budget,
    /// When the phase began.
    pub began: Instant,
    /// Spent shares of the whole budget at the beginning and at the end of the phase.
    pub shares: (f64, f64),
    /// When the phase ends early.
    pub early_end: EarlyEnd,
}

/// When a phase ends although its budget is not spent.
#[derive(Clone, Copy, Debug)]
pub enum EarlyEnd {
    /// After a minimum share of the whole budget, if no goal was newly covered for another share.
    Share {
        /// Minimum share of the whole budget.
        min: f64,
        /// Share of the whole budget without a newly covered goal.
        idle: f64,
        /// Whether the phase also ends when further coverage is unlikely: see the module `staleness`.
        when_stale: bool,
    },
    /// After this number of generations without a newly covered goal.
    Generations(u64),
}

/// Progress of a search: a share of the whole budget, and a number of generations.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moment {
    /// Spent share of the whole budget.
    pub share: f64,
    /// Number of generations.
    pub generation: u64,
}

impl EarlyEnd {
    /// Returns whether the phase should end now, if a goal was newly covered last at another moment.
    pub fn is_reached(self, now: Moment, last_covered: Moment) -> bool {
        match self {
            EarlyEnd::Share { min, idle, when_stale } => {
                now.share >= min && now.share - last_covered.share >= idle
                    || when_stale && staleness::is_stale(now.share, last_covered.share)
            }
            EarlyEnd::Generations(idle) => now.generation - last_covered.generation >= idle,
        }
    }
}

impl Phase {
    /// Begins the search for tests that cover the goals of the criteria. It may also use half of the budget
    /// for killing mutants, as long as it covers new goals.
    pub fn first(configuration: &Configuration) -> Phase {
        let for_mutants = f64::from(configuration.strengthen) / 100.0;
        let part = 1.0 - for_mutants / 2.0;
        let when_stale = configuration.stop_when_stale;
        let early_end = EarlyEnd::Share { min: 1.0 - for_mutants, idle: for_mutants / 4.0, when_stale };
        let limit = |limit: Option<u64>| limit.map(|limit| part_of(limit, part));
        let Budget { time, generations, tests, statements } = configuration.budget;
        let limits = Budget {
            time: time.map(|time| time.mul_f64(part)),
            generations: limit(generations),
            tests: limit(tests),
            statements: limit(statements),
        };
        Phase { limits, began: Instant::now(), shares: (0.0, part), early_end }
    }

    /// Begins the search for tests that kill mutants, with the rest of the budget after this phase.
    pub fn rest(&self, configuration: &Configuration, spent: &Spent) -> Phase {
        let rest = |limit: Option<u64>, spent: u64| limit.map(|limit| limit.saturating_sub(spent));
        let Budget { time, generations, tests, statements } = configuration.budget;
        let limits = Budget {
            time: time.map(|time| time.saturating_sub(self.began.elapsed())),
            generations: rest(generations, spent.generations),
            tests: rest(tests, spent.tests),
            statements: rest(statements, spent.statements),
        };
        let early_end = EarlyEnd::Generations(STRENGTHEN_GENERATIONS);
        Phase { limits, began: Instant::now(), shares: (self.shares.1, 1.0), early_end }
    }

    /// Returns when the time of the phase ends, if time limits it.
    pub fn deadline(&self) -> Option<Instant> {
        self.limits.time.map(|time| self.began + time)
    }

    /// Converts a share of this phase into a share of the whole budget.
    pub fn of_all(&self, share: f64) -> f64 {
        self.shares.0 + share.min(1.0) * (self.shares.1 - self.shares.0)
    }
}

/// Returns a part of a limit, rounded down, but at least 1 if the limit is at least 1: a search with a small
/// budget must run.
fn part_of(limit: u64, part: f64) -> u64 {
    ((limit as f64 * part) as u64).max(limit.min(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::configuration::options::SearchOptions;

    #[test]
    fn the_first_phase_of_the_smallest_budget_is_not_empty() {
        for budget in [
            Budget { tests: Some(1), ..Budget::default() },
            Budget { generations: Some(1), ..Budget::default() },
            Budget { statements: Some(1), ..Budget::default() },
        ] {
            let configuration = Configuration::new(&SearchOptions::default(), &budget).unwrap();
            let Budget { generations, tests, statements, .. } = Phase::first(&configuration).limits;
            assert_eq!(generations.or(tests).or(statements), Some(1));
        }
    }

    #[test]
    fn a_budget_of_nothing_stays_nothing() {
        assert_eq!(part_of(0, 0.8), 0);
        assert_eq!(part_of(10, 0.8), 8);
    }
}
