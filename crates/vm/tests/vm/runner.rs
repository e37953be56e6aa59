//! The runner's own tests, which are small programs.

use std::path::Path;
use std::process::Command;

use types::Jdk;

#[test]
fn messages_are_read_as_they_were_written() {
    let jdk = Jdk::find(None).unwrap();
    let classes = Path::new(env!("OUT_DIR")).join("classes");
    let source =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runner/test/testudo/runner/MessagesTest.java");
    let folder = tempfile::tempdir().unwrap();
    let javac = Command::new(jdk.javac())
        .args(["--release", "8", "-Xlint:-options", "-cp"])
        .arg(&classes)
        .arg("-d")
        .arg(folder.path())
        .arg(source)
        .status();
    assert!(javac.unwrap().success());
    let class_path = std::env::join_paths([classes.as_path(), folder.path()]).unwrap();
    for jdk in crate::setup::jdks() {
        let java =
            Command::new(jdk.java()).arg("-cp").arg(&class_path).arg("testudo.runner.MessagesTest").status();
        assert!(java.unwrap().success(), "JDK {}", jdk.version);
    }
}
