//! Measures the time from the start of the command `testudo` to the result of its first test, and for
//! comparison the time to start a JVM.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use types::Jdk;

use crate::java;
use crate::rounds::median;
use crate::subject::Workspace;

/// Number of measurements of each time. The median is printed.
const ROUNDS: usize = 11;

/// Prefixes of the names of two jars, which form a class path of 5 MB.
const JAR_PREFIXES: [&str; 2] = ["guava-", "commons-math3-"];
/// A class in the jar `commons-math3`.
const CLASS: &str = "org.apache.commons.math3.util.MathArrays";

/// Measures and prints the times to the first test.
pub fn report(workspace: &Workspace, jdk: &Jdk) {
    let java = |arguments: &[&str]| {
        let mut command = Command::new(jdk.java());
        command.arg("-XX:+UseSerialGC").args(arguments);
        run(&mut command)
    };
    let classes = workspace.classes.to_string_lossy();
    let (mut version_times, mut hello_times, mut test_times) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        version_times.push(java(&["-version"]));
        hello_times.push(java(&["-cp", &classes, "bench.Hello"]));
        let command = testudo(&workspace.classes, "bench.Arithmetic", workspace, ["--tests", "1"]);
        test_times.push(first_test(command));
    }
    println!(
        "start to first test: {:.0} ms; java -version: {:.0} ms; a Java class that prints a word: {:.0} ms",
        median(test_times),
        median(version_times),
        median(hello_times)
    );
    report_large(workspace);
}

/// Measures and prints the time to the first test with a large class path: with an empty cache, and with the
/// index of the class path in the cache.
fn report_large(workspace: &Workspace) {
    let jars: Vec<_> = JAR_PREFIXES.iter().filter_map(|name| java::jar(name)).collect();
    if jars.len() < JAR_PREFIXES.len() {
        println!(
            "5 MB of jars: not measured, because the folder in TESTUDO_SUBJECTS lacks some jars; run ./x bench, which sets the variable\n"
        );
        return;
    }
    let class_path = std::env::join_paths(jars).expect("paths without colons");
    let (mut uncached, mut cached) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let command = || testudo(Path::new(&class_path), CLASS, workspace, ["--tests", "1"]);
        let empty = tempfile::tempdir().expect("a folder");
        let mut without_cache = command();
        without_cache.env("XDG_CACHE_HOME", empty.path());
        uncached.push(first_test(without_cache));
        cached.push(first_test(command()));
    }
    let (uncached, cached) = (median(uncached), median(cached));
    println!("5 MB of jars: {uncached:.0} ms with an empty cache, {cached:.0} ms with a filled cache\n");
}

/// Runs a process. Returns its duration in milliseconds.
fn run(command: &mut Command) -> f64 {
    let begin = Instant::now();
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status().expect("java");
    assert!(status.success());
    begin.elapsed().as_secs_f64() * 1e3
}

/// Returns the command `testudo generate` with a budget. The command prints only the JSON report.
pub fn testudo(class_path: &Path, class: &str, workspace: &Workspace, budget: [&str; 2]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_testudo"));
    command.args(["-q", "generate", "--json", "--force", "--class", class, "--classpath"]).arg(class_path);
    command.arg("--output").arg(workspace.scratch.join("output")).args(budget);
    command.env("XDG_CACHE_HOME", workspace.scratch.join("cache")).stdout(Stdio::piped());
    command
}

/// Runs the command. Returns the milliseconds from its start to the arrival of the result of the first test.
fn first_test(mut command: Command) -> f64 {
    let begin = Instant::now();
    let mut child = command.spawn().expect("the command");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    output.read_line(&mut line).expect("a report");
    let end = begin.elapsed().as_secs_f64();
    output.read_to_string(&mut String::new()).expect("the rest");
    child.wait().expect("the command ends");
    let report: serde_json::Value = serde_json::from_str(&line).expect("a report");
    // `total_seconds` and `first_test_seconds` begin with the work on the class, later than `begin`.
    let seconds = |field: &str| report[field].as_f64().expect("seconds");
    (end - seconds("total_seconds") + seconds("first_test_seconds")) * 1e3
}
