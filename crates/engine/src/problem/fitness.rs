//! Fitness of tests and of suites.

use std::cell::{OnceCell, RefCell};

use generation::diversity::Diversity;
use goals::{Criterion, GoalId, Goals, IndexedTrace, SuiteContribution, SuiteTrace, Trace};
use search::Goal;

use crate::configuration::fitness_functions::Function;

/// What one run of a test covered, with what fitness functions derive from it.
pub struct RunTrace {
    /// What the run covered, and how near it came to other goals.
    pub(crate) trace: Trace,
    /// Number of the run.
    id: u64,
    /// The contribution of the run to suites, computed on first use.
    contribution: OnceCell<SuiteContribution>,
    /// Statements of the test as texts, if diversity is measured.
    texts: Vec<String>,
}

/// The fitness functions of a search, with buffers that are reused.
pub struct FitnessFunctions {
    /// The fitness functions of suites: at first one for each criterion that has objectives.
    pub functions: Vec<Function>,
    diversity: RefCell<Diversity>,
    /// The trace that was used last, as a table: the search asks for the fitness of many goals one after
    /// another.
    loaded: RefCell<Loaded>,
    /// Buffer for the traces of a suite.
    suite: RefCell<SuiteTrace>,
    /// Number of runs so far.
    runs: u64,
}

/// A trace as a table.
#[derive(Default)]
struct Loaded {
    /// Number of the run; 0 if no trace is loaded.
    id: u64,
    table: IndexedTrace,
}

impl FitnessFunctions {
    /// Returns the functions of all criteria that have objectives, and of exceptions if they are targets.
    pub fn new(goals: &Goals) -> FitnessFunctions {
        let has_objectives = |criterion: Criterion| goals.of(criterion).any(|goal| goals.is_objective(goal));
        let is_target = |criterion: Criterion| goals.criteria().contains(&criterion);
        let is_function =
            |it: &Criterion| has_objectives(*it) || *it == Criterion::Exception && is_target(*it);
        FitnessFunctions {
            functions: Criterion::ALL.into_iter().filter(is_function).map(Function::Criterion).collect(),
            diversity: RefCell::default(),
            loaded: RefCell::default(),
            suite: RefCell::default(),
            runs: 0,
        }
    }

    /// Returns whether a function is one of these.
    pub fn measures(&self, function: Function) -> bool {
        self.functions.contains(&function)
    }

    /// Numbers a run and returns its trace.
    pub fn run_trace(&mut self, trace: Trace, texts: Vec<String>) -> RunTrace {
        self.runs += 1;
        RunTrace { trace, id: self.runs, contribution: OnceCell::new(), texts }
    }

    /// Returns the fitness of a test for a goal: 0 if it covers the goal.
    pub fn of_test(&self, goals: &Goals, goal: Goal, trace: &RunTrace) -> f64 {
        let mut loaded = self.loaded.borrow_mut();
        if loaded.id != trace.id {
            goals.load(&trace.trace, &mut loaded.table);
            loaded.id = trace.id;
        }
        goals.fitness(GoalId(goal.0), &loaded.table)
    }

    /// Returns the function of a criterion, if it is one of these.
    pub fn function_of(&self, criterion: Criterion) -> Option<search::Function> {
        let index = self.functions.iter().position(|function| *function == Function::Criterion(criterion));
        index.map(|index| search::Function(index as u32))
    }

    /// Returns the fitness of a suite by one function, for some goals.
    pub fn of_suite<'t>(
        &self,
        goals: &Goals,
        function: search::Function,
        wanted: &[Goal],
        suite: impl Iterator<Item = &'t RunTrace>,
    ) -> f64 {
        let Function::Criterion(criterion) = self.functions[function.index()] else {
            return self.diversity.borrow_mut().fitness(suite.map(|trace| &*trace.texts));
        };
        let mut buffer = self.suite.borrow_mut();
        goals.load_suite(suite.map(|trace| self.contribution(goals, trace)), &mut buffer);
        goals.suite_fitness(criterion, &mut wanted.iter().map(|goal| GoalId(goal.0)), &buffer)
    }

    fn contribution<'t>(&self, goals: &Goals, trace: &'t RunTrace) -> &'t SuiteContribution {
        trace.contribution.get_or_init(|| {
            let mut loaded = self.loaded.borrow_mut();
            loaded.id = trace.id;
            goals.contribution(&trace.trace, &mut loaded.table)
        })
    }
}
