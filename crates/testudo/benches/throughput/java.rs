//! Compiles Java sources, and finds the jars of libraries.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use types::Jdk;

/// Compiles the sources in some folders and their subfolders.
pub fn javac(jdk: &Jdk, target: &Path, folders: &[PathBuf]) {
    let mut command = Command::new(jdk.javac());
    command.args(["--release", "8", "-Xlint:-options", "-encoding", "UTF-8", "-g", "-d"]).arg(target);
    folders.iter().for_each(|folder| add_sources(folder, &mut command));
    assert!(command.status().expect("javac").success());
}

fn add_sources(folder: &Path, command: &mut Command) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        if entry.path().is_dir() {
            add_sources(&entry.path(), command);
        } else {
            command.arg(entry.path());
        }
    }
}

/// Finds a jar whose name begins with `prefix` in the subfolders of the folder that `TESTUDO_SUBJECTS` names.
/// Returns the first of several such jars, sorted by path. Returns `None` if there is no such jar, or if the
/// variable is not set.
pub fn jar(prefix: &str) -> Option<PathBuf> {
    let subjects = PathBuf::from(std::env::var_os("TESTUDO_SUBJECTS")?);
    let list = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut jars: Vec<PathBuf> =
        list(&subjects).flat_map(|folder| list(&folder).collect::<Vec<_>>()).collect();
    jars.retain(|path| {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        file.starts_with(prefix) && file.ends_with(".jar")
    });
    jars.into_iter().min()
}
