//! Contracts of every object, tried on the objects of a suite.

use execution::oracle::unobserved;
use suite::contracts::broken;
use testcase::CheckedTest;

use crate::build::Maker;
use crate::setup::{Stage, later, world};

/// What two objects of a class, made with these numbers, break.
#[track_caller]
fn check(class: &str, numbers: [i32; 2], expect: &[&str]) {
    let world = world();
    let name = format!("lib.Laws${class}");
    let making = |number: i32| {
        let mut m = Maker::new(&world, "lib");
        let number_of = m.int(number);
        let object = m.construct(&name, "(I)V", &[number_of]);
        if ["FirstIsLess", "Natural"].contains(&class) {
            let numbers = [m.boxed_int(number), m.boxed_int(number + 1)];
            m.call_named(object, "compare", &numbers);
        }
        unobserved(&m.test("").case)
    };
    let suite = numbers.map(making);
    let subject = Maker::new(&world, "lib").class(&name);
    let mut stage = Stage::with_mutants(&world);
    let found = broken(&mut stage.executor(), &suite, subject, "lib", later());
    let told = |test: &CheckedTest| {
        let suspicion = test.suspicion.as_ref().expect("it is about a breach");
        let method = suspicion.method.strip_prefix(&format!("{class}.")).expect("the class's own method");
        format!("{method} {}", suspicion.what)
    };
    assert_eq!(found.iter().map(told).collect::<Vec<_>>(), expect);
}

#[test]
fn a_class_that_keeps_them_all_has_no_test_of_them() {
    check("Sound", [1, 2], &[]);
    check("Sound", [1, 1], &[]);
}

#[test]
fn equals_is_true_of_itself_and_false_of_null() {
    check("EqualsNothing", [1, 2], &["equals says that an object does not equal itself"]);
    check("EqualsNull", [1, 2], &["equals says that an object equals null"]);
}

#[test]
fn equals_takes_whatever_it_is_given() {
    let expect = [
        "equals throws an exception for null, where it should say false",
        "equals throws an exception for an object of another class",
    ];
    check("Trusting", [1, 2], &expect);
}

#[test]
fn equals_is_symmetric_and_goes_with_the_hash_code() {
    check("OneSided", [1, 2], &["equals is not symmetric: one object equals another that does not equal it"]);
    check("OneSided", [1, 1], &[]);
    check("Hashing", [1, 2], &["equals calls two objects equal whose hash codes differ"]);
}

#[test]
fn a_hash_code_stays_and_a_text_is_one() {
    check("Restless", [1, 2], &["hashCode is not the same twice"]);
    check("Mute", [1, 2], &["toString gives no text"]);
}

#[test]
fn exceptions_are_no_answer() {
    let expect = [
        "equals throws an exception for the object itself",
        "hashCode throws an exception, where it should give a number",
    ];
    check("Touchy", [1, 2], &expect);
}

#[test]
fn an_order_is_one() {
    let expect = [
        "compareTo does not find an object equal to itself",
        "compareTo puts two objects in an order that depends on which is asked",
    ];
    check("First", [1, 2], &expect);
}

#[test]
fn a_clone_is_another_object() {
    check("Unique", [1, 2], &["clone gives no new object"]);
}

#[test]
fn a_comparator_makes_an_order() {
    let expect = [
        "compare does not find an object equal to itself",
        "compare puts two objects in an order that depends on which comes first",
    ];
    check("FirstIsLess", [1, 2], &expect);
    check("Natural", [1, 2], &[]);
}

#[test]
fn an_iterator_says_when_it_is_through() {
    let expect = ["next does not throw a NoSuchElementException where there is nothing left"];
    check("Exhausted", [1, 2], &expect);
    check("Countdown", [0, 1], &expect);
    check("Countdown", [1, 2], &[]);
    check("Empty", [1, 2], &[]);
}

#[test]
fn nothing_is_owed_by_an_object_that_is_not_there() {
    let world = world();
    let mut m = Maker::new(&world, "lib");
    m.call(None, "lib.Laws$Absent", "make", "", &[]);
    let suite = [unobserved(&m.test("").case)];
    let subject = Maker::new(&world, "lib").class("lib.Laws$Absent");
    let mut stage = Stage::with_mutants(&world);
    let found = broken(&mut stage.executor(), &suite, subject, "lib", later());
    assert_eq!(found.len(), 0);
}
