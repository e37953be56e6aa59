//! The runner's loop: the same tests again and again in a JVM of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use testcase::TestCase;
use types::Jdk;
use vm::Wire;

use crate::subject::Target;

/// Messages that have some tests of a class run.
pub struct Batch<'a> {
    jdk: &'a Jdk,
    /// How many methods, distances and statements probes tell of.
    counts: [u32; 3],
    /// The files of a first message and of one for a runner that had that.
    messages: [PathBuf; 2],
    tests: usize,
}

impl<'a> Batch<'a> {
    /// Writes the messages into a folder.
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

    /// Runs them twice, then for some seconds again and again. Gives tests per second, and microseconds of the processor per
    /// test. The answers to the first two are beside the messages.
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
        let said = String::from_utf8_lossy(&output.stdout);
        let mut numbers = said.split_whitespace().filter_map(|number| number.parse().ok());
        [(); 2]
            .map(|()| numbers.next().unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&output.stderr))))
    }
}
