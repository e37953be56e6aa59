//! What is asserted of the values and ends of tests, and what is not.

use std::sync::Arc;
use std::time::{Duration, Instant};

use emit::{Dialect, TestClass};
use execution::oracle::{observe, unobserved};
use suite::verify::{Effort, Verifier, verify};
use testcase::{CheckedTest, Literal, Observation, TestCase};
use types::{Primitive, Type, World};

use crate::build::Maker;
use crate::setup::{GAUGE, Stage, call, later, test, world};

fn int(value: i32) -> Observation {
    Observation::Literal(Literal::Int(value))
}

fn string(text: &str) -> Observation {
    Observation::Literal(Literal::String(text.encode_utf16().collect()))
}

fn observed(world: &World, tests: &[TestCase]) -> Vec<CheckedTest> {
    observed_until(world, tests, later())
}

fn observed_until(world: &World, tests: &[TestCase], deadline: Instant) -> Vec<CheckedTest> {
    let observed = observe(&mut Stage::new(world).executor(), tests, "lib", deadline);
    observed.into_iter().flatten().map(|observed| observed.test).collect()
}

/// What is asserted of the results of methods, each called in a test of its own.
fn check(methods: &[(&str, Option<Observation>)]) {
    let world = world();
    let tests: Vec<TestCase> = methods.iter().map(|(method, _)| call(&world, method, &[])).collect();
    let checked = observed(&world, &tests);
    assert_eq!(checked.len(), methods.len());
    for ((method, expected), test) in methods.iter().zip(checked) {
        let found: Vec<Observation> = test.assertions.into_iter().map(|it| it.expected).collect();
        assert_eq!(found, expected.iter().cloned().collect::<Vec<_>>(), "{method}");
        assert_eq!(test.throws, None, "{method}");
    }
}

#[test]
fn results_that_say_something_are_asserted() {
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
fn what_holds_other_objects_or_many_says_only_that_it_is_there() {
    let object = |class: &str| Some(Observation::Object(class.into()));
    check(&[("gauges", object("[Llib.Gauge;")), ("many", object("[I")), ("single", object("lib.Gauge"))]);
}

#[test]
fn what_differs_the_second_time_is_not_asserted() {
    check(&[("calls", None), ("identity", None), ("nanos", None)]);
}

#[test]
fn what_depends_on_the_hour_is_not_asserted() {
    check(&[("early", None)]);
}

#[test]
fn of_what_hangs_on_a_clock_no_value_of_two_is_asserted() {
    check(&[("special", None), ("ancient", None), ("specialBoxed", None), ("missing", None)]);
    check(&[("day", Some(Observation::Literal(Literal::Long(86_400))))]);
}

#[test]
fn an_object_that_read_a_clock_may_keep_what_it_read() {
    let world = world();
    let is_untouched = |touch: bool| {
        test(&world, |m, gauge| {
            if touch {
                m.call_named(gauge, "touch", &[]);
            }
            m.call_named(gauge, "isUntouched", &[]);
        })
    };
    let observed = observed(&world, &[false, true].map(is_untouched));
    assert_eq!(observed.iter().map(|test| test.assertions.len()).collect::<Vec<_>>(), [1, 0]);
}

#[test]
fn hash_codes_of_the_jdk_are_not_asserted_but_of_texts() {
    let world = world();
    let hash_of = |method: &str| {
        test(&world, |m, gauge| {
            let result = m.call_named(gauge, method, &[]);
            m.call_named(result, "hashCode", &[]);
        })
    };
    let observed = observed(&world, &["locale", "text"].map(hash_of));
    let numbers = observed.iter().map(|test| {
        let is_number =
            |it: &&testcase::Assertion| matches!(it.expected, Observation::Literal(Literal::Int(_)));
        test.assertions.iter().filter(is_number).count()
    });
    assert_eq!(numbers.collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn hash_codes_of_what_is_made_of_objects_of_the_jdk_are_not_asserted_but_of_texts() {
    let world = world();
    let hash_of_tag_on = |method: &str| {
        test(&world, |m, gauge| {
            let on = m.call_named(gauge, method, &[]);
            let tag = m.construct("lib.Meter$Tag", "(Ljava/lang/Object;)V", &[on]);
            m.call_named(tag, "hashCode", &[]);
        })
    };
    let hash = |test: &CheckedTest| {
        test.assertions.iter().filter(|it| it.var.0 as usize + 1 == test.case.len()).count()
    };
    let observed = observed(&world, &["locale", "text"].map(hash_of_tag_on));
    assert_eq!(observed.iter().map(hash).collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn a_test_that_ends_where_it_may_not_look_into_the_jdk_is_none() {
    let world = world();
    let mut stage = Stage::with_mutants(&world);
    let looks = test(&world, |m, _| {
        m.call(None, "lib.Meter", "look", "", &[]);
    });
    assert!(observe(&mut stage.executor(), &[looks], "lib", later())[0].is_none());
}

#[test]
fn what_is_made_of_a_value_that_differs_the_second_time_is_not_asserted() {
    let world = world();
    let made = test(&world, |m, gauge| {
        let calls = m.call_named(gauge, "calls", &[]);
        let other = m.construct(GAUGE, "(I)V", &[calls]);
        let number = m.call_named(gauge, "number", &[]);
        let two = m.int(2);
        m.call_named(other, "number", &[]);
        m.call_named(gauge, "with", &[number, two]);
        m.call_named(gauge, "with", &[calls, two]);
        m.call_named(gauge, "number", &[]);
    });
    let checked = &observed(&world, &[made])[0];
    let about: Vec<u32> = checked.assertions.iter().map(|it| it.var.0).collect();
    assert_eq!(about, [3, 6], "what the gauge says while it was given nothing else");
}

#[test]
fn what_the_test_itself_put_there_is_not_asserted() {
    let world = world();
    let with_fields = test(&world, |m, gauge| {
        let five = m.int(5);
        m.write(Some(gauge), GAUGE, "level", five);
        m.read(Some(gauge), GAUGE, "level");
    });
    let checked = observed(&world, &[with_fields]);
    let asserted: Vec<(u32, &Observation)> =
        checked[0].assertions.iter().map(|it| (it.var.0, &it.expected)).collect();
    assert_eq!(asserted, [(3, &int(5))], "the field, not the literal");
}

/// The class that a test with one call expects to be thrown.
fn expects(world: &World, checked: &CheckedTest) -> Option<(u32, Arc<str>)> {
    checked.throws.as_ref().map(|it| (it.statement, world.name(it.class).clone()))
}

#[test]
fn an_exception_is_expected_by_the_nearest_class_that_a_test_can_name() {
    let world = world();
    let parse = test(&world, |m, gauge| {
        let text = m.string("x");
        m.call_named(gauge, "parse", &[text]);
        m.call_named(gauge, "number", &[]);
    });
    let checked = observed(&world, &[call(&world, "secret", &[]), parse]);
    assert_eq!(expects(&world, &checked[0]), Some((1, "java.lang.IllegalStateException".into())));
    assert_eq!(expects(&world, &checked[1]), Some((2, "java.lang.NumberFormatException".into())));
    assert_eq!(checked[1].case.len(), 3, "what stands behind it never ran");
}

/// Which of the methods, each called in a test of its own, have a checked test.
fn check_kept(methods: &[&str], kept: &[&str]) {
    let world = world();
    let tests = |methods: &[&str]| -> Vec<TestCase> {
        methods.iter().map(|method| call(&world, method, &[])).collect()
    };
    let checked = observed(&world, &tests(methods));
    assert_eq!(checked.into_iter().map(|it| it.case).collect::<Vec<_>>(), tests(kept));
}

#[test]
fn a_test_that_ends_differently_the_second_time_is_left_out() {
    check_kept(&["moody", "number"], &["number"]);
}

#[test]
fn a_test_that_does_not_end_by_itself_is_left_out() {
    check_kept(&["spin", "exit", "number", "park"], &["number"]);
}

/// A test that calls a method with an array of these numbers, as `int` or boxed.
fn with_array(world: &World, method: &str, values: &[i32], boxed: bool) -> TestCase {
    test(world, |m, gauge| {
        let element = if boxed { Type::class(world.object()) } else { Type::Primitive(Primitive::Int) };
        let array = m.array(element, values.len() as u32);
        for (index, &value) in values.iter().enumerate() {
            let value = m.int(value);
            m.element(array, index as u32, value);
        }
        m.call_named(gauge, method, &[array]);
    })
}

#[test]
fn an_array_that_the_class_changed_is_asserted_at_the_end() {
    let world = world();
    let tests = [
        with_array(&world, "sort", &[2, 1], false),
        with_array(&world, "sort", &[1, 2], false),
        with_array(&world, "look", &[2, 1], false),
        with_array(&world, "box", &[2], true),
        with_array(&world, "lookAt", &[2], true),
        with_array(&world, "hide", &[2], true),
    ];
    let checked = observed(&world, &tests);
    let found: Vec<Vec<(u32, Observation)>> = checked
        .into_iter()
        .map(|test| test.assertions.into_iter().map(|it| (it.after, it.expected)).collect())
        .collect();
    let sorted = Observation::Array(vec![int(1), int(2)]);
    let boxed = Observation::Array(vec![Observation::Boxed(Literal::Int(1))]);
    assert_eq!(found, [vec![(6, sorted)], vec![], vec![], vec![(4, boxed)], vec![], vec![]]);
}

#[test]
fn past_the_deadline_tests_are_kept_as_they_are() {
    let world = world();
    let tests = [call(&world, "number", &[])];
    assert_eq!(observed_until(&world, &tests, Instant::now()), [unobserved(&tests[0])]);
}

#[test]
fn what_is_asserted_holds_in_the_written_tests() {
    let world = world();
    let methods = ["number", "ratio", "text", "boxed", "high", "nothing", "numbers", "words", "secret"];
    let mut tests: Vec<TestCase> = methods.iter().map(|method| call(&world, method, &[])).collect();
    tests.push(with_array(&world, "sort", &[2, 1], false));
    tests.push(with_array(&world, "box", &[2], true));
    let mut checked = observed(&world, &tests);
    let subject = Maker::new(&world, "lib").class(GAUGE);
    suite::names::name(&world, subject, &mut checked);
    let jdk = world.jdk();
    let verifier = Verifier::new(
        jdk.java(),
        world.class_path().entries().to_vec(),
        Dialect::default(),
        vm::Sandbox::On,
        &std::env::temp_dir(),
    )
    .expect("scratch");
    let class = TestClass { tests: checked, ..TestClass::named(&world, subject) };
    let verified =
        verify(&world, &verifier, class, &|_| {}, Effort::Standard, Instant::now() + Duration::from_secs(60));
    assert_eq!(verified.class.tests.len(), tests.len(), "{:?}\n{}", verified.dropped, verified.source.text);
    assert_eq!(verified.assertions_dropped, 0, "{}", verified.source.text);
}
