//! Time limits of existing tests.

use std::time::Duration;

/// The time limit of test classes that do not mention a class under test is 1/5 of the time limit of the
/// other test classes, but not less than [`MIN_TIME`].
const TIME_DIVISOR: u32 = 5;
/// Minimum of this time limit.
const MIN_TIME: Duration = Duration::from_secs(5);
/// The time limit of one test class is 1/3 of the time limit of the relevant test classes, but not more than
/// [`MAX_CLASS_TIME`]. The measured time restarts whenever the test class loads another class.
const CLASS_TIME_DIVISOR: u32 = 3;
/// In the first run, the time limit of one test class is 1/30 of the limit of all test classes. So a few slow
/// test classes do not take the time of the others. They run again afterwards.
const QUICK_TIME_DIVISOR: u32 = 30;
/// Minimum of this time limit.
const MIN_QUICK_TIME: Duration = Duration::from_secs(1);
/// Maximum time limit of one test class.
const MAX_CLASS_TIME: Duration = Duration::from_secs(60);
/// Time limit of all existing tests if the budget does not limit the time: enough to run all test classes.
const DEFAULT_TIME: Duration = Duration::from_secs(24 * 60 * 60);

/// Time limits of existing tests.
pub struct TimeLimits {
    /// Time limit of the test classes that mention a class under test, together.
    pub relevant: Duration,
    /// Time after which no other test class runs.
    pub other: Duration,
    /// Time limit of one test class in the first run. `None`: there is only one run.
    pub quick: Option<Duration>,
    /// Time limit of one test class in the last run.
    pub one_class: Duration,
}

impl TimeLimits {
    /// Returns the limits for a time limit of all existing tests. `None`: no time limit.
    pub fn of(time: Option<Duration>) -> TimeLimits {
        let relevant = time.unwrap_or(DEFAULT_TIME);
        let one_class = (relevant / CLASS_TIME_DIVISOR).min(MAX_CLASS_TIME);
        TimeLimits {
            relevant,
            other: (relevant / TIME_DIVISOR).max(MIN_TIME).min(relevant),
            quick: time
                .map(|time| (time / QUICK_TIME_DIVISOR).max(MIN_QUICK_TIME))
                .filter(|quick| *quick < one_class),
            one_class,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(time: Option<u64>, quick: Option<u64>, one_class: u64) {
        let limits = TimeLimits::of(time.map(Duration::from_secs));
        assert_eq!(limits.quick, quick.map(Duration::from_secs));
        assert_eq!(limits.one_class, Duration::from_secs(one_class));
    }

    #[test]
    fn a_test_class_has_a_shorter_limit_in_the_first_run() {
        check(Some(30), Some(1), 10);
        check(Some(150), Some(5), 50);
        check(Some(900), Some(30), 60);
    }

    #[test]
    fn there_is_one_run_if_its_limit_would_not_be_shorter_or_there_is_no_limit() {
        check(Some(3), None, 1);
        check(Some(1800), None, 60);
        check(None, None, 60);
    }
}
