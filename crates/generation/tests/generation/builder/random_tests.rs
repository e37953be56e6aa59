//! Random tests.

use std::collections::BTreeSet;

use generation::random::{random_test, single_call};
use generation::{ClusterCall, validity};
use testcase::{Literal, StatementKind};
use types::{MethodId, Type, World};

use crate::setup::{called_methods, context_for, random_tests, seeded, shop, tests_of, world};

#[test]
fn a_test_with_a_single_call_ends_with_this_call() {
    let world = world();
    let context = shop(&world);
    for &call in &context.cluster.calls {
        let test =
            single_call(&context, call, &mut seeded(1)).expect("all calls of the fixture can be built");
        validity::check(&context.cluster, &test).unwrap();
        let last = match &test.statements[test.len() - 1].kind {
            StatementKind::Call { method: id, .. }
            | StatementKind::Construct { constructor: id, .. }
            | StatementKind::Implement { constructor: Some(id), .. } => ClusterCall::Method(*id),
            StatementKind::WriteField { field, .. } => ClusterCall::WriteField(*field),
            other => panic!("{other:?}"),
        };
        assert_eq!(last, call);
    }
}

#[test]
fn random_tests_have_all_lengths_up_to_the_maximum() {
    let world = world();
    let mut context = shop(&world);
    context.cluster.max_length = 50;
    let tests = random_tests(&context, 1000);
    let share = |from, to| tests.iter().filter(|it| (from..=to).contains(&it.len())).count() as f64 / 1000.0;
    for (from, to) in [(1, 10), (11, 20), (21, 30), (31, 50)] {
        assert!(share(from, to) > 0.1, "{from} to {to}: {}", share(from, to));
    }
    assert_eq!(share(51, usize::MAX), 0.0, "every call of the fixture needs at most 50 statements");
}

/// Returns the share of useful calls among the calls of the class under test in random tests. `useful`
/// contains the indexes of the calls that random choice should prefer.
fn share_of_useful_calls(world: &World, useful: Vec<usize>) -> f64 {
    let mut context = shop(world);
    context.experience.useful_calls = useful;
    let useful =
        context.experience.useful_calls.iter().map(|&at| context.cluster.calls[at]).collect::<Vec<_>>();
    let mut rng = seeded(1);
    let (mut useful_count, mut count) = (0, 0);
    for _ in 0..500 {
        for method in called_methods(&random_test(&context, &mut rng)) {
            count += usize::from(context.cluster.calls.contains(&ClusterCall::Method(method)));
            useful_count += usize::from(useful.contains(&ClusterCall::Method(method)));
        }
    }
    f64::from(useful_count as u32) / f64::from(count as u32)
}

#[test]
fn random_tests_prefer_the_calls_that_can_still_cover_a_goal() {
    let world = world();
    let main = shop(&world)
        .cluster
        .calls
        .iter()
        .position(|call| matches!(call, ClusterCall::Method(id) if &*world.method(*id).name == "main"));
    let main = main.expect("the fixture has the method");
    assert!(share_of_useful_calls(&world, vec![main]) > 0.4);
    let call_count = shop(&world).cluster.calls.len();
    assert!(share_of_useful_calls(&world, (0..call_count).filter(|&it| it != main).collect()) > 0.9);
}

#[test]
fn methods_that_wait_for_other_threads_are_not_called() {
    let world = world();
    let waits = |id: &MethodId| {
        let exceptions = world.method(*id).exceptions.iter().filter_map(|ty| ty.class_id());
        exceptions.into_iter().any(|id| &**world.name(id) == "java.lang.InterruptedException")
    };
    let tests = random_tests(&shop(&world), 3000);
    let called: BTreeSet<MethodId> = tests.iter().flat_map(called_methods).collect();
    let owners: BTreeSet<&str> = called.iter().map(|&id| &**world.name(world.method(id).class)).collect();
    assert!(owners.iter().any(|it| it.starts_with("java.util.concurrent.")), "{owners:?}");
    let waiting: Vec<_> = called.iter().filter(|id| waits(id)).map(|&id| &world.method(id).name).collect();
    assert_eq!(waiting, Vec::<&std::sync::Arc<str>>::new());
}

#[test]
fn a_class_whose_producers_need_its_own_objects_is_instantiable_only_by_stubs() {
    let world = world();
    let check = |name: &str, is_instantiable_without_stubs: bool| {
        let class = world.class_named(&format!("shop.Shop${name}")).unwrap();
        for stubs in [false, true] {
            let mut context = context_for(&world, class, &[]);
            context.cluster.options.stubs = stubs;
            assert_eq!(
                context.cluster.is_subject_instantiable(),
                stubs || is_instantiable_without_stubs,
                "{name}"
            );
        }
    };
    check("Node", false);
    check("Left", false);
    check("Right", false);
    check("Stem", true);
    check("Twig", true);
    check("Till", true);
}

#[test]
fn an_argument_of_an_uninstantiable_class_is_null() {
    let world = world();
    let mut context = shop(&world);
    context.cluster.options.stubs = false;
    for test in ["follow", "audit", "cheer"].iter().flat_map(|name| tests_of(&context, name, 50)) {
        let StatementKind::Call { args, .. } = &test.statements.last().unwrap().kind else {
            panic!("the last statement is not a call")
        };
        let first = &test.definition(args[0]).kind;
        assert!(matches!(first, StatementKind::Literal(Literal::Null)), "{test:?}");
    }
}

#[test]
fn classes_in_the_constant_pools_that_the_test_cannot_name_are_not_used() {
    let world = world();
    let mut context = shop(&world);
    let ledger = Type::class(world.class_named("shop.Shop$Ledger").unwrap());
    context.experience.pools.classes = vec![ledger.clone(), Type::Array(ledger.into())];
    for test in tests_of(&context, "any", 50) {
        validity::check(&context.cluster, &test).unwrap();
    }
}
