//! Tests of properties of goals and fitness, with one program and random executions.

mod subject;
mod traces;

use std::collections::BTreeSet;
use std::iter;

use analysis::{DistanceId, Method, MethodIndex, Program};
use classfile::ClassFile;
use goals::{
    Criterion, GoalId, GoalOptions, Goals, IndexedTrace, Selection, SuiteContribution, SuiteTrace, Trace, nu,
};
use mutation::MutantId;
use proptest::prelude::*;

use crate::subject::PROGRAM;
use crate::traces::{control_trace, trace};

const SELECTIONS: [Selection; 5] = [
    Selection::All,
    Selection::Smart,
    Selection::SmartWithoutSubsumption,
    Selection::LineGroup,
    Selection::WeakMutationGroup,
];

/// Generates all criteria, or some criteria in any order.
fn criteria() -> impl Strategy<Value = Vec<Criterion>> {
    let some = prop::sample::subsequence(Criterion::ALL.to_vec(), 1..=Criterion::ALL.len());
    prop_oneof![Just(Criterion::ALL.to_vec()), some.prop_shuffle()]
}

fn goals_of(criteria: &[Criterion]) -> Goals {
    subject::goals(&GoalOptions {
        criteria: criteria.to_vec(),
        selection: Selection::All,
        objectives: Vec::new(),
    })
}

fn ids(goals: &Goals) -> impl Iterator<Item = GoalId> + use<> {
    (0..goals.len()).map(GoalId::from)
}

fn covered(goals: &Goals, trace: &Trace) -> Vec<GoalId> {
    let mut covered = Vec::new();
    goals.covered(trace, &mut |goal| covered.push(goal));
    covered
}

/// Returns the descriptions of the goals `ids`.
fn describe(goals: &Goals, ids: Vec<GoalId>) -> Vec<String> {
    ids.into_iter().map(|goal| format!("{}: {}", goal.0, goals.describe(goal))).collect()
}

/// Returns the methods that an execution entered, and the methods in which a thread of an earlier test still
/// ran.
fn entered(trace: &Trace) -> BTreeSet<MethodIndex> {
    let is_executed = |method: &Method| {
        let mut ids = traces::distance_ranges(method).flat_map(DistanceId::range);
        ids.any(|id| trace.branches.iter().any(|(ran, _)| *ran == id))
    };
    let executed =
        PROGRAM.methods.iter_enumerated().filter(|(_, method)| is_executed(method)).map(|(id, _)| id);
    executed.chain(trace.methods.iter().copied()).collect()
}

/// Returns the contributions of executions to a suite.
fn contributions(goals: &Goals, traces: &[Trace]) -> Vec<SuiteContribution> {
    let mut indexed = IndexedTrace::default();
    traces.iter().map(|trace| goals.contribution(trace, &mut indexed)).collect()
}

fn suite(goals: &Goals, traces: &[Trace]) -> SuiteTrace {
    let mut suite = SuiteTrace::default();
    goals.load_suite(contributions(goals, traces).iter(), &mut suite);
    suite
}

fn all_fitness(goals: &Goals, indexed: &IndexedTrace) -> Vec<f64> {
    ids(goals).map(|goal| goals.fitness(goal, indexed)).collect()
}

proptest! {
    #[test]
    fn fitness_is_zero_exactly_if_the_goal_is_covered(criteria in criteria(), trace in trace()) {
        let mut goals = goals_of(&criteria);
        goals.record_exception(&trace);
        let mut indexed = IndexedTrace::default();
        goals.load(&trace, &mut indexed);
        let fitness = all_fitness(&goals, &indexed);
        let zero: Vec<GoalId> = ids(&goals).zip(&fitness).filter(|(_, fitness)| **fitness == 0.0).map(|(goal, _)| goal).collect();
        prop_assert_eq!(describe(&goals, zero), describe(&goals, covered(&goals, &trace)));
        prop_assert!(fitness.iter().all(|&fitness| fitness >= 0.0 && fitness.is_finite()));
    }

    #[test]
    fn unneeded_distances_have_no_effect_on_open_goals(
        criteria in criteria(),
        trace in trace(),
        open in prop::collection::vec(prop::bool::weighted(0.01), 4096),
    ) {
        let goals = goals_of(&criteria);
        let is_open = |goal: GoalId| open[goal.index()];
        let unneeded = goals.unneeded_distances(&is_open);
        let trace = Trace { methods: entered(&trace).into_iter().collect(), ..trace };
        let mut reduced = trace.clone();
        reduced.branches.retain(|(id, _)| !unneeded.contains(id));
        reduced.repeated.retain(|id| !unneeded.contains(id));
        let results = |trace: &Trace| {
            let mut indexed = IndexedTrace::default();
            goals.load(trace, &mut indexed);
            let covered = covered(&goals, trace).into_iter().filter(|&goal| is_open(goal));
            let fitness = ids(&goals).filter(|&goal| is_open(goal)).map(|goal| goals.fitness(goal, &indexed));
            let suite = suite(&goals, std::slice::from_ref(trace));
            let of_suite = criteria.iter().map(|&criterion| {
                goals.suite_fitness(criterion, &mut goals.of(criterion).filter(|&goal| is_open(goal)), &suite)
            });
            (describe(&goals, covered.collect()), fitness.chain(of_suite).collect::<Vec<f64>>())
        };
        prop_assert_eq!(results(&reduced), results(&trace));
    }

    #[test]
    fn no_distance_is_needed_without_open_goals(criteria in criteria()) {
        let goals = goals_of(&criteria);
        prop_assert_eq!(goals.unneeded_distances(&|_| false), (0..PROGRAM.distance_count()).map(DistanceId).collect::<Vec<_>>());
    }

    #[test]
    fn a_killed_mutant_infects_the_state(trace in trace()) {
        let goals = goals_of(&[Criterion::WeakMutation, Criterion::StrongMutation]);
        let mut indexed = IndexedTrace::default();
        goals.load(&trace, &mut indexed);
        for (weak, strong) in goals.of(Criterion::WeakMutation).zip(goals.of(Criterion::StrongMutation)) {
            prop_assert_eq!(goals.mutant(weak), goals.mutant(strong));
            let (weak, strong) = (goals.fitness(weak, &indexed), goals.fitness(strong, &indexed));
            prop_assert!(strong > 0.0 || weak == 0.0);
        }
    }

    #[test]
    fn goals_that_existing_tests_cover_are_not_covered_again(criteria in criteria(), existing in trace(), trace in trace()) {
        let goals = goals_of(&criteria);
        let mut reduced = goals.clone();
        reduced.add_existing_test(&existing);
        let covered_by_existing: Vec<GoalId> = reduced.covered_by_existing().collect();
        prop_assert!(covered(&goals, &existing).iter().all(|goal| covered_by_existing.contains(goal)));
        let uncovered = covered(&goals, &trace).into_iter().filter(|goal| !covered_by_existing.contains(goal)).collect();
        prop_assert_eq!(describe(&goals, covered(&reduced, &trace)), describe(&goals, uncovered));
    }

    #[test]
    fn an_existing_test_covers_the_mutants_that_it_infects(existing in trace()) {
        let mut goals = goals_of(&[Criterion::StrongMutation]);
        let infected: Vec<MutantId> = goals.infected_by(&existing).ones().map(MutantId::from).collect();
        goals.add_existing_test(&existing);
        let covered_by_existing: Vec<MutantId> = goals.covered_by_existing().filter_map(|goal| goals.strong_mutant(goal)).collect();
        prop_assert_eq!(covered_by_existing, infected);
        // Without the criterion strong mutation, the mutants of the trace must be ignored.
        Goals::branches(&PROGRAM).add_existing_test(&existing);
    }

    #[test]
    fn a_suite_has_fitness_zero_on_the_goals_that_its_tests_cover(
        criteria in criteria(),
        traces in prop::collection::vec(trace(), 1..4),
    ) {
        let mut goals = goals_of(&criteria);
        traces.iter().for_each(|trace| goals.record_exception(trace));
        let covered: BTreeSet<GoalId> = traces.iter().flat_map(|trace| covered(&goals, trace)).collect();
        let suite = suite(&goals, &traces);
        for &criterion in criteria.iter().filter(|criterion| **criterion != Criterion::Exception) {
            let mut covered = goals.of(criterion).filter(|goal| covered.contains(goal));
            prop_assert_eq!(goals.suite_fitness(criterion, &mut covered, &suite), 0.0, "{}", criterion.name());
        }
    }

    #[test]
    fn a_suite_of_one_test_has_positive_fitness_on_goals_that_the_test_does_not_cover(criteria in criteria(), trace in trace()) {
        let mut goals = goals_of(&criteria);
        goals.record_exception(&trace);
        let covered = covered(&goals, &trace);
        let suite = suite(&goals, &[trace]);
        for criterion in criteria {
            for goal in goals.of(criterion).filter(|goal| !covered.contains(goal)) {
                let fitness = goals.suite_fitness(criterion, &mut iter::once(goal), &suite);
                prop_assert!(fitness > 0.0 && fitness.is_finite(), "{}: {fitness}", goals.describe(goal));
            }
        }
    }

    #[test]
    fn loading_a_trace_replaces_the_previous_trace(criteria in criteria(), first in trace(), second in trace()) {
        let mut goals = goals_of(&criteria);
        goals.record_exception(&first);
        goals.record_exception(&second);
        let (mut reused, mut fresh) = (IndexedTrace::default(), IndexedTrace::default());
        goals.load(&first, &mut reused);
        // `fitness` computes approaches on demand. The approaches of the previous trace must not remain.
        all_fitness(&goals, &reused);
        goals.load(&second, &mut reused);
        goals.load(&second, &mut fresh);
        prop_assert_eq!(all_fitness(&goals, &reused), all_fitness(&goals, &fresh));
    }

    #[test]
    fn loading_a_suite_replaces_the_previous_suite(
        criteria in criteria(),
        first in prop::collection::vec(trace(), 0..3),
        second in prop::collection::vec(trace(), 0..3),
    ) {
        let mut goals = goals_of(&criteria);
        first.iter().chain(&second).for_each(|trace| goals.record_exception(trace));
        let mut reused = suite(&goals, &first);
        goals.load_suite(contributions(&goals, &second).iter(), &mut reused);
        let fresh = suite(&goals, &second);
        for criterion in criteria {
            let fitness = |suite| goals.suite_fitness(criterion, &mut goals.of(criterion), suite);
            prop_assert_eq!(fitness(&reused), fitness(&fresh), "{}", criterion.name());
        }
    }

    #[test]
    fn the_fitness_for_flags_reduces_only_distances_of_branches_that_were_not_taken(trace in control_trace()) {
        let with_flags = Goals::branches(&PROGRAM);
        let without_flags = with_flags.clone().without_flags();
        let (mut graded, mut plain) = (IndexedTrace::default(), IndexedTrace::default());
        with_flags.load(&trace, &mut graded);
        without_flags.load(&trace, &mut plain);
        let branches = PROGRAM.branches.len();
        for (goal, (graded, plain)) in (0..).zip(iter::zip(all_fitness(&with_flags, &graded), all_fitness(&without_flags, &plain))) {
            prop_assert!(graded <= plain && plain - graded <= 1.0, "a distance must not increase, and must not decrease by more than 1");
            prop_assert!(goal < branches || graded == plain);
        }
        prop_assert_eq!(covered(&with_flags, &trace), covered(&without_flags, &trace));
    }

    #[test]
    fn an_execution_has_a_better_fitness_than_no_execution_exactly_if_it_enters_the_method(trace in control_trace()) {
        let goals = Goals::branches(&PROGRAM);
        let entered = entered(&trace);
        let (mut indexed, mut nothing) = (IndexedTrace::default(), IndexedTrace::default());
        goals.load(&trace, &mut indexed);
        goals.load(&Trace::default(), &mut nothing);
        for goal in ids(&goals) {
            let method = goals.method(goal);
            let (fitness, without_execution) = (goals.fitness(goal, &indexed), goals.fitness(goal, &nothing));
            prop_assert_eq!(fitness < without_execution, entered.contains(&method));
        }
    }

    #[test]
    fn normalisation_does_not_change_the_order_of_distances(a in 0..10_000_000_u32, b in 0..10_000_000_u32) {
        prop_assert_eq!(a < b, nu(a.into()) < nu(b.into()));
        prop_assert!(nu(a.into()) < 1.0);
    }
}

#[test]
fn distances_at_the_limits_normalise_to_less_than_one() {
    for distance in [1e17, f64::MAX, f64::INFINITY] {
        assert!(nu(distance) < 1.0);
    }
    assert!(nu(f64::from_bits(1)) > 0.0);
}

#[test]
fn every_branch_depends_on_a_root() {
    assert_all_depend_on_roots(&Goals::branches(&PROGRAM));
}

#[test]
fn every_objective_depends_on_a_root_if_branches_are_objectives() {
    for selection in SELECTIONS {
        let criteria = Criterion::ALL.to_vec();
        let goals = subject::goals(&GoalOptions { criteria, selection, objectives: vec![Criterion::Branch] });
        assert!(goals.of(Criterion::Branch).all(|goal| goals.is_objective(goal)));
        assert_all_depend_on_roots(&goals);
    }
}

#[test]
#[ignore = "sweep over whole libraries: ./x test --all"]
fn every_goal_of_the_subject_libraries_depends_on_a_root() {
    for jar in fixtures::subject_jars() {
        for (_, bytes) in fixtures::class_files_of_jar(&jar) {
            let class = ClassFile::read(&bytes).unwrap();
            assert_all_depend_on_roots(&Goals::branches(&Program::new(&[&class]).unwrap()));
        }
    }
}

/// Asserts that every objective is a root or depends on a root, directly or through other goals.
fn assert_all_depend_on_roots(goals: &Goals) {
    let mut reached = vec![false; goals.len()];
    let mut pending = goals.roots().to_vec();
    while let Some(goal) = pending.pop() {
        assert!(goals.is_objective(goal), "{}", goals.describe(goal));
        if !std::mem::replace(&mut reached[goal.index()], true) {
            pending.extend(goals.dependents(goal));
        }
    }
    let missed =
        iter::zip(ids(goals), reached).filter(|&(goal, reached)| goals.is_objective(goal) && !reached);
    let missed = missed.map(|(goal, _)| goals.describe(goal));
    assert_eq!(missed.collect::<Vec<_>>(), Vec::<String>::new());
}
