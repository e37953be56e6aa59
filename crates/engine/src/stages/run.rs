//! The context of the work on one class, which all stages share.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use analysis::MethodIndex;
use emit::TestClass;
use execution::observe::CheckedInspectors;
use types::MethodId;

use crate::cancellation::Cancellation;
use crate::configuration::Configuration;
use crate::event::Event;
use crate::existing_coverage::ExistingCoverage;
use crate::finisher::deadlines::{after_search, time_to_verify};
use crate::finisher::test_finisher::TestFinisher;
use crate::platform::Platform;
use crate::problem::outcome_counts::OutcomeCounts;
use crate::report::Report;
use crate::request::Request;
use crate::subject::Subject;
use crate::test_file::TestFile;

/// Maximum of the preparation time that shortens the time after the search. Existing tests can run for a long
/// time before the search.
const MAX_PREPARATION: Duration = Duration::from_millis(1500);

/// The context of the work on one class, which all stages share.
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
    /// Indices of the methods in the program under test.
    pub methods: Rc<BTreeMap<MethodId, MethodIndex>>,
    /// The test class, without tests.
    pub test_class: TestClass,
    /// The test file.
    pub test_file: TestFile,
    /// The coverage of the existing tests, if there are existing tests.
    pub existing: Option<ExistingCoverage>,
    /// Time at which the work on the class began.
    pub began: Instant,
    /// The report, with the results of the stages that have ended.
    pub report: Report,
    /// Number of tests of the first search by outcome.
    pub outcomes: OutcomeCounts,
    /// The inspectors that were checked for side effects.
    pub checked_inspectors: Rc<RefCell<CheckedInspectors>>,
}

impl Run<'_> {
    /// Returns whether the run was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.cancellation.is_requested()
    }

    /// Returns the time that is reserved for the verification of this number of tests, and for the
    /// measurement of what they cover.
    pub fn time_to_verify(&self, tests: usize) -> Duration {
        let javac_start = self.platform.verifier.warm_up_time();
        time_to_verify(tests, javac_start, Duration::from_secs_f64(self.report.first_test_seconds))
    }

    /// Returns the time between the end of the time budget and the end of the run. The preparation of the
    /// search shortens this time, so that users wait as long as promised.
    pub fn time_after_search(&self, search_began: Instant) -> Duration {
        let preparation = search_began.duration_since(self.began).min(MAX_PREPARATION);
        let limit = self.request.finish_time.unwrap_or_else(|| after_search(self.report.goals));
        limit.saturating_sub(preparation)
    }

    /// Returns an object that minimises the tests of the class and selects their assertions.
    pub fn finisher(&self) -> TestFinisher {
        TestFinisher {
            test_class: self.test_class.clone(),
            began: self.began,
            checked_inspectors: self.checked_inspectors.clone(),
            methods: self.methods.clone(),
        }
    }

    /// Returns the binary name of the class under test.
    pub fn class(&self) -> String {
        self.report.class.clone()
    }
}
