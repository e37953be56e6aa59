//! Drops tests that are needed only for mutants, if other tests also kill these mutants.
//!
//! During the search, a test runs only on the mutants that no earlier test kills. So it is unknown which of
//! these mutants the other tests kill.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::time::Instant;

use execution::run::Executor;
use goals::GoalId;
use mutation::MutantId;
use testcase::CheckedTest;

use super::suite::{FinishedTest, needed};
use super::test_finisher::is_only_for_mutants;

/// Maximum number of mutants for which a test can be dropped. Other tests rarely kill more mutants of a test.
const MAX_MUTANTS_OF_TEST: usize = 8;
/// Maximum number of mutants on which each test runs.
const MAX_MUTANTS: usize = 300;

/// Drops tests that are needed only for mutants which other tests kill, the tests for the fewest mutants
/// first. Runs the tests on these mutants until the deadline.
pub fn drop_redundant(
    executor: &mut Executor,
    tests: Vec<FinishedTest>,
    deadline: Instant,
) -> Vec<FinishedTest> {
    let goals = executor.goals;
    let is_removable = |&index: &usize| {
        let kept = &tests[index].0;
        kept.goals.len() <= MAX_MUTANTS_OF_TEST && is_only_for_mutants(kept, goals)
    };
    let mut removable: Vec<usize> = (0..tests.len()).filter(is_removable).collect();
    removable.sort_by_key(|&index| (tests[index].0.goals.len(), Reverse(tests[index].1.case.size())));
    let mut mutants: BTreeSet<MutantId> = BTreeSet::new();
    removable.retain(|&index| {
        let has_room = mutants.len() < MAX_MUTANTS;
        mutants.extend(tests[index].0.mutants(goals).into_iter().filter(|_| has_room));
        has_room
    });
    if removable.is_empty() {
        return tests;
    }
    let checked: Vec<CheckedTest> = tests.iter().map(|(_, test)| test.clone()).collect();
    let kills = executor.kills(&checked, &mutants, deadline);
    let covered: Vec<Vec<GoalId>> = tests
        .iter()
        .zip(&kills)
        .map(|((kept, _), kills)| {
            let killed = kills.iter().filter_map(|&mutant| goals.strong_goal(mutant));
            let covered: BTreeSet<GoalId> = kept.goals.iter().copied().chain(killed).collect();
            covered.into_iter().collect()
        })
        .collect();
    let before = tests.len();
    let remaining = needed(tests, &covered, removable);
    let (dropped, mutants) = (before - remaining.len(), mutants.len());
    tracing::debug!(dropped, tests = before, mutants, "redundant tests dropped");
    remaining
}
