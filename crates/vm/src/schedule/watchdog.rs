//! Detects workers that hang.

use std::time::{Duration, Instant};

use crate::process::{Process, Progress};

/// A worker that used at least one in so many parts of the elapsed time on a processor was working.
const WORKING_SHARE: u32 = 8;

/// The time since when a worker is silent, and how long it may be.
#[derive(Clone, Copy)]
pub struct Silence {
    pub since: Instant,
    pub limit: Duration,
}

/// The state of a worker after half of its time limit.
struct Sample {
    /// Since when the worker was silent.
    since: Instant,
    at: Instant,
    progress: Progress,
    processor_time: Option<Duration>,
}

/// Watches for workers that exceed their time limit.
#[derive(Default)]
pub struct Watchdog {
    sample: Option<Sample>,
}

impl Watchdog {
    /// Returns when to check the worker next, unless it reports progress before: after half of its time
    /// limit, and at its end.
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

    /// Returns whether the code that runs in a late worker is to blame: since the sample it made no progress,
    /// and either used the processor or waits. It is not to blame if it made progress, if the process was
    /// stopped, or if it had no processor.
    ///
    /// `is_initialising` states that the worker runs code outside of tests.
    pub fn is_stuck(&self, process: &Process, is_initialising: bool) -> bool {
        self.sample.as_ref().is_some_and(|sample| {
            let used = process.processor_time().zip(sample.processor_time);
            let used = used.map(|(now, then)| now.saturating_sub(then));
            let is_working = used.is_some_and(|used| used * WORKING_SHARE >= sample.at.elapsed());
            let runs_code = sample.progress.is_running || is_initialising;
            runs_code && sample.progress == process.progress() && (is_working || process.is_asleep())
        })
    }
}
