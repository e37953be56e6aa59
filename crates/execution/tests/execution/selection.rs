//! Tests of the selection of assertions.

use std::collections::BTreeMap;
use std::time::Instant;

use execution::observe::{CheckedInspectors, InspectedTest, add_inspectors};
use execution::run::Executor;
use execution::selection::{AssertedAfter, AssertedTest, Deadlines, Oracle, select_assertions};
use mutation::MutantId;
use testcase::{CheckedTest, Literal, Observation, TestCase, Var};
use types::{Type, World};

use crate::build::TestBuilder;
use crate::setup::{METER, Setup, gauge_call, label, labels, meter_test, no_deadline, world};

/// Selects the assertions of tests. The tests run on all mutants until the deadline `kill`.
fn select_with_all_mutants(setup: &mut Setup, tests: &[InspectedTest], kill: Instant) -> Vec<AssertedTest> {
    let mutants: Vec<MutantId> = setup.goals.mutants().collect();
    let deadlines = Deadlines { observe: no_deadline(), kill };
    let methods = setup.methods.clone();
    let oracle = Oracle {
        mutants: &|_| mutants.clone(),
        methods: &methods,
        package: "lib",
        asserted_after: None,
        can_write: &|_, _| true,
    };
    let asserted = select_assertions(&mut setup.executor(), tests, &oracle, deadlines);
    asserted.into_iter().flatten().collect()
}

/// Selects the assertions of tests without running them on mutants.
fn select_without_mutants(
    setup: &mut Setup,
    tests: &[InspectedTest],
    can_write: &dyn Fn(&Observation, &Type) -> bool,
) -> Vec<Option<AssertedTest>> {
    select(setup, tests, None, can_write)
}

/// Selects the assertions of tests without running them on mutants. `asserted_after` is the same as in
/// [`Oracle`].
fn select(
    setup: &mut Setup,
    tests: &[InspectedTest],
    asserted_after: Option<&AssertedAfter>,
    can_write: &dyn Fn(&Observation, &Type) -> bool,
) -> Vec<Option<AssertedTest>> {
    let deadlines = Deadlines { observe: no_deadline(), kill: no_deadline() };
    let methods = BTreeMap::new();
    let oracle =
        Oracle { mutants: &|_| Vec::new(), methods: &methods, package: "lib", asserted_after, can_write };
    select_assertions(&mut setup.executor(), tests, &oracle, deadlines)
}

/// Adds inspectors to tests, runs the tests on all mutants, and selects the assertions of the tests.
fn select_inspected(world: &World, tests: &[TestCase]) -> Vec<AssertedTest> {
    let mut setup = Setup::meter(world);
    let inspected =
        add_inspectors(&mut setup.executor(), tests, "lib", no_deadline(), &mut CheckedInspectors::default());
    select_with_all_mutants(&mut setup, &inspected, no_deadline())
}

fn without_inspectors(tests: &[TestCase]) -> Vec<InspectedTest> {
    tests.iter().cloned().map(InspectedTest::without_inspectors).collect()
}

/// Returns a test whose statements from `first_inspector` on are inspectors.
fn inspected_from(first_inspector: usize, test: TestCase) -> InspectedTest {
    InspectedTest { first_inspector, ..InspectedTest::without_inspectors(test) }
}

/// Returns the labels of the asserted variables, then the asserted exception message if there is one.
fn asserted_labels(world: &World, test: &CheckedTest) -> Vec<String> {
    let variables = test.assertions.iter().map(|it| label(world, test.case.definition(it.var)));
    variables.chain(test.throws.iter().filter_map(|it| it.message.as_deref().map(str::to_owned))).collect()
}

fn raise_test(world: &World) -> TestCase {
    meter_test(world, 3, |builder, meter| {
        let two = builder.int(2);
        builder.call_named(meter, "raise", &[two]);
    })
}

#[test]
fn only_one_of_several_assertions_that_detect_the_same_mutants_is_selected() {
    let world = world();
    let mut builder = TestBuilder::new(&world, "lib");
    let level = builder.int(3);
    let meter = builder.construct(METER, "(I)V", &[level]);
    let first_inspector = 2;
    builder.read(Some(meter), METER, "level");
    builder.read(Some(meter), METER, "level");
    builder.call_named(meter, "getLevel", &[]);
    let inspected = inspected_from(first_inspector, builder.test("").case);
    let asserted = select_with_all_mutants(&mut Setup::meter(&world), &[inspected], no_deadline()).remove(0);
    assert_eq!(
        asserted_labels(&world, &asserted.test),
        ["getLevel"],
        "only this assertion detects the mutant of the getter"
    );
    assert_eq!(labels(&world, &asserted.test.case.statements), ["3", "Meter", "getLevel"]);
}

#[test]
fn the_printed_text_is_asserted_and_the_standard_output_is_redirected() {
    let world = world();
    let show = meter_test(&world, 3, |builder, meter| {
        builder.call_named(meter, "show", &[]);
    });
    let asserted = select_inspected(&world, &[show]).remove(0).test;
    let text = Observation::Literal(Literal::String("6\n".encode_utf16().collect()));
    assert!(asserted.assertions.iter().any(|it| it.expected == text), "{:?}", asserted.assertions);
    let labels = labels(&world, &asserted.case.statements);
    assert_eq!(labels[..6], ["ByteArrayOutputStream", "PrintStream", "setOut", "3", "Meter", "show"]);
}

#[test]
fn the_standard_output_is_not_redirected_if_nothing_is_printed() {
    let world = world();
    let asserted = select_inspected(&world, &[raise_test(&world)]).remove(0).test;
    assert!(!labels(&world, &asserted.case.statements).contains(&"setOut".to_owned()));
}

#[test]
fn statements_that_a_selected_inspector_needs_are_kept() {
    let world = world();
    let asserted = select_inspected(&world, &[raise_test(&world)]).remove(0);
    let labels = labels(&world, &asserted.test.case.statements);
    assert_eq!(labels[..4], ["3", "Meter", "2", "raise"]);
    let is_absent_or_follows = |name: &str, before: &[&str]| {
        let at = labels.iter().position(|it| it == name);
        at.is_none_or(|at| labels[..at].iter().any(|it| before.contains(&&**it)))
    };
    assert!(is_absent_or_follows("getSize", &["getPart"]), "{labels:?}");
    assert!(is_absent_or_follows("at", &["0", "1"]), "{labels:?}");
    assert!(asserted_labels(&world, &asserted.test).contains(&"getSize".to_owned()), "{labels:?}");
}

#[test]
fn a_mutant_that_makes_an_inspector_throw_is_killed_by_the_remaining_statements() {
    let world = world();
    let mut builder = TestBuilder::new(&world, "lib");
    let queue = builder.construct("lib.Meter$Queue", "()V", &[]);
    let text = builder.string("a");
    builder.call_named(queue, "put", &[text]);
    let first_inspector = 3;
    builder.call_named(queue, "size", &[]);
    // A mutant of this method throws. No mutant of this method returns another value.
    builder.call_named(queue, "isEmpty", &[]);
    let inspected = inspected_from(first_inspector, builder.test("").case);
    let mut setup = Setup::meter(&world);
    let asserted = select_with_all_mutants(&mut setup, &[inspected], no_deadline()).remove(0);
    let coverage = setup.executor().coverage(
        std::slice::from_ref(&asserted.test),
        std::slice::from_ref(&asserted.kills),
        no_deadline(),
    );
    assert!(!asserted.kills.is_empty());
    assert_eq!(Vec::from_iter(coverage.killed), asserted.kills);
}

#[test]
fn a_result_used_only_as_an_argument_is_not_asserted_if_later_assertions_detect_the_same_mutants() {
    let world = world();
    let test = meter_test(&world, 3, |builder, meter| {
        let level = builder.call_named(meter, "getLevel", &[]);
        let higher = builder.call_named(meter, "at", &[level]);
        builder.call_named(meter, "at", &[higher]);
    });
    let asserted =
        select_with_all_mutants(&mut Setup::meter(&world), &without_inspectors(&[test]), no_deadline())
            .remove(0);
    assert_eq!(asserted_labels(&world, &asserted.test), ["at"], "the result of the last call");
}

#[test]
fn the_result_of_the_last_call_is_asserted_even_if_the_assertion_kills_no_mutant() {
    let world = world();
    let mut setup = Setup::meter(&world);
    let test = meter_test(&world, 3, |builder, meter| {
        builder.call_named(meter, "getLevel", &[]);
    });
    let asserted = select_without_mutants(&mut setup, &without_inspectors(&[test]), &|_, _| true);
    let asserted = asserted[0].as_ref().expect("the test ends the same way each time");
    assert_eq!(asserted_labels(&world, &asserted.test), ["getLevel"]);
    assert_eq!(asserted.kills, []);
}

/// Returns the labels of the assertions of a test that puts two texts into a queue and then calls inspectors.
fn asserted_after_second_put(world: &World, inspectors: &[&str]) -> Vec<String> {
    let mut builder = TestBuilder::new(world, "lib");
    let queue = builder.construct("lib.Meter$Queue", "()V", &[]);
    for text in ["a", "b"] {
        let text = builder.string(text);
        builder.call_named(queue, "put", &[text]);
    }
    let first_inspector = builder.len();
    for inspector in inspectors {
        builder.call_named(queue, inspector, &[]);
    }
    let inspected = inspected_from(first_inspector, builder.test("").case);
    let asserted = select_without_mutants(&mut Setup::meter(world), &[inspected], &|_, _| true);
    asserted_labels(world, &asserted[0].as_ref().expect("the test ends the same way each time").test)
}

#[test]
fn a_value_that_the_last_call_does_not_change_is_not_asserted() {
    let world = world();
    assert_eq!(asserted_after_second_put(&world, &["isEmpty", "size"]), ["size"]);
    assert_eq!(asserted_after_second_put(&world, &["isEmpty"]), [] as [&str; 0]);
}

#[test]
fn a_list_that_the_last_call_does_not_change_is_not_asserted() {
    let world = world();
    let mut builder = TestBuilder::new(&world, "lib");
    let queue = builder.construct("lib.Meter$Queue", "()V", &[]);
    let list = builder.construct("java.util.ArrayList", "()V", &[]);
    builder.call_named(queue, "putAll", &[list]);
    let tests = without_inspectors(&[builder.test("").case]);
    let asserted = select_without_mutants(&mut Setup::meter(&world), &tests, &|_, _| true);
    let asserted = asserted[0].as_ref().expect("the test ends the same way each time");
    assert_eq!(asserted.test.assertions, []);
}

#[test]
fn the_result_of_a_call_that_prepares_the_tested_constructor_is_not_asserted() {
    let world = world();
    let mut builder = TestBuilder::new(&world, "lib");
    let text = builder.string("apple");
    let descriptor = "()[C";
    let letters = builder.call(Some(text), "java.lang.String", "toCharArray", descriptor, &[]);
    builder.construct("java.lang.String", "([C)V", &[letters]);
    let tests = without_inspectors(&[builder.test("").case]);
    let asserted = select_without_mutants(&mut Setup::meter(&world), &tests, &|_, _| true);
    let asserted = asserted[0].as_ref().expect("the test ends the same way each time");
    assert!(!asserted_labels(&world, &asserted.test).contains(&"toCharArray".to_owned()));
}

#[test]
fn an_unused_result_is_not_asserted_if_it_is_the_receiver_of_the_call() {
    let world = world();
    let mut setup = Setup::meter(&world);
    let mut builder = TestBuilder::new(&world, "lib");
    let case = builder.construct("lib.Meter$Case", "()V", &[]);
    let size = builder.int(1);
    builder.call_named(case, "add", &[size]);
    let buffer = builder.construct("java.lang.StringBuilder", "()V", &[]);
    builder.call_named(case, "appendTo", &[buffer]);
    let asserted =
        select_without_mutants(&mut setup, &without_inspectors(&[builder.test("").case]), &|_, _| true);
    let asserted = asserted[0].as_ref().expect("the test ends the same way each time");
    assert_eq!(asserted_labels(&world, &asserted.test), ["appendTo"]);
}

#[test]
fn the_unused_result_of_an_earlier_call_on_the_same_object_is_asserted() {
    let world = world();
    let mut setup = Setup::meter(&world);
    let test = meter_test(&world, 3, |builder, meter| {
        let two = builder.int(2);
        builder.call_named(meter, "at", &[two]);
        builder.call_named(meter, "getLevel", &[]);
    });
    let asserted = select_without_mutants(&mut setup, &without_inspectors(&[test]), &|_, _| true);
    let asserted = asserted[0].as_ref().expect("the test ends the same way each time");
    assert_eq!(asserted_labels(&world, &asserted.test), ["at", "getLevel"]);
}

#[test]
fn a_null_that_an_earlier_call_returns_is_asserted_only_if_the_last_call_is_of_the_same_method() {
    let world = world();
    let asserted_calls = |calls: &[&str]| {
        let mut builder = TestBuilder::new(&world, "lib");
        let queue = builder.construct("lib.Meter$Queue", "()V", &[]);
        for call in calls {
            builder.call_named(queue, call, &[]);
        }
        let test = builder.test("").case;
        let mut setup = Setup::meter(&world);
        let asserted = select_without_mutants(&mut setup, &without_inspectors(&[test]), &|_, _| true);
        let asserted = asserted[0].as_ref().expect("the test ends the same way each time");
        asserted_labels(&world, &asserted.test)
    };
    assert_eq!(asserted_calls(&["pop", "pop"]), ["pop", "pop"]);
    assert_eq!(asserted_calls(&["pop", "isEmpty"]), ["isEmpty"]);
}

#[test]
fn the_receiver_that_an_earlier_call_returns_is_not_asserted() {
    let world = world();
    let mut builder = TestBuilder::new(&world, "lib");
    let mut case = builder.construct("lib.Meter$Case", "()V", &[]);
    for size in [1, 2] {
        let size = builder.int(size);
        case = builder.call_named(case, "add", &[size]);
    }
    builder.call_named(case, "getCount", &[]);
    let test = builder.test("").case;
    let asserted =
        select_with_all_mutants(&mut Setup::meter(&world), &without_inspectors(&[test]), no_deadline());
    assert_eq!(asserted_labels(&world, &asserted[0].test), ["getCount"]);
}

#[test]
fn the_result_of_the_last_call_is_asserted_even_if_the_test_only_needs_another_assertion() {
    let world = world();
    let part_test = |calls: &[&str]| {
        let mut builder = TestBuilder::new(&world, "lib");
        let level = builder.int(3);
        let meter = builder.construct(METER, "(I)V", &[level]);
        for call in calls {
            builder.call_named(meter, call, &[]);
        }
        let part = builder.call_named(meter, "getPart", &[]);
        let first_inspector = builder.len();
        builder.call_named(part, "getSize", &[]);
        inspected_from(first_inspector, builder.test("").case)
    };
    // The first test kills the mutants of `getPart` and `getSize`.
    let tests = [part_test(&[]), part_test(&["getLevel"])];
    let asserted = select_with_all_mutants(&mut Setup::meter(&world), &tests, no_deadline());
    assert_eq!(asserted_labels(&world, &asserted[1].test), ["getLevel", "getSize"]);
}

#[test]
fn a_test_of_a_fluent_call_asserts_more_than_that_the_call_returned_its_receiver() {
    let world = world();
    let mut builder = TestBuilder::new(&world, "lib");
    let case = builder.construct("lib.Meter$Case", "()V", &[]);
    let size = builder.int(5);
    builder.call_named(case, "add", &[size]);
    let first_inspector = builder.len();
    let parts = builder.call_named(case, "parts", &[]);
    builder.call_named(parts, "size", &[]);
    let inspected = inspected_from(first_inspector, builder.test("").case);
    let asserted = select_without_mutants(&mut Setup::meter(&world), &[inspected], &|_, _| true);
    let asserted = &asserted[0].as_ref().expect("the test ends the same way each time").test;
    assert_eq!(asserted_labels(&world, asserted), ["size"]);
}

#[test]
fn assertions_on_objects_of_the_last_call_are_preferred() {
    let world = world();
    let mut builder = TestBuilder::new(&world, "lib");
    let level = builder.int(3);
    let other = builder.construct(METER, "(I)V", &[level]);
    builder.call_named(other, "raise", &[level]);
    let meter = builder.construct(METER, "(I)V", &[level]);
    builder.call_named(meter, "raise", &[level]);
    let asserted = select_inspected(&world, &[builder.test("").case]).remove(0).test;
    let receivers: Vec<Option<Var>> =
        asserted.assertions.iter().map(|it| asserted.case.definition(it.var).receiver()).collect();
    assert!(
        !asserted.assertions.is_empty() && !receivers.contains(&Some(other)),
        "{:?}",
        asserted.assertions
    );
}

#[test]
fn a_value_that_cannot_be_written_is_not_asserted() {
    let world = world();
    let mut setup = Setup::gauge(&world);
    let tests = without_inspectors(&[gauge_call(&world, "levels", &[])]);
    let mut assertions = |can_write: &dyn Fn(&Observation, &Type) -> bool| {
        let asserted = select_without_mutants(&mut setup, &tests, can_write).remove(0);
        asserted.expect("the test ends the same way each time").test.assertions.len()
    };
    assert_eq!(assertions(&|_, _| true), 1);
    assert_eq!(assertions(&|observed, _| !matches!(observed, Observation::Map(_))), 0);
}

#[test]
fn a_mutant_counts_as_killed_only_for_the_first_test_that_kills_it() {
    let world = world();
    let tests = [raise_test(&world), raise_test(&world)];
    let asserted = select_inspected(&world, &tests);
    assert!(!asserted[0].kills.is_empty() && asserted[0].kills.is_sorted());
    assert_eq!(asserted[1].kills, []);
    assert!(asserted[0].test.assertions.len() > asserted[1].test.assertions.len());
}

#[test]
fn a_test_without_assertions_kills_no_mutant_that_only_changes_values() {
    let world = world();
    let mut setup = Setup::meter(&world);
    let all: Vec<MutantId> = setup.goals.mutants().collect();
    let tests = without_inspectors(&[raise_test(&world)]);
    let asserted = select_with_all_mutants(&mut setup, &tests, no_deadline()).remove(0);
    let without_assertions = CheckedTest { assertions: Vec::new(), ..asserted.test.clone() };
    let mut killed = |test: CheckedTest| {
        setup.executor().coverage(&[test], std::slice::from_ref(&all), no_deadline()).killed
    };
    assert_eq!(killed(asserted.test), asserted.kills.into_iter().collect());
    assert_eq!(killed(without_assertions), [].into());
}

#[test]
fn the_message_of_an_exception_is_asserted() {
    let world = world();
    let failing = meter_test(&world, 3, |builder, meter| {
        builder.call_named(meter, "failing", &[]);
    });
    let mut builder = TestBuilder::new(&world, "lib");
    let text = builder.string("x");
    builder.call(None, METER, "thrown", "", &[text]);
    let tests = without_inspectors(&[failing, builder.test("").case]);
    let asserted = select_with_all_mutants(&mut Setup::meter(&world), &tests, no_deadline());
    assert!(asserted.iter().all(|it| it.test.throws.is_some()));
    assert_eq!(asserted_labels(&world, &asserted[0].test), ["no value"], "a mutant makes the message empty");
    assert_eq!(asserted_labels(&world, &asserted[1].test), ["x"], "no mutant changes the message");
}

#[test]
fn the_result_of_the_last_call_is_asserted_if_there_is_no_time_for_mutants() {
    let world = world();
    let mut setup = Setup::meter(&world);
    let test = meter_test(&world, 3, |builder, meter| {
        let level = builder.call_named(meter, "getLevel", &[]);
        builder.call_named(meter, "at", &[level]);
    });
    let inspected = add_inspectors(
        &mut setup.executor(),
        std::slice::from_ref(&test),
        "lib",
        no_deadline(),
        &mut CheckedInspectors::default(),
    );
    let asserted = select_with_all_mutants(&mut setup, &inspected, Instant::now()).remove(0);
    assert_eq!(asserted_labels(&world, &asserted.test), ["at"]);
    assert_eq!((asserted.test.case, asserted.kills), (test, Vec::new()));
}

#[test]
fn a_value_that_the_last_call_changed_is_asserted_beside_its_result() {
    let world = world();
    let test = |last_call: &str| {
        let mut builder = TestBuilder::new(&world, "lib");
        let queue = builder.construct("lib.Meter$Queue", "()V", &[]);
        let element = builder.string("apple");
        builder.call_named(queue, "put", &[element]);
        builder.call_named(queue, last_call, &[]);
        builder.call_named(queue, "size", &[]);
        inspected_from(4, builder.test("").case)
    };
    let asserted = |last_call: &str, asserted_after: Option<&AssertedAfter>| {
        let tests = [test(last_call)];
        let asserted = select(&mut Setup::meter(&world), &tests, asserted_after, &|_, _| true).remove(0);
        asserted_labels(&world, &asserted.expect("the test always ends in the same way").test)
    };
    let nothing = AssertedAfter::new();
    assert_eq!(asserted("clear", Some(&nothing)), ["clear", "size"]);
    assert_eq!(asserted("clear", None), ["clear"]);
    assert_eq!(asserted("isEmpty", Some(&nothing)), ["isEmpty"], "the call changes nothing");
    let method = |name: &str| {
        let methods = &world.class(world.class_named("lib.Meter$Queue").unwrap()).methods;
        *methods.iter().find(|&&method| &*world.method(method).name == name).unwrap()
    };
    let size_after_is_empty = AssertedAfter::from([(method("isEmpty"), [method("size")].into())]);
    assert_eq!(
        asserted("isEmpty", Some(&size_after_is_empty)),
        ["isEmpty", "size"],
        "other tests assert the size"
    );
}

#[test]
fn a_test_that_ends_differently_in_the_second_run_is_dropped() {
    let world = world();
    let mut setup = Setup::meter(&world);
    let tests = without_inspectors(&[gauge_call(&world, "moody", &[]), raise_test(&world)]);
    let asserted = select_without_mutants(&mut setup, &tests, &|_, _| true);
    assert_eq!(asserted.iter().map(Option::is_some).collect::<Vec<_>>(), [false, true]);
}

#[test]
fn a_test_that_did_not_run_on_its_mutants_before_the_deadline_is_not_complete() {
    let world = world();
    let mut setup = Setup::meter(&world);
    let all: Vec<MutantId> = setup.goals.mutants().collect();
    let mut builder = TestBuilder::new(&world, "lib");
    let one = builder.int(1);
    let case = builder.construct("lib.Meter$Case", "()V", &[]);
    builder.call_named(case, "add", &[one]);
    // This call is so slow that the test is submitted several times, each time with a few mutants.
    builder.call_named(case, "total", &[]);
    let tests = without_inspectors(&[builder.test("").case]);
    let mut select_until = |mutants: &[MutantId], observe: Instant, kill: Instant| {
        let mut executor = Executor { tick_limit: 1_000_000, ..setup.executor() };
        let deadlines = Deadlines { observe, kill };
        let mutants = |_| mutants.to_vec();
        let methods = BTreeMap::new();
        let oracle = Oracle {
            mutants: &mutants,
            methods: &methods,
            package: "lib",
            asserted_after: None,
            can_write: &|_, _| true,
        };
        let asserted = select_assertions(&mut executor, &tests, &oracle, deadlines).remove(0);
        asserted.expect("the test ends the same way each time")
    };
    let kills = select_until(&all, no_deadline(), no_deadline()).kills;
    let mut is_complete =
        |observe: Instant, kill: Instant| select_until(&kills[..1], observe, kill).is_complete;
    assert!(is_complete(no_deadline(), no_deadline()));
    assert!(!is_complete(no_deadline(), Instant::now()), "its mutants did not run");
    assert!(!is_complete(Instant::now(), no_deadline()), "it was not observed");
}

#[test]
fn a_property_that_the_test_did_not_set_is_not_asserted() {
    let world = world();
    let set_city = |property: &str| {
        let mut builder = TestBuilder::new(&world, "lib");
        let value = builder.string("Paris");
        let address = builder.construct("lib.Meter$Address", "()V", &[]);
        builder.call_named(address, &format!("set{property}"), &[value]);
        builder.test("").case
    };
    let asserted = select_inspected(&world, &[set_city("City"), set_city("Street")]);
    let getters = |test: &AssertedTest| -> Vec<String> {
        let called = test.test.case.statements.iter().filter_map(testcase::Statement::called_method);
        let names = called.map(|method| world.method(method).name.to_string());
        names.filter(|name| name.starts_with("get")).collect()
    };
    let getters: Vec<Vec<String>> = asserted.iter().map(getters).collect();
    assert_eq!(getters, [["getCity"], ["getStreet"]]);
}
