//! Generates tests for many classes, several classes at a time.
//!
//! The crate divides the time and the cores between the classes, and leaves the work on each class to
//! `engine`. It knows no build tools, prints nothing, and writes no files of its own.

mod budget;
mod existing;
mod queue;
mod run;

use std::num::NonZero;
use std::time::Duration;

use engine::{PlatformRequest, Request};

pub use run::run;

/// The classes to generate tests for, and how.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The environments of the tasks, such as one environment for each module of a project.
    pub environments: Vec<PlatformRequest>,
    /// The tasks. The tasks of an environment follow each other. Of these tasks, those with the greatest
    /// [weights](Task::weight) start first.
    pub tasks: Vec<Task>,
    /// Number of tasks that run at the same time, at least 1.
    pub jobs: usize,
    /// Time limit of all tasks together. If it is set, it determines the search time of each task.
    pub total_time: Option<Duration>,
}

/// The work on one class.
#[derive(Clone, Debug)]
pub struct Task {
    /// Index of the environment in [`Batch::environments`].
    pub environment: usize,
    /// The class and the options.
    pub request: Request,
    /// Expected effort in relation to the other tasks, greater than 0. It determines the share of the task in
    /// [`Batch::total_time`]. If the existing tests cover a part of the class, the task counts with a smaller
    /// weight.
    pub weight: f64,
}

/// Returns the number of tasks that should run at the same time on this machine: the number of processor
/// cores. Each task alternates between the search, which uses a core of its own, and JVMs.
pub fn default_jobs() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}
