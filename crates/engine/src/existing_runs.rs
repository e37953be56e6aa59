//! What existing tests execute of several classes under test.

use std::collections::{BTreeMap, BTreeSet};

use analysis::{DistanceId, MethodIndex, Program, StatementId};
use goals::Trace;
use mutation::{MutantId, Mutants};

use crate::existing_tests::TestClass;

/// What the existing tests execute of several classes under test.
pub struct ExistingRuns {
    /// The classes under test, and their ids in the combined program.
    pub ranges: IdRanges,
    /// Maximum number of mutants of one class.
    pub max_mutants: usize,
    /// The test classes, the most relevant first.
    pub runs: Vec<TestClassRun>,
}

/// The run of a test class.
pub struct TestClassRun {
    /// The test class.
    pub class: TestClass,
    /// The classes under test that the code of the test class mentions: internal names.
    pub mentions: BTreeSet<String>,
    /// The result. `None` if the test class did not run, because the time limit was reached or the run was
    /// cancelled.
    pub result: Option<TestClassResult>,
}

/// The result of running a test class.
pub struct TestClassResult {
    /// For each class under test that the test class executes, the trace.
    pub traces: BTreeMap<usize, Trace>,
    /// Number of tests that ran, and number of tests that failed.
    pub counts: (u64, u64),
    /// Why the test class did not run to its end. The text continues a sentence that begins with `existing
    /// tests demo.FooTest`.
    pub problem: Option<String>,
}

/// The ranges of ids of each class in a combined program.
pub struct IdRanges {
    /// The index of each class, by its internal name.
    pub classes: BTreeMap<String, usize>,
    /// The first ids of each class, in the order of the indices.
    pub first: Vec<FirstIds>,
    /// Number of branches of all classes.
    pub branches: u32,
}

/// The first ids of a class.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstIds {
    /// The first method.
    pub method: u32,
    /// The first branch.
    branch: u32,
    /// The first boolean value, counted from the first boolean value of the program.
    value: u32,
    /// The first statement.
    statement: u32,
    /// The first mutant.
    mutant: u32,
    /// Number of branches of the class.
    pub branches: u32,
}

impl ExistingRuns {
    /// Returns the index of a class under test. Returns `None` if the runs did not measure the class, or not
    /// with this limit of mutants. `class` is an internal name.
    pub fn index_of(&self, class: &str, max_mutants: usize) -> Option<usize> {
        self.ranges.classes.get(class).copied().filter(|_| self.max_mutants == max_mutants)
    }
}

impl FirstIds {
    /// Returns the first ids of the class after a class with these first ids.
    pub fn after(self, program: &Program, mutants: &Mutants) -> FirstIds {
        let branches = program.branches.len() as u32;
        FirstIds {
            method: self.method + program.methods.len() as u32,
            branch: self.branch + branches,
            value: self.value + program.branch_and_value_count() - branches,
            statement: self.statement + program.statements.len() as u32,
            mutant: self.mutant + mutants.mutants.len() as u32,
            branches: 0,
        }
    }
}

impl IdRanges {
    /// Splits a trace of the combined program into the traces of the classes that the test executed, by the
    /// index of the class. The traces contain neither calls nor effects of mutants.
    pub fn split(&self, trace: Trace) -> BTreeMap<usize, Trace> {
        let mut traces: BTreeMap<usize, Trace> = BTreeMap::new();
        for MethodIndex(id) in trace.methods {
            let class = self.class_at(id, |first| first.method);
            let id = MethodIndex(id - self.first[class].method);
            traces.entry(class).or_default().methods.push(id);
        }
        for (id, distance) in trace.branches {
            let (class, id) = self.distance(id);
            traces.entry(class).or_default().branches.push((id, distance));
        }
        for id in trace.repeated {
            let (class, id) = self.distance(id);
            traces.entry(class).or_default().repeated.push(id);
        }
        for StatementId(id) in trace.statements {
            let class = self.class_at(id, |first| first.statement);
            let id = StatementId(id - self.first[class].statement);
            traces.entry(class).or_default().statements.push(id);
        }
        for (MutantId(id), distance) in trace.mutants {
            let class = self.class_at(id, |first| first.mutant);
            let id = MutantId(id - self.first[class].mutant);
            traces.entry(class).or_default().mutants.push((id, distance));
        }
        traces
    }

    /// Returns the class of a distance, and its id in the program of the class.
    fn distance(&self, DistanceId(id): DistanceId) -> (usize, DistanceId) {
        match id.checked_sub(self.branches) {
            None => {
                let class = self.class_at(id, |first| first.branch);
                (class, DistanceId(id - self.first[class].branch))
            }
            Some(value) => {
                let class = self.class_at(value, |first| first.value);
                let first = &self.first[class];
                (class, DistanceId(first.branches + value - first.value))
            }
        }
    }

    /// Returns the index of the class whose range contains an id. `first` returns the first id of a class.
    fn class_at(&self, id: u32, first: impl Fn(&FirstIds) -> u32) -> usize {
        self.first.partition_point(|ids| first(ids) <= id) - 1
    }
}
