//! One run of a search: tests go out, executions come back and feed the archive.

use std::collections::VecDeque;
use std::rc::Rc;

use crate::Found;
use crate::archive::Archive;
use crate::budget::{Budget, Progress, Spent};
use crate::problem::{Execution, Function, Goal, Problem, guiding};

/// A test that was executed.
pub struct Individual<P: Problem> {
    /// The test, shared with the archive.
    pub test: Rc<P::Test>,
    /// What its execution recorded.
    pub trace: P::Trace,
    /// Its number of statements.
    pub length: usize,
    /// Whether it ended as a test may end. One that did not has the worst fitness on every objective.
    pub valid: bool,
    /// Whether it threw.
    pub threw: bool,
    /// How many goals it was the first to cover.
    pub covered_first: usize,
}

/// What some executions brought.
pub struct Batch<P: Problem> {
    /// The tests executed, in order of submission.
    pub individuals: Vec<Individual<P>>,
    /// Goals covered for the first time, in order of discovery.
    pub newly_covered: Vec<Goal>,
}

/// A search under way: the problem, the archive and the accounts, the same for every algorithm.
pub struct Run<'a, P: Problem> {
    /// What is searched.
    pub problem: &'a mut P,
    /// The best test for every covered goal so far.
    pub archive: Archive<P::Test>,
    budget: &'a Budget<'a>,
    progress: &'a mut dyn FnMut(&Progress),
    spent: Spent,
    /// The tests of each generation that is under way.
    generations: VecDeque<usize>,
    /// Tests submitted that belong to none of these.
    submitted: usize,
    /// Whether every execution feeds the archive.
    pub archives: bool,
    /// The function whose goals alone the archive is for, if it is not for all.
    targets: Option<Function>,
}

impl<'a, P: Problem> Run<'a, P> {
    /// A run that has spent nothing.
    pub fn new(problem: &'a mut P, budget: &'a Budget<'a>, progress: &'a mut dyn FnMut(&Progress)) -> Self {
        let (archive, spent) = Default::default();
        let generations = VecDeque::new();
        Self {
            problem,
            archive,
            budget,
            progress,
            spent,
            generations,
            submitted: 0,
            archives: true,
            targets: None,
        }
    }

    /// The same with an archive that holds nothing but what [`Run::show`] and [`Run::keep`] put there.
    pub fn without_archive(self) -> Self {
        Self { archives: false, ..self }
    }

    /// The same with an archive for the goals of one function only.
    pub fn for_targets(self, targets: Function) -> Self {
        Self { targets: Some(targets), ..self }
    }

    /// Whether the search is over: nothing left to cover, or to spend. Without goals that guide it and count a search goes on.
    pub fn is_over(&self) -> bool {
        let mut counting = guiding(self.problem).filter(|&goal| self.problem.counts(goal)).peekable();
        let done = counting.peek().is_some() && counting.all(|goal| self.archive.is_covered(goal));
        done || self.is_spent()
    }

    /// Whether the budget is spent.
    pub fn is_spent(&self) -> bool {
        self.budget.is_over(&self.spent)
    }

    /// The share of the budget that is spent: 1 or more where it is over.
    pub fn share(&self) -> f64 {
        self.budget.share(&self.spent)
    }

    /// The goals that guide the search and that the archive does not cover.
    pub fn uncovered(&self) -> Vec<Goal> {
        guiding(self.problem).filter(|&goal| !self.archive.is_covered(goal)).collect()
    }

    /// What was spent so far.
    pub fn spent(&self) -> Spent {
        self.spent
    }

    /// Whether the budget allows one more test.
    pub fn has_room(&self) -> bool {
        let tests = self.generations.iter().sum::<usize>() + self.submitted;
        let room = self.budget.tests.is_none_or(|limit| self.spent.tests + (tests as u64) < limit);
        let generation = self.spent.generations + self.generations.len() as u64;
        let room = room && self.budget.generations.is_none_or(|limit| generation < limit);
        room && (self.budget.gone)() < 1.0
    }

    /// Hands a test over for execution. The caller has asked [`Run::has_room`].
    pub fn submit(&mut self, test: P::Test) {
        self.submitted += 1;
        self.problem.submit(test);
    }

    /// Makes a generation of what was submitted, to be collected later; false if that is nothing.
    pub fn send(&mut self) -> bool {
        let tests = std::mem::take(&mut self.submitted);
        self.generations.extend((tests > 0).then_some(tests));
        tests > 0
    }

    /// Generations sent and not collected.
    pub fn under_way(&self) -> usize {
        self.generations.len()
    }

    /// Ends the oldest generation under way, if there is none that of what was submitted: awaits it, archives it, keeps the accounts
    /// and reports.
    pub fn collect(&mut self) -> Batch<P> {
        if self.generations.is_empty() {
            self.send();
        }
        let tests = self.generations.pop_front().unwrap_or_default();
        self.spent.generations += 1;
        let executions = self.problem.collect(tests);
        debug_assert_eq!(executions.len(), tests, "one execution for each test submitted");
        let mut batch =
            Batch { individuals: Vec::with_capacity(executions.len()), newly_covered: Vec::new() };
        for execution in executions {
            self.take(execution, &mut batch);
        }
        if !batch.newly_covered.is_empty() {
            self.problem.archive_changed(&batch.newly_covered);
        }
        if self.archives {
            self.report();
        }
        batch
    }

    /// Puts some tests into the archive, in place of what is there, and reports.
    pub fn show(&mut self, tests: &[Rc<Individual<P>>]) {
        self.archive = self.archive_of(tests);
        self.report();
    }

    /// Archives a valid test, if there is one, with all that it covers, and reports.
    pub fn keep(&mut self, individual: Option<&Individual<P>>) {
        let newly_covered = individual.map_or_else(Vec::new, |individual| self.offer(individual));
        if !newly_covered.is_empty() {
            self.problem.archive_changed(&newly_covered);
        }
        self.report();
    }

    /// Offers a valid test to the archive; the goals that are covered for the first time.
    fn offer(&mut self, individual: &Individual<P>) -> Vec<Goal> {
        let covers = self.covered(&individual.trace);
        self.archive.offer(&individual.test, individual.threw, individual.length, &covers)
    }

    /// Puts some tests into the archive, in place of those that are there for the same goals.
    pub fn prefer(&mut self, tests: &[Rc<Individual<P>>]) {
        let preferred = self.archive_of(tests);
        let others = std::mem::replace(&mut self.archive, preferred);
        self.archive.fill_up(&others);
    }

    fn archive_of(&self, tests: &[Rc<Individual<P>>]) -> Archive<P::Test> {
        let mut archive = Archive::default();
        for individual in tests.iter().filter(|individual| individual.valid) {
            let Individual { test, threw, length, .. } = &**individual;
            archive.offer(test, *threw, *length, &self.covered(&individual.trace));
        }
        archive
    }

    /// The goals of the archive that an execution covers.
    fn covered(&self, trace: &P::Trace) -> Vec<Goal> {
        let mut covers = Vec::new();
        self.problem.covered(trace, &mut |goal| {
            if self.targets.is_none() || self.targets == self.problem.function_of(goal) {
                covers.push(goal);
            }
        });
        covers
    }

    fn report(&mut self) {
        (self.progress)(&Progress {
            spent: self.spent,
            goals: self.problem.goals(),
            covered: self.archive.covered(),
            archived: self.archive.tests().len(),
            is_covered: &|goal| self.archive.is_covered(goal),
        });
    }

    /// Ends the search, with what is still under way.
    pub fn finish(mut self) -> Found<P> {
        while !self.generations.is_empty() {
            self.collect();
        }
        Found { archive: self.archive, spent: self.spent, choices: Vec::new() }
    }

    /// Archives one execution and adds it to the batch.
    fn take(&mut self, execution: Execution<P>, batch: &mut Batch<P>) {
        let Execution { test, trace, statements, valid, threw } = execution;
        self.spent.tests += 1;
        self.spent.statements += statements;
        let test = Rc::new(test);
        let length = self.problem.length(&test);
        let mut individual = Individual { test, trace, length, valid, threw, covered_first: 0 };
        if valid && self.archives {
            let newly_covered = self.offer(&individual);
            individual.covered_first = newly_covered.len();
            batch.newly_covered.extend(newly_covered);
        }
        batch.individuals.push(individual);
    }
}
