//! Stubs: objects of classes that the test implements.

use std::collections::BTreeSet;

use generation::random::single_call;
use generation::{ClusterCall, GenerationContext, mutate, validity};
use testcase::{Behaviour, ImplementedMethod, StatementKind, TestCase, Var};
use types::World;

use crate::setup::{context_for, random_tests, seeded, shop, store, world};

/// Returns the methods that the stubs of a test implement.
fn implemented_methods(test: &TestCase) -> impl Iterator<Item = &ImplementedMethod> {
    test.statements.iter().flat_map(|statement| match &statement.kind {
        StatementKind::Implement { methods, .. } => &methods[..],
        _ => &[],
    })
}

/// Returns the number of stubs in random tests. Counts only stubs of classes whose name ends with `name`.
fn count_stubs(world: &World, context: &GenerationContext, name: &str) -> usize {
    let is_wanted_stub = |kind: &StatementKind| matches!(kind, StatementKind::Implement { class, .. } if world.name(*class).ends_with(name));
    let tests = random_tests(context, 2000);
    tests.iter().map(|test| test.statements.iter().filter(|it| is_wanted_stub(&it.kind)).count()).sum()
}

#[test]
fn interfaces_and_abstract_classes_are_stubbed_unless_stubs_are_turned_off() {
    let world = world();
    let mut context = shop(&world);
    for name in ["$Greeter", "$Scale", "$Node", "$Shelf", "Comparator", "Runnable", ".Till"] {
        assert!(count_stubs(&world, &context, name) > 0, "{name}");
    }
    context.cluster.options.stubs = false;
    assert_eq!(count_stubs(&world, &context, ""), 0);
}

#[test]
fn annotations_are_stubbed() {
    let world = world();
    let context = store(&world);
    let test = random_tests(&context, 2000).into_iter().find(|test| {
        implemented_methods(test).any(|implemented| &*world.method(implemented.method).name == "level")
    });
    let test = test.expect("a test passes a Marker");
    let names: BTreeSet<&str> =
        implemented_methods(&test).map(|implemented| &*world.method(implemented.method).name).collect();
    assert!(["annotationType", "level", "value"].iter().all(|name| names.contains(name)), "{names:?}");
}

#[test]
fn a_stub_that_orders_objects_regards_all_objects_as_equal() {
    let world = world();
    let context = shop(&world);
    let mut orders = 0;
    for (seed, mut test) in random_tests(&context, 2000).into_iter().enumerate() {
        let length = test.len();
        mutate(&mut test, length, &context, &mut seeded(seed as u64));
        for implemented in implemented_methods(&test) {
            if matches!(&*world.method(implemented.method).name, "compare" | "compareTo") {
                orders += 1;
                assert_eq!(implemented.behaviour, Behaviour::Return(Vec::new()));
            }
        }
    }
    assert!(orders > 0);
}

#[test]
fn a_jdk_class_with_a_protected_constructor_and_a_factory_is_not_stubbed() {
    let world = world();
    let context = store(&world);
    let is_logger =
        |call: &&ClusterCall| matches!(call, ClusterCall::Method(id) if &*world.method(*id).name == "logger");
    let call = *context.cluster.calls.iter().find(is_logger).unwrap();
    let tests = (0..1000).filter_map(|seed| single_call(&context, call, &mut seeded(seed)));
    let tests_with_stub = tests.filter(|test| {
        test.statements.iter().any(|it| matches!(it.kind, StatementKind::Implement { class, .. } if &**world.name(class) == "java.util.logging.Logger"))
    });
    assert_eq!(tests_with_stub.count(), 0);
}

#[test]
fn reason_against_stub_states_why_a_test_cannot_implement_a_class() {
    let world = world();
    let context = shop(&world);
    let check = |name: &str, expected: Option<&str>| {
        let class = world.class_named(name).unwrap();
        let reason = context.cluster.reason_against_stub(class);
        assert_eq!(reason.is_some(), expected.is_some(), "{name}: {reason:?}");
        assert!(reason.unwrap_or_default().contains(expected.unwrap_or_default()), "{name}");
    };
    check("shop.Shop$Scale", None);
    check("shop.Shop$Greeter", None);
    check("java.util.Map", None);
    check("java.util.List", Some("its abstract method toArray is generic"));
    check("java.sql.Connection", None);
    check("java.util.ResourceBundle$Control", None);
    check("shop.Shop$Generic", None);
    check("shop.Shop$Picker", Some("its abstract method pick is generic"));
    check("shop.Shop$Spoken", Some("its abstract method take has types that the test cannot name"));
    check("shop.Shop$Box", Some("neither an interface nor an abstract class"));
    check("java.lang.Override", None);
    check("java.lang.AbstractStringBuilder", Some("not accessible"));
    check("java.lang.constant.ConstantDesc", Some("sealed"));
    check("java.nio.Buffer", Some("no constructor"));
}

#[test]
fn methods_of_stubs_return_values_return_arguments_and_throw() {
    let world = world();
    let tests = random_tests(&shop(&world), 3000);
    let behaviours = || tests.iter().flat_map(implemented_methods);
    let has_behaviour =
        |is_wanted: &dyn Fn(&Behaviour) -> bool| behaviours().any(|method| is_wanted(&method.behaviour));
    assert!(has_behaviour(&|it| matches!(it, Behaviour::Return(values) if values.is_empty())));
    assert!(has_behaviour(&|it| matches!(it, Behaviour::Return(values) if values.len() == 1)));
    assert!(has_behaviour(&|it| matches!(it, Behaviour::Return(values) if values.len() > 1)));
    assert!(has_behaviour(&|it| matches!(it, Behaviour::Argument(_))));
    assert!(has_behaviour(&|it| matches!(it, Behaviour::Throw(_))));
}

#[test]
fn a_generic_method_of_a_stub_returns_null_or_an_argument() {
    let world = world();
    let context = context_for(&world, world.class_named("shop.Picker").unwrap(), &[]);
    let tests = random_tests(&context, 3000);
    let is_generic = |method: &&ImplementedMethod| &*world.method(method.method).name == "pick";
    let behaviours: BTreeSet<String> = tests
        .iter()
        .flat_map(implemented_methods)
        .filter(is_generic)
        .map(|method| format!("{:?}", method.behaviour).split('(').next().unwrap().to_owned())
        .collect();
    assert_eq!(behaviours.into_iter().collect::<Vec<_>>(), ["Argument", "Return", "Throw"]);
    let returns_values =
        |it: &ImplementedMethod| matches!(&it.behaviour, Behaviour::Return(values) if !values.is_empty());
    assert!(!tests.iter().flat_map(implemented_methods).filter(is_generic).any(returns_values));
}

/// Returns a test that passes a stub of `Greeter` to a method, and the index of the statement that creates
/// the stub.
fn test_with_greeter_stub(context: &GenerationContext) -> (TestCase, usize) {
    let world = context.cluster.world;
    let is_greet =
        |call: &&ClusterCall| matches!(call, ClusterCall::Method(id) if &*world.method(*id).name == "greet");
    let call = *context.cluster.calls.iter().find(is_greet).unwrap();
    let is_greeter = |kind: &StatementKind| {
        matches!(kind, StatementKind::Implement { class, methods, .. }
            if world.name(*class).ends_with("$Greeter") && methods[0].behaviour.values().len() == 1)
    };
    let candidate = |seed| {
        let test = single_call(context, call, &mut seeded(seed))?;
        let at = test.statements.iter().position(|it| is_greeter(&it.kind))?;
        Some((test, at))
    };
    (0..100).find_map(candidate).expect("some stub of Greeter returns a value")
}

#[test]
fn a_mutation_changes_the_behaviour_of_a_stub() {
    let world = world();
    let mut context = shop(&world);
    let (parent, at) = test_with_greeter_stub(&context);
    context.cluster.calls.clear();
    let kind = &parent.statements[at].kind;
    let mut rng = seeded(1);
    let mut mutated = || {
        let mut mutated = parent.clone();
        mutate(&mut mutated, parent.len(), &context, &mut rng);
        validity::check(&context.cluster, &mutated).unwrap();
        mutated
    };
    let mutated_tests: Vec<TestCase> = (0..1000).map(|_| mutated()).collect();
    let behaviours = mutated_tests.iter().flat_map(|it| &it.statements).filter_map(|it| match &it.kind {
        StatementKind::Implement { methods, .. } if it.kind != *kind => methods.first(),
        _ => None,
    });
    let behaviours: Vec<&Behaviour> = behaviours.map(|it| &it.behaviour).collect();
    assert!(behaviours.iter().any(|it| matches!(it, Behaviour::Return(values) if values.len() > 1)));
    assert!(behaviours.iter().any(|it| matches!(it, Behaviour::Argument(0))));
    assert!(behaviours.iter().any(|it| matches!(it, Behaviour::Throw(_))));
}

#[test]
fn a_stub_method_whose_value_is_removed_returns_the_default_value() {
    let world = world();
    let (mut test, at) = test_with_greeter_stub(&shop(&world));
    let StatementKind::Implement { methods, .. } = &test.statements[at].kind else { unreachable!() };
    let Var(value) = methods[0].behaviour.values()[0];
    test.retain(|index| index != value as usize);
    let behaviour = implemented_methods(&test).map(|it| &it.behaviour).next();
    assert_eq!(behaviour, Some(&Behaviour::Return(Vec::new())));
}
