//! Finds violations of the contracts of `equals`, `hashCode`, `toString`, `compareTo`, `compare`, `clone`,
//! and iterators.
//!
//! The contracts are checked on objects that the tests of a suite create.

mod call;
mod contract;
mod objects;

use std::time::Instant;

use execution::observe::{method_label, observe};
use execution::run::Executor;
use testcase::{Assertion, CheckedTest, Observation, Statement, Suspicion, TestCase, Var};
use types::{ClassId, MethodId, Type, World};

use contract::{CONTRACTS, Contract};
use objects::{TestObject, comparators, objects};

/// Returns one test for each contract that an object of the suite violates: the shortest test that shows the
/// violation. The assertions of each test record the current behaviour.
pub fn find_violations(
    executor: &mut Executor,
    suite: &[CheckedTest],
    class_under_test: ClassId,
    package: &str,
    deadline: Instant,
) -> Vec<CheckedTest> {
    let world = executor.world;
    let objects = objects(world, suite, class_under_test);
    let mut violations = Vec::new();
    for contract in &CONTRACTS {
        if Instant::now() > deadline {
            break;
        }
        let Some(method) = contract_method(world, class_under_test, package, contract) else { continue };
        let comparators = contract.is_of_comparator().then(|| comparators(suite, method));
        let mut checks = checks(world, contract, method, comparators.as_deref().unwrap_or(&objects));
        checks.sort_by_key(|(test, _)| test.len());
        let cases: Vec<TestCase> = checks.iter().map(|(test, _)| test.clone()).collect();
        let observed_tests = observe(executor, &cases, package, deadline);
        let tests = observed_tests.into_iter().map(|it| it.map(|observed| observed.test));
        violations.extend(
            tests
                .zip(&checks)
                .find_map(|(test, (_, calls))| violation(world, contract, method, test?, *calls)),
        );
    }
    violations
}

/// Returns the method of the class under test that a contract is about, unless the JDK declares the method.
fn contract_method(
    world: &World,
    class_under_test: ClassId,
    package: &str,
    contract: &Contract,
) -> Option<MethodId> {
    if contract.interface.is_some_and(|interface| !implements(world, class_under_test, interface)) {
        return None;
    }
    let parameters = match contract.method {
        "compare" => 2,
        "compareTo" => 1,
        _ => 0,
    };
    let is_method = |&id: &MethodId| {
        let method = world.method(id);
        let is_comparable =
            || method.arguments.len() != 1 || implements(world, class_under_test, "java.lang.Comparable");
        let has_signature = match contract.descriptor {
            "" if !is_comparable() => false,
            "" => method.arguments.len() == parameters && !method.is_static(),
            descriptor => &*method.descriptor == descriptor,
        };
        &*method.name == contract.method && has_signature && !world.is_from_jdk(method.class)
    };
    world.methods_of(class_under_test, package).into_iter().find(is_method)
}

fn implements(world: &World, class: ClassId, interface: &str) -> bool {
    world.class_named(interface).is_some_and(|interface| world.is_subclass(class, interface))
}

/// Returns tests that check a contract on each object or each pair of objects. The number after a test is the
/// index of the first contract call in this test.
fn checks(
    world: &World,
    contract: &Contract,
    method: MethodId,
    objects: &[TestObject],
) -> Vec<(TestCase, usize)> {
    let is_on_pairs = contract.needs_two_objects();
    let mut checks = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        let other_objects = if is_on_pairs { &objects[index + 1..] } else { &objects[index..=index] };
        for other in other_objects {
            let mut check = object.test.clone();
            let mut other_var = other.var;
            if is_on_pairs {
                other_var.0 += check.len() as u32;
                check.append(&other.test);
            }
            let arguments = contract.calls.iter().filter_map(|it| it.argument());
            check.statements.extend(
                arguments.map(|kind| Statement { ty: Type::class(world.object()), kind: kind(world) }),
            );
            let first = check.len();
            let arguments = match &object.arguments[..] {
                [] => vec![Var(first as u32 - 1)],
                arguments => arguments.to_vec(),
            };
            let calls = contract
                .calls
                .iter()
                .map(|call| call.statement(world, method, [object.var, other_var], &arguments));
            check.statements.extend(calls);
            checks.push((check, first));
        }
    }
    checks
}

/// Returns the test with the violation as its suspicion, or `None` if the observed values do not violate the
/// contract. `first` is the index of the first contract call.
fn violation(
    world: &World,
    contract: &Contract,
    method: MethodId,
    mut test: CheckedTest,
    first: usize,
) -> Option<CheckedTest> {
    let is_contract_call = |statement: u32| statement as usize >= first;
    let values: Vec<&Observation> =
        test.assertions.iter().filter(|it| is_contract_call(it.var.0)).map(|it| &it.expected).collect();
    let is_violated = match &test.throws {
        Some(throws) => {
            let calls_before = throws.statement as usize - first.min(throws.statement as usize);
            is_contract_call(throws.statement)
                && values.len() == calls_before
                && (contract.is_violated_by_exception)(&values, world.name(throws.class))
        }
        None => values.len() == contract.calls.len() && (contract.is_violated)(&values),
    };
    // A call on null always throws an exception, so the exception violates no contract.
    let receivers =
        || test.case.statements[first.min(test.case.len())..].iter().filter_map(Statement::receiver);
    let is_null =
        |it: &Assertion| it.expected == Observation::Null && receivers().any(|receiver| receiver == it.var);
    let is_violated = is_violated && !test.assertions.iter().any(is_null);
    test.assertions.retain(|it| is_contract_call(it.var.0));
    let behaviour = contract.violation.to_owned();
    test.suspicion = Some(Suspicion { rank: 1, method: method_label(world, method), behaviour });
    is_violated.then_some(test)
}
