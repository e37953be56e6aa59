//! Completed sequences of earlier tests, which new tests continue.

use generation::{GenerationContext, random, validity};
use testcase::{Statement, StatementKind, TestCase};
use types::MethodId;

use crate::setup::{called_methods, random_tests, seeded, shop, store, world};

/// Returns a random test whose first call of a method on an object is `any`, and the position of this call.
fn test_that_begins_with_any(context: &GenerationContext) -> (TestCase, usize) {
    let is_any = |statement: &Statement| {
        let method = statement.called_method();
        method.is_some_and(|method| &*context.cluster.world.method(method).name == "any")
    };
    let first_call = |test: TestCase| {
        let first = test.statements.iter().position(|it| it.receiver().is_some())?;
        is_any(&test.statements[first]).then_some((test, first))
    };
    random_tests(context, 2000).into_iter().find_map(first_call).expect("a random test begins with the call")
}

#[test]
fn half_of_the_random_tests_continue_a_completed_sequence_on_its_object() {
    let world = world();
    let mut context = store(&world);
    let (test, call) = test_that_begins_with_any(&context);
    context.experience.sequences.learn(&test, call + 1, &context.cluster);
    let sequence = context.experience.sequences.choose(&mut seeded(1)).unwrap().clone();
    let receiver = sequence.statements.last().unwrap().receiver().unwrap();
    let tests = random_tests(&context, 200);
    let continues = |test: &&TestCase| {
        test.statements.starts_with(&sequence.statements)
            && test.statements[sequence.len()..].iter().any(|it| it.receiver() == Some(receiver))
    };
    let continued = tests.iter().filter(continues).count();
    assert!((70..130).contains(&continued), "{continued} tests continue the sequence");
}

#[test]
fn a_call_that_threw_ends_no_sequence() {
    let world = world();
    let mut context = store(&world);
    let (test, call) = test_that_begins_with_any(&context);
    context.experience.sequences.learn(&test, call, &context.cluster);
    assert_eq!(context.experience.sequences.choose(&mut seeded(1)), None);
}

#[test]
fn continued_tests_prefer_the_only_method_that_has_never_completed() {
    let world = world();
    let mut context = store(&world);
    let is_address = |method: MethodId| &*world.method(method).name == "address";
    for test in random_tests(&context, 2000) {
        let completed = test
            .statements
            .iter()
            .position(|it| matches!(it.kind, StatementKind::Call { method, .. } if is_address(method)));
        let completed = completed.unwrap_or(test.len());
        context.experience.sequences.learn(&test, completed, &context.cluster);
    }
    let tests = random_tests(&context, 400);
    let with_address = tests.iter().filter(|test| called_methods(test).any(is_address)).count();
    assert!(with_address > 150, "{with_address} tests call the method");
}

#[test]
fn sequences_of_random_tests_and_their_continuations_are_valid() {
    let world = world();
    let mut context = shop(&world);
    for test in random_tests(&context, 500) {
        context.experience.sequences.learn(&test, test.len(), &context.cluster);
    }
    let mut rng = seeded(2);
    for _ in 0..1000 {
        validity::check(&context.cluster, context.experience.sequences.choose(&mut rng).unwrap()).unwrap();
        validity::check(&context.cluster, &random::random_test(&context, &mut rng)).unwrap();
    }
}
