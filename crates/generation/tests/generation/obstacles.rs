//! What no test can make, and why.

use generation::{ClusterCall, GenerationContext};

use crate::setup::{shop, store, world};

/// Each obstacle of a context: its class, then the methods that need one.
fn obstacles(context: &GenerationContext) -> Vec<(String, String, Vec<String>)> {
    let world = context.cluster.world;
    let name = |&position: &usize| match context.cluster.calls[position] {
        ClusterCall::Method(id) => world.method(id).name.to_string(),
        ClusterCall::WriteField(id) => world.field(id).name.to_string(),
    };
    let describe = |obstacle: generation::cluster::UninstantiableClass| {
        let calls = obstacle.calls.iter().map(name).collect();
        (world.name(obstacle.class).to_string(), obstacle.reason, calls)
    };
    context.cluster.uninstantiable_classes().into_iter().map(describe).collect()
}

#[test]
fn a_class_that_the_test_cannot_name_is_an_obstacle_to_the_calls_that_take_one() {
    let found = obstacles(&shop(&world()));
    let (_, reason, calls) = found.iter().find(|it| it.0 == "shop.Shop$Ledger").expect("a private class");
    assert!(reason.contains("cannot name it"), "{reason}");
    assert_eq!(calls, &["audit"]);
}

#[test]
fn the_class_that_is_missing_is_named() {
    let found = obstacles(&store(&world()));
    for (class, call) in [("outlet.Invoice", "bill"), ("outlet.Receipt", "receipt")] {
        let (_, reason, calls) = found.iter().find(|it| it.0 == class).expect("the customer is gone");
        assert_eq!(reason, "it needs outlet.Customer, which is not on the class path");
        assert_eq!(calls, &[call]);
    }
}

#[test]
fn what_is_made_by_a_constructor_a_factory_a_literal_or_a_stub_is_none() {
    let found = obstacles(&shop(&world()));
    for name in [
        "shop.Shop",
        "shop.Shop$Box",
        "shop.Shop$Size",
        "shop.Shop$Shelf",
        "java.lang.String",
        "java.util.List",
    ] {
        assert!(found.iter().all(|it| it.0 != name), "{name}");
    }
}
