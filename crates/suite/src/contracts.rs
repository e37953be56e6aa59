//! Contracts of `equals`, `hashCode`, `toString`, `compareTo`, `compare`, `clone` and iterators, tried on the objects of a suite.

use std::time::Instant;

use testcase::{
    Args, Assertion, CheckedTest, Literal, Observation, Statement, StatementKind, Suspicion, TestCase, Var,
};
use types::{ClassId, MethodId, Type, World};

use execution::executor::Executor;
use execution::oracle;
use execution::suspicion::described;

/// Most objects that contracts are tried on.
const OBJECTS: usize = 6;

/// What an object owes, or two.
struct Law {
    /// The interface that it is a law of, if it is one of those that have it only.
    of: Option<&'static str>,
    method: &'static str,
    descriptor: &'static str,
    /// Calls on the first object (`false`) or the second, of `method` or of `hashCode`, with what they are given.
    calls: &'static [Call],
    /// Whether what the calls gave breaks it.
    is_broken: fn(&[&Observation]) -> bool,
    /// Whether an exception does, with its class and what the calls before it gave.
    forbids: fn(&[&Observation], &str) -> bool,
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
    /// `x.hasNext()`
    HasNext,
    /// `x.m(a, b)`, of what it is given in a test.
    Compare,
    /// `x.m(b, a)`
    CompareReverse,
    /// `x.m(a, a)`
    CompareSame,
}

const EQUALS: (&str, &str) = ("equals", "(Ljava/lang/Object;)Z");

const LAWS: [Law; 17] = [
    law(
        EQUALS,
        &[Call::WithItself],
        |seen| is(seen[0], false),
        never,
        "says that an object does not equal itself",
    ),
    law(EQUALS, &[Call::WithItself], |_| false, always, "throws an exception for the object itself"),
    law(EQUALS, &[Call::WithNull], |seen| is(seen[0], true), never, "says that an object equals null"),
    law(
        EQUALS,
        &[Call::WithNull],
        |_| false,
        always,
        "throws an exception for null, where it should say false",
    ),
    law(
        EQUALS,
        &[Call::WithForeign],
        |_| false,
        always,
        "throws an exception for an object of another class",
    ),
    law(
        EQUALS,
        &[Call::WithOther, Call::Reverse],
        |seen| seen[0] != seen[1],
        never,
        "is not symmetric: one object equals another that does not equal it",
    ),
    law(
        EQUALS,
        &[Call::WithOther, Call::Hash, Call::HashOfOther],
        |seen| is(seen[0], true) && seen[1] != seen[2],
        never,
        "calls two objects equal whose hash codes differ",
    ),
    law(
        ("hashCode", "()I"),
        &[Call::Plain, Call::Plain],
        |seen| seen[0] != seen[1],
        never,
        "is not the same twice",
    ),
    law(
        ("hashCode", "()I"),
        &[Call::Plain],
        |_| false,
        always,
        "throws an exception, where it should give a number",
    ),
    law(
        ("toString", "()Ljava/lang/String;"),
        &[Call::Plain],
        |seen| *seen[0] == Observation::Null,
        always,
        "gives no text",
    ),
    law(
        ("compareTo", ""),
        &[Call::WithItself],
        |seen| sign(seen[0]).is_some_and(|sign| sign != 0),
        never,
        "does not find an object equal to itself",
    ),
    law(
        ("compareTo", ""),
        &[Call::WithOther, Call::Reverse],
        |seen| are_opposite(seen[0], seen[1]) == Some(false),
        never,
        "puts two objects in an order that depends on which is asked",
    ),
    law(
        ("clone", ""),
        &[Call::Plain],
        |seen| matches!(seen[0], Observation::Null | Observation::Same(_)),
        never,
        "gives no new object",
    ),
    Law {
        of: Some("java.util.Comparator"),
        ..law(
            ("compare", ""),
            &[Call::CompareSame],
            |seen| sign(seen[0]).is_some_and(|sign| sign != 0),
            never,
            "does not find an object equal to itself",
        )
    },
    Law {
        of: Some("java.util.Comparator"),
        ..law(
            ("compare", ""),
            &[Call::Compare, Call::CompareReverse],
            |seen| are_opposite(seen[0], seen[1]) == Some(false),
            never,
            "puts two objects in an order that depends on which comes first",
        )
    },
    Law {
        of: Some("java.util.Iterator"),
        ..law(
            ("hasNext", ""),
            &[Call::Plain, Call::Plain],
            |seen| seen[0] != seen[1],
            never,
            "is not the same twice",
        )
    },
    Law {
        of: Some("java.util.Iterator"),
        ..law(
            ("next", ""),
            &[Call::HasNext, Call::Plain],
            |seen| is(seen[0], false),
            |seen, thrown| is(seen[0], false) && thrown != "java.util.NoSuchElementException",
            "does not throw a NoSuchElementException where there is nothing left",
        )
    },
];

const fn law(
    (method, descriptor): (&'static str, &'static str),
    calls: &'static [Call],
    is_broken: fn(&[&Observation]) -> bool,
    forbids: fn(&[&Observation], &str) -> bool,
    what: &'static str,
) -> Law {
    Law { of: None, method, descriptor, calls, is_broken, forbids, what }
}

fn always(_: &[&Observation], _: &str) -> bool {
    true
}

fn never(_: &[&Observation], _: &str) -> bool {
    false
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

/// Whether of two comparisons one is the reverse of the other, if they are comparisons.
fn are_opposite(seen: &Observation, reverse: &Observation) -> Option<bool> {
    Some(sign(seen)? == -sign(reverse)?)
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
        if Instant::now() > deadline {
            break;
        }
        let Some(method) = method(world, subject, package, law) else { continue };
        let compared = law.compares().then(|| compared(suite, method));
        let mut trials = trials(world, law, method, compared.as_deref().unwrap_or(&objects));
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

/// An object that laws are tried on.
#[derive(Clone)]
struct Object {
    /// What makes it.
    test: TestCase,
    var: Var,
    /// What it is given to compare.
    given: Vec<Var>,
}

/// The shortest tests that have objects of the class, with these.
fn objects(world: &World, suite: &[CheckedTest], subject: ClassId) -> Vec<Object> {
    let mut found = Vec::new();
    for test in suite.iter().filter(|test| test.throws.is_none()) {
        let is_object = |statement: &Statement| match statement.kind {
            StatementKind::Construct { .. } | StatementKind::Call { .. } => {
                statement.ty.class_id().is_some_and(|class| world.is_subclass(class, subject))
            }
            _ => false,
        };
        let case = without_looks(test);
        let last = case.statements.iter().rposition(is_object);
        found.extend(last.map(|last| Object { test: case, var: Var(last as u32), given: Vec::new() }));
    }
    shortest(found)
}

/// The shortest tests that have an object compare two others, up to there.
fn compared(suite: &[CheckedTest], compare: MethodId) -> Vec<Object> {
    let mut found = Vec::new();
    for test in suite {
        for (at, statement) in test.case.statements.iter().enumerate() {
            if let StatementKind::Call { method, receiver: Some(var), args } = &statement.kind
                && *method == compare
            {
                let mut up_to_there = test.case.clone();
                up_to_there.truncate(at);
                found.push(Object { test: up_to_there, var: *var, given: args.to_vec() });
            }
        }
    }
    shortest(found)
}

fn shortest(mut objects: Vec<Object>) -> Vec<Object> {
    objects.sort_by_key(|object| object.test.len());
    objects.dedup_by(|a, b| a.test == b.test && a.given == b.given);
    objects.truncate(OBJECTS);
    objects
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
    if law.of.is_some_and(|of| !implements(world, subject, of)) {
        return None;
    }
    let arguments = match law.method {
        "compare" => 2,
        "compareTo" => 1,
        _ => 0,
    };
    let is_it = |&id: &MethodId| {
        let method = world.method(id);
        let of_comparable =
            || method.arguments.len() != 1 || implements(world, subject, "java.lang.Comparable");
        let fits = match law.descriptor {
            "" if !of_comparable() => false,
            "" => method.arguments.len() == arguments && !method.is_static(),
            descriptor => &*method.descriptor == descriptor,
        };
        &*method.name == law.method && fits && !world.is_from_jdk(method.class)
    };
    world.methods_of(subject, package).into_iter().find(is_it)
}

fn implements(world: &World, class: ClassId, interface: &str) -> bool {
    world.class_named(interface).is_some_and(|interface| world.is_subclass(class, interface))
}

/// Tests of one object, or two, behind which the calls of a law stand, and the index of the first of these.
fn trials(world: &World, law: &Law, method: MethodId, objects: &[Object]) -> Vec<(TestCase, usize)> {
    let two = law.calls.iter().any(|it| matches!(it, Call::WithOther | Call::Reverse | Call::HashOfOther));
    let mut trials = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        let others = if two { &objects[index + 1..] } else { &objects[index..=index] };
        for other in others {
            let mut trial = object.test.clone();
            let mut y = other.var;
            if two {
                y.0 += trial.len() as u32;
                trial.append(&other.test);
            }
            let made = law.calls.iter().filter_map(|it| it.argument());
            trial
                .statements
                .extend(made.map(|kind| Statement { ty: Type::class(world.object()), kind: kind(world) }));
            let first = trial.len();
            let given = match &object.given[..] {
                [] => vec![Var(first as u32 - 1)],
                given => given.to_vec(),
            };
            let call = |call: &Call| call.statement(world, method, [object.var, y], &given);
            trial.statements.extend(law.calls.iter().map(call));
            trials.push((trial, first));
        }
    }
    trials
}

impl Law {
    fn compares(&self) -> bool {
        self.calls.iter().any(|call| matches!(call, Call::Compare | Call::CompareSame))
    }
}

impl Call {
    /// What makes the argument of a call that none of the objects is.
    fn argument(self) -> Option<fn(&World) -> StatementKind> {
        match self {
            Call::WithNull => Some(|_| StatementKind::Literal(Literal::Null)),
            Call::WithForeign => Some(|world| StatementKind::Construct {
                constructor: world.class(world.object()).constructors[0],
                receiver: None,
                args: Args::new(),
            }),
            _ => None,
        }
    }

    /// The call on the first of two objects, or on the second, with what it is given.
    fn statement(self, world: &World, method: MethodId, [x, y]: [Var; 2], given: &[Var]) -> Statement {
        let of = |class: ClassId, name: &str| {
            let methods = &world.class(class).methods;
            *methods.iter().find(|&&id| &*world.method(id).name == name).expect("it has one")
        };
        let hash = || of(world.object(), "hashCode");
        let has_next = || of(world.class_named("java.util.Iterator").expect("a class of the JDK"), "hasNext");
        let (method, receiver, args) = match self {
            Call::Plain => (method, x, Vec::new()),
            Call::WithItself => (method, x, vec![x]),
            Call::WithOther => (method, x, vec![y]),
            Call::Reverse => (method, y, vec![x]),
            Call::WithNull | Call::WithForeign => (method, x, vec![given[0]]),
            Call::Hash => (hash(), x, Vec::new()),
            Call::HashOfOther => (hash(), y, Vec::new()),
            Call::HasNext => (has_next(), x, Vec::new()),
            Call::Compare => (method, x, given.to_vec()),
            Call::CompareReverse => (method, x, given.iter().rev().copied().collect()),
            Call::CompareSame => (method, x, vec![given[0]; 2]),
        };
        let ty = world.upper_bound(&world.erase(&world.method(method).result));
        Statement { kind: StatementKind::Call { method, receiver: Some(receiver), args: args.into() }, ty }
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
    let seen: Vec<&Observation> =
        test.assertions.iter().filter(|it| is_of_law(it.var.0)).map(|it| &it.expected).collect();
    let is_broken = match &test.throws {
        Some(throws) => {
            let all = seen.len() == throws.statement as usize - first.min(throws.statement as usize);
            is_of_law(throws.statement) && all && (law.forbids)(&seen, world.name(throws.class))
        }
        None => seen.len() == law.calls.len() && (law.is_broken)(&seen),
    };
    let receivers =
        || test.case.statements[first.min(test.case.len())..].iter().filter_map(Statement::receiver);
    let is_null = |it: &Assertion| it.expected == Observation::Null && receivers().any(|of| of == it.var);
    let is_broken = is_broken && !test.assertions.iter().any(is_null);
    test.assertions.retain(|it| is_of_law(it.var.0));
    test.suspicion = Some(Suspicion { rank: 1, method: described(world, method), what: law.what.to_owned() });
    is_broken.then_some(test)
}
