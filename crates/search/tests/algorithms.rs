//! Tests of the algorithms on small artificial problems.

mod problems;

use std::cell::Cell;

use problems::{Condition, Distance, Nested};
use rand::SeedableRng as _;
use search::{Algorithm, Budget, Goal, Parameters, Problem as _, Progress, Rng, SearchResult, Spent};

const ALGORITHMS: [Algorithm; 8] = [
    Algorithm::Random,
    Algorithm::OneGoal,
    Algorithm::Ws,
    Algorithm::Wsa,
    Algorithm::Mosa,
    Algorithm::Dynamosa,
    Algorithm::DynamosaRank,
    Algorithm::DynamosaPref,
];

/// Returns the algorithms whose individuals are tests, not suites.
fn algorithms_on_tests() -> impl Iterator<Item = Algorithm> {
    ALGORITHMS.into_iter().filter(|algorithm| !matches!(algorithm, Algorithm::Ws | Algorithm::Wsa))
}

/// Returns the algorithms whose archive never loses a covered goal.
fn algorithms_with_archive() -> impl Iterator<Item = Algorithm> {
    ALGORITHMS.into_iter().filter(|algorithm| *algorithm != Algorithm::Ws)
}

fn run(algorithm: &Algorithm, problem: &mut Nested, budget: &Budget) -> SearchResult<Nested> {
    let mut rng = Rng::seed_from_u64(7);
    algorithm.search(problem, &Parameters::default(), budget, &mut rng, &mut |_| ())
}

fn budget_of_tests(limit: u64) -> Budget<'static> {
    Budget { tests: Some(limit), ..Budget::default() }
}

/// Returns a problem with nested goals on bits. Goal `i` requires that bits `0..=i` are set.
fn leading_ones(bits: usize) -> Nested {
    let bit = |i: usize| Condition {
        parent: i.checked_sub(1),
        distance: Box::new(move |test| u64::from(test[i] == 0)),
    };
    Nested::new(bits, 2, (0..bits).map(bit).collect())
}

/// Returns a problem with independent goals. Goal `i` requires that variable `i` has a certain value in
/// `0..range`.
fn numbers(variables: usize, range: i64) -> Nested {
    let number = |i: usize| Condition {
        parent: None,
        distance: Box::new(move |test| test[i].abs_diff((i as i64 * 7919 + 13) % range)),
    };
    Nested::new(variables, range, (0..variables).map(number).collect())
}

/// Returns a problem whose only goal cannot be covered, so that a search spends its whole budget.
fn uncoverable() -> Nested {
    Nested::new(4, 100, vec![Condition { parent: None, distance: Box::new(|test| 1 + test[0] as u64) }])
}

/// Expects that DynaMOSA covers all goals within a budget of tests, but that random search does not.
fn check(problem: impl Fn() -> Nested, budget: u64) {
    let result = run(&Algorithm::Dynamosa, &mut problem(), &budget_of_tests(budget));
    assert_eq!(result.archive.covered_count(), problem().goal_count());
    assert!(result.spent.tests < budget);
    let baseline = run(&Algorithm::Random, &mut problem(), &budget_of_tests(budget));
    assert!(baseline.archive.covered_count() < problem().goal_count());
}

#[test]
fn dynamosa_covers_nested_bits_that_random_search_does_not_cover() {
    check(|| leading_ones(32), 20_000);
}

#[test]
fn dynamosa_covers_goals_on_numbers_that_random_search_does_not_cover() {
    check(|| numbers(10, 10_000), 20_000);
}

#[test]
fn dynamosa_covers_nested_goals_whose_conditions_share_variables() {
    check(
        || {
            let goal = |parent, distance: Distance| Condition { parent, distance };
            let chain = vec![
                goal(None, Box::new(|x| x[0].abs_diff(9_000))),
                goal(Some(0), Box::new(|x| x[1].abs_diff(10_000 - x[0]))),
                goal(Some(1), Box::new(|x| (x[0] + x[1] + x[2]).abs_diff(10_000))),
            ];
            Nested::new(3, 10_000, chain)
        },
        20_000,
    );
}

#[test]
fn every_algorithm_except_random_search_follows_distances() {
    for algorithm in ALGORITHMS.into_iter().filter(|algorithm| *algorithm != Algorithm::Random) {
        let result = run(&algorithm, &mut numbers(4, 10_000), &budget_of_tests(100_000));
        assert_eq!(result.archive.covered_count(), 4, "{algorithm:?}");
    }
}

#[test]
fn mosa_and_its_variants_execute_seed_tests_first_within_the_budget() {
    for algorithm in &ALGORITHMS[4..] {
        for budget in 1..=3 {
            let mut problem = numbers(3, 10_000);
            problem.seed_tests = vec![vec![13, 0, 0], vec![0, 7_932, 0], vec![0, 0, 5_851]];
            let result = run(algorithm, &mut problem, &budget_of_tests(budget));
            let amounts = (result.archive.covered_count() as u64, result.spent.tests);
            assert_eq!(amounts, (budget, budget), "{algorithm:?}");
        }
    }
}

#[test]
fn mosa_optimises_all_goals_from_the_first_generation() {
    let mut problem = leading_ones(16);
    run(&Algorithm::Mosa, &mut problem, &Budget { generations: Some(1), ..Budget::default() });
    assert_eq!(problem.computed.borrow().iter().max(), Some(&Goal(15)));
}

#[test]
fn one_goal_at_a_time_assigns_each_goal_an_equal_share_of_the_budget() {
    let goal = |distance: Distance| Condition { parent: None, distance };
    let uncoverable_goal = || goal(Box::new(|test: &[i64]| 1 + test[0] as u64));
    let number = goal(Box::new(|test: &[i64]| test[1].abs_diff(7_919)));
    let mut problem = Nested::new(2, 10_000, vec![uncoverable_goal(), number, uncoverable_goal()]);
    let result = run(&Algorithm::OneGoal, &mut problem, &budget_of_tests(9_000));
    assert_eq!((result.archive.covered_count(), result.spent.tests), (1, 9_000));
    let computed = |goal| problem.computed.borrow().iter().filter(|&&it| it == Goal(goal)).count();
    assert!(computed(0).abs_diff(computed(2)) < 2_000, "{} and {} computations", computed(0), computed(2));
    assert!(computed(1) < computed(0));
}

#[test]
fn one_goal_at_a_time_archives_a_test_that_covers_the_current_goal_for_all_its_goals() {
    let goal = |distance: Distance| Condition { parent: None, distance };
    let conditions = |min_distance: u64| {
        let hard = goal(Box::new(move |test: &[i64]| min_distance + test[0] as u64));
        vec![hard, goal(Box::new(|_| 0)), goal(Box::new(|test: &[i64]| u64::from(test[1] > 5_000)))]
    };
    for (min_distance, expect) in [(1, 0..=0), (0, 2..=3)] {
        let mut problem = Nested::new(2, 10_000, conditions(min_distance));
        problem.is_objective = |goal| goal.0 == 0;
        let result = run(&Algorithm::OneGoal, &mut problem, &budget_of_tests(9_000));
        assert!(expect.contains(&result.archive.covered_count()), "{}", result.archive.covered_count());
    }
}

#[test]
fn whole_suite_generation_returns_the_best_suite() {
    let mut problem = numbers(6, 1_000);
    let result = run(&Algorithm::Ws, &mut problem, &budget_of_tests(3_000));
    for goal in (0..6).map(Goal).filter(|&goal| result.archive.is_covered(goal)) {
        assert_eq!(problem.fitness(goal, &result.archive.test_for(goal).unwrap().test), 0.0);
    }
    assert!(problem.reported.is_empty(), "a search without an archive reports no covered goals");
}

#[test]
fn an_archived_test_covers_its_goals() {
    for algorithm in ALGORITHMS {
        let mut problem = leading_ones(12);
        let result = run(&algorithm, &mut problem, &budget_of_tests(3_000));
        for goal in (0..12).map(Goal).filter(|&goal| result.archive.is_covered(goal)) {
            let archived = result.archive.test_for(goal).unwrap();
            assert_eq!(problem.fitness(goal, &archived.test), 0.0);
        }
    }
}

#[test]
fn a_goal_is_no_objective_before_the_goal_that_it_depends_on_is_covered() {
    let mut problem = leading_ones(16);
    let result = run(&Algorithm::Dynamosa, &mut problem, &budget_of_tests(300));
    let covered = result.archive.covered_count() as u32;
    assert!(covered < 15, "the problem is too easy for this test");
    let computed = problem.computed.borrow();
    assert_eq!(
        computed.iter().max(),
        Some(&Goal(covered)),
        "the search computed the fitness on a goal after the first uncovered goal"
    );
}

#[test]
fn each_covered_goal_is_reported_once() {
    for algorithm in algorithms_with_archive() {
        let mut problem = leading_ones(10);
        let result = run(&algorithm, &mut problem, &budget_of_tests(500));
        let covered = (0..10).map(Goal).filter(|&goal| result.archive.is_covered(goal));
        let mut reported = problem.reported.clone();
        reported.sort();
        assert_eq!(reported, covered.collect::<Vec<_>>());
    }
}

#[test]
fn a_seed_always_leads_to_the_same_result_and_another_seed_leads_to_another_result() {
    let search = |algorithm: &Algorithm, seed| {
        let mut reports = Vec::new();
        let mut rng = Rng::seed_from_u64(seed);
        let result = algorithm.search(
            &mut numbers(8, 5_000),
            &Parameters::default(),
            &budget_of_tests(2_000),
            &mut rng,
            &mut |progress: &Progress| reports.push((progress.spent, progress.covered, progress.archived)),
        );
        let tests: Vec<Vec<i64>> =
            result.archive.tests().iter().map(|archived| (*archived.test).clone()).collect();
        (reports, tests)
    };
    for algorithm in ALGORITHMS {
        assert_eq!(search(&algorithm, 1), search(&algorithm, 1));
        assert_ne!(search(&algorithm, 1), search(&algorithm, 2));
    }
}

#[test]
fn coverage_never_decreases_and_progress_reports_are_consistent() {
    for algorithm in algorithms_with_archive() {
        let mut reports: Vec<(Spent, usize, usize)> = Vec::new();
        let mut rng = Rng::seed_from_u64(3);
        let result = algorithm.search(
            &mut numbers(12, 3_000),
            &Parameters::default(),
            &Budget { generations: Some(40), ..Budget::default() },
            &mut rng,
            &mut |progress| {
                let covered = (0..12).filter(|&goal| (progress.is_covered)(Goal(goal))).count();
                assert_eq!((progress.goals, progress.covered), (12, covered));
                reports.push((progress.spent, progress.covered, progress.archived));
            },
        );
        assert!(reports.is_sorted_by_key(|&(spent, covered, _)| (spent.generations, covered)));
        assert!(reports.iter().all(|&(_, covered, archived)| archived <= covered));
        let &(spent, covered, _) = reports.last().unwrap();
        assert_eq!((spent, covered), (result.spent, result.archive.covered_count()));
        assert_eq!(spent.statements, 12 * spent.tests);
    }
}

#[test]
fn a_problem_receives_the_archive_and_the_spent_share_after_each_generation() {
    let mut problem = numbers(12, 3_000);
    let result = run(&Algorithm::Dynamosa, &mut problem, &budget_of_tests(2_000));
    assert_eq!(problem.generations.len() as u64, result.spent.generations);
    assert!(problem.generations.is_sorted());
    assert!(problem.generations.iter().all(|&(covered, _)| covered <= result.archive.covered_count()));
    let &(covered, share) = problem.generations.last().unwrap();
    assert_eq!((covered, share), (result.archive.covered_count(), result.spent.tests as f64 / 2_000.0));
}

#[test]
fn invalid_tests_cover_nothing() {
    for algorithm in ALGORITHMS {
        let mut problem = leading_ones(8);
        problem.is_invalid = |test| test[2] == 1;
        let result = run(&algorithm, &mut problem, &budget_of_tests(2_000));
        assert_eq!(result.archive.covered_count(), 2);
    }
}

#[test]
fn a_search_with_only_invalid_tests_spends_its_budget() {
    for algorithm in ALGORITHMS {
        let mut problem = leading_ones(8);
        problem.is_invalid = |_| true;
        let result = run(&algorithm, &mut problem, &budget_of_tests(500));
        assert_eq!((result.archive.covered_count(), result.spent.tests), (0, 500));
    }
}

#[test]
fn a_search_without_objectives_spends_its_budget() {
    for algorithm in ALGORITHMS.into_iter().filter(|algorithm| *algorithm != Algorithm::OneGoal) {
        let mut problem = leading_ones(4);
        problem.is_objective = |_| false;
        let result = run(&algorithm, &mut problem, &budget_of_tests(500));
        assert_eq!(result.spent.tests, 500, "{algorithm:?}");
        assert!(
            algorithm == Algorithm::Ws || result.archive.covered_count() > 0,
            "{algorithm:?} must archive covered goals that are no objectives"
        );
    }
}

#[test]
fn a_search_ends_when_all_objectives_are_covered() {
    for algorithm in ALGORITHMS {
        let mut problem = leading_ones(12);
        problem.is_objective = |goal| goal.0 == 2;
        let result = run(&algorithm, &mut problem, &budget_of_tests(10_000));
        assert!(result.archive.is_covered(Goal(2)) && !result.archive.is_covered(Goal(11)), "{algorithm:?}");
        assert!(result.spent.tests < 10_000);
    }
}

#[test]
fn objectives_that_depend_on_a_goal_that_is_no_objective_are_optimised() {
    for algorithm in ALGORITHMS {
        let mut problem = leading_ones(16);
        problem.is_objective = |goal| goal.0 % 4 == 3;
        let result = run(&algorithm, &mut problem, &budget_of_tests(40_000));
        assert!(problem.computed.borrow().iter().all(|goal| goal.0 % 4 == 3), "{algorithm:?}");
        let covers_all = !matches!(algorithm, Algorithm::Random | Algorithm::Ws | Algorithm::OneGoal);
        assert!(
            !covers_all || result.archive.covered_count() == 16,
            "{algorithm:?}: {}",
            result.archive.covered_count()
        );
    }
}

#[test]
fn suites_evolve_towards_the_goals_of_several_functions() {
    for algorithm in [Algorithm::Ws, Algorithm::Wsa] {
        let mut problem = numbers(4, 10_000);
        problem.function_count = 3;
        let result = run(&algorithm, &mut problem, &budget_of_tests(100_000));
        assert_eq!(result.archive.covered_count(), 4, "{algorithm:?}");
    }
}

#[test]
fn a_budget_of_tests_is_spent_exactly() {
    for algorithm in ALGORITHMS {
        for limit in [0, 1, 49, 50, 51, 317] {
            assert_eq!(run(&algorithm, &mut uncoverable(), &budget_of_tests(limit)).spent.tests, limit);
        }
    }
}

#[test]
fn a_budget_of_generations_counts_the_first_population() {
    for algorithm in algorithms_on_tests() {
        let result =
            run(&algorithm, &mut uncoverable(), &Budget { generations: Some(1), ..Budget::default() });
        assert_eq!((result.spent.generations, result.spent.tests), (1, 50));
    }
}

#[test]
fn a_budget_of_statements_ends_the_search_after_the_generation_that_reaches_it() {
    for algorithm in algorithms_on_tests() {
        let result =
            run(&algorithm, &mut uncoverable(), &Budget { statements: Some(201), ..Budget::default() });
        assert_eq!(result.spent.generations, 2);
    }
}

#[test]
fn an_elapsed_limit_ends_the_search_within_a_generation_and_submitted_tests_are_collected() {
    for algorithm in algorithms_on_tests() {
        let checks = Cell::new(0);
        let elapsed_share = || {
            checks.set(checks.get() + 1);
            if checks.get() > 70 { 1.0 } else { 0.0 }
        };
        let result = run(
            &algorithm,
            &mut uncoverable(),
            &Budget { elapsed_share: &elapsed_share, ..Budget::default() },
        );
        assert_eq!(result.spent.generations, 2);
        assert!((51..70).contains(&result.spent.tests));
    }
}

#[test]
fn a_goal_that_does_not_exist_before_it_is_covered_is_archived_and_is_no_objective() {
    for algorithm in algorithms_with_archive() {
        let goal = |distance: Distance| Condition { parent: None, distance };
        let far = goal(Box::new(|test| test[0].abs_diff(70_000)));
        let near = goal(Box::new(|test| u64::from(test[1] > 50_000)));
        let mut problem = Nested::new(2, 100_000, vec![far, near]);
        problem.last_goal_appears = true;
        assert_eq!(problem.goal_count(), 1);
        let result = run(&algorithm, &mut problem, &budget_of_tests(1_000));
        assert_eq!(problem.goal_count(), 2);
        assert!(result.archive.is_covered(Goal(1)));
        assert!(!problem.computed.borrow().contains(&Goal(1)));
    }
}
