//! google-java-format does not change the generated source.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use types::Jdk;

/// Returns the jar of google-java-format below the folder that `TESTUDO_TEST_LIBRARIES` names.
fn formatter_jar() -> Option<PathBuf> {
    let folders = fs::read_dir(std::env::var_os("TESTUDO_TEST_LIBRARIES")?).ok()?;
    let jars = folders.filter_map(|folder| fs::read_dir(folder.ok()?.path()).ok()).flatten();
    let is_formatter = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("google-java-format"))
    };
    jars.filter_map(|jar| Some(jar.ok()?.path())).find(is_formatter)
}

#[test]
fn google_java_format_changes_no_golden_file() {
    let Some(formatter) = formatter_jar() else {
        eprintln!(
            "skipped: there is no google-java-format below the folder TESTUDO_TEST_LIBRARIES; run ./x test to install it"
        );
        return;
    };
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
