//! Places of wide types are given what the code casts their values to.

use generation::asked::{Part, Place};
use generation::random::single_call;
use generation::{Asked, Call, Cluster, Pools, mutate, valid};
use testcase::{StatementKind, TestCase, Var};
use types::{Type, World};

use crate::setup::{seeded, world};

const TESTS: u64 = 200;

fn store(world: &World) -> Cluster<'_> {
    Cluster::new(world, world.class_named("shop.Store").unwrap(), &[], Pools::default())
}

fn named(world: &World, name: &str) -> Type {
    world.default_type(world.class_named(name).unwrap())
}

/// The call of the fixture of that name, a method or the writing of a field, with the place of its first value.
fn call(cluster: &Cluster, name: &str) -> (Call, Place) {
    let found = cluster.calls.iter().find_map(|&call| match call {
        Call::Method(id) => {
            (&*cluster.world.method(id).name == name).then_some((call, Place::Argument(id, 0)))
        }
        Call::Write(id) => (&*cluster.world.field(id).name == name).then_some((call, Place::Field(id))),
    });
    found.expect("of the fixture")
}

fn tests_of(cluster: &Cluster, call: Call) -> Vec<TestCase> {
    let tests = (0..TESTS).filter_map(|seed| single_call(cluster, call, &mut seeded(seed)));
    tests.inspect(|test| valid::check(cluster, test).unwrap()).collect()
}

/// How many values of a type are given to calls for which `is_meant` picks the variables that matter.
fn given(test: &TestCase, is_meant: impl Fn(&StatementKind) -> Vec<Var>) -> Vec<&Type> {
    let used = test.statements.iter().flat_map(|statement| is_meant(&statement.kind));
    used.map(|var| &test.definition(var).ty).collect()
}

fn last_value(test: &TestCase) -> &Type {
    let var = match &test.statements.last().unwrap().kind {
        StatementKind::Call { args, .. } => args[0],
        StatementKind::WriteField { value, .. } => *value,
        other => panic!("{other:?}"),
    };
    &test.definition(var).ty
}

#[test]
fn what_is_asked_for_is_mostly_given() {
    let world = world();
    let share = |name: &str, asked: &Type, casts: bool| {
        let mut cluster = store(&world);
        cluster.making.casts = casts;
        let (call, place) = call(&cluster, name);
        cluster.asked.add(place, Part::Itself, asked.clone());
        let tests = tests_of(&cluster, call);
        tests
            .iter()
            .filter(|test| world.conversion(last_value(test), asked) == types::Conversion::Yes)
            .count()
    };
    let check = |name: &str, asked: Type| {
        let (with, without) = (share(name, &asked, true), share(name, &asked, false));
        assert!(with * 2 > TESTS as usize && without * 5 < TESTS as usize, "{name}: {with}, {without}");
    };
    check("any", named(&world, "java.util.BitSet"));
    check("held", named(&world, "java.util.Locale"));
    check("any", Type::Array(Type::Primitive(types::Primitive::Byte).into()));
    check("number", named(&world, "java.math.BigDecimal"));
}

#[test]
fn what_does_not_fit_is_not_given() {
    let world = world();
    let mut cluster = store(&world);
    let (call, place) = call(&cluster, "number");
    cluster.asked.add(place, Part::Itself, named(&world, "java.lang.String"));
    cluster.asked.add(place, Part::Itself, named(&world, "java.lang.Number"));
    assert!(!tests_of(&cluster, call).is_empty());
}

#[test]
fn containers_are_filled_with_what_is_asked_for() {
    let world = world();
    let bits = named(&world, "java.util.BitSet");
    let check = |name: &str, part: Part, parts: &dyn Fn(&StatementKind) -> Vec<Var>| {
        let mut cluster = store(&world);
        let (call, place) = call(&cluster, name);
        cluster.asked.add(place, part, bits.clone());
        let tests = tests_of(&cluster, call);
        let types: Vec<&Type> = tests.iter().flat_map(|test| given(test, parts)).collect();
        let asked = types.iter().filter(|ty| ***ty == bits).count();
        assert!(
            asked * 5 > types.len() * 2 && types.len() > 50,
            "{name} {part:?}: {asked} of {}",
            types.len()
        );
    };
    let put = |kind: &StatementKind, index: usize| match kind {
        StatementKind::Call { method, args, .. } if &*world.method(*method).name == "put" => {
            vec![args[index]]
        }
        _ => Vec::new(),
    };
    check("wild", Part::Key, &|kind| put(kind, 0));
    check("wild", Part::Value, &|kind| put(kind, 1));
    check("collection", Part::Element, &|kind| match kind {
        StatementKind::Call { method, args, .. } if &*world.method(*method).name == "add" => args.to_vec(),
        _ => Vec::new(),
    });
    check("objects", Part::Element, &|kind| match kind {
        StatementKind::WriteElement { value, .. } => vec![*value],
        _ => Vec::new(),
    });
}

#[test]
fn a_changed_argument_becomes_what_is_asked_for() {
    let world = world();
    let mut cluster = store(&world);
    let (call, place) = call(&cluster, "any");
    let parent = single_call(&cluster, call, &mut seeded(1)).unwrap();
    let bits = named(&world, "java.util.BitSet");
    let mutants = |cluster: &Cluster| {
        let mutant = |seed| {
            let mut mutant = parent.clone();
            mutate::mutate(&mut mutant, parent.len(), cluster, &mut seeded(seed));
            mutant
        };
        let mutants = (0..TESTS).map(mutant).inspect(|mutant| valid::check(cluster, mutant).unwrap());
        let calls = mutants.filter(|mutant| {
            given(mutant, |kind| match kind {
                StatementKind::Call { method, args, .. } if Call::Method(*method) == call => args.to_vec(),
                _ => Vec::new(),
            })
            .contains(&&bits)
        });
        calls.count()
    };
    cluster.asked = Asked::default();
    let before = mutants(&cluster);
    cluster.asked.add(place, Part::Itself, bits.clone());
    assert!(before < 5 && mutants(&cluster) > 10, "{before}, {}", mutants(&cluster));
}
