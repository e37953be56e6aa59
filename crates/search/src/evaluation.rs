//! The execution of tests and the update of the archive.

use std::collections::VecDeque;
use std::rc::Rc;

use crate::SearchResult;
use crate::archive::{Archive, Cost};
use crate::budget::{Budget, Progress, Spent};
use crate::problem::{Execution, Function, Goal, Problem, objective_goals};

/// An executed test.
pub struct Individual<P: Problem> {
    /// The test, shared with the archive.
    pub test: Rc<P::Test>,
    /// The trace of its execution.
    pub trace: P::Trace,
    /// Number of statements of the test.
    pub length: usize,
    /// Length of the test for the archive.
    pub archive_length: usize,
    /// Whether the test ended without a timeout or crash. An invalid test has the worst fitness on every
    /// objective.
    pub valid: bool,
    /// Whether the test threw an exception.
    pub threw: bool,
    /// Running time of the test in ticks.
    pub ticks: u64,
    /// Number of goals that this test covers and that no earlier test covered. The number is 0 if executions
    /// are not archived automatically.
    pub newly_covered_count: usize,
}

impl<P: Problem> Individual<P> {
    fn cost(&self) -> Cost {
        Cost { threw: self.threw, length: self.archive_length, ticks: self.ticks }
    }
}

/// The results of one generation.
pub struct Batch<P: Problem> {
    /// The executed tests, in order of submission.
    pub individuals: Vec<Individual<P>>,
    /// The goals covered for the first time, in order of discovery.
    pub newly_covered: Vec<Goal>,
}

/// A search in progress: the problem, the archive and the spent budget. All algorithms use this type.
pub struct Run<'a, P: Problem> {
    /// The problem to solve.
    pub problem: &'a mut P,
    /// The best test so far for each covered goal.
    pub archive: Archive<P::Test>,
    /// Whether each valid execution is offered to the archive.
    pub archives_executions: bool,
    budget: &'a Budget<'a>,
    progress: &'a mut dyn FnMut(&Progress),
    spent: Spent,
    /// For each generation that was dispatched but not yet collected, its number of tests, oldest first.
    dispatched: VecDeque<usize>,
    /// Number of tests that were submitted after the latest generation was dispatched.
    submitted: usize,
    /// The fitness function whose goals are archived; `None` if the goals of all functions are archived.
    archived_function: Option<Function>,
}

impl<'a, P: Problem> Run<'a, P> {
    /// Returns a run that has spent nothing. The run calls `progress` after each generation.
    pub fn new(problem: &'a mut P, budget: &'a Budget<'a>, progress: &'a mut dyn FnMut(&Progress)) -> Self {
        let (archive, spent) = Default::default();
        let dispatched = VecDeque::new();
        Self {
            problem,
            archive,
            archives_executions: true,
            budget,
            progress,
            spent,
            dispatched,
            submitted: 0,
            archived_function: None,
        }
    }

    /// Returns this run without automatic archiving. Only calls of [`Run::replace_archive`],
    /// [`Run::archive_test`] and [`Run::override_archive`] then change the archive.
    pub fn without_archive(self) -> Self {
        Self { archives_executions: false, ..self }
    }

    /// Returns this run with an archive that contains only goals of one fitness function.
    pub fn with_archive_for(self, function: Function) -> Self {
        Self { archived_function: Some(function), ..self }
    }

    /// Returns whether the search is over: the budget is spent, or all objectives that are targets are
    /// covered. If no goal is both an objective and a target, the search continues until the budget is spent.
    pub fn is_over(&self) -> bool {
        let mut targets =
            objective_goals(self.problem).filter(|&goal| self.problem.is_target(goal)).peekable();
        let all_covered = targets.peek().is_some() && targets.all(|goal| self.archive.is_covered(goal));
        all_covered || self.is_budget_spent()
    }

    /// Returns whether the budget is spent.
    pub fn is_budget_spent(&self) -> bool {
        self.budget.is_over(&self.spent)
    }

    /// Returns the spent share of the budget, at least 1 if the budget is spent.
    pub fn spent_share(&self) -> f64 {
        self.budget.share(&self.spent)
    }

    /// Returns the goals that can be objectives and that no archived test covers, in increasing order.
    pub fn uncovered(&self) -> Vec<Goal> {
        objective_goals(self.problem).filter(|&goal| !self.archive.is_covered(goal)).collect()
    }

    /// Returns the amounts spent so far.
    pub fn spent(&self) -> Spent {
        self.spent
    }

    /// Returns whether the budget allows one more test.
    pub fn allows_test(&self) -> bool {
        let tests = self.dispatched.iter().sum::<usize>() + self.submitted;
        let allows_test = self.budget.tests.is_none_or(|limit| self.spent.tests + (tests as u64) < limit);
        let generation = self.spent.generations + self.dispatched.len() as u64;
        let allows_generation = self.budget.generations.is_none_or(|limit| generation < limit);
        allows_test && allows_generation && (self.budget.elapsed_share)() < 1.0
    }

    /// Submits a test for execution. Before each call, the caller must check [`Run::allows_test`].
    pub fn submit(&mut self, test: P::Test) {
        self.submitted += 1;
        self.problem.submit(test);
    }

    /// Combines the submitted tests into a generation, which a later call of [`Run::collect`] collects.
    /// Returns false if no test was submitted after the previous call.
    pub fn dispatch(&mut self) -> bool {
        let tests = std::mem::take(&mut self.submitted);
        self.dispatched.extend((tests > 0).then_some(tests));
        tests > 0
    }

    /// Waits for the oldest dispatched generation, archives its tests, updates the spent budget and reports
    /// progress. If no generation is dispatched, first dispatches the submitted tests.
    pub fn collect(&mut self) -> Batch<P> {
        if self.dispatched.is_empty() {
            self.dispatch();
        }
        let tests = self.dispatched.pop_front().unwrap_or_default();
        self.spent.generations += 1;
        let executions = self.problem.collect(tests);
        debug_assert_eq!(executions.len(), tests, "one execution for each submitted test");
        let mut batch =
            Batch { individuals: Vec::with_capacity(executions.len()), newly_covered: Vec::new() };
        for execution in executions {
            self.add(execution, &mut batch);
        }
        if !batch.newly_covered.is_empty() {
            self.problem.archive_changed(&batch.newly_covered);
        }
        if self.archives_executions {
            self.report();
        }
        self.problem.generation_ended(&self.archive, self.budget.share(&self.spent));
        batch
    }

    /// Replaces the archive by an archive that contains only `tests`, and reports progress.
    pub fn replace_archive(&mut self, tests: &[Rc<Individual<P>>]) {
        self.archive = self.archive_of(tests);
        self.report();
    }

    /// Archives `individual`, which must be valid, for all goals that it covers. Then reports progress, even
    /// if `individual` is `None`.
    pub fn archive_test(&mut self, individual: Option<&Individual<P>>) {
        let newly_covered = individual.map_or_else(Vec::new, |individual| self.offer(individual));
        if !newly_covered.is_empty() {
            self.problem.archive_changed(&newly_covered);
        }
        self.report();
    }

    /// Offers a valid test to the archive. Returns the goals that no archived test covered before.
    fn offer(&mut self, individual: &Individual<P>) -> Vec<Goal> {
        let covered = self.archivable(&individual.trace);
        self.archive.offer(&individual.test, individual.cost(), &covered)
    }

    /// Archives `tests` for all goals that they cover, in place of the archived tests for these goals.
    pub fn override_archive(&mut self, tests: &[Rc<Individual<P>>]) {
        let preferred = self.archive_of(tests);
        let old_archive = std::mem::replace(&mut self.archive, preferred);
        self.archive.fill_up(&old_archive);
    }

    /// Returns an archive that contains only `tests`.
    fn archive_of(&self, tests: &[Rc<Individual<P>>]) -> Archive<P::Test> {
        let mut archive = Archive::default();
        for individual in tests.iter().filter(|individual| individual.valid) {
            archive.offer(&individual.test, individual.cost(), &self.archivable(&individual.trace));
        }
        archive
    }

    /// Returns the goals that an execution covers and that this run archives.
    fn archivable(&self, trace: &P::Trace) -> Vec<Goal> {
        let mut covered = Vec::new();
        self.problem.visit_covered(trace, &mut |goal| {
            if self.archived_function.is_none() || self.archived_function == self.problem.function_of(goal) {
                covered.push(goal);
            }
        });
        covered
    }

    fn report(&mut self) {
        (self.progress)(&Progress {
            spent: self.spent,
            goals: self.problem.goal_count(),
            covered: self.archive.covered_count(),
            archived: self.archive.tests().len(),
            is_covered: &|goal| self.archive.is_covered(goal),
        });
    }

    /// Collects the dispatched generations and returns the result of the search.
    pub fn finish(mut self) -> SearchResult<P> {
        while !self.dispatched.is_empty() {
            self.collect();
        }
        SearchResult { archive: self.archive, spent: self.spent, choices: Vec::new() }
    }

    /// Adds one execution to the spent budget and to the batch. Archives the execution if it is valid and
    /// executions are archived automatically.
    fn add(&mut self, execution: Execution<P>, batch: &mut Batch<P>) {
        let Execution { test, trace, statements, ticks, valid, threw } = execution;
        self.spent.tests += 1;
        self.spent.statements += statements;
        let test = Rc::new(test);
        let (length, archive_length) = (self.problem.length(&test), self.problem.archive_length(&test));
        let mut individual =
            Individual { test, trace, length, archive_length, valid, threw, ticks, newly_covered_count: 0 };
        if valid && self.archives_executions {
            let newly_covered = self.offer(&individual);
            individual.newly_covered_count = newly_covered.len();
            if !newly_covered.is_empty() {
                self.problem.covered_first(&individual.test);
            }
            batch.newly_covered.extend(newly_covered);
        }
        batch.individuals.push(individual);
    }
}
