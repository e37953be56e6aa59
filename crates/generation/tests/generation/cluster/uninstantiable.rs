//! Classes that no test can instantiate, with the reasons.

use generation::{ClusterCall, GenerationContext};

use crate::setup::{shop, store, world};

/// Returns each uninstantiable class with the reason and the names of the members that need an object of the
/// class.
fn uninstantiable(context: &GenerationContext) -> Vec<(String, String, Vec<String>)> {
    let world = context.cluster.world;
    let name = |&index: &usize| match context.cluster.calls[index] {
        ClusterCall::Method(id) => world.method(id).name.to_string(),
        ClusterCall::WriteField(id) => world.field(id).name.to_string(),
    };
    let describe = |entry: generation::cluster::UninstantiableClass| {
        let calls = entry.calls.iter().map(name).collect();
        (world.name(entry.class).to_string(), entry.reason, calls)
    };
    context.cluster.uninstantiable_classes().into_iter().map(describe).collect()
}

#[test]
fn the_calls_that_need_a_private_class_are_listed() {
    let classes = uninstantiable(&shop(&world()));
    let (_, reason, calls) =
        classes.iter().find(|it| it.0 == "shop.Shop$Ledger").expect("the fixture has a private class");
    assert!(reason.contains("not accessible"), "{reason}");
    assert_eq!(calls, &["audit"]);
}

#[test]
fn the_reason_contains_the_name_of_the_missing_class() {
    let classes = uninstantiable(&store(&world()));
    for (class, call) in [("outlet.Invoice", "bill"), ("outlet.Receipt", "receipt")] {
        let (_, reason, calls) =
            classes.iter().find(|it| it.0 == class).expect("the class needs the missing class Customer");
        assert_eq!(reason, "the type needs outlet.Customer, which is not on the class path");
        assert_eq!(calls, &[call]);
    }
}

#[test]
fn classes_with_constructors_factories_literals_or_stubs_are_instantiable() {
    let classes = uninstantiable(&shop(&world()));
    for name in [
        "shop.Shop",
        "shop.Shop$Box",
        "shop.Shop$Size",
        "shop.Shop$Shelf",
        "java.lang.String",
        "java.util.List",
    ] {
        assert!(classes.iter().all(|it| it.0 != name), "{name}");
    }
}
