//! Runs with the same options and seed write the same tests byte for byte. This does not apply to runs with a
//! time budget.

use std::fs;
use std::path::Path;

use fixtures::subject_jar;
use serde_json::Value;

use crate::setup::{Workspace, jdk};

const ALL_CRITERIA: &str = "branch,direct-branch,line,statement,weak-mutation,strong-mutation,method,\
                            top-method,top-method-no-exception,exception,output,input";

/// The criteria that the option `--selection` supports.
const SELECTABLE_CRITERIA: &str =
    "branch,direct-branch,line,weak-mutation,top-method,top-method-no-exception,exception,output";

/// Options with a small population, so that the budget suffices for many generations.
const COMMON_OPTIONS: &str = "--class demo.Account --tests 300 --seed 7 --population 4";

/// Generates tests with [`COMMON_OPTIONS`] and additional options. Returns the text of the test class.
fn account_tests(options: &str) -> String {
    let workspace = Workspace::new();
    let run = workspace.run(
        workspace.generate_command(&[]).args(COMMON_OPTIONS.split(' ')).args(options.split_whitespace()),
    );
    assert_eq!(run.code, 0, "{options}: {}", run.stderr);
    workspace.test_text("demo/AccountTest.java")
}

#[test]
fn the_number_of_workers_does_not_change_the_tests() {
    let test_budgets = [("demo.Account", "--tests", "4000"), ("demo.Roman", "--tests", "4000")];
    let other_budgets = [("demo.Account", "--statements", "20000"), ("demo.Roman", "--generations", "40")];
    for (class, budget, number) in test_budgets.into_iter().chain(other_budgets) {
        let [one, two, four] = [1, 2, 4].map(|workers| {
            let workspace = Workspace::new();
            let workers = workers.to_string();
            let options = ["--class", class, budget, number, "--seed", "3", "--workers", &workers];
            let run = workspace.run(&mut workspace.generate_command(&options));
            assert_eq!(run.code, 0, "{}", run.stderr);
            workspace.test_text(&format!("{}Test.java", class.replace('.', "/")))
        });
        assert!(one == two && two == four, "{class}, {budget}:\n{one}\n{two}\n{four}");
    }
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn a_class_gets_the_same_tests_after_another_class() {
    let library = subject_jar("joda-time");
    let class = "org.joda.time.chrono.GJChronology";
    let [alone, after_another] =
        [vec![class], vec!["org.joda.time.chrono.ZonedChronology", class]].map(|classes| {
            let workspace = Workspace::new();
            let class_path = library.to_str().expect("a path in Unicode");
            let mut command =
                workspace.testudo_command(&["generate", "--classpath", class_path, "--output", "out"]);
            command.args(["--statements", "12000", "--strengthen", "0", "--seed", "1"]);
            command.args(classes.iter().flat_map(|class| ["--class", class]));
            let run = workspace.run(&mut command);
            assert_eq!(run.code, 0, "{}", run.stderr);
            workspace.test_text("org/joda/time/chrono/GJChronologyTest.java")
        });
    assert_eq!(alone, after_another);
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn tests_that_are_finished_during_the_search_do_not_depend_on_the_number_of_workers() {
    let library = subject_jar("commons-lang3");
    let written = ["1", "2"].map(|workers| {
        let workspace = Workspace::new();
        let class_path = library.to_str().expect("a path in Unicode");
        // No method of this class needs much memory. Whether a test runs out of memory depends on the time of
        // garbage collections.
        let class = "org.apache.commons.lang3.math.NumberUtils";
        let mut command = workspace.testudo_command(&["-vv", "generate", "--classpath", class_path]);
        let options = ["--output", "out", "--class", class, "--tests", "3000", "--workers", workers];
        let run = workspace.run(command.env("TESTUDO_LOG", "debug").args(options));
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(run.stderr.contains("finished during the search"), "{}", run.stderr);
        workspace.test_text("org/apache/commons/lang3/math/NumberUtilsTest.java")
    });
    assert!(written[0] == written[1], "{}", written.join("\n"));
}

#[test]
fn random_values_of_the_class_under_test_are_repeatable_and_not_asserted() {
    let written = [1, 1, 2].map(|workers| {
        let workspace = Workspace::new();
        let workers = workers.to_string();
        let options = ["--class", "kinds.Dice", "--tests", "3000", "--seed", "3", "--workers", &workers];
        let run = workspace.run(&mut workspace.generate_command(&options));
        assert_eq!(run.code, 0, "{}", run.stderr);
        workspace.test_text("kinds/DiceTest.java")
    });
    let [first, ..] = &written;
    assert!(written.iter().all(|text| text == first), "{}", written.join("\n"));
    let is_assertion_on_value = |line: &&str| line.contains("assert") && !line.contains("assertDoesNotThrow");
    let asserts: Vec<&str> = first.lines().filter(is_assertion_on_value).collect();
    assert!(asserts.iter().any(|line| line.contains("sides")), "{first}");
    assert!(!asserts.iter().any(|line| line.contains("roll") || line.contains("wins")), "{first}");
}

#[test]
fn other_jdks_do_not_change_the_tests() {
    let options = ["--class", "demo.Account", "--class", "demo.Roman", "--tests", "2000", "--seed", "3"];
    let generate_with_jdk = |home: &Path| {
        let workspace = Workspace::new();
        let run = workspace.run(workspace.generate_command(&options).arg("--jdk").arg(home));
        assert_eq!(run.code, 0, "{}: {}", home.display(), run.stderr);
        ["demo/AccountTest.java", "demo/RomanTest.java"].map(|file| workspace.test_text(file))
    };
    let expected = generate_with_jdk(&jdk().home);
    for home in fixtures::other_jdks() {
        assert!(generate_with_jdk(&home) == expected, "{}", home.display());
    }
}

#[test]
fn the_cached_index_of_jars_does_not_change_the_tests() {
    let library = subject_jar("commons-lang3");
    let options = "--class org.apache.commons.lang3.Range --tests 200 --seed 1 --output out --force";
    let workspace = Workspace::new();
    let index = workspace.path("cache").join("testudo").join("index");
    let generate_with_cache = |cache: &Path| {
        let mut command = workspace.testudo_command(&["generate", "--classpath", library.to_str().unwrap()]);
        let run = workspace.run(command.args(options.split(' ')).env("XDG_CACHE_HOME", cache));
        assert_eq!(run.code, 0, "{}", run.stderr);
        workspace.test_text("org/apache/commons/lang3/RangeTest.java")
    };
    let text_without_cache = generate_with_cache(Path::new("/dev/null"));
    assert!(!index.exists());
    for _ in 0..2 {
        assert!(generate_with_cache(&workspace.path("cache")) == text_without_cache);
        assert_eq!(fs::read_dir(&index).unwrap().count(), 1);
    }
}

#[test]
fn a_weak_sandbox_does_not_change_the_tests() {
    assert_eq!(account_tests("--sandbox weak"), account_tests(""));
}

/// Checks that two runs with the same options write the same tests.
fn check_repeats(options: &str) {
    assert_eq!(account_tests(options), account_tests(options), "{options}");
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn algorithms_that_evolve_tests_write_the_same_tests_in_each_run() {
    for algorithm in ["random", "one-goal", "mosa", "dynamosa", "dynamosa-rank", "dynamosa-pref"] {
        check_repeats(&format!("--algorithm {algorithm} --criteria {ALL_CRITERIA}"));
    }
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn algorithms_that_evolve_suites_write_the_same_tests_in_each_run() {
    for algorithm in ["ws", "wsa"] {
        check_repeats(&format!("--algorithm {algorithm} --criteria {ALL_CRITERIA}"));
    }
}

/// Generates tests with adaptive selection of fitness functions: a learner repeatedly chooses a set of
/// fitness functions. Returns the test class and the choices. Checks that the learner makes more than `sets`
/// choices, because it first tries each of the `sets` possible sets once.
fn generate_with_learner(options: &str, sets: usize) -> (String, Vec<Value>) {
    let workspace = Workspace::new();
    let common = "--class demo.Account --seed 7 --population 4 --strengthen 0 --json";
    let run = workspace.run(workspace.generate_command(&[]).args(common.split(' ')).args(options.split(' ')));
    let choices: Vec<Value> =
        run.reports()[0]["choices"].as_array().unwrap().iter().map(|it| it["functions"].clone()).collect();
    assert!(choices.len() > sets, "{options}: {}", choices.len());
    (workspace.test_text("demo/AccountTest.java"), choices)
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn the_choices_of_a_learner_are_repeatable_and_differ_between_learners() {
    for (goal, sets) in [("exceptions", 64), ("diversity", 44), ("strong-mutation", 31)] {
        let budget = format!("--affs-aim {goal} --generations {}", 4 * sets + 20);
        let [ucb, sarsa] = ["ucb", "dsg-sarsa"].map(|learner| {
            let options = format!("--affs {learner} {budget}");
            let first = generate_with_learner(&options, sets);
            assert_eq!(first, generate_with_learner(&options, sets), "{options}");
            first.1
        });
        assert_ne!(ucb, sarsa, "{goal}");
    }
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn the_baselines_of_function_selection_write_the_same_tests_in_each_run() {
    for chooser in ["own", "all", "random"] {
        check_repeats(&format!("--affs {chooser} --affs-aim exceptions"));
    }
}

#[test]
fn selection_of_goals_and_hybrid_crossover_write_the_same_tests_in_each_run() {
    check_repeats(&format!("--selection smart --criteria {SELECTABLE_CRITERIA}"));
    check_repeats(&format!("--crossover hmx+ --criteria {ALL_CRITERIA}"));
}
