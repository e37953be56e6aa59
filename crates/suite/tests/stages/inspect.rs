//! What is looked at behind a test's own statements.

use execution::inspect::extend;
use testcase::TestCase;
use types::World;

use crate::build::Maker;
use crate::setup::{Stage, later, metering, words, world};

/// What is added to some tests behind their own statements, in words.
fn added(world: &World, tests: &[TestCase]) -> Vec<Vec<String>> {
    let mut stage = Stage::with_mutants(world);
    let extended = extend(&mut stage.executor(), tests, "lib", later());
    extended.iter().map(|it| words(world, &it.test.statements[it.own..])).collect()
}

/// What is added to a test.
#[track_caller]
fn check(world: &World, test: TestCase, expect: &[&str]) {
    assert_eq!(added(world, &[test])[0], expect);
}

/// A test that makes something by a static method of the meter.
fn making(world: &World, method: &str, write: impl FnOnce(&mut Maker) -> testcase::Var) -> TestCase {
    let mut m = Maker::new(world, "lib");
    let argument = write(&mut m);
    m.call(None, "lib.Meter", method, "", &[argument]);
    m.test("").case
}

#[test]
fn fields_and_getters_that_change_nothing_are_added_and_so_is_what_tells_of_what_getters_give() {
    let world = world();
    let test = metering(&world, 3, |m, meter| {
        let two = m.int(2);
        m.call_named(meter, "raise", &[two]);
    });
    check(&world, test, &["getLevel", "getPart", "level", "0", "at", "1", "at", "getSize"]);
}

#[test]
fn a_method_that_counts_throws_or_may_throw_is_not_added() {
    let world = world();
    let added = added(&world, &[metering(&world, 3, |_, _| ())]).remove(0);
    assert!(
        !["count", "failing", "declaring"].iter().any(|it| added.contains(&(*it).to_owned())),
        "{added:?}"
    );
}

#[test]
fn a_method_that_changes_what_fields_show_is_not_added() {
    let world = world();
    let added = added(&world, &[metering(&world, 3, |_, _| ())]).remove(0);
    assert!(!added.contains(&"drain".to_owned()), "{added:?}");
}

#[test]
fn a_method_that_changes_what_only_methods_show_is_not_added() {
    let world = world();
    let mut m = Maker::new(&world, "lib");
    let queue = m.construct("lib.Meter$Queue", "()V", &[]);
    let element = m.string("x");
    m.call_named(queue, "put", &[element]);
    check(&world, m.test("").case, &["size", "isEmpty", "all"]);
}

#[test]
fn a_text_is_asked_of_objects_whose_class_has_its_own() {
    let world = world();
    check(&world, making(&world, "label", |m| m.string("x")), &["toString"]);
    check(&world, making(&world, "part", |m| m.int(1)), &["getSize"]);
}

#[test]
fn nothing_is_added_to_a_test_that_throws() {
    let world = world();
    let test = metering(&world, 3, |m, meter| {
        m.call_named(meter, "failing", &[]);
    });
    check(&world, test, &[]);
}

#[test]
fn past_the_deadline_nothing_is_added() {
    let world = world();
    let mut stage = Stage::with_mutants(&world);
    let tests = [metering(&world, 3, |_, _| ())];
    let extended = extend(&mut stage.executor(), &tests, "lib", std::time::Instant::now());
    assert_eq!((extended[0].own, &extended[0].test), (2, &tests[0]));
}
