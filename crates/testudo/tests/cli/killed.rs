//! Checks with JUnit that generated tests kill exactly the mutants that the report counts as killed. For each
//! mutant, an independent implementation writes a changed class file. The tests run on this class file.

mod mutate;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use analysis::TiVec;
use engine::subject::{self, Subject};
use fixtures::subject_jar;
use goals::{Criterion, GoalOptions, Goals, Selection};
use mutation::{MutantId, Mutants};
use types::{ClassPath, Jdk, World};

use crate::setup::{Run, Workspace, classes, java_files, javac, jdk};

/// Path of the Java program that runs tests on mutants.
const RUNS_SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/killed/Runs.java");

/// Generates tests for strong mutation and runs the tests on every mutant. Checks that a test fails on each
/// mutant that is reported as killed, and that no test fails on the other mutants. Compares only the number
/// of killed mutants if several mutants have the same description.
fn check_kills(class: &str) {
    let junit = subject_jar("junit-platform-console");
    let workspace = Workspace::new();
    let mut command =
        workspace.generate_command(&["--class", class, "--criteria", "strong-mutation", "--tests", "1500"]);
    // `Runs` does not run parameterized tests, because JUnit discovers their cases only during the run. The
    // style plain has no parameterized tests.
    let run = workspace.run(command.args(["--style", "plain", "--json"]));
    assert_eq!(run.code, 0, "{}", run.stderr);
    let world = World::new(ClassPath::open(&[classes().to_owned()]).unwrap(), Jdk::find(None).unwrap());
    let subject = subject::read(&world, class).unwrap();
    let mutants = subject.mutants(&[Criterion::StrongMutation], usize::MAX);
    let folders = write_mutants(&workspace, &subject, &mutants);
    let failed = run_tests(&workspace, class, &folders, &junit);
    assert!(!failed[0], "a test fails on the original class");

    let mut failures_by_description = BTreeMap::<String, Vec<bool>>::new();
    for (description, failed) in mutant_descriptions(&subject, &mutants).into_iter().zip(&failed[1..]) {
        failures_by_description.entry(description).or_default().push(*failed);
    }
    for (description, failed) in failures_by_description {
        let reported_kills = failed.len() - survivor_count(&run, &description);
        let kills = failed.iter().filter(|failed| **failed).count();
        assert_eq!(kills, reported_kills, "number of killed mutants with the description: {description}");
    }
}

/// Returns the number of mutants with a description that are not killed according to the report. Several
/// mutants of a line can have the same description.
fn survivor_count(run: &Run, description: &str) -> usize {
    run.missed().iter().filter(|goal| *goal == description).count()
}

/// Returns the description of each mutant, in the words of the report.
fn mutant_descriptions(subject: &Subject, mutants: &Mutants) -> Vec<String> {
    let subject = goals::Subject {
        program: &subject.program,
        mutants,
        callable: &TiVec::from(vec![false; subject.program.methods.len()]),
        observers: &TiVec::new(),
        is_container: &|_| false,
    };
    let criteria = vec![Criterion::StrongMutation];
    let goals =
        Goals::new(&subject, &GoalOptions { criteria, selection: Selection::All, objectives: Vec::new() });
    (0..goals.len()).map(|goal| goals.describe(goal.into())).collect()
}

/// Writes the class file of each mutant into a separate folder. Returns an empty folder for the original
/// class, followed by the folders of the mutants.
fn write_mutants(workspace: &Workspace, subject: &Subject, mutants: &Mutants) -> Vec<PathBuf> {
    let folder = |name: &str| {
        let folder = workspace.path("mutants").join(name);
        fs::create_dir_all(&folder).unwrap();
        folder
    };
    let mut folders = vec![folder("none")];
    for mutant in 0..mutants.mutants.len() as u32 {
        let folder = folder(&mutant.to_string());
        let (name, bytes) =
            mutate::mutate(&subject.files, &subject.program, mutants, MutantId(mutant)).unwrap();
        let file = folder.join(name + ".class");
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, bytes).unwrap();
        folders.push(folder);
    }
    folders
}

/// Runs the tests in `out` once for each folder. The classes of the folder precede the class path. Returns
/// whether a test failed, for each folder.
fn run_tests(workspace: &Workspace, class: &str, folders: &[PathBuf], junit: &Path) -> Vec<bool> {
    let (mut sources, compiled) = (Vec::new(), workspace.path("compiled"));
    java_files(&workspace.path("out"), &mut sources);
    javac(&sources, &[classes(), junit], &compiled);
    let results = workspace.path("results");
    let mut command = Command::new(jdk().java());
    // `Runs` writes its results into a file, because the tests can print. The class path of this JVM does not
    // contain the class under test. Therefore the class loader of `Runs` loads the class under test.
    command
        .current_dir(workspace.path("tmp"))
        .arg("-cp")
        .arg(junit)
        .args([RUNS_SOURCE.as_ref(), results.as_os_str()]);
    command.arg(std::env::join_paths([&*compiled, classes()]).unwrap()).arg(format!("{class}Test"));
    let output = command.args(folders).output().unwrap();
    let results = fs::read_to_string(results).unwrap_or_default();
    let failed: Vec<bool> = results.lines().map(|line| line == "failed").collect();
    assert_eq!(failed.len(), folders.len(), "{}", String::from_utf8_lossy(&output.stderr));
    failed
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn mutants_of_a_class_with_state_are_killed_as_reported() {
    check_kills("demo.Account");
}

#[test]
fn mutants_of_a_class_with_strings_and_loops_are_killed_as_reported() {
    check_kills("demo.Roman");
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn mutants_of_a_class_with_files_and_casts_are_killed_as_reported() {
    check_kills("library.Inbox");
}
