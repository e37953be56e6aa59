//! What else a test could look at when it is over: methods and fields of the objects it has, and of what these give.
//!
//! A method is only called where running it showed that it changes nothing that could be seen.

use std::collections::BTreeMap;
use std::time::Instant;

use testcase::{Literal, Observation, Statement, StatementKind, TestCase, Var};
use types::access::{STATIC, SYNTHETIC};
use types::{ClassId, Deprecated, FieldId, Kind, MethodId, Primitive, Type, World};
use vm::{Execution, Mode, Outcome};

use crate::executor::Executor;

/// Tests in which a method has to prove that it changes nothing.
const PROOFS: usize = 3;
/// Most ways to look at the objects of a test.
const MOST: usize = 48;
/// Most parameters of a method that is called to look.
const MOST_PARAMETERS: usize = 2;
/// How many arguments there are to choose from: see [`argument`].
const ARGUMENTS: u8 = 2;

/// A way to look at an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Inspector {
    /// A field.
    Field(FieldId),
    /// A method, with plain values of a number as arguments: see [`argument`].
    Method(MethodId, u8),
    /// A static method of the JDK that tells of the object it is given.
    Text(MethodId),
}

/// A test with inspectors behind its own statements.
#[derive(Clone, Debug)]
pub struct Extended {
    /// All statements.
    pub test: TestCase,
    /// How many of them are its own.
    pub own: usize,
}

impl Extended {
    /// A test without inspectors.
    pub fn bare(test: TestCase) -> Extended {
        Extended { own: test.len(), test }
    }
}

/// An inspector of a variable.
type Look = (Var, Inspector);

/// Adds to each test that ends by itself inspectors of its objects, and of the objects that these give, that proved harmless; what is
/// not known by the deadline is not added.
pub fn extend(
    executor: &mut Executor,
    tests: &[TestCase],
    package: &str,
    deadline: Instant,
) -> Vec<Extended> {
    let mut inspection = Inspection { world: executor.world, package, harmless: BTreeMap::new(), deadline };
    let mut extended: Vec<Extended> = tests.iter().cloned().map(Extended::bare).collect();
    inspection.extend(executor, &mut extended);
    inspection.extend(executor, &mut extended);
    extended
}

struct Inspection<'a> {
    world: &'a World,
    package: &'a str,
    /// Whether inspectors that were tried change nothing.
    harmless: BTreeMap<Inspector, bool>,
    deadline: Instant,
}

impl Inspection<'_> {
    /// Looks at the own variables of tests, at the results of inspectors where there are such.
    fn extend(&mut self, executor: &mut Executor, extended: &mut [Extended]) {
        let tests: Vec<TestCase> = extended.iter().map(|it| it.test.clone()).collect();
        let executions = executor.run(&tests, Mode::Observe, self.deadline);
        let looks: Vec<Vec<Look>> =
            extended.iter().zip(&executions).map(|(test, execution)| self.looks(test, execution)).collect();
        self.prove(executor, &tests, &looks);
        for (test, looks) in extended.iter_mut().zip(looks) {
            let harmless = looks.into_iter().filter(|(_, it)| self.harmless.get(it) == Some(&true));
            self.add(&mut test.test, harmless.take(MOST));
        }
        self.drop_throwing(executor, extended);
    }

    /// What could be looked at in a test that ran.
    fn looks(&self, test: &Extended, execution: &Execution) -> Vec<Look> {
        if execution.outcome != Outcome::Returned {
            return Vec::new();
        }
        let Extended { test, own } = test;
        let first = if *own < test.len() { *own } else { 0 };
        let concerned = self.concerned(test);
        let mut found = Vec::new();
        // What a literal is everybody knows.
        let is_open = |&index: &usize| {
            concerned[index] && !matches!(test.statements[index].kind, StatementKind::Literal(_))
        };
        for index in (first..test.len()).filter(is_open) {
            let Some(Observation::Object(runtime)) = &execution.final_observations[index] else { continue };
            let inspectors = self.inspectors(&test.statements[index].ty, runtime, first == 0);
            found.extend(inspectors.into_iter().map(|it| (Var(index as u32), it)));
        }
        // Methods that take nothing come first: there may be too many.
        found.sort_by_key(|(_, it)| self.parameters(*it));
        found
    }

    fn parameters(&self, inspector: Inspector) -> usize {
        match inspector {
            Inspector::Method(method, _) => self.world.method(method).arguments.len(),
            Inspector::Field(_) | Inspector::Text(_) => 0,
        }
    }

    /// By statement whether its variable has to do with code that is not of the JDK.
    fn concerned(&self, test: &TestCase) -> Vec<bool> {
        let mut concerned = vec![false; test.len()];
        for (index, statement) in test.statements.iter().enumerate() {
            let class = match statement.kind {
                StatementKind::Construct { constructor: method, .. } | StatementKind::Call { method, .. } => {
                    self.world.method(method).class
                }
                StatementKind::ReadField { field, .. } => self.world.field(field).class,
                _ => continue,
            };
            if !self.world.is_from_jdk(class) {
                concerned[index] = true;
                statement.uses(|var| concerned[var.0 as usize] = true);
            }
        }
        concerned
    }

    /// What tells of an object of that static type and that class; `deeply` also what gives objects to look at.
    fn inspectors(&self, ty: &Type, runtime: &str, deeply: bool) -> Vec<Inspector> {
        let (world, package) = (self.world, self.package);
        let mut found = Vec::new();
        match ty {
            &Type::Class(class, _) => {
                if !world.is_from_jdk(class) {
                    let methods = world.methods_of(class, package).into_iter();
                    found.extend(methods.flat_map(|it| self.observers(class, it, deeply)));
                    let fields = world.fields_of(class, package).into_iter();
                    found.extend(fields.filter(|&it| self.is_telling_field(it)).map(Inspector::Field));
                }
                found.extend(self.to_string(class, runtime).map(|it| Inspector::Method(it, 0)));
            }
            Type::Array(element) if element.is_reference() => {
                found.extend(self.text_of_array().map(Inspector::Text));
            }
            _ => {}
        }
        found
    }

    /// A method that might only look at its object, with the arguments that it is tried with: it throws nothing, takes
    /// little, and its result says something or is to be looked at in turn.
    fn observers(&self, class: ClassId, id: MethodId, deeply: bool) -> Vec<Inspector> {
        let method = self.world.method(id);
        let plain = method.exceptions.is_empty()
            && method.access & (STATIC | SYNTHETIC) == 0
            && method.deprecated == Deprecated::No
            && !matches!(&*method.name, "hashCode" | "toString");
        let gives_object = |ty: &Type| match ty {
            Type::Class(of, _) => *of != class && is_getter(&method.name),
            Type::Array(element) => matches!(**element, Type::Class(..)),
            _ => false,
        };
        let none = method.arguments.is_empty();
        let tells = self.says_something(&method.result) || deeply && none && gives_object(&method.result);
        let takes = |ty| argument(self.world, ty, 0).is_some();
        let few = method.arguments.len() <= MOST_PARAMETERS && method.arguments.iter().all(takes);
        if !plain || !tells || !few {
            return Vec::new();
        }
        let choices = if none { 1 } else { ARGUMENTS };
        (0..choices).map(|choice| Inspector::Method(id, choice)).collect()
    }

    fn is_telling_field(&self, field: FieldId) -> bool {
        let field = self.world.field(field);
        field.access & (STATIC | SYNTHETIC) == 0
            && !field.name.contains('$')
            && self.says_something(&field.ty)
    }

    /// Whether an assertion can be made of values of a type, as a rule.
    fn says_something(&self, ty: &Type) -> bool {
        match ty {
            Type::Primitive(_) | Type::Variable(_) => true,
            Type::Array(element) => !matches!(**element, Type::Array(_)) && self.says_something(element),
            Type::Class(class, _) => {
                *class == self.world.string()
                    || self.world.unboxed(*class).is_some()
                    || self.world.class(*class).kind == Kind::Enum
                    || is_container(self.world.name(*class))
            }
            _ => false,
        }
    }

    /// `toString` of objects whose class says more there than every object does.
    fn to_string(&self, class: ClassId, runtime: &str) -> Option<MethodId> {
        let (world, package) = (self.world, self.package);
        let is_it = |&id: &MethodId| {
            let method = world.method(id);
            &*method.name == "toString" && method.arguments.is_empty()
        };
        let runtime = world.class_named(runtime).filter(|it| *it != world.object())?;
        // That of every object is not among the methods of another class.
        world.methods_of(runtime, package).iter().find(|id| is_it(id))?;
        let own = world.methods_of(class, package).into_iter().find(is_it);
        own.or_else(|| world.methods_of(world.object(), package).into_iter().find(is_it))
    }

    /// `Arrays.toString(Object[])`.
    fn text_of_array(&self) -> Option<MethodId> {
        let arrays = self.world.class_named("java.util.Arrays")?;
        let is_it = |&id: &MethodId| {
            let method = self.world.method(id);
            &*method.name == "toString" && method.descriptor.starts_with("([Ljava/lang/Object;)")
        };
        self.world.methods_of(arrays, self.package).into_iter().find(is_it)
    }

    /// Finds out which inspectors change nothing that inspectors see. A method has to show it in some of the tests that have a use
    /// for it: what harmless ones tell before it, and itself, is the same behind it.
    fn prove(&mut self, executor: &mut Executor, tests: &[TestCase], looks: &[Vec<Look>]) {
        let mut places: BTreeMap<Inspector, Vec<(usize, Var)>> = BTreeMap::new();
        for (test, looks) in looks.iter().enumerate() {
            for &(var, inspector) in looks {
                places.entry(inspector).or_default().push((test, var));
            }
        }
        places.retain(|inspector, _| !self.harmless.contains_key(inspector));
        // What some change those show that come behind them: so they are tried again when all are known.
        for _ in 0..2 {
            for (&inspector, places) in &places {
                let harmless = matches!(inspector, Inspector::Field(_))
                    || self.harmless.get(&inspector) != Some(&false)
                        && self.changes_nothing(executor, inspector, places, tests, looks);
                self.harmless.insert(inspector, harmless);
            }
        }
    }

    fn changes_nothing(
        &self,
        executor: &mut Executor,
        inspector: Inspector,
        places: &[(usize, Var)],
        tests: &[TestCase],
        looks: &[Vec<Look>],
    ) -> bool {
        let mut proofs = Vec::new();
        let mut lengths = Vec::new();
        for &(test, var) in places.iter().take(PROOFS) {
            let is_known =
                |(of, it): &&Look| *of == var && *it != inspector && self.harmless.get(it) == Some(&true);
            let known = looks[test].iter().filter(is_known).copied();
            let once: Vec<Look> = known.chain([(var, inspector)]).collect();
            let mut proof = tests[test].clone();
            self.add(&mut proof, once.iter().copied());
            lengths.push(proof.len() - tests[test].len());
            self.add(&mut proof, once.into_iter());
            proofs.push(proof);
        }
        let executions = executor.run(&proofs, Mode::Observe, self.deadline);
        let holds = |(execution, length): (&Execution, &usize)| {
            let seen = &execution.observations;
            let halves = seen.len().checked_sub(*length).map(|middle| seen.split_at(middle));
            execution.outcome == Outcome::Returned
                && halves.is_some_and(|(before, after)| before.ends_with(after))
        };
        executions.len() == proofs.len() && executions.iter().zip(&lengths).all(holds)
    }

    fn add(&self, test: &mut TestCase, looks: impl Iterator<Item = Look>) {
        for (var, inspector) in looks {
            let ty = test.definition(var).ty.clone();
            let (kind, ty) = match inspector {
                Inspector::Field(field) => (
                    StatementKind::ReadField { field, receiver: Some(var) },
                    self.world.field_type(field, Some(&ty)),
                ),
                Inspector::Text(method) => (
                    StatementKind::Call { method, receiver: None, args: [var].as_slice().into() },
                    self.world.method(method).result.clone(),
                ),
                Inspector::Method(method, choice) => {
                    let args = self.world.method(method).arguments.iter();
                    let literals: Vec<Statement> =
                        args.filter_map(|ty| argument(self.world, ty, choice)).collect();
                    let first = test.len() as u32;
                    let args = (first..).take(literals.len()).map(Var).collect();
                    test.statements.extend(literals);
                    let bindings = self.world.bind(method, Some(&ty), None);
                    let result = self.world.substitute(&self.world.method(method).result, &bindings);
                    (StatementKind::Call { method, receiver: Some(var), args }, result)
                }
            };
            test.statements.push(Statement { kind, ty: self.world.nameable(&ty, self.package) });
        }
    }

    /// Takes away the inspectors that throw, one of each test at a time.
    fn drop_throwing(&self, executor: &mut Executor, extended: &mut [Extended]) {
        let mut left: Vec<usize> = (0..extended.len()).collect();
        while !left.is_empty() {
            let cases: Vec<TestCase> = left.iter().map(|&index| extended[index].test.clone()).collect();
            let executions = executor.run(&cases, Mode::Run, self.deadline);
            for &index in &left[executions.len()..] {
                let own = extended[index].own;
                extended[index].test.truncate(own);
            }
            let is_left = |(&index, execution): (&usize, &Execution)| {
                let Extended { test, own } = &mut extended[index];
                let at = execution.executed as usize;
                let guilty = execution.outcome != Outcome::Returned && at >= *own && at < test.len();
                if guilty {
                    test.retain(|statement| statement != at);
                }
                guilty.then_some(index)
            };
            left = left.iter().zip(&executions).filter_map(is_left).collect();
        }
    }
}

/// Whether a method is named as those that give what an object has.
fn is_getter(name: &str) -> bool {
    ["get", "as", "to"].iter().any(|prefix| {
        name.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
    })
}

/// A plain value for a parameter, of which there are as many as [`ARGUMENTS`]; `None` for types that have none.
fn argument(world: &World, ty: &Type, choice: u8) -> Option<Statement> {
    let literal = match ty {
        Type::Primitive(Primitive::Boolean) => Literal::Boolean(choice == 0),
        Type::Primitive(Primitive::Int) => Literal::Int(choice.into()),
        Type::Primitive(Primitive::Long) => Literal::Long(choice.into()),
        Type::Primitive(Primitive::Double) => Literal::Double(1.0 / f64::from(1 + choice)),
        Type::Primitive(Primitive::Float) => Literal::Float(1.0 / f32::from(1 + u16::from(choice))),
        Type::Primitive(Primitive::Char) => Literal::Char(u16::from(b'a' + choice)),
        Type::Class(class, _) if *class == world.string() => {
            Literal::String([u16::from(b'a' + choice)][..].into())
        }
        _ => return None,
    };
    Some(Statement { kind: StatementKind::Literal(literal), ty: ty.clone() })
}

/// Whether values of a class of the JDK may be told, by what they hold.
fn is_container(class: &str) -> bool {
    matches!(
        class,
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
