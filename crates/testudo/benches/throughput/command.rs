//! From the start of the command to its first test, against the start of a JVM.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use types::Jdk;

use crate::rounds::median;
use crate::subject::Place;

const ROUNDS: usize = 11;

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
        first.push(first_test(place));
    }
    println!(
        "start to first test: {:.0} ms; java -version takes {:.0} ms, a class that prints a word {:.0} ms\n",
        median(first),
        median(version),
        median(hello)
    );
}

/// Milliseconds of a whole process.
fn run(command: &mut Command) -> f64 {
    let begin = Instant::now();
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status().expect("java");
    assert!(status.success());
    begin.elapsed().as_secs_f64() * 1e3
}

/// The command with the given budget, that prints JSON and nothing else.
pub fn testudo(class_path: &Path, class: &str, output: &Path, budget: [&str; 2]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_testudo"));
    command.args(["-q", "generate", "--json", "--force", "--class", class, "--classpath"]).arg(class_path);
    command.arg("--output").arg(output).args(budget).stdout(Stdio::piped());
    command
}

/// Milliseconds until the first result is there.
fn first_test(place: &Place) -> f64 {
    let begin = Instant::now();
    let mut command =
        testudo(&place.classes, "bench.Arithmetic", &place.scratch.join("output"), ["--tests", "1"]);
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
