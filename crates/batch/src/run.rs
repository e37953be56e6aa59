//! Runs the tasks of a batch in threads.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use engine::report::{Report, Status};
use engine::{Cancellation, Error, Event, Platform};

use crate::Batch;
use crate::existing::ExistingTests;
use crate::queue::{Queue, Started};

/// What happens to a task: an event, or the error that ends it. It comes with the index of the task.
type Update = (usize, Result<Event, Error>);

/// Generates the tests of all tasks. `platforms` are the opened environments of the batch, in the same order.
///
/// `listener` receives the index of a task, and an event of the task or the error that ends it. The last
/// update of each task is an error or [`Event::Finished`]. After a cancellation, the tasks that run write the
/// tests that they found, and the other tasks are reported as skipped.
pub fn run(
    batch: &Batch,
    platforms: Vec<Platform>,
    cancellation: &Cancellation,
    listener: &mut dyn FnMut(usize, Result<Event, Error>),
) {
    let queue = Queue::new(batch, platforms);
    let existing = ExistingTests::new(batch, &queue, cancellation);
    let (sender, receiver) = channel();
    let mut is_finished = vec![false; batch.tasks.len()];
    thread::scope(|scope| {
        for _ in 0..batch.jobs {
            let (queue, existing, sender) = (&queue, &existing, sender.clone());
            scope.spawn(move || Job { batch, queue, existing, cancellation, sender, platform: None }.run());
        }
        drop(sender);
        for (task, update) in receiver {
            is_finished[task] |= matches!(update, Err(_) | Ok(Event::Finished(_)));
            listener(task, update);
        }
    });
    let reason = if cancellation.is_requested() {
        "the run was interrupted"
    } else {
        "the total time was spent; allow more time with --total-time"
    };
    for (task, _) in is_finished.iter().enumerate().filter(|(_, is_finished)| !**is_finished) {
        let report = Report::new(&batch.tasks[task].request.class, Status::Skipped).with_message(reason);
        listener(task, Ok(Event::Finished(Box::new(report))));
    }
}

/// A thread that works on one task after the other.
struct Job<'a> {
    batch: &'a Batch,
    queue: &'a Queue<'a>,
    existing: &'a ExistingTests<'a>,
    cancellation: &'a Cancellation,
    sender: Sender<Update>,
    /// The environment of the last task, and its index.
    platform: Option<(usize, Platform)>,
}

impl Job<'_> {
    fn run(mut self) {
        while !self.cancellation.is_requested()
            && let Some(environment) = self.queue.next_environment()
        {
            // The existing tests run before the task starts, because they use time of all tasks.
            let opened = self.open(environment);
            let Some(started) = self.queue.start(environment) else { continue };
            // A panic is a fault of Testudo. It costs only the class.
            let generate = AssertUnwindSafe(|| opened.and_then(|()| self.generate(&started)));
            let result = catch_unwind(generate).unwrap_or_else(|panic| {
                self.platform = None;
                Err(error_of_panic(&*panic))
            });
            if let Err(error) = result {
                send(&self.sender, started.index, Err(error));
            }
        }
    }

    fn generate(&mut self, started: &Started) -> Result<(), Error> {
        let (_, platform) = self.platform.as_ref().expect("the platform is open");
        let sender = self.sender.clone();
        let mut listener = |event| send(&sender, started.index, Ok(event));
        let report = engine::generate(platform, &started.request, self.cancellation, &mut listener)?;
        let overhead = (report.total_seconds - report.search_seconds).max(0.0);
        self.queue.record(started.index, Duration::from_secs_f64(overhead));
        Ok(())
    }

    /// Opens the environment of a task, unless it was the environment of the task before.
    fn open(&mut self, environment: usize) -> Result<(), Error> {
        if self.platform.as_ref().is_some_and(|(index, _)| *index == environment) {
            return Ok(());
        }
        self.platform = None;
        let platform = match self.queue.take_platform(environment) {
            Some(platform) => platform,
            None => Platform::open(&self.batch.environments[environment])?,
        };
        let runs = self.existing.runs(environment, &platform);
        self.platform = Some((environment, platform.with_existing_runs(runs)));
        Ok(())
    }
}

/// Sends an update. The receiver exists until all threads have ended.
fn send(sender: &Sender<Update>, task: usize, update: Result<Event, Error>) {
    let _ = sender.send((task, update));
}

fn error_of_panic(panic: &(dyn Any + Send)) -> Error {
    let message = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("unknown cause");
    Error::Internal {
        message: format!("Testudo failed: {message}; report this to the developers of Testudo"),
    }
}
