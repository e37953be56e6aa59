//! Events of a run.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::error::Error;
use crate::report::Report;

/// Something that happened during a run. Each event names its class.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "event")]
pub enum Event {
    /// Work on a class began.
    Started {
        /// Binary name of the class.
        class: String,
    },
    /// The search executed more tests.
    Progress(Progress),
    /// The search for tests that cover goals began, ended, changed its coverage, or spent another percent of
    /// its budget.
    Coverage(CoveragePoint),
    /// The search for tests that cover goals ended. The search for tests that kill mutants begins.
    Strengthening {
        /// Binary name of the class.
        class: String,
    },
    /// The searches ended. The engine now minimises, verifies and writes the tests.
    Finishing {
        /// Binary name of the class.
        class: String,
    },
    /// Work on a class ended.
    Finished(Box<Report>),
}

/// State of a search.
#[derive(Clone, Debug, Serialize)]
pub struct Progress {
    /// Binary name of the class.
    pub class: String,
    /// Spent share of the whole budget, from 0 to 1.
    pub share: f64,
    /// Number of goals.
    pub goals: usize,
    /// Number of covered goals.
    pub covered: usize,
    /// Number of tests that this search and earlier searches for the class executed.
    pub tests: u64,
}

/// A point of the curve of coverage over time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CoveragePoint {
    /// Binary name of the class.
    pub class: String,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Seconds since the search began.
    pub seconds: f64,
    /// Number of generations so far.
    pub generations: u64,
    /// Number of tests executed so far.
    pub tests: u64,
    /// Number of statements executed so far.
    pub statements: u64,
    /// Number of tests in the archive; with the algorithm `ws`, in the best suite.
    pub archived: usize,
    /// Number of covered goals of each criterion, by the name of the criterion.
    pub covered: BTreeMap<&'static str, usize>,
    /// Number of goals of each criterion, by the name of the criterion.
    pub goals: BTreeMap<&'static str, usize>,
}

impl Event {
    /// Returns the event that work on a class ended with an error of [`generate`](crate::generate()).
    pub fn of_error(class: &str, error: &Error) -> Event {
        Event::Finished(Box::new(Report::of_error(class, error)))
    }
}

impl Progress {
    /// Returns the progress of a search that began after `tests_before` tests of an earlier search.
    pub(crate) fn of(class: &str, share: f64, tests_before: u64, progress: &search::Progress) -> Progress {
        Progress {
            class: class.to_owned(),
            share,
            goals: progress.goals,
            covered: progress.covered,
            tests: tests_before + progress.spent.tests,
        }
    }
}
