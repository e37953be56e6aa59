//! Fitness of tests and of suites.

use std::cell::{OnceCell, RefCell};

use generation::diversity::Diversity;
use goals::{Criterion, GoalId, Goals, IndexedTrace, SuiteContribution, SuiteTrace, Trace};
use search::Goal;

use crate::configuration::fitness_functions::Function;

/// The trace of one run of a test, with data that fitness functions compute from the trace.
pub struct RunTrace {
    /// The events of the run: covered methods and statements, branch distances, calls.
    pub(crate) trace: Trace,
    /// Number of the run. The first run has the number 1.
    id: u64,
    /// The contribution of the run to the fitness of suites, computed on first use.
    contribution: OnceCell<SuiteContribution>,
    /// Statements of the test as texts; empty if diversity is not measured.
    texts: Vec<String>,
}

/// The fitness functions of a search, with buffers that are reused.
pub struct FitnessFunctions {
    /// The fitness functions of suites. [`FitnessFunctions::new`] describes the initial functions. Adaptive
    /// fitness function selection replaces them.
    pub functions: Vec<Function>,
    /// Computes the diversity of suites.
    diversity: RefCell<Diversity>,
    /// The most recently used trace, as a table. The search computes the fitness of many goals for the same
    /// trace in a row.
    loaded: RefCell<LoadedTrace>,
    /// Buffer for the traces of a suite.
    suite: RefCell<SuiteTrace>,
    /// Number of runs so far.
    runs: u64,
}

/// A trace as a table.
#[derive(Default)]
struct LoadedTrace {
    /// Number of the run that the trace belongs to; 0 if no trace is loaded.
    id: u64,
    /// The trace as a table.
    table: IndexedTrace,
}

impl FitnessFunctions {
    /// Returns the fitness functions of all criteria that have objectives. Adds the function of exceptions if
    /// exceptions are targets.
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

    /// Returns whether a function is one of the fitness functions of suites.
    pub fn measures(&self, function: Function) -> bool {
        self.functions.contains(&function)
    }

    /// Numbers a run and returns its trace.
    pub fn run_trace(&mut self, trace: Trace, texts: Vec<String>) -> RunTrace {
        self.runs += 1;
        RunTrace { trace, id: self.runs, contribution: OnceCell::new(), texts }
    }

    /// Returns the fitness of a test for a goal: 0 if the test covers the goal.
    pub fn of_test(&self, goals: &Goals, goal: Goal, trace: &RunTrace) -> f64 {
        let mut loaded = self.loaded.borrow_mut();
        if loaded.id != trace.id {
            goals.load(&trace.trace, &mut loaded.table);
            loaded.id = trace.id;
        }
        goals.fitness(GoalId(goal.0), &loaded.table)
    }

    /// Returns the function of a criterion, if it is one of the fitness functions of suites.
    pub fn function_of(&self, criterion: Criterion) -> Option<search::Function> {
        let index = self.functions.iter().position(|function| *function == Function::Criterion(criterion));
        index.map(|index| search::Function(index as u32))
    }

    /// Returns the fitness of a suite by one function, for the goals in `wanted`.
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

    /// Returns the contribution of a run to the fitness of suites, and computes it on first use.
    fn contribution<'t>(&self, goals: &Goals, trace: &'t RunTrace) -> &'t SuiteContribution {
        trace.contribution.get_or_init(|| {
            let mut loaded = self.loaded.borrow_mut();
            loaded.id = trace.id;
            goals.contribution(&trace.trace, &mut loaded.table)
        })
    }
}
