//! Detects workers that hang.

use std::time::{Duration, Instant};

use crate::process::{Process, Progress};

/// A worker counts as working if its processor time is at least the elapsed time divided by this number.
const WORKING_DIVISOR: u32 = 8;

/// The start and the length of the time limit of a worker. The time limit restarts when the worker sends a
/// message or receives a class.
#[derive(Clone, Copy)]
pub struct Silence {
    /// Start of the time limit.
    pub since: Instant,
    /// Length of the time limit.
    pub limit: Duration,
}

/// The state of a worker after half of its time limit.
struct Sample {
    /// Start of the time limit: see [`Silence::since`].
    since: Instant,
    /// Time of the sample.
    at: Instant,
    progress: Progress,
    processor_time: Option<Duration>,
}

/// Detects whether a worker exceeds its time limit, and whether its code is the cause.
#[derive(Default)]
pub struct Watchdog {
    sample: Option<Sample>,
}

impl Watchdog {
    /// Returns the time at which the worker must be checked next, unless its time limit restarts earlier:
    /// after half of its time limit, and at the end of its time limit.
    pub fn next_check(&self, silence: Silence) -> Instant {
        let Silence { since, limit } = silence;
        let is_sampled = self.sample.as_ref().is_some_and(|sample| sample.since == since);
        since + if is_sampled { limit } else { limit / 2 }
    }

    /// Samples the state of the worker if half of its time limit has passed.
    pub fn sample_if_due(&mut self, silence: Silence, process: &Process, now: Instant) {
        if self.next_check(silence) <= now {
            let (progress, processor_time) = (process.progress(), process.processor_time());
            self.sample = Some(Sample { since: silence.since, at: now, progress, processor_time });
        }
    }

    /// Returns whether a worker exceeds its time limit because of the code that it runs. Returns true if,
    /// since the sample, the code made no progress and either used the processor or slept. Returns false if
    /// the code made progress, or if the process was stopped or waited for processor time.
    ///
    /// `is_initialising` is true if the worker still initialises classes and thus runs code outside of tests.
    pub fn is_stuck(&self, process: &Process, is_initialising: bool) -> bool {
        self.sample.as_ref().is_some_and(|sample| {
            let used = process.processor_time().zip(sample.processor_time);
            let used = used.map(|(now, then)| now.saturating_sub(then));
            let is_working = used.is_some_and(|used| used * WORKING_DIVISOR >= sample.at.elapsed());
            let runs_code = sample.progress.is_running || is_initialising;
            runs_code && sample.progress == process.progress() && (is_working || process.is_asleep())
        })
    }
}
