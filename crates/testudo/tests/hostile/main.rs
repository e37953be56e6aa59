//! Code that does its worst: each class of the collection has ordinary code beside something nasty. Whatever that does, the
//! run ends, what is ordinary is covered and tested, nothing else is changed, and nothing is left behind.
//!
//! `./x hostile` shows what each class costs.

mod place;
mod sources;
mod trial;

use std::path::Path;
use std::sync::{Condvar, Mutex};

use place::TIMES;
use trial::Trial;

/// A class that is of use to others.
const HELPER: &str = "Canary";

/// Runs at the same time: each has two JVMs that compute.
const TURNS: usize = 2;

/// All that should holds of these classes.
fn check(names: &[&str]) {
    let failures: Vec<String> = names.iter().flat_map(|name| failures(name)).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// What does not hold of a class and should. It may have been the machine that was busy, so what does not hold is tried with
/// more time.
fn failures(name: &str) -> Vec<String> {
    let mut failures = Vec::new();
    for time in TIMES {
        let trial = in_turn(|| Trial::of(name, time));
        println!("{trial}");
        failures = trial.failures.iter().map(|failure| format!("{name}: {failure}")).collect();
        if failures.is_empty() {
            break;
        }
    }
    failures
}

/// Does something when fewer than [`TURNS`] others do.
fn in_turn<T>(act: impl FnOnce() -> T) -> T {
    static ACTIVE: Mutex<usize> = Mutex::new(0);
    static ENDED: Condvar = Condvar::new();
    let active = ACTIVE.lock().unwrap();
    *ENDED.wait_while(active, |active| *active >= TURNS).unwrap() += 1;
    let result = act();
    *ACTIVE.lock().unwrap() -= 1;
    ENDED.notify_one();
    result
}

#[test]
fn every_class_of_the_collection_belongs_to_a_test() {
    let source = include_str!("main.rs");
    let is_forgotten = |name: &String| name != HELPER && !source.contains(&format!("\"{name}\""));
    assert_eq!(sources::names().into_iter().filter(is_forgotten).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn tampering_names_classes_of_the_runner() {
    let source = sources::source("TampersWithRunner");
    let (_, rest) = source.split_once("NAMES = {").expect("the array NAMES");
    let (names, _) = rest.split_once("};").expect("the end of NAMES");
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
fn loops_without_an_end_cost_only_their_tests() {
    check(&["LoopsForever", "LoopsInCatch", "LoopsInFinally", "HelperLoops", "HangsEverywhere"]);
}

#[test]
fn a_class_whose_own_initialiser_does_not_end_is_refused() {
    let trial = in_turn(|| Trial::refused("LoopsInInitialiser", "its static initialiser does not end"));
    println!("{trial}");
    assert_eq!(trial.failures, [""; 0]);
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn waits_without_an_end_cost_only_their_tests() {
    check(&["WaitsForever", "SleepsForever", "Parks", "AwaitsLatch", "SleepsBriefly", "SlowTexts"]);
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn the_jdk_may_compute_for_ever() {
    check(&["Backtracks", "LyingIterator", "StreamsForever", "Computes"]);
}

#[test]
fn the_end_of_the_jvm_is_not_that_of_the_run() {
    check(&["Exits", "Halts", "ShutdownHooks", "CrashesJvm", "ThrowsErrors"]);
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn threads_disturb_nobody() {
    check(&["ThreadStorm", "TimerStorm", "LeavesThreads", "Deadlocks", "NeverShutDown", "LocksEverything"]);
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn threads_may_be_meddled_with() {
    check(&["InterruptsItself", "StopsThreads", "MeddlesWithThreads", "TampersWithRunner", "Finalizers"]);
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn memory_may_run_out() {
    check(&[
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
fn streams_and_descriptors_may_be_misused() {
    check(&[
        "FloodsOutput",
        "ReadsInput",
        "ClosesDescriptors",
        "WritesToDescriptors",
        "ReplacesStreams",
        "OpensManyFiles",
    ]);
}

#[test]
fn nothing_reaches_the_world_outside() {
    check(&["DeletesFiles", "WritesFiles", "CountsInFile", "FillsDisk", "StartsProcesses", "OpensSockets"]);
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn what_surrounds_tests_may_be_changed() {
    check(&[
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
fn objects_and_exceptions_may_be_malicious() {
    check(&[
        "ThrowsEverywhere",
        "LiesAboutEquality",
        "HostileExceptions",
        "CauseCycles",
        "LeaksState",
        "CountsInstances",
    ]);
}
