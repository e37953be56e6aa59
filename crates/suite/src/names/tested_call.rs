//! The call that a test is about.

use testcase::{CheckedTest, StatementKind, TestCase, Var};
use types::{ClassId, MethodId, World};

/// A call of a method or constructor in a test.
pub(super) struct TestedCall<'a> {
    /// Index of the statement.
    pub statement: usize,
    pub method: MethodId,
    pub receiver: Option<Var>,
    pub args: &'a [Var],
}

/// Returns the call that a test is about: the first call in this list that exists.
///
/// 1. The call that throws the expected exception.
/// 2. The last call of the method for whose goals the test exists.
/// 3. The last call of a member of the class under test or of its nested classes. Two kinds of calls do not
///    count if only assertions use their results: accessors, and calls without arguments on the result of
///    another call of the class under test.
/// 4. The last call of a member of the class under test or of its nested classes.
///    This call or that of rule 3 can be a constructor, a static call or a call without arguments. Then a
///    later call with arguments counts instead, if it uses the result and an assertion depends on it. An
///    example is `field.add(3, 5)` after `chronology.years()`.
/// 5. The last call that has arguments or whose result not only assertions use.
/// 6. The last call.
pub(super) fn tested_call<'a>(
    world: &World,
    class_under_test: ClassId,
    test: &'a CheckedTest,
) -> Option<TestedCall<'a>> {
    let calls = test.case.statements.iter().enumerate().filter_map(|(statement, it)| match &it.kind {
        &StatementKind::Call { method, receiver, ref args } => {
            Some(TestedCall { statement, method, receiver, args })
        }
        StatementKind::Construct { constructor, args, .. }
        | StatementKind::Implement { constructor: Some(constructor), args, .. } => {
            Some(TestedCall { statement, method: *constructor, receiver: None, args })
        }
        _ => None,
    });
    let mut calls: Vec<TestedCall> = calls.collect();
    let is_under_test = |call: &TestedCall| is_of_class_under_test(world, class_under_test, test, call);
    let throws =
        |call: &TestedCall| test.throws.as_ref().is_some_and(|it| it.statement as usize == call.statement);
    // A static method can be a factory method, which only creates the object under test.
    let is_instance_call = |call: &TestedCall| is_under_test(call) && call.receiver.is_some();
    let is_inspector = |call: &TestedCall| {
        let first = calls.iter().position(is_instance_call);
        let is_result = call.receiver.is_some_and(|receiver| {
            calls.iter().any(|other| other.statement == receiver.0 as usize && is_instance_call(other))
        });
        first.is_some_and(|first| calls[first].statement < call.statement)
            && (is_result || is_accessor(world, call.method))
            && is_asserted_inspector(test, call)
    };
    let index = calls.iter().position(throws);
    let index = index.or_else(|| calls.iter().rposition(|call| Some(call.method) == test.purpose));
    let index = index.or_else(|| {
        let call = calls.iter().rposition(|call| is_under_test(call) && !is_inspector(call));
        let call = call.or_else(|| calls.iter().rposition(is_under_test))?;
        Some(asserted_use(world, test, &calls, call).unwrap_or(call))
    });
    let index = index.or_else(|| calls.iter().rposition(|call| !is_asserted_inspector(test, call)));
    let last = calls.len().checked_sub(1)?;
    Some(calls.swap_remove(index.unwrap_or(last)))
}

/// Returns whether a call is a call of a member of the class under test or of one of its nested classes,
/// including inherited methods.
fn is_of_class_under_test(
    world: &World,
    class_under_test: ClassId,
    test: &CheckedTest,
    call: &TestedCall,
) -> bool {
    let is_under_test = |class: ClassId| is_same_or_nested(world, class, class_under_test);
    let receiver_class = call.receiver.and_then(|receiver| test.case.definition(receiver).ty.class_id());
    is_under_test(world.method(call.method).class) || receiver_class.is_some_and(is_under_test)
}

/// Returns the last call with arguments that uses the result of the call with the index `provider`, directly
/// or through other statements. An assertion must depend on this last call. Calls of the JDK do not count.
/// Returns `None` if `provider` is a call on an object with arguments.
fn asserted_use(world: &World, test: &CheckedTest, calls: &[TestedCall], provider: usize) -> Option<usize> {
    let only_provides = |call: &&TestedCall| call.receiver.is_none() || call.args.is_empty();
    let provided = calls.get(provider).filter(only_provides)?.statement;
    let depends_on_provided = dependents(&test.case, provided);
    let is_asserted = |call: &TestedCall| {
        let depends_on_call = dependents(&test.case, call.statement);
        test.assertions.iter().any(|it| depends_on_call[it.var.0 as usize])
    };
    calls.iter().rposition(|call| {
        let is_use = call.statement > provided && depends_on_provided[call.statement];
        let is_from_jdk = world.is_from_jdk(world.method(call.method).class);
        is_use && !is_from_jdk && !call.args.is_empty() && is_asserted(call)
    })
}

/// Returns for each statement whether it is the statement with the index `source` or uses its value, directly
/// or through other statements.
fn dependents(test: &TestCase, source: usize) -> Vec<bool> {
    let mut depends = vec![false; test.len()];
    depends[source] = true;
    for (index, statement) in test.statements.iter().enumerate().skip(source + 1) {
        statement.uses(|var| depends[index] |= depends[var.0 as usize]);
    }
    depends
}

/// Returns whether a class is `outer` or is nested in `outer`.
fn is_same_or_nested(world: &World, class: ClassId, outer: ClassId) -> bool {
    std::iter::successors(Some(class), |&class| world.class(class).outer).any(|class| class == outer)
}

/// Returns whether a call has no arguments, and only assertions use its result.
fn is_asserted_inspector(test: &CheckedTest, call: &TestedCall) -> bool {
    let var = Var(call.statement as u32);
    let is_asserted = test.assertions.iter().any(|it| it.var == var);
    let is_used = test.case.statements[call.statement..].iter().skip(1).any(|it| it.mentions(var));
    is_asserted && call.args.is_empty() && !is_used
}

/// Returns whether a method is named like an accessor: `getSize`, `isEmpty`, `size`, `intValue`, or the name
/// of a field.
pub(super) fn is_accessor(world: &World, method: MethodId) -> bool {
    let method = world.method(method);
    let name = &*method.name;
    let is_primitive =
        |name| matches!(name, "boolean" | "char" | "byte" | "short" | "int" | "long" | "float" | "double");
    let is_noun = |rest: &str| rest.starts_with(|c: char| c.is_uppercase());
    let prefixed =
        ["get", "is", "has", "to", "as", "can"].iter().filter_map(|prefix| name.strip_prefix(prefix));
    matches!(name, "size" | "length" | "count" | "name" | "value" | "ordinal" | "hashCode")
        || prefixed.into_iter().any(is_noun)
        || name.strip_suffix("Value").is_some_and(is_primitive)
        || world.class(method.class).fields.iter().any(|&field| *world.field(field).name == *name)
}
