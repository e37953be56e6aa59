//! Appends inspectors to tests: calls and field reads that only observe the objects of a test.
//!
//! A method is appended only if test runs showed no change of any observable state.

use std::collections::BTreeMap;
use std::time::Instant;

use testcase::{Args, Observation, Statement, StatementKind, TestCase, Var};
use types::{Type, World};
use vm::{Execution, Mode, Outcome};

use super::inspectors::{Depth, Inspector, InspectorFinder, argument};
use super::output;
use crate::run::Executor;

/// Maximum number of tests in which an inspector is checked for side effects.
const MAX_CHECKS: usize = 3;
/// Maximum number of inspectors that are appended to a test in each round. The first round inspects the
/// objects of the test. Each later round inspects the results of the inspectors of the previous round.
const MAX_INSPECTORS: [usize; 3] = [48, 32, 16];

/// A test whose last statements are inspectors.
#[derive(Clone, Debug)]
pub struct InspectedTest {
    /// The test with its inspectors.
    pub test: TestCase,
    /// Index of the first inspector, which is also the number of statements before the inspectors.
    pub first_inspector: usize,
}

impl InspectedTest {
    /// Creates a test without inspectors.
    pub fn without_inspectors(test: TestCase) -> InspectedTest {
        InspectedTest { first_inspector: test.len(), test }
    }
}

/// An inspector and the variable that it inspects.
type Inspection = (Var, Inspector);

/// Appends inspectors without side effects to each test that returns.
///
/// An inspector is omitted if the check for side effects does not end before the deadline.
///
/// `checked` contains the inspectors that earlier calls checked. Inspectors that this call checks are added.
pub fn add_inspectors(
    executor: &mut Executor,
    tests: &[TestCase],
    package: &str,
    deadline: Instant,
    checked: &mut CheckedInspectors,
) -> Vec<InspectedTest> {
    let finder = InspectorFinder { world: executor.world, package };
    let mut appender = InspectorAppender { finder, is_pure: &mut checked.is_pure, deadline };
    let tests = output::redirect_output(executor, tests, deadline);
    let mut inspected: Vec<InspectedTest> =
        tests.iter().cloned().map(InspectedTest::without_inspectors).collect();
    let mut starts: Vec<usize> = vec![0; tests.len()];
    for (round, limit) in MAX_INSPECTORS.into_iter().enumerate() {
        let ends: Vec<usize> = inspected.iter().map(|it| it.test.len()).collect();
        let later_rounds = MAX_INSPECTORS.len() - 1 - round;
        let depth = |test: usize| Depth { first: starts[test], later_rounds };
        appender.append_round(executor, &mut inspected, &depth, limit);
        starts = ends;
    }
    inspected.iter_mut().for_each(|it| output::append_text(executor.world, &mut it.test));
    inspected
}

/// The inspectors of a class that were checked for side effects.
#[derive(Default)]
pub struct CheckedInspectors {
    /// For each checked inspector, whether it has no side effects.
    is_pure: BTreeMap<Inspector, bool>,
}

/// Appends inspectors to tests, and records which inspectors have side effects.
struct InspectorAppender<'a> {
    finder: InspectorFinder<'a>,
    /// For each checked inspector, whether it has no side effects.
    is_pure: &'a mut BTreeMap<Inspector, bool>,
    deadline: Instant,
}

impl<'a> InspectorAppender<'a> {
    fn world(&self) -> &'a World {
        self.finder.world
    }

    /// Appends inspectors of selected variables, and removes inspectors that do not return. `depth` returns
    /// which variables are selected, given the index of a test. Appends at most `limit` inspectors to a test.
    fn append_round(
        &mut self,
        executor: &mut Executor,
        inspected: &mut [InspectedTest],
        depth: &dyn Fn(usize) -> Depth,
        limit: usize,
    ) {
        let tests: Vec<TestCase> = inspected.iter().map(|it| it.test.clone()).collect();
        let executions = executor.run(&tests, Mode::Observe, self.deadline);
        let candidates: Vec<Vec<Inspection>> = inspected
            .iter()
            .zip(&executions)
            .enumerate()
            .map(|(index, (test, execution))| self.candidates(&test.test, execution, depth(index)))
            .collect();
        self.check_side_effects(executor, &tests, &candidates);
        for (test, candidates) in inspected.iter_mut().zip(candidates) {
            let pure = candidates.into_iter().filter(|(_, it)| self.is_pure.get(it) == Some(&true));
            self.append_inspections(&mut test.test, pure.take(limit));
        }
        self.drop_throwing(executor, inspected);
    }

    /// Returns the inspectors that an executed test could use, each with the variable that it inspects.
    /// Returns no inspectors if the test does not return.
    fn candidates(&self, test: &TestCase, execution: &Execution, depth: Depth) -> Vec<Inspection> {
        match execution.outcome {
            Outcome::Returned => self.finder.candidates(test, execution, depth),
            _ => Vec::new(),
        }
    }

    /// Checks which inspectors have no side effects that inspectors can observe, and records the results in
    /// `is_pure`.
    ///
    /// Each inspector is checked in at most [`MAX_CHECKS`] of the tests that could use the inspector. A check
    /// runs the inspectors of the object that are known to have no side effects, and then the checked
    /// inspector. Then the check runs the same inspectors again. Each inspector must return the same value as
    /// before.
    fn check_side_effects(
        &mut self,
        executor: &mut Executor,
        tests: &[TestCase],
        candidates: &[Vec<Inspection>],
    ) {
        let mut uses: BTreeMap<Inspector, Vec<(usize, Var)>> = BTreeMap::new();
        for (test, candidates) in candidates.iter().enumerate() {
            for &(var, inspector) in candidates {
                uses.entry(inspector).or_default().push((test, var));
            }
        }
        uses.retain(|inspector, _| !self.is_pure.contains_key(inspector));
        // Some side effects of an inspector are visible only through inspectors that are checked later.
        // Therefore each inspector is checked twice. The second check runs all inspectors that passed their
        // first check.
        for _ in 0..2 {
            for (&inspector, uses) in &uses {
                let is_pure = matches!(inspector, Inspector::Field(_))
                    || self.is_pure.get(&inspector) != Some(&false)
                        && self.has_no_side_effects(executor, inspector, uses, tests, candidates);
                self.is_pure.insert(inspector, is_pure);
            }
        }
        if Instant::now() >= self.deadline {
            // A check that does not end in time fails. Such a check is repeated the next time.
            self.is_pure.retain(|inspector, is_pure| *is_pure || !uses.contains_key(inspector));
        }
    }

    /// Returns whether an inspector changes no value that other inspectors return. Runs only those other
    /// inspectors that are known to have no side effects.
    fn has_no_side_effects(
        &self,
        executor: &mut Executor,
        inspector: Inspector,
        uses: &[(usize, Var)],
        tests: &[TestCase],
        candidates: &[Vec<Inspection>],
    ) -> bool {
        let mut checks = Vec::new();
        let mut lengths = Vec::new();
        for &(test, var) in uses.iter().take(MAX_CHECKS) {
            let is_pure = |(inspected, it): &&Inspection| {
                *inspected == var && *it != inspector && self.is_pure.get(it) == Some(&true)
            };
            let pure = candidates[test].iter().filter(is_pure).copied();
            let inspections: Vec<Inspection> = pure.chain([(var, inspector)]).collect();
            let mut check = tests[test].clone();
            self.append_inspections(&mut check, inspections.iter().copied());
            lengths.push(check.len() - tests[test].len());
            self.append_inspections(&mut check, inspections.into_iter());
            checks.push(check);
        }
        let executions = executor.run(&checks, Mode::Observe, self.deadline);
        let is_unchanged = |(execution, &length): (&Execution, &usize)| {
            let first = execution.observations.len().checked_sub(2 * length);
            execution.outcome == Outcome::Returned
                && first.is_some_and(|first| are_repeated(&execution.observations[first..], first))
        };
        executions.len() == checks.len() && executions.iter().zip(&lengths).all(is_unchanged)
    }

    /// Appends the statements of inspectors to a test. Each inspector is paired with its inspected variable.
    fn append_inspections(&self, test: &mut TestCase, inspections: impl Iterator<Item = Inspection>) {
        let world = self.world();
        for (var, inspector) in inspections {
            let ty = test.definition(var).ty.clone();
            let (kind, ty) = match inspector {
                Inspector::Field(field) => {
                    let kind = StatementKind::ReadField { field, receiver: Some(var) };
                    (kind, world.field_type(field, Some(&ty)))
                }
                Inspector::Text(method) => {
                    let args = [var].as_slice().into();
                    let kind = StatementKind::Call { method, receiver: None, args };
                    (kind, world.method(method).result.clone())
                }
                Inspector::BufferWriter { method, buffer, text } => {
                    let class = Type::Class(world.method(buffer).class, Vec::new().into());
                    let create =
                        StatementKind::Construct { constructor: buffer, receiver: None, args: Args::new() };
                    let buffer = Var(test.len() as u32);
                    test.statements.push(Statement { kind: create, ty: class });
                    let kind =
                        StatementKind::Call { method, receiver: Some(var), args: [buffer].as_slice().into() };
                    let bindings = world.bind(method, Some(&ty), None);
                    let result = world.substitute(&world.method(method).result, &bindings);
                    test.statements
                        .push(Statement { kind, ty: world.nameable(&result, self.finder.package) });
                    let kind =
                        StatementKind::Call { method: text, receiver: Some(buffer), args: Args::new() };
                    (kind, world.method(text).result.clone())
                }
                Inspector::Method(method, choice) => {
                    let args = world.method(method).arguments.iter();
                    let literals: Vec<Statement> =
                        args.filter_map(|ty| argument(world, ty, choice)).collect();
                    let first = test.len() as u32;
                    let args = (first..).take(literals.len()).map(Var).collect();
                    test.statements.extend(literals);
                    let bindings = world.bind(method, Some(&ty), None);
                    let result = world.substitute(&world.method(method).result, &bindings);
                    (StatementKind::Call { method, receiver: Some(var), args }, result)
                }
            };
            test.statements.push(Statement { kind, ty: world.nameable(&ty, self.finder.package) });
        }
    }

    /// Removes inspectors that do not return, usually because they throw an exception. Runs the tests again
    /// until all inspectors return, because each run ends at the first inspector that does not return.
    /// Removes all inspectors of a test that does not run before the deadline.
    fn drop_throwing(&self, executor: &mut Executor, inspected: &mut [InspectedTest]) {
        let mut unchecked: Vec<usize> = (0..inspected.len()).collect();
        while !unchecked.is_empty() {
            let cases: Vec<TestCase> = unchecked.iter().map(|&index| inspected[index].test.clone()).collect();
            let executions = executor.run(&cases, Mode::Run, self.deadline);
            for &index in &unchecked[executions.len()..] {
                let first_inspector = inspected[index].first_inspector;
                inspected[index].test.truncate(first_inspector);
            }
            let drop_inspector = |(&index, execution): (&usize, &Execution)| {
                let InspectedTest { test, first_inspector } = &mut inspected[index];
                let last = execution.executed as usize;
                let throws =
                    execution.outcome != Outcome::Returned && last >= *first_inspector && last < test.len();
                if throws {
                    let buffer = written_buffer(test, last, *first_inspector);
                    test.retain(|statement| statement != last && Some(statement) != buffer);
                }
                throws.then_some(index)
            };
            unchecked = unchecked.iter().zip(&executions).filter_map(drop_inspector).collect();
        }
    }
}

/// Returns the statement that creates the buffer to which an inspector writes, or `None` if the inspector
/// writes to no buffer. `first_inspector` is the index of the first inspector.
fn written_buffer(test: &TestCase, inspector: usize, first_inspector: usize) -> Option<usize> {
    let StatementKind::Call { args, .. } = &test.statements[inspector].kind else { return None };
    let buffers = args.iter().map(|arg| arg.0 as usize).filter(|&arg| arg >= first_inspector);
    buffers.into_iter().find(|&arg| matches!(test.statements[arg].kind, StatementKind::Construct { .. }))
}

/// Returns whether the second half of some observations repeats the first half. `first` is the index of the
/// first observed variable. An inspector may return the same object twice, or the buffer to which it writes.
fn are_repeated(observations: &[Option<Observation>], first: usize) -> bool {
    let half = observations.len() / 2;
    let (before, after) = observations.split_at(half);
    let is_repeated = |(index, (before, after)): (usize, (&Option<Observation>, &Option<Observation>))| {
        let same_object = Observation::Same(Var((first + index) as u32));
        match (before, after) {
            (Some(Observation::Object(_)), Some(after)) if *after == same_object => true,
            (Some(Observation::Same(before)), Some(Observation::Same(after)))
                if before.0 as usize >= first =>
            {
                after.0 as usize == before.0 as usize + half
            }
            (before, after) => before == after,
        }
    };
    before.iter().zip(after).enumerate().all(is_repeated)
}
