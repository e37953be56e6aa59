//! What the tests of the binary work with: a JDK, and jars that were fetched.

use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

use types::Jdk;

/// The JDK that the binary finds, too.
pub fn jdk() -> &'static Jdk {
    static JDK: OnceLock<Jdk> = OnceLock::new();
    JDK.get_or_init(|| Jdk::find(None).unwrap())
}

/// The jar whose name begins so in a folder below the one that a variable names, if those were fetched.
pub fn jar(variable: &str, start: &str) -> Option<PathBuf> {
    let folder = std::env::var_os(variable)?;
    let jars =
        fs::read_dir(folder).ok()?.filter_map(|folder| fs::read_dir(folder.ok()?.path()).ok()).flatten();
    let is_meant =
        |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(start));
    jars.filter_map(|jar| Some(jar.ok()?.path())).find(is_meant)
}
