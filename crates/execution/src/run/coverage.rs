//! Computes the goals that tests cover together.

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
use super::outcome::{is_kill, is_valid};

/// The goals, lines and mutants that a set of tests covers.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// Whether all tests ran. They did not necessarily run on mutants.
    pub is_complete: bool,
    /// Targets that at least one test covers.
    pub goals: BTreeSet<GoalId>,
    /// Lines that at least one test executes.
    pub lines: BTreeSet<LineId>,
    /// Mutants that at least one test kills, or is expected to kill if there was no time to run it on the
    /// mutant.
    pub killed: BTreeSet<MutantId>,
}

impl Executor<'_> {
    /// Returns the goals, lines and mutants that the tests cover together. Runs tests only until the
    /// deadline.
    ///
    /// A test kills a mutant if an assertion fails on the mutant or the test ends in another way. Each test
    /// first runs on the mutants that it is expected to kill (`expected_kills`, by test), and then on the
    /// mutants for which the archive contains tests. At last, each test runs on all other mutants. The values
    /// of a test can have changed after the search, so the test can kill more mutants than before.
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
            coverage.lines.extend(statements.map(|&statement| self.goals.line_of(StatementId(statement.0))));
        }
        let infected = self.infected(&cases, &executions);
        let known_mutants: BTreeSet<MutantId> =
            self.mutants.iter().chain(expected_kills.iter().flatten()).copied().collect();
        let is_possible = |test: usize, mutant: &MutantId| {
            infected.get(test).is_none_or(|infected: &FixedBitSet| infected.contains(mutant.index()))
        };
        let possible_kills = |(test, expected): (usize, &Vec<MutantId>)| {
            expected.iter().copied().filter(|it| is_possible(test, it)).collect::<Vec<MutantId>>()
        };
        let unchecked = expected_kills.iter().enumerate().flat_map(possible_kills).collect();
        let mut kills = KillRecorder {
            tests,
            expected: Some(expected_kills),
            infected,
            surviving: known_mutants.clone(),
            running: BTreeMap::new(),
            unchecked,
        };
        self.run_on_mutants(&cases[..executions.len()], Mode::Detections, &mut kills, deadline);
        kills.expected = None;
        self.run_on_mutants(&cases[..executions.len()], Mode::Detections, &mut kills, deadline);
        coverage.killed = known_mutants.difference(&kills.surviving).copied().collect();
        // Without goals of strong mutation, nothing depends on the other mutants.
        let is_other = |it: &MutantId| self.goals.strong_goal(*it).is_some() && !known_mutants.contains(it);
        let other_mutants: BTreeSet<MutantId> = self.goals.open_mutants().filter(is_other).collect();
        kills.surviving = other_mutants.clone();
        self.run_on_mutants(&cases[..executions.len()], Mode::Detections, &mut kills, deadline);
        coverage.killed.extend(other_mutants.difference(&kills.surviving));
        coverage.killed.extend(kills.unchecked);
        let goals = coverage.killed.iter().filter_map(|&mutant| self.goals.strong_goal(mutant));
        coverage.goals.extend(goals.filter(|&goal| self.goals.is_target(goal)));
        coverage
    }
}

/// Selects the mutants on which each test runs, and records which mutants the tests kill.
struct KillRecorder<'a> {
    tests: &'a [CheckedTest],
    /// For each test, the mutants that it is expected to kill. If `None`, each test runs on all mutants that
    /// no test has killed.
    expected: Option<&'a [Vec<MutantId>]>,
    /// For each test, the mutants that it infects.
    infected: Vec<FixedBitSet>,
    /// Mutants that no test has killed.
    surviving: BTreeSet<MutantId>,
    /// For each test, the mutants on which it currently runs.
    running: BTreeMap<usize, Vec<MutantId>>,
    /// Mutants that a test is expected to kill and on which no test has run.
    unchecked: BTreeSet<MutantId>,
}

impl MutantSelector for KillRecorder<'_> {
    fn select_mutants(&mut self, test: usize) -> Vec<MutantId> {
        let infected = &self.infected[test];
        let is_killable =
            |mutant: &MutantId| infected.contains(mutant.index()) && self.surviving.contains(mutant);
        let selected_mutants: Vec<MutantId> = match self.expected {
            Some(expected) => expected[test].iter().copied().filter(is_killable).collect(),
            None => self.surviving.iter().copied().filter(is_killable).collect(),
        };
        if !selected_mutants.is_empty() {
            self.running.insert(test, selected_mutants.clone());
        }
        selected_mutants
    }

    fn record(&mut self, test: usize, execution: &Execution) {
        let mutants = self.running.remove(&test).unwrap_or_default();
        for (mutant, effect) in mutants.iter().zip(&execution.effects) {
            self.unchecked.remove(mutant);
            if is_kill(&self.tests[test], effect) {
                self.surviving.remove(mutant);
            }
        }
    }
}
