//! Tests that the class library of each JDK works in the sandbox.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Stdio;

use fixtures::JavaSources;
use types::Jdk;
use vm::{Jvm, Restrictions, Sandbox};

use crate::setup::on_each_jdk;

/// Runs `ClassLibrary.java` and returns the lines that it prints: one for each failure, and the last line.
fn lines(jdk: &Jdk, sandbox: Sandbox) -> BTreeSet<String> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/library");
    let options = ["--release", "8", "-nowarn", "-Xlint:-options"];
    let classes = JavaSources::new().options(&options).folder(&sources).compile();
    let scratch = tempfile::tempdir().unwrap();
    let classes = [classes];
    let restrictions = Restrictions::new(sandbox, &[], &classes, 128);
    let mut jvm = Jvm::new(&jdk.java(), scratch.path(), &restrictions).unwrap();
    let command = jvm.command();
    command.args(["-Xmx128m", "-Djava.awt.headless=true", "-cp"]).arg(&classes[0]);
    command.arg("library.ClassLibrary");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let (child, _guard) = jvm.spawn().unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    text.lines().map(str::to_owned).collect()
}

fn the_class_library_fails_in_the_sandbox_only_where_it_fails_outside(jdks: &[Jdk]) {
    for jdk in jdks {
        let (outside, inside) = (lines(jdk, Sandbox::Off), lines(jdk, Sandbox::On));
        assert!(outside.contains("end"), "{outside:?}");
        assert_eq!(inside, outside);
    }
}

on_each_jdk![the_class_library_fails_in_the_sandbox_only_where_it_fails_outside,];
