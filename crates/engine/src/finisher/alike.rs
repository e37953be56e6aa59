//! Makes the finished tests of a class more alike.
//!
//! The tests of a class are finished in rounds. So the first tests do not know how most tests create their
//! objects.

use std::time::Instant;

use execution::observe::InspectedTest;
use execution::run::Executor;
use execution::selection::Deadlines;
use suite::minimise::{SuiteTest, make_alike};

use super::suite::FinishedTest;
use super::test_finisher::TestFinisher;

impl TestFinisher {
    /// Creates the objects of finished tests as most tests do, and selects the assertions of the changed
    /// tests again. A test remains as it is if its copy covers fewer goals, kills fewer mutants, or does not
    /// show the tested call. Suspicious tests remain as they are, too.
    pub fn make_alike(&self, executor: &mut Executor, finished: &mut [FinishedTest], deadline: Instant) {
        let suite_test = |(kept, test): &FinishedTest| SuiteTest { test: test.case.clone(), ..kept.clone() };
        let mut suite: Vec<SuiteTest> = finished.iter().map(suite_test).collect();
        make_alike(executor, &mut suite, &[], self.test_class.class_under_test, deadline);
        let is_changed = |index: &usize| {
            let test = &finished[*index].1;
            suite[*index].test != test.case && test.suspicion.is_none()
        };
        let changed: Vec<usize> = (0..suite.len()).filter(is_changed).collect();
        let inspected: Vec<InspectedTest> =
            changed.iter().map(|&test| InspectedTest::without_inspectors(suite[test].test.clone())).collect();
        let goals = executor.goals;
        let mutants_of = |test: usize| suite[changed[test]].mutants(goals);
        let until = Deadlines { observe: deadline, kill: deadline };
        let asserted = self.select_assertions(executor, &inspected, &mutants_of, until, None);
        for (index, asserted) in changed.into_iter().zip(asserted) {
            let Some(asserted) = asserted else { continue };
            let shows_call = self.shows_tested_call(executor.world, &asserted.test);
            if asserted.is_complete && asserted.survivors.is_empty() && shows_call {
                let (kept, test) = &mut finished[index];
                kept.test.clone_from(&suite[index].test);
                *test = asserted.test;
            }
        }
    }
}
