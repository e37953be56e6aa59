//! Classes that attack Testudo. Each class contains hostile code and an ordinary method. For each class, the
//! run ends, the generated tests cover the ordinary method, only files in the output folder change, and no
//! process remains.
//!
//! `./x hostile` prints the duration of the run for each class.

mod sources;
mod trial;
mod workspace;

use std::path::Path;
use std::sync::{Condvar, Mutex};

use trial::Trial;
use workspace::TIMES;

/// A class that is not tested, because it is not hostile. Hostile classes call its method.
const HELPER_CLASS: &str = "Canary";

/// Maximum number of runs at the same time. Each run has two busy JVMs.
const MAX_RUNS: usize = 2;

/// Generates tests for classes, and checks that each class passes all checks in one of its runs.
fn check_classes(names: &[&str]) {
    let failures: Vec<String> = names.iter().flat_map(|name| find_failures(name)).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Generates tests for a class. Returns the failed checks of the last run. Checks can fail because the
/// machine is busy. Therefore a failed run is repeated with a larger budget.
fn find_failures(name: &str) -> Vec<String> {
    let mut failures = Vec::new();
    for time in TIMES {
        let trial = with_limited_runs(|| Trial::of_generation(name, time));
        println!("{trial}");
        failures = trial.failures.iter().map(|failure| format!("{name}: {failure}")).collect();
        if failures.is_empty() {
            break;
        }
    }
    failures
}

/// Calls a function. First waits until fewer than [`MAX_RUNS`] other calls are active.
fn with_limited_runs<T>(run: impl FnOnce() -> T) -> T {
    static ACTIVE: Mutex<usize> = Mutex::new(0);
    static ENDED: Condvar = Condvar::new();
    let active = ACTIVE.lock().unwrap();
    *ENDED.wait_while(active, |active| *active >= MAX_RUNS).unwrap() += 1;
    let result = run();
    *ACTIVE.lock().unwrap() -= 1;
    ENDED.notify_one();
    result
}

#[test]
fn every_hostile_class_is_part_of_a_test() {
    let source = include_str!("main.rs");
    let is_untested = |name: &String| name != HELPER_CLASS && !source.contains(&format!("\"{name}\""));
    assert_eq!(sources::names().into_iter().filter(is_untested).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn the_names_in_tampers_with_runner_are_classes_of_the_runner() {
    let source = sources::source("TampersWithRunner");
    let (_, after_begin) = source.split_once("NAMES = {").expect("the array NAMES");
    let (names, _) = after_begin.split_once("};").expect("the end of NAMES");
    let runner = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runner/src/testudo/runner");
    let names: Vec<&str> = names.split('"').skip(1).step_by(2).collect();
    assert!(names.len() > 10, "{names:?}");
    for name in names {
        let file = runner.join(name.replace('.', "/")).with_extension("java");
        assert!(file.is_file(), "the runner has no class {name}: correct NAMES in TampersWithRunner.java");
    }
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn classes_with_infinite_loops_are_tested() {
    check_classes(&["LoopsForever", "LoopsInCatch", "LoopsInFinally", "HelperLoops", "HangsEverywhere"]);
}

#[test]
fn a_class_whose_static_initialiser_does_not_end_is_refused() {
    let trial =
        with_limited_runs(|| Trial::of_refusal("LoopsInInitialiser", "its static initialiser does not end"));
    println!("{trial}");
    assert_eq!(trial.failures, [""; 0]);
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn a_class_whose_tests_hang_is_refused() {
    let trial = with_limited_runs(|| {
        Trial::of_refusal("HangsWhenVerified", "some tests could not run before the deadline")
    });
    println!("{trial}");
    assert_eq!(trial.failures, [""; 0]);
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn classes_that_wait_forever_or_for_a_long_time_are_tested() {
    check_classes(&["WaitsForever", "SleepsForever", "Parks", "AwaitsLatch", "SleepsBriefly", "SlowTexts"]);
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn classes_that_make_the_jdk_compute_for_a_long_time_are_tested() {
    check_classes(&["Backtracks", "LyingIterator", "StreamsForever", "Computes"]);
}

#[test]
fn classes_that_end_the_jvm_are_tested() {
    check_classes(&["Exits", "Halts", "ShutdownHooks", "CrashesJvm", "ThrowsErrors"]);
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn classes_that_start_or_block_threads_are_tested() {
    check_classes(&[
        "ThreadStorm",
        "TimerStorm",
        "LeavesThreads",
        "Deadlocks",
        "NeverShutDown",
        "LocksEverything",
    ]);
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn classes_that_manipulate_threads_or_the_runner_are_tested() {
    check_classes(&[
        "InterruptsItself",
        "StopsThreads",
        "MeddlesWithThreads",
        "TampersWithRunner",
        "Finalizers",
    ]);
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn classes_that_exhaust_memory_are_tested() {
    check_classes(&[
        "RecursesDeep",
        "CatchesStackOverflow",
        "FillsHeap",
        "FillsDirectMemory",
        "FillsMetaspace",
        "GiganticArrays",
        "GiganticStrings",
        "LeaksMemory",
    ]);
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn classes_that_misuse_streams_and_descriptors_are_tested() {
    check_classes(&[
        "FloodsOutput",
        "ReadsInput",
        "ClosesDescriptors",
        "WritesToDescriptors",
        "ReplacesStreams",
        "OpensManyFiles",
    ]);
}

#[test]
fn classes_that_access_files_processes_and_networks_are_tested_and_change_nothing() {
    check_classes(&[
        "DeletesFiles",
        "WritesFiles",
        "CountsInFile",
        "FillsDisk",
        "StartsProcesses",
        "OpensSockets",
    ]);
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn classes_that_change_or_use_the_environment_are_tested() {
    check_classes(&[
        "ChangesLocale",
        "ChangesTimeZone",
        "ChangesProperties",
        "SetsSecurityManager",
        "DependsOnAssertions",
        "DependsOnChance",
        "DefinesClasses",
    ]);
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn classes_with_malicious_objects_and_exceptions_are_tested() {
    check_classes(&[
        "ThrowsEverywhere",
        "LiesAboutEquality",
        "HostileExceptions",
        "CauseCycles",
        "LeaksState",
        "CountsInstances",
    ]);
}
