//! Creates an object in the way in which another test creates such an object.
//!
//! The search reaches many objects through methods that are not public, or through other classes: a pointer by
//! `new Pointer("a", 1, "b", 1, next)` instead of `Pointer.compile("/a/b")`. If one test creates an object with
//! public methods, other tests can use the same calls.

use testcase::{Statement, TestCase, Var};
use types::access::PUBLIC;
use types::{Type, World};

use super::with_uses;

/// Maximum number of ways to create objects of one type.
const MAX_PER_TYPE: usize = 6;
/// Maximum number of statements that create an object.
const MAX_STATEMENTS: usize = 6;

/// Ways in which tests create objects.
pub struct Creations {
    /// For each type, the statements that create such an object. The last statement returns the object. The
    /// shortest way comes first.
    by_type: Vec<(Type, Vec<TestCase>)>,
}

impl Creations {
    /// Finds the ways in which the tests create objects, if they call only public methods. Ignores objects of
    /// the JDK. The objects that the last call of a test returns are ignored, too, because this call can throw
    /// an exception.
    pub fn of<'a>(world: &World, tests: impl Iterator<Item = &'a TestCase>) -> Creations {
        let mut found = Creations { by_type: Vec::new() };
        for test in tests {
            let creates = |position: &usize| is_created(world, &test.statements[*position]);
            for position in (0..test.len().saturating_sub(1)).filter(creates) {
                let creation = test.with_call(position);
                if creation.len() <= MAX_STATEMENTS && internal_calls(world, &creation) == 0 {
                    found.add(&test.statements[position].ty, creation);
                }
            }
        }
        found.by_type.iter_mut().for_each(|(_, creations)| creations.sort_by_key(TestCase::size));
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
    /// copy last. Each copy calls fewer methods that are not public. Or it is shorter, and the class of the
    /// object creates it.
    pub fn instead(&self, world: &World, test: &TestCase, position: usize) -> Vec<TestCase> {
        let statement = &test.statements[position];
        let is_used = test.statements[position + 1..].iter().any(|it| it.mentions(Var(position as u32)));
        if !is_used || !is_created(world, statement) {
            return Vec::new();
        }
        let creations = self.by_type.iter().find(|(ty, _)| *ty == statement.ty);
        let creations = creations.into_iter().flat_map(|(_, creations)| creations);
        let copies = creations.filter_map(|creation| with_creation(test, position, creation));
        let cost = |test: &TestCase| (internal_calls(world, test), foreign_calls(world, test), test.size());
        let is_better = |changed: &TestCase| cost(changed) < cost(test);
        let mut copies: Vec<TestCase> = copies.filter(is_better).take(MAX_PER_TYPE).collect();
        copies.reverse();
        copies
    }
}

/// Returns the test with the object that `creation` creates in place of the object with the index `position`.
fn with_creation(test: &TestCase, position: usize, creation: &TestCase) -> Option<TestCase> {
    let first = position as u32;
    let mut added = creation.statements.clone();
    added.iter_mut().for_each(|statement| statement.uses_mut(|var| var.0 += first));
    let count = added.len() as u32;
    let mut with_unused_object = test.clone();
    with_unused_object.splice(position, added);
    let mut changed = with_uses(&with_unused_object, Var(first + count), Var(first + count - 1))?;
    changed.remove_unused_since(&with_unused_object);
    Some(changed)
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

/// Returns the number of objects that a method of another class creates. Ignores the classes of the JDK.
fn foreign_calls(world: &World, test: &TestCase) -> usize {
    let is_foreign = |statement: &&Statement| {
        let class = statement.called_method().map(|method| world.method(method).class);
        is_created(world, statement) && class != statement.ty.class_id()
    };
    test.statements.iter().filter(is_foreign).count()
}
