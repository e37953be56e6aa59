//! Assertions that `observe` makes from observations, in the source of test classes.

use std::time::{Duration, Instant};

use emit::{Dialect, TestClass};
use execution::observe::observe;
use suite::names::name_tests;
use suite::verify::{Effort, SuspiciousTests, verify};
use testcase::{CheckedTest, TestCase};
use types::{Primitive, Type, World};

use crate::build::TestBuilder;
use crate::setup::{GAUGE, Setup, gauge_call, gauge_test, no_deadline, world};
use crate::verify::verifier;

fn observe_tests(world: &World, tests: &[TestCase]) -> Vec<CheckedTest> {
    let observed = observe(&mut Setup::gauge(world).executor(), tests, "lib", no_deadline());
    observed.into_iter().flatten().map(|observed| observed.test).collect()
}

#[test]
fn observed_assertions_pass_in_the_written_tests() {
    let world = world();
    let methods = ["number", "ratio", "text", "boxed", "high", "nothing", "numbers", "words", "secret"];
    let mut tests: Vec<TestCase> = methods.iter().map(|method| gauge_call(&world, method, &[])).collect();
    tests.push(gauge_test(&world, |builder, gauge| {
        let array = builder.array(Type::Primitive(Primitive::Int), 2);
        let values = [builder.int(2), builder.int(1)];
        builder.element(array, 0, values[0]);
        builder.element(array, 1, values[1]);
        builder.call_named(gauge, "sort", &[array]);
    }));
    tests.push(gauge_test(&world, |builder, gauge| {
        let array = builder.array(Type::class(world.object()), 1);
        let value = builder.int(2);
        builder.element(array, 0, value);
        builder.call_named(gauge, "box", &[array]);
    }));
    let mut checked = observe_tests(&world, &tests);
    let subject = TestBuilder::new(&world, "lib").class(GAUGE);
    name_tests(&world, subject, &mut checked);
    let verifier = verifier(&world, Dialect::default());
    let class = TestClass { tests: checked, ..TestClass::named(&world, subject) };
    let deadline = Instant::now() + Duration::from_secs(60);
    let verified =
        verify(&world, &verifier, class, &|_| {}, Effort::Standard, SuspiciousTests::default(), deadline);
    assert_eq!(verified.class.tests.len(), tests.len(), "{:?}\n{}", verified.dropped, verified.source.text);
    assert_eq!(verified.assertions_dropped, 0, "{}", verified.source.text);
}

#[test]
fn a_map_of_two_entries_can_be_written_for_java_9_and_as_text_for_java_8() {
    let world = world();
    let test = &observe_tests(&world, &[gauge_call(&world, "levels", &[])])[0];
    let assertion = &test.assertions[0];
    let can_write = |release| {
        let mut class = TestClass::named(&world, TestBuilder::new(&world, "lib").class(GAUGE));
        class.dialect.release = Some(release);
        emit::can_assert(&world, &class, &assertion.expected, &test.case.definition(assertion.var).ty)
    };
    assert!(can_write(9));
    assert!(can_write(8), "Java 8 has no Map.of");
}
