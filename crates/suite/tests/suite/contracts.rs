//! Violations of contracts by the objects of a suite.

use suite::contracts::find_violations;
use testcase::CheckedTest;

use crate::build::TestBuilder;
use crate::setup::{Setup, no_deadline, world};

/// Compares the violations that two objects of a class show. `numbers` are the arguments of their
/// constructors.
#[track_caller]
fn check(class: &str, numbers: [i32; 2], expect: &[&str]) {
    let world = world();
    let name = format!("lib.Contracts${class}");
    let create = |number: i32| {
        let mut m = TestBuilder::new(&world, "lib");
        let argument = m.int(number);
        let object = m.construct(&name, "(I)V", &[argument]);
        if ["FirstIsLess", "Natural"].contains(&class) {
            let numbers = [m.boxed_int(number), m.boxed_int(number + 1)];
            m.call_named(object, "compare", &numbers);
        }
        CheckedTest::new(m.test("").case)
    };
    let suite = numbers.map(create);
    let subject = TestBuilder::new(&world, "lib").class(&name);
    let mut setup = Setup::meter(&world);
    let found = find_violations(&mut setup.executor(), &suite, subject, "lib", no_deadline());
    let description = |test: &CheckedTest| {
        let suspicion = test.suspicion.as_ref().expect("each returned test has a suspicion");
        let method = suspicion.method.strip_prefix(&format!("{class}.")).expect("a method of the class");
        format!("{method} {}", suspicion.what)
    };
    assert_eq!(found.iter().map(description).collect::<Vec<_>>(), expect);
}

#[test]
fn a_class_that_keeps_all_contracts_has_no_violation() {
    check("Sound", [1, 2], &[]);
    check("Sound", [1, 1], &[]);
}

#[test]
fn equals_returns_true_for_the_object_itself_and_false_for_null() {
    check("EqualsNothing", [1, 2], &["equals says that an object does not equal itself"]);
    check("EqualsNull", [1, 2], &["equals says that an object equals null"]);
}

#[test]
fn equals_accepts_null_and_objects_of_other_classes() {
    let expect = [
        "equals throws an exception for null, where it should say false",
        "equals throws an exception for an object of another class",
    ];
    check("Trusting", [1, 2], &expect);
}

#[test]
fn equals_is_symmetric_and_consistent_with_the_hash_code() {
    check("OneSided", [1, 2], &["equals is not symmetric: one object equals another that does not equal it"]);
    check("OneSided", [1, 1], &[]);
    check("Hashing", [1, 2], &["equals calls two objects equal whose hash codes differ"]);
}

#[test]
fn hash_code_is_constant_and_to_string_is_not_null() {
    check("Restless", [1, 2], &["hashCode is not the same twice"]);
    check("Mute", [1, 2], &["toString gives no text"]);
}

#[test]
fn equals_and_hash_code_do_not_throw() {
    let expect = [
        "equals throws an exception for the object itself",
        "hashCode throws an exception, where it should give a number",
    ];
    check("Touchy", [1, 2], &expect);
}

#[test]
fn compare_to_is_reflexive_and_antisymmetric() {
    let expect = [
        "compareTo does not find an object equal to itself",
        "compareTo puts two objects in an order that depends on which is asked",
    ];
    check("First", [1, 2], &expect);
}

#[test]
fn clone_returns_a_new_object() {
    check("Unique", [1, 2], &["clone gives no new object"]);
}

#[test]
fn a_comparator_is_reflexive_and_antisymmetric() {
    let expect = [
        "compare does not find an object equal to itself",
        "compare puts two objects in an order that depends on which comes first",
    ];
    check("FirstIsLess", [1, 2], &expect);
    check("Natural", [1, 2], &[]);
}

#[test]
fn an_exhausted_iterator_throws_no_such_element_exception() {
    let expect = ["next does not throw a NoSuchElementException where there is nothing left"];
    check("Exhausted", [1, 2], &expect);
    check("Countdown", [0, 1], &expect);
    check("Countdown", [1, 2], &[]);
    check("Empty", [1, 2], &[]);
}

#[test]
fn null_violates_no_contract() {
    let world = world();
    let mut m = TestBuilder::new(&world, "lib");
    m.call(None, "lib.Contracts$Absent", "make", "", &[]);
    let suite = [CheckedTest::new(m.test("").case)];
    let subject = TestBuilder::new(&world, "lib").class("lib.Contracts$Absent");
    let mut setup = Setup::meter(&world);
    let found = find_violations(&mut setup.executor(), &suite, subject, "lib", no_deadline());
    assert_eq!(found.len(), 0);
}
