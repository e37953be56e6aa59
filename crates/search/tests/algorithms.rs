//! What the algorithms find on small artificial problems.

mod problems;

use std::cell::Cell;

use problems::{Condition, Distance, Nested};
use rand::SeedableRng as _;
use search::{Algorithm, Budget, Found, Goal, Parameters, Problem as _, Progress, Rng, Spent};

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

/// Those whose individuals are tests.
fn of_tests() -> impl Iterator<Item = Algorithm> {
    ALGORITHMS.into_iter().filter(|algorithm| !matches!(algorithm, Algorithm::Ws | Algorithm::Wsa))
}

/// Those which keep every test that covers something for the first time.
fn with_archive() -> impl Iterator<Item = Algorithm> {
    ALGORITHMS.into_iter().filter(|algorithm| *algorithm != Algorithm::Ws)
}

fn run(algorithm: &Algorithm, problem: &mut Nested, budget: &Budget) -> Found<Nested> {
    let mut rng = Rng::seed_from_u64(7);
    algorithm.search(problem, &Parameters::default(), budget, &mut rng, &mut |_| ())
}

fn tests(limit: u64) -> Budget<'static> {
    Budget { tests: Some(limit), ..Budget::default() }
}

/// A chain of bits: goal `i` wants bits `0..=i` set.
fn leading_ones(bits: usize) -> Nested {
    let bit = |i: usize| Condition {
        parent: i.checked_sub(1),
        distance: Box::new(move |test| u64::from(test[i] == 0)),
    };
    Nested::new(bits, 2, (0..bits).map(bit).collect())
}

/// Independent goals: goal `i` wants variable `i` to have one value out of `range`.
fn numbers(variables: usize, range: i64) -> Nested {
    let number = |i: usize| Condition {
        parent: None,
        distance: Box::new(move |test| test[i].abs_diff((i as i64 * 7919 + 13) % range)),
    };
    Nested::new(variables, range, (0..variables).map(number).collect())
}

/// A problem whose only goal no test covers, so that a budget is spent to its end.
fn endless() -> Nested {
    Nested::new(4, 100, vec![Condition { parent: None, distance: Box::new(|test| 1 + test[0] as u64) }])
}

/// Expects DynaMOSA to cover all goals within a budget with which random search does not.
fn check(problem: impl Fn() -> Nested, budget: u64) {
    let found = run(&Algorithm::Dynamosa, &mut problem(), &tests(budget));
    assert_eq!(found.archive.covered(), problem().goals());
    assert!(found.spent.tests < budget);
    let floor = run(&Algorithm::Random, &mut problem(), &tests(budget));
    assert!(floor.archive.covered() < problem().goals());
}

#[test]
fn dynamosa_covers_nested_bits_which_random_search_does_not() {
    check(|| leading_ones(32), 20_000);
}

#[test]
fn dynamosa_follows_distances_which_random_search_does_not() {
    check(|| numbers(10, 10_000), 20_000);
}

#[test]
fn dynamosa_climbs_a_chain_whose_last_goal_leads_away_from_the_first() {
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
fn every_algorithm_but_random_search_follows_distances() {
    for algorithm in ALGORITHMS.into_iter().filter(|algorithm| *algorithm != Algorithm::Random) {
        let found = run(&algorithm, &mut numbers(4, 10_000), &tests(100_000));
        assert_eq!(found.archive.covered(), 4, "{algorithm:?}");
    }
}

#[test]
fn the_family_of_mosa_runs_first_what_there_is_to_begin_with_as_far_as_the_budget_goes() {
    for algorithm in &ALGORITHMS[4..] {
        for budget in 1..=3 {
            let mut problem = numbers(3, 10_000);
            problem.seeds = vec![vec![13, 0, 0], vec![0, 7_932, 0], vec![0, 0, 5_851]];
            let found = run(algorithm, &mut problem, &tests(budget));
            let outcome = (found.archive.covered() as u64, found.spent.tests);
            assert_eq!(outcome, (budget, budget), "{algorithm:?}");
        }
    }
}

#[test]
fn mosa_pursues_all_goals_from_the_first_generation() {
    let mut problem = leading_ones(16);
    run(&Algorithm::Mosa, &mut problem, &Budget { generations: Some(1), ..Budget::default() });
    assert_eq!(problem.asked.borrow().iter().max(), Some(&Goal(15)));
}

#[test]
fn one_goal_at_a_time_shares_the_budget_out() {
    let goal = |distance: Distance| Condition { parent: None, distance };
    let hopeless = || goal(Box::new(|test: &[i64]| 1 + test[0] as u64));
    let number = goal(Box::new(|test: &[i64]| test[1].abs_diff(7_919)));
    let mut problem = Nested::new(2, 10_000, vec![hopeless(), number, hopeless()]);
    let found = run(&Algorithm::OneGoal, &mut problem, &tests(9_000));
    assert_eq!((found.archive.covered(), found.spent.tests), (1, 9_000));
    let pursued = |goal| problem.asked.borrow().iter().filter(|&&it| it == Goal(goal)).count();
    assert!(pursued(0).abs_diff(pursued(2)) < 2_000, "{} and {}", pursued(0), pursued(2));
    assert!(pursued(1) < pursued(0));
}

#[test]
fn one_goal_at_a_time_keeps_what_is_found_for_a_goal_with_all_that_it_covers() {
    let goal = |distance: Distance| Condition { parent: None, distance };
    let conditions = |hardest: u64| {
        let hard = goal(Box::new(move |test: &[i64]| hardest + test[0] as u64));
        vec![hard, goal(Box::new(|_| 0)), goal(Box::new(|test: &[i64]| u64::from(test[1] > 5_000)))]
    };
    for (hardest, expect) in [(1, 0..=0), (0, 2..=3)] {
        let mut problem = Nested::new(2, 10_000, conditions(hardest));
        problem.guides = |goal| goal.0 == 0;
        let found = run(&Algorithm::OneGoal, &mut problem, &tests(9_000));
        assert!(expect.contains(&found.archive.covered()), "{}", found.archive.covered());
    }
}

#[test]
fn the_best_suite_is_what_whole_suite_generation_finds() {
    let mut problem = numbers(6, 1_000);
    let found = run(&Algorithm::Ws, &mut problem, &tests(3_000));
    for goal in (0..6).map(Goal).filter(|&goal| found.archive.is_covered(goal)) {
        assert_eq!(problem.fitness(goal, &found.archive.test_for(goal).unwrap().test), 0.0);
    }
    assert!(problem.announced.is_empty(), "a search without an archive has nothing to announce");
}

#[test]
fn an_archived_test_covers_the_goal_it_is_kept_for() {
    for algorithm in ALGORITHMS {
        let mut problem = leading_ones(12);
        let found = run(&algorithm, &mut problem, &tests(3_000));
        for goal in (0..12).map(Goal).filter(|&goal| found.archive.is_covered(goal)) {
            let kept = found.archive.test_for(goal).unwrap();
            assert_eq!(problem.fitness(goal, &kept.test), 0.0);
        }
    }
}

#[test]
fn only_reachable_goals_are_objectives() {
    let mut problem = leading_ones(16);
    let found = run(&Algorithm::Dynamosa, &mut problem, &tests(300));
    let covered = found.archive.covered() as u32;
    assert!(covered < 15, "too easy to show anything");
    let asked = problem.asked.borrow();
    assert_eq!(asked.iter().max(), Some(&Goal(covered)), "nothing behind the first uncovered goal");
}

#[test]
fn a_problem_hears_of_every_covered_goal_once() {
    for algorithm in with_archive() {
        let mut problem = leading_ones(10);
        let found = run(&algorithm, &mut problem, &tests(500));
        let covered = (0..10).map(Goal).filter(|&goal| found.archive.is_covered(goal));
        let mut announced = problem.announced.clone();
        announced.sort();
        assert_eq!(announced, covered.collect::<Vec<_>>());
    }
}

#[test]
fn the_same_seed_gives_the_same_result_and_another_seed_another() {
    let search = |algorithm: &Algorithm, seed| {
        let mut seen = Vec::new();
        let mut rng = Rng::seed_from_u64(seed);
        let found = algorithm.search(
            &mut numbers(8, 5_000),
            &Parameters::default(),
            &tests(2_000),
            &mut rng,
            &mut |progress: &Progress| seen.push((progress.spent, progress.covered, progress.archived)),
        );
        let tests: Vec<Vec<i64>> = found.archive.tests().iter().map(|kept| (*kept.test).clone()).collect();
        (seen, tests)
    };
    for algorithm in ALGORITHMS {
        assert_eq!(search(&algorithm, 1), search(&algorithm, 1));
        assert_ne!(search(&algorithm, 1), search(&algorithm, 2));
    }
}

#[test]
fn coverage_never_shrinks_and_progress_adds_up() {
    for algorithm in with_archive() {
        let mut seen: Vec<(Spent, usize, usize)> = Vec::new();
        let mut rng = Rng::seed_from_u64(3);
        let found = algorithm.search(
            &mut numbers(12, 3_000),
            &Parameters::default(),
            &Budget { generations: Some(40), ..Budget::default() },
            &mut rng,
            &mut |progress| {
                let covered = (0..12).filter(|&goal| (progress.is_covered)(Goal(goal))).count();
                assert_eq!((progress.goals, progress.covered), (12, covered));
                seen.push((progress.spent, progress.covered, progress.archived));
            },
        );
        assert!(seen.is_sorted_by_key(|&(spent, covered, _)| (spent.generations, covered)));
        assert!(seen.iter().all(|&(_, covered, archived)| archived <= covered));
        let &(spent, covered, _) = seen.last().unwrap();
        assert_eq!((spent, covered), (found.spent, found.archive.covered()));
        assert_eq!(spent.statements, 12 * spent.tests);
    }
}

#[test]
fn invalid_tests_cover_nothing() {
    for algorithm in ALGORITHMS {
        let mut problem = leading_ones(8);
        problem.invalid = |test| test[2] == 1;
        let found = run(&algorithm, &mut problem, &tests(2_000));
        assert_eq!(found.archive.covered(), 2);
    }
}

#[test]
fn a_search_survives_when_every_test_is_invalid() {
    for algorithm in ALGORITHMS {
        let mut problem = leading_ones(8);
        problem.invalid = |_| true;
        let found = run(&algorithm, &mut problem, &tests(500));
        assert_eq!((found.archive.covered(), found.spent.tests), (0, 500));
    }
}

#[test]
fn a_search_without_objectives_ends_with_its_budget() {
    for algorithm in ALGORITHMS.into_iter().filter(|algorithm| *algorithm != Algorithm::OneGoal) {
        let mut problem = leading_ones(4);
        problem.guides = |_| false;
        let found = run(&algorithm, &mut problem, &tests(500));
        assert_eq!(found.spent.tests, 500, "{algorithm:?}");
        assert!(algorithm == Algorithm::Ws || found.archive.covered() > 0, "what is covered is kept");
    }
}

#[test]
fn a_search_whose_objectives_are_covered_is_over() {
    for algorithm in ALGORITHMS {
        let mut problem = leading_ones(12);
        problem.guides = |goal| goal.0 == 2;
        let found = run(&algorithm, &mut problem, &tests(10_000));
        assert!(found.archive.is_covered(Goal(2)) && !found.archive.is_covered(Goal(11)), "{algorithm:?}");
        assert!(found.spent.tests < 10_000);
    }
}

#[test]
fn a_goal_that_does_not_guide_is_no_objective_and_holds_up_none() {
    for algorithm in ALGORITHMS {
        let mut problem = leading_ones(16);
        problem.guides = |goal| goal.0 % 4 == 3;
        let found = run(&algorithm, &mut problem, &tests(40_000));
        assert!(problem.asked.borrow().iter().all(|goal| goal.0 % 4 == 3), "{algorithm:?}");
        let leads = !matches!(algorithm, Algorithm::Random | Algorithm::Ws | Algorithm::OneGoal);
        assert!(!leads || found.archive.covered() == 16, "{algorithm:?}: {}", found.archive.covered());
    }
}

#[test]
fn suites_evolve_towards_the_goals_of_several_functions() {
    for algorithm in [Algorithm::Ws, Algorithm::Wsa] {
        let mut problem = numbers(4, 10_000);
        problem.functions = 3;
        let found = run(&algorithm, &mut problem, &tests(100_000));
        assert_eq!(found.archive.covered(), 4, "{algorithm:?}");
    }
}

#[test]
fn a_budget_in_tests_is_spent_to_the_test() {
    for algorithm in ALGORITHMS {
        for limit in [0, 1, 49, 50, 51, 317] {
            assert_eq!(run(&algorithm, &mut endless(), &tests(limit)).spent.tests, limit);
        }
    }
}

#[test]
fn a_budget_in_generations_counts_the_first_population() {
    for algorithm in of_tests() {
        let found = run(&algorithm, &mut endless(), &Budget { generations: Some(1), ..Budget::default() });
        assert_eq!((found.spent.generations, found.spent.tests), (1, 50));
    }
}

#[test]
fn a_budget_in_statements_ends_the_search_after_the_generation_that_reaches_it() {
    for algorithm in of_tests() {
        let found = run(&algorithm, &mut endless(), &Budget { statements: Some(201), ..Budget::default() });
        assert_eq!(found.spent.generations, 2);
    }
}

#[test]
fn a_stop_ends_the_search_within_the_generation_and_keeps_what_was_under_way() {
    for algorithm in of_tests() {
        let asked = Cell::new(0);
        let gone = || {
            asked.set(asked.get() + 1);
            if asked.get() > 70 { 1.0 } else { 0.0 }
        };
        let found = run(&algorithm, &mut endless(), &Budget { gone: &gone, ..Budget::default() });
        assert_eq!(found.spent.generations, 2);
        assert!((51..70).contains(&found.spent.tests));
    }
}

#[test]
fn a_goal_that_appears_when_it_is_covered_is_archived_and_is_no_objective() {
    for algorithm in with_archive() {
        let goal = |distance: Distance| Condition { parent: None, distance };
        let far = goal(Box::new(|test| test[0].abs_diff(70_000)));
        let near = goal(Box::new(|test| u64::from(test[1] > 50_000)));
        let mut problem = Nested::new(2, 100_000, vec![far, near]);
        problem.last_appears = true;
        assert_eq!(problem.goals(), 1);
        let found = run(&algorithm, &mut problem, &tests(1_000));
        assert_eq!(problem.goals(), 2);
        assert!(found.archive.is_covered(Goal(1)));
        assert!(!problem.asked.borrow().contains(&Goal(1)));
    }
}

#[test]
fn length_breaking_ties_starves_a_plateau_that_only_long_tests_leave_unless_it_is_patient() {
    let covered = |length_patience| {
        // The one goal wants 20 of 24 bits and says nothing before it has them; `length` counts bits.
        let set = |test: &[i64]| u64::from(test.iter().sum::<i64>() < 20);
        let goal = Condition { parent: None, distance: Box::new(set) };
        let parameters =
            Parameters { length_patience, population: 10, newcomers: 0.0, ..Parameters::default() };
        let mut rng = Rng::seed_from_u64(1);
        let mut problem = Nested::new(24, 2, vec![goal]);
        Algorithm::Dynamosa.search(&mut problem, &parameters, &tests(50_000), &mut rng, &mut |_| ())
    };
    assert_eq!(covered(None).archive.covered(), 0);
    assert_eq!(covered(Some(5)).archive.covered(), 1);
}
