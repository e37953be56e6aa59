//! The sample class, for code that inspects other classes.

use generation::GenerationContext;
use testcase::{Literal, StatementKind, TestCase};
use types::{ClassPath, Jdk, Type, World};

use crate::setup::{classes, store, tests_of};

const TESTS: u64 = 200;

/// Returns the types of the fixture, of its sample class and of the JDK.
fn world() -> World {
    let class_path = ClassPath::open(&[classes()]).unwrap();
    let sample = sample::class_files("shop/StoreTest").unwrap();
    World::new(class_path.with_classes(sample), Jdk::find(None).unwrap())
}

/// Returns the context of the class `Store` with the sample class.
fn context(world: &World) -> GenerationContext<'_> {
    let mut context = store(world);
    context.cluster.sample = world.class_named("shop.StoreTest$Person");
    assert!(context.cluster.sample.is_some());
    context
}

#[test]
fn many_arguments_of_the_type_object_are_persons_with_a_name_and_an_age() {
    let world = world();
    let context = context(&world);
    let is_person = |test: &&TestCase| {
        let constructed = test.statements.iter().find_map(|statement| match &statement.kind {
            StatementKind::Construct { args, .. } if statement.ty.class_id() == context.cluster.sample => {
                Some(args)
            }
            _ => None,
        });
        constructed.is_some_and(|args| {
            let literal = |var| &test.definition(var).kind;
            let name: Vec<u16> = "Anna".encode_utf16().collect();
            matches!(literal(args[0]), StatementKind::Literal(Literal::String(text)) if **text == *name)
                && matches!(literal(args[1]), StatementKind::Literal(Literal::Int(42)))
        })
    };
    let tests = tests_of(&context, "any", TESTS);
    let persons = tests.iter().filter(is_person).count();
    assert!(persons * 5 > tests.len() && persons < tests.len(), "{persons} of {}", tests.len());
}

#[test]
fn many_class_literals_name_the_sample_class() {
    let world = world();
    let context = context(&world);
    let names_sample = |test: &&TestCase| {
        test.statements.iter().any(|statement| match &statement.kind {
            StatementKind::Literal(Literal::Class(Type::Class(class, _))) => {
                Some(*class) == context.cluster.sample
            }
            _ => false,
        })
    };
    let tests = tests_of(&context, "make", TESTS);
    let samples = tests.iter().filter(names_sample).count();
    assert!(samples * 5 > tests.len() && samples < tests.len(), "{samples} of {}", tests.len());
}
