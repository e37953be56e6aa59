//! What else a test could look at when it is over: methods without parameters, and fields, of the objects it has.
//!
//! A method is only called where running it showed that it changes nothing that could be seen.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use testcase::{Observation, Statement, StatementKind, TestCase, Var};
use types::access::{STATIC, SYNTHETIC};
use types::{ClassId, FieldId, MethodId, Type, World};
use vm::{Execution, Mode, Outcome};

use crate::executor::Executor;

/// Tests in which a method has to prove that it changes nothing.
const PROOFS: usize = 3;
/// Most statements that are added to a test.
const MOST: usize = 48;

/// Something that tells of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Inspector {
    /// A method without parameters.
    Method(MethodId),
    /// A field.
    Field(FieldId),
}

/// A test with inspectors behind its own statements.
#[derive(Clone, Debug)]
pub struct Extended {
    /// All statements.
    pub test: TestCase,
    /// How many of them are its own.
    pub own: usize,
    /// Whether the inspectors are those whose results were asserted before.
    pub is_chosen: bool,
}

impl Extended {
    /// A test without inspectors.
    pub fn bare(test: TestCase) -> Extended {
        Extended { own: test.len(), test, is_chosen: false }
    }
}

/// An inspector of a variable.
type Look = (Var, Inspector);

/// Adds to each test that ends by itself all inspectors of its objects that proved harmless; what is not known by the deadline is
/// not added.
pub fn extend(executor: &mut Executor, tests: &[TestCase], package: &str, deadline: Instant) -> Vec<Extended> {
    let world = executor.world;
    let executions = executor.run(tests, Mode::Observe, deadline);
    let mut looks: Vec<Vec<Look>> =
        tests.iter().zip(&executions).map(|(test, execution)| looks(world, test, execution, package)).collect();
    looks.resize(tests.len(), Vec::new());
    let harmless = harmless(executor, tests, &looks, package, deadline);
    let mut extended: Vec<Extended> = Vec::with_capacity(tests.len());
    for (test, looks) in tests.iter().zip(looks) {
        let looks: Vec<Look> = looks.into_iter().filter(|(_, it)| harmless.contains(it)).take(MOST).collect();
        extended.push(with(world, test, &looks, package));
    }
    drop_throwing(executor, &mut extended, deadline);
    extended
}

/// What could be looked at in a test that ran.
fn looks(world: &World, test: &TestCase, execution: &Execution, package: &str) -> Vec<Look> {
    if execution.outcome != Outcome::Returned {
        return Vec::new();
    }
    let concerned = concerned(world, test);
    let mut found = Vec::new();
    for (index, statement) in test.statements.iter().enumerate().filter(|(index, _)| concerned[*index]) {
        let Some(Observation::Object(runtime)) = &execution.finally[index] else { continue };
        let var = Var(index as u32);
        found.extend(inspectors(world, &statement.ty, runtime, package).into_iter().map(|it| (var, it)));
    }
    found
}

/// By statement whether its variable has to do with code that is not of the JDK.
fn concerned(world: &World, test: &TestCase) -> Vec<bool> {
    let mut concerned = vec![false; test.len()];
    for (index, statement) in test.statements.iter().enumerate() {
        let class = match statement.kind {
            StatementKind::Construct { constructor: method, .. } | StatementKind::Call { method, .. } => {
                world.method(method).class
            }
            StatementKind::ReadField { field, .. } => world.field(field).class,
            _ => continue,
        };
        if !world.is_from_jdk(class) {
            concerned[index] = true;
            statement.uses(|var| concerned[var.0 as usize] = true);
        }
    }
    concerned
}

/// What tells of an object of that static type and that class.
fn inspectors(world: &World, ty: &Type, runtime: &str, package: &str) -> Vec<Inspector> {
    let Type::Class(class, _) = *ty else { return Vec::new() };
    let mut found = Vec::new();
    if !world.is_from_jdk(class) {
        let methods = world.methods_of(class, package).into_iter().filter(|&it| is_observer(world, it));
        found.extend(methods.map(Inspector::Method));
        let fields = world.fields_of(class, package).into_iter().filter(|&it| is_telling_field(world, it));
        found.extend(fields.map(Inspector::Field));
    }
    found.extend(to_string(world, class, runtime, package).map(Inspector::Method));
    found
}

/// A method that might only look at its object: it takes and throws nothing, and its result says something.
fn is_observer(world: &World, method: MethodId) -> bool {
    let method = world.method(method);
    method.arguments.is_empty()
        && method.exceptions.is_empty()
        && method.access & (STATIC | SYNTHETIC) == 0
        && !method.deprecated
        && says_something(world, &method.result)
        && !matches!(&*method.name, "hashCode" | "toString")
}

fn is_telling_field(world: &World, field: FieldId) -> bool {
    let field = world.field(field);
    field.access & (STATIC | SYNTHETIC) == 0 && !field.name.contains('$') && says_something(world, &field.ty)
}

/// Whether an assertion can be made of values of a type, as a rule.
fn says_something(world: &World, ty: &Type) -> bool {
    match ty {
        Type::Primitive(_) | Type::Variable(_) => true,
        Type::Array(element) => !matches!(**element, Type::Array(_)) && says_something(world, element),
        Type::Class(class, _) => {
            *class == world.string()
                || world.unboxed(*class).is_some()
                || world.class(*class).kind == types::Kind::Enum
                || is_container(world, *class)
        }
        _ => false,
    }
}

fn is_container(world: &World, class: ClassId) -> bool {
    matches!(
        &**world.name(class),
        "java.lang.Object"
            | "java.lang.CharSequence"
            | "java.lang.Number"
            | "java.lang.Comparable"
            | "java.lang.Iterable"
            | "java.util.Collection"
            | "java.util.List"
            | "java.util.Set"
            | "java.util.SortedSet"
            | "java.util.Map"
            | "java.util.SortedMap"
            | "java.util.ArrayList"
            | "java.util.HashMap"
            | "java.util.HashSet"
            | "java.util.LinkedList"
    )
}

/// `toString` of objects whose class says more there than every object does.
fn to_string(world: &World, class: ClassId, runtime: &str, package: &str) -> Option<MethodId> {
    let is_it = |&id: &MethodId| {
        let method = world.method(id);
        &*method.name == "toString" && method.arguments.is_empty()
    };
    let runtime = world.class_named(runtime)?;
    // That of every object is not among the methods of another class.
    world.methods_of(runtime, package).iter().find(|id| is_it(id)).filter(|_| runtime != world.object())?;
    let own = world.methods_of(class, package).into_iter().find(is_it);
    own.or_else(|| world.methods_of(world.object(), package).into_iter().find(is_it))
}

/// The inspectors that change nothing that inspectors see. A method has to show it in some of the tests that have a use for
/// it: what harmless ones tell before it, and itself, is the same behind it.
fn harmless(
    executor: &mut Executor,
    tests: &[TestCase],
    looks: &[Vec<Look>],
    package: &str,
    deadline: Instant,
) -> BTreeSet<Inspector> {
    let mut places: BTreeMap<Inspector, Vec<(usize, Var)>> = BTreeMap::new();
    for (test, looks) in looks.iter().enumerate() {
        for &(var, inspector) in looks {
            places.entry(inspector).or_default().push((test, var));
        }
    }
    let mut harmless: BTreeSet<Inspector> =
        places.keys().filter(|it| matches!(it, Inspector::Field(_))).copied().collect();
    let all = proven(executor, tests, looks, &places, package, deadline);
    harmless.extend(all);
    harmless
}

/// Has all methods tell twice in some tests, then, as long as something differs, all but the ones found guilty.
fn proven(
    executor: &mut Executor,
    tests: &[TestCase],
    looks: &[Vec<Look>],
    places: &BTreeMap<Inspector, Vec<(usize, Var)>>,
    package: &str,
    deadline: Instant,
) -> BTreeSet<Inspector> {
    let mut harmless: BTreeSet<Inspector> = BTreeSet::new();
    for (&inspector, places) in places.iter().filter(|(it, _)| matches!(it, Inspector::Method(_))) {
        let world = executor.world;
        let mut proofs = Vec::new();
        for &(test, var) in places.iter().take(PROOFS) {
            let known = looks[test].iter().copied().filter(|(of, it)| *of == var && harmless.contains(it));
            let known: Vec<Look> = known.collect();
            let once = [&known[..], &[(var, inspector)]].concat();
            let twice = [&once[..], &once[..]].concat();
            proofs.push((with(world, &tests[test], &twice, package), once.len()));
        }
        let cases: Vec<TestCase> = proofs.iter().map(|(proof, _)| proof.test.clone()).collect();
        let executions = executor.run(&cases, Mode::Observe, deadline);
        let holds = |(execution, (proof, length)): (&Execution, &(Extended, usize))| {
            let seen = &execution.observations;
            execution.outcome == Outcome::Returned
                && seen[proof.own..proof.own + length] == seen[proof.own + length..]
        };
        if executions.len() == proofs.len() && executions.iter().zip(&proofs).all(holds) {
            harmless.insert(inspector);
        }
    }
    harmless
}

/// A test with inspectors behind it.
fn with(world: &World, test: &TestCase, looks: &[Look], package: &str) -> Extended {
    let mut extended = Extended::bare(test.clone());
    let added = looks.iter().map(|&(var, inspector)| statement(world, test, var, inspector, package));
    extended.test.statements.extend(added);
    extended
}

fn statement(world: &World, test: &TestCase, var: Var, inspector: Inspector, package: &str) -> Statement {
    let owner = &test.definition(var).ty;
    let (kind, ty) = match inspector {
        Inspector::Method(method) => {
            let result = &world.method(method).result;
            let ty = world.substitute(result, &world.bind(method, Some(owner), None));
            (StatementKind::Call { method, receiver: Some(var), args: Vec::new() }, ty)
        }
        Inspector::Field(field) => {
            (StatementKind::ReadField { field, receiver: Some(var) }, world.field_type(field, Some(owner)))
        }
    };
    Statement { kind, ty: world.nameable(&ty, package) }
}

/// Takes away the inspectors that throw, one of each test at a time.
fn drop_throwing(executor: &mut Executor, extended: &mut [Extended], deadline: Instant) {
    let mut left: Vec<usize> = (0..extended.len()).collect();
    while !left.is_empty() {
        let cases: Vec<TestCase> = left.iter().map(|&index| extended[index].test.clone()).collect();
        let executions = executor.run(&cases, Mode::Run, deadline);
        for &index in &left[executions.len()..] {
            let own = extended[index].own;
            extended[index].test.truncate(own);
        }
        let is_left = |(&index, execution): (&usize, &Execution)| {
            let Extended { test, own, .. } = &mut extended[index];
            let at = execution.executed as usize;
            let guilty = execution.outcome != Outcome::Returned && at >= *own && at < test.len();
            if guilty {
                test.statements.remove(at);
            }
            guilty.then_some(index)
        };
        left = left.iter().zip(&executions).filter_map(is_left).collect();
    }
}
