//! Tests of a Java class as a problem for the search.
//!
//! - [`generator`]: makes tests.
//! - [`submitter`]: submits tests to the workers, and receives the results.
//! - [`learner`]: learns from the results which goals are covered, and which hints, mutants and probes the
//!   search still needs.
//! - [`backlog`]: minimises tests and selects their assertions while the search runs, so that little work
//!   remains after the search.
//! - [`fitness`]: computes the fitness of tests and suites.

pub mod adaptive;
pub mod backlog;
mod batches;
pub mod fitness;
pub mod focus;
pub mod generator;
mod individual;
pub mod learner;
mod open_mutants;
pub mod outcome_counts;
mod silenced_probes;
pub mod submitter;

use execution::run::{mutant_effects, mutant_numbers};
use generation::diversity;
use goals::GoalId;
use mutation::MutantId;
use search::{Archive, Execution, Goal, Problem, Rng};
use testcase::TestCase;
use vm::{BatchSettings, Mode, MutantNumber, Outcome};

use crate::configuration::fitness_functions::Function;
use crate::harness::Harness;
use backlog::Backlog;
use batches::{batch_sizes, split_into};
use fitness::{FitnessFunctions, RunTrace};
use generator::TestGenerator;
use learner::Learner;
use submitter::{BATCH, StopSignal, TestSubmitter};

pub use individual::Individual;

/// One in this number of batches records hints: the values that the code compared or parsed. Recording hints
/// slows tests down.
const HINT_PERIOD: u64 = 8;
/// One in this number of batches also reports covered goals, so that shorter tests can replace tests of the
/// archive.
const FULL_REPORT_PERIOD: u64 = 32;

/// The search problem of one class under test.
pub struct JavaProblem<'w> {
    /// Workers, goals and mutants.
    pub harness: Harness,
    /// Makes tests.
    pub generator: TestGenerator<'w>,
    /// Runs tests.
    pub submitter: TestSubmitter,
    /// Learns from the results.
    pub learner: Learner,
    /// Computes fitness.
    pub fitness: FitnessFunctions,
    /// Minimises tests and selects their assertions while the search runs, if the tests will be written.
    pub backlog: Option<Backlog<'w>>,
    /// Workers on which `backlog` runs tests, if the workers of `harness` cannot run every mutant.
    pub mutant_harness: Option<Harness>,
    /// For each goal, the objectives that are directly control dependent on it.
    dependents: Vec<Vec<Goal>>,
}

impl<'w> JavaProblem<'w> {
    /// Returns the problem of covering the goals of a harness with the tests of a generator.
    pub fn new(harness: Harness, generator: TestGenerator<'w>, stop: StopSignal) -> JavaProblem<'w> {
        let goals = &harness.goals;
        let dependents = |goal| goals.dependents(GoalId(goal)).iter().map(|goal| Goal(goal.0)).collect();
        let mut problem = JavaProblem {
            dependents: (0..goals.len() as u32).map(dependents).collect(),
            learner: Learner::new(&harness),
            fitness: FitnessFunctions::new(goals),
            submitter: TestSubmitter::new(harness.tick_limit.clone(), stop),
            backlog: None,
            mutant_harness: None,
            generator,
            harness,
        };
        problem.learner.silence_unused_probes(&mut problem.harness);
        let covered: Vec<Goal> =
            problem.harness.goals.covered_by_existing().map(|goal| Goal(goal.0)).collect();
        problem.archive_changed(&covered);
        problem
    }

    /// Returns the same problem with a backlog. The backlog runs tests on the workers of `mutant_harness`;
    /// `None`: on the workers of the search, which can then run every mutant.
    pub fn with_backlog(self, backlog: Backlog<'w>, mutant_harness: Option<Harness>) -> JavaProblem<'w> {
        JavaProblem { backlog: Some(backlog), mutant_harness, ..self }
    }

    /// Sends the queued tests to the workers.
    fn flush(&mut self) {
        let batch = self.submitter.submitted_batches();
        let all_probes_report = batch.is_multiple_of(FULL_REPORT_PERIOD);
        // A batch in which all probes report would also record hints about covered goals. So hints are
        // recorded in other batches.
        let records_hints = self.generator.context.cluster.options.hints && batch % HINT_PERIOD == 1;
        let mode = if records_hints { Mode::Hints } else { Mode::Run };
        if all_probes_report && self.submitter.has_queued_tests() {
            self.learner.silence_distances(&mut self.harness);
        }
        self.submitter.flush(
            &mut self.harness,
            self.generator.context.cluster.world,
            mode,
            all_probes_report,
        );
    }

    /// Converts a result of the workers into a result for the search, and learns from the result.
    fn execution(&mut self, mut test: Individual, mut execution: vm::Execution) -> Execution<Self> {
        let threw = matches!(execution.outcome, Outcome::Threw { .. });
        self.learner.outcomes.add(&execution.outcome);
        self.submitter.tick_limit.record(test.tick_limit, is_exhausted(&execution.outcome));
        test.record_run(&execution);
        self.learner.operators.record_applied(test.operators);
        if matches!(execution.outcome, Outcome::Quarantined | Outcome::Shortened(_)) && test.completed > 0 {
            // The quarantine skipped the last statements. The search continues with a test that consists of
            // the statements that ran.
            test.case.truncate(test.completed);
            execution.outcome = Outcome::Returned;
        }
        let is_useful = |hint: &testcase::Hint| self.learner.is_useful(hint, &self.harness);
        execution.hints.retain(is_useful);
        self.generator.learn(&mut test, &mut execution);
        let executed = test.completed + usize::from(threw);
        if threw && test.case.len() >= self.generator.context.cluster.max_length {
            test.case.truncate(executed);
        }
        let recorded = std::mem::take(&mut execution.trace);
        let trace = self.harness.tracer.trace(&test.case, &execution, recorded);
        self.learner.record_distances(&trace);
        let valid = execution::run::is_valid(&execution.outcome);
        if valid {
            self.harness.goals.record_exception(&trace);
        }
        let statement_texts = || {
            let executed = &test.case.statements[..executed.min(test.case.len())];
            diversity::texts(executed, self.generator.context.cluster.world)
        };
        let texts = if self.fitness.measures(Function::Diversity) { statement_texts() } else { Vec::new() };
        let trace = self.fitness.run_trace(trace, texts);
        Execution { trace, statements: executed as u64, ticks: execution.ticks, valid, threw, test }
    }

    /// Runs tests on the mutants that they infect and that no test of the archive kills yet.
    fn run_on_mutants(&mut self, executions: &mut [Execution<Self>]) {
        if self.harness.goals.strong_goal(MutantId(0)).is_none() {
            return;
        }
        let mut selected: Vec<(usize, Vec<MutantId>)> = Vec::with_capacity(executions.len());
        for (index, execution) in executions.iter().enumerate().filter(|(_, execution)| execution.valid) {
            let Execution { trace, test, .. } = execution;
            let mutants = self.learner.select_mutants(&trace.trace, test.ticks, &self.harness.goals);
            if !mutants.is_empty() {
                selected.push((index, mutants));
            }
        }
        // Some tests ran with a tick limit above the current limit. Their runs on mutants need the larger
        // limit, too.
        let tick_limit = self.submitter.tick_limit.largest;
        let settings = BatchSettings { tick_limit, ..BatchSettings::new(Mode::Mutants) };
        let world = self.generator.context.cluster.world;
        let ticks =
            |(index, mutants): &(usize, Vec<MutantId>)| executions[*index].ticks * mutants.len() as u64;
        let ticks: Vec<u64> = selected.iter().map(ticks).collect();
        let sizes = batch_sizes(&ticks);
        for batch in split_into(&selected, &sizes) {
            // If a mutant ends workers during a test, no later test runs on this mutant. A later test that
            // begins with the statements of that test counts as a kill. So the submitted tests must not
            // contain statements that never ran.
            let executed: Vec<TestCase> =
                batch.iter().map(|(index, _)| executions[*index].test.executed()).collect();
            let mutants: Vec<Vec<MutantNumber>> =
                batch.iter().map(|(_, mutants)| mutant_numbers(mutants)).collect();
            let tests = executed.iter().zip(&mutants).map(|(test, mutants)| (test, &mutants[..]));
            self.harness.vm.submit_mutants(world, &tests.collect::<Vec<_>>(), settings);
        }
        // Results arrive in the order of submission. So the results of all earlier tests must be fetched
        // first.
        self.submitter.fetch_all(&mut self.harness);
        for batch in split_into(&selected, &sizes) {
            let results = self.submitter.next_batch(&mut self.harness).unwrap_or_default();
            for ((index, mutants), result) in batch.iter().zip(results) {
                let execution = &mut executions[*index];
                let effects = mutant_effects(mutants, &result);
                execution.statements += execution.statements * effects.len() as u64;
                self.learner.runs_on_mutants += effects.len() as u64;
                execution.trace.trace.effects = effects;
            }
        }
    }
}

/// Returns whether a test reached its limit of ticks, time or memory.
fn is_exhausted(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Shortened(outcome) => is_exhausted(outcome),
        outcome => matches!(outcome, Outcome::OutOfBudget | Outcome::TimedOut | Outcome::OutOfMemory),
    }
}

impl Problem for JavaProblem<'_> {
    type Test = Individual;
    type Trace = RunTrace;

    fn goal_count(&self) -> usize {
        self.harness.goals.len()
    }

    fn roots(&self) -> Vec<Goal> {
        self.harness.goals.roots().iter().map(|goal| Goal(goal.0)).collect()
    }

    fn dependents(&self, goal: Goal) -> &[Goal] {
        self.dependents.get(goal.index()).map_or(&[], Vec::as_slice)
    }

    fn is_objective(&self, goal: Goal) -> bool {
        self.harness.goals.is_objective(GoalId(goal.0))
            && !self.harness.goals.is_covered_by_existing(GoalId(goal.0))
    }

    fn is_target(&self, goal: Goal) -> bool {
        self.harness.goals.is_target(GoalId(goal.0))
    }

    fn random_test(&mut self, rng: &mut Rng) -> Individual {
        self.generator.random(rng)
    }

    fn seed_tests(&mut self) -> Vec<Individual> {
        self.generator.take_seeds()
    }

    fn mutate(&mut self, test: &mut Individual, rng: &mut Rng) {
        let (learner, harness) = (&self.learner, &self.harness);
        self.generator.mutate(test, &|hint| learner.is_useful(hint, harness), rng);
    }

    fn crossover(&mut self, a: &Individual, b: &Individual, rng: &mut Rng) -> (Individual, Individual) {
        self.generator.cross(a, b, rng)
    }

    fn length(&self, test: &Individual) -> usize {
        let prefers_ordinary = self.generator.context.cluster.options.ordinary_tests;
        test.executed_size() + if prefers_ordinary { test.slowness() } else { 0 }
    }

    fn archive_length(&self, test: &Individual) -> usize {
        let cluster = &self.generator.context.cluster;
        let unusualness = if cluster.options.ordinary_tests { test.unusualness(cluster) } else { 0 };
        self.length(test) + unusualness
    }

    fn variable_count(&self, test: &Individual) -> usize {
        self.generator.variable_count(test)
    }

    fn neighbour(&self, test: &Individual, variable: usize, step: i64) -> Option<Individual> {
        self.generator.neighbour(test, variable, step)
    }

    fn submit(&mut self, test: Individual) {
        if self.submitter.enqueue(test) >= BATCH {
            self.flush();
        }
    }

    fn collect(&mut self, tests: usize) -> Vec<Execution<Self>> {
        self.flush();
        let runs = self.submitter.collect(&mut self.harness, tests);
        let mut executions: Vec<_> =
            runs.into_iter().map(|(test, result)| self.execution(test, result)).collect();
        self.run_on_mutants(&mut executions);
        executions
    }

    fn fitness(&self, goal: Goal, trace: &RunTrace) -> f64 {
        self.fitness.of_test(&self.harness.goals, goal, trace)
    }

    fn function_count(&self) -> usize {
        self.fitness.functions.len()
    }

    fn function_of(&self, goal: Goal) -> Option<search::Function> {
        self.fitness.function_of(self.harness.goals.criterion(GoalId(goal.0)))
    }

    fn suite_fitness(
        &self,
        function: search::Function,
        goals: &[Goal],
        suite: &[(&Individual, &RunTrace)],
    ) -> f64 {
        self.fitness.of_suite(&self.harness.goals, function, goals, suite.iter().map(|(_, trace)| *trace))
    }

    fn visit_covered(&self, trace: &RunTrace, visit: &mut dyn FnMut(Goal)) {
        self.harness.goals.covered(&trace.trace, &mut |goal| visit(Goal(goal.0)));
    }

    fn covered_first(&mut self, test: &Individual) {
        self.learner.operators.record_success(test.operators);
        self.submitter.tick_limit.record_first_cover(test.ticks);
    }

    fn archive_changed(&mut self, newly_covered: &[Goal]) {
        self.learner.cover(newly_covered, &mut self.harness);
        self.generator.cover(newly_covered);
    }

    fn generation_ended(&mut self, archive: &Archive<Individual>, spent_share: f64) {
        let Some(backlog) = &mut self.backlog else { return };
        if let Some(mutant_harness) = &mut self.mutant_harness {
            backlog.finish_settled(archive, spent_share, mutant_harness, Some(&self.harness.goals));
        } else if backlog.is_due(spent_share) {
            // The results of running tests must arrive first: the backlog uses the same workers for its
            // tests.
            self.submitter.fetch_all(&mut self.harness);
            backlog.finish_settled(archive, spent_share, &mut self.harness, None);
        }
    }
}
