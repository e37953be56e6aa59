//! google-java-format does not change the generated source.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use types::Jdk;

#[test]
fn google_java_format_changes_no_golden_file() {
    let formatter = fixtures::test_library("google-java-format");
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut files: Vec<PathBuf> = fs::read_dir(golden)
        .expect("the folder is readable")
        .map(|entry| entry.expect("the entry is readable").path())
        .collect();
    files.sort();
    let output = Command::new(Jdk::find(None).expect("a JDK is installed").java())
        .arg("-jar")
        .arg(formatter)
        .arg("--dry-run")
        .args(&files)
        .output()
        .expect("java starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let changed = String::from_utf8_lossy(&output.stdout);
    assert!(changed.is_empty(), "google-java-format would change these files:\n{changed}");
}
