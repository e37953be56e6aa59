//! Runs the same tests repeatedly in a separate JVM, in the same loop as a worker, but without sending
//! results to a parent process.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use testcase::TestCase;
use types::Jdk;
use vm::Wire;

use crate::subject::Target;

/// A batch of tests of a class, encoded for the runner.
pub struct Batch<'a> {
    jdk: &'a Jdk,
    /// How many methods, branch distances and statements have probes.
    counts: [u32; 3],
    /// File of the first message, and file of a second message with the same tests. The second message omits
    /// the classes, methods and fields that the runner received with the first message.
    messages: [PathBuf; 2],
    /// Number of tests.
    tests: usize,
}

impl<'a> Batch<'a> {
    /// Encodes tests and writes the messages into a folder.
    pub fn new(target: &Target<'a>, tests: &[TestCase], folder: &Path) -> Batch<'a> {
        let all: Vec<&TestCase> = tests.iter().collect();
        let mut wire = Wire::default();
        let messages = ["first", "again"].map(|name| {
            let file = folder.join(name);
            fs::write(&file, wire.message(target.world, &all)).expect("a file");
            file
        });
        Batch { jdk: target.world.jdk(), counts: target.probe_counts(), messages, tests: tests.len() }
    }

    /// Runs the batch twice, and then repeatedly for `seconds`. Returns the number of tests per second, and
    /// the processor time per test in microseconds. The runner writes its responses to the first two runs
    /// into files beside the messages.
    pub fn repeat(&self, runner: &Path, classes: &Path, seconds: f64) -> [f64; 2] {
        let output = Command::new(self.jdk.java())
            .args(["-XX:+UseSerialGC", "-Xms64m", "-Xmx256m", "-XX:-OmitStackTraceInFastThrow", "-cp"])
            .arg(runner)
            .arg("testudo.runner.Bench")
            .arg(classes)
            .args(self.counts.map(|count| count.to_string()))
            .args(&self.messages)
            .args([self.tests.to_string(), seconds.to_string()])
            .output()
            .expect("java");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8_lossy(&output.stdout);
        let mut numbers = text.split_whitespace().filter_map(|number| number.parse().ok());
        [(); 2]
            .map(|()| numbers.next().unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&output.stderr))))
    }
}
