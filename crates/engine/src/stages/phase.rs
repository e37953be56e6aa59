//! A phase of the search: its share of the budget, and the condition under which it ends early.

use std::time::{Duration, Instant};

use search::Spent;

use super::staleness;
use crate::configuration::Configuration;
use crate::configuration::options::Budget;
use crate::problem::submitter::Deadline;

/// Number of generations without a newly covered goal after which the search for tests that kill mutants
/// ends.
const STRENGTHEN_GENERATIONS: u64 = 40;

/// A phase of the search for one class.
pub struct Phase {
    /// Limits of the phase, except its time limit.
    pub limits: Budget,
    /// When the phase began.
    pub began: Instant,
    /// When the phase must end.
    pub deadline: Deadline,
    /// Spent shares of the whole budget at the beginning and at the end of the phase.
    pub shares: (f64, f64),
    /// Condition under which the phase ends early.
    pub early_end: EarlyEnd,
}

/// Condition under which a phase ends although its budget is not spent.
#[derive(Clone, Copy, Debug)]
pub enum EarlyEnd {
    /// The phase ends when at least the share `min` of the whole budget is spent, and the search covered no
    /// new goal while it spent the last share `idle`.
    Share {
        /// Minimum spent share of the whole budget, from 0 to 1.
        min: f64,
        /// Share of the whole budget that must pass without a newly covered goal, from 0 to 1.
        idle: f64,
        /// Whether the phase also ends when further coverage is unlikely: see the module `staleness`.
        when_stale: bool,
    },
    /// The phase ends after this number of generations without a newly covered goal.
    Generations(u64),
}

/// Progress of a search: shares of the whole budget, and a number of generations.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moment {
    /// Spent share of the whole budget.
    pub share: f64,
    /// Spent share of the whole budget without the time that was spent on finishing tests (minimising them
    /// and selecting their assertions).
    pub searched: f64,
    /// Number of generations.
    pub generation: u64,
}

impl EarlyEnd {
    /// Returns whether the phase should end now. `last_covered` is the moment at which the search last
    /// covered a new goal.
    pub fn is_reached(self, now: Moment, last_covered: Moment) -> bool {
        match self {
            EarlyEnd::Share { min, idle, when_stale } => {
                now.share >= min && now.searched - last_covered.searched >= idle
                    || when_stale && staleness::is_stale(now.searched, last_covered.searched)
            }
            EarlyEnd::Generations(idle) => now.generation - last_covered.generation >= idle,
        }
    }
}

impl Phase {
    /// Returns the phase of the search for tests that cover the goals of the criteria. As long as this phase
    /// covers new goals, it can also use half of the budget of the search for tests that kill mutants.
    pub fn first(configuration: &Configuration) -> Phase {
        let mutant_share = f64::from(configuration.strengthen) / 100.0;
        let part = 1.0 - mutant_share / 2.0;
        let when_stale = configuration.stop_when_stale;
        let early_end = EarlyEnd::Share { min: 1.0 - mutant_share, idle: mutant_share / 4.0, when_stale };
        let limit = |limit: Option<u64>| limit.map(|limit| part_of(limit, part));
        let Budget { time, generations, tests, statements } = configuration.budget;
        let limits = Budget {
            time: None,
            generations: limit(generations),
            tests: limit(tests),
            statements: limit(statements),
        };
        let began = Instant::now();
        let deadline = Deadline::at(time.map(|time| began + time.mul_f64(part)));
        Phase { limits, began, deadline, shares: (0.0, part), early_end }
    }

    /// Returns the phase of the search for tests that kill mutants. Its budget is the part of the whole
    /// budget that the first phase, `self`, did not spend.
    pub fn rest(&self, configuration: &Configuration, spent: &Spent) -> Phase {
        let remaining = |limit: Option<u64>, spent: u64| limit.map(|limit| limit.saturating_sub(spent));
        let Budget { time, generations, tests, statements } = configuration.budget;
        let limits = Budget {
            time: None,
            generations: remaining(generations, spent.generations),
            tests: remaining(tests, spent.tests),
            statements: remaining(statements, spent.statements),
        };
        let early_end = EarlyEnd::Generations(STRENGTHEN_GENERATIONS);
        let began = Instant::now();
        let deadline = Deadline::at(time.map(|time| began.max(self.began + time)));
        Phase { limits, began, deadline, shares: (self.shares.1, 1.0), early_end }
    }

    /// Returns which share of the time of the phase has passed, or 0 if time does not limit the phase.
    pub fn elapsed_share(&self) -> f64 {
        self.share_of_time(self.began.elapsed())
    }

    /// Returns a time as a share of the time limit of the phase, or 0 if time does not limit the phase.
    pub fn share_of_time(&self, time: Duration) -> f64 {
        let Some(deadline) = self.deadline.time() else { return 0.0 };
        let limit = deadline.saturating_duration_since(self.began).max(Duration::from_millis(1));
        time.div_duration_f64(limit)
    }

    /// Converts a share of this phase into a share of the whole budget.
    pub fn share_of_run(&self, share: f64) -> f64 {
        self.shares.0 + share.min(1.0) * (self.shares.1 - self.shares.0)
    }
}

/// Returns a part of a limit, rounded down. The result is at least 1 if the limit is at least 1, because a
/// search with a small budget must also run.
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
    fn a_part_of_the_limit_0_is_0() {
        assert_eq!(part_of(0, 0.8), 0);
        assert_eq!(part_of(10, 0.8), 8);
    }
}
