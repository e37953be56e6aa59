//! The same seed and a budget in tests write the same suite byte for byte, whatever searches for it.

use crate::setup::Place;

/// Every criterion there is.
const ALL: &str = "branch,direct-branch,line,statement,weak-mutation,strong-mutation,method,top-method,\
                   top-method-no-exception,exception,output,input";

/// Those among which goals can be selected.
const STUDIED: &str =
    "branch,direct-branch,line,weak-mutation,top-method,top-method-no-exception,exception,output";

/// A population so small that the budget lasts for many generations.
const COMMON: &str = "--class demo.Account --tests 300 --seed 7 --population 4";

fn written(options: &str) -> String {
    let place = Place::new();
    let run = place.run(place.command(&[]).args(COMMON.split(' ')).args(options.split(' ')));
    assert_eq!(run.code, 0, "{options}: {}", run.err);
    place.written("demo/AccountTest.java")
}

fn check(options: &str) {
    assert_eq!(written(options), written(options), "{options}");
}

#[test]
fn algorithms_that_evolve_tests_repeat_themselves_with_all_criteria() {
    for algorithm in ["random", "one-goal", "mosa", "dynamosa", "dynamosa-rank", "dynamosa-pref"] {
        check(&format!("--algorithm {algorithm} --criteria {ALL}"));
    }
}

#[test]
fn algorithms_that_evolve_suites_repeat_themselves_with_all_criteria() {
    for algorithm in ["ws", "wsa"] {
        check(&format!("--algorithm {algorithm} --criteria {ALL}"));
    }
}

#[test]
fn choosing_functions_repeats_itself_for_every_goal() {
    for learner in ["ucb", "dsg-sarsa"] {
        for goal in ["exceptions", "diversity", "strong-mutation"] {
            check(&format!("--affs {learner} --affs-goal {goal}"));
        }
    }
}

#[test]
fn selected_goals_and_hybrid_crossover_repeat_themselves() {
    check(&format!("--selection smart --criteria {STUDIED}"));
    check(&format!("--crossover hmx+ --criteria {ALL}"));
}
