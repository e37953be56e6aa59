//! The tests of the runner, which are small Java programs.

use std::path::Path;
use std::process::Command;

use fixtures::JavaSources;
use types::Jdk;

use crate::setup::on_each_jdk;

/// Number of garbled messages for the runner. The environment variable `TESTUDO_GARBLED` sets another number
/// for long runs.
const GARBLED: &str = "5000";

on_each_jdk! {
    messages_are_read_as_written,
    texts_are_the_same_objects_as_constants,
    a_garbled_message_is_refused_or_ends,
}

fn messages_are_read_as_written(jdks: &[Jdk]) {
    run(jdks, "MessagesTest", &[]);
}

fn texts_are_the_same_objects_as_constants(jdks: &[Jdk]) {
    run(jdks, "InternedStringsTest", &[]);
}

fn a_garbled_message_is_refused_or_ends(jdks: &[Jdk]) {
    run(jdks, "MalformedMessageTest", &[&std::env::var("TESTUDO_GARBLED").unwrap_or(GARBLED.into())]);
}

/// Runs a program on JDKs.
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
