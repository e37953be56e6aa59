//! Combinations of options that make no sense: why, and the nearest that do.

use generation::Crossover;
use goals::{Criterion, Selection};

use super::options::{Algorithm, SearchOptions, criteria_names};
use super::{Configuration, STUDIED};

/// `--affs` without its goal.
pub const NO_GOAL: &str = "--affs needs to know what the functions it chooses are to serve: add --affs-goal exceptions, \
                           diversity or strong-mutation";
/// The reverse.
pub const NO_CHOOSER: &str = "--affs-goal is what --affs chooses functions for: add --affs ucb or dsg-sarsa, or leave --affs-goal away";

/// Something that an option asks for and another rules out.
type Rule = fn(&SearchOptions, &Configuration) -> Option<String>;

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
pub fn check(options: &SearchOptions, configuration: &Configuration) -> Result<(), String> {
    let refusal = RULES.iter().find_map(|rule| rule(options, configuration));
    refusal.or_else(|| without_effect(options, configuration)).map_or(Ok(()), Err)
}

fn algorithm_of_affs(options: &SearchOptions, configuration: &Configuration) -> Option<String> {
    let algorithm = options.algorithm.filter(|it| *it != Algorithm::Wsa)?;
    configuration.affs?;
    let algorithm = algorithm.to_string();
    Some(format!(
        "--affs chooses the fitness functions of wsa, and not of {algorithm}: leave --algorithm away, or give \
         --algorithm wsa"
    ))
}

fn criteria_of_affs(options: &SearchOptions, configuration: &Configuration) -> Option<String> {
    options.criteria.as_ref()?;
    let aim = configuration.affs?.aim.to_string();
    Some(format!("--affs-goal {aim} decides which criteria there are: leave --criteria away"))
}

fn selection_of_affs(_: &SearchOptions, configuration: &Configuration) -> Option<String> {
    configuration.affs?;
    let all = configuration.selection == Selection::All;
    (!all).then(|| {
        "--affs chooses whole fitness functions, --selection goals of them: leave --selection away".to_owned()
    })
}

fn selection_without_guidance(_: &SearchOptions, configuration: &Configuration) -> Option<String> {
    let unguided = configuration.algorithm == Algorithm::Random && configuration.selection != Selection::All;
    unguided.then(|| {
        let or = or_dynamosa(configuration, ", or an algorithm that is guided, such as --algorithm dynamosa");
        format!("random search is guided by no goals, so there are none to select: give --selection all{or}")
    })
}

fn selection_of_criteria(_: &SearchOptions, configuration: &Configuration) -> Option<String> {
    let Configuration { criteria, selection, .. } = configuration;
    let remedy = || format!("give --selection all, or --criteria {}", criteria_names(&STUDIED));
    match (selection, &criteria[..]) {
        (Selection::All, _) => None,
        (_, [only]) => {
            let only = only.name();
            Some(format!("{only} alone leaves nothing to select, as all its goals guide: {}", remedy()))
        }
        _ => (!is_studied(criteria)).then(|| {
            format!(
                "which goals stand for which was found out for eight criteria, and only these: {}",
                remedy()
            )
        }),
    }
}

fn is_studied(criteria: &[Criterion]) -> bool {
    STUDIED.len() == criteria.len() && STUDIED.iter().all(|it| criteria.contains(it))
}

fn exceptions_alone(_: &SearchOptions, configuration: &Configuration) -> Option<String> {
    let alone = configuration.criteria == [Criterion::Exception];
    let by_goals = !matches!(configuration.algorithm, Algorithm::Random | Algorithm::Ws | Algorithm::Wsa);
    (alone && by_goals).then(|| {
        let algorithm = configuration.algorithm.to_string();
        format!(
            "exceptions are goals only once they are seen, so nothing guides {algorithm} to them: give --criteria \
             branch,exception, or --algorithm wsa"
        )
    })
}

/// Random search recombines nothing, and where suites evolve they are what is recombined.
fn crossover_of_tests(_: &SearchOptions, configuration: &Configuration) -> Option<String> {
    let of_tests = !matches!(configuration.algorithm, Algorithm::Random | Algorithm::Ws | Algorithm::Wsa);
    (configuration.crossover != Crossover::SinglePoint && !of_tests).then(|| {
        let algorithm = configuration.algorithm.to_string();
        let or = or_dynamosa(
            configuration,
            ", or an algorithm whose individuals are tests, such as --algorithm dynamosa",
        );
        format!("hybrid crossover recombines tests, and {algorithm} does not: give --crossover spx{or}")
    })
}

/// Numbers that the algorithm never looks at.
fn without_effect(options: &SearchOptions, configuration: &Configuration) -> Option<String> {
    let random = configuration.algorithm == Algorithm::Random;
    let suites = matches!(configuration.algorithm, Algorithm::Ws | Algorithm::Wsa);
    let unused = [
        ("crossover-rate", options.crossover_rate.is_some() && random),
        ("tournament", options.tournament.is_some() && random),
        ("newcomers", options.newcomers.is_some() && (random || suites)),
    ];
    let (option, _) = unused.into_iter().find(|(_, unused)| *unused)?;
    let algorithm = configuration.algorithm.to_string();
    let or = or_dynamosa(configuration, ", or give --algorithm dynamosa");
    Some(format!("--{option} has no effect on {algorithm}: leave --{option} away{or}"))
}

/// The part of an advice that names DynaMOSA, unless that would be refused in turn.
fn or_dynamosa(configuration: &Configuration, part: &'static str) -> &'static str {
    let Configuration { affs, criteria, selection, .. } = configuration;
    let selected = *selection == Selection::All || is_studied(criteria);
    let fits = affs.is_none() && selected && *criteria != [Criterion::Exception];
    if fits { part } else { "" }
}

#[cfg(test)]
mod tests {
    use crate::configuration::tests::configure;

    const EIGHT: &str = "--criteria branch,direct-branch,line,weak-mutation,top-method,top-method-no-exception,exception,output";

    /// Options are refused with a message that has this part; what it advises leads to these, which are accepted.
    #[track_caller]
    fn check(refused: &str, message: &str, nearest: &[&str]) {
        let found = configure(refused).map(drop).expect_err("it makes no sense");
        assert!(found.contains(message), "{refused}: {found}");
        let (_, advice) = found.rsplit_once(": ").expect("a reason, and what to do");
        let advised: Vec<String> = advice.split(", or ").map(|part| follow(refused, part)).collect();
        assert_eq!(advised, nearest, "{refused}: {found}");
        advised.iter().for_each(|options| accepted(options));
    }

    /// The options after a part of an advice, which says to leave one away, or a value to give it.
    fn follow(options: &str, advice: &str) -> String {
        let mut advised = advice.split(' ').skip_while(|word| !word.starts_with("--"));
        let option = advised.next().expect("it names an option");
        let value = advised.next().map(|value| value.trim_end_matches(',')).filter(|&value| value != "away");
        let words: Vec<&str> = options.split(' ').collect();
        let others = words.chunks(2).filter(|pair| pair[0] != option).flatten().copied();
        others.chain(value.into_iter().flat_map(|value| [option, value])).collect::<Vec<_>>().join(" ")
    }

    #[track_caller]
    fn accepted(options: &str) {
        configure(options).unwrap_or_else(|reason| panic!("{options}: {reason}"));
    }

    #[test]
    fn functions_are_chosen_for_whole_suites_with_an_archive_only() {
        for algorithm in ["random", "one-goal", "ws", "mosa", "dynamosa", "dynamosa-rank", "dynamosa-pref"] {
            check(
                &format!("--affs ucb --affs-goal exceptions --algorithm {algorithm}"),
                algorithm,
                &["--affs ucb --affs-goal exceptions", "--affs ucb --affs-goal exceptions --algorithm wsa"],
            );
        }
        check(
            "--preset affs-2022 --algorithm dynamosa",
            "leave --algorithm away",
            &["--preset affs-2022", "--preset affs-2022 --algorithm wsa"],
        );
    }

    #[test]
    fn a_chooser_needs_a_goal_and_a_goal_a_chooser() {
        for chooser in ["ucb", "dsg-sarsa", "own", "all", "random"] {
            let affs = format!("--affs {chooser}");
            check(&affs, "add --affs-goal", &[&format!("{affs} --affs-goal exceptions")]);
            accepted(&format!("{affs} --affs-goal diversity"));
            accepted(&format!("--preset affs-2022 {affs}"));
        }
        check("--affs-goal diversity", "add --affs ucb", &["--affs-goal diversity --affs ucb", ""]);
        accepted("--preset affs-2022 --affs-goal strong-mutation");
    }

    #[test]
    fn the_goal_of_a_chooser_decides_the_criteria() {
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
            "leave --selection away",
            &["--affs ucb --affs-goal exceptions"],
        );
        accepted("--affs ucb --affs-goal exceptions --selection all");
    }

    #[test]
    fn goals_are_selected_among_the_eight_criteria_of_the_study() {
        for selection in ["smart", "smart-without-subsumption", "line-group", "weak-mutation-group"] {
            let selected = format!("--selection {selection}");
            let eight = format!("{selected} {EIGHT}");
            check(&selected, "branch alone leaves nothing to select", &["--selection all", &eight]);
            for criteria in ["output", "branch,line", &format!("{},input", EIGHT.replace("--criteria ", ""))]
            {
                let said = format!("--criteria {criteria}");
                let reason = if criteria == "output" { "output alone" } else { "eight criteria" };
                check(&format!("{selected} {said}"), reason, &[&format!("{said} --selection all"), &eight]);
            }
        }
        accepted("--preset hmx-2021 --selection smart");
        check(
            "--preset smart-selection-2024 --criteria branch",
            "give --selection all",
            &[
                "--preset smart-selection-2024 --criteria branch --selection all",
                &format!("--preset smart-selection-2024 {EIGHT}"),
            ],
        );
    }

    #[test]
    fn random_search_has_nothing_to_select_for() {
        check(
            "--preset smart-selection-2024 --algorithm random",
            "give --selection all",
            &[
                "--preset smart-selection-2024 --algorithm random --selection all",
                "--preset smart-selection-2024 --algorithm dynamosa",
            ],
        );
        check(
            "--selection smart --algorithm random",
            "give --selection all",
            &["--algorithm random --selection all"],
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
                check(
                    &format!("--algorithm {algorithm} --crossover {crossover}"),
                    "give --crossover spx",
                    &[
                        &format!("--algorithm {algorithm} --crossover spx"),
                        &format!("--crossover {crossover} --algorithm dynamosa"),
                    ],
                );
            }
        }
        check(
            "--preset hmx-2021 --algorithm ws",
            "give --crossover spx",
            &["--preset hmx-2021 --algorithm ws --crossover spx", "--preset hmx-2021 --algorithm dynamosa"],
        );
        accepted("--crossover hmx --algorithm one-goal");
    }

    #[test]
    fn numbers_that_an_algorithm_does_not_have_are_not_taken() {
        for option in ["--crossover-rate 0.5", "--tournament 2", "--newcomers 0.2"] {
            check(
                &format!("--algorithm random {option}"),
                "has no effect on random",
                &["--algorithm random", &format!("{option} --algorithm dynamosa")],
            );
        }
        check(
            "--algorithm wsa --newcomers 0.2",
            "has no effect on wsa",
            &["--algorithm wsa", "--newcomers 0.2 --algorithm dynamosa"],
        );
        accepted("--algorithm wsa --crossover-rate 0.5 --tournament 2 --population 10 --length 20");
        accepted("--algorithm random --population 10 --length 20");
    }

    #[test]
    fn dynamosa_is_not_advised_where_it_would_be_refused() {
        for affs in ["--affs ucb --affs-goal exceptions", "--preset affs-2022"] {
            let spx = format!("{affs} --crossover spx");
            check(&format!("{affs} --crossover hmx"), "give --crossover spx", &[&spx]);
            check(&format!("{affs} --newcomers 0.2"), "has no effect on wsa", &[affs]);
        }
        let random = "--criteria exception --algorithm random";
        check(&format!("{random} --newcomers 0.2"), "has no effect on random", &[random]);
    }
}
