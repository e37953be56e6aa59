//! The tests of the runner, which are small Java programs.

use std::path::Path;
use std::process::Command;

use types::Jdk;

/// Number of garbled messages for the runner. The environment variable `TESTUDO_GARBLED` sets another number
/// for long runs.
const GARBLED: &str = "5000";

#[test]
fn messages_are_read_as_written() {
    run("MessagesTest", &[]);
}

#[test]
fn texts_are_the_same_objects_as_constants() {
    run("InternedStringsTest", &[]);
}

#[test]
fn a_garbled_message_is_refused_or_ends() {
    run("MalformedMessageTest", &[&std::env::var("TESTUDO_GARBLED").unwrap_or(GARBLED.into())]);
}

/// Runs a program on each JDK.
fn run(test: &str, arguments: &[&str]) {
    let jdk = Jdk::find(None).unwrap();
    let classes = Path::new(env!("OUT_DIR")).join("classes");
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runner/test/testudo/runner");
    let folder = tempfile::tempdir().unwrap();
    let javac = Command::new(jdk.javac())
        .args(["--release", "8", "-Xlint:-options", "-cp"])
        .arg(&classes)
        .arg("-d")
        .arg(folder.path())
        .arg(sources.join(format!("{test}.java")))
        .status();
    assert!(javac.unwrap().success());
    let class_path = std::env::join_paths([classes.as_path(), folder.path()]).unwrap();
    for jdk in crate::setup::jdks() {
        let mut java = Command::new(jdk.java());
        java.arg("-Xmx256m")
            .arg("-cp")
            .arg(&class_path)
            .arg(format!("testudo.runner.{test}"))
            .args(arguments);
        assert!(java.status().unwrap().success(), "JDK {}", jdk.version);
    }
}
