//! The libraries that start the tests of JUnit 5 and later.
//!
//! A build tool adds these libraries itself when it runs tests. So they are often not on the test class path.

use std::fs;
use std::path::{Path, PathBuf};

use project::Module;

/// Returns the libraries that a module needs to run its tests and that its test class path lacks. Finds them
/// in the folder in which the build tool stores libraries. Returns `None` if they are not stored there.
pub(crate) fn launcher_libraries(module: &Module) -> Option<Vec<PathBuf>> {
    let entries: Vec<&Path> =
        module.test_class_path.iter().chain(&module.class_path).map(PathBuf::as_path).collect();
    let Some(api) = entries.iter().find(|entry| artifact(entry) == Some("junit-jupiter-api")) else {
        return Some(Vec::new());
    };
    let commons = entries.iter().find(|entry| artifact(entry) == Some("junit-platform-commons"))?;
    let needed = [
        ("junit-platform-launcher", commons),
        ("junit-platform-engine", commons),
        ("junit-jupiter-engine", api),
    ];
    let is_missing = |name: &str| !entries.iter().any(|entry| artifact(entry) == Some(name));
    needed
        .into_iter()
        .filter(|(name, _)| is_missing(name))
        .map(|(name, neighbour)| stored_beside(neighbour, name))
        .collect()
}

/// Returns the name of the artifact of a jar: the part of the file name before the version.
fn artifact(jar: &Path) -> Option<&str> {
    let stem = jar.file_name()?.to_str()?.strip_suffix(".jar")?;
    let version =
        stem.match_indices('-').find(|(at, _)| stem[at + 1..].starts_with(|c: char| c.is_ascii_digit()));
    version.map(|(at, _)| &stem[..at])
}

/// Returns the jar of the artifact `name` of the same group and version as `jar`, if the build tool has
/// stored it.
fn stored_beside(jar: &Path, name: &str) -> Option<PathBuf> {
    let file_name = jar.file_name()?.to_str()?;
    let wanted = file_name.replacen(artifact(jar)?, name, 1);
    // Maven stores GROUP/NAME/VERSION/FILE, and Gradle stores GROUP/NAME/VERSION/HASH/FILE.
    let in_maven = || {
        let version = jar.parent()?;
        let path = version.parent()?.parent()?.join(name).join(version.file_name()?).join(&wanted);
        path.is_file().then_some(path)
    };
    let in_gradle = || {
        let version = jar.parent()?.parent()?;
        let folder = version.parent()?.parent()?.join(name).join(version.file_name()?);
        let hashes = fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
        hashes.map(|hash| hash.join(&wanted)).find(|path| path.is_file())
    };
    in_maven().or_else(in_gradle)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates empty files and returns the launcher libraries for a class path with the first two files.
    #[track_caller]
    fn check(files: &[&str], expected: Option<&[&str]>) {
        let folder = tempfile::tempdir().unwrap();
        let paths: Vec<PathBuf> = files.iter().map(|file| folder.path().join(file)).collect();
        for path in &paths {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let module = Module { test_class_path: paths[..2].to_vec(), ..Module::default() };
        let expected = expected.map(|files| files.iter().map(|file| folder.path().join(file)).collect());
        assert_eq!(launcher_libraries(&module), expected);
    }

    #[test]
    fn missing_libraries_are_found_in_the_storage_of_maven() {
        let files = [
            "jupiter/junit-jupiter-api/5.9/junit-jupiter-api-5.9.jar",
            "platform/junit-platform-commons/1.9/junit-platform-commons-1.9.jar",
            "platform/junit-platform-launcher/1.9/junit-platform-launcher-1.9.jar",
            "platform/junit-platform-engine/1.9/junit-platform-engine-1.9.jar",
            "jupiter/junit-jupiter-engine/5.9/junit-jupiter-engine-5.9.jar",
        ];
        check(&files, Some(&files[2..]));
        check(&files[..4], None);
    }

    #[test]
    fn missing_libraries_are_found_in_the_storage_of_gradle() {
        let files = [
            "jupiter/junit-jupiter-api/5.9/a1/junit-jupiter-api-5.9.jar",
            "platform/junit-platform-commons/1.9/b2/junit-platform-commons-1.9.jar",
            "platform/junit-platform-launcher/1.9/c3/junit-platform-launcher-1.9.jar",
            "platform/junit-platform-engine/1.9/d4/junit-platform-engine-1.9.jar",
            "jupiter/junit-jupiter-engine/5.9/e5/junit-jupiter-engine-5.9.jar",
        ];
        check(&files, Some(&files[2..]));
    }

    #[test]
    fn other_frameworks_need_no_launcher() {
        check(&["junit/junit/4.13.2/junit-4.13.2.jar", "a.jar"], Some(&[]));
    }
}
