//! Detects options that contradict each other, and advises the nearest valid options.

use generation::Crossover;
use goals::{Criterion, Selection};

use super::options::{Algorithm, SearchOptions, criteria_names};
use super::{Configuration, STUDIED_CRITERIA, recombines_tests};

/// Message for `--affs` without `--affs-aim`.
pub const NO_AIM: &str = "--affs chooses fitness functions for an aim, but no aim is set; add --affs-aim exceptions, \
                           diversity or strong-mutation";
/// Message for `--affs-aim` without `--affs`.
pub const NO_CHOOSER: &str =
    "--affs-aim has no effect without --affs; add --affs ucb or dsg-sarsa, or omit --affs-aim";

/// Returns a message if two options contradict each other: the reason, a semicolon, and the nearest valid
/// options.
type Rule = fn(&SearchOptions, &Configuration) -> Option<String>;

/// All rules, in the order in which [`check`] applies them.
const RULES: [Rule; 7] = [
    algorithm_of_affs,
    criteria_of_affs,
    selection_of_affs,
    selection_of_random_search,
    selection_for_other_criteria,
    exception_as_only_criterion,
    hybrid_crossover_of_suites,
];

/// Checks that the options of a configuration do not contradict each other.
///
/// # Errors
/// Returns the message for the first contradiction.
pub fn check(options: &SearchOptions, configuration: &Configuration) -> Result<(), String> {
    let message = RULES.iter().find_map(|rule| rule(options, configuration));
    message.or_else(|| option_without_effect(options, configuration)).map_or(Ok(()), Err)
}

fn algorithm_of_affs(options: &SearchOptions, configuration: &Configuration) -> Option<String> {
    let algorithm = options.algorithm.filter(|it| *it != Algorithm::Wsa)?;
    configuration.affs?;
    let algorithm = algorithm.to_string();
    Some(format!(
        "--affs works only with the algorithm wsa, not with {algorithm}; omit --algorithm, or use --algorithm wsa"
    ))
}

fn criteria_of_affs(options: &SearchOptions, configuration: &Configuration) -> Option<String> {
    options.criteria.as_ref()?;
    let aim = configuration.affs?.aim.to_string();
    Some(format!("--affs-aim {aim} determines the criteria; omit --criteria"))
}

fn selection_of_affs(_: &SearchOptions, configuration: &Configuration) -> Option<String> {
    configuration.affs?;
    let selects_all = configuration.selection == Selection::All;
    (!selects_all).then(|| {
        "--affs chooses whole fitness functions, so --selection cannot select single goals; omit --selection"
            .to_owned()
    })
}

fn selection_of_random_search(_: &SearchOptions, configuration: &Configuration) -> Option<String> {
    let is_conflict =
        configuration.algorithm == Algorithm::Random && configuration.selection != Selection::All;
    is_conflict.then(|| {
        let alternative =
            or_dynamosa(configuration, ", or use an algorithm with objectives, such as --algorithm dynamosa");
        format!("random search has no objectives, so it cannot select goals as objectives; use --selection all{alternative}")
    })
}

fn selection_for_other_criteria(_: &SearchOptions, configuration: &Configuration) -> Option<String> {
    let Configuration { criteria, selection, .. } = configuration;
    let remedy = || format!("use --selection all, or use --criteria {}", criteria_names(&STUDIED_CRITERIA));
    match (selection, &criteria[..]) {
        (Selection::All, _) => None,
        (_, [only]) => {
            let only = only.name();
            Some(format!(
                "--selection has no effect if {only} is the only criterion, because all its goals are objectives; {}",
                remedy()
            ))
        }
        _ => (!is_studied(criteria)).then(|| {
            format!("--selection is defined only for the eight criteria of Zhou et al. 2024; {}", remedy())
        }),
    }
}

/// Returns whether the criteria are exactly the eight criteria that Zhou et al. 2024 study.
fn is_studied(criteria: &[Criterion]) -> bool {
    STUDIED_CRITERIA.len() == criteria.len() && STUDIED_CRITERIA.iter().all(|it| criteria.contains(it))
}

fn exception_as_only_criterion(_: &SearchOptions, configuration: &Configuration) -> Option<String> {
    let is_alone = configuration.criteria == [Criterion::Exception];
    let needs_objectives =
        !matches!(configuration.algorithm, Algorithm::Random | Algorithm::Ws | Algorithm::Wsa);
    (is_alone && needs_objectives).then(|| {
        let algorithm = configuration.algorithm.to_string();
        format!(
            "exceptions become goals only when a test throws them, so {algorithm} would have no objectives; use --algorithm \
             wsa, or use --criteria branch,exception"
        )
    })
}

/// Returns a message if hybrid crossover is chosen for an algorithm that does not recombine tests.
fn hybrid_crossover_of_suites(_: &SearchOptions, configuration: &Configuration) -> Option<String> {
    let is_hybrid = configuration.crossover != Crossover::SinglePoint;
    (is_hybrid && !recombines_tests(configuration.algorithm)).then(|| {
        let algorithm = configuration.algorithm.to_string();
        let alternative = or_dynamosa(
            configuration,
            ", or use an algorithm whose individuals are tests, such as --algorithm dynamosa",
        );
        format!(
            "hybrid crossover recombines tests, but {algorithm} does not; use --crossover spx{alternative}"
        )
    })
}

/// Returns a message for a numeric option that the algorithm does not use.
fn option_without_effect(options: &SearchOptions, configuration: &Configuration) -> Option<String> {
    let is_random = configuration.algorithm == Algorithm::Random;
    let is_whole_suite = matches!(configuration.algorithm, Algorithm::Ws | Algorithm::Wsa);
    let unused = [
        ("crossover-rate", options.crossover_rate.is_some() && is_random),
        ("tournament", options.tournament.is_some() && is_random),
        ("newcomers", options.newcomers.is_some() && (is_random || is_whole_suite)),
    ];
    let (option, _) = unused.into_iter().find(|(_, is_unused)| *is_unused)?;
    let algorithm = configuration.algorithm.to_string();
    let alternative = or_dynamosa(configuration, ", or use --algorithm dynamosa");
    Some(format!("--{option} has no effect on {algorithm}; omit --{option}{alternative}"))
}

/// Returns `advice`, which recommends DynaMOSA, or an empty text if DynaMOSA would contradict another option.
fn or_dynamosa(configuration: &Configuration, advice: &'static str) -> &'static str {
    let Configuration { affs, criteria, selection, .. } = configuration;
    let allows_selection = *selection == Selection::All || is_studied(criteria);
    let is_valid = affs.is_none() && allows_selection && *criteria != [Criterion::Exception];
    if is_valid { advice } else { "" }
}

#[cfg(test)]
mod tests {
    use crate::configuration::tests::configure;

    const EIGHT: &str = "--criteria branch,direct-branch,line,weak-mutation,top-method,top-method-no-exception,exception,output";

    /// Checks that the options `refused` are refused with a message that contains `part`. The message advises
    /// alternative changes of the options. Checks that these changes lead to the options in `nearest`, in
    /// this order, and that these options are accepted.
    #[track_caller]
    fn check(refused: &str, part: &str, nearest: &[&str]) {
        let message = configure(refused).map(drop).expect_err("the options contradict each other");
        assert!(message.contains(part), "{refused}: {message}");
        let (_, advice) = message.rsplit_once("; ").expect("the message has a reason and advice");
        let advised: Vec<String> = advice.split(", or ").map(|part| follow(refused, part)).collect();
        assert_eq!(advised, nearest, "{refused}: {message}");
        advised.iter().for_each(|options| assert_accepted(options));
    }

    /// Returns the options of a user who follows the advice `advice`: to omit an option, or to use another
    /// value for an option.
    fn follow(options: &str, advice: &str) -> String {
        let mut advised = advice.split(' ').skip_while(|word| !word.starts_with("--"));
        let option = advised.next().expect("the advice names an option");
        let value = advised.next().map(|value| value.trim_end_matches(','));
        let words: Vec<&str> = options.split(' ').collect();
        let others = words.chunks(2).filter(|pair| pair[0] != option).flatten().copied();
        others.chain(value.into_iter().flat_map(|value| [option, value])).collect::<Vec<_>>().join(" ")
    }

    #[track_caller]
    fn assert_accepted(options: &str) {
        configure(options).unwrap_or_else(|reason| panic!("{options}: {reason}"));
    }

    #[test]
    fn affs_works_only_with_the_algorithm_wsa() {
        for algorithm in ["random", "one-goal", "ws", "mosa", "dynamosa", "dynamosa-rank", "dynamosa-pref"] {
            check(
                &format!("--affs ucb --affs-aim exceptions --algorithm {algorithm}"),
                algorithm,
                &["--affs ucb --affs-aim exceptions", "--affs ucb --affs-aim exceptions --algorithm wsa"],
            );
        }
        check(
            "--preset affs-2022 --algorithm dynamosa",
            "omit --algorithm",
            &["--preset affs-2022", "--preset affs-2022 --algorithm wsa"],
        );
    }

    #[test]
    fn affs_and_affs_aim_need_each_other() {
        for chooser in ["ucb", "dsg-sarsa", "own", "all", "random"] {
            let affs = format!("--affs {chooser}");
            check(&affs, "add --affs-aim", &[&format!("{affs} --affs-aim exceptions")]);
            assert_accepted(&format!("{affs} --affs-aim diversity"));
            assert_accepted(&format!("--preset affs-2022 {affs}"));
        }
        check("--affs-aim diversity", "add --affs ucb", &["--affs-aim diversity --affs ucb", ""]);
        assert_accepted("--preset affs-2022 --affs-aim strong-mutation");
    }

    #[test]
    fn affs_aim_decides_the_criteria() {
        check(
            "--affs ucb --affs-aim diversity --criteria branch",
            "omit --criteria",
            &["--affs ucb --affs-aim diversity"],
        );
        check("--preset affs-2022 --criteria line", "omit --criteria", &["--preset affs-2022"]);
        assert_accepted("--preset smart-selection-2024 --affs ucb --affs-aim exceptions");
        assert_accepted("--preset hmx-2021 --affs ucb --affs-aim exceptions");
    }

    #[test]
    fn affs_excludes_the_selection_of_goals() {
        check(
            "--affs ucb --affs-aim exceptions --selection smart",
            "omit --selection",
            &["--affs ucb --affs-aim exceptions"],
        );
        assert_accepted("--affs ucb --affs-aim exceptions --selection all");
    }

    #[test]
    fn the_selection_of_goals_needs_the_eight_criteria_of_the_study() {
        for selection in ["smart", "smart-without-subsumption", "line-group", "weak-mutation-group"] {
            let selected = format!("--selection {selection}");
            let eight = format!("{selected} {EIGHT}");
            check(&selected, "no effect if branch is the only", &["--selection all", &eight]);
            for criteria in ["output", "branch,line", &format!("{},input", EIGHT.replace("--criteria ", ""))]
            {
                let option = format!("--criteria {criteria}");
                let reason = if criteria == "output" { "output is the only" } else { "eight criteria" };
                check(
                    &format!("{selected} {option}"),
                    reason,
                    &[&format!("{option} --selection all"), &eight],
                );
            }
        }
        assert_accepted("--preset hmx-2021 --selection smart");
        check(
            "--preset smart-selection-2024 --criteria branch",
            "use --selection all",
            &[
                "--preset smart-selection-2024 --criteria branch --selection all",
                &format!("--preset smart-selection-2024 {EIGHT}"),
            ],
        );
    }

    #[test]
    fn random_search_excludes_the_selection_of_goals() {
        check(
            "--preset smart-selection-2024 --algorithm random",
            "use --selection all",
            &[
                "--preset smart-selection-2024 --algorithm random --selection all",
                "--preset smart-selection-2024 --algorithm dynamosa",
            ],
        );
        check(
            "--selection smart --algorithm random",
            "use --selection all",
            &["--algorithm random --selection all"],
        );
        for algorithm in ["one-goal", "ws", "wsa", "mosa", "dynamosa", "dynamosa-rank", "dynamosa-pref"] {
            assert_accepted(&format!("--preset smart-selection-2024 --algorithm {algorithm}"));
        }
    }

    #[test]
    fn algorithms_with_objectives_need_a_criterion_other_than_exception() {
        for algorithm in ["one-goal", "mosa", "dynamosa", "dynamosa-rank", "dynamosa-pref"] {
            let options = format!("--algorithm {algorithm} --criteria");
            check(
                &format!("{options} exception"),
                "exceptions become goals only when a test throws them",
                &["--criteria exception --algorithm wsa", &format!("{options} branch,exception")],
            );
        }
        assert_accepted("--criteria exception --algorithm ws");
        assert_accepted("--criteria exception --algorithm random");
    }

    #[test]
    fn hybrid_crossover_needs_an_algorithm_whose_individuals_are_tests() {
        for algorithm in ["random", "ws", "wsa"] {
            for crossover in ["hmx", "hmx+"] {
                check(
                    &format!("--algorithm {algorithm} --crossover {crossover}"),
                    "use --crossover spx",
                    &[
                        &format!("--algorithm {algorithm} --crossover spx"),
                        &format!("--crossover {crossover} --algorithm dynamosa"),
                    ],
                );
            }
        }
        assert_accepted("--crossover hmx --algorithm one-goal");
    }

    #[test]
    fn numeric_options_that_an_algorithm_does_not_use_are_refused() {
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
        assert_accepted("--algorithm wsa --crossover-rate 0.5 --tournament 2 --population 10 --length 20");
        assert_accepted("--algorithm random --population 10 --length 20");
    }

    #[test]
    fn the_advice_does_not_name_dynamosa_if_dynamosa_would_be_refused() {
        for affs in ["--affs ucb --affs-aim exceptions", "--preset affs-2022"] {
            let spx = format!("{affs} --crossover spx");
            check(&format!("{affs} --crossover hmx"), "use --crossover spx", &[&spx]);
            check(&format!("{affs} --newcomers 0.2"), "has no effect on wsa", &[affs]);
        }
        let random = "--criteria exception --algorithm random";
        check(&format!("{random} --newcomers 0.2"), "has no effect on random", &[random]);
    }
}
