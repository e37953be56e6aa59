//! Estimates the effort of reading an assertion.

use testcase::{Assertion, Literal, Observation, StatementKind};

use super::candidate::Candidate;

/// Number of UTF-16 code units in a text that increase the cost of an assertion by 10. A shorter text does
/// not increase the cost.
const TEXT_COST_UNIT: usize = 40;
/// Additional cost of an assertion that only checks that a value is not null.
const NOT_NULL_COST: u32 = 31;

impl Candidate<'_> {
    /// Returns the cost of reading the assertion with this index. The cost is at least 10. Long values and
    /// inspectors increase the cost.
    pub(super) fn cost(&self, assertion: usize) -> u32 {
        // The index after the last assertion means the message of the expected exception.
        let Some(Assertion { var, expected, .. }) = self.test.assertions.get(assertion) else { return 10 };
        let value_cost = match expected {
            Observation::Literal(Literal::String(text)) => 10 * (text.len() / TEXT_COST_UNIT) as u32,
            Observation::Array(elements) | Observation::List(elements) | Observation::Set(elements) => {
                2 * elements.len() as u32
            }
            Observation::Object(_) => NOT_NULL_COST,
            _ => 0,
        };
        let statement_cost = match &self.test.case.statements[var.0 as usize].kind {
            _ if var.0 as usize + 1 == self.first_inspector => 0,
            StatementKind::Call { .. } if (var.0 as usize) < self.first_inspector => 3,
            StatementKind::Call { method, .. } if &*self.world.method(*method).name == "toString" => 8,
            StatementKind::Call { args, .. } => 4 + args.len() as u32,
            _ => 6,
        };
        10 + value_cost + statement_cost
    }
}
