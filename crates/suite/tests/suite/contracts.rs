//! Tests of `find_violations`, which finds objects that violate a contract, such as the contract of `equals`.

use suite::contracts::find_violations;
use testcase::CheckedTest;

use crate::build::TestBuilder;
use crate::setup::{Setup, no_deadline, world};

/// Checks the violations that are found with two objects of a class. `numbers` contains the constructor
/// argument of each object.
#[track_caller]
fn check(class: &str, numbers: [i32; 2], expected: &[&str]) {
    let world = world();
    let name = format!("lib.Contracts${class}");
    let create = |number: i32| {
        let mut builder = TestBuilder::new(&world, "lib");
        let argument = builder.int(number);
        let object = builder.construct(&name, "(I)V", &[argument]);
        if ["FirstIsLess", "Natural"].contains(&class) {
            let numbers = [builder.boxed_int(number), builder.boxed_int(number + 1)];
            builder.call_named(object, "compare", &numbers);
        }
        CheckedTest::new(builder.test("").case)
    };
    let suite = numbers.map(create);
    let subject = TestBuilder::new(&world, "lib").class(&name);
    let mut setup = Setup::meter(&world);
    let violations = find_violations(&mut setup.executor(), &suite, subject, "lib", no_deadline());
    let description = |test: &CheckedTest| {
        let suspicion = test.suspicion.as_ref().expect("each returned test has a suspicion");
        let method = suspicion
            .method
            .strip_prefix(&format!("{class}."))
            .expect("the suspicion names a method of the class");
        format!("{method} {}", suspicion.behaviour)
    };
    assert_eq!(violations.iter().map(description).collect::<Vec<_>>(), expected);
}

#[test]
fn a_class_that_satisfies_all_contracts_has_no_violation() {
    check("Sound", [1, 2], &[]);
    check("Sound", [1, 1], &[]);
}

#[test]
fn equals_must_return_true_for_the_object_itself_and_false_for_null() {
    check("EqualsNothing", [1, 2], &["equals returns false for the object itself"]);
    check("EqualsNull", [1, 2], &["equals returns true for null"]);
}

#[test]
fn equals_must_accept_null_and_objects_of_other_classes() {
    let expected = [
        "equals throws an exception for null instead of returning false",
        "equals throws an exception for an object of another class",
    ];
    check("Trusting", [1, 2], &expected);
}

#[test]
fn equals_must_be_symmetric_and_consistent_with_the_hash_code() {
    check(
        "OneSided",
        [1, 2],
        &["equals is not symmetric: x.equals(y) and y.equals(x) return different results"],
    );
    check("OneSided", [1, 1], &[]);
    check("Hashing", [1, 2], &["equals returns true for two objects with different hash codes"]);
}

#[test]
fn hash_code_must_be_constant_and_to_string_must_not_return_null() {
    check("Restless", [1, 2], &["hashCode returns different results when it is called twice"]);
    check("Mute", [1, 2], &["toString returns null or throws an exception"]);
}

#[test]
fn equals_and_hash_code_must_not_throw() {
    let expected = [
        "equals throws an exception for the object itself",
        "hashCode throws an exception instead of returning a number",
    ];
    check("Touchy", [1, 2], &expected);
}

#[test]
fn compare_to_must_be_reflexive_and_antisymmetric() {
    let expected = [
        "compareTo does not return 0 for an object and itself",
        "compareTo does not return opposite signs for x.compareTo(y) and y.compareTo(x)",
    ];
    check("First", [1, 2], &expected);
}

#[test]
fn clone_must_return_a_new_object() {
    check("Unique", [1, 2], &["clone does not return a new object"]);
}

#[test]
fn a_comparator_must_be_reflexive_and_antisymmetric() {
    let expected = [
        "compare does not return 0 for an object and itself",
        "compare does not return opposite signs for compare(x, y) and compare(y, x)",
    ];
    check("FirstIsLess", [1, 2], &expected);
    check("Natural", [1, 2], &[]);
}

#[test]
fn an_exhausted_iterator_must_throw_a_no_such_element_exception() {
    let expected = ["next does not throw a NoSuchElementException after the last element"];
    check("Exhausted", [1, 2], &expected);
    check("Countdown", [0, 1], &expected);
    check("Countdown", [1, 2], &[]);
    check("Empty", [1, 2], &[]);
}

#[test]
fn a_call_on_null_violates_no_contract() {
    let world = world();
    let mut builder = TestBuilder::new(&world, "lib");
    builder.call(None, "lib.Contracts$Absent", "make", "", &[]);
    let suite = [CheckedTest::new(builder.test("").case)];
    let subject = TestBuilder::new(&world, "lib").class("lib.Contracts$Absent");
    let mut setup = Setup::meter(&world);
    let violations = find_violations(&mut setup.executor(), &suite, subject, "lib", no_deadline());
    assert_eq!(violations.len(), 0);
}
