//! Mutants that the written tests are said to kill fail them, with JUnit and class files in which the mutant is made.

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

use crate::setup::{Place, Run, classes, java_files, javac, jdk};

/// The source of the program that runs tests on mutants.
const RUNS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/killed/Runs.java");

/// Tests are written for strong mutation and run on every mutant: those said to be killed fail one, and no others do.
fn check(class: &str) {
    let junit = subject_jar("junit-platform-console");
    let place = Place::new();
    let mut command = place.command(&["--class", class, "--criteria", "strong-mutation", "--tests", "1500"]);
    // One by one they run up to the first that fails.
    let run = place.run(command.args(["--style", "plain", "--json"]));
    assert_eq!(run.code, 0, "{}", run.err);
    let world = World::new(ClassPath::open(&[classes().to_owned()]).unwrap(), Jdk::find(None).unwrap());
    let subject = subject::read(&world, class).unwrap();
    let mutants = subject.mutants(&[Criterion::StrongMutation]);
    let failed = failed(&place, class, &write(&place, &subject, &mutants), &junit);
    assert!(!failed[0], "the tests pass on the class as it is");

    let mut failing = BTreeMap::<String, Vec<bool>>::new();
    for (description, failed) in describe(&subject, &mutants).into_iter().zip(&failed[1..]) {
        failing.entry(description).or_default().push(*failed);
    }
    for (description, failed) in failing {
        let said = failed.len() - open(&run, &description);
        let found = failed.iter().filter(|failed| **failed).count();
        assert_eq!(found, said, "as many of these fail a test as are said to: {description}");
    }
}

/// How many mutants of a description a run says are not killed: those of one line may have the same.
fn open(run: &Run, description: &str) -> usize {
    run.missed().iter().filter(|goal| *goal == description).count()
}

/// The mutants in words, as the report has them.
fn describe(subject: &Subject, mutants: &Mutants) -> Vec<String> {
    let of = goals::Subject {
        program: &subject.program,
        mutants,
        callable: &TiVec::from(vec![false; subject.program.methods.len()]),
        observers: &TiVec::new(),
        is_container: &|_| false,
    };
    let criteria = vec![Criterion::StrongMutation];
    let goals = Goals::new(&of, &GoalOptions { criteria, selection: Selection::All, objectives: Vec::new() });
    (0..goals.len()).map(|goal| goals.describe(goal.into())).collect()
}

/// Folders with the class files of the mutants, in their order; before them an empty one.
fn write(place: &Place, subject: &Subject, mutants: &Mutants) -> Vec<PathBuf> {
    let folder = |name: &str| {
        let folder = place.path("mutants").join(name);
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

/// By folder whether a test in `out` fails where its classes go before the others.
fn failed(place: &Place, class: &str, folders: &[PathBuf], junit: &Path) -> Vec<bool> {
    let (mut sources, compiled) = (Vec::new(), place.path("compiled"));
    java_files(&place.path("out"), &mut sources);
    javac(&sources, &[classes(), junit], &compiled);
    let said = place.path("said");
    let mut command = Command::new(jdk().java());
    // What the tests print goes elsewhere; the class under test must not be found but in front of the tests.
    command.current_dir(place.path("tmp")).arg("-cp").arg(junit).args([RUNS.as_ref(), said.as_os_str()]);
    command.arg(std::env::join_paths([&*compiled, classes()]).unwrap()).arg(format!("{class}Test"));
    let output = command.args(folders).output().unwrap();
    let told = fs::read_to_string(said).unwrap_or_default();
    let failed: Vec<bool> = told.lines().map(|line| line == "failed").collect();
    assert_eq!(failed.len(), folders.len(), "{}", String::from_utf8_lossy(&output.stderr));
    failed
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn mutants_of_a_class_with_state_are_killed_as_said() {
    check("demo.Account");
}

#[test]
fn mutants_of_a_class_with_texts_and_loops_are_killed_as_said() {
    check("demo.Roman");
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn mutants_of_a_class_with_files_and_casts_are_killed_as_said() {
    check("library.Inbox");
}
