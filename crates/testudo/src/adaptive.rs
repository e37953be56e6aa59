//! Adaptive fitness function selection as the search takes it: what is chosen from and what is rewarded, by aim.

use goals::Criterion;
use search::{Learner, Reward};

use crate::actions::{self, Function};
use crate::configuration::Affs;
use crate::events::Choice;
use crate::problem::JavaProblem;
use crate::settings::{self, Aim};

/// The selection for a problem, whose suites are from now on measured by the functions that are chosen from.
pub fn selection(affs: &Affs, problem: &mut JavaProblem<'_>) -> search::Affs {
    let actions = actions(affs.aim);
    let rewarded = match affs.aim {
        Aim::Exceptions => Function::Criterion(Criterion::Exception),
        Aim::Diversity => Function::Diversity,
        Aim::StrongMutation => Function::Criterion(Criterion::StrongMutation),
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

/// The sets of functions that are chosen from.
fn actions(aim: Aim) -> Vec<Vec<Function>> {
    match aim {
        Aim::Exceptions => actions::for_exceptions(),
        Aim::Diversity => actions::for_diversity(),
        Aim::StrongMutation => actions::for_strong_mutation(),
    }
}

/// The choices of a search, for people.
pub fn told(affs: &Affs, choices: &[search::Choice]) -> Vec<Choice> {
    let actions = actions(affs.aim);
    let name = |function: &Function| match function {
        Function::Criterion(criterion) => criterion.name(),
        Function::Diversity => "diversity",
    };
    let told = |&search::Choice { generation, action, reward }: &search::Choice| Choice {
        generation,
        functions: actions[action].iter().map(name).collect(),
        reward,
    };
    choices.iter().map(told).collect()
}
