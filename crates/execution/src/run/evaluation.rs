//! Computes the goals that each test covers.

use std::time::Instant;

use goals::{Effect, GoalId, Trace};
use mutation::MutantId;
use testcase::TestCase;
use vm::{Execution, Mode};

use super::executor::Executor;
use super::on_mutants::MutantSelector;
use super::outcome::is_valid;
use super::trace::mutant_effects;

/// An executed test and the goals that it covers.
pub struct Evaluation {
    /// Result of the run of the test without mutants.
    pub execution: Execution,
    /// Targets that the test covers, ascending. Empty if the test neither returned nor threw an exception.
    pub covered: Vec<GoalId>,
    /// Whether the run of the test on its mutants ended before the deadline. Also true if the test has no
    /// mutants.
    pub is_complete: bool,
    /// The first of its mutants that the test does not kill, if the test ran on this mutant or does not
    /// infect it.
    pub survivor: Option<MutantId>,
}

impl Executor<'_> {
    /// Runs tests, then runs each test on its mutants. Skips mutants that the test does not infect. Stops at
    /// the deadline. Returns the evaluations of the tests that ran in time, in the order of the tests.
    ///
    /// `mutants` returns the mutants of a test. Its arguments are the index of the test, and the targets that
    /// the test covers in a run without mutants.
    pub fn evaluate(
        &mut self,
        tests: &[TestCase],
        mutants: &dyn Fn(usize, &[GoalId]) -> Vec<MutantId>,
        deadline: Instant,
    ) -> Vec<Evaluation> {
        self.evaluate_in(Mode::Mutants, tests, mutants, deadline)
    }

    /// Evaluates tests like [`Executor::evaluate`], but skips the remaining mutants of a test after the first
    /// mutant that survives. A test that does not infect one of its mutants runs on no mutant.
    pub fn evaluate_until_survivor(
        &mut self,
        tests: &[TestCase],
        mutants: &dyn Fn(usize, &[GoalId]) -> Vec<MutantId>,
        deadline: Instant,
    ) -> Vec<Evaluation> {
        self.evaluate_in(Mode::UntilSurvivor, tests, mutants, deadline)
    }

    fn evaluate_in(
        &mut self,
        mode: Mode,
        tests: &[TestCase],
        mutants: &dyn Fn(usize, &[GoalId]) -> Vec<MutantId>,
        deadline: Instant,
    ) -> Vec<Evaluation> {
        let executions = self.run(tests, Mode::Run, deadline);
        let mut traces = Vec::with_capacity(executions.len());
        let mut selected_mutants = Vec::with_capacity(executions.len());
        let mut survivors = Vec::with_capacity(executions.len());
        for (index, (test, execution)) in tests.iter().zip(&executions).enumerate() {
            let valid = is_valid(&execution.outcome);
            let trace = self.tracer.trace(test, execution, execution.trace.clone());
            let mut mutants = if valid { mutants(index, &self.covered(&trace)) } else { Vec::new() };
            let mut survivor = None;
            if !mutants.is_empty() {
                let infected = self.goals.infected_by(&trace);
                survivor = mutants.iter().copied().find(|mutant| !infected.contains(mutant.index()));
                let is_done = mode == Mode::UntilSurvivor && survivor.is_some();
                mutants.retain(|mutant| !is_done && infected.contains(mutant.index()));
            }
            survivors.push(survivor);
            traces.push(valid.then_some(trace));
            selected_mutants.push(mutants);
        }
        let is_complete = selected_mutants.iter().map(Vec::is_empty).collect();
        let mut recorder =
            EffectRecorder { mutants: selected_mutants, is_complete, survivors, traces: &mut traces };
        self.run_on_mutants(&tests[..executions.len()], mode, &mut recorder, deadline);
        let EffectRecorder { is_complete, survivors, .. } = recorder;
        let covered = |trace: Option<Trace>| trace.map_or_else(Vec::new, |trace| self.covered(&trace));
        let covered = traces.into_iter().map(covered);
        let evaluations = executions.into_iter().zip(covered).zip(is_complete.into_iter().zip(survivors));
        evaluations
            .map(|((execution, covered), (is_complete, survivor))| Evaluation {
                execution,
                covered,
                is_complete,
                survivor,
            })
            .collect()
    }
}

/// Returns the mutants that were selected for each test, and adds the effects of the mutants to the traces.
struct EffectRecorder<'a> {
    /// For each test, the mutants on which the test runs.
    mutants: Vec<Vec<MutantId>>,
    /// For each test, whether the test has run on its mutants. Also true if it has no mutants.
    is_complete: Vec<bool>,
    /// For each test, the first mutant that is known to survive.
    survivors: Vec<Option<MutantId>>,
    /// For each test, its trace. `None` if the test neither returned nor threw an exception.
    traces: &'a mut [Option<Trace>],
}

impl MutantSelector for EffectRecorder<'_> {
    fn select_mutants(&mut self, test: usize) -> Vec<MutantId> {
        self.mutants[test].clone()
    }

    fn record(&mut self, test: usize, execution: &Execution) {
        self.is_complete[test] = true;
        if let Some(trace) = &mut self.traces[test] {
            trace.effects = mutant_effects(&self.mutants[test], execution);
            let has_survived = |(_, effect): &&(MutantId, Effect)| matches!(effect, Effect::Survived { .. });
            let survivor = trace.effects.iter().find(has_survived).map(|(mutant, _)| *mutant);
            self.survivors[test] = self.survivors[test].or(survivor);
        }
    }
}
