//! Code that does its worst: each class of the collection has ordinary code beside something nasty. Whatever that does, the
//! run ends, what is ordinary is covered and tested, nothing else is changed, and nothing is left behind.
//!
//! `./x hostile` shows what each class costs.

mod place;
mod sources;
mod trial;

use std::sync::{Condvar, Mutex};

use trial::Trial;

/// Classes of which not all that should holds, and why: each of them must still fail.
const KNOWN: [(&str, &str); 0] = [];

/// A class that is of use to others.
const HELPER: &str = "Canary";

/// Runs at the same time: each has two JVMs that compute.
const TURNS: usize = 2;

/// All that should holds of these classes, but for those that are known.
fn check(names: &[&str]) {
    let failures: Vec<String> = names.iter().flat_map(|name| failures(name)).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// What does not hold of a class and should.
fn failures(name: &str) -> Vec<String> {
    let trial = in_turn(|| Trial::of(name));
    println!("{trial}");
    let known = KNOWN.iter().find(|(known, _)| *known == name);
    match known {
        Some((_, reason)) if trial.failures.is_empty() => {
            vec![format!("{name} is all right now and should be taken off the list: {reason}")]
        }
        Some(_) => Vec::new(),
        None => trial.failures.iter().map(|failure| format!("{name}: {failure}")).collect(),
    }
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
fn the_collection_is_run_as_a_whole() {
    let source = include_str!("main.rs");
    let forgotten = |name: &String| name != HELPER && !source.contains(&format!("\"{name}\""));
    assert_eq!(sources::names().into_iter().filter(forgotten).collect::<Vec<_>>(), [""; 0]);
}

#[test]
#[ignore = "takes minutes, and a quiet machine: ./x hostile"]
fn loops_without_an_end_cost_only_their_tests() {
    check(&["LoopsForever", "LoopsInCatch", "LoopsInFinally", "HelperLoops", "HangsEverywhere"]);
}

#[test]
#[ignore = "takes minutes, and a quiet machine: ./x hostile"]
fn a_class_whose_own_initialiser_does_not_end_is_refused() {
    let trial = in_turn(|| Trial::refused("LoopsInInitialiser", "its static initialiser does not end"));
    println!("{trial}");
    assert_eq!(trial.failures, [""; 0]);
}

#[test]
#[ignore = "takes minutes, and a quiet machine: ./x hostile"]
fn waits_without_an_end_cost_only_their_tests() {
    check(&["WaitsForever", "SleepsForever", "Parks", "AwaitsLatch", "SleepsBriefly", "SlowTexts"]);
}

#[test]
#[ignore = "takes minutes, and a quiet machine: ./x hostile"]
fn the_jdk_may_compute_for_ever() {
    check(&["Backtracks", "LyingIterator", "StreamsForever", "Computes"]);
}

#[test]
#[ignore = "takes minutes, and a quiet machine: ./x hostile"]
fn the_end_of_the_jvm_is_not_that_of_the_run() {
    check(&["Exits", "Halts", "ShutdownHooks", "CrashesJvm", "ThrowsErrors"]);
}

#[test]
#[ignore = "takes minutes, and a quiet machine: ./x hostile"]
fn threads_disturb_nobody() {
    check(&["ThreadStorm", "TimerStorm", "LeavesThreads", "Deadlocks", "NeverShutDown", "LocksEverything"]);
}

#[test]
#[ignore = "takes minutes, and a quiet machine: ./x hostile"]
fn threads_may_be_meddled_with() {
    check(&["InterruptsItself", "StopsThreads", "MeddlesWithThreads", "TampersWithRunner", "Finalizers"]);
}

#[test]
#[ignore = "takes minutes, and a quiet machine: ./x hostile"]
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
#[ignore = "takes minutes, and a quiet machine: ./x hostile"]
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
#[ignore = "takes minutes, and a quiet machine: ./x hostile"]
fn nothing_reaches_the_world_outside() {
    check(&["DeletesFiles", "WritesFiles", "CountsInFile", "FillsDisk", "StartsProcesses", "OpensSockets"]);
}

#[test]
#[ignore = "takes minutes, and a quiet machine: ./x hostile"]
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
#[ignore = "takes minutes, and a quiet machine: ./x hostile"]
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
