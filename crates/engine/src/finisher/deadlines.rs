//! The deadlines of the steps that finish tests.

use std::time::{Duration, Instant};

/// Time that is reserved for verification and for the measurement of coverage, as a multiple of the time in
/// which javac starts. Both times consist mainly of the start of JVMs.
const VERIFY_PER_START: f64 = 2.0;
/// The same time if javac has not started yet, as a multiple of the time to the result of the first test.
const VERIFY_PER_FIRST_TEST: f64 = 4.7;
/// Additional time that is reserved for the verification of each test.
const VERIFY_EACH: Duration = Duration::from_millis(5);
/// Maximum time that [`VERIFY_EACH`] reserves for all tests together.
const VERIFY_EACH_MAX: Duration = Duration::from_secs(4);
/// Maximum of the reserved time. A long time for the start of javac can be an exception.
const VERIFY_MAX: Duration = Duration::from_secs(8);
/// Share of the reserved time that is for the measurement of coverage.
pub const COVERAGE_SHARE: f64 = 0.15;
/// Minimum time for the observation of tests, even after a deadline: a test without assertions has little
/// value.
pub const OBSERVE: Duration = Duration::from_millis(1000);

/// Percentage of the time for the minimisation, if there is no time to run the tests on mutants.
const MINIMISE_WITHOUT_MUTANTS: u32 = 70;

/// The second search is expected to find one new test for this number of tests of the first search.
const NEW_TESTS_DIVISOR: usize = 3;
/// Largest share of the time of the second search that is reserved to finish its new tests.
const MAX_SHARE_FOR_NEW_TESTS: f64 = 0.3;

/// Number by which a round that finished no test at most multiplies the estimated time per test.
const MAX_SLOWDOWN: usize = 4;

/// Time between the end of the time budget and the end of the run. Users are promised five seconds.
const AFTER_SEARCH: Duration = Duration::from_millis(3550);
/// Replaces [`AFTER_SEARCH`] for classes with more than [`LARGE`] goals. Users are promised 15 seconds.
const AFTER_LARGE_SEARCH: Duration = Duration::from_millis(13_500);
/// Number of goals above which [`AFTER_LARGE_SEARCH`] replaces [`AFTER_SEARCH`].
const LARGE: usize = 1000;

/// Time limit of a stage if the budget does not limit the time: 24 hours. So the result does not depend on
/// the speed of the machine.
pub const UNLIMITED: Duration = Duration::from_secs(24 * 60 * 60);

/// Deadlines of the steps that finish a set of tests.
pub struct StageDeadlines {
    /// Deadline of the minimisation.
    pub minimise: Instant,
    /// Deadline of the search for inspectors.
    pub extend: Instant,
    /// Deadline of the selection of assertions that kill mutants.
    pub find_kills: Instant,
    /// Deadline of the simplification.
    pub simplify: Instant,
    /// Deadline of the final observation of the tests.
    pub observe: Instant,
    /// Whether no later step finishes the tests. Then the tests are observed even after the deadline, for a
    /// short time, because a test without assertions has little value.
    pub is_last: bool,
}

impl StageDeadlines {
    /// Divides the time until `end` among the steps. Reserves at least the time `verify`, and at least a
    /// third of the time, for the verification. `needed` is an estimate of the time that the steps need.
    pub fn until(end: Instant, verify: Duration, needed: Duration) -> StageDeadlines {
        let time = end.saturating_duration_since(Instant::now());
        let time = time - verify.max(time / 3).min(time);
        let deadlines = StageDeadlines::within(time);
        let deadlines = if needed > time * 2 { deadlines.without_mutants(time) } else { deadlines };
        StageDeadlines { is_last: true, ..deadlines }
    }

    /// Leaves no time for the steps between the minimisation and the final observation of the tests. If there
    /// is much too little time for these steps, they would finish none of the tests. `time` is the time for
    /// all steps.
    fn without_mutants(self, time: Duration) -> StageDeadlines {
        let now = Instant::now();
        let minimise = now + time * MINIMISE_WITHOUT_MUTANTS / 100;
        StageDeadlines { minimise, extend: now, find_kills: now, simplify: now, ..self }
    }

    /// Returns whether there is time to run the tests on mutants.
    pub fn has_time_for_mutants(&self) -> bool {
        self.find_kills > self.minimise
    }

    /// Returns the deadline of the observation. In the last stage, at least `min` remains until this
    /// deadline.
    pub fn observe_until(&self, min: Duration) -> Instant {
        if self.is_last { self.observe.max(Instant::now() + min) } else { self.observe }
    }

    /// Divides `time`, which begins now, among the steps.
    pub fn within(time: Duration) -> StageDeadlines {
        let now = Instant::now();
        let deadline = |percent: u32| now + time * percent / 100;
        StageDeadlines {
            minimise: deadline(20),
            extend: deadline(30),
            find_kills: deadline(65),
            simplify: deadline(80),
            observe: deadline(100),
            is_last: false,
        }
    }
}

/// Returns the time that is reserved for the verification of tests and for the measurement of coverage.
/// `javac_start` is the time in which javac started, if it has started. `first_test` is the time between the
/// beginning of the run and the result of the first test.
pub fn time_to_verify(tests: usize, javac_start: Option<Duration>, first_test: Duration) -> Duration {
    let starts = match javac_start {
        Some(javac_start) => javac_start.mul_f64(VERIFY_PER_START),
        None => first_test.mul_f64(VERIFY_PER_FIRST_TEST),
    };
    VERIFY_MAX.min(starts) + VERIFY_EACH_MAX.min(VERIFY_EACH * tests as u32)
}

/// Returns how long a run may take after the end of its time budget. `goals` is the number of goals in the
/// report of the class.
pub fn after_search(goals: usize) -> Duration {
    if goals > LARGE { AFTER_LARGE_SEARCH } else { AFTER_SEARCH }
}

/// Returns the time to finish one test, given the duration of a round. `tests` is the number of tests in the
/// round, and `completed` is the number of tests that were finished. At least a quarter of the tests count as
/// finished. So the result is only a lower limit if the round was too short for most tests.
pub fn time_per_test(took: Duration, tests: usize, completed: usize) -> Duration {
    took / completed.max(tests / MAX_SLOWDOWN).max(1) as u32
}

/// Returns the time that is reserved to finish the new tests of the second search. `finished` is the number
/// of finished tests of the first search, and `remaining` is the time of the second search if nothing is
/// reserved.
pub fn time_for_new_tests(time_per_test: Duration, finished: usize, remaining: Duration) -> Duration {
    let expected = time_per_test * (finished / NEW_TESTS_DIVISOR) as u32;
    expected.min(remaining.mul_f64(MAX_SHARE_FOR_NEW_TESTS))
}

/// Returns how many tests there is time to finish.
pub fn affordable_tests(time: Duration, time_per_test: Duration) -> usize {
    (time.as_secs_f64() / time_per_test.as_secs_f64()) as usize
}

/// Returns the deadline, or a later deadline if less time than [`OBSERVE`] would remain.
pub fn with_time_to_observe(deadline: Instant) -> Instant {
    deadline.max(Instant::now() + OBSERVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_of_the_time_of_the_second_search_remains_for_the_search() {
        let reserved =
            |per_test| time_for_new_tests(Duration::from_secs(per_test), 30, Duration::from_secs(20));
        assert_eq!([0, 2, 60].map(reserved), [0, 6, 6].map(Duration::from_secs));
        let short = time_for_new_tests(Duration::from_millis(100), 30, Duration::from_secs(20));
        assert_eq!(short, Duration::from_secs(1));
    }
}
