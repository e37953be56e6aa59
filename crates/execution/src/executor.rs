//! Tests run in the worker, with what they cover.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use analysis::{LineId, StatementId};
use fixedbitset::FixedBitSet;
use goals::{GoalId, Goals, Trace};
use mutation::MutantId;
use testcase::{CheckedTest, TestCase};
use types::World;
use vm::{BatchSettings, Effect, Execution, Mode, Outcome, WorkerPool};

use crate::trace::{self, Tracer};

/// Most tests handed over at a time: enough to keep the worker busy.
const LARGEST: usize = 16;
/// Tests handed over at a time to be run on mutants.
const ON_MUTANTS: usize = 2;
/// Batches on their way to each worker at once.
const UNDER_WAY: usize = 2;
/// Batches of tests on mutants that are on their way at once, however many workers there are: what they show decides which mutants
/// come next.
const TRIALS: usize = 4;
/// How long a batch should take at most: one that is not done at a deadline is lost as a whole.
const TARGET: Duration = Duration::from_millis(50);

/// Runs tests for the stages of this crate.
pub struct Executor<'a> {
    /// The worker.
    pub vm: &'a mut WorkerPool,
    /// Tick limit of each test.
    pub tick_limit: u64,
    /// Types and members.
    pub world: &'a World,
    /// What there is to cover.
    pub goals: &'a Goals,
    /// The methods that tests call.
    pub tracer: &'a Tracer,
    /// The mutants that the tests may show.
    pub mutants: &'a BTreeSet<MutantId>,
    /// Whether to stop now, as if a deadline had come. Once true it must stay true.
    pub interrupted: &'a dyn Fn() -> bool,
}

/// A test that ran.
pub struct Examined {
    /// How.
    pub execution: Execution,
    /// The goals of the criteria asked for that it covers, ascending; none where it did not end as a test may end.
    pub covered: Vec<GoalId>,
    /// Whether it ran on all its mutants.
    pub complete: bool,
}

/// Who has tests run on mutants.
pub trait Trials {
    /// The mutants that a test is to run on: asked once, in order of the tests.
    fn mutants(&mut self, test: usize) -> Vec<MutantId>;

    /// How a test went on them, in order of the tests; those with no mutants are left out.
    fn take(&mut self, test: usize, execution: &Execution);
}

/// The trials of tests of which it only matters whether they kill.
struct Effects<'a> {
    tried: Vec<Vec<MutantId>>,
    /// By test whether it ran on all its mutants.
    done: Vec<bool>,
    traces: &'a mut [Option<Trace>],
}

impl Trials for Effects<'_> {
    fn mutants(&mut self, test: usize) -> Vec<MutantId> {
        self.tried[test].clone()
    }

    fn take(&mut self, test: usize, execution: &Execution) {
        self.done[test] = true;
        if let Some(trace) = &mut self.traces[test] {
            trace.effects = trace::effects(&self.tried[test], execution);
        }
    }
}

/// The trials of tests that are to kill together what they can.
struct Kills<'a> {
    tests: &'a [CheckedTest],
    /// By test the mutants that it should show; without them all that are left.
    shown: Option<&'a [Vec<MutantId>]>,
    infected: Vec<FixedBitSet>,
    /// The mutants that no test has killed.
    left: BTreeSet<MutantId>,
    /// By test the mutants that it is running on.
    open: BTreeMap<usize, Vec<MutantId>>,
}

impl Trials for Kills<'_> {
    fn mutants(&mut self, test: usize) -> Vec<MutantId> {
        let infected = &self.infected[test];
        let open = |mutant: &MutantId| infected.contains(mutant.index()) && self.left.contains(mutant);
        let tried: Vec<MutantId> = match self.shown {
            Some(shown) => shown[test].iter().copied().filter(open).collect(),
            None => self.left.iter().copied().filter(open).collect(),
        };
        if !tried.is_empty() {
            self.open.insert(test, tried.clone());
        }
        tried
    }

    fn take(&mut self, test: usize, execution: &Execution) {
        let tried = self.open.remove(&test).unwrap_or_default();
        for (mutant, effect) in tried.iter().zip(&execution.effects) {
            if seen_by(&self.tests[test], effect).is_some() {
                self.left.remove(mutant);
            }
        }
    }
}

/// What tests cover together.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// Whether all of them ran, on all mutants that they were to run on.
    pub complete: bool,
    /// Goals covered.
    pub goals: BTreeSet<GoalId>,
    /// Lines executed.
    pub lines: BTreeSet<LineId>,
    /// Mutants killed.
    pub killed: BTreeSet<MutantId>,
}

impl Executor<'_> {
    /// Runs tests until the deadline: results, in their order, of those that were done by then. Batches start small and
    /// grow while tests are quick, so that of slow tests as many are done as there is time for.
    pub fn run(&mut self, tests: &[TestCase], mode: Mode, deadline: Instant) -> Vec<Execution> {
        let mut results = Vec::with_capacity(tests.len());
        let (mut begun, mut size, mut since) = (0, 1, Instant::now());
        let mut under_way = 0;
        let most = UNDER_WAY * self.vm.worker_count();
        while results.len() < tests.len() {
            while begun < tests.len() && under_way < most {
                let batch: Vec<&TestCase> = tests[begun..].iter().take(size).collect();
                self.vm.submit(self.world, &batch, self.settings(mode));
                begun += batch.len();
                under_way += 1;
            }
            let awaited = if (self.interrupted)() { None } else { self.next(deadline) };
            let Some(executions) = awaited else {
                self.vm.cancel();
                break;
            };
            under_way -= 1;
            size = paced(executions.len(), since.elapsed());
            since = Instant::now();
            results.extend(executions);
        }
        results
    }

    /// Returns the settings of a batch of this executor: all probes report.
    fn settings(&self, mode: Mode) -> BatchSettings {
        BatchSettings { tick_limit: self.tick_limit, ..BatchSettings::new(mode) }
    }

    /// The results of the oldest batch, unless the deadline comes first or no worker can be started.
    fn next(&mut self, deadline: Instant) -> Option<Vec<Execution>> {
        self.vm.next_results_until(deadline).unwrap_or_else(|error| {
            tracing::warn!("tests are not run: {error}");
            None
        })
    }

    /// Like [`Executor::examine`], where a test only counts if it kills all its mutants.
    pub fn examine_all(
        &mut self,
        tests: &[TestCase],
        mutants: &dyn Fn(usize, &[GoalId]) -> Vec<MutantId>,
        deadline: Instant,
    ) -> Vec<Examined> {
        self.examine_in(Mode::UntilSurvivor, tests, mutants, deadline)
    }

    /// Runs tests until the deadline, each on those of some mutants too that it infects: results, in their order, of those that
    /// were done by then. The mutants are asked for with the test's number and the goals that it covers without them.
    pub fn examine(
        &mut self,
        tests: &[TestCase],
        mutants: &dyn Fn(usize, &[GoalId]) -> Vec<MutantId>,
        deadline: Instant,
    ) -> Vec<Examined> {
        self.examine_in(Mode::Mutants, tests, mutants, deadline)
    }

    fn examine_in(
        &mut self,
        mode: Mode,
        tests: &[TestCase],
        mutants: &dyn Fn(usize, &[GoalId]) -> Vec<MutantId>,
        deadline: Instant,
    ) -> Vec<Examined> {
        let executions = self.run(tests, Mode::Run, deadline);
        let mut traces = Vec::with_capacity(executions.len());
        let mut tried = Vec::with_capacity(executions.len());
        for (index, (test, execution)) in tests.iter().zip(&executions).enumerate() {
            let valid = is_valid(&execution.outcome);
            let trace = self.tracer.trace(test, execution, execution.trace.clone());
            let mut mutants = if valid { mutants(index, &self.covered(&trace)) } else { Vec::new() };
            if !mutants.is_empty() {
                let infected = self.goals.infected_by(&trace);
                mutants.retain(|mutant| infected.contains(mutant.index()));
            }
            traces.push(valid.then_some(trace));
            tried.push(mutants);
        }
        let mut effects =
            Effects { done: tried.iter().map(Vec::is_empty).collect(), tried, traces: &mut traces };
        self.run_on_mutants(&tests[..executions.len()], mode, &mut effects, deadline);
        let done = effects.done;
        let covered = |trace: Option<Trace>| trace.map_or_else(Vec::new, |trace| self.covered(&trace));
        let covered = traces.into_iter().map(covered);
        let examined = executions.into_iter().zip(covered).zip(done);
        examined.map(|((execution, covered), complete)| Examined { execution, covered, complete }).collect()
    }

    /// Runs tests on mutants until the deadline, in [`Mode::Mutants`] or one like it: as many at a time as are on their
    /// way, so that what the first show can be known when the mutants of the next are chosen.
    pub fn run_on_mutants(
        &mut self,
        tests: &[TestCase],
        mode: Mode,
        trials: &mut dyn Trials,
        deadline: Instant,
    ) {
        let size = if mode == Mode::UntilSurvivor { LARGEST } else { ON_MUTANTS };
        let mut next = 0..tests.len();
        let mut under_way: VecDeque<Vec<usize>> = VecDeque::new();
        loop {
            while under_way.len() < TRIALS && !next.is_empty() {
                let chosen = next.by_ref().map(|test| (test, trials.mutants(test)));
                let chosen = chosen.filter(|(_, mutants)| !mutants.is_empty()).take(size);
                let raw = |mutants: Vec<MutantId>| mutants.into_iter().map(|mutant| mutant.0).collect();
                let batch: Vec<(usize, Vec<u32>)> =
                    chosen.map(|(test, mutants)| (test, raw(mutants))).collect();
                if batch.is_empty() {
                    break;
                }
                let with_mutants: Vec<(&TestCase, &[u32])> =
                    batch.iter().map(|(test, mutants)| (&tests[*test], &mutants[..])).collect();
                self.vm.submit_mutants(self.world, &with_mutants, self.settings(mode));
                under_way.push_back(batch.iter().map(|(test, _)| *test).collect());
            }
            let Some(batch) = under_way.pop_front() else { return };
            let awaited = if (self.interrupted)() { None } else { self.next(deadline) };
            let Some(results) = awaited else { return self.vm.cancel() };
            batch.into_iter().zip(results).for_each(|(test, result)| trials.take(test, &result));
        }
    }

    /// What tests cover together, as far as they run until the deadline; a mutant is killed if what they assert sees it. Each runs
    /// on the mutants that it should show, then on those that no test has shown.
    pub fn coverage(
        &mut self,
        tests: &[CheckedTest],
        shown: &[Vec<MutantId>],
        deadline: Instant,
    ) -> Coverage {
        let cases: Vec<TestCase> = tests.iter().map(|test| test.case.clone()).collect();
        let executions = self.run(&cases, Mode::Run, deadline);
        let mut coverage = Coverage { complete: executions.len() == tests.len(), ..Coverage::default() };
        for (test, execution) in cases.iter().zip(&executions).filter(|(_, it)| is_valid(&it.outcome)) {
            coverage.goals.extend(self.covered(&self.tracer.trace(test, execution, execution.trace.clone())));
            let statements = execution.trace.statements.iter();
            coverage.lines.extend(statements.map(|&statement| self.goals.line_of(StatementId(statement))));
        }
        let infected = self.infected(&cases, &executions);
        let all: BTreeSet<MutantId> = self.mutants.iter().chain(shown.iter().flatten()).copied().collect();
        let mut kills =
            Kills { tests, shown: Some(shown), infected, left: all.clone(), open: BTreeMap::new() };
        self.run_on_mutants(&cases[..executions.len()], Mode::Detections, &mut kills, deadline);
        kills.shown = None;
        self.run_on_mutants(&cases[..executions.len()], Mode::Detections, &mut kills, deadline);
        coverage.complete &= kills.open.is_empty();
        coverage.killed = all.difference(&kills.left).copied().collect();
        let goals = coverage.killed.iter().filter_map(|&mutant| self.goals.strong_goal(mutant));
        coverage.goals.extend(goals.filter(|&goal| self.goals.is_target(goal)));
        coverage
    }

    /// The mutants that tests infect which ran until the deadline, none of tests that did not end as they may end; in their order.
    pub fn infected(&self, tests: &[TestCase], executions: &[Execution]) -> Vec<FixedBitSet> {
        let infected = |(test, execution): (&TestCase, &Execution)| match is_valid(&execution.outcome) {
            true => {
                let trace = self.tracer.trace(test, execution, execution.trace.clone());
                self.goals.infected_by(&trace)
            }
            false => FixedBitSet::new(),
        };
        tests.iter().zip(executions).map(infected).collect()
    }

    /// Goals of the criteria asked for that a test covers which ended as a test may end, ascending.
    fn covered(&self, trace: &Trace) -> Vec<GoalId> {
        let mut covered = Vec::new();
        self.goals.covered(trace, &mut |goal| covered.push(goal));
        covered.retain(|&goal| self.goals.is_target(goal));
        covered
    }
}

/// The size of the next batch, after one of a size took that long.
fn paced(size: usize, took: Duration) -> usize {
    let fitting = size as f64 * TARGET.as_secs_f64() / took.as_secs_f64();
    (fitting as usize).clamp(1, LARGEST.min(2 * size))
}

/// What is known of a test that could not be run.
pub fn lost() -> Execution {
    Execution::with_outcome(Outcome::Crashed)
}

/// The checks of a test that see a mutant which it kills, by their indices; none of them where the test ends otherwise. `None` where it
/// does not kill it.
pub fn seen_by(test: &CheckedTest, effect: &Effect) -> Option<BTreeSet<usize>> {
    match effect {
        Effect::Killed => Some(BTreeSet::new()),
        Effect::Detected(statements) => {
            let checks = statements.iter().filter_map(|&statement| test.assertion_on(statement));
            Some(checks.collect()).filter(|checks: &BTreeSet<usize>| !checks.is_empty())
        }
        _ => None,
    }
}

/// Whether a test ended in a way that a written test can end: by returning or by an exception.
pub fn is_valid(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Returned | Outcome::Threw { .. })
}

/// Binary name of the exception that ended a test, if one did.
pub fn thrown(outcome: &Outcome) -> Option<&Arc<str>> {
    match outcome {
        Outcome::Threw { thrown, .. } => Some(thrown.class()),
        _ => None,
    }
}

/// The statements that ran, the one that threw included.
pub fn cut(test: &TestCase, execution: &Execution) -> TestCase {
    let mut test = test.clone();
    if matches!(execution.outcome, Outcome::Threw { .. }) {
        test.truncate(execution.executed as usize + 1);
    }
    test
}
