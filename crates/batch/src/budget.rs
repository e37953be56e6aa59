//! Divides the total time between tasks.

use std::time::{Duration, Instant};

/// The shortest search time of a task.
const MIN_SEARCH: Duration = Duration::from_secs(1);
/// The time that each task needs besides its search, for the start of the JVMs and the verification.
const FIXED_OVERHEAD: Duration = Duration::from_millis(800);
/// The additional time that a task needs on average, before any task has ended.
const EXPECTED_OVERHEAD: Duration = Duration::from_millis(1200);

/// The time that is left for the tasks that have not started.
///
/// Each task gets a share of the time that is left when it starts, after the time that all these tasks need
/// besides their searches. So the time that a task does not use goes to the tasks after it.
pub(crate) struct TimeBudget {
    end: Instant,
    jobs: usize,
    /// The time that tasks needed besides their search and [`FIXED_OVERHEAD`], and the sum of the weights of
    /// these tasks. First, all tasks count with the expected time.
    overhead: (Duration, f64),
    has_ended_task: bool,
}

impl TimeBudget {
    /// `weights` are the weights of all tasks.
    pub(crate) fn new(now: Instant, total: Duration, jobs: usize, weights: &[f64]) -> TimeBudget {
        let expected = EXPECTED_OVERHEAD * weights.len() as u32;
        let overhead = (expected, weights.iter().sum());
        TimeBudget { end: now + total, jobs, overhead, has_ended_task: false }
    }

    /// Returns the search time of the task that starts now. `waiting` are the weights of the other tasks that
    /// have not started. Returns `None` if no time is left.
    pub(crate) fn search_time(&self, now: Instant, weight: f64, waiting: &[f64]) -> Option<Duration> {
        let left = self.end.saturating_duration_since(now);
        let overhead = self.overhead_of(weight);
        if left <= overhead {
            return None;
        }
        let of_others: Duration = waiting.iter().map(|&weight| self.overhead_of(weight)).sum();
        let all_searches = (left * self.jobs as u32).saturating_sub(overhead + of_others);
        let share = weight / (weight + waiting.iter().sum::<f64>());
        Some(all_searches.mul_f64(share).min(left - overhead).max(MIN_SEARCH))
    }

    /// Records the time that an ended task needed besides its search.
    pub(crate) fn record(&mut self, overhead: Duration, weight: f64) {
        if !std::mem::replace(&mut self.has_ended_task, true) {
            self.overhead = (Duration::ZERO, 0.0);
        }
        let (sum, weights) = &mut self.overhead;
        *sum += overhead.saturating_sub(FIXED_OVERHEAD);
        *weights += weight;
    }

    /// Returns the time that a task needs besides its search, as far as the tasks before it show.
    fn overhead_of(&self, weight: f64) -> Duration {
        let (sum, weights) = self.overhead;
        FIXED_OVERHEAD + if weights > 0.0 { sum.mul_f64(weight / weights) } else { Duration::ZERO }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_task_gets_a_share_of_the_time_that_remains_for_searches_by_its_weight() {
        let now = Instant::now();
        let budget = TimeBudget::new(now, seconds(100), 2, &[1.0, 1.0, 2.0, 6.0]);
        let expected = Duration::from_millis((200 - 4 * 2) * 100);
        assert_eq!(budget.search_time(now, 1.0, &[1.0, 2.0, 6.0]), Some(expected));
    }

    #[test]
    fn time_that_a_task_does_not_use_goes_to_the_tasks_after_it() {
        let now = Instant::now();
        let mut budget = TimeBudget::new(now, seconds(100), 1, &[5.0, 5.0]);
        assert_eq!(budget.search_time(now, 5.0, &[5.0]), Some(seconds((100 - 2 * 2) / 2)));
        budget.record(seconds(2), 5.0);
        assert_eq!(budget.search_time(now + seconds(10), 5.0, &[]), Some(seconds(90 - 2)));
    }

    #[test]
    fn a_task_with_a_small_weight_is_expected_to_need_less_time_besides_its_search() {
        let now = Instant::now();
        let mut budget = TimeBudget::new(now, seconds(100), 1, &[9.0, 0.5, 0.5]);
        budget.record(FIXED_OVERHEAD + seconds(9), 9.0);
        let expected = seconds(100) - FIXED_OVERHEAD * 2 - seconds(1);
        assert_eq!(budget.search_time(now, 0.5, &[0.5]), Some(expected / 2));
    }

    #[test]
    fn the_search_time_is_at_least_one_second_and_ends_before_the_total_time() {
        let now = Instant::now();
        let budget = TimeBudget::new(now, seconds(100), 4, &[1.0, 1.0]);
        assert_eq!(budget.search_time(now, 0.001, &[1.999]), Some(seconds(1)));
        assert_eq!(budget.search_time(now + seconds(40), 1.0, &[]), Some(seconds(60 - 2)));
    }

    #[test]
    fn the_last_task_gets_a_turn_if_many_tasks_need_most_of_the_time_besides_their_searches() {
        let now = Instant::now();
        let budget = TimeBudget::new(now, seconds(100), 1, &[1.0; 60]);
        let times = (0..15)
            .map(|task| budget.search_time(now + seconds(6 * task as u64), 1.0, &[1.0; 60][..59 - task]));
        assert_eq!(times.collect::<Vec<_>>(), [Some(seconds(1)); 15]);
    }

    #[test]
    fn a_task_does_not_start_if_no_time_is_left() {
        let now = Instant::now();
        let budget = TimeBudget::new(now, seconds(100), 1, &[1.0, 1.0]);
        assert_eq!(budget.search_time(now + seconds(99), 1.0, &[1.0]), None);
    }
}
