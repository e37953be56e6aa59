//! The context of the work on one class.

use std::time::Instant;

use emit::TestClass;

use crate::cancellation::Cancellation;
use crate::configuration::Configuration;
use crate::event::Event;
use crate::existing_coverage::ExistingCoverage;
use crate::platform::Platform;
use crate::report::Report;
use crate::request::Request;
use crate::subject::Subject;
use crate::test_file::Target;

/// The context of the work on one class: the same in all stages.
pub struct Run<'r> {
    /// The environment.
    pub platform: &'r Platform,
    /// The request.
    pub request: &'r Request,
    /// The configuration of the searches.
    pub configuration: Configuration,
    /// Cancels the run.
    pub cancellation: &'r Cancellation,
    /// Receives events.
    pub listener: &'r mut dyn FnMut(Event),
    /// The class under test.
    pub subject: Subject,
    /// The test class, without tests.
    pub test_class: TestClass,
    /// The test file.
    pub target: Target,
    /// What existing tests cover, if there are existing tests.
    pub existing: Option<ExistingCoverage>,
    /// When the work on the class began.
    pub began: Instant,
    /// The report, as far as it is known.
    pub report: Report,
}

impl Run<'_> {
    /// Returns whether the run was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.cancellation.is_requested()
    }

    /// Returns the name of the class under test.
    pub fn class(&self) -> String {
        self.report.class.clone()
    }
}
