//! Recipes: statement sequences that created objects in earlier tests.

use generation::experience::Recipes;
use generation::{ClusterCall, ConstantPools, GenerationContext, literals, random, validity};
use testcase::{Literal, StatementKind, TestCase};
use types::{Type, World};

use crate::setup::{random_tests, seeded, shop, world};

/// Returns a test with a single call of a method or constructor, by the names of its class and method.
fn test_of(context: &GenerationContext, class: &str, name: &str) -> TestCase {
    let world = context.cluster.world;
    let is_wanted = |call: &&ClusterCall| match call {
        ClusterCall::Method(id) => {
            let method = world.method(*id);
            &*method.name == name && &**world.name(method.class) == class
        }
        ClusterCall::WriteField(_) => false,
    };
    let call = *context.cluster.calls.iter().find(is_wanted).expect("the fixture has the call");
    random::single_call(context, call, &mut seeded(1)).expect("the call can be built")
}

fn ty(world: &World, name: &str) -> Type {
    Type::class(world.class_named(name).unwrap())
}

#[test]
fn a_created_object_yields_a_recipe_for_its_class_and_its_interfaces() {
    let world = world();
    let context = shop(&world);
    let test = test_of(&context, "shop.Shop$Box", "<init>");
    let mut recipes = Recipes::default();
    recipes.learn(&test, test.len(), &world);
    for name in ["shop.Shop$Box", "shop.Shop$Shelf"] {
        let recipe = recipes.of(&ty(&world, name)).next().unwrap_or_else(|| panic!("no recipe for {name}"));
        assert!(matches!(recipe.last().unwrap().kind, StatementKind::Construct { .. }));
    }
    assert_eq!(recipes.of(&ty(&world, "java.lang.Object")).len(), 0, "Object needs no recipes");
}

#[test]
fn a_statement_that_threw_counts_as_a_failure() {
    let world = world();
    let context = shop(&world);
    let test = test_of(&context, "shop.Shop$Box", "<init>");
    let mut recipes = Recipes::default();
    recipes.learn(&test, test.len() - 1, &world);
    let box_type = ty(&world, "shop.Shop$Box");
    assert_eq!(recipes.of(&box_type).len(), 0);
    assert_eq!(recipes.failure_rate(&box_type), 1.0);
    assert_eq!(recipes.failure_rate(&ty(&world, "shop.Shop")), 0.0);
}

#[test]
fn recipes_that_differ_only_in_literals_are_stored_once() {
    let world = world();
    let context = shop(&world);
    let mut recipes = Recipes::default();
    let mut test = test_of(&context, "shop.Shop$Till", "<init>");
    recipes.learn(&test, test.len(), &world);
    let mut literals = test.statements.iter_mut().filter_map(|statement| match &mut statement.kind {
        StatementKind::Literal(literal @ Literal::Int(_)) => Some(literal),
        _ => None,
    });
    let literal = literals.next().expect("the call has an int argument");
    let before = literal.clone();
    *literal = literals::mutated(&before, &ConstantPools::default(), &mut seeded(1));
    assert_ne!(*literal, before);
    recipes.learn(&test, test.len(), &world);
    assert_eq!(recipes.of(&ty(&world, "shop.Shop$Till")).len(), 1);
}

#[test]
fn recipes_of_random_tests_are_valid_tests() {
    let world = world();
    let context = shop(&world);
    let mut recipes = Recipes::default();
    for test in random_tests(&context, 500) {
        recipes.learn(&test, test.len(), &world);
    }
    for name in ["shop.Shop", "shop.Shop$Till", "shop.Shop$Shelf", "java.util.Collection"] {
        assert!(recipes.of(&ty(&world, name)).len() > 0, "no recipe for {name}");
        for recipe in recipes.of(&ty(&world, name)) {
            validity::check(&context.cluster, &TestCase { statements: recipe.clone() }).unwrap();
        }
    }
}

#[test]
fn tests_with_recipes_are_valid() {
    let world = world();
    let mut context = shop(&world);
    for test in random_tests(&context, 200) {
        context.experience.recipes.learn(&test, test.len(), &world);
    }
    for test in random_tests(&context, 500) {
        validity::check(&context.cluster, &test).unwrap();
    }
}
