//! Tests of the observation of values.

use testcase::{Literal, Observation, StatementKind, TestCase};
use types::{Type, World};
use vm::{Mode, Outcome};

use crate::setup::{call, config, run_on, script, start, world};

const CONTAINERS: &str = "demo.Containers";

fn observe(world: &World, test: TestCase) -> vm::Execution {
    run_on(&mut start(config()), world, &[test], Mode::Observe).remove(0)
}

/// Calls a static method with `int` arguments and checks the observation of its result.
fn check_call(world: &World, class: &str, method: &str, args: &[i32], expect: &Observation) {
    let result = observe(world, call(world, class, method, args));
    assert_eq!(result.observations.last(), Some(&Some(expect.clone())), "{method}: {:?}", result.outcome);
}

fn check(world: &World, method: &str, args: &[i32], expect: &Observation) {
    check_call(world, "demo.Sample", method, args, expect);
}

/// Calls a static method of [`CONTAINERS`] and checks the observation of its result.
fn check_container(method: &str, args: &[i32], expect: &Observation) {
    check_call(&world(), CONTAINERS, method, args, expect);
}

fn text(text: &str) -> Observation {
    Observation::Literal(Literal::String(text.encode_utf16().collect()))
}

fn boxed(value: i32) -> Observation {
    Observation::Boxed(Literal::Int(value))
}

fn fruit(name: &str) -> Observation {
    Observation::Enum { class: "demo.Containers$Fruit".into(), name: name.into() }
}

fn object(class: &str) -> Observation {
    Observation::Object(class.into())
}

#[test]
fn values_are_observed_by_their_content_and_other_objects_by_their_class() {
    let world = world();
    let colour = |name: &str| Observation::Enum { class: "demo.Sample$Colour".into(), name: name.into() };
    check(&world, "boxed", &[-3], &Observation::Boxed(Literal::Int(-3)));
    check(&world, "green", &[], &colour("GREEN"));
    check(&world, "type", &[], &Observation::Class("[Ldemo.Sample$Colour;".into()));
    check(&world, "text", &[3], &text("\0\0\0"));
    check(&world, "text", &[1001], &Observation::Object("java.lang.String".into()));
    check(&world, "zeros", &[2], &Observation::Array(vec![Observation::Literal(Literal::Int(0)); 2]));
    check(&world, "zeros", &[33], &Observation::Object("[I".into()));
    check(&world, "nested", &[], &Observation::Object("[Ljava.lang.Object;".into()));
    let mixed = vec![
        Observation::Boxed(Literal::Int(1)),
        text("a"),
        Observation::Null,
        colour("RED"),
        Observation::Boxed(Literal::Double(2.5)),
    ];
    check(&world, "mixed", &[], &Observation::Array(mixed));
}

#[test]
fn observation_runs_no_code_under_test_and_void_is_not_observed() {
    let world = world();
    let mut test = script(&world);
    let one = test.int(1);
    test.construct("demo.Sample", None, &[one]);
    test.call("demo.Sample", "nothing", None, &[]);
    let result = observe(&world, test.test);
    let expect =
        [Some(Observation::Literal(Literal::Int(1))), Some(Observation::Object("demo.Sample".into())), None];
    assert_eq!(result.observations, expect);
}

#[test]
fn a_text_with_an_identity_hash_code_of_a_variable_is_observed_by_its_end() {
    let world = world();
    let mut test = script(&world);
    let one = test.int(1);
    let sample = test.construct("demo.Sample", None, &[one]);
    test.call("demo.Sample", "describe", Some(sample), &[]);
    let result = observe(&world, test.test);
    let ending: Vec<u16> = ", @0, mail@cafe.org]".encode_utf16().collect();
    assert_eq!(result.observations.last(), Some(&Some(Observation::Ending(ending.into()))));
}

#[test]
fn a_literal_is_observed_with_the_value_that_was_sent() {
    let world = world();
    let literals = [
        Literal::Boolean(true),
        Literal::Byte(i8::MIN),
        Literal::Char(u16::MAX),
        Literal::Short(i16::MIN),
        Literal::Int(i32::MIN),
        Literal::Int(300),
        Literal::Long(i64::MIN),
        Literal::Float(-0.0),
        Literal::Double(f64::MIN_POSITIVE),
        Literal::String([0xD800, 0, 0x41, 0xFFFF].as_slice().into()),
    ];
    let mut test = script(&world);
    for literal in &literals {
        test.literal(literal.clone());
    }
    let result = observe(&world, test.test);
    let expect: Vec<_> = literals.into_iter().map(|it| Some(Observation::Literal(it))).collect();
    assert_eq!(result.observations, expect);
}

#[test]
fn observed_names_of_generated_classes_contain_no_number() {
    let world = world();
    check(&world, "lambda", &[], &object("demo.Sample$$Lambda"));
    check(&world, "proxy", &[], &object("java.lang.reflect.Proxy"));
}

#[test]
fn all_nans_are_observed_as_the_same_value() {
    let world = world();
    let mut test = script(&world);
    test.literal(Literal::Float(f32::from_bits(0x7FC0_0001)));
    test.literal(Literal::Double(f64::from_bits(0xFFF8_0000_0000_0001)));
    let nan = [Literal::Float(f32::NAN), Literal::Double(f64::NAN)];
    assert_eq!(observe(&world, test.test).observations, nan.map(|it| Some(Observation::Literal(it))));
}

#[test]
fn final_observations_include_changes_by_later_statements() {
    let world = world();
    let mut test = script(&world);
    let (one, two) = (test.int(1), test.int(2));
    let array = test.call("demo.Sample", "zeros", None, &[one]);
    test.push(StatementKind::WriteElement { array, index: 0, value: two }, Type::Void);
    test.push(StatementKind::Assign { target: one, value: two }, Type::Void);
    let result = observe(&world, test.test);
    let int = |value| Observation::Literal(Literal::Int(value));
    assert_eq!(result.observations[2], Some(Observation::Array(vec![int(0)])));
    assert_eq!(result.final_observations[2], Some(Observation::Array(vec![int(2)])));
    assert_eq!((&result.observations[0], &result.final_observations[0]), (&Some(int(1)), &Some(int(2))));
}

#[test]
fn tests_in_run_mode_have_no_observations() {
    let world = world();
    let test = call(&world, "demo.Sample", "boxed", &[1]);
    let result = run_on(&mut start(config()), &world, &[test], Mode::Run).remove(0);
    assert_eq!((result.observations.len(), result.final_observations.len()), (0, 0));
}

#[test]
fn a_list_is_observed_by_its_elements() {
    check_container(
        "list",
        &[],
        &Observation::List(vec![boxed(1), text("a"), Observation::Null, fruit("FIG")]),
    );
    check_container("copies", &[0], &Observation::List(Vec::new()));
    check_container("copies", &[32], &Observation::List(vec![boxed(7); 32]));
}

#[test]
fn an_unordered_set_or_map_is_observed_in_the_natural_order_of_its_elements() {
    let words = ["apple", "fig", "pear"].map(text).to_vec();
    check_container("words", &[], &Observation::Set(words));
    check_container("fruits", &[], &Observation::Set(vec![fruit("PEAR"), fruit("FIG")]));
    let map = vec![(text("fig"), Observation::Null), (text("pear"), boxed(1))];
    check_container("map", &[], &Observation::Map(map));
}

#[test]
fn an_ordered_set_or_map_is_observed_in_its_own_order() {
    check_container("linked", &[], &Observation::Set(vec![text("pear"), boxed(1), text("apple")]));
    check_container("reversed", &[], &Observation::Set(["pear", "fig", "apple"].map(text).to_vec()));
    let map = vec![(boxed(2), text("two")), (boxed(1), text("one"))];
    check_container("linkedMap", &[], &Observation::Map(map));
}

#[test]
fn a_collection_with_too_many_elements_or_unobservable_elements_is_observed_by_its_class() {
    check_container("nested", &[], &object("java.util.Arrays$ArrayList"));
    check_container("foreign", &[], &object("java.util.Arrays$ArrayList"));
    check_container("copies", &[33], &object("java.util.Collections$CopiesList"));
    check_container("copies", &[i32::MAX], &object("java.util.Collections$CopiesList"));
    check_container("mixed", &[], &object("java.util.HashSet"));
    let squares = (0..16).map(|it| (boxed(it), boxed(it * it))).collect();
    check_container("squares", &[16], &Observation::Map(squares));
    check_container("squares", &[17], &object("java.util.HashMap"));
}

#[test]
fn elements_of_user_defined_collections_are_not_read_and_code_in_wrapped_collections_can_throw() {
    check_container("userDefined", &[], &object("demo.Containers$2"));
    check_container("wrapped", &[], &object("java.util.Collections$UnmodifiableList"));
    check_container("ofKeys", &[], &object("java.util.LinkedHashMap"));
    check_container("compared", &[], &Observation::Map(vec![(text("b"), boxed(2)), (text("a"), boxed(1))]));
}

#[test]
fn an_object_of_an_earlier_variable_is_observed_as_the_same_object() {
    let world = world();
    let mut test = script(&world);
    let one = test.int(1);
    let object = test.construct("demo.Sample", None, &[one]);
    let single = test.call(CONTAINERS, "single", None, &[]);
    test.call(CONTAINERS, "single", None, &[]);
    test.call(CONTAINERS, "identity", None, &[object]);
    let list = test.call(CONTAINERS, "list", None, &[]);
    test.call(CONTAINERS, "identity", None, &[list]);
    let result = observe(&world, test.test);
    let observed = |index: usize| result.observations[index].as_ref().unwrap();
    assert_eq!(observed(2), &self::object(CONTAINERS));
    assert_eq!((observed(3), observed(4)), (&Observation::Same(single), &Observation::Same(object)));
    assert_eq!(observed(6), observed(5), "a list is observed by its content");
}

/// Checks the message of the exception that a static method throws.
fn check_message(class: &str, method: &str, args: &[i32], expect: Option<&str>) {
    let world = world();
    let outcome = observe(&world, call(&world, class, method, args)).outcome;
    let Outcome::Threw { message, .. } = outcome else { panic!("{outcome:?}") };
    assert_eq!(message.as_deref(), expect, "{method}");
}

#[test]
fn exception_messages_of_code_under_test_are_observed_but_not_messages_of_the_jdk_and_the_jvm() {
    check_message("demo.Failing", "withMessage", &[7], Some("7 is wrong"));
    check_message("demo.Failing", "withoutMessage", &[], None);
    check_message("demo.Failing", "parse", &[], None);
    check_message("demo.Failing", "divide", &[0], None);
    check_message("demo.Failing", "index", &[7], None);
}
