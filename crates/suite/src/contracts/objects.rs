//! The objects of a suite on which contracts are checked.

use testcase::{CheckedTest, Statement, StatementKind, TestCase, Var};
use types::{ClassId, MethodId, World};

/// Maximum number of objects on which a contract is checked.
const MAX_OBJECTS: usize = 6;

/// An object on which contracts are checked.
#[derive(Clone)]
pub(super) struct TestObject {
    /// The test that creates the object.
    pub test: TestCase,
    /// The variable of the object.
    pub var: Var,
    /// The two objects to compare, if the object is a comparator. Otherwise empty.
    pub arguments: Vec<Var>,
}

/// Returns the last object of the class under test in each of the shortest tests. Ignores tests that expect
/// an exception.
pub(super) fn objects(world: &World, suite: &[CheckedTest], class_under_test: ClassId) -> Vec<TestObject> {
    let mut objects = Vec::new();
    for test in suite.iter().filter(|test| test.throws.is_none()) {
        let is_object = |statement: &Statement| match statement.kind {
            StatementKind::Construct { .. } | StatementKind::Call { .. } => {
                statement.ty.class_id().is_some_and(|class| world.is_subclass(class, class_under_test))
            }
            _ => false,
        };
        let case = without_inspectors(test);
        let last = case.statements.iter().rposition(is_object);
        objects.extend(last.map(|last| TestObject {
            test: case,
            var: Var(last as u32),
            arguments: Vec::new(),
        }));
    }
    shortest_objects(objects)
}

/// Returns the comparators of the shortest tests that call `compare`, with the arguments of the call. Each
/// test ends before the call.
pub(super) fn comparators(suite: &[CheckedTest], compare: MethodId) -> Vec<TestObject> {
    let mut objects = Vec::new();
    for test in suite {
        for (index, statement) in test.case.statements.iter().enumerate() {
            if let StatementKind::Call { method, receiver: Some(var), args } = &statement.kind
                && *method == compare
            {
                let mut before_call = test.case.clone();
                before_call.truncate(index);
                objects.push(TestObject { test: before_call, var: *var, arguments: args.to_vec() });
            }
        }
    }
    shortest_objects(objects)
}

fn shortest_objects(mut objects: Vec<TestObject>) -> Vec<TestObject> {
    objects.sort_by_key(|object| object.test.len());
    objects.dedup_by(|a, b| a.test == b.test && a.arguments == b.arguments);
    objects.truncate(MAX_OBJECTS);
    objects
}

/// Returns a test without the statements whose results only assertions use.
fn without_inspectors(test: &CheckedTest) -> TestCase {
    let is_inspector = |index: usize| {
        let var = Var(index as u32);
        let statements = &test.case.statements;
        let is_asserted = test.assertions.iter().any(|it| it.var == var);
        is_asserted && index > 0 && !statements.iter().any(|it| it.mentions(var))
    };
    let mut case = test.case.clone();
    case.retain(|index| !is_inspector(index));
    case
}
