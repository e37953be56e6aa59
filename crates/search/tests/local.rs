//! Tests of local search: the goals that it covers if mutations are small steps, and its share of the budget.

mod problems;

use problems::{Condition, Distance, Nested};
use rand::SeedableRng as _;
use search::{Algorithm, Budget, LocalSearch, Parameters, Rng, SearchResult, Spent};

/// Returns a problem with independent goals on numbers. A mutation changes one number by at most 16.
fn numbers(variables: usize, range: i64, distances: Vec<Distance>) -> Nested {
    let goal = |distance| Condition { parent: None, distance };
    let mut problem = Nested::new(variables, range, distances.into_iter().map(goal).collect());
    problem.max_exponent = 4;
    problem
}

fn run(problem: &mut Nested, local: Option<LocalSearch>, tests: u64, seed: u64) -> SearchResult<Nested> {
    let parameters = Parameters { local_search: local, ..Parameters::default() };
    let budget = Budget { tests: Some(tests), ..Budget::default() };
    let mut rng = Rng::seed_from_u64(seed);
    Algorithm::Dynamosa.search(problem, &parameters, &budget, &mut rng, &mut |_| ())
}

/// Expects that the search covers all goals with local search, but not without local search.
fn check(problem: impl Fn() -> Nested, tests: u64) {
    let with_local_search = run(&mut problem(), Some(LocalSearch::default()), tests, 1);
    assert_eq!(
        with_local_search.archive.covered_count(),
        problem().conditions.len(),
        "all goals must be covered with local search"
    );
    let without_local_search = run(&mut problem(), None, tests, 1);
    assert!(
        without_local_search.archive.covered_count() < problem().conditions.len(),
        "some goal must be uncovered without local search"
    );
}

#[test]
fn local_search_reaches_a_distant_number() {
    check(|| numbers(4, 1 << 24, vec![Box::new(|x| x[2].abs_diff(123_456))]), 2_000);
}

#[test]
fn local_search_reaches_a_narrow_range() {
    check(|| numbers(3, 1 << 24, vec![Box::new(|x| x[0].abs_diff(7_654_321).saturating_sub(2))]), 2_000);
}

#[test]
fn local_search_finds_a_word_by_the_distances_of_its_characters() {
    let distance = |x: &[i64]| x.iter().zip("a secret word".bytes()).map(|(a, b)| a.abs_diff(b.into())).sum();
    check(|| numbers(13, 1 << 16, vec![Box::new(distance)]), 20_000);
}

#[test]
fn local_search_solves_an_equation_of_two_variables() {
    check(|| numbers(2, 1 << 24, vec![Box::new(|x| (x[0] * 3).abs_diff(x[1] + 7))]), 5_000);
}

#[test]
fn local_search_covers_nested_goals_one_after_another() {
    check(
        || {
            let near = |i: usize, value: i64| -> Distance { Box::new(move |x| x[i].abs_diff(value)) };
            let mut problem = numbers(3, 1 << 20, vec![near(0, 900_000), near(1, 70_000), near(2, 500_500)]);
            problem = Nested::new(3, 1 << 20, nest(problem.conditions));
            problem.max_exponent = 4;
            problem
        },
        20_000,
    );
}

/// Makes each condition the parent of the next condition.
fn nest(conditions: Vec<Condition>) -> Vec<Condition> {
    let nested_condition = |(i, it): (usize, Condition)| Condition { parent: i.checked_sub(1), ..it };
    conditions.into_iter().enumerate().map(nested_condition).collect()
}

/// Returns a problem with goals that tests can approach, but cannot cover.
fn uncoverable() -> Nested {
    let distance = |i: usize| -> Distance { Box::new(move |x| 1 + x[i].unsigned_abs()) };
    numbers(20, 1 << 20, (0..20).map(distance).collect())
}

#[test]
fn a_budget_of_tests_is_spent_exactly() {
    for tests in [1, 600, 1_777, 2_000, 3_333] {
        for overlap in [false, true] {
            assert_eq!(spent(&Budget { tests: Some(tests), ..Budget::default() }, overlap).tests, tests);
        }
    }
}

#[test]
fn a_budget_of_generations_is_spent_exactly() {
    for generations in [1, 2, 7, 40] {
        let budget = Budget { generations: Some(generations), ..Budget::default() };
        assert_eq!([false, true].map(|overlap| spent(&budget, overlap).generations), [generations; 2]);
    }
}

/// Returns the amounts that a search spends. `overlap` is the value of [`Parameters::overlap`].
fn spent(budget: &Budget, overlap: bool) -> Spent {
    let local_search = Some(LocalSearch::default());
    let parameters = Parameters { overlap, local_search, ..Parameters::default() };
    let mut rng = Rng::seed_from_u64(2);
    Algorithm::Dynamosa.search(&mut uncoverable(), &parameters, budget, &mut rng, &mut |_| ()).spent
}

#[test]
fn the_same_seed_leads_to_the_same_result() {
    let search = |seed| {
        let near = |i: usize| -> Distance { Box::new(move |x| x[i].abs_diff(i as i64 * 1_000_003 + 77)) };
        let result = run(
            &mut numbers(6, 1 << 24, (0..6).map(near).collect()),
            Some(LocalSearch::default()),
            9_000,
            seed,
        );
        (
            result.archive.tests().iter().map(|archived| (*archived.test).clone()).collect::<Vec<_>>(),
            result.spent,
        )
    };
    assert_eq!(search(1), search(1));
    assert_ne!(search(1), search(2));
}

/// Returns the number of tests of local search for each test of the global search, in a search that executes
/// `tests` tests.
fn share(tests: u64) -> f64 {
    let parameters =
        Parameters { newcomers: 0.0, local_search: Some(LocalSearch::default()), ..Parameters::default() };
    let budget = Budget { tests: Some(tests), ..Budget::default() };
    let mut rng = Rng::seed_from_u64(3);
    let result = Algorithm::Dynamosa.search(&mut uncoverable(), &parameters, &budget, &mut rng, &mut |_| ());
    let global = 50 * result.spent.generations;
    (result.spent.tests - global) as f64 / global as f64
}

#[test]
fn the_share_of_an_unsuccessful_local_search_shrinks() {
    let max = LocalSearch::default().max_share;
    let (early, late) = (share(5_000), share(60_000));
    assert!(early > 0.03 && early <= max, "the early share is {early}");
    assert!(late < 0.1 && late < early / 2.0, "the share is {early} early and {late} late");
}
