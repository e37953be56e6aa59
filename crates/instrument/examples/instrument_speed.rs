//! Measures what instrumentation costs: classes per second of the libraries in the folder that `TESTUDO_SUBJECTS`
//! names, and how much longer small tests take.

#[path = "../tests/common/mod.rs"]
mod common;

use analysis::Program;
use common::Class;
use instrument::Options;
use std::path::Path;
use std::time::Instant;

fn main() {
    for jar in common::subject_jars() {
        let classes = common::read_jar(&jar);
        let program = common::program(&classes);
        for (what, program) in [("under test", &program), ("collaborators", &Program::default())] {
            rate(&jar, &classes, what, program);
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let times = times(folder.path());
    println!("{:10} {:>12} {:>12} {:>12}", "test", "plain ns", "with probes", "everything");
    for ((plain, probes), everything) in times[0].lines().zip(times[1].lines()).zip(times[2].lines()) {
        let (name, plain) = plain.split_once(' ').unwrap();
        let number = |line: &str| line.rsplit(' ').next().unwrap().parse::<f64>().unwrap();
        let ratio = |line| format!("{:.2} times", number(line) / number(plain));
        println!("{name:10} {:12.1} {:>12} {:>12}", number(plain), ratio(probes), ratio(everything));
    }
}

fn rate(jar: &Path, classes: &[Class], what: &str, program: &Program) {
    let start = Instant::now();
    let bytes: usize = classes
        .iter()
        .map(|(_, bytes)| instrument::instrument(bytes, program, &Options::default()).bytes.len())
        .sum();
    let rate = classes.len() as f64 / start.elapsed().as_secs_f64();
    let before: usize = classes.iter().map(|(_, bytes)| bytes.len()).sum();
    let growth = bytes as f64 / before as f64;
    let name = jar.file_name().unwrap().to_str().unwrap();
    println!("{name}, {} classes {what}: {rate:.0} classes/s, {growth:.2} times the bytes", classes.len());
}

/// Nanoseconds for each kind of test: plain, with the probes that are there by default, and with everything.
fn times(folder: &Path) -> [String; 3] {
    let [runner, plain, probes, everything] =
        ["runner", "plain", "probes", "everything"].map(|name| folder.join(name));
    let mut sources = common::runner_sources();
    sources.push(common::source("testudo/Time.java"));
    common::javac(&runner, &sources);
    common::javac(&plain, &[common::source("Loops.java")]);
    let classes = common::classes(&plain);
    let program = common::program(&classes);
    let mutants = common::mutants(&classes, &program);
    common::write(&probes, &common::instrumented(&classes, &program, &Options::default()));
    common::write(&everything, &common::instrumented(&classes, &program, &common::everything(&mutants)));
    [plain, probes, everything].map(|classes| {
        let mut java = common::jdk("java");
        java.args(["-XX:+UseSerialGC", "-XX:+UseCountedLoopSafepoints", "-XX:LoopStripMiningIter=1000"]);
        java.arg("-cp").arg(common::path(&[&classes, &runner])).arg("testudo.Time");
        java.args(common::counts(&program, &mutants));
        let text = "12, -345,6789 ,".repeat(20);
        let tests = ["primes", "1000", "scan", &text, "sorted", "200", "account", "21"];
        common::run(java.arg("Loops").args(tests))
    })
}
