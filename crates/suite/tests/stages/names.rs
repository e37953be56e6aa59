//! How tests are called and in which order they stand.

use std::collections::BTreeSet;

use suite::names::name;
use testcase::{CheckedTest, Literal, Observation};
use types::{World, is_identifier};

use crate::build::Maker;
use crate::setup::{GAUGE, gauge, world};

/// A test of one method without arguments, with what is asserted of its result.
fn calls(world: &World, method: &str, expected: Option<Observation>) -> CheckedTest {
    let mut m = Maker::new(world, "lib");
    let gauge = gauge(&mut m);
    let result = m.call_named(gauge, method, &[]);
    expected.into_iter().for_each(|expected| m.expect(result, expected));
    m.test("")
}

fn throws(world: &World, method: &str, class: &str) -> CheckedTest {
    let mut m = Maker::new(world, "lib");
    let gauge = gauge(&mut m);
    m.call_named(gauge, method, &[]);
    m.throwing("", class)
}

fn literal(literal: Literal) -> Option<Observation> {
    Some(Observation::Literal(literal))
}

/// Names tests and compares the names, in the order of the file.
fn check(world: &World, mut tests: Vec<CheckedTest>, expected: &[&str]) {
    name(world, Maker::new(world, "lib").class(GAUGE), &mut tests);
    let names: Vec<&str> = tests.iter().map(|test| &*test.name).collect();
    assert_eq!(names, expected);
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    assert!(names.iter().all(|name| is_identifier(name)), "{names:?}");
}

#[test]
fn tests_stand_in_the_order_of_the_class_constructors_first() {
    let world = world();
    let mut m = Maker::new(&world, "lib");
    gauge(&mut m);
    let constructs = m.test("");
    let tests = vec![calls(&world, "text", None), calls(&world, "number", None), constructs];
    check(&world, tests, &["newGauge", "number", "text"]);
}

#[test]
fn a_name_tells_how_the_test_ends() {
    let world = world();
    let tests = vec![
        throws(&world, "secret", "java.lang.IllegalStateException"),
        calls(&world, "number", literal(Literal::Int(0))),
        calls(&world, "text", literal(Literal::String([].into()))),
        calls(&world, "nothing", Some(Observation::Null)),
        calls(&world, "numbers", Some(Observation::Array(Vec::new()))),
    ];
    let names = [
        "secret_throwsIllegalStateException",
        "number_returnsZero",
        "text_returnsEmptyString",
        "nothing_returnsNull",
        "numbers_returnsEmptyArray",
    ];
    check(&world, tests, &names);
}

#[test]
fn tests_alike_are_numbered_and_no_number_makes_another_methods_name() {
    let world = world();
    let number = || calls(&world, "number", literal(Literal::Int(7)));
    let tests = vec![calls(&world, "number2", None), number(), number(), calls(&world, "number2", None)];
    check(&world, tests, &["number_returns7", "number_returns7_2", "number2", "number2_2"]);
}

#[test]
fn a_test_does_not_override_what_every_object_has() {
    let world = world();
    let tests = vec![calls(&world, "toString", None), calls(&world, "toString", None)];
    check(&world, tests, &["toString_", "toString_2"]);
}

#[test]
fn a_test_without_calls_has_a_name_too() {
    let world = world();
    let mut m = Maker::new(&world, "lib");
    m.constant("lib.Gauge$Level", "LOW");
    check(&world, vec![m.test(""), calls(&world, "number", None)], &["number", "fields"]);
}
