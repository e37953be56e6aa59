//! Replacements of objects by objects that are created as in other tests.

use suite::minimise::plain::{Creations, with_direct_call};
use testcase::{TestCase, Var};

use types::{ClassId, World};

use crate::build::TestBuilder;
use crate::setup::world;

/// Returns a test that creates a turnstile and calls its method `passed`.
fn passed_test(world: &World, create: &dyn Fn(&mut TestBuilder) -> Var) -> TestCase {
    let mut builder = TestBuilder::new(world, "lib");
    let turnstile = create(&mut builder);
    builder.call(Some(turnstile), "lib.Turnstile", "passed", "()I", &[]);
    builder.test("").case
}

/// Returns the class under test.
fn turnstile_class(world: &World) -> ClassId {
    world.class_named("lib.Turnstile").expect("the fixture has this class")
}

#[test]
fn an_object_is_created_as_in_another_test_if_fewer_methods_that_are_not_public_are_called() {
    let world = world();
    let test = |factory: &str, arguments: &[i32]| {
        let mut builder = TestBuilder::new(&world, "lib");
        let args: Vec<Var> = arguments.iter().map(|&number| builder.int(number)).collect();
        let descriptor = format!("({})Llib/Turnstile;", "I".repeat(args.len()));
        let turnstile = builder.call(None, "lib.Turnstile", factory, &descriptor, &args);
        builder.call_named(turnstile, "passed", &[]);
        builder.test("").case
    };
    let (internal, public) = (test("opened", &[3]), test("create", &[3, 5]));
    let tests = [internal.clone(), public.clone()];
    let creations = Creations::of(&world, tests.iter());
    assert_eq!(
        creations.instead(&world, turnstile_class(&world), &internal, 1),
        std::slice::from_ref(&public)
    );
    assert_eq!(
        creations.instead(&world, turnstile_class(&world), &public, 2),
        [],
        "the other creation is not public"
    );
    assert_eq!(
        creations.instead(&world, turnstile_class(&world), &internal, 2),
        [],
        "the last call is not replaced"
    );
    let with_shorter = Creations::of(&world, [&public, &test("create", &[])].into_iter());
    assert_eq!(
        with_shorter.instead(&world, turnstile_class(&world), &public, 2),
        [],
        "it only has fewer literals"
    );
}

#[test]
fn a_method_receives_a_new_object_instead_of_its_own_object_with_another_name() {
    let world = world();
    let list = |builder: &mut TestBuilder, text: &str| {
        let text = builder.string(text);
        builder.construct("lib.Scanner", "(Ljava/lang/String;)V", &[text])
    };
    let test = |has_other: bool| {
        let mut builder = TestBuilder::new(&world, "lib");
        let scanner = list(&mut builder, "apple");
        let result = builder.call(Some(scanner), "lib.Scanner", "skip", "()Llib/Scanner;", &[]);
        let other = if has_other { list(&mut builder, "pear") } else { result };
        builder.call(Some(scanner), "lib.Scanner", "isBefore", "(Llib/Scanner;)Z", &[other]);
        builder.test("").case
    };
    let (with_itself, with_other) = (test(false), test(true));
    let creations = Creations::of(&world, [&with_other].into_iter());
    let copies = creations.instead_of_receiver(&world, &with_itself, Var(2), Var(1));
    assert!(copies.contains(&with_other), "{copies:?}");
    assert_eq!(creations.instead_of_receiver(&world, &with_other, Var(2), Var(1)), []);
}

#[test]
fn an_object_of_a_superclass_is_created_instead_of_a_stub_or_an_object_of_a_subclass() {
    let world = world();
    let test = |create: &dyn Fn(&mut TestBuilder) -> Var| passed_test(&world, create);
    let turnstile = test(&|builder| builder.construct("lib.Turnstile", "()V", &[]));
    let gate = test(&|builder| builder.construct("lib.Gate", "()V", &[]));
    let stub = test(&|builder| builder.implement("lib.Turnstile", &[], &[], &[]));
    let creations = Creations::of(&world, [&turnstile, &gate, &stub].into_iter());
    for other in [gate, stub] {
        assert_eq!(creations.instead(&world, turnstile_class(&world), &other, 0).last(), Some(&turnstile));
    }
    assert_eq!(creations.instead(&world, turnstile_class(&world), &turnstile, 0), []);
}

#[test]
fn an_object_is_created_as_in_most_tests() {
    let world = world();
    let test = |create: &dyn Fn(&mut TestBuilder) -> Var, call: &str| {
        let mut builder = TestBuilder::new(&world, "lib");
        let scanner = create(&mut builder);
        builder.call_named(scanner, call, &[]);
        builder.test("").case
    };
    let of_text = |text: &'static str| {
        move |builder: &mut TestBuilder| {
            let text = builder.string(text);
            builder.construct("lib.Scanner", "(Ljava/lang/String;)V", &[text])
        }
    };
    let usual = [test(&of_text("apple"), "next"), test(&of_text("apple"), "skip")];
    let other = test(&of_text("pear"), "next");
    let shorter = test(&|builder| builder.construct("lib.Scanner", "()V", &[]), "next");
    let creations = Creations::of(&world, usual.iter().chain([&other, &shorter]));
    let as_usual =
        |test: &TestCase, position| creations.as_usual(&world, turnstile_class(&world), test, position);
    assert_eq!(as_usual(&other, 1).as_ref(), Some(&usual[0]));
    assert_eq!(as_usual(&shorter, 0).as_ref(), Some(&usual[0]));
    assert_eq!(as_usual(&usual[0], 1), None);
}

#[test]
fn an_object_remains_if_the_objects_that_are_created_from_it_would_be_less_usual() {
    let world = world();
    let test = |is_factory: bool, is_built: bool| {
        let mut builder = TestBuilder::new(&world, "lib");
        let class = "lib.TurnstileBuilder";
        let turnstiles = match is_factory {
            true => builder.call(None, class, "create", "()Llib/TurnstileBuilder;", &[]),
            false => builder.construct(class, "()V", &[]),
        };
        let built = builder.call_named(turnstiles, "build", &[]);
        if is_built {
            builder.call(Some(built), "lib.Turnstile", "passed", "()I", &[]);
        }
        builder.test("").case
    };
    let scanner = world.class_named("lib.Scanner").expect("the fixture has this class");
    let built = test(false, true);
    let with_factories = |number: usize| {
        let mut tests = vec![built.clone(); 3];
        tests.extend(vec![test(true, false); number]);
        Creations::of(&world, tests.iter()).as_usual(&world, scanner, &built, 0)
    };
    assert_eq!(with_factories(5), None);
    assert_eq!(with_factories(7), Some(test(true, true)));
}

#[test]
fn a_builder_creates_an_object_as_plainly_as_a_method_of_its_class() {
    let world = world();
    let test = |create: &dyn Fn(&mut TestBuilder) -> Var| passed_test(&world, create);
    let built = test(&|builder| {
        let turnstiles = builder.construct("lib.TurnstileBuilder", "()V", &[]);
        builder.call_named(turnstiles, "build", &[])
    });
    let built_by_subclass = test(&|builder| builder.construct("lib.Gate", "()V", &[]));
    let creations = Creations::of(&world, [&built, &built_by_subclass].into_iter());
    assert_eq!(creations.instead(&world, turnstile_class(&world), &built_by_subclass, 0), [built]);
}

#[test]
fn a_method_of_the_class_under_test_is_called_instead_of_a_method_that_passes_its_arguments_on() {
    let world = world();
    let scanner = world.class_named("lib.Scanner").expect("the fixture has this class");
    let test = |class: &str, calls: &[&str]| {
        let mut builder = TestBuilder::new(&world, "lib");
        let receiver = builder.construct(class, "()V", &[]);
        let width = builder.int(3);
        let mut result = builder.call_named(receiver, "take", &[width]);
        for call in calls {
            result = builder.call_named(result, call, &[]);
        }
        builder.test("").case.with_late_creations()
    };
    let direct = test("lib.Scanner", &["isEmpty"]);
    let creations = Creations::of(&world, [&direct].into_iter());
    let copies = |test: &TestCase| -> Vec<TestCase> {
        let copies = with_direct_call(&world, &creations, scanner, test, 2);
        copies.iter().map(TestCase::with_late_creations).collect()
    };
    let short = test("lib.Scanner", &[]);
    assert_eq!(copies(&test("lib.ScannerPool", &["token", "isEmpty"])), [short.clone(), direct.clone()]);
    assert_eq!(copies(&test("lib.ScannerPool", &["size"])), [short]);
    assert_eq!(copies(&direct), []);
    let none = Creations::of(&world, std::iter::empty());
    assert_eq!(with_direct_call(&world, &none, scanner, &test("lib.ScannerPool", &["size"]), 2), []);
}

#[test]
fn a_direct_call_has_a_receiver_with_the_arguments_of_the_other_receiver() {
    let world = world();
    let scanner = world.class_named("lib.Scanner").expect("the fixture has this class");
    let test = |class: &str| {
        let mut builder = TestBuilder::new(&world, "lib");
        let text = builder.string("apple");
        let receiver = builder.construct(class, "(Ljava/lang/String;)V", &[text]);
        let width = builder.int(3);
        builder.call_named(receiver, "take", &[width]);
        builder.test("").case.with_late_creations()
    };
    let creations = Creations::of(&world, std::iter::empty());
    let copies = with_direct_call(&world, &creations, scanner, &test("lib.ScannerPool"), 3);
    let copies: Vec<TestCase> = copies.iter().map(TestCase::with_late_creations).collect();
    assert_eq!(copies, [test("lib.Scanner")]);
}

#[test]
fn an_object_in_the_result_of_the_class_under_test_is_not_replaced() {
    let world = world();
    let mut builder = TestBuilder::new(&world, "lib");
    let mut scanner = builder.construct("lib.Scanner", "()V", &[]);
    for _ in 0..2 {
        scanner = builder.call(Some(scanner), "lib.Scanner", "skip", "()Llib/Scanner;", &[]);
    }
    builder.call_named(scanner, "next", &[]);
    let test = builder.test("").case;
    let creations = Creations::of(&world, [&test].into_iter());
    let class = world.class_named("lib.Scanner").expect("the fixture has this class");
    assert_eq!(creations.instead(&world, class, &test, 2), []);
    assert!(!creations.instead(&world, turnstile_class(&world), &test, 2).is_empty());
}
