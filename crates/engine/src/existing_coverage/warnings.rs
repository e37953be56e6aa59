//! Warnings about existing tests.

use super::ExistingCoverage;

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
        if self.skipped > 0 {
            let ExistingCoverage { skipped, skipped_relevant, .. } = self;
            warnings.push(format!(
                "there was no time to run all existing test classes: {skipped} did not run (number that mention the class \
                 under test: {skipped_relevant}), so new tests may cover goals that these classes cover; allow more time with --time"
            ));
        }
        warnings
    }
}

/// Returns a text with at most [`MAX_NAMES`] of the names, and the number of the remaining names.
fn abbreviated(names: &[String]) -> String {
    let first = names[..names.len().min(MAX_NAMES)].join(", ");
    match names.len().saturating_sub(MAX_NAMES) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}
