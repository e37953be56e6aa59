//! The Java sources of the hostile classes, and the compiled classes.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use fixtures::JavaSources;

/// Returns the folder of the compiled classes.
pub fn classes() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    // Some classes call deprecated methods on purpose.
    let options = ["-g", "-nowarn", "-Xlint:none"];
    FOLDER.get_or_init(|| JavaSources::new().options(&options).folder(&folder()).compile())
}

/// Returns the simple names of the classes, sorted.
pub fn names() -> Vec<String> {
    let name = |path: PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let mut names: Vec<String> =
        fs::read_dir(folder()).unwrap().map(|entry| name(entry.unwrap().path())).collect();
    names.sort();
    names
}

/// Returns the source of a class.
pub fn source(name: &str) -> String {
    fs::read_to_string(folder().join(format!("{name}.java"))).unwrap()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile/java/hostile")
}
