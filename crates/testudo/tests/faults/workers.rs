//! Lost workers and damaged results: Testudo writes the same tests as without faults.

use std::fs;
use std::path::Path;

use fixtures::subject_jar;

use crate::java::{FAULTS, Fault, create_faulty_jdk, fault_count, worker_count};
use crate::workspace::{Workspace, classes};

/// Number of started workers, and number of workers whose fault occurred.
struct Count {
    workers: usize,
    faults: usize,
}

/// Generates tests for a class with workers that have the kinds of faults in `faults`. Returns the text of
/// the test file and the numbers of workers and faults.
fn generate_with_faults(
    class_path: &Path,
    class: &str,
    tests: u32,
    faults: &[Fault],
    seed: u64,
) -> (String, Count) {
    let workspace = Workspace::new();
    let jdk = workspace.path("jdk");
    create_faulty_jdk(&jdk, faults, seed);
    let options = format!("--class {class} --tests {tests} --seed 1 --workers 2 --sandbox off");
    let run = workspace.run(workspace.generate_command(class_path, &options).arg("--jdk").arg(&jdk));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let count = Count { workers: worker_count(&jdk), faults: fault_count(&jdk) };
    (fs::read_to_string(workspace.test_file(class)).unwrap(), count)
}

/// Checks that the same tests are written without faults, and with each set of faults and each seed.
fn check_same_tests(
    class_path: &Path,
    class: &str,
    tests: u32,
    fault_sets: &[&[Fault]],
    seeds: std::ops::Range<u64>,
) {
    let (expected, Count { workers, .. }) = generate_with_faults(class_path, class, tests, &[], 0);
    println!("{class}, no faults: {workers} workers");
    let mut total_faults = 0;
    let mut differing = Vec::new();
    for seed in seeds {
        for faults in fault_sets {
            let (found, count) = generate_with_faults(class_path, class, tests, faults, seed);
            println!(
                "{class}, {faults:?}, seed {seed}: {} of {} workers had a fault, same tests: {}",
                count.faults,
                count.workers,
                found == expected
            );
            total_faults += count.faults;
            if found != expected {
                differing.push(format!("{class}, {faults:?}, seed {seed}:\n{found}"));
            }
        }
    }
    assert!(total_faults > 0, "{class}: no fault occurred");
    assert!(
        differing.is_empty(),
        "{}\nexpected the tests of the run without faults:\n{expected}",
        differing.join("\n")
    );
}

#[test]
fn faults_of_workers_do_not_change_the_tests() {
    let fault_sets = FAULTS.map(|fault| [fault]);
    check_same_tests(classes(), "demo.Roman", 150, &fault_sets.each_ref().map(|it| &it[..]), 0..1);
}

#[test]
fn faults_of_all_kinds_do_not_change_the_tests_of_a_library_class() {
    let jar = subject_jar("commons-lang3");
    check_same_tests(&jar, "org.apache.commons.lang3.CharRange", 200, &[&FAULTS], 0..1);
}

#[test]
#[ignore = "takes an hour: ./x faults"]
fn for_an_hour_faults_of_workers_do_not_change_the_tests() {
    let fault_sets = FAULTS.map(|fault| [fault]);
    check_same_tests(classes(), "demo.Account", 3000, &fault_sets.each_ref().map(|it| &it[..]), 1..6);
    let libraries = [
        ("commons-lang3", "org.apache.commons.lang3.CharRange"),
        ("commons-cli", "org.apache.commons.cli.OptionGroup"),
        ("commons-codec", "org.apache.commons.codec.language.Caverphone2"),
        ("gson-2", "com.google.gson.JsonPrimitive"),
    ];
    for (library, class) in libraries {
        check_same_tests(&subject_jar(library), class, 2000, &[&FAULTS], 1..9);
    }
}
