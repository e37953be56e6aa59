//! Computes which tests kill which mutants.

use std::collections::BTreeSet;
use std::time::Instant;

use fixedbitset::FixedBitSet;
use mutation::MutantId;
use testcase::{CheckedTest, TestCase};
use vm::{Execution, Mode};

use super::executor::Executor;
use super::on_mutants::MutantSelector;
use super::outcome::is_kill;

impl Executor<'_> {
    /// Runs each test on those of `mutants` that it infects, until the deadline. Returns for each test the
    /// mutants that it kills: an assertion fails on the mutant, or the test ends in another way.
    pub fn kills(
        &mut self,
        tests: &[CheckedTest],
        mutants: &BTreeSet<MutantId>,
        deadline: Instant,
    ) -> Vec<Vec<MutantId>> {
        let cases: Vec<TestCase> = tests.iter().map(|test| test.case.clone()).collect();
        let executions = self.run(&cases, Mode::Run, deadline);
        let infected = self.infected(&cases, &executions);
        let mut matrix = KillMatrix { tests, mutants, infected, kills: vec![Vec::new(); tests.len()] };
        self.run_on_mutants(&cases[..executions.len()], Mode::Detections, &mut matrix, deadline);
        matrix.kills
    }
}

/// Selects the mutants on which each test runs, and records which of them the test kills.
struct KillMatrix<'a> {
    tests: &'a [CheckedTest],
    mutants: &'a BTreeSet<MutantId>,
    /// For each test that ran, the mutants that it infects.
    infected: Vec<FixedBitSet>,
    /// For each test, the mutants that it kills.
    kills: Vec<Vec<MutantId>>,
}

impl MutantSelector for KillMatrix<'_> {
    fn select_mutants(&mut self, test: usize) -> Vec<MutantId> {
        let infected = &self.infected[test];
        self.mutants.iter().copied().filter(|mutant| infected.contains(mutant.index())).collect()
    }

    fn record(&mut self, test: usize, execution: &Execution) {
        let mutants = self.select_mutants(test).into_iter().zip(&execution.effects);
        let killed = mutants.filter(|(_, effect)| is_kill(&self.tests[test], effect));
        self.kills[test] = killed.map(|(mutant, _)| mutant).collect();
    }
}
