//! Tests of the verification on another JDK. They need a second JDK.

use super::*;

/// Returns the feature version of the JDK of the tests.
fn version() -> i32 {
    i32::try_from(fixtures::javac_release()).expect("a small number")
}

/// Verifies generated tests on the JDK that runs this test program, and on another JDK.
fn verify_on_other_jdk(world: &World, tests: Vec<CheckedTest>) -> VerifiedClass {
    let java = fixtures::other_jdks().remove(0).join("bin/java");
    // JDK 8 can run the test class.
    let dialect = Dialect { release: Some(8), ..Dialect::default() };
    let verifier = verifier_with(world, dialect, Some(OtherJdk { java, version: 99 }));
    verify_with(world, &verifier, dialect, tests, Instant::now() + Duration::from_secs(60))
}

#[test]
fn an_assertion_that_fails_on_another_jdk_is_dropped() {
    let world = world();
    let test = call_test(&world, "jdkVersion", "jdkVersion", &[int(version())]);
    let verified = verify_on_other_jdk(&world, vec![test]);
    assert_eq!((verified.class.tests.len(), verified.assertions_dropped), (1, 1));
    assert_eq!(verified.failing_on_other_jdk, None);
}

#[test]
fn a_test_that_throws_on_another_jdk_is_kept_and_reported() {
    let world = world();
    let mut builder = TestBuilder::new(&world, "lib");
    let object = subject(&mut builder);
    let version = builder.int(version());
    builder.call_named(object, "requireJdk", &[version]);
    let verified = verify_on_other_jdk(&world, vec![builder.test("requireJdk")]);
    assert_eq!(verified.class.tests.len(), 1);
    assert_eq!(verified.failing_on_other_jdk, Some(FailingTests { tests: 1, jdk: 99 }));
}

#[test]
fn an_assertion_that_fails_on_another_jdk_only_after_a_dropped_test_is_kept() {
    let world = world();
    let loses_mood = call_test(&world, "loseMood", "loseMood", &[]);
    let mood = Observation::Literal(Literal::Boolean(true));
    let has_mood = call_test(&world, "hasMood", "hasMood", &[mood]);
    let verified = verify_on_other_jdk(&world, vec![loses_mood, has_mood]);
    assert_eq!((verified.class.tests.len(), verified.assertions_dropped), (1, 0));
}
