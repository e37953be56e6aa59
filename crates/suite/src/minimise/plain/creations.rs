//! Creates an object in the way in which another test creates such an object.
//!
//! The search creates many objects with methods that are not public, or with other classes. For example, it
//! calls `new Pointer("a", 1, "b", 1, next)`, although users call `Pointer.compile("/a/b")`. If one test
//! creates an object with public methods, other tests can use the same calls.

use testcase::{Literal, Statement, StatementKind, TestCase, Var};
use types::access::PUBLIC;
use types::{ClassId, MethodId, Type, World};

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
    /// For each type, the ways to create such an object.
    by_type: Vec<(Type, Vec<Creation>)>,
}

/// A way to create an object.
struct Creation {
    /// The statements that create the object. The last statement returns it.
    statements: TestCase,
    /// How many tests create an object in this way.
    tests: usize,
}

impl Creations {
    /// Finds the ways in which the tests create objects, if they call only public methods. Ignores objects of
    /// the JDK. The objects that the last call of a test returns are ignored, too, because this call can
    /// throw an exception.
    pub fn of<'a>(world: &World, tests: impl Iterator<Item = &'a TestCase>) -> Creations {
        let mut found = Creations { by_type: Vec::new() };
        for test in tests {
            let creates = |position: &usize| is_created(world, &test.statements[*position]);
            let mut own: Vec<TestCase> = Vec::new();
            for position in (0..test.len().saturating_sub(1)).filter(creates) {
                let creation = test.with_call(position);
                let is_usable = creation.len() <= MAX_STATEMENTS && is_plain(world, &creation);
                if is_usable && !own.contains(&creation) {
                    found.add(&test.statements[position].ty, &creation);
                    own.push(creation);
                }
            }
        }
        found
    }

    /// Counts a test that creates an object with these statements.
    fn add(&mut self, ty: &Type, statements: &TestCase) {
        let index = self.by_type.iter().position(|(other, _)| other == ty).unwrap_or_else(|| {
            self.by_type.push((ty.clone(), Vec::new()));
            self.by_type.len() - 1
        });
        let creations = &mut self.by_type[index].1;
        match creations.iter_mut().find(|creation| creation.statements == *statements) {
            Some(known) => known.tests += 1,
            None => creations.push(Creation { statements: statements.clone(), tests: 1 }),
        }
    }

    /// Returns copies of a test in which other calls create the object with the index `position`, the best
    /// copy last. The new object has the same class or a superclass. Instead of a stub, it can have a class
    /// that implements the type of the stub. A reader must know less to understand the objects of a copy.
    ///
    /// An object from the result of a method of the class under test is not replaced, because it shows what
    /// the method did.
    pub fn instead(
        &self,
        world: &World,
        class_under_test: ClassId,
        test: &TestCase,
        position: usize,
    ) -> Vec<TestCase> {
        if is_part_of_result(world, class_under_test, test, position) {
            return Vec::new();
        }
        let statement = &test.statements[position];
        let is_used = test.statements[position + 1..].iter().any(|it| it.mentions(Var(position as u32)));
        if !is_used || !is_created(world, statement) && !is_stub(world, statement) {
            return Vec::new();
        }
        let fitting = self.by_type.iter().filter(|(ty, _)| fits(world, ty, statement));
        let cost_before = cost(world, test);
        let plainer = fitting
            .flat_map(|(_, creations)| creations)
            .filter_map(|creation| with_creation(world, test, position, &creation.statements))
            .filter(|copy| cost(world, copy) < cost_before);
        best_last(world, plainer)
    }

    /// Returns a copy of a test in which the object with the index `position` is created as in most tests.
    /// Returns `None` in these cases:
    ///
    /// - No statement uses the object, or the object is from the result of a method of the class under test.
    /// - The test creates several objects of the type. They would become equal.
    /// - The usual way needs further classes, methods that are not public, or fewer values apart from null.
    /// - The copy contains more equal values, or its objects are together not more usual.
    pub fn as_usual(
        &self,
        world: &World,
        class_under_test: ClassId,
        test: &TestCase,
        position: usize,
    ) -> Option<TestCase> {
        let ty = &test.statements[position].ty;
        let usual = self.usual(ty)?;
        let is_alone = test.statements.iter().filter(|it| it.ty == *ty && is_created(world, it)).count() == 1;
        let is_used = test.statements.iter().any(|it| it.mentions(Var(position as u32)));
        let is_part = is_part_of_result(world, class_under_test, test, position);
        if !is_alone || !is_used || is_part || values(usual) < values(&test.with_call(position)) {
            return None;
        }
        let copy = with_creation(world, test, position, usual)?;
        let is_more_usual = self.usualness(world, &copy) > self.usualness(world, test);
        let is_as_distinct = repeated_values(&copy) <= repeated_values(test);
        let is_as_plain = classes_cost(world, &copy) <= classes_cost(world, test);
        (is_more_usual && is_as_distinct && is_as_plain).then_some(copy)
    }

    /// Returns how many tests create the objects of a test in the same way, added up for all objects.
    fn usualness(&self, world: &World, test: &TestCase) -> usize {
        let created = (0..test.len()).filter(|&position| is_created(world, &test.statements[position]));
        let tests = |position: usize| {
            let statements = test.with_call(position);
            let mut creations = self.of_type(&test.statements[position].ty).iter();
            creations.find(|it| it.statements == statements).map(|it| it.tests)
        };
        created.filter_map(tests).sum()
    }

    /// Returns the statements with which most tests create an object of a type.
    pub(super) fn usual(&self, ty: &Type) -> Option<&TestCase> {
        self.of_type(ty).iter().rev().max_by_key(|it| it.tests).map(|it| &it.statements)
    }

    /// Returns the ways to create an object of a type.
    fn of_type(&self, ty: &Type) -> &[Creation] {
        self.by_type.iter().find(|(other, _)| other == ty).map_or(&[], |(_, creations)| creations)
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
        let creations = self.of_type(ty).iter();
        let copies =
            creations.map(|creation| with_new_argument(test, position, argument, &creation.statements));
        best_last(world, copies)
    }
}

/// Returns whether a statement gets its object from the result of a method of a class, possibly through other
/// objects.
fn is_part_of_result(world: &World, class: ClassId, test: &TestCase, position: usize) -> bool {
    let receiver = |var: &Var| test.definition(*var).receiver();
    let mut owners = std::iter::successors(receiver(&Var(position as u32)), receiver);
    owners.any(|owner| {
        let called = test.definition(owner).called_method().map(|method| world.method(method));
        called.is_some_and(|method| method.class == class && &*method.name != "<init>")
    })
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
pub(super) fn insert(test: &mut TestCase, position: usize, creation: &TestCase) -> Var {
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
/// the numbers of [`classes_cost`], and the number of statements, except for literals.
fn cost(world: &World, test: &TestCase) -> ([usize; 3], usize) {
    let is_literal = |it: &&Statement| matches!(it.kind, StatementKind::Literal(_));
    let literals = test.statements.iter().filter(is_literal).count();
    (classes_cost(world, test), test.len() - literals)
}

/// Returns how much a reader must know about the classes of a test, the more important number first:
///
/// - the number of calls of methods that are not public
/// - the number of stubs, and of objects that a method of another class creates
/// - the number of superclasses of the created objects
///
/// The classes of the JDK do not count.
fn classes_cost(world: &World, test: &TestCase) -> [usize; 3] {
    let created = || test.statements.iter().filter(|it| is_created(world, it));
    let is_foreign = |statement: &&Statement| {
        let created = statement.ty.class_id();
        !statement.called_method().zip(created).is_some_and(|(method, class)| creates(world, method, class))
    };
    let foreign = created().filter(is_foreign).count();
    let stubs = test.statements.iter().filter(|it| is_stub(world, it)).count();
    let superclasses = created().filter_map(|it| it.ty.class_id()).map(|class| superclasses(world, class));
    [internal_calls(world, test), foreign + stubs, superclasses.sum()]
}

/// Returns the number of literals of a test, except for null.
fn values(test: &TestCase) -> usize {
    literals(test).count()
}

/// Returns the number of literals of a test that equal an earlier literal.
fn repeated_values(test: &TestCase) -> usize {
    let literals: Vec<&Literal> = literals(test).collect();
    (1..literals.len()).filter(|&index| literals[..index].contains(&literals[index])).count()
}

/// Returns the literals of a test, except for null.
fn literals(test: &TestCase) -> impl Iterator<Item = &Literal> {
    test.statements.iter().filter_map(|statement| match &statement.kind {
        StatementKind::Literal(literal) if *literal != Literal::Null => Some(literal),
        _ => None,
    })
}

/// Returns whether a method belongs to a class, to one of its nested classes, or to a class such as
/// `FooBuilder` for the class `Foo`.
fn creates(world: &World, method: MethodId, class: ClassId) -> bool {
    let creator = world.class(world.method(method).class);
    let created = world.class(class);
    creator.id == class
        || creator.outer == Some(class)
        || creator.simple_name.starts_with(&*created.simple_name)
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

/// Returns the number of calls of methods and constructors that are not public, and of writes to such fields.
pub fn internal_calls(world: &World, test: &TestCase) -> usize {
    test.statements.iter().filter(|statement| is_internal(world, statement)).count()
}

/// Returns whether a statement calls a method or constructor that is not public, or writes to such a field.
pub fn is_internal(world: &World, statement: &Statement) -> bool {
    let (class, access) = match statement.kind {
        StatementKind::WriteField { field, .. } => {
            let field = world.field(field);
            (field.class, field.access)
        }
        _ => {
            let Some(method) = statement.called_method().map(|id| world.method(id)) else { return false };
            (method.class, method.access)
        }
    };
    access & world.class(class).access & PUBLIC == 0
}
