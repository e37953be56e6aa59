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
    assert!(observed.test.throws.is_some(), "the test must throw an exception");
    observed.test.suspicion.map(|it| (it.rank, format!("{} {}", it.method, it.behaviour)))
}

/// Builds a test that calls a static method of `Meter` with one argument.
fn static_call(
    world: &World,
    method: &str,
    build_argument: impl FnOnce(&mut TestBuilder) -> Var,
) -> TestCase {
    let mut builder = TestBuilder::new(world, "lib");
    let argument = build_argument(&mut builder);
    builder.call(None, METER, method, "", &[argument]);
    builder.test("").case
}

/// Checks the rank and the exception of the suspicion that a call raises; `None` means no suspicion.
#[track_caller]
fn check(method: &str, build_argument: impl FnOnce(&mut TestBuilder) -> Var, expected: Option<(u8, &str)>) {
    let world = world();
    let found = suspicion(&world, static_call(&world, method, build_argument));
    let expected = expected.map(|(rank, exception)| {
        let reason = if exception == "StackOverflowError" { "" } else { ", although no argument is null" };
        (rank, format!("Meter.{method} throws {exception}, which it does not declare{reason}"))
    });
    assert_eq!(found, expected);
}

#[test]
fn an_exception_is_suspicious_if_no_throw_statement_throws_it_and_the_method_does_not_declare_it() {
    check("missing", |builder| builder.string("x"), Some((2, "NullPointerException")));
    check("forever", |builder| builder.int(1), Some((1, "StackOverflowError")));
}

#[test]
fn an_exception_is_not_suspicious_if_an_argument_is_null() {
    check("length", |builder| builder.null("java.lang.String"), None);
}

#[test]
fn endless_recursion_is_suspicious_even_if_an_argument_is_null() {
    let null = |builder: &mut TestBuilder| builder.null("java.lang.Object");
    check("endless", null, Some((1, "StackOverflowError")));
}

#[test]
fn an_exception_is_not_suspicious_if_an_argument_comes_from_a_call_that_returned_null() {
    let null_from_call = |builder: &mut TestBuilder| {
        let text = builder.string("x");
        builder.call(None, METER, "none", "", &[text])
    };
    check("length", null_from_call, None);
}

#[test]
fn an_exception_that_the_method_declares_or_a_throw_statement_throws_is_not_suspicious() {
    check("declared", |builder| builder.string("x"), None);
    check("thrown", |builder| builder.string("x"), None);
}

#[test]
fn an_exception_that_reports_a_wrong_argument_or_state_is_not_suspicious() {
    check("digit", |builder| builder.string("x"), None);
    let world = world();
    let failing = meter_test(&world, 3, |builder, meter| {
        builder.call_named(meter, "failing", &[]);
    });
    assert_eq!(suspicion(&world, failing), None);
}

#[test]
fn an_exception_is_not_suspicious_if_an_array_contains_null() {
    let array = |builder: &mut TestBuilder, length| {
        let object = Type::class(builder.class("java.lang.Object"));
        builder.array(object, length)
    };
    check("first", |builder| array(builder, 1), None);
    check("first", |builder| array(builder, 0), Some((2, "ArrayIndexOutOfBoundsException")));
}
