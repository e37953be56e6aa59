//! Compares hash codes with the hash codes of twins instead of with numbers.

use testcase::hash_codes::hash_code_owner;
use testcase::{Assertion, CheckedTest, Literal, Observation, Statement, StatementKind, Var};
use types::{MethodId, World};

/// Maximum number of statements that create the twin of an object.
const MAX_STATEMENTS: usize = 8;

/// Returns the test with a comparison of two hash codes, if the test asserts that its last statement returns
/// a certain hash code. The other hash code is that of a twin: an object that copies of the same statements
/// create. Also returns the method `hashCode`. The twin cannot detect its mutants.
///
/// Returns `None` for other tests, and if the test has too many statements or a stub.
pub fn with_twin(world: &World, test: &CheckedTest) -> Option<(CheckedTest, MethodId)> {
    let last = test.case.len().checked_sub(1)?;
    let statement = &test.case.statements[last];
    hash_code_owner(world, statement)?;
    let method = statement.called_method()?;
    let is_hash_code = |it: &Assertion| {
        it.var.0 as usize == last && matches!(it.expected, Observation::Literal(Literal::Int(_)))
    };
    let is_stub = |it: &Statement| matches!(it.kind, StatementKind::Implement { .. });
    let creation = &test.case.statements[..last];
    let is_suitable =
        last <= MAX_STATEMENTS && statement.receiver().is_some() && !creation.iter().any(is_stub);
    if !is_suitable || !test.assertions.iter().any(is_hash_code) {
        return None;
    }
    let shifted = |mut statement: Statement| {
        statement.uses_mut(|var| var.0 += last as u32);
        statement
    };
    let mut with_twin = test.clone();
    with_twin.case.statements.pop();
    with_twin.case.statements.extend(creation.iter().cloned().map(shifted));
    with_twin.case.statements.push(shifted(statement.clone()));
    let hash_code_of_twin = Var(2 * last as u32);
    with_twin.case.statements.push(statement.clone());
    let hash_code = hash_code_of_twin.0 + 1;
    with_twin.assertions.retain(|it| (it.after as usize) < last);
    let expected = Observation::Equal(hash_code_of_twin);
    with_twin.assertions.push(Assertion { var: Var(hash_code), after: hash_code, expected });
    Some((with_twin, method))
}

#[cfg(test)]
mod tests {
    use testcase::{Args, TestCase};
    use types::{ClassPath, Jdk, Primitive, Type};

    use super::*;

    #[test]
    fn a_hash_code_is_compared_with_the_hash_code_of_an_equal_object() {
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

        let (twins, called) = with_twin(&world, &test).unwrap();

        let statements =
            [literal.clone(), create(Var(0)), literal, create(Var(2)), hash_code(Var(3)), hash_code(Var(1))];
        assert_eq!(twins.case.statements, statements);
        let expected = Observation::Equal(Var(4));
        assert_eq!(twins.assertions, [Assertion { var: Var(5), after: 5, expected }]);
        assert_eq!(Some(called), method);
        assert!(with_twin(&world, &twins).is_none());
    }
}
