//! Runs the tests of a search on the workers, in batches.

use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::{Duration, Instant};

use execution::run::lost_execution;
use testcase::TestCase;
use types::World;
use vm::{BatchSettings, Execution, Mode};

use super::Individual;
use crate::cancellation::Cancellation;
use crate::harness::{Harness, TickLimit};

/// Number of tests in a batch. The number is small, so that workers run the first batches while the search
/// generates more tests.
pub const BATCH: usize = 16;
/// Time for which running tests can continue after the search should end.
const GRACE: Duration = Duration::from_millis(100);

/// Signals that a search should end, even if tests are still running.
#[derive(Clone, Debug)]
pub struct StopSignal {
    /// Cancellation of the run.
    pub cancellation: Cancellation,
    /// Time at which the search should end.
    pub deadline: Deadline,
}

/// The time at which a search should end, if time limits the search. Clones share the time.
#[derive(Clone, Debug)]
pub struct Deadline(Rc<Cell<Option<Instant>>>);

impl Deadline {
    /// Returns a deadline at this time. `None` means that time does not limit the search.
    pub fn at(time: Option<Instant>) -> Deadline {
        Deadline(Rc::new(Cell::new(time)))
    }

    /// Returns the time at which the search should end.
    pub fn time(&self) -> Option<Instant> {
        self.0.get()
    }

    /// Makes the search end at `time`, unless it should end earlier or no time limits it.
    pub fn bring_forward(&self, time: Instant) {
        self.0.set(self.time().map(|deadline| deadline.min(time)));
    }
}

impl StopSignal {
    /// Returns whether the search should end.
    pub fn is_raised(&self) -> bool {
        self.cancellation.is_requested()
            || self.deadline.time().is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Sends tests to the workers and collects the results in the order of submission.
pub struct TestSubmitter {
    /// Tick limit of the tests that are submitted next.
    pub tick_limit: TickLimit,
    /// Time at which the first result arrived.
    pub first_result: Option<Instant>,
    /// The error after which no more tests can run, if it occurred.
    pub failure: Option<vm::Error>,
    /// Whether `failure` is set. The search reads this flag through a clone of the `Rc`, and ends if it is
    /// set.
    pub has_failed: Rc<Cell<bool>>,
    /// Signals that the search should end.
    stop: StopSignal,
    /// Tests of the next batch, which is not submitted yet.
    queue: Vec<Individual>,
    /// Submitted tests whose results have not been collected.
    running: VecDeque<Individual>,
    /// Sizes of the submitted batches whose results have not arrived.
    batch_sizes: VecDeque<usize>,
    /// Results that have arrived, in the order of `running`.
    results: VecDeque<Execution>,
    /// Number of submitted batches.
    submitted_batches: u64,
}

impl TestSubmitter {
    /// Returns a submitter that has run no test. It waits for results until `stop` is raised.
    pub fn new(tick_limit: TickLimit, stop: StopSignal) -> TestSubmitter {
        TestSubmitter {
            tick_limit,
            first_result: None,
            failure: None,
            has_failed: Rc::default(),
            stop,
            queue: Vec::new(),
            running: VecDeque::new(),
            batch_sizes: VecDeque::new(),
            results: VecDeque::new(),
            submitted_batches: 0,
        }
    }

    /// Returns the number of submitted batches.
    pub fn submitted_batches(&self) -> u64 {
        self.submitted_batches
    }

    /// Returns whether tests wait for submission.
    pub fn has_queued_tests(&self) -> bool {
        !self.queue.is_empty()
    }

    /// Queues a test. Returns the number of queued tests.
    pub fn enqueue(&mut self, test: Individual) -> usize {
        self.queue.push(test);
        self.queue.len()
    }

    /// Submits the queued tests as one batch.
    pub fn flush(&mut self, harness: &mut Harness, world: &World, mode: Mode, all_probes_report: bool) {
        if self.queue.is_empty() {
            return;
        }
        let tests: Vec<&TestCase> = self.queue.iter().map(|individual| &individual.case).collect();
        let tick_limit = self.tick_limit.ticks_for(tests.len());
        harness.vm.submit(world, &tests, BatchSettings { mode, tick_limit, all_probes_report });
        self.queue.iter_mut().for_each(|individual| individual.tick_limit = tick_limit);
        self.batch_sizes.push_back(self.queue.len());
        self.running.extend(self.queue.drain(..));
        self.submitted_batches += 1;
    }

    /// Waits for the results of the oldest `tests` tests, and returns these tests with their results.
    pub fn collect(&mut self, harness: &mut Harness, tests: usize) -> Vec<(Individual, Execution)> {
        self.fetch(harness, tests);
        self.running.drain(..tests).zip(self.results.drain(..tests)).collect()
    }

    /// Waits until the results of all submitted tests have arrived.
    pub fn fetch_all(&mut self, harness: &mut Harness) {
        self.fetch(harness, self.running.len());
    }

    /// Waits until the results of the oldest `tests` tests have arrived. A lost result counts as a crash.
    fn fetch(&mut self, harness: &mut Harness, tests: usize) {
        while self.results.len() < tests {
            let Some(size) = self.batch_sizes.pop_front() else { return };
            match self.next_batch(harness) {
                Some(results) => self.results.extend(results),
                None => {
                    let lost_tests = size + self.batch_sizes.drain(..).sum::<usize>();
                    self.results.extend(std::iter::repeat_with(lost_execution).take(lost_tests));
                }
            }
        }
    }

    /// Waits for the results of the oldest batch. Returns `None` if no worker can be started, or if the
    /// workers are still busy 100 ms after the search should end. In both cases the results of all submitted
    /// batches are lost.
    pub fn next_batch(&mut self, harness: &mut Harness) -> Option<Vec<Execution>> {
        loop {
            let should_stop = self.stop.is_raised();
            match harness.vm.next_results_until(Instant::now() + GRACE) {
                Ok(Some(results)) => {
                    self.first_result.get_or_insert_with(Instant::now);
                    return Some(results);
                }
                Ok(None) if should_stop => {
                    harness.vm.cancel();
                    return None;
                }
                Ok(None) => {}
                Err(error) => {
                    self.has_failed.set(true);
                    self.failure.get_or_insert(error);
                    return None;
                }
            }
        }
    }
}
