//! Warnings about existing tests.

use super::{ExistingCoverage, Relevance};

/// Maximum number of test classes that a warning names.
const MAX_NAMES: usize = 3;

impl ExistingCoverage {
    /// Returns the warnings about the run of existing tests.
    pub(super) fn warnings(&self) -> Vec<String> {
        let mut warnings: Vec<String> = self
            .problems
            .iter()
            .map(|(problem, classes)| format!("existing tests {} {problem}", abbreviated(classes)))
            .collect();
        if self.failed > 0 {
            let ExistingCoverage { failed, tests, .. } = self;
            warnings.push(format!(
                "existing tests that fail when Testudo runs them: {failed} of {tests}; the goals that these tests cover still count \
                 as covered"
            ));
        }
        if !self.skipped.is_empty() {
            let skipped = self.skipped.len();
            let relevant = self.skipped.iter().filter(|it| **it < Relevance::Other).count();
            warnings.push(format!(
                "there was no time to run all existing test classes: {skipped} did not run, and the code of {relevant} of them mentions \
                 the class under test, so new tests may repeat their coverage; allow more time with --time"
            ));
        }
        warnings
    }
}

/// Returns the first names of a list, and the number of the other names.
fn abbreviated(names: &[String]) -> String {
    let first = names[..names.len().min(MAX_NAMES)].join(", ");
    match names.len().saturating_sub(MAX_NAMES) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}
