//! Tests of the detection of exceptions that probably reveal a fault.

use execution::observe::observe;
use testcase::{TestCase, Var};
use types::{Type, World};

use crate::build::TestBuilder;
use crate::setup::{METER, Setup, meter_test, no_deadline, world};

/// Returns the rank and the description of the suspicion that a test raises, or `None` if it raises none.
fn suspicion(world: &World, test: TestCase) -> Option<(u8, String)> {
    let mut setup = Setup::meter(world);
    let observed = observe(&mut setup.executor(), &[test], "lib", no_deadline())
        .remove(0)
        .expect("the test ends the same way each time");
    assert!(observed.test.throws.is_some(), "the test throws");
    observed.test.suspicion.map(|it| (it.rank, format!("{} {}", it.method, it.behaviour)))
}

/// Builds a test that calls a static method of the meter with one argument.
fn static_call(
    world: &World,
    method: &str,
    build_argument: impl FnOnce(&mut TestBuilder) -> Var,
) -> TestCase {
    let mut m = TestBuilder::new(world, "lib");
    let argument = build_argument(&mut m);
    m.call(None, METER, method, "", &[argument]);
    m.test("").case
}

#[track_caller]
fn check(method: &str, build_argument: impl FnOnce(&mut TestBuilder) -> Var, expect: Option<(u8, &str)>) {
    let world = world();
    let found = suspicion(&world, static_call(&world, method, build_argument));
    let expect = expect.map(|(rank, exception)| {
        let rest = "which it does not declare, although no argument is null";
        (rank, format!("Meter.{method} throws {exception}, {rest}"))
    });
    assert_eq!(found, expect);
}

#[test]
fn an_exception_is_suspicious_if_the_method_neither_throws_nor_declares_it() {
    check("missing", |m| m.string("x"), Some((2, "NullPointerException")));
    check("forever", |m| m.int(1), Some((1, "StackOverflowError")));
}

#[test]
fn an_exception_is_not_suspicious_if_an_argument_is_null() {
    check("length", |m| m.null("java.lang.String"), None);
}

#[test]
fn an_exception_is_not_suspicious_if_an_argument_comes_from_a_call_that_returned_null() {
    let null_from_call = |m: &mut TestBuilder| {
        let text = m.string("x");
        m.call(None, METER, "none", "", &[text])
    };
    check("length", null_from_call, None);
}

#[test]
fn an_exception_that_the_method_declares_or_throws_is_not_suspicious() {
    check("declared", |m| m.string("x"), None);
    check("thrown", |m| m.string("x"), None);
}

#[test]
fn an_exception_that_reports_wrong_arguments_is_not_suspicious() {
    check("digit", |m| m.string("x"), None);
    let world = world();
    let failing = meter_test(&world, 3, |m, meter| {
        m.call_named(meter, "failing", &[]);
    });
    assert_eq!(suspicion(&world, failing), None);
}

#[test]
fn an_exception_is_not_suspicious_if_an_array_contains_null() {
    let array = |m: &mut TestBuilder, length| {
        let object = Type::class(m.class("java.lang.Object"));
        m.array(object, length)
    };
    check("first", |m| array(m, 1), None);
    check("first", |m| array(m, 0), Some((2, "ArrayIndexOutOfBoundsException")));
}
