//! Adaptive fitness function selection as the search takes it: what is chosen from and what is rewarded, by aim.

use goals::Criterion;
use rand::Rng as _;
use search::{Learner, Purpose, Reward, stream};

use super::fitness::FitnessFunctions;
use crate::configuration::Affs;
use crate::configuration::fitness_functions::{self, Function};
use crate::configuration::options::{Aim, Chooser};
use crate::report::Choice;

/// The selection for a problem, whose suites are from now on measured by the functions that are chosen from. The seed is
/// that of the search.
pub fn selection(affs: &Affs, seed: u64, fitness: &mut FitnessFunctions) -> search::Affs {
    let actions = actions(affs, seed);
    let rewarded = fitness_functions::own(affs.aim);
    let target = Function::Criterion(affs.aim.target());
    fitness.functions = vec![target];
    for function in actions.iter().flatten().chain([&rewarded]) {
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
        Aim::Exceptions => Reward::Discovered(number(rewarded)),
        Aim::Diversity => Reward::Decrease(number(rewarded)),
        Aim::StrongMutation => {
            Reward::Increase(number(Function::Criterion(Criterion::WeakMutation)), number(rewarded))
        }
    };
    search::Affs {
        actions: actions.into_iter().map(|set| set.into_iter().map(number).collect()).collect(),
        aim: search::Aim { reward, targets: number(target) },
        generations_per_choice: affs.every,
        learner: match affs.chooser {
            Chooser::DsgSarsa => Learner::Sarsa(Default::default()),
            // Of one action there is nothing to learn.
            Chooser::Ucb | Chooser::Own | Chooser::All | Chooser::Random => Learner::Ucb(Default::default()),
        },
    }
}

/// The sets of functions that are chosen from: one, where they are fixed.
fn actions(affs: &Affs, seed: u64) -> Vec<Vec<Function>> {
    let choices = fitness_functions::choices(affs.aim);
    match affs.chooser {
        Chooser::Ucb | Chooser::DsgSarsa => choices,
        Chooser::Own => vec![vec![fitness_functions::own(affs.aim)]],
        Chooser::All => vec![fitness_functions::all(affs.aim).to_vec()],
        Chooser::Random => {
            vec![choices[stream(seed, Purpose::FitnessFunctions).random_range(0..choices.len())].clone()]
        }
    }
}

/// The choices of a search by a seed, for people.
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

    fn of(chooser: Chooser, aim: Aim, seed: u64) -> Vec<Vec<Function>> {
        actions(&Affs { chooser, aim, every: 4 }, seed)
    }

    #[test]
    fn learners_choose_from_many_sets() {
        for aim in AIMS {
            assert!(of(Chooser::Ucb, aim, 1).len() > 30);
            assert_eq!(of(Chooser::Ucb, aim, 1), of(Chooser::DsgSarsa, aim, 2));
        }
    }

    #[test]
    fn fixed_functions_are_those_of_the_goal_alone_or_all() {
        for aim in AIMS {
            assert_eq!(of(Chooser::Own, aim, 1), [[fitness_functions::own(aim)]]);
            let all = &of(Chooser::All, aim, 1)[..];
            let chosen = |function| all[0].contains(function);
            assert!(all.len() == 1 && fitness_functions::choices(aim).iter().flatten().all(chosen));
        }
    }

    #[test]
    fn a_random_set_is_one_of_the_allowed_and_drawn_by_the_seed() {
        for aim in AIMS {
            let drawn = |seed| of(Chooser::Random, aim, seed);
            assert!((0..20).all(|seed| drawn(seed).len() == 1 && drawn(seed) == drawn(seed)));
            assert!((0..20).all(|seed| fitness_functions::choices(aim).contains(&drawn(seed)[0])));
            assert!((1..20).any(|seed| drawn(seed) != drawn(0)));
        }
    }
}
