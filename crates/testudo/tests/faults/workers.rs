//! Workers that are lost or lie: what is written is what would be without that.

use std::fs;
use std::path::Path;

use fixtures::subject_jar;

use crate::java::{FAULTS, Fault, faulty, struck, workers};
use crate::place::{Place, classes};

/// How many workers there were, and how many of them had their fault.
struct Count {
    workers: usize,
    struck: usize,
}

/// What is written for a class where workers have faults of some kinds.
fn written(class_path: &Path, class: &str, tests: u32, faults: &[Fault], seed: u64) -> (String, Count) {
    let place = Place::new();
    let jdk = place.path("jdk");
    faulty(&jdk, faults, seed);
    let options = format!("--class {class} --tests {tests} --seed 1 --workers 2 --sandbox off");
    let run = place.run(place.command(class_path, &options).arg("--jdk").arg(&jdk));
    assert_eq!(run.code, Some(0), "{}", run.said);
    let count = Count { workers: workers(&jdk), struck: struck(&jdk) };
    (fs::read_to_string(place.file(class)).unwrap(), count)
}

/// The same is written without faults and with each of these.
fn check(class_path: &Path, class: &str, tests: u32, faults: &[&[Fault]], seeds: std::ops::Range<u64>) {
    let (expected, Count { workers: usual, .. }) = written(class_path, class, tests, &[], 0);
    println!("{class}: {usual} workers");
    let mut all_struck = 0;
    let mut differing = Vec::new();
    for seed in seeds {
        for faults in faults {
            let (found, Count { workers, struck }) = written(class_path, class, tests, faults, seed);
            println!(
                "{class}, {faults:?}, seed {seed}: {struck} of {workers} workers, {}",
                found == expected
            );
            all_struck += struck;
            if found != expected {
                differing.push(format!("{class}, {faults:?}, seed {seed}:\n{found}"));
            }
        }
    }
    assert!(all_struck > 0, "{class}: no fault came");
    assert!(differing.is_empty(), "{}\nand without faults:\n{expected}", differing.join("\n"));
}

#[test]
fn faults_of_workers_change_nothing() {
    let each = FAULTS.map(|fault| [fault]);
    check(classes(), "demo.Roman", 150, &each.each_ref().map(|it| &it[..]), 0..1);
}

#[test]
fn faults_of_all_kinds_change_nothing_for_a_class_of_a_library() {
    let jar = subject_jar("commons-lang3");
    check(&jar, "org.apache.commons.lang3.CharRange", 200, &[&FAULTS], 0..1);
}

#[test]
#[ignore = "takes an hour: ./x faults"]
fn for_an_hour_faults_of_workers_change_nothing() {
    let each = FAULTS.map(|fault| [fault]);
    check(classes(), "demo.Account", 3000, &each.each_ref().map(|it| &it[..]), 1..6);
    let libraries = [
        ("commons-lang3", "org.apache.commons.lang3.CharRange"),
        ("commons-cli", "org.apache.commons.cli.OptionGroup"),
        ("commons-codec", "org.apache.commons.codec.language.Caverphone2"),
        ("gson-2", "com.google.gson.JsonPrimitive"),
    ];
    for (library, class) in libraries {
        check(&subject_jar(library), class, 2000, &[&FAULTS], 1..9);
    }
}
