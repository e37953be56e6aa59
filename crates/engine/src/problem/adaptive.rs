//! Adaptive fitness function selection for the tests of a Java class: the sets of fitness functions to choose
//! from, and the reward.

use goals::Criterion;
use rand::Rng as _;
use search::{Learner, Purpose, RewardKind, stream};

use super::fitness::FitnessFunctions;
use crate::configuration::Affs;
use crate::configuration::fitness_functions::{self, Function};
use crate::configuration::options::{Aim, Chooser};
use crate::report::Choice;

/// Converts `affs` into a value of the crate `search`. Replaces the functions in `fitness` by the function of
/// the target criterion and all functions that `affs` can choose or reward. `seed` is the seed of the search.
pub fn selection(affs: &Affs, seed: u64, fitness: &mut FitnessFunctions) -> search::Affs {
    let actions = actions(affs, seed);
    let reward_function = fitness_functions::own_function(affs.aim);
    let target = Function::Criterion(affs.aim.target());
    fitness.functions = vec![target];
    for function in actions.iter().flatten().chain([&reward_function]) {
        if !fitness.functions.contains(function) {
            fitness.functions.push(*function);
        }
    }
    let functions = fitness.functions.clone();
    let number = |wanted: Function| {
        let index = functions.iter().position(|function| *function == wanted);
        search::Function(index.expect("all functions are listed above") as u32)
    };
    let reward = match affs.aim {
        Aim::Exceptions => RewardKind::Discovered(number(reward_function)),
        Aim::Diversity => RewardKind::Decrease(number(reward_function)),
        Aim::StrongMutation => RewardKind::Increase(
            number(Function::Criterion(Criterion::WeakMutation)),
            number(reward_function),
        ),
    };
    search::Affs {
        actions: actions.into_iter().map(|set| set.into_iter().map(number).collect()).collect(),
        aim: search::Aim { reward, archived_function: number(target) },
        generations_per_choice: affs.every,
        learner: match affs.chooser {
            Chooser::DsgSarsa => Learner::Sarsa(Default::default()),
            // A baseline has only one set to choose from. So its learner has no effect.
            Chooser::Ucb | Chooser::Own | Chooser::All | Chooser::Random => Learner::Ucb(Default::default()),
        },
    }
}

/// Returns the sets of functions to choose from: many for a learner, one for a baseline.
fn actions(affs: &Affs, seed: u64) -> Vec<Vec<Function>> {
    let choices = fitness_functions::choices(affs.aim);
    match affs.chooser {
        Chooser::Ucb | Chooser::DsgSarsa => choices,
        Chooser::Own => vec![vec![fitness_functions::own_function(affs.aim)]],
        Chooser::All => vec![fitness_functions::all_functions(affs.aim).to_vec()],
        Chooser::Random => {
            vec![choices[stream(seed, Purpose::FitnessFunctions).random_range(0..choices.len())].clone()]
        }
    }
}

/// Converts the choices of a search into entries of the report. `seed` is the seed of the search.
pub fn describe(affs: &Affs, seed: u64, choices: &[search::Choice]) -> Vec<Choice> {
    let actions = actions(affs, seed);
    let name = |function: &Function| match function {
        Function::Criterion(criterion) => criterion.name(),
        Function::Diversity => "diversity",
    };
    let describe = |&search::Choice { generation, action, reward }: &search::Choice| Choice {
        generation,
        functions: actions[action].iter().map(name).collect(),
        reward,
    };
    choices.iter().map(describe).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const AIMS: [Aim; 3] = [Aim::Exceptions, Aim::Diversity, Aim::StrongMutation];

    fn actions_of(chooser: Chooser, aim: Aim, seed: u64) -> Vec<Vec<Function>> {
        actions(&Affs { chooser, aim, every: 4 }, seed)
    }

    #[test]
    fn learners_choose_from_many_sets() {
        for aim in AIMS {
            assert!(actions_of(Chooser::Ucb, aim, 1).len() > 30);
            assert_eq!(actions_of(Chooser::Ucb, aim, 1), actions_of(Chooser::DsgSarsa, aim, 2));
        }
    }

    #[test]
    fn the_baselines_own_and_all_have_one_fixed_set() {
        for aim in AIMS {
            assert_eq!(actions_of(Chooser::Own, aim, 1), [[fitness_functions::own_function(aim)]]);
            let all = &actions_of(Chooser::All, aim, 1)[..];
            let is_in_set = |function| all[0].contains(function);
            assert!(all.len() == 1 && fitness_functions::choices(aim).iter().flatten().all(is_in_set));
        }
    }

    #[test]
    fn the_baseline_random_draws_one_of_the_sets_by_the_seed() {
        for aim in AIMS {
            let draw = |seed| actions_of(Chooser::Random, aim, seed);
            assert!((0..20).all(|seed| draw(seed).len() == 1 && draw(seed) == draw(seed)));
            assert!((0..20).all(|seed| fitness_functions::choices(aim).contains(&draw(seed)[0])));
            assert!((1..20).any(|seed| draw(seed) != draw(0)));
        }
    }
}
