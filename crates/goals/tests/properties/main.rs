//! What holds of goals and fitness for every program and execution.

mod subject;
mod traces;

use std::collections::BTreeSet;
use std::env;
use std::fs::{self, File};
use std::io::Read;
use std::iter;
use std::path::Path;

use analysis::{DistanceId, Method, MethodIndex, Program};
use classfile::ClassFile;
use goals::{
    Criterion, GoalId, GoalOptions, Goals, IndexedTrace, Selection, SuiteContribution, SuiteTrace, Trace, nu,
};
use mutation::MutantId;
use proptest::prelude::*;
use zip::ZipArchive;

use crate::subject::PROGRAM;
use crate::traces::{control, trace};

const SELECTIONS: [Selection; 5] = [
    Selection::All,
    Selection::Smart,
    Selection::SmartWithoutSubsumption,
    Selection::LineGroup,
    Selection::WeakMutationGroup,
];

/// Some criteria, mostly many, in any order.
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

/// What some goals are, in words.
fn words(goals: &Goals, of: Vec<GoalId>) -> Vec<String> {
    of.into_iter().map(|goal| format!("{}: {}", goal.0, goals.describe(goal))).collect()
}

/// The methods that an execution entered or ran on in.
fn entered(trace: &Trace) -> BTreeSet<MethodIndex> {
    let has_run = |method: &Method| {
        let mut ids = traces::probed(method).flat_map(DistanceId::range);
        ids.any(|id| trace.branches.iter().any(|(ran, _)| *ran == id))
    };
    let run_on = PROGRAM.methods.iter_enumerated().filter(|(_, method)| has_run(method)).map(|(id, _)| id);
    run_on.chain(trace.methods.iter().copied()).collect()
}

fn imprints(goals: &Goals, traces: &[Trace]) -> Vec<SuiteContribution> {
    let mut dense = IndexedTrace::default();
    traces.iter().map(|trace| goals.contribution(trace, &mut dense)).collect()
}

fn suite(goals: &Goals, traces: &[Trace]) -> SuiteTrace {
    let mut suite = SuiteTrace::default();
    goals.load_suite(imprints(goals, traces).iter(), &mut suite);
    suite
}

fn all_fitness(goals: &Goals, dense: &IndexedTrace) -> Vec<f64> {
    ids(goals).map(|goal| goals.fitness(goal, dense)).collect()
}

proptest! {
    #[test]
    fn fitness_is_zero_exactly_when_covered(criteria in criteria(), trace in trace()) {
        let mut goals = goals_of(&criteria);
        goals.record_exception(&trace);
        let mut dense = IndexedTrace::default();
        goals.load(&trace, &mut dense);
        let fitness = all_fitness(&goals, &dense);
        let zero: Vec<GoalId> = ids(&goals).zip(&fitness).filter(|(_, fitness)| **fitness == 0.0).map(|(goal, _)| goal).collect();
        prop_assert_eq!(words(&goals, zero), words(&goals, covered(&goals, &trace)));
        prop_assert!(fitness.iter().all(|&fitness| fitness >= 0.0 && fitness.is_finite()));
    }

    #[test]
    fn what_is_idle_changes_nothing_for_open_goals(
        criteria in criteria(),
        trace in trace(),
        open in prop::collection::vec(prop::bool::weighted(0.01), 4096),
    ) {
        let goals = goals_of(&criteria);
        let is_open = |goal: GoalId| open[goal.index()];
        let idle = goals.unneeded_distances(&is_open);
        let trace = Trace { methods: entered(&trace).into_iter().collect(), ..trace };
        let mut less = trace.clone();
        less.branches.retain(|(id, _)| !idle.contains(id));
        less.repeated.retain(|id| !idle.contains(id));
        let seen = |trace: &Trace| {
            let mut dense = IndexedTrace::default();
            goals.load(trace, &mut dense);
            let covered = covered(&goals, trace).into_iter().filter(|&goal| is_open(goal));
            let fitness = ids(&goals).filter(|&goal| is_open(goal)).map(|goal| goals.fitness(goal, &dense));
            let suite = suite(&goals, std::slice::from_ref(trace));
            let of_suite = criteria.iter().map(|&criterion| {
                goals.suite_fitness(criterion, &mut goals.of(criterion).filter(|&goal| is_open(goal)), &suite)
            });
            (words(&goals, covered.collect()), fitness.chain(of_suite).collect::<Vec<f64>>())
        };
        prop_assert_eq!(seen(&less), seen(&trace));
    }

    #[test]
    fn all_is_idle_once_nothing_is_open(criteria in criteria()) {
        let goals = goals_of(&criteria);
        prop_assert_eq!(goals.unneeded_distances(&|_| false), (0..PROGRAM.distance_count()).map(DistanceId).collect::<Vec<_>>());
    }

    #[test]
    fn a_mutant_that_is_seen_gave_another_value(trace in trace()) {
        let goals = goals_of(&[Criterion::WeakMutation, Criterion::StrongMutation]);
        let mut dense = IndexedTrace::default();
        goals.load(&trace, &mut dense);
        for (weak, strong) in goals.of(Criterion::WeakMutation).zip(goals.of(Criterion::StrongMutation)) {
            prop_assert_eq!(goals.mutant(weak), goals.mutant(strong));
            let (weak, strong) = (goals.fitness(weak, &dense), goals.fitness(strong, &dense));
            prop_assert!(strong > 0.0 || weak == 0.0);
        }
    }

    #[test]
    fn what_existing_tests_cover_is_covered_by_no_other(criteria in criteria(), existing in trace(), trace in trace()) {
        let goals = goals_of(&criteria);
        let mut left = goals.clone();
        left.add_existing_test(&existing);
        let settled: Vec<GoalId> = left.covered_by_existing().collect();
        prop_assert!(covered(&goals, &existing).iter().all(|goal| settled.contains(goal)));
        let unsettled = covered(&goals, &trace).into_iter().filter(|goal| !settled.contains(goal)).collect();
        prop_assert_eq!(words(&goals, covered(&left, &trace)), words(&goals, unsettled));
    }

    #[test]
    fn an_existing_test_settles_the_mutants_that_it_infects(existing in trace()) {
        let mut goals = goals_of(&[Criterion::StrongMutation]);
        let infected: Vec<MutantId> = goals.infected_by(&existing).ones().map(MutantId::from).collect();
        goals.add_existing_test(&existing);
        let settled: Vec<MutantId> = goals.covered_by_existing().filter_map(|goal| goals.strong_mutant(goal)).collect();
        prop_assert_eq!(settled, infected);
        // Of mutants that nobody asked about it settles none.
        Goals::branches(&PROGRAM).add_existing_test(&existing);
    }

    #[test]
    fn a_suite_is_at_zero_on_what_its_tests_cover(
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
    fn a_suite_of_one_test_is_at_zero_on_nothing_else(criteria in criteria(), trace in trace()) {
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
    fn nothing_of_an_earlier_execution_is_left(criteria in criteria(), first in trace(), second in trace()) {
        let mut goals = goals_of(&criteria);
        goals.record_exception(&first);
        goals.record_exception(&second);
        let (mut reused, mut fresh) = (IndexedTrace::default(), IndexedTrace::default());
        goals.load(&first, &mut reused);
        // What is found only when asked for is not to be left either.
        all_fitness(&goals, &reused);
        goals.load(&second, &mut reused);
        goals.load(&second, &mut fresh);
        prop_assert_eq!(all_fitness(&goals, &reused), all_fitness(&goals, &fresh));
    }

    #[test]
    fn nothing_of_an_earlier_suite_is_left(
        criteria in criteria(),
        first in prop::collection::vec(trace(), 0..3),
        second in prop::collection::vec(trace(), 0..3),
    ) {
        let mut goals = goals_of(&criteria);
        first.iter().chain(&second).for_each(|trace| goals.record_exception(trace));
        let mut reused = suite(&goals, &first);
        goals.load_suite(imprints(&goals, &second).iter(), &mut reused);
        let fresh = suite(&goals, &second);
        for criterion in criteria {
            let fitness = |suite| goals.suite_fitness(criterion, &mut goals.of(criterion), suite);
            prop_assert_eq!(fitness(&reused), fitness(&fresh), "{}", criterion.name());
        }
    }

    #[test]
    fn flags_only_bring_branches_nearer_that_were_missed(trace in control()) {
        let with = Goals::branches(&PROGRAM);
        let without = with.clone().without_flags();
        let (mut graded, mut plain) = (IndexedTrace::default(), IndexedTrace::default());
        with.load(&trace, &mut graded);
        without.load(&trace, &mut plain);
        let branches = PROGRAM.branches.len();
        for (goal, (graded, plain)) in (0..).zip(iter::zip(all_fitness(&with, &graded), all_fitness(&without, &plain))) {
            prop_assert!(graded <= plain && plain - graded <= 1.0, "no change is worth more than a level");
            prop_assert!(goal < branches || graded == plain);
        }
        prop_assert_eq!(covered(&with, &trace), covered(&without, &trace));
    }

    #[test]
    fn a_method_that_is_not_entered_is_worse_than_any_way_through_it(trace in control()) {
        let goals = Goals::branches(&PROGRAM);
        let entered = entered(&trace);
        let (mut dense, mut nothing) = (IndexedTrace::default(), IndexedTrace::default());
        goals.load(&trace, &mut dense);
        goals.load(&Trace::default(), &mut nothing);
        for goal in ids(&goals) {
            let method = goals.method(goal);
            let (some, none) = (goals.fitness(goal, &dense), goals.fitness(goal, &nothing));
            prop_assert_eq!(some < none, entered.contains(&method));
        }
    }

    #[test]
    fn normalising_keeps_the_order(a in 0..10_000_000_u32, b in 0..10_000_000_u32) {
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
fn every_goal_hangs_on_a_root_in_the_end() {
    assert_all_are_reached(&Goals::branches(&PROGRAM));
}

#[test]
fn every_goal_that_guides_hangs_on_a_root_in_the_end_if_branches_guide() {
    for selection in SELECTIONS {
        let criteria = Criterion::ALL.to_vec();
        let goals = subject::goals(&GoalOptions { criteria, selection, objectives: vec![Criterion::Branch] });
        assert!(goals.of(Criterion::Branch).all(|goal| goals.is_objective(goal)));
        assert_all_are_reached(&goals);
    }
}

#[test]
fn every_goal_of_the_subject_libraries_hangs_on_a_root_in_the_end() {
    let Some(folder) = env::var_os("TESTUDO_SUBJECTS") else {
        println!("skipped: TESTUDO_SUBJECTS names no folder of libraries");
        return;
    };
    for library in fs::read_dir(folder).unwrap() {
        for jar in fs::read_dir(library.unwrap().path()).unwrap().map(|entry| entry.unwrap().path()) {
            if jar.extension().is_some_and(|extension| extension == "jar") {
                classes(&jar).iter().for_each(|class| {
                    assert_all_are_reached(&Goals::branches(&Program::new(&[class]).unwrap()));
                });
            }
        }
    }
}

fn assert_all_are_reached(goals: &Goals) {
    let mut reached = vec![false; goals.len()];
    let mut open = goals.roots().to_vec();
    while let Some(goal) = open.pop() {
        assert!(goals.is_objective(goal), "{}", goals.describe(goal));
        if !std::mem::replace(&mut reached[goal.index()], true) {
            open.extend(goals.dependents(goal));
        }
    }
    let missed =
        iter::zip(ids(goals), reached).filter(|&(goal, reached)| goals.is_objective(goal) && !reached);
    let missed = missed.map(|(goal, _)| goals.describe(goal));
    assert_eq!(missed.collect::<Vec<_>>(), Vec::<String>::new());
}

fn classes(jar: &Path) -> Vec<ClassFile> {
    let mut archive = ZipArchive::new(File::open(jar).unwrap()).unwrap();
    let mut classes = Vec::new();
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).unwrap();
        if entry.name().ends_with(".class") {
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            classes.push(ClassFile::read(&bytes).unwrap());
        }
    }
    classes
}
