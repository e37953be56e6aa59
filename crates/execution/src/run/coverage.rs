//! The goals that tests cover together.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use analysis::{LineId, StatementId};
use fixedbitset::FixedBitSet;
use goals::GoalId;
use mutation::MutantId;
use testcase::{CheckedTest, TestCase};
use vm::{Execution, Mode};

use super::executor::Executor;
use super::on_mutants::MutantSelector;
use super::outcome::{detecting_assertions, is_valid};

/// The coverage of a set of tests.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// Whether all tests ran, on all mutants selected for them.
    pub is_complete: bool,
    /// Targets covered.
    pub goals: BTreeSet<GoalId>,
    /// Lines executed.
    pub lines: BTreeSet<LineId>,
    /// Mutants killed.
    pub killed: BTreeSet<MutantId>,
}

impl Executor<'_> {
    /// Returns what the tests cover together, as far as they run before the deadline.
    ///
    /// A mutant is killed if an assertion or the expected end of a test detects it. Each test first runs on
    /// the mutants that it is expected to kill (`expected_kills`, by test), then on the mutants that no test
    /// has killed.
    pub fn coverage(
        &mut self,
        tests: &[CheckedTest],
        expected_kills: &[Vec<MutantId>],
        deadline: Instant,
    ) -> Coverage {
        let cases: Vec<TestCase> = tests.iter().map(|test| test.case.clone()).collect();
        let executions = self.run(&cases, Mode::Run, deadline);
        let mut coverage = Coverage { is_complete: executions.len() == tests.len(), ..Coverage::default() };
        for (test, execution) in cases.iter().zip(&executions).filter(|(_, it)| is_valid(&it.outcome)) {
            coverage.goals.extend(self.covered(&self.tracer.trace(test, execution, execution.trace.clone())));
            let statements = execution.trace.statements.iter();
            coverage.lines.extend(statements.map(|&statement| self.goals.line_of(StatementId(statement))));
        }
        let infected = self.infected(&cases, &executions);
        let all: BTreeSet<MutantId> =
            self.mutants.iter().chain(expected_kills.iter().flatten()).copied().collect();
        let mut kills = KillRecorder {
            tests,
            expected: Some(expected_kills),
            infected,
            alive: all.clone(),
            running: BTreeMap::new(),
        };
        self.run_on_mutants(&cases[..executions.len()], Mode::Detections, &mut kills, deadline);
        kills.expected = None;
        self.run_on_mutants(&cases[..executions.len()], Mode::Detections, &mut kills, deadline);
        coverage.is_complete &= kills.running.is_empty();
        coverage.killed = all.difference(&kills.alive).copied().collect();
        let goals = coverage.killed.iter().filter_map(|&mutant| self.goals.strong_goal(mutant));
        coverage.goals.extend(goals.filter(|&goal| self.goals.is_target(goal)));
        coverage
    }
}

/// Runs each test on mutants that no earlier test has killed.
struct KillRecorder<'a> {
    tests: &'a [CheckedTest],
    /// Mutants that each test is expected to kill. `None`: each test runs on all mutants that are alive.
    expected: Option<&'a [Vec<MutantId>]>,
    /// Mutants that each test infects.
    infected: Vec<FixedBitSet>,
    /// Mutants that no test has killed.
    alive: BTreeSet<MutantId>,
    /// Mutants on which tests currently run, by test.
    running: BTreeMap<usize, Vec<MutantId>>,
}

impl MutantSelector for KillRecorder<'_> {
    fn select_mutants(&mut self, test: usize) -> Vec<MutantId> {
        let infected = &self.infected[test];
        let is_killable =
            |mutant: &MutantId| infected.contains(mutant.index()) && self.alive.contains(mutant);
        let selected: Vec<MutantId> = match self.expected {
            Some(expected) => expected[test].iter().copied().filter(is_killable).collect(),
            None => self.alive.iter().copied().filter(is_killable).collect(),
        };
        if !selected.is_empty() {
            self.running.insert(test, selected.clone());
        }
        selected
    }

    fn record(&mut self, test: usize, execution: &Execution) {
        let mutants = self.running.remove(&test).unwrap_or_default();
        for (mutant, effect) in mutants.iter().zip(&execution.effects) {
            if detecting_assertions(&self.tests[test], effect).is_some() {
                self.alive.remove(mutant);
            }
        }
    }
}
