//! Measures how processor time and memory grow with the numbers of goals, workers and classes.
//!
//! `cargo bench -p testudo --bench growth -- [goals] [workers] [classes]`
//!
//! The arguments select measurements. Without arguments, the benchmark makes all three measurements.
//!
//! The benchmark generates the classes under test. The measurement by workers also uses a library class if
//! `TESTUDO_SUBJECTS` names the folder of its jar. The budget is a number of tests, so that the work is the
//! same on every machine.

#[path = "../throughput/java.rs"]
mod java;
#[path = "../throughput/processes.rs"]
mod processes;
mod run;
mod source;

use std::path::{Path, PathBuf};

use run::{Snapshot, number, run};
use types::Jdk;

/// Numbers of branches of the classes in the measurement by goals.
const BRANCHES: [usize; 4] = [10, 100, 1_000, 10_000];
/// Numbers of workers in the measurement by workers.
const WORKERS: [usize; 4] = [1, 2, 4, 8];
/// Numbers of finished classes after which the run of many classes is measured. The last number is the number
/// of all classes.
const CLASSES: [usize; 4] = [1, 10, 100, 1_000];
/// Number of branches of each class in the run of many classes.
const BRANCHES_PER_CLASS: usize = 20;

fn main() {
    let requested: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let classes = compile(folder.path());
    let is_requested = |name: &str| requested.is_empty() || requested.iter().any(|it| it == name);
    if is_requested("goals") {
        measure_goals(&classes);
    }
    if is_requested("workers") {
        measure_workers(&classes);
    }
    if is_requested("classes") {
        measure_classes(&classes);
    }
}

/// Generates and compiles all classes under test. Returns the folder of the class files.
fn compile(folder: &Path) -> PathBuf {
    let (sources, classes) = (folder.join("sources"), folder.join("classes"));
    BRANCHES.iter().for_each(|&branches| source::write(&sources, &format!("Branches{branches}"), branches));
    (0..CLASSES[CLASSES.len() - 1])
        .for_each(|number| source::write(&sources, &format!("One{number}"), BRANCHES_PER_CLASS));
    java::javac(&Jdk::find(None).expect("a JDK"), &classes, &[sources]);
    classes
}

/// Measures one run for each number of branches, on a class with this number of branches.
fn measure_goals(classes: &Path) {
    println!("\nOne class, by number of branches\n");
    print_header(&[
        "branches",
        "goals covered",
        "tests/s",
        "Testudo us/test",
        "workers us/test",
        "search s",
        "after search s",
        "Testudo MB",
        "workers MB",
    ]);
    for branches in BRANCHES {
        let options = ["--tests", "20000", "--strengthen", "0"];
        let run = run(classes, &[format!("grown.Branches{branches}")], &options, &|_| ());
        let (search, end) = (run.end_of_search(), run.end());
        let (tests, seconds) = (run.number("tests_executed"), run.number("search_seconds"));
        print_row(&[
            branches.to_string(),
            format!("{} of {}", run.number("covered"), run.number("goals")),
            format!("{:.0}", tests / seconds),
            format!("{:.1}", search.processor_time[0] / tests * 1e6),
            format!("{:.1}", search.processor_time[1] / tests * 1e6),
            format!("{seconds:.1}"),
            format!("{:.1}", end.time - search.time),
            megabytes(end, 0),
            megabytes(end, 1),
        ]);
    }
}

/// Measures one run for each number of workers, on a generated class and on a library class.
fn measure_workers(classes: &Path) {
    println!("\nOne class, by number of workers\n");
    print_header(&["class", "workers", "tests/s", "Testudo s", "workers s", "Testudo MB", "workers MB"]);
    let small = Some((classes.to_owned(), "grown.Branches100", "50000"));
    let large = java::jar("la4j-").map(|jar| (jar, "org.la4j.Matrix", "10000"));
    for (path, class, tests) in small.into_iter().chain(large) {
        for workers in WORKERS.map(|workers| workers.to_string()) {
            let options = ["--tests", tests, "--strengthen", "0", "--workers", &workers];
            let run = run(&path, &[class.to_owned()], &options, &|_| ());
            let (search, end) = (run.end_of_search(), run.end());
            print_row(&[
                class.to_owned(),
                workers.clone(),
                format!("{:.0}", run.number("tests_executed") / run.number("search_seconds")),
                format!("{:.1}", search.processor_time[0]),
                format!("{:.1}", search.processor_time[1]),
                megabytes(end, 0),
                megabytes(end, 1),
            ]);
        }
    }
}

/// Measures one run of many classes, after each number of finished classes in [`CLASSES`].
fn measure_classes(classes: &Path) {
    println!("\nOne run, by number of finished classes\n");
    print_header(&[
        "classes",
        "s",
        "s/class",
        "search s/class",
        "Testudo s",
        "workers s",
        "Testudo MB",
        "workers MB",
    ]);
    let names: Vec<String> =
        (0..CLASSES[CLASSES.len() - 1]).map(|number| format!("grown.One{number}")).collect();
    run(classes, &names, &["--tests", "200"], &|run| {
        let (snapshot, count) = (run.end(), run.reports.len());
        if !CLASSES.contains(&count) {
            return;
        }
        let searches: f64 = run.reports.iter().map(|(report, _)| number(report, "search_seconds")).sum();
        print_row(&[
            count.to_string(),
            format!("{:.1}", snapshot.time),
            format!("{:.2}", snapshot.time / count as f64),
            format!("{:.2}", searches / count as f64),
            format!("{:.1}", snapshot.processor_time[0]),
            format!("{:.1}", snapshot.processor_time[1]),
            megabytes(snapshot, 0),
            megabytes(snapshot, 1),
        ]);
    });
}

/// Formats a peak memory in MB. `process` is 0 for Testudo and 1 for the workers.
fn megabytes(snapshot: Snapshot, process: usize) -> String {
    (snapshot.peak_memory[process] >> 10).to_string()
}

/// Prints the header of a table. [`print_row`] prints each row as soon as its measurement ends.
fn print_header(columns: &[&str]) {
    println!("| {} |\n|{}", columns.join(" | "), "---|".repeat(columns.len()));
}

fn print_row(cells: &[String]) {
    println!("| {} |", cells.join(" | "));
}
