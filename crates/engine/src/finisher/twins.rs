//! Replaces assertions on the numbers of hash codes by comparisons with the hash codes of twins.

use testcase::hash_codes::hash_code_owner;
use testcase::{Assertion, CheckedTest, Literal, Observation, Statement, StatementKind, Var};
use types::{MethodId, World};

/// Maximum number of statements that create the twin of an object.
const MAX_STATEMENTS: usize = 8;

/// Returns the test without the number, if the test asserts that its last statement returns a certain hash
/// code. Instead, the test compares the hash code with that of a twin: an object that copies of the same
/// statements create. If the test has too many statements or a stub, it asserts nothing about the hash code.
///
/// Also returns the method `hashCode`, because the test no longer detects its mutants. Returns `None` for
/// other tests.
pub fn without_hash_code(world: &World, test: &CheckedTest) -> Option<(CheckedTest, MethodId)> {
    let last = test.case.len().checked_sub(1)?;
    let statement = &test.case.statements[last];
    hash_code_owner(world, statement)?;
    let method = statement.called_method()?;
    let is_hash_code = |it: &Assertion| {
        it.var.0 as usize == last && matches!(it.expected, Observation::Literal(Literal::Int(_)))
    };
    if !test.assertions.iter().any(is_hash_code) {
        return None;
    }
    let is_stub = |it: &Statement| matches!(it.kind, StatementKind::Implement { .. });
    let has_twin = last <= MAX_STATEMENTS
        && statement.receiver().is_some()
        && !test.case.statements[..last].iter().any(is_stub);
    if has_twin {
        return Some((with_twin(test, last), method));
    }
    let mut changed = test.clone();
    changed.assertions.retain(|it| !is_hash_code(it));
    Some((changed, method))
}

/// Returns the test with a twin. The last statement, with the index `last`, computes the hash code.
fn with_twin(test: &CheckedTest, last: usize) -> CheckedTest {
    let statement = &test.case.statements[last];
    let creation = &test.case.statements[..last];
    let shifted = |mut statement: Statement| {
        statement.uses_mut(|var| var.0 += last as u32);
        statement
    };
    let mut changed = test.clone();
    changed.case.statements.pop();
    changed.case.statements.extend(creation.iter().cloned().map(shifted));
    changed.case.statements.push(shifted(statement.clone()));
    let hash_code_of_twin = Var(2 * last as u32);
    changed.case.statements.push(statement.clone());
    let hash_code = hash_code_of_twin.0 + 1;
    changed.assertions.retain(|it| (it.after as usize) < last);
    let expected = Observation::Equal(hash_code_of_twin);
    changed.assertions.push(Assertion { var: Var(hash_code), after: hash_code, expected });
    changed
}

#[cfg(test)]
mod tests {
    use testcase::{Args, TestCase};
    use types::{ClassPath, Jdk, Primitive, Type};

    use super::*;

    #[test]
    fn a_hash_code_is_compared_with_that_of_a_twin_or_not_asserted_if_the_twin_is_long() {
        let world = World::new(ClassPath::open(&[]).unwrap(), Jdk::find(None).unwrap());
        let date = world.class(world.class_named("java.util.Date").unwrap());
        let constructor = date.constructors.iter().copied().find(|it| world.method(*it).arguments.len() == 1);
        let method = date.methods.iter().copied().find(|&it| &*world.method(it).name == "hashCode");
        let (long, int) = (Type::Primitive(Primitive::Long), Type::Primitive(Primitive::Int));
        let create = |value: Var| Statement {
            kind: StatementKind::Construct {
                constructor: constructor.unwrap(),
                receiver: None,
                args: [value].as_slice().into(),
            },
            ty: Type::class(date.id),
        };
        let literal = Statement { kind: StatementKind::Literal(Literal::Long(3)), ty: long };
        let hash_code = |receiver: Var| Statement {
            kind: StatementKind::Call {
                method: method.unwrap(),
                receiver: Some(receiver),
                args: Args::new(),
            },
            ty: int.clone(),
        };
        let case = TestCase { statements: vec![literal.clone(), create(Var(0)), hash_code(Var(1))] };
        let number = Observation::Literal(Literal::Int(3));
        let assertions = vec![Assertion { var: Var(2), after: 2, expected: number }];
        let test = CheckedTest { assertions, ..CheckedTest::new(case) };

        let (twins, called) = without_hash_code(&world, &test).unwrap();

        let statements = [
            literal.clone(),
            create(Var(0)),
            literal.clone(),
            create(Var(2)),
            hash_code(Var(3)),
            hash_code(Var(1)),
        ];
        assert_eq!(twins.case.statements, statements);
        let expected = Observation::Equal(Var(4));
        assert_eq!(twins.assertions, [Assertion { var: Var(5), after: 5, expected }]);
        assert_eq!(Some(called), method);
        assert!(without_hash_code(&world, &twins).is_none());

        // Creates the object with more statements than a twin may have.
        let unused = std::iter::repeat_n(literal.clone(), MAX_STATEMENTS);
        let mut statements = vec![literal, create(Var(0))];
        statements.extend(unused);
        statements.push(hash_code(Var(1)));
        let last = statements.len() as u32 - 1;
        let number = Observation::Literal(Literal::Int(3));
        let assertions = vec![Assertion { var: Var(last), after: last, expected: number }];
        let long = CheckedTest { assertions, ..CheckedTest::new(TestCase { statements }) };
        let (without_number, _) = without_hash_code(&world, &long).unwrap();
        assert_eq!(without_number.case, long.case);
        assert_eq!(without_number.assertions, []);
    }
}
