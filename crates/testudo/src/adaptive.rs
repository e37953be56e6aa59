//! Adaptive fitness function selection as the search takes it: what is chosen from and what is rewarded, by aim.

use goals::Criterion;
use search::{Learner, Reward};

use crate::actions::{self, Function};
use crate::configuration::Affs;
use crate::problem::JavaProblem;
use crate::settings::{self, Aim};

/// The selection for a problem, whose suites are from now on measured by the functions that are chosen from.
pub fn selection(affs: &Affs, problem: &mut JavaProblem<'_>) -> search::Affs {
    let (actions, rewarded) = match affs.aim {
        Aim::Exceptions => (actions::for_exceptions(), Function::Criterion(Criterion::Exception)),
        Aim::Diversity => (actions::for_diversity(), Function::Diversity),
        Aim::StrongMutation => {
            (actions::for_strong_mutation(), Function::Criterion(Criterion::StrongMutation))
        }
    };
    let target = Function::Criterion(affs.aim.target());
    problem.functions = vec![target];
    for function in actions.iter().flatten().chain([&rewarded]) {
        if !problem.functions.contains(function) {
            problem.functions.push(*function);
        }
    }
    let functions = problem.functions.clone();
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
        every: affs.every,
        learner: match affs.learner {
            settings::Learner::Ucb => Learner::Ucb(Default::default()),
            settings::Learner::DsgSarsa => Learner::Sarsa(Default::default()),
        },
    }
}
