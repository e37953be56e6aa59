//! From the start of the command to its first test, against the start of a JVM.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use types::Jdk;

use crate::java;
use crate::rounds::median;
use crate::subject::Place;

const ROUNDS: usize = 11;

/// A class path of 5 MB, and a class of it.
const JARS: [&str; 2] = ["guava-", "commons-math3-"];
const CLASS: &str = "org.apache.commons.math3.util.MathArrays";

/// Measures all and prints a line.
pub fn report(place: &Place, jdk: &Jdk) {
    let java = |arguments: &[&str]| {
        let mut command = Command::new(jdk.java());
        command.arg("-XX:+UseSerialGC").args(arguments);
        run(&mut command)
    };
    let classes = place.classes.to_string_lossy();
    let (mut version, mut hello, mut first) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        version.push(java(&["-version"]));
        hello.push(java(&["-cp", &classes, "bench.Hello"]));
        first.push(first_test(testudo(&place.classes, "bench.Arithmetic", place, ["--tests", "1"])));
    }
    println!(
        "start to first test: {:.0} ms; java -version takes {:.0} ms, a class that prints a word {:.0} ms",
        median(first),
        median(version),
        median(hello)
    );
    report_large(place);
}

fn report_large(place: &Place) {
    let jars: Vec<_> = JARS.iter().filter_map(|name| java::jar(name)).collect();
    if jars.len() < JARS.len() {
        println!("on 5 MB of jars: not measured, some are not in the folders of TESTUDO_SUBJECTS\n");
        return;
    }
    let class_path = std::env::join_paths(jars).expect("paths without colons");
    let (mut fresh, mut kept) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let command = || testudo(Path::new(&class_path), CLASS, place, ["--tests", "1"]);
        let empty = tempfile::tempdir().expect("a folder");
        let mut without = command();
        without.env("XDG_CACHE_HOME", empty.path());
        fresh.push(first_test(without));
        kept.push(first_test(command()));
    }
    let (fresh, kept) = (median(fresh), median(kept));
    println!("on 5 MB of jars: {fresh:.0} ms, with what is known of them from before {kept:.0} ms\n");
}

/// Milliseconds of a whole process.
fn run(command: &mut Command) -> f64 {
    let begin = Instant::now();
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status().expect("java");
    assert!(status.success());
    begin.elapsed().as_secs_f64() * 1e3
}

/// The command with the given budget, that prints JSON and nothing else.
pub fn testudo(class_path: &Path, class: &str, place: &Place, budget: [&str; 2]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_testudo"));
    command.args(["-q", "generate", "--json", "--force", "--class", class, "--classpath"]).arg(class_path);
    command.arg("--output").arg(place.scratch.join("output")).args(budget);
    command.env("XDG_CACHE_HOME", place.scratch.join("cache")).stdout(Stdio::piped());
    command
}

/// Milliseconds until the first result is there.
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
    // The report counts from when the command takes up the class.
    let seconds = |field: &str| report[field].as_f64().expect("seconds");
    (end - seconds("total_seconds") + seconds("first_test_seconds")) * 1e3
}
