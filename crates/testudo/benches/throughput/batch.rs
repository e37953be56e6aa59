//! Runs the same tests repeatedly in the loop of the runner, in a separate JVM.

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
    /// Numbers of methods, distances and statements with probes.
    counts: [u32; 3],
    /// The files of the first message, and of a message for a runner that has received the first.
    messages: [PathBuf; 2],
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

    /// Runs the batch twice, and then repeatedly for some seconds. Returns tests per second, and microseconds
    /// of processor time per test. The responses to the first two runs are written next to the messages.
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
