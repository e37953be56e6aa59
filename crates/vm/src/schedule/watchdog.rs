//! Detects workers that hang.

use std::time::{Duration, Instant};

use crate::process::{Process, Progress};

/// A worker counts as working if its processor time is at least the elapsed time divided by this number.
const WORKING_DIVISOR: u32 = 8;

/// The state of a worker is sampled when its time limit divided by this number has passed.
const SAMPLE_DIVISOR: u32 = 16;

/// The start and the length of the time limit of a worker. The time limit restarts when the worker sends a
/// message or receives a class.
#[derive(Clone, Copy)]
pub struct Silence {
    /// Start of the time limit.
    pub since: Instant,
    /// Length of the time limit.
    pub limit: Duration,
    /// Whether the limit is a limit of processor time, so that it does not depend on the load of the machine.
    /// The elapsed time is then limited to [`WORKING_DIVISOR`] times the length.
    pub is_of_processor: bool,
}

impl Silence {
    /// Returns the time that a worker may still run when the length of the limit has passed. Returns `None`
    /// if it has exceeded its limit. `elapsed` is the time since the start. `used` is the processor time
    /// since the sample, or `None` if it is not known.
    fn rest(&self, elapsed: Duration, used: Option<Duration>) -> Option<Duration> {
        let after_sample = self.limit - self.limit / SAMPLE_DIVISOR;
        let rest = after_sample.saturating_sub(used?);
        let may_run = self.is_of_processor && !rest.is_zero() && elapsed < self.limit * WORKING_DIVISOR;
        may_run.then_some(rest)
    }
}

/// The state of a worker soon after the start of its time limit.
struct Sample {
    /// Start of the time limit: see [`Silence::since`].
    since: Instant,
    /// Time of the sample.
    at: Instant,
    /// Time at which the worker must be checked next.
    next_check: Instant,
    progress: Progress,
    processor_time: Option<Duration>,
}

impl Sample {
    /// Returns the processor time that the worker used since the sample, or `None` if the system does not
    /// report it.
    fn used(&self, process: &Process) -> Option<Duration> {
        let (now, then) = process.processor_time().zip(self.processor_time)?;
        Some(now.saturating_sub(then))
    }
}

/// Detects whether a worker exceeds its time limit, and whether its code is the cause.
#[derive(Default)]
pub struct Watchdog {
    sample: Option<Sample>,
}

impl Watchdog {
    /// Returns the time at which the worker must be checked next, unless its time limit restarts earlier.
    pub fn next_check(&self, silence: Silence) -> Instant {
        let Silence { since, limit, .. } = silence;
        let sample = self.sample.as_ref().filter(|sample| sample.since == since);
        sample.map_or(since + limit / SAMPLE_DIVISOR, |sample| sample.next_check)
    }

    /// Checks whether the worker has exceeded its time limit. The first check samples the state of the
    /// worker.
    pub fn is_late(&mut self, silence: Silence, process: &Process, now: Instant) -> bool {
        let Silence { since, limit, .. } = silence;
        if now < self.next_check(silence) {
            return false;
        }
        let Some(sample) = self.sample.as_mut().filter(|sample| sample.since == since) else {
            let (progress, processor_time) = (process.progress(), process.processor_time());
            let next_check = since + limit;
            self.sample = Some(Sample { since, at: now, next_check, progress, processor_time });
            return false;
        };
        match silence.rest(now - since, sample.used(process)) {
            Some(rest) if !process.is_asleep() => {
                sample.next_check = now + rest;
                false
            }
            _ => true,
        }
    }

    /// Returns whether a worker exceeds its time limit because of the code that it runs. Returns true if,
    /// since the sample, the code made no progress and either used the processor or slept. Returns false if
    /// the code made progress, or if the process was stopped or waited for processor time.
    ///
    /// `is_initialising` is true if the worker still initialises classes and thus runs code outside of tests.
    pub fn is_stuck(&self, process: &Process, is_initialising: bool) -> bool {
        self.sample.as_ref().is_some_and(|sample| {
            let used = sample.used(process);
            let is_working = used.is_some_and(|used| used * WORKING_DIVISOR >= sample.at.elapsed());
            let runs_code = sample.progress.is_running || is_initialising;
            runs_code && sample.progress == process.progress() && (is_working || process.is_asleep())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rest(is_of_processor: bool, elapsed: u64, used: Option<u64>) -> Option<u64> {
        let limit = Duration::from_millis(1600);
        let silence = Silence { since: Instant::now(), limit, is_of_processor };
        let rest = silence.rest(Duration::from_millis(elapsed), used.map(Duration::from_millis));
        rest.map(|it| it.as_millis() as u64)
    }

    #[test]
    fn a_limit_of_processor_time_ends_later_if_other_programs_use_the_processor() {
        assert_eq!(rest(true, 1600, Some(300)), Some(1200));
        assert_eq!(rest(true, 1600, Some(1500)), None);
        assert_eq!(rest(false, 1600, Some(300)), None);
    }

    #[test]
    fn the_elapsed_time_is_limited_even_if_a_worker_gets_little_processor_time() {
        assert_eq!(rest(true, 8 * 1600, Some(300)), None);
    }

    #[test]
    fn without_a_known_processor_time_the_elapsed_time_is_limited() {
        assert_eq!(rest(true, 1600, None), None);
    }
}
