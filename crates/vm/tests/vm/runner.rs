//! Runs the tests of the runner, which are small Java programs.

use std::path::Path;
use std::process::Command;

use fixtures::JavaSources;
use types::Jdk;

use crate::setup::on_each_jdk;

/// Default number of damaged messages that are sent to the runner. The environment variable `TESTUDO_GARBLED`
/// sets another number for long runs.
const GARBLED_MESSAGES: &str = "5000";

on_each_jdk! {
    messages_are_read_as_written,
    string_literals_are_the_same_objects_as_constants,
    a_garbled_message_is_refused_or_its_tests_end,
}

fn messages_are_read_as_written(jdks: &[Jdk]) {
    run(jdks, "MessagesTest", &[]);
}

fn string_literals_are_the_same_objects_as_constants(jdks: &[Jdk]) {
    run(jdks, "InternedStringsTest", &[]);
}

fn a_garbled_message_is_refused_or_its_tests_end(jdks: &[Jdk]) {
    run(
        jdks,
        "MalformedMessageTest",
        &[&std::env::var("TESTUDO_GARBLED").unwrap_or(GARBLED_MESSAGES.into())],
    );
}

/// Compiles a test program and runs it on each of the given JDKs.
fn run(jdks: &[Jdk], test: &str, arguments: &[&str]) {
    let classes = Path::new(env!("OUT_DIR")).join("classes");
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runner/test/testudo/runner");
    let compiled = JavaSources::new()
        .options(&["--release", "8", "-Xlint:-options"])
        .class_path(&classes)
        .file(&sources.join(format!("{test}.java")))
        .compile();
    let class_path = std::env::join_paths([classes, compiled]).unwrap();
    for jdk in jdks {
        let mut java = Command::new(jdk.java());
        java.arg("-Xmx256m")
            .arg("-cp")
            .arg(&class_path)
            .arg(format!("testudo.runner.{test}"))
            .args(arguments);
        assert!(java.status().unwrap().success(), "JDK {}", jdk.version);
    }
}
