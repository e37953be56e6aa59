//! Tests of assertions on values, and of expected exceptions.

use std::sync::Arc;
use std::time::Instant;

use execution::observe::observe;
use testcase::{CheckedTest, Literal, Observation, TestCase};
use types::{Primitive, Type, World};

use crate::build::TestBuilder;
use crate::setup::{GAUGE, METER, Setup, gauge_call, gauge_test, no_deadline, world};

fn int(value: i32) -> Observation {
    Observation::Literal(Literal::Int(value))
}

fn string(text: &str) -> Observation {
    Observation::Literal(Literal::String(text.encode_utf16().collect()))
}

fn observe_tests(world: &World, tests: &[TestCase]) -> Vec<CheckedTest> {
    observe_until(world, tests, no_deadline())
}

fn observe_until(world: &World, tests: &[TestCase], deadline: Instant) -> Vec<CheckedTest> {
    let observed = observe(&mut Setup::gauge(world).executor(), tests, "lib", deadline);
    observed.into_iter().flatten().map(|observed| observed.test).collect()
}

/// Checks the assertions on the results of methods. A separate test calls each method.
fn check(methods: &[(&str, Option<Observation>)]) {
    let world = world();
    let tests: Vec<TestCase> = methods.iter().map(|(method, _)| gauge_call(&world, method, &[])).collect();
    let checked = observe_tests(&world, &tests);
    assert_eq!(checked.len(), methods.len());
    for ((method, expected), test) in methods.iter().zip(checked) {
        let found: Vec<Observation> = test.assertions.into_iter().map(|it| it.expected).collect();
        assert_eq!(found, expected.iter().cloned().collect::<Vec<_>>(), "{method}");
        assert_eq!(test.throws, None, "{method}");
    }
}

#[test]
fn numbers_texts_enum_constants_arrays_and_lists_are_asserted() {
    let high = Observation::Enum { class: "lib.Gauge$Level".into(), name: "HIGH".into() };
    check(&[
        ("number", Some(int(7))),
        ("ratio", Some(Observation::Literal(Literal::Double(0.5)))),
        ("text", Some(string("text"))),
        ("boxed", Some(Observation::Boxed(Literal::Int(7)))),
        ("high", Some(high)),
        ("nothing", Some(Observation::Null)),
        ("numbers", Some(Observation::Array(vec![int(3), int(1), int(2)]))),
        ("words", Some(Observation::Array(vec![string("a"), Observation::Null]))),
        ("list", Some(Observation::List(Vec::new()))),
    ]);
}

#[test]
fn objects_arrays_of_objects_and_large_arrays_are_only_compared_with_null() {
    let object = |class: &str| Some(Observation::Object(class.into()));
    check(&[("gauges", object("[Llib.Gauge;")), ("many", object("[I")), ("single", object("lib.Gauge"))]);
}

#[test]
fn a_value_that_differs_in_the_second_run_is_not_asserted() {
    check(&[("calls", None), ("identity", None), ("nanos", None)]);
}

#[test]
fn a_value_that_depends_on_the_hour_is_not_asserted() {
    check(&[("early", None)]);
}

#[test]
fn a_value_from_a_small_set_is_not_asserted_if_it_depends_on_the_clock() {
    check(&[("special", None), ("ancient", None), ("specialBoxed", None), ("missing", None)]);
    check(&[("day", Some(Observation::Literal(Literal::Long(86_400))))]);
}

#[test]
fn booleans_of_an_object_that_stores_the_time_are_not_asserted() {
    let world = world();
    let touch_test = |touch: bool| {
        gauge_test(&world, |builder, gauge| {
            if touch {
                builder.call_named(gauge, "touch", &[]);
            }
            builder.call_named(gauge, "isUntouched", &[]);
        })
    };
    let observed = observe_tests(&world, &[false, true].map(touch_test));
    assert_eq!(observed.iter().map(|test| test.assertions.len()).collect::<Vec<_>>(), [1, 0]);
}

#[test]
fn hash_codes_of_texts_are_asserted_but_hash_codes_of_most_jdk_classes_are_not() {
    let world = world();
    let hash_of = |method: &str| {
        gauge_test(&world, |builder, gauge| {
            let result = builder.call_named(gauge, method, &[]);
            builder.call_named(result, "hashCode", &[]);
        })
    };
    let observed = observe_tests(&world, &["locale", "text"].map(hash_of));
    let numbers = observed.iter().map(|test| {
        let is_number =
            |it: &&testcase::Assertion| matches!(it.expected, Observation::Literal(Literal::Int(_)));
        test.assertions.iter().filter(is_number).count()
    });
    assert_eq!(numbers.collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn hash_codes_computed_from_texts_are_asserted_but_those_computed_from_most_jdk_classes_are_not() {
    let world = world();
    let hash_of_tag_with = |method: &str| {
        gauge_test(&world, |builder, gauge| {
            let value = builder.call_named(gauge, method, &[]);
            let tag = builder.construct("lib.Meter$Tag", "(Ljava/lang/Object;)V", &[value]);
            builder.call_named(tag, "hashCode", &[]);
        })
    };
    let assertions_on_hash_code = |test: &CheckedTest| {
        test.assertions.iter().filter(|it| it.var.0 as usize + 1 == test.case.len()).count()
    };
    let observed = observe_tests(&world, &["locale", "text"].map(hash_of_tag_with));
    assert_eq!(observed.iter().map(assertions_on_hash_code).collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn a_test_that_ends_because_the_jdk_refuses_reflective_access_is_dropped() {
    let world = world();
    let mut setup = Setup::meter(&world);
    let with_reflection = gauge_test(&world, |builder, _| {
        builder.call(None, "lib.Meter", "look", "", &[]);
    });
    assert!(observe(&mut setup.executor(), &[with_reflection], "lib", no_deadline())[0].is_none());
}

#[test]
fn a_value_computed_from_an_unstable_value_is_not_asserted() {
    let world = world();
    let test = gauge_test(&world, |builder, gauge| {
        let calls = builder.call_named(gauge, "calls", &[]);
        let other = builder.construct(GAUGE, "(I)V", &[calls]);
        let number = builder.call_named(gauge, "number", &[]);
        let two = builder.int(2);
        builder.call_named(other, "number", &[]);
        builder.call_named(gauge, "with", &[number, two]);
        builder.call_named(gauge, "with", &[calls, two]);
        builder.call_named(gauge, "number", &[]);
    });
    let checked = &observe_tests(&world, &[test])[0];
    let asserted: Vec<u32> = checked.assertions.iter().map(|it| it.var.0).collect();
    assert_eq!(
        asserted,
        [3, 6],
        "only results of calls before the gauge received the unstable value are asserted"
    );
}

#[test]
fn the_end_of_a_text_with_an_identity_hash_code_is_asserted_but_no_value_computed_from_the_text() {
    let world = world();
    let test = gauge_test(&world, |builder, gauge| {
        let label = builder.call_named(gauge, "label", &[]);
        builder.call(Some(label), "java.lang.String", "length", "()I", &[]);
    });
    let checked = &observe_tests(&world, &[test])[0];
    let asserted: Vec<(u32, &Observation)> =
        checked.assertions.iter().map(|it| (it.var.0, &it.expected)).collect();
    assert_eq!(asserted, [(1, &Observation::Ending("[0]".encode_utf16().collect()))]);
}

#[test]
fn a_literal_of_the_test_is_not_asserted() {
    let world = world();
    let with_fields = gauge_test(&world, |builder, gauge| {
        let five = builder.int(5);
        builder.write(Some(gauge), GAUGE, "level", five);
        builder.read(Some(gauge), GAUGE, "level");
    });
    let checked = observe_tests(&world, &[with_fields]);
    let asserted: Vec<(u32, &Observation)> =
        checked[0].assertions.iter().map(|it| (it.var.0, &it.expected)).collect();
    assert_eq!(asserted, [(3, &int(5))], "the field is asserted, but the literal is not asserted");
}

/// Returns the index of the statement that is expected to throw, and the class of the expected exception.
fn expected_exception(world: &World, checked: &CheckedTest) -> Option<(u32, Arc<str>)> {
    checked.throws.as_ref().map(|it| (it.statement, world.name(it.class).clone()))
}

#[test]
fn the_nearest_accessible_exception_class_is_expected() {
    let world = world();
    let parse = gauge_test(&world, |builder, gauge| {
        let text = builder.string("x");
        builder.call_named(gauge, "parse", &[text]);
        builder.call_named(gauge, "number", &[]);
    });
    let checked = observe_tests(&world, &[gauge_call(&world, "secret", &[]), parse]);
    assert_eq!(expected_exception(&world, &checked[0]), Some((1, "java.lang.IllegalStateException".into())));
    assert_eq!(expected_exception(&world, &checked[1]), Some((2, "java.lang.NumberFormatException".into())));
    assert_eq!(checked[1].case.len(), 3, "statements after the exception are removed");
}

#[test]
fn a_message_of_the_jvm_is_not_asserted() {
    let world = world();
    let mut builder = TestBuilder::new(&world, "lib");
    let values = builder.array(Type::class(world.object()), 0);
    builder.call(None, METER, "first", "", &[values]);
    let checked = observe_tests(&world, &[builder.test("").case]);
    let throws = checked[0].throws.as_ref().expect("the array has no first element");
    assert_eq!(throws.message, None, "the message is `Index 0 out of bounds for length 0`");
}

/// Checks which tests `observe` returns. There is one test for each method in `methods`, which calls this
/// method. Only the tests of the methods in `kept` must be returned.
fn check_kept_tests(methods: &[&str], kept: &[&str]) {
    let world = world();
    let tests = |methods: &[&str]| -> Vec<TestCase> {
        methods.iter().map(|method| gauge_call(&world, method, &[])).collect()
    };
    let checked = observe_tests(&world, &tests(methods));
    assert_eq!(checked.into_iter().map(|it| it.case).collect::<Vec<_>>(), tests(kept));
}

#[test]
fn a_test_whose_end_depends_on_random_numbers_is_dropped() {
    let world = world();
    let tests = ["luck", "badLuck"].map(|method| gauge_call(&world, method, &[]));
    assert_eq!(observe_tests(&world, &tests), []);
}

#[test]
fn a_test_whose_end_depends_on_the_locale_is_kept_with_the_values_of_the_usual_locale() {
    let world = world();
    let [test] = &observe_tests(&world, &[gauge_call(&world, "lowerCase", &[])])[..] else {
        panic!("no test")
    };
    assert_eq!(test.assertions.iter().map(|it| &it.expected).collect::<Vec<_>>(), [&int(1)]);
}

#[test]
fn a_test_that_ends_differently_in_the_second_run_is_dropped() {
    check_kept_tests(&["moody", "number"], &["number"]);
}

#[test]
fn a_test_that_hangs_or_exits_is_dropped() {
    check_kept_tests(&["spin", "exit", "number", "park"], &["number"]);
}

#[test]
fn a_test_that_overwrites_shared_state_is_dropped() {
    let world = world();
    let test = |method: &&str| {
        let mut builder = TestBuilder::new(&world, "lib");
        builder.call(None, "lib.Shared", method, "", &[]);
        builder.test("").case
    };
    let harmful = [
        "setField",
        "setReference",
        "setNumber",
        "setTable",
        "replaceEntry",
        "removeElement",
        "addListener",
        "addNull",
        "replaceEntries",
    ];
    let harmless = [
        "setOwnField",
        "setSameValue",
        "cacheHash",
        "cache",
        "cacheEntry",
        "addElement",
        "growEntries",
        "count",
    ];
    let tests: Vec<TestCase> = harmful.iter().chain(&harmless).map(test).collect();
    let observed = observe(&mut Setup::shared(&world).executor(), &tests, "lib", no_deadline());
    let is_kept: Vec<bool> = observed.iter().map(Option::is_some).collect();
    assert_eq!(is_kept, [vec![false; harmful.len()], vec![true; harmless.len()]].concat());
}

/// Builds a test that calls a method with an array of numbers. The array is an `int[]`, or an `Object[]` if
/// `boxed` is true.
fn array_call(world: &World, method: &str, values: &[i32], boxed: bool) -> TestCase {
    gauge_test(world, |builder, gauge| {
        let element = if boxed { Type::class(world.object()) } else { Type::Primitive(Primitive::Int) };
        let array = builder.array(element, values.len() as u32);
        for (index, &value) in values.iter().enumerate() {
            let value = builder.int(value);
            builder.element(array, index as u32, value);
        }
        builder.call_named(gauge, method, &[array]);
    })
}

#[test]
fn an_array_that_the_class_under_test_changed_is_asserted_at_the_end() {
    let world = world();
    let tests = [
        array_call(&world, "sort", &[2, 1], false),
        array_call(&world, "sort", &[1, 2], false),
        array_call(&world, "look", &[2, 1], false),
        array_call(&world, "box", &[2], true),
        array_call(&world, "lookAt", &[2], true),
        array_call(&world, "hide", &[2], true),
    ];
    let checked = observe_tests(&world, &tests);
    let found: Vec<Vec<(u32, Observation)>> = checked
        .into_iter()
        .map(|test| test.assertions.into_iter().map(|it| (it.after, it.expected)).collect())
        .collect();
    let sorted = Observation::Array(vec![int(1), int(2)]);
    let boxed = Observation::Array(vec![Observation::Boxed(Literal::Int(1))]);
    assert_eq!(found, [vec![(6, sorted)], vec![], vec![], vec![(4, boxed)], vec![], vec![]]);
}

#[test]
fn an_array_that_one_call_returns_and_another_call_changes_is_asserted_at_the_end() {
    let world = world();
    let test = gauge_test(&world, |builder, gauge| {
        let numbers = builder.call_named(gauge, "numbers", &[]);
        builder.call_named(gauge, "sort", &[numbers]);
    });
    let checked = &observe_tests(&world, &[test])[0];
    let found: Vec<(u32, &Observation)> =
        checked.assertions.iter().map(|it| (it.after, &it.expected)).collect();
    let array = |numbers: [i32; 3]| Observation::Array(numbers.map(int).into());
    assert_eq!(found, [(1, &array([3, 1, 2])), (2, &array([1, 2, 3]))]);
}

/// Builds a test that creates a list of numbers. The test passes the list to the class under test if `passed`
/// is true.
fn list_test(world: &World, numbers: &[i32], passed: bool) -> TestCase {
    gauge_test(world, |builder, gauge| {
        let list = builder.construct("java.util.ArrayList", "()V", &[]);
        for &number in numbers {
            let number = builder.int(number);
            builder.call(Some(list), "java.util.ArrayList", "add", "(Ljava/lang/Object;)Z", &[number]);
        }
        match passed {
            true => builder.call_named(gauge, "keepPositive", &[list]),
            false => builder.call_named(gauge, "number", &[]),
        };
    })
}

#[test]
fn a_list_that_the_test_passes_to_the_class_under_test_is_asserted_at_the_end() {
    let world = world();
    let tests = [list_test(&world, &[-2, 3], true), list_test(&world, &[-2, 3], false)];
    let checked = observe_tests(&world, &tests);
    let assertions_on_list = |test: &CheckedTest| -> Vec<(u32, Observation)> {
        let assertions = test.assertions.iter().filter(|it| it.var.0 == 1);
        assertions.map(|it| (it.after, it.expected.clone())).collect()
    };
    let three = Observation::List(vec![Observation::Boxed(Literal::Int(3))]);
    assert_eq!(checked.iter().map(assertions_on_list).collect::<Vec<_>>(), [vec![(6, three)], vec![]]);
}

#[test]
fn tests_that_were_not_observed_before_the_deadline_are_kept_unchanged() {
    let world = world();
    let tests = [gauge_call(&world, "number", &[])];
    assert_eq!(observe_until(&world, &tests, Instant::now()), [CheckedTest::new(tests[0].clone())]);
}
