//! Java tests as a problem for the search: made by `testcase`, run by `vm`, judged by `goals`.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::{Duration, Instant};

use execution::executor::lost;
use execution::trace::Tracer;
use generation::crossover::Crossover;
use generation::diversity::{self, Diversity};
use generation::follow::follow;
use generation::{Cluster, mutate, neighbours, random};
use goals::{Criterion, Dense, Goals, Imprint, SuiteTrace};
use mutation::Mutants;
use rand::Rng as _;
use rand::seq::IteratorRandom;
use search::{Execution, Goal, Problem, Rng};
use testcase::{Hint, Statement, TestCase};
use vm::{BatchSettings, Mode, Outcome, WorkerPool};

use crate::actions::Function;
use crate::closing::Closing;
use crate::focus::Focus;
use crate::individual::Individual;
use crate::patience::Patience;
use crate::tally::Tally;

/// Tests handed to the worker at a time: small enough that it starts while others are still being made.
const CHUNK: usize = 16;
/// Of so many batches one is listened to for what the code asks of values: that costs time.
const ASKING: u64 = 16;
/// Of so many batches one tells of what is covered, too: so that shorter tests replace those of the
/// archive.
const TELLING_ALL: u64 = 32;
/// Most mutants that a test runs on: those tried least so far. A test may infect thousands, each of which costs as much as
/// another test.
const MOST_MUTANTS: usize = 64;
/// Probability that a test changes as the code asked, where it was listened to.
const FOLLOW: f64 = 0.5;
/// What tests that still run when the search is to end are given.
const GRACE: Duration = Duration::from_millis(100);

/// What an execution showed.
pub struct Seen {
    trace: goals::Trace,
    /// Its number.
    id: u64,
    /// What it adds to suites, once one was asked for.
    imprint: OnceCell<Imprint>,
    /// The texts of its test, where diversity is measured.
    texts: Vec<String>,
}

/// The execution that was looked at last, laid out for looking up: the search asks many questions about one after the other.
#[derive(Default)]
struct Loaded {
    /// Its number; 0 for none.
    id: u64,
    dense: Dense,
}

/// The search problem of one class under test.
pub struct JavaProblem<'a> {
    /// What tests may call.
    pub cluster: Cluster<'a>,
    /// What there is to cover.
    pub goals: Goals,
    /// The methods that tests call.
    pub tracer: &'a Tracer,
    /// What calls are worth for what is left to cover.
    pub focus: Focus,
    /// The workers.
    pub vm: WorkerPool,
    /// When the first result came.
    pub first_result: Cell<Option<Instant>>,
    /// Why no more tests can be run, once that is so.
    pub failure: Option<vm::Error>,
    /// Whether there is such a failure.
    pub lost: Rc<Cell<bool>>,
    /// Tests to begin with.
    pub seeds: Vec<TestCase>,
    /// Whether the search is to end, whatever still runs.
    stop: &'a dyn Fn() -> bool,
    queue: Vec<Individual>,
    /// Tests handed over and not collected.
    running: Vec<Individual>,
    /// The sizes of the batches of these whose results have not come.
    batches: VecDeque<usize>,
    /// Results that came, of the oldest of these tests.
    arrived: VecDeque<vm::Execution>,
    /// Batches submitted so far.
    flushed: u64,
    /// How tests are recombined.
    pub crossover: Crossover,
    /// How long tests may run.
    pub patience: Patience,
    /// How tests ended.
    pub tally: Tally,
    /// By branch the least distance that a test came to taking it; infinite where its condition was never evaluated.
    pub nearest: Vec<f64>,
    dependents: Vec<Vec<Goal>>,
    /// What suites are measured by: at first all criteria with goals that guide.
    pub functions: Vec<Function>,
    diversity: RefCell<Diversity>,
    closing: Closing,
    /// By mutant: tests that ran on it.
    tries: Vec<u32>,
    /// Runs on mutants so far.
    pub runs_on_mutants: u64,
    /// By goal, whether a test of the archive covers it, or one that is there already.
    covered: Vec<bool>,
    /// Executions so far.
    executions: u64,
    loaded: RefCell<Loaded>,
    /// Room for the executions of a suite.
    suite: RefCell<SuiteTrace>,
}

impl<'a> JavaProblem<'a> {
    /// A problem whose tests run in `vm` until `stop`.
    pub fn new(
        cluster: Cluster<'a>,
        focus: Focus,
        goals: Goals,
        mutants: &Mutants,
        tracer: &'a Tracer,
        vm: WorkerPool,
        stop: &'a dyn Fn() -> bool,
    ) -> JavaProblem<'a> {
        let dependents = |goal| goals.dependents(goal).iter().map(|&goal| Goal(goal)).collect();
        let dependents = (0..goals.len() as u32).map(dependents).collect();
        let patience = Patience::new(vm::DEFAULT_TICK_LIMIT);
        let closing = Closing::new(&goals, mutants, goals.statement_count());
        let guiding = |criterion: &Criterion| goals.of(*criterion).any(|goal| goals.guides(goal));
        let counted = |criterion: &Criterion| goals.criteria().contains(criterion);
        let is_function = |it: &Criterion| guiding(it) || *it == Criterion::Exception && counted(it);
        let functions = Criterion::ALL.into_iter().filter(is_function).map(Function::Criterion).collect();
        let mut problem = JavaProblem {
            cluster,
            tracer,
            focus,
            vm,
            first_result: Cell::new(None),
            failure: None,
            lost: Rc::default(),
            seeds: Vec::new(),
            stop,
            queue: Vec::new(),
            running: Vec::new(),
            batches: VecDeque::new(),
            arrived: VecDeque::new(),
            flushed: 0,
            crossover: Crossover::SinglePoint,
            patience,
            tally: Tally::default(),
            nearest: vec![f64::INFINITY; goals.branch_count()],
            dependents,
            functions,
            diversity: RefCell::default(),
            closing,
            tries: vec![0; mutants.mutants.len()],
            runs_on_mutants: 0,
            covered: vec![false; goals.len()],
            goals,
            executions: 0,
            loaded: RefCell::default(),
            suite: RefCell::default(),
        };
        problem.silence(&problem.closing.idle_statements());
        let settled: Vec<Goal> = problem.goals.settled().map(Goal).collect();
        problem.archive_changed(&settled);
        problem
    }

    /// Has tests prefer the calls that are worth most now.
    fn focus_calls(&mut self) {
        if self.cluster.making.focus {
            self.cluster.pools.prefer(self.focus.open_methods());
            self.cluster.useful = self.focus.useful();
            self.cluster.preparing = self.focus.preparing();
        }
    }

    /// Whether what the code asked leads to something that no test covers yet, as far as that is known.
    fn leads_on(&self, hint: &Hint) -> bool {
        let goal = hint.branch.and_then(|id| self.goals.goal_of_distance(id));
        goal.is_none_or(|goal| !self.covered[goal as usize])
    }

    fn fail(&mut self, error: vm::Error) {
        self.lost.set(true);
        self.failure.get_or_insert(error);
    }

    fn flush(&mut self) {
        if self.queue.is_empty() {
            return;
        }
        let report_all = self.flushed.is_multiple_of(TELLING_ALL);
        if report_all {
            self.close_distances();
        }
        let tests: Vec<&TestCase> = self.queue.iter().map(|individual| &individual.case).collect();
        let tick_limit = self.patience.ticks_for(tests.len());
        // Not where everything is told: there what leads nowhere would be asked for, too.
        let asks = self.cluster.making.hints && self.flushed % ASKING == 1;
        let mode = if asks { Mode::Hints } else { Mode::Run };
        self.vm.submit(self.cluster.world, &tests, BatchSettings { mode, tick_limit, report_all });
        self.queue.iter_mut().for_each(|individual| individual.ticks = tick_limit);
        self.batches.push_back(self.queue.len());
        self.running.append(&mut self.queue);
        self.flushed += 1;
    }

    /// Waits for the results of so many tests.
    fn fetch(&mut self, tests: usize) {
        while self.arrived.len() < tests {
            let Some(size) = self.batches.pop_front() else { return };
            match self.next_batch() {
                Some(results) => self.arrived.extend(results),
                None => {
                    let lost_tests = size + self.batches.drain(..).sum::<usize>();
                    self.arrived.extend(std::iter::repeat_with(lost).take(lost_tests));
                }
            }
        }
    }

    /// Results of the oldest batch; `None` if no worker is left, or one is still busy a moment after the search was to end: all
    /// that is under way is lost then.
    fn next_batch(&mut self) -> Option<Vec<vm::Execution>> {
        loop {
            let stopping = (self.stop)();
            match self.vm.next_results_until(Instant::now() + GRACE) {
                Ok(Some(results)) => {
                    self.first_result.set(self.first_result.get().or_else(|| Some(Instant::now())));
                    return Some(results);
                }
                Ok(None) if stopping => {
                    self.vm.cancel();
                    return None;
                }
                Ok(None) => {}
                Err(error) => {
                    self.fail(error);
                    return None;
                }
            }
        }
    }

    fn execution(&mut self, mut test: Individual, mut execution: vm::Execution) -> Execution<Self> {
        let threw = matches!(execution.outcome, Outcome::Threw { .. });
        self.tally.note(&execution.outcome);
        self.patience.note(test.ticks, is_exhausted(&execution.outcome));
        test.completed = execution.executed as usize;
        if matches!(execution.outcome, Outcome::Quarantined | Outcome::Shortened(_)) && test.completed > 0 {
            // What it did before that is a test.
            test.case.truncate(test.completed);
            execution.outcome = Outcome::Returned;
        }
        execution.hints.retain(|hint| self.leads_on(hint));
        for hint in &execution.hints {
            self.cluster.pools.learn(hint, &test.case);
        }
        let hints = std::mem::take(&mut execution.hints);
        test.hints = (!hints.is_empty()).then(|| hints.into());
        // Of a test that took its worker down it is not known how far it got.
        let is_known = matches!(
            execution.outcome,
            Outcome::Returned | Outcome::Threw { .. } | Outcome::OutOfBudget | Outcome::OutOfMemory
        );
        if self.cluster.making.recipes && is_known {
            self.cluster.recipes.learn(&test.case, test.completed, self.cluster.world);
        }
        let executed = test.completed + usize::from(threw);
        if threw && test.case.len() >= self.cluster.length {
            test.case.truncate(executed);
        }
        let reached = std::mem::take(&mut execution.trace);
        self.note_distances(&reached);
        let trace = self.tracer.trace(&test.case, &execution, reached);
        let valid = execution::executor::is_valid(&execution.outcome);
        if valid {
            self.goals.learn(&trace);
        }
        self.executions += 1;
        let diverse = self.functions.contains(&Function::Diversity);
        let texts =
            || diversity::texts(&test.case.statements[..executed.min(test.case.len())], self.cluster.world);
        let texts = if diverse { texts() } else { Vec::new() };
        let trace = Seen { trace, id: self.executions, imprint: OnceCell::new(), texts };
        Execution { trace, statements: executed as u64, valid, threw, test }
    }
}

/// Whether a test used up what it had.
fn is_exhausted(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Shortened(outcome) => is_exhausted(outcome),
        outcome => matches!(outcome, Outcome::OutOfBudget | Outcome::TimedOut | Outcome::OutOfMemory),
    }
}

impl JavaProblem<'_> {
    fn note_distances(&mut self, reached: &vm::Trace) {
        for &(id, distance) in &reached.branches {
            if let Some(nearest) = self.nearest.get_mut(id as usize) {
                *nearest = nearest.min(distance);
            }
        }
    }

    /// Runs tests on the mutants that they infect and that no test of the archive shows yet.
    fn run_on_mutants(&mut self, executions: &mut [Execution<Self>]) {
        if self.goals.strong_goal(0).is_none() {
            return;
        }
        let mut tried = Vec::with_capacity(executions.len());
        for execution in &*executions {
            tried.push(self.mutants_to_try(execution));
        }
        let is_tried = |(_, tried): &(usize, &Vec<u32>)| !tried.is_empty();
        let tried: Vec<(usize, &Vec<u32>)> = tried.iter().enumerate().filter(is_tried).collect();
        // A test that had more ticks than others when it ran needs them again.
        let tick_limit = self.patience.most;
        let settings = BatchSettings { tick_limit, ..BatchSettings::new(Mode::Mutants) };
        for chunk in tried.chunks(CHUNK) {
            // What takes a worker down is to be known again in the test without statements that never ran.
            let executed: Vec<TestCase> =
                chunk.iter().map(|&(index, _)| executions[index].test.executed()).collect();
            let tests = executed.iter().zip(chunk).map(|(test, (_, tried))| (test, &tried[..]));
            self.vm.submit_mutants(self.cluster.world, &tests.collect::<Vec<_>>(), settings);
        }
        // They are behind these.
        self.fetch(self.running.len());
        for chunk in tried.chunks(CHUNK) {
            let results = self.next_batch().unwrap_or_default();
            for (&(index, tried), result) in chunk.iter().zip(results) {
                let execution = &mut executions[index];
                let effects = execution::trace::effects(tried, &result);
                execution.statements += execution.statements * effects.len() as u64;
                self.runs_on_mutants += effects.len() as u64;
                execution.trace.trace.effects = effects;
            }
        }
    }

    /// Has the worker tell no more of mutants and statements that tests of the archive cover.
    fn close(&mut self, newly_covered: &[Goal]) {
        let cover = |goal: &Goal| self.closing.cover(&self.goals, goal.0);
        let closed: Vec<u32> = newly_covered.iter().flat_map(cover).collect();
        self.silence(&closed);
    }

    /// The same of predicates.
    fn close_distances(&mut self) {
        let is_open = |goal: u32| self.covered.get(goal as usize).is_none_or(|is_covered| !is_covered);
        let idle = self.closing.idle_distances(&self.goals, &is_open);
        self.vm.disable_probes(&idle);
    }

    fn silence(&mut self, probes: &[u32]) {
        let ids: Vec<u32> = probes.iter().map(|probe| self.tracer.first_mutant + probe).collect();
        self.vm.disable_probes(&ids);
    }

    fn imprint<'s>(&self, seen: &'s Seen) -> &'s Imprint {
        seen.imprint.get_or_init(|| {
            let mut loaded = self.loaded.borrow_mut();
            loaded.id = seen.id;
            self.goals.imprint(&seen.trace, &mut loaded.dense)
        })
    }

    /// Mutants that a test infects and no test of the archive shows, ascending.
    fn mutants_to_try(&mut self, execution: &Execution<Self>) -> Vec<u32> {
        if !execution.valid {
            return Vec::new();
        }
        let is_open = |mutant: &u32| {
            let goal = self.goals.strong_goal(*mutant);
            goal.is_some_and(|goal| !self.covered[goal as usize])
        };
        let infected = self.goals.infected_by(&execution.trace.trace);
        let mut open: Vec<u32> = infected.ones().map(|mutant| mutant as u32).filter(is_open).collect();
        open.sort_by_key(|&mutant| self.tries[mutant as usize]);
        open.truncate(MOST_MUTANTS);
        open.sort_unstable();
        open.iter().for_each(|&mutant| self.tries[mutant as usize] += 1);
        open
    }
}

impl Problem for JavaProblem<'_> {
    type Test = Individual;
    type Trace = Seen;

    fn goals(&self) -> usize {
        self.goals.len()
    }

    fn roots(&self) -> Vec<Goal> {
        self.goals.roots().iter().map(|&goal| Goal(goal)).collect()
    }

    fn dependents(&self, goal: Goal) -> &[Goal] {
        self.dependents.get(goal.index()).map_or(&[], Vec::as_slice)
    }

    fn guides(&self, goal: Goal) -> bool {
        self.goals.guides(goal.0) && !self.goals.is_settled(goal.0)
    }

    fn counts(&self, goal: Goal) -> bool {
        self.goals.counts(goal.0)
    }

    fn random(&mut self, rng: &mut Rng) -> Individual {
        Individual::new(random::random_test(&self.cluster, rng))
    }

    fn seeds(&mut self) -> Vec<Individual> {
        std::mem::take(&mut self.seeds).into_iter().map(Individual::new).collect()
    }

    fn mutate(&mut self, test: &mut Individual, rng: &mut Rng) {
        let followed = rng.random_bool(FOLLOW)
            && test
                .hints
                .iter()
                .flat_map(|hints| hints.iter())
                .filter(|hint| self.leads_on(hint))
                .choose(rng)
                .is_some_and(|hint| {
                    let live = (test.completed + 1).min(test.case.len());
                    follow(&mut test.case, live, hint, rng)
                });
        if !followed {
            mutate::mutate(&mut test.case, test.completed, &self.cluster, rng);
        }
        test.renew();
    }

    fn crossover(&mut self, a: &Individual, b: &Individual, rng: &mut Rng) -> (Individual, Individual) {
        let (first, second) = self.crossover.cross(&a.case, &b.case, &self.cluster, rng);
        (Individual::new(first), Individual::new(second))
    }

    fn length(&self, test: &Individual) -> usize {
        test.case.statements.iter().take(test.completed + 1).map(Statement::size).sum()
    }

    fn variables(&self, test: &Individual) -> usize {
        neighbours::variables(&test.case, test.completed, &self.cluster)
    }

    fn neighbour(&self, test: &Individual, variable: usize, step: i64) -> Option<Individual> {
        neighbours::neighbour(&test.case, test.completed, &self.cluster, variable, step).map(Individual::new)
    }

    fn submit(&mut self, test: Individual) {
        self.queue.push(test);
        if self.queue.len() >= CHUNK {
            self.flush();
        }
    }

    fn collect(&mut self, tests: usize) -> Vec<Execution<Self>> {
        self.flush();
        self.fetch(tests);
        let results: Vec<vm::Execution> = self.arrived.drain(..tests).collect();
        let tests: Vec<Individual> = self.running.drain(..tests).collect();
        let runs = tests.into_iter().zip(results);
        let mut executions: Vec<_> = runs.map(|(test, result)| self.execution(test, result)).collect();
        self.run_on_mutants(&mut executions);
        executions
    }

    fn fitness(&self, goal: Goal, trace: &Seen) -> f64 {
        let mut loaded = self.loaded.borrow_mut();
        if loaded.id != trace.id {
            self.goals.load(&trace.trace, &mut loaded.dense);
            loaded.id = trace.id;
        }
        self.goals.fitness(goal.0, &loaded.dense)
    }

    fn functions(&self) -> usize {
        self.functions.len()
    }

    fn function_of(&self, goal: Goal) -> Option<search::Function> {
        let own = Function::Criterion(self.goals.criterion(goal.0));
        let index = self.functions.iter().position(|function| *function == own);
        index.map(|index| search::Function(index as u32))
    }

    fn suite_fitness(
        &self,
        function: search::Function,
        goals: &[Goal],
        suite: &[(&Individual, &Seen)],
    ) -> f64 {
        let Function::Criterion(criterion) = self.functions[function.index()] else {
            return self.diversity.borrow_mut().fitness(suite.iter().map(|(_, seen)| &*seen.texts));
        };
        let mut trace = self.suite.borrow_mut();
        self.goals.load_suite(suite.iter().map(|(_, seen)| self.imprint(seen)), &mut trace);
        self.goals.suite_fitness(criterion, &mut goals.iter().map(|goal| goal.0), &trace)
    }

    fn covered(&self, trace: &Seen, visit: &mut dyn FnMut(Goal)) {
        self.goals.covered(&trace.trace, &mut |goal| visit(Goal(goal)));
    }

    fn archive_changed(&mut self, newly_covered: &[Goal]) {
        self.covered.resize(self.goals.len(), false);
        self.close(newly_covered);
        for goal in newly_covered {
            self.focus.close(goal.index());
            self.covered[goal.index()] = true;
        }
        self.focus_calls();
    }
}
