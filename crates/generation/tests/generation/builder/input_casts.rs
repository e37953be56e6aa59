//! Parameters and fields with wide types receive values of the types that the code under test casts them to.

use generation::random::single_call;
use generation::{ClusterCall, GenerationContext, InputCasts, mutate, validity};
use generation::{Input, InputPart};
use testcase::{StatementKind, TestCase, Var};
use types::{Type, World};

use crate::setup::{context_for, seeded, tests_of_call, world};

const TESTS: u64 = 200;

fn store(world: &World) -> GenerationContext<'_> {
    context_for(world, world.class_named("shop.Store").unwrap(), &[])
}

fn type_named(world: &World, name: &str) -> Type {
    world.default_type(world.class_named(name).unwrap())
}

/// Returns the call of the method `name`, or the write to the field `name`. Also returns the parameter or
/// field that receives the first argument or the written value.
fn call(context: &GenerationContext, name: &str) -> (ClusterCall, Input) {
    let member = context.cluster.calls.iter().find_map(|&call| match call {
        ClusterCall::Method(id) => {
            (&*context.cluster.world.method(id).name == name).then_some((call, Input::Parameter(id, 0)))
        }
        ClusterCall::WriteField(id) => {
            (&*context.cluster.world.field(id).name == name).then_some((call, Input::Field(id)))
        }
    });
    member.expect("the fixture has this member")
}

/// Returns the types of the variables that `select` selects in the statements of a test.
fn passed_types(test: &TestCase, select: impl Fn(&StatementKind) -> Vec<Var>) -> Vec<&Type> {
    let variables = test.statements.iter().flat_map(|statement| select(&statement.kind));
    variables.map(|var| &test.definition(var).ty).collect()
}

/// Returns the type of the first argument or of the written value in the last statement.
fn last_value_type(test: &TestCase) -> &Type {
    let var = match &test.statements.last().unwrap().kind {
        StatementKind::Call { args, .. } => args[0],
        StatementKind::WriteField { value, .. } => *value,
        other => panic!("{other:?}"),
    };
    &test.definition(var).ty
}

#[test]
fn most_values_have_the_type_of_the_cast() {
    let world = world();
    let count_fitting = |name: &str, cast_type: &Type, casts: bool| {
        let mut context = store(&world);
        context.cluster.options.casts = casts;
        let (call, input) = call(&context, name);
        context.cluster.casts.add(input, InputPart::Whole, cast_type.clone());
        let tests = tests_of_call(&context, call, TESTS);
        tests
            .iter()
            .filter(|test| world.conversion(last_value_type(test), cast_type) == types::Conversion::Yes)
            .count()
    };
    let check = |name: &str, cast_type: Type| {
        let with_casts = count_fitting(name, &cast_type, true);
        let without_casts = count_fitting(name, &cast_type, false);
        assert!(
            with_casts * 2 > TESTS as usize && without_casts * 5 < TESTS as usize,
            "{name}: {with_casts} with casts, {without_casts} without casts"
        );
    };
    check("any", type_named(&world, "java.util.BitSet"));
    check("held", type_named(&world, "java.util.Locale"));
    check("any", Type::Array(Type::Primitive(types::Primitive::Byte).into()));
    check("number", type_named(&world, "java.math.BigDecimal"));
}

#[test]
fn cast_types_that_do_not_fit_the_parameter_are_ignored() {
    let world = world();
    let mut context = store(&world);
    let (call, input) = call(&context, "number");
    context.cluster.casts.add(input, InputPart::Whole, type_named(&world, "java.lang.String"));
    context.cluster.casts.add(input, InputPart::Whole, type_named(&world, "java.lang.Number"));
    assert!(!tests_of_call(&context, call, TESTS).is_empty());
}

#[test]
fn containers_are_filled_with_elements_of_the_types_in_casts() {
    let world = world();
    let bits = type_named(&world, "java.util.BitSet");
    let check = |name: &str, part: InputPart, parts: &dyn Fn(&StatementKind) -> Vec<Var>| {
        let mut context = store(&world);
        let (call, input) = call(&context, name);
        context.cluster.casts.add(input, part, bits.clone());
        let tests = tests_of_call(&context, call, TESTS);
        let types: Vec<&Type> = tests.iter().flat_map(|test| passed_types(test, parts)).collect();
        let with_cast_type = types.iter().filter(|ty| ***ty == bits).count();
        assert!(
            with_cast_type * 5 > types.len() * 2 && types.len() > 50,
            "{name} {part:?}: {with_cast_type} of {}",
            types.len()
        );
    };
    let argument_of_put = |kind: &StatementKind, index: usize| match kind {
        StatementKind::Call { method, args, .. } if &*world.method(*method).name == "put" => {
            vec![args[index]]
        }
        _ => Vec::new(),
    };
    check("wild", InputPart::Key, &|kind| argument_of_put(kind, 0));
    check("wild", InputPart::Value, &|kind| argument_of_put(kind, 1));
    check("collection", InputPart::Element, &|kind| match kind {
        StatementKind::Call { method, args, .. } if &*world.method(*method).name == "add" => args.to_vec(),
        _ => Vec::new(),
    });
    check("objects", InputPart::Element, &|kind| match kind {
        StatementKind::WriteElement { value, .. } => vec![*value],
        _ => Vec::new(),
    });
}

#[test]
fn mutation_sometimes_passes_an_argument_of_the_type_of_the_cast() {
    let world = world();
    let mut context = store(&world);
    let (call, input) = call(&context, "any");
    let parent = single_call(&context, call, &mut seeded(1)).unwrap();
    let bits = type_named(&world, "java.util.BitSet");
    let count_fitting = |context: &GenerationContext| {
        let mutated = |seed| {
            let mut mutated = parent.clone();
            mutate(&mut mutated, parent.len(), context, &mut seeded(seed));
            mutated
        };
        let mutated_tests =
            (0..TESTS).map(mutated).inspect(|test| validity::check(&context.cluster, test).unwrap());
        let fitting = mutated_tests.filter(|test| {
            passed_types(test, |kind| match kind {
                StatementKind::Call { method, args, .. } if ClusterCall::Method(*method) == call => {
                    args.to_vec()
                }
                _ => Vec::new(),
            })
            .contains(&&bits)
        });
        fitting.count()
    };
    context.cluster.casts = InputCasts::default();
    let before = count_fitting(&context);
    context.cluster.casts.add(input, InputPart::Whole, bits.clone());
    assert!(
        before < 3 && count_fitting(&context) > 5,
        "{before} before, {} with the cast",
        count_fitting(&context)
    );
}

#[test]
fn some_arrays_have_one_element_of_each_cast_type() {
    let world = world();
    let mut context = store(&world);
    let (call, input) = call(&context, "objects");
    let types = ["java.util.BitSet", "java.util.Locale", "java.math.BigDecimal", "java.util.UUID"];
    let types = types.map(|name| type_named(&world, name));
    for ty in &types {
        context.cluster.casts.add(input, InputPart::Element, ty.clone());
    }
    let has_each_type = |test: &&TestCase| {
        let elements = passed_types(test, |kind| match kind {
            StatementKind::WriteElement { value, .. } => vec![*value],
            _ => Vec::new(),
        });
        types
            .iter()
            .all(|wanted| elements.iter().any(|&ty| world.conversion(ty, wanted) == types::Conversion::Yes))
    };
    let count = tests_of_call(&context, call, TESTS).iter().filter(has_each_type).count();
    assert!(count as u64 > TESTS / 10, "{count}");
}
