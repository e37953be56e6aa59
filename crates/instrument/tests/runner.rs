//! Runs the Java tests of the runner's probes. A Java test reports a failure by an exception.

mod common;

use std::path::{Path, PathBuf};

#[test]
fn the_java_tests_of_the_probes_pass() {
    check("ProbeTest");
}

fn check(test: &str) {
    let folder = tempfile::tempdir().unwrap();
    let folder: &Path = folder.path();
    let mut sources: Vec<PathBuf> = common::runner_sources();
    sources.push(common::repository().join(format!("runner/test/testudo/runner/{test}.java")));
    common::javac(folder, &sources);
    fixtures::run(fixtures::jdk_tool("java").arg("-cp").arg(folder).arg(format!("testudo.runner.{test}")));
}
