//! Tests of dominance, sorting and crowding. Some tests use examples. Other tests compare the results for
//! random matrices with the definitions.

mod problems;

use std::rc::Rc;

use problems::{Condition, Nested};
use proptest::prelude::*;
use search::evaluation::Individual;
use search::objectives::Objectives;
use search::ranking::{Fronts, crowding, dominates, nondominated_sort, preference_sort, preferred};
use search::scores::Scores;
use search::selection::{Standing, survivors};
use search::{Archive, Cost, Goal, Problem as _};

fn scores(rows: &[&[f64]]) -> Scores {
    let goals = (0..rows[0].len() as u32).map(Goal).collect();
    Scores::new(goals, rows.concat())
}

fn sorted(mut fronts: Fronts) -> Fronts {
    for front in &mut fronts {
        front.sort_unstable();
    }
    fronts
}

#[test]
fn a_test_dominates_if_it_is_worse_on_no_objective_and_better_on_some_objective() {
    assert!(dominates(&[1.0, 2.0], &[1.0, 3.0]));
    assert!(!dominates(&[1.0, 2.0], &[1.0, 2.0]));
    assert!(!dominates(&[0.0, 4.0], &[1.0, 3.0]));
    assert!(!dominates(&[1.0, 3.0], &[1.0, 2.0]));
    assert!(dominates(&[1.0, f64::MAX], &[1.0, f64::INFINITY]));
    assert!(!dominates(&[], &[]));
    let (mut ones, mut twos) = ([1.0; 100], [2.0; 100]);
    assert!(dominates(&ones, &twos));
    (ones[99], twos[99]) = (5.0, 4.0);
    assert!(!dominates(&ones, &twos));
}

#[test]
fn each_front_is_non_dominated_if_the_earlier_fronts_are_removed() {
    let scores = scores(&[&[4.0, 4.0], &[1.0, 3.0], &[2.0, 3.0], &[3.0, 1.0], &[3.0, 3.0], &[1.0, 3.0]]);
    let fronts = nondominated_sort(&scores, (0..6).collect());
    assert_eq!(sorted(fronts), [vec![1, 3, 5], vec![2], vec![4], vec![0]]);
}

#[test]
fn the_preferred_test_is_the_closest_then_the_shortest_then_the_newest() {
    let check = |rows: &[&[f64]], lengths: &[usize], expect: &[usize]| {
        assert_eq!(preferred(&scores(rows), lengths), expect);
    };
    check(&[&[2.0], &[1.0]], &[1, 9], &[1]);
    check(&[&[1.0], &[1.0]], &[9, 1], &[1]);
    check(&[&[1.0], &[1.0]], &[3, 3], &[0]);
    check(&[&[2.0, 2.0], &[1.0, 1.0], &[5.0, 1.0]], &[1, 2, 1], &[1, 2]);
}

#[test]
fn preference_sort_ranks_the_best_test_for_a_goal_before_the_other_tests_of_its_pareto_front() {
    // Rows 0 to 3 are non-dominated. Rows 0 and 3 are each the best test for a goal.
    let scores = scores(&[&[1.0, 9.0], &[2.0, 5.0], &[6.0, 4.0], &[9.0, 1.0], &[9.0, 9.0]]);
    let sort = |population| sorted(preference_sort(&scores, &[1; 5], population));
    assert_eq!(sort(2), [vec![0, 3], vec![1, 2], vec![4]]);
    assert_eq!(sort(1), [vec![0, 3], vec![1, 2, 4]], "the tests after the preferred tests must be one front");
}

#[test]
fn the_crowding_value_is_the_largest_number_of_net_wins_of_any_other_test() {
    let scores = scores(&[&[1.0, 1.0, 9.0], &[2.0, 2.0, 1.0], &[3.0, 0.0, 5.0]]);
    // Test 0 is better than test 1 on two objectives and worse on one objective. In the same way, test 1 is
    // better than test 2, and test 2 is better than test 0.
    assert_eq!(crowding(&scores, &[0, 1, 2]), [1, 1, 1]);
    assert_eq!(crowding(&scores, &[0, 1]), [-1, 1]);
    assert_eq!(crowding(&scores, &[1]), [-3]);
}

#[test]
fn survivors_are_whole_fronts_then_the_least_crowded_tests() {
    let scores = scores(&[&[1.0, 1.0, 9.0], &[2.0, 2.0, 1.0], &[0.0, 0.0, 0.0]]);
    let standing = |rank, crowding| Standing { rank, crowding };
    let fronts = vec![vec![2], vec![1, 0]];
    assert_eq!(survivors(&scores, &fronts, 2), [(2, standing(0, -3)), (0, standing(1, -1))]);
    assert_eq!(survivors(&scores, &fronts, 9).len(), 3);
}

#[test]
fn an_invalid_test_has_infinite_fitness_on_every_objective() {
    let problem = program(&[(0, true), (0, true)]);
    let mut scores = Scores::new(vec![Goal(0), Goal(1)], Vec::new());
    scores.push(&problem, &Individual { valid: false, ..individual(&[0, 0]) });
    assert_eq!(scores.row(0), [f64::INFINITY; 2]);
}

#[test]
fn the_fitness_of_a_parent_is_computed_only_on_new_objectives() {
    let problem = program(&[(0, true), (0, true), (0, true)]);
    let parents = Scores::new(vec![Goal(0), Goal(2)], vec![70.0, 72.0]);
    let mut scores = Scores::new(vec![Goal(1), Goal(2)], Vec::new());
    let columns = scores.columns_in(&parents);
    scores.push_scored(&problem, &individual(&[0, 0, 0]), parents.row(0), &columns);
    assert_eq!((scores.row(0)[1], problem.computed.borrow().as_slice()), (72.0, &[Goal(1)][..]));
}

fn individual(test: &[i64]) -> Individual<Nested> {
    Individual {
        test: Rc::new(test.to_vec()),
        trace: test.to_vec(),
        length: test.len(),
        archive_length: test.len(),
        valid: true,
        threw: false,
        ticks: 1,
        newly_covered_count: 0,
    }
}

/// Computes the fronts by their definition: repeatedly removes the tests that no remaining test dominates.
fn fronts_by_definition(scores: &Scores, mut remaining: Vec<usize>) -> Fronts {
    let mut fronts = Vec::new();
    while !remaining.is_empty() {
        let is_dominated =
            |&test: &usize| remaining.iter().any(|&other| dominates(scores.row(other), scores.row(test)));
        let (dominated, front) = remaining.iter().copied().partition(is_dominated);
        remaining = dominated;
        fronts.push(front);
    }
    fronts
}

/// A goal of a random program. The number selects an earlier goal as the parent, or no parent. The boolean is
/// true if the condition is unsatisfiable, so that uncovered goals remain.
type RandomGoal = (usize, bool);

fn program(goals: &[RandomGoal]) -> Nested {
    let condition = |(goal, &(parent, unsatisfiable)): (usize, &RandomGoal)| Condition {
        parent: (parent % (goal + 1)).checked_sub(1),
        distance: Box::new(move |test| u64::from(unsatisfiable) + test[goal].unsigned_abs() / 2),
    };
    Nested::new(goals.len(), 6, goals.iter().enumerate().map(condition).collect())
}

/// Generates a random program and tests for the program.
fn program_and_tests() -> impl Strategy<Value = (Vec<RandomGoal>, Vec<Vec<i64>>)> {
    let goals = prop::collection::vec(any::<RandomGoal>(), 1..12);
    goals.prop_flat_map(|goals| {
        let test = prop::collection::vec(0_i64..6, goals.len());
        (Just(goals), prop::collection::vec(test, 1..20))
    })
}

/// Returns the archive and the objectives after a search that executes the tests. Each generation has three
/// tests.
fn archive_and_objectives(problem: &Nested, tests: &[Vec<i64>]) -> (Archive<Vec<i64>>, Objectives) {
    let mut archive = Archive::default();
    let mut objectives = Objectives::roots(problem);
    for chunk in tests.chunks(3) {
        let mut newly_covered = Vec::new();
        for test in chunk {
            let mut covered = Vec::new();
            problem.visit_covered(test, &mut |goal| covered.push(goal));
            newly_covered.extend(archive.offer(
                &Rc::new(test.clone()),
                Cost { threw: false, length: 1, ticks: 1 },
                &covered,
            ));
        }
        objectives.update(problem, &archive, &newly_covered);
    }
    (archive, objectives)
}

/// Sorts the tests by their fitness on some goals.
fn fronts_on(problem: &Nested, tests: &[Vec<i64>], goals: Vec<Goal>) -> Fronts {
    let mut scores = Scores::new(goals, Vec::new());
    for test in tests {
        scores.push(problem, &individual(test));
    }
    let lengths: Vec<usize> = tests.iter().map(|test| problem.length(test)).collect();
    sorted(preference_sort(&scores, &lengths, tests.len()))
}

proptest! {
    #[test]
    fn fronts_are_equal_to_the_fronts_of_the_definition(
        rows in prop::collection::vec(prop::collection::vec(0_u8..4, 3), 1..25),
        equal in 0_usize..40,
    ) {
        // All tests have equal fitness on the first `equal` objectives. The fronts must not depend on the
        // position of the first difference between two rows.
        let rows = rows.iter().map(|row| [&vec![0; equal], &row[..]].concat());
        let rows: Vec<Vec<f64>> = rows.map(|row| row.into_iter().map(f64::from).collect()).collect();
        let scores = scores(&rows.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let tests: Vec<usize> = (0..rows.len()).collect();
        prop_assert_eq!(sorted(nondominated_sort(&scores, tests.clone())), fronts_by_definition(&scores, tests));
    }

    /// Compares the objectives with Algorithm 7 of the DynaMOSA paper, which walks from the roots through
    /// covered goals to the first uncovered goals.
    #[test]
    fn objectives_are_the_first_uncovered_goals_on_the_paths_from_the_roots((goals, tests) in program_and_tests()) {
        let problem = program(&goals);
        let (archive, objectives) = archive_and_objectives(&problem, &tests);
        let mut walk = problem.roots();
        let mut reached = Vec::new();
        while let Some(goal) = walk.pop() {
            if archive.is_covered(goal) {
                walk.extend(problem.dependents(goal));
            } else {
                reached.push(goal);
            }
        }
        reached.sort();
        prop_assert_eq!(objectives.goals(), reached);
    }

    /// Theorem 1 of the DynaMOSA paper: the fitness on an uncovered goal is the fitness on one of the
    /// objectives plus a constant. The best tests for the objectives are therefore the best tests for all
    /// uncovered goals, and the fronts are the same for both sets of goals.
    #[test]
    fn sorting_by_the_objectives_equals_sorting_by_all_uncovered_goals((goals, tests) in program_and_tests()) {
        let problem = program(&goals);
        let (archive, objectives) = archive_and_objectives(&problem, &tests);
        let uncovered: Vec<Goal> =
            (0..problem.goal_count() as u32).map(Goal).filter(|&goal| !archive.is_covered(goal)).collect();
        prop_assert!(objectives.goals().iter().all(|goal| uncovered.contains(goal)));
        let expect = fronts_on(&problem, &tests, uncovered);
        prop_assert_eq!(fronts_on(&problem, &tests, objectives.goals()), expect);
    }
}

#[test]
fn equal_columns_become_one_column_with_their_number_as_weight() {
    let scores = scores(&[&[1.0, 2.0, 1.0, 2.0], &[3.0, 4.0, 3.0, 5.0]]);
    let distinct = scores.distinct();
    assert_eq!(distinct.goals, [Goal(0), Goal(1), Goal(3)]);
    assert_eq!(distinct.weights, [2, 1, 1]);
    assert_eq!(distinct.row(1), [3.0, 4.0, 5.0]);
}

proptest! {
    #[test]
    fn merging_equal_columns_changes_neither_fronts_nor_crowding(rows in prop::collection::vec(prop::collection::vec(0_u8..3, 9), 1..12)) {
        let rows: Vec<Vec<f64>> = rows.iter().map(|row| row.iter().map(|&it| f64::from(it % 2)).collect()).collect();
        let rows: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
        let all = scores(&rows);
        let distinct = all.distinct();
        let tests: Vec<usize> = (0..rows.len()).collect();
        prop_assert_eq!(nondominated_sort(&all, tests.clone()), nondominated_sort(&distinct, tests.clone()));
        prop_assert_eq!(crowding(&all, &tests), crowding(&distinct, &tests));
    }
}
