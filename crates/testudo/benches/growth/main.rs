//! How cost grows with work: `cargo bench -p testudo --bench growth -- [goals] [workers] [classes]`, by default all.
//!
//! The classes are made for it, but for a real one where `TESTUDO_SUBJECTS` names the folder of its jar. Searches end after so
//! many tests, not after some time: the work is the same on every machine.

#[path = "../throughput/java.rs"]
mod java;
#[path = "../throughput/processes.rs"]
mod processes;
mod run;
mod source;

use std::path::{Path, PathBuf};

use run::{Look, number, run};
use types::Jdk;

/// Branches of one class.
const BRANCHES: [usize; 4] = [10, 100, 1_000, 10_000];
/// Workers of one run.
const WORKERS: [usize; 4] = [1, 2, 4, 8];
/// Classes in one run at which it is looked at; the last is all of them.
const CLASSES: [usize; 4] = [1, 10, 100, 1_000];
/// Branches of each of these.
const BRANCHES_EACH: usize = 20;

fn main() {
    let asked: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let classes = compile(folder.path());
    let is_asked = |name: &str| asked.is_empty() || asked.iter().any(|it| it == name);
    if is_asked("goals") {
        goals(&classes);
    }
    if is_asked("workers") {
        workers(&classes);
    }
    if is_asked("classes") {
        many(&classes);
    }
}

/// The folder of all classes.
fn compile(folder: &Path) -> PathBuf {
    let (sources, classes) = (folder.join("sources"), folder.join("classes"));
    BRANCHES.iter().for_each(|&branches| source::write(&sources, &format!("Branches{branches}"), branches));
    (0..CLASSES[CLASSES.len() - 1])
        .for_each(|number| source::write(&sources, &format!("One{number}"), BRANCHES_EACH));
    java::javac(&Jdk::find(None).expect("a JDK"), &classes, &[sources]);
    classes
}

fn goals(classes: &Path) {
    println!("\none class, by its branches\n");
    header(&[
        "branches",
        "goals covered",
        "tests/s",
        "own us/test",
        "JVM us/test",
        "search s",
        "then s",
        "own MB",
        "workers MB",
    ]);
    for branches in BRANCHES {
        let options = ["--tests", "20000", "--strengthen", "0"];
        let run = run(classes, &[format!("grown.Branches{branches}")], &options, &|_| ());
        let (search, end) = (run.end_of_search(), run.end());
        let (tests, seconds) = (run.number("tests_executed"), run.number("search_seconds"));
        row(&[
            branches.to_string(),
            format!("{} of {}", run.number("covered"), run.number("goals")),
            format!("{:.0}", tests / seconds),
            format!("{:.1}", search.used[0] / tests * 1e6),
            format!("{:.1}", search.used[1] / tests * 1e6),
            format!("{seconds:.1}"),
            format!("{:.1}", end.time - search.time),
            megabytes(end, 0),
            megabytes(end, 1),
        ]);
    }
}

fn workers(classes: &Path) {
    println!("\none class, by workers\n");
    header(&["class", "workers", "tests/s", "own s", "JVMs s", "own MB", "workers MB"]);
    let small = Some((classes.to_owned(), "grown.Branches100", "50000"));
    let large = java::jar("la4j-").map(|jar| (jar, "org.la4j.Matrix", "10000"));
    for (path, class, tests) in small.into_iter().chain(large) {
        for workers in WORKERS.map(|workers| workers.to_string()) {
            let options = ["--tests", tests, "--strengthen", "0", "--workers", &workers];
            let run = run(&path, &[class.to_owned()], &options, &|_| ());
            let (search, end) = (run.end_of_search(), run.end());
            row(&[
                class.to_owned(),
                workers.clone(),
                format!("{:.0}", run.number("tests_executed") / run.number("search_seconds")),
                format!("{:.1}", search.used[0]),
                format!("{:.1}", search.used[1]),
                megabytes(end, 0),
                megabytes(end, 1),
            ]);
        }
    }
}

fn many(classes: &Path) {
    println!("\none run, by the classes done\n");
    header(&["classes", "s", "s/class", "search s/class", "own s", "JVMs s", "own MB", "workers MB"]);
    let names: Vec<String> =
        (0..CLASSES[CLASSES.len() - 1]).map(|number| format!("grown.One{number}")).collect();
    run(classes, &names, &["--tests", "200"], &|run| {
        let (look, count) = (run.end(), run.reports.len());
        if !CLASSES.contains(&count) {
            return;
        }
        let searches: f64 = run.reports.iter().map(|(report, _)| number(report, "search_seconds")).sum();
        row(&[
            count.to_string(),
            format!("{:.1}", look.time),
            format!("{:.2}", look.time / count as f64),
            format!("{:.2}", searches / count as f64),
            format!("{:.1}", look.used[0]),
            format!("{:.1}", look.used[1]),
            megabytes(look, 0),
            megabytes(look, 1),
        ]);
    });
}

fn megabytes(look: Look, process: usize) -> String {
    (look.memory[process] >> 10).to_string()
}

/// Rows are printed as they are known: all of them take long.
fn header(columns: &[&str]) {
    println!("| {} |\n|{}", columns.join(" | "), "---|".repeat(columns.len()));
}

fn row(cells: &[String]) {
    println!("| {} |", cells.join(" | "));
}
