//! Mutation of tests: how much mutation changes, which statements it changes, and which operators it reports.

use generation::random::single_call;
use generation::{ClusterCall, GenerationContext, OperatorCounts, VariationOperator, mutate};
use testcase::{Literal, StatementKind, TestCase};
use types::{MethodId, World};

use crate::setup::{called_methods, ints, random_tests, seeded, shop, world};

const TESTS: usize = 3000;

/// Returns many tests that mutation derives from one test.
fn mutated_tests(context: &GenerationContext, test: &TestCase, completed: usize) -> Vec<TestCase> {
    let mut rng = seeded(1);
    let mut mutated = || {
        let mut mutated = test.clone();
        mutate(&mut mutated, completed, context, &mut rng);
        mutated
    };
    (0..TESTS).map(|_| mutated()).collect()
}

/// Returns a context without calls to insert.
fn context_without_calls(world: &World) -> GenerationContext<'_> {
    let mut context = shop(world);
    context.cluster.calls.clear();
    context
}

#[test]
fn a_mutated_test_differs_from_its_parent() {
    let world = world();
    let context = shop(&world);
    let mut rng = seeded(2);
    let tests = random_tests(&context, TESTS);
    let is_changed = |test: &&TestCase| {
        let mut mutated = (*test).clone();
        mutate(&mut mutated, test.len(), &context, &mut rng);
        mutated != **test
    };
    let changed = tests.iter().filter(is_changed).count();
    assert!(changed > TESTS * 98 / 100, "{changed} of {TESTS}");
}

#[test]
fn a_mutation_deletes_about_one_statement_and_changes_about_one_statement() {
    let world = world();
    let parent = ints((0..20).map(|it| it * 10_000));
    let mutated_tests = mutated_tests(&context_without_calls(&world), &parent, 20);
    let mean =
        |measure: &dyn Fn(&TestCase) -> f64| mutated_tests.iter().map(measure).sum::<f64>() / TESTS as f64;
    let deleted = mean(&|mutated| 20.0 - mutated.len() as f64);
    assert!((0.7..1.0).contains(&deleted), "{deleted}");
    let unchanged =
        mean(&|mutated| mutated.statements.iter().filter(|it| parent.statements.contains(it)).count() as f64);
    let changed = 20.0 - deleted - unchanged;
    assert!((0.7..1.0).contains(&changed), "{changed}");
}

#[test]
fn most_mutated_tests_contain_a_new_call() {
    let world = world();
    let parent = ints((0..20).map(|it| it * 10_000));
    let mutated_tests = mutated_tests(&shop(&world), &parent, 20);
    let share = |condition: &dyn Fn(&TestCase) -> bool| {
        mutated_tests.iter().filter(|it| condition(it)).count() as f64 / TESTS as f64
    };
    let with_new_call =
        share(&|mutated| mutated.statements.iter().any(|it| !matches!(it.kind, StatementKind::Literal(_))));
    assert!((0.5..0.8).contains(&with_new_call), "{with_new_call}");
}

#[test]
fn statements_after_the_statement_that_threw_are_not_changed() {
    let world = world();
    let parent = ints([1, 2, 3, 1_000_004, 100, 200, 300, 400]);
    let tail = &parent.statements[4..];
    for mutated in mutated_tests(&shop(&world), &parent, 3) {
        let (executed, rest) = mutated.statements.split_at(mutated.len() - 4);
        assert_eq!(rest, tail);
        let throwing_statement = executed.iter().position(|it| it.kind == parent.statements[3].kind);
        assert!(
            throwing_statement.is_none_or(|at| at == executed.len() - 1),
            "mutation inserted a statement after the statement that threw: {executed:?}"
        );
    }
}

#[test]
fn a_mutated_test_is_not_longer_than_the_maximum_length() {
    let world = world();
    let context = shop(&world);
    let mut rng = seeded(2);
    for parent in random_tests(&context, TESTS)
        .iter()
        .filter(|it| (30..=context.cluster.max_length).contains(&it.len()))
    {
        let mut mutated = parent.clone();
        mutate(&mut mutated, parent.len(), &context, &mut rng);
        assert!(mutated.len() <= context.cluster.max_length);
    }
}

#[test]
fn an_empty_test_becomes_a_random_test() {
    let world = world();
    assert!(mutated_tests(&shop(&world), &TestCase::default(), 0).iter().all(|mutated| !mutated.is_empty()));
}

#[test]
fn an_empty_test_stays_empty_without_calls() {
    let world = world();
    let mut test = TestCase::default();
    mutate(&mut test, 0, &context_without_calls(&world), &mut seeded(1));
    assert!(test.is_empty());
}

#[test]
fn mutated_tests_contain_no_write_after_the_end_of_an_array() {
    let world = world();
    let context = shop(&world);
    let mut rng = seeded(3);
    for mut test in random_tests(&context, 500) {
        for _ in 0..5 {
            let completed = test.len();
            mutate(&mut test, completed, &context, &mut rng);
        }
        for statement in &test.statements {
            let StatementKind::WriteElement { array, index, .. } = statement.kind else { continue };
            if let StatementKind::NewArray { length } = test.definition(array).kind {
                assert!(index < length, "{index} of {length}");
            }
        }
    }
}

#[test]
fn an_enum_constant_becomes_another_constant_of_the_enum() {
    let world = world();
    let size = world.class_named("shop.Shop$Size").unwrap();
    let constants = world.class(size).fields.iter().copied().filter(|&it| world.field(it).enum_constant);
    let kind = |field| StatementKind::Literal(Literal::Enum(field));
    let [small, large] = constants.collect::<Vec<_>>()[..] else {
        panic!("the enum does not have exactly two constants")
    };
    let ty = types::Type::class(size);
    let parent = TestCase { statements: vec![testcase::Statement { kind: kind(small), ty }] };
    let mutated_tests = mutated_tests(&context_without_calls(&world), &parent, 1);
    assert!(mutated_tests.iter().any(|mutated| mutated.statements.iter().any(|it| it.kind == kind(large))));
}

#[test]
fn a_call_becomes_another_call_with_the_same_result_type_on_the_same_object() {
    let world = world();
    let context = shop(&world);
    let method_named = |name: &str| {
        let has_name = |id: &MethodId| &*world.method(*id).name == name;
        let calls = context.cluster.calls.iter().filter_map(|call| match call {
            ClusterCall::Method(id) => Some(*id),
            ClusterCall::WriteField(_) => None,
        });
        calls.into_iter().find(has_name).expect("the fixture has the method")
    };
    for (from, to) in [("add", "cheer"), ("follow", "pages")] {
        let call = ClusterCall::Method(method_named(from));
        let becomes = |seed: u64| {
            let parent = single_call(&context, call, &mut seeded(seed)).unwrap();
            let receiver = parent.statements.last().unwrap().receiver().unwrap();
            let receiver_statement = parent.definition(receiver);
            let is_wanted = |mutated: &TestCase| {
                let is_new_call_on_same_object = |it: &testcase::Statement| {
                    matches!(it.kind, StatementKind::Call { method, .. } if method == method_named(to))
                        && mutated.definition(it.receiver().unwrap()) == receiver_statement
                };
                !called_methods(mutated).any(|id| id == method_named(from))
                    && mutated.statements.iter().any(is_new_call_on_same_object)
            };
            mutated_tests(&context, &parent, parent.len()).iter().any(is_wanted)
        };
        assert!((1..=5).any(becomes), "{from} to {to}");
    }
}

#[test]
fn mutation_reports_the_operators_that_changed_the_test() {
    let world = world();
    let context = shop(&world);
    let mut rng = seeded(4);
    let mut counts = OperatorCounts::default();
    for parent in random_tests(&context, TESTS) {
        let mut mutated = parent.clone();
        let applied = mutate(&mut mutated, parent.len(), &context, &mut rng);
        assert!(!applied.is_empty() || mutated == parent, "{parent:?}\n{mutated:?}");
        counts.record_applied(applied);
    }
    let of_mutation = [
        VariationOperator::DeleteStatement,
        VariationOperator::ChangeLiteral,
        VariationOperator::ChangeEnumConstant,
        VariationOperator::ResizeArray,
        VariationOperator::ChangeElementIndex,
        VariationOperator::ChangeStubBehaviour,
        VariationOperator::ReplaceCall,
        VariationOperator::RegenerateValue,
        VariationOperator::ReplaceOperand,
        VariationOperator::InsertCall,
        VariationOperator::InsertAssignment,
        // A mutation that deletes all statements ends with a random test.
        VariationOperator::RandomTest,
    ];
    for (operator, count) in counts.iter() {
        assert_eq!(count.applied > 0, of_mutation.contains(&operator), "{operator}");
    }
}
