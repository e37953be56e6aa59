//! Appends inspectors to tests: calls and field reads that only observe the objects of a test.
//!
//! Most methods are appended only if test runs showed no change of any observable state.

use std::collections::BTreeMap;
use std::time::Instant;

use testcase::{CheckedTest, StatementKind, TestCase};
use vm::{Execution, Mode, Outcome};

use super::inspector_checks::{InspectorChecks, Usability};
use super::inspectors::{Depth, Inspection, Inspector, InspectorFinder};
use super::output;
use crate::run::Executor;

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
    /// The same test with the assertions that an earlier selection chose, if there was one. Then no mutants
    /// are needed to select assertions.
    pub selected: Option<CheckedTest>,
}

impl InspectedTest {
    /// Creates a test without inspectors.
    pub fn without_inspectors(test: TestCase) -> InspectedTest {
        InspectedTest { first_inspector: test.len(), test, selected: None }
    }

    /// Creates a test without inspectors, whose assertions an earlier selection chose.
    pub fn with_selected_assertions(test: CheckedTest) -> InspectedTest {
        InspectedTest { selected: Some(test.clone()), ..InspectedTest::without_inspectors(test.case) }
    }
}

/// Appends inspectors without side effects to each test that returns. A getter with side effects can end the
/// test.
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
    let mut appender = InspectorAppender { finder, usability: &mut checked.usability, deadline };
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
    appender.append_getters_with_side_effects(executor, &mut inspected);
    inspected.iter_mut().for_each(|it| output::append_text(executor.world, &mut it.test));
    inspected
}

/// The inspectors of a class that were checked for side effects and for their speed.
#[derive(Default)]
pub struct CheckedInspectors {
    /// For each checked inspector, where tests can use it.
    usability: BTreeMap<Inspector, Usability>,
}

/// Appends inspectors to tests, and records which inspectors have side effects or are slow.
struct InspectorAppender<'a> {
    finder: InspectorFinder<'a>,
    /// For each checked inspector, where tests can use it.
    usability: &'a mut BTreeMap<Inspector, Usability>,
    deadline: Instant,
}

impl InspectorAppender<'_> {
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
        let ticks: Vec<u64> = executions.iter().map(|execution| execution.ticks).collect();
        let mut checks =
            InspectorChecks::new(&self.finder, &tests, &ticks, &candidates, self.usability, self.deadline);
        checks.check(executor);
        for (test, candidates) in inspected.iter_mut().zip(candidates) {
            let usable = candidates.into_iter().filter(|(_, it)| self.has(*it, Usability::Everywhere));
            self.finder.append(&mut test.test, usable.take(limit));
        }
        self.drop_throwing(executor, inspected);
    }

    /// Appends to each test at most one getter that has side effects. It is called on the receiver of the
    /// last call of the test, and ends the test.
    fn append_getters_with_side_effects(&self, executor: &mut Executor, inspected: &mut [InspectedTest]) {
        for InspectedTest { test, first_inspector, .. } in inspected.iter_mut() {
            let own_statements = &test.statements[..*first_inspector];
            let Some(call) = own_statements.iter().rfind(|statement| statement.is_call()) else { continue };
            let getters = call.receiver().map(|receiver| self.finder.getters(test, receiver));
            let is_usable =
                |(_, it): &Inspection| self.has(*it, Usability::AtEnd) && it.method() != call.called_method();
            let getter = getters.into_iter().flatten().find(is_usable);
            self.finder.append(test, getter.into_iter());
        }
        self.drop_throwing(executor, inspected);
    }

    fn has(&self, inspector: Inspector, usability: Usability) -> bool {
        self.usability.get(&inspector) == Some(&usability)
    }

    /// Returns the inspectors that an executed test could use, each with the variable that it inspects.
    /// Returns no inspectors if the test does not return.
    fn candidates(&self, test: &TestCase, execution: &Execution, depth: Depth) -> Vec<Inspection> {
        match execution.outcome {
            Outcome::Returned => self.finder.candidates(test, execution, depth),
            _ => Vec::new(),
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
                let InspectedTest { test, first_inspector, .. } = &mut inspected[index];
                let last = execution.executed as usize;
                let throws =
                    execution.outcome != Outcome::Returned && last >= *first_inspector && last < test.len();
                if throws {
                    let buffer = written_buffer(test, last, *first_inspector);
                    let later_elements = later_elements(test, last);
                    test.retain(|statement| {
                        statement != last && Some(statement) != buffer && !later_elements.contains(&statement)
                    });
                }
                throws.then_some(index)
            };
            unchecked = unchecked.iter().zip(&executions).filter_map(drop_inspector).collect();
        }
    }
}

/// Returns the statements that read later elements of an array, given an inspector that did not return. If
/// the inspector reads an array element that does not exist, the later elements do not exist either.
fn later_elements(test: &TestCase, inspector: usize) -> Vec<usize> {
    let StatementKind::ReadElement { array, index } = test.statements[inspector].kind else {
        return Vec::new();
    };
    let is_later = |other: &usize| match test.statements[*other].kind {
        StatementKind::ReadElement { array: of, index: other } => of == array && other > index,
        _ => false,
    };
    (inspector..test.len()).filter(is_later).collect()
}

/// Returns the statement that creates the buffer to which an inspector writes, or `None` if the inspector
/// writes to no buffer. `first_inspector` is the index of the first inspector.
fn written_buffer(test: &TestCase, inspector: usize, first_inspector: usize) -> Option<usize> {
    let StatementKind::Call { args, .. } = &test.statements[inspector].kind else { return None };
    let buffers = args.iter().map(|arg| arg.0 as usize).filter(|&arg| arg >= first_inspector);
    buffers.into_iter().find(|&arg| matches!(test.statements[arg].kind, StatementKind::Construct { .. }))
}
