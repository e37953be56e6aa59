//! Dominance, sorting, crowding: worked out by hand, and by definition on random matrices.

mod problems;

use std::rc::Rc;

use problems::{Condition, Nested};
use proptest::prelude::*;
use search::evaluation::Individual;
use search::objectives::Objectives;
use search::ranking::{Fronts, crowding, dominates, nondominated_sort, preference_sort, preferred};
use search::scores::Scores;
use search::selection::{Standing, survivors};
use search::{Archive, Goal, Problem as _};

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
fn a_test_dominates_where_it_is_nowhere_worse_and_somewhere_better() {
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
fn fronts_are_peeled_off_one_by_one() {
    let scores = scores(&[&[4.0, 4.0], &[1.0, 3.0], &[2.0, 3.0], &[3.0, 1.0], &[3.0, 3.0], &[1.0, 3.0]]);
    let fronts = nondominated_sort(&scores, (0..6).collect());
    assert_eq!(sorted(fronts), [vec![1, 3, 5], vec![2], vec![4], vec![0]]);
}

#[test]
fn the_preferred_test_is_the_closest_then_the_shortest_then_the_newest() {
    let check = |rows: &[&[f64]], lengths: &[usize], by_length: &[bool], expect: &[usize]| {
        assert_eq!(preferred(&scores(rows), lengths, by_length), expect);
    };
    check(&[&[2.0], &[1.0]], &[1, 9], &[true], &[1]);
    check(&[&[1.0], &[1.0]], &[9, 1], &[true], &[1]);
    check(&[&[1.0], &[1.0]], &[9, 1], &[false], &[0]);
    check(&[&[1.0], &[1.0]], &[3, 3], &[true], &[0]);
    check(&[&[2.0, 2.0], &[1.0, 1.0], &[5.0, 1.0]], &[1, 2, 1], &[true, true], &[1, 2]);
    check(&[&[2.0, 2.0], &[1.0, 1.0], &[5.0, 1.0]], &[1, 2, 1], &[true, false], &[1]);
}

#[test]
fn preference_sort_puts_a_test_best_for_a_goal_before_the_rest_of_its_pareto_front() {
    // All are non-dominated; row 0 and 3 are the closest to a goal each.
    let scores = scores(&[&[1.0, 9.0], &[2.0, 5.0], &[6.0, 4.0], &[9.0, 1.0], &[9.0, 9.0]]);
    let sort = |population| sorted(preference_sort(&scores, &[1; 5], &[true; 2], population));
    assert_eq!(sort(2), [vec![0, 3], vec![1, 2], vec![4]]);
    assert_eq!(sort(1), [vec![0, 3], vec![1, 2, 4]], "preferred tests exceed the population");
}

#[test]
fn crowding_is_the_largest_net_number_of_lost_objectives() {
    let scores = scores(&[&[1.0, 1.0, 9.0], &[2.0, 2.0, 1.0], &[3.0, 0.0, 5.0]]);
    // 0 beats 1 twice and loses once; 1 beats 2 twice and loses once; 2 beats 0 twice and loses once.
    assert_eq!(crowding(&scores, &[0, 1, 2]), [1, 1, 1]);
    assert_eq!(crowding(&scores, &[0, 1]), [-1, 1]);
    assert_eq!(crowding(&scores, &[1]), [-3]);
}

#[test]
fn survivors_are_whole_fronts_then_the_least_crowded() {
    let scores = scores(&[&[1.0, 1.0, 9.0], &[2.0, 2.0, 1.0], &[0.0, 0.0, 0.0]]);
    let standing = |rank, crowding| Standing { rank, crowding };
    let fronts = vec![vec![2], vec![1, 0]];
    assert_eq!(survivors(&scores, &fronts, 2), [(2, standing(0, -3)), (0, standing(1, -1))]);
    assert_eq!(survivors(&scores, &fronts, 9).len(), 3);
}

#[test]
fn an_invalid_test_is_infinitely_far_from_every_goal() {
    let problem = program(&[(0, true), (0, true)]);
    let mut scores = Scores::new(vec![Goal(0), Goal(1)], Vec::new());
    scores.push(&problem, &Individual { valid: false, ..individual(&[0, 0]) });
    assert_eq!(scores.row(0), [f64::INFINITY; 2]);
}

#[test]
fn only_fitness_on_new_objectives_is_computed_for_a_known_test() {
    let problem = program(&[(0, true), (0, true), (0, true)]);
    let known = Scores::new(vec![Goal(0), Goal(2)], vec![70.0, 72.0]);
    let mut scores = Scores::new(vec![Goal(1), Goal(2)], Vec::new());
    let columns = scores.columns_in(&known);
    scores.push_known(&problem, &individual(&[0, 0, 0]), known.row(0), &columns);
    assert_eq!((scores.row(0)[1], problem.asked.borrow().as_slice()), (72.0, &[Goal(1)][..]));
}

fn individual(test: &[i64]) -> Individual<Nested> {
    Individual {
        test: Rc::new(test.to_vec()),
        trace: test.to_vec(),
        length: test.len(),
        valid: true,
        threw: false,
        covered_first: 0,
    }
}

/// Fronts by definition: peel off what nothing left dominates.
fn peeled(scores: &Scores, mut left: Vec<usize>) -> Fronts {
    let mut fronts = Vec::new();
    while !left.is_empty() {
        let dominated = |&test: &usize| left.iter().any(|&o| dominates(scores.row(o), scores.row(test)));
        let (behind, front) = left.iter().copied().partition(dominated);
        left = behind;
        fronts.push(front);
    }
    fronts
}

/// A goal of a random program: its parent, modulo no parent and the goals before it, and whether its condition
/// can never hold, so that something is left to cover.
type RandomGoal = (usize, bool);

fn program(goals: &[RandomGoal]) -> Nested {
    let condition = |(goal, &(parent, open)): (usize, &RandomGoal)| Condition {
        parent: (parent % (goal + 1)).checked_sub(1),
        distance: Box::new(move |test| u64::from(open) + test[goal].unsigned_abs() / 2),
    };
    Nested::new(goals.len(), 6, goals.iter().enumerate().map(condition).collect())
}

/// A random program and tests for it.
fn executed() -> impl Strategy<Value = (Vec<RandomGoal>, Vec<Vec<i64>>)> {
    let goals = prop::collection::vec(any::<RandomGoal>(), 1..12);
    goals.prop_flat_map(|goals| {
        let test = prop::collection::vec(0_i64..6, goals.len());
        (Just(goals), prop::collection::vec(test, 1..20))
    })
}

/// Covered goals in an archive, in chunks of tests as generations bring them, with the objectives kept up.
fn archived(problem: &Nested, tests: &[Vec<i64>]) -> (Archive<Vec<i64>>, Objectives) {
    let mut archive = Archive::default();
    let mut objectives = Objectives::roots(problem);
    for chunk in tests.chunks(3) {
        let mut newly_covered = Vec::new();
        for test in chunk {
            let mut covers = Vec::new();
            problem.covered(test, &mut |goal| covers.push(goal));
            newly_covered.extend(archive.offer(&Rc::new(test.clone()), false, 1, &covers));
        }
        objectives.update(problem, &archive, &newly_covered);
    }
    (archive, objectives)
}

fn fronts_on(problem: &Nested, tests: &[Vec<i64>], goals: Vec<Goal>) -> Fronts {
    let by_length = vec![true; goals.len()];
    let mut scores = Scores::new(goals, Vec::new());
    for test in tests {
        scores.push(problem, &individual(test));
    }
    let lengths: Vec<usize> = tests.iter().map(|test| problem.length(test)).collect();
    sorted(preference_sort(&scores, &lengths, &by_length, tests.len()))
}

proptest! {
    #[test]
    fn fronts_are_those_of_the_definition(
        rows in prop::collection::vec(prop::collection::vec(0_u8..4, 3), 1..25),
        alike in 0_usize..40,
    ) {
        // Objectives on which all are alike come first: fronts do not depend on how far differences are.
        let rows = rows.iter().map(|row| [&vec![0; alike], &row[..]].concat());
        let rows: Vec<Vec<f64>> = rows.map(|row| row.into_iter().map(f64::from).collect()).collect();
        let scores = scores(&rows.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let tests: Vec<usize> = (0..rows.len()).collect();
        prop_assert_eq!(sorted(nondominated_sort(&scores, tests.clone())), peeled(&scores, tests));
    }

    /// Algorithm 7 of the paper, step by step: the walk from the roots through covered goals to the first
    /// uncovered ones.
    #[test]
    fn objectives_are_the_first_uncovered_goals_met_from_the_roots((goals, tests) in executed()) {
        let problem = program(&goals);
        let (archive, objectives) = archived(&problem, &tests);
        let mut walk = problem.roots();
        let mut met = Vec::new();
        while let Some(goal) = walk.pop() {
            if archive.is_covered(goal) {
                walk.extend(problem.dependents(goal));
            } else {
                met.push(goal);
            }
        }
        met.sort();
        prop_assert_eq!(objectives.goals(), met);
    }

    /// Theorem 1 of the DynaMOSA paper: fitness on an uncovered goal is that on one of the objectives plus
    /// a constant, so tests closest to the objectives are the tests closest to all uncovered goals, and
    /// sorting by either gives the same fronts.
    #[test]
    fn sorting_by_the_objectives_is_sorting_by_all_uncovered_goals((goals, tests) in executed()) {
        let problem = program(&goals);
        let (archive, objectives) = archived(&problem, &tests);
        let uncovered: Vec<Goal> =
            (0..problem.goals() as u32).map(Goal).filter(|&goal| !archive.is_covered(goal)).collect();
        prop_assert!(objectives.goals().iter().all(|goal| uncovered.contains(goal)));
        let expect = fronts_on(&problem, &tests, uncovered);
        prop_assert_eq!(fronts_on(&problem, &tests, objectives.goals()), expect);
    }
}

#[test]
fn columns_that_are_the_same_become_one_of_their_weight() {
    let scores = scores(&[&[1.0, 2.0, 1.0, 2.0], &[3.0, 4.0, 3.0, 5.0]]);
    let (distinct, flags) = scores.distinct(&[true, true, true, false]);
    assert_eq!(distinct.goals, [Goal(0), Goal(1), Goal(3)]);
    assert_eq!(distinct.weights, [2, 1, 1]);
    assert_eq!(flags, [true, true, false]);
    assert_eq!(distinct.row(1), [3.0, 4.0, 5.0]);
}

#[test]
fn columns_of_different_flags_stay_apart() {
    let scores = scores(&[&[1.0, 1.0]]);
    assert_eq!(scores.distinct(&[true, false]).0.goals.len(), 2);
}

proptest! {
    #[test]
    fn fronts_and_crowding_are_the_same_by_distinct_columns(rows in prop::collection::vec(prop::collection::vec(0_u8..3, 9), 1..12)) {
        let rows: Vec<Vec<f64>> = rows.iter().map(|row| row.iter().map(|&it| f64::from(it % 2)).collect()).collect();
        let rows: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
        let all = scores(&rows);
        let (distinct, _) = all.distinct(&[true; 9]);
        let tests: Vec<usize> = (0..rows.len()).collect();
        prop_assert_eq!(nondominated_sort(&all, tests.clone()), nondominated_sort(&distinct, tests.clone()));
        prop_assert_eq!(crowding(&all, &tests), crowding(&distinct, &tests));
    }
}
