//! Tests that show the ordinary use of one method each.

use std::collections::BTreeMap;

use analysis::MethodIndex;
use goals::{GoalId, Goals};
use testcase::TestCase;
use types::MethodId;

use super::suite::FinishedSuite;

/// Returns a test for each method that lacks a test of its own, and that `tests` call with ordinary
/// arguments. The test is the shortest part of one of `tests` that ends with such a call. `suite` contains
/// the tests of the class so far.
pub fn ordinary_uses(
    tests: &[TestCase],
    methods: &BTreeMap<MethodId, MethodIndex>,
    goals: &Goals,
    suite: &FinishedSuite,
) -> Vec<TestCase> {
    let is_open = |goal: &GoalId| suite.requires(*goal, false);
    let mut uses: BTreeMap<MethodIndex, Option<TestCase>> =
        goals.ordinary_calls().filter(is_open).map(|goal| (goals.method(goal), None)).collect();
    if uses.is_empty() {
        return Vec::new();
    }
    let is_tested = |method: MethodId| methods.contains_key(&method);
    for test in tests {
        let is_ordinary = test.ordinary_statements();
        for (call, statement) in test.statements.iter().enumerate().filter(|(call, _)| is_ordinary[*call]) {
            let method = statement.called_method().and_then(|method| methods.get(&method));
            let Some(shortest) = method.and_then(|method| uses.get_mut(method)) else { continue };
            let part = test.with_call(call);
            let is_shorter = shortest.as_ref().is_none_or(|shortest| part.size() < shortest.size());
            // If the test shows the call, the test itself can cover the goal.
            if is_shorter && !test.shows(call, &is_tested) {
                *shortest = Some(part);
            }
        }
    }
    uses.into_values().flatten().collect()
}
