//! Exceptions that tell of a fault.

use execution::oracle::observe;
use testcase::{TestCase, Var};
use types::{Type, World};

use crate::build::Maker;
use crate::setup::{METER, Stage, later, metering, world};

/// What is suspicious of a test, with how sure that is.
fn suspicion(world: &World, test: TestCase) -> Option<(u8, String)> {
    let mut stage = Stage::with_mutants(world);
    let observed = observe(&mut stage.executor(), &[test], "lib", later()).remove(0).expect("a test");
    assert!(observed.test.throws.is_some(), "it throws");
    observed.test.suspicion.map(|it| (it.rank, format!("{} {}", it.method, it.what)))
}

/// A test that gives a static method of the meter one argument.
fn giving(world: &World, method: &str, write: impl FnOnce(&mut Maker) -> Var) -> TestCase {
    let mut m = Maker::new(world, "lib");
    let argument = write(&mut m);
    m.call(None, METER, method, "", &[argument]);
    m.test("").case
}

#[track_caller]
fn check(method: &str, write: impl FnOnce(&mut Maker) -> Var, expect: Option<(u8, &str)>) {
    let world = world();
    let found = suspicion(&world, giving(&world, method, write));
    let expect = expect.map(|(rank, exception)| {
        let rest = "which it does not declare, though nothing that it was given is null";
        (rank, format!("Meter.{method} throws {exception}, {rest}"))
    });
    assert_eq!(found, expect);
}

#[test]
fn an_exception_that_tells_of_a_mistake_and_is_neither_declared_nor_thrown_is_suspicious() {
    check("missing", |m| m.string("x"), Some((2, "NullPointerException")));
    check("forever", |m| m.int(1), Some((1, "StackOverflowError")));
}

#[test]
fn an_exception_is_not_suspicious_where_null_went_in() {
    check("length", |m| m.null("java.lang.String"), None);
}

#[test]
fn an_exception_is_not_suspicious_where_what_went_in_gave_null() {
    let given = |m: &mut Maker| {
        let text = m.string("x");
        m.call(None, METER, "none", "", &[text])
    };
    check("length", given, None);
}

#[test]
fn an_exception_is_not_suspicious_that_is_declared_or_thrown() {
    check("declared", |m| m.string("x"), None);
    check("thrown", |m| m.string("x"), None);
}

#[test]
fn an_exception_is_not_suspicious_that_tells_of_arguments() {
    check("digit", |m| m.string("x"), None);
    let world = world();
    let failing = metering(&world, 3, |m, meter| {
        m.call_named(meter, "failing", &[]);
    });
    assert_eq!(suspicion(&world, failing), None);
}

#[test]
fn an_exception_is_not_suspicious_where_an_array_has_null_in_it() {
    let array = |m: &mut Maker, length| {
        let object = Type::class(m.class("java.lang.Object"));
        m.array(object, length)
    };
    check("first", |m| array(m, 1), None);
    check("first", |m| array(m, 0), Some((2, "ArrayIndexOutOfBoundsException")));
}
