//! Tests of the inspectors that are appended to tests.

use execution::observe::{CheckedInspectors, add_inspectors};
use testcase::{Stored, TestCase};
use types::{Primitive, Type, World};

use crate::build::TestBuilder;
use crate::setup::{Setup, labels, meter_test, no_deadline, world};

/// Returns, for each test, the labels of the appended inspectors: names of members, and values of literals.
fn inspectors(world: &World, tests: &[TestCase]) -> Vec<Vec<String>> {
    let mut setup = Setup::meter(world);
    let inspected =
        add_inspectors(&mut setup.executor(), tests, "lib", no_deadline(), &mut CheckedInspectors::default());
    inspected.iter().map(|it| labels(world, &it.test.statements[it.first_inspector..])).collect()
}

/// Checks the labels of the inspectors that are appended to a test.
#[track_caller]
fn check(world: &World, test: TestCase, expected: &[&str]) {
    assert_eq!(inspectors(world, &[test])[0], expected);
}

/// Builds a test that calls a static factory method of `Meter` with one argument.
fn factory_call(
    world: &World,
    method: &str,
    build_argument: impl FnOnce(&mut TestBuilder) -> testcase::Var,
) -> TestCase {
    let mut builder = TestBuilder::new(world, "lib");
    let argument = build_argument(&mut builder);
    builder.call(None, "lib.Meter", method, "", &[argument]);
    builder.test("").case
}

#[test]
fn fields_and_methods_without_side_effects_are_appended_and_their_results_are_inspected() {
    let world = world();
    let test = meter_test(&world, 3, |builder, meter| {
        let two = builder.int(2);
        builder.call_named(meter, "raise", &[two]);
    });
    check(&world, test, &["getLevel", "getPart", "level", "0", "at", "1", "at", "getSize"]);
}

#[test]
fn a_method_that_changes_its_object_or_can_throw_is_not_appended() {
    let world = world();
    let found = inspectors(&world, &[meter_test(&world, 3, |_, _| ())]).remove(0);
    assert!(
        !["count", "failing", "declaring"].iter().any(|it| found.contains(&(*it).to_owned())),
        "{found:?}"
    );
}

#[test]
fn a_method_with_a_side_effect_on_a_field_is_not_appended() {
    let world = world();
    let found = inspectors(&world, &[meter_test(&world, 3, |_, _| ())]).remove(0);
    assert!(!found.contains(&"drain".to_owned()), "{found:?}");
}

#[test]
fn a_method_with_a_side_effect_that_only_other_methods_reveal_is_not_appended() {
    let world = world();
    let mut builder = TestBuilder::new(&world, "lib");
    let queue = builder.construct("lib.Meter$Queue", "()V", &[]);
    let element = builder.string("x");
    builder.call_named(queue, "put", &[element]);
    check(&world, builder.test("").case, &["size", "isEmpty", "all"]);
}

fn box_inspectors(world: &World) -> Vec<String> {
    let mut builder = TestBuilder::new(world, "lib");
    builder.construct("lib.Meter$Box", "()V", &[]);
    inspectors(world, &[builder.test("").case]).remove(0)
}

#[test]
fn two_methods_that_return_the_same_object_are_appended() {
    let world = world();
    let found = box_inspectors(&world);
    assert!(["getLeft", "getRight"].iter().all(|it| found.contains(&(*it).to_owned())), "{found:?}");
}

#[test]
fn a_method_that_makes_another_method_throw_is_not_appended_and_the_other_method_is() {
    let world = world();
    let found = box_inspectors(&world);
    assert!(found.contains(&"getWeight".to_owned()) && !found.contains(&"seal".to_owned()), "{found:?}");
}

#[test]
fn to_string_is_appended_if_the_class_overrides_it() {
    let world = world();
    check(&world, factory_call(&world, "label", |builder| builder.string("x")), &["toString"]);
    check(&world, factory_call(&world, "part", |builder| builder.int(1)), &["getSize"]);
}

#[test]
fn the_text_of_an_object_of_an_internal_class_of_the_jdk_is_not_inspected() {
    let world = world();
    check(&world, factory_call(&world, "zone", |builder| builder.string("UTC")), &[]);
}

/// Builds a test that creates a `Case` with one part.
fn case_test(world: &World) -> TestCase {
    let mut builder = TestBuilder::new(world, "lib");
    let case = builder.construct("lib.Meter$Case", "()V", &[]);
    let size = builder.int(5);
    builder.call_named(case, "add", &[size]);
    builder.test("").case
}

#[test]
fn objects_in_a_list_are_inspected() {
    let world = world();
    let found = inspectors(&world, &[case_test(&world)]).remove(0);
    let expected = ["parts", "size", "0", "get", "getSize"];
    let mut rest = found.iter();
    let missing = expected.iter().find(|it| !rest.any(|found| found == *it));
    assert_eq!(missing, None, "{found:?}");
}

#[test]
fn objects_in_an_array_are_inspected() {
    let world = world();
    let found = inspectors(&world, &[case_test(&world)]).remove(0);
    let expected = ["toArray", "[0]", "getSize"];
    let mut rest = found.iter();
    let missing = expected.iter().find(|it| !rest.any(|found| found == *it));
    assert_eq!(missing, None, "{found:?}");
    assert!(!found.contains(&"[1]".to_owned()), "the array has one element: {found:?}");
}

#[test]
fn the_first_and_the_last_number_of_a_long_array_are_inspected() {
    let world = world();
    let sort = |length: u32| {
        let mut builder = TestBuilder::new(&world, "lib");
        let gauge = builder.call(None, "lib.Gauge", "single", "", &[]);
        let numbers = builder.array(Type::Primitive(Primitive::Int), length);
        builder.call_named(gauge, "sort", &[numbers]);
        builder.test("").case
    };
    let elements = |length: u32| {
        let found = inspectors(&world, &[sort(length)]).remove(0);
        found.into_iter().filter(|it| it.starts_with('[')).collect::<Vec<String>>()
    };
    // An array of the receiver has inspectors, too.
    let of_receiver = elements(2);
    assert_eq!(elements(70), [vec!["[0]".to_owned(), "[69]".to_owned()], of_receiver].concat());
}

#[test]
fn the_buffer_of_a_writer_that_the_tested_code_receives_is_inspected() {
    let world = world();
    let mut builder = TestBuilder::new(&world, "lib");
    let buffer = builder.construct("java.io.StringWriter", "()V", &[]);
    let writer = builder.construct("java.io.PrintWriter", "(Ljava/io/Writer;)V", &[buffer]);
    let case = builder.construct("lib.Meter$Case", "()V", &[]);
    builder.call_named(case, "spill", &[writer]);
    let found = inspectors(&world, &[builder.test("").case]).remove(0);
    assert!(found.contains(&"toString".to_owned()), "{found:?}");
}

#[test]
fn a_slow_method_is_not_called() {
    let world = world();
    let found = inspectors(&world, &[case_test(&world)]).remove(0);
    assert!(!found.contains(&"total".to_owned()), "{found:?}");
}

#[test]
fn a_method_that_writes_to_a_buffer_is_called_with_a_buffer() {
    let world = world();
    let found = inspectors(&world, &[case_test(&world)]).remove(0);
    assert!(found.windows(3).any(|it| it == ["StringBuilder", "printTo", "toString"]), "{found:?}");
}

#[test]
fn a_method_that_returns_the_buffer_to_which_it_writes_is_called_with_a_buffer() {
    let world = world();
    let found = inspectors(&world, &[case_test(&world)]).remove(0);
    assert!(found.windows(3).any(|it| it == ["StringBuilder", "appendTo", "toString"]), "{found:?}");
}

#[test]
fn the_lines_of_a_file_that_the_code_under_test_writes_are_read() {
    let world = world();
    let mut builder = TestBuilder::new(&world, "lib");
    let case = builder.construct("lib.Meter$Case", "()V", &[]);
    let file = builder.temp_file("java.io.File", "file", Stored::Nothing);
    builder.call_named(case, "store", &[file]);
    let found = inspectors(&world, &[builder.test("").case]).remove(0);
    assert!(found.contains(&"readAllLines".to_owned()), "{found:?}");
}

#[test]
fn a_method_that_writes_to_a_buffer_is_not_called_if_it_changes_its_object_or_throws() {
    let world = world();
    let found = inspectors(&world, &[case_test(&world)]).remove(0);
    assert!(
        !["spill", "refuse", "StringWriter"].iter().any(|it| found.contains(&(*it).to_owned())),
        "{found:?}"
    );
}

#[test]
fn methods_that_undo_the_change_of_each_other_are_no_inspectors() {
    let world = world();
    let mut builder = TestBuilder::new(&world, "lib");
    let counter = builder.construct("lib.Meter$Counter", "()V", &[]);
    builder.call_named(counter, "get", &[]);
    assert_eq!(inspectors(&world, &[builder.test("").case]), [["get"]]);
}

#[test]
fn a_getter_that_changes_its_object_ends_a_test_after_another_method() {
    let world = world();
    let test = |last_call: &str| {
        let mut builder = TestBuilder::new(&world, "lib");
        let tape = builder.construct("lib.Meter$Tape", "()V", &[]);
        let text = builder.string("x");
        builder.call_named(tape, "write", &[text]);
        if last_call != "write" {
            builder.call_named(tape, last_call, &[]);
        }
        builder.test("").case
    };
    let found = inspectors(&world, &[test("write"), test("getText")]);
    assert_eq!(found, [vec!["getText"], vec![]]);
}

#[test]
fn a_test_that_throws_has_no_inspectors() {
    let world = world();
    let test = meter_test(&world, 3, |builder, meter| {
        builder.call_named(meter, "failing", &[]);
    });
    check(&world, test, &[]);
}

#[test]
fn no_inspectors_are_appended_after_the_deadline() {
    let world = world();
    let mut setup = Setup::meter(&world);
    let tests = [meter_test(&world, 3, |_, _| ())];
    let inspected = add_inspectors(
        &mut setup.executor(),
        &tests,
        "lib",
        std::time::Instant::now(),
        &mut CheckedInspectors::default(),
    );
    assert_eq!((inspected[0].first_inspector, &inspected[0].test), (2, &tests[0]));
}
