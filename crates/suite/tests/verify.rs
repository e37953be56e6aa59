//! What is verified, dropped and kept.

#[path = "../../emit/tests/build/mod.rs"]
#[allow(dead_code)]
mod build;

use std::path::Path;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use build::{Maker, fixture};
use emit::{Dialect, Style, TestClass};
use suite::verify::{Effort, Reason, Verified, Verifier, verify};
use tempfile::TempDir;
use testcase::{CheckedTest, Literal, Observation, Var};
use types::{Type, World};

static FOLDER: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().expect("a temporary folder"));
static COMPILED: LazyLock<()> = LazyLock::new(|| drop(fixture(FOLDER.path(), &sources())));

fn sources() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixture")
}

fn world() -> World {
    LazyLock::force(&COMPILED);
    build::world(&FOLDER.path().join("classes"))
}

fn subject(m: &mut Maker) -> Var {
    m.construct("lib.Subject", "()V", &[])
}

fn int(value: i32) -> Observation {
    Observation::Literal(Literal::Int(value))
}

/// A test that calls one method without arguments and expects that of its result.
fn calls(world: &World, name: &str, method: &str, expected: &[Observation]) -> CheckedTest {
    let mut m = Maker::new(world, "lib");
    let object = subject(&mut m);
    let result = m.call_named(object, method, &[]);
    for expected in expected {
        m.expect(result, expected.clone());
    }
    m.test(name)
}

fn adds(world: &World, name: &str, expected: i32) -> CheckedTest {
    CheckedTest { name: name.to_owned(), ..sums(world, 1, 2, expected) }
}

fn sums(world: &World, first: i32, second: i32, expected: i32) -> CheckedTest {
    let mut m = Maker::new(world, "lib");
    let object = subject(&mut m);
    let (first_of, second_of) = (m.int(first), m.int(second));
    let sum = m.call_named(object, "add", &[first_of, second_of]);
    m.expect(sum, int(expected));
    m.test(&format!("add_{first}_{second}"))
}

fn parses(world: &World, name: &str, text: &str, throws: &str) -> CheckedTest {
    let mut m = Maker::new(world, "lib");
    let object = subject(&mut m);
    let text = m.string(text);
    m.call_named(object, "parse", &[text]);
    m.throwing(name, throws)
}

fn verified_by(world: &World, tests: Vec<CheckedTest>, deadline: Instant) -> Verified {
    verified_in(world, Dialect::default(), tests, deadline)
}

fn verified_in(world: &World, dialect: Dialect, tests: Vec<CheckedTest>, deadline: Instant) -> Verified {
    let jdk = world.jdk();
    let verifier = Verifier::new(
        jdk.java(),
        world.class_path().entries().to_vec(),
        dialect,
        vm::Sandbox::On,
        &std::env::temp_dir(),
    )
    .expect("scratch");
    let subject = world.class_named("lib.Subject").expect("a fixture");
    let class = TestClass { tests, dialect, ..TestClass::named(world, subject) };
    verify(world, &verifier, class, &|_| {}, Effort::Standard, deadline)
}

/// Verifies tests and compares the names of those that are left.
fn check(world: &World, tests: Vec<CheckedTest>, kept: &[&str]) -> Verified {
    let verified = verified_by(world, tests, Instant::now() + Duration::from_secs(60));
    let names: Vec<&str> = verified.class.tests.iter().map(|test| &*test.name).collect();
    assert_eq!(names, kept, "{:?}\n{}", verified.dropped, verified.source.text);
    verified
}

#[test]
fn tests_that_hold_are_kept_as_they_are() {
    let world = world();
    let hidden = Observation::Literal(Literal::String("package".encode_utf16().collect()));
    let tests = vec![
        adds(&world, "adds", 3),
        calls(&world, "hidden", "hidden", &[hidden]),
        parses(&world, "parses", "x", "java.lang.NumberFormatException"),
        calls(&world, "loud", "loud", &[int(1)]),
    ];
    let verified = check(&world, tests, &["adds", "hidden", "parses", "loud"]);
    assert_eq!(verified.assertions_dropped, 0);
}

#[test]
fn tests_that_hold_and_differ_only_in_literals_become_one() {
    let world = world();
    let tests =
        vec![sums(&world, 1, 2, 3), sums(&world, 2, 2, 5), sums(&world, 4, 1, 5), sums(&world, 0, 1, 1)];
    let dialect = Dialect { style: Style::Parameterized, ..Dialect::default() };
    let verified = verified_in(&world, dialect, tests, Instant::now() + Duration::from_secs(60));
    assert_eq!(verified.class.tests.len(), 4);
    assert_eq!(verified.assertions_dropped, 1, "two and two are four");
    let rows = "@CsvSource({\"1, 2, 3\", \"4, 1, 5\", \"0, 1, 1\"})";
    assert!(verified.source.text.contains(rows), "{}", verified.source.text);
}

#[test]
fn an_assertion_that_fails_goes_and_its_test_stays() {
    let world = world();
    let verified =
        check(&world, vec![adds(&world, "adds", 4), adds(&world, "addsToo", 3)], &["adds", "addsToo"]);
    assert_eq!(verified.assertions_dropped, 1);
    assert!(!verified.source.text.contains("assertEquals(4"));
}

#[test]
fn a_message_that_is_another_one_is_not_checked_and_its_test_stays() {
    let world = world();
    let says = |name: &str, message: &str| {
        let mut test = parses(&world, name, "x", "java.lang.NumberFormatException");
        test.throws.as_mut().expect("it throws").message = Some(message.into());
        test
    };
    let right = "For input string: \"x\"";
    let verified = check(&world, vec![says("right", right), says("wrong", "wrong")], &["right", "wrong"]);
    let messages =
        verified.class.tests.iter().map(|it| it.throws.as_ref().and_then(|it| it.message.as_deref()));
    assert_eq!(messages.collect::<Vec<_>>(), [Some(right), None]);
    assert_eq!(verified.assertions_dropped, 1);
}

#[test]
fn an_assertion_that_depends_on_order_or_surroundings_goes() {
    let world = world();
    let utc = Observation::Literal(Literal::String("UTC".encode_utf16().collect()));
    let tests = vec![
        calls(&world, "zone", "zone", &[utc]),
        calls(&world, "count", "count", &[int(1)]),
        calls(&world, "countToo", "count", &[int(2)]),
    ];
    let verified = check(&world, tests, &["zone", "count", "countToo"]);
    assert_eq!(verified.assertions_dropped, 3);
}

#[test]
fn a_number_that_is_another_one_somewhere_is_checked_less_exactly_if_it_is_near() {
    let world = world();
    let double = |value| Observation::Literal(Literal::Double(value));
    let tests = vec![
        calls(&world, "sine", "sine", &[double(1.1_f64.sin() + 1e-15)]),
        calls(&world, "hours", "hours", &[double(1.0)]),
    ];
    let verified = check(&world, tests, &["sine", "hours"]);
    let text = &verified.source.text;
    assert!(text.contains("assertEquals(0.89120736006, subject.sine(), 1.0E-10);"), "{text}");
    assert_eq!(verified.assertions_dropped, 1);
}

#[test]
fn an_assertion_that_depends_on_the_length_of_identity_hashes_goes() {
    let world = world();
    let long = Observation::Literal(Literal::Boolean(true));
    let verified = check(&world, vec![calls(&world, "isLong", "isLong", &[long])], &["isLong"]);
    assert_eq!(verified.assertions_dropped, 1);
}

#[test]
fn a_test_that_makes_others_fail_goes_and_they_stay() {
    let world = world();
    let fragile = |name| calls(&world, name, "fragile", &[int(7)]);
    let damages = calls(&world, "damages", "damage", &[]);
    let tests = vec![fragile("a"), adds(&world, "b", 3), fragile("c"), damages];
    let verified = check(&world, tests, &["a", "b", "c"]);
    assert_eq!(verified.dropped, [("damages".to_owned(), Reason::Pollutes(2))]);
}

#[test]
fn a_test_that_would_make_others_fail_in_another_order_goes_and_they_stay() {
    let world = world();
    let does = |method| calls(&world, method, method, &[]);
    let tests = vec![does("sulk"), does("cheer"), calls(&world, "mood", "mood", &[int(4)])];
    let verified = check(&world, tests, &["cheer", "mood"]);
    assert_eq!(verified.dropped, [("sulk".to_owned(), Reason::Pollutes(1))]);
}

#[test]
fn a_test_that_ends_otherwise_than_expected_goes() {
    let world = world();
    let mut unexpected = parses(&world, "unexpected", "x", "java.lang.Exception");
    unexpected.throws = None;
    let tests = vec![
        parses(&world, "nothing", "1", "java.lang.NumberFormatException"),
        parses(&world, "another", "x", "java.lang.NullPointerException"),
        unexpected,
        calls(&world, "overflows", "overflow", &[]),
        adds(&world, "adds", 3),
    ];
    let verified = check(&world, tests, &["adds"]);
    assert!(
        verified.dropped.iter().all(|(_, reason)| matches!(reason, Reason::Throws(_))),
        "{:?}",
        verified.dropped
    );
}

#[test]
fn what_does_not_compile_goes() {
    let world = world();
    let mut m = Maker::new(&world, "lib");
    let wrong = m.literal(Literal::Int(1), Type::class(world.string()));
    m.call(Some(wrong), "java.lang.String", "length", "()I", &[]);
    let wrong = m.test("wrong");
    let mut assertion = calls(&world, "assertion", "exit", &[]);
    assertion.assertions.push(testcase::Assertion {
        var: Var(0),
        after: 0,
        expected: Observation::Array(vec![int(1)]),
    });
    assertion.case.statements.truncate(1);
    let verified = check(&world, vec![wrong, assertion, adds(&world, "adds", 3)], &["assertion", "adds"]);
    assert_eq!(verified.assertions_dropped, 1);
    assert!(matches!(&verified.dropped[..], [(_, Reason::DoesNotCompile(_))]), "{:?}", verified.dropped);
}

#[test]
fn a_test_that_hangs_or_ends_the_jvm_is_charged_alone() {
    let world = world();
    let tests = vec![
        adds(&world, "first", 3),
        calls(&world, "hangs", "hang", &[]),
        adds(&world, "second", 3),
        calls(&world, "exits", "exit", &[]),
        adds(&world, "third", 3),
    ];
    let verified = check(&world, tests, &["first", "second", "third"]);
    let mut reasons: Vec<&Reason> = verified.dropped.iter().map(|(_, reason)| reason).collect();
    reasons.sort_by_key(|reason| reason.to_string());
    assert_eq!(reasons, [&Reason::TimesOut, &Reason::Crashes]);
}

#[test]
fn past_the_deadline_what_passed_is_kept() {
    let world = world();
    let verified =
        verified_by(&world, vec![adds(&world, "adds", 4), adds(&world, "addsToo", 3)], Instant::now());
    assert_eq!(verified.class.tests.len(), 2);
    assert_eq!(verified.assertions_dropped, 1);
}
