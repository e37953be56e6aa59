//! Contracts of `equals`, `hashCode`, `toString`, `compareTo`, `compare`, `clone` and iterators, tried on the objects of a suite.

use std::time::Instant;

use testcase::{CheckedTest, Literal, Observation, Statement, StatementKind, Suspicion, TestCase, Var};
use types::{ClassId, MethodId, Type, World};

use crate::executor::Executor;
use crate::oracle;
use crate::suspicion::described;

/// Most objects that contracts are tried on.
const OBJECTS: usize = 6;

/// What an object owes, or two.
struct Law {
    method: &'static str,
    descriptor: &'static str,
    /// Calls on the first object (`false`) or the second, of `method` or of `hashCode`, with what they are given.
    calls: &'static [Call],
    /// Whether what the calls gave breaks it.
    is_broken: fn(&[&Observation]) -> bool,
    /// Whether an exception does.
    forbids_exceptions: bool,
    what: &'static str,
}

#[derive(Clone, Copy)]
enum Call {
    /// `x.m()`
    Plain,
    /// `x.m(x)`
    WithItself,
    /// `x.m(y)`
    WithOther,
    /// `y.m(x)`
    Reverse,
    /// `x.m(null)`
    WithNull,
    /// `x.m(new Object())`
    WithForeign,
    /// `x.hashCode()`
    Hash,
    /// `y.hashCode()`
    HashOfOther,
}

const EQUALS: (&str, &str) = ("equals", "(Ljava/lang/Object;)Z");

const LAWS: [Law; 11] = [
    law(
        EQUALS,
        &[Call::WithItself],
        |seen| is(seen[0], false),
        true,
        "says that an object does not equal itself",
    ),
    law(EQUALS, &[Call::WithNull], |seen| is(seen[0], true), false, "says that an object equals null"),
    law(
        EQUALS,
        &[Call::WithNull],
        |_| false,
        true,
        "throws an exception for null, where it should say false",
    ),
    law(EQUALS, &[Call::WithForeign], |_| false, true, "throws an exception for an object of another class"),
    law(
        EQUALS,
        &[Call::WithOther, Call::Reverse],
        |seen| seen[0] != seen[1],
        false,
        "is not symmetric: one object equals another that does not equal it",
    ),
    law(
        EQUALS,
        &[Call::WithOther, Call::Hash, Call::HashOfOther],
        |seen| is(seen[0], true) && seen[1] != seen[2],
        false,
        "calls two objects equal whose hash codes differ",
    ),
    law(
        ("hashCode", "()I"),
        &[Call::Plain, Call::Plain],
        |seen| seen[0] != seen[1],
        true,
        "is not the same twice",
    ),
    law(
        ("toString", "()Ljava/lang/String;"),
        &[Call::Plain],
        |seen| *seen[0] == Observation::Null,
        true,
        "gives no text",
    ),
    law(
        ("compareTo", ""),
        &[Call::WithItself],
        |seen| sign(seen[0]) != Some(0),
        false,
        "does not find an object equal to itself",
    ),
    law(
        ("compareTo", ""),
        &[Call::WithOther, Call::Reverse],
        |seen| sign(seen[0]).map(|sign| -sign) != sign(seen[1]),
        false,
        "puts two objects in an order that depends on which is asked",
    ),
    law(
        ("clone", ""),
        &[Call::Plain],
        |seen| matches!(seen[0], Observation::Null | Observation::Same(_)),
        false,
        "gives no new object",
    ),
];

const fn law(
    (method, descriptor): (&'static str, &'static str),
    calls: &'static [Call],
    is_broken: fn(&[&Observation]) -> bool,
    forbids_exceptions: bool,
    what: &'static str,
) -> Law {
    Law { method, descriptor, calls, is_broken, forbids_exceptions, what }
}

fn is(seen: &Observation, value: bool) -> bool {
    *seen == Observation::Literal(Literal::Boolean(value))
}

fn sign(seen: &Observation) -> Option<i32> {
    match seen {
        Observation::Literal(Literal::Int(value)) => Some(value.signum()),
        _ => None,
    }
}

/// For each contract that objects of the suite break the shortest test that shows it: its assertions record what is.
pub fn broken(
    executor: &mut Executor,
    suite: &[CheckedTest],
    subject: ClassId,
    package: &str,
    deadline: Instant,
) -> Vec<CheckedTest> {
    let world = executor.world;
    let objects = objects(world, suite, subject);
    let mut broken = Vec::new();
    for law in &LAWS {
        let Some(method) = method(world, subject, package, law) else { continue };
        let mut trials = trials(world, law, method, &objects);
        trials.sort_by_key(|(test, _)| test.len());
        let cases: Vec<TestCase> = trials.iter().map(|(test, _)| test.clone()).collect();
        let observed = oracle::observe(executor, &cases, package, deadline);
        let tests = observed.into_iter().map(|it| it.map(|it| it.test));
        broken.extend(
            tests.zip(&trials).find_map(|(test, (_, calls))| breach(world, law, method, test?, *calls)),
        );
    }
    broken
}

/// The shortest tests that have objects of the class, with these.
fn objects(world: &World, suite: &[CheckedTest], subject: ClassId) -> Vec<(TestCase, Var)> {
    let mut found: Vec<(TestCase, Var)> = Vec::new();
    for test in suite.iter().filter(|test| test.throws.is_none()) {
        let is_object = |statement: &Statement| match statement.kind {
            StatementKind::Construct { .. } | StatementKind::Call { .. } => {
                statement.ty.class_id().is_some_and(|class| world.is_subclass(class, subject))
            }
            _ => false,
        };
        let case = without_looks(test);
        let last = case.statements.iter().rposition(is_object);
        found.extend(last.map(|last| (case, Var(last as u32))));
    }
    found.sort_by_key(|(test, _)| test.len());
    found.dedup_by(|a, b| a.0 == b.0);
    found.truncate(OBJECTS);
    found
}

/// A test without the calls that are only there for their results to be asserted.
fn without_looks(test: &CheckedTest) -> TestCase {
    let looks = |index: usize| {
        let var = Var(index as u32);
        let statements = &test.case.statements;
        let asserted = test.assertions.iter().any(|it| it.var == var);
        asserted && index > 0 && !statements.iter().any(|it| it.mentions(var))
    };
    let mut case = test.case.clone();
    case.retain(|index| !looks(index));
    case
}

/// The method that a law is about, if code that is not of the JDK has it.
fn method(world: &World, subject: ClassId, package: &str, law: &Law) -> Option<MethodId> {
    let arguments = usize::from(law.method == "compareTo");
    let is_it = |&id: &MethodId| {
        let method = world.method(id);
        let fits = match law.descriptor {
            "" => method.arguments.len() == arguments && !method.is_static(),
            descriptor => &*method.descriptor == descriptor,
        };
        &*method.name == law.method && fits && !world.is_from_jdk(method.class)
    };
    world.methods_of(subject, package).into_iter().find(is_it)
}

/// Tests of one object, or two, behind which the calls of a law stand, and the index of the first of these.
fn trials(world: &World, law: &Law, method: MethodId, objects: &[(TestCase, Var)]) -> Vec<(TestCase, usize)> {
    let two = law.calls.iter().any(|it| matches!(it, Call::WithOther | Call::Reverse | Call::HashOfOther));
    let mut trials = Vec::new();
    for (index, (test, x)) in objects.iter().enumerate() {
        let others = if two { &objects[index + 1..] } else { &objects[index..=index] };
        for (other, y) in others {
            let (mut trial, mut y) = (test.clone(), *y);
            if two {
                y.0 += trial.len() as u32;
                trial.append(other);
            }
            let arguments: Vec<Call> =
                law.calls.iter().copied().filter(|it| it.argument().is_some()).collect();
            trial.statements.extend(
                arguments
                    .iter()
                    .filter_map(|it| it.argument())
                    .map(|kind| Statement { ty: Type::class(world.object()), kind: kind(world) }),
            );
            let first = trial.len();
            let given = Var(first as u32 - 1);
            law.calls
                .iter()
                .for_each(|call| trial.statements.push(call.statement(world, method, *x, y, given)));
            trials.push((trial, first));
        }
    }
    trials
}

impl Call {
    /// What makes the argument of a call that none of the objects is.
    fn argument(self) -> Option<fn(&World) -> StatementKind> {
        match self {
            Call::WithNull => Some(|_| StatementKind::Literal(Literal::Null)),
            Call::WithForeign => Some(|world| StatementKind::Construct {
                constructor: world.class(world.object()).constructors[0],
                receiver: None,
                args: Vec::new(),
            }),
            _ => None,
        }
    }

    fn statement(self, world: &World, method: MethodId, x: Var, y: Var, given: Var) -> Statement {
        let hash = || {
            let methods = &world.class(world.object()).methods;
            *methods.iter().find(|&&id| &*world.method(id).name == "hashCode").expect("every object has one")
        };
        let (method, receiver, args) = match self {
            Call::Plain => (method, x, Vec::new()),
            Call::WithItself => (method, x, vec![x]),
            Call::WithOther => (method, x, vec![y]),
            Call::Reverse => (method, y, vec![x]),
            Call::WithNull | Call::WithForeign => (method, x, vec![given]),
            Call::Hash => (hash(), x, Vec::new()),
            Call::HashOfOther => (hash(), y, Vec::new()),
        };
        let ty = world.upper_bound(&world.erase(&world.method(method).result));
        Statement { kind: StatementKind::Call { method, receiver: Some(receiver), args }, ty }
    }
}

/// The test that shows a breach, if it does.
fn breach(
    world: &World,
    law: &Law,
    method: MethodId,
    mut test: CheckedTest,
    first: usize,
) -> Option<CheckedTest> {
    let is_of_law = |statement: u32| statement as usize >= first;
    let is_broken = match &test.throws {
        Some(throws) => law.forbids_exceptions && is_of_law(throws.statement),
        None => {
            let seen: Vec<&Observation> =
                test.assertions.iter().filter(|it| is_of_law(it.var.0)).map(|it| &it.expected).collect();
            seen.len() == law.calls.len() && (law.is_broken)(&seen)
        }
    };
    test.assertions.retain(|it| is_of_law(it.var.0));
    test.suspicion = Some(Suspicion { rank: 1, method: described(world, method), what: law.what.to_owned() });
    is_broken.then_some(test)
}
