//! The deadlines of the steps that finish tests.

use std::time::{Duration, Instant};

/// Minimum time that is reserved for verification and for the measurement of coverage.
const VERIFY: Duration = Duration::from_millis(1500);
/// Additional time for verification, as a multiple of the time from the beginning of the run to the result of
/// the first test. That time shows how slowly JVMs start, and verification starts several JVMs.
const VERIFY_PER_FIRST_TEST: u32 = 4;
/// Maximum of the time that [`VERIFY_PER_FIRST_TEST`] multiplies.
const FIRST_TEST_MAX: Duration = Duration::from_millis(800);
/// Additional time that is reserved for the verification of each test.
const VERIFY_EACH: Duration = Duration::from_millis(5);
/// Maximum time that [`VERIFY_EACH`] reserves for all tests together.
const VERIFY_EACH_MAX: Duration = Duration::from_secs(4);
/// Minimum time for the observation of tests, even after a deadline: a test without assertions has little
/// value.
pub const OBSERVE: Duration = Duration::from_millis(1000);

/// Time between the end of the time budget and the deadline of the verification. The run ends about a second
/// after this deadline.
const AFTER_SEARCH: Duration = Duration::from_millis(3000);
/// Replaces [`AFTER_SEARCH`] for classes with more than [`LARGE`] goals.
const AFTER_LARGE_SEARCH: Duration = Duration::from_secs(12);
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
    /// third of the time, for the verification.
    pub fn until(end: Instant, verify: Duration) -> StageDeadlines {
        let time = end.saturating_duration_since(Instant::now());
        let deadlines = StageDeadlines::within(time - verify.max(time / 3).min(time));
        StageDeadlines { is_last: true, ..deadlines }
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

/// Returns the time that is reserved for the verification of tests. `first_test` is the time between the
/// beginning of the run and the result of the first test.
pub fn time_to_verify(tests: usize, first_test: Duration) -> Duration {
    let starts = first_test.min(FIRST_TEST_MAX) * VERIFY_PER_FIRST_TEST;
    VERIFY + starts + VERIFY_EACH_MAX.min(VERIFY_EACH * tests as u32)
}

/// Returns the time between the end of the time budget and the deadline of the verification, for a class with
/// this number of goals in the report.
pub fn after_search(goals: usize) -> Duration {
    if goals > LARGE { AFTER_LARGE_SEARCH } else { AFTER_SEARCH }
}

/// Returns how many tests there is time to finish.
pub fn affordable_tests(time: Duration, time_per_test: Duration) -> usize {
    (time.as_secs_f64() / time_per_test.as_secs_f64()) as usize
}

/// Returns the deadline, or a later deadline if less time than [`OBSERVE`] would remain.
pub fn with_time_to_observe(deadline: Instant) -> Instant {
    deadline.max(Instant::now() + OBSERVE)
}
