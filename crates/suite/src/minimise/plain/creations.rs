//! Creates an object in the way in which another test creates such an object.
//!
//! The search creates many objects with methods that are not public, or with other classes. For example, it
//! calls `new Pointer("a", 1, "b", 1, next)`, although users call `Pointer.compile("/a/b")`. If one test
//! creates an object with public methods, other tests can use the same calls.

use testcase::{Statement, StatementKind, TestCase, Var};
use types::access::PUBLIC;
use types::{ClassId, Type, World};

use super::collections::use_class;
use super::with_uses;

/// Maximum number of other ways to create an object that are tried.
const MAX_COPIES: usize = 6;
/// Maximum number of superclasses of a class that are counted. A damaged class can extend itself indirectly.
const MAX_SUPERCLASSES: usize = 64;
/// Maximum number of statements that create an object.
const MAX_STATEMENTS: usize = 6;

/// Ways in which tests create objects.
pub struct Creations {
    /// For each type, the statements that create such an object. The last statement returns the object.
    by_type: Vec<(Type, Vec<TestCase>)>,
}

impl Creations {
    /// Finds the ways in which the tests create objects, if they call only public methods. Ignores objects of
    /// the JDK. The objects that the last call of a test returns are ignored, too, because this call can
    /// throw an exception.
    pub fn of<'a>(world: &World, tests: impl Iterator<Item = &'a TestCase>) -> Creations {
        let mut found = Creations { by_type: Vec::new() };
        for test in tests {
            let creates = |position: &usize| is_created(world, &test.statements[*position]);
            for position in (0..test.len().saturating_sub(1)).filter(creates) {
                let creation = test.with_call(position);
                if creation.len() <= MAX_STATEMENTS && is_plain(world, &creation) {
                    found.add(&test.statements[position].ty, creation);
                }
            }
        }
        found
    }

    fn add(&mut self, ty: &Type, creation: TestCase) {
        match self.by_type.iter_mut().find(|(other, _)| other == ty) {
            Some((_, creations)) if creations.contains(&creation) => {}
            Some((_, creations)) => creations.push(creation),
            None => self.by_type.push((ty.clone(), vec![creation])),
        }
    }

    /// Returns copies of a test in which other calls create the object with the index `position`, the best
    /// copy last. The new object has the same class or a superclass. Instead of a stub, it can have a class
    /// that implements the type of the stub. A reader must know less to understand the objects of a copy.
    pub fn instead(&self, world: &World, test: &TestCase, position: usize) -> Vec<TestCase> {
        let statement = &test.statements[position];
        let is_used = test.statements[position + 1..].iter().any(|it| it.mentions(Var(position as u32)));
        if !is_used || !is_created(world, statement) && !is_stub(world, statement) {
            return Vec::new();
        }
        let fitting = self.by_type.iter().filter(|(ty, _)| fits(world, ty, statement));
        let creations = fitting.flat_map(|(_, creations)| creations);
        let copies = creations.filter_map(|creation| with_creation(world, test, position, creation));
        let cost_before = cost(world, test);
        best_last(world, copies.filter(|copy| cost(world, copy) < cost_before))
    }

    /// Returns copies of a test in which a method receives a new object instead of its own object, the best
    /// copy last. `result` and `receiver` are the same object, because a fluent method returned its receiver:
    /// `key.append("a").commonKey(key)`.
    pub fn instead_of_receiver(
        &self,
        world: &World,
        test: &TestCase,
        result: Var,
        receiver: Var,
    ) -> Vec<TestCase> {
        let calls = test.statements.iter().enumerate();
        let mut calls = calls.filter(|(_, statement)| passes_itself(statement, [result, receiver]));
        let Some((position, call)) = calls.next() else { return Vec::new() };
        let argument = if call.receiver() == Some(result) { receiver } else { result };
        let ty = &test.definition(argument).ty;
        let creations = self.by_type.iter().filter(|(other, _)| other == ty).flat_map(|(_, it)| it);
        let copies = creations.map(|creation| with_new_argument(test, position, argument, creation));
        best_last(world, copies)
    }
}

/// Returns the copies with the lowest costs, the best copy last.
fn best_last(world: &World, copies: impl Iterator<Item = TestCase>) -> Vec<TestCase> {
    let mut copies: Vec<TestCase> = copies.collect();
    copies.sort_by_key(|copy| cost(world, copy));
    copies.truncate(MAX_COPIES);
    copies.reverse();
    copies
}

/// Returns whether a call on one of two variables has the other one as an argument.
fn passes_itself(statement: &Statement, variables: [Var; 2]) -> bool {
    let [first, second] = variables;
    let passes = |receiver, argument| {
        statement.receiver() == Some(receiver) && statement.arguments().contains(&argument)
    };
    passes(first, second) || passes(second, first)
}

/// Returns the test with a new object in place of an argument of the statement with the index `position`.
fn with_new_argument(test: &TestCase, position: usize, argument: Var, creation: &TestCase) -> TestCase {
    let mut changed = test.clone();
    let new = insert(&mut changed, position, creation);
    if let StatementKind::Call { args, .. } = &mut changed.statements[position + creation.len()].kind {
        args.iter_mut().filter(|arg| **arg == argument).for_each(|arg| *arg = new);
    }
    changed
}

/// Inserts the statements that create an object. Returns the object.
fn insert(test: &mut TestCase, position: usize, creation: &TestCase) -> Var {
    let mut added = creation.statements.clone();
    added.iter_mut().for_each(|statement| statement.uses_mut(|var| var.0 += position as u32));
    test.splice(position, added);
    Var((position + creation.len() - 1) as u32)
}

/// Returns whether the statements call only public methods, and compute no text or number.
fn is_plain(world: &World, creation: &TestCase) -> bool {
    let is_value = |ty: &Type| matches!(ty, Type::Primitive(_)) || ty.class_id() == Some(world.string());
    let computes_value = |it: &Statement| it.called_method().is_some() && is_value(&it.ty);
    internal_calls(world, creation) == 0 && !creation.statements.iter().any(computes_value)
}

/// Returns whether an object of a type can be used instead of the object that a statement creates.
fn fits(world: &World, ty: &Type, statement: &Statement) -> bool {
    let (Type::Class(new, new_arguments), Type::Class(old, arguments)) = (ty, &statement.ty) else {
        return false;
    };
    let is_related =
        world.is_subclass(*old, *new) || is_stub(world, statement) && world.is_subclass(*new, *old);
    *ty == statement.ty || is_related && new_arguments.is_empty() && arguments.is_empty()
}

/// Returns the test with the object that `creation` creates in place of the object with the index `position`.
/// Returns `None` if a statement needs the class of the old object.
fn with_creation(world: &World, test: &TestCase, position: usize, creation: &TestCase) -> Option<TestCase> {
    let mut with_unused_object = test.clone();
    let new = insert(&mut with_unused_object, position, creation);
    let old = Var(new.0 + 1);
    let class = with_unused_object.definition(new).ty.class_id()?;
    if Some(class) != with_unused_object.definition(old).ty.class_id() {
        for statement in with_unused_object.statements.iter_mut().filter(|it| it.mentions(old)) {
            use_class(world, statement, old, class)?;
        }
    }
    let mut changed = with_uses(&with_unused_object, old, new)?;
    changed.remove_unused_since(&with_unused_object);
    Some(changed)
}

/// Returns how much a reader must know to understand the objects of a test, the more important number first:
///
/// - the number of calls of methods that are not public
/// - the number of stubs, and of objects that a method of another class creates
/// - the number of superclasses of the created objects
/// - the number of statements, except for literals
///
/// The classes of the JDK do not count.
fn cost(world: &World, test: &TestCase) -> (usize, usize, usize, usize) {
    let created = || test.statements.iter().filter(|it| is_created(world, it));
    let is_foreign = |statement: &&Statement| {
        let class = statement.called_method().map(|method| world.method(method).class);
        class != statement.ty.class_id()
    };
    let foreign = created().filter(is_foreign).count();
    let stubs = test.statements.iter().filter(|it| is_stub(world, it)).count();
    let superclasses = created().filter_map(|it| it.ty.class_id()).map(|class| superclasses(world, class));
    let is_literal = |it: &&Statement| matches!(it.kind, StatementKind::Literal(_));
    let literals = test.statements.iter().filter(is_literal).count();
    (internal_calls(world, test), foreign + stubs, superclasses.sum(), test.len() - literals)
}

/// Returns the number of superclasses of a class that are outside the JDK.
fn superclasses(world: &World, class: ClassId) -> usize {
    let superclass = |class: &ClassId| {
        let superclass = world.class(*class).superclass.as_ref().and_then(Type::class_id);
        superclass.filter(|class| !world.is_from_jdk(*class))
    };
    std::iter::successors(superclass(&class), superclass).take(MAX_SUPERCLASSES).count()
}

/// Returns whether a statement creates a stub of a type outside the JDK.
fn is_stub(world: &World, statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::Implement { class, .. } if !world.is_from_jdk(class))
}

/// Returns whether a statement calls a method or constructor that returns an object of a class outside the
/// JDK.
fn is_created(world: &World, statement: &Statement) -> bool {
    let class = statement.ty.class_id().filter(|&class| !world.is_from_jdk(class));
    class.is_some() && statement.called_method().is_some()
}

/// Returns the number of calls of methods and constructors that are not public.
pub fn internal_calls(world: &World, test: &TestCase) -> usize {
    let is_internal = |id| {
        let method = world.method(id);
        method.access & world.class(method.class).access & PUBLIC == 0
    };
    test.statements.iter().filter_map(Statement::called_method).filter(|&id| is_internal(id)).count()
}
