//! Divides the total time between tasks.

use std::time::{Duration, Instant};

/// The shortest search time of a task.
const MIN_SEARCH: Duration = Duration::from_secs(1);
/// The expected time that a task needs besides its search, before any task has ended.
const EXPECTED_OVERHEAD: Duration = Duration::from_secs(2);

/// The time that is left for the tasks that have not started.
///
/// Each task gets a share of the time that is left when it starts, after the time that all these tasks need
/// besides their searches. So the time that a task does not use goes to the tasks after it.
pub(crate) struct TimeBudget {
    end: Instant,
    jobs: usize,
    /// Number of tasks that have not started.
    tasks: u32,
    /// Sum of the weights of the tasks that have not started.
    weight: f64,
    /// Sum of the times that ended tasks needed besides their search, and the number of these tasks.
    overhead: (Duration, u32),
}

impl TimeBudget {
    pub(crate) fn new(now: Instant, total: Duration, jobs: usize, weights: &[f64]) -> TimeBudget {
        TimeBudget {
            end: now + total,
            jobs,
            tasks: weights.len() as u32,
            weight: weights.iter().sum(),
            overhead: (Duration::ZERO, 0),
        }
    }

    /// Returns the search time of the task that starts now. Returns `None` if no time is left.
    pub(crate) fn search_time(&mut self, now: Instant, weight: f64) -> Option<Duration> {
        let left = self.end.saturating_duration_since(now);
        let overhead = self.mean_overhead();
        if left <= overhead {
            return None;
        }
        let all_searches = (left * self.jobs as u32).saturating_sub(overhead * self.tasks);
        let share = (weight / self.weight.max(weight)).min(1.0);
        self.weight -= weight;
        self.tasks = self.tasks.saturating_sub(1);
        Some(all_searches.mul_f64(share).min(left - overhead).max(MIN_SEARCH))
    }

    /// Records the time that an ended task needed besides its search.
    pub(crate) fn record(&mut self, overhead: Duration) {
        self.overhead = (self.overhead.0 + overhead, self.overhead.1 + 1);
    }

    fn mean_overhead(&self) -> Duration {
        match self.overhead {
            (_, 0) => EXPECTED_OVERHEAD,
            (sum, tasks) => sum / tasks,
        }
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
        let mut budget = TimeBudget::new(now, seconds(100), 2, &[1.0, 1.0, 2.0, 6.0]);
        assert_eq!(budget.search_time(now, 1.0), Some(Duration::from_millis((200 - 4 * 2) * 100)));
    }

    #[test]
    fn time_that_a_task_does_not_use_goes_to_the_tasks_after_it() {
        let now = Instant::now();
        let mut budget = TimeBudget::new(now, seconds(100), 1, &[5.0, 2.5, 2.5]);
        assert_eq!(budget.search_time(now, 5.0), Some(seconds((100 - 3 * 2) / 2)));
        budget.record(seconds(2));
        assert_eq!(budget.search_time(now + seconds(10), 2.5), Some(seconds((90 - 2 * 2) / 2)));
    }

    #[test]
    fn the_search_time_is_at_least_one_second_and_ends_before_the_total_time() {
        let now = Instant::now();
        let mut budget = TimeBudget::new(now, seconds(100), 4, &[1.0, 999.0]);
        assert_eq!(budget.search_time(now, 1.0), Some(seconds(1)));
        assert_eq!(budget.search_time(now + seconds(40), 999.0), Some(seconds(60 - 2)));
    }

    #[test]
    fn the_last_task_gets_a_turn_if_many_tasks_need_most_of_the_time_besides_their_searches() {
        let now = Instant::now();
        let mut budget = TimeBudget::new(now, seconds(100), 1, &[1.0; 60]);
        let times: Vec<_> = (0..15).map(|task| budget.search_time(now + seconds(6 * task), 1.0)).collect();
        assert_eq!(times, [Some(seconds(1)); 15]);
    }

    #[test]
    fn a_task_does_not_start_if_no_time_is_left() {
        let now = Instant::now();
        let mut budget = TimeBudget::new(now, seconds(100), 1, &[1.0, 1.0]);
        assert_eq!(budget.search_time(now + seconds(99), 1.0), None);
    }
}
