//! Random tests and insertion (after Fraser, Arcuri: "Whole Test Suite Generation", IEEE TSE 2013).

use rand::Rng;
use types::Type;

use crate::build::Builder;
use crate::cluster::{Call, Cluster};
use testcase::{Args, Literal, Statement, StatementKind, TestCase, Var};

/// Attempts in a row that may fail before a random test is left as long as it is.
const ATTEMPTS: u32 = 10;

/// A random test of between one call and [`Cluster::length`] statements: longer only where not even a single call was found
/// that takes fewer, empty only when no call can be made.
pub fn random_test(cluster: &Cluster, rng: &mut impl Rng) -> TestCase {
    let wanted = rng.random_range(1..=cluster.length);
    let mut test = TestCase::default();
    let mut failures = 0;
    while test.len() < wanted && failures < ATTEMPTS {
        let end = test.len();
        failures = if insert_call(&mut test, end, cluster, rng) { 0 } else { failures + 1 };
    }
    if test.is_empty() { shortest_call(cluster, rng).unwrap_or_default() } else { test }
}

/// The shortest of some tests of a single call.
fn shortest_call(cluster: &Cluster, rng: &mut impl Rng) -> Option<TestCase> {
    let mut single = || single_call(cluster, cluster.choose_call(rng)?, rng);
    (0..ATTEMPTS).filter_map(|_| single()).min_by_key(TestCase::len)
}

/// Inserts a call at a position: with probability 1/2 on an object that the test has there, else of the class
/// under test. Returns whether it did; a call that would make the test too long is not inserted.
pub fn insert_call(test: &mut TestCase, at: usize, cluster: &Cluster, rng: &mut impl Rng) -> bool {
    let on_object = rng.random_bool(0.5);
    let Some(call) = cluster.choose_call(rng) else { return false };
    let mut builder = Builder::new(cluster, &test.statements[..at], rng);
    let done = match if on_object { builder.object_of_test() } else { None } {
        Some(object) => builder.call_any(object),
        None => builder.call(call),
    };
    let added = builder.added;
    if done.is_none() || test.len() + added.len() > cluster.length {
        return false;
    }
    test.splice(at, added);
    true
}

/// A test of one call with what it needs, `None` if that cannot be had.
pub fn single_call(cluster: &Cluster, call: Call, rng: &mut impl Rng) -> Option<TestCase> {
    let mut builder = Builder::new(cluster, &[], rng);
    builder.call(call)?;
    Some(TestCase { statements: builder.added })
}

/// A test of each call of the class under test alone, as far as there can be one.
pub fn single_calls(cluster: &Cluster, rng: &mut impl Rng) -> Vec<TestCase> {
    cluster.calls.iter().filter_map(|&call| single_call(cluster, call, rng)).collect()
}

/// A test that only names the class under test: what is left when nothing of it can be called.
pub fn class_literal(cluster: &Cluster) -> TestCase {
    let world = cluster.world;
    let class = world.class_class();
    let subject = Type::class(cluster.subject);
    let named = Type::Class(class, [subject.clone()].into());
    let literal = Statement { kind: StatementKind::Literal(Literal::Class(subject)), ty: named };
    let methods = world.class(class).methods.iter().copied();
    let method =
        methods.into_iter().find(|&id| &*world.method(id).name == "getSimpleName").expect("of every JDK");
    let kind = StatementKind::Call { method, receiver: Some(Var(0)), args: Args::new() };
    TestCase { statements: vec![literal, Statement { kind, ty: Type::class(world.string()) }] }
}
