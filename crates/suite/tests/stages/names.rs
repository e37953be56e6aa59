//! How tests are called and in which order they stand.

use std::collections::BTreeSet;

use suite::names::name;
use testcase::{CheckedTest, Literal, Observation, Var};
use types::{Primitive, Type, World, is_identifier};

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

/// Names one test of a class.
#[track_caller]
fn check_name(class: &str, write: impl FnOnce(&mut Maker), expected: &str) {
    let world = world();
    let mut m = Maker::new(&world, "lib");
    write(&mut m);
    let mut tests = [m.test("")];
    name(&world, Maker::new(&world, "lib").class(class), &mut tests);
    assert_eq!(tests[0].name, expected);
}

/// The same with one call of a gauge.
#[track_caller]
fn check_gauge(method: &str, argument: impl FnOnce(&mut Maker) -> Var, expected: &str) {
    let write = |m: &mut Maker| {
        let gauge = gauge(m);
        let argument = argument(m);
        m.call_named(gauge, method, &[argument]);
    };
    check_name(GAUGE, write, expected);
}

#[test]
fn a_name_tells_what_is_special_about_the_arguments() {
    check_gauge("parse", |m| m.null("java.lang.String"), "parse_nullText");
    check_gauge("parse", |m| m.string(""), "parse_emptyText");
    check_gauge("parse", |m| m.string("7"), "parse");
    check_gauge("sort", |m| m.array(Type::Primitive(Primitive::Int), 0), "sort_emptyValues");
    check_gauge("sort", |m| m.array(Type::Primitive(Primitive::Int), 1), "sort");
    let numbers = [(0, "_zeroNumber"), (-5, "_negativeNumber"), (5, "")];
    for (value, situation) in
        [&numbers[..], &[(i32::MAX, "_greatestNumber"), (i32::MIN, "_leastNumber")]].concat()
    {
        check_gauge("sign", |m| m.int(value), &format!("sign{situation}"));
    }
}

#[test]
fn a_name_tells_of_two_arguments_what_is_special() {
    let adding = |a, b| {
        move |m: &mut Maker| {
            let subject = m.construct("lib.Subject", "()V", &[]);
            let args = [m.int(a), m.int(b)];
            let sum = m.call_named(subject, "add", &args);
            m.expect(sum, Observation::Literal(Literal::Int(a + b)));
        }
    };
    check_name("lib.Subject", adding(0, -1), "add_zeroNumberAndNegativeNumber_returnsMinus1");
    check_name("lib.Subject", adding(0, 0), "add_zeroNumber_returnsZero");
    check_name("lib.Subject", adding(-1, 2), "add_negativeNumber_returnsOne");
}

#[test]
fn a_test_is_named_after_what_it_does_and_not_after_how_that_is_looked_at() {
    let looking = |m: &mut Maker| {
        let gauge = gauge(m);
        let values = m.array(Type::Primitive(Primitive::Int), 1);
        m.call_named(gauge, "look", &[values]);
        let text = m.call_named(gauge, "toString", &[]);
        m.expect(text, Observation::Literal(Literal::String([0x61][..].into())));
    };
    check_name(GAUGE, looking, "look");
    let counting = |m: &mut Maker| {
        let gauge = gauge(m);
        let values = m.array(Type::Primitive(Primitive::Int), 1);
        m.call_named(gauge, "look", &[values]);
        let number = m.call_named(gauge, "number", &[]);
        m.expect(number, Observation::Literal(Literal::Int(7)));
    };
    check_name(GAUGE, counting, "number_returns7");
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
