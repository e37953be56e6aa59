//! Arrays of increasing numbers.

use generation::random::single_call;
use generation::{ClusterCall, GenerationContext};
use testcase::{Literal, StatementKind, TestCase};
use types::World;

use crate::setup::{context_for, seeded, world};

const TESTS: u64 = 400;

/// Returns tests that call `java.util.Arrays.equals(int[], int[])`.
fn tests(world: &World, ordinary_tests: bool) -> Vec<TestCase> {
    let mut context = context_for(world, world.class_named("java.util.Arrays").unwrap(), &[]);
    context.cluster.options.ordinary_tests = ordinary_tests;
    let call = call_of_equals(&context);
    (0..TESTS).filter_map(|seed| single_call(&context, call, &mut seeded(seed))).collect()
}

fn call_of_equals(context: &GenerationContext) -> ClusterCall {
    let is_equals = |call: &&ClusterCall| match call {
        ClusterCall::Method(id) => {
            let method = context.cluster.world.method(*id);
            &*method.name == "equals" && &*method.descriptor == "([I[I)Z"
        }
        ClusterCall::WriteField(_) => false,
    };
    *context.cluster.calls.iter().find(is_equals).unwrap()
}

/// Returns the elements of the arrays that a test creates.
fn arrays(test: &TestCase) -> Vec<Vec<i32>> {
    let mut arrays = vec![None; test.len()];
    for (index, statement) in test.statements.iter().enumerate() {
        match &statement.kind {
            StatementKind::NewArray { length } => arrays[index] = Some(vec![0; *length as usize]),
            StatementKind::WriteElement { array, index, value } => {
                if let StatementKind::Literal(Literal::Int(number)) = test.definition(*value).kind
                    && let Some(elements) = &mut arrays[array.0 as usize]
                {
                    elements[*index as usize] = number;
                }
            }
            _ => {}
        }
    }
    arrays.into_iter().flatten().collect()
}

fn is_increasing(array: &[i32]) -> bool {
    array.len() >= 4 && array.windows(2).all(|pair| pair[0] < pair[1])
}

#[test]
fn some_arrays_contain_increasing_numbers() {
    let world = world();
    let count = |ordinary_tests: bool| {
        let tests = tests(&world, ordinary_tests);
        tests.iter().flat_map(arrays).filter(|array| is_increasing(array)).count()
    };
    assert!(count(true) > 40 && count(false) < 10, "{} and {}", count(true), count(false));
}

#[test]
fn some_tests_have_two_different_increasing_arrays_of_the_same_length() {
    let world = world();
    let is_wanted = |test: &&TestCase| match &arrays(test)[..] {
        [first, second] => {
            first.len() == second.len() && first != second && is_increasing(first) && is_increasing(second)
        }
        _ => false,
    };
    assert!(tests(&world, true).iter().filter(is_wanted).count() > 0);
}
