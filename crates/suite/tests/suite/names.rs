//! Names and order of tests.

use std::collections::BTreeSet;

use suite::names::name_tests;
use testcase::{Assertion, CheckedTest, Literal, Observation, StatementKind, Var};
use types::{Primitive, Type, World, is_identifier};

use crate::build::TestBuilder;
use crate::setup::{GAUGE, gauge, world};

/// Builds a test that calls a method without arguments. If `expected` is set, the test asserts that the
/// method returns this value.
fn call_test(world: &World, method: &str, expected: Option<Observation>) -> CheckedTest {
    let mut builder = TestBuilder::new(world, "lib");
    let gauge = gauge(&mut builder);
    let result = builder.call_named(gauge, method, &[]);
    expected.into_iter().for_each(|expected| builder.expect(result, expected));
    builder.test("")
}

fn throwing_test(world: &World, method: &str, class: &str) -> CheckedTest {
    let mut builder = TestBuilder::new(world, "lib");
    let gauge = gauge(&mut builder);
    builder.call_named(gauge, method, &[]);
    builder.throwing("", class)
}

/// Builds a test that calls a method with a number.
fn gauge_call_test(world: &World, method: &str, number: i32) -> CheckedTest {
    let mut builder = TestBuilder::new(world, "lib");
    let gauge = gauge(&mut builder);
    let number = builder.int(number);
    builder.call_named(gauge, method, &[number]);
    builder.test("")
}

fn literal(literal: Literal) -> Option<Observation> {
    Some(Observation::Literal(literal))
}

/// Names tests and checks the names, in the order in which the tests will be written.
fn check(world: &World, mut tests: Vec<CheckedTest>, expected: &[&str]) {
    name_tests(world, TestBuilder::new(world, "lib").class(GAUGE), &mut tests);
    let names: Vec<&str> = tests.iter().map(|test| &*test.name).collect();
    assert_eq!(names, expected);
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    assert!(names.iter().all(|name| is_identifier(name)), "{names:?}");
}

#[test]
fn a_test_is_about_the_asserted_call_and_not_about_the_creation_of_its_object() {
    let world = world();
    let mut builder = TestBuilder::new(&world, "lib");
    let sundial = builder.call(None, "lib.Sundial$Factory", "utc", "()Llib/Sundial;", &[]);
    let time = builder.literal(Literal::Long(-3), Type::Primitive(Primitive::Long));
    let hour = builder.call_named(sundial, "hour", &[time]);
    builder.expect(hour, Observation::Literal(Literal::Long(-1)));
    let mut tests = [builder.test("")];
    name_tests(&world, TestBuilder::new(&world, "lib").class("lib.Sundial$Factory"), &mut tests);
    assert_eq!(tests[0].name, "hour_negativeTime_returnsMinusOne");
}

#[test]
fn tests_have_the_order_of_the_members_and_constructors_come_first() {
    let world = world();
    let mut builder = TestBuilder::new(&world, "lib");
    gauge(&mut builder);
    let constructor_test = builder.test("");
    let tests = vec![call_test(&world, "text", None), call_test(&world, "number", None), constructor_test];
    check(&world, tests, &["newGauge_doesNotThrow", "number_doesNotThrow", "text_doesNotThrow"]);
}

#[test]
fn tests_of_a_method_show_ordinary_calls_before_unusual_arguments_and_exceptions() {
    let world = world();
    let sign = |number: i32| gauge_call_test(&world, "sign", number);
    let mut throwing = sign(1);
    throwing.throws = throwing_test(&world, "sign", "java.lang.IllegalStateException").throws;
    throwing.throws.as_mut().unwrap().statement = throwing.case.len() as u32 - 1;
    let mut tests = vec![throwing.clone(), sign(i32::MIN), sign(7)];
    name_tests(&world, TestBuilder::new(&world, "lib").class(GAUGE), &mut tests);
    let cases: Vec<_> = tests.into_iter().map(|test| test.case).collect();
    assert_eq!(cases, [sign(7).case, sign(i32::MIN).case, throwing.case]);
}

#[test]
fn a_name_contains_the_result_or_exception() {
    let world = world();
    let tests = vec![
        throwing_test(&world, "secret", "java.lang.IllegalStateException"),
        call_test(&world, "number", literal(Literal::Int(0))),
        call_test(&world, "text", literal(Literal::String([].into()))),
        call_test(&world, "nothing", Some(Observation::Null)),
        call_test(&world, "numbers", Some(Observation::Array(Vec::new()))),
    ];
    let names = [
        "secret_throwsIllegalStateException",
        "number_returnsZero",
        "text_returnsEmptyString",
        "nothing_returnsNull",
        "numbers_returnsEmptyArray",
    ];
    check(&world, tests, &names);
}

/// Checks the name of a test for a class.
#[track_caller]
fn check_name(class: &str, build: impl FnOnce(&mut TestBuilder), expected: &str) {
    let world = world();
    let mut builder = TestBuilder::new(&world, "lib");
    build(&mut builder);
    let mut tests = [builder.test("")];
    name_tests(&world, TestBuilder::new(&world, "lib").class(class), &mut tests);
    assert_eq!(tests[0].name, expected);
}

/// Checks the name of a test that calls a method of a gauge with one argument.
#[track_caller]
fn check_gauge_call(method: &str, argument: impl FnOnce(&mut TestBuilder) -> Var, expected: &str) {
    let build = |builder: &mut TestBuilder| {
        let gauge = gauge(builder);
        let argument = argument(builder);
        builder.call_named(gauge, method, &[argument]);
    };
    check_name(GAUGE, build, expected);
}

#[test]
fn a_test_of_a_nested_class_is_named_after_the_nested_class_and_its_method() {
    let use_queue = |builder: &mut TestBuilder| {
        let level = builder.int(3);
        builder.construct("lib.Meter", "(I)V", &[level]);
        let queue = builder.construct("lib.Meter$Queue", "()V", &[]);
        let element = builder.string("apple");
        builder.call_named(queue, "put", &[element]);
    };
    check_name("lib.Meter", use_queue, "queuePut_doesNotThrow");
}

#[test]
fn a_test_is_named_after_the_method_for_whose_goals_it_exists() {
    let world = world();
    let mut test = call_test(&world, "number", literal(Literal::Int(0)));
    let StatementKind::Construct { constructor, .. } = test.case.statements[0].kind else {
        panic!("the first statement constructs a gauge")
    };
    assert_eq!(test_name(&world, test.clone()), "number_returnsZero");
    test.purpose = Some(constructor);
    assert_eq!(test_name(&world, test), "newGauge_numberIsZero");
}

fn test_name(world: &World, test: CheckedTest) -> String {
    let mut tests = [test];
    name_tests(world, TestBuilder::new(world, "lib").class(GAUGE), &mut tests);
    tests[0].name.clone()
}

#[test]
fn a_name_contains_special_arguments() {
    check_gauge_call("parse", |builder| builder.null("java.lang.String"), "parse_nullText_doesNotThrow");
    check_gauge_call("parse", |builder| builder.string(""), "parse_emptyText_doesNotThrow");
    check_gauge_call("parse", |builder| builder.string("7"), "parse_doesNotThrow");
    check_gauge_call(
        "sort",
        |builder| builder.array(Type::Primitive(Primitive::Int), 0),
        "sort_emptyValues_doesNotThrow",
    );
    check_gauge_call(
        "sort",
        |builder| builder.array(Type::Primitive(Primitive::Int), 1),
        "sort_doesNotThrow",
    );
    let numbers = [(0, "_zeroNumber"), (-5, "_negativeNumber"), (5, "")];
    for (value, suffix) in
        [&numbers[..], &[(i32::MAX, "_greatestNumber"), (i32::MIN, "_leastNumber")]].concat()
    {
        check_gauge_call("sign", |builder| builder.int(value), &format!("sign{suffix}_doesNotThrow"));
    }
}

#[test]
fn a_name_contains_two_special_arguments() {
    let add_test = |a, b| {
        move |builder: &mut TestBuilder| {
            let subject = builder.construct("lib.Subject", "()V", &[]);
            let args = [builder.int(a), builder.int(b)];
            let sum = builder.call_named(subject, "add", &args);
            builder.expect(sum, Observation::Literal(Literal::Int(a + b)));
        }
    };
    check_name("lib.Subject", add_test(0, -1), "add_zeroNumberAndNegativeNumber_returnsMinusOne");
    check_name("lib.Subject", add_test(0, 0), "add_zeroNumber_returnsZero");
    check_name("lib.Subject", add_test(-1, 2), "add_negativeNumber_returnsOne");
}

#[test]
fn a_test_is_named_after_its_last_call_that_is_not_an_inspector() {
    let with_to_string = |builder: &mut TestBuilder| {
        let gauge = gauge(builder);
        let values = builder.array(Type::Primitive(Primitive::Int), 1);
        builder.call_named(gauge, "look", &[values]);
        let text = builder.call_named(gauge, "toString", &[]);
        builder.expect(text, Observation::Literal(Literal::String([0x61][..].into())));
    };
    check_name(GAUGE, with_to_string, "look_textIsA");
    let with_method = |builder: &mut TestBuilder| {
        let gauge = gauge(builder);
        let values = builder.array(Type::Primitive(Primitive::Int), 1);
        builder.call_named(gauge, "look", &[values]);
        let number = builder.call_named(gauge, "number", &[]);
        builder.expect(number, Observation::Literal(Literal::Int(7)));
    };
    check_name(GAUGE, with_method, "number_returnsSeven");
}

#[test]
fn a_test_without_calls_of_the_class_is_named_after_its_last_call_that_is_not_an_inspector() {
    let fill_list = |builder: &mut TestBuilder| {
        let list = builder.construct("java.util.ArrayList", "()V", &[]);
        let element = builder.string("apple");
        builder.call_named(list, "add", &[element]);
        let size = builder.call_named(list, "size", &[]);
        builder.expect(size, Observation::Literal(Literal::Int(1)));
    };
    check_name(GAUGE, fill_list, "add_sizeIsOne");
}

#[test]
fn equal_names_are_numbered_and_no_number_produces_the_name_of_another_method() {
    let world = world();
    let number = || call_test(&world, "number", literal(Literal::Int(7)));
    let tests =
        vec![call_test(&world, "number2", None), number(), number(), call_test(&world, "number2", None)];
    check(
        &world,
        tests,
        &["number_returnsSeven", "number_returnsSeven_2", "number2_doesNotThrow", "number2_doesNotThrow_2"],
    );
}

#[test]
fn a_test_method_does_not_override_a_method_of_java_lang_object() {
    let world = world();
    let tests = vec![call_test(&world, "toString", None), call_test(&world, "toString", None)];
    check(&world, tests, &["toString_doesNotThrow", "toString_doesNotThrow_2"]);
}

#[test]
fn a_test_without_calls_has_a_name() {
    let world = world();
    let mut builder = TestBuilder::new(&world, "lib");
    builder.constant("lib.Gauge$Level", "LOW");
    check(
        &world,
        vec![builder.test(""), call_test(&world, "number", None)],
        &["number_doesNotThrow", "fields"],
    );
}

#[test]
fn the_name_of_a_comparison_contains_the_sign_of_the_result() {
    let world = world();
    let comparison = |result: i32| {
        let mut builder = TestBuilder::new(&world, "lib");
        let low = builder.constant("lib.Gauge$Level", "LOW");
        let descriptor = "(Ljava/lang/Enum;)I";
        let compared = builder.call(Some(low), "java.lang.Enum", "compareTo", descriptor, &[low]);
        builder.expect(compared, Observation::Literal(Literal::Int(result)));
        builder.test("")
    };
    let names = ["compareTo_returnsNegativeNumber", "compareTo_returnsPositiveNumber"];
    check(&world, vec![comparison(-5), comparison(2)], &names);
}

#[test]
fn the_name_of_a_returned_array_contains_its_length() {
    let bytes = |length| Observation::Array(vec![Observation::Literal(Literal::Byte(7)); length]);
    let test = |world: &World, length| {
        let mut builder = TestBuilder::new(world, "lib");
        let text = builder.string("a");
        let result = builder.call(Some(text), "java.lang.String", "getBytes", "()[B", &[]);
        builder.expect(result, bytes(length));
        builder.test("")
    };
    let world = world();
    let names = ["getBytes_returnsEmptyArray", "getBytes_returnsArrayOfTwo"];
    check(&world, vec![test(&world, 0), test(&world, 2)], &names);
}

#[test]
fn a_name_contains_no_long_number() {
    let world = world();
    let number = |value| call_test(&world, "number", literal(Literal::Int(value)));
    let names = ["number_returns9999", "number_returnsExpectedNumber"];
    check(&world, vec![number(9_999), number(1_056_935_825)], &names);
}

#[test]
fn a_test_that_asserts_nothing_is_named_after_the_missing_exception() {
    check_gauge_call("sign", |builder| builder.int(5), "sign_doesNotThrow");
}

/// Builds a test that parses a text, and asserts the result.
fn parse_test_with_result(world: &World, text: &str, expected: i32) -> CheckedTest {
    let mut builder = TestBuilder::new(world, "lib");
    let gauge = gauge(&mut builder);
    let text = builder.string(text);
    let result = builder.call_named(gauge, "parse", &[text]);
    builder.expect(result, Observation::Literal(Literal::Int(expected)));
    builder.test("")
}

/// Builds a test that parses a text, and asserts the result 1.
fn parse_test(world: &World, text: &str) -> CheckedTest {
    parse_test_with_result(world, text, 1)
}

#[test]
fn names_of_tests_with_equal_results_contain_the_arguments() {
    let world = world();
    let texts = ["ab", "+", "-5", "1 000 000", "(((((", " ", "abcdefghijklmnopqrst"];
    let names = [
        "parse_textAb_returnsOne",
        "parse_textPlus_returnsOne",
        "parse_textMinus5_returnsOne",
        "parse_textWithSpace_returnsOne",
        "parse_textStartingWithOpenParenthesis_returnsOne",
        "parse_blankText_returnsOne",
        "parse_longText_returnsOne",
    ];
    check(&world, texts.iter().map(|text| parse_test(&world, text)).collect(), &names);
}

#[test]
fn names_of_tests_with_equal_arguments_contain_the_last_change_of_the_receiver() {
    let world = world();
    let build = |is_changed: bool| {
        let mut builder = TestBuilder::new(&world, "lib");
        let gauge = gauge(&mut builder);
        if is_changed {
            let values = builder.array(Type::Primitive(Primitive::Int), 1);
            builder.call_named(gauge, "look", &[values]);
        }
        let number = builder.call_named(gauge, "number", &[]);
        builder.expect(number, Observation::Literal(Literal::Int(7)));
        builder.test("")
    };
    check(&world, vec![build(false), build(true)], &["number_returnsSeven", "number_afterLook_returnsSeven"]);
}

#[test]
fn names_of_tests_with_equal_arguments_contain_the_last_change_of_the_object_that_created_the_receiver() {
    let world = world();
    let build = |elements: &[&str]| {
        let mut builder = TestBuilder::new(&world, "lib");
        let list = builder.construct("java.util.ArrayList", "()V", &[]);
        for element in elements {
            let element = builder.string(element);
            builder.call(Some(list), "java.util.List", "add", "(Ljava/lang/Object;)Z", &[element]);
        }
        let [zero, one] = [0, 1].map(|number| builder.int(number));
        let part =
            builder.call(Some(list), "java.util.List", "subList", "(II)Ljava/util/List;", &[zero, one]);
        let lemon = builder.string("lemon");
        let descriptor = "(ILjava/lang/Object;)Ljava/lang/Object;";
        let old = builder.call(Some(part), "java.util.List", "set", descriptor, &[zero, lemon]);
        builder.expect(old, literal(Literal::String("apple".encode_utf16().collect())).unwrap());
        builder.test("")
    };
    let names = ["set_zeroNumberAndAfterAddApple_returnsApple", "set_zeroNumberAndAfterAddKiwi_returnsApple"];
    check(&world, vec![build(&["apple"]), build(&["apple", "kiwi"])], &names);
}

/// Builds a test that parses a text under the given conditions, and asserts the result 1.
fn parse_test_under(world: &World, text: &str, conditions: &[&str]) -> CheckedTest {
    let mut test = parse_test(world, text);
    let method = test.case.statements.last().unwrap().called_method().unwrap();
    let words = conditions.iter().map(|words| (!words.is_empty()).then(|| (*words).to_owned()));
    test.conditions = [(method, words.collect())].into();
    test
}

#[test]
fn a_name_contains_the_condition_of_the_code_that_holds_for_the_fewest_tests() {
    let world = world();
    let tests = vec![
        parse_test_under(&world, "a", &["nonEmptyText", "textWithoutSign"]),
        parse_test_under(&world, "b", &["nonEmptyText", "textWithSign"]),
        parse_test_under(&world, "c", &["nonEmptyText", "textWithSign"]),
        parse_test_under(&world, "d", &["shortText", ""]),
    ];
    let names = [
        "parse_textWithoutSign_returnsOne",
        "parse_textWithSignAndTextB_returnsOne",
        "parse_textWithSignAndTextC_returnsOne",
        "parse_shortText_returnsOne",
    ];
    check(&world, tests, &names);
}

#[test]
fn a_condition_that_holds_for_all_tests_of_a_method_is_not_in_their_names() {
    let world = world();
    let test = |text| parse_test_under(&world, text, &["nonEmptyText"]);
    check(&world, vec![test("a"), test("b")], &["parse_textA_returnsOne", "parse_textB_returnsOne"]);
    check(&world, vec![test("a")], &["parse_returnsOne"]);
}

/// Calls an overload of `lib.Encoder.encode` with parameters such as `[B Z`. Each `int` has the value
/// `number`.
fn encode_test(world: &World, parameters: &str, number: i32) -> CheckedTest {
    let mut builder = TestBuilder::new(world, "lib");
    let args: Vec<Var> = parameters
        .split(' ')
        .map(|parameter| match parameter {
            "[B" => builder.array(Type::Primitive(Primitive::Byte), 2),
            "[C" => builder.array(Type::Primitive(Primitive::Char), 2),
            "I" => builder.int(number),
            "Z" => builder.literal(Literal::Boolean(true), Type::Primitive(Primitive::Boolean)),
            class => builder.construct(class, "()V", &[]),
        })
        .collect();
    let descriptor = match parameters {
        "java.lang.StringBuilder" => "(Ljava/lang/StringBuilder;)I".to_owned(),
        primitives => format!("({})I", primitives.replace(' ', "")),
    };
    builder.call(None, "lib.Encoder", "encode", &descriptor, &args);
    builder.test("")
}

/// Returns the names of tests of `lib.Encoder`.
fn encoder_names(world: &World, mut tests: Vec<CheckedTest>) -> Vec<String> {
    name_tests(world, TestBuilder::new(world, "lib").class("lib.Encoder"), &mut tests);
    tests.into_iter().map(|test| test.name).collect()
}

#[test]
fn names_contain_other_facts_only_if_tests_of_the_same_overload_have_equal_names() {
    let world = world();
    let tests = [("[B Z", 0), ("[B I I Z", 7), ("[B I I Z", 9)];
    let tests = tests.map(|(parameters, number)| encode_test(&world, parameters, number));
    let expected = [
        "encode_withUpper_doesNotThrow",
        "encode_offsetSeven_doesNotThrow",
        "encode_offsetNine_doesNotThrow",
    ];
    assert_eq!(encoder_names(&world, tests.into()), expected);
}

#[test]
fn names_of_tests_of_overloads_contain_the_parameters_in_which_the_overloads_differ() {
    let world = world();
    let tests = ["[B", "[B Z", "[B I I Z", "[B I I Z [C", "java.lang.StringBuilder"];
    let tests = tests.map(|parameters| encode_test(&world, parameters, 1));
    let expected = [
        "encode_withByteArray_doesNotThrow",
        "encode_withUpper_doesNotThrow",
        "encode_withOffset_doesNotThrow",
        "encode_withOut_doesNotThrow",
        "encode_withStringBuilder_doesNotThrow",
    ];
    assert_eq!(encoder_names(&world, tests.into()), expected);
}

#[test]
fn a_name_describes_an_array_by_the_text_that_it_contains() {
    let world = world();
    let test = |text: &str| {
        let mut builder = TestBuilder::new(&world, "lib");
        let text = builder.string(text);
        let utf_8 = builder.read(None, "java.nio.charset.StandardCharsets", "UTF_8");
        let data = builder.call(
            Some(text),
            "java.lang.String",
            "getBytes",
            "(Ljava/nio/charset/Charset;)[B",
            &[utf_8],
        );
        builder.call(None, "lib.Encoder", "encode", "([B)I", &[data]);
        builder.test("")
    };
    let expected = ["encode_dataAb_doesNotThrow", "encode_dataPercent2B_doesNotThrow"];
    assert_eq!(encoder_names(&world, vec![test("ab"), test("%2B")]), expected);
}

#[test]
fn a_name_without_outcome_contains_the_parameters_of_the_overload_or_the_only_argument() {
    const UNNAMED: i32 = 1_056_935_825;
    let world = world();
    let mut overload = encode_test(&world, "[B Z", 0);
    let var = Var(overload.case.len() as u32 - 1);
    let expected = Observation::Literal(Literal::Int(UNNAMED));
    overload.assertions.push(Assertion { var, after: var.0, expected });
    assert_eq!(encoder_names(&world, vec![overload]), ["encode_withUpper"]);
    check(&world, vec![parse_test_with_result(&world, "ab", UNNAMED)], &["parse_textAb"]);
    check(&world, vec![parse_test_with_result(&world, "", UNNAMED)], &["parse_emptyText"]);
}
