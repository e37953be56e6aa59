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
    /// Number of methods of the class.
    pub methods: u32,
}

impl ExistingRuns {
    /// Returns the index of a class under test. Returns `None` if the runs did not measure the class, or not
    /// with this limit of mutants. `class` is an internal name.
    pub fn index_of(&self, class: &str, max_mutants: usize) -> Option<usize> {
        self.ranges.classes.get(class).copied().filter(|_| self.max_mutants == max_mutants)
    }

    /// Returns which part of the methods and branches of a class the existing tests do not cover: 0 to 1.
    /// Returns 1 if the runs did not measure the class. `class` is a binary name.
    pub fn open_part(&self, class: &str) -> f64 {
        let Some(&index) = self.ranges.classes.get(&class.replace('.', "/")) else { return 1.0 };
        let (mut branches, mut methods) = (BTreeSet::new(), BTreeSet::new());
        let results = self.runs.iter().filter_map(|run| run.result.as_ref());
        for trace in results.filter_map(|result| result.traces.get(&index)) {
            let taken = trace.branches.iter().filter(|(_, distance)| *distance == 0.0);
            branches.extend(taken.map(|(id, _)| *id));
            methods.extend(trace.methods.iter().copied());
        }
        let first = &self.ranges.first[index];
        let covered = branches.iter().filter(|id| id.0 < first.branches).count() + methods.len();
        let all = f64::from(first.branches + first.methods);
        if all == 0.0 { 1.0 } else { (all - covered as f64) / all }
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
            methods: 0,
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

#[cfg(test)]
mod tests {
    use emit::Framework;

    use super::*;

    /// Returns the runs of one test class on a class with four branches and two methods.
    fn runs(trace: Trace) -> ExistingRuns {
        let first = FirstIds { branches: 4, methods: 2, ..FirstIds::default() };
        let classes = BTreeMap::from([("demo/Foo".to_owned(), 0)]);
        let result = TestClassResult { traces: BTreeMap::from([(0, trace)]), counts: (1, 0), problem: None };
        let class = TestClass { name: "demo/FooTest".to_owned(), framework: Framework::JUnit5 };
        let run = TestClassRun { class, mentions: BTreeSet::new(), result: Some(result) };
        ExistingRuns {
            ranges: IdRanges { classes, first: vec![first], branches: 4 },
            max_mutants: 0,
            runs: vec![run],
        }
    }

    #[test]
    fn the_open_part_of_a_class_is_the_part_of_its_methods_and_branches_that_no_test_covers() {
        let distance = |id, distance| (DistanceId(id), distance);
        let branches = vec![distance(0, 0.0), distance(1, 2.0), distance(5, 0.0)];
        let runs = runs(Trace { methods: vec![MethodIndex(1)], branches, ..Trace::default() });
        assert_eq!(runs.open_part("demo.Foo"), 4.0 / 6.0);
        assert_eq!(runs.open_part("demo.Other"), 1.0);
    }
}
