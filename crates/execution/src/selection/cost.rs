//! Estimates the effort of reading an assertion.

use testcase::output::{REDIRECTION, redirection_of};
use testcase::{Assertion, Literal, Observation, Statement, StatementKind, Var};

use super::candidate::Candidate;

/// Each 40 UTF-16 code units of an asserted text increase the cost of the assertion by 10.
const TEXT_COST_UNIT: usize = 40;
/// Additional cost of an assertion on the text of an object, if the text is short and not empty. The cost is
/// lower than that of a getter, because the text usually shows several properties.
const SHORT_TEXT_COST: u32 = 3;
/// Additional cost of an assertion on the text of an object, if the text is long or empty.
const LONG_TEXT_COST: u32 = 8;
/// Additional cost of an assertion that only checks that a value is not null.
const NOT_NULL_COST: u32 = 31;
/// Additional cost of an inspector that returns a boolean, because a boolean says little about an object. The
/// text of an object up to 80 characters long costs less.
const FLAG_COST: u32 = 20;
/// Additional cost of an assertion on a hash code: a number that a reader cannot check.
const HASH_CODE_COST: u32 = 60;
/// Additional cost of an assertion that the tested call does not affect, or on an object that is unrelated to
/// the tested call. Related objects are the result, the receiver and the arguments of the tested call, and
/// the results of calls on these objects.
const UNRELATED_COST: u32 = 30;

impl Candidate<'_> {
    /// Returns the cost of the assertion with this index: the cost of reading it, and an additional cost if a
    /// reader does not expect it.
    pub(super) fn cost(&self, assertion: usize) -> u32 {
        let is_expected = !self.unaffected.contains(&assertion)
            && self
                .test
                .assertions
                .get(assertion)
                .is_none_or(|assertion| self.is_related_to_tested_call(assertion.var));
        self.reading_cost(assertion) + if is_expected { 0 } else { UNRELATED_COST }
    }

    /// Returns the cost of reading the assertion with this index. The cost is at least 10. Long values and
    /// inspectors increase the cost.
    pub(super) fn reading_cost(&self, assertion: usize) -> u32 {
        // The index after the last assertion means the message of the expected exception.
        let Some(Assertion { var, expected, .. }) = self.test.assertions.get(assertion) else { return 10 };
        let value_cost = match expected {
            Observation::Literal(Literal::String(text)) | Observation::Ending(text) => {
                10 * (text.len() / TEXT_COST_UNIT) as u32
            }
            Observation::Array(elements) | Observation::List(elements) | Observation::Set(elements) => {
                2 * elements.len() as u32
            }
            Observation::Object(_) => NOT_NULL_COST,
            _ => 0,
        };
        let is_empty = matches!(expected, Observation::Literal(Literal::String(text)) if text.is_empty());
        let is_short = value_cost == 0 && !is_empty;
        let is_flag = matches!(expected, Observation::Literal(Literal::Boolean(_)));
        let statement_cost = match &self.test.case.statements[var.0 as usize].kind {
            _ if var.0 as usize + 1 == self.first_inspector => 0,
            StatementKind::Call { method, .. } if &*self.world.method(*method).name == "hashCode" => {
                HASH_CODE_COST
            }
            StatementKind::Call { .. } if (var.0 as usize) < self.first_inspector => 3,
            StatementKind::Call { method, .. } if &*self.world.method(*method).name == "toString" => {
                if is_short {
                    SHORT_TEXT_COST
                } else {
                    LONG_TEXT_COST
                }
            }
            StatementKind::Call { args, .. } => 4 + args.len() as u32 + if is_flag { FLAG_COST } else { 0 },
            _ => 6,
        };
        10 + value_cost + statement_cost
    }

    /// Returns whether a variable belongs to the tested call, which is the last call before the inspectors.
    /// Its result, receiver and arguments belong to it, and the results of calls on these objects. The result
    /// of an inspector belongs to the tested call if the inspected variable does.
    pub(super) fn is_related_to_tested_call(&self, var: Var) -> bool {
        let case = &self.test.case;
        let statements = &case.statements;
        let last_call = statements[..self.first_inspector].iter().rposition(Statement::is_call);
        let Some(tested_call) = last_call else { return true };
        let mut inspected = var;
        while inspected.0 as usize >= self.first_inspector {
            let statement = &statements[inspected.0 as usize];
            let source = match &statement.kind {
                StatementKind::ReadElement { array, .. } => Some(*array),
                // The text of a buffer belongs to the object that an inspector writes to the buffer.
                StatementKind::Construct { .. } => return true,
                StatementKind::Call { args, receiver: None, .. } => args.first().copied(),
                _ => statement.receiver(),
            };
            let Some(source) = source else { return true };
            inspected = source;
        }
        // The text that the tested call prints is an effect of the tested call.
        let is_output = redirection_of(self.world, case)
            .is_some_and(|first| (first..first + REDIRECTION).contains(&(inspected.0 as usize)));
        let is_object_of_tested_call = |var: Var| case.is_object_of(tested_call, var);
        is_output
            || is_object_of_tested_call(inspected)
            || statements[inspected.0 as usize].receiver().is_some_and(is_object_of_tested_call)
    }
}
