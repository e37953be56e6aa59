//! Tests of the verification: which tests and assertions it keeps or drops.

mod other_jdks;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use emit::{Dialect, Framework, PinnedSettings, Style, TestClass};
use suite::verify::{
    DropReason, Effort, FailingTests, OtherJdk, SuspiciousTests, VerifiedClass, Verifier, verify,
};
use testcase::{CheckedTest, Literal, Observation, Suspicion, Var};
use types::{Primitive, Type, World};

use crate::build::TestBuilder;
use crate::setup::{no_deadline, world};

/// Returns a verifier for test classes of a dialect, which uses no other JDK.
pub fn verifier(world: &World, dialect: Dialect) -> Verifier {
    verifier_with(world, dialect, None)
}

fn verifier_with(world: &World, dialect: Dialect, other_jdk: Option<OtherJdk>) -> Verifier {
    let class_path = world.class_path().entries().to_vec();
    let temporary = std::env::temp_dir();
    Verifier::new(world.jdk().java(), other_jdk, class_path, dialect, vm::Sandbox::On, &temporary)
        .expect("the temporary folder is writable")
}

fn subject(builder: &mut TestBuilder) -> Var {
    builder.construct("lib.Subject", "()V", &[])
}

fn int(value: i32) -> Observation {
    Observation::Literal(Literal::Int(value))
}

/// Builds a test that calls a method without arguments, and asserts that the method returns each value in
/// `expected`.
fn call_test(world: &World, name: &str, method: &str, expected: &[Observation]) -> CheckedTest {
    let mut builder = TestBuilder::new(world, "lib");
    let object = subject(&mut builder);
    let result = builder.call_named(object, method, &[]);
    for expected in expected {
        builder.expect(result, expected.clone());
    }
    builder.test(name)
}

/// Builds a test that adds 1 and 2, and asserts that the sum is `expected`.
pub fn add_test(world: &World, name: &str, expected: i32) -> CheckedTest {
    CheckedTest { name: name.to_owned(), ..sum_test(world, 1, 2, expected) }
}

fn sum_test(world: &World, first: i32, second: i32, expected: i32) -> CheckedTest {
    let mut builder = TestBuilder::new(world, "lib");
    let object = subject(&mut builder);
    let (first_var, second_var) = (builder.int(first), builder.int(second));
    let sum = builder.call_named(object, "add", &[first_var, second_var]);
    builder.expect(sum, int(expected));
    builder.test(&format!("add_{first}_{second}"))
}

fn parse_test(world: &World, name: &str, text: &str, throws: &str) -> CheckedTest {
    let mut builder = TestBuilder::new(world, "lib");
    let object = subject(&mut builder);
    let text = builder.string(text);
    builder.call_named(object, "parse", &[text]);
    builder.throwing(name, throws)
}

/// Returns the names of the dropped tests, and the reasons.
fn dropped_tests(verified: &VerifiedClass) -> Vec<(&str, &DropReason)> {
    verified.dropped.iter().map(|it| (it.test.name.as_str(), &it.reason)).collect()
}

fn verify_tests(world: &World, tests: Vec<CheckedTest>, deadline: Instant) -> VerifiedClass {
    verify_tests_in(world, Dialect::default(), tests, deadline)
}

fn verify_tests_in(
    world: &World,
    dialect: Dialect,
    tests: Vec<CheckedTest>,
    deadline: Instant,
) -> VerifiedClass {
    verify_with(world, &verifier(world, dialect), dialect, tests, deadline)
}

/// Verifies tests of `lib.Subject` with a verifier.
pub fn verify_with(
    world: &World,
    verifier: &Verifier,
    dialect: Dialect,
    tests: Vec<CheckedTest>,
    deadline: Instant,
) -> VerifiedClass {
    let subject = world.class_named("lib.Subject").expect("the fixture has the class");
    let class = TestClass { tests, dialect, ..TestClass::named(world, subject) };
    verify(world, verifier, class, &|_| {}, Effort::Standard, SuspiciousTests::default(), deadline)
}

/// Verifies tests and checks the names of the remaining tests.
fn check(world: &World, tests: Vec<CheckedTest>, kept: &[&str]) -> VerifiedClass {
    let verified = verify_tests(world, tests, Instant::now() + Duration::from_secs(60));
    let names: Vec<&str> = verified.class.tests.iter().map(|test| &*test.name).collect();
    assert_eq!(names, kept, "{:?}\n{}", verified.dropped, verified.source.text);
    verified
}

#[test]
fn tests_that_pass_are_kept_unchanged() {
    let world = world();
    let hidden = Observation::Literal(Literal::String("package".encode_utf16().collect()));
    let tests = vec![
        add_test(&world, "adds", 3),
        call_test(&world, "hidden", "hidden", &[hidden]),
        parse_test(&world, "parses", "x", "java.lang.NumberFormatException"),
        call_test(&world, "printEvents", "printEvents", &[int(1)]),
    ];
    let verified = check(&world, tests, &["adds", "hidden", "parses", "printEvents"]);
    assert_eq!(verified.assertions_dropped, 0);
}

#[test]
fn tests_that_pass_and_differ_only_in_literals_become_one_parameterized_test() {
    let world = world();
    let tests = vec![
        sum_test(&world, 1, 2, 3),
        sum_test(&world, 2, 2, 5),
        sum_test(&world, 4, 1, 5),
        sum_test(&world, 0, 1, 1),
    ];
    let dialect = Dialect { style: Style::Parameterized, ..Dialect::default() };
    let verified = verify_tests_in(&world, dialect, tests, Instant::now() + Duration::from_secs(60));
    assert_eq!(verified.class.tests.len(), 4);
    assert_eq!(verified.assertions_dropped, 1, "only the assertion on the sum of 2 and 2 is wrong");
    let rows = "@CsvSource({\"1, 2, 3\", \"4, 1, 5\", \"0, 1, 1\"})";
    assert!(verified.source.text.contains(rows), "{}", verified.source.text);
}

#[test]
fn more_than_eight_tests_of_a_method_form_a_nested_class_that_compiles() {
    let world = world();
    let tests = (0..9).map(|number| sum_test(&world, number, number, 2 * number)).collect();
    let dialect = Dialect { nested: true, ..Dialect::default() };
    let verified = verify_tests_in(&world, dialect, tests, Instant::now() + Duration::from_secs(60));
    assert!(verified.source.text.contains("  @Nested\n  class "), "{}", verified.source.text);
}

#[test]
fn a_failing_assertion_is_dropped_but_its_test_is_kept() {
    let world = world();
    let verified = check(
        &world,
        vec![add_test(&world, "adds", 4), add_test(&world, "addsToo", 3)],
        &["adds", "addsToo"],
    );
    assert_eq!(verified.assertions_dropped, 1);
    assert!(!verified.source.text.contains("assertEquals(4"));
}

#[test]
fn a_wrong_exception_message_is_dropped_but_its_test_is_kept() {
    let world = world();
    let parse_test_with_message = |name: &str, message: &str| {
        let mut test = parse_test(&world, name, "x", "java.lang.NumberFormatException");
        test.throws.as_mut().expect("the test throws").message = Some(message.into());
        test
    };
    let right = "For input string: \"x\"";
    let verified = check(
        &world,
        vec![parse_test_with_message("right", right), parse_test_with_message("wrong", "wrong")],
        &["right", "wrong"],
    );
    let messages =
        verified.class.tests.iter().map(|it| it.throws.as_ref().and_then(|it| it.message.as_deref()));
    assert_eq!(messages.collect::<Vec<_>>(), [Some(right), None]);
    assert_eq!(verified.assertions_dropped, 1);
}

#[test]
fn a_query_of_the_jdk_is_dropped_with_its_failing_assertion() {
    let world = world();
    let mut builder = TestBuilder::new(&world, "lib");
    let object = subject(&mut builder);
    let names = builder.call_named(object, "names", &[]);
    let size = builder.call_named(names, "size", &[]);
    builder.expect(size, int(3));
    let verified = check(&world, vec![builder.test("names")], &["names"]);
    assert_eq!(verified.assertions_dropped, 1);
    let source = &verified.source.text;
    assert!(source.contains("assertNotNull(new Subject().names());"), "{source}");
}

#[test]
fn a_read_of_an_element_is_dropped_with_its_failing_assertion() {
    let world = world();
    let mut test = add_test(&world, "add", 3);
    let mut builder = TestBuilder::new(&world, "lib");
    builder.append(test.case.statements);
    let array = builder.array(Type::Primitive(Primitive::Int), 2);
    let element = builder.read_element(array, 1);
    builder.expect(element, int(9));
    let read = builder.test("add");
    test = CheckedTest { assertions: [test.assertions, read.assertions].concat(), ..read };
    let verified = check(&world, vec![test], &["add"]);
    assert_eq!(verified.assertions_dropped, 1);
    assert!(!verified.source.text.contains("[1]"), "{}", verified.source.text);
}

#[test]
fn an_assertion_that_depends_on_the_order_of_tests_or_on_the_environment_is_dropped() {
    let world = world();
    let utc = Observation::Literal(Literal::String("UTC".encode_utf16().collect()));
    let tests = vec![
        call_test(&world, "zone", "zone", &[utc]),
        call_test(&world, "count", "count", &[int(1)]),
        call_test(&world, "countToo", "count", &[int(2)]),
    ];
    let verified = check(&world, tests, &["zone", "count", "countToo"]);
    assert_eq!(verified.assertions_dropped, 3);
}

const FRAMEWORKS: [Framework; 3] = [Framework::JUnit5, Framework::JUnit4, Framework::TestNg];

#[test]
fn a_class_pins_the_locale_if_a_test_fails_in_another_locale() {
    let world = world();
    for framework in FRAMEWORKS {
        let tests = vec![
            add_test(&world, "add", 3),
            call_test(&world, "lowerCase", "lengthOfLowerCaseTitle", &[int(5)]),
        ];
        let dialect = Dialect { framework, ..Dialect::default() };
        let verified = verify_tests_in(&world, dialect, tests, no_deadline());
        assert_eq!(dropped_tests(&verified), []);
        assert_eq!(verified.class.pins, PinnedSettings { locale: true, time_zone: false });
        assert_eq!(verified.pinned.iter().map(|it| it.tests).collect::<Vec<_>>(), [1]);
        assert!(verified.pinned[0].environment.contains("locale tr-TR"), "{:?}", verified.pinned);
        let text = &verified.source.text;
        assert!(text.contains("Locale.setDefault(Locale.US);"), "{text}");
        assert!(text.contains("Locale.setDefault(defaultLocale);"), "{text}");
        assert!(!text.contains("TimeZone"), "{text}");
    }
}

#[test]
fn a_class_pins_the_time_zone_if_a_test_fails_in_another_time_zone() {
    let world = world();
    let tests = vec![call_test(&world, "zone", "checkTimeZone", &[int(1)])];
    let verified = verify_tests(&world, tests, no_deadline());
    assert_eq!(verified.class.pins, PinnedSettings { locale: false, time_zone: true });
    assert_eq!(dropped_tests(&verified), []);
}

#[test]
fn a_test_that_fails_with_another_encoding_is_dropped_and_the_environment_is_reported() {
    let world = world();
    let tests = vec![add_test(&world, "add", 3), call_test(&world, "encoding", "checkEncoding", &[int(1)])];
    let verified = verify_tests(&world, tests, no_deadline());
    assert_eq!(verified.class.pins, PinnedSettings::default());
    let [test] = &verified.dropped[..] else { panic!("{:?}", verified.dropped) };
    let environment = test.environment.as_deref().expect("the test passes in the most common environment");
    assert!(environment.contains("encoding "), "{environment}");
}

#[test]
fn an_assertion_that_depends_on_the_default_encoding_is_dropped() {
    let world = world();
    let text = |text: &str| Observation::Literal(Literal::String(text.encode_utf16().collect()));
    let tests = vec![
        call_test(&world, "decoded", "decodedByte", &[text("\u{FFFD}")]),
        call_test(&world, "encoded", "encodedLetter", &[text("\u{E9}")]),
    ];
    let verified = check(&world, tests, &["decoded", "encoded"]);
    assert_eq!(verified.assertions_dropped, 2);
}

#[test]
fn line_separators_of_the_platform_are_replaced_in_an_asserted_text() {
    let world = world();
    let text = |text: &str| Observation::Literal(Literal::String(text.encode_utf16().collect()));
    let test = call_test(&world, "lines", "lines", &[text("one\ntwo")]);
    let verified = check(&world, vec![CheckedTest { number: Some(7), ..test }], &["lines"]);
    assert_eq!(verified.assertions_dropped, 0);
    assert_eq!(verified.class.tests[0].number, Some(7));
    let source = &verified.source.text;
    assert!(source.contains(r#".replace(System.lineSeparator(), "\n"));"#), "{source}");
}

#[test]
fn an_assertion_on_lines_is_dropped_with_the_replacement_of_line_separators_if_it_fails_anyway() {
    let world = world();
    let text = Observation::Literal(Literal::String("\n0.5".encode_utf16().collect()));
    let tests = vec![call_test(&world, "localised", "localisedLines", &[text])];
    let verified = check(&world, tests, &["localised"]);
    assert_eq!(verified.assertions_dropped, 1);
    assert!(!verified.source.text.contains("lineSeparator"), "{}", verified.source.text);
}

#[test]
fn other_statements_between_those_that_replace_line_separators_remain_if_the_assertion_is_dropped() {
    let world = world();
    let mut builder = TestBuilder::new(&world, "lib");
    let object = subject(&mut builder);
    let lines = builder.call_named(object, "localisedLines", &[]);
    let newline = builder.string("\n");
    let separator = builder.call(None, "java.lang.System", "lineSeparator", "()Ljava/lang/String;", &[]);
    let (one, two) = (builder.int(1), builder.int(2));
    let sum = builder.call_named(object, "add", &[one, two]);
    builder.expect(sum, int(3));
    let parameters = "Ljava/lang/CharSequence;".repeat(2);
    let descriptor = format!("({parameters})Ljava/lang/String;");
    let text = builder.call(Some(lines), "java.lang.String", "replace", &descriptor, &[separator, newline]);
    builder.expect(text, Observation::Literal(Literal::String("\n0.5".encode_utf16().collect())));
    let verified = check(&world, vec![builder.test("lines")], &["lines"]);
    assert_eq!(verified.assertions_dropped, 1);
    let source = &verified.source.text;
    assert!(source.contains("assertEquals(3, subject.add(1, 2));"), "{source}");
    assert!(!source.contains("lineSeparator"), "{source}");
}

#[test]
fn an_assertion_that_depends_on_the_name_of_the_working_folder_is_dropped() {
    let world = world();
    let text = Observation::Literal(Literal::String("work".encode_utf16().collect()));
    let verified = check(&world, vec![call_test(&world, "folder", "workingFolder", &[text])], &["folder"]);
    assert_eq!(verified.assertions_dropped, 1);
}

#[test]
fn an_assertion_that_depends_on_the_version_of_the_locale_data_is_dropped() {
    let world = world();
    let text = Observation::Literal(Literal::String("1/1/70, 12:00 AM".encode_utf16().collect()));
    let verified = check(&world, vec![call_test(&world, "date", "localisedDate", &[text])], &["date"]);
    assert_eq!(verified.assertions_dropped, 1);
}

#[test]
fn a_tolerance_is_added_to_an_assertion_on_a_floating_point_number_if_the_result_is_close() {
    let world = world();
    let double = |value| Observation::Literal(Literal::Double(value));
    let tests = vec![
        call_test(&world, "sine", "sine", &[double(1.1_f64.sin() + 1e-15)]),
        call_test(&world, "hours", "hours", &[double(1.0)]),
    ];
    let verified = check(&world, tests, &["sine", "hours"]);
    let text = &verified.source.text;
    assert!(text.contains("assertEquals(0.89120736006144, new Subject().sine(), 1.0E-13);"), "{text}");
    assert_eq!(verified.assertions_dropped, 1);
}

#[test]
fn an_assertion_that_depends_on_the_length_of_identity_hash_codes_is_dropped() {
    let world = world();
    let long = Observation::Literal(Literal::Boolean(true));
    let verified = check(&world, vec![call_test(&world, "isLong", "isLong", &[long])], &["isLong"]);
    assert_eq!(verified.assertions_dropped, 1);
}

#[test]
fn tests_that_make_all_later_tests_fail_in_both_orders_are_dropped_and_the_other_tests_are_kept() {
    let world = world();
    let unprepared = |name| call_test(&world, name, "unprepared", &[int(8)]);
    let prepared = |name| call_test(&world, name, "prepared", &[int(8)]);
    let tests = vec![unprepared("a"), prepared("b"), prepared("c"), prepared("d"), unprepared("e")];
    check(&world, tests, &["b", "c", "d"]);
}

#[test]
fn a_test_that_passes_only_after_other_tests_is_dropped() {
    let world = world();
    let sets_property = |name| call_test(&world, name, "setProperty", &[]);
    let needs_property = call_test(&world, "needsProperty", "needProperty", &[]);
    let tests = vec![sets_property("first"), needs_property, sets_property("last")];
    check(&world, tests, &["first", "last"]);
}

#[test]
fn a_test_that_makes_other_tests_fail_is_dropped_and_the_other_tests_are_kept() {
    let world = world();
    let fragile = |name| call_test(&world, name, "fragile", &[int(7)]);
    let damages = call_test(&world, "damages", "damage", &[]);
    let tests = vec![fragile("a"), add_test(&world, "b", 3), fragile("c"), damages];
    let verified = check(&world, tests, &["a", "b", "c"]);
    assert_eq!(dropped_tests(&verified), [("damages", &DropReason::Pollutes(2))]);
}

#[test]
fn a_test_that_makes_another_test_fail_only_in_another_order_is_dropped_and_the_other_test_is_kept() {
    let world = world();
    let call = |method| call_test(&world, method, method, &[]);
    let tests = vec![call("clearMood"), call("setMood"), call_test(&world, "mood", "mood", &[int(4)])];
    let verified = check(&world, tests, &["setMood", "mood"]);
    assert_eq!(dropped_tests(&verified), [("clearMood", &DropReason::Pollutes(1))]);
}

#[test]
fn a_test_that_makes_another_test_fail_is_dropped_even_if_more_tests_leave_other_changes() {
    let world = world();
    let call = |name, method| call_test(&world, name, method, &[]);
    let tests = vec![
        call("first", "setMood"),
        call("clears", "clearMood"),
        call("second", "setMood"),
        call_test(&world, "mood", "mood", &[int(4)]),
    ];
    let verified = check(&world, tests, &["first", "second", "mood"]);
    assert_eq!(dropped_tests(&verified), [("clears", &DropReason::Pollutes(1))]);
}

#[test]
fn of_the_tests_that_use_up_a_shared_supply_only_the_last_is_dropped() {
    let world = world();
    let take = |name| call_test(&world, name, "takeTicket", &[]);
    let verified = check(&world, vec![take("a"), take("b"), take("c")], &["a", "b"]);
    let reason = DropReason::Throws("java.lang.IllegalStateException: no tickets".to_owned());
    assert_eq!(dropped_tests(&verified), [("c", &reason)]);
}

fn suspicious(test: CheckedTest) -> CheckedTest {
    let suspicion = Suspicion { rank: 1, method: "Subject.add".to_owned(), behaviour: "fails".to_owned() };
    CheckedTest { suspicion: Some(suspicion), ..test }
}

#[test]
fn a_suspicious_test_is_removed_from_the_class_unless_no_other_test_remains() {
    let world = world();
    let tests = vec![suspicious(add_test(&world, "a", 3)), sum_test(&world, 2, 2, 4)];
    let verified = verify_tests(&world, tests, Instant::now() + Duration::from_secs(60));
    assert_eq!(verified.class.tests.len(), 1);
    let [removed] = &verified.suspicious[..] else { panic!("{:?}", verified.suspicious) };
    assert!(removed.is_removed);
    assert_eq!(removed.code, "assertEquals(3, new Subject().add(1, 2));");
    let only_suspicious = vec![suspicious(add_test(&world, "a", 3))];
    let verified = verify_tests(&world, only_suspicious, Instant::now() + Duration::from_secs(60));
    assert_eq!(verified.class.tests.len(), 1);
    assert!(verified.suspicious.iter().all(|it| !it.is_removed));
}

#[test]
fn the_asserted_statements_before_a_suspicious_exception_are_kept() {
    let world = world();
    let mut builder = TestBuilder::new(&world, "lib");
    let object = subject(&mut builder);
    let [one, two, text] = [builder.int(1), builder.int(2), builder.string("x")];
    let sum = builder.call_named(object, "add", &[one, two]);
    builder.expect(sum, int(3));
    builder.call_named(object, "parse", &[text]);
    let crash = suspicious(builder.throwing("crash", "java.lang.NumberFormatException"));
    let tests = vec![crash, sum_test(&world, 2, 2, 4)];
    let verified = verify_tests(&world, tests, Instant::now() + Duration::from_secs(60));
    assert_eq!(verified.class.tests.len(), 2);
    assert!(verified.class.tests.iter().all(|test| test.throws.is_none() && test.assertions.len() == 1));
    assert!(verified.suspicious[0].code.contains("assertThrows"), "{:?}", verified.suspicious);
}

#[test]
fn a_test_with_an_unexpected_end_is_dropped() {
    let world = world();
    let mut unexpected = parse_test(&world, "unexpected", "x", "java.lang.Exception");
    unexpected.throws = None;
    let tests = vec![
        parse_test(&world, "nothing", "1", "java.lang.NumberFormatException"),
        parse_test(&world, "another", "x", "java.lang.NullPointerException"),
        unexpected,
        call_test(&world, "overflows", "overflow", &[]),
        add_test(&world, "adds", 3),
    ];
    let verified = check(&world, tests, &["adds"]);
    assert!(
        verified.dropped.iter().all(|it| matches!(it.reason, DropReason::Throws(_))),
        "{:?}",
        verified.dropped
    );
}

#[test]
fn tests_and_assertions_that_do_not_compile_are_dropped() {
    let world = world();
    let mut builder = TestBuilder::new(&world, "lib");
    let wrong = builder.literal(Literal::Int(1), Type::class(world.string()));
    builder.call(Some(wrong), "java.lang.String", "length", "()I", &[]);
    let wrong = builder.test("wrong");
    let mut assertion = call_test(&world, "assertion", "exit", &[]);
    assertion.assertions.push(testcase::Assertion {
        var: Var(0),
        after: 0,
        expected: Observation::Array(vec![int(1)]),
    });
    assertion.case.statements.truncate(1);
    let verified = check(&world, vec![wrong, assertion, add_test(&world, "adds", 3)], &["assertion", "adds"]);
    assert_eq!(verified.assertions_dropped, 1);
    assert!(
        matches!(&dropped_tests(&verified)[..], [(_, DropReason::DoesNotCompile(_))]),
        "{:?}",
        verified.dropped
    );
}

#[test]
fn a_test_with_code_in_a_name_is_dropped_before_it_is_compiled() {
    let world = world();
    let hostile = add_test(&world, "adds() {}\n  static { System.exit(1); }\n  void more", 3);
    let verified = check(&world, vec![hostile, add_test(&world, "adds", 3)], &["adds"]);
    match &dropped_tests(&verified)[..] {
        [(_, DropReason::DoesNotCompile(message))] => {
            assert!(message.contains("possibly code in a name"), "{message}");
        }
        others => panic!("{others:?}"),
    }
}

#[test]
fn only_tests_that_hang_or_end_the_jvm_are_dropped() {
    let world = world();
    let tests = vec![
        add_test(&world, "first", 3),
        call_test(&world, "hangs", "hang", &[]),
        add_test(&world, "second", 3),
        call_test(&world, "exits", "exit", &[]),
        add_test(&world, "third", 3),
    ];
    let verified = check(&world, tests, &["first", "second", "third"]);
    let mut reasons: Vec<&DropReason> = verified.dropped.iter().map(|it| &it.reason).collect();
    reasons.sort_by_key(|reason| reason.to_string());
    assert_eq!(reasons, [&DropReason::TimesOut, &DropReason::Crashes]);
}

#[test]
fn tests_that_pass_are_kept_after_the_deadline() {
    let world = world();
    let verified = verify_tests(
        &world,
        vec![add_test(&world, "adds", 4), add_test(&world, "addsToo", 3)],
        Instant::now(),
    );
    assert_eq!(verified.class.tests.len(), 2);
    assert_eq!(verified.assertions_dropped, 1);
}

/// Returns the program `java` of the JDK of the tests, as a script in `folder` that also writes its arguments
/// to a file, and the file.
fn recording_java(world: &World, folder: &Path) -> (PathBuf, PathBuf) {
    let (java, starts) = (folder.join("java"), folder.join("starts"));
    let real = world.jdk().java();
    let script = format!("#!/bin/sh\necho \"$@\" >> {}\nexec {} \"$@\"\n", starts.display(), real.display());
    fixtures::write_program(&java, &script);
    (java, starts)
}

/// Checks that verification keeps all tests, and how many JVMs run tests. There is another JDK.
fn check_jvm_count(world: &World, tests: Vec<CheckedTest>, expected: usize) {
    let folder = tempfile::tempdir().unwrap();
    let (java, starts) = recording_java(world, folder.path());
    let class_path = world.class_path().entries().to_vec();
    let dialect = Dialect::default();
    let other_jdk = Some(OtherJdk { java: java.clone(), version: 99 });
    let verifier = Verifier::new(java, other_jdk, class_path, dialect, vm::Sandbox::Off, folder.path())
        .expect("the folder is writable");
    let verified = verify_with(world, &verifier, dialect, tests, no_deadline());
    assert_eq!(dropped_tests(&verified), []);
    let starts = fs::read_to_string(starts).unwrap();
    let runs_of_tests: Vec<&str> = starts.lines().filter(|it| it.contains("testudo.verify.Main")).collect();
    assert_eq!(runs_of_tests.len(), expected, "{runs_of_tests:#?}");
}

#[test]
fn tests_that_pass_run_in_three_jvms() {
    let world = world();
    check_jvm_count(&world, vec![add_test(&world, "a", 3), add_test(&world, "b", 3)], 3);
}

#[test]
fn all_tests_that_leave_changes_run_in_one_more_jvm() {
    let world = world();
    let call = |method| call_test(&world, method, method, &[]);
    let tests = vec![call("setMood"), call("damage"), call("prepare"), add_test(&world, "add", 3)];
    check_jvm_count(&world, tests, 4);
}
