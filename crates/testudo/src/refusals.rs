//! Combinations of options that make no sense: why, and the nearest that do.

use goals::{Criterion, Selection};
use testcase::crossover::Crossover;

use crate::configuration::{Configuration, STUDIED};
use crate::settings::{Algorithm, Settings, criteria_names, name};

/// `--affs` without its goal.
pub const NO_GOAL: &str = "--affs needs to know what the functions it chooses are to serve: add --affs-goal exceptions, \
                           diversity or strong-mutation";
/// The reverse.
pub const NO_LEARNER: &str =
    "--affs-goal is what --affs learns to serve: add --affs ucb or dsg-sarsa, or leave --affs-goal away";

/// Something that an option asks for and another rules out.
type Rule = fn(&Settings, &Configuration) -> Option<String>;

const RULES: [Rule; 7] = [
    algorithm_of_affs,
    criteria_of_affs,
    selection_of_affs,
    selection_without_guidance,
    selection_of_criteria,
    exceptions_alone,
    crossover_of_tests,
];

/// # Errors
/// The first reason why a configuration makes no sense, with what to do.
pub fn check(said: &Settings, configuration: &Configuration) -> Result<(), String> {
    let refusal = RULES.iter().find_map(|rule| rule(said, configuration));
    refusal.or_else(|| without_effect(said, configuration)).map_or(Ok(()), Err)
}

fn algorithm_of_affs(said: &Settings, configuration: &Configuration) -> Option<String> {
    let algorithm = said.algorithm.filter(|it| !matches!(it, Algorithm::Ws | Algorithm::Wsa))?;
    configuration.affs?;
    let algorithm = name(&algorithm);
    Some(format!(
        "--affs chooses fitness functions of whole suites, and {algorithm} has none: leave --algorithm away, or give \
         --algorithm wsa"
    ))
}

fn criteria_of_affs(said: &Settings, configuration: &Configuration) -> Option<String> {
    said.criteria.as_ref()?;
    let aim = name(&configuration.affs?.aim);
    Some(format!("--affs-goal {aim} decides which criteria there are: leave --criteria away"))
}

fn selection_of_affs(_: &Settings, configuration: &Configuration) -> Option<String> {
    configuration.affs?;
    let all = configuration.selection == Selection::All;
    (!all).then(|| {
        "--affs chooses whole fitness functions, --selection goals of them: leave one of the two away"
            .to_owned()
    })
}

fn selection_without_guidance(_: &Settings, configuration: &Configuration) -> Option<String> {
    let unguided = configuration.algorithm == Algorithm::Random && configuration.selection != Selection::All;
    unguided.then(|| {
        "random search is guided by no goals, so there are none to select: give --selection all, or an algorithm that \
         is guided, such as --algorithm dynamosa"
            .to_owned()
    })
}

fn selection_of_criteria(_: &Settings, configuration: &Configuration) -> Option<String> {
    let Configuration { criteria, selection, .. } = configuration;
    let studied = STUDIED.len() == criteria.len() && STUDIED.iter().all(|it| criteria.contains(it));
    let remedy = || format!("give --selection all, or --criteria {}", criteria_names(&STUDIED));
    match (selection, &criteria[..]) {
        (Selection::All, _) => None,
        (_, [only]) => {
            let only = only.name();
            Some(format!("{only} alone leaves nothing to select, as all its goals guide: {}", remedy()))
        }
        _ => (!studied).then(|| {
            format!(
                "which goals stand for which was found out for eight criteria, and only these: {}",
                remedy()
            )
        }),
    }
}

fn exceptions_alone(_: &Settings, configuration: &Configuration) -> Option<String> {
    let alone = configuration.criteria == [Criterion::Exception];
    let by_goals = !matches!(configuration.algorithm, Algorithm::Random | Algorithm::Ws | Algorithm::Wsa);
    (alone && by_goals).then(|| {
        let algorithm = name(&configuration.algorithm);
        format!(
            "exceptions are goals only once they are seen, so nothing guides {algorithm} to them: give --criteria \
             branch,exception, or --algorithm wsa"
        )
    })
}

/// Random search recombines nothing, and where suites evolve they are what is recombined.
fn crossover_of_tests(_: &Settings, configuration: &Configuration) -> Option<String> {
    let of_tests = !matches!(configuration.algorithm, Algorithm::Random | Algorithm::Ws | Algorithm::Wsa);
    (configuration.crossover != Crossover::SinglePoint && !of_tests).then(|| {
        let algorithm = name(&configuration.algorithm);
        format!(
            "hybrid crossover recombines tests, and {algorithm} does not: give --crossover spx, or an algorithm whose \
             individuals are tests, such as --algorithm dynamosa"
        )
    })
}

/// Numbers that the algorithm never looks at.
fn without_effect(said: &Settings, configuration: &Configuration) -> Option<String> {
    let random = configuration.algorithm == Algorithm::Random;
    let suites = matches!(configuration.algorithm, Algorithm::Ws | Algorithm::Wsa);
    let unused = [
        ("crossover-rate", said.crossover_rate.is_some() && random),
        ("tournament", said.tournament.is_some() && random),
        ("newcomers", said.newcomers.is_some() && (random || suites)),
    ];
    let (option, _) = unused.into_iter().find(|(_, unused)| *unused)?;
    let algorithm = name(&configuration.algorithm);
    Some(format!("--{option} has no effect on {algorithm}: leave it away, or give --algorithm dynamosa"))
}

#[cfg(test)]
mod tests {
    use crate::configuration::tests::configure;

    const EIGHT: &str = "--criteria branch,direct-branch,line,weak-mutation,top-method,top-method-no-exception,exception,output";

    /// Options are refused with a message that has this part; the nearest that it names are accepted.
    #[track_caller]
    fn check(refused: &str, message: &str, nearest: &[&str]) {
        let found = configure(refused).map(drop).expect_err("it makes no sense");
        assert!(found.contains(message), "{refused}: {found}");
        for options in nearest {
            configure(options).unwrap_or_else(|reason| panic!("{options}: {reason}"));
        }
    }

    #[track_caller]
    fn accepted(options: &str) {
        configure(options).unwrap_or_else(|reason| panic!("{options}: {reason}"));
    }

    #[test]
    fn functions_are_chosen_for_whole_suites_only() {
        for algorithm in ["random", "one-goal", "mosa", "dynamosa", "dynamosa-rank", "dynamosa-pref"] {
            check(
                &format!("--affs ucb --affs-goal exceptions --algorithm {algorithm}"),
                algorithm,
                &["--affs ucb --affs-goal exceptions", "--affs ucb --affs-goal exceptions --algorithm wsa"],
            );
        }
        accepted("--affs ucb --affs-goal exceptions --algorithm ws");
        check("--preset affs-2022 --algorithm dynamosa", "leave --algorithm away", &["--preset affs-2022"]);
    }

    #[test]
    fn a_learner_needs_a_goal_and_a_goal_a_learner() {
        let both = ["--affs dsg-sarsa --affs-goal diversity"];
        check("--affs dsg-sarsa", "add --affs-goal", &both);
        check("--affs-goal diversity", "add --affs ucb or dsg-sarsa", &both);
        accepted("--preset affs-2022 --affs ucb");
        accepted("--preset affs-2022 --affs-goal strong-mutation");
    }

    #[test]
    fn the_goal_of_a_learner_decides_the_criteria() {
        check(
            "--affs ucb --affs-goal diversity --criteria branch",
            "leave --criteria away",
            &["--affs ucb --affs-goal diversity"],
        );
        check("--preset affs-2022 --criteria line", "leave --criteria away", &["--preset affs-2022"]);
        accepted("--preset smart-selection-2024 --affs ucb --affs-goal exceptions");
        accepted("--preset hmx-2021 --affs ucb --affs-goal exceptions");
    }

    #[test]
    fn functions_or_goals_are_chosen_not_both() {
        check(
            "--affs ucb --affs-goal exceptions --selection smart",
            "leave one of the two away",
            &["--affs ucb --affs-goal exceptions", &format!("--selection smart {EIGHT}")],
        );
        accepted("--affs ucb --affs-goal exceptions --selection all");
    }

    #[test]
    fn goals_are_selected_among_the_eight_criteria_of_the_study() {
        for selection in ["smart", "smart-without-subsumption", "line-group", "weak-mutation-group"] {
            let selected = format!("--selection {selection}");
            let nearest = ["--selection all", &format!("{selected} {EIGHT}")];
            check(&selected, "branch alone leaves nothing to select", &nearest);
            check(&format!("{selected} --criteria output"), "output alone", &nearest);
            check(&format!("{selected} --criteria branch,line"), "eight criteria", &nearest);
            check(&format!("{selected} {EIGHT},input"), "eight criteria", &nearest);
        }
        accepted("--preset hmx-2021 --selection smart");
        check(
            "--preset smart-selection-2024 --criteria branch",
            "give --selection all",
            &["--preset smart-selection-2024 --criteria branch --selection all"],
        );
    }

    #[test]
    fn random_search_has_nothing_to_select_for() {
        check(
            "--preset smart-selection-2024 --algorithm random",
            "give --selection all",
            &["--preset smart-selection-2024 --algorithm random --selection all"],
        );
        for algorithm in ["one-goal", "ws", "wsa", "mosa", "dynamosa", "dynamosa-rank", "dynamosa-pref"] {
            accepted(&format!("--preset smart-selection-2024 --algorithm {algorithm}"));
        }
    }

    #[test]
    fn exceptions_alone_guide_no_search_by_goals() {
        for algorithm in ["one-goal", "mosa", "dynamosa", "dynamosa-rank", "dynamosa-pref"] {
            let options = format!("--algorithm {algorithm} --criteria");
            check(
                &format!("{options} exception"),
                "exceptions are goals only once they are seen",
                &[&format!("{options} branch,exception"), "--criteria exception --algorithm wsa"],
            );
        }
        accepted("--criteria exception --algorithm ws");
        accepted("--criteria exception --algorithm random");
    }

    #[test]
    fn hybrid_crossover_needs_tests_as_individuals() {
        for algorithm in ["random", "ws", "wsa"] {
            for crossover in ["hmx", "hmx+"] {
                let options = format!("--algorithm {algorithm} --crossover {crossover}");
                check(
                    &options,
                    "give --crossover spx",
                    &[&format!("--crossover {crossover} --algorithm dynamosa")],
                );
            }
        }
        check(
            "--preset hmx-2021 --algorithm ws",
            "give --crossover spx",
            &["--preset hmx-2021 --algorithm ws --crossover spx"],
        );
        check(
            "--affs ucb --affs-goal exceptions --crossover hmx",
            "give --crossover spx",
            &["--affs ucb --affs-goal exceptions --crossover spx"],
        );
        accepted("--crossover hmx --algorithm one-goal");
    }

    #[test]
    fn numbers_that_an_algorithm_does_not_have_are_not_taken() {
        for option in ["--crossover-rate 0.5", "--tournament 2", "--newcomers 0.2"] {
            check(
                &format!("--algorithm random {option}"),
                "has no effect on random",
                &["--algorithm random", &format!("--algorithm dynamosa {option}")],
            );
        }
        check("--algorithm wsa --newcomers 0.2", "has no effect on wsa", &["--algorithm wsa"]);
        accepted("--algorithm wsa --crossover-rate 0.5 --tournament 2 --population 10 --length 20");
        accepted("--algorithm random --population 10 --length 20");
    }
}
