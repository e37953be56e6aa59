//! What local search finds where mutations are small steps, as those of literals are, and what it costs.

mod problems;

use problems::{Condition, Distance, Nested};
use rand::SeedableRng as _;
use search::{Algorithm, Budget, Found, LocalSearch, Parameters, Rng, Spent};

/// Goals on numbers of which a mutation moves one by at most 16.
fn numbers(variables: usize, range: i64, distances: Vec<Distance>) -> Nested {
    let goal = |distance| Condition { parent: None, distance };
    let mut problem = Nested::new(variables, range, distances.into_iter().map(goal).collect());
    problem.reach = 4;
    problem
}

fn run(problem: &mut Nested, local: Option<LocalSearch>, tests: u64, seed: u64) -> Found<Nested> {
    let parameters = Parameters { local_search: local, ..Parameters::default() };
    let budget = Budget { tests: Some(tests), ..Budget::default() };
    let mut rng = Rng::seed_from_u64(seed);
    Algorithm::Dynamosa.search(problem, &parameters, &budget, &mut rng, &mut |_| ())
}

/// Expects all goals covered with local search and not without it.
fn check(problem: impl Fn() -> Nested, tests: u64) {
    let with = run(&mut problem(), Some(LocalSearch::default()), tests, 1);
    assert_eq!(with.archive.covered(), problem().conditions.len(), "with local search");
    let without = run(&mut problem(), None, tests, 1);
    assert!(without.archive.covered() < problem().conditions.len(), "without");
}

#[test]
fn a_far_number_is_found() {
    check(|| numbers(4, 1 << 24, vec![Box::new(|x| x[2].abs_diff(123_456))]), 2_000);
}

#[test]
fn a_narrow_range_is_found() {
    check(|| numbers(3, 1 << 24, vec![Box::new(|x| x[0].abs_diff(7_654_321).saturating_sub(2))]), 2_000);
}

#[test]
fn a_word_is_found_by_the_distances_of_its_characters() {
    let far = |x: &[i64]| x.iter().zip("a secret word".bytes()).map(|(a, b)| a.abs_diff(b.into())).sum();
    check(|| numbers(13, 1 << 16, vec![Box::new(far)]), 20_000);
}

#[test]
fn two_numbers_move_towards_each_other() {
    check(|| numbers(2, 1 << 24, vec![Box::new(|x| (x[0] * 3).abs_diff(x[1] + 7))]), 5_000);
}

#[test]
fn goals_inside_goals_are_found_one_after_the_other() {
    check(
        || {
            let near = |i: usize, value: i64| -> Distance { Box::new(move |x| x[i].abs_diff(value)) };
            let mut problem = numbers(3, 1 << 20, vec![near(0, 900_000), near(1, 70_000), near(2, 500_500)]);
            problem = Nested::new(3, 1 << 20, nested(problem.conditions));
            problem.reach = 4;
            problem
        },
        20_000,
    );
}

fn nested(conditions: Vec<Condition>) -> Vec<Condition> {
    let inside = |(i, it): (usize, Condition)| Condition { parent: i.checked_sub(1), ..it };
    conditions.into_iter().enumerate().map(inside).collect()
}

/// Goals that can be approached and never reached.
fn hopeless() -> Nested {
    let above = |i: usize| -> Distance { Box::new(move |x| 1 + x[i].unsigned_abs()) };
    numbers(20, 1 << 20, (0..20).map(above).collect())
}

#[test]
fn a_budget_in_tests_is_spent_to_the_test() {
    for tests in [1, 600, 1_777, 2_000, 3_333] {
        for overlap in [false, true] {
            assert_eq!(
                overlapping(&Budget { tests: Some(tests), ..Budget::default() }, overlap).tests,
                tests
            );
        }
    }
}

#[test]
fn a_budget_in_generations_is_spent_to_the_generation() {
    for generations in [1, 2, 7, 40] {
        let budget = Budget { generations: Some(generations), ..Budget::default() };
        assert_eq!([false, true].map(|overlap| overlapping(&budget, overlap).generations), [generations; 2]);
    }
}

/// What a search spends whose generations overlap or not.
fn overlapping(budget: &Budget, overlap: bool) -> Spent {
    let local_search = Some(LocalSearch::default());
    let parameters = Parameters { overlap, local_search, ..Parameters::default() };
    let mut rng = Rng::seed_from_u64(2);
    Algorithm::Dynamosa.search(&mut hopeless(), &parameters, budget, &mut rng, &mut |_| ()).spent
}

#[test]
fn the_same_seed_gives_the_same_result() {
    let search = |seed| {
        let near = |i: usize| -> Distance { Box::new(move |x| x[i].abs_diff(i as i64 * 1_000_003 + 77)) };
        let found = run(
            &mut numbers(6, 1 << 24, (0..6).map(near).collect()),
            Some(LocalSearch::default()),
            9_000,
            seed,
        );
        (found.archive.tests().iter().map(|kept| (*kept.test).clone()).collect::<Vec<_>>(), found.spent)
    };
    assert_eq!(search(1), search(1));
    assert_ne!(search(1), search(2));
}

/// Tests executed within generations that were not those of the global search, as a share of these.
fn share(tests: u64) -> f64 {
    let parameters =
        Parameters { newcomers: 0.0, local_search: Some(LocalSearch::default()), ..Parameters::default() };
    let budget = Budget { tests: Some(tests), ..Budget::default() };
    let mut rng = Rng::seed_from_u64(3);
    let found = Algorithm::Dynamosa.search(&mut hopeless(), &parameters, &budget, &mut rng, &mut |_| ());
    let global = 50 * found.spent.generations;
    (found.spent.tests - global) as f64 / global as f64
}

#[test]
fn the_share_of_local_search_shrinks_where_it_brings_nothing() {
    let most = LocalSearch::default().most;
    let (early, late) = (share(5_000), share(60_000));
    assert!(early > 0.03 && early <= most, "{early}");
    assert!(late < 0.1 && late < early / 2.0, "{early}, {late}");
}
