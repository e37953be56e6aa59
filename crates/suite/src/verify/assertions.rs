//! Drops or changes assertions that fail.

use execution::observe::is_jdk_inspector;
use testcase::output;
use testcase::{Assertion, CheckedTest, Literal, Observation, StatementKind, Var};
use types::{Type, World};

/// Drops an assertion by its index: see [`CheckedTest::drop_assertion`]. If only this assertion needs a query
/// of an object of the JDK, such as `size()`, or an element of an array, drops the query as well. If a call
/// returned the object, the test then asserts that it is not null.
///
/// Also drops the replacement of line separators in the asserted text.
pub(super) fn drop_assertion(world: &World, test: &mut CheckedTest, index: usize) {
    let text = test.assertions.get(index).map(|it| it.var);
    if let Some(text) = text.filter(|&text| output::has_newlines(world, &test.case, text)) {
        test.drop_assertion(index);
        let unneeded = unneeded_replacement(test, text);
        test.retain(|statement| !unneeded.contains(&Var(statement as u32)));
        return;
    }
    let queries = unneeded_queries(world, test, index);
    let object = queries.last().and_then(|query| test.case.definition(*query).receiver());
    let is_result = |object: &Var| {
        matches!(test.case.definition(*object).kind, StatementKind::Call { .. })
            && test.assertions.iter().all(|it| it.var != *object)
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

/// Returns the statements that replace line separators in a text. These are the replacement, and those of its
/// arguments that nothing else uses. Returns no statements if another statement or assertion needs the text.
fn unneeded_replacement(test: &CheckedTest, text: Var) -> Vec<Var> {
    let uses = |var: Var| test.case.statements.iter().filter(|it| it.mentions(var)).count();
    let is_asserted =
        |var: Var| test.assertions.iter().any(|it| it.var == var || it.expected.other() == Some(var));
    let StatementKind::Call { args, .. } = &test.case.definition(text).kind else { return Vec::new() };
    if uses(text) > 0 || is_asserted(text) {
        return Vec::new();
    }
    let only_used_here = args.iter().copied().filter(|&arg| uses(arg) == 1 && !is_asserted(arg));
    std::iter::once(text).chain(only_used_here).collect()
}

/// Replaces the line separators of the platform by `\n` in a text that a test asserts. Returns false and
/// changes nothing if the assertion is not on a text with `\n`, or if they are replaced already.
pub(super) fn replace_line_separators(world: &World, test: &mut CheckedTest, index: usize) -> bool {
    let Some(Assertion { var, after, expected }) = test.assertions.get(index).cloned() else { return false };
    let is_text = test.case.definition(var).ty == Type::class(world.string());
    let has_lines = matches!(&expected,
        Observation::Literal(Literal::String(text)) | Observation::Ending(text)
        if text.contains(&u16::from(b'\n')));
    if !is_text || !has_lines || output::has_newlines(world, &test.case, var) {
        return false;
    }
    let Some(statements) = output::with_newlines(world, var, after + 1) else { return false };
    let text = after + statements.len() as u32;
    test.splice(after as usize + 1, statements);
    // The order of the assertions remains the same.
    for later in test.assertions[index..].iter_mut().filter(|it| it.after == after) {
        later.after = text;
    }
    test.assertions[index] = Assertion { var: Var(text), after: text, expected };
    true
}

/// Returns the queries of JDK objects and arrays that only this assertion needs. For `list.get(0).size()`,
/// these are `size` and `get`, in this order.
fn unneeded_queries(world: &World, test: &CheckedTest, index: usize) -> Vec<Var> {
    let mut queries = Vec::new();
    let mut next = test.assertions.get(index).map(|it| it.var);
    while let Some(query) = next.filter(|&query| is_query(world, test, query)) {
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

/// Returns whether a variable is the result of an inspector of the JDK, or an element of an array.
fn is_query(world: &World, test: &CheckedTest, var: Var) -> bool {
    match test.case.definition(var).kind {
        StatementKind::Call { method, receiver: Some(receiver), .. } => {
            let class = test.case.definition(receiver).ty.class_id();
            class.is_some_and(|class| is_jdk_inspector(world, class, method))
        }
        StatementKind::ReadElement { .. } => true,
        _ => false,
    }
}
