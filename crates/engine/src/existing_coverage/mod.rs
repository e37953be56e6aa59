//! The coverage of the class under test by existing tests.

mod code;
mod limits;
mod runner;
mod runs;
mod warnings;

use std::collections::{BTreeMap, BTreeSet};

use analysis::LineId;
use goals::{Goals, Trace};

use crate::configuration::Configuration;
use crate::counts::Sections;
use crate::existing_runs::{ExistingRuns, TestClassResult, TestClassRun};
use crate::harness::goal_setup;
use crate::platform::Platform;
use crate::report::{Existing, Report};
use crate::subject::Subject;

/// The coverage of the class under test by the test classes that execute it.
pub struct ExistingCoverage {
    /// The goals of the search and of strong mutation. The goals that existing tests cover are marked.
    pub goals: Goals,
    /// Number of test classes that ran.
    classes: usize,
    /// Number of tests that ran.
    tests: u64,
    /// Number of tests that failed.
    failed: u64,
    /// Traces of the test classes that ran.
    traces: Vec<Trace>,
    /// For each problem, the names of the test classes that have the problem.
    problems: BTreeMap<String, Vec<String>>,
    /// Internal names of the test classes that mention the class under test.
    pub mentioning: Vec<String>,
    /// Number of test classes that did not run.
    skipped: usize,
    /// Number of these test classes that mention the class under test.
    skipped_relevant: usize,
}

impl ExistingRuns {
    /// Returns the coverage of a class under test. `index` is the index of the class in these runs. The test
    /// classes in `ignored` do not count.
    pub fn coverage(
        &self,
        index: usize,
        platform: &Platform,
        configuration: &Configuration,
        subject: &Subject,
        ignored: &[String],
    ) -> ExistingCoverage {
        let setup = goal_setup(&platform.world, &configuration.with_strong_mutation(), subject);
        let mut coverage = ExistingCoverage::new(setup.goals);
        let class = subject.internal_name(&platform.world);
        for run in self.runs.iter().filter(|run| !run.class.is_in(ignored)) {
            if run.mentions.contains(&class) {
                coverage.mentioning.push(run.class.name.clone());
            }
            match &run.result {
                Some(result) => coverage.record(run, result, index, &class),
                None => {
                    coverage.skipped += 1;
                    coverage.skipped_relevant += usize::from(run.mentions.contains(&class));
                }
            }
        }
        coverage
    }
}

impl ExistingCoverage {
    fn new(goals: Goals) -> ExistingCoverage {
        ExistingCoverage {
            goals,
            classes: 0,
            tests: 0,
            failed: 0,
            traces: Vec::new(),
            problems: BTreeMap::new(),
            mentioning: Vec::new(),
            skipped: 0,
            skipped_relevant: 0,
        }
    }

    /// Marks the goals in `goals` that existing tests cover.
    pub fn mark_covered(&self, goals: &mut Goals) {
        self.traces.iter().for_each(|trace| goals.add_existing_test(trace));
    }

    /// Returns the lines that existing tests execute.
    pub fn lines(&self) -> BTreeSet<LineId> {
        let statements = self.traces.iter().flat_map(|trace| &trace.statements);
        statements.map(|&statement| self.goals.line_of(statement)).collect()
    }

    /// Records the results in the report. `goals` are the goals of the search. Call
    /// [`mark_covered`](ExistingCoverage::mark_covered) with `goals` first.
    pub fn report(&self, sections: &Sections, goals: &Goals, report: &mut Report) {
        report.set_counts(sections.count(goals.len(), &|goal| goals.is_covered_by_existing(goal)));
        let ExistingCoverage { classes, tests, failed, .. } = *self;
        report.existing = Some(Existing { classes, tests, failed, covered: report.covered });
        report.lines_covered = self.lines().len();
        report.mutants = self.goals.open_mutants().count();
        report.warnings.extend(self.warnings());
    }

    /// Records the run of a test class, if it executes the class under test. A test class that did not run to
    /// its end also counts if it mentions the class under test.
    fn record(&mut self, run: &TestClassRun, result: &TestClassResult, index: usize, class: &str) {
        let trace = result.traces.get(&index);
        if trace.is_none() && !(result.problem.is_some() && run.mentions.contains(class)) {
            return;
        }
        if let Some(trace) = trace {
            self.goals.add_existing_test(trace);
            self.traces.push(trace.clone());
        }
        self.classes += 1;
        self.tests += result.counts.0;
        self.failed += result.counts.1;
        if let Some(problem) = &result.problem {
            self.problems.entry(problem.clone()).or_default().push(run.class.name.replace('/', "."));
        }
    }
}
