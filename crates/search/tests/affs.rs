//! Tests of the learners and of adaptive fitness function selection.

mod problems;

use problems::{Condition, Nested};
use proptest::prelude::*;
use rand::{Rng as _, SeedableRng as _};
use search::learner::{Agent, Features};
use search::{
    Affs, Aim, Algorithm, Budget, Function, Goal, Learner, Parameters, Problem as _, RewardKind, Rng, Sarsa,
    SearchResult, Ucb,
};

fn learners() -> [Learner; 2] {
    [Learner::Ucb(Ucb::default()), Learner::Sarsa(Sarsa::default())]
}

/// Returns features with one feature for each action: 1 for the action itself, 0 for the other actions.
fn one_hot(actions: usize) -> Features {
    (0..actions).map(|action| (0..actions).map(|it| f64::from(u8::from(it == action))).collect()).collect()
}

/// Returns the action that a learner chooses in each step. `reward` returns the reward of an action.
fn chosen_actions(
    learner: &Learner,
    features: &Features,
    steps: usize,
    mut reward: impl FnMut(usize, &mut Rng) -> f64,
) -> Vec<usize> {
    let mut rng = Rng::seed_from_u64(5);
    let mut agent = Agent::new(learner, features.len(), &mut rng);
    let step = |_| {
        let action = agent.action;
        let reward = reward(action, &mut rng);
        agent.advance(reward, features, features, &mut rng);
        action
    };
    (0..steps).map(step).collect()
}

/// Expects that each learner chooses `best` more often than all other actions together. Counts only the
/// second half of 600 steps.
fn check(features: &Features, best: usize, reward: impl Fn(usize, &mut Rng) -> f64) {
    for learner in learners() {
        let actions = chosen_actions(&learner, features, 600, &reward);
        let chosen = actions[300..].iter().filter(|&&action| action == best).count();
        assert!(chosen > 150, "{learner:?}: {chosen} of 300 choices");
    }
}

#[test]
fn learners_find_the_action_with_the_largest_reward() {
    check(&one_hot(8), 5, |action, _| if action == 5 { 1.0 } else { 0.2 });
}

#[test]
fn learners_find_the_action_with_the_largest_mean_reward() {
    let chances = [0.1, 0.2, 0.9, 0.3];
    check(&one_hot(4), 2, |action, rng| f64::from(u8::from(rng.random_bool(chances[action]))));
}

#[test]
fn learners_work_with_any_scale_of_rewards() {
    for (base, unit) in [(0.0, 1e-7), (1_000.0, 1.0), (-50.0, 30.0)] {
        check(&one_hot(6), 1, |action, _| base + if action == 1 { unit } else { 0.0 });
    }
}

#[test]
fn sarsa_learns_which_part_of_an_action_is_rewarded() {
    // Actions are the non-empty subsets of 4 parts. Actions with part 2 are rewarded.
    let features: Features =
        (1..16).map(|set| (0..4).map(|part| f64::from(set >> part & 1)).collect()).collect();
    let learner = Learner::Sarsa(Sarsa::default());
    let actions = chosen_actions(&learner, &features, 200, |action, _| features[action][2]);
    let choices_with_part = actions[15..].iter().filter(|&&action| features[action][2] == 1.0).count();
    assert!(choices_with_part > 150, "{choices_with_part} of 185 choices contain part 2");
}

#[test]
fn each_action_is_chosen_once_in_random_order_before_an_action_is_chosen_again() {
    for learner in learners() {
        let order = |seed| {
            let mut rng = Rng::seed_from_u64(seed);
            let mut agent = Agent::new(&learner, 12, &mut rng);
            let mut chosen = vec![agent.action];
            for _ in 1..12 {
                agent.advance(f64::from(agent.action as u32), &one_hot(12), &one_hot(12), &mut rng);
                chosen.push(agent.action);
            }
            chosen
        };
        let mut chosen = order(1);
        assert_ne!(chosen, order(2));
        chosen.sort_unstable();
        assert_eq!(chosen, (0..12).collect::<Vec<_>>());
    }
}

#[test]
fn the_first_action_is_chosen_if_several_actions_have_equal_values() {
    let actions = chosen_actions(&Learner::Ucb(Ucb::default()), &one_hot(3), 6, |_, _| 0.0);
    assert_eq!(actions[3..], [0, 1, 2]);
}

proptest! {
    #[test]
    fn values_remain_finite_for_any_rewards(
        rewards in prop::collection::vec(-1e9..1e9, 1..300),
        states in prop::collection::vec(prop::collection::vec(0.0..=1.0, 5 * 13), 2..5),
        seed: u64,
    ) {
        let states: Vec<Features> =
            states.iter().map(|it| it.chunks(13).map(<[f64]>::to_vec).collect()).collect();
        for learner in learners() {
            let mut rng = Rng::seed_from_u64(seed);
            let mut agent = Agent::new(&learner, 5, &mut rng);
            for (step, &reward) in rewards.iter().enumerate() {
                let [before, after] = [step, step + 1].map(|it| &states[it % states.len()]);
                agent.advance(reward, before, after, &mut rng);
                for (action, features) in after.iter().enumerate() {
                    prop_assert!(agent.value(action, features).is_finite());
                }
            }
        }
    }
}

/// Returns a problem with two goals for each of 48 numbers. The first goal has a graded distance. The second
/// goal has the distance 0 or 1.
fn graded_and_flat() -> Nested {
    let goal = |distance| Condition { parent: None, distance };
    let goals = (0..48).flat_map(|i| {
        let graded = move |test: &[i64]| test[i].abs_diff((i as i64 * 7_919 + 13) % 1_000);
        let flat = move |test: &[i64]| u64::from(test[i] != (i as i64 * 104_729 + 7) % 1_000);
        [goal(Box::new(graded)), goal(Box::new(flat))]
    });
    let mut problem = Nested::new(48, 1_000, goals.collect());
    problem.function_count = 2;
    problem
}

fn settings(learner: Learner, reward: RewardKind) -> Affs {
    let [graded, flat] = [Function(0), Function(1)];
    let actions = vec![vec![flat], vec![graded], vec![flat, graded]];
    Affs { actions, aim: Aim { reward, archived_function: graded }, generations_per_choice: 4, learner }
}

fn run(problem: &mut Nested, settings: &Affs, generations: u64, seed: u64) -> SearchResult<Nested> {
    search(problem, settings, &Budget { generations: Some(generations), ..Budget::default() }, seed)
}

fn search(problem: &mut Nested, settings: &Affs, budget: &Budget, seed: u64) -> SearchResult<Nested> {
    let mut rng = Rng::seed_from_u64(seed);
    let parameters = Parameters { population: 20, ..Parameters::default() };
    Algorithm::Affs(settings.clone()).search(problem, &parameters, budget, &mut rng, &mut |_| ())
}

#[test]
fn functions_with_graded_distances_are_chosen_most_often() {
    for learner in learners() {
        let settings = settings(learner, RewardKind::Decrease(Function(0)));
        let results = [1, 2, 3].map(|seed| run(&mut graded_and_flat(), &settings, 201, seed));
        let choices: Vec<usize> = results.iter().flat_map(|it| &it.choices).map(|it| it.action).collect();
        let flat = choices.iter().filter(|&&action| action == 0).count();
        assert!(
            flat * 4 < choices.len(),
            "{:?}: {flat} of {} choices have only flat distances",
            settings.learner,
            choices.len()
        );
    }
}

#[test]
fn the_result_lists_each_choice_with_its_generation_and_reward() {
    for learner in learners() {
        for reward in [
            RewardKind::Discovered(Function(0)),
            RewardKind::Decrease(Function(0)),
            RewardKind::Increase(Function(0), Function(1)),
        ] {
            let result = run(&mut graded_and_flat(), &settings(learner.clone(), reward), 31, 1);
            let generations: Vec<u64> = result.choices.iter().map(|choice| choice.generation).collect();
            assert_eq!(generations, [1, 5, 9, 13, 17, 21, 25, 29]);
            assert!(result.choices.iter().all(|choice| choice.action < 3 && choice.reward.is_finite()));
        }
    }
}

#[test]
fn the_reward_for_discovered_goals_counts_goals_of_the_archive_and_of_the_best_suite() {
    let one_action = vec![vec![Function(0)]];
    let reward = RewardKind::Discovered(Function(0));
    let settings = Affs { actions: one_action, ..settings(Learner::Ucb(Ucb::default()), reward) };
    let result = run(&mut graded_and_flat(), &settings, 41, 1);
    let rewards: Vec<f64> = result.choices.iter().map(|choice| choice.reward).collect();
    let archived = result.archive.covered_count() as f64;
    assert!(archived > 0.0);
    assert!(rewards.last().is_some_and(|&last| (archived..=2.0 * archived).contains(&last)), "{rewards:?}");
}

#[test]
fn only_goals_of_the_archived_function_are_archived() {
    let reward = RewardKind::Increase(Function(0), Function(0));
    let mut problem = graded_and_flat();
    // Half of all tests cover this goal, which does not belong to the archived function.
    problem.conditions[1].distance = Box::new(|test| u64::from(test[1] % 2 == 0));
    let result = run(&mut problem, &settings(Learner::Ucb(Ucb::default()), reward), 101, 1);
    assert!(result.archive.covered_count() > 0);
    for goal in (0..96).map(Goal).filter(|&goal| result.archive.is_covered(goal)) {
        assert_eq!(problem.function_of(goal), Some(Function(0)));
        assert_eq!(problem.fitness(goal, &result.archive.test_for(goal).unwrap().test), 0.0);
    }
}

#[test]
fn a_budget_of_tests_is_spent_exactly_even_if_all_tests_are_invalid() {
    for learner in learners() {
        let settings = settings(learner, RewardKind::Increase(Function(0), Function(1)));
        for limit in [0, 1, 50, 317] {
            let mut problem = graded_and_flat();
            problem.is_invalid = |_| true;
            let budget = Budget { tests: Some(limit), ..Budget::default() };
            let result = search(&mut problem, &settings, &budget, 1);
            assert_eq!((result.spent.tests, result.archive.covered_count()), (limit, 0));
        }
    }
}

#[test]
fn the_same_seed_leads_to_the_same_choices_and_tests() {
    for learner in learners() {
        let results = [(); 2].map(|()| {
            let reward = RewardKind::Decrease(Function(0));
            let result = run(&mut graded_and_flat(), &settings(learner.clone(), reward), 60, 1);
            let tests: Vec<Vec<i64>> =
                result.archive.tests().iter().map(|archived| (*archived.test).clone()).collect();
            (result.choices, result.spent, tests)
        });
        assert!(results[0] == results[1]);
    }
}
