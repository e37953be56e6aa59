//! The adaptive tick limit of tests. The limit is small at first. If many tests reach the limit, a few tests
//! run with a larger limit. The limit grows if clearly fewer of these tests reach the larger limit, or if one
//! of them covers a new goal.

/// Number of tests in the first window. A window is a series of tests with the same tick limit. After each
/// window, a trial of a larger limit can begin. If a trial does not raise the limit, the next window is
/// [`FACTOR`] times as long. So a trial takes about as much time as the window before it, although its limit
/// is larger.
const WINDOW: u32 = 100;
/// Number of tests in a trial of a larger limit. The number is small, because these tests can run for a long
/// time.
const TRIAL_TESTS: u32 = 16;
/// A trial begins if more than this share of the tests in a window reached the limit.
const MIN_EXHAUSTED_SHARE: f64 = 0.15;
/// Maximum quotient of two shares in a trial that raises the limit: the share of tests that reach the larger
/// limit, divided by the share of tests that reached the limit before the trial.
const MAX_SHARE_RATIO: f64 = 0.5;
/// Factor between the limits of two successive trials.
const FACTOR: u64 = 8;
/// Quotient of a lowered limit and the ticks that tests need.
const MARGIN: u64 = 2;
/// Largest limit: about half a second of computation. Tests with a larger tick limit would reach their time
/// limit first.
const MAX_TICKS: u64 = 105_000_000;

/// The tick limit of tests. It adapts to the results of the tests.
#[derive(Clone, Debug)]
pub struct TickLimit {
    /// The limit of all tests outside of trials.
    ticks: u64,
    /// The largest limit that any test ran with. A test of the archive can need this limit when it runs
    /// again.
    pub largest: u64,
    /// Counts of the tests in the current window.
    count: RunCount,
    /// Number of tests after which the current window ends.
    window: u32,
    /// The limit of the most recent trial; before the first trial, the initial limit.
    latest_trial: u64,
    /// The trial of a larger limit, if there is one.
    trial: Option<Trial>,
}

/// Number of tests that ran, and number of these tests that reached a limit of ticks, time or memory.
#[derive(Clone, Copy, Debug, Default)]
struct RunCount {
    tests: u32,
    exhausted: u32,
}

impl RunCount {
    fn add(&mut self, is_exhausted: bool) {
        self.tests += 1;
        self.exhausted += u32::from(is_exhausted);
    }

    fn share(self) -> f64 {
        f64::from(self.exhausted) / f64::from(self.tests)
    }
}

/// A trial of a larger limit with a few tests.
#[derive(Clone, Debug)]
struct Trial {
    /// The larger limit.
    ticks: u64,
    /// Share of tests that reached the smaller limit in the window before the trial.
    share_before: f64,
    /// Number of tests that were submitted with the larger limit.
    submitted: u32,
    /// Counts of the tests that ran with the larger limit.
    count: RunCount,
}

impl TickLimit {
    /// Returns a limit that is `ticks` at first.
    pub fn new(ticks: u64) -> TickLimit {
        TickLimit {
            ticks,
            largest: ticks,
            count: RunCount::default(),
            window: WINDOW,
            latest_trial: ticks,
            trial: None,
        }
    }

    /// Returns a limit for tests that are similar to tests that need at most `needed` ticks. The limit never
    /// grows. With a large limit, a few tests that do not end would take most of the time.
    pub fn similar_to(needed: u64) -> TickLimit {
        TickLimit { window: u32::MAX, ..TickLimit::new(with_margin(needed)) }
    }

    /// Records that a test covers a goal that no earlier test covers. `ticks` is what the test needed. If the
    /// test only ran because of a trial, similar tests get enough ticks from now on.
    pub fn record_first_cover(&mut self, ticks: u64) {
        if ticks > self.ticks {
            self.ticks = with_margin(ticks);
            self.largest = self.largest.max(self.ticks);
            (self.count, self.window, self.trial) = (RunCount::default(), WINDOW, None);
            self.latest_trial = self.latest_trial.max(self.ticks);
        }
    }

    /// Returns the limit for the next `tests` tests.
    pub fn ticks_for(&mut self, tests: usize) -> u64 {
        match &mut self.trial {
            Some(trial) if trial.submitted < TRIAL_TESTS => {
                trial.submitted += tests as u32;
                self.largest = self.largest.max(trial.ticks);
                trial.ticks
            }
            _ => self.ticks,
        }
    }

    /// Records a test that ran with the tick limit `ticks`. `is_exhausted`: whether the test reached its
    /// limit of ticks, time or memory.
    pub fn record(&mut self, ticks: u64, is_exhausted: bool) {
        match &mut self.trial {
            Some(trial) if trial.ticks == ticks => {
                trial.count.add(is_exhausted);
                if trial.count.tests >= TRIAL_TESTS {
                    self.end_trial();
                }
            }
            None if self.ticks == ticks => {
                self.count.add(is_exhausted);
                if self.count.tests >= self.window {
                    let share = std::mem::take(&mut self.count).share();
                    let is_trial_due = share > MIN_EXHAUSTED_SHARE;
                    self.trial = if is_trial_due { Trial::above(self.latest_trial, share) } else { None };
                }
            }
            _ => {}
        }
    }

    /// Ends the trial. If clearly fewer tests reached the larger limit, it becomes the limit of all tests.
    fn end_trial(&mut self) {
        let Some(Trial { ticks, share_before, count, .. }) = self.trial.take() else { return };
        self.latest_trial = ticks;
        if count.share() <= share_before * MAX_SHARE_RATIO {
            (self.ticks, self.window) = (ticks, WINDOW);
        } else {
            self.window = self.window.saturating_mul(FACTOR as u32);
        }
    }
}

/// Returns the limit for a test that needs `ticks` ticks.
fn with_margin(ticks: u64) -> u64 {
    ticks.saturating_mul(MARGIN).clamp(vm::DEFAULT_TICK_LIMIT, MAX_TICKS.max(ticks))
}

impl Trial {
    /// Returns a trial of a limit that is [`FACTOR`] times `ticks`, or `None` if this limit is too large.
    fn above(ticks: u64, share_before: f64) -> Option<Trial> {
        let ticks = ticks * FACTOR;
        (ticks <= MAX_TICKS).then(|| Trial { ticks, share_before, submitted: 0, count: RunCount::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sizes of the batches of a generation. The batches run at the same time.
    const GENERATION: [usize; 4] = [16, 16, 16, 2];

    /// Returns the limit after some generations, and the number of tests that reached a limit above the
    /// initial limit. `needed_ticks` returns the ticks that a test needs.
    fn limit_after(generations: u32, needed_ticks: impl Fn(u32) -> u64) -> (u64, u32) {
        let mut limit = TickLimit::new(1000);
        let (mut test, mut wasted) = (0, 0);
        for _ in 0..generations {
            for (size, ticks) in GENERATION.map(|size| (size, limit.ticks_for(size))) {
                for _ in 0..size {
                    let is_exhausted = needed_ticks(test) > ticks;
                    wasted += u32::from(is_exhausted && ticks > 1000);
                    limit.record(ticks, is_exhausted);
                    test += 1;
                }
            }
        }
        assert!(limit.largest >= limit.ticks);
        (limit.ticks, wasted)
    }

    #[test]
    fn the_limit_of_similar_tests_is_a_multiple_of_their_ticks_and_does_not_grow() {
        let limit = |needed| TickLimit::similar_to(needed).ticks;
        assert_eq!([1, 1_000_000].map(limit), [vm::DEFAULT_TICK_LIMIT, 2_000_000]);
        let mut limit = TickLimit::similar_to(1_000_000);
        (0..10_000).for_each(|_| limit.record(2_000_000, true));
        assert_eq!(limit.ticks_for(1), 2_000_000);
    }

    #[test]
    fn the_limit_grows_if_a_test_with_more_ticks_covers_a_new_goal() {
        let mut limit = TickLimit::new(100_000);
        limit.record_first_cover(100_000);
        assert_eq!(limit.ticks_for(1), 100_000);
        limit.record_first_cover(300_000);
        assert_eq!((limit.ticks_for(1), limit.largest), (600_000, 600_000));
        limit.record_first_cover(MAX_TICKS);
        assert_eq!(limit.ticks_for(1), MAX_TICKS);
    }

    #[test]
    fn a_few_long_tests_do_not_raise_the_limit() {
        assert_eq!(limit_after(100, |test| if test % 10 == 0 { u64::MAX } else { 1 }), (1000, 0));
    }

    #[test]
    fn the_limit_grows_if_most_tests_need_more_ticks() {
        assert_eq!(limit_after(20, |_| 50_000).0, 64_000);
    }

    #[test]
    fn trials_that_do_not_raise_the_limit_use_few_tests_and_become_rare() {
        let trials = |generations| {
            let (ticks, wasted) = limit_after(generations, |_| u64::MAX);
            assert_eq!(ticks, 1000);
            wasted / TRIAL_TESTS
        };
        assert_eq!([1, 10, 30, 200, 2_000, 20_000].map(trials), [0, 1, 2, 3, 4, 5]);
        assert_eq!(trials(40_000), 5, "1000 * 8^5 is the largest limit below MAX_TICKS");
    }
}
