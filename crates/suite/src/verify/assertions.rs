//! Drops assertions that fail.

use execution::observe::is_jdk_inspector;
use testcase::{CheckedTest, Observation, StatementKind, Var};
use types::World;

/// Drops an assertion by its index: see [`CheckedTest::drop_assertion`]. If only this assertion needs a query
/// of an object of the JDK, such as `size()`, drops the query as well. If a call returned the object, the
/// test then asserts that it is not null.
pub(super) fn drop_assertion(world: &World, test: &mut CheckedTest, index: usize) {
    let queries = unneeded_queries(world, test, index);
    let object = queries.last().and_then(|query| test.case.definition(*query).receiver());
    let is_result = |object: &Var| {
        test.case.definition(*object).is_call() && test.assertions.iter().all(|it| it.var != *object)
    };
    match object.filter(is_result) {
        Some(object) => {
            let assertion = &mut test.assertions[index];
            assertion.var = object;
            assertion.expected = Observation::Object("".into());
        }
        None => test.drop_assertion(index),
    }
    if !queries.is_empty() {
        test.retain(|statement| !queries.contains(&Var(statement as u32)));
    }
}

/// Returns the queries of JDK objects that only this assertion needs. For `list.get(0).size()`, these are
/// `size` and `get`, in this order.
fn unneeded_queries(world: &World, test: &CheckedTest, index: usize) -> Vec<Var> {
    let mut queries = Vec::new();
    let mut next = test.assertions.get(index).map(|it| it.var);
    while let Some(query) = next.filter(|&query| is_jdk_query(world, test, query)) {
        let is_unused = |statement: usize| {
            queries.contains(&Var(statement as u32)) || !test.case.statements[statement].mentions(query)
        };
        let is_asserted = test
            .assertions
            .iter()
            .enumerate()
            .any(|(other, it)| other != index && (it.var == query || it.expected.other() == Some(query)));
        if is_asserted || !(0..test.case.len()).all(is_unused) {
            break;
        }
        queries.push(query);
        next = test.case.definition(query).receiver();
    }
    queries
}

fn is_jdk_query(world: &World, test: &CheckedTest, var: Var) -> bool {
    let StatementKind::Call { method, receiver: Some(receiver), .. } = test.case.definition(var).kind else {
        return false;
    };
    let class = test.case.definition(receiver).ty.class_id();
    class.is_some_and(|class| is_jdk_inspector(world, class, method))
}
