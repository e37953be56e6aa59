//! The text of an object, for tests that assert only numbers or booleans of the object.

use testcase::{Args, Assertion, Literal, Observation, Statement, StatementKind, Var};
use types::{ClassId, World};

use super::{Inspector, Role, Tested};
use crate::finisher::last_call::is_vague;

impl Tested<'_> {
    /// Returns whether the test says little about the object of the tested call. Such a test asserts only
    /// numbers of this object, such as a size, and booleans of the result. An assertion that the call
    /// returned its receiver does not count.
    pub(super) fn shows_little(&self) -> bool {
        let is_number = |it: &Assertion| match &it.expected {
            Observation::Literal(Literal::Int(_)) => self.inspector(it).is_some(),
            // A boolean of the receiver is usually what the call changed.
            Observation::Literal(Literal::Boolean(_)) => {
                self.inspector(it).is_some_and(|inspector| inspector.role == Role::Result)
            }
            _ => false,
        };
        let mut specific = self.test.assertions.iter().filter(|it| !is_vague(&self.test.case, it)).peekable();
        specific.peek().is_some() && specific.all(is_number)
    }

    /// Returns the call of `toString` on the result of the tested call, or on its receiver if the call
    /// returns nothing or its receiver. Returns `None` unless the class of this object is `class_under_test`
    /// and overrides `toString`.
    pub(super) fn text(&self, world: &World, class_under_test: ClassId, package: &str) -> Option<Inspector> {
        let statement = &self.test.case.statements[self.call];
        let returns_receiver = |it: &Assertion| {
            it.var.0 as usize == self.call
                && it.expected.other().is_some_and(|it| statement.receiver() == Some(it))
        };
        let has_result =
            statement.ty.class_id().is_some() && !self.test.assertions.iter().any(returns_receiver);
        let (role, object) = match statement.receiver() {
            Some(receiver) if !has_result => (Role::Receiver, receiver),
            _ => (Role::Result, Var(self.call as u32)),
        };
        let object = self.test.case.definition(object).ty.clone();
        let class = object.class_id().filter(|class| *class == class_under_test)?;
        let method = world.to_string_method(class, package)?;
        let kind = StatementKind::Call { method, receiver: Some(Var(0)), args: Args::new() };
        let statement = Statement { kind, ty: world.method(method).result.clone() };
        Some(Inspector { role, object, statement })
    }
}

#[cfg(test)]
mod tests {
    use testcase::{CheckedTest, TestCase};
    use types::{ClassPath, Jdk, MethodId, Type};

    use super::*;

    /// Returns a test that creates a builder, and calls a method of it that returns an object of the class
    /// `result`. Then follow calls on the builder that return the values.
    fn test(world: &World, result: &str, values: &[Observation]) -> CheckedTest {
        let class = |name: &str| Type::class(world.class_named(name).unwrap());
        let call = |receiver: Option<u32>| StatementKind::Call {
            method: MethodId(1),
            receiver: receiver.map(Var),
            args: Args::new(),
        };
        let mut statements = vec![
            Statement { kind: call(None), ty: class("java.lang.StringBuilder") },
            Statement { kind: call(Some(0)), ty: class(result) },
        ];
        statements.resize(2 + values.len(), Statement { kind: call(Some(0)), ty: Type::Null });
        let assertions = (2..).zip(values).map(|(index, expected)| Assertion {
            var: Var(index),
            after: index,
            expected: expected.clone(),
        });
        CheckedTest { assertions: assertions.collect(), ..CheckedTest::new(TestCase { statements }) }
    }

    #[test]
    fn the_text_of_an_object_is_added_if_only_its_numbers_are_asserted() {
        let world = World::new(ClassPath::open(&[]).unwrap(), Jdk::find(None).unwrap());
        let shows_little = |values: &[Observation]| {
            Tested::new(&test(&world, "java.lang.String", values), 1).unwrap().shows_little()
        };
        let size = Observation::Literal(Literal::Int(3));
        let flag = Observation::Literal(Literal::Boolean(true));
        let text = Observation::Literal(Literal::String([97].into()));
        assert!(shows_little(&[size.clone(), size.clone()]));
        assert!(!shows_little(&[size, text]));
        assert!(!shows_little(&[flag]), "the calls follow on the receiver");
        assert!(!shows_little(&[]));
    }

    #[test]
    fn the_text_is_that_of_the_result_or_of_a_returned_receiver() {
        let world = World::new(ClassPath::open(&[]).unwrap(), Jdk::find(None).unwrap());
        let builder = world.class_named("java.lang.StringBuilder").unwrap();
        let role = |test: &CheckedTest| {
            Tested::new(test, 1).unwrap().text(&world, builder, "demo").map(|inspector| inspector.role)
        };
        let mut fluent = test(&world, "java.lang.StringBuilder", &[]);
        assert_eq!(role(&fluent), Some(Role::Result));
        fluent.assertions.push(Assertion { var: Var(1), after: 1, expected: Observation::Same(Var(0)) });
        assert_eq!(role(&fluent), Some(Role::Receiver));
        assert_eq!(role(&test(&world, "java.lang.String", &[])), None, "another class");
    }
}
