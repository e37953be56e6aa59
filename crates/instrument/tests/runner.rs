//! The tests in Java of the runner's half of instrumentation: programs that fail by an exception.

mod common;

use std::path::{Path, PathBuf};

#[test]
fn probes_keep_their_promises() {
    check("ProbeTest");
}

fn check(test: &str) {
    let folder = tempfile::tempdir().unwrap();
    let folder: &Path = folder.path();
    let mut sources: Vec<PathBuf> = common::runner_sources();
    sources.push(common::repository().join(format!("runner/test/testudo/runner/{test}.java")));
    common::javac(folder, &sources);
    common::run(common::jdk("java").arg("-cp").arg(folder).arg(format!("testudo.runner.{test}")));
}
