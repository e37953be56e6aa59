//! The effort of reading an assertion.

use testcase::{Assertion, Literal, Observation, StatementKind};

use super::candidate::Candidate;

/// Length of a text that is read at a glance, in UTF-16 units.
const SHORT_TEXT: usize = 40;
/// Additional cost of an assertion that only checks that there is an object.
const NOT_NULL_COST: u32 = 31;

impl Candidate<'_> {
    /// Returns the cost of reading an assertion: 10 for the cheapest.
    pub(super) fn cost(&self, assertion: usize) -> u32 {
        // The message of an exception comes after all assertions.
        let Some(Assertion { var, expected, .. }) = self.test.assertions.get(assertion) else { return 10 };
        let value = match expected {
            Observation::Literal(Literal::String(text)) => 10 * (text.len() / SHORT_TEXT) as u32,
            Observation::Array(elements) | Observation::List(elements) | Observation::Set(elements) => {
                2 * elements.len() as u32
            }
            Observation::Object(_) => NOT_NULL_COST,
            _ => 0,
        };
        let statement = match &self.test.case.statements[var.0 as usize].kind {
            _ if var.0 as usize + 1 == self.own => 0,
            StatementKind::Call { .. } if (var.0 as usize) < self.own => 3,
            StatementKind::Call { method, .. } if &*self.world.method(*method).name == "toString" => 8,
            StatementKind::Call { args, .. } => 4 + args.len() as u32,
            _ => 6,
        };
        10 + value + statement
    }
}
