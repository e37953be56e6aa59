//! Tests of watched calls, and of whether exceptions are explicit.

use testcase::{Literal, Observation, TestCase, Var};
use types::World;
use vm::{Config, Execution, Mode, Outcome, RecordedValue, Watch, WatchedCall};

use crate::setup::{Script, call, config, run_on, script, start, world};

const CLASS: &str = "demo.Watched";
const NULL: RecordedValue = RecordedValue::Null;
const UNKNOWN: RecordedValue = RecordedValue::Unknown;

fn values(numbers: &[i32]) -> Vec<RecordedValue> {
    numbers.iter().map(|&it| RecordedValue::Value(it.into())).collect()
}

/// Runs a test, and watches the calls of the given members of a class.
fn watch(world: &World, class: &str, members: &[&str], watch_settings: &Watch, test: TestCase) -> Execution {
    let method = |name: &&str| (script(world).method(class, name), watch_settings.clone());
    let config = Config { watches: members.iter().map(method).collect(), ..config() };
    run_on(&mut start(config), world, &[test], Mode::Observe).remove(0)
}

/// Checks the recorded values of the calls of a member of [`CLASS`]. The worker records no fields of results.
#[track_caller]
fn check(member: &str, write: impl FnOnce(&mut Script), expect: &[Vec<RecordedValue>]) {
    check_with_fields(member, &[], write, expect);
}

/// Checks the recorded values of the calls of a member of [`CLASS`]. The worker also records the given fields
/// of results.
#[track_caller]
fn check_with_fields(
    member: &str,
    fields: &[&str],
    write: impl FnOnce(&mut Script),
    expect: &[Vec<RecordedValue>],
) {
    let world = world();
    let mut script = script(&world);
    write(&mut script);
    let result_fields = fields.iter().map(|&it| (CLASS.into(), it.into())).collect();
    let watch_settings = Watch { family: 0, records_values: true, result_fields };
    let result = watch(&world, CLASS, &[member], &watch_settings, script.test);
    let recorded: Vec<_> = result.calls.into_iter().map(|it| it.recorded_values).collect();
    assert_eq!(recorded, expect, "{:?}", result.outcome);
}

#[test]
fn a_number_is_recorded_as_its_value_and_null_as_null() {
    let numbers = |test: &mut Script| {
        let (a, b) = (test.literal(Literal::Boolean(true)), test.literal(Literal::Char(97)));
        let (c, d) = (test.literal(Literal::Long(-8)), test.literal(Literal::Double(0.5)));
        let (e, f) = (test.int(9), test.literal(Literal::Null));
        test.call(CLASS, "numbers", None, &[a, b, c, d, e, f]);
    };
    let recorded_values = [1.0, 97.0, -8.0, 0.5, 9.0].map(RecordedValue::Value);
    check("numbers", numbers, &[[&recorded_values[..], &[NULL]].concat()]);
}

#[test]
fn a_text_array_or_collection_is_recorded_as_its_size_before_the_call() {
    let sizes = |test: &mut Script| {
        let three = test.int(3);
        let (text, array) = (test.string("four"), test.call("demo.Sample", "zeros", None, &[three]));
        let list = test.call(CLASS, "list", None, &[three]);
        let object = test.construct(CLASS, None, &[three, text]);
        test.call(CLASS, "sizes", None, &[text, array, list, list, object]);
    };
    check("sizes", sizes, &[values(&[4, 3, 3, 3, 1])]);
}

#[test]
fn the_size_of_a_user_defined_collection_is_not_read() {
    let own = |test: &mut Script| {
        let (null, own) =
            (test.literal(Literal::Null), test.construct("demo.Watched$UserDefinedList", None, &[]));
        test.call(CLASS, "sizes", None, &[null, null, null, own, own]);
    };
    check("sizes", own, &[vec![NULL, NULL, NULL, UNKNOWN, RecordedValue::Value(1.0)]]);
}

#[test]
fn the_recorded_values_of_the_result_follow_those_of_the_arguments() {
    let call = |name: &'static str, args: &'static [i32]| {
        move |test: &mut Script| {
            let args: Vec<Var> = args.iter().map(|it| test.int(*it)).collect();
            test.call(CLASS, name, None, &args);
        }
    };
    check("divide", call("divide", &[7, 3]), &[values(&[7, 3, 2])]);
    check("divide", call("divide", &[7, 0]), &[values(&[7, 0])]);
    check("list", call("list", &[2]), &[values(&[2, 2])]);
    check("make", call("make", &[-1]), &[vec![RecordedValue::Value(-1.0), NULL]]);
    check("make", call("map", &[]), &[]);
    check_with_fields("make", &["count", "name"], call("make", &[5]), &[values(&[5, 1, 5, 4])]);
    check_with_fields(
        "make",
        &["name", "none"],
        call("make", &[0]),
        &[vec![RecordedValue::Value(0.0), RecordedValue::Value(1.0), NULL, UNKNOWN]],
    );
    check_with_fields("make", &["name"], call("make", &[-1]), &[vec![RecordedValue::Value(-1.0), NULL]]);
    check_with_fields("list", &["name"], call("list", &[2]), &[[values(&[2, 2]), vec![UNKNOWN]].concat()]);
}

/// Checks for each call of a member whether it is trivial.
#[track_caller]
fn check_trivial(class: &str, member: &str, write: impl FnOnce(&mut Script), expect: &[bool]) {
    let world = world();
    let mut script = script(&world);
    write(&mut script);
    let watch_settings = Watch { records_values: true, ..Watch::default() };
    let result = watch(&world, class, &[member], &watch_settings, script.test);
    let is_trivial: Vec<bool> = result.calls.iter().map(|it| it.is_trivial).collect();
    assert_eq!(is_trivial, expect, "{:?}", result.outcome);
}

#[test]
fn a_call_is_trivial_if_it_returns_a_text_that_equals_an_argument() {
    let trims = |test: &mut Script| {
        let texts = ["a", " a", "b"].map(|text| test.string(text));
        for (first, second) in [(0, 2), (1, 2), (1, 0)] {
            test.call(CLASS, "trim", None, &[texts[first], texts[second]]);
        }
    };
    check_trivial(CLASS, "trim", trims, &[true, false, true]);
}

#[test]
fn a_call_is_trivial_if_it_receives_an_empty_collection() {
    let sizes = |test: &mut Script| {
        for size in [0, 2] {
            let size = test.int(size);
            let list = test.call(CLASS, "list", None, &[size]);
            test.call(CLASS, "size", None, &[list]);
        }
    };
    check_trivial(CLASS, "size", sizes, &[true, false]);
}

const PART: &str = "demo.Watched$Part";

/// Adds a part that has an empty text and no other parts.
fn part(test: &mut Script) -> Var {
    let number = test.int(1);
    let outer = test.call(CLASS, "make", None, &[number]);
    test.construct(PART, Some(outer), &[number])
}

#[test]
fn a_call_is_trivial_if_it_receives_an_empty_object() {
    let lengths = |test: &mut Script| {
        let part = part(test);
        test.call(CLASS, "textLength", None, &[part]);
        let one = test.int(1);
        test.call(PART, "addPart", Some(part), &[one]);
        test.call(CLASS, "textLength", None, &[part]);
    };
    check_trivial(CLASS, "textLength", lengths, &[true, false]);
}

#[test]
fn a_call_without_arguments_is_trivial_if_it_returns_a_value_of_an_empty_object() {
    let read = |method: &'static str| {
        move |test: &mut Script| {
            let part = part(test);
            test.call(PART, method, Some(part), &[]);
            let one = test.int(1);
            test.call(PART, "addPart", Some(part), &[one]);
            test.call(PART, method, Some(part), &[]);
        }
    };
    check_trivial(PART, "partCount", read("partCount"), &[true, false]);
    check_trivial(PART, "hasParts", read("hasParts"), &[false, false]);
    check_trivial(PART, "self", read("self"), &[false, false]);
}

#[test]
fn a_call_that_returns_nothing_is_trivial_if_no_object_changes() {
    let additions = |test: &mut Script| {
        let part = part(test);
        for count in [0, 1, 0, 2] {
            let count = test.int(count);
            test.call(PART, "addPart", Some(part), &[count]);
        }
    };
    check_trivial(PART, "addPart", additions, &[true, false, true, false]);
    let texts = |test: &mut Script| {
        let part = part(test);
        let one = test.int(1);
        let counts = test.call("demo.Sample", "zeros", None, &[one]);
        for text in ["", "a"] {
            let text = test.string(text);
            test.call(PART, "append", Some(part), &[text, counts]);
        }
    };
    check_trivial(PART, "append", texts, &[true, false]);
}

#[test]
fn the_result_of_a_constructor_is_its_object() {
    let construct = |test: &mut Script| {
        let (count, name) = (test.int(2), test.string("a"));
        test.construct(CLASS, None, &[count, name]);
    };
    check_with_fields("<init>", &["count", "name"], construct, &[values(&[2, 1, 1, 2, 1])]);
}

#[test]
fn an_enclosing_object_is_not_an_argument() {
    let world = world();
    let mut test = script(&world);
    let number = test.int(3);
    let outer = test.call(CLASS, "make", None, &[number]);
    test.construct("demo.Watched$Part", Some(outer), &[number]);
    let watch_settings = Watch { records_values: true, ..Watch::default() };
    let result = watch(&world, "demo.Watched$Part", &["<init>"], &watch_settings, test.test);
    let expected = WatchedCall { statement: 2, recorded_values: values(&[3, 1]), is_trivial: false };
    assert_eq!(result.calls, [expected]);
}

#[test]
fn the_first_sixty_four_calls_are_recorded_with_their_statements() {
    let world = world();
    let mut test = script(&world);
    let one = test.int(1);
    (0..70).for_each(|_| _ = test.call(CLASS, "divide", None, &[one, one]));
    let watch_settings = Watch { records_values: true, ..Watch::default() };
    let result = watch(&world, CLASS, &["divide"], &watch_settings, test.test);
    let statements: Vec<u32> = result.calls.iter().map(|it| it.statement).collect();
    assert_eq!(statements, Vec::from_iter(1..65));
}

#[test]
fn the_family_number_is_stored_only_during_a_call_of_a_watched_method() {
    let world = world();
    let mut test = script(&world);
    test.call(CLASS, "called", None, &[]);
    let zero = test.int(0);
    test.call(CLASS, "list", None, &[zero]);
    test.call("demo.Watched", "called", None, &[]);
    let watch_settings = Watch { family: 7, ..Watch::default() };
    let called = |members: &[&str]| {
        let result = watch(&world, CLASS, members, &watch_settings, test.test.clone());
        assert_eq!(result.calls, []);
        [0, 3].map(|it| result.observations[it].clone().unwrap())
    };
    let int = |value| Observation::Literal(Literal::Int(value));
    assert_eq!(called(&["called"]), [int(7), int(7)]);
    assert_eq!(called(&["list"]), [int(-1), int(-1)]);
}

#[test]
fn the_family_number_is_reset_after_an_exception() {
    let world = world();
    let mut pool = start(Config {
        watches: [(script(&world).method(CLASS, "divide"), Watch { family: 7, ..Watch::default() })].into(),
        ..config()
    });
    let tests = [call(&world, CLASS, "divide", &[1, 0]), call(&world, CLASS, "called", &[])];
    let results = run_on(&mut pool, &world, &tests, Mode::Observe);
    assert_eq!(results[1].observations, [Some(Observation::Literal(Literal::Int(-1)))]);
}

#[test]
fn an_exception_is_explicit_if_the_code_under_test_threw_it() {
    let world = world();
    let tests = [
        call(&world, CLASS, "refuse", &[1]),
        call(&world, CLASS, "divide", &[1, 0]),
        call(&world, CLASS, "refuseAndDivide", &[]),
    ];
    let results = run_on(&mut start(config()), &world, &tests, Mode::Run);
    let explicit = |it: &Execution| matches!(it.outcome, Outcome::Threw { explicit: true, .. });
    assert_eq!(results.iter().map(explicit).collect::<Vec<_>>(), [true, false, false]);
}
