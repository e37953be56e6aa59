//! google-java-format leaves what is written as it is.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use types::Jdk;

/// The formatter, where `TESTUDO_TEST_LIBRARIES` names a folder of folders of jars.
fn formatter() -> Option<PathBuf> {
    let folders = fs::read_dir(std::env::var_os("TESTUDO_TEST_LIBRARIES")?).ok()?;
    let jars = folders.filter_map(|folder| fs::read_dir(folder.ok()?.path()).ok()).flatten();
    let is_meant = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("google-java-format"))
    };
    jars.filter_map(|jar| Some(jar.ok()?.path())).find(is_meant)
}

#[test]
fn google_java_format_changes_no_golden_file() {
    let Some(formatter) = formatter() else {
        eprintln!(
            "skipped: TESTUDO_TEST_LIBRARIES names no folder with google-java-format in it; see ./x test"
        );
        return;
    };
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut files: Vec<PathBuf> =
        fs::read_dir(golden).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let ran = Command::new(Jdk::find(None).expect("a JDK").java())
        .arg("-jar")
        .arg(formatter)
        .arg("--dry-run")
        .args(&files)
        .output()
        .expect("java starts");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let changed = String::from_utf8_lossy(&ran.stdout);
    assert!(changed.is_empty(), "these are not as it writes them:\n{changed}");
}
